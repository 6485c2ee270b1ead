package entrika

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"kumpas/games"
)

var everyOption = games.Options{OptDefenceType: Avukat, OptExchangeType: Gazeteci, OptManipPick: PickTarget, OptStarter: HostPick, OptIdeologyDeal: StarterChooses}

// One number of a state is changed at a time: either Decode refuses it, or everything works to the end.
func TestDecodeOfChangedNumbers(t *testing.T) {
	rng := testRand(3)
	refused, accepted := 0, 0
	for seed := range uint64(14) {
		play(t, Plus, 2+int(seed)%7, everyOption, seed, 0, func(s *state, _ []games.Event) {
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
				back, err := Plus.Decode(append([]byte("1 "), damaged...))
				if err != nil {
					refused++
					continue
				}
				accepted++
				exercise(t, back, rng)
			}
		})
	}
	if refused < 300 || accepted < 30 {
		t.Errorf("only %d states were refused and %d accepted", refused, accepted)
	}
}

// changeNumber changes one number or truth somewhere in the tree and returns what undoes it.
func changeNumber(node any, rng games.Rand) (undo func()) {
	values := []float64{-1, 0, 1, 2, 3, 5, 7, 8, 15, 40, 127, 255}
	pick := func(old any) any {
		if b, ok := old.(bool); ok {
			return !b
		}
		return values[rng.IntN(len(values))]
	}
	switch node := node.(type) {
	case map[string]any:
		keys := make([]string, 0, len(node))
		for _, key := range slices.Sorted(maps.Keys(node)) {
			if _, text := node[key].(string); !text {
				keys = append(keys, key)
			}
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
	for range 12 {
		for viewer := games.Nobody; viewer < maxSeats; viewer++ {
			s.View(viewer)
			s.Prompts(nil, viewer)
		}
		if _, err := gameOf(s.(*state)).Decode(s.Encode()); err != nil {
			t.Fatalf("%v after %s", err, s.Encode())
		}
		if s.Outcome() != nil {
			return
		}
		p := s.Prompts(nil, games.Nobody)[0]
		if p.Awaited == 0 {
			t.Fatalf("nobody is awaited in %s", s.Encode())
		}
		a := games.Timeout(p.ID)
		if rng.IntN(4) > 0 {
			seat := anySeat(p.Awaited, rng)
			answer, err := games.Random(games.AskOf(s, seat, p.ID), rng)
			if err != nil {
				t.Fatalf("%v in %s", err, s.Encode())
			}
			a = games.Reply(seat, p.ID, answer...)
		} else if rng.IntN(4) == 0 {
			a = games.Leave(s.(*state).onlyAwaited())
		}
		next, _, err := s.Apply(a)
		if err != nil {
			t.Fatalf("%+v: %v in %s", a, err, s.Encode())
		}
		s = next
	}
}

func TestDecodeRefusesTheOtherPreset(t *testing.T) {
	s, _, err := Base.New(games.Setup{Players: 3, Winner: -1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Plus.Decode(s.Encode()); err == nil {
		t.Error("a state of entrika is read as one of entrika-plus")
	}
	if _, err := Base.Decode([]byte("2 {}")); err == nil {
		t.Error("a newer version is read")
	} else if _, ok := err.(*games.VersionError); !ok {
		t.Errorf("a newer version gives %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	for seed := range uint64(6) {
		n := 0
		play(f, Plus, 2+int(seed), everyOption, seed, 0, func(s *state, _ []games.Event) {
			if n++; n%9 == 1 {
				f.Add(s.Encode(), seed)
			}
		})
	}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		for _, g := range []games.Game{Base, Plus} {
			if s, err := g.Decode(data); err == nil {
				exercise(t, s, testRand(seed))
			}
		}
	})
}

// FuzzActions sends anything to states of a real game: it is refused and changes nothing, or leads to a state in order.
func FuzzActions(f *testing.F) {
	f.Add(uint64(1), uint16(3), "reply", int8(0), int32(0), "coup", "s1", uint8(2))
	f.Add(uint64(2), uint16(9), "reply", int8(1), int32(0), "pass", "", uint8(1))
	f.Add(uint64(3), uint16(20), "reply", int8(2), int32(-1), "challenge", "s300", uint8(1))
	f.Add(uint64(4), uint16(30), "timeout", int8(0), int32(0), "", "", uint8(0))
	f.Add(uint64(5), uint16(31), "leave", int8(3), int32(0), "", "", uint8(0))
	f.Add(uint64(6), uint16(12), "reply", int8(0), int32(0), "c0+c1", "c0", uint8(1))
	f.Add(uint64(6), uint16(12), "void", int8(-7), int32(9), "c0+", "+", uint8(3))
	f.Fuzz(func(t *testing.T, seed uint64, at uint16, kind string, seat int8, id int32, first, second string, n uint8) {
		var states []*state
		play(t, Plus, 2+int(seed%7), everyOption, seed%64, 0, func(s *state, _ []games.Event) { states = append(states, s) })
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
		if _, err := Plus.Decode(next.Encode()); err != nil {
			t.Fatalf("%+v leads to no state: %v", a, err)
		}
	})
}
