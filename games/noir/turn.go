package noir

import (
	"kumpas/games"
)

// startTurn begins the turn of a seat: his gangsters become open, and he takes his tribute (R4.2, R4.3).
func (st *step) startTurn(seat games.Seat) {
	if seat <= st.Active || st.Turn == 0 {
		st.Round++
	}
	st.Active = seat
	st.Turn++
	st.Step, st.Relocated, st.Opened = stageMove, false, [2]bool{}
	why := ""
	if st.firstRound() {
		st.Step, why = stageOpen, WhyFirstRound
	}
	st.note(EvTurn, "R4.2", seat, games.Nobody, int(st.Round), "", why)
	unhidden := 0
	for i := range st.Gangsters {
		if g := &st.Gangsters[i]; g.Power > 0 && g.Owner == seat && g.Hidden {
			g.Hidden = false
			unhidden++
		}
	}
	if unhidden > 0 {
		st.note(EvUnhidden, "R3.4", seat, games.Nobody, unhidden, "", "")
	}
	if !st.firstRound() {
		st.tribute(seat)
	}
	st.ReactID, st.TurnID = 0, 0
	st.ReactID = st.newID()
	st.TurnID = st.newID()
	st.resume()
}

func (st *step) tribute(seat games.Seat) {
	due := st.due(seat)
	got := st.fromBank(seat, due)
	why := ""
	if got < due {
		why = WhyBankShort
	}
	st.note(EvTribute, "R4.3", seat, games.Nobody, int(got), "", why)
	if got < due {
		st.startCountdown(causeBank)
	}
	st.watchPurses()
}

// barred says why the active player cannot begin with an action now, "" if he can. It depends on nothing hidden.
func (s *state) barred(at stage) games.Code {
	seat := s.Active
	switch {
	case s.firstRound() && at != stageOpen && at != stageDraw:
		return FirstRoundLimit
	case at == stageRelocate && s.Relocated:
		return AlreadyRelocated
	case at < s.Step:
		return WrongPhase
	}
	switch at {
	case stageMove:
		if s.owned(seat) == 0 {
			return NothingToMove
		}
	case stageAttack:
		if s.ready(seat) == 0 {
			return NoAttackers
		}
		return s.noTarget()
	case stageOpen, stageDiscard:
		if s.Seats[seat].Hand.total() == 0 {
			return NotYourCard
		}
	case stageRelocate:
		if len(s.businesses(seat)) == 0 {
			return NothingToRelocate
		}
	}
	return ""
}

// fieldTurn asks what the active player does; what he does closes the phases before it (R14.5).
func fieldTurn(s *state, seat games.Seat, sofar games.Answer) (games.Field, bool) {
	if len(sofar) == 0 {
		f := one(FieldAction, true)
		for at := stageMove; at < stages; at++ {
			f.Choices = append(f.Choices, choice(stageNames[at], stageNames[at], 0, s.barred(at)))
		}
		return f, true
	}
	switch sofar[0] {
	case Attack:
		return s.fieldAttack(seat, sofar[1:])
	case Move, Open:
		if len(sofar) > 1 {
			return games.Field{}, false
		}
		kind := FieldMoves
		if sofar[0] == Open {
			kind = FieldOpenings
		}
		return games.Field{Kind: kind, Editor: newPlan(s, seat, sofar[0] == Open)}, true
	case Relocate:
		return s.fieldFront(seat, sofar[1:])
	case Discard:
		return s.fieldDiscard(seat, sofar[1:])
	}
	return s.fieldDraw(seat, sofar[1:])
}

func doTurn(st *step, seat games.Seat, answer games.Answer) {
	id := st.TurnID
	switch answer[0] {
	case Move:
		st.confirmMoves(seat, answer[1])
	case Attack:
		st.declare(seat, placeOf(answer[1]), st.attackers(seat, answer[2:]))
	case Open:
		st.confirmOpenings(seat, answer[1])
	case Relocate:
		st.relocate(seat, answer[1])
	case Discard:
		st.discard(seat, answer[1])
	case End:
		st.drawUpTo(seat, answer[1:])
	}
	// What the player does next is another decision, unless a window holds it up.
	if st.Phase == phaseTurn && st.TurnID == id {
		st.TurnID = st.newID()
	}
}

// expireTurn skips what is left of an absent player's turn; he draws by R4.10, with draw_rule=choose the one card that is free (R14.3).
func expireTurn(st *step) {
	seat := st.Active
	if st.Rules.DrawAny {
		st.drawCards(seat, min(1, st.space(seat)))
	} else {
		st.drawCards(seat, st.affordable(seat))
	}
	st.endTurn(true)
}

// E: relocation (R4.8).

