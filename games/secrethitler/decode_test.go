package secrethitler

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"kumpas/games"
)

// playout plays a seeded game of random answers, claims, changed votes, time-outs and departures, and shows each state to see.
func playout(t testing.TB, players int, options games.Options, seed uint64, see func(*state)) {
	rng := testRand(seed)
	setup := games.Setup{Players: players, Options: options, Winner: -1}
	for i := range setup.Seed {
		setup.Seed[i] = byte(rng.UintN(256))
	}
	s, _, err := Game.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	for see(s.(*state)); s.Outcome() == nil; see(s.(*state)) {
		if s, _, err = s.Apply(someAction(t, s.(*state), rng)); err != nil {
			t.Fatal(err)
		}
	}
}

// someAction draws an action that must be accepted.
func someAction(t testing.TB, s *state, rng games.Rand) games.Action {
	switch p := s.Prompts(nil, games.Nobody)[0]; {
	case rng.IntN(25) == 0 && p.Timeout.Kind != games.DefaultWait:
		return games.Timeout(p.ID)
	case rng.IntN(150) == 0:
		if seat := games.Seat(rng.IntN(int(s.Count))); !s.Gone.Has(seat) {
			return games.Leave(seat)
		}
	}
	for {
		seat := games.Seat(rng.IntN(int(s.Count)))
		prompts := slices.DeleteFunc(s.Prompts(nil, seat), func(p games.Prompt) bool { return !p.Mine })
		if len(prompts) == 0 {
			continue
		}
		p := prompts[rng.IntN(len(prompts))]
		answer, err := games.Random(games.AskOf(s, seat, p.ID), rng)
		if err != nil {
			t.Fatalf("%v in %s", err, s.Encode())
		}
		return games.Reply(seat, p.ID, answer...)
	}
}

// changeNumber changes one value of a tree and returns how to undo it.
func changeNumber(node any, rng games.Rand) (undo func()) {
	pick := func(old any) any {
		if x, ok := old.(float64); ok {
			return []float64{x + 1, x - 1, 0, -1, 3, 7, 16, 127, 255, 1 << 20}[rng.IntN(10)]
		}
		return old
	}
	switch node := node.(type) {
	case map[string]any:
		keys := slices.Sorted(func(yield func(string) bool) {
			for k := range node {
				if !yield(k) {
					return
				}
			}
		})
		key := keys[rng.IntN(len(keys))]
		switch old := node[key].(type) {
		case map[string]any, []any:
			return changeNumber(old, rng)
		case bool:
			node[key] = !old
			return func() { node[key] = old }
		default:
			node[key] = pick(old)
			return func() { node[key] = old }
		}
	case []any:
		if len(node) == 0 {
			break
		}
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

// exercise does everything with a state for a while; it must not panic, and go from state to state.
func exercise(t testing.TB, s games.State, rng games.Rand) {
	for range 8 {
		for viewer := games.Nobody; viewer < maxSeats; viewer++ {
			s.View(viewer)
			s.Prompts(nil, viewer)
		}
		Game.Redeal(s, games.Seat(rng.IntN(maxSeats+1)-1), rng)
		if _, err := Game.Decode(s.Encode()); err != nil {
			t.Fatalf("%v after %s", err, s.Encode())
		}
		if s.Outcome() != nil {
			return
		}
		a := someAction(t, s.(*state), rng)
		next, _, err := s.Apply(a)
		if err != nil {
			t.Fatalf("%+v: %v in %s", a, err, s.Encode())
		}
		s = next
	}
}

// One value of a state is changed at a time: either Decode refuses it, or everything works to the end.
func TestDecodeOfChangedNumbers(t *testing.T) {
	rng := testRand(3)
	refused, accepted := 0, 0
	for seed := range uint64(6) {
		n := 0
		playout(t, 5+int(seed), nil, seed, func(s *state) {
			if n++; n%8 > 0 {
				return
			}
			var tree map[string]any
			_, body, _ := strings.Cut(string(s.Encode()), " ")
			if err := json.Unmarshal([]byte(body), &tree); err != nil {
				t.Fatal(err)
			}
			for range 6 {
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
	if refused < 100 || accepted < 20 {
		t.Errorf("only %d states were refused and %d accepted", refused, accepted)
	}
}

func TestDecodeRefusesNewerVersions(t *testing.T) {
	if _, err := Game.Decode([]byte("2 {}")); err == nil {
		t.Error("a newer version is read")
	} else if _, ok := err.(*games.VersionError); !ok {
		t.Errorf("a newer version gives %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	for seed := range uint64(6) {
		n := 0
		playout(f, 5+int(seed), nil, seed, func(s *state) {
			if n++; n%12 == 1 {
				f.Add(s.Encode(), seed)
			}
		})
	}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		if s, err := Game.Decode(data); err == nil {
			exercise(t, s, testRand(seed))
		}
	})
}

// FuzzActions sends anything to states of a real game: it is refused and changes nothing, or leads to a state in order.
func FuzzActions(f *testing.F) {
	f.Add(uint64(1), uint16(3), "reply", int8(0), int32(0), "ready", "s1", uint8(1))
	f.Add(uint64(2), uint16(9), "reply", int8(1), int32(0), "s1", "", uint8(1))
	f.Add(uint64(3), uint16(20), "reply", int8(2), int32(-1), "ja", "s300", uint8(1))
	f.Add(uint64(4), uint16(30), "timeout", int8(0), int32(0), "", "", uint8(0))
	f.Add(uint64(5), uint16(31), "leave", int8(3), int32(0), "", "", uint8(0))
	f.Add(uint64(6), uint16(22), "reply", int8(0), int32(-2), "fff", "c0", uint8(1))
	f.Add(uint64(6), uint16(12), "void", int8(-7), int32(9), "c0+", "+", uint8(3))
	f.Fuzz(func(t *testing.T, seed uint64, at uint16, kind string, seat int8, id int32, first, second string, n uint8) {
		var states []*state
		playout(t, 5+int(seed%6), nil, seed%64, func(s *state) { states = append(states, s) })
		s := states[int(at)%len(states)]
		a := games.Action{Kind: games.ActionKind(kind), Seat: games.Seat(seat), Prompt: games.PromptID(int64(s.Prompt) + int64(id))}
		for i := range n % 8 {
			a.Answer = append(a.Answer, []string{first, second}[i%2])
		}
		before := string(s.Encode())
		_, _, _ = s.Ask(a.Seat, a.Prompt, a.Answer)
		next, events, err := s.Apply(a)
		if string(s.Encode()) != before {
			t.Fatalf("%+v changed the old state", a)
		}
		if err != nil {
			if _, ok := err.(*games.Refusal); !ok || next != nil || events != nil {
				t.Fatalf("%+v: %v with %v and %v", a, err, next, events)
			}
			return
		}
		if _, err := Game.Decode(next.Encode()); err != nil {
			t.Fatalf("%+v leads to no state: %v", a, err)
		}
	})
}
