package noir

import (
	"slices"
	"strings"

	"kumpas/games"
)

// D: opening (R4.6, R4.7).

// The places of the flags in state.Opened: whether one that costs anything has been opened in this turn.
const (
	openedBusiness = iota
	openedGangster
)

// price is what a card costs now: its value less one, and less what a boss takes off the first of a turn that costs
// anything (R4.6, R12.4). So the order of a plan changes nothing.
func (s *state) price(seat games.Seat, c card) int16 {
	n := int16(c.value()) - 1
	b := s.boss(seat)
	switch {
	case c.isBusiness() && !s.Opened[openedBusiness]:
		n -= b.business
	case c.isGangster() && !s.Opened[openedGangster]:
		n -= b.gangster
	}
	return max(0, n)
}

// unaffordable says why a card cannot be opened, "" if it can.
func (s *state) unaffordable(seat games.Seat, c card) games.Code {
	switch {
	case s.Seats[seat].Hand[c] == 0:
		return NotYourCard
	case s.price(seat, c) > s.Seats[seat].Purse:
		return NotEnoughMoney
	}
	return ""
}

// open carries out one step and returns where the card lies then.
func (p *plan) open(step planned) (place, *games.Refusal) {
	s, c := &p.now, step.card
	if c.isReaction() || c.isBusiness() && step.to != "" {
		return noPlace, games.Refuse(games.BadChoice, "R4.6")
	}
	price := s.price(p.seat, c)
	if not := s.unaffordable(p.seat, c); not != "" {
		return noPlace, &games.Refusal{Code: not, Rule: "R4.6", Seat: games.Nobody, N: int(price), What: c.String()}
	}
	at := noPlace
	if c.isGangster() {
		var refused *games.Refusal
		if at, refused = p.target(step); refused != nil {
			return noPlace, refused
		}
	}
	s.Seats[p.seat].Hand[c]--
	s.toBank(p.seat, price)
	p.cost += price
	if c.isBusiness() {
		s.Opened[openedBusiness] = s.Opened[openedBusiness] || c.value() > 1
		return s.putBusiness(business{Kind: c, Owner: p.seat}), nil
	}
	s.Opened[openedGangster] = s.Opened[openedGangster] || c.value() > 1
	s.putGangster(gangster{Power: c.value(), Owner: p.seat, Host: at})
	return at, nil
}

// target is where a planned gangster goes (R4.7, R14.6).
func (p *plan) target(step planned) (place, *games.Refusal) {
	power := step.card.value()
	if step.to == "" {
		return p.now.bestPlace(p.seat, power), nil
	}
	to := placeOf(step.to)
	if strings.HasPrefix(step.to, "p") {
		if i := slices.Index(planIDs[:], step.to); i >= 0 && i < len(p.steps) && p.steps[i].card.isBusiness() {
			to = p.where[i]
		}
	}
	if refused := p.now.ownPlace(p.seat, power, to); refused != nil {
		return noPlace, refused
	}
	return to, nil
}

// name is the id of a place in a draft: that of a planned business is its step's.
func (p *plan) name(at place) string {
	for i, step := range p.steps {
		if step.card.isBusiness() && p.where[i] == at {
			return planIDs[i]
		}
	}
	return at.id()
}

// fieldOpen asks which card is opened, or where a planned gangster goes instead.
func (p *plan) fieldOpen(sofar games.Answer) (games.Field, bool) {
	switch {
	case len(sofar) == 0:
		f := one(FieldOpen, false)
		for c := gangster1; c <= casino; c++ {
			if p.base.Seats[p.seat].Hand[c] > 0 {
				f.Choices = append(f.Choices, choice(c.String(), c.String(), int(p.now.price(p.seat, c)), p.now.unaffordable(p.seat, c)))
			}
		}
		not := games.Code("")
		if !slices.ContainsFunc(p.steps, func(step planned) bool { return step.card.isGangster() }) {
			not = NothingPlanned
		}
		f.Choices = append(f.Choices, choice(Place, "", 0, not))
		f.Choices = append(f.Choices, p.common()...)
		return f, true
	case sofar[0] != Place:
		return games.Field{}, false
	case len(sofar) == 1:
		f := one(FieldPlanned, false)
		for i, step := range p.steps {
			if step.card.isGangster() {
				f.Choices = append(f.Choices, choice(planIDs[i], step.card.String(), int(step.card.value()), ""))
			}
		}
		return f, true
	case len(sofar) == 2:
		return p.fieldReplace(slices.Index(planIDs[:], sofar[1])), true
	}
	return games.Field{}, false
}

// fieldReplace asks where a planned gangster goes instead; planned businesses have the ids of their steps.
func (p *plan) fieldReplace(i int) games.Field {
	rest, _ := p.build(p.replaced(i, Away))
	f := rest.now.fieldPlace(p.seat, p.steps[i].card.value())
	for at, c := range f.Choices {
		f.Choices[at].ID = p.name(placeOf(c.ID))
	}
	return f
}

// replaced are the steps with one of them last, and with another place.
func (p *plan) replaced(i int, to string) []planned {
	shift := func(id string) string {
		if j := slices.Index(planIDs[:], id); j > i {
			return planIDs[j-1]
		}
		return id
	}
	steps := slices.Delete(slices.Clone(p.steps), i, i+1)
	for j := range steps {
		steps[j].to = shift(steps[j].to)
	}
	return append(steps, planned{slot: -1, card: p.steps[i].card, to: shift(to)})
}

func (p *plan) viewOpening(i int) PlanStep {
	step := p.steps[i]
	v := PlanStep{ID: planIDs[i], Card: step.card.String()}
	before, _ := p.build(p.steps[:i])
	v.Price = int(before.now.price(p.seat, step.card))
	if step.card.isBusiness() {
		return v
	}
	v.To, v.Where = step.to, p.now.kind(p.where[i])
	return v
}

// confirmOpenings carries out a plan. More can be opened after it; an empty one ends the phase.
func (st *step) confirmOpenings(seat games.Seat, draft string) {
	p := newPlan(st.state, seat, true)
	steps, _ := p.read(draft)
	p, _ = p.build(steps)
	*st.state = p.now
	if len(steps) == 0 {
		st.Step = stageRelocate
		return
	}
	st.Step = stageOpen
	e := happened(EvOpened, "R4.6", seat, games.Nobody)
	e.N = int(p.cost)
	for i, step := range p.steps {
		where := ""
		if step.card.isGangster() {
			where = st.kind(p.where[i])
		}
		e.Items = append(e.Items, step.card.String(), where)
	}
	st.tell(e)
}
