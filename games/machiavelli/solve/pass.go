package solve

import "kumpas/games/machiavelli/card"

// pass decides rank r and all above it.
func (s *sweep) pass(r card.Rank, from [4]uint8, jokers, room int, budget int32, open labels) bool {
	if s.nodes++; s.stopped() {
		return false
	}
	if r == card.HighAce {
		return s.top(from, jokers, room, budget, open)
	}
	if s.bound.grade > none {
		if open = s.boundFor(jokers).hopeful(s.tables, r-1, from, jokers, budget, open); open.empty() {
			return false
		}
	}
	if !s.strict {
		room = 0
	}
	room = min(room, s.jokers)
	key := uint64(r)<<40 | uint64(room)<<32
	for i, f := range from {
		key |= uint64(s.runs.same[f]) << (8 * i)
	}
	if open = s.memo.open(key, jokers, budget, open); open.empty() {
		return false
	}
	found := false
	if s.bound.grade > none {
		found = s.guided(r, from, jokers, room, budget, open)
	} else {
		found = s.plain(r, from, jokers, room, budget, open)
	}
	if !found && !s.stopped() {
		s.memo.fail(key, jokers, budget, open)
	}
	return found
}

// boundFor is the bound that serves best with so many jokers left.
func (s *sweep) boundFor(jokers int) *bound {
	if jokers == s.jokers || s.bound.grade != tuned {
		return &s.bound
	}
	b := &s.fewer[jokers]
	if b.grade != tuned {
		if b.asked++; b.asked < askFirst {
			return &s.bound
		}
		b.follow(s, jokers)
	}
	return b
}

// askFirst is how often the bound for fewer jokers is missed before it is made.
const askFirst = 300

