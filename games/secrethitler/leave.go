package secrethitler

import "kumpas/games"

// fewest is with how many living players the game still goes on (R10.5).
const fewest = 3

// leave takes a seat out of the game (R10.5). Of one who was executed it is only told.
func (st *step) leave(seat games.Seat) *games.Refusal {
	switch {
	case !st.seats().Has(seat):
		return games.Refuse(games.NotYours, "R10.5")
	case st.Gone.Has(seat):
		return games.Refuse(DeadPlayer, "R10.5")
	}
	st.Gone = st.Gone.With(seat)
	e := happened(EvLeft, "R10.5", seat, games.Nobody)
	if !st.Alive.Has(seat) {
		st.tell(e)
		return nil
	}
	barred := st.Phase == phaseNominate && st.nobodyEligible()
	st.Left = st.Left.With(seat)
	st.Alive = st.Alive.Without(seat)
	switch {
	case st.Roles[seat] == hitler:
		e.Why = WhyHitlerLeft
	case st.Alive.Count() < fewest:
		e.Why = WhyTooFew
	}
	st.tell(e)
	if e.Why != "" {
		st.finish(endDeparture)
		return nil
	}
	st.Cleared = st.Cleared.With(seat)
	st.silenceClaims(seat)
	st.goOnWithout(seat)
	if st.Phase == phaseNominate && !barred && st.now().President != seat && st.nobodyEligible() && !st.told(EvNoLimits) {
		st.noLimits("R3.6", WhyNobodyEligible)
	}
	return nil
}

// told reports whether the step has an event of a kind.
func (st *step) told(kind string) bool {
	for _, e := range st.events {
		if e.Kind == kind {
			return true
		}
	}
	return false
}

// goOnWithout lets the present phase go on when a seat has left. A session goes on by playAbsent.
func (st *step) goOnWithout(seat games.Seat) {
	st.Said[seat] = saidNothing
	candidate := st.Phase != phaseNight && (seat == st.now().President || seat == st.now().Chancellor)
	switch {
	case st.Phase == phaseNight:
		if st.Awaited = st.Awaited.Without(seat); st.Awaited == 0 {
			st.dawn("")
		}
	case candidate && (st.Phase == phaseNominate || st.Phase == phaseVote):
		st.endRound()
	case st.Phase == phaseVote:
		if st.Awaited = st.Awaited.Without(seat); st.Awaited == 0 {
			st.count()
		}
	case candidate && st.Phase.inPower() && seat == st.now().President:
		st.dropPower()
	}
}

// endRound: a candidate has left, the tracker does not advance.
func (st *step) endRound() {
	g := st.gov()
	g.Result = noRound
	e := happened(EvNoRound, "R10.5", g.President, g.Chancellor)
	e.Why = WhyCandidateLeft
	st.tell(e)
	st.nextRound()
}
