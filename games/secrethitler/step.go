package secrethitler

import (
	"slices"

	"kumpas/games"
)

// step is one application of an action: a copy of the state that is being changed, and what happened.
type step struct {
	state
	events []games.Event
	owned  bool // Rounds has been copied
}

// Apply carries out one action.
func (s *state) Apply(a games.Action) (games.State, []games.Event, error) {
	if s.Phase == phaseOver {
		return nil, nil, games.Refuse(games.GameOver, "R7.3")
	}
	st := &step{state: *s}
	var r *games.Refusal
	switch a.Kind {
	case games.ActReply:
		r = st.reply(a)
	case games.ActTimeout:
		r = st.expire(a.Prompt)
	case games.ActLeave:
		r = st.leave(a.Seat)
	case games.ActVoid:
		st.finish(endVoid)
	default:
		r = games.Refuse(games.BadChoice, "")
	}
	if r != nil {
		return nil, nil, r
	}
	st.playAbsent()
	return &st.state, st.events, nil
}

// reply takes a seat's answer to a prompt.
func (st *step) reply(a games.Action) *games.Refusal {
	row, refused := st.open(a.Seat, a.Prompt)
	if refused != nil {
		return refused
	}
	if len(a.Answer) != 1 {
		return games.Refuse(games.BadChoice, row.rule)
	}
	choice, refused := st.read(row, a.Seat, a.Answer[0])
	if refused != nil {
		return refused
	}
	row.do(st, a.Seat, choice)
	return nil
}

// expire ends the time of the prompt: its default acts for all who are awaited (R10.2).
func (st *step) expire(id games.PromptID) *games.Refusal {
	if id != st.Prompt {
		return games.Refuse(games.StalePrompt, "R10.1")
	}
	row := &phases[st.Phase]
	if st.timeout().Kind == games.DefaultWait {
		return nil
	}
	e := happened(EvTimedOut, "R10.2", games.Nobody, games.Nobody)
	e.What, e.N = row.kind, st.Awaited.Count()
	if e.N == 1 {
		for seat := range st.Awaited.All() {
			e.Seat = seat
		}
	}
	st.tell(e)
	row.expire(st, WhyAbsent)
	return nil
}

// issue gives out the next number of a prompt.
func (st *step) issue() games.PromptID {
	st.Issued++
	return st.Issued
}

// enter opens the next awaited prompt.
func (st *step) enter(p phase, awaited games.Seats) {
	st.Phase = p
	st.Prompt = st.issue()
	st.Awaited = awaited
	st.Said = [maxSeats]said{}
}

// playAbsent decides for a President or Chancellor who has left, until the session is over (R10.5).
func (st *step) playAbsent() {
	for st.Phase.inSession() && st.Awaited&^st.Alive != 0 {
		phases[st.Phase].expire(st, WhyAbsent)
	}
}

// say keeps what a seat answered and reports whether all have answered now.
func (st *step) say(seat games.Seat, what said) (all bool) {
	st.Said[seat] = what
	st.Awaited = st.Awaited.Without(seat)
	return st.Awaited == 0
}

// round is the i-th round, for writing.
func (st *step) round(i int) *government {
	if !st.owned {
		st.Rounds, st.owned = slices.Clone(st.Rounds), true
	}
	return &st.Rounds[i]
}

// gov is the present round, for writing.
func (st *step) gov() *government { return st.round(len(st.Rounds) - 1) }

// tell adds an event; most are built by happened.
func (st *step) tell(e games.Event) { st.events = append(st.events, e) }

// happened is an event for everyone about seat and what he did to other.
func happened(kind, rule string, seat, other games.Seat) games.Event {
	return games.Event{Kind: kind, Rule: rule, Seat: seat, Other: other}
}

// finish ends the game; all that is pending is dropped (R5.7, R7.3).
func (st *step) finish(how ending) {
	st.Phase, st.Ending = phaseOver, how
	st.Awaited = 0
	st.closeClaims()
	e := happened(EvOver, endings[how].rule, games.Nobody, games.Nobody)
	e.Why, e.What = endings[how].why, endings[how].party
	st.tell(e)
}
