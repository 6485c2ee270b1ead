package noir

import (
	"testing"
)

// What no worked case names, each by the number of its rule.

func TestTurnRules(t *testing.T) {
	t.Parallel()
	run(t, []script{
		{"R3.4 hidden until the own next turn", "draw_rule=choose", "C[2] | K[] | K[]", []string{
			"A attack B.K 2", "= A C[2*] HQ[]", "A end k0", "B end k0", "= A C[2*] HQ[]", "C end k0", "= A C[2] HQ[]", "= event unhidden seat=A n=1",
		}},
		{"R3.4 hidden ones do not move", "", "C[2*] HQ[]", []string{"!gangster_hidden A move 2*:HQ"}},
		{"R3.4 hidden ones defend", "", "C[3] | B[2*] p5", []string{"A attack B.B 3", "= B B[] HQ[]", "= event holds"}},
		{"R3.4 hidden_defend=off", "hidden_defend=off", "C[3] | B[2*] p5", []string{"A attack B.B 3", "= B HQ[] ~[2*]", "= A C[3*] HQ[]", "= event scattered seat=B n=1"}},
		{"R4.1 the first round", "", "round=1 HQ[2] K[] h:still", []string{
			"!first_round_limit A move 2:K", "!first_round_limit A relocate K", "!first_round_limit A discard still", "A open still", "A end", "= turn B",
		}},
		{"R4.2 no going back", "", "C[2] S[] h:still,still | K[]", []string{
			"A open still", "!wrong_phase A move 2:S", "!wrong_phase A attack B.K 2", "A open still", "A relocate C", "!wrong_phase A open still",
		}},
		{"R4.4 moves", "", "C[2,1] HQ[1] ~[3]", []string{
			"A move 2:HQ ~3:C", "= A C[1,3] HQ[2,1]", "= step attack", "= event moved n=2 items=gangster2,hideout,gangster3,casino",
		}},
		{"R4.4 a gangster is exchanged within capacity", "", "C[4] ~[4]", []string{"!no_room A move ~4:C", "A move 4:away ~4:C", "= A C[4] HQ[] ~[4]"}},
		{"R4.4 only away ones are discarded", "", "C[2] ~[3]", []string{
			"!bad_choice A move 2:dismiss", "A move ~3:dismiss", "= A C[2] HQ[]", "= pile gangster3 1", "= event dismissed n=1 items=gangster3",
		}},
		{"R4.4 a hidden one who is away is discarded, too", "", "h:turncoat C[] | ~[4]", []string{
			"A react turncoat B.~4 away", "!gangster_hidden A move ~4*:C", "A move ~4*:dismiss", "= A C[] HQ[]", "= pile gangster4 1", "= event dismissed seat=A n=1 items=gangster4",
		}},
		{"R4.4 no hidden one who is hosted", "", "C[2*]", []string{"!gangster_hidden A move 2*:dismiss"}},
		{"R4.4 nobody to move", "", "HQ[]", []string{"!nothing_to_move A move"}},
		{"R4.5 each gangster once a turn", "", "C[4] | K[] K[]", []string{"A attack B.K 4", "!no_attackers A attack B.K 4*"}},
		{"R4.6 money", "", "p2 h:casino,gangster3", []string{"!not_enough_money A open casino", "A open gangster3", "= A p0", "= A HQ[3]"}},
		{"R4.6 not in hand", "", "h:still", []string{"!not_your_card A open casino", "!not_your_card A open still still"}},
		{"R4.7 a business opened before hosts him", "", "h:bootlegger,gangster2", []string{"A open bootlegger gangster2:p0", "= A B[2] HQ[]", "= A p1"}},
		{"R4.7 no rival's structure", "", "h:gangster1 | C[]", []string{"!bad_target A open gangster1:B.C"}},
		{"R14.6 without a place", "", "p9 C[] S[2] h:gangster4,gangster3,gangster1,gangster1", []string{"A open gangster4 gangster3 gangster1 gangster1", "= A C[4] S[2,1] HQ[3] ~[1]"}},
		{"R4.8 out again", "", "K^[]", []string{"A relocate out", "= A K[] HQ[]", "= event relocated what="}},
		{"R4.8 nothing to stand behind", "", "HQ[]", []string{"!nothing_to_relocate A relocate out"}},
		{"R4.9 not his cards", "", "h:still", []string{"!bad_choice A discard", "A discard still", "= pile still 1", "= step end", "!wrong_phase A open still"}},
		{"R4.10 no free card without money for more", "", "p0 h:still", []string{"A end", "= A hand 2", "= A p0"}},
		{"R4.10 a full hand", "", "p9 h:still,still,still,still,still,still", []string{"A end", "= A p9", "= no drew"}},
		{"R14.3 the turn's time is over", "", "C[2] p9 h:still | K[]", []string{"timeout", "= turn B", "= A hand 6", "= A p5", "= event timed_out seat=A what=turn"}},
		{"R14.3 one card is free", "draw_rule=choose", "p9 h:still", []string{"timeout", "= A hand 2", "= A p9"}},
		{"R14.3 the clock stands still", "", "C[2] | K[] h:still", []string{"A attack B.K 2", "!window_open A@turn end", "timeout", "= turn A", "= event timed_out seat=B what=attack_window"}},
		{"R8.3 who is out", "", "S[3] | HQ[] h:still", []string{"A attack B.HQ 3", "B pass", "= alive AC", "!eliminated B end"}},
		{"R14.1 stale", "", "C[2] HQ[1]", []string{"A move 1:C", "!stale_prompt A@-1 move", "!stale_prompt A@9 end"}},
		{"R4.2 not his turn", "", "HQ[] |", []string{"!not_your_turn B end"}},
	})
}

