package entrika

import (
	"testing"

	"kumpas/games"
)

// Leaving (R11.7) in every phase, and time-outs of every prompt.

func TestLeaving(t *testing.T) {
	const avukat, gazeteci = "defence_type=avukat", "exchange_type=gazeteci"
	run(t, []script{
		{"R11.7 cards up, gold to the treasury, R8.8 no Kayyum", Plus, avukat, "A[x,x], B[subay,burokrat] g4, C[x,x]", []string{
			"leave B", "= event left seat=B n=4 items=subay,burokrat", "= B down 0", "= B g0", "= alive AC", "= turn A", "!eliminated leave B", "A income", "= turn C"}},
		{"R11.7 turn: the active player", Base, "", "A[x,x], B[x,x], C[x,x]", []string{"leave A", "= turn B", "= no dropped"}},
		{"R11.7 claim window: the active player, who has paid", Base, "", "A[subay,x] g3, B[x,x], C[x,x]", []string{
			"A assassinate B", "leave A", "= event dropped what=assassinate n=3 why=actor_gone", "= B down 2", "= A g0", "= turn B"}},
		{"R11.7 claim window: a bystander, and it closes", Base, "", "A[x,x], B[x,x], C[x,x]", []string{"A tax", "B pass", "leave C", "= A g5", "= turn B"}},
		{"R11.7 claim window: the target, R6.5", Base, "", "A[subay,x] g3, B[x,x], C[x,x]", []string{
			"A assassinate B", "B block", "leave B", "= phase claim_window", "C pass", "= event fizzled n=3", "= never block", "= A g0", "= turn C"}},
		{"R11.7 claim window: the target of Yolsuzluk, R6.5.3", Base, "", "A[burokrat,x] g0, B[x,x] g5, C[x,x]", []string{
			"A steal B", "leave B", "= event left why=steal_first n=0", "= B g5", "C pass", "= A g2", "= event treasury n=3", "= turn C"}},
		{"R11.7 and when Yolsuzluk is refuted all goes to the treasury, R8.8", Plus, avukat, "A[subay,x] g0 L, B[x,x] g5 U, C[x,x]", []string{
			"A steal B", "leave B", "C challenge", "A concede", "A subay", "= A g0", "= event treasury seat=B n=5", "= never estate"}},
		{"R11.7 block window: the target", Base, "combined_window=off", "A[subay,x] g3, B[x,x], C[x,x]", []string{
			"A assassinate B", "* pass", "leave B", "= event fizzled", "= turn C"}},
		{"R11.7 block window: the active player", Base, "", "A[x,x], B[x,x], C[x,x]", []string{"A foreign_aid", "leave A", "= event dropped what=foreign_aid", "= A g0", "= turn B"}},
		{"R11.7 block window: one of those who may block", Base, "", "A[x,x], B[x,x], C[x,x]", []string{"A foreign_aid", "leave B", "= wait C", "C block"}},
		{"R7.3 block window: the last of the other side, and now others may", Plus, "", "A[x,x] L, B[x,x] U, C[x,x] L, D[x,x] L", []string{
			"A foreign_aid", "= wait B", "leave B", "= phase block_window", "= wait CD", "C pass", "D block", "= phase block_claim_window"}},
		{"R11.7 block claim window: the blocker", Base, "", "A[x,x], B[x,x], C[is_adami,x]", []string{
			"A foreign_aid", "C block", "leave C", "= event block_void why=blocker_gone", "= A g4", "= turn B"}},
		{"R11.7 block claim window: the blocker is the target", Base, "", "A[subay,x] g3, B[aktivist,x], C[x,x]", []string{
			"A assassinate B", "B block", "C pass", "leave B", "= event fizzled", "= A g0", "= turn C"}},
		{"R11.7 block claim window: the active player", Base, "", "A[subay,x] g3, B[aktivist,x], C[x,x]", []string{
			"A assassinate B", "B block", "C pass", "leave A", "= event dropped n=3", "= turn B"}},
		{"R11.7 block claim window: a bystander, and the block holds", Base, "", "A[subay,x] g3, B[aktivist,x], C[x,x], D[x,x]", []string{
			"A assassinate B", "B block", "C pass", "D pass", "A pass", "leave C", "= wait D", "leave D", "= event blocked", "= turn B"}},
		{"R11.7 proof: the challenger, and the claim stands", Base, "", "A[subay,x] g3, B[aktivist,x], C[x,x]", []string{
			"A assassinate B", "C challenge", "leave C", "= event challenge_void seat=C other=A what=subay why=challenger_gone", "= never proved", "= phase block_window", "= wait B"}},
		{"R11.7 proof: the challenger of a block, and it holds", Base, "", "A[x,x], B[is_adami,x], C[x,x]", []string{
			"A foreign_aid", "B block", "C challenge", "leave C", "= event blocked", "= A g2", "= turn B"}},
		{"R11.7 proof: the claimant is the active player", Base, "", "A[subay,x] g3, B[x,x], C[x,x]", []string{
			"A assassinate B", "C challenge", "leave A", "= event dropped", "= C down 2", "= turn B"}},
		{"R11.7 proof: the claimant is the blocker", Base, "", "A[x,x], B[x,x], C[x,x], D[x,x]", []string{
			"A foreign_aid", "C block", "D challenge", "leave C", "= event block_void why=blocker_gone", "= A g4", "= D down 2", "= turn B"}},
		{"R11.7 proof: the active player, while a block of others is in dispute", Base, "", "A[x,x], B[x,x], C[x,x], D[x,x]", []string{
			"A foreign_aid", "C block", "D challenge", "leave A", "= event dropped", "= phase turn", "= turn B"}},
		{"R11.7 proof: a bystander", Base, "", "A[is_adami,x], B[x,x], C[x,x], D[x,x]", []string{"A tax", "B challenge", "leave C", "= phase proof", "A show", "B@0 c0", "= A g5"}},
		{"R11.7 loss: the loser", Base, "", "A[is_adami,x], B[x,x] g4, C[x,x]", []string{"A tax", "B challenge", "A show", "leave B", "= A g5", "= turn C"}},
		{"R11.7 loss: the loser of Entrika", Base, "", "A[x,x] g7, B[x,x], C[x,x]", []string{"A coup B", "leave B", "= A g0", "= turn C"}},
		{"R11.7 loss: the active player before the effect, the loss stays", Base, "", "A[is_adami,x], B[subay,x], C[x,x]", []string{
			"A tax", "B challenge", "A show", "leave A", "= event dropped what=tax", "= phase lose", "= wait B", "B subay", "= B down 1", "= never gold", "= turn B"}},
		{"R11.7 loss: the active player after the effect", Base, "", "A[x,x] g7, B[subay,x], C[x,x]", []string{
			"A coup B", "leave A", "= no dropped", "= wait B", "B subay", "= turn B"}},
		{"R11.7 loss: the active player whose action was refuted", Base, "", "A[burokrat,x] g3, B[x,x], C[x,x]", []string{
			"A assassinate B", "B challenge", "A concede", "leave A", "= event left n=3", "= no dropped", "= turn B"}},
		{"R11.7 loss: the caught blocker, and the effect follows", Base, "", "A[x,x], B[subay,burokrat], C[x,x]", []string{
			"A foreign_aid", "B block", "C challenge", "B concede", "leave B", "= event block_void", "= A g4", "= turn C"}},
		{"R11.7 loss: the active player while the block is void", Base, "", "A[x,x], B[subay,burokrat], C[x,x]", []string{
			"A foreign_aid", "B block", "C challenge", "B concede", "leave A", "= event dropped", "B subay", "= never gold", "= turn B"}},
		{"R11.7 loss: the proved blocker while the challenger chooses", Base, "", "A[subay,x], B[is_adami,x], C[x,x]", []string{
			"A foreign_aid", "B block", "A challenge", "B show", "leave B", "= wait A", "A subay", "= event blocked", "= A g2", "= turn C"}},
		{"R11.7 exchange: the active player, the drawn cards go back", Base, "", "A[politikaci,x], B[x,x], C[x,x]", []string{
			"A exchange", "* pass", "= deck 7", "leave A", "= deck 9", "= event dropped", "= turn B"}},
		{"R11.7 exchange: a bystander", Base, "", "A[politikaci,subay], B[x,x], C[x,x]", []string{"A exchange", "* pass", "leave C", "= phase exchange", "A politikaci subay", "= turn B"}},
		{"R11.7 manipulation: the target, in each of its prompts", Plus, gazeteci, "A[gazeteci,burokrat] L, B[subay,x] U, C[x,x] L", []string{
			"A manipulate B", "* pass", "= phase manip_own", "leave B", "= event fizzled what=manipulate", "= A[gazeteci,burokrat]", "= turn C"}},
		{"R11.7 manipulation: the target who picks", Plus, gazeteci + " manip_pick=target", "A[gazeteci,burokrat] L, B[subay,x] U, C[x,x] L", []string{
			"A manipulate B", "* pass", "A burokrat", "= phase manip_pick", "leave B", "= event fizzled", "= turn C"}},
		{"R11.7 manipulation: the target while the actor looks", Plus, gazeteci, "A[gazeteci,burokrat] L, B[subay,x] U, C[x,x] L", []string{
			"A manipulate B", "* pass", "A burokrat", "= phase manipulate", "leave B", "= event fizzled", "= A[gazeteci,burokrat]", "= deck 9", "= turn C"}},
		{"R11.7 manipulation: the actor while he looks", Plus, gazeteci, "A[gazeteci,burokrat] L, B[subay,aktivist] U, C[x,x] L", []string{
			"A manipulate B", "* pass", "A burokrat", "leave A", "= event dropped", "= B[subay,aktivist]", "= deck 9", "= turn B"}},
		{"R8.3 Kayyum: the last who has not answered", Plus, avukat, "A[x,x] g7 L, B[x,x] g0 L, C[x,x] L, D[x|x] g6 U", []string{
			"A coup D", "A pass", "B kayyum", "leave C", "= event kayyum seat=B", "A pass", "= B g6", "= turn B"}},
		{"R8.8 Kayyum: a claimant, and his gold is no estate", Plus, avukat, "A[x,x] g7 L, B[x,x] g5 L, C[x,x] g0 L, D[x|x] g6 U", []string{
			"A coup D", "A pass", "B kayyum", "C kayyum", "leave B", "A pass", "= C g6", "= no estate", "= turn C"}},
		{"R8.5 Kayyum: the only claimant", Plus, avukat, "A[x,x] g7 L, B[x,x] g0 L, C[x,x] L, D[x|x] g6 U", []string{
			"A coup D", "A pass", "B kayyum", "C pass", "leave B", "= event treasury n=6 why=no_claim_left", "= turn C"}},
		{"R8.5 Kayyum: the challenger before the proof", Plus, avukat, "A[x,x] g7 L, B[x,x] g0 L, C[x,x] L, D[x|x] g6 U", []string{
			"A coup D", "A pass", "B kayyum", "C pass", "C B", "= phase proof", "leave C", "= event challenge_void why=challenger_gone", "= B g6", "= turn B"}},
		{"R8.5 Kayyum: the challenged claimant", Plus, avukat, "A[x,x] g7 L, B[x,x] g0 L, C[x,x] g0 L, D[x|x] g6 U", []string{
			"A coup D", "A pass", "B kayyum", "C kayyum", "A B pass", "B pass", "= phase proof", "leave B", "= C g6"}},
		{"R8.4 Kayyum: a challenger while others may still challenge", Plus, avukat, "A[x,x] g7 L, B[x,x] g0 L, C[x,x] L, D[x|x] g6 U, E[x,x] L", []string{
			"A coup D", "A pass", "B kayyum", "C pass", "E kayyum", "C B pass", "= phase kayyum_challenge", "leave C", "A pass", "* pass",
			"= event challenge_void seat=C other=B why=challenger_gone", "= B g3", "= E g5", "= turn B"}},
		{"R6.5.3 the target of Yolsuzluk, and then the active player", Plus, avukat, "A[burokrat,x] L, B[x|x] g2 U, C[x,x] L, D[x,x] U", []string{
			"A steal B", "leave B", "leave A", "= no estate", "= turn C"}},
		{"R8.2 Kayyum: the active player, and the turn goes to the next", Plus, avukat, "A[x,x] g7 L, B[x,x] g0 L, C[x,x] g0 L, D[x|x] g6 U", []string{
			"A coup D", "B kayyum", "C pass", "leave A", "= phase kayyum_challenge", "C pass", "= B g6", "= turn B"}},
		{"R6.7 leaving ends the game", Base, "", "A[x,x], B[x,x] g3, C[|x,x]", []string{"A tax", "leave A", "= over B", "!game_over leave B", "!game_over B pass", "!game_over timeout", "!game_over void"}},
		{"R6.3 who is out may go without anything happening", Plus, avukat, "A[x,x] g7 L, B[x,x] L, C[x,x] L, D[x|x] g6 U", []string{
			"A coup D", "leave D", "= phase kayyum", "= event left n=0", "!eliminated leave D", "A kayyum", "B pass", "C pass", "* pass", "= A g6"}},
		{"void", Base, "", "A[politikaci,x], B[x,x], C[x,x]", []string{"A exchange", "* pass", "void", "= event over why=void", "= phase over", "!game_over A income"}},
	})
}

