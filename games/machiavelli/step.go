package machiavelli

import (
	"strconv"

	"kumpas/games"
	"kumpas/games/machiavelli/card"
)

// step is one application of an action: a copy of the state that is being changed, and what happened.
type step struct {
	*state
	events []games.Event
}

// Apply carries out one action.
func (s *state) Apply(a games.Action) (games.State, []games.Event, error) {
	if s.End != playing {
		return nil, nil, games.Refuse(games.GameOver, "R6.1")
	}
	next := *s
	st := &step{state: &next}
	var r *games.Refusal
	switch a.Kind {
	case games.ActReply:
		r = st.reply(a)
	case games.ActTimeout:
		r = st.expire(a)
	case games.ActLeave:
		r = st.leave(a.Seat)
	case games.ActVoid:
		st.finish(byVoid)
	default:
		r = games.Refuse(games.BadChoice, "")
	}
	if r != nil {
		return nil, nil, r
	}
	return st.state, st.events, nil
}

// reply takes a seat's answer to a prompt.
func (st *step) reply(a games.Action) *games.Refusal {
	p, refused := st.find(a.Seat, a.Prompt)
	if refused != nil {
		return refused
	}
	_, more, refused := st.ask(p, a.Seat, a.Answer)
	switch {
	case refused != nil:
		return refused
	case more:
		return games.Refuse(games.BadChoice, "R4.1")
	}
	switch a.Answer[0] {
	case OrderSuit:
		st.ByRank = st.ByRank.Without(a.Seat)
	case OrderRank:
		st.ByRank = st.ByRank.With(a.Seat)
	case Play:
		e, _ := newEditor(st.state, a.Seat).load(a.Answer[1])
		if e.gaveUp {
			st.decline("")
			return nil
		}
		st.play(e.after(), "")
	default:
		st.decline("")
	}
	return nil
}

// play puts the table on the table (R4.2) and ends the turn (R4.4). That the table is good has been checked.
func (st *step) play(after []card.Meld, why string) {
	seat, before := st.Active, st.Table
	taken, err := card.CheckPlay(before.all(), after, st.Hands[seat].counts())
	if err != nil {
		panic("machiavelli: a draft that was good is no play: " + err.Error())
	}
	st.Last = last{Turn: st.Turn, Seat: seat, What: played, Played: hand(taken), Absent: why == WhyAbsent}
	st.Table.set(after)
	st.Last.Broken.set(missing(before.all(), st.Table.all(), nil))
	missing(st.Table.all(), before.all(), func(i int) { st.Last.New |= 1 << i })
	for c, n := range taken {
		st.Hands[seat][c] -= n
	}
	e := happened(EvPlayed, "R4.2", seat)
	e.N, e.Items, e.Why = st.Hands[seat].total(), names(st.Last.Played.list()), why
	if why == "" && st.opening(seat) > 0 {
		e.Why = WhyOpening
	}
	st.Opened = st.Opened.With(seat)
	st.tell(e)
	if st.Last.Broken.n > 0 {
		e := happened(EvTaken, "R4.2", seat)
		e.Items = meldTexts(st.Last.Broken.all())
		st.tell(e)
	}
	e = happened(EvLaid, "R4.2", seat)
	e.Items = meldTexts(missing(st.Table.all(), before.all(), nil))
	st.tell(e)
	st.Passed = 0
	if st.Hands[seat].total() == 0 {
		st.finish(byOut)
		return
	}
	st.startTurn(st.next(seat))
}

// missing lists the melds of a table that are not in another, however jokers are read; each is told to see by its index.
func missing(of, in []card.Meld, see func(i int)) (melds []card.Meld) {
	var used uint64
next:
	for i := range of {
		for j := range in {
			if used>>j&1 == 0 && of[i].SameCards(&in[j]) {
				used |= 1 << j
				continue next
			}
		}
		melds = append(melds, of[i])
		if see != nil {
			see(i)
		}
	}
	return melds
}

// decline ends a turn without a play: by drawing (R4.5), or by passing if the stock is empty (R4.6).
func (st *step) decline(why string) {
	seat := st.Active
	st.Last = last{Turn: st.Turn, Seat: seat, What: passed, Absent: why != ""}
	if st.Stock.n > 0 {
		n := 1
		if why == WhyPenalty {
			n = int(st.Rules.Penalty)
		}
		st.draw(n, why)
		st.startTurn(st.next(seat))
		return
	}
	st.Passed = st.Passed.With(seat)
	e := happened(EvPassed, "R4.6", seat)
	e.N = (st.present() &^ st.Passed).Count()
	if why != "" {
		e.Why = WhyAbsent
	}
	st.tell(e)
	if !st.settle() {
		st.startTurn(st.next(seat))
	}
}

