package noir

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"kumpas/games"
)

var everyOption = games.Options{OptBosses: On, OptPokerJoin: Voluntary, OptAssets: Remove, OptDrawRule: DrawAny, OptNeedsWin: On, OptHiddenDefend: Off}

// One number of a state is changed at a time: either Decode refuses it, or everything works on.
func TestDecodeOfChangedNumbers(t *testing.T) {
	t.Parallel()
	rng := testRand(3)
	refused, accepted := 0, 0
	for seed := range uint64(4) {
		options := everyOption
		if seed%2 == 0 {
			options = nil
		}
		play(t, 3+int(seed)%4, options, seed, 0, func(s *state, _ []games.Event) {
			if rng.IntN(8) > 0 {
				return
			}
			var tree map[string]any
			_, body, _ := strings.Cut(string(s.Encode()), " ")
			if err := json.Unmarshal([]byte(body), &tree); err != nil {
				t.Fatal(err)
			}
			for range 10 {
				undo := changeNumber(tree, rng)
				damaged, err := json.Marshal(tree)
				undo()
				if err != nil {
					t.Fatal(err)
				}
				back, err := Game.Decode(append([]byte("1 "), damaged...))
				if err != nil {
					refused++
					continue
				}
				accepted++
				exercise(t, back, rng)
			}
		})
	}
	if refused < 150 || accepted < 20 {
		t.Errorf("only %d states were refused and %d accepted", refused, accepted)
	}
}

// changeNumber changes one number or truth somewhere in the tree and returns what undoes it.
func changeNumber(node any, rng games.Rand) (undo func()) {
	values := []float64{-1, 0, 1, 2, 3, 5, 7, 8, 15, 28, 40, 127}
	pick := func(old any) any {
		if b, ok := old.(bool); ok {
			return !b
		}
		return values[rng.IntN(len(values))]
	}
	switch node := node.(type) {
	case map[string]any:
		keys := slices.DeleteFunc(slices.Sorted(maps.Keys(node)), func(key string) bool {
			_, text := node[key].(string)
			return text
		})
		if len(keys) == 0 {
			return func() {}
		}
		key := keys[rng.IntN(len(keys))]
		switch old := node[key].(type) {
		case map[string]any, []any:
			return changeNumber(old, rng)
		default:
			node[key] = pick(old)
			return func() { node[key] = old }
		}
	case []any:
		i := rng.IntN(len(node))
		switch old := node[i].(type) {
		case map[string]any, []any:
			return changeNumber(old, rng)
		default:
			node[i] = pick(old)
			return func() { node[i] = old }
		}
	}
	return func() {}
}

// exercise does everything with a state for a while; it must not panic.
func exercise(t testing.TB, s games.State, rng games.Rand) {
	for range 6 {
		for viewer := games.Nobody; viewer < maxSeats; viewer++ {
			s.View(viewer)
			s.Prompts(nil, viewer)
		}
		if _, err := Game.Decode(s.Encode()); err != nil {
			t.Fatalf("%v after %s", err, s.Encode())
		}
		if s.Outcome() != nil {
			return
		}
		at := s.(*state)
		seat := anySeat(at.Awaited, rng)
		a := games.Timeout(at.id())
		switch n := rng.IntN(8); {
		case n > 2:
			answer, err := games.Random(games.AskOf(s, seat, at.id()), rng)
			if err != nil {
				t.Fatalf("%v in %s", err, s.Encode())
			}
			a = games.Reply(seat, at.id(), answer...)
		case n > 1:
			p, _ := games.PromptFor(s, seat, at.id())
			a = games.Reply(seat, at.id(), Game.Choose("normal", s.View(seat), p, games.AskOf(s, seat, at.id()), rng)...)
		case n > 0:
			a = games.Leave(seat)
		}
		next, _, err := s.Apply(a)
		if err != nil {
			t.Fatalf("%+v: %v in %s", a, err, s.Encode())
		}
		s = next
	}
}

func FuzzDecode(f *testing.F) {
	for seed := range uint64(3) {
		play(f, 3+int(seed), everyOption, seed, 0, func(s *state, _ []games.Event) {
			if s.Turn%5 == 0 {
				f.Add(s.Encode())
			}
		})
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if s, err := Game.Decode(data); err == nil {
			exercise(t, s, testRand(uint64(len(data))))
		}
	})
}

// Whatever anybody sends, the game refuses or goes on, and the old state stays as it was.
func FuzzHostileActions(f *testing.F) {
	f.Add(uint64(1), "reply", 1, 3, "attack+b0+g0")
	f.Add(uint64(2), "reply", 0, 2, "open+casino.gangster1-p0")
	f.Add(uint64(3), "timeout", -1, 7, "")
	f.Add(uint64(4), "leave", 99, 0, "x")
	f.Fuzz(func(t *testing.T, seed uint64, kind string, seat, prompt int, answer string) {
		n := 0
		play(t, 3+int(seed%4), everyOption, seed%16, 0, func(s *state, _ []games.Event) {
			if n++; n%9 != int(seed%9) {
				return
			}
			before := string(s.Encode())
			for _, id := range []games.PromptID{games.PromptID(prompt), s.TurnID, s.WindowID, s.ReactID} {
				a := games.Action{Kind: games.ActionKind(kind), Seat: games.Seat(seat), Prompt: id, Answer: strings.Split(answer, "+")}
				next, events, err := s.Apply(a)
				if err != nil && (next != nil || events != nil) {
					t.Fatalf("%+v: %v with a state", a, err)
				}
				if err == nil {
					if _, err := Game.Decode(next.Encode()); err != nil {
						t.Fatalf("%+v: %v", a, err)
					}
				}
			}
			if string(s.Encode()) != before {
				t.Fatal("the old state has changed")
			}
		})
	})
}
