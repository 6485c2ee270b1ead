package solve

import (
	"math/bits"

	"kumpas/games/machiavelli/card"
)

// swap answers under option joker_release=swap_only (R5.3). Each joker of the
// old table either stays, in some meld where it has the reading it had, or is
// released by a card of its reading from the hand. swap tries these fates joker
// by joker; what remains is a question without the option.
type swap struct {
	find *finder

	jokers [card.Jokers]fate
	n      int
	wish   []card.Meld
	stated int // so many of the wished melds, from the first on, keep their readings
	hand   card.Counts
	need   card.Counts // cards that must come from the hand
	pins   []card.Meld // the melds of jokers that stay
	taken  uint64      // wished melds whose joker serves an old one
	pool   pool
	cost   int32
	open   bool // some fate could not be decided
}

// fate is a joker of the old table: the meld it was in and what it counted as.
type fate struct {
	meld  card.Meld
	faces card.FaceSet
}

// table looks for a table that leaves out cards worth at least least and at
// most budget. With Yes, pins are some of its melds and pool is what the others
// are to be made of, leaving out cost.
func (w *swap) table(q *Question, p *pool, least, budget int32) (v Verdict, proved bool) {
	w.pool, w.wish, w.hand, w.need = *p, q.Wish, card.Count(q.Hand), card.Counts{}
	w.stated = q.Stated
	w.n, w.pins, w.taken, w.open = 0, w.pins[:0], 0, false
	for i := range q.Table {
		if faces := q.Table[i].Stands(); faces != 0 && w.n < card.Jokers {
			w.jokers[w.n] = fate{q.Table[i], faces}
			w.n++
		}
	}
	for w.cost = least; w.cost <= budget; w.cost++ {
		if w.decide(0) {
			return Yes, !w.open
		}
		if w.find.meter.stopped() {
			return Open, false
		}
	}
	if w.open {
		return Open, false
	}
	return No, true
}

// decide tries the fates of joker i and of those after it.
func (w *swap) decide(i int) bool {
	// If not even freedom for all the others helps, nothing does.
	if !w.possible() {
		return false
	}
	if i == w.n {
		return true
	}
	j := &w.jokers[i]
	for k := range w.wish {
		if w.taken>>k&1 == 0 && w.wished(k)&j.faces != 0 {
			w.taken |= 1 << k
			if w.decide(i + 1) {
				return true
			}
			w.taken &^= 1 << k
		}
	}
	if w.pin(i, j.meld) {
		return true
	}
	for c := range card.Card(card.Faces) {
		if !j.faces.Has(c) {
			continue
		}
		if w.release(i, c) || w.stay(i, c) {
			return true
		}
	}
	return false
}

// wished is what the joker of wished meld k can count as.
func (w *swap) wished(k int) card.FaceSet {
	if k < w.stated {
		return w.wish[k].Stands()
	}
	return w.wish[k].Readings()
}

// possible asks for a table with the fates decided so far.
func (w *swap) possible() bool {
	p := w.pool
	for c := range card.Card(card.Faces) {
		for w.hand[c]-p.may[c] < w.need[c] {
			if p.may[c] == 0 {
				return false
			}
			p.may[c]--
			p.must[c]++
		}
	}
	s := &w.find.meter
	if s.nodes += tryNodes; s.stopped() {
		w.open = true
		return false
	}
	v, _, _ := w.find.find(p, w.cost, w.cost)
	w.open = w.open || v == Open
	return v == Yes
}

// release frees joker i by playing the card.
func (w *swap) release(i int, c card.Card) bool {
	if w.hand[c] <= w.need[c] {
		return false
	}
	w.need[c]++
	if w.decide(i + 1) {
		return true
	}
	w.need[c]--
	return false
}

// stay keeps joker i as the face, in every meld that there can be.
func (w *swap) stay(i int, as card.Card) bool {
	var cards [card.MaxMeld]card.Card
	for mask := range 16 {
		if mask>>as.Suit()&1 == 1 || bits.OnesCount(uint(mask)) < 2 {
			continue
		}
		cards[0] = card.Joker
		n := 1
		for s := range card.Suit(card.Suits) {
			if mask>>s&1 == 1 {
				cards[n] = card.Of(s, as.Rank())
				n++
			}
		}
		if w.place(i, as, cards[:n]) {
			return true
		}
	}
	for _, at := range [2]card.Rank{as.Rank(), card.HighAce} {
		if at == card.HighAce && as.Rank() != card.Ace {
			break
		}
		// A longer run is one of these and another without the joker.
		for n := card.Rank(3); n <= 5; n++ {
			for low := max(card.Ace+n, at+1) - n; low <= at && low+n-1 <= card.HighAce; low++ {
				for r := range n {
					cards[r] = card.Of(as.Suit(), low+r)
				}
				cards[at-low] = card.Joker
				if w.place(i, as, cards[:n]) {
					return true
				}
			}
		}
	}
	return false
}

// place pins the cards as a meld in which joker i reads as the face.
func (w *swap) place(i int, as card.Card, cards []card.Card) bool {
	m, err := card.Read(cards)
	if err != nil {
		return false
	}
	m, ok := m.WithReading(as)
	return ok && w.pin(i, m)
}

// pin keeps joker i in the meld.
func (w *swap) pin(i int, m card.Meld) bool {
	mask, ok := w.pool.take(m.Cards())
	if !ok {
		return false
	}
	w.pins = append(w.pins, m)
	if w.decide(i + 1) {
		return true
	}
	w.pins = w.pins[:len(w.pins)-1]
	w.pool.give(m.Cards(), mask)
	return false
}

// force makes the cards that released jokers a duty of the pool.
func (w *swap) force() *pool {
	for c := range card.Card(card.Faces) {
		for w.hand[c]-w.pool.may[c] < w.need[c] {
			w.pool.may[c]--
			w.pool.must[c]++
		}
	}
	return &w.pool
}

// restate states readings of the new table's jokers, from meld i on, by which
// the option is satisfied, if there are such.
func restate(q *Question, table []card.Meld, played *card.Counts, i int) bool {
	if _, ok := card.Released(q.Table, table, played); ok {
		return true
	}
	for ; i < len(table); i++ {
		m := table[i]
		as, ok := m.Reading()
		if !ok || m.IsSet() {
			continue
		}
		all := m.Readings()
		for c := range card.Card(card.Faces) {
			if c != as && all.Has(c) {
				table[i], _ = m.WithReading(c)
				if restate(q, table, played, i+1) {
					return true
				}
				table[i] = m
			}
		}
	}
	return false
}
