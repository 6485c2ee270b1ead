package bot_test

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"kumpas/bot/present"
	"kumpas/bot/sandbox"
	"kumpas/games"
)

// What the table does about itself while two games that must look alike are played: people leave, a computer plays for them, they come
// back or somebody else does, they order passes, vote, pause. Each reports whether there was anything to do.
var aroundTwins = map[string]func(*twins) bool{
	"leaves":       (*twins).leaves,
	"computer":     (*twins).computer,
	"back":         func(w *twins) bool { return w.returns(false) },
	"substitute":   func(w *twins) bool { return w.returns(true) },
	"order":        (*twins).ordersPass,
	"pause":        (*twins).pauses,
	"vote":         (*twins).votes,
	"out":          (*twins).out,
	"no mentions":  (*twins).mutes,
	"half private": func(w *twins) bool { return w.halfPicks(true) },
	"half open":    func(w *twins) bool { return w.halfPicks(false) },
}

// around does one of these.
func (w *twins) around(kinds map[string]int) bool {
	w.t.Helper()
	names := slices.Sorted(maps.Keys(aroundTwins))
	if w.standIn != games.Nobody && w.rng.IntN(3) > 0 { // somebody's seat is empty: that is not to last
		names = []string{"computer", "computer", "computer", "back", "substitute"}
	}
	name := names[w.rng.IntN(len(names))]
	if !aroundTwins[name](w) {
		return false
	}
	kinds[name]++
	w.trail = append(w.trail, name)
	w.steps++
	w.even()
	w.sameRecords()
	return true
}

// both does something on both sides and waits until the screens show it.
func (w *twins) both(do func(v *side)) {
	w.t.Helper()
	for _, v := range w.sides {
		do(v)
		v.quiet = false
		v.settled()
	}
}

// someone is a seat that a person plays, by chance; false if there are not enough that others remain.
func (w *twins) someone() (games.Seat, bool) {
	here := w.here()
	if len(here) < 3 {
		return games.Nobody, false
	}
	return here[w.rng.IntN(len(here))], true
}

// here are the seats that people play.
func (w *twins) here() (out []games.Seat) {
	for seat := range w.states[0].Seating() {
		if s := games.Seat(seat); !w.absent.Has(s) {
			out = append(out, s)
		}
	}
	return out
}

// leaves has somebody get up, so that a computer plays on with what he holds.
func (w *twins) leaves() bool {
	seat, ok := w.someone()
	if !ok || w.standIn != games.Nobody || !w.states[0].Living().Has(seat) {
		return false
	}
	w.both(func(v *side) {
		v.do(v.at(seat), "leave")
		v.until("an empty seat", func() bool { return v.Board().Component(v.seatID()) != nil })
	})
	w.standIn, w.absent = seat, w.absent.With(seat)
	w.orders.Forget(seat)
	w.tinkered = false
	return true
}

// returns gives the empty seat back to its owner, or to somebody new.
func (w *twins) returns(new bool) bool {
	seat := w.standIn
	if seat == games.Nobody || !w.states[0].Living().Has(seat) || new && w.guests == 0 {
		return false // also if the computer has lost what he left it
	}
	if new {
		w.guests--
	}
	w.both(func(v *side) {
		u := v.at(seat)
		if new {
			u = v.guests[w.guests]
		}
		m := v.note(u.Press(v.Board(), v.seatID()))
		if new {
			v.note(u.Press(m, m.Buttons()[0].CustomID))
			v.Users[w.states[0].Seating()[seat]] = u
		}
	})
	w.standIn, w.absent = games.Nobody, w.absent.Without(seat)
	w.orders.Forget(seat)
	return true
}

// computer lets the computer act in the empty seat: as the viewer cannot tell, which the test chooses for it.
func (w *twins) computer() bool {
	seat, v := w.standIn, w.sides[0]
	at, due := v.due("computer")
	if tick := v.ticks(); seat == games.Nobody || due && !tick.IsZero() && !tick.After(at) {
		return false
	}
	var awaited []games.Prompt
	for _, p := range w.states[0].Prompts(nil, seat) {
		if p.Awaited.Has(seat) && !p.Held {
			awaited = append(awaited, p)
		}
	}
	var d deed
	switch len(awaited) {
	case 0:
	case 1:
		var ok bool
		w.once = true
		d, ok = w.found(func() (games.Seat, games.Prompt, bool) {
			return seat, awaited[0], awaited[0].Mine && awaited[0].Given == nil
		})
		w.once = false
		if !ok {
			return false
		}
	default:
		return false
	}
	for i, v := range w.sides {
		v.deal.script(d.prompt.ID, d.answer[i])
		at, ok := v.due("computer")
		if !ok {
			if len(awaited) > 0 {
				w.t.Fatalf("nobody plays for seat %d after %q", seat, w.trail)
			}
			continue
		}
		v.clock.Advance(at.Sub(v.clock.Now()))
		v.until("what the computer does", func() bool {
			_, state := v.record()
			return bytes.Equal(state.Encode(), w.states[i].Encode())
		})
		if len(awaited) > 0 {
			v.quiet = false
			v.settled()
		}
	}
	return true
}

