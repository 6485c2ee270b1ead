package gametest

import (
	"bytes"
	"reflect"
	"slices"

	"kumpas/games"
)

// checkOffered tries what every prompt offers: complete answers must apply, choices with Not must be refused.
func (w *walk) checkOffered() {
	for _, t := range w.look.turns() {
		ask := games.AskOf(w.state(), t.seat, t.prompt.ID)
		tree := grow(ask, w.rng, 40)
		w.did("offered")
		if tree.err != nil {
			w.fail("offered", "prompt %d (%s) of seat %d: %v", t.prompt.ID, t.prompt.Kind, t.seat, tree.err)
		}
		answers := tree.answers
		if t.prompt.Pass != nil {
			answers = append(answers, t.prompt.Pass)
		}
		for _, answer := range answers {
			w.mustApply("offered", games.Reply(t.seat, t.prompt.ID, answer...))
		}
		for _, at := range tree.fields {
			w.checkField(t, at)
			for _, c := range at.field.Choices {
				if c.Not != "" {
					w.checkNot(t, at, c)
				}
			}
		}
	}
	w.unchanged("offered", "answering")
}

// mustApply asks whether an action is accepted and leads to a state in order.
func (w *walk) mustApply(check string, a games.Action) (look, []games.Event, bool) {
	next, events, err := w.state().Apply(a)
	if err != nil || next == nil {
		w.fail(check, "%s gives %v", describe(a), err)
		return look{}, nil, false
	}
	after := lookAt(next, w.setup.Players)
	w.checkAwaits(after)
	w.checkLedger(next, w.ledger[w.key()])
	w.checkOutcome(next)
	w.checkEvents(events)
	return after, events, true
}

// mustEqual asks whether two actions do the same: the same state, events and refusal.
func (w *walk) mustEqual(check string, a, b games.Action) {
	next, events, err := w.state().Apply(a)
	other, others, no := w.state().Apply(b)
	same := sameRefusal(err, no) && reflect.DeepEqual(events, others)
	if same && err == nil {
		same = bytes.Equal(next.Encode(), other.Encode())
	}
	if !same {
		w.fail(check, "%s gives %v and %+v, %s gives %v and %+v", describe(a), err, events, describe(b), no, others)
	}
}

// checkNot asks whether a choice that cannot be picked is refused with the code that it shows.
func (w *walk) checkNot(t turn, at asked, c games.Choice) {
	w.did("not")
	element, ok := with(at.field, c.ID)
	if !ok {
		return
	}
	answer := append(slices.Clone(at.sofar), element)
	a := games.Reply(t.seat, t.prompt.ID, answer...)
	_, _, err := w.state().Apply(a)
	if r := w.refusal("not", err); r == nil || r.Code != c.Not {
		w.fail("not", "%s gives %v; the choice %s shows %s", describe(a), err, c.ID, c.Not)
	}
	_, _, err = w.state().Ask(t.seat, t.prompt.ID, answer)
	if r := w.refusal("not", err); r == nil || r.Code != c.Not {
		w.fail("not", "asking on after %q gives %v; the choice %s shows %s", []string(answer), err, c.ID, c.Not)
	}
}

// with is an element of a field that picks id and as many others as it takes, in the field's order.
func with(f games.Field, id string) (string, bool) {
	others := slices.DeleteFunc(free(f), func(o string) bool { return o == id })
	need := max(f.Min, 1) - 1
	if need > len(others) {
		return "", false
	}
	others = others[:need]
	var ids []string
	for _, c := range f.Choices {
		if c.ID == id || slices.Contains(others, c.ID) {
			ids = append(ids, c.ID)
		}
	}
	return games.Join(ids...), true
}

// checkSealed asks whether two sealed answers that leave the prompt standing look the same to everybody else; a quiet one must look
// like none.
func (w *walk) checkSealed() {
	for _, t := range w.look.turns() {
		if !t.prompt.Sealed {
			continue
		}
		var first look
		var events []games.Event
		var given games.Answer
		for _, answer := range grow(games.AskOf(w.state(), t.seat, t.prompt.ID), w.rng, 6).answers {
			after, seen, ok := w.mustApply("sealed", games.Reply(t.seat, t.prompt.ID, answer...))
			if !ok {
				return
			}
			if _, stands := after.prompt(games.Nobody, t.prompt.ID); !stands || after.state.Outcome() != nil {
				continue
			}
			if given == nil && t.prompt.Quiet {
				first, events, given = w.look, nil, games.Answer{}
			}
			if given == nil {
				first, events, given = after, seen, answer
				continue
			}
			w.did("sealed")
			for _, v := range w.look.viewers() {
				if v == t.seat {
					continue
				}
				text := differ(first.state, after.state, v, 1, false)
				if text == "" {
					text = difference("events", heard(events, v), heard(seen, v))
				}
				if text != "" {
					w.fail("sealed", "prompt %d (%s): viewer %d can tell the answer %q of seat %d from %q: %s", t.prompt.ID, t.prompt.Kind, v, given, t.seat, answer, text)
				}
			}
		}
	}
}

// heard are the events that a viewer receives.
func heard(events []games.Event, viewer games.Seat) []games.Event {
	var own []games.Event
	for _, e := range events {
		if e.For(viewer) {
			own = append(own, e)
		}
	}
	return own
}
