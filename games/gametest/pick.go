package gametest

import (
	"kumpas/games"
)

// A mode is how a playout is played, in chances out of a thousand.
type mode struct {
	name                 string
	timeout, leave, void int
	other                int // a changed answer or an open prompt instead of an awaited one
	pass                 int // the prompt's own Pass where there is one
	choose               int // the computer player's answer
}

var modes = []mode{
	{name: "mixed", timeout: 60, leave: 10, void: 2, other: 100, pass: 50, choose: 100},
	{name: "random", other: 30},
	{name: "computer", choose: 1000},
	{name: "absent", timeout: 950},
	{name: "mixed", timeout: 20, leave: 2, other: 150, pass: 200, choose: 20},
	{name: "leaving", timeout: 30, leave: 120, other: 50},
}

func (w *walk) chance(inThousand int) bool { return w.rng.IntN(1000) < inThousand }

// pick chooses the next action; false if nothing can be done, which is a finding.
func (w *walk) pick() (games.Action, bool) {
	m := w.mode
	switch {
	case w.chance(m.void):
		return games.Void(), true
	case w.chance(m.leave):
		if seat := games.Seat(w.rng.IntN(w.setup.Players)); !w.left.Has(seat) {
			return games.Leave(seat), true
		}
	case w.chance(m.timeout):
		if p, ok := w.someAwaited(); ok && p.Timeout.Kind != games.DefaultWait {
			return w.timeoutOf(p), true
		}
	}
	t, ok := w.someTurn(m)
	if !ok {
		return games.Action{}, false // told by the check of what is awaited
	}
	if t.prompt.Pass != nil && w.chance(m.pass) {
		return games.Reply(t.seat, t.prompt.ID, t.prompt.Pass...), true
	}
	if w.chance(m.choose) {
		return w.chosen(t), true
	}
	return w.randomReply(t)
}

// someAwaited is one of the prompts whose clock runs.
func (w *walk) someAwaited() (games.Prompt, bool) {
	var running []games.Prompt
	for _, p := range w.look.public() {
		if !p.Held {
			running = append(running, p)
		}
	}
	if len(running) == 0 {
		return games.Prompt{}, false
	}
	return running[w.rng.IntN(len(running))], true
}

// someTurn is a prompt that a seat can answer, mostly an awaited one.
func (w *walk) someTurn(m mode) (turn, bool) {
	var awaited, other []turn
	for _, t := range w.look.turns() {
		if t.awaited() {
			awaited = append(awaited, t)
		} else {
			other = append(other, t)
		}
	}
	if len(other) > 0 && (len(awaited) == 0 || w.chance(m.other)) {
		awaited = other
	}
	if len(awaited) == 0 {
		return turn{}, false
	}
	return awaited[w.rng.IntN(len(awaited))], true
}

// randomReply answers as games.Random does. Drafts that cannot be submitted are drawn again.
func (w *walk) randomReply(t turn) (games.Action, bool) {
	ask := games.AskOf(w.state(), t.seat, t.prompt.ID)
	for range 50 {
		var answer games.Answer
		var err error
		if !w.try("offered", func() { answer, err = games.Random(ask, w.rng) }) {
			if dead := grow(ask, w.rng, 20).err; dead != nil {
				w.fail("offered", "prompt %d (%s) of seat %d: %v", t.prompt.ID, t.prompt.Kind, t.seat, dead)
			}
			return games.Action{}, false
		}
		a := games.Reply(t.seat, t.prompt.ID, answer...)
		if err == nil {
			if _, _, err = w.state().Apply(a); err == nil {
				return a, true
			}
		}
		if !w.badDraft(ask, answer) {
			w.fail("offered", "%s was built and gives %v", describe(a), err)
			return a, false
		}
	}
	w.fail("editor", "prompt %d of seat %d: none of 50 samples could be submitted", t.prompt.ID, t.seat)
	return games.Action{}, false
}

// badDraft reports whether an answer contains a draft that its editor would not submit.
func (w *walk) badDraft(ask games.Ask, answer games.Answer) bool {
	for i := range answer {
		f, ok, err := ask(answer[:i])
		if err != nil || !ok {
			return false
		}
		if f.Editor == nil {
			continue
		}
		if e, err := f.Editor.Load(answer[i]); err != nil || e.Check() != nil {
			return true
		}
	}
	return false
}

// timeoutOf is the time-out of a prompt; with an open field it may carry a draft.
func (w *walk) timeoutOf(p games.Prompt) games.Action {
	a := games.Timeout(p.ID)
	if drafts := w.drafts(p); len(drafts) > 0 && w.chance(500) {
		a.Answer = drafts[w.rng.IntN(len(drafts))]
	}
	return a
}

// drafts are half-filled answers to a prompt that end with a draft.
func (w *walk) drafts(p games.Prompt) []games.Answer {
	var drafts []games.Answer
	for seat := range p.Awaited.All() {
		own, ok := w.look.prompt(seat, p.ID)
		if !ok || !own.Mine {
			continue
		}
		for _, at := range grow(games.AskOf(w.state(), seat, p.ID), w.rng, 8).fields {
			if at.field.Editor == nil {
				continue
			}
			for _, d := range at.field.Editor.Samples(w.rng) {
				drafts = append(drafts, append(at.sofar[:len(at.sofar):len(at.sofar)], d))
			}
		}
	}
	return drafts
}
