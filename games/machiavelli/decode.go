package machiavelli

import (
	"fmt"
	"math/bits"

	"kumpas/games"
	"kumpas/games/machiavelli/card"
)

// Decode reads a state and checks all that the engine relies on, so that no bytes can make it fail later.
func (game) Decode(data []byte) (games.State, error) {
	s := new(state)
	if err := games.Decode(version, data, s, nil); err != nil {
		return nil, err
	}
	for _, part := range []func() error{s.checkRules, s.checkSeats, s.checkCards, s.checkLast} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// must is a list of conditions by what is wrong if they do not hold.
type must []struct {
	holds bool
	wrong string
}

func (m must) check() error {
	for _, c := range m {
		if !c.holds {
			return fmt.Errorf("machiavelli: state: %s", c.wrong)
		}
	}
	return nil
}

func (s *state) checkRules() error {
	r := s.Rules
	return must{
		{s.Count >= 2 && s.Count <= maxSeats, "number of seats"},
		{r.HandSize >= 5 && r.HandSize <= 15 && (r.Jokers == 0 || r.Jokers == 2 || r.Jokers == 4), "rules"},
		{r.Penalty >= 0 && r.Penalty <= 3 && (r.Opening == 0 || r.Opening == 36) && r.Assist < assists, "rules"},
		{s.End < endings && s.Last.What < deeds, "codes"},
	}.check()
}

func (s *state) checkSeats() error {
	var players games.Seats
	for i, p := range s.Players {
		if i < int(s.Count) && p >= 0 && p < s.Count {
			players = players.With(games.Seat(p))
		} else if i < int(s.Count) || p != 0 {
			return fmt.Errorf("machiavelli: state: seating")
		}
	}
	all := s.seats()
	return must{
		{players == all, "seating"},
		{(s.ByRank|s.Opened|s.Left|s.Passed)&^all == 0, "who is who"},
		{all.Has(s.First) && all.Has(s.Active) && (s.End != playing || !s.Left.Has(s.Active)), "turn"},
		{s.Turn > 0 && s.Turn < 1<<30, "turn"},
		{s.present().Count() > 1 || s.End == byLast && s.present() != 0, "who has left"},
		{s.Passed == 0 || s.Stock.n == 0, "who has passed"},
		{s.End != playing || s.Stock.n > 0 || !s.blocked(), "who has passed"},
		{s.End != byCount || s.Stock.n == 0 && s.blocked(), "the end"},
		{s.End != byLast || s.present().Count() == 1, "the end"},
	}.check()
}

// checkCards counts the cards (R1.3), and the hands that may be empty (R6.1).
func (s *state) checkCards() error {
	sum := card.CountTable(s.Table.all())
	for _, c := range s.Stock.all() {
		sum[c]++
	}
	empty := 0
	for i := range s.Hands {
		h := &s.Hands[i]
		n := h.total()
		if i >= int(s.Count) {
			if n > 0 {
				return fmt.Errorf("machiavelli: state: a hand too many")
			}
			continue
		}
		for c, k := range h {
			sum[c] += k
		}
		if n == 0 {
			empty++
		}
	}
	ok := int(sum[card.Joker]) == int(s.Rules.Jokers)
	for _, n := range sum[:card.Faces] {
		ok = ok && n == card.Copies
	}
	won := s.Hands[s.Active].total() == 0 && !s.Left.Has(s.Active)
	return must{
		{ok, "cards"},
		{empty == 0 || empty == 1 && s.End == byOut, "an empty hand"},
		{s.End != byOut || won, "the end"},
	}.check()
}

func (s *state) checkLast() error {
	l := &s.Last
	sum := l.Played.total()
	table := card.CountTable(s.Table.all())
	for c, n := range l.Played {
		if n > table[c] {
			return fmt.Errorf("machiavelli: state: cards played")
		}
	}
	first := l.Turn == 0
	return must{
		{l.Turn >= 0 && l.Turn <= s.Turn && (l.Seat == games.Nobody && first || s.seats().Has(l.Seat) && !first), "the last turn"},
		{first || s.Turn > 1 || s.End != playing, "the last turn"},
		{(l.What == played) == (sum > 0) && (l.What == played || l.Broken.n == 0 && l.New == 0), "the last turn"},
		{bits.Len64(l.New) <= int(s.Table.n), "the last turn"},
		{l.Drawn >= 0 && (l.Drawn > 0) == (l.What == drew), "the last turn"},
	}.check()
}
