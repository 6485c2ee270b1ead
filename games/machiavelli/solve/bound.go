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

// clear forgets all costs; those of states that are not alive stay infinite.
func (b *bound) clear() {
	for suit := range b.back {
		for r := range b.back[suit] {
			for st := range b.back[suit][r] {
				b.back[suit][r][st], b.ahead[suit][r][st] = infinite, infinite
				b.toGo[suit][r][st] = [3]int32{infinite, infinite, infinite}
			}
		}
		b.ahead[suit][0][0] = 0
	}
}

// prepare computes the chains' costs to go from scratch.
func (b *bound) prepare(s *sweep) {
	for suit := range 4 {
		for left := s.alive[suit][card.HighAce]; left != 0; left &= left - 1 {
			st := bits.TrailingZeros64(left)
			b.back[suit][card.HighAce][st] = b.end(s, uint8(st))
		}
		for r := card.HighAce; r >= card.Ace; r-- {
			b.stepBack(s, suit, r)
		}
	}
}

func (b *bound) end(s *sweep, st uint8) int32 {
	least := int32(infinite)
	for _, e := range s.runs.end[st] {
		least = min(least, int32(e.jokers)*b.joker)
	}
	return least
}

// stepBack computes the cost to go before rank r from that after it.
func (b *bound) stepBack(s *sweep, suit int, r card.Rank) {
	price, after, before := &b.price[r][suit], &b.back[suit][r], &b.back[suit][r-1]
	for left := s.alive[suit][r-1]; left != 0; left &= left - 1 {
		before[bits.TrailingZeros64(left)] = infinite
	}
	for _, a := range s.arcs[suit][r] {
		before[a.from] = min(before[a.from], after[a.to]+int32(a.jokers)*b.joker+price[a.cards])
	}
}

// stepAhead computes the cost so far after rank r from that before it.
func (b *bound) stepAhead(s *sweep, suit int, r card.Rank) {
	price, before, after := &b.price[r][suit], &b.ahead[suit][r-1], &b.ahead[suit][r]
	for left := s.alive[suit][r]; left != 0; left &= left - 1 {
		after[bits.TrailingZeros64(left)] = infinite
	}
	for _, a := range s.arcs[suit][r] {
		after[a.to] = min(after[a.to], before[a.from]+int32(a.jokers)*b.joker+price[a.cards])
	}
}

// chain is the least cost of a suit for each number of cards of rank r in runs.
func (b *bound) chain(s *sweep, suit int, r card.Rank) [3]int32 {
	m := [3]int32{infinite, infinite, infinite}
	price, before, after := &b.price[r][suit], &b.ahead[suit][r-1], &b.back[suit][r]
	for _, a := range s.arcs[suit][r] {
		m[a.cards] = min(m[a.cards], before[a.from]+after[a.to]+int32(a.jokers)*b.joker)
	}
	for x := range m {
		m[x] = min(m[x]+price[x], infinite)
	}
	return m
}

func (b *bound) forward(s *sweep) {
	for r := card.Ace; r <= card.HighAce; r++ {
		b.agree(s, r)
		for suit := range 4 {
			b.stepAhead(s, suit, r)
		}
	}
}

// backward is a pass downwards; it counts the jokers in the least costs.
func (b *bound) backward(s *sweep) (jokers int) {
	for r := card.HighAce; r >= card.Ace; r-- {
		b.agree(s, r)
		for suit := range 4 {
			b.stepBack(s, suit, r)
		}
	}
	for suit := range 4 {
		jokers += int(b.back[suit][0][0] & (1<<countBits - 1))
	}
	for r := card.Ace; r <= card.King; r++ {
		b.least[r] = b.factor(s, r)
		jokers += int(b.least[r] & (1<<countBits - 1))
	}
	return jokers
}

// sum is the bound that the present prices give.
func (b *bound) sum(s *sweep) int32 {
	sum := -b.joker * int32(b.limit)
	for suit := range 4 {
		sum += min(b.back[suit][0][0], infinite/64)
	}
	for r := card.Ace; r <= card.King; r++ {
		sum += min(b.least[r], infinite/64)
	}
	return sum
}

// agree moves the prices of a rank so that the chain and the factor pay alike
// for every number.
func (b *bound) agree(s *sweep, r card.Rank) {
	b.factor(s, r)
	for suit := range 4 {
		m := b.chain(s, suit, r)
		n := b.marginal(s, suit, r)
		lowM, lowN := min(m[0], m[1], m[2]), min(n[0], n[1], n[2])
		if lowM >= infinite/2 || lowN >= infinite/2 {
			continue // one of them cannot be met at any price
		}
		var moved [3]int32
		for x := range m {
			mx, nx := min(m[x], lowM+b.cap), min(n[x], lowN+b.cap)
			moved[x] = (nx - mx) / 2 &^ (1<<countBits - 1)
			b.price[r][suit][x] += moved[x]
		}
		b.refund(s, suit, r, moved)
	}
}

// factor values the options of a rank at the present prices; the least is returned.
func (b *bound) factor(s *sweep, r card.Rank) int32 {
	list := s.at(rankOf(r))
	b.value = b.value[:0]
	least := int32(infinite)
	var charges [4][3]int32
	for suit := range charges {
		for x := range charges[suit] {
			charges[suit][x] = b.charge(suit, r, uint8(x))
		}
	}
	for i := range list {
		o := &list[i]
		d := &s.digit[o.runs]
		v := o.cost*unit + int32(o.jokers)*b.joker -
			charges[0][d[0]] - charges[1][d[1]] - charges[2][d[2]] - charges[3][d[3]]
		b.value = append(b.value, v)
		least = min(least, v)
	}
	return least
}

func rankOf(r card.Rank) card.Rank {
	if r == card.HighAce {
		return card.Ace
	}
	return r
}

// charge is what the chain of a suit pays for x cards of a rank. Aces may be
// divided between the ends, and the factor takes the dearest division.
func (b *bound) charge(suit int, r card.Rank, x uint8) int32 {
	if r > card.Ace && r < card.HighAce {
		return b.price[r][suit][x]
	}
	most := int32(-infinite)
	for low := range x + 1 {
		most = max(most, b.price[card.Ace][suit][low]+b.price[card.HighAce][suit][x-low])
	}
	return most
}

// marginal is the least cost of a factor for each number of cards in runs.
func (b *bound) marginal(s *sweep, suit int, r card.Rank) [3]int32 {
	n := [3]int32{infinite, infinite, infinite}
	for i, o := range s.at(rankOf(r)) {
		x := s.digit[o.runs][suit]
		n[x] = min(n[x], b.value[i])
	}
	if r > card.Ace && r < card.HighAce {
		return n
	}
	own := &b.price[r][suit]
	other := &b.price[card.Ace+card.HighAce-r][suit]
	split := [3]int32{infinite, infinite, infinite}
	for all, v := range n {
		for x := range all + 1 {
			split[x] = min(split[x], v+b.charge(suit, r, uint8(all))-own[x]-other[all-x])
		}
	}
	return split
}

// refund brings the values of the options up to date after a price has moved.
func (b *bound) refund(s *sweep, suit int, r card.Rank, moved [3]int32) {
	if r == card.Ace || r == card.HighAce {
		b.factor(s, r)
		return
	}
	for i, o := range s.at(r) {
		b.value[i] -= moved[s.digit[o.runs][suit]]
	}
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
