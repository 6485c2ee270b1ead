package noir

import (
	"strconv"

	"kumpas/games"
)

// step is one application of an action: a copy of the state that is being changed, and what happened.
type step struct {
	*state
	events []games.Event
}

// Apply carries out one action.
func (s *state) Apply(a games.Action) (games.State, []games.Event, error) {
	if s.Phase == phaseOver {
		return nil, nil, games.Refuse(games.GameOver, "")
	}
	next := *s
	st := &step{state: &next}
	var r *games.Refusal
	closer := games.Nobody
	switch a.Kind {
	case games.ActReply:
		closer = a.Seat
		r = st.reply(a)
	case games.ActTimeout:
		r = st.timeout(a.Prompt)
	case games.ActLeave:
		r = st.leave(a.Seat)
	case games.ActVoid:
		st.finish(byVoid, 0)
	default:
		r = games.Refuse(games.BadChoice, "")
	}
	if r != nil {
		return nil, nil, r
	}
	st.noteClosed(s, closer)
	return st.state, st.events, nil
}

// noteClosed keeps which prompts the answer of closer closed (R7.6).
func (st *step) noteClosed(before *state, closer games.Seat) {
	var closed [2]games.PromptID
	n := 0
	for _, id := range [...]games.PromptID{before.id(), before.ReactID} {
		if id != 0 && id != st.TurnID && id != st.WindowID && id != st.ReactID && n < len(closed) {
			closed[n] = id
			n++
		}
	}
	if n > 0 {
		st.Closed, st.ClosedBy = closed, closer
	}
}

// reply takes a seat's answer to a prompt.
func (st *step) reply(a games.Action) *games.Refusal {
	first := ""
	if len(a.Answer) > 0 {
		first = a.Answer[0]
	}
	p, refused := st.find(a.Seat, a.Prompt, first)
	if refused != nil {
		return refused
	}
	_, more, refused := st.read(p, a.Seat, a.Answer)
	switch {
	case refused != nil:
		return refused
	case more:
		return games.Refuse(games.BadChoice, "")
	}
	rows[p].do(st, a.Seat, a.Answer)
	return nil
}

// timeout ends the time of a prompt: its default acts for all who are awaited.
func (st *step) timeout(id games.PromptID) *games.Refusal {
	switch {
	case id != 0 && id == st.TurnID && st.Phase != phaseTurn:
		return games.Refuse(WindowOpen, "R14.3") // its clock stands still
	case id == 0 || id != st.id():
		return games.Refuse(games.StalePrompt, "R14.1")
	}
	row := &rows[st.Phase]
	e := happened(EvTimedOut, row.timeRule, games.Nobody, games.Nobody)
	e.N, e.What = st.Awaited.Count(), row.kind
	if e.N == 1 {
		e.Seat = st.onlyAwaited()
	}
	st.tell(e)
	row.expire(st)
	return nil
}

// onlyAwaited is the first seat that is awaited.
func (s *state) onlyAwaited() games.Seat {
	for seat := range s.Awaited.All() {
		return seat
	}
	return games.Nobody
}

func (st *step) newID() games.PromptID {
	st.LastID++
	return st.LastID
}

// open waits for seats in a phase of its own; the turn is held.
func (st *step) open(p phase, awaited games.Seats) {
	st.Phase, st.Awaited, st.Said = p, awaited, [maxSeats]said{}
	st.WindowID = st.newID()
}

// resume goes back to the turn after a window, or after a reaction that has none (R7.2).
func (st *step) resume() {
	if st.Phase == phaseOver {
		return
	}
	st.clearWindow()
	st.Phase = phaseTurn
	if !st.Alive.Has(st.Active) {
		st.endTurn(false)
		return
	}
	st.Awaited = games.SeatsOf(st.Active)
	if st.ReactID == 0 {
		st.ReactID = st.newID()
	}
}

// clearWindow forgets a window and what it is about.
func (st *step) clearWindow() {
	st.Fight, st.Shot, st.Table, st.Police = fight{}, shot{By: games.Nobody}, pokerTable{Host: games.Nobody}, games.Nobody
	st.WindowID, st.Said = 0, [maxSeats]said{}
}

// say keeps what a seat answered and reports whether all have answered now.
func (st *step) say(seat games.Seat, what said) (all bool) {
	st.Said[seat] = what
	st.Awaited = st.Awaited.Without(seat)
	return st.Awaited == 0
}

// tell adds an event; most are built by happened.
func (st *step) tell(e games.Event) { st.events = append(st.events, e) }

// happened is an event for everyone about seat and what he did to other.
func happened(kind, rule string, seat, other games.Seat) games.Event {
	return games.Event{Kind: kind, Rule: rule, Seat: seat, Other: other}
}

// note tells an event that has nothing but a number and a code.
func (st *step) note(kind, rule string, seat, other games.Seat, n int, what, why string) {
	e := happened(kind, rule, seat, other)
	e.N, e.What, e.Why = n, what, why
	st.tell(e)
}

// number is a number among the items of an event.
func number(n int) string { return strconv.Itoa(n) }

// spend moves a reaction card from a hand to the discard pile.
func (st *step) spend(seat games.Seat, c card) {
	st.Seats[seat].Hand[c]--
	st.Pile[c]++
}
