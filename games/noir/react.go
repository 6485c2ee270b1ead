package noir

import "kumpas/games"

// Reactions at idle points (R7.2), and what the cards do (R6).

// fieldReact asks which card is played. It is the same for everybody; what cannot be played says why.
func fieldReact(s *state, seat games.Seat, sofar games.Answer) (games.Field, bool) {
	if len(sofar) == 0 {
		f := one(FieldReaction, false, choice(Nothing, "", 0, ""))
		for c := poker; c <= turncoat; c++ {
			o := s.cardChoice(seat, c)
			switch {
			case c == bribe:
				o.Not = NothingToAnswer
			case o.Not != "":
			case c == poker && !s.canHost(seat):
				o.Not = PokerNotPossible
			case (c == police || c == driveBy) && len(s.rivalBusinesses(seat)) == 0:
				o.Not = BadTarget
			}
			f.Choices = append(f.Choices, o)
		}
		return f, true
	}
	switch sofar[0] {
	case Poker:
		return s.fieldStake(seat, sofar[1:])
	case Police, DriveBy:
		return s.fieldBusiness(seat, sofar[1:])
	case Turncoat:
		return s.fieldTurncoat(seat, sofar[1:])
	}
	return games.Field{}, false
}

func doReact(st *step, seat games.Seat, answer games.Answer) {
	if answer[0] == Nothing {
		return
	}
	st.ReactID = 0
	switch answer[0] {
	case Poker:
		st.host(seat, int16(answer[1][1]-'0'))
	case Police:
		st.raid(seat, placeOf(answer[1]))
	case DriveBy:
		st.driveBy(seat, placeOf(answer[1]))
	case Turncoat:
		st.turn(seat, gangsterOf(answer[1]), placeOf(answer[2]))
		st.resume()
	}
}

// rivalBusinesses are the businesses of the rivals of a seat.
func (s *state) rivalBusinesses(seat games.Seat) (all []place) {
	for other := range s.Alive.All() {
		if s.rivals(seat, other) {
			all = append(all, s.businesses(other)...)
		}
	}
	return all
}

// fieldBusiness asks for the business of a rival; hideouts are protected (R6.1.2, R6.3).
func (s *state) fieldBusiness(seat games.Seat, sofar games.Answer) (games.Field, bool) {
	if len(sofar) > 0 {
		return games.Field{}, false
	}
	f := one(FieldBusiness, false)
	for _, p := range s.rivalBusinesses(seat) {
		f.Choices = append(f.Choices, ofSeat(s.owner(p), p.id(), s.kind(p), int(s.value(p)), ""))
	}
	return f, true
}

// raid plays Police on a business (R6.1.2).
func (st *step) raid(seat games.Seat, p place) {
	st.spend(seat, police)
	n := st.hide(st.hosted(p))
	st.note(EvRaid, "R6.1", seat, st.owner(p), n, st.kind(p), "")
	st.resume()
}

// driveBy plays Drive-By on a business (R6.3).
func (st *step) driveBy(seat games.Seat, p place) {
	st.spend(seat, driveBy)
	st.Shot = shot{By: seat, Target: p}
	st.note(EvDriveBy, "R6.3", seat, st.owner(p), 0, st.kind(p), "")
	st.openShot()
}

// openShot opens the Drive-By window, for the first time or again (R7.5).
func (st *step) openShot() {
	if awaited := st.holders(st.Shot.By); awaited != 0 {
		st.open(phaseDriveBy, awaited)
		return
	}
	st.resolveShot()
}

// damage is what a Drive-By of a seat does with a roll (R6.3, R12.4).
func (s *state) damage(seat games.Seat, roll int) int {
	n := driveByTables[s.Rules.DriveBy].damage[roll-1]
	if roll > 1 {
		n += s.boss(seat).shot
	}
	return int(n)
}

