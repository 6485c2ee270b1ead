package solve

import (
	"math/bits"

	"kumpas/games/machiavelli/card"
)

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
	n := b.marginal(s, 0, r)
	for suit := range 4 {
		moved := b.level(r, suit, b.chain(s, suit, r), n)
		if r == card.Ace || r == card.HighAce {
			b.least[card.Ace] = b.factor(s, r)
			n = b.marginal(s, (suit+1)%4, r)
		} else {
			n = b.refund(s, suit, r, moved)
			b.least[r] = min(n[0], n[1], n[2])
		}
	}
}

// level moves the prices of one suit halfway from the chain's costs m to the
// factor's costs n.
func (b *bound) level(r card.Rank, suit int, m, n [3]int32) (moved [3]int32) {
	lowM, lowN := min(m[0], m[1], m[2]), min(n[0], n[1], n[2])
	if lowM >= infinite/2 || lowN >= infinite/2 {
		return moved // one of them cannot be met at any price
	}
	for x := range m {
		mx, nx := min(m[x], lowM+b.cap), min(n[x], lowN+b.cap)
		moved[x] = (nx - mx) / 2 &^ (1<<countBits - 1)
		b.price[r][suit][x] += moved[x]
	}
	return moved
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

// refund brings the values of the options up to date after a price of a suit has
// moved, and returns the marginal of the next suit.
func (b *bound) refund(s *sweep, suit int, r card.Rank, moved [3]int32) [3]int32 {
	n := [3]int32{infinite, infinite, infinite}
	next := (suit + 1) % 4
	list := s.at(r)
	value := b.value[:len(list)]
	for i := range list {
		d := &s.digit[list[i].runs]
		v := value[i] - moved[d[suit]]
		value[i] = v
		n[d[next]] = min(n[d[next]], v)
	}
	return n
}
