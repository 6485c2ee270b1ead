package gametest

import (
	"maps"
	"reflect"
	"sync"

	"kumpas/games"
)

// examine looks at the state where the walk stands: at everything that costs little always, at the rest in a sample of
// the states.
func (w *walk) examine() {
	w.try("prompts", w.checkPrompts)
	w.try("encode", w.checkEncode)
	w.try("ledger", func() { w.checkLedger(w.state(), w.ledger[w.key()]) })
	w.try("outcome", func() { w.checkOutcome(w.state()) })
	if w.state().Outcome() != nil {
		return
	}
	w.try("awaits", func() { w.checkAwaits(w.look) })
	switch w.rng.IntN(8) {
	case 0:
		w.try("offered", w.checkOffered)
		w.try("sealed", w.checkSealed)
	case 1:
		w.try("forged", w.checkForged)
	case 2:
		w.try("timeout", w.checkTimeouts)
		w.try("leave", w.checkLeave)
		w.try("void", w.checkVoid)
	case 3:
		w.try("choose", w.checkChoose)
	case 4:
		w.try("damaged", w.checkDamaged)
	case 5:
		w.checkShared()
	case 6, 7:
		w.try("editor", w.checkEditors)
	}
}

// checkShared reads the state from two sides at once, for the race detector: what looks like reading must not write.
func (w *walk) checkShared() {
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			defer func() { _ = recover() }() // a panic is told where it happens alone
			l := lookAt(w.state(), w.setup.Players)
			for _, v := range l.viewers() {
				w.state().View(v)
			}
			for _, t := range l.turns() {
				grow(games.AskOf(w.state(), t.seat, t.prompt.ID), seeded(1), 4)
			}
			w.state().Encode()
		})
	}
	both.Wait()
}

// checkPrompts asks whether the prompts of all viewers are well formed and agree in what is public.
func (w *walk) checkPrompts() {
	w.did("prompts")
	over := w.state().Outcome() != nil
	public := w.look.public()
	for _, v := range w.look.viewers() {
		prompts := w.look.of(v)
		if over && len(prompts) > 0 {
			w.fail("over", "viewer %d has prompts after the end: %+v", v, prompts)
		}
		room := make([]games.Prompt, 1, 40)
		room[0].Kind = "mine"
		if got := w.state().Prompts(room, v); len(got) != len(prompts)+1 || got[0].Kind != "mine" || !reflect.DeepEqual(got[1:], prompts[:len(prompts):len(prompts)]) && len(prompts) > 0 {
			w.fail("prompts", "viewer %d: Prompts does not append the same to a buffer: %+v and %+v", v, got, prompts)
		}
		seen := map[games.PromptID]bool{}
		for _, p := range prompts {
			if seen[p.ID] {
				w.fail("prompts", "viewer %d sees prompt %d twice", v, p.ID)
			}
			seen[p.ID] = true
			w.checkPrompt(v, p)
		}
		for _, p := range public {
			own, ok := w.look.prompt(v, p.ID)
			if !ok {
				w.fail("prompts", "viewer %d does not see the awaited prompt %d (%s)", v, p.ID, p.Kind)
			} else if a, b := outside(p, v), outside(own, v); !reflect.DeepEqual(a, b) {
				w.fail("prompts", "viewer %d sees prompt %d as %+v, a spectator as %+v", v, p.ID, b, a)
			}
		}
	}
}

// outside is what everyone sees alike of an awaited prompt: of a quiet one the viewer alone knows that he has answered.
func outside(p games.Prompt, viewer games.Seat) games.Prompt {
	if p.Quiet && p.Given != nil {
		p.Awaited = p.Awaited.With(viewer)
	}
	p.Mine, p.Given, p.Pass = false, nil, nil
	return p
}

// checkPrompt asks whether one prompt is well formed.
func (w *walk) checkPrompt(v games.Seat, p games.Prompt) {
	bad := func(text string) { w.fail("prompts", "viewer %d: %s: %+v", v, text, p) }
	if p.Kind == "" {
		bad("the prompt has no kind")
	}
	if p.Awaited&^games.FirstSeats(w.setup.Players) != 0 {
		bad("the prompt awaits seats that do not exist")
	}
	if p.Awaited&^w.state().Living() != 0 {
		bad("the prompt awaits seats that are out of the game")
	}
	if awaits(p) {
		if w.info.Seconds[p.Class] <= 0 {
			bad("Info.Seconds has no time for the class")
		}
		switch p.Timeout.Kind {
		case games.DefaultFixed, games.DefaultRandom, games.DefaultWait:
		default:
			bad("the awaited prompt has no default")
		}
		if p.Awaited.Has(v) && !p.Held && !p.Mine {
			bad("the prompt awaits the viewer, who cannot answer")
		}
	} else {
		if p.Class != "" || p.Timeout.Kind != "" {
			bad("the open prompt has a time")
		}
		if !p.Mine && p.Given == nil {
			bad("the open prompt is open to somebody else")
		}
	}
	if v == games.Nobody && (p.Mine || p.Given != nil) {
		bad("a spectator takes part")
	}
}

