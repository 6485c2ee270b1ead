package secrethitler

import "kumpas/games"

// convene opens the legislative session: the President draws three (R5.1).
func (st *step) convene() {
	g := st.gov()
	g.Peeked = st.Peek.Left
	for i := range g.Drawn {
		g.Drawn[i] = st.draw()
	}
	e := happened(EvDrew, "R5.1", g.President, games.Nobody)
	e.To, e.Items = games.SeatsOf(g.President), names(g.Drawn[:]...)
	st.tell(e)
	st.enter(phaseDiscard, games.SeatsOf(g.President))
}

// cards offers policies by their places alone.
func cards(policies []policy) []games.Choice {
	choices := make([]games.Choice, len(policies), len(policies)+1)
	for i, c := range policies {
		choices[i] = games.Choice{ID: cardIDs[i], Seat: games.Nobody, What: c.String()}
	}
	return choices
}

func drawnCards(s *state, _ games.Seat) []games.Choice { return cards(s.now().Drawn[:]) }

// passedCards offers the two, and the veto once it exists (R5.8).
func passedCards(s *state, _ games.Seat) []games.Choice {
	two := s.now().passed()
	choices := cards(two[:])
	if !s.vetoPower() {
		return choices
	}
	c := games.Choice{ID: Veto, Seat: games.Nobody, What: Veto}
	if s.now().Veto != noVeto {
		c.Not = VetoAlreadyAsked
	}
	return append(choices, c)
}

// at is the index of a card's choice.
func at(c games.Choice) int { return int(c.ID[1] - '0') }

func doDiscard(st *step, _ games.Seat, c games.Choice) { st.pass(at(c), "") }

// expireDiscard throws one away by lot, and tells its President which (R10.2).
func expireDiscard(st *step, why string) {
	thrown, g := st.Stream.N(3), st.now()
	e := happened(EvLotThrown, "R10.2", g.President, games.Nobody)
	e.To, e.What = games.SeatsOf(g.President), g.Drawn[thrown].String()
	st.tell(e)
	st.pass(thrown, why)
}

// pass throws one of the three away and gives the others to the Chancellor in random order (R5.2).
func (st *step) pass(thrown int, why string) {
	g := st.gov()
	g.Thrown = place(thrown + 1)
	g.Passed = [2]place{place((thrown+1)%3 + 1), place((thrown+2)%3 + 1)}
	games.Shuffle(&st.Stream, g.Passed[:])
	e := happened(EvPassed, "R5.1", g.President, g.Chancellor)
	e.Why = why
	st.tell(e)
	two := g.passed()
	got := happened(EvGot, "R5.2", g.Chancellor, games.Nobody)
	got.To, got.Items = games.SeatsOf(g.Chancellor), names(two[:]...)
	st.tell(got)
	st.enter(phaseEnact, games.SeatsOf(g.Chancellor))
}

func doEnact(st *step, _ games.Seat, c games.Choice) {
	if c.ID == Veto {
		st.askVeto()
		return
	}
	st.enact(at(c), "")
}

func expireEnact(st *step, why string) { st.enact(st.Stream.N(2), why) }

// enact brings one of the two into force (R5.2, R5.4).
func (st *step) enact(which int, why string) {
	g := st.gov()
	g.Enacted, g.Result = g.Passed[which], enacted
	c := g.card(g.Enacted)
	st.InForce[c]++
	e := happened(EvEnacted, "R5.4", g.Chancellor, g.President)
	e.What, e.N, e.Why = c.String(), int(st.InForce[c]), why
	st.tell(e)
	st.tellSession()
	st.resetTracker("R5.4", WhyEnacted)
	if !st.placed(c) {
		return
	}
	st.openClaims(claimDrawn, claimGot)
	st.replenish()
	if c == fascistPolicy {
		st.empower()
		return
	}
	st.nextRound()
}

// placed says what a policy that has come into force means (R7.1, R7.2, R3.11, R5.8), and whether the game goes on.
func (st *step) placed(c policy) bool {
	n := st.InForce[c]
	switch {
	case n == goals[c] && c == liberalPolicy:
		st.finish(endLiberalPolicies)
	case n == goals[c]:
		st.finish(endFascistPolicies)
	case c == fascistPolicy && n == 3:
		st.tell(happened(EvHitlerZone, "R3.11", games.Nobody, games.Nobody))
	case c == fascistPolicy && n == 5:
		st.tell(happened(EvVetoPower, "R5.8", games.Nobody, games.Nobody))
	}
	return st.Phase != phaseOver
}

// tellSession tells, for the end, what was drawn, thrown away, passed and enacted.
func (st *step) tellSession() {
	g := st.gov()
	two := g.passed()
	e := happened(EvSessionTold, "R5.2", g.President, g.Chancellor)
	e.AtEnd, e.What, e.Items = true, g.card(g.Thrown).String(), names(append(g.Drawn[:], two[0], two[1])...)
	if g.Enacted != 0 {
		e.N, e.Items = 1, append(e.Items, g.card(g.Enacted).String())
	}
	st.tell(e)
}

// askVeto puts the question to the President (R5.8.1).
func (st *step) askVeto() {
	g := st.gov()
	g.Veto = vetoAsked
	st.tell(happened(EvVetoAsked, "R5.8.1", g.Chancellor, g.President))
	st.enter(phaseVeto, games.SeatsOf(g.President))
}

func doVeto(st *step, _ games.Seat, c games.Choice) {
	if c.ID == Refuse {
		st.refuseVeto("")
		return
	}
	st.agreeVeto()
}

// agreeVeto throws both policies away; that counts as a failed government (R5.8.2).
func (st *step) agreeVeto() {
	g := st.gov()
	g.Veto, g.Result = vetoAgreed, vetoed
	st.Tracker++
	e := happened(EvVetoAgreed, "R5.8.2", g.President, g.Chancellor)
	e.N, e.Why = int(st.Tracker), WhyVetoCounts
	st.tell(e)
	st.tellSession()
	st.openClaims(claimDrawn, claimGot)
	st.replenish()
	st.failed()
}

// refuseVeto leaves the Chancellor with the two (R5.8.3).
func (st *step) refuseVeto(why string) {
	g := st.gov()
	g.Veto = vetoRefused
	e := happened(EvVetoRefused, "R5.8.3", g.President, g.Chancellor)
	e.Why = why
	if !st.Alive.Has(g.President) {
		e.Why = WhyPresidentLeft
	}
	st.tell(e)
	st.enter(phaseEnact, games.SeatsOf(g.Chancellor))
}
