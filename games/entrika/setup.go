package entrika

import (
	"slices"

	"kumpas/games"
)

// New seats the players, makes the deck and deals (R2.2, R2.3, R2.5).
func (g *game) New(setup games.Setup) (games.State, []games.Event, error) {
	r, starter, err := g.resolve(setup.Players, setup.Options)
	if err != nil {
		return nil, nil, err
	}
	st := &step{closer: games.Nobody}
	st.state = &state{
		Rules: r, Count: int8(setup.Players), Stream: games.NewStream(setup.Seed),
		Alive: games.FirstSeats(setup.Players), ClosedBy: games.Nobody, Starter: games.Nobody, Active: games.Nobody,
	}
	st.resetTurn()
	for i := range st.Count {
		st.Players[i] = i
	}
	games.Shuffle(&st.Stream, st.Players[:st.Count])
	st.deal()
	st.findStarter(starter, setup)
	return st.state, st.events, nil
}

// deal makes the deck and, unless two play, the hands.
func (st *step) deal() {
	types := st.Rules.types()
	sets := copies(int(st.Count))
	if st.Count == 2 {
		st.Sets = [2][5]character{types, types}
		sets = 1
	}
	for range sets {
		for _, c := range types {
			st.bury(c)
		}
	}
	st.shuffle()
	if st.Count > 2 {
		for seat := range games.Seat(st.Count) {
			p := &st.Seats[seat]
			p.Cards, p.Down = [2]character{st.draw(), st.draw()}, 2
		}
	}
	e := happened(EvDealt, "R2.3", games.Nobody, games.Nobody)
	if st.Count == 2 {
		e.Rule = "R2.5.2"
	}
	e.N, e.Items = int(st.DeckN), names(types[:]...)
	st.tell(e)
	if st.Count > 2 {
		st.tellHands("R2.3")
	}
}

func (st *step) tellHands(rule string) {
	for seat := range games.Seat(st.Count) {
		e := happened(EvHand, rule, seat, games.Nobody)
		e.To, e.Items = games.SeatsOf(seat), names(st.Seats[seat].Cards[:]...)
		st.tell(e)
	}
}

// findStarter settles who plays first (R2.4) or asks the host.
func (st *step) findStarter(how string, setup games.Setup) {
	seatOf := func(player int) games.Seat {
		return games.Seat(slices.Index(st.Players[:st.Count], int8(player)))
	}
	host, winner := seatOf(setup.Host), seatOf(setup.Winner)
	switch {
	case how == HostPick && host != games.Nobody:
		st.enter(phaseStarter, games.SeatsOf(host))
	case how == RandomThenWin && winner != games.Nobody:
		st.startWith(winner, WhyWinner)
	default:
		st.drawStarter(WhyChance)
	}
}

// drawStarter lets chance pick the first player among those who are there.
func (st *step) drawStarter(why string) {
	n := st.Stream.N(st.Alive.Count())
	for seat := range st.Alive.All() {
		if n == 0 {
			st.startWith(seat, why)
			return
		}
		n--
	}
}

// startWith fixes the first player; the sides come next (R2.6).
func (st *step) startWith(seat games.Seat, why string) {
	st.Starter = seat
	e := happened(EvStarter, "R2.4", seat, games.Nobody)
	e.Why = why
	st.tell(e)
	switch {
	case !st.Rules.Ideology:
		st.stake()
	case st.Rules.StarterChooses:
		st.enter(phaseSide, games.SeatsOf(seat))
	default:
		st.dealSides(liberal)
	}
}

// dealSides deals the markers in turn order from the first player (R2.6).
func (st *step) dealSides(first side) {
	e := happened(EvSides, "R2.6", st.Starter, games.Nobody)
	e.Items = make([]string, st.Count)
	for i, s := games.Seat(0), first; i < games.Seat(st.Count); i++ {
		seat := (st.Starter + i) % games.Seat(st.Count)
		if st.Alive.Has(seat) {
			st.Seats[seat].Side = s
			e.Items[seat] = s.String()
			s = s.other()
		}
	}
	st.tell(e)
	st.stake()
}