// checkField asks whether a field is well formed.
func (w *walk) checkField(t turn, at asked) {
	f := at.field
	bad := func(text string) {
		w.fail("prompts", "prompt %d (%s) of seat %d after %q: %s: %+v", t.prompt.ID, t.prompt.Kind, t.seat, []string(at.sofar), text, f)
	}
	if f.Kind == "" {
		bad("the field has no kind")
	}
	if f.Editor != nil {
		if len(f.Choices) > 0 {
			bad("the open field has choices")
		}
		return
	}
	if f.Min < 0 || f.Max < 1 || f.Max < f.Min {
		bad("Min and Max make no sense")
	}
	ids := map[string]bool{}
	for _, c := range f.Choices {
		if !choiceForm.MatchString(c.ID) {
			bad("the id " + c.ID + " is not made of lower-case letters, digits and '_', 1 to 24 of them")
		}
		if ids[c.ID] {
			bad("the id " + c.ID + " stands twice")
		}
		ids[c.ID] = true
		if c.Seat < games.Nobody || int(c.Seat) >= w.setup.Players {
			bad("the choice is a seat that does not exist")
		}
	}
}

// checkAwaits asks whether somebody can carry the game on.
func (w *walk) checkAwaits(l look) {
	w.did("awaits")
	if l.state.Outcome() != nil {
		return
	}
	for _, t := range l.turns() {
		if !t.awaited() {
			continue
		}
		f, ok, err := l.state.Ask(t.seat, t.prompt.ID, nil)
		if err == nil && (!ok || f.Editor != nil || f.Pickable()) {
			return
		}
	}
	w.fail("awaits", "the game is not over, and no awaited prompt can be answered: %+v", l.public())
}

// checkLedger asks whether all cards and coins are there.
func (w *walk) checkLedger(s games.State, want map[string]int) {
	w.did("ledger")
	if len(want) == 0 {
		w.fail("ledger", "the ledger is empty")
	}
	got := w.g.Ledger(s)
	if maps.Equal(got, want) {
		return
	}
	for name := range want {
		if _, ok := got[name]; !ok || got[name] != want[name] {
			w.fail("ledger", "%s: there are %d of %d", name, got[name], want[name])
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			w.fail("ledger", "%s: there are %d of something new", name, got[name])
		}
	}
}

// checkOutcome asks whether an outcome agrees with itself.
func (w *walk) checkOutcome(s games.State) {
	o := s.Outcome()
	if o == nil {
		return
	}
	w.did("outcome")
	if o.Why == "" || len(o.Seats) != w.setup.Players || (o.Points != nil && len(o.Points) != w.setup.Players) {
		w.fail("outcome", "the outcome is incomplete: %+v", o)
		return
	}
	for i, standing := range o.Seats {
		switch standing {
		case games.Won, games.Lost, games.Drew, games.Left, games.None:
		default:
			w.fail("outcome", "seat %d has the standing %q", i, standing)
		}
		if o.Winners.Has(games.Seat(i)) != (standing == games.Won) {
			w.fail("outcome", "winners %b and the standing %q of seat %d disagree", o.Winners, standing, i)
		}
		if (o.Why == "void") != (standing == games.None) {
			w.fail("outcome", "ended by %q, seat %d has the standing %q", o.Why, i, standing)
		}
	}
	if o.Winners&^games.FirstSeats(w.setup.Players) != 0 {
		w.fail("outcome", "winners %b do not all exist", o.Winners)
	}
}

// checkEvents asks whether the events of a step are well formed.
func (w *walk) checkEvents(events []games.Event) {
	seats := games.FirstSeats(w.setup.Players)
	for _, e := range events {
		w.did("events")
		w.rep.Kinds[e.Kind]++
		exists := func(s games.Seat) bool { return s == games.Nobody || seats.Has(s) }
		switch {
		case e.Kind == "":
			w.fail("events", "the event has no kind: %+v", e)
		case e.To&^seats != 0:
			w.fail("events", "the event is for seats that do not exist: %+v", e)
		case e.AtEnd && e.To != 0:
			w.fail("events", "the event is for everyone at the end and for some now: %+v", e)
		case !exists(e.Seat) || !exists(e.Other):
			w.fail("events", "the event is about a seat that does not exist: %+v", e)
		}
	}
}
