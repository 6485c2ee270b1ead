package entrika

import "kumpas/games"

// startExchange draws two cards for the actor to choose from (R4.10).
func (st *step) startExchange() {
	st.Drawn = [2]character{st.draw(), st.draw()}
	e := happened(EvDrawn, "R4.10", st.Active, games.Nobody)
	e.To, e.Items = games.SeatsOf(st.Active), names(st.Drawn[:]...)
	st.tell(e)
	st.enter(phaseExchange, games.SeatsOf(st.Active))
}

// offered are the cards that a seat chooses from: his own, then the drawn ones.
func (s *state) offered(seat games.Seat) (cards [4]character, n int) {
	p := &s.Seats[seat]
	n = copy(cards[:], p.Cards[:p.Down])
	n += copy(cards[n:], s.Drawn[:])
	return cards, n
}

// readExchange understands as many positions as there are supporters, in ascending order.
func readExchange(s *state, seat games.Seat, answer games.Answer) (r reading, refused *games.Refusal) {
	switch len(answer) {
	case 0:
		return r, nil
	case 1:
	default:
		return r, games.Refuse(games.BadChoice, "R4.10")
	}
	ids, down := games.Split(answer[0]), int(s.Seats[seat].Down)
	if len(ids) != down {
		return r, &games.Refusal{Code: WrongCardCount, Rule: "R4.10", Seat: games.Nobody, N: down}
	}
	_, n := s.offered(seat)
	last := -1
	for i, id := range ids {
		at, refused := readCard(id, n, "R4.10")
		switch {
		case refused != nil:
			return r, refused
		case at <= last:
			return r, games.Refuse(games.BadChoice, "R4.10")
		}
		r.kept[i], last = int8(at), at
	}
	r.n, r.full = 1, true
	return r, nil
}

func fieldExchange(s *state, seat games.Seat, _ reading) games.Field {
	cards, n := s.offered(seat)
	return cardField(FieldKeep, cards[:n], int(s.Seats[seat].Down))
}

func doExchange(st *step, seat games.Seat, r reading) { st.keep(seat, r.kept, "") }

// expireExchange keeps the original supporters (R11.10).
func expireExchange(st *step) { st.keep(st.Active, [2]int8{0, 1}, WhyAbsent) }

// keep puts the kept cards in front of the actor and the others into the deck.
func (st *step) keep(seat games.Seat, kept [2]int8, why string) {
	cards, n := st.offered(seat)
	p := &st.Seats[seat]
	for i := range p.Down {
		p.Cards[i], cards[kept[i]] = cards[kept[i]], noCharacter
		if why != WhyAbsent { // else everyone knows that nothing was changed
			p.Seen[i] = 0
		}
	}
	for _, c := range cards[:n] {
		if c != noCharacter {
			st.bury(c)
		}
	}
	st.shuffle()
	st.Drawn = [2]character{}
	e := happened(EvExchanged, "R4.10", seat, games.Nobody)
	e.N, e.Why = len(st.Drawn), why
	st.tell(e)
	told := happened(EvKept, "R4.10", seat, games.Nobody)
	told.AtEnd, told.Items = true, names(p.Cards[:p.Down]...)
	st.tell(told)
	st.endAction()
}