func (s *state) fieldFront(seat games.Seat, sofar games.Answer) (games.Field, bool) {
	if len(sofar) > 0 {
		return games.Field{}, false
	}
	f := one(FieldFront, true)
	front, covered := s.front(seat)
	for _, p := range s.businesses(seat) {
		if !covered || p != front {
			f.Choices = append(f.Choices, choice(p.id(), s.kind(p), int(s.value(p)), ""))
		}
	}
	if covered {
		f.Choices = append(f.Choices, choice(Out, "", 0, ""))
	}
	return f, true
}

func (st *step) relocate(seat games.Seat, to string) {
	st.Step, st.Relocated = stageRelocate, true
	what := ""
	if to == Out {
		st.Seats[seat].Front = 0
	} else {
		p := placeOf(to)
		st.Seats[seat].Front, what = int8(p)+1, st.kind(p)
	}
	st.note(EvRelocated, "R4.8", seat, games.Nobody, 0, what, "")
}

// F: discarding (R4.9).

var handIDs = [handSize]string{"c0", "c1", "c2", "c3", "c4", "c5"}

func (s *state) fieldDiscard(seat games.Seat, sofar games.Answer) (games.Field, bool) {
	if len(sofar) > 0 {
		return games.Field{}, false
	}
	hand := s.Seats[seat].Hand.list()
	f := games.Field{Kind: FieldCards, Min: 1, Max: min(maxDiscards, len(hand))}
	for i, c := range hand {
		f.Choices = append(f.Choices, choice(handIDs[i], c.String(), 0, ""))
	}
	return f, true
}

func (st *step) discard(seat games.Seat, picked string) {
	hand := st.Seats[seat].Hand.list()
	var gone stack
	for _, id := range games.Split(picked) {
		c := hand[id[1]-'0']
		gone[c]++
		st.spend(seat, c)
	}
	st.Step = stageDraw
	e := happened(EvDiscarded, "R4.9", seat, games.Nobody)
	e.N, e.Items = int(gone.total()), gone.names()
	st.tell(e)
}

// G: drawing (R4.10).

var drawIDs = [handSize + 1]string{"k0", "k1", "k2", "k3", "k4", "k5", "k6"}

// space is how many cards the hand of a seat still takes.
func (s *state) space(seat games.Seat) int8 { return handSize - s.Seats[seat].Hand.total() }

// drawPrice is what k cards cost.
func (s *state) drawPrice(seat games.Seat, k int8) int16 {
	return max(0, int16(k)-1-s.boss(seat).free)
}

// affordable is how many cards the seat can take and pay for.
func (s *state) affordable(seat games.Seat) int8 {
	k := s.space(seat)
	for k > 0 && s.drawPrice(seat, k) > s.Seats[seat].Purse {
		k--
	}
	return k
}

func (s *state) fieldDraw(seat games.Seat, sofar games.Answer) (games.Field, bool) {
	if len(sofar) > 0 || !s.Rules.DrawAny {
		return games.Field{}, false
	}
	f := one(FieldDraw, true)
	for k := range int8(handSize + 1) {
		not := games.Code("")
		switch {
		case k > s.space(seat):
			not = HandFull
		case s.drawPrice(seat, k) > s.Seats[seat].Purse:
			not = NotEnoughMoney
		}
		f.Choices = append(f.Choices, choice(drawIDs[k], "", int(s.drawPrice(seat, k)), not))
	}
	return f, true
}

func (st *step) drawUpTo(seat games.Seat, answer games.Answer) {
	k := st.affordable(seat)
	if len(answer) > 0 {
		k = int8(answer[0][1] - '0')
	}
	st.drawCards(seat, k)
	st.endTurn(true)
}

// drawCards draws k cards; only cards received are paid for (R4.11).
func (st *step) drawCards(seat games.Seat, k int8) {
	var drawn stack
	for range k {
		c, ok := st.draw(seat)
		if !ok {
			break
		}
		drawn[c]++
	}
	n := drawn.total()
	price := st.drawPrice(seat, n)
	st.toBank(seat, price)
	if n == 0 {
		return
	}
	e := happened(EvDrew, "R4.10", seat, games.Nobody)
	e.N, e.Items = int(n), []string{number(int(price))}
	st.tell(e)
	own := happened(EvDrawn, "R4.10", seat, games.Nobody)
	own.To, own.N, own.Items = games.SeatsOf(seat), int(n), drawn.names()
	st.tell(own)
}

// endTurn closes a turn (R4.12); one that was broken off by leaving wins no money.
func (st *step) endTurn(complete bool) {
	seat := st.Active
	if complete && !st.Rules.Peace && 2*st.Seats[seat].Purse > st.total() {
		st.finish(byMoney, st.crew(seat))
		return
	}
	if st.token() {
		return
	}
	st.startTurn(st.next(seat))
}