func TestAttackRules(t *testing.T) {
	t.Parallel()
	run(t, []script{
		{"R5.1 nothing of his own", "", "C[4] K[]", []string{"!bad_target A attack A.K 4"}},
		{"R5.1 nobody's guards", "", "C[4] | HQ[]", []string{"!bad_target A attack B.guards 4"}},
		{"R5.1 guards behind a front", "", "C[4] | HQ[1] K^[]", []string{"!hideout_covered A attack B.guards 4"}},
		{"R5.1 one step has no guards", "hideout_assault=one_step", "C[4] | HQ[1]", []string{"!bad_target A attack B.guards 4"}},
		{"R5.1 hidden guards do not guard", "hidden_defend=off", "C[4] | HQ[2*]", []string{"!bad_target A attack B.guards 4", "A attack B.HQ 4", "= alive AC"}},
		{"R4.5 nobody", "", "C[4] | K[]", []string{"!no_attackers A attack B.K"}},
		{"R4.5 all", "", "C[3,1] HQ[2] | S[] p9", []string{"A attack B.S all", "= A C[3*,1*] HQ[2*]", "= A p6"}},
		{"R5.3 too weak", "attack_needs_win=on", "C[2,1] | B[1]", []string{"!attack_too_weak A attack B.B 2", "A attack B.B 2 1", "= B HQ[]"}},
		{"R5.3 too weak with all", "attack_needs_win=on", "C[2] | B[1] | K[]", []string{"!attack_too_weak A attack B.B 2", "A attack C.K 2"}},
		{"R5.4 both sides", "", "C[2] HQ[2] | C[3]", []string{"A attack B.C 2 2", "= A C[] HQ[2*]", "= B C[] HQ[]"}},
		{"R5.5 the longest on the table first", "", "C[2] HQ[2] | K[1] C[2,2]", []string{
			"A attack B.C 2 2", "= B K[1] C[] HQ[]", "= A C[] HQ[]", "= never destroyed",
		}},
		{"R5.5 the remainder is lost", "", "C[3] | C[2,2]", []string{"A attack B.C 3", "= B C[2] HQ[]", "= A C[] HQ[]"}},
		{"R5.7 the hideout stands alone", "", "C[4] | B^[] p9", []string{"A attack B.B 4", "= B HQ[]", "= event uncovered seat=B", "= A p5"}},
		{"R5.8 no money from a hideout", "", "p3 S[3] | p9 HQ[]", []string{"A attack B.HQ 3", "= A p3", "= bank 44"}},
		{"R5.10 the same target again", "", "S[3] C[4] | C[3]", []string{"A attack B.C 3", "= B C[] HQ[]", "A attack B.C 4", "= B HQ[]"}},
		{"R8.2 all to the pile", "", "S[3] | p5 K[1] HQ[] ~[4] h:police,bribe t1", []string{
			"A attack B.HQ 3", "* pass", "= alive AC", "= pile still 1", "= pile gangster1 1", "= pile gangster4 1", "= pile police 1", "= pile bribe 1", "= B p0", "= B t0", "= bank 44",
		}},
		{"R8.2 out of the game", "eliminated_assets=remove", "S[3] | p5 K[1] HQ[] h:police", []string{
			"A attack B.HQ 3", "* pass", "= pile still 0", "= bank 39", "= event eliminated n=5 why=removed items=police",
		}},
		{"R8.3 the countdown starts before the conquest is told", "", "S[3] t1 | HQ[]", []string{"A attack B.HQ 3", "= over conquest A", "= cause cause_hideout"}},
		{"R10.4 the last one", "", "S[3] C[3] | HQ[] | HQ[]", []string{"A attack B.HQ 3", "leave C", "= over last_alive A"}},
		{"R10.4 the last one by an attack", "", "S[3] | HQ[] | HQ[]", []string{"leave C", "= playing", "A attack B.HQ 3", "= A t1", "= over last_alive A"}},
		{"R12.2 money dominance needs the own turn", "", "p3 h:poker | p25 | p3", []string{"dice 6 4 1 2 1 3", "A react poker s1", "= A p5", "= playing"}},
	})
}

