package entrika

import "kumpas/games"

// resetTurn forgets what belongs to one turn.
func (st *step) resetTurn() {
	st.Act = act{Target: games.Nobody, Blocker: games.Nobody}
	st.Hit = 0
	st.Manip = manip{}
	st.resetDispute()
	st.Loss = loss{Seat: games.Nobody, By: games.Nobody}
	st.Estate = estate{}
	for i := range st.Estate.Challengers {
		st.Estate.Fallen[i], st.Estate.Challengers[i] = games.Nobody, games.Nobody
	}
}

func (st *step) resetDispute() {
	st.Dispute = dispute{Claimant: games.Nobody, Challenger: games.Nobody}
}

// startTurn begins the turn of a seat and tests R3.2 once.
func (st *step) startTurn(seat games.Seat) {
	st.resetTurn()
	st.Active = seat
	st.Turn++
	st.MustCoup = st.Seats[seat].Gold >= 10
	e := happened(EvTurn, "R3.1", seat, games.Nobody)
	e.N = int(st.Turn)
	if st.MustCoup {
		e.Rule, e.Why = "R3.2", WhyForcedCoup
	}
	st.tell(e)
	st.enter(phaseTurn, games.SeatsOf(seat))
}

// barred says why the active player cannot declare an action that exists, whatever the target; "" if he can.
func (s *state) barred(a action) (code games.Code, rule string) {
	row := &actions[a]
	switch {
	case s.MustCoup && a != coup:
		return MustCoup, "R3.2"
	case row.price > s.Seats[s.Active].Gold:
		return NotEnoughGold, row.rule
	case a == embezzle && s.Pool == 0:
		return PoolEmpty, "R4.6"
	case a != steal:
		return "", "" // R3.3: there is always a target
	}
	for seat := range games.Seat(s.Count) {
		if seat == s.Active || !s.Alive.Has(seat) {
			continue
		}
		c, _ := s.barredTarget(a, seat)
		if c == "" {
			return "", ""
		}
		if code != TargetHasNoGold {
			code = c
		}
	}
	return code, "R4.9"
}

// barredTarget says why a seat cannot be the target of an action; "" if it can.
func (s *state) barredTarget(a action, target games.Seat) (code games.Code, rule string) {
	switch {
	case target == s.Active:
		return TargetSelf, actions[a].rule
	case !s.Alive.Has(target):
		return TargetDead, actions[a].rule
	case actions[a].guarded && s.sameSide(s.Active, target):
		return TargetSameIdeology, "R7.2"
	case a == steal && s.Seats[target].Gold == 0 && !s.Rules.EmptySteal:
		return TargetHasNoGold, "R4.9"
	}
	return "", ""
}

// readTurn understands [action] or [action, target].
func readTurn(s *state, _ games.Seat, answer games.Answer) (r reading, refused *games.Refusal) {
	if len(answer) == 0 {
		return r, nil
	}
	a := actionOf(answer[0])
	if refused := s.refuseAction(answer[0], a); refused != nil {
		return r, refused
	}
	r = reading{n: 1, pick: [2]int{int(a)}, full: !actions[a].target}
	switch {
	case len(answer) == 1:
		return r, nil
	case len(answer) > 2 || r.full:
		return r, games.Refuse(games.BadChoice, actions[a].rule)
	}
	target := seatOf(answer[1])
	if !s.seats().Has(target) {
		return r, games.Refuse(games.BadChoice, actions[a].rule)
	}
	if code, rule := s.barredTarget(a, target); code != "" {
		return r, &games.Refusal{Code: code, Rule: rule, Seat: target}
	}
	r.n, r.pick[1], r.full = 2, int(target), true
	return r, nil
}

func (s *state) refuseAction(word string, a action) *games.Refusal {
	switch {
	case word == Pass:
		return games.Refuse(CannotPass, "R3.1")
	case word == Challenge || word == Block || word == Kayyum:
		return games.Refuse(WrongPhase, "R3.5")
	case a == noAction:
		return games.Refuse(games.BadChoice, "R3.1")
	case actions[a].ideology && !s.Rules.Ideology:
		return games.Refuse(IdeologyOff, actions[a].rule)
	case !s.Rules.exists(a):
		return &games.Refusal{Code: CharacterNotInGame, Rule: "R4.13", Seat: games.Nobody, What: actions[a].claim.String()}
	}
	code, rule := s.barred(a)
	switch code {
	case "":
		return nil
	case MustCoup:
		return &games.Refusal{Code: code, Rule: rule, Seat: games.Nobody, N: int(s.Seats[s.Active].Gold)}
	}
	return &games.Refusal{Code: code, Rule: rule, Seat: games.Nobody, N: int(actions[a].price)}
}

func fieldTurn(s *state, _ games.Seat, r reading) games.Field {
	if r.n == 1 {
		return s.fieldTarget(action(r.pick[0]))
	}
	f := games.Field{Kind: FieldAction, Public: true, Min: 1, Max: 1, Choices: make([]games.Choice, 0, s.Rules.actions())}
	for a := income; a < actionKinds; a++ {
		if !s.Rules.exists(a) {
			continue
		}
		row := &actions[a]
		code, _ := s.barred(a)
		f.Choices = append(f.Choices, games.Choice{ID: row.name, Seat: games.Nobody, What: row.name, N: int(row.price), Not: code})
	}
	return f
}

func (s *state) fieldTarget(a action) games.Field {
	f := games.Field{Kind: FieldTarget, Public: true, Min: 1, Max: 1, Choices: make([]games.Choice, 0, s.Alive.Count()-1)}
	for seat := range games.Seat(s.Count) {
		if seat == s.Active || !s.Alive.Has(seat) {
			continue
		}
		code, _ := s.barredTarget(a, seat)
		f.Choices = append(f.Choices, games.Choice{ID: seatIDs[seat], Seat: seat, Not: code})
	}
	return f
}

func doTurn(st *step, _ games.Seat, r reading) {
	target := games.Nobody
	if r.n == 2 {
		target = games.Seat(r.pick[1])
	}
	st.declare(action(r.pick[0]), target, "")
}

// expireTurn acts for an absent player (R11.6).
func expireTurn(st *step) {
	if !st.MustCoup {
		st.declare(income, games.Nobody, WhyAbsent)
		return
	}
	best := games.Nobody
	for i := games.Seat(1); i < games.Seat(st.Count); i++ {
		seat := (st.Active + i) % games.Seat(st.Count)
		code, _ := st.barredTarget(coup, seat)
		if code == "" && (best == games.Nobody || st.Seats[seat].Gold > st.Seats[best].Gold) {
			best = seat
		}
	}
	st.declare(coup, best, WhyAbsent)
}

// declare pays for an action (R3.4) and opens its first window (R3.5).
func (st *step) declare(a action, target games.Seat, why string) {
	row := &actions[a]
	st.Act = act{Kind: a, Target: target, Paid: row.price, Blocker: games.Nobody}
	st.pay(st.Active, row.price)
	if row.toPool {
		st.Bank -= row.price
		st.Pool += row.price
	}
	e := happened(EvAction, row.rule, st.Active, target)
	e.What, e.N, e.Why = row.name, int(row.price), why
	if why == WhyAbsent {
		e.Rule = "R11.6"
	}
	if row.claim != noCharacter {
		e.Items = claimItems[row.claim]
	}
	st.tell(e)
	switch {
	case row.claim != noCharacter:
		st.claims(st.Active, row.claim, matterAction)
		st.enter(phaseClaim, st.Alive.Without(st.Active))
	default:
		st.openBlock()
	}
}
