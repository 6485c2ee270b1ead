package entrika

import (
	"fmt"

	"kumpas/games"
)

// checkPhase checks what each phase relies on besides the rest: who is awaited, what he has said, and what he is asked about.
func (s *state) checkPhase() error {
	if s.Phase == phaseOver {
		return nil
	}
	err := must{
		{(s.Phase < phaseTurn) == (s.Turn == 0), "turn"},
		{s.checkSaid() && s.Awaited == s.expected(), "who is awaited"},
		{(s.Dispute.Matter != noMatter) == (s.Phase == phaseProof), "challenge"},
		{(s.Loss.Seat != games.Nobody) == (s.Phase == phaseLose), "loss"},
		{s.Estate.Claims == 0 || s.estateOpen() && s.Phase != phaseKayyum, "estate"},
		{(s.Act.Kind == noAction) == (s.Phase <= phaseTurn), "action"},
	}.check()
	if err == nil && !s.checkAsked() {
		err = fmt.Errorf("entrika: state: what is asked in phase %d", s.Phase)
	}
	return err
}

// expected are the seats that the phase must be waiting for.
func (s *state) expected() games.Seats {
	silent := games.Seats(0)
	for seat := range s.Alive.All() {
		if s.Said[seat] == saidNothing {
			silent = silent.With(seat)
		}
	}
	switch s.Phase {
	case phaseStarter:
		if s.Awaited.Count() == 1 {
			return s.Awaited
		}
		return 0
	case phaseSide:
		return games.SeatsOf(s.Starter)
	case phaseDraft, phaseKayyum:
		return silent
	case phaseClaim:
		return silent.Without(s.Active)
	case phaseBlock:
		return silent & s.eligible()
	case phaseBlockClaim:
		return silent.Without(s.Act.Blocker)
	case phaseProof:
		return games.SeatsOf(s.Dispute.Claimant)
	case phaseLose:
		return games.SeatsOf(s.Loss.Seat)
	case phaseManipPick:
		return games.SeatsOf(s.Act.Target)
	case phaseKayyumChallenge:
		if s.doubters() == 0 {
			return 0
		}
		return silent & s.Awaited // a claimant without rivals was not asked
	}
	return games.SeatsOf(s.Active)
}

// checkSaid: only those who take part have said something, and something that the phase knows.
func (s *state) checkSaid() bool {
	for i, what := range s.Said {
		seat := games.Seat(i)
		switch {
		case what == saidNothing:
		case !s.Alive.Has(seat):
			return false
		case s.Phase == phaseDraft:
			if what < saidMore || int(what-saidMore) >= len(s.Sets[0]) {
				return false
			}
		case s.Phase == phaseKayyum || s.Phase == phaseKayyumChallenge:
			if what > saidMore {
				return false
			}
		case what >= saidMore:
			if s.Phase != phaseClaim || !s.combined() || !s.mayBlock(seat) || !s.canBlockWith(character(what-saidMore)) {
				return false
			}
		case s.Phase == phaseClaim && seat == s.Active, s.Phase == phaseBlockClaim && seat == s.Act.Blocker,
			s.Phase == phaseBlock && !s.mayBlock(seat), !phases[s.Phase].again:
			return false
		}
	}
	return true
}

// canBlockWith reports whether c is one of those who can block the action.
func (s *state) canBlockWith(c character) bool {
	with, n := s.Rules.blockers(s.Act.Kind)
	return n > 0 && c == with[0] || n > 1 && c == with[1]
}

// checkAsked checks the matter that the phase asks about.
func (s *state) checkAsked() bool {
	row, open := &actions[s.Act.Kind], !s.Act.Done && s.Alive.Has(s.Active)
	switch s.Phase {
	case phaseStarter:
		return s.Starter == games.Nobody
	case phaseSide:
		return s.Starter != games.Nobody && s.Rules.Ideology
	case phaseDraft:
		return s.Starter != games.Nobody && s.Count == 2
	case phaseTurn:
		return open && s.MustCoup == (s.Seats[s.Active].Gold >= 10) && s.Estate.Count == 0
	case phaseClaim:
		return open && row.claim != noCharacter && s.Act.Blocker == games.Nobody
	case phaseBlock:
		return open && s.Act.Blocker == games.Nobody
	case phaseBlockClaim:
		return open && s.Alive.Has(s.Act.Blocker)
	case phaseProof:
		return s.checkDispute(open)
	case phaseLose:
		return s.Seats[s.Loss.Seat].Down > 1 && s.Loss.Cause != noCause && s.checkThen(open)
	case phaseExchange:
		return open && s.Act.Kind == exchange
	}
	if s.Phase >= phaseKayyum {
		return s.checkEstate()
	}
	return open && s.Act.Kind == manipulate && s.Alive.Has(s.Act.Target) && s.checkManip()
}

func (s *state) checkManip() bool {
	m, me, target := s.Manip, s.Seats[s.Active].Down, s.Seats[s.Act.Target].Down
	own, taken := m.Own >= 0 && m.Own < me, m.Taken >= 0 && m.Taken < target
	switch s.Phase {
	case phaseManipOwn:
		return me > 1
	case phaseManipPick:
		return own && target > 1
	}
	return own && taken
}

func (s *state) checkDispute(open bool) bool {
	d := s.Dispute
	if d.Claimant == d.Challenger || !s.Alive.Has(d.Challenger) {
		return false
	}
	switch d.Matter {
	case matterAction:
		return open && d.Claimant == s.Active && actions[s.Act.Kind].claim != noCharacter
	case matterBlock:
		return open && d.Claimant == s.Act.Blocker
	}
	return s.checkEstate() && s.Estate.Claims.Has(d.Claimant)
}

func (s *state) checkThen(open bool) bool {
	switch s.Loss.Then {
	case thenGoOn:
		return open && actions[s.Act.Kind].claim != noCharacter && s.Act.Blocker == games.Nobody
	case thenBlockHolds:
		return s.Act.Done && s.Act.Blocker != games.Nobody
	case thenBlockVoid:
		return open && s.Act.Blocker != games.Nobody
	case thenNextClaim:
		return s.checkEstate()
	}
	return s.Act.Done
}

// checkEstate: the action is over and somebody has left gold.
func (s *state) checkEstate() bool {
	e := s.Estate
	return s.Rules.Avukat && s.Act.Done && e.At < e.Count && s.Seats[s.heirless()].Gold > 0 &&
		!s.Left.Has(s.heirless()) && (s.Phase != phaseKayyumChallenge || e.Claims != 0)
}
