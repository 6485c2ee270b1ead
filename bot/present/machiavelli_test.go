package present_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/games/machiavelli"
	"kumpas/games/machiavelli/machtest"
	"kumpas/locales"
)

// laid lays a position out.
func laid(t testing.TB, p machtest.Position) games.State {
	t.Helper()
	s, err := machtest.Lay(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// mach is a scene of Machiavelli at a position.
func mach(s games.State, viewer games.Seat, w *locales.Words, names ...string) *present.Scene {
	if len(names) == 0 {
		names = []string{"Ayşe", "Can", "Deniz\\_1", "Elif"}
	}
	sc := &present.Scene{Table: "abcdefgh", Info: machiavelli.Game.Info(), Game: present.Machiavelli{}, Words: w, Viewer: viewer,
		View: s.View(viewer), Outcome: s.Outcome(), Link: "https://discord.com/channels/1/2"}
	for i := range s.Seating() {
		sc.Seats = append(sc.Seats, present.Seat{Name: names[i], User: fmt.Sprint(1000 + i)})
	}
	for _, p := range s.Prompts(nil, viewer) {
		q := present.Prompt{Prompt: p, Due: time.Unix(2e9, 0)}
		if viewer == games.Nobody {
			q.Field, _, _ = s.Ask(0, p.ID, nil)
		} else if q.Field, _, _ = s.Ask(viewer, p.ID, nil); p.Open() {
			q.Due = time.Time{}
		}
		for _, c := range q.Field.Choices {
			q.Options = append(q.Options, present.Option{Answer: games.Answer{c.ID}, Fields: []string{q.Field.Kind}, Steps: []games.Choice{c}, Not: c.Not})
		}
		sc.Prompts = append(sc.Prompts, q)
	}
	return sc
}

// benched puts the bench of the viewer's turn before him: a draft and a half-picked operation.
func benched(t testing.TB, s games.State, sc *present.Scene, draft func(games.Editor) games.Editor, op ...string) *present.Scene {
	t.Helper()
	for i, p := range sc.Prompts {
		f, ok, err := s.Ask(sc.Viewer, p.ID, games.Answer{machiavelli.Play})
		if p.Kind != machiavelli.PromptTurn || err != nil || !ok {
			continue
		}
		e := f.Editor
		if draft != nil {
			e = draft(e)
		}
		b := &present.Bench{Editor: e, Op: op, Mark: "0123abcd"}
		if b.Field, _, err = e.Ask(op); err != nil {
			t.Fatalf("%v cannot be picked: %v", op, err)
		}
		sc.Prompts[i].Field, sc.Prompts[i].Path, sc.Prompts[i].Options, sc.Prompts[i].Bench = f, games.Answer{machiavelli.Play}, nil, b
	}
	return sc
}

// op carries out operations one after the other.
func do(t testing.TB, ops ...games.Answer) func(games.Editor) games.Editor {
	return func(e games.Editor) games.Editor {
		t.Helper()
		for _, op := range ops {
			next, err := e.Do(op)
			if err != nil {
				t.Fatalf("%v: %v", op, err)
			}
			e = next
		}
		return e
	}
}

// The largest tables and the largest hands keep Discord's limits, whatever is picked and whatever the names.
func TestMachiavelliFits(t *testing.T) {
	words := machWords(t)
	fits := func(what string, msg discord.Message) {
		t.Helper()
		if err := msg.Check(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	long := make([]string, 4)
	for i := range long {
		long[i] = present.Escape(strings.Repeat("*", 31) + string(rune('A'+i)))
	}
	hints := games.Options{machiavelli.OptAssist: machiavelli.AssistHints}
	full := machtest.Position{Hands: []string{"SA", "S2", "S3"}, Table: machtest.Full(1), Options: hints, Edit: func(f map[string]any) {
		last := f["Last"].(map[string]any)
		last["New"], last["Turn"], last["Seat"], last["What"] = 1<<35-1, 7, 1, 1
		last["Played"], last["Broken"] = "S4 S5 S6 H10 DK", machtest.Full(2)
		f["Turn"] = 8
	}}
	positions := map[string]machtest.Position{"a full table": full}
	for _, cut := range []int{5, 9, 12, 18, 24, 28, 35} { // the rest of the cards are on the hand
		p := machtest.Position{Hands: []string{"", "SA"}, Table: machtest.Full(cut), Options: hints}
		p.Edit = func(f map[string]any) { f["Hands"].([]any)[0], f["Stock"] = f["Stock"], "" }
		positions[fmt.Sprintf("%d melds, the rest on the hand", 36-cut)] = p
	}
	for _, lang := range words.Langs() {
		w := words.For(lang)
		for what, p := range positions {
			what = lang + ": " + what
			s := laid(t, p)
			fits(what+": board", present.Board(mach(s, games.Nobody, w, long...), nil))
			fits(what+": record", present.Note(present.Machiavelli{}.Record(mach(s, games.Nobody, w, long...))))
			hand := s.View(0).(machiavelli.View).Hand
			for _, op := range [][]string{nil, {"put", id(hand[0])}, {"put", all(hand)}, {"move", "m0"}, {"move", "m0", "sa"}, {"move", "m0", "s4"}, {"move", "m0", "jk"}} {
				sc := mach(s, 0, w, long...)
				sc.Notice = strings.Repeat("x", 300)
				for range 6 {
					sc.Feed = append(sc.Feed, games.Event{Kind: machiavelli.EvDrawn, Seat: 0, To: 1, Items: hand[:1]})
				}
				if e, _, _ := s.Ask(0, turnOf(s), games.Answer{"play"}); len(op) > 2 {
					if _, _, err := e.Editor.Ask(op); err != nil {
						continue // another meld is the first one
					}
				}
				fits(fmt.Sprintf("%s: panel with %.20q", what, op), present.Panel(benched(t, s, sc, nil, op...)))
			}
			scattered := func(e games.Editor) games.Editor { // as many groups as there are cards, and as many troubles
				for _, c := range hand {
					next, err := e.Do(games.Answer{"put", id(c), "new"})
					if err != nil {
						t.Fatal(err)
					}
					e = next
				}
				for i := 0; ; i++ { // new melds are added at the end
					next, err := e.Do(games.Answer{"split", fmt.Sprintf("m%d", i), "a1"})
					if err != nil && i >= 36 {
						break
					} else if err == nil {
						e = next
					}
				}
				return e
			}
			fits(what+": scattered", present.Panel(benched(t, s, mach(s, 0, w, long...), scattered)))
			fits(what+": scattered, picked", present.Panel(benched(t, s, mach(s, 0, w, long...), scattered, "move", "m1")))
		}
		for _, topic := range present.Topics(w, present.Machiavelli{}) {
			fits("rules "+topic.ID, present.Rules(w, "machiavelli", present.Machiavelli{}, topic.ID))
		}
	}
}

func machWords(t *testing.T) *locales.Bundle {
	t.Helper()
	words, err := locales.Load(func(p locales.Problem) { t.Errorf("words: %+v", p) })
	if err != nil {
		t.Fatal(err)
	}
	return words
}

func turnOf(s games.State) games.PromptID {
	for _, p := range s.Prompts(nil, games.Nobody) {
		return p.ID
	}
	return 0
}

// id is the id of a card's choice.
func id(card string) string { return strings.ToLower(card) }

// all is a pick of a whole hand.
func all(hand []string) string {
	ids := make([]string, len(hand))
	seen := map[string]int{}
	for i, c := range hand {
		ids[i] = id(c)
		if seen[c]++; seen[c] > 1 {
			ids[i] += fmt.Sprintf("_%d", seen[c])
		}
	}
	return games.Join(ids...)
}

// Screens in both languages, as text: a change of a screen is a change of a file that can be read.
func TestMachiavelliScreens(t *testing.T) {
	words := machWords(t)
	mid := machtest.Position{Hands: []string{"S7 H2 H3 H7 D7 CK JK", "SA S2", "DK DK"}, Table: "SA S2 S3|S4 S5 S6 S7 S8 S9 S10|H4 H5 H6|D9 D10 JK=DJ|SQ HQ DQ CQ",
		Edit: func(f map[string]any) {
			last := f["Last"].(map[string]any)
			last["New"], last["Turn"], last["Seat"], last["What"] = 0b10010, 7, 1, 1
			last["Played"], last["Broken"] = "S10 CQ", "S4 S5 S6 S7 S8 S9|SQ HQ DQ"
			f["Turn"] = 8
		}}
	for _, lang := range words.Langs() {
		w := words.For(lang)
		show := func(name string, msg discord.Message) {
			t.Helper()
			if err := msg.Check(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			golden(t, "machiavelli-"+name+"."+lang, dump(msg.Components, ""))
		}
		s := laid(t, mid)
		board := mach(s, games.Nobody, w)
		next, events, err := s.Apply(games.Reply(0, turnOf(s), machiavelli.Draw))
		if err != nil {
			t.Fatal(err)
		}
		show("board", present.Board(board, nil))
		drawn := mach(next, 1, w)
		drawn.Feed = events
		show("drawn", present.Panel(mach(next, 0, w)))
		show("record", present.Note(present.Machiavelli{}.Record(board)))
		for name, b := range map[string]struct {
			draft func(games.Editor) games.Editor
			op    []string
		}{
			"begin":   {nil, nil},
			"put":     {nil, []string{"put", "h2+h3"}},
			"meld":    {nil, []string{"move", "m1"}},
			"move":    {nil, []string{"move", "m1", "s7"}},
			"trouble": {do(t, games.Answer{"put", "h7+d7", "new"}, games.Answer{"move", "m1", "s7", "loose"}), nil},
			"good":    {do(t, games.Answer{"put", "h2+h3", "m2"}), nil},
			"found":   {do(t, games.Answer{"arrange", "h7+d7"}), nil},
			"no":      {do(t, games.Answer{"arrange", "ck"}), nil},
			"reading": {do(t, games.Answer{"put", "h3+jk", "m2"}), []string{"reading", "m2"}},
		} {
			show("panel-"+name, present.Panel(benched(t, s, mach(s, 0, w), b.draft, b.op...)))
		}
		full := machtest.Position{Hands: []string{"SA", "S2 S3"}, Table: machtest.Full(1)}
		show("board-full", present.Board(mach(laid(t, full), games.Nobody, w), nil))
		win := laid(t, machtest.Position{Hands: []string{"S7", "HK S2"}, Table: "S4 S5 S6"})
		var end games.State
		if end, events, err = win.Apply(games.Reply(0, turnOf(win), machiavelli.Play, "S4 S5 S6>S4 S5 S6 S7")); err != nil {
			t.Fatal(err)
		}
		over := mach(end, games.Nobody, w)
		over.Secret = "5ec7e7"
		show("over", present.Over(over, events))
		show("story", present.Story(over, events, 0))
	}
}

// Whoever runs out of time is told what was wrong with his draft (R9.5).
func TestMachiavelliDropped(t *testing.T) {
	words := machWords(t)
	opening := games.Options{machiavelli.OptOpening: "36"}
	swap := games.Options{machiavelli.OptJokerRelease: machiavelli.ReleaseSwap}
	for _, c := range []struct {
		why         string
		options     games.Options
		table, hand string
		draft       string
	}{
		{"no_card_added", nil, "S3 S4 S5 S6 S7 S8", "H2", "S3 S4 S5 S6 S7 S8>S3 S4 S5|>S6 S7 S8"},
		{"table_card_missing", nil, "S3 S4 S5 S6", "S2 H2", "S3 S4 S5 S6>S2 S3 S4"},
		{"table_changed", nil, "S3 S4 S5", "S6 H2", "S4 S5 S6>S3 S4 S5 S6"},
		{"opening_too_low", opening, "", "S3 S4 S5 H2", ">S3 S4 S5"},
		{"opening_touches", opening, "S3 S4 S5", "S6 H2", "S3 S4 S5>S3 S4 S5 S6"},
		{"joker_not_released", swap, "H8 H9 H10 JK=HJ", "C2 C3 H2", "H8 H9 H10 JK=HJ>H8 H9 H10|>C2 C3 JK"},
		{"bad_meld", nil, "S3 S4 S5", "S6 S7 H2", ">S6 S7"},
	} {
		s := laid(t, machtest.Position{Hands: []string{c.hand, "SK"}, Table: c.table, Options: c.options})
		a := games.Timeout(turnOf(s))
		a.Answer = games.Answer{machiavelli.Play, c.draft}
		next, events, err := s.Apply(a)
		if err != nil {
			t.Fatalf("%s: %v", c.why, err)
		}
		at := slices.IndexFunc(events, func(e games.Event) bool { return e.Kind == machiavelli.EvDropped })
		if at < 0 {
			t.Errorf("%s: no draft was dropped", c.why)
			continue
		}
		for _, lang := range words.Langs() {
			w := words.For(lang)
			want := w.Say("machiavelli.event.dropped", "What", w.Say("machiavelli.dropped."+c.why))
			if said, _ := (present.Machiavelli{}).Event(mach(next, 0, w), events[at]); said != want {
				t.Errorf("%s: %q, want %q", c.why, said, want)
			}
		}
	}
}
