package bot_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"kumpas/bot"
	"kumpas/games"
)

// alike is a moment of a game as it is and as it might be: in the second state everything that one viewer cannot know is dealt anew.
type alike struct {
	game   games.Game
	viewer games.Seat
	states [2]games.State
	past   []games.Event // what led there
	rng    *rand.Rand
	// last says that sealed answers are the same in the end, so that the game goes on when they are opened.
	last   bool
	silent [2]bool // the last step had no events
	orders bot.Orders
	absent games.Seats // nobody may answer for them
	once   bool        // sealed answers are given once
}

// deed is what somebody does: the same in both states, or something else in the second one where the viewer cannot tell. A sealed answer may
// be changed; then first is what he says before.
type deed struct {
	seat          games.Seat
	prompt        games.Prompt
	first, answer [2]games.Answer
	silent        [2]bool // nothing happens
}

// begin plays a new game on until some moment before its end.
func (d *alike) begin(t *testing.T, setup games.Setup, steps int) {
	t.Helper()
	s, _, err := d.game.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	for range steps {
		seat, p, ok := d.turn(s)
		if !ok {
			continue
		}
		next, events, err := s.Apply(games.Reply(seat, p.ID, d.choose(s, seat, p)...))
		if err == nil && next.Outcome() == nil {
			s, d.past = next, append(d.past, events...)
		}
	}
	d.states[0] = s
}

// dealAnew makes the second state, and reports whether anything in it is another than in the first.
func (d *alike) dealAnew() bool {
	here := d.game.Hidden(d.states[0], d.viewer)
	for range 5 {
		d.states[1] = d.game.Redeal(d.states[0], d.viewer, d.rng)
		for name, value := range d.game.Hidden(d.states[1], d.viewer) {
			if name != "stream" && value != here[name] {
				return true
			}
		}
	}
	return false
}

// turn is something that some seat may answer, mostly what is awaited.
func (d *alike) turn(s games.State) (games.Seat, games.Prompt, bool) {
	seat := games.Seat(d.rng.IntN(len(s.Seating())))
	list := slices.DeleteFunc(s.Prompts(nil, seat), func(p games.Prompt) bool { return !p.Mine || p.Given != nil })
	if len(list) == 0 || d.absent.Has(seat) {
		return 0, games.Prompt{}, false
	}
	p := list[d.rng.IntN(len(list))]
	return seat, p, p.Awaited.Has(seat) || d.rng.IntN(3) == 0
}

// choose answers a prompt: as a computer player does, or at random.
func (d *alike) choose(s games.State, seat games.Seat, p games.Prompt) games.Answer {
	ask := games.AskOf(s, seat, p.ID)
	if levels := d.game.Info().Levels; d.rng.IntN(2) == 0 {
		if a := d.game.Choose(levels[d.rng.IntN(len(levels))], s.View(seat), p, ask, d.rng); a != nil {
			return a
		}
	}
	a, err := games.Random(ask, d.rng)
	if err != nil {
		return nil
	}
	return a
}

// next finds something that can be done in both states without telling the viewer which of them is true, and does it.
func (d *alike) next() (deed, bool) {
	return d.found(func() (games.Seat, games.Prompt, bool) { return d.turn(d.states[0]) })
}

// found is next with what may be answered.
func (d *alike) found(turn func() (games.Seat, games.Prompt, bool)) (deed, bool) {
	for range 80 {
		seat, p, ok := turn()
		if !ok {
			continue
		}
		q, ok := games.PromptFor(d.states[1], seat, p.ID)
		if !ok || !q.Mine || q.Given != nil {
			continue
		}
		a := d.choose(d.states[0], seat, p)
		if a == nil {
			continue
		}
		if p.Sealed && !d.once && seat != d.viewer && d.rng.IntN(2) == 0 {
			if first, ok := d.changed(seat, q, a); ok {
				return deed{seat, p, [2]games.Answer{a, first}, [2]games.Answer{a, a}, d.silent}, true
			}
		}
		others := []games.Answer{a}
		if seat != d.viewer && !(p.Sealed && d.last) {
			for range 3 {
				others = slices.Insert(others, d.rng.IntN(len(others)+1), d.choose(d.states[1], seat, q))
			}
		}
		for _, b := range others {
			if d.both(seat, p.ID, a, b) {
				return deed{seat, p, [2]games.Answer{}, [2]games.Answer{a, b}, d.silent}, true
			}
		}
	}
	return deed{}, false
}

