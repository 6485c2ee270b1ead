package noir

import "kumpas/games"

// The windows of R7.4 and R7.5: attack, Drive-By and Police, in the same form for everybody (R7.7).

// fieldWindow asks whether to pass or to play, and then which card; the cards are the player's secret.
func fieldWindow(s *state, seat games.Seat, sofar games.Answer) (games.Field, bool) {
	switch {
	case len(sofar) == 0:
		return one(FieldWindow, true, choice(Pass, "", 0, ""), choice(Play, "", 0, "")), true
	case sofar[0] == Pass:
		return games.Field{}, false
	case len(sofar) == 1:
		f := one(FieldReaction, false, choice(Pass, "", 0, ""))
		for _, c := range s.fitting(seat) {
			f.Choices = append(f.Choices, s.cardChoice(seat, c))
		}
		return f, true
	case sofar[1] == Turncoat && s.Phase == phaseAttack:
		return s.fieldTurncoat(seat, sofar[2:])
	}
	return games.Field{}, false
}

// fitting are the cards that a seat may play in the present window.
func (s *state) fitting(seat games.Seat) []card {
	switch {
	case s.Phase == phaseAttack:
		return []card{police, turncoat}
	case s.Phase == phaseDriveBy:
		return []card{police}
	case s.boss(seat).friend:
		return []card{bribe, poker, police, driveBy, turncoat}
	}
	return []card{bribe}
}

// cardChoice is a reaction card with how many of it the seat holds.
func (s *state) cardChoice(seat games.Seat, c card) games.Choice {
	n := int(s.Seats[seat].Hand[c])
	not := games.Code("")
	switch {
	case n == 0:
		not = NotYourCard
	case c == turncoat && s.Phase != phasePolice && !s.canTurn(seat):
		not = BadTarget
	}
	return choice(c.String(), c.String(), n, not)
}

func doWindow(st *step, seat games.Seat, answer games.Answer) {
	switch {
	case answer[0] == Pass:
		st.pass(seat, saidPass)
	case answer[1] == Pass:
		st.pass(seat, saidPlayPass)
	case st.Phase == phasePolice:
		st.bribe(seat, cardOf(answer[1]))
	case answer[1] == Turncoat:
		st.turn(seat, gangsterOf(answer[2]), placeOf(answer[3]))
		st.afterTurncoat()
	default:
		st.playPolice(seat)
	}
}

// pass keeps a pass; the last one closes the window.
func (st *step) pass(seat games.Seat, what said) {
	if st.say(seat, what) {
		st.closeWindow()
	}
}

// closeWindow goes on after a window in which nobody has played a card, or all have said whether they join.
func (st *step) closeWindow() {
	switch st.Phase {
	case phaseAttack:
		st.resolveAttack()
	case phaseDriveBy:
		st.resolveShot()
	case phasePolice:
		st.policeHolds()
	case phasePoker:
		st.openTable()
	}
}

// pending is what a Police stops: the author and the code of an attack or a Drive-By.
func (s *state) pending() (seat games.Seat, what string) {
	if s.Fight.Attackers != 0 {
		return s.Active, Attack
	}
	return s.Shot.By, DriveBy
}

// playPolice answers an attack or a Drive-By and may be bribed (R6.1.1, R7.5).
func (st *step) playPolice(seat games.Seat) {
	author, what := st.pending()
	st.spend(seat, police)
	st.note(EvPolice, "R6.1", seat, author, 0, what, "")
	st.Police = seat
	if awaited := st.holders(seat); awaited != 0 {
		st.open(phasePolice, awaited)
		return
	}
	st.policeHolds()
}

// policeHolds cancels what the Police was played against.
func (st *step) policeHolds() {
	author, what := st.pending()
	st.hide(st.Fight.Attackers)
	st.note(EvCancelled, "R6.1", st.Police, author, 0, what, "")
	st.resume()
}

// bribe cancels the Police; what it was played against is pending again (R6.2).
func (st *step) bribe(seat games.Seat, with card) {
	st.spend(seat, with)
	why := ""
	if with != bribe {
		why = WhyFriend
	}
	st.note(EvBribe, "R6.2", seat, st.Police, 0, with.String(), why)
	st.Police = games.Nobody
	if st.Fight.Attackers != 0 {
		st.openAttack()
	} else {
		st.openShot()
	}
}
