package present

import "testing"

// No line of a phone ends between an emoji and its number.
func TestTypeset(t *testing.T) {
	for in, want := range map[string]string{
		"▶️ **Ayşe** · 🪙 **4** (+2) · 🎴 3": "▶️\u202f**Ayşe**\u202f· 🪙\u202f**4** (+2)\u202f· 🎴\u202f3",
		"Banka 57 🪙 · Deste 55":            "Banka 57\u202f🪙\u202f· Deste 55",
		"bedel **7** altın, Tur 3 Ayşe":    "bedel **7**\u202faltın, Tur 3 Ayşe",
		"> 🚚\u00a02/2\u00a0①①":             "> 🚚\u202f2/2\u00a0①①",
		"- 💬 a\n-# 🔒 b\n### 🎴 c":           "- 💬\u202fa\n-# 🔒\u202fb\n### 🎴\u202fc",
		"♠ 4 5 6 ♥ 7 8 9":                  "♠ 4 5 6 ♥ 7 8 9",
		"`1 🪙 x · y` 1 🪙":                  "`1 🪙 x · y` 1\u202f🪙",
		"- ♠10 ♥Q · 🃏 ♣A":                  "- ♠\u206010 ♥\u2060Q\u202f· 🃏\u202f♣\u2060A",
		"```\n 10 a\n```":                  "```\n 10 a\n```",
	} {
		if got := typeset(in); got != want {
			t.Errorf("%q becomes %q, not %q", in, got, want)
		}
	}
}
