package machiavelli

import (
	"errors"
	"testing"

	"kumpas/games"
)

// M1, M2: the set-up.
func TestSetUp(t *testing.T) {
	for _, c := range []struct {
		name           string
		players, stock int
		code           games.Code
	}{
		{"M1 two", 2, 82, ""}, {"M1 three", 3, 69, ""}, {"M1 four", 4, 56, ""}, {"M2", 5, 0, games.BadPlayerCount},
	} {
		t.Run(c.name, func(t *testing.T) {
			st, _, err := Game.New(games.Setup{Players: c.players})
			var r *games.Refusal
			if errors.As(err, &r) || c.code != "" {
				if r == nil || r.Code != c.code {
					t.Fatalf("%v, want %q", err, c.code)
				}
				return
			}
			s := st.(*state)
			for i := range c.players {
				if n := s.Hands[i].total(); n != 13 {
					t.Errorf("seat %d has %d cards", i, n)
				}
			}
			if int(s.Stock.n) != c.stock || s.Table.n != 0 {
				t.Errorf("stock %d, %d melds", s.Stock.n, s.Table.n)
			}
		})
	}
}

// M3 to M22: one meld, from the hand onto an empty table.
func TestMeldCases(t *testing.T) {
	const rest = "; B H2"
	play := func(name, cards, code, table string) script {
		sc := script{name: name, position: "A " + cards + " H2" + rest}
		if code != "" {
			sc.lines = []string{"!" + code + " A play " + cards}
		} else {
			sc.lines = []string{"A play " + cards, "= table " + table, "= turn B"}
		}
		return sc
	}
	run(t, []script{
		play("M3", "S7 H7 D7", "", "S7 H7 D7"),
		play("M4", "S7 H7 D7 C7", "", "S7 H7 D7 C7"),
		play("M5", "S7 S7 H7", "set_same_suit", ""),
		play("M6", "S7 H7 D7 C7 JK", "set_too_long", ""),
		play("M7", "S7 H7 JK", "", "S7 H7 JK=D7"),
		play("M8", "S7 JK JK", "too_many_jokers", ""),
		play("M9", "H4 H5 H6", "", "H4 H5 H6"),
		play("M10", "H4 H5 D6", "run_mixed_suits", ""),
		play("M11", "CA C2 C3", "", "CA C2 C3"),
		play("M12", "CQ CK CA", "", "CQ CK CA"),
		play("M13", "CK CA C2", "ace_wraps", ""),
		play("M14", "CA C2 C3 C4 C5 C6 C7 C8 C9 C10 CJ CQ CK", "", "CA C2 C3 C4 C5 C6 C7 C8 C9 C10 CJ CQ CK"),
		play("M17", "D5 JK D7", "", "D5 JK=D6 D7"),
		play("M18", "D5 D6 JK", "", "D5 D6 JK=D7"),
		{"M18 stated", "", "A D5 D6 JK H2" + rest, []string{"A play D5 D6 JK=D4", "= table JK=D4 D5 D6"}},
		play("M19", "DK DA JK", "", "JK=DQ DK DA"),
		play("M21", "D5 JK D8", "run_gap", ""),
		play("M22", "D5 D6", "meld_too_short", ""),
		{"M50", "", "A S5 S6 S7 H9 D9 C9 JK H2" + rest, []string{
			"A play s5 S6 S7 | h9 d9 c9 jk", "= table S5 S6 S7 | JK=S9 H9 D9 C9"}},
	})
}

