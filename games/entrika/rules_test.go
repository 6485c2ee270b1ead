package entrika

import "testing"

// Interactions that no worked case names, each by the rule that settles it.

func TestInteractions(t *testing.T) {
	const avukat, gazeteci = "defence_type=avukat", "exchange_type=gazeteci"
	run(t, []script{
		// Challenges.
		{"R5.1 the same side may challenge, R5.2 once", Plus, "", "A[subay,x] L, B[x,x] U, C[x,x] L, D[x,x]", []string{
			"A tax", "C challenge", "!too_late B@-1 challenge", "A concede", "A subay", "= turn B"}},
		{"R5.4 a true claim may be conceded", Base, "", "A[subay,x] g3, B[x,x], C[x,x]", []string{
			"A assassinate B", "C challenge", "A concede", "= event held what=subay end=true", "= A g3", "A subay", "= B down 2"}},
		{"R5.6 the steps in order", Base, "", "A[is_adami,x], B[x,x], C[x,x]", []string{
			"A tax", "B challenge", "A show", "= event proved", "= A g2", "B@0 c0", "= A g5"}},
		{"R5.8.1 holding İş Adamı he can only concede, and may lose another card", Plus, "", "A[is_adami,subay] g0, B[x,x], C[x,x], pool 4", []string{
			"A embezzle", "B challenge", "!card_not_available A show", "A concede", "= never proved", "A subay", "= A[is_adami|subay]", "= pool 4", "= A g0"}},
		{"R5.8.1 a face-up İş Adamı does not count", Plus, "", "A[subay|is_adami] g0, B[burokrat,x], C[x,x], pool 4", []string{
			"A embezzle", "B challenge", "A show", "= event proved n=1 items=subay", "B burokrat", "= A g4", "= pool 0"}},
		{"R5.8.3 conceding without holding it", Plus, "", "A[subay,aktivist] g0, B[x,x], C[x,x], pool 4", []string{
			"A embezzle", "B challenge", "A concede", "= event held what=no_is_adami", "A subay", "= pool 4", "= A g0"}},
		{"R5.8.4 gold moves after the challenge", Plus, "", "A[subay,aktivist] g0, B[x,x], C[x,x], pool 4", []string{
			"A embezzle", "= pool 4", "B challenge", "= pool 4", "A show", "= pool 4", "B@0 c0", "= pool 0", "= A g4"}},
		{"R5.9 the last card of a challenger", Base, "", "A[is_adami,x], B[subay|burokrat] g4, C[x,x]", []string{
			"A tax", "B challenge", "A show", "= event eliminated seat=B n=4", "= event treasury seat=B n=4", "= A g5", "= turn C"}},
		{"R5.9 the last card of an active claimant, after his refund", Base, "", "A[burokrat|subay] g3, B[x,x], C[x,x]", []string{
			"A assassinate B", "C challenge", "A concede", "= event eliminated seat=A n=3", "= A g0", "= alive BC", "= turn B"}},

		// Blocks.
		{"R6.6 the target may block after another's challenge failed", Base, "", "A[subay,x] g3, B[aktivist,x], C[burokrat,x]", []string{
			"A assassinate B", "C challenge", "A show", "C burokrat", "= phase block_window", "= wait B", "B block", "= event block why=after_challenge rule=R6.6",
			"* pass", "= B down 2", "= A g0"}},
		{"R3.5 every window in a row", Base, "", "A[subay,politikaci] g3, B[burokrat,is_adami], C[burokrat,x]", []string{
			"A assassinate B", "C challenge", "A show", "C burokrat", "B block", "A challenge", "B concede", "B burokrat",
			"= event block_void why=no_second_block", "= alive AC", "= event lost why=second_loss", "= A g0", "= turn C"}},
		{"R5.7.2 a third party catches the block and the effect follows", Base, "", "A[burokrat,x] g0, B[subay,x] g2, C[x,x]", []string{
			"A steal B", "B block burokrat", "C challenge", "A concede", "A burokrat", "= B g2", "= turn B"}},
		{"R6.1 a proved block costs its challenger and the price", Base, "", "A[subay,politikaci] g3, B[aktivist,x], C[x,x]", []string{
			"A assassinate B", "B block", "C pass", "A challenge", "B show", "A politikaci", "= event blocked n=3 why=burnt", "= A g0", "= B down 2"}},
		{"R11.4 only the first block counts", Base, "", "A[x,x], B[subay,burokrat], C[is_adami,x], D[x,x]", []string{
			"A foreign_aid", "B block", "!too_late C@-1 block", "D challenge", "B concede", "B subay", "= A g4", "= turn B"}},
		{"R4.13 Politikacı cannot block while Gazeteci is in play", Plus, gazeteci, "A[burokrat,x] g0, B[burokrat,x], C[x,x]", []string{
			"A steal B", "!character_not_in_game B block politikaci", "!wrong_block_character B block gazeteci", "!bad_choice B block burokrat", "B block"}},
		{"R5.5 one of two characters must be named", Base, "", "A[burokrat,x], B[x,x], C[x,x]", []string{
			"A steal B", "!bad_choice B block", "!wrong_block_character B block aktivist", "!character_not_in_game B block gazeteci", "B block politikaci"}},
		{"R1.2 Avukat blocks Baskı instead of Aktivist", Plus, avukat, "A[subay,x] g3 L, B[avukat,x] U, C[x,x]", []string{
			"A assassinate B", "!character_not_in_game B block aktivist", "B block", "C pass", "* pass", "= B down 2"}},

		// Two losses, and targets who are gone.
		{"R6.4 the same target loses to the challenge and to Baskı, choosing twice", Base, "", "A[subay,x] g3, B[burokrat,politikaci], C[x,x]", []string{
			"A assassinate B", "B challenge", "A show", "B politikaci", "B block", "* pass", "= B[burokrat|politikaci]", "= event blocked"}},
		{"R6.5.1 no block window for a target who is out", Base, "combined_window=off", "A[burokrat,x] g0, B[subay|x] g5, C[x,x]", []string{
			"A steal B", "B challenge", "A show", "= event no_block other=B why=target_gone", "= turn C"}},
		{"R6.5.3 Yolsuzluk takes its part of what he leaves", Base, "", "A[burokrat,x] g0, B[subay|x] g5, C[x,x]", []string{
			"A steal B", "B challenge", "A show", "= event stolen n=2 rule=R6.5.3", "= A g2", "= event treasury n=3", "= B g0", "= bank -4"}},
		{"R6.5.3 and what remains is the estate", Plus, avukat, "A[burokrat,x] g0 L, B[subay|x] g5 U, C[x,x] U", []string{
			"A steal B", "B challenge", "A show", "= A g2", "= event estate n=3", "C kayyum", "A pass", "A pass", "= C g5"}},
		{"R6.5.4 Manipülasyon has no effect", Plus, gazeteci, "A[gazeteci,x] L, B[subay|x] U, C[x,x] L", []string{
			"A manipulate B", "B challenge", "A show", "= event fizzled what=manipulate n=0", "= never manip_seen", "= turn C"}},
		{"R6.7 the game ends in the middle of a challenge", Base, "", "A[subay,x] g3, B[burokrat|x] g4, C[|x,x]", []string{
			"A assassinate B", "B challenge", "A show", "= over A", "= no fizzled", "= B g4"}},
		{"R6.7 a caught block ends it before the effect", Base, "", "A[subay,x] g3, B[burokrat|x], C[|x,x]", []string{
			"A assassinate B", "B block", "A challenge", "B concede", "= over A", "= no struck"}},
		{"R6.2 the last card is turned up without a question", Base, "", "A[x,x] g7, B[subay|burokrat], C[x,x]", []string{"A coup B", "= event lost what=subay n=0", "= turn C"}},
		{"R6.2 a face-up card cannot be chosen", Base, "", "A[x,x] g7, B[subay,burokrat], C[x,x]", []string{"A coup B", "!card_not_available B c2", "!card_not_available B subay2", "!bad_choice B c0 c1"}},
		{"R3.1 the turn passes over those who are out", Base, "", "A[x,x], B[|x,x], C[|x,x], D[x,x]", []string{"A income", "= turn D", "D income", "= turn A"}},

		// Ideology.
		{"R7.2 the same side cannot block Uluslararası Destek", Plus, "", "A[x,x] L, B[x,x] U, C[x,x] L", []string{
			"A foreign_aid", "= wait B", "!not_block_eligible C block", "B pass", "= A g4"}},
		{"R7.2 the target of an action may block whatever his side has become", Plus, "", "A[subay,x] g3 L, B[x,x] L, C[x,x] L", []string{
			"A assassinate B", "B block", "C pass", "* pass", "= event blocked"}},
		{"R7.3 the restriction comes back with a second side", Plus, "", "A[x,x] L, B[x,x] g7 L, C[x,x] L", []string{
			"A convert_other C", "!target_same_ideology B coup A", "B coup C"}},
		{"R7.3 it is off when the last of the other side is out", Plus, "", "A[x,x] g7 L, B[subay|x] U, C[x,x] g7 L", []string{"A coup B", "C coup A", "= wait A"}},
		{"R7.3 and a side of the eliminated does not count", Plus, "", "A[x,x] g7 L, B[|x,x] U, C[x,x] L", []string{"A coup C"}},
		{"R4.5 either side may be converted", Plus, "", "A[x,x] L, B[x,x] U, C[x,x] L", []string{
			"!target_self A convert_other A", "A convert_other B", "= side B liberal", "= pool 2"}},
		{"R4.9 nobody to take from", Plus, "", "A[x,x] L, B[x,x] g0 U, C[x,x] L", []string{
			"!target_has_no_gold A steal", "!target_has_no_gold A steal B", "!target_has_no_gold A steal C"}},
		{"R4.9 with allow_empty_steal", Base, "allow_empty_steal=on", "A[burokrat,x], B[x,x] g0, C[x,x]", []string{"A steal B", "* pass", "= A g2", "= event stolen n=0", "= turn B"}},

		// Windows.
		{"R11.3 an early block is cleared by a challenge and asked for anew", Base, "", "A[subay,x] g3, B[aktivist,x], C[burokrat,x], D[x,x]", []string{
			"A assassinate B", "B block", "= wait CD", "= phase claim_window", "= never block", "C challenge", "= event intent_cleared to=B what=aktivist why=intent_cleared",
			"A show", "C burokrat", "= phase block_window", "= wait B", "B pass", "= phase lose", "= wait B"}},
		{"R11.3 an early block is told when all have answered", Base, "", "A[subay,x] g3, B[aktivist,x], C[x,x], D[x,x]", []string{
			"A assassinate B", "B block", "C pass", "= never block", "D pass", "= event answers_shown n=1", "= event block seat=B", "= wait ACD"}},
		{"R11.3 and at the deadline", Base, "", "A[subay,x] g3, B[aktivist,x], C[x,x]", []string{"A assassinate B", "B block", "timeout", "= event block seat=B", "= phase block_claim_window"}},
		{"R11.3 without combined windows a block is refused in the first one", Base, "combined_window=off", "A[subay,x] g3, B[aktivist,x], C[x,x]", []string{
			"A assassinate B", "!wrong_phase B block", "* pass", "= phase block_window", "!wrong_phase B challenge", "B block", "= phase block_claim_window"}},
		{"R11.5 a pass becomes a challenge", Base, "", "A[is_adami,x], B[x,x], C[x,x]", []string{"A tax", "B pass", "= wait C", "B challenge", "= phase proof"}},
		{"R11.5 a pass becomes a block, and the other way", Base, "", "A[subay,x] g3, B[aktivist,x], C[x,x], D[x,x]", []string{
			"A assassinate B", "B pass", "B block", "B pass", "C pass", "D pass", "= never block", "= phase lose"}},
		{"R11.5 a pass becomes a block of Uluslararası Destek", Base, "", "A[x,x], B[x,x], C[x,x]", []string{"A foreign_aid", "B pass", "B block", "= phase block_claim_window"}},
		{"R11.2 a last pass closes the window", Base, "", "A[x,x], B[x,x], C[x,x]", []string{
			"A tax", "B pass", "C pass", "!too_late B@-1 challenge", "!stale_prompt C@-1 challenge", "B income", "!stale_prompt C@-2 challenge"}},
		{"auto_prove shows what is held", Base, "auto_prove=on", "A[is_adami,x], B[subay,x], C[x,x]", []string{"A tax", "B challenge", "= event proved", "= phase lose", "= wait B"}},
		{"auto_prove concedes otherwise", Base, "auto_prove=on", "A[burokrat,x], B[subay,x], C[x,x]", []string{"A tax", "B challenge", "= event conceded", "= wait A"}},
		{"auto_prove and Kara Para", Plus, "auto_prove=on", "A[is_adami,x], B[x,x], C[x,x], pool 3", []string{"A embezzle", "B challenge", "= event conceded", "= wait A"}},
		{"R8.5 auto_prove in Kayyum: the next challenge follows by itself", Plus, avukat + " auto_prove=on", "A[x,x] g7 L, B[avukat,x] g0 L, C[subay,burokrat] g0 L, D[x|x] g6 U", []string{
			"A coup D", "A pass", "B kayyum", "C kayyum", "A B C", "= event proved seat=B", "= phase lose", "= wait A", "A c1", "= event conceded seat=C", "= phase lose", "= wait C"}},
		{"R8.1 after R6.5.3: Yolsuzluk has taken all, and there is no estate", Plus, avukat, "A[burokrat,x] L, B[subay|x] g2 U, C[x,x] L, D[x,x] U", []string{
			"A steal B", "B challenge", "A show", "= event eliminated seat=B", "= A g4", "= no estate", "= turn C"}},

		// Exchange and Manipülasyon.
		{"R4.10 two of four", Base, "", "A[politikaci,politikaci], B[x,x], C[x,x], deck subay subay", []string{
			"A exchange", "* pass", "!wrong_card_count A politikaci", "A subay subay", "= A[subay,subay]", "= event exchange_kept end=true items=subay,subay"}},
		{"R4.11.1 both choose, R4.11.3 any distribution", Plus, gazeteci + " manip_pick=target", "A[gazeteci,burokrat] L, B[subay,aktivist] U, C[x,x] L, deck is_adami", []string{
			"A manipulate B", "* pass", "A gazeteci", "= phase manip_pick", "= wait B", "B subay", "= event manip_seen to=A items=gazeteci,subay,is_adami",
			"!bad_distribution A subay c1", "!bad_distribution A subay gazeteci is_adami", "!card_not_available A c3", "A gazeteci subay",
			"= A[gazeteci,burokrat]", "= B[subay,aktivist]", "= event manip_told end=true items=gazeteci,subay,is_adami", "= turn B"}},
		{"R4.11.1 with one supporter each nothing is chosen", Plus, gazeteci, "A[burokrat|x] L, B[subay|x] U, C[x,x] L, deck is_adami", []string{
			"A manipulate B", "* pass", "= phase manipulate", "A is_adami burokrat", "= A[is_adami|gazeteci]", "= B down 1", "= event manip_taken to=B what=subay items=burokrat"}},

		// Kayyum.
		{"R8.1 the eliminated active player leaves an estate too, refund included", Plus, avukat, "A[burokrat|x] g3 L, B[x,x] U, C[x,x] L, D[x,x] U", []string{
			"A assassinate B", "C challenge", "A concede", "= event estate seat=A n=3", "= wait BCD", "D kayyum", "B pass", "C pass", "B pass", "C pass", "= D g5", "= turn B"}},
		{"R8.3 answers can be changed until all have answered", Plus, avukat, "A[x,x] g7 L, B[x,x] U, C[x,x] L, D[x|x] g4 U", []string{
			"A coup D", "A kayyum", "= wait BC", "= never kayyum", "A pass", "B pass", "C kayyum", "= event kayyum seat=C", "= event answers_shown n=1", "= wait AB", "* pass", "= C g6"}},
		{"R8.4 several claims by one challenger, claimants included", Plus, avukat, "A[avukat,x] g7 L, B[subay,burokrat] g0 L, C[subay,burokrat] g0 L, D[x|x] g6 U", []string{
			"A coup D", "* kayyum", "= wait ABC", "!cannot_challenge_self A A", "!bad_choice A D", "A B C", "!too_late B C", "!bad_choice B A", "B A pass",
			"= phase proof", "= wait B", "B concede", "B subay", "= wait C", "C concede", "C subay", "= wait A", "A show", "= event share seat=A n=6", "= alive AC", "= A g6"}},
		{"R8.4 a later challenge by one who has challenged already", Plus, avukat, "A[avukat,x] g7 L, B[subay,burokrat] g0 L, C[subay,burokrat] g0 L, D[x|x] g6 U", []string{
			"A coup D", "A pass", "B kayyum", "C kayyum", "A B pass", "= wait BC", "A C", "= phase proof"}},
		{"R8.5 a challenge by one who is out meanwhile is void, R8.7 his estate comes after", Plus, avukat,
			"A[x,x] g7 L, B[subay|x] g4 L, C[x,x] g0 L, D[burokrat,x] g0 L, E[x|x] g6 U", []string{
				"A coup E", "A pass", "B kayyum", "C pass", "D kayyum", "C B pass", "B D", "= phase proof", "= wait B", "B concede",
				"= event eliminated seat=B n=4", "= event challenge_void seat=B other=D why=challenger_gone rule=R8.5", "= D g6", "= event estate seat=B n=4", "= wait ACD",
				"* pass", "= event treasury seat=B n=4", "= turn C"}},
		{"R8.5 a claimant who is eliminated as a challenger loses his claim", Plus, avukat,
			"A[x,x] g7 L, B[avukat,x] g0 L, C[avukat|x] g0 L, D[x|x] g6 U", []string{
				"A coup D", "A pass", "B kayyum", "C kayyum", "C B", "A pass", "B pass", "B show", "= event eliminated seat=C", "= event share seat=B n=6", "= B g6", "= turn B"}},
		{"R8.6 all claims lost", Plus, avukat, "A[x,x] g7 L, B[subay,x] g0 L, C[x,x] g0 L, D[x|x] g6 U", []string{
			"A coup D", "A pass", "B kayyum", "C pass", "A B", "B concede", "B subay", "= event treasury n=6 why=no_claim_left", "= B g0"}},
		{"R8.6 the remainder goes to the pool", Plus, avukat, "A[x,x] g7 L, B[x,x] g0 L, C[x,x] g0 L, D[x|x] g5 U", []string{
			"A coup D", "* kayyum", "* pass", "= A g1", "= B g1", "= C g1", "= pool 2", "= event remainder n=2"}},
		{"R8.6 less gold than claims", Plus, avukat, "A[x,x] g7 L, B[x,x] g0 L, C[x,x] g0 L, D[x|x] g2 U", []string{
			"A coup D", "* kayyum", "* pass", "= A g0", "= pool 2"}},
		{"R8.2 two estates in the order of elimination", Plus, avukat, "A[subay,x] g3 L, B[burokrat|x] g4 U, C[burokrat|x] g1 L, D[x,x] U", []string{
			"A assassinate B", "C challenge", "A show", "= event eliminated seat=C", "B pass", "= event eliminated seat=B", "= event estate seat=C n=1", "* pass",
			"= event estate seat=B n=4", "* pass", "= event treasury seat=B", "= turn D"}},
		{"R6.7 Kayyum is dropped with the end", Plus, avukat, "A[avukat|x] g7 L, B[subay|x] g3 L, C[x|x] g6 U", []string{
			"A coup C", "A kayyum", "B pass", "B A", "A show", "= over A", "= A g0"}},
	})
}
