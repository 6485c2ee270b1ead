package noir

import (
	"fmt"
	"strings"

	"kumpas/games"
)

// Redeal draws anew all that the viewer cannot know (section 11). For tests.
func (g *game) Redeal(of games.State, viewer games.Seat, rng games.Rand) games.State {
	next := *of.(*state)
	s := &next
	var seed [32]byte
	for i := range seed {
		seed[i] = byte(rng.UintN(256))
	}
	s.Stream = games.NewStream(seed)
	var pool []card
	for seat := range s.Alive.Without(viewer).All() {
		pool = append(pool, s.Seats[seat].Hand.list()...)
	}
	pool = append(pool, s.Deck[:s.DeckN]...)
	rng.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	for seat := range s.Alive.Without(viewer).All() {
		n := int(s.Seats[seat].Hand.total())
		s.Seats[seat].Hand = stack{}
		for _, c := range pool[:n] {
			s.Seats[seat].Hand[c]++
		}
		pool = pool[n:]
	}
	copy(s.Deck[:], pool)
	for i, what := range s.Said {
		switch {
		case games.Seat(i) == viewer || what == saidNothing:
		case s.Phase == phasePoker:
			s.Said[i] = saidJoin + said(rng.IntN(2))
		default:
			s.Said[i] = saidPass + said(rng.IntN(2))
		}
	}
	return s
}

// Hidden names what the viewer may not know, with its present value. For tests.
func (g *game) Hidden(of games.State, viewer games.Seat) map[string]string {
	s := of.(*state)
	items := map[string]string{}
	if s.Phase == phaseOver {
		return items
	}
	stream, _ := s.Stream.MarshalText()
	items["stream"] = string(stream)
	var deck strings.Builder
	for _, c := range s.Deck[:s.DeckN] {
		fmt.Fprintf(&deck, "%s ", c)
	}
	if s.DeckN > 1 {
		items["deck"] = deck.String()
	}
	for seat := range s.Alive.Without(viewer).All() {
		if hand := s.Seats[seat].Hand.names(); len(hand) > 0 {
			items["hands"] += fmt.Sprint(seat, hand)
		}
		if s.Said[seat] != saidNothing {
			items["said in "+rows[s.Phase].kind] += fmt.Sprint(seat, s.Said[seat], " ")
		}
	}
	return items
}

// Ledger counts the cards of each kind, and the money with bank and pot. For tests.
func (g *game) Ledger(of games.State) map[string]int {
	s := of.(*state)
	all := s.Pile
	sums := map[string]int{"money": int(s.Bank + s.RemovedMoney)}
	for c, n := range s.Removed {
		all[c] += n
	}
	for i := range s.Seats {
		sums["money"] += int(s.Seats[i].Purse)
		for c, n := range s.Seats[i].Hand {
			all[c] += n
		}
	}
	for _, c := range s.Deck[:s.DeckN] {
		all[c]++
	}
	for _, g := range s.Gangsters {
		if g.Power > 0 {
			all[gangsterCard(g.Power)]++
		}
	}
	for _, b := range s.Businesses {
		all[b.Kind]++
	}
	for c := gangster1; c < cardKinds; c++ {
		sums[c.String()] = int(all[c])
	}
	return sums
}
