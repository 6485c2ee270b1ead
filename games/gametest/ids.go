package gametest

import (
	"maps"
	"slices"

	"kumpas/games"
)

// A tracker follows the ids of prompts through a playout.
//
// An open prompt may be there for some, for nobody, and there again, as long as it is the same one: its number must not
// tell whether somebody can use it, so it may have been given out before. An awaited prompt that is over is over.
type tracker struct {
	max  games.PromptID
	any  bool
	gone map[games.PromptID]past
}

// past is a prompt that is gone, with an answer that it would have taken while it lasted.
type past struct {
	kind    string
	awaited bool
	seat    games.Seat
	answer  games.Answer
}

// awaits reports whether the state waits for a prompt.
func awaits(p games.Prompt) bool { return p.Awaited != 0 || p.Held }

func newTracker() tracker { return tracker{gone: map[games.PromptID]past{}} }

func (t *tracker) begin(l look) {
	for id := range l.all() {
		t.max, t.any = max(t.max, id), true
	}
}

// persistence counts what became of prompts of one kind that awaited several seats when one of them answered.
type persistence struct {
	stayed, replaced int
	example          string
}

// step compares the prompts before and after an action.
func (t *tracker) step(w *walk, before look, a games.Action, after look) {
	was, is := before.all(), after.all()
	w.did("ids")
	top := t.max
	for _, id := range slices.Sorted(maps.Keys(is)) {
		p := is[id]
		old, known := was[id]
		switch last, over := t.gone[id]; {
		case over && (last.awaited || awaits(p) || last.kind != p.Kind):
			w.fail("ids", "prompt %d (%s) was over and is there again (%s)", id, last.kind, p.Kind)
		case over:
			delete(t.gone, id)
		case !known && t.any && id <= t.max && awaits(p):
			w.fail("ids", "the new prompt %d (%s) does not come after %d", id, p.Kind, t.max)
		case known && (old.Kind != p.Kind || old.Class != p.Class || old.Sealed != p.Sealed || old.Quiet != p.Quiet):
			w.fail("ids", "prompt %d was %+v and is %+v", id, old, p)
		}
		top, t.any = max(top, id), true
		if known && !old.Held && !p.Held {
			t.shrunk(w, old, a, p, after)
		}
	}
	t.max = top
	for _, id := range slices.Sorted(maps.Keys(was)) {
		p := was[id]
		if _, still := is[id]; still {
			w.note(p, a).stayed++
			continue
		}
		last := t.remember(w, before, a, id)
		last.kind, last.awaited = p.Kind, awaits(p)
		t.gone[id] = last
		if after.state.Outcome() != nil || a.Kind != games.ActReply || a.Prompt != id || !p.Awaited.Has(a.Seat) {
			continue
		}
		rest := p.Awaited.Without(a.Seat)
		for _, q := range is {
			if rest != 0 && q.ID > id && q.Kind == p.Kind && q.Class == p.Class && q.Awaited == rest {
				n := w.note(p, a)
				n.replaced++
				n.example = describe(a)
			}
		}
	}
}

// note is the count for the kind of a prompt; of actions that say nothing about it a throw-away.
func (w *walk) note(p games.Prompt, a games.Action) *persistence {
	if a.Kind != games.ActReply || a.Prompt != p.ID || p.Awaited.Without(a.Seat) == 0 {
		return &persistence{}
	}
	if w.kinds[p.Kind] == nil {
		w.kinds[p.Kind] = &persistence{}
	}
	return w.kinds[p.Kind]
}

// concludeKinds finds kinds of prompts that get a new id whenever one of several seats answers. A single such step may be
// a decision of its own.
func (s *suite) concludeKinds(w *walk) {
	for kind, n := range s.kinds {
		if n.stayed == 0 && n.replaced >= 3 {
			w.fail("ids", "a prompt %q that awaits several seats was replaced by another one of the kind all %d times that one of them answered, as by %s", kind, n.replaced, n.example)
		}
	}
}

// shrunk asks whether the seats that are awaited became fewer by their answers alone.
func (t *tracker) shrunk(w *walk, old games.Prompt, a games.Action, p games.Prompt, after look) {
	w.did("awaited")
	if more := p.Awaited &^ old.Awaited; more != 0 {
		w.fail("awaited", "prompt %d (%s) awaited the seats %b and awaits %b after %s", p.ID, p.Kind, old.Awaited, p.Awaited, describe(a))
	}
	missing := old.Awaited &^ p.Awaited
	if a.Kind == games.ActReply && missing.Without(a.Seat) != 0 {
		w.fail("awaited", "%s ended the waiting of prompt %d (%s) for the seats %b, which had not answered", describe(a), p.ID, p.Kind, missing.Without(a.Seat))
	}
	if own, _ := after.prompt(a.Seat, p.ID); a.Kind == games.ActReply && a.Prompt == p.ID && own.Awaited.Has(a.Seat) {
		w.fail("awaited", "after %s prompt %d (%s) still awaits that seat", describe(a), p.ID, p.Kind)
	}
}

// remember keeps an answer to a prompt that has just ended, for the check that it is not taken any more.
func (t *tracker) remember(w *walk, before look, a games.Action, id games.PromptID) past {
	if a.Kind == games.ActReply && a.Prompt == id {
		return past{seat: a.Seat, answer: a.Answer}
	}
	for _, at := range before.turns() {
		if at.prompt.ID == id {
			if answers := grow(games.AskOf(before.state, at.seat, id), w.rng, 1).answers; len(answers) > 0 {
				return past{seat: at.seat, answer: answers[0]}
			}
		}
	}
	return past{}
}

// checkAnswered asks whether an answer shows to its author while its prompt lasts, and whether the others whose
// chance it has ended are told that they are too late.
func (w *walk) checkAnswered(before look, a games.Action, after look) {
	was, known := before.prompt(a.Seat, a.Prompt)
	if a.Kind != games.ActReply || !known || !was.Awaited.Has(a.Seat) || after.state.Outcome() != nil {
		return
	}
	if is, still := after.prompt(a.Seat, a.Prompt); still {
		w.did("awaited")
		if !is.Held && is.Given == nil {
			w.fail("awaited", "after %s the prompt's Given is nil", describe(a))
		} else if is.Given != nil && !slices.Equal(is.Given, a.Answer) && !w.hasDraft(before, a) {
			w.fail("awaited", "after %s the prompt's Given is %q", describe(a), is.Given)
		}
		return
	}
	for seat := range was.Awaited.Without(a.Seat).All() {
		w.did("too_late")
		late := games.Reply(seat, a.Prompt, a.Answer...)
		_, _, err := after.state.Apply(late)
		r := w.refusal("too_late", err)
		switch {
		case r == nil:
			w.fail("too_late", "%s is accepted after %s", describe(late), describe(a))
		case r.Code == games.TooLate && r.Seat != a.Seat:
			w.fail("too_late", "%s is too late because of seat %d, not of seat %d", describe(late), r.Seat, a.Seat)
		case r.Code == games.StalePrompt || r.Code == games.BadChoice || r.Code == games.NotYours:
			w.fail("too_late", "%s, whose chance has just been ended by seat %d, is refused as %s", describe(late), a.Seat, r.Code)
		}
	}
}

// hasDraft reports whether a reply contains a draft.
func (w *walk) hasDraft(l look, a games.Action) bool {
	for i := range a.Answer {
		if f, ok, err := l.state.Ask(a.Seat, a.Prompt, a.Answer[:i]); err == nil && ok && f.Editor != nil {
			return true
		}
	}
	return false
}
