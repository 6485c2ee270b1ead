package solve

import (
	"math/bits"

	"kumpas/games/machiavelli/card"
)

// arc is a move between two states of a suit at a given rank.
type arc struct{ from, to, cards, jokers uint8 }

// prune finds the states of each suit that are on some way from ace to ace with
// the cards that there are.
func (s *sweep) prune() {
	last := uint64(0)
	for st, ends := range s.runs.end {
		if len(ends) > 0 {
			last |= 1 << st
		}
	}
	for suit := range card.Suit(card.Suits) {
		alive := &s.alive[suit]
		alive[0] = 1
		for r := card.Ace; r <= card.HighAce; r++ {
			c := card.Of(suit, r)
			have := s.pool.must[c] + s.pool.may[c]
			if r == card.Ace && !s.low[suit] || r == card.HighAce && !s.high[suit] {
				have = 0
			}
			s.have[r][suit] = have
			alive[r] = 0
			for left := alive[r-1]; left != 0; left &= left - 1 {
				st := bits.TrailingZeros64(left)
				for _, list := range s.runs.edges[st][:have+1] {
					for i := range list {
						if int(list[i].jokers) <= s.jokers {
							alive[r] |= 1 << list[i].to
						}
					}
				}
			}
		}
		alive[card.HighAce] &= last
		for r := card.HighAce; r >= card.Ace; r-- {
			before := uint64(0)
			for left := alive[r-1]; left != 0; left &= left - 1 {
				st := bits.TrailingZeros64(left)
				for _, list := range s.runs.edges[st][:s.have[r][suit]+1] {
					for i := range list {
						if int(list[i].jokers) <= s.jokers {
							before |= alive[r] >> list[i].to & 1 << st
						}
					}
				}
			}
			alive[r-1] = before
		}
	}
}

// connect lists the moves between the states that prune has left.
func (s *sweep) connect() {
	for suit := range s.arcs {
		alive := &s.alive[suit]
		for r := card.Ace; r <= card.HighAce; r++ {
			arcs := s.arcs[suit][r][:0]
			for left := alive[r-1]; left != 0; left &= left - 1 {
				st := bits.TrailingZeros64(left)
				for x, list := range s.runs.edges[st][:s.have[r][suit]+1] {
					for i := range list {
						e := &list[i]
						if alive[r]>>e.to&1 == 1 && int(e.jokers) <= s.jokers {
							arcs = append(arcs, arc{uint8(st), e.to, uint8(x), e.jokers})
						}
					}
				}
			}
			s.arcs[suit][r] = arcs
		}
	}
}