// resolveShot rolls the die of a Drive-By (R6.3).
func (st *step) resolveShot() {
	seat, p := st.Shot.By, st.Shot.Target
	owner := st.owner(p)
	roll := st.Stream.N(dieSides) + 1
	damage := st.damage(seat, roll)
	e := happened(EvShot, "R6.3", seat, owner)
	e.N, e.What, e.Items = roll, st.kind(p), []string{number(damage)}
	if roll > 1 && st.boss(seat).shot > 0 {
		e.Why = WhyTriggerman
	}
	st.tell(e)
	there := st.hosted(p)
	dead, rest := casualties(st.fighters(there), damage)
	st.kill(owner, seat, gangOf(games.Join(dead...)))
	if len(dead) == there.count() && rest >= int(st.value(p)) {
		st.destroy(seat, p, 0, WhyNoLoot)
	} else {
		st.note(EvHolds, "R6.3", seat, owner, 0, st.kind(p), "")
	}
	st.resume()
}

// unturnable says why Turncoat cannot turn a gangster, "" if it can (R6.4).
func (s *state) unturnable(i int) games.Code {
	g := &s.Gangsters[i]
	if !g.Host.isHideout() {
		return ""
	}
	switch casinoRules[s.Rules.Casino] {
	case CasinoFront:
		if p, ok := s.front(g.Owner); ok && s.Businesses[p].Kind == casino {
			return ""
		}
	case CasinoOwned:
		for _, p := range s.businesses(g.Owner) {
			if s.Businesses[p].Kind == casino {
				return ""
			}
		}
	}
	return HideoutProtected
}

// canTurn reports whether Turncoat has anybody to turn.
func (s *state) canTurn(seat games.Seat) bool {
	for i := range s.Gangsters {
		if g := &s.Gangsters[i]; g.Power > 0 && s.rivals(seat, g.Owner) && s.unturnable(i) == "" {
			return true
		}
	}
	return false
}

// fieldTurncoat asks for the gangster and for his new place (R6.4).
func (s *state) fieldTurncoat(seat games.Seat, sofar games.Answer) (games.Field, bool) {
	switch len(sofar) {
	case 0:
		f := one(FieldGangster, false)
		for other := range s.Alive.All() {
			if !s.rivals(seat, other) {
				continue
			}
			for _, i := range s.byAge(s.owned(other)) {
				g := &s.Gangsters[i]
				f.Choices = append(f.Choices, ofSeat(other, gangsterIDs[i], gangsterCard(g.Power).String(), int(g.Power), s.unturnable(i)))
			}
		}
		return f, true
	case 1:
		return s.fieldPlace(seat, s.Gangsters[gangsterOf(sofar[0])].Power), true
	}
	return games.Field{}, false
}

// fieldPlace asks for a place of a gangster among the structures of a seat, or away.
func (s *state) fieldPlace(seat games.Seat, power int8) games.Field {
	f := one(FieldPlace, false)
	for _, p := range s.structures(seat) {
		f.Choices = append(f.Choices, choice(p.id(), s.kind(p), int(s.room(p)), s.tight(p, power)))
	}
	f.Choices = append(f.Choices, choice(Away, Away, 0, ""))
	return f
}

// tight refuses a structure without room (R3.2).
func (s *state) tight(p place, power int8) games.Code {
	if s.room(p) < power {
		return NoRoom
	}
	return ""
}

// turn has a gangster change sides (R6.4).
func (st *step) turn(seat games.Seat, i int, to place) {
	st.spend(seat, turncoat)
	g := &st.Gangsters[i]
	e := happened(EvTurncoat, "R6.4", seat, g.Owner)
	e.What, e.Items = gangsterCard(g.Power).String(), []string{st.kind(to)}
	if st.Fight.Attackers != 0 {
		fought := st.Fight.Attackers | st.defenders(st.Fight.Target)
		if fought.has(i) {
			e.Why = WhyLeavesBattle
		}
		st.Fight.Attackers, st.Fight.Out = st.Fight.Attackers.without(i), st.Fight.Out.with(i)
	}
	g.Owner, g.Host, g.Hidden = seat, to, true
	st.tell(e)
}

// afterTurncoat opens the attack window again with the new numbers, if an attacker is left (R7.4).
func (st *step) afterTurncoat() {
	if st.Fight.Attackers != 0 {
		st.openAttack()
		return
	}
	st.attackOff(WhyNoAttackers)
	st.resume()
}

// attackOff tells that an attack is over without effect.
func (st *step) attackOff(why string) {
	target := st.Fight.Target
	st.note(EvAttackOff, "R7.4", st.Active, st.owner(target), 0, st.kind(target), why)
}