// Whoever has looked at the deck's top card knows nothing of the deck afterwards, however the look ends.
func TestR4_11_4_TheDeckIsShuffledAfterALook(t *testing.T) {
	for _, end := range []string{"A burokrat is_adami", "timeout", "leave A", "leave B"} {
		tops := map[character]bool{}
		for seed := range byte(20) {
			tab := newTable(t, Plus, "exchange_type=gazeteci", "A[gazeteci,burokrat] L, B[subay,x] U, C[x,x] L, deck is_adami")
			tab.s.Stream = games.NewStream([32]byte{seed})
			for _, line := range []string{"A manipulate B", "* pass", "A burokrat", "= phase manipulate", end} {
				tab.line(line)
			}
			tops[tab.s.Deck[tab.s.DeckN-1]] = true
		}
		if len(tops) < 2 {
			t.Errorf("%s: the top card is always the same", end)
		}
	}
}

// Nobody has challenged a claim to an estate that nobody has claimed yet (R8.3), also where it is the second one.
func TestR8_3_AnEstateBeginsUnchallenged(t *testing.T) {
	tab := newTable(t, Plus, "defence_type=avukat", "A[x,x] g7 L, B[subay|x] g4 L, C[x,x] g0 L, D[burokrat,x] g0 L, E[x|x] g6 U")
	estates := 0
	for _, line := range []string{"A coup E", "A pass", "B kayyum", "C pass", "D kayyum", "C B pass", "B D", "B concede"} {
		tab.line(line)
		if e := tab.s.View(games.Nobody).(View).Estate; e != nil && tab.s.Phase == phaseKayyum {
			estates |= 1 << e.Seat
			for seat, by := range e.Challengers {
				if by != games.Nobody {
					t.Errorf("%s: the claim of %d is challenged by %d", line, seat, by)
				}
			}
		}
	}
	if estates != 1<<seatNamed("E")|1<<seatNamed("B") {
		t.Errorf("estates %b", estates)
	}
}

