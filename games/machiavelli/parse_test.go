package machiavelli

import (
	"strings"
	"testing"

	"kumpas/games"
)

// How people write melds (R9.2).
func TestParseMelds(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"S5 S6 S7 | H9 D9 C9 JK", "S5 S6 S7|H9 D9 C9 JK"},
		{"s5s6s7|h9d9c9jk", "S5 S6 S7|H9 D9 C9 JK"},
		{"♠5 ♠6 ♠7", "S5 S6 S7"},
		{"♥️10 ♥️J ♥️Q", "H10 HJ HQ"},
		{"5♠, 6♠, 7♠", "S5 S6 S7"},
		{"7 S 7 H 7 D", "S7 H7 D7"},
		{"S 5 S 6 S 7", "S5 S6 S7"},
		{"maça 5 maça 6 maça 7", "S5 S6 S7"},
		{"MAÇA 5 Maça6 maca7", "S5 S6 S7"},
		{"ku10 kupa vale kupa kız", "H10 HJ HQ"},
		{"ku 10 kuva kukı", "H10 HJ HQ"},
		{"karo papaz karo as jo", "DK DA JK"},
		{"sinek kiz KARO KIZ kupa KIZ", "CQ DQ HQ"},
		{"SİNEK 9 KARO 9 MAÇA 9", "C9 D9 S9"},
		{"si pa, ka pa, ma pa", "CK DK SK"},
		{"sa das cas", "SA DA CA"},
		{"AS 2S 3S", "SA S2 S3"},
		{"qs ks as", "SQ SK SA"},
		{"AS AH AD", "SA HA DA"},
		{"AS JK 3S | 4H 4D 4C", "SA JK S3|H4 D4 C4"},
		{"2S 3S JK=AS", "S2 S3 JK=SA"},
		{"as2s3s", "SA S2 S3"},
		{"maça as, kupa as, karo as", "SA HA DA"},
		{"as maça as kupa as karo", "SA HA DA"},
		{"maça as maça 2 maça 3", "SA S2 S3"},
		{"as maça 2 maça 3 maça", "SA S2 S3"},
		{"kupa as AS karo as", "HA DA SA"},
		{"hk hq hj", "HK HQ HJ"},
		{"S1 S2 S3", "SA S2 S3"},
		{"queen spades king spades ace spades", "SQ SK SA"},
		{"D5 D6 JK=D4", "D5 D6 JK=D4"},
		{"D5 D6 jk = karo 4", "D5 D6 JK=D4"},
		{"🃏 D5 D6", "JK D5 D6"},
		{"S4-S10", "S4 S5 S6 S7 S8 S9 S10"},
		{"S4-10 | ♣J–A", "S4 S5 S6 S7 S8 S9 S10|CJ CQ CK CA"},
		{"S5 S6 S7\nH9 D9 C9\n\n", "S5 S6 S7|H9 D9 C9"},
		{"S5 S6 S7 / H9 D9 C9 ; C2 C3 C4", "S5 S6 S7|H9 D9 C9|C2 C3 C4"},
		{"[S5, S6, S7] + (H9 D9 C9)", "S5 S6 S7 H9 D9 C9"},
	} {
		groups, refused := parseMelds(c.text)
		if refused != nil {
			t.Errorf("%q: %s %q", c.text, refused.Code, refused.What)
			continue
		}
		var texts []string
		for _, g := range groups {
			texts = append(texts, g.String())
		}
		if got := strings.Join(texts, "|"); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// What cannot be read is named.
func TestParseComplaints(t *testing.T) {
	for _, c := range []struct {
		text, what string
		code       games.Code
	}{
		{"", "", CannotParse},
		{" | ", "|", CannotParse},
		{"S5 S6 X7", "X", CannotParse},
		{"S5 S6 S11", "11", CannotParse},
		{"S5 S6 S", "S", CannotParse},
		{"S5 6 7", "67", CannotParse},
		{"vale", "vale", CannotParse},
		{"as 2 3", "23", CannotParse},
		{"S5 xyz S7", "xyz", CannotParse},
		{"k5 k6 k7", "k5", Ambiguous},
		{"S5 K", "K", Ambiguous},
		{"m5", "m", CannotParse},
		{"S5 ? S7", "?", CannotParse},
		{"S5-H9", "S5-H9", CannotParse},
		{"S9-S5", "S9-S5", CannotParse},
		{"JK=JK", "JK", CannotParse},
		{strings.Repeat("S5 ", 2000), strings.Repeat("S5 ", 8) + "…", CannotParse},
		{"S5 " + strings.Repeat("ş", 100), strings.Repeat("ş", 24) + "…", CannotParse},
	} {
		groups, refused := parseMelds(c.text)
		if refused == nil {
			t.Errorf("%.40q is read as %v", c.text, groups)
		} else if refused.Code != c.code || refused.What != c.what {
			t.Errorf("%.40q: %s %q, want %s %q", c.text, refused.Code, refused.What, c.code, c.what)
		}
	}
}

// What a text means on a table (R9.11).
func TestFit(t *testing.T) {
	for _, c := range []struct {
		name, options, position, text string
		draft                         string // of the present sketch
		code                          games.Code
	}{
		{"the whole table", "", "table S3 S4 S5 | H7 D7 C7; A S6 H2; B H3", "H7 D7 C7 | S3 S4 S5 S6", "S3 S4 S5>S3 S4 S5 S6", ""},
		{"only the new melds", "", "table S3 S4 S5 | H7 D7 C7; A S6 H2; B H3", "S3 S4 S5 S6", "S3 S4 S5>S3 S4 S5 S6", ""},
		{"new melds of the hand alone", "", "table S3 S4 S5; A C3 C4 C5 H2; B H3", "C3 C4 C5", ">C3 C4 C5", ""},
		{"a second copy from the hand leaves the table alone", "", "table S3 S4 S5; A S3 S4 S5 H2; B H3", "S3 S4 S5", ">S3 S4 S5", ""},
		{"the rest by the solver", "", "table S4 S5 S6 S7 S8 S9 S10; A H7 D7 H2; B H3", "S7 H7 D7", "S4 S5 S6 S7 S8 S9 S10>S4 S5 S6|>S7 H7 D7|>S8 S9 S10", ""},
		{"without help the rest is left over", "assist=off", "table S4 S5 S6 S7 S8 S9 S10; A H7 D7 H2; B H3", "S7 H7 D7", "S4 S5 S6 S7 S8 S9 S10>|>S7 H7 D7", TableCardMissing},
		{"what does not go is a draft as well", "", "table S4 S5 S6; A H4 D4 H2; B H3", "S4 H4 D4", "S4 S5 S6>|>S4 H4 D4", TableCardMissing},
		{"an invalid meld is a draft as well", "", "A S3 S4 H5 H2; B H3", "S3 S4 H5", ">S3 S4 H5", RunMixedSuits},
		{"a card of nobody here", "", "A S3 S4 H2; B H3 S5", "S3 S4 S5", "", CardNotInHand},
		{"a card too often", "", "A S3 S3 H2; B H3", "S3 S3 S3", "", CardTooMany},
		{"a joker too often", "jokers=0", "A S3 S4 H2; B H3", "S3 S4 JK", "", CardTooMany},
		{"a reading that cannot be", "", "A S3 S4 JK H2; B H3", "S3 S4 JK=S7", "", BadReading},
		{"a stated reading", "", "A S3 S4 JK H2; B H3", "S3 S4 JK=S2", ">JK=S2 S3 S4", ""},
		{"the reading that the rules fix is none", "", "A S3 S4 JK H2; B H3", "S3 S4 JK=S5", ">S3 S4 JK", ""},
		{"the rest by the solver, which reads a joker of the text as it must, R9.12", "joker_release=swap_only",
			"table JK SQ SK SA | CA C2 C3 C4; A HA H2; B H3", "JK SQ SK | SA CA HA",
			"JK=SJ SQ SK SA>JK=SJ SQ SK|CA C2 C3 C4>C2 C3 C4|>SA HA CA", ""},
		{"the same where the rules fix the right one", "joker_release=swap_only", "table S8 S9 S10 JK | H5 H6 H7 H8; A D8 H2; B H3", "S9 S10 JK | S8 H8 D8",
			"S8 S9 S10 JK=SJ>S9 S10 JK|H5 H6 H7 H8>H5 H6 H7|>S8 H8 D8", ""},
		{"but a stated reading stays", "joker_release=swap_only", "table S8 S9 S10 JK | H5 H6 H7 H8; A D8 H2; B H3", "S9 S10 JK=S8 | S8 H8 D8",
			"S8 S9 S10 JK=SJ>JK=S8 S9 S10|H5 H6 H7 H8>|>S8 H8 D8", TableCardMissing},
		{"an opening is no whole table where that touches", "opening_points=36", "table SJ SQ SK; A S10 SJ SQ SK H2; B H3", "S10 SJ SQ SK", ">S10 SJ SQ SK", ""},
		{"nor where that is too low", "opening_points=36", "table SJ SQ SK; A SJ SQ SK C2 C3 C4 H2; B H3", "SJ SQ SK | C2 C3 C4", ">SJ SQ SK|>C2 C3 C4", ""},
		{"but where it opens", "opening_points=36", "table C2 C3 C4; A C2 C3 C4 SJ SQ SK S10 H2; B H3", "C2 C3 C4 | S10 SJ SQ SK", ">S10 SJ SQ SK", ""},
		{"or the hand lacks a card", "opening_points=36", "table SJ SQ SK; A S10 SJ SQ H2; B H3", "S10 SJ SQ SK", "SJ SQ SK>S10 SJ SQ SK", OpeningTouches},
		{"two melds alike", "", "table S3 S4 S5 | S3 S4 S5; A S6 H2; B H3", "S3 S4 S5 S6 | S3 S4 S5", "S3 S4 S5>S3 S4 S5 S6", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := newTable(t, c.options, c.position)
			e, err := newEditor(tab.s, 0).Parse(c.text)
			if err != nil {
				if r := err.(*games.Refusal); r.Code != c.code || c.draft != "" {
					t.Fatalf("%s %q", r.Code, r.What)
				}
				return
			}
			if got := e.(*editor).write(); got != c.draft {
				t.Errorf("the draft %q, want %q", got, c.draft)
			}
			if r := e.(*editor).wrong(); r == nil && c.code != "" || r != nil && r.Code != c.code {
				t.Errorf("%+v is wrong, want %q", r, c.code)
			}
		})
	}
}
