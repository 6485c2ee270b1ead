package secrethitler

import "kumpas/games"

// powerPhases are the decisions that powers ask for.
var powerPhases = [powerKinds]phase{investigate: phaseInvestigate, specialElection: phaseSpecial, peek: phasePeek, execute: phaseExecute}

// powerOf is the power of a phase.
func powerOf(p phase) power {
	for of, in := range powerPhases {
		if in == p && p != phaseOver {
			return power(of)
		}
	}
	return noPower
}

// empower gives the President the power of the newest fascist policy (R6.1, R6.2).
func (st *step) empower() {
	g := st.gov()
	n := st.InForce[fascistPolicy]
	p := track(st.Count)[n-1]
	e := happened(EvPower, "R6.1", g.President, games.Nobody)
	e.What, e.N = p.String(), int(n)
	switch {
	case p == noPower:
		e.Kind, e.Why = EvNoPower, WhyNoPowerHere
	case !st.Alive.Has(g.President):
		e.Kind, e.Rule, e.Why = EvNoPower, "R10.5", WhyPresidentLeft
	default:
		st.tell(e)
		st.enter(powerPhases[p], games.SeatsOf(g.President))
		return
	}
	st.tell(e)
	st.nextRound()
}

// dropPower ends the round of a President who has left (R10.5).
func (st *step) dropPower() {
	e := happened(EvNoPower, "R10.5", st.now().President, games.Nobody)
	e.What, e.N, e.Why = powerOf(st.Phase).String(), int(st.InForce[fascistPolicy]), WhyPresidentLeft
	st.tell(e)
	st.nextRound()
}

// use notes that the President has used his power on a target.
func (st *step) use(p power, target games.Seat) *government {
	g := st.gov()
	g.Power, g.Target = p, target
	return g
}

// targets are the living seats other than the President (R6.2); nobody is investigated twice (R6.3).
func targets(s *state, president games.Seat) []games.Choice {
	choices := s.others(president)
	if s.Phase == phaseInvestigate {
		seen := s.investigated()
		for i := range choices {
			if seen.Has(choices[i].Seat) {
				choices[i].Not = AlreadyInvestigated
			}
		}
	}
	return choices
}

// lot lets chance pick a legal target (R10.2), for do to carry out.
func (st *step) lot(do func(*step, games.Seat, games.Choice)) {
	president := st.now().President
	var free []games.Choice
	for _, c := range targets(&st.state, president) {
		if c.Not == "" {
			free = append(free, c)
		}
	}
	c := free[st.Stream.N(len(free))]
	e := happened(EvLot, "R10.2", president, c.Seat)
	e.What = powerOf(st.Phase).String()
	st.tell(e)
	do(st, president, c)
}

func expireInvestigate(st *step, _ string) { st.lot(doInvestigate) }

func expireSpecial(st *step, _ string) { st.lot(doSpecial) }

func expireExecute(st *step, _ string) { st.lot(doExecute) }

// doInvestigate shows the President a party (R6.3).
func doInvestigate(st *step, president games.Seat, c games.Choice) {
	st.use(investigate, c.Seat)
	st.tell(happened(EvInvestigated, "R6.3", president, c.Seat))
	e := happened(EvParty, "R6.3", president, c.Seat)
	e.What = st.Roles[c.Seat].party()
	if e.What == PartyFascist {
		e.Why = WhyHitlerToo
	}
	told := e
	told.Kind, told.AtEnd, told.Why = EvPartyTold, true, ""
	e.To = games.SeatsOf(president)
	st.tell(e)
	st.tell(told)
	st.openClaims(claimParty)
	st.nextRound()
}

// doSpecial makes the target the next candidate (R6.4).
func doSpecial(st *step, president games.Seat, c games.Choice) {
	st.use(specialElection, c.Seat)
	st.tell(happened(EvCalled, "R6.4", president, c.Seat))
	st.stand(c.Seat, WhyCalled)
}

func doPeek(st *step, president games.Seat, _ games.Choice) { st.look(president) }

func expirePeek(st *step, _ string) { st.look(st.now().President) }

// look shows the President the top three policies (R6.5).
func (st *step) look(president games.Seat) {
	st.use(peek, games.Nobody)
	st.Peek = peeked{Seat: president, Cards: st.top(), Left: 3}
	st.tell(happened(EvPeeked, "R6.5", president, games.Nobody))
	e := happened(EvPeekSeen, "R6.5", president, games.Nobody)
	e.Items = names(st.Peek.Cards[:]...)
	told := e
	told.Kind, told.AtEnd = EvPeekTold, true
	e.To = games.SeatsOf(president)
	st.tell(e)
	st.tell(told)
	st.nextRound()
}

// doExecute kills the target (R6.6).
func doExecute(st *step, president games.Seat, c games.Choice) {
	st.use(execute, c.Seat)
	st.Alive = st.Alive.Without(c.Seat)
	e := happened(EvExecuted, "R6.6", president, c.Seat)
	if st.Roles[c.Seat] == hitler {
		e.What = Hitler
		st.tell(e)
		st.finish(endHitlerExecuted)
		return
	}
	e.Why = WhyRoleHidden
	st.tell(e)
	st.Cleared = st.Cleared.With(c.Seat)
	st.silenceClaims(c.Seat)
	if st.Rules.Remind {
		silent := happened(EvSilent, "R6.6", c.Seat, games.Nobody)
		silent.To = games.SeatsOf(c.Seat)
		st.tell(silent)
	}
	if st.Alive.Count() < fewest { // only after departures
		st.finish(endDeparture)
		return
	}
	st.nextRound()
}
