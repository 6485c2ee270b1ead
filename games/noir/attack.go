package noir

import "kumpas/games"

// ready are the gangsters of a seat who could attack (R4.5).
func (s *state) ready(seat games.Seat) (all gang) {
	for i := range s.Gangsters {
		if g := &s.Gangsters[i]; g.Power > 0 && g.Owner == seat && s.unfit(i) == "" {
			all = all.with(i)
		}
	}
	return all
}

// unfit says why a gangster cannot attack, "" if he can.
func (s *state) unfit(i int) games.Code {
	switch g := &s.Gangsters[i]; {
	case g.Host == away:
		return GangsterAway
	case g.Hidden:
		return GangsterHidden
	}
	return ""
}

// gangOf reads the picked ids of gangsters.
func gangOf(element string) (all gang) {
	for _, id := range games.Split(element) {
		all = all.with(gangsterOf(id))
	}
	return all
}

// goals are the structures and guards of the rivals of a seat, whether or not they can be attacked now.
func (s *state) goals(seat games.Seat) (all []place) {
	for other := range s.Alive.All() {
		if !s.rivals(seat, other) {
			continue
		}
		all = append(all, s.businesses(other)...)
		if !s.Rules.OneStep && s.defenders(guardsOf(other)) != 0 {
			all = append(all, guardsOf(other))
		}
		all = append(all, hideoutOf(other))
	}
	return all
}

// untouchable says why the active player cannot attack a goal now, "" if he can (R5.1).
func (s *state) untouchable(goal place) games.Code {
	if _, covered := s.front(s.owner(goal)); covered && !goal.isBusiness() {
		return HideoutCovered
	}
	if goal.isHideout() && !s.Rules.OneStep && s.defenders(goal) != 0 {
		return HideoutGuarded
	}
	if s.tooWeak(goal, s.ready(s.Active)) {
		return AttackTooWeak
	}
	return ""
}

// need is D + V (R5.3).
func (s *state) need(goal place) int { return int(s.power(s.defenders(goal)) + s.value(goal)) }

// tooWeak reports whether attack_needs_win forbids an attack.
func (s *state) tooWeak(goal place, attackers gang) bool {
	return s.Rules.NeedsWin && int(s.power(attackers)) < s.need(goal)
}

// noTarget says why nothing at all can be attacked, "" if something can.
func (s *state) noTarget() games.Code {
	not := BadTarget
	for _, goal := range s.goals(s.Active) {
		switch s.untouchable(goal) {
		case "":
			return ""
		case AttackTooWeak:
			not = AttackTooWeak
		}
	}
	return not
}

// fieldAttack asks for the target, and then for one attacker after the other until the player confirms.
func (s *state) fieldAttack(seat games.Seat, sofar games.Answer) (games.Field, bool) {
	if len(sofar) == 0 {
		f := one(FieldTarget, true)
		for _, goal := range s.goals(seat) {
			f.Choices = append(f.Choices, ofSeat(s.owner(goal), goal.id(), s.kind(goal), s.need(goal), s.untouchable(goal)))
		}
		return f, true
	}
	if sofar[len(sofar)-1] == Confirm {
		return games.Field{}, false
	}
	goal := placeOf(sofar[0])
	chosen := s.attackers(seat, sofar[1:])
	f := one(FieldAttackers, true)
	for _, i := range s.byAge(s.owned(seat) &^ chosen) {
		g := &s.Gangsters[i]
		f.Choices = append(f.Choices, choice(gangsterIDs[i], gangsterCard(g.Power).String(), int(g.Power), s.unfit(i)))
	}
	if rest := s.ready(seat) &^ chosen; rest.count() > 1 {
		f.Choices = append(f.Choices, choice(All, "", int(s.power(s.ready(seat))), ""))
	}
	f.Choices = append(f.Choices, s.confirmation(seat, chosen, goal))
	return f, true
}

