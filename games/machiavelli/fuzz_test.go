package machiavelli

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"kumpas/games"
)

// midgame is a state some turns into a seeded game.
func midgame(t testing.TB, seed uint64, turns int, options games.Options) *state {
	rng := rand.New(rand.NewPCG(seed, 2))
	setup := games.Setup{Players: 2 + int(seed%3), Options: options}
	for i := range setup.Seed {
		setup.Seed[i] = byte(rng.UintN(256))
	}
	st, _, err := Game.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	for range turns {
		s := st.(*state)
		p, _ := games.PromptFor(s, s.Active, s.turnID())
		answer := Game.Choose(LevelMedium, s.View(s.Active), p, games.AskOf(s, s.Active, p.ID), rng)
		next, _, err := s.Apply(games.Reply(s.Active, p.ID, answer...))
		if err != nil {
			t.Fatal(err)
		}
		if next.Outcome() != nil {
			break
		}
		st = next
	}
	return st.(*state)
}

// positions are states of games of two, three and four, early and late.
func positions(t testing.TB, options games.Options) (all []*state) {
	for seed := range uint64(3) {
		for _, turns := range []int{0, 12, 40} {
			all = append(all, midgame(t, seed, turns, options))
		}
	}
	return all
}

// refusalOnly fails on an error that is no refusal.
func refusalOnly(t *testing.T, err error) {
	t.Helper()
	var r *games.Refusal
	if err != nil && !errors.As(err, &r) {
		t.Fatalf("an error that is no refusal: %v", err)
	}
}