// due is when the table's own time of a kind is over.
func (v *side) due(key string) (at time.Time, ok bool) {
	v.t.Helper()
	head, _ := v.record()
	due, _ := head["due"].(map[string]any)
	ok = stamped(due[key], &at)
	return at, ok
}

// ticks is the first moment at which the time of a decision ends, or somebody is warned of it.
func (v *side) ticks() (first time.Time) {
	v.t.Helper()
	head, _ := v.record()
	clocks, _ := head["clocks"].(map[string]any)
	for _, c := range clocks {
		for _, key := range []string{"due", "warn"} {
			var at time.Time
			if stamped(c.(map[string]any)[key], &at) && (first.IsZero() || at.Before(first)) {
				first = at
			}
		}
	}
	return first
}

// stamped reads a time of a record.
func stamped(v any, at *time.Time) bool {
	text, ok := v.(string)
	return ok && at.UnmarshalText([]byte(text)) == nil
}

// ordersPass has somebody order passes, whatever he holds.
func (w *twins) ordersPass() bool {
	seat, ok := w.someone()
	orders := []string{present.PassAll, present.PassKind, present.PassPrompt, present.PassNone}
	what := orders[w.rng.IntN(len(orders))]
	before := w.states
	if _, none := w.sides[0].Config.Games[0].Screen.(present.Passless); none || !ok || !w.order(seat, what) {
		return false
	}
	for i, v := range w.sides {
		m := v.note(v.at(seat).Press(v.Board(), present.ID(present.VerbPass, v.ID)))
		v.note(v.at(seat).Press(m, present.ID(present.VerbPass, v.ID, what)))
		_, state := v.record()
		if !bytes.Equal(state.Encode(), w.states[i].Encode()) {
			w.t.Fatalf("the order %s of seat %d does something else", what, seat)
		}
		if v.quiet = bytes.Equal(before[i].Encode(), state.Encode()); !v.quiet {
			v.settled()
		}
	}
	return true
}

// pauses stops the table for a while; who looks or presses then is told so.
func (w *twins) pauses() bool {
	w.breaks(func() {
		w.look()
		w.look()
		if w.viewer == games.Nobody || w.absent.Has(w.viewer) {
			return
		}
		for _, p := range w.states[0].Prompts(nil, w.viewer) {
			for _, v := range w.sides {
				v.note(v.watcher.Forge(v.reply(v.Board(), p.ID, games.Answer{"x"})))
			}
		}
	})
	return true
}

// votes has the table vote on something that comes to nothing, or on a break.
func (w *twins) votes() bool {
	seat, ok := w.someone()
	if !ok {
		return false
	}
	what, ballot := "end", "no"
	if w.rng.IntN(2) == 0 && w.states[0].Seating()[seat] != 0 { // the host needs no vote for a break
		what, ballot = "pause", []string{"yes", "no"}[w.rng.IntN(2)]
	}
	w.both(func(v *side) { v.do(v.at(seat), what) })
	if !w.voting() {
		w.t.Fatalf("seat %d has asked for a vote on %s, and there is none", seat, what)
	}
	for _, voter := range w.here() {
		if voter == seat || !w.voting() {
			continue
		}
		w.both(func(v *side) {
			head, _ := v.record()
			number := int(head["vote"].(map[string]any)["number"].(float64))
			v.answer(v.at(voter).Press(v.Board(), v.vote(number, ballot)))
		})
	}
	if w.voting() {
		w.t.Fatalf("all have said %s, and the vote on %s goes on", ballot, what)
	}
	if ballot == "yes" {
		w.both(func(v *side) { v.told(v.do(v.manager, "resume"), "table.done") })
	}
	return true
}