// plain tries the options of a rank cheapest first.
func (s *sweep) plain(r card.Rank, from [4]uint8, jokers, room int, budget int32, open labels) bool {
	st := &s.path[r]
	var alive [4]uint64
	for suit := range alive {
		alive[suit] = s.alive[suit][r]
	}
	for _, o := range s.at(r) {
		if o.cost > budget {
			break
		}
		left := jokers - int(o.jokers)
		if left < 0 {
			continue
		}
		d := &s.digit[o.runs]
		for _, a := range s.runs.edges[from[0]][d[0]] {
			left := left - int(a.jokers)
			if left < 0 {
				break
			}
			if alive[0]>>a.to&1 == 0 {
				continue
			}
			for _, b := range s.runs.edges[from[1]][d[1]] {
				left := left - int(b.jokers)
				if left < 0 {
					break
				}
				if alive[1]>>b.to&1 == 0 {
					continue
				}
				for _, c := range s.runs.edges[from[2]][d[2]] {
					left := left - int(c.jokers)
					if left < 0 {
						break
					}
					if alive[2]>>c.to&1 == 0 {
						continue
					}
					for _, e := range s.runs.edges[from[3]][d[3]] {
						left := left - int(e.jokers)
						if left < 0 {
							break
						}
						if alive[3]>>e.to&1 == 0 {
							continue
						}
						gain := int(o.room + a.room + b.room + c.room + e.room)
						to := [4]uint8{a.to, b.to, c.to, e.to}
						if s.pass(r+1, to, left, room+gain, budget-o.cost, open) {
							st.option, st.edges = o, [4]edge{a, b, c, e}
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// guided tries the options of a rank in the order of the bound, leaving out the
// hopeless ones.
func (s *sweep) guided(r card.Rank, from [4]uint8, jokers, room int, budget int32, open labels) bool {
	bd := s.boundFor(jokers)
	spare := budget*unit + bd.joker*int32(jokers) - bd.rest[r]
	// The least that each suit costs from here, by its cards in runs.
	var least [4][3]int32
	for suit, f := range from {
		ahead := &bd.ahead[suit][r]
		for x := range least[suit] {
			v := int32(infinite)
			for _, e := range s.runs.edges[f][x] {
				v = min(v, int32(e.jokers)*bd.joker+ahead[e.to])
			}
			least[suit][x] = v
		}
	}
	list := s.at(r)
	ranked := s.ranked[r][:0]
	for i := range list {
		o := &list[i]
		if o.cost > budget {
			break
		}
		d := &s.digit[o.runs]
		v := o.cost*unit + int32(o.jokers)*bd.joker
		for suit, x := range d {
			v += min(least[suit][x], infinite/8)
		}
		if v > spare || int(o.jokers) > jokers {
			continue
		}
		at := len(ranked)
		ranked = append(ranked, rankedOption{v, uint8(i)})
		for at > 0 && ranked[at-1].value > v {
			ranked[at] = ranked[at-1]
			at--
		}
		ranked[at] = rankedOption{v, uint8(i)}
	}
	s.ranked[r] = ranked
	st := &s.path[r]
	for k := range ranked {
		o := list[ranked[k].option]
		left := jokers - int(o.jokers)
		slack := spare - ranked[k].value
		d := &s.digit[o.runs]
		for _, a := range s.runs.edges[from[0]][d[0]] {
			left := left - int(a.jokers)
			slack := slack - (int32(a.jokers)*bd.joker + bd.ahead[0][r][a.to] - least[0][d[0]])
			if left < 0 || slack < 0 {
				continue
			}
			for _, b := range s.runs.edges[from[1]][d[1]] {
				left := left - int(b.jokers)
				slack := slack - (int32(b.jokers)*bd.joker + bd.ahead[1][r][b.to] - least[1][d[1]])
				if left < 0 || slack < 0 {
					continue
				}
				for _, c := range s.runs.edges[from[2]][d[2]] {
					left := left - int(c.jokers)
					slack := slack - (int32(c.jokers)*bd.joker + bd.ahead[2][r][c.to] - least[2][d[2]])
					if left < 0 || slack < 0 {
						continue
					}
					for _, e := range s.runs.edges[from[3]][d[3]] {
						left := left - int(e.jokers)
						slack := slack - (int32(e.jokers)*bd.joker + bd.ahead[3][r][e.to] - least[3][d[3]])
						if left < 0 || slack < 0 {
							continue
						}
						gain := int(o.room + a.room + b.room + c.room + e.room)
						to := [4]uint8{a.to, b.to, c.to, e.to}
						if s.pass(r+1, to, left, room+gain, budget-o.cost, open) {
							st.option, st.edges = o, [4]edge{a, b, c, e}
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// rankedOption is an option of a rank and the least that it leads to.
type rankedOption struct {
	value  int32
	option uint8
}

// top puts the promised aces on the runs that reach the king and finishes all.
func (s *sweep) top(from [4]uint8, jokers, room int, budget int32, open labels) bool {
	for z := range uint8(vectors) {
		if open.has(z) && s.finish(0, from, s.digit[z], jokers, room, budget) {
			s.path[card.HighAce].option = option{runs: z}
			return true
		}
	}
	return false
}

// finish is top for the suits from the given one on.
func (s *sweep) finish(suit int, from, aces [4]uint8, jokers, room int, budget int32) bool {
	if suit == card.Suits {
		s.left, s.room = jokers, room
		if !s.strict {
			return true
		}
		// The jokers not needed fill the room; the table's must, the hand's may.
		idle := max(0, s.jokers-room)
		return s.jokers-idle >= s.must && int32(idle)*s.pool.worth[card.Joker] <= budget
	}
	for _, a := range s.runs.edges[from[suit]][aces[suit]] {
		for _, b := range s.runs.end[a.to] {
			left := jokers - int(a.jokers) - int(b.jokers)
			if left >= 0 && s.finish(suit+1, from, aces, left, room+int(a.room+b.room), budget) {
				s.path[card.HighAce].edges[suit] = a
				s.path[card.HighAce+1].edges[suit] = b
				return true
			}
		}
	}
	return false
}
