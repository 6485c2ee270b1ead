package solve

import (
	"math/bits"

	"kumpas/games/machiavelli/card"
)

// bound proves that parts of the sweep are hopeless. It splits the problem into
// one chain per suit (its runs, rank after rank) and one factor per rank (its
// sets and what stays in the hand). Chains and factors must agree on how many
// cards of a suit and rank go into runs; instead of demanding that, each such
// number has a price, paid by the chain and refunded by the factor. Whatever the
// prices, the least costs of all parts add up to at most the true cost. Jokers
// have a price too. Tuning the prices raises the sum (block-coordinate ascent on
// the Lagrangian dual), often to the very optimum.
//
// Costs are integers of 1/unit of a card's worth. Prices are multiples of
// 1<<countBits, and the price of a joker is one more than such a multiple, so that the
// low bits of a sum count the jokers in it.
type bound struct {
	grade  grade
	asked  int // how often it would have served
	limit  int // the jokers there are
	joker  int32
	target int32 // a bound above it settles the question
	cap    int32 // differences above it are as good as infinite

	price [card.HighAce + 1][4][3]int32 // of x cards of a suit in runs
	ahead [4][card.HighAce + 1][maxStates]int32
	back  [4][card.HighAce + 1][maxStates]int32
	toGo  [4][card.HighAce + 1][maxStates][3]int32 // by high aces, their price left out
	least [card.HighAce + 1]int32                  // of the factor of a rank
	rest  [card.HighAce + 1]int32                  // of the factors above a rank
	value []int32                                  // of each option of a rank
}

const (
	countBits = 6
	unit      = 1 << 14
	infinite  = 1 << 28
	maxStates = 33

	tuneRounds = 3 // prices of a joker that are tried
	tunePasses = 4 // there and back, for each of them
)

// reset forgets all prices. The budget is the greatest cost of interest.
func (b *bound) reset(budget int32) {
	b.grade, b.joker = none, unit|1
	b.cap = min((2*budget+4)*unit, infinite/64)
	b.target = budget * unit
	clear(b.price[:])
}

// grade is how much work a bound has seen.
type grade uint8

const (
	none grade = iota
	rough
	tuned
)

// rough makes a bound of no prices but a high one for jokers: it knows how many
// jokers the runs need.
func (b *bound) rough(s *sweep) {
	s.connect()
	b.grade, b.joker = rough, roughJoker|1
	b.clear()
	b.finish(s)
}

// tune raises the bound and returns it: no table costs less.
func (b *bound) tune(s *sweep) (least int32) {
	b.joker, b.limit = unit|1, s.jokers
	for i := range s.fewer {
		s.fewer[i].grade, s.fewer[i].asked = none, 0
	}
	return b.search(s, tuneRounds)
}

// search tries prices of a joker, the present one first.
func (b *bound) search(s *sweep, rounds int) (least int32) {
	b.grade = tuned
	b.clear()
	least = -infinite
	var saved [card.HighAce + 1][4][3]int32
	joker, low, high := b.joker, int32(0), int32(infinite)
	for range rounds {
		sum, used := b.settle(s)
		if sum > least {
			least, joker, saved = sum, b.joker, b.price
		}
		if used == b.limit || sum > b.target || s.jokers == 0 {
			break
		}
		// Dearer jokers if the parts use more than there are.
		if used > b.limit {
			low = b.joker
		} else {
			high = b.joker
		}
		next := (low + high) / 2
		if high == infinite {
			next = 2 * low
		}
		b.joker = next&^(1<<countBits-1) | 1
	}
	b.price, b.joker = saved, joker
	b.finish(s)
	return least
}

// follow tunes the bound for what is to be done with fewer jokers than there are,
// starting from the bound for all of them.
func (b *bound) follow(s *sweep, jokers int) {
	b.cap, b.price = s.bound.cap, s.bound.price
	b.limit, b.target = jokers, infinite
	b.joker = s.bound.joker
	rounds := tuneRounds
	if jokers == 0 {
		b.joker, rounds = dryJoker|1, 1
	}
	b.search(s, rounds)
}

const (
	roughJoker = 16 * unit // a joker's price in a rough bound
	dryJoker   = 1 << 22   // and where there is none
)

// settle tunes the prices of the cards for the present price of a joker. It
// returns the bound and the jokers used by the parts that attain it.
func (b *bound) settle(s *sweep) (sum int32, used int) {
	b.prepare(s)
	last := int32(-infinite)
	for range tunePasses {
		b.forward(s)
		used = b.backward(s)
		if sum = b.sum(s); sum < last+unit/32 || sum > b.target {
			break
		}
		last = sum
	}
	return sum, used
}

// finish prepares the tables that the sweep asks.
func (b *bound) finish(s *sweep) {
	b.prepare(s)
	b.rest[card.King], b.rest[card.HighAce] = 0, 0
	for r := card.King; r >= card.Ace; r-- {
		b.least[r] = b.factor(s, r)
		b.rest[r-1] = b.rest[r] + min(b.least[r], infinite/64)
	}
	for suit := range 4 {
		for r := range b.toGo[suit] {
			for left := s.alive[suit][r]; left != 0; left &= left - 1 {
				b.toGo[suit][r][bits.TrailingZeros64(left)] = [3]int32{infinite, infinite, infinite}
			}
		}
		for _, a := range s.arcs[suit][card.HighAce] {
			v := &b.toGo[suit][card.King][a.from][a.cards]
			*v = min(*v, int32(a.jokers)*b.joker+b.end(s, a.to))
		}
		for r := card.King; r > card.Ace; r-- {
			b.stepToGo(s, suit, r)
		}
		for r := card.Ace; r <= card.King; r++ {
			for left := s.alive[suit][r]; left != 0; left &= left - 1 {
				st := bits.TrailingZeros64(left)
				v := &b.toGo[suit][r][st]
				b.ahead[suit][r][st] = min(v[0], v[1], v[2])
			}
		}
	}
}

// stepToGo is stepBack by the number of high aces.
func (b *bound) stepToGo(s *sweep, suit int, r card.Rank) {
	price, after, before := &b.price[r][suit], &b.toGo[suit][r], &b.toGo[suit][r-1]
	for _, a := range s.arcs[suit][r] {
		add, from, to := int32(a.jokers)*b.joker+price[a.cards], &before[a.from], &after[a.to]
		from[0] = min(from[0], to[0]+add)
		from[1] = min(from[1], to[1]+add)
		from[2] = min(from[2], to[2]+add)
	}
}

// hopeful is the part of the labels that can still keep the budget after rank r.
func (b *bound) hopeful(t *tables, r card.Rank, from [4]uint8, jokers int, budget int32, open labels) labels {
	spare := budget*unit + b.joker*int32(jokers) - b.rest[r]
	var least [4]int32
	for suit, f := range from {
		v := &b.toGo[suit][r][f]
		least[suit] = min(v[0], v[1], v[2])
		spare -= least[suit]
	}
	if spare < 0 {
		return labels{}
	}
	for suit, f := range from {
		v := &b.toGo[suit][r][f]
		for z := range v {
			if v[z]-least[suit] > spare {
				open = open.without(t.aces[suit][z])
			}
		}
	}
	return open
}
