package gametest

import (
	"fmt"
	"reflect"
	"slices"

	"kumpas/games"
)

// A pair is a viewer's twin of the game that is played.
type pair struct {
	viewer games.Seat
	twin   games.State // nil when the pair has ended
	steps  int         // how many it has lasted
}

// paired plays one game with a twin for every viewer beside it.
func (s *suite) paired(n int, setup games.Setup) {
	w := s.walk(n, setup)
	w.mode = mode{timeout: 40, leave: 3, other: 80, pass: 100, choose: 150}
	w.try("twin_step", func() {
		if !w.begin() {
			return
		}
		pairs := make([]*pair, 0, games.MaxSeats+1)
		for _, v := range w.look.viewers() {
			pairs = append(pairs, &pair{viewer: v})
		}
		for w.state().Outcome() == nil && w.steps < 3*s.info.Bound+100 && !s.rep.Has(s.cfg.until) {
			for _, p := range pairs {
				w.try("redeal", func() { w.renew(p) })
			}
			fresh := &pair{viewer: pairs[w.rng.IntN(len(pairs))].viewer}
			w.try("redeal", func() { w.renew(fresh) })
			w.unchanged("pure", "Redeal")
			a, ok := w.common(pairs)
			if !ok {
				return
			}
			last := w.state()
			if !w.advance(a) {
				return
			}
			events := w.log[len(w.log)-1].events
			for _, p := range pairs {
				if p.twin != nil {
					w.try("twin_step", func() { w.stepTwin(p, last, a, events) })
				}
			}
		}
	})
}

// sameState asks whether the viewer can tell the twin from the game.
func (w *walk) sameState(p *pair) {
	w.did("twin_state")
	seed := w.rng.Uint64()
	thorough := w.rng.IntN(3) == 0
	if text := differ(w.state(), p.twin, p.viewer, seed, thorough); text != "" {
		w.fail("twin_state", "viewer %d can tell the twin by %s", p.viewer, text)
		p.twin = nil
		return
	}
	if thorough {
		w.sameAnswers(p)
		w.samePublic(p)
	}
}

// sameAnswers asks whether what the viewer does is refused, and what a computer does in his place is chosen, alike in both.
func (w *walk) sameAnswers(p *pair) {
	twin := lookAt(p.twin, w.setup.Players)
	own := slices.DeleteFunc(w.look.turns(), func(t turn) bool { return t.seat != p.viewer })
	for _, f := range w.forgeries(own) {
		if f.action.Kind == games.ActReply && f.action.Seat == p.viewer {
			_, _, a := w.state().Apply(f.action)
			_, _, b := p.twin.Apply(f.action)
			if !reflect.DeepEqual(refusalOf(a), refusalOf(b)) {
				w.fail("twin_state", "viewer %d can tell the twin by what %s gives: %v and %v", p.viewer, describe(f.action), a, b)
			}
		}
	}
	for _, t := range own {
		other, ok := twin.prompt(p.viewer, t.prompt.ID)
		if !ok {
			continue
		}
		for _, level := range w.info.Levels {
			seed := w.rng.Uint64()
			var a, b games.Answer
			w.try("choose", func() {
				a = w.choose(w.state(), level, t, seed)
				b = w.choose(p.twin, level, turn{p.viewer, other}, seed)
			})
			if !slices.Equal(a, b) {
				w.fail("choose", "level %s of seat %d answers prompt %d (%s) by %q, and in a twin that looks the same by %q", level, p.viewer, t.prompt.ID, t.prompt.Kind, a, b)
			}
		}
	}
}

// samePublic asks whether what may stand in public of other seats' prompts is the same in both.
func (w *walk) samePublic(p *pair) {
	for _, t := range w.look.turns() {
		if t.seat == p.viewer {
			continue
		}
		other, ok := games.PromptFor(p.twin, t.seat, t.prompt.ID)
		if !ok || !other.Mine {
			continue // seen by its owner alone
		}
		w.did("twin_public")
		if !slices.Equal(t.prompt.Pass, other.Pass) {
			w.fail("twin_public", "the pass of prompt %d (%s) of seat %d is %q and, where viewer %d sees the same, %q", t.prompt.ID, t.prompt.Kind, t.seat, t.prompt.Pass, p.viewer, other.Pass)
		}
		var sofar games.Answer
		for range mostFields {
			a, more, err := w.state().Ask(t.seat, t.prompt.ID, sofar)
			if err != nil || !more || !a.Public || a.Editor != nil {
				break
			}
			b, _, err := p.twin.Ask(t.seat, t.prompt.ID, sofar)
			if pa, pb := plainOf(a), plainOf(b); err != nil || !reflect.DeepEqual(pa, pb) {
				w.fail("twin_public", "prompt %d (%s) of seat %d after %q: the public field is %+v and, where viewer %d sees the same, %+v (%v)", t.prompt.ID, t.prompt.Kind, t.seat, []string(sofar), pa, p.viewer, pb, err)
				break
			}
			element, ok := pick(a, w.rng)
			if !ok {
				break
			}
			sofar = append(sofar, element)
		}
	}
}

