package noir

import (
	"cmp"
	"slices"

	"kumpas/games"
)

// What lies on the table (R3).

// owner is whose a structure or its guards are; Nobody's if there is none.
func (s *state) owner(p place) games.Seat {
	switch {
	case p.isBusiness() && s.Businesses[p].Kind != noCard:
		return s.Businesses[p].Owner
	case p.isHideout():
		return games.Seat(p - firstHideout)
	case p.isGuards():
		return games.Seat(p - firstGuards)
	}
	return games.Nobody
}

// kind is the code of a place.
func (s *state) kind(p place) string {
	switch {
	case p.isBusiness():
		return s.Businesses[p].Kind.String()
	case p.isHideout():
		return Hideout
	case p.isGuards():
		return Guards
	}
	return Away
}

// income is what a structure pays in phase A (R4.3).
func (s *state) income(p place) int16 {
	if p.isBusiness() {
		return int16(s.Businesses[p].Kind.value())
	}
	return hideoutIncome + s.boss(s.owner(p)).tribute
}

// value is V (R5.3).
func (s *state) value(p place) int8 {
	switch {
	case p.isBusiness():
		return s.Businesses[p].Kind.value()
	case p.isHideout():
		return hideoutValue + s.boss(s.owner(p)).walls
	}
	return 0
}

// capacity is the power that a structure can host (R3.2).
func (s *state) capacity(p place) int8 {
	if p.isBusiness() {
		return s.Businesses[p].Kind.value()
	}
	return hideoutCapacity + s.boss(s.owner(p)).walls
}

// hosted are the gangsters at a place; of away ones those of all players.
func (s *state) hosted(p place) (all gang) {
	for i := range s.Gangsters {
		if g := &s.Gangsters[i]; g.Power > 0 && g.Host == p {
			all = all.with(i)
		}
	}
	return all
}

// owned are the gangsters of a seat.
func (s *state) owned(seat games.Seat) (all gang) {
	for i := range s.Gangsters {
		if g := &s.Gangsters[i]; g.Power > 0 && g.Owner == seat {
			all = all.with(i)
		}
	}
	return all
}

// power is the power of gangsters together.
func (s *state) power(of gang) (n int8) {
	for i := range s.Gangsters {
		if of.has(i) {
			n += s.Gangsters[i].Power
		}
	}
	return n
}

// room is what a structure can still host.
func (s *state) room(p place) int8 { return s.capacity(p) - s.power(s.hosted(p)) }

// byAge lists gangsters, the longest on the table first.
func (s *state) byAge(of gang) []int {
	all := make([]int, 0, of.count())
	for i := range s.Gangsters {
		if of.has(i) {
			all = append(all, i)
		}
	}
	slices.SortFunc(all, func(a, b int) int { return cmp.Compare(s.Gangsters[a].Since, s.Gangsters[b].Since) })
	return all
}

// businesses lists a seat's businesses, the longest on the table first.
func (s *state) businesses(seat games.Seat) []place {
	all := make([]place, 0, 8)
	for i := range s.Businesses {
		if b := &s.Businesses[i]; b.Kind != noCard && b.Owner == seat {
			all = append(all, place(i))
		}
	}
	slices.SortFunc(all, func(a, b place) int { return cmp.Compare(s.Businesses[a].Since, s.Businesses[b].Since) })
	return all
}

// structures lists a seat's structures, the hideout last.
func (s *state) structures(seat games.Seat) []place {
	return append(s.businesses(seat), hideoutOf(seat))
}

// front is the business before a hideout.
func (s *state) front(seat games.Seat) (p place, ok bool) {
	f := s.Seats[seat].Front
	return place(f - 1), f > 0
}

// defenders are the gangsters who defend a structure (R3.4).
func (s *state) defenders(p place) gang {
	all := s.hosted(p.home()) &^ s.Fight.Out
	if s.Rules.HiddenIdle {
		for i := range s.Gangsters {
			if s.Gangsters[i].Hidden {
				all = all.without(i)
			}
		}
	}
	return all
}

// due is what phase A pays a seat (R4.3).
func (s *state) due(seat games.Seat) int16 {
	n := int16(0)
	for _, p := range s.structures(seat) {
		n += s.income(p)
	}
	return n
}

// bestPlace is where a gangster goes if nobody says so: to the structure with the most free room that fits, the
// hideout last, else away (R14.6).
func (s *state) bestPlace(seat games.Seat, power int8) place {
	best, most := away, int8(-1)
	for _, p := range s.businesses(seat) {
		if room := s.room(p); room >= power && room > most {
			best, most = p, room
		}
	}
	if h := hideoutOf(seat); best == away && s.room(h) >= power {
		return h
	}
	return best
}

// putGangster lays a gangster on the table.
func (s *state) putGangster(g gangster) int {
	s.Serial++
	g.Since = s.Serial
	for {
		i := int(s.NextG)
		s.NextG = (s.NextG + 1) % gangsterSlots
		if s.Gangsters[i].Power == 0 {
			s.Gangsters[i] = g
			return i
		}
	}
}

// putBusiness lays a business on the table.
func (s *state) putBusiness(b business) place {
	s.Serial++
	b.Since = s.Serial
	for {
		i := s.NextB
		s.NextB = (s.NextB + 1) % businessSlots
		if s.Businesses[i].Kind == noCard {
			s.Businesses[i] = b
			return place(i)
		}
	}
}

// dropGangster puts a gangster from the table on the discard pile.
func (s *state) dropGangster(i int) {
	s.Pile[gangsterCard(s.Gangsters[i].Power)]++
	s.Gangsters[i] = gangster{}
	s.Fight.Attackers, s.Fight.Out = s.Fight.Attackers.without(i), s.Fight.Out.without(i)
}

// dropBusiness puts an empty business from the table on the discard pile; it reports whether a hideout stood behind it.
func (s *state) dropBusiness(p place) (uncovered bool) {
	b := &s.Businesses[p]
	owner := &s.Seats[b.Owner]
	s.Pile[b.Kind]++
	*b = business{}
	if uncovered = owner.Front == int8(p)+1; uncovered {
		owner.Front = 0
	}
	return uncovered
}

// gangNames are the cards of gangsters, in the order of the rules.
func (s *state) gangNames(of gang) []string {
	var k stack
	for i := range s.Gangsters {
		if of.has(i) {
			k[gangsterCard(s.Gangsters[i].Power)]++
		}
	}
	return k.names()
}

// hide turns gangsters face down (R3.4) and returns how many were open.
func (s *state) hide(of gang) (n int) {
	for i := range s.Gangsters {
		if g := &s.Gangsters[i]; of.has(i) && !g.Hidden {
			g.Hidden = true
			n++
		}
	}
	return n
}

// fromBank pays a seat from the bank as far as it goes and returns how much.
func (s *state) fromBank(seat games.Seat, n int16) int16 {
	n = min(n, s.Bank)
	s.Bank -= n
	s.Seats[seat].Purse += n
	return n
}

// toBank has a seat pay; it must have the money.
func (s *state) toBank(seat games.Seat, n int16) {
	s.Seats[seat].Purse -= n
	s.Bank += n
}
