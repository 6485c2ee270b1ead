// Package card holds the cards of Machiavelli and the rules that concern cards
// alone: what a meld is (R3), what its joker stands for (R3.6), whether one
// table follows from another by a play (R4.2) and whether jokers were released
// as option swap_only demands (R5.3).
//
// The only melds that can be built outside this package are valid ones, so a
// []Meld is a table that satisfies R4.2.1 by construction. Everything is a
// plain comparable value; only texts and errors allocate.
package card

import "strconv"

// Suit is one of the four suits, in the order of R1.2 that R3.6 refers to.
type Suit uint8

// The suits.
const (
	Spades Suit = iota
	Hearts
	Diamonds
	Clubs
	Suits = 4
)

// Rank is 1 (ace) to 13 (king). A run counts a high ace as HighAce.
type Rank uint8

// The ranks that have names of their own.
const (
	Ace     Rank = 1
	Jack    Rank = 11
	Queen   Rank = 12
	King    Rank = 13
	HighAce Rank = 14
	Ranks        = 13
)

// Card is one of the 52 faces or a joker. The two copies of a face and the
// four jokers are interchangeable (R1.1).
type Card uint8

const (
	// Joker is any of the jokers.
	Joker Card = 52
	// Faces is the number of faces; cards below it are faces.
	Faces = 52
	// Kinds is the number of different cards, the joker included.
	Kinds = Faces + 1
	// Copies is how often each face exists (R1.1).
	Copies = 2
	// Jokers is how many jokers there are at most (R1.1, option jokers).
	Jokers = 4
)

// Of is the face of a suit and a rank; HighAce is the ace.
func Of(s Suit, r Rank) Card {
	if r == HighAce {
		r = Ace
	}
	return Card(s)*Ranks + Card(r-1)
}

// Suit of a face; meaningless for a joker.
func (c Card) Suit() Suit { return Suit(c / Ranks) }

// Rank of a face, an ace being 1; meaningless for a joker.
func (c Card) Rank() Rank { return Rank(c%Ranks) + 1 }

// Points is what the card counts in a hand at the end of a blocked game (R6.3).
func (c Card) Points() int {
	switch {
	case c == Joker:
		return 25
	case c.Rank() == Ace:
		return 11
	default:
		return min(int(c.Rank()), 10)
	}
}

// String is the card in the notation of R9.2: S5, H10, DK, JK.
func (c Card) String() string {
	if c >= Joker {
		return "JK"
	}
	var rank string
	switch c.Rank() {
	case Ace:
		rank = "A"
	case Jack:
		rank = "J"
	case Queen:
		rank = "Q"
	case King:
		rank = "K"
	default:
		rank = strconv.Itoa(int(c.Rank()))
	}
	return "SHDC"[c.Suit():c.Suit()+1] + rank
}

// Counts says how many there are of each card.
type Counts [Kinds]uint8

// Count counts cards.
func Count(cards []Card) (n Counts) {
	for _, c := range cards {
		n[c]++
	}
	return n
}

// CountTable counts the cards of a table.
func CountTable(table []Meld) (n Counts) {
	for i := range table {
		for _, c := range table[i].Cards() {
			n[c]++
		}
	}
	return n
}

// Total is the number of cards counted.
func (n *Counts) Total() int {
	sum := 0
	for _, k := range n {
		sum += int(k)
	}
	return sum
}

// FaceSet is a set of faces.
type FaceSet uint64

// Has says whether the face is in the set.
func (s FaceSet) Has(c Card) bool { return s>>c&1 == 1 }
