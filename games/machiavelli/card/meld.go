package card

import "strings"

// MaxMeld is the length of the longest meld, a run from ace to king (R3.4).
const MaxMeld = 13

// Meld is a valid meld with its joker's reading fixed: a value that can be
// compared with ==. Its cards are in reading order, the joker at its place. The
// zero Meld is no meld.
type Meld struct {
	cards [MaxMeld]Card
	n     uint8
	as    Card // what the joker stands for; Joker without one
	set   bool
	low   Rank // the first rank of a run, the rank of a set
}

// Cards are the cards in reading order. The slice is a window on the meld.
func (m *Meld) Cards() []Card { return m.cards[:m.n] }

// Len is the number of cards.
func (m *Meld) Len() int { return int(m.n) }

// IsSet distinguishes sets from runs.
func (m *Meld) IsSet() bool { return m.set }

// Reading is the face its joker stands for, if there is a joker (R3.6).
func (m *Meld) Reading() (Card, bool) { return m.as, m.as != Joker }

// Readings are all the faces the joker could stand for in these cards; empty
// without a joker.
func (m *Meld) Readings() FaceSet {
	switch {
	case m.as == Joker:
		return 0
	case m.set:
		all := FaceSet(0)
		for s := range Suit(Suits) {
			all |= 1 << Of(s, m.low)
		}
		for _, c := range m.Cards() {
			if c != Joker {
				all &^= 1 << c
			}
		}
		return all
	}
	var s FaceSet
	low, high, inner := m.span()
	if inner {
		s = 1 << m.as
		if low == Ace && high == Queen && m.as.Rank() == Ace+1 || low == Ace+2 && high == HighAce && m.as.Rank() == King {
			// The one run with a hole wherever its ace counts: A (2) 3 to Q, or 3 to Q (K) A.
			s |= 1<<Of(m.as.Suit(), Ace+1) | 1<<Of(m.as.Suit(), King)
		}
		return s
	}
	if upperFits(low, high) {
		s |= 1 << Of(m.as.Suit(), high+1)
	}
	if lowerFits(low, high) {
		s |= 1 << Of(m.as.Suit(), low-1)
	}
	return s
}

// span is the first and the last rank of the real cards of a run with a joker,
// and whether the joker is between them.
func (m *Meld) span() (low, high Rank, inner bool) {
	low, high = m.low, m.low+Rank(m.n)-1
	switch Joker {
	case m.cards[0]:
		return low + 1, high, false
	case m.cards[m.n-1]:
		return low, high - 1, false
	}
	return low, high, true
}

// WithReading is the same meld with another reading of its joker stated
// (R3.6); false if the cards cannot be read so.
func (m Meld) WithReading(as Card) (Meld, bool) {
	if as >= Joker || !m.Readings().Has(as) {
		return m, false
	}
	if m.set {
		return layset(m.RealCards(), m.low, as), true
	}
	low, high, inner := m.span()
	switch {
	case as == m.as:
		return m, true
	case inner && as.Rank() == King: // the ace goes up, see Readings
		low, high = Ace+2, HighAce
	case inner:
		low, high = Ace, Queen
	case as == Of(as.Suit(), high+1) && upperFits(low, high):
		high++
	default:
		low--
	}
	return layrun(as.Suit(), low, high, as), true
}

// SameCards says whether two melds consist of the same cards, however their
// jokers are read.
func (m *Meld) SameCards(o *Meld) bool {
	if m.n != o.n || m.set != o.set {
		return false
	}
	return (m.as == Joker) == (o.as == Joker) && m.RealCards() == o.RealCards()
}

// RealCards is the set of the cards that are not jokers; no meld has a face twice.
func (m *Meld) RealCards() (s FaceSet) {
	for _, c := range m.Cards() {
		if c != Joker {
			s |= 1 << c
		}
	}
	return s
}

// String is the meld in the notation of R9.2, with the joker's reading stated.
func (m Meld) String() string {
	var b strings.Builder
	for i, c := range m.Cards() {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(c.String())
		if c == Joker {
			b.WriteByte('=')
			b.WriteString(m.as.String())
		}
	}
	return b.String()
}
