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
	*meter
	memo  memo
	bound bound
	fewer [card.Jokers]bound // for when so many jokers are left

	pool    pool
	runs    *runTable
	strict  bool
	mirror  bool // the ranks are turned round: from the king down
	jokers  int  // all of them
	must    int  // those that must be laid
	options [card.King + 1][]option
	ready   [card.King + 1]bool
	known   [card.Jokers + 1][card.Jokers + 1][vectors]uint16 // used by divide
	alive   [4][card.HighAce + 1]uint64                       // the states of a suit worth considering after a rank
	arcs    [4][card.HighAce + 1][]arc                        // and the moves between them
	have    [card.HighAce + 1][4]uint8                        // the cards that can go into runs
	usable  [card.HighAce + 1][4]uint8                        // and the numbers of them that can, as bits
	low     [4]bool                                           // an ace of the suit can start a run
	high    [4]bool                                           // or end one
	path    [card.HighAce + 2]step                            // the last one finishes all runs
	left    int                                               // the jokers that no meld of the path needs
	room    int                                               // in a strict sweep, the room for jokers that it has in all
	ranked  [card.King + 1][]rankedOption
	budget  int32 // the greatest of interest
}

// step is what the sweep decided at a rank.
type step struct {
	option option
	edges  [4]edge
}

func newSweep(t *tables, m *meter) *sweep { return &sweep{tables: t, meter: m, memo: newMemo()} }

// load sets the pool to be swept and the greatest cost of interest.
func (s *sweep) load(p *pool, strict, mirror bool, budget int32) {
	s.pool, s.strict, s.mirror, s.runs, s.budget = *p, strict, mirror, s.free, budget
	if strict {
		s.runs = s.tables.strict
	}
	if mirror {
		for c := range card.Card(card.Faces) {
			s.pool.must[c], s.pool.may[c] = p.must[s.face(c)], p.may[s.face(c)]
		}
	}
	p = &s.pool
	s.bound.reset(budget)
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

// face is the card that a card of the sweep stands for.
func (s *sweep) face(c card.Card) card.Card {
	if !s.mirror || c >= card.Joker || c.Rank() == card.Ace {
		return c
	}
	return card.Of(c.Suit(), card.HighAce+card.Ace-c.Rank())
}

// at is the options of a rank, made when first asked for.
func (s *sweep) at(r card.Rank) []option {
	if !s.ready[r] {
		s.options[r] = s.sift(r, s.divide(r, s.options[r]))
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
	// What needs few jokers is sometimes found sooner when few are allowed: each
	// number of them has its turn, with more nodes each time.
	limit := s.limit
	defer func() { s.limit = limit }()
	least := 0 // fewer needed jokers are known not to do
	for quota := firstQuota; ; quota *= 4 {
		for i := range s.jokers + 1 {
			jokers := i - 1
			if i == 0 {
				jokers = s.jokers
			}
			if jokers < least {
				continue
			}
			s.limit = min(limit, s.nodes+quota)
			switch {
			case s.using(jokers, budget):
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

// allowed says whether every suit with cards in the vector is one of those.
func (s *sweep) allowed(v [4]uint8, where [4]bool) bool {
	for suit, n := range v {
		if n > 0 && !where[suit] {
			return false
		}
	}
	return true
}

// minus is what the vector has beyond low.
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
