package secrethitler

import (
	"reflect"
	"testing"

	"kumpas/games"
)

// recorded is a whole game of computer players.
type recorded struct {
	states  []*state // before each action, and the last one
	actions []games.Action
}

func record(t *testing.T, players int, seed uint64) recorded {
	rng := testRand(seed)
	setup := games.Setup{Players: players, Winner: -1}
	for i := range setup.Seed {
		setup.Seed[i] = byte(rng.UintN(256))
	}
	first, _, err := Game.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	r := recorded{states: []*state{first.(*state)}}
	for s := first; s.Outcome() == nil; {
		seat := games.Seat(rng.IntN(players))
		prompts := s.Prompts(nil, seat)
		p := prompts[rng.IntN(len(prompts))]
		if !p.Mine || p.Given != nil && rng.IntN(4) > 0 {
			continue
		}
		a := games.Reply(seat, p.ID, Game.Choose("normal", s.View(seat), p, games.AskOf(s, seat, p.ID), rng)...)
		if s, _, err = s.Apply(a); err != nil {
			t.Fatal(err)
		}
		r.states, r.actions = append(r.states, s.(*state)), append(r.actions, a)
	}
	return r
}

// Whole games are played again with hidden facts exchanged, by the same actions: the viewer is shown the same to the end,
// view, prompts, fields of his own and events.
func TestExchangedFactsShowNothing(t *testing.T) {
	roles, policies, steps := 0, 0, 0
	for seed := range uint64(12) {
		players := 5 + int(seed%6)
		r := record(t, players, seed)
		rng := testRand(seed + 1000)
		for viewer := games.Nobody; viewer < games.Seat(players); viewer++ {
			seats, cards := exchangeable(r.states[0], r.states[len(r.states)-1], viewer)
			a, b, i, j := games.Seat(0), games.Seat(0), 0, 0
			if len(seats) > 0 {
				pair := seats[rng.IntN(len(seats))]
				a, b = pair[0], pair[1]
				roles++
			}
			if len(cards) > 0 {
				pair := cards[rng.IntN(len(cards))]
				i, j = pair[0], pair[1]
				policies++
			}
			if len(seats)+len(cards) > 0 {
				steps += r.replay(t, viewer, exchange(r.states[0], a, b, i, j))
			}
		}
	}
	if roles < 30 || policies < 30 || steps < 2500 {
		t.Errorf("only %d roles and %d policies were exchanged, over %d steps", roles, policies, steps)
	}
}

// replay applies the actions of the game to a twin and returns how many steps viewer could not tell apart: all.
func (r *recorded) replay(t *testing.T, viewer games.Seat, twin games.State) int {
	t.Helper()
	for n, a := range r.actions {
		here := r.states[n]
		if !reflect.DeepEqual(here.View(viewer), twin.View(viewer)) || !reflect.DeepEqual(here.Prompts(nil, viewer), twin.Prompts(nil, viewer)) {
			t.Fatalf("at step %d viewer %d sees %+v and %+v", n, viewer, here.View(viewer), twin.View(viewer))
		}
		for _, p := range here.Prompts(nil, viewer) {
			if p.Mine {
				f, _, _ := here.Ask(viewer, p.ID, nil)
				g, _, _ := twin.Ask(viewer, p.ID, nil)
				if !reflect.DeepEqual(f, g) {
					t.Fatalf("at step %d viewer %d is asked %+v and %+v", n, viewer, f, g)
				}
			}
		}
		_, events, err := here.Apply(a)
		if err != nil {
			t.Fatal(err)
		}
		next, others, err := twin.Apply(a)
		if err != nil {
			t.Fatalf("at step %d of viewer %d: %+v gives %v", n, viewer, a, err)
		}
		if ours, theirs := heard(events, viewer), heard(others, viewer); !reflect.DeepEqual(ours, theirs) {
			t.Fatalf("at step %d viewer %d hears %+v and %+v", n, viewer, ours, theirs)
		}
		twin = next
	}
	if here := r.states[len(r.states)-1]; here.Outcome().Why != twin.Outcome().Why {
		t.Fatalf("the twin ends by %s instead of %s", twin.Outcome().Why, here.Outcome().Why)
	}
	return len(r.actions)
}

func heard(events []games.Event, viewer games.Seat) (own []games.Event) {
	for _, e := range events {
		if e.For(viewer) {
			own = append(own, e)
		}
	}
	return own
}

// exchange gives two seats each other's roles and two cards of the deck, counted from its top, each other's places. The chance
// of the game stays as it is: where neither the roles nor the cards come to light, the same actions lead to the same
// public game.
func exchange(of games.State, a, b games.Seat, i, j int) games.State {
	s := *of.(*state)
	s.Roles[a], s.Roles[b] = s.Roles[b], s.Roles[a]
	i, j = int(s.DeckN)-1-i, int(s.DeckN)-1-j
	s.Deck[i], s.Deck[j] = s.Deck[j], s.Deck[i]
	return &s
}

// exchangeable finds hidden facts for exchange that viewer never learns before the end of the game from first to last: pairs of
// seats whose roles he does not know and whose exchange keeps all that came to light, and pairs of cards of the first deck that
// were thrown away behind his back.
func exchangeable(first, last games.State, viewer games.Seat) (seats [][2]games.Seat, cards [][2]int) {
	begin, end := first.(*state), last.(*state)
	decided := end.Ending == endHitlerElected || end.Ending == endHitlerExecuted
	for a := range end.seats().All() {
		for b := range a {
			swapped := *end
			swapped.Roles[a], swapped.Roles[b] = end.Roles[b], end.Roles[a]
			hidden := end.Roles[a] != end.Roles[b] && !begin.knowsRole(viewer, a) && !begin.knowsRole(viewer, b)
			if hidden && swapped.fits(viewer, &end.Roles) && !(decided && (end.Roles[a] == hitler || end.Roles[b] == hitler)) {
				seats = append(seats, [2]games.Seat{a, b})
			}
		}
	}
	thrown := end.thrownBehind(viewer)
	for i, a := range thrown {
		for _, b := range thrown[:i] {
			if begin.Deck[maxCards-1-a] != begin.Deck[maxCards-1-b] {
				cards = append(cards, [2]int{a, b})
			}
		}
	}
	return seats, cards
}

// thrownBehind lists the cards of the first deck, counted from its top, that were thrown away and that viewer never saw.
func (s *state) thrownBehind(viewer games.Seat) (thrown []int) {
	at := 0
	for i := range s.Rounds {
		g := &s.Rounds[i]
		if g.Shuffle > 0 {
			break
		}
		for i, c := range g.Drawn {
			if c == noPolicy {
				continue
			}
			p := place(i + 1)
			president := viewer == g.President && viewer != games.Nobody
			chancellor := viewer == g.Chancellor && viewer != games.Nobody && p != g.Thrown
			if g.Result != noResult && p != g.Enacted && !president && !chancellor && i >= int(g.Peeked) {
				thrown = append(thrown, at)
			}
			at++
		}
		if g.Chaos != noPolicy {
			at++
		}
	}
	return thrown
}
