package gametest

import (
	"bytes"
	"fmt"
	"runtime/debug"
	"strings"

	"kumpas/games"
)

// A walk is one playout on its way.
type walk struct {
	*suite
	playout int
	setup   games.Setup
	rng     games.Rand
	mode    mode

	look    look
	bytes   []byte // the state's encoding
	first   []byte // that of the first state
	steps   int    // actions applied
	counted int    // of these, those that Info.Bound counts
	left    games.Seats
	ids     tracker
	log     []entry
	drafted map[string][]string // drafts of open fields met on the way, by seat and field
}

// entry is one action with what came of it.
type entry struct {
	action games.Action
	events []games.Event
	bytes  []byte
}

func (s *suite) walk(playout int, setup games.Setup) *walk {
	return &walk{suite: s, playout: playout, setup: setup, rng: s.rand(playout), ids: newTracker(), drafted: map[string][]string{}}
}

func (w *walk) did(check string) { w.rep.Done[check]++ }

func (w *walk) fail(check, format string, args ...any) {
	f := Finding{
		Check: check, Seed: w.cfg.Seed, Playout: w.playout, Setup: w.setup, Step: w.steps,
		Text: fmt.Sprintf(format, args...),
	}
	if n := len(w.log); n > 0 {
		f.Action = &w.log[n-1].action
	}
	w.rep.add(f)
}

// try runs a part of the check; a panic in it is a finding. It reports whether there was none.
func (w *walk) try(check string, part func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			w.fail(check, "panic: %v\n%s", r, panicked(debug.Stack()))
		}
	}()
	part()
	return true
}

// panicked cuts a stack down to the few lines above the panic.
func panicked(stack []byte) string {
	text := string(stack)
	if at := strings.LastIndex(text, "panic("); at >= 0 {
		text = text[at:]
	}
	lines := strings.Split(text, "\n")
	return strings.Join(lines[:min(len(lines), 12)], "\n")
}

// begin makes the first state.
func (w *walk) begin() bool {
	state, events, err := w.g.New(w.setup)
	if err != nil {
		return false // told by the check of setups
	}
	w.rep.Playouts++
	w.bytes = state.Encode()
	w.first = w.bytes
	w.look = lookAt(state, w.setup.Players)
	w.ids.begin(w.look)
	w.checkEvents(events)
	if _, known := w.ledger[w.key()]; !known {
		w.ledger[w.key()] = w.g.Ledger(state)
	}
	return true
}

// key names what the ledger of a game depends on.
func (w *walk) key() string { return fmt.Sprint(w.setup.Players, w.setup.Options) }

// single plays one game to its end and examines it on the way.
func (s *suite) single(n int, setup games.Setup, m mode) {
	w := s.walk(n, setup)
	w.mode = m
	w.try("ends", func() {
		if !w.begin() {
			return
		}
		for {
			w.examine()
			if w.look.state.Outcome() != nil {
				break
			}
			if s.rep.Has(s.cfg.until) {
				return
			}
			if w.counted >= s.info.Bound || w.steps >= 3*s.info.Bound+100 {
				w.fail("ends", "no outcome after %d actions (%d with changed answers and the like); Bound is %d", w.counted, w.steps, s.info.Bound)
				return
			}
			a, ok := w.pick()
			if !ok || !w.advance(a) {
				return
			}
		}
		w.did("ends")
		w.try("encode", w.checkVersion)
		w.try("over", w.checkOver)
		w.try("replay", w.replay)
	})
}

// state is where the walk stands.
func (w *walk) state() games.State { return w.look.state }

// advance applies an action that must be accepted.
func (w *walk) advance(a games.Action) bool {
	before := w.look
	next, events, err := w.state().Apply(a)
	if !w.unchanged("pure", "Apply") {
		return false
	}
	if err != nil || next == nil {
		w.fail(duty(a), "%s gives %v", describe(a), err)
		return false
	}
	after := lookAt(next, w.setup.Players)
	if w.nearer(before, a, next) {
		w.counted++
	}
	if a.Kind == games.ActLeave {
		w.left = w.left.With(a.Seat)
	}
	w.steps++
	w.rep.Steps++
	w.bytes = next.Encode()
	w.log = append(w.log, entry{a, events, w.bytes})
	w.look = after
	w.sibling(before)
	w.checkEvents(events)
	w.checkAnswered(before, a, after)
	w.ids.step(w, before, a, after)
	return true
}

// sibling tries something else with the state before, which must not reach into the state that the walk has gone on to.
func (w *walk) sibling(before look) {
	if w.rng.IntN(3) > 0 {
		return
	}
	turns := before.turns()
	for _, t := range turns[:min(len(turns), 3)] {
		for _, answer := range grow(games.AskOf(before.state, t.seat, t.prompt.ID), w.rng, 2).answers {
			before.state.Apply(games.Reply(t.seat, t.prompt.ID, answer...))
		}
	}
	before.state.Apply(games.Leave(games.Seat(w.rng.IntN(w.setup.Players))))
	w.unchanged("pure", "another action on the state before")
}

// duty is the check that says that an action must be accepted.
func duty(a games.Action) string {
	if a.Kind == games.ActReply {
		return "offered"
	}
	return string(a.Kind) // the system's actions have a check each
}

// nearer reports whether an action is one of those that bring the end nearer: not a changed answer, an open prompt or a
// time-out that is waited through.
func (w *walk) nearer(before look, a games.Action, next games.State) bool {
	switch a.Kind {
	case games.ActReply:
		p, _ := before.prompt(a.Seat, a.Prompt)
		return p.Awaited.Has(a.Seat)
	case games.ActTimeout:
		return !bytes.Equal(next.Encode(), w.bytes)
	}
	return true
}

// unchanged asks whether the state of the walk still has the bytes that it had.
func (w *walk) unchanged(check, by string) bool {
	w.did(check)
	if text := differentBytes(w.bytes, w.state().Encode()); text != "" {
		w.fail(check, "%s changed the state: %s", by, text)
		return false
	}
	return true
}