// Whatever can be decoded encodes to the same again and can be played on.
func FuzzDecode(f *testing.F) {
	for seed := range uint64(4) {
		f.Add(midgame(f, seed, 30, nil).Encode())
	}
	f.Add([]byte("1 {}"))
	f.Add([]byte(`1 {"Table":"S3 S4 S5|S3 S4 S5","Hands":["JK JK JK JK JK"]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		st, err := Game.Decode(data)
		if err != nil {
			return
		}
		again, err := Game.Decode(st.Encode())
		if err != nil || !reflect.DeepEqual(again, st) {
			t.Fatalf("%v: %s", err, st.Encode())
		}
		s := st.(*state)
		s.View(0)
		if s.Outcome() != nil {
			return
		}
		e := newEditor(s, s.Active)
		for _, draft := range e.Samples(rand.New(rand.NewPCG(1, 1))) {
			_, _, err := s.Apply(games.Reply(s.Active, s.turnID(), Play, draft))
			refusalOnly(t, err)
		}
		if _, _, err := s.Apply(games.Timeout(s.turnID())); err != nil {
			t.Fatal(err)
		}
	})
}

// A text gives a draft or a refusal, and a draft can be read again.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"S5 S6 S7 | H9 D9 C9 JK=S9", "maça 5 kupa vale karo kız", "s4-s10 / h1 h2 h3", "k5", "♥️10;♠A=", "JK=JK", "5S6S7S", "jo|jo|jo", "🃏=",
	} {
		f.Add(text, uint8(3))
	}
	states := positions(f, games.Options{OptJokerRelease: ReleaseSwap})
	f.Fuzz(func(t *testing.T, text string, at uint8) {
		s := states[int(at)%len(states)]
		blank := newEditor(s, s.Active)
		e, err := blank.Parse(text)
		refusalOnly(t, err)
		if err == nil {
			checkDraft(t, s, e)
		}
	})
}

// checkDraft asks whether a draft can be read again as it was, and whether Check and Apply agree.
func checkDraft(t *testing.T, s *state, e games.Editor) {
	t.Helper()
	back, err := newEditor(s, s.Active).Load(e.Draft())
	if err != nil {
		t.Fatalf("%q cannot be loaded: %v", e.Draft(), err)
	}
	if back.Draft() != e.Draft() || !reflect.DeepEqual(back.View(), e.View()) {
		t.Fatalf("%q is %q when loaded", e.Draft(), back.Draft())
	}
	next, _, err := s.Apply(games.Reply(s.Active, s.turnID(), Play, e.Draft()))
	if no := e.Check(); !reflect.DeepEqual(no, err) {
		t.Fatalf("%q: Check gives %v, Apply %v", e.Draft(), no, err)
	}
	if err != nil {
		return
	}
	if got, want := Game.Ledger(next), Game.Ledger(s); !reflect.DeepEqual(got, want) {
		t.Fatalf("%q: the cards were %v and are %v", e.Draft(), want, got)
	}
	if _, err := Game.Decode(next.Encode()); err != nil {
		t.Fatalf("%q leads to a state that cannot be: %v", e.Draft(), err)
	}
}

// Any sequence of operations keeps a draft that can be read again; each byte picks.
func FuzzEditor(f *testing.F) {
	for i := range byte(20) {
		f.Add([]byte{i, 3 * i, 7 * i, 1, 2, 3, i, 5, 250, i, i, 200}, i)
	}
	var states []*state
	for _, assist := range assistNames {
		states = append(states, positions(f, games.Options{OptAssist: assist})...)
	}
	f.Fuzz(func(t *testing.T, picks []byte, at uint8) {
		s := states[int(at)%len(states)]
		e := games.Editor(newEditor(s, s.Active))
		pick := func() byte {
			if len(picks) == 0 {
				return 0
			}
			b := picks[0]
			picks = picks[1:]
			return b
		}
		for len(picks) > 0 {
			var op games.Answer
			for {
				f, ok, err := e.Ask(op)
				if err != nil {
					t.Fatalf("%q after %q: %v", e.Draft(), op, err)
				}
				if !ok {
					break
				}
				op = append(op, bitPick(f, pick()))
			}
			next, err := e.Do(op)
			if err != nil {
				t.Fatalf("%q offers %q and gives %v", e.Draft(), op, err)
			}
			e = next
		}
		checkDraft(t, s, e)
	})
}

// bitPick picks from a field by the bits of a number.
func bitPick(f games.Field, bits byte) string {
	var free []string
	for _, c := range f.Choices {
		if c.Not == "" {
			free = append(free, c.ID)
		}
	}
	if f.Max == 1 {
		return free[int(bits)%len(free)]
	}
	var ids []string
	for i, id := range free {
		if bits>>(i%8)&1 == 1 {
			ids = append(ids, id)
		}
	}
	if len(ids) < f.Min {
		return free[0]
	}
	return games.Join(ids...)
}

// Hostile answers, drafts and time-outs are refused or harmless.
func FuzzActions(f *testing.F) {
	f.Add("reply", "play", "S3 S4 S5>S3 S4 S5 S6", int8(0), uint32(2), uint8(9))
	f.Add("timeout", "play", "1:cards:yes:1:S5#;>S5", int8(0), uint32(3), uint8(20))
	f.Add("reply", "play", ">JK JK JK=S5|>JK=JK", int8(1), uint32(2), uint8(0))
	f.Add("reply", "play", strings.Repeat(">S5|", 100), int8(1), uint32(2), uint8(0))
	f.Add("leave", "", "", int8(-128), uint32(0), uint8(1))
	f.Add("reply", "rank", "", int8(2), uint32(1), uint8(1))
	states := positions(f, games.Options{OptPenalty: "3", OptAssist: AssistHints})
	f.Fuzz(func(t *testing.T, kind, first, second string, seat int8, prompt uint32, at uint8) {
		s := states[int(at)%len(states)]
		before := string(s.Encode())
		for _, prompt := range []games.PromptID{games.PromptID(prompt), s.turnID()} {
			for _, seat := range []games.Seat{games.Seat(seat), s.Active} {
				next, _, err := s.Apply(games.Action{Kind: games.ActionKind(kind), Seat: seat, Prompt: prompt, Answer: games.Answer{first, second}})
				refusalOnly(t, err)
				if err == nil {
					if _, err := Game.Decode(next.Encode()); err != nil {
						t.Fatalf("a state that cannot be: %v", err)
					}
					if !reflect.DeepEqual(Game.Ledger(next), Game.Ledger(s)) {
						t.Fatal("cards are lost")
					}
				}
			}
		}
		if string(s.Encode()) != before {
			t.Fatal("the old state has changed")
		}
		e, err := newEditor(s, s.Active).Load(second)
		refusalOnly(t, err)
		if err == nil {
			checkDraft(t, s, e)
		}
	})
}
