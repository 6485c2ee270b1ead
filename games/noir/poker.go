package noir

import (
	"cmp"
	"slices"

	"kumpas/games"
)

// Poker Night (R6.5).

// canHost reports whether a seat can host (R6.5.1).
func (s *state) canHost(seat games.Seat) bool {
	return s.Seats[seat].Purse > 0 && s.guests(seat) != 0
}

// guests are all living players but the host who have money; team-mates are rivals here (R12.3.2).
func (s *state) guests(host games.Seat) (set games.Seats) {
	for seat := range s.Alive.Without(host).All() {
		if s.Seats[seat].Purse > 0 {
			set = set.With(seat)
		}
	}
	return set
}

var stakeIDs = [maxStake + 1]string{1: "s1", 2: "s2", 3: "s3"}

func (s *state) fieldStake(seat games.Seat, sofar games.Answer) (games.Field, bool) {
	if len(sofar) > 0 {
		return games.Field{}, false
	}
	f := one(FieldStake, false)
	for stake := 1; stake <= maxStake; stake++ {
		not := games.Code("")
		if int(s.Seats[seat].Purse) < stake {
			not = NotEnoughMoney
		}
		f.Choices = append(f.Choices, choice(stakeIDs[stake], "", stake, not))
	}
	return f, true
}

// host plays the card.
func (st *step) host(seat games.Seat, stake int16) {
	st.spend(seat, poker)
	st.note(EvPoker, "R6.5", seat, games.Nobody, int(stake), "", "")
	guests := st.guests(seat)
	if !st.Rules.Voluntary {
		st.playPoker(seat, guests, stake)
		return
	}
	st.Table = pokerTable{Host: seat, Stake: stake}
	st.open(phasePoker, guests)
}

func fieldJoin(s *state, seat games.Seat, sofar games.Answer) (games.Field, bool) {
	if len(sofar) > 0 {
		return games.Field{}, false
	}
	return one(FieldJoin, true, choice(Join, "", int(min(s.Table.Stake, s.Seats[seat].Purse)), ""), choice(Out, "", 0, "")), true
}

func doJoin(st *step, seat games.Seat, answer games.Answer) {
	what := saidOut
	if answer[0] == Join {
		what = saidJoin
	}
	if st.say(seat, what) {
		st.closeWindow()
	}
}

// openTable opens the answers; silence is out (R6.5.2).
func (st *step) openTable() {
	host, stake := st.Table.Host, st.Table.Stake
	var in games.Seats
	e := happened(EvJoined, "R6.5.2", host, games.Nobody)
	e.Items = make([]string, st.Count)
	for seat := range st.Alive.All() {
		switch st.Said[seat] {
		case saidJoin:
			in = in.With(seat)
			e.Items[seat] = Join
		case saidOut:
			e.Items[seat] = Out
		}
	}
	e.N = in.Count()
	st.tell(e)
	if in == 0 {
		n := st.fromBank(host, 1)
		st.note(EvPokerOff, "R6.5.2", host, games.Nobody, int(n), "", "")
		st.watchPurses()
		st.resume()
		return
	}
	st.playPoker(host, in, stake)
}

// hand is what somebody has rolled; a higher rank is better.
type hand struct {
	seat games.Seat
	dice []int
	name string
	rank int
	best int // the total of the two dice that count
}

// ranked is the hand of two dice (R6.5.3).
func ranked(a, b int) (name string, rank int) {
	switch {
	case a == 1 && b == 1:
		return HandCaught, 0
	case a == dieSides && b == dieSides:
		return HandJackpot, 100
	case a == b:
		return HandPair, 50 + a
	}
	return HandTotal, a + b
}

// rankBest ranks a hand by the best two of its dice.
func (h *hand) rankBest() {
	h.rank = -1
	for i, a := range h.dice {
		for _, b := range h.dice[:i] {
			if name, rank := ranked(b, a); rank > h.rank {
				h.name, h.rank, h.best = name, rank, a+b
			}
		}
	}
}

// playPoker plays with the host and his guests (R6.5.2 to R6.5.5).
func (st *step) playPoker(host games.Seat, guests games.Seats, stake int16) {
	pot := int16(0)
	var hands []hand
	pay := func(seat games.Seat, n int16) int16 {
		n = min(n, st.Seats[seat].Purse)
		st.Seats[seat].Purse -= n
		pot += n
		return n
	}
	for i := range games.Seat(st.Count) {
		seat := (host + i) % games.Seat(st.Count)
		if seat != host && !guests.Has(seat) {
			continue
		}
		pay(seat, stake)
		h := hand{seat: seat}
		for range 2 + st.boss(seat).dice {
			h.dice = append(h.dice, st.Stream.N(dieSides)+1)
		}
		h.rankBest()
		hands = append(hands, h)
	}
	for _, h := range hands {
		st.tellHand(h)
		if h.name == HandCaught {
			if n := pay(h.seat, 1); n > 0 {
				st.note(EvCheat, "R6.5.3", h.seat, games.Nobody, int(n), "", "")
			}
		}
	}
	st.payOut(host, hands, pot)
	st.watchPurses()
	st.resume()
}

func (st *step) tellHand(h hand) {
	e := happened(EvRolled, "R6.5.3", h.seat, games.Nobody)
	e.What, e.N = h.name, h.best
	for _, d := range h.dice {
		e.Items = append(e.Items, number(d))
	}
	if st.boss(h.seat).dice > 0 {
		e.Why = WhyGambler
	}
	st.tell(e)
}

// payOut gives the pot to the best hand (R6.5.4, R6.5.5).
func (st *step) payOut(host games.Seat, hands []hand, pot int16) {
	best := slices.MaxFunc(hands, func(a, b hand) int { return cmp.Compare(a.rank, b.rank) })
	if best.name == HandCaught {
		st.Bank += pot
		st.note(EvPotBank, "R6.5.4", games.Nobody, games.Nobody, int(pot), "", WhyAllCaught)
		return
	}
	winners := slices.DeleteFunc(slices.Clone(hands), func(h hand) bool { return h.rank != best.rank })
	why := ""
	if len(winners) > 1 && winners[0].seat == host { // the host is the first to roll
		winners, why = winners[:1], WhyHost
	} else if len(winners) > 1 {
		why = WhyShared
	}
	share := pot / int16(len(winners))
	for _, w := range winners {
		st.Seats[w.seat].Purse += share
		st.note(EvPot, "R6.5.4", w.seat, games.Nobody, int(share), "", why)
	}
	if odd := pot - share*int16(len(winners)); odd > 0 {
		st.Bank += odd
		st.note(EvPotBank, "R6.5.4", games.Nobody, games.Nobody, int(odd), "", WhyShared)
	}
	if best.name != HandJackpot || len(winners) > 1 {
		return
	}
	for _, h := range hands {
		if loser := &st.Seats[h.seat]; h.seat != winners[0].seat && loser.Purse > 0 {
			loser.Purse--
			st.Seats[winners[0].seat].Purse++
			st.note(EvJackpot, "R6.5.5", winners[0].seat, h.seat, 1, "", "")
		}
	}
}