func TestWindowRules(t *testing.T) {
	t.Parallel()
	run(t, []script{
		{"R7.7 without a card in hand", "", "C[4] | B[] p5 | h:still", []string{"A attack B.B 4", "= wait C", "C pass", "= B HQ[]"}},
		{"R7.7 nobody has a card", "", "C[4] | B[] p5", []string{"A attack B.B 4", "= turn A", "= B HQ[]"}},
		{"R7.3 only the window's cards", "", "C[4] h:poker | B[] h:poker,drive_by,bribe", []string{
			"A attack B.B 4", "!window_open B play poker", "!window_open B play drive_by", "!nothing_to_answer B play bribe", "!window_open B react poker s1", "!window_open A@react poker s1",
		}},
		{"R7.4 a pass can be taken back while it is open", "", "C[4] | B[] h:police | h:still", []string{"A attack B.B 4", "B pass", "= wait C", "B play police", "= phase police_window"}},
		{"R7.6 the second is too late and keeps his card", "", "C[4] h:still | B[] h:police | h:police", []string{
			"A attack B.B 4", "B play police", "!too_late C@-1 play police", "= C holds police 1",
		}},
		{"R7.6 two reactions at an idle point", "", "K[] h:still | h:police | h:drive_by | K[]", []string{
			"B react police A.K", "!too_late C@-2 drive_by A.K", "= C holds drive_by 1", "C react drive_by D.K",
		}},
		{"R6.2 Police on Police after a Bribe", "", "C[4] h:bribe,bribe | B[] h:police | h:police,still", []string{
			"A attack B.B 4", "B play police", "A play bribe", "C play police", "A play bribe", "C pass", "= B HQ[]", "= pile police 2", "= pile bribe 2",
		}},
		{"R6.2 the second Police holds", "", "C[4] h:bribe | B[] h:police | h:police,still", []string{
			"A attack B.B 4", "B play police", "A play bribe", "C play police", "= turn A", "= A C[4*] HQ[]", "= B B[] HQ[]",
		}},
		{"R6.2 a third bribes", "", "C[4] | B[] h:police | h:bribe", []string{"A attack B.B 4", "B play police", "= wait C", "C play bribe", "= turn A", "= B HQ[]"}},
		{"R6.2 Drive-By is pending again", "", "h:drive_by,bribe,still | K[] h:police,still", []string{
			"dice 6", "A react drive_by B.K", "B play police", "A play bribe", "= phase drive_by_window", "B pass", "= B HQ[]",
		}},
		{"R6.1 the attackers become hidden", "", "C[2] HQ[1] | B[] h:police", []string{"A attack B.B 2 1", "B play police", "= A C[2*] HQ[1*]", "= turn A"}},
		{"R6.1 a third may stop it", "", "C[2] | B[] | h:police", []string{"A attack B.B 2", "C play police", "= B B[] HQ[]"}},
		{"R6.1 a raid is no attack on hideouts", "", "HQ[2] K[] | h:police", []string{"!hideout_protected B react police A.HQ"}},
		{"R6.4 a defender is turned", "", "C[3] h:still | B[2] h:still | h:turncoat,still", []string{
			"A attack B.B 3", "C play turncoat B.2 HQ", "= phase attack_window", "= wait BC", "* pass", "= B HQ[]", "= C HQ[2*]", "= A C[3*] HQ[]",
		}},
		{"R6.4 a turned attacker does not defend", "", "C[3,1] | B[] h:turncoat,still", []string{
			"A attack B.B 3 1", "B play turncoat A.1 B", "= wait B", "B pass", "= B HQ[] ~[1*]", "= A C[3*] HQ[]", "= event scattered seat=B n=1",
		}},
		{"R6.4 with other attackers it goes on", "", "C[3,1] | C[] h:turncoat,still", []string{
			"A attack B.C 3 1", "B play turncoat A.3 C", "B pass", "= B C[3*] HQ[]", "= A C[1*] HQ[]", "= event battle n=1 items=0,4",
		}},
		{"R6.4 away ones can be turned", "", "h:turncoat | ~[4]", []string{"A react turncoat B.~4 away", "= A HQ[] ~[4*]", "= B HQ[]"}},
		{"R6.4 no room", "", "h:turncoat | C[4]", []string{"!no_room A react turncoat B.4 HQ", "A react turncoat B.4 away"}},
		{"R6.4 nobody to turn", "", "h:turncoat | HQ[2]", []string{"!bad_target A react turncoat B.2 away"}},
		{"R6.4 turncoat_casino=owned", "turncoat_casino=owned", "h:turncoat | C[] HQ[2] | HQ[1]", []string{"!hideout_protected A react turncoat C.1 HQ", "A react turncoat B.2 HQ", "= A HQ[2*]"}},
		{"R6.4 turncoat_casino=never", "turncoat_casino=never", "h:turncoat | C^[] HQ[2] ~[1]", []string{"!hideout_protected A react turncoat B.2 HQ"}},
		{"R6.3 no hideout, and the front falls", "", "h:drive_by | B^[] HQ[3]", []string{"dice 6", "A react drive_by B.B", "= B HQ[3]", "= event uncovered seat=B"}},
		{"R6.3 the weakest first, hidden ones too", "", "h:drive_by | C[3,1*]", []string{"dice 2", "A react drive_by B.C", "= B C[3] HQ[]"}},
		{"R6.3 too little is left", "", "h:drive_by | C[1]", []string{"dice 6", "A react drive_by B.C", "= B C[] HQ[]", "= event holds"}},
		{"R6.3 another table", "drive_by_table=pips", "h:drive_by | S[2]", []string{"dice 5", "A react drive_by B.S", "= B HQ[]"}},
		{"R7.2 everybody in everybody's turn", "", "K[] | h:drive_by | h:police", []string{"dice 2", "B react drive_by A.K", "C pass", "= turn A", "= A HQ[]"}},
		{"R7.2 nothing now", "", "h:drive_by | K[]", []string{"A react nothing", "= A holds drive_by 1", "= turn A"}},
		{"R7.2 not his card", "", "h:still | K[]", []string{"!not_your_card A react drive_by B.K"}},
		{"R13 idle_reactions=off", "idle_reactions=off", "h:drive_by K[] | h:drive_by K[]", []string{"!not_your_turn B react drive_by A.K", "dice 2", "A react drive_by B.K", "B pass", "= B HQ[]"}},
		{"R7.2 no rival's business", "", "h:drive_by,police K[]", []string{"!bad_target A react drive_by A.K", "!bad_target A react police A.K"}},
	})
}

