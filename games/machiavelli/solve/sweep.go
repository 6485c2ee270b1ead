package solve

import "kumpas/games/machiavelli/card"

// sweep looks for a table made of a pool. It passes the ranks from the ace to
// the high ace, deciding at each how many cards of each suit go into runs and
// how many into sets, and carries for each suit only the state of its open runs.
//
// An ace is below the two and above the king. How many aces of each suit are
// kept for the top is a label; the sweep carries a set of labels, all of which
// agree on everything below.
//
// The free sweep assumes that every joker which no meld needs finds room. It
// is nearly always right; where it is not, a strict sweep counts the room.
type sweep struct {
	*tables
	memo  memo
	bound bound
	fewer [card.Jokers]bound // for when so many jokers are left

	pool    pool
	runs    *runTable
	strict  bool
	jokers  int // all of them
	must    int // those that must be laid
	options [card.King + 1][]option
	ready   [card.King + 1]bool
	alive   [4][card.HighAce + 1]uint64 // the states of a suit worth considering after a rank
	arcs    [4][card.HighAce + 1][]arc  // and the moves between them
	have    [card.HighAce + 1][4]uint8  // the cards that can go into runs
	low     [4]bool                     // an ace of the suit can start a run
	high    [4]bool                     // or end one
	path    [card.HighAce + 2]step      // the last one finishes all runs
	left    int                         // the jokers that no meld of the path needs
	room    int                         // in a strict sweep, the room for jokers that it has in all
	ranked  [card.King + 1][]rankedOption
	nodes   int
	limit   int
}

// step is what the sweep decided at a rank.
type step struct {
	option option
	edges  [4]edge
}

func newSweep() *sweep { return &sweep{tables: newTables(), memo: newMemo()} }

// load sets the pool to be swept.
func (s *sweep) load(p *pool, strict bool) {
	s.pool, s.strict, s.runs = *p, strict, s.free
	if strict {
		s.runs = s.tables.strict
	}
	s.jokers, s.must = p.jokers()
	clear(s.ready[:])
	s.memo.forget()
	for suit := range card.Suit(card.Suits) {
		has := func(r card.Rank) int {
			c := card.Of(suit, r)
			return int(min(1, p.must[c]+p.may[c]))
		}
		spare := min(1, s.jokers)
		s.low[suit] = has(2)+has(3)+spare >= 2
		s.high[suit] = has(card.King)+has(card.Queen)+spare >= 2
	}
	s.prune()
}

func (s *sweep) at(r card.Rank) []option {
	if !s.ready[r] {
		s.options[r] = s.divide(&s.pool, r, s.jokers, s.strict, s.options[r])
		s.ready[r] = true
	}
	return s.options[r]
}

// within looks for a table that leaves out cards worth at most the budget. The
// decisions are in path afterwards. Past the limit of nodes it is false, and
// stopped says so.
func (s *sweep) within(budget int32) bool {
	if s.strict {
		return s.using(s.jokers, budget)
	}
	// What needs few jokers is often found sooner when few are allowed, but not
	// always: each number of them has its turn, with more nodes each time.
	limit := s.limit
	defer func() { s.limit = limit }()
	least := 0 // fewer needed jokers are known not to do
	for quota := firstQuota; ; quota *= 4 {
		for i := range s.jokers + 1 {
			jokers := s.jokers
			if i > 0 {
				jokers = i - 1
			}
			if jokers < least {
				continue
			}
			s.limit = min(limit, s.nodes+quota)
			ok := s.using(jokers, budget)
			switch {
			case ok:
				s.left += s.jokers - jokers
				return true
			case s.nodes > limit:
				return false
			case !s.stopped():
				least = jokers + 1
			}
			if least > s.jokers {
				return false
			}
		}
	}
}

// firstQuota is the nodes of a first turn.
const firstQuota = 3000

// using is within for at most so many needed jokers.
func (s *sweep) using(jokers int, budget int32) bool {
	aces := s.at(card.Ace)
	for low := range uint8(vectors) {
		below := s.digit[low]
		if !s.allowed(below, s.low) {
			continue
		}
		for i := 0; i < len(aces); {
			first := aces[i]
			var open labels
			for ; i < len(aces) && aces[i].cost == first.cost && aces[i].jokers == first.jokers && aces[i].room == first.room; i++ {
				if above, ok := s.minus(aces[i].runs, below); ok && s.allowed(above, s.high) {
					open.add(vector(above))
				}
			}
			if first.cost > budget || open.empty() {
				continue
			}
			st := &s.path[card.Ace]
			var to [4]uint8
			for suit, n := range below {
				st.edges[suit] = s.runs.edges[0][n][0]
				to[suit] = st.edges[suit].to
			}
			if int(first.jokers) <= jokers && s.pass(2, to, jokers-int(first.jokers), int(first.room), budget-first.cost, open) {
				// Which of the options it was follows from the label chosen.
				above := s.path[card.HighAce].option.runs
				for _, o := range aces {
					if o.runs == low+above && o.cost == first.cost && o.jokers == first.jokers && o.room == first.room {
						st.option = o
					}
				}
				st.option.runs = low
				return true
			}
		}
	}
	return false
}

func (s *sweep) stopped() bool { return s.nodes > s.limit }

func (s *sweep) allowed(v [4]uint8, where [4]bool) bool {
	for suit, n := range v {
		if n > 0 && !where[suit] {
			return false
		}
	}
	return true
}

func (s *sweep) minus(v uint8, low [4]uint8) (d [4]uint8, ok bool) {
	d = s.digit[v]
	for i := range d {
		if low[i] > d[i] {
			return d, false
		}
		d[i] -= low[i]
	}
	return d, true
}

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
	key := uint64(r)<<40 | uint64(jokers)<<36 | uint64(room)<<32
	for i, f := range from {
		key |= uint64(s.runs.same[f]) << (8 * i)
	}
	if open = s.memo.open(key, budget, open); open.empty() {
		return false
	}
	found := false
	if s.bound.grade > none {
		found = s.guided(r, from, jokers, room, budget, open)
	} else {
		found = s.plain(r, from, jokers, room, budget, open)
	}
	if !found && !s.stopped() {
		s.memo.fail(key, budget, open)
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
