package noir

import (
	"slices"

	"kumpas/games"
)

// B: movement (R4.4).

// ownPlace says why a gangster of a seat cannot go to a place, nil if he can.
func (s *state) ownPlace(seat games.Seat, power int8, to place) *games.Refusal {
	switch {
	case to == away:
		return nil
	case !to.isStructure() || s.owner(to) != seat:
		return games.Refuse(BadTarget, "R4.4")
	case s.room(to) < power:
		return &games.Refusal{Code: NoRoom, Rule: "R3.2", Seat: games.Nobody, N: int(s.room(to)), What: s.kind(to)}
	}
	return nil
}

// move carries out one step: a gangster goes to another place, or is discarded if he is away.
func (p *plan) move(step planned) *games.Refusal {
	g := &p.now.Gangsters[step.slot]
	to := placeOf(step.to)
	switch {
	case g.Power == 0 || g.Owner != p.seat:
		return games.Refuse(BadTarget, "R4.4")
	case step.to == Dismiss && g.Host == away: // hidden or open: R3.4 forbids him only to attack and to move
		p.now.dropGangster(step.slot)
		return nil
	case g.Hidden:
		return games.Refuse(GangsterHidden, "R3.4")
	case step.to == Dismiss || to == noPlace || to == g.Host:
		return games.Refuse(games.BadChoice, "R4.4")
	}
	if refused := p.now.ownPlace(p.seat, g.Power, to); refused != nil {
		return refused
	}
	g.Host = to
	return nil
}

// fieldMove asks which gangster moves or is discarded.
func (p *plan) fieldMove() games.Field {
	f := one(FieldMove, false)
	s := &p.now
	for _, i := range s.byAge(s.owned(p.seat)) {
		g := &s.Gangsters[i]
		not := games.Code("")
		switch {
		case g.Hidden && g.Host != away:
			not = GangsterHidden
		case len(p.steps) == maxSteps:
			not = PlanFull
		}
		f.Choices = append(f.Choices, choice(gangsterIDs[i], gangsterCard(g.Power).String(), int(g.Power), not))
	}
	f.Choices = append(f.Choices, p.common()...)
	return f
}

// fieldMoveTo asks where a gangster goes. One who is hidden can only be discarded.
func (p *plan) fieldMoveTo(slot int) games.Field {
	g := &p.now.Gangsters[slot]
	f := p.now.fieldPlace(p.seat, g.Power)
	f.Choices = slices.DeleteFunc(f.Choices, func(c games.Choice) bool { return c.ID == g.Host.id() })
	for i := range f.Choices {
		if g.Hidden {
			f.Choices[i].Not = GangsterHidden
		}
	}
	if g.Host == away {
		f.Choices = append(f.Choices, choice(Dismiss, "", 0, ""))
	}
	return f
}

// confirmMoves carries out a plan; the next phase begins.
func (st *step) confirmMoves(seat games.Seat, draft string) {
	p := newPlan(st.state, seat, false)
	steps, _ := p.read(draft)
	p, _ = p.build(steps)
	moved := happened(EvMoved, "R4.4", seat, games.Nobody)
	var gone gang
	for _, i := range st.byAge(st.owned(seat)) {
		was, is := &st.Gangsters[i], &p.now.Gangsters[i]
		switch {
		case is.Power == 0:
			gone = gone.with(i)
		case is.Host != was.Host:
			moved.N++
			moved.Items = append(moved.Items, gangsterCard(is.Power).String(), p.now.kind(is.Host))
		}
	}
	dismissed := happened(EvDismissed, "R4.4", seat, games.Nobody)
	dismissed.N, dismissed.Items = gone.count(), st.gangNames(gone)
	*st.state = p.now
	st.Step = stageAttack
	for _, e := range []games.Event{moved, dismissed} {
		if e.N > 0 {
			st.tell(e)
		}
	}
}
