package machiavelli

import (
	"strconv"

	"kumpas/games"
	"kumpas/games/machiavelli/card"
)

// Redeal draws anew all that the viewer cannot know: the hands of the others and the stock (section 7). For tests. Drafts are no part of a
// state.
func (game) Redeal(of games.State, viewer games.Seat, rng games.Rand) games.State {
	next := *of.(*state)
	s := &next
	var seed [32]byte
	for i := range seed {
		seed[i] = byte(rng.UintN(256))
	}
	s.Stream = games.NewStream(seed)
	hidden := append([]card.Card(nil), s.Stock.all()...)
	for seat := range games.Seat(s.Count) {
		if seat != viewer {
			hidden = append(hidden, s.Hands[seat].list()...)
		}
	}
	rng.Shuffle(len(hidden), func(i, j int) { hidden[i], hidden[j] = hidden[j], hidden[i] })
	for i := range s.Stock.all() {
		s.Stock.cards[i] = hidden[i]
	}
	hidden = hidden[s.Stock.n:]
	for seat := range games.Seat(s.Count) {
		if seat == viewer {
			continue
		}
		n := s.Hands[seat].total()
		s.Hands[seat] = hand(card.Count(hidden[:n]))
		hidden = hidden[n:]
	}
	return s
}

// Hidden names what the viewer may not know, with its present value. For tests.
func (game) Hidden(of games.State, viewer games.Seat) map[string]string {
	s := of.(*state)
	items := map[string]string{}
	if s.End != playing {
		return items
	}
	stream, _ := s.Stream.MarshalText()
	items["stream"] = string(stream)
	if s.Stock.n > 0 {
		items["stock"] = written(s.Stock.all())
	}
	for seat := range games.Seat(s.Count) {
		if seat != viewer {
			items["hand of "+strconv.Itoa(int(seat))] = written(s.Hands[seat].list())
		}
	}
	return items
}

// Ledger counts each card (R1.3). For tests.
func (game) Ledger(of games.State) map[string]int {
	s := of.(*state)
	sums := map[string]int{}
	count := func(cards []card.Card) {
		for _, c := range cards {
			sums[c.String()]++
		}
	}
	for i := range s.Count {
		count(s.Hands[i].list())
	}
	count(s.Stock.all())
	for _, m := range s.Table.all() {
		count(m.Cards())
	}
	return sums
}