// stake gives everyone his first gold (R2.3, R2.5.1) and begins the draft or the first turn.
func (st *step) stake() {
	for seat := range st.Alive.All() {
		gold := int32(2)
		if st.Count == 2 && (!st.Rules.OneAndTwo || seat == st.Starter) {
			gold = 1
		}
		st.pay(seat, -gold)
	}
	switch {
	case st.Count == 2:
		e := happened(EvDraft, "R2.5.3", games.Nobody, games.Nobody)
		e.N = len(st.Sets[0])
		st.tell(e)
		st.enter(phaseDraft, st.Alive)
	case st.Alive.Has(st.Starter):
		st.startTurn(st.Starter)
	default:
		st.startTurn(st.next(st.Starter))
	}
}

func readStarter(s *state, _ games.Seat, answer games.Answer) (r reading, refused *games.Refusal) {
	return readOne(answer, func(id string) (int, *games.Refusal) {
		seat := seatOf(id)
		if !s.Alive.Has(seat) {
			return 0, games.Refuse(games.BadChoice, "R2.4")
		}
		return int(seat), nil
	})
}

func doStarter(st *step, _ games.Seat, r reading) { st.startWith(games.Seat(r.pick[0]), WhyHost) }

func expireStarter(st *step) { st.drawStarter(WhyAbsent) }

func fieldStarter(s *state, _ games.Seat, _ reading) games.Field {
	f := games.Field{Kind: FieldSeat, Public: true, Min: 1, Max: 1}
	for seat := range s.Alive.All() {
		f.Choices = append(f.Choices, games.Choice{ID: seatIDs[seat], Seat: seat})
	}
	return f
}

func readSide(_ *state, _ games.Seat, answer games.Answer) (reading, *games.Refusal) {
	return readOne(answer, func(id string) (int, *games.Refusal) {
		switch id {
		case Liberal:
			return int(liberal), nil
		case Ulusalci:
			return int(ulusalci), nil
		}
		return 0, games.Refuse(games.BadChoice, "R2.6")
	})
}

func fieldSide(*state, games.Seat, reading) games.Field { return sideField }

var sideField = games.Field{Kind: FieldSide, Public: true, Min: 1, Max: 1, Choices: []games.Choice{
	{ID: Liberal, Seat: games.Nobody, What: Liberal},
	{ID: Ulusalci, Seat: games.Nobody, What: Ulusalci},
}}

func doSide(st *step, _ games.Seat, r reading) { st.dealSides(side(r.pick[0])) }

func expireSide(st *step) { st.dealSides(liberal) }

// The draft of two players (R2.5.3): each keeps one card of his set, in secret and at the same time.

func readDraft(s *state, seat games.Seat, answer games.Answer) (reading, *games.Refusal) {
	return readOne(answer, func(id string) (int, *games.Refusal) {
		return readCard(id, len(s.Sets[seat]), "R2.5.3")
	})
}

func fieldDraft(s *state, seat games.Seat, _ reading) games.Field {
	return cardField(FieldCard, s.Sets[seat][:], 1)
}

func doDraft(st *step, seat games.Seat, r reading) {
	if st.say(seat, saidMore+said(r.pick[0])) {
		st.closeDraft(0)
	}
}

// expireDraft draws a card for those who have not chosen (R2.5.6).
func expireDraft(st *step) {
	absent := st.Awaited
	for seat := range absent.All() {
		st.Said[seat] = saidMore + said(st.Stream.N(len(st.Sets[seat])))
	}
	st.closeDraft(absent)
}

// closeDraft puts the kept cards in front of their owners and deals from the third set (R2.5.4, R2.5.5).
func (st *step) closeDraft(absent games.Seats) {
	for seat := range games.Seat(2) {
		at := int(st.Said[seat] - saidMore)
		kept := st.Sets[seat][at]
		st.Sets[seat][at] = noCharacter
		st.Seats[seat].Cards, st.Seats[seat].Down = [2]character{kept, st.draw()}, 2
		e := happened(EvDrafted, "R2.5.3", seat, games.Nobody)
		e.To, e.What = games.SeatsOf(seat), kept.String()
		if absent.Has(seat) {
			e.Rule, e.Why = "R2.5.6", WhyAbsent
		}
		st.tell(e)
		told := happened(EvDraftOf, "R2.5.3", seat, games.Nobody)
		told.AtEnd, told.What = true, kept.String()
		st.tell(told)
	}
	st.tellHands("R2.5.5")
	st.startTurn(st.Starter)
}
