package secrethitler

import "kumpas/games"

// draw takes the top card of the deck.
func (s *state) draw() policy {
	s.DeckN--
	c := s.Deck[s.DeckN]
	s.Deck[s.DeckN] = noPolicy
	s.Peek.Left = max(s.Peek.Left-1, 0)
	return c
}

// makeDeck shuffles so many cards of each kind into a new deck.
func (s *state) makeDeck(cards [policyKinds]int8) {
	s.Deck, s.DeckN, s.Peek.Left = [maxCards]policy{}, 0, 0
	for c := liberalPolicy; c < policyKinds; c++ {
		for range cards[c] {
			s.Deck[s.DeckN] = c
			s.DeckN++
		}
	}
	games.Shuffle(&s.Stream, s.Deck[:s.DeckN])
}

// replenish makes a new deck of the old one and the discard pile if fewer than three cards are left (R5.5).
func (st *step) replenish() {
	if st.DeckN >= 3 {
		return
	}
	cards := st.discards()
	for _, c := range st.Deck[:st.DeckN] {
		cards[c]++
	}
	st.Shuffles++
	st.makeDeck(cards)
	e := happened(EvReshuffled, "R5.5", games.Nobody, games.Nobody)
	e.N, e.Why = int(st.DeckN), WhyFewCards
	st.tell(e)
}

// top are the three topmost cards, the topmost first.
func (s *state) top() (three [3]policy) {
	for i := range three {
		if at := int(s.DeckN) - 1 - i; at >= 0 {
			three[i] = s.Deck[at]
		}
	}
	return three
}
