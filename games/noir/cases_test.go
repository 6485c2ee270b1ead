package noir

import (
	"testing"

	"kumpas/games"
)

// The worked cases of section 17, each by its number. N1 and N2 stand in setup_test.go.
func TestWorkedCases(t *testing.T) {
	t.Parallel()
	run(t, []script{
		{"N3", "", "round=1 p3 h:casino", []string{"A open casino", "= A p0", "= A C[] HQ[]", "= event opened n=3 items=casino,"}},
		{"N4", "", "round=1 HQ[3] | h:still", []string{"!first_round_limit A attack B.HQ 3"}},
		{"N5", "", "round=1 K[] | h:drive_by", []string{"!first_round_limit B react drive_by A.K"}},
		{"N6", "eliminated_assets=remove", "HQ[] | K[] S[] p1 | removed=3 h:still", []string{"A end", "= B p8", "= event tribute seat=B n=7 why=", "= cause"}},
		{"N6 bank 40 becomes 33", "eliminated_assets=remove draw_rule=choose", "p3 | K[] S[] p3 | removed=1 p3", []string{"= bank 40", "A end k0", "= bank 33"}},
		{"N8", "eliminated_assets=remove draw_rule=choose", "p3 | S[] p3 | removed=35 p3", []string{"= bank 6", "A end k0", "= B p9", "= bank 0", "= cause"}},
		{"R4.3 less than due", "eliminated_assets=remove draw_rule=choose", "p3 | S[] p3 | removed=36 p3",
			[]string{"= bank 5", "A end k0", "= B p8", "= bank 0", "= cause cause_bank", "= event tribute seat=B n=5 why=bank_short", "= marker B"}},
		{"N9", "", "p6 h:gangster1,gangster2,gangster3,gangster4", []string{
			"A open gangster1:away", "= A p6", "A open gangster2:away", "= A p5", "A open gangster3:away", "= A p3", "A open gangster4:away", "= A p0",
		}},
		{"N10", "", "p6 h:gangster3 B[]", []string{"!no_room A open gangster3:B", "A open gangster3:away", "= A B[] HQ[] ~[3]"}},
		{"N11", "", "~[4]", []string{"!no_room A move ~4:HQ"}},
		{"N12", "", "C[2,2] ~[1]", []string{"!no_room A move ~1:C"}},
		{"N13 fill", "", "p1 h:still,still,still", []string{"A end", "= A p0", "= A hand 5", "= event drew seat=A n=2 items=1"}},
		{"N13 choose", "draw_rule=choose", "p1 h:still,still,still", []string{"!not_enough_money A end k3", "A end k2", "= A p0", "= A hand 5"}},
		{"N14", "draw_rule=choose", "p0 h:still,still,still,still,still", []string{"A end k1", "= A p0", "= A hand 6"}},
		{"N15", "draw_rule=choose", "h:still,still,still,still,still,still", []string{"!hand_full A end k1", "A end k0", "= A hand 6"}},
		{"N16", "", "h:still,still,still,still,still,police", []string{"!too_many_discards A discard still still still still still", "A discard still still still still", "= A hand 2"}},
		{"N18", "", "p0 HQ[3] K[1] | p5 B[2]", []string{
			"A attack B.B 3 1", "= A p2", "= B p3", "= A K[] HQ[3*]", "= B HQ[]",
			"= event killed seat=B n=1 items=gangster2", "= event killed seat=A n=1 items=gangster1", "= event destroyed seat=A other=B n=2 what=bootlegger why=",
		}},
		{"N20", "", "HQ[2] | S[3]", []string{"A attack B.S 2", "= A HQ[]", "= B S[3] HQ[]", "= event holds"}},
		{"N22", "", "C[2,2] | p0 K[]", []string{"A attack B.K 2 2", "= A C[2*,2*] HQ[]", "= B HQ[]", "= event destroyed n=0 why=poor", "= A p3"}},
		{"N23", "", "C[4] p0 | p2 S[]", []string{"A attack B.S 4", "= A p2", "= B p0", "= event destroyed n=2 why=poor"}},
		{"N23 all or nothing", "steal_partial=off", "C[4] p0 | p2 S[]", []string{"A attack B.S 4", "= A p0", "= B p2", "= event destroyed n=0 why=poor"}},
		{"N24", "", "C[4] | B^[]", []string{"!hideout_covered A attack B.HQ 4"}},
		{"N25", "", "C[4] | HQ[2]", []string{"!hideout_guarded A attack B.HQ 4"}},
		{"N26, N27", "", "S[3] C[3] | HQ[2] p4", []string{
			"A attack B.guards 3", "= A S[3*] C[3] HQ[]", "= B HQ[]",
			"A attack B.HQ 3", "= alive AC", "= A t1", "= A p3", "= event trophy seat=A other=B n=1", "= event eliminated seat=B n=4", "= cause cause_hideout",
		}},
		{"N28", "", "S[2] | HQ[]", []string{"A attack B.HQ 2", "= alive ABC", "= A S[2*] HQ[]", "= event holds seat=A other=B what=hideout"}},
		{"N29", "hideout_assault=one_step", "C[4] K[1] | HQ[2]", []string{"A attack B.HQ 4 1", "= alive AC", "= A C[4*] K[] HQ[]"}},
		{"N30", "", "C[2*,2] | K[]", []string{"!gangster_hidden A attack B.K 2*"}},
		{"N31", "", "C[2] ~[3] | K[]", []string{"!gangster_away A attack B.K ~3"}},
		{"N33", "", "S[3] h:still | B[] h:police", []string{
			"A attack B.B 3", "= phase attack_window", "= wait B", "B play police", "= phase police_window", "= wait A", "A pass",
			"= A S[3*] HQ[]", "= B B[] HQ[]", "= turn A", "= event cancelled seat=B other=A what=attack",
		}},
		{"N34", "", "S[3] h:bribe | B[] h:police | h:still", []string{
			"A attack B.B 3", "B play police", "= wait AC", "A play bribe", "= phase attack_window", "= wait C", "C pass",
			"= B HQ[]", "= A S[3*] HQ[]", "= pile police 1", "= pile bribe 1",
		}},
		{"N36", "", "h:bribe", []string{"!nothing_to_answer A react bribe"}},
		{"N38", "", "S[3] | B[] h:turncoat,still", []string{
			"A attack B.B 3", "B play turncoat A.3 away", "= turn A", "= A S[] HQ[]", "= B B[] HQ[] ~[3*]",
			"= event turncoat why=leaves_battle", "= event attack_off why=no_attackers",
		}},
		{"N39 without front", "", "h:turncoat | HQ[2] ~[1]", []string{"!hideout_protected A react turncoat B.2 away"}},
		{"N39 behind a Speakeasy", "", "h:turncoat | HQ[2] S^[] ~[1]", []string{"!hideout_protected A react turncoat B.2 away"}},
		{"N40", "", "h:turncoat | HQ[2] C^[]", []string{"A react turncoat B.2 HQ", "= A HQ[2*]", "= B C^[] HQ[]"}},
		{"N41", "", "h:drive_by | S[1] p9", []string{"dice 6", "A react drive_by B.S", "= B HQ[]", "= B p9", "= A p3", "= event destroyed why=no_loot n=0", "= turn A"}},
		{"N43", "", "h:drive_by | S[3]", []string{"dice 4", "A react drive_by B.S", "= B S[3] HQ[]", "= event shot n=4 items=2", "= event holds"}},
		{"N44", "", "h:drive_by | K[]", []string{"!hideout_protected A react drive_by B.HQ"}},
		{"N45", "", "h:drive_by,still | K[] h:police", []string{
			"dice 6", "A react drive_by B.K", "= phase drive_by_window", "B play police", "A pass", "= never shot", "= B K[] HQ[]",
			"= pile drive_by 1", "= pile police 1", "= event cancelled what=drive_by",
		}},
		{"N46", "", "C[2,2] | h:police K[]", []string{"B react police A.C", "= A C[2*,2*] HQ[]", "= event raid seat=B other=A n=2", "!no_attackers A attack B.K 2*"}},
		{"N48", "", "h:poker p5 | p5 | p0", []string{"dice 5 4 6 3", "A react poker s2", "= A p7", "= B p3", "= event pot seat=A n=4 why=host"}},
		{"N49", "", "h:poker p3 | p3 | p1", []string{"dice 2 4 6 3 5 4", "A react poker s3", "= A p0", "= B p3", "= C p3", "= event pot_bank n=1 why=shared"}},
		{"N51", "", "h:poker p5 | p0 | p0", []string{"!poker_not_possible A react poker s1"}},
		{"N52", "", "p3 | p17 h:poker | p3 | p3", []string{
			"dice 6 5 1 2 3 1 2 4", "= bank 34", "B react poker s3", "= B p26", "= cause cause_third", "= marker A", "= tokens 4",
		}},
		{"N56 not yet", "", "p30 | p3 | p3 | p3", []string{"A end", "= turn B"}},
		{"N56", "", "p31 h:still,still,still,still,still,still | p3 | p3 | p3", []string{"A end", "= over money A"}},
		{"N56 Peace", "money_win=off", "p31 h:still,still,still,still,still,still | p3 | p3 | p3", []string{"A end", "= turn B"}},
		{"N58", "", "S[3] C[3] | HQ[] | HQ[] | HQ[]", []string{"A attack B.HQ 3", "= playing", "A attack C.HQ 3", "= over conquest A"}},
		{"N59", "", "S[3] | t1 | HQ[] |", []string{"A attack C.HQ 3", "= playing", "= A t1", "= cause cause_hideout", "= tokens 4"}},
		{"N60", "", "t1 p7 C[2*] K[] HQ[3] ~[1]", []string{"= A points 28"}},
		{"N63", "", "C[] K[]", []string{"A relocate C", "= A C^[] K[] HQ[]", "!already_relocated A relocate K"}},
		{"N65", "teams=2", "C[4] | | K[] |", []string{"!bad_target A attack C.K 4"}},
		{"N67 roll 1", "bosses=on", "boss=triggerman h:drive_by | K[]", []string{"dice 1", "A react drive_by B.K", "= B K[] HQ[]", "= event shot n=1 items=0 why="}},
		{"N67 roll 4", "bosses=on", "boss=triggerman h:drive_by | S[3]", []string{"dice 4", "A react drive_by B.S", "= B S[] HQ[]", "= event shot n=4 items=3 why=triggerman"}},
		{"N68", "bosses=on", "boss=fox p5 h:still,still", []string{"A end", "= A p3", "= A hand 6", "= event drew n=4 items=2"}},
	})
}

