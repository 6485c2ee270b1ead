package secrethitler

import (
	"math"
	"slices"
	"testing"

	"kumpas/games"
)

// choose asks the computer in the place of the one who is awaited, many times.
func (tab *table) choose() map[string]int {
	tab.Helper()
	seat := tab.s.onlyAwaited()
	return tab.chooseFor(seat, tab.s.Prompts(nil, seat)[0])
}

func (tab *table) chooseFor(seat games.Seat, p games.Prompt) map[string]int {
	tab.Helper()
	count := map[string]int{}
	for seed := range uint64(100) {
		answer := Game.Choose("normal", tab.s.View(seat), p, games.AskOf(tab.s, seat, p.ID), testRand(seed))
		if _, _, err := tab.s.Apply(games.Reply(seat, p.ID, answer...)); err != nil {
			tab.Fatalf("%v: %v", answer, err)
		}
		count[answer[0]]++
	}
	return count
}

// only asks whether always the same is chosen.
func only(t *testing.T, what string, count map[string]int, want ...string) {
	t.Helper()
	for id, n := range count {
		if !slices.Contains(want, id) {
			t.Errorf("%s: %d times %s", what, n, id)
		}
	}
}

func TestComputerPolicies(t *testing.T) {
	for _, c := range []struct {
		name, position string
		lines          []string
		want           []string
	}{
		{"a Liberal throws a fascist policy away", "LLLFH deck=LFL", []string{"elect P2"}, []string{"c1"}},
		{"a Fascist hides nothing when it is decisive", "FLLLH L4 deck=LFF", []string{"elect P2"}, []string{"c0"}},
		{"Hitler neither", "HLLLF F5 deck=FLF", []string{"elect P2"}, []string{"c1"}},
		{"a Liberal with two fascist policies asks for a veto", "LLLFH F5 deck=FFF", []string{"elect P2", "throw F"}, []string{Veto}},
		{"but a Fascist enacts the last one", "LFLLH F5 deck=FFF", []string{"elect P2", "throw F"}, []string{"c0", "c1"}},
		{"a Fascist asks for a veto of the last liberal one", "LFLLH F5 L4 deck=LLF", []string{"elect P2", "throw F"}, []string{Veto}},
		{"a Liberal agrees to a veto of two fascist ones", "LFLLH F5 deck=FFF", []string{"elect P2", "throw F", "P2 veto"}, []string{Agree}},
		{"and refuses it where he has passed a liberal one", "LFLLH F5 deck=FFL", []string{"elect P2", "throw F", "P2 veto"}, []string{Refuse}},
		{"a Fascist refuses a veto of the last one", "FLLLH F5 deck=FFF", []string{"elect P2", "throw F", "P2 veto"}, []string{Refuse}},
		{"a Fascist nominates Hitler in the zone", "FLLLH F3", nil, []string{"s4"}},
		{"a Fascist spares his own", "FLLLH F3 deck=FFF", []string{"elect P2", "throw F", "enact F"}, []string{"s1", "s2", "s3"}},
		{"a Fascist investigates a Liberal", "FLLLLFH F1 deck=FFF", []string{"elect P2", "throw F", "enact F"}, []string{"s1", "s2", "s3", "s4"}},
		{"a President looks", "LLLFH F2 deck=FFF", []string{"elect P2", "throw F", "enact F"}, []string{Look}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := newTable(t, "", c.position)
			for _, line := range c.lines {
				tab.line(line)
			}
			only(t, c.name, tab.choose(), c.want...)
		})
	}
}

// A Liberal who has seen a party trusts what he saw, whatever is claimed.
func TestComputerBelievesItsEyes(t *testing.T) {
	tab := newTable(t, "", "LLLLFFH F1 deck=FFF")
	for _, line := range []string{"elect P2", "throw F", "enact F", "P1 P6", "claim P1 party_liberal"} {
		tab.line(line)
	}
	v := tab.s.View(0).(View)
	if b := believe(&v, 0); b.fascist[5] < 0.999 || b.fascist[0] != 0 {
		t.Errorf("P1 thinks %v", b.fascist)
	}
	w := tab.s.View(2).(View)
	if b := believe(&w, 2); b.fascist[5] > 0.5 {
		t.Errorf("P3, who heard that P6 is liberal, thinks %v", b.fascist)
	}
}