func TestPokerRules(t *testing.T) {
	t.Parallel()
	run(t, []script{
		{"R6.5.1 the stake", "", "p1 h:poker | p3 | p3", []string{"!not_enough_money A react poker s2"}},
		{"R6.5.1 no money of his own", "", "p0 h:poker", []string{"!poker_not_possible A react poker s1"}},
		{"R6.5.2 as far as the purse goes", "", "p3 h:poker | p1 | p0", []string{"dice 6 5 1 2", "A react poker s3", "= A p4", "= B p0", "= event pot seat=A n=4 why="}},
		{"R6.5.3 a pair beats a total", "", "p5 h:poker | p5 | p0", []string{"dice 6 5 2 2", "A react poker s1", "= B p6", "= ever rolled seat=B what=pair n=4 items=2,2", "= ever rolled seat=A what=total n=11"}},
		{"R6.5.3 a higher pair", "", "p5 h:poker | p5 | p0", []string{"dice 3 3 5 5", "A react poker s1", "= B p6"}},
		{"R6.5.3 caught cheating", "", "p5 h:poker | p5 | p0", []string{"dice 1 1 1 2", "A react poker s2", "= A p2", "= B p8", "= ever cheat seat=A n=1"}},
		{"R6.5.3 caught with nothing left", "", "p2 h:poker | p5 | p0", []string{"dice 1 1 1 2", "A react poker s2", "= A p0", "= B p7", "= never cheat"}},
		{"R6.5.4 all caught", "", "p5 h:poker | p5 | p0", []string{"dice 1 1 1 1", "A react poker s2", "= A p2", "= B p2", "= bank 46", "= ever pot_bank n=6 why=all_caught"}},
		{"R6.5.5 jackpot", "", "p5 h:poker | p5 | p1", []string{"dice 6 6 1 2 1 3", "A react poker s1", "= A p8", "= B p3", "= C p0", "= ever jackpot seat=A other=B n=1", "= never jackpot other=C"}},
		{"R6.5.5 two jackpots with the host", "", "p5 h:poker | p5 | p5", []string{"dice 6 6 6 6 1 3", "A react poker s1", "= A p9", "= B p3", "= C p3"}},
		{"R6.5.5 two jackpots without him", "", "p5 h:poker | p5 | p5", []string{"dice 1 2 6 6 6 6", "A react poker s1", "= A p4", "= B p5", "= C p5", "= never jackpot"}},
		{"R6.5.2 voluntary", "poker_join=voluntary", "p5 h:poker | p5 | p5", []string{
			"A react poker s2", "= phase poker_window", "= wait BC", "B join", "= B p5", "dice 6 5 1 2", "C out", "= A p7", "= B p3", "= C p5", "= event joined n=1 items=,join,out",
		}},
		{"R6.5.2 a changed mind", "poker_join=voluntary", "p5 h:poker | p5 | p5", []string{"A react poker s2", "B join", "B out", "C out", "= A p6", "= event poker_off seat=A n=1"}},
		{"R6.5.2 silence is out", "poker_join=voluntary", "p5 h:poker | p5 | p5", []string{"A react poker s2", "timeout", "= A p6", "= bank 34", "= pile poker 1"}},
		{"R14.4 the host leaves", "poker_join=voluntary", "p5 | p5 h:poker | p5", []string{"B react poker s2", "C join", "leave B", "= turn A", "= A p5", "= C p5", "= event poker_off why=gone"}},
		{"R12.3.2 team-mates play for money", "teams=2", "p5 h:poker | p0 | p5 | p0", []string{"dice 6 5 1 2", "A react poker s3", "= A p8", "= C p2"}},
		{"R9.1c after Poker Night", "", "p15 h:poker | p5 | p5", []string{"dice 6 5 1 2 1 3", "A react poker s1", "= A p17", "= cause cause_third", "= event countdown seat=A n=4 what=cause_third"}},
		{"R9.1c after the coin for a Poker Night that nobody joins", "poker_join=voluntary", "p16 h:poker | p5 | p5", []string{
			"A react poker s1", "= cause", "timeout", "= A p17", "= cause cause_third", "= marker A",
		}},
	})
}

