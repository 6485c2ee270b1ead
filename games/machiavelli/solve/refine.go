package solve

import "kumpas/games/machiavelli/card"

// refiner lists the ways to lay given cards, one meld after another, each with
// the lowest card left, and tells prefer of each. It stops after refineSteps melds.
type refiner struct {
	left  card.Counts
	melds []card.Meld
	steps int
	tell  *prefer
	run   [card.MaxMeld + 1]card.Card
}

const refineSteps = 2000

// list lists the layouts of the cards of these melds.
func (r *refiner) list(melds []card.Meld) {
	r.left = card.CountTable(melds)
	r.melds = r.melds[:0]
	r.steps = 0
	r.next()
}

func (r *refiner) next() {
	first := card.Card(0)
	for first < card.Kinds && r.left[first] == 0 {
		first++
	}
	switch first {
	case card.Kinds:
		r.tell.consider(r.melds)
		return
	case card.Joker:
		return
	}
	r.sets(first)
	r.run[0] = first
	rank := first.Rank()
	if rank == card.Ace {
		r.down(first.Suit(), card.King, 1, false)
		r.up(first.Suit(), 2, card.King, 1, false)
	} else {
		r.up(first.Suit(), rank+1, card.HighAce, 1, false)
	}
}

// meld lays the cards, goes on, and takes them back.
func (r *refiner) meld(cards []card.Card) {
	if r.steps++; r.steps > refineSteps {
		return
	}
	m, err := card.Read(cards)
	if err != nil {
		return
	}
	for _, c := range cards {
		r.left[c]--
	}
	saved := r.run
	r.melds = append(r.melds, m)
	r.next()
	r.melds = r.melds[:len(r.melds)-1]
	r.run = saved
	for _, c := range m.Cards() {
		r.left[c]++
	}
}

// sets lays the sets with the card.
func (r *refiner) sets(first card.Card) {
	for mask := 15; mask > 0; mask-- {
		cards, n := [card.Suits + 1]card.Card{first}, 1
		fits := mask>>first.Suit()&1 == 1
		for s := range card.Suit(card.Suits) {
			if c := card.Of(s, first.Rank()); mask>>s&1 == 1 && c != first {
				fits = fits && r.left[c] > 0
				cards[n] = c
				n++
			}
		}
		if !fits {
			continue
		}
		if n >= 3 {
			r.meld(cards[:n])
		}
		if n < card.Suits && n >= 2 && r.left[card.Joker] > 0 {
			cards[n] = card.Joker
			r.meld(cards[:n+1])
		}
	}
}

// up lengthens the run of n cards by rank next, as far as the highest.
func (r *refiner) up(s card.Suit, next, highest card.Rank, n int, joker bool) {
	if r.steps > refineSteps || next > highest {
		return
	}
	// An ace above the king is lower than the first card: down lays such runs.
	if c := card.Of(s, next); next < card.HighAce && r.left[c] > 0 {
		r.run[n] = c
		r.up(s, next+1, highest, n+1, joker)
		r.run[n] = c
		if n >= 2 {
			r.meld(r.run[:n+1])
		}
	}
	if !joker && r.left[card.Joker] > 0 {
		r.run[n] = card.Joker
		r.up(s, next+1, highest, n+1, true)
		r.run[n] = card.Joker
		if n >= 2 {
			r.meld(r.run[:n+1])
		}
	}
}

// down lengthens a run below a high ace.
func (r *refiner) down(s card.Suit, next card.Rank, n int, joker bool) {
	if r.steps > refineSteps || next == card.Ace {
		return
	}
	if c := card.Of(s, next); r.left[c] > 0 {
		r.run[n] = c
		r.down(s, next-1, n+1, joker)
		r.run[n] = c
		if n >= 2 {
			r.meld(r.run[:n+1])
		}
	}
	if !joker && r.left[card.Joker] > 0 {
		r.run[n] = card.Joker
		r.down(s, next-1, n+1, true)
		r.run[n] = card.Joker
		if n >= 2 {
			r.meld(r.run[:n+1])
		}
	}
}
