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
			seats, cards := Exchangeable(r.states[0], r.states[len(r.states)-1], viewer)
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
				steps += r.replay(t, viewer, Exchange(r.states[0], a, b, i, j))
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
