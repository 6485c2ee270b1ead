package secrethitler

import "kumpas/games"

// nextRound moves the placard on (R3.1). After a special election that is the seat behind the one who called it (R3.2).
func (st *step) nextRound() {
	why := ""
	switch {
	case len(st.Rounds) == 0:
		why = WhyChance
	case st.now().Special:
		why = WhyOrderReturns
	}
	st.Regular = st.next(st.Regular)
	st.stand(st.Regular, why)
}

// stand opens a round with a candidate.
func (st *step) stand(candidate games.Seat, why string) {
	st.Rounds = append(st.Rounds[:len(st.Rounds):len(st.Rounds)], newGovernment(candidate, why == WhyCalled))
	st.owned = true
	st.gov().Shuffle = st.Shuffles
	e := happened(EvCandidate, "R3.1", candidate, games.Nobody)
	e.N, e.Why = len(st.Rounds), why
	switch why {
	case WhyChance:
		e.Rule = "R2.3"
	case WhyCalled:
		e.Rule = "R6.4"
	case WhyOrderReturns:
		e.Rule = "R3.2"
	}
	st.tell(e)
	if st.nobodyEligible() {
		st.noLimits("R3.6", WhyNobodyEligible)
	}
	st.enter(phaseNominate, games.SeatsOf(candidate))
}

func (st *step) noLimits(rule, why string) {
	e := happened(EvNoLimits, rule, games.Nobody, games.Nobody)
	e.Why = why
	st.tell(e)
}

// limited says why the term limits bar a seat from being Chancellor (R3.4, R3.5); "" if they do not.
func (s *state) limited(seat games.Seat) string {
	free := s.Count == 5
	if s.Rules.Living5 {
		free = s.Alive.Count() <= 5
	}
	switch {
	case seat == s.LastChancellor:
		return WhyLastChancellor
	case seat == s.LastPresident && !free:
		return WhyLastPresident
	}
	return ""
}

// nobodyEligible reports whether the limits bar everyone whom the candidate could nominate (R3.6).
func (s *state) nobodyEligible() bool {
	for seat := range s.Alive.Without(s.now().President).All() {
		if s.limited(seat) == "" {
			return false
		}
	}
	return true
}

func nominees(s *state, candidate games.Seat) []games.Choice {
	choices, free := s.others(candidate), s.nobodyEligible()
	for i := range choices {
		if !free && s.limited(choices[i].Seat) != "" {
			choices[i].Not = TermLimited
		}
	}
	return choices
}

// others offers the living seats other than seat.
func (s *state) others(seat games.Seat) []games.Choice {
	choices := make([]games.Choice, 0, maxSeats)
	for other := range s.Alive.Without(seat).All() {
		choices = append(choices, games.Choice{ID: seatIDs[other], Seat: other})
	}
	return choices
}

func doNominate(st *step, _ games.Seat, c games.Choice) { st.nominate(c.Seat, "") }

// expireNominate takes the next eligible living seat (R10.2).
func expireNominate(st *step, why string) {
	free := st.nobodyEligible()
	chancellor := st.next(st.now().President)
	for !free && st.limited(chancellor) != "" || chancellor == st.now().President {
		chancellor = st.next(chancellor)
	}
	st.nominate(chancellor, why)
}

func (st *step) nominate(chancellor games.Seat, why string) {
	g := st.gov()
	g.Chancellor = chancellor
	e := happened(EvNominated, "R3.3", g.President, chancellor)
	e.Why = why
	st.tell(e)
	st.enter(phaseVote, st.Alive)
}

func doVote(st *step, seat games.Seat, c games.Choice) {
	vote := saidNein
	if c.ID == Ja {
		vote = saidJa
	}
	if st.say(seat, vote) {
		st.count()
	}
}

// expireVote counts a missing vote as nein (R10.2).
func expireVote(st *step, _ string) {
	for seat := range st.Awaited.All() {
		st.Said[seat] = saidNein
	}
	st.count()
}

// count opens the votes (R3.7, R3.8).
func (st *step) count() {
	g := st.gov()
	items := make([]string, st.Count)
	for seat := range st.Alive.All() {
		items[seat] = Nein
		if st.Said[seat] == saidJa {
			g.Ja = g.Ja.With(seat)
			items[seat] = Ja
		}
	}
	g.Voters = st.Alive
	ja, voters := g.Ja.Count(), g.Voters.Count()
	e := happened(EvVotes, "R3.8", g.President, g.Chancellor)
	e.N, e.Items = ja, items
	if 2*ja == voters {
		e.Why = WhyTie
	}
	st.tell(e)
	if 2*ja > voters {
		st.elect()
	} else {
		st.reject()
	}
}

// reject ends the round (R3.9).
func (st *step) reject() {
	g := st.gov()
	g.Result = rejected
	st.Tracker++
	e := happened(EvRejected, "R3.9", g.President, g.Chancellor)
	e.N = int(st.Tracker)
	st.tell(e)
	st.failed()
}

// failed goes on after a government that came to nothing: chaos if it is the third (R4).
func (st *step) failed() {
	if st.Tracker >= 3 {
		st.chaos()
	}
	if st.Phase != phaseOver {
		st.nextRound()
	}
}

// chaos enacts the top policy (R4).
func (st *step) chaos() {
	c := st.draw()
	st.gov().Chaos = c
	st.InForce[c]++
	e := happened(EvChaos, "R4.1", games.Nobody, games.Nobody)
	e.What, e.N, e.Why = c.String(), int(st.InForce[c]), WhyThirdFailure
	st.tell(e)
	st.Tracker = 0
	st.LastPresident, st.LastChancellor = games.Nobody, games.Nobody
	if st.placed(c) {
		st.skipPower(c)
		st.noLimits("R4.4", WhyChaos)
		st.replenish()
	}
}

// skipPower tells of a power that a policy out of chaos does not bring (R4.2).
func (st *step) skipPower(c policy) {
	n := st.InForce[c]
	if c != fascistPolicy || track(st.Count)[n-1] == noPower {
		return
	}
	e := happened(EvNoPower, "R4.2", games.Nobody, games.Nobody)
	e.What, e.N, e.Why = track(st.Count)[n-1].String(), int(n), WhyChaosNoPower
	st.tell(e)
}

// elect puts the candidates into office (R3.10, R3.11).
func (st *step) elect() {
	g := st.gov()
	st.tell(happened(EvElected, "R3.10", g.President, g.Chancellor))
	st.closeClaims()
	st.LastPresident, st.LastChancellor = g.President, g.Chancellor
	if !st.Rules.EnactOnly {
		st.resetTracker("R3.10", WhyElected)
	}
	if st.hitlerZone() {
		if st.Roles[g.Chancellor] == hitler {
			g.Result = hitlerElected
			st.finish(endHitlerElected)
			return
		}
		g.Cleared = true
		st.Cleared = st.Cleared.With(g.Chancellor)
		st.tell(happened(EvNotHitler, "R3.11", g.Chancellor, games.Nobody))
	}
	st.convene()
}

func (st *step) resetTracker(rule, why string) {
	if st.Tracker == 0 {
		return
	}
	e := happened(EvTracker, rule, games.Nobody, games.Nobody)
	e.N, e.Why = int(st.Tracker), why
	st.Tracker = 0
	st.tell(e)
}
