package noir

import "kumpas/games"

// New seats the players, hands out the first coins and deals, after the draft of bosses if there are any (R2).
func (g *game) New(setup games.Setup) (games.State, []games.Event, error) {
	r, err := g.resolve(setup.Players, setup.Options)
	if err != nil {
		return nil, nil, err
	}
	st := &step{state: &state{
		Rules: r, Count: int8(setup.Players), Stream: games.NewStream(setup.Seed), Alive: games.FirstSeats(setup.Players),
		Phase: phaseTurn, Active: games.Nobody, ClosedBy: games.Nobody, Police: games.Nobody,
		Shot: shot{By: games.Nobody}, Table: pokerTable{Host: games.Nobody}, Countdown: countdown{Tokens: r.Tokens, Marker: games.Nobody},
	}}
	for i := range st.Count {
		st.Players[i] = i
	}
	games.Shuffle(&st.Stream, st.Players[:st.Count])
	st.begin()
	if r.Bosses {
		st.nextBoss(games.Seat(st.Count))
	} else {
		st.deal()
	}
	return st.state, st.events, nil
}

// begin makes the deck and gives everybody his first coins (R2.3, R2.5).
func (st *step) begin() {
	for c := gangster1; c < cardKinds; c++ {
		for range cards[c].copies {
			st.Deck[st.DeckN] = c
			st.DeckN++
		}
	}
	games.Shuffle(&st.Stream, st.Deck[:st.DeckN])
	e := happened(EvBegin, "R2.5", 0, games.Nobody)
	e.N = int(st.total())
	if st.Rules.Bosses {
		e.Items = st.freeBosses()
	}
	st.tell(e)
	if st.Rules.Teams > 0 {
		e := happened(EvTeams, "R12.3.1", games.Nobody, games.Nobody)
		for seat := range games.Seat(st.Count) {
			e.Items = append(e.Items, number(int(st.team(seat))))
		}
		st.tell(e)
	}
	st.Bank = st.total()
	for seat := range games.Seat(st.Count) {
		st.fromBank(seat, startCoins)
		if n := lateCoins[st.Count][seat]; st.Rules.LateBonus && n > 0 {
			st.fromBank(seat, n)
			st.note(EvBonus, "R13", seat, games.Nobody, int(n), "", "")
		}
	}
}

// freeBosses are the bosses that nobody has taken, in the order of the rules.
func (s *state) freeBosses() (names []string) {
	for b := accountant; b < bossKinds; b++ {
		if !s.taken(b) {
			names = append(names, b.String())
		}
	}
	return names
}

func (s *state) taken(b boss) bool {
	for i := range s.Seats {
		if s.Seats[i].Boss == b {
			return true
		}
	}
	return false
}

// nextBoss asks the living seat before the given one for his boss, and deals after the first seat (R12.4).
func (st *step) nextBoss(before games.Seat) {
	for seat := before - 1; seat >= 0; seat-- {
		if st.Alive.Has(seat) {
			st.open(phaseBoss, games.SeatsOf(seat))
			return
		}
	}
	st.deal()
}

func fieldBoss(s *state, _ games.Seat, sofar games.Answer) (games.Field, bool) {
	if len(sofar) > 0 {
		return games.Field{}, false
	}
	f := one(FieldBoss, true)
	for _, name := range s.freeBosses() {
		f.Choices = append(f.Choices, choice(name, name, 0, ""))
	}
	return f, true
}

func doBoss(st *step, seat games.Seat, answer games.Answer) { st.takeBoss(seat, bossOf(answer[0]), "") }

// expireBoss draws a boss for an absent player.
func expireBoss(st *step) {
	free := st.freeBosses()
	st.takeBoss(st.onlyAwaited(), bossOf(free[st.Stream.N(len(free))]), WhyAbsent)
}

func (st *step) takeBoss(seat games.Seat, b boss, why string) {
	st.Seats[seat].Boss = b
	st.note(EvBoss, "R12.4", seat, games.Nobody, 0, b.String(), why)
	st.nextBoss(seat)
}

// deal gives everybody six cards and begins the first turn (R2.4).
func (st *step) deal() {
	for seat := range st.Alive.All() {
		for range handSize {
			st.Seats[seat].Hand[st.pop()]++
		}
	}
	st.note(EvDealt, "R2.4", games.Nobody, games.Nobody, int(st.DeckN), "", "")
	for seat := range st.Alive.All() {
		e := happened(EvHand, "R2.4", seat, games.Nobody)
		e.To, e.Items = games.SeatsOf(seat), st.Seats[seat].Hand.names()
		st.tell(e)
	}
	st.startTurn(st.next(games.Seat(st.Count) - 1))
}

// pop takes the top card of the deck, which must not be empty.
func (st *step) pop() card {
	st.DeckN--
	c := st.Deck[st.DeckN]
	st.Deck[st.DeckN] = noCard
	return c
}

// draw takes a card for a hand; an empty deck is made of the discard pile (R4.11). ok is false if both are empty.
func (st *step) draw(seat games.Seat) (c card, ok bool) {
	if st.DeckN == 0 {
		for _, c := range st.Pile.list() {
			st.Deck[st.DeckN] = c
			st.DeckN++
		}
		if st.DeckN == 0 {
			return noCard, false
		}
		st.Pile = stack{}
		games.Shuffle(&st.Stream, st.Deck[:st.DeckN])
		st.note(EvShuffled, "R4.11", games.Nobody, games.Nobody, int(st.DeckN), "", "")
	}
	c = st.pop()
	st.Seats[seat].Hand[c]++
	return c, true
}
