package entrika

import (
	"fmt"
	"strings"

	"kumpas/games"
)

// Redeal draws anew all that the viewer cannot know (section 10). For tests.
func (g *game) Redeal(of games.State, viewer games.Seat, rng games.Rand) games.State {
	next := *of.(*state)
	s := &next
	var seed [32]byte
	for i := range seed {
		seed[i] = byte(rng.UintN(256))
	}
	s.Stream = games.NewStream(seed)
	s.redraft(viewer, rng)
	hidden := s.hiddenCards(viewer)
	rng.Shuffle(len(hidden), func(i, j int) { *hidden[i], *hidden[j] = *hidden[j], *hidden[i] })
	for seat := range s.Alive.All() {
		if seat != viewer && s.Said[seat] != saidNothing {
			s.resay(seat, rng)
		}
	}
	if s.Phase == phaseManipulate && viewer != s.Active && !(s.Rules.TargetPicks && viewer == s.Act.Target) {
		s.Manip.Taken = int8(rng.IntN(int(s.Seats[s.Act.Target].Down)))
	}
	return s
}

// hiddenCards are the places of all cards that lie face down for viewer.
func (s *state) hiddenCards(viewer games.Seat) (places []*character) {
	looking := viewer == s.Active && viewer != games.Nobody
	for seat := range games.Seat(s.Count) {
		p := &s.Seats[seat]
		for i := range p.Down {
			seen := seat == viewer || p.Seen[i].Has(viewer) ||
				s.Phase == phaseManipulate && looking && seat == s.Act.Target && i == s.Manip.Taken
			if !seen {
				places = append(places, &p.Cards[i])
			}
		}
	}
	deck := s.Deck[:s.DeckN]
	if s.Phase == phaseManipulate && looking {
		deck = deck[:len(deck)-1]
	}
	for i := range deck {
		places = append(places, &deck[i])
	}
	if s.Phase == phaseExchange && !looking {
		places = append(places, &s.Drawn[0], &s.Drawn[1])
	}
	return places
}

// resay draws an answer anew that only its author knows.
func (s *state) resay(seat games.Seat, rng games.Rand) {
	switch {
	case s.Phase == phaseDraft:
		s.Said[seat] = saidMore + said(rng.IntN(len(s.Sets[seat])))
	case s.Phase == phaseKayyum:
		s.Said[seat] = saidPass + said(rng.IntN(2))
	case s.Phase == phaseClaim && s.combined() && s.mayBlock(seat):
		with, n := s.Rules.blockers(s.Act.Kind)
		s.Said[seat] = saidPass
		if pick := rng.IntN(n + 1); pick < n {
			s.Said[seat] = saidMore + said(with[pick])
		}
	}
}

// redraft draws anew which card the other of two players kept, as long as no card has moved since the deal:
// later the viewer may have worked it out from what he was shown.
func (s *state) redraft(viewer games.Seat, rng games.Rand) {
	if s.Count != 2 || s.Turn == 0 || s.cardsMoved() {
		return
	}
	types := s.Rules.types()
	for seat := range games.Seat(2) {
		if seat == viewer {
			continue
		}
		// Another card than the kept one may have been kept only if the hidden cards allow it: the kept one must
		// lie hidden, and takes the other's place in the set.
		was := 0
		for i, c := range s.Sets[seat] {
			if c == noCharacter {
				was = i
			}
		}
		now := rng.IntN(len(types))
		for _, place := range s.hiddenCards(viewer) {
			if *place == types[was] {
				*place, s.Sets[seat][now] = types[now], noCharacter
				if now != was {
					s.Sets[seat][was] = types[was]
				}
				break
			}
		}
	}
}

// cardsMoved reports whether anybody has shown, exchanged or moved a card, or turned one up.
func (s *state) cardsMoved() bool {
	for i := range s.Count {
		p := &s.Seats[i]
		if p.Down < 2 || p.Claims[politikaci][made] > 0 || p.Claims[gazeteci][made] > 0 {
			return true
		}
		for _, n := range p.Claims {
			if n[proved] > 0 {
				return true
			}
		}
	}
	return false
}

// Hidden names what the viewer may not know, with its present value. For tests.
func (g *game) Hidden(of games.State, viewer games.Seat) map[string]string {
	s := of.(*state)
	items := map[string]string{}
	if s.Phase == phaseOver {
		return items
	}
	list := func(cards []character) string { return strings.Join(names(cards...), " ") }
	stream, _ := s.Stream.MarshalText()
	items["stream"] = string(stream)
	items["deck"] = list(s.Deck[:s.DeckN])
	looking := viewer == s.Active && viewer != games.Nobody
	for seat := range games.Seat(s.Count) {
		p := &s.Seats[seat]
		if seat == viewer {
			continue
		}
		for i := range p.Down {
			if !p.Seen[i].Has(viewer) && !(looking && s.Phase == phaseManipulate && seat == s.Act.Target && i == s.Manip.Taken) {
				items["hands"] += fmt.Sprintf("%d:%v ", seat, p.Cards[i])
			}
		}
		if s.Count == 2 && s.Turn > 0 && !s.cardsMoved() {
			items["drafted"] += list(s.Sets[seat][:]) + "; "
		}
		if s.Said[seat] != saidNothing && s.sealed() && (s.Phase != phaseClaim || s.mayBlock(seat)) {
			items["said in "+phases[s.Phase].kind] += fmt.Sprintf("%d:%d ", seat, s.Said[seat])
		}
	}
	if s.Phase == phaseExchange && !looking {
		items["drawn"] = list(s.Drawn[:])
	}
	if s.Phase == phaseManipulate && !looking {
		three := s.three()
		if viewer == s.Act.Target {
			items["manipulated"] = list([]character{three[0], three[2]})
		} else {
			items["manipulated"] = list(three[:])
		}
	}
	return items
}

// Ledger counts each character's cards, and the gold with the treasury. For tests.
func (g *game) Ledger(of games.State) map[string]int {
	s := of.(*state)
	sums := map[string]int{"gold": int(s.Pool + s.Bank)}
	count := func(cards ...character) {
		for _, c := range cards {
			if c != noCharacter {
				sums[c.String()]++
			}
		}
	}
	for i := range s.Count {
		count(s.Seats[i].Cards[:]...)
		sums["gold"] += int(s.Seats[i].Gold)
	}
	count(s.Deck[:]...)
	count(s.Drawn[:]...)
	count(s.Sets[0][:]...)
	count(s.Sets[1][:]...)
	return sums
}
