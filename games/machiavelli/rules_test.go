package machiavelli

import "testing"

// Interactions, by the numbers of the rules.
func TestRules(t *testing.T) {
	const blockedOf3 = "A SA D5; B HK H3; C C9 CJ; no stock"
	run(t, []script{
		{"R3.6 a hole above a low ace or below a high one", "", "A SA S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ JK H2; B H3", []string{
			"A play SA S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ JK=SK", "= table S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ JK=SK SA"}},
		{"R3.6 the ace counts as low where nothing is stated", "", "A SA S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ JK H2; B H3", []string{
			"A play SA S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ JK", "= table SA JK=S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ"}},
		{"R4.2.2 a third copy", "", "table S3 S4 S5 | S3 H3 D3; A H2 S6; B H4", []string{
			"!card_too_many A play S3 S4 S5 | S3 H3 D3 | S3 S4 S5"}},
		{"R4.2.4 a card of somebody else", "", "table S3 S4 S5; A H2; B S6", []string{
			"!card_not_in_hand A play S3 S4 S5 S6", "!card_not_in_hand A raw S3 S4 S5>S3 S4 S5 S6"}},
		{"R4.3 any rearrangement", "", "table S4 S5 S6 | H4 H5 H6 | D4 D5 D6; A C4 H2; B H2", []string{
			"A play S4 H4 D4 C4 | S5 H5 D5 | S6 H6 D6", "= table S4 H4 D4 C4 | S5 H5 D5 | S6 H6 D6",
			"= event taken items=S4_S5_S6,H4_H5_H6,D4_D5_D6", "= event played items=C4"}},
		{"R4.5 the last card of the stock", "", "table S3 S4 S5; A S6 H2; B H3", []string{"A draw", "= no stock_out"}},
		{"R5.1 a joker stays on the table", "assist=off", "table S8 S9 JK; A S10 H2; B H2", []string{
			"!table_card_missing A play S8 S9 S10"}},
		{"R5.3 a set counts as every missing suit", "joker_release=swap_only", "table S7 H7 JK; A C7 D4 D5 H2; B H2", []string{
			"A play S7 H7 C7 | D4 D5 JK", "= table S7 H7 C7 | D4 D5 JK=D6"}},
		{"R5.3 one card for each joker", "joker_release=swap_only", "table S7 H7 JK | H8 H9 H10 JK; A C7 D4 D5 C4 C5 H2; B H2", []string{
			"!joker_not_released A play S7 H7 C7 | H8 H9 H10 | D4 D5 JK | C4 C5 JK", "A play S7 H7 C7 | D4 D5 JK"}},
		{"R5.3 two cards for two jokers", "joker_release=swap_only", "table S7 H7 JK | S9 H9 JK; A C7 C9 D4 D5 C4 C5 H2; B H2", []string{
			"A play S7 H7 C7 | S9 H9 C9 | D4 D5 JK | C4 C5 JK", "= table S7 H7 C7 | S9 H9 C9 | D4 D5 JK=D6 | C4 C5 JK=C6"}},
		{"R5.3 a joker may move with its reading", "joker_release=swap_only", "table H8 H9 JK; A H7 D10 C10 H2; B H2", []string{
			"A play H7 H8 H9 | D10 C10 JK", "= table H7 H8 H9 | JK=S10 D10 C10"}},
		{"R5.3 the reading is kept where the rules would fix another, R9.12", "joker_release=swap_only", "table JK=H7 H8 H9; A H10 H2; B H2", []string{
			"A play JK H8 H9 H10", "= table JK=H7 H8 H9 H10"}},
		{"R5.3 the reading is kept below a high ace, R9.12", "joker_release=swap_only", "table S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ JK; A SA H2; B H3", []string{
			"A play S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ JK SA", "= table S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ JK=SK SA"}},
		{"R5.3 and where it is stated", "joker_release=swap_only", "table S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ JK; A SA H2; B H3", []string{
			"A play S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ JK=SK SA", "= table S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ JK=SK SA"}},
		{"R5.3 a stated reading is the player's will", "joker_release=swap_only", "table H8 H9 JK; A H6 H7 H2; B H2", []string{
			"!joker_not_released A play H7 H8 H9 JK=H6", "A play H7 H8 H9 JK", "= table H7 H8 H9 JK=H10"}},
		{"R5.3 jokers from the hand are free", "joker_release=swap_only", "table H8 H9 H10; A JK H2; B H2", []string{
			"A play H8 H9 H10 JK", "= table H8 H9 H10 JK=HJ"}},
		{"R5.4 a freed joker may go into an old meld", "", "table S7 H7 JK | D4 D5 D6; A C7 H2; B H2", []string{
			"A play S7 H7 C7 | D4 D5 D6 JK", "= table S7 H7 C7 | D4 D5 D6 JK=D7"}},
		{"R6.1 the last card may be a joker", "", "table H8 H9 H10; A JK; B H2", []string{
			"A play H8 H9 H10 JK", "= over A out"}},
		{"R6.2 a play resets the count", "", "table S3 S4 S5; A SA D5; B HK S6; no stock", []string{
			"A pass", "B play S3 S4 S5 S6", "A pass", "= turn B", "B pass", "= over B count"}},
		{"R6.2 the turn of the last draw is no pass", "", "table S3 S4 S5; A SA; B HK; no stock; top C9", []string{
			"A draw", "= event stock_out", "B pass", "= turn A", "A pass", "= over B count", "= points 20 10 0"}},
		{"R6.3 equal lowest", "", "A S5 C4; B H6 H3; C JK; no stock", []string{
			"A pass", "B pass", "C pass", "= over - tied", "= standing drew drew lost left", "= event over items=0,1 why=tied"}},
		{"R9.5 a good draft is played", "", "table S3 S4 S5; A S6 H2; B H3; top C9", []string{
			"timeout S3 S4 S5 S6", "= table S3 S4 S5 S6", "= hand A H2", "= event played why=absent", "= event timed_out seat=A what=turn"}},
		{"R9.5 a good draft may win", "", "table S3 S4 S5; A S6; B H3", []string{"timeout S3 S4 S5 S6", "= over A out"}},
		{"R9.5 without a draft one card is drawn", "invalid_penalty=3", "A S6 H2; B H3", []string{
			"timeout", "= cards A 3", "= event drew n=1 why=absent"}},
		{"R9.5 the penalty", "invalid_penalty=3", "table S3 S4 S5; A S6 H2; B H3", []string{
			"timeout S3 S4 | S5 S6", "= cards A 5", "= event drew n=3 why=penalty rule=R9.5"}},
		{"R9.5 no penalty without a card of the hand", "invalid_penalty=3", "table S3 S4 S5 S6; A H2 H9; B H3", []string{
			"timeout S3 S4 | S5 S6", "= cards A 3", "= event drew n=1 why=absent"}},
		{"R9.5 no stock, no penalty", "invalid_penalty=3", "table S3 S4 S5; A S6 H2; B H3; no stock", []string{
			"timeout S3 S4 | S5 S6", "= cards A 2", "= event passed seat=A why=absent"}},
		{"R9.5 a penalty larger than the stock", "invalid_penalty=3", "table S3 S4 S5; A S6 H2; B H3; no stock; top C9 C8", []string{
			"timeout S3 S4 | S5 S6", "= cards A 4", "= stock 0", "= event drew n=2 why=penalty", "= event stock_out", "= turn B"}},
		{"R9.5 a draft that cannot open", "opening_points=36", "A S3 S4 S5 H2; B H3", []string{
			"timeout S3 S4 S5", "= cards A 5", "= event dropped to=A what=opening_too_low", "= event drew n=1 why=absent", "= turn B"}},
		{"R9.5 a draft that touches what it may not", "opening_points=36 invalid_penalty=2", "table SJ SQ SK; A S10 H2; B H3", []string{
			"timeout S10 SJ SQ SK", "= table SJ SQ SK", "= cards A 4", "= event dropped to=A what=opening_touches", "= event drew n=2 why=penalty"}},
		{"R9.5 a draft that cannot open is invalid", "opening_points=36 invalid_penalty=3", "A S3 S4 S5 H2; B H3", []string{
			"timeout S3 S4 S5", "= cards A 7", "= event drew n=3 why=penalty rule=R9.5", "= turn B"}},
		{"R9.5 a draft that opens is played", "opening_points=36 invalid_penalty=3", "A SJ SQ SK S10 H2; B H3", []string{
			"timeout S10 SJ SQ SK", "= cards A 1", "= event played why=absent"}},
		{"R9.5 a time-out can block the game", "", "A SA; B HK; no stock", []string{"timeout", "timeout", "= over B count"}},
		{"R9.6 a leaver's turn goes on", "", "A S6 H2; B H3; C C9", []string{
			"leave A", "= turn B", "= event left seat=A n=2", "B draw", "C draw", "= turn B"}},
		{"R9.6 a bystander's leaving changes no turn", "", "A S6 H2; B H3; C C9", []string{"leave B", "= turn A", "A draw", "= turn C"}},
		{"R9.6 the last one wins", "", "A S6 H2; B H3", []string{"leave A", "= over B last_present", "= standing left won"}},
		{"R9.6 the passes are tested again", "", blockedOf3, []string{
			"A pass", "B pass", "leave C", "= over B count", "= standing lost won left left"}},
		{"R9.6 the last one left wins, though he has passed", "", blockedOf3, []string{
			"A pass", "leave B", "leave C", "= over A last_present", "= standing won left left left"}},
		{"R9.6 the active one leaves when the stock is empty and not all others have passed", "", blockedOf3, []string{
			"A pass", "leave B", "= turn C", "C pass", "= over A count"}},
		{"R9.14 a leaver's pass counts for nobody", "", blockedOf3, []string{
			"A pass", "B pass", "leave A", "= turn C", "C pass", "= over B count"}},
		{"R9.6 a leaver is not counted", "", blockedOf3, []string{
			"leave B", "A pass", "C pass", "= over A count", "= points 16 0 19 0", "= standing won left lost left"}},
		{"R9.10 a draft that gives up draws", "", "A S6 H2; B H3", []string{"A raw !", "= cards A 3", "= turn B"}},
		{"R9.10 or passes", "", "A S6 H2; B H3; no stock", []string{"A raw !", "= event passed seat=A"}},
		{"R9.10 in time", "invalid_penalty=3", "A S6 H2; B H3", []string{"A raw !", "timeout", "= cards B 2"}},
		{"R9.13 a draft of another table", "", "table S3 S4 S5; A S6 H2; B H3", []string{
			"!table_changed A raw S4 S5 S6>S3 S4 S5 S6", "!bad_choice A raw S3 S4 S5", "!bad_choice A raw S3 S4 S5>S3 S4 S5 S6;nonsense"}},
		{"Otuzaltı: too low", "opening_points=36", "A S3 S4 S5 H2; B H3", []string{"!opening_too_low A play S3 S4 S5"}},
		{"Otuzaltı: 36 will do", "opening_points=36", "A SJ SQ SK C2 C3 C4 H2; B H3", []string{
			"!opening_too_low A play SJ SQ SK", "A play SJ SQ SK | C2 C3 C4", "= event played why=opening"}},
		{"Otuzaltı: a joker counts 0", "opening_points=36", "A SJ SQ JK H2 DA SA CA; B H3", []string{
			"!opening_too_low A play SJ SQ JK", "!opening_too_low A play DA SA CA JK", "A play DA SA CA | SJ SQ JK", "= turn B"}},
		{"Otuzaltı: the table is not touched", "opening_points=36", "table HJ HQ HK; A SJ SQ SK DJ H10 H2; B H3", []string{
			"!opening_touches A play HJ HQ HK H10 | SJ SQ SK", "!opening_too_low A play SJ SQ SK"}},
		{"Otuzaltı: the second play is free", "opening_points=36", "A SJ SQ SK CA DA HA S10; B H3 H9", []string{
			"A play SJ SQ SK | CA DA HA", "B draw", "A play S10 SJ SQ SK", "= over A out"}},
		{"void", "", "A S6; B H3", []string{"void", "= over - void", "= standing none none"}},
	})
}