// draw takes n cards from the stock, or as many as there are.
func (st *step) draw(n int, why string) {
	seat := st.Active
	n = min(n, int(st.Stock.n))
	var cards []card.Card
	for range n {
		c := st.Stock.take()
		cards = append(cards, c)
		st.Hands[seat][c]++
	}
	st.Last.What, st.Last.Drawn = drew, int8(n)
	e := happened(EvDrew, "R4.5", seat)
	e.N, e.Why = n, why
	if why != "" {
		e.Rule = "R9.5"
	}
	st.tell(e)
	e = happened(EvDrawn, "R4.5", seat)
	e.To, e.Items = games.SeatsOf(seat), names(cards)
	st.tell(e)
	if st.Stock.n == 0 {
		st.tell(happened(EvStockOut, "R4.6", games.Nobody))
	}
}

// expire ends the time of the turn (R9.5). The action carries the draft as it stood.
func (st *step) expire(a games.Action) *games.Refusal {
	if a.Prompt != st.turnID() {
		return games.Refuse(games.StalePrompt, "R9.7")
	}
	seat := st.Active
	e := happened(EvTimedOut, "R9.5", seat)
	e.What = PromptTurn
	st.tell(e)
	if len(a.Answer) < 2 || a.Answer[0] != Play {
		st.decline(WhyAbsent)
		return nil
	}
	draft, wrong := newEditor(st.state, seat).load(a.Answer[1])
	switch {
	case draft == nil: // no draft of ours
		st.decline(WhyAbsent)
		return nil
	case wrong == nil:
		wrong = draft.wrong()
	}
	if wrong == nil && !draft.gaveUp {
		st.play(draft.after(), WhyAbsent)
		return nil
	}
	if wrong != nil && draft.changed() {
		e := happened(EvDropped, "R9.5", seat)
		e.To, e.What = games.SeatsOf(seat), string(wrong.Code)
		st.tell(e)
	}
	why := WhyAbsent
	if used := draft.played(); wrong != nil && used.total() > 0 && st.Rules.Penalty > 0 && st.Stock.n > 0 {
		why = WhyPenalty
	}
	st.decline(why)
	return nil
}

// startTurn begins the turn of a seat.
func (st *step) startTurn(seat games.Seat) {
	st.Active = seat
	st.Turn++
	e := happened(EvTurn, "R4.1", seat)
	e.N = int(st.Turn)
	st.tell(e)
}

// leave takes a seat out of the game (R9.6).
func (st *step) leave(seat games.Seat) *games.Refusal {
	if !st.present().Has(seat) {
		return games.Refuse(games.NotYours, "R9.6")
	}
	st.Left = st.Left.With(seat)
	e := happened(EvLeft, "R9.6", seat)
	e.N = st.Hands[seat].total()
	st.tell(e)
	switch {
	case st.present().Count() == 1:
		st.finish(byLast)
	case st.settle():
	case seat == st.Active:
		st.Last = last{Turn: st.Turn, Seat: seat}
		st.startTurn(st.next(seat))
	}
	return nil
}

// settle ends a blocked game (R6.2).
func (st *step) settle() (over bool) {
	if st.Stock.n > 0 || !st.blocked() {
		return false
	}
	st.tell(happened(EvBlocked, "R6.2", games.Nobody))
	for seat := range st.present().All() {
		e := happened(EvCounted, "R6.3", seat)
		e.N, e.Items = st.Hands[seat].points(), names(st.Hands[seat].list())
		st.tell(e)
	}
	st.finish(byCount)
	return true
}

// finish ends the game.
func (st *step) finish(how ending) {
	st.End = how
	o := st.Outcome()
	e := happened(EvOver, o.Rule, games.Nobody)
	e.Why = o.Why
	for seat := range o.Winners.All() {
		e.Seat = seat
	}
	for i, standing := range o.Seats {
		if standing == games.Drew {
			e.Items = append(e.Items, strconv.Itoa(i))
		}
	}
	st.tell(e)
}

func (st *step) tell(e games.Event) { st.events = append(st.events, e) }

// happened is an event for everyone about seat.
func happened(kind, rule string, seat games.Seat) games.Event {
	return games.Event{Kind: kind, Rule: rule, Seat: seat, Other: games.Nobody}
}
