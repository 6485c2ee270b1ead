package entrika

import "kumpas/games"

// leave takes a seat out of the game (R11.7). Of one that is eliminated already it is only told.
func (st *step) leave(seat games.Seat) *games.Refusal {
	switch {
	case !st.seats().Has(seat):
		return games.Refuse(games.NotYours, "R11.7")
	case st.Gone.Has(seat):
		return games.Refuse(Eliminated, "R11.7")
	}
	st.Gone = st.Gone.With(seat)
	if !st.Alive.Has(seat) {
		st.tell(happened(EvLeft, "R11.7", seat, games.Nobody))
		return nil
	}
	st.Left = st.Left.With(seat)
	p := &st.Seats[seat]
	e := happened(EvLeft, "R11.7", seat, games.Nobody)
	e.Items = names(p.Cards[:p.Down]...)
	for p.Down > 0 {
		p.turnUp(0)
	}
	if st.Act.Kind == steal && st.Act.Target == seat && !st.Act.Done {
		e.Why = WhyStealFirst
	} else {
		e.N = int(p.Gold)
		st.pay(seat, p.Gold)
	}
	st.tell(e)
	st.Said[seat] = saidNothing
	st.Awaited = st.Awaited.Without(seat)
	st.takeOut(seat)
	if st.Phase != phaseOver {
		st.goOnWithout(seat)
	}
	return nil
}

// goOnWithout lets the present phase go on when a seat has left.
func (st *step) goOnWithout(seat games.Seat) {
	if seat == st.Active && !st.Act.Done {
		st.abandon()
		return
	}
	switch st.Phase {
	case phaseStarter:
		if st.Awaited == 0 {
			st.drawStarter(WhyChance)
		}
	case phaseSide:
		if st.Awaited == 0 {
			st.dealSides(liberal)
		}
	case phaseClaim:
		if st.Awaited == 0 {
			st.closeClaim()
		}
	case phaseBlock:
		st.waitForBlockers()
	case phaseBlockClaim:
		if seat == st.Act.Blocker {
			st.blockFails(WhyBlockerGone)
		} else if st.Awaited == 0 {
			st.blockHolds()
		}
	case phaseProof:
		st.disputeWithout(seat)
	case phaseLose:
		if seat == st.Loss.Seat {
			next := st.Loss.Then
			st.Loss = loss{Seat: games.Nobody, By: games.Nobody}
			st.resume(next)
		}
	case phaseManipOwn, phaseManipPick, phaseManipulate:
		if seat == st.Act.Target {
			st.fizzle()
		}
	case phaseKayyum:
		if st.Awaited == 0 {
			st.showKayyum()
		}
	case phaseKayyumChallenge:
		st.waitForDoubters()
	}
}

// abandon drops the action of an active player who has left; what he paid stays paid. A loss that is due is still settled.
func (st *step) abandon() {
	if st.Act.Kind != noAction {
		e := happened(EvDropped, "R11.7", st.Active, st.Act.Target)
		e.What, e.N, e.Why = actions[st.Act.Kind].name, int(st.Act.Paid), WhyActorGone
		st.tell(e)
	}
	st.resetDispute()
	st.mixLooked()
	if st.Phase == phaseExchange {
		for _, c := range st.Drawn {
			st.bury(c)
		}
		st.shuffle()
		st.Drawn = [2]character{}
	}
	if st.Phase == phaseLose && st.Loss.Seat != st.Active {
		st.Act.Done = true
		st.Loss.Then = thenEndAction
		return
	}
	st.endAction()
}

// waitForBlockers goes on when nobody is left who could block. When somebody leaves, R7.3 may let others do it:
// then it is another decision.
func (st *step) waitForBlockers() {
	said, silent := st.Said, games.Seats(0)
	for seat := range st.eligible().All() {
		if said[seat] == saidNothing {
			silent = silent.With(seat)
		}
	}
	switch {
	case silent == 0:
		st.takeEffect()
	case silent != st.Awaited:
		st.enter(phaseBlock, silent)
		st.Said = said
	}
}

// disputeWithout settles a claim that nobody can prove any more, or that nobody doubts any more.
func (st *step) disputeWithout(seat games.Seat) {
	d, claim := st.Dispute, st.disputed()
	if seat != d.Claimant && seat != d.Challenger {
		return
	}
	st.resetDispute()
	if seat == d.Challenger {
		st.voidChallenge("R11.7", d.Challenger, d.Claimant, claim)
	}
	switch {
	case d.Matter == matterKayyum:
		st.nextClaim()
	case d.Matter == matterAction: // the challenger has left; a claimant would be the active player
		st.openBlock()
	case seat == d.Challenger:
		st.blockHolds()
	default:
		st.blockFails(WhyBlockerGone)
	}
}