// M23 to M47: turns and endings.
func TestTurnCases(t *testing.T) {
	run(t, []script{
		{"M23", "", "A S3 S4 S5 H2; B H2", []string{
			"A play S3 S4 S5", "= table S3 S4 S5", "= hand A H2", "= turn B",
			"= event played seat=A n=1 items=S3,S4,S5 rule=R4.2", "= event laid items=S3_S4_S5"}},
		{"M24", "", "table S3 S4 S5; A S6 H2; B H2", []string{
			"A play S3 S4 S5 S6", "= table S3 S4 S5 S6",
			"= event played items=S6", "= event laid items=S3_S4_S5_S6", "= event taken items=S3_S4_S5"}},
		{"M25", "", "table S4 S5 S6 S7 S8 S9 S10; A H7 D7 H2; B H2", []string{
			"A play S4 S5 S6 / S8 S9 S10 / S7 H7 D7", "= table S4 S5 S6 | S8 S9 S10 | S7 H7 D7"}},
		{"M26", "", "table S4 S5 S6 S7; A H4 D4 H2; B H2", []string{
			"A play S5 S6 S7 / S4 H4 D4", "= table S5 S6 S7 | S4 H4 D4"}},
		{"M28", "", "table S7 H7 D7 C7; A D5 D6 H2; B H2", []string{
			"A play S7 H7 C7 / D5 D6 D7", "= table S7 H7 C7 | D5 D6 D7"}},
		{"M29", "", "table S4 S5 S6 S7 S8 S9; A H2; B H2", []string{
			"!no_card_added A play S4 S5 S6 | S7 S8 S9"}},
		{"M30 free", "", "table H9 JK HJ; A H10 C2 C3 H2; B H2", []string{
			"A play H9 H10 HJ | C2 C3 JK", "= table H9 H10 HJ | C2 C3 JK=C4"}},
		{"M30 swap_only", "joker_release=swap_only", "table H9 JK HJ; A H10 C2 C3 H2; B H2", []string{
			"A play H9 H10 HJ | C2 C3 JK", "= table H9 H10 HJ | C2 C3 JK=C4"}},
		{"M32", "", "table H8 H9 H10 JK; A C2 C3 H2; B H2", []string{
			"A play H8 H9 H10 | C2 C3 JK", "= table H8 H9 H10 | C2 C3 JK=C4"}},
		{"M33", "joker_release=swap_only", "table H8 H9 H10 JK; A C2 C3 H2; B H2", []string{
			"!joker_not_released A play H8 H9 H10 | C2 C3 JK"}},
		{"M34", "assist=off", "table H9 JK HJ; A H10 H2; B H2", []string{
			"!table_card_missing A play H9 H10 HJ"}},
		{"M35", "assist=off", "table SJ SQ SK; A S10 H2; B H2", []string{
			"!table_card_missing A play S10 SJ SQ"}},
		{"M37", "", "table S3 S4 S5; A S6 H2; B H3; top C9", []string{
			"A draw", "= turn B", "= hand A S6 H2 C9", "= table S3 S4 S5",
			"= event drew seat=A n=1", "= event drawn seat=A to=A items=C9"}},
		{"M38", "", "table S3 S4 S5; A H2; B H3; top S6", []string{
			"A draw", "!not_your_turn A raw S3 S4 S5>S3 S4 S5 S6", "!stale_prompt A@-1 raw S3 S4 S5>S3 S4 S5 S6", "= turn B"}},
		{"M39", "", "table S3 S4 S5; A S6 H2; B H3", []string{
			"A play S3 S4 S5 S6", "!stale_prompt A@-1 draw", "!not_your_turn A draw"}},
		{"M40", "", "table S3 S4 S5; A S6; B H3", []string{
			"A play S3 S4 S5 S6", "= over A out", "= standing won lost", "= event over seat=A why=out rule=R6.1"}},
		{"M42", "", "table S3 S4 S5; A H2; B H3; C S6 C9; no stock", []string{
			"A pass", "= event passed seat=A n=2", "B pass", "C play S3 S4 S5 S6", "A pass", "B pass", "= turn C",
			"C pass", "= over A count", "= event blocked", "= event counted seat=C n=9 items=C9"}},
		{"M44", "", "A SA D5; B HK H3; C JK; no stock", []string{
			"A pass", "B pass", "C pass", "= over B count", "= points 16 13 25 0", "= standing lost won lost left"}},
		{"M46", "", "A SA D5; B HK H3; no stock", []string{"!stock_empty A draw"}},
		{"M47", "", "A SA D5; B HK H3", []string{"!cannot_pass A pass"}},
		{"M48", "", "table S3 S4 S5; A S6 H2; B H3; top C9", []string{
			"timeout S3 S4 | S5 S6", "= table S3 S4 S5", "= hand A S6 H2 C9", "= turn B",
			"= event dropped to=A what=meld_too_short", "= event drew seat=A n=1 why=absent"}},
	})
}