func (w *twins) voting() bool {
	head, _ := w.sides[0].record()
	return head["vote"] != nil
}

// out has a manager take somebody out of the game, by its rules.
func (w *twins) out() bool {
	seat, ok := w.someone()
	if !ok || len(w.here()) < 4 || w.standIn != games.Nobody || !w.states[0].Living().Has(seat) {
		return false
	}
	orders := w.orders
	w.orders = orders.Clone()
	w.orders.Forget(seat)
	if !w.apply([2]games.Action{games.Leave(seat), games.Leave(seat)}) {
		w.orders = orders
		return false
	}
	i := 0
	w.both(func(v *side) {
		v.told(v.do(v.manager, "remove", sandbox.Opt("player", v.at(seat).ID())), "table.done")
		if _, state := v.record(); !bytes.Equal(state.Encode(), w.states[i].Encode()) {
			w.t.Fatalf("seat %d does not leave by the rules", seat)
		}
		i++
	})
	w.absent = w.absent.With(seat)
	w.tinkered = false
	return true
}

// mutes has somebody switch mentions off or on.
func (w *twins) mutes() bool {
	seat, ok := w.someone()
	state := w.rng.IntN(2) == 0
	if !ok {
		return false
	}
	for _, v := range w.sides {
		v.note(v.at(seat).Command(v.Channel, "me", sandbox.Sub("mentions", sandbox.Opt("state", state))))
		v.quiet = true // what the board says has not changed
	}
	return true
}

// halfPicks has somebody begin an answer: in private, each in his own way, or on the board, in the same.
func (w *twins) halfPicks(privately bool) bool {
	for _, p := range w.states[0].Prompts(nil, games.Nobody) {
		for seat := range p.Awaited.All() {
			if w.absent.Has(seat) || p.Held || p.Class == games.ClassWindow || p.Class == games.ClassVote || p.Awaited.Count() > 1 {
				continue
			}
			begun := [2]games.Answer{w.begun(0, seat, p.ID), w.begun(1, seat, p.ID)}
			if seat == w.viewer || !privately {
				begun[1] = begun[0]
			}
			if begun[0] == nil || begun[1] == nil {
				continue
			}
			for i, s := range w.states {
				before, _, err := s.Ask(seat, p.ID, nil)
				if after, more, next := s.Ask(seat, p.ID, begun[i]); err != nil || next != nil || !more || !privately && !(before.Public && after.Public) {
					return false
				}
			}
			for i, v := range w.sides {
				from := v.Board()
				if privately {
					from = v.panel(v.at(seat))
				}
				v.answer(v.at(seat).Forge(v.reply(from, p.ID, begun[i])))
				if !privately { // the board shows it, at the same revision
					v.until("the pick on the board", func() bool { return v.Board().Version != from.Version })
				}
			}
			w.breaks(func() {}) // it would be shown now
			return true
		}
	}
	return false
}

// begun is the first pick of an answer that has more of them.
func (w *twins) begun(i int, seat games.Seat, p games.PromptID) games.Answer {
	a, err := games.Random(games.AskOf(w.states[i], seat, p), w.rng)
	if err != nil || len(a) < 2 {
		return nil
	}
	return a[:1]
}

// breaks pauses the table for a while, so that it is drawn anew.
func (w *twins) breaks(meanwhile func()) {
	w.t.Helper()
	w.both(func(v *side) { v.told(v.do(v.manager, "pause"), "table.done") })
	meanwhile()
	w.both(func(v *side) {
		v.clock.Advance(7 * time.Minute)
		v.told(v.do(v.manager, "resume"), "table.done")
	})
}

// sameRecords asks whether both tables will do the same at the same time: their clocks, whom they call, what they wait for.
func (w *twins) sameRecords() {
	w.t.Helper()
	a, here := w.sides[0].record()
	b, there := w.sides[1].record()
	if !bytes.Equal(here.Encode(), w.states[0].Encode()) || !bytes.Equal(there.Encode(), w.states[1].Encode()) {
		w.t.Fatalf("after %d steps something else has happened than was meant: %q", w.steps, w.trail)
	}
	for _, key := range []string{"due", "clocks", "board", "calls", "slips", "acted", "segment", "told", "passing", "gone", "heard", "offered"} {
		if !reflect.DeepEqual(a[key], b[key]) {
			w.t.Errorf("after %d steps the tables differ in %s: %s", w.steps, key, fmt.Sprintf("%v and %v", a[key], b[key]))
		}
	}
}
