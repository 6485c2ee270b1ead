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
			before, cards := uint64(0), uint8(0)
			for left := alive[r-1]; left != 0; left &= left - 1 {
				st := bits.TrailingZeros64(left)
				for x, list := range s.runs.edges[st][:s.have[r][suit]+1] {
					for i := range list {
						if int(list[i].jokers) <= s.jokers && alive[r]>>list[i].to&1 == 1 {
							before |= 1 << st
							cards |= 1 << x
						}
					}
				}
			}
			s.usable[r][suit] = cards
			alive[r-1] = before
		}
	}
}

// sift drops the options of a rank that want a number of cards in runs which no
// run can use.
func (s *sweep) sift(r card.Rank, list []option) []option {
	usable := s.usable[r]
	if r == card.Ace {
		for suit, low := range usable {
			high := s.usable[card.HighAce][suit]
			usable[suit] = low&1*high | low>>1&1*(high<<1) | low>>2&1*(high<<2)
		}
	}
	kept := list[:0]
	for _, o := range list {
		d := &s.digit[o.runs]
		if usable[0]>>d[0]&(usable[1]>>d[1])&(usable[2]>>d[2])&(usable[3]>>d[3])&1 == 1 {
			kept = append(kept, o)
		}
	}
	return kept
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
