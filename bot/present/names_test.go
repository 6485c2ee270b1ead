package present_test

import (
	"strings"
	"testing"

	"kumpas/bot/present"
)

// A name is whatever its owner likes: none may be invisible, turn the text around it, be a link or a format.
func TestEscape(t *testing.T) {
	for name, want := range map[string]string{
		"Ayşe":                             "Ayşe",
		"  İnci  \t Işık ":                 "İnci Işık",
		"\u200b\u200d\u2060\ufeff":         "?",
		"\u3164\u2800\u00a0":               "?",
		"Can\u202eزوط\u2066":               "Canزوط",
		"a\u200bb":                         "ab",
		"a" + strings.Repeat("\u0308", 20): "a\u0308\u0308\u0308",
		"https://evil.example/x":           `https\://evil.example/x`,
		"**a** _b_ ~~c~~ `d` ||e||":        "\\*\\*a\\*\\* \\_b\\_ \\~\\~c\\~\\~ \\`d\\` \\|\\|e\\|\\|",
		"<@1> @everyone [x](y) # z\n":      "\\<@\u200b1\\> @\u200beveryone \\[x\\](y) \\# z",
		strings.Repeat("ş", 40):            strings.Repeat("ş", 31) + "…",
	} {
		if got := present.Escape(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}