func TestLeaving(t *testing.T) {
	t.Parallel()
	run(t, []script{
		{"R14.4 in the own turn", "", "p9 K[] h:still,police", []string{"leave A", "= turn B", "= alive BC", "= pile still 2", "= pile police 1", "= cause", "= bank 41"}},
		{"R14.4 no trophy and no countdown", "", "| p9", []string{"leave B", "= turn A", "= cause", "= A t0", "= event eliminated seat=B n=9"}},
		{"R14.4 twice", "", "|||", []string{"leave B", "!eliminated leave B"}},
		{"R14.4 after elimination", "", "S[3] | HQ[] | |", []string{"A attack B.HQ 3", "leave B", "= event left seat=B", "!eliminated leave B"}},
		{"R14.4 the attacker", "", "C[4] | B[] h:still |", []string{"A attack B.B 4", "leave A", "= turn B", "= B B[] HQ[]", "= event attack_off why=gone"}},
		{"R14.4 the victim", "", "C[4] | B[] h:still |", []string{"A attack B.B 4", "leave B", "= turn A", "= A C[4] HQ[]", "= event attack_off why=gone"}},
		{"R14.4 somebody else who was awaited last", "", "C[4] | B[] p9 | h:still |", []string{"A attack B.B 4", "leave C", "= turn A", "= B HQ[]"}},
		{"R14.4 a Drive-By goes on in the turn of one who has left", "", "h:still | h:drive_by K[] | K[] h:police", []string{
			"dice 6", "B react drive_by C.K", "leave A", "= wait C", "C pass", "= turn B", "= C HQ[]",
		}},
		{"R14.4 the author of a Drive-By", "", "K[] | h:drive_by | h:still |", []string{"B react drive_by A.K", "leave B", "= turn A", "= A K[] HQ[]", "= event drive_by_off why=gone"}},
		{"R14.4 a played Police stays in force", "", "C[4] h:still | B[] | h:police | h:still", []string{"A attack B.B 4", "C play police", "leave C", "= phase police_window", "* pass", "= A C[4*] HQ[]", "= B B[] HQ[]"}},
		{"R10.4 by leaving", "", "||", []string{"leave C", "leave A", "= over last_alive B"}},
		{"R12.3.4 the last team", "teams=2", "| | |", []string{"leave B", "= playing", "leave D", "= over last_alive AC"}},
		{"R12.3 who has left does not win with his team", "teams=2", "| | |", []string{"leave C", "leave B", "leave D", "= over last_alive A"}},
		{"R12.3 who was eliminated wins with his team", "teams=2 draw_rule=choose", "p27 C[] | S[3] | HQ[] |", []string{
			"A end k0", "B attack C.HQ 3", "= alive ABD", "B end k0", "D end k0", "= A p34", "A end k0", "= over money AC",
		}},
		{"void", "", "||", []string{"void", "= over void", "!game_over A end"}},
	})
}

