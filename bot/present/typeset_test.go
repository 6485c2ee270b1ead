package present

import (
	"strings"
	"testing"
)

// No line of a phone ends between an emoji and its number. Here ~ is a space that holds.
func TestTypeset(t *testing.T) {
	signs := strings.NewReplacer("~", string(held))
	for in, want := range map[string]string{
		"▶️ **Ayşe** · 🪙 **4** (+2) · 🎴 3": "▶️~**Ayşe**~· 🪙~**4** (+2)~· 🎴~3",
		"Banka 57 🪙 · Deste 55":            "Banka 57~🪙~· Deste 55",
		"bedel **7** altın, Tur 3 Ayşe":    "bedel **7**~altın, Tur 3~Ayşe",
		"> 🚚~2/2~①①":                       "> 🚚~2/2~①①",
		"① gangster → Gizli Bar":           "①~gangster →~Gizli Bar",
		"- 💬 a\n-# 🔒 b\n### 🎴 c":           "- 💬~a\n-# 🔒~b\n### 🎴~c",
		"♠ 4 5 6 ♥ 7 8 9 · 🃏 ♣A":           "♠ 4 5 6 ♥ 7 8 9~· 🃏~♣A",
		"`1 🪙 x · y` 1 🪙":                  "`1 🪙 x · y` 1~🪙",
		"```\n 10 a\n```":                  "```\n 10 a\n```",
	} {
		in, want = signs.Replace(in), signs.Replace(want)
		if got := typeset(in); got != want {
			t.Errorf("%q becomes %q, not %q", in, got, want)
		}
	}
}