func TestTimeouts(t *testing.T) {
	const avukat, gazeteci = "defence_type=avukat", "exchange_type=gazeteci"
	run(t, []script{
		{"R11.6 Yerel Destek", Base, "", "A[x,x] g9, B[x,x], C[x,x]", []string{"timeout", "= event timed_out seat=A what=turn n=1 rule=R11.6", "= event action what=income why=absent", "= A g10", "= turn B"}},
		{"R11.6 Entrika on the richest", Base, "", "A[x,x] g10, B[x,x] g2, C[x,x] g5, D[x,x] g4", []string{"timeout", "= event action what=coup other=C why=absent", "= wait C", "= A g3"}},
		{"R11.6 a tie goes to the nearest clockwise", Base, "", "A[x,x] g10, B[x,x] g2, C[x,x] g5, D[x,x] g5", []string{"timeout", "= wait C"}},
		{"R11.6 only on a legal rival", Plus, "", "A[x,x] g12 L, B[x,x] g2 U, C[x,x] g5 L", []string{"timeout", "= wait B"}},
		{"R11.3 silence in a claim window", Base, "", "A[x,x], B[x,x], C[x,x]", []string{"A tax", "B pass", "timeout", "= event timed_out what=claim_window seat=C n=1", "= A g5"}},
		{"R11.3 silence of several", Base, "", "A[x,x], B[x,x], C[x,x]", []string{"A tax", "timeout", "= event timed_out what=claim_window n=2", "= A g5"}},
		{"R11.3 silence in a block window", Base, "", "A[x,x], B[x,x], C[x,x]", []string{"A foreign_aid", "timeout", "= A g4"}},
		{"R11.3 silence after a block", Base, "", "A[x,x], B[x,x], C[x,x]", []string{"A foreign_aid", "B block", "timeout", "= event blocked", "= A g2"}},
		{"R5.4 a proof that can be given", Base, "", "A[is_adami,x], B[x,x], C[x,x]", []string{"A tax", "B challenge", "timeout", "= event proved", "= wait B"}},
		{"R5.4 a proof that cannot", Base, "", "A[subay,x], B[x,x], C[x,x]", []string{"A tax", "B challenge", "timeout", "= event conceded", "= wait A"}},
		{"R5.8.5 Kara Para, holding İş Adamı", Plus, "", "A[is_adami,x], B[x,x], C[x,x], pool 2", []string{"A embezzle", "B challenge", "timeout", "= event conceded"}},
		{"R5.8.5 Kara Para, holding none", Plus, "", "A[subay,burokrat], B[x,x], C[x,x], pool 2", []string{"A embezzle", "B challenge", "timeout", "= event proved n=2"}},
		{"R6.2 a loss", Base, "", "A[x,x] g7, B[x,x], C[x,x]", []string{"A coup B", "timeout", "= event lost seat=B n=1", "= B down 1", "= turn B"}},
		{"R11.10 an exchange", Base, "", "A[politikaci|subay], B[x,x], C[x,x]", []string{"A exchange", "* pass", "timeout", "= A[politikaci|subay]", "= event exchanged why=absent", "= deck 9", "= turn B"}},
		{"R4.11.6 the own card", Plus, gazeteci, "A[gazeteci,burokrat] L, B[subay,x] U, C[x,x] L", []string{
			"A manipulate B", "* pass", "timeout", "= event manipulated why=absent", "= never manip_seen", "= A[gazeteci,burokrat]", "= turn B"}},
		{"R4.11.2 the target's pick", Plus, gazeteci + " manip_pick=target", "A[gazeteci,burokrat] L, B[subay,x] U, C[x,x] L", []string{
			"A manipulate B", "* pass", "A burokrat", "timeout", "= event manip_seen to=A", "= phase manipulate"}},
		{"R4.11.6 the distribution", Plus, gazeteci, "A[gazeteci,burokrat] L, B[subay|x] U, C[x,x] L", []string{
			"A manipulate B", "* pass", "A burokrat", "timeout", "= A[gazeteci,burokrat]", "= event manip_taken to=B what=subay items=subay", "= event manipulated why=absent", "= deck 9", "= turn B"}},
		{"R8.3 Kayyum", Plus, avukat, "A[x,x] g7 L, B[x,x] g0 L, C[x,x] L, D[x|x] g6 U", []string{
			"A coup D", "B kayyum", "timeout", "= event kayyum seat=B", "= phase kayyum_challenge", "= wait AC", "timeout", "= B g6", "= turn B"}},
		{"R8.4 challenges that came in time count", Plus, avukat, "A[x,x] g7 L, B[avukat,x] g0 L, C[burokrat,x] L, D[x|x] g6 U", []string{
			"A coup D", "B kayyum", "A kayyum", "C pass", "C B", "timeout", "= phase proof", "= wait B", "timeout", "= event proved", "= wait C"}},
		{"R11.2 the time of a prompt that is over", Base, "", "A[x,x], B[x,x], C[x,x]", []string{"A tax", "* pass", "B income", "= turn C"}},
	})
}

