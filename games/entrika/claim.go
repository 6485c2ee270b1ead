package entrika

import "kumpas/games"

// claimItems are the Items of events that name one claim.
var claimItems = [claimKinds][]string{
	isAdami: {IsAdami}, subay: {Subay}, burokrat: {Burokrat}, politikaci: {Politikaci},
	aktivist: {Aktivist}, avukat: {Avukat}, gazeteci: {Gazeteci}, noIsAdami: {NoIsAdami},
}

// matterItems are the Items of events that name what a claim was for.
func (s *state) matterItems(m matter) []string {
	switch m {
	case matterBlock:
		return blockItems
	case matterKayyum:
		return kayyumItems
	}
	return actionItems[s.Act.Kind]
}

var (
	blockItems  = []string{Block}
	kayyumItems = []string{Kayyum}
	actionItems = func() (items [actionKinds][]string) {
		for a := income; a < actionKinds; a++ {
			items[a] = []string{actions[a].name}
		}
		return items
	}()
)

// claims records that a seat has made a claim, and for the end whether it was true.
func (st *step) claims(seat games.Seat, claim character, m matter) {
	st.Seats[seat].Claims[claim].add(made)
	e := happened(EvTruth, "R5.1", seat, games.Nobody)
	e.AtEnd, e.What, e.Items, e.Why = true, claim.String(), st.matterItems(m), WhyBluff
	if st.holds(seat, claim) {
		e.Why = WhyTrue
	}
	st.tell(e)
}

// disputed is the claim that is in dispute.
func (s *state) disputed() character {
	switch s.Dispute.Matter {
	case matterBlock:
		return s.Act.Block
	case matterKayyum:
		return avukat
	}
	return actions[s.Act.Kind].claim
}

// challenge is the first one of a claim (R5.2): the claimant must prove it or concede (R5.4).
func (st *step) challenge(m matter, challenger, claimant games.Seat) {
	st.Dispute = dispute{Matter: m, Claimant: claimant, Challenger: challenger}
	if m != matterKayyum { // there it was told when it came
		st.tellChallenge(m, challenger, claimant)
	}
	if st.Rules.AutoProve {
		st.settle()
		return
	}
	st.enter(phaseProof, games.SeatsOf(claimant))
}

func (st *step) tellChallenge(m matter, challenger, claimant games.Seat) {
	e := happened(EvChallenge, "R5.1", challenger, claimant)
	claim := avukat
	if m != matterKayyum {
		claim = st.disputed()
	}
	e.What, e.Items = claim.String(), st.matterItems(m)
	st.tell(e)
}

const (
	pickConcede = iota
	pickShow
)

// readProof understands show or concede (R5.4, R5.8).
func readProof(s *state, seat games.Seat, answer games.Answer) (reading, *games.Refusal) {
	return readOne(answer, func(id string) (int, *games.Refusal) {
		switch {
		case id == Concede:
			return pickConcede, nil
		case id != Show:
			return 0, games.Refuse(games.BadChoice, "R5.4")
		case !s.holds(seat, s.disputed()):
			return 0, games.Refuse(CardNotAvailable, "R5.4")
		}
		return pickShow, nil
	})
}

// fieldProof offers the same choices whatever he holds; that he cannot show is his secret.
func fieldProof(s *state, seat games.Seat, _ reading) games.Field {
	claim := s.disputed()
	f := games.Field{Kind: FieldProof, Min: 1, Max: 1, Choices: []games.Choice{
		{ID: Show, Seat: games.Nobody, What: claim.String()},
		{ID: Concede, Seat: games.Nobody},
	}}
	if !s.holds(seat, claim) {
		f.Choices[0].Not = CardNotAvailable
	}
	return f
}

func doProof(st *step, _ games.Seat, r reading) {
	if r.pick[0] == pickShow {
		st.prove()
	} else {
		st.concede()
	}
}

// settle proves the claim if that can be done and concedes it otherwise (R5.4, R5.8.5).
func (st *step) settle() {
	if st.holds(st.Dispute.Claimant, st.disputed()) {
		st.prove()
	} else {
		st.concede()
	}
}

// prove shows the card, or all cards for Kara Para, replaces what was shown, and costs the challenger a supporter (R5.6, R5.8.2).
func (st *step) prove() {
	claim, d := st.disputed(), st.Dispute
	st.resetDispute()
	p := &st.Seats[d.Claimant]
	p.Claims[claim].add(proved)
	st.Proof = proof{Turn: st.Turn, Seat: d.Claimant, Claim: claim}
	e := happened(EvProved, "R5.6", d.Claimant, d.Challenger)
	e.What, e.N = claim.String(), 1
	redrawn := happened(EvRedrawn, "R5.6", d.Claimant, games.Nobody)
	redrawn.To = games.SeatsOf(d.Claimant)
	if claim == noIsAdami {
		e.Rule, redrawn.Rule, e.N = "R5.8", "R5.8", int(p.Down)
		copy(st.Proof.Cards[:], p.Cards[:p.Down])
		e.Items = names(p.Cards[:p.Down]...)
		for i := range p.Down {
			st.bury(p.Cards[i])
		}
		st.shuffle()
		for i := range p.Down {
			p.Cards[i], p.Seen[i] = st.draw(), 0
		}
		redrawn.Items = names(p.Cards[:p.Down]...)
	} else {
		st.Proof.Cards[0] = claim
		e.Items = claimItems[claim]
		redrawn.Items = claimItems[st.replace(d.Claimant, st.position(d.Claimant, claim))]
	}
	st.tell(e)
	st.tell(redrawn)
	next := thenGoOn
	switch d.Matter {
	case matterAction:
		st.Act.Tested = true
	case matterBlock:
		next, st.Act.Done = thenBlockHolds, true
	case matterKayyum:
		next = thenNextClaim
	}
	st.lose(loss{Seat: d.Challenger, By: d.Claimant, Cause: causeChallenge, Then: next})
}

// concede gives the claim up and costs the claimant a supporter (R5.7).
func (st *step) concede() {
	claim, d := st.disputed(), st.Dispute
	st.resetDispute()
	st.Seats[d.Claimant].Claims[claim].add(caught)
	e := happened(EvConceded, "R5.7", d.Claimant, d.Challenger)
	e.What, e.Items = claim.String(), st.matterItems(d.Matter)
	st.tell(e)
	if st.holds(d.Claimant, claim) {
		held := happened(EvHeld, "R5.4", d.Claimant, d.Challenger)
		held.AtEnd, held.What = true, claim.String()
		st.tell(held)
	}
	next := thenEndAction
	switch d.Matter {
	case matterAction:
		st.Act.Done = true
		st.refund()
	case matterBlock:
		next = thenBlockVoid
	case matterKayyum:
		next = thenNextClaim
		st.Estate.Claims = st.Estate.Claims.Without(d.Claimant)
	}
	st.lose(loss{Seat: d.Claimant, By: d.Challenger, Cause: causeCaught, Then: next})
}

// refund gives the price of an undone action back (R5.7.1).
func (st *step) refund() {
	if st.Act.Paid == 0 {
		return
	}
	st.pay(st.Active, -st.Act.Paid)
	e := happened(EvRefund, "R5.7.1", st.Active, games.Nobody)
	e.N, e.What, e.Why = int(st.Act.Paid), actions[st.Act.Kind].name, WhyRefund
	st.tell(e)
	st.Act.Paid = 0
}
