package solve

import (
	"kumpas/games/machiavelli/card"
)

// oracle is the plain solver that the fast one is held against: it lists the
// melds, tries each on the first card left, and remembers what is left.
type oracle struct {
	melds [card.Kinds][][]card.Card // by the first card of the meld
	memo  map[card.Counts]bool      // can exactly these cards be laid?
	full  bool                      // too much to remember: no answer
}

// newOracle lists the melds that are enough to lay any table: a run of six or
// more is two shorter runs, whichever of them has the joker.
func newOracle() *oracle {
	o := &oracle{}
	seen := map[card.Counts]bool{}
	add := func(cards []card.Card) {
		if _, err := card.Read(cards); err != nil || seen[card.Count(cards)] {
			return
		}
		seen[card.Count(cards)] = true
		first := cards[0]
		for _, c := range cards {
			first = min(first, c)
		}
		o.melds[first] = append(o.melds[first], append([]card.Card(nil), cards...))
	}
	withJoker := func(cards []card.Card) {
		add(cards)
		add(append(append([]card.Card(nil), cards...), card.Joker))
		for i := range cards {
			one := append([]card.Card(nil), cards...)
			one[i] = card.Joker
			add(one)
		}
	}
	for r := card.Ace; r <= card.King; r++ {
		for mask := range 16 {
			var cards []card.Card
			for s := range card.Suit(card.Suits) {
				if mask>>s&1 == 1 {
					cards = append(cards, card.Of(s, r))
				}
			}
			if len(cards) > 0 {
				withJoker(cards)
			}
		}
	}
	for s := range card.Suit(card.Suits) {
		for low := card.Ace; low <= card.Queen; low++ {
			for n := card.Rank(3); n <= 5 && low+n-1 <= card.HighAce; n++ {
				var cards []card.Card
				for r := low; r < low+n; r++ {
					cards = append(cards, card.Of(s, r))
				}
				withJoker(cards)
			}
		}
	}
	return o
}

// oracleMemory bounds what the oracle remembers of one position.
const oracleMemory = 50_000

// most is the greatest worth of optional cards that can be laid together with
// all of must, -1 if not even those can be. It is false if the position was too
// large for the oracle.
func (o *oracle) most(must, may card.Counts, worth *[card.Kinds]int32) (best int32, ok bool) {
	o.memo, o.full, best = map[card.Counts]bool{}, false, -1
	var choose func(c card.Card, laid card.Counts, sum int32)
	choose = func(c card.Card, laid card.Counts, sum int32) {
		if c == card.Kinds {
			if sum > best && o.covers(laid) {
				best = sum
			}
			return
		}
		for n := int(may[c]); n >= 0; n-- {
			next := laid
			next[c] += uint8(n)
			choose(c+1, next, sum+int32(n)*worth[c])
		}
	}
	choose(0, must, 0)
	return best, !o.full
}

// covers says whether exactly these cards can be laid.
func (o *oracle) covers(left card.Counts) bool {
	first := card.Card(0)
	for first < card.Kinds && left[first] == 0 {
		first++
	}
	if first == card.Kinds {
		return true
	}
	if v, known := o.memo[left]; known {
		return v
	}
	if o.full = o.full || len(o.memo) >= oracleMemory; o.full {
		return false
	}
	found := false
	for _, m := range o.melds[first] {
		next, fits := left, true
		for _, c := range m {
			if next[c] == 0 {
				fits = false
				break
			}
			next[c]--
		}
		if fits && o.covers(next) {
			found = true
			break
		}
	}
	o.memo[left] = found
	return found
}