func TestRefusals(t *testing.T) {
	run(t, []script{
		{"not_your_turn, wrong_phase", Base, "", "A[x,x], B[x,x], C[x,x]", []string{
			"!not_your_turn B income", "!not_your_turn B", "!not_your_turn B nonsense", "!wrong_phase A challenge", "!wrong_phase A block", "!wrong_phase B challenge",
			"A tax", "!wrong_phase A income", "!not_your_turn B income", "!not_yours A pass"}},
		{"targets", Base, "", "A[x,x] g7, B[x,x], C[|x,x], D[x,x]", []string{
			"!target_required A coup", "!target_self A coup A", "!target_dead A coup C", "!bad_choice A coup E", "!bad_choice A coup me", "!bad_choice A coup B D", "!bad_choice A income B", "!bad_choice A", "!bad_choice A nonsense"}},
		{"character_not_in_game, ideology_off", Base, "", "A[x,x], B[x,x], C[x,x]", []string{
			"!character_not_in_game A manipulate B", "!ideology_off A convert_self", "!ideology_off A convert_other B", "!ideology_off A embezzle"}},
		{"ideology_off in the other preset", Plus, "ideology=off", "A[x,x], B[x,x], C[x,x]", []string{"!ideology_off A embezzle"}},
		{"cannot_challenge_self, not_blockable", Base, "", "A[x,x], B[x,x], C[x,x]", []string{
			"A tax", "!cannot_challenge_self A challenge", "!not_blockable B block", "!not_blockable A block", "!bad_choice B nonsense", "!bad_choice B", "!bad_choice B pass pass", "!bad_choice B challenge A"}},
		{"not_challengeable, not_blockable after Entrika", Base, "", "A[x,x] g7, B[x,x], C[x,x]", []string{
			"A coup B", "!not_challengeable C challenge", "!not_blockable C block", "!not_yours C c0", "!not_your_turn C income", "!bad_choice B"}},
		{"not_challengeable for Uluslararası Destek, its own blocker", Base, "", "A[x,x], B[x,x], C[x,x]", []string{
			"A foreign_aid", "!not_challengeable B challenge", "!not_block_eligible A block", "B block", "!cannot_challenge_self B challenge", "!wrong_phase C block", "C challenge", "!wrong_phase A challenge"}},
		{"eliminated", Base, "", "A[x,x], B[|x,x], C[x,x]", []string{"!eliminated B income", "A tax", "!eliminated B challenge", "!eliminated B@-1 income"}},
		{"proof and Kayyum take their own words", Plus, "defence_type=avukat", "A[avukat,x] g7 L, B[x,x] g0 L, C[x,x] L, D[x|x] g6 U", []string{
			"A coup D", "!bad_choice B challenge", "!bad_choice B kayyum kayyum", "A kayyum", "B pass", "C pass", "!not_yours A pass", "!wrong_phase A challenge",
			"!bad_choice B C", "B A", "!bad_choice A pass", "!bad_choice A show concede"}},
	})
}
