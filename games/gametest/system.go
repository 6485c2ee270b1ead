package gametest

import (
	"bytes"
	"maps"
	"slices"

	"kumpas/games"
)

// checkTimeouts lets the time of every prompt end.
func (w *walk) checkTimeouts() {
	for _, p := range w.look.public() {
		bare := games.Timeout(p.ID)
		actions := []games.Action{bare}
		for _, d := range w.drafts(p) {
			a := games.Timeout(p.ID)
			a.Answer = d
			actions = append(actions, a)
		}
		if p.Held { // its clock stands still: accepted or not, but never worse
			_, _, err := w.state().Apply(bare)
			w.refusal("timeout", err)
			continue
		}
		for _, a := range actions {
			w.did("timeout")
			if !p.Timeout.Draft && a.Answer != nil { // as in logs of programs that sent it along
				w.mustEqual("timeout", bare, a)
			}
			after, events, ok := w.mustApply("timeout", a)
			if !ok {
				continue
			}
			same := bytes.Equal(after.state.Encode(), w.bytes)
			switch now, still := after.prompt(games.Nobody, p.ID); {
			case p.Timeout.Kind == games.DefaultWait:
				if !same || len(events) > 0 {
					w.fail("timeout", "%s (%s) stands for waiting and changes something: %+v", describe(a), p.Kind, events)
				}
			case same:
				w.fail("timeout", "%s (%s) changes nothing", describe(a), p.Kind)
			case still && !now.Held && now.Awaited&p.Awaited != 0:
				w.fail("timeout", "after %s the prompt (%s) still awaits the seats %b", describe(a), p.Kind, now.Awaited)
			case p.Timeout.Kind == games.DefaultRandom && len(events) == 0:
				w.fail("timeout", "%s (%s) draws at random and no event tells", describe(a), p.Kind)
			}
		}
		junk := games.Timeout(p.ID)
		junk.Answer = games.Answer{"no such choice", "\xff", ""}
		_, _, err := w.state().Apply(junk)
		w.refusal("timeout", err)
	}
	w.unchanged("timeout", "a time-out")
}

// checkLeave lets every seat leave.
func (w *walk) checkLeave() {
	for seat := range games.FirstSeats(w.setup.Players).All() {
		a := games.Leave(seat)
		if w.left.Has(seat) { // once is enough
			_, _, err := w.state().Apply(a)
			if w.refusal("leave", err) == nil {
				w.fail("leave", "%s is accepted again", describe(a))
			}
			continue
		}
		w.did("leave")
		after, _, ok := w.mustApply("leave", a)
		if !ok {
			continue
		}
		if after.state.Living().Has(seat) {
			w.fail("leave", "after %s the seat still counts among the living", describe(a))
		}
		for _, p := range after.of(seat) {
			if p.Mine || p.Awaited.Has(seat) {
				w.fail("leave", "after %s the prompt %+v is still that seat's", describe(a), p)
			}
		}
	}
	w.unchanged("leave", "leaving")
}

// checkVoid ends the game without a winner.
func (w *walk) checkVoid() {
	w.did("void")
	after, _, ok := w.mustApply("void", games.Void())
	if !ok {
		return
	}
	if o := after.state.Outcome(); o == nil || o.Why != "void" || o.Winners != 0 {
		w.fail("void", "the outcome is %+v", o)
	}
	if len(after.all()) > 0 {
		w.fail("void", "there are still prompts: %+v", after.all())
	}
	w.unchanged("void", "ending it")
}

// checkOver asks whether nothing happens after the end.
func (w *walk) checkOver() {
	w.did("over")
	if n := len(w.look.all()); n > 0 {
		w.fail("over", "there are %d prompts", n)
	}
	actions := []games.Action{games.Void(), games.Timeout(w.ids.max), {Kind: "no such kind"}, games.Reply(games.Nobody, w.ids.max, "pass")}
	for _, id := range slices.Sorted(maps.Keys(w.ids.gone)) {
		last := w.ids.gone[id]
		actions = append(actions, games.Reply(last.seat, id, last.answer...), games.Timeout(id))
	}
	for seat := range games.FirstSeats(w.setup.Players).All() {
		actions = append(actions, games.Leave(seat))
	}
	for _, a := range actions {
		next, events, err := w.state().Apply(a)
		if r := w.refusal("over", err); r == nil || r.Code != games.GameOver || next != nil || events != nil {
			w.fail("over", "%s gives %v", describe(a), err)
		}
	}
	for id := range w.ids.gone {
		if _, _, err := w.state().Ask(0, id, nil); w.refusal("over", err) == nil {
			w.fail("over", "prompt %d can still be asked", id)
		}
	}
	w.unchanged("over", "an action after the end")
}
