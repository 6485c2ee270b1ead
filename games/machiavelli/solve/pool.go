package solve

import "kumpas/games/machiavelli/card"

// pool is what a table has to be made of: cards that must be in it and cards
// that may. worth is what leaving out one optional copy of a card costs.
type pool struct {
	must, may card.Counts
	worth     *[card.Kinds]int32
}

// jokers that there are, and that must be laid.
func (p *pool) jokers() (all, must int) {
	return int(p.must[card.Joker] + p.may[card.Joker]), int(p.must[card.Joker])
}

// sound says that the cards are from one game: two copies of a face, four jokers.
func (p *pool) sound() bool {
	for c := range card.Card(card.Faces) {
		if p.must[c]+p.may[c] > card.Copies {
			return false
		}
	}
	jokers, _ := p.jokers()
	return jokers <= card.Jokers
}

// wish takes the cards of melds that are wished for.
func (p *pool) wish(melds []card.Meld) bool {
	for i := range melds {
		if _, ok := p.take(melds[i].Cards()); !ok {
			return false
		}
	}
	return true
}

// take removes cards for which another use is settled, those that must be laid
// first. The mask tells which of the cards were optional.
func (p *pool) take(cards []card.Card) (optional uint16, ok bool) {
	for i, c := range cards {
		switch {
		case p.must[c] > 0:
			p.must[c]--
		case p.may[c] > 0:
			p.may[c]--
			optional |= 1 << i
		default:
			p.give(cards[:i], optional)
			return 0, false
		}
	}
	return optional, true
}

// give undoes take.
func (p *pool) give(cards []card.Card, optional uint16) {
	for i, c := range cards {
		if optional>>i&1 == 1 {
			p.may[c]++
		} else {
			p.must[c]++
		}
	}
}

// rows is a set of faces arranged so that melds are found by shifting: 16 bits
// for each suit, in which bit r is rank r and an ace is both bit 1 and bit 14.
type rows uint64

const (
	aceBits    rows = 0x0002_0002_0002_0002
	kingToAces rows = 0x4000_4000_4000_4000
)

func bit(c card.Card) rows { return 1 << (16*rows(c.Suit()) + rows(c.Rank())) }

// meldable is the faces of have that are in some meld of these faces and at
// most one joker. Bits 0 and 15 of a row are empty, so what a shift by one or two
// carries out of its row meets no card.
func meldable(have rows, joker bool) rows {
	have |= have & aceBits << 13
	up1, up2 := have<<1, have<<2
	down1, down2 := have>>1, have>>2
	var ok rows
	s, h, d, c := have&0xffff, have>>16&0xffff, have>>32&0xffff, have>>48
	var set rows
	if joker {
		ok = have & (up1 | up2 | down1 | down2)
		set = s&h | s&d | s&c | h&d | h&c | d&c
	} else {
		ok = have & (up1&up2 | up1&down1 | down1&down2)
		set = s&h&(d|c) | d&c&(s|h)
	}
	ok |= have & (set | set<<16 | set<<32 | set<<48)
	return (ok | ok>>13&aceBits) &^ kingToAces
}

// trim removes the optional cards that no meld of the pool can contain, to a
// fixed point, and returns what leaving them out costs. It is false if a card
// that must be laid is among those that cannot.
func (p *pool) trim() (cost int32, ok bool) {
	var have, must rows
	for c := range card.Card(card.Faces) {
		if p.must[c] > 0 {
			must |= bit(c)
		}
		if p.must[c]+p.may[c] > 0 {
			have |= bit(c)
		}
	}
	jokers, _ := p.jokers()
	for {
		usable := meldable(have, jokers > 0)
		if must&^usable != 0 {
			return 0, false
		}
		if usable == have {
			break
		}
		have = usable
	}
	for c := range card.Card(card.Faces) {
		if p.may[c] > 0 && have&bit(c) == 0 {
			cost += int32(p.may[c]) * p.worth[c]
			p.may[c] = 0
		}
	}
	return cost, true
}
