package secrethitler

import "kumpas/games"

// Exchange gives two seats each other's roles and two cards of the deck, counted from its top, each other's places. The chance
// of the game stays as it is: where neither the roles nor the cards come to light, the same actions lead to the same
// public game. For tests.
func Exchange(of games.State, a, b games.Seat, i, j int) games.State {
	s := *of.(*state)
	s.Roles[a], s.Roles[b] = s.Roles[b], s.Roles[a]
	i, j = int(s.DeckN)-1-i, int(s.DeckN)-1-j
	s.Deck[i], s.Deck[j] = s.Deck[j], s.Deck[i]
	return &s
}

// Exchangeable finds hidden facts for Exchange that viewer never learns before the end of the game from first to last: pairs of
// seats whose roles he does not know and whose exchange keeps all that came to light, and pairs of cards of the first deck that
// were thrown away behind his back. For tests.
func Exchangeable(first, last games.State, viewer games.Seat) (seats [][2]games.Seat, cards [][2]int) {
	begin, end := first.(*state), last.(*state)
	decided := end.Ending == endHitlerElected || end.Ending == endHitlerExecuted
	for a := range end.seats().All() {
		for b := range a {
			swapped := *end
			swapped.Roles[a], swapped.Roles[b] = end.Roles[b], end.Roles[a]
			hidden := end.Roles[a] != end.Roles[b] && !begin.knowsRole(viewer, a) && !begin.knowsRole(viewer, b)
			if hidden && swapped.fits(viewer, &end.Roles) && !(decided && (end.Roles[a] == hitler || end.Roles[b] == hitler)) {
				seats = append(seats, [2]games.Seat{a, b})
			}
		}
	}
	thrown := end.thrownBehind(viewer)
	for i, a := range thrown {
		for _, b := range thrown[:i] {
			if begin.Deck[maxCards-1-a] != begin.Deck[maxCards-1-b] {
				cards = append(cards, [2]int{a, b})
			}
		}
	}
	return seats, cards
}

// thrownBehind lists the cards of the first deck, counted from its top, that were thrown away and that viewer never saw.
func (s *state) thrownBehind(viewer games.Seat) (thrown []int) {
	at := 0
	for i := range s.Rounds {
		g := &s.Rounds[i]
		if g.Shuffle > 0 {
			break
		}
		for i, c := range g.Drawn {
			if c == noPolicy {
				continue
			}
			p := place(i + 1)
			president := viewer == g.President && viewer != games.Nobody
			chancellor := viewer == g.Chancellor && viewer != games.Nobody && p != g.Thrown
			if g.Result != noResult && p != g.Enacted && !president && !chancellor && i >= int(g.Peeked) {
				thrown = append(thrown, at)
			}
			at++
		}
		if g.Chaos != noPolicy {
			at++
		}
	}
	return thrown
}