// R9.3: the marker passes to the living player before him.
func TestMarker(t *testing.T) {
	t.Parallel()
	run(t, []script{
		{"R9.3 the marker is eliminated", "draw_rule=choose money_win=off", "S[3] | p3 | p3 | p17", []string{
			"A end k0", "B end k0", "C end k0", "= marker D", "D end k0", "= tokens 4",
			"leave D", "= marker C", "= event marker seat=C other=D", "A end k0", "B end k0", "= tokens 4", "C end k0", "= tokens 3",
		}},
		{"R9.3 the player before him is on turn", "draw_rule=choose money_win=off", "p17 | p3 | p3 | p3", []string{
			"A end k0", "B end k0", "C end k0", "D end k0", "A end k0", "= tokens 4", "= marker A",
			"B end k0", "C end k0", "leave A", "= marker D", "= turn D", "D end k0", "= tokens 3",
		}},
		{"R9.3 he leaves in his own turn", "draw_rule=choose money_win=off", "p3 | p17 | p3 | p3", []string{
			"A end k0", "= marker B", "B end k0", "C end k0", "D end k0", "A end k0", "= turn B", "leave B", "= tokens 3", "= marker A", "= turn C",
		}},
		{"R9.3 he leaves in the turn in which it started", "draw_rule=choose money_win=off", "p3 | p17 | p3 | p3", []string{
			"A end k0", "= marker B", "leave B", "= tokens 4", "= marker A", "C end k0", "D end k0", "= tokens 4", "A end k0", "= tokens 3",
		}},
		{"R9.3 he has left in his own turn, and then another leaves", "draw_rule=choose money_win=off", "p3 | p17 | p3 h:drive_by | p3 K[] h:still", []string{
			"A end k0", "= marker B", "B end k0", "C end k0", "D end k0", "A end k0", "= turn B", "= tokens 4",
			"C react drive_by D.K", "= wait D", "leave B", "= marker B", "leave A", "= marker B", "D pass", "= tokens 3", "= marker D", "= turn C",
		}},
		{"R9.3 he has left in his own turn, and then the author of what holds it up", "draw_rule=choose money_win=off", "p3 | p17 | p3 h:drive_by | p3 K[] h:still", []string{
			"A end k0", "B end k0", "C end k0", "D end k0", "A end k0",
			"C react drive_by D.K", "leave B", "leave C", "= event drive_by_off why=gone", "= tokens 3", "= marker A", "= turn D",
		}},
		{"R9.3 another has left in his own turn, and then the marker", "draw_rule=choose money_win=off", "p3 | p21 | p3 | p3 h:drive_by K[] | K[] h:still", []string{
			"A end k0", "= marker B", "B end k0", "= turn C", "D react drive_by E.K", "leave C", "leave B", "= marker A", "E pass", "= tokens 4", "= turn D",
		}},
		{"R9.3 the marker is eliminated by an attack", "draw_rule=choose money_win=off", "p3 | p17 HQ[] | S[3] | p3", []string{
			"A end k0", "= marker B", "B end k0", "C attack B.HQ 3", "= alive ACD", "= cause cause_third", "= marker A", "= event marker seat=A other=B",
			"C end k0", "D end k0", "= tokens 4", "A end k0", "= tokens 3",
		}},
		{"R9.1 once and for good", "draw_rule=choose money_win=off", "S[3] p17 | HQ[] | p17", []string{
			"A attack B.HQ 3", "= cause cause_hideout", "A end k0", "= cause cause_hideout", "= marker A",
		}},
		{"R9.1c in another's turn", "draw_rule=choose money_win=off", "p3 | p14 | p3", []string{"A end k0", "= cause cause_third", "= marker B"}},
		{"R9.1c after a theft", "", "p16 C[4] | p9 B[] |", []string{"A attack B.B 4", "= A p18", "= cause cause_third", "= marker A"}},
		{"R4.12 money wins before the last token goes", "draw_rule=choose tokens=2 countdown_unit=turn poker_join=voluntary", "p3 h:poker | p5 | p23", []string{
			"A react poker s1", "timeout", "= cause cause_third", "A end k0", "B end k0", "= turn C", "= C p26", "= tokens 1", "C end k0", "= over money C", "= tokens 1",
		}},
	})
}