// Beliefs are probabilities: parties and Hitler add up, own knowledge is certain, and what counts against someone counts.
func TestBeliefs(t *testing.T) {
	for players := 5; players <= 10; players++ {
		playout(t, players, nil, uint64(players), func(s *state) {
			if s.Phase == phaseOver || len(s.Rounds)%3 > 0 {
				return
			}
			for viewer := games.Nobody; viewer < games.Seat(players); viewer++ {
				v := s.View(viewer).(View)
				b := believe(&v, viewer)
				fascists, hitlers := 0.0, 0.0
				for i := range v.Seats {
					fascists += b.fascist[i]
					hitlers += b.hitler[i]
					if w := v.Seats[i]; w.Role != "" && (b.fascist[i] > 0.999) != (w.Party == PartyFascist) || w.NotHitler && b.hitler[i] > 0 {
						t.Fatalf("viewer %d knows %+v and thinks %v, %v", viewer, w, b.fascist[i], b.hitler[i])
					}
				}
				if math.Abs(fascists-float64(v.Rules.Fascists+1)) > 1e-6 || math.Abs(hitlers-1) > 1e-6 {
					t.Fatalf("viewer %d of %d thinks of %f fascists and %f Hitlers", viewer, players, fascists, hitlers)
				}
			}
		})
	}
	tab := newTable(t, "", "LLLLFFH deck=FFL")
	for _, line := range []string{"elect P5", "throw F", "enact F", "claim P1 ffl", "claim P5 ff"} {
		tab.line(line)
	}
	v := tab.s.View(1).(View)
	b := believe(&v, 1)
	if b.fascist[4] < b.fascist[2] || b.fascist[0]+b.fascist[4] < 2*b.fascist[2] {
		t.Errorf("after a contradiction P2 thinks %v", b.fascist)
	}
	own := tab.s.View(0).(View)
	if b := believe(&own, 0); b.fascist[4] < 0.9 {
		t.Errorf("P1, who passed a liberal policy, thinks %v", b.fascist)
	}
}

// A Liberal claims the truth; a Chancellor who enacted a fascist policy had no choice.
func TestComputerClaims(t *testing.T) {
	claims := func(position string, seat games.Seat, kind string, lines ...string) map[string]int {
		tab := newTable(t, "", position)
		for _, line := range lines {
			tab.line(line)
		}
		for _, p := range tab.s.Prompts(nil, seat) {
			if p.Kind == kind {
				return tab.chooseFor(seat, p)
			}
		}
		t.Fatalf("no prompt %s is open", kind)
		return nil
	}
	only(t, "a liberal President", claims("LLLFH deck=FFL", 0, PromptClaimDrawn, "elect P4", "throw F", "enact F"), ClaimFFL)
	only(t, "a liberal Chancellor", claims("FLLLH deck=FLL", 1, PromptClaimGot, "elect P2", "throw L", "enact L"), ClaimFL)
	only(t, "a fascist Chancellor", claims("LFLLH deck=FFL", 1, PromptClaimGot, "elect P2", "throw F", "enact F"), ClaimFF)
	only(t, "a fascist President", claims("FLLLH deck=FFL", 0, PromptClaimDrawn, "elect P2", "throw L", "enact F"), ClaimFFF, ClaimFFL)
	only(t, "an investigator covers his own", claims("FLLLLFH F1 deck=FFF", 0, PromptClaimParty, "elect P2", "throw F", "enact F", "P1 P6"), PartyLiberal)
	only(t, "a liberal investigator", claims("LLLLFFH F1 deck=FFF", 0, PromptClaimParty, "elect P2", "throw F", "enact F", "P1 P6"), PartyFascist)
	mixed := claims("FLLLLFH F1 deck=FFF", 0, PromptClaimParty, "elect P2", "throw F", "enact F", "P1 P3")
	if len(mixed) != 2 {
		t.Errorf("a fascist investigator always says %v of a Liberal", mixed)
	}
}