// confirmation shows how the attack will go.
func (s *state) confirmation(seat games.Seat, chosen gang, goal place) games.Choice {
	b := s.forces(seat, chosen, goal).battle()
	c := choice(Confirm, b.Result, b.Stolen, "")
	switch {
	case chosen == 0:
		c.Not = NoAttackers
	case s.tooWeak(goal, chosen):
		c.Not, c.N = AttackTooWeak, s.need(goal)
	}
	return c
}

// attackers are the gangsters who were picked, one after the other or all.
func (s *state) attackers(seat games.Seat, picked games.Answer) (all gang) {
	for _, id := range picked {
		switch i := gangsterOf(id); {
		case id == All:
			all |= s.ready(seat)
		case i >= 0:
			all = all.with(i)
		}
	}
	return all
}

// declare begins an attack (R5.1, R5.2).
func (st *step) declare(seat games.Seat, target place, attackers gang) {
	st.Step = stageAttack
	st.Fight = fight{Attackers: attackers, Target: target}
	e := happened(EvAttack, "R5.1", seat, st.owner(target))
	e.What, e.N, e.Items = st.kind(target), int(st.power(attackers)), st.gangNames(attackers)
	st.tell(e)
	st.openAttack()
}

// openAttack opens the attack window, for the first time or again (R7.4).
func (st *step) openAttack() {
	if awaited := st.holders(st.Active); awaited != 0 {
		st.open(phaseAttack, awaited)
		return
	}
	st.resolveAttack()
}

// resolveAttack fights the battle (R5.3 to R5.9).
func (st *step) resolveAttack() {
	seat, target := st.Active, st.Fight.Target
	owner := st.owner(target)
	forces := st.forces(seat, st.Fight.Attackers, target)
	b := forces.battle()
	e := happened(EvBattle, "R5.3", seat, owner)
	e.What, e.N, e.Items = st.kind(target), b.A, []string{number(b.D), number(b.V)}
	st.tell(e)
	attackers := st.Fight.Attackers
	st.kill(owner, seat, gangOf(games.Join(b.Kills...)))
	st.kill(seat, owner, gangOf(games.Join(b.Losses...)))
	st.hide(attackers &^ gangOf(games.Join(b.Losses...)))
	switch {
	case b.Result != Falls && !target.isGuards():
		st.note(EvHolds, "R5.6", seat, owner, 0, st.kind(target), "")
	case b.Result == Falls && target.isBusiness():
		st.Seats[owner].Purse -= int16(b.Stolen)
		st.Seats[seat].Purse += int16(b.Stolen)
		why := ""
		if b.Short {
			why = WhyPoor
		}
		st.destroy(seat, target, b.Stolen, why)
		st.watchPurses()
	case b.Result == Falls:
		st.Seats[seat].Trophies++
		st.note(EvTrophy, "R5.8", seat, owner, int(st.Seats[seat].Trophies), "", "")
		st.eliminate(owner)
		st.startCountdown(causeHideout)
		st.testVictory(seat)
	}
	st.resume()
}

// kill puts gangsters on the discard pile.
func (st *step) kill(owner, by games.Seat, dead gang) {
	if dead == 0 {
		return
	}
	e := happened(EvKilled, "R5.5", owner, by)
	e.N, e.Items = dead.count(), st.gangNames(dead)
	for i := range st.Gangsters {
		if dead.has(i) {
			st.dropGangster(i)
		}
	}
	st.tell(e)
}

// destroy takes a business from the table; whoever is still there becomes away (R5.7).
func (st *step) destroy(by games.Seat, p place, stolen int, why string) {
	owner := st.owner(p)
	rule := "R5.7"
	if why == WhyNoLoot {
		rule = "R6.3"
	}
	st.note(EvDestroyed, rule, by, owner, stolen, st.kind(p), why)
	if left := st.hosted(p); left != 0 {
		for i := range st.Gangsters {
			if left.has(i) {
				st.Gangsters[i].Host = away
			}
		}
		st.note(EvScattered, "R5.7", owner, games.Nobody, left.count(), "", "")
	}
	if st.dropBusiness(p) {
		st.note(EvUncovered, "R5.7", owner, games.Nobody, 0, "", "")
	}
}
