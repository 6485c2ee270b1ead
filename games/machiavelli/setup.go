package machiavelli

import (
	"strconv"

	"kumpas/games"
	"kumpas/games/machiavelli/card"
)

// New seats the players, shuffles and deals (R2.2, R2.3). The stream is used for the seats, the cards and the first player, in this
// order. The cards are shuffled from their order by suit and rank, each face twice and the jokers last; they are dealt from the end, a whole
// hand to each seat.
func (g game) New(setup games.Setup) (games.State, []games.Event, error) {
	r, byRank, err := g.resolve(setup.Players, setup.Options)
	if err != nil {
		return nil, nil, err
	}
	st := &step{state: &state{Rules: r, Count: int8(setup.Players), Stream: games.NewStream(setup.Seed)}}
	st.Last.Seat = games.Nobody
	if byRank {
		st.ByRank = st.seats()
	}
	for i := range st.Count {
		st.Players[i] = i
	}
	games.Shuffle(&st.Stream, st.Players[:st.Count])
	st.deal()
	st.First = games.Seat(st.Stream.N(setup.Players))
	st.tell(happened(EvFirst, "R2.3", st.First))
	st.startTurn(st.First)
	return st.state, st.events, nil
}

func (st *step) deal() {
	for c := range card.Card(card.Faces) {
		for range card.Copies {
			st.Stock.put(c)
		}
	}
	for range st.Rules.Jokers {
		st.Stock.put(card.Joker)
	}
	games.Shuffle(&st.Stream, st.Stock.all())
	for seat := range st.Count {
		for range st.Rules.HandSize {
			st.Hands[seat][st.Stock.take()]++
		}
	}
	e := happened(EvDealt, "R2.2", games.Nobody)
	e.N, e.Items = int(st.Stock.n), []string{strconv.Itoa(int(st.Rules.HandSize))}
	st.tell(e)
	for seat := range games.Seat(st.Count) {
		e := happened(EvHand, "R2.2", seat)
		e.To, e.Items = games.SeatsOf(seat), names(st.Hands[seat].list())
		st.tell(e)
	}
}
