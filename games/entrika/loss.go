package entrika

import "kumpas/games"

// lose costs a seat a supporter: his own choice, automatic with the last one (R6.2).
func (st *step) lose(l loss) {
	switch {
	case !st.Alive.Has(l.Seat):
		st.resume(l.Then)
		return
	case st.Seats[l.Seat].Down > 1:
		st.Loss = l
		st.enter(phaseLose, games.SeatsOf(l.Seat))
		return
	}
	st.Loss = l
	st.turnUp(0)
}

func doLose(st *step, _ games.Seat, r reading) { st.turnUp(r.pick[0]) }

func expireLose(st *step) { st.turnUp(st.Stream.N(int(st.Seats[st.Loss.Seat].Down))) }

// turnUp settles the loss with the card at a position and goes on.
func (st *step) turnUp(at int) {
	l := st.Loss
	st.Loss = loss{Seat: games.Nobody, By: games.Nobody}
	p := &st.Seats[l.Seat]
	card := p.turnUp(at)
	e := happened(EvLost, "R6.2", l.Seat, l.By)
	e.What, e.N, e.Items = card.String(), int(p.Down), causeItems[l.Cause]
	if st.Hit.Has(l.Seat) {
		e.Rule, e.Why = "R6.4", WhySecondLoss
	}
	st.Hit = st.Hit.With(l.Seat)
	st.tell(e)
	if p.Down == 0 {
		st.eliminate(l.Seat)
	}
	if st.Phase != phaseOver {
		st.resume(l.Then)
	}
}

var causeItems = [causeKinds][]string{
	causeChallenge: {CauseChallenge}, causeCaught: {CauseCaught}, causeCoup: {Coup}, causeAssassinate: {Assassinate},
}

// eliminate takes a seat out; his gold is disposed of when the turn's action is over (R6.3, R8.2).
func (st *step) eliminate(seat games.Seat) {
	e := happened(EvEliminated, "R6.3", seat, games.Nobody)
	e.N = int(st.Seats[seat].Gold)
	st.tell(e)
	st.takeOut(seat)
}

// takeOut ends the game if one player is left (R6.7).
func (st *step) takeOut(seat games.Seat) {
	st.Alive = st.Alive.Without(seat)
	st.Estate.Claims = st.Estate.Claims.Without(seat)
	if st.Seats[seat].Gold > 0 {
		st.Estate.Fallen[st.Estate.Count] = seat
		st.Estate.Count++
	}
	if st.Alive.Count() == 1 {
		st.finish()
	}
}

// resume goes on after a loss.
func (st *step) resume(t then) {
	switch t {
	case thenEndAction:
		st.endAction()
	case thenGoOn:
		st.openBlock()
	case thenBlockHolds:
		st.blockHolds()
	case thenBlockVoid:
		st.blockFails(WhyNoSecondBlock)
	case thenNextClaim:
		st.nextClaim()
	}
}