// N53 and N55: when the tokens go.
func TestCountdown(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, options string
		tokens        []int8 // left after each of the turns that follow the one of B in which it starts
	}{
		{"N53", "draw_rule=choose", []int8{4, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0}},
		{"N55", "draw_rule=choose countdown_unit=turn", []int8{3, 2, 1, 0}},
		{"R12.2 two tokens", "draw_rule=choose tokens=2", []int8{2, 2, 2, 1, 1, 1, 1, 0}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tab := newTable(t, tt.options+" money_win=off", "p3 | p17 | p3 | p3")
			tab.line("A end k0")
			tab.line("= turn B")
			tab.line("= cause cause_third")
			tab.line("B end k0")
			if got := tab.s.Countdown.Tokens; got != tab.s.Rules.Tokens {
				t.Fatalf("%d tokens after the turn in which it started", got)
			}
			for i, want := range tt.tokens {
				tab.apply(games.Reply(tab.s.Active, tab.s.id(), End, "k0"))
				if got := tab.s.Countdown.Tokens; got != want {
					t.Errorf("%d tokens after turn %d, want %d", got, i+1, want)
				}
			}
			tab.line("= over countdown_over B")
		})
	}
}

// N61 and the other ties of R10.3, scored at the end of A's turn.
func TestTies(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, options, position, winners string }{
		{"N61", "", "t1 p10 HQ[] C[4] | p6 C[4] HQ[3] S[3] K[] ~[1,1,1,1] | p0", "A"},
		{"R10.3 more points", "", "p3 HQ[1] | p4 HQ[1] | p0", "B"},
		{"R10.3 more gangsters", "", "p0 HQ[1,1] | p0 HQ[2] | p0", "A"},
		{"R10.3 larger purse", "", "p2 HQ[1] | p1 HQ[2] | p0", "A"},
		{"R10.3 shared", "", "p2 HQ[1] | p2 HQ[1] | p0", "AB"},
		{"R12.3.5 team sum", "teams=2", "p1 | p3 | p1 | p0 | p2", "ACE"},
		{"R12.3.5 per seat", "teams=2 team_score=per_seat", "p1 | p3 | p1 | p0 | p2", "BD"},
		{"R12.3.5 team purses", "teams=2", "p2 HQ[1] | p1 HQ[2] | p0 | p0", "AC"},
		{"R12.3 three teams share", "teams=3", "p2 | p1 | p2 | p0 | p0 | p0", "ACDF"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tab := newTable(t, tt.options, tt.position)
			st := &step{state: tab.s}
			st.score()
			if got := seatLetters(st.End.Winners); got != tt.winners {
				t.Errorf("%s win, want %s: %+v", got, tt.winners, st.tallies())
			}
			if o := st.Outcome(); o.Why != WhyCountdown || o.Points[0] != st.points(0).Total {
				t.Errorf("the outcome is %+v", o)
			}
		})
	}
}
