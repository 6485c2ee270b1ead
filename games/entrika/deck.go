package entrika

import "kumpas/games"

// bury puts a card into the deck.
func (s *state) bury(c character) {
	s.Deck[s.DeckN] = c
	s.DeckN++
}

// draw takes the top card of the deck.
func (s *state) draw() character {
	s.DeckN--
	c := s.Deck[s.DeckN]
	s.Deck[s.DeckN] = noCharacter
	return c
}

func (s *state) shuffle() { games.Shuffle(&s.Stream, s.Deck[:s.DeckN]) }

// position finds a face-down card of a seat, -1 if he holds none.
func (s *state) position(seat games.Seat, c character) int {
	p := &s.Seats[seat]
	for i := range p.Down {
		if p.Cards[i] == c {
			return int(i)
		}
	}
	return -1
}

// doubt makes everyone in who unsure of the face-down cards c of a player: one of them was shown, turned up or taken,
// and nobody can tell which.
func (p *player) doubt(c character, who games.Seats) {
	for i := range p.Down {
		if p.Cards[i] == c {
			p.Seen[i] &^= who
		}
	}
}

// everyone is a set of all seats there can be.
const everyone = games.Seats(1<<games.MaxSeats - 1)

// turnUp turns a face-down card up (R6.2) and returns it.
func (p *player) turnUp(at int) character {
	last := p.Down - 1
	c := p.Cards[at]
	p.Cards[at], p.Cards[last] = p.Cards[last], c
	p.Seen[at], p.Seen[last] = p.Seen[last], 0
	p.Down--
	p.doubt(c, everyone)
	return c
}

// replace puts a face-down card into the deck, shuffles it and draws another one (R5.6).
func (s *state) replace(seat games.Seat, at int) (drawn character) {
	p := &s.Seats[seat]
	p.doubt(p.Cards[at], everyone)
	s.bury(p.Cards[at])
	s.shuffle()
	p.Cards[at], p.Seen[at] = s.draw(), 0
	return p.Cards[at]
}
