package noir

import "kumpas/games"

// eliminate takes a player's money, cards and gangsters from the table (R8.2).
func (st *step) eliminate(seat games.Seat) {
	p := &st.Seats[seat]
	e := happened(EvOut, "R8.2", seat, games.Nobody)
	e.N, e.Items = int(p.Purse), p.Hand.names()
	st.Alive = st.Alive.Without(seat)
	st.Awaited = st.Awaited.Without(seat)
	st.Said[seat] = saidNothing
	gone := p.Hand
	for i := range st.Gangsters {
		if g := &st.Gangsters[i]; g.Power > 0 && g.Owner == seat {
			gone[gangsterCard(g.Power)]++
			*g = gangster{}
			st.Fight.Attackers, st.Fight.Out = st.Fight.Attackers.without(i), st.Fight.Out.without(i)
		}
	}
	for i := range st.Businesses {
		if b := &st.Businesses[i]; b.Kind != noCard && b.Owner == seat {
			gone[b.Kind]++
			*b = business{}
		}
	}
	to := &st.Pile
	if st.Rules.Remove {
		to, e.Why = &st.Removed, WhyRemoved
		st.RemovedMoney += p.Purse
	} else {
		st.Bank += p.Purse
	}
	for c, n := range gone {
		to[c] += n
	}
	*p = player{Boss: p.Boss}
	st.tell(e)
	if st.Countdown.Marker != st.Active { // else it stays until the turn is closed, though he may have left
		st.passMarker()
	}
}

// leave takes a seat out of the game (R14.4). Of one that is eliminated already it is only told.
func (st *step) leave(seat games.Seat) *games.Refusal {
	switch {
	case !st.seats().Has(seat):
		return games.Refuse(games.NotYours, "R14.4")
	case st.Gone.Has(seat):
		return games.Refuse(Eliminated, "R14.4")
	}
	st.Gone = st.Gone.With(seat)
	st.tell(happened(EvLeft, "R14.4", seat, games.Nobody))
	if !st.Alive.Has(seat) {
		return nil
	}
	st.Left = st.Left.With(seat)
	dropped := st.concerns(seat)
	if dropped {
		st.drop()
	}
	st.eliminate(seat)
	st.testVictory(games.Nobody)
	switch {
	case st.Phase == phaseOver:
	case st.Phase == phaseBoss:
		if st.Awaited == 0 {
			st.nextBoss(seat)
		}
	case st.Phase == phaseTurn, dropped:
		st.resume()
	case st.Awaited == 0:
		st.closeWindow()
	}
	return nil
}

// concerns reports whether what a window is about is by or on a seat.
func (s *state) concerns(seat games.Seat) bool {
	switch {
	case s.Fight.Attackers != 0:
		return seat == s.Active || seat == s.owner(s.Fight.Target)
	case s.Shot.By != games.Nobody:
		return seat == s.Shot.By || seat == s.owner(s.Shot.Target)
	}
	return s.Table.Host == seat
}

// drop lets what a window is about come to nothing because somebody has left (R14.4).
func (st *step) drop() {
	switch {
	case st.Fight.Attackers != 0:
		st.attackOff(WhyGone)
	case st.Shot.By != games.Nobody:
		st.note(EvDriveByOff, "R14.4", st.Shot.By, st.owner(st.Shot.Target), 0, "", WhyGone)
	default:
		st.note(EvPokerOff, "R14.4", st.Table.Host, games.Nobody, 0, "", WhyGone)
	}
}