// changed has a seat say something else first in the second state, and then the same in both: nobody may see either.
func (d *alike) changed(seat games.Seat, p games.Prompt, a games.Answer) (first games.Answer, ok bool) {
	before, orders := d.states, d.orders
	first = d.choose(d.states[1], seat, p)
	if slices.Equal(first, a) || !d.both(seat, p.ID, a, first) {
		return nil, false
	}
	if now, open := games.PromptFor(d.states[1], seat, p.ID); !open || !now.Mine || !d.both(seat, p.ID, a, a) {
		d.states, d.orders = before, orders
		return nil, false
	}
	return first, true
}

// both has a seat answer in both states if that shows the viewer the same in both.
func (d *alike) both(seat games.Seat, p games.PromptID, a, b games.Answer) bool {
	return d.apply([2]games.Action{games.Reply(seat, p, a...), games.Reply(seat, p, b...)})
}

// expire ends the time of the only decision that is awaited, if that shows the viewer the same in both.
func (d *alike) expire() (games.PromptID, bool) {
	list := slices.DeleteFunc(d.states[0].Prompts(nil, games.Nobody), func(p games.Prompt) bool { return p.Held })
	if len(list) != 1 || list[0].Timeout.Kind == games.DefaultWait {
		return 0, false
	}
	a := games.Timeout(list[0].ID)
	return a.Prompt, d.apply([2]games.Action{a, a})
}

// apply has something happen in both states, and then what was ordered for such a case, if that shows the viewer the same in both.
func (d *alike) apply(actions [2]games.Action) bool {
	var silent [2]bool
	next, orders := d.states, d.orders.Clone()
	for first := true; ; first = false {
		var events [2][]games.Event
		for i, a := range actions {
			var err error
			if next[i], events[i], err = next[i].Apply(a); err != nil || next[i].Outcome() != nil {
				return false
			}
			if first {
				silent[i] = len(events[i]) == 0
			}
			events[i] = slices.DeleteFunc(slices.Clone(events[i]), func(e games.Event) bool { return !e.For(d.viewer) })
		}
		if !reflect.DeepEqual(events[0], events[1]) || !sameSight(next, d.viewer) || !sameSight(next, games.Nobody) {
			return false
		}
		orders.After(next[0])
		pass, ok := orders.Next(next[0])
		other, both := orders.Next(next[1])
		if ok != both || !reflect.DeepEqual(pass, other) {
			return false
		}
		if !ok {
			d.states, d.orders, d.silent = next, orders, silent
			return true
		}
		actions = [2]games.Action{pass, pass}
	}
}

// order gives a standing order in both, if what comes of it at once shows the viewer the same.
func (d *alike) order(seat games.Seat, what string) bool {
	before := d.orders
	d.orders = before.Clone()
	if !d.orders.Give(d.states[0], seat, what) {
		d.orders = before
		return false
	}
	pass, ok := d.orders.Next(d.states[0])
	if ok && !d.apply([2]games.Action{pass, pass}) {
		d.orders = before
		return false
	}
	return true
}

// sameSight reports whether a viewer sees the same in both states.
func sameSight(s [2]games.State, viewer games.Seat) bool {
	return reflect.DeepEqual(s[0].View(viewer), s[1].View(viewer)) && reflect.DeepEqual(s[0].Prompts(nil, viewer), s[1].Prompts(nil, viewer))
}