// common draws an action that is legal in the game and in as many twins as a few draws find.
func (w *walk) common(pairs []*pair) (best games.Action, found bool) {
	most := -1
	for range 6 {
		a, ok := w.pick()
		if !ok {
			break
		}
		n, of := 0, 0
		for _, p := range pairs {
			if p.twin == nil {
				continue
			}
			of++
			if _, _, err := p.twin.Apply(a); err == nil && means(w.state(), p.twin, a) {
				n++
			}
		}
		if n > most {
			best, found, most = a, true, n
		}
		if n == of {
			break
		}
	}
	return best, found
}

// means reports whether an action says the same in the twin: each draft in it can be kept there as it is. A seat with other
// cards could not have written it otherwise.
func means(s, twin games.State, a games.Action) bool {
	seats := games.SeatsOf(a.Seat)
	if a.Kind == games.ActTimeout {
		p, _ := games.PromptFor(s, games.Nobody, a.Prompt)
		seats = p.Awaited
	}
	for seat := range seats.All() {
		for i := range a.Answer {
			f, ok, err := s.Ask(seat, a.Prompt, a.Answer[:i])
			if err != nil || !ok || f.Editor == nil {
				continue
			}
			g, ok, err := twin.Ask(seat, a.Prompt, a.Answer[:i])
			if err != nil || !ok || g.Editor == nil {
				return false
			}
			here, _ := f.Editor.Load(a.Answer[i])
			there, err := g.Editor.Load(a.Answer[i])
			if here == nil || err != nil || here.Draft() != there.Draft() || !sameRefusal(here.Check(), there.Check()) {
				return false
			}
		}
	}
	return true
}

// stepTwin applies an action of the game, whose state was last, to a twin too and compares what the viewer notices.
func (w *walk) stepTwin(p *pair, last games.State, a games.Action, events []games.Event) {
	counts := &w.rep.Twins
	w.did("twin_step")
	own := a.Kind == games.ActReply && a.Seat == p.viewer
	if !own && !means(last, p.twin, a) {
		p.twin = nil
		counts.Illegal++
		return
	}
	next, others, err := p.twin.Apply(a)
	if err != nil {
		p.twin = nil
		if a.Kind != games.ActReply || own {
			w.fail("twin_step", "viewer %d: %s is accepted and, in the twin, refused by %v", p.viewer, describe(a), err)
		}
		counts.Illegal++
		return
	}
	p.twin = next
	revealed, text := w.compareEvents(heard(events, p.viewer), heard(others, p.viewer))
	if text != "" {
		w.fail("twin_step", "viewer %d can tell the twin by %s", p.viewer, text)
		p.twin = nil
		return
	}
	if revealed {
		counts.Revealed++
		p.twin = nil
		return
	}
	if text := difference("outcome", w.state().Outcome(), next.Outcome()); text != "" {
		w.fail("twin_step", "viewer %d, to whom nothing was revealed, can tell the twin by %s", p.viewer, text)
		p.twin = nil
		return
	}
	if w.state().Outcome() != nil {
		counts.Over++
		p.twin = nil
		return
	}
	p.steps++
	counts.Compared++
	counts.Longest = max(counts.Longest, p.steps)
	switch {
	case a.Kind != games.ActReply:
		counts.System++
	case p.viewer == games.Nobody:
		counts.Spectator++
	case own:
		counts.Own++
	default:
		counts.Others++
	}
	w.sameState(p)
}

// compareEvents compares what a viewer hears of a step, up to the first event that may reveal something.
func (w *walk) compareEvents(ours, theirs []games.Event) (revealed bool, text string) {
	for i := range max(len(ours), len(theirs)) {
		var a, b *games.Event
		if i < len(ours) {
			a = &ours[i]
		}
		if i < len(theirs) {
			b = &theirs[i]
		}
		if a != nil && b != nil && w.reveal[a.Kind] && w.reveal[b.Kind] {
			return true, ""
		}
		if !reflect.DeepEqual(a, b) {
			return false, fmt.Sprintf("event %d of the step: %s and %s", i, eventText(a), eventText(b))
		}
	}
	return false, ""
}

func eventText(e *games.Event) string {
	if e == nil {
		return "none"
	}
	return fmt.Sprintf("%+v", *e)
}

// concludeTwins asks whether the twins have shown anything.
func (s *suite) concludeTwins(w *walk) {
	w.did("twin_enough")
	c := s.rep.Twins
	steps := c.Compared + c.Revealed + c.Illegal + c.Over
	if c.Own == 0 || c.Others == 0 || c.Spectator == 0 || c.System == 0 || c.Longest < 3 || 10*c.Compared < steps {
		w.fail("twin_enough", "too few steps of twins looked the same to say anything: %+v", c)
	}
	s.concludeItems(w)
}
