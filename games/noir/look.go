package noir

import "kumpas/games"

// View is all that viewer may know; everything when the game is over.
func (s *state) View(viewer games.Seat) games.View {
	if !s.seats().Has(viewer) {
		viewer = games.Nobody
	}
	v := View{
		Viewer: viewer, Phase: PhaseOver, Step: stageNames[s.Step], Round: int(s.Round), Turn: int(s.Turn), Active: s.Active,
		Seats: make([]SeatView, s.Count), Bank: int(s.Bank), Total: int(s.total()), Third: int(s.total()+2) / 3,
		Deck: int(s.DeckN), Discards: s.Pile.counts(), Removed: s.Removed.counts(), RemovedMoney: int(s.RemovedMoney),
		Tokens: int(s.Countdown.Tokens), Rules: s.rulesView(), Outcome: s.Outcome(),
	}
	if !s.Rules.Peace {
		v.Half = int(s.total())/2 + 1
	}
	if s.Phase != phaseOver {
		v.Phase = rows[s.Phase].kind
	}
	for i := range v.Seats {
		v.Seats[i] = s.seatView(games.Seat(i), viewer)
	}
	if viewer != games.Nobody {
		v.Hand = s.Seats[viewer].Hand.names()
	}
	if c := s.Countdown; c.Cause != noCause {
		v.Countdown = &CountdownView{Cause: causeNames[c.Cause], Marker: c.Marker, Turn: int(c.Turn)}
	}
	if s.Phase == phaseBoss {
		v.Bosses = s.freeBosses()
	}
	s.viewWindow(&v)
	return v
}

// viewWindow fills in what a window is about.
func (s *state) viewWindow(v *View) {
	switch {
	case s.Phase == phaseOver:
	case s.Fight.Attackers != 0:
		target := s.Fight.Target
		a := &AttackView{
			Seat: s.Active, Other: s.owner(target), Target: target.id(), Kind: s.kind(target),
			Battle: s.forces(s.Active, s.Fight.Attackers, target).battle(),
		}
		for _, i := range s.byAge(s.Fight.Attackers) {
			a.Attackers = append(a.Attackers, gangsterIDs[i])
		}
		v.Attack = a
	case s.Shot.By != games.Nobody:
		d := &DriveByView{Seat: s.Shot.By, Other: s.owner(s.Shot.Target), Target: s.Shot.Target.id(), Kind: s.kind(s.Shot.Target)}
		for roll := 1; roll <= dieSides; roll++ {
			d.Table = append(d.Table, s.damage(s.Shot.By, roll))
		}
		v.DriveBy = d
	case s.Table.Host != games.Nobody:
		v.Poker = &PokerView{Seat: s.Table.Host, Stake: int(s.Table.Stake)}
	}
	if s.Phase == phasePolice {
		_, what := s.pending()
		v.Police = &PoliceView{Seat: s.Police, What: what}
	}
}

func (s *state) rulesView() RulesView {
	r := s.Rules
	v := RulesView{
		MoneyWin: !r.Peace, Tokens: int(r.Tokens), ByTurn: r.ByTurn, Teams: int(r.Teams), Bosses: r.Bosses, HiddenDefend: !r.HiddenIdle,
		OneStep: r.OneStep, NeedsWin: r.NeedsWin, StealPartial: !r.AllOrNothing, ChooseDraw: r.DrawAny, Casino: casinoRules[r.Casino],
		VoluntaryPoker: r.Voluntary, Remove: r.Remove, PerSeat: r.PerSeat, IdleReactions: !r.NoIdle,
	}
	for _, n := range driveByTables[r.DriveBy].damage {
		v.DriveBy = append(v.DriveBy, int(n))
	}
	return v
}

func (s *state) seatView(seat, viewer games.Seat) SeatView {
	p := &s.Seats[seat]
	gang := s.byAge(s.owned(seat))
	v := SeatView{
		Alive: s.Alive.Has(seat), Left: s.Left.Has(seat), Team: int(s.team(seat)), Boss: p.Boss.String(), Purse: int(p.Purse),
		Cards: int(p.Hand.total()), Trophies: int(p.Trophies), Score: s.points(seat), Away: s.gangView(gang, away),
	}
	if v.Alive {
		k := s.affordable(seat)
		v.Due, v.Draw, v.DrawPrice = int(s.due(seat)), int(k), int(s.drawPrice(seat, k))
	}
	all := s.businesses(seat)
	if len(all) > 0 {
		v.Businesses = make([]StructureView, 0, len(all))
	}
	for _, at := range all {
		b := s.structureView(at, gang)
		b.Front = p.Front == int8(at)+1
		v.Businesses = append(v.Businesses, b)
	}
	v.Hideout = s.structureView(hideoutOf(seat), gang)
	v.Hideout.Front, v.Hideout.Guards = p.Front > 0, guardsOf(seat).id()
	if seat == viewer || s.Phase == phaseOver {
		v.Hand = p.Hand.names()
	}
	return v
}

// structureView shows a structure with those of its owner's gangsters who are there.
func (s *state) structureView(p place, gang []int) StructureView {
	v := StructureView{
		ID: p.id(), Kind: s.kind(p), Income: int(s.income(p)), Value: int(s.value(p)), Capacity: int(s.capacity(p)), Gangsters: s.gangView(gang, p),
	}
	for _, g := range v.Gangsters {
		v.Used += g.Power
	}
	return v
}

func (s *state) gangView(gang []int, at place) []GangsterView {
	n := 0
	for _, i := range gang {
		if s.Gangsters[i].Host == at {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	all := make([]GangsterView, 0, n)
	for _, i := range gang {
		if g := &s.Gangsters[i]; g.Host == at {
			all = append(all, GangsterView{ID: gangsterIDs[i], Power: int(g.Power), Hidden: g.Hidden, Since: int(g.Since), Turned: s.Fight.Out.has(i)})
		}
	}
	return all
}
