package entrika

import "kumpas/games"

// step is one application of an action: a copy of the state that is being changed, and what happened.
// The state is apart from the rest because it has no pointers, which spares the collector a look into it.
type step struct {
	*state
	events []games.Event
	closer games.Seat // whose answer this is, Nobody for the system's actions
}

// Apply carries out one action.
func (s *state) Apply(a games.Action) (games.State, []games.Event, error) {
	if s.Phase == phaseOver {
		return nil, nil, games.Refuse(games.GameOver, "R6.7")
	}
	next := *s
	st := &step{state: &next, closer: games.Nobody}
	var r *games.Refusal
	switch a.Kind {
	case games.ActReply:
		r = st.reply(a)
	case games.ActTimeout:
		r = st.expire(a.Prompt)
	case games.ActLeave:
		r = st.leave(a.Seat)
	case games.ActVoid:
		st.Void = true
		st.finish()
	default:
		r = games.Refuse(games.BadChoice, "")
	}
	if r != nil {
		return nil, nil, r
	}
	return st.state, st.events, nil
}

// reply takes a seat's answer to the prompt.
func (st *step) reply(a games.Action) *games.Refusal {
	switch {
	case !st.seats().Has(a.Seat):
		return games.Refuse(games.NotYours, "")
	case !st.Alive.Has(a.Seat):
		return games.Refuse(Eliminated, "R6.3")
	case a.Prompt != st.Prompt:
		return st.late(a)
	case !st.mine(a.Seat):
		return st.misplaced(a.Seat, a.Answer)
	}
	row := &phases[st.Phase]
	r, refused := row.read(st.state, a.Seat, a.Answer)
	switch {
	case refused != nil:
		return refused
	case !r.full && st.Phase == phaseTurn && r.n == 1:
		return games.Refuse(TargetRequired, "R3.4")
	case !r.full:
		return games.Refuse(games.BadChoice, "")
	}
	st.closer = a.Seat
	row.do(st, a.Seat, r)
	return nil
}

// late refuses an answer to a prompt that is over (R11.2): another's answer that has just closed it came first.
func (s *state) late(a games.Action) *games.Refusal {
	if a.Prompt == s.Prompt-1 && s.ClosedBy != games.Nobody && s.ClosedBy != a.Seat {
		return &games.Refusal{Code: games.TooLate, Rule: "R11.2", Seat: s.ClosedBy}
	}
	return games.Refuse(games.StalePrompt, "R11.2")
}

// expire ends the time of the prompt: its default acts for all who are awaited.
func (st *step) expire(id games.PromptID) *games.Refusal {
	if id != st.Prompt {
		return games.Refuse(games.StalePrompt, "R11.2")
	}
	row := &phases[st.Phase]
	e := games.Event{Kind: EvTimedOut, Rule: row.timeRule, Seat: games.Nobody, Other: games.Nobody, N: st.Awaited.Count(), What: row.kind}
	if e.N == 1 {
		e.Seat = st.onlyAwaited()
	}
	st.tell(e)
	row.expire(st)
	return nil
}

// onlyAwaited is the one seat that is awaited.
func (s *state) onlyAwaited() games.Seat {
	for seat := range s.Awaited.All() {
		return seat
	}
	return games.Nobody
}

// enter opens the next prompt.
func (st *step) enter(p phase, awaited games.Seats) {
	st.Phase = p
	st.Prompt++
	st.Awaited = awaited
	st.Said = [maxSeats]said{}
	st.ClosedBy = st.closer
}

// say keeps what a seat answered and reports whether all have answered now.
func (st *step) say(seat games.Seat, what said) (all bool) {
	st.Said[seat] = what
	st.Awaited = st.Awaited.Without(seat)
	return st.Awaited == 0
}

// tell adds an event; most are built by happened.
func (st *step) tell(e games.Event) {
	if st.events == nil {
		st.events = make([]games.Event, 0, 4)
	}
	st.events = append(st.events, e)
}

// happened is an event for everyone about seat and what he did to other.
func happened(kind, rule string, seat, other games.Seat) games.Event {
	return games.Event{Kind: kind, Rule: rule, Seat: seat, Other: other}
}

// pay moves gold from a seat to the treasury; a negative amount the other way.
func (st *step) pay(seat games.Seat, gold int32) {
	st.Seats[seat].Gold -= gold
	st.Bank += gold
}

// finish ends the game; all that is pending is dropped (R6.7).
func (st *step) finish() {
	st.Phase = phaseOver
	st.Awaited = 0
	e := happened(EvOver, "R6.7", games.Nobody, games.Nobody)
	e.Why = WhyVoid
	if !st.Void {
		e.Seat, e.Why = st.next(0), WhyLastAlive
	}
	st.tell(e)
}
