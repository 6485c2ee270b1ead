package entrika

import (
	"fmt"

	"kumpas/games"
)

// Decode reads a state of either preset and checks all that the engine relies on, so that no bytes can make it fail later.
func (g *game) Decode(data []byte) (games.State, error) {
	s := new(state)
	if err := games.Decode(version, data, s, nil); err != nil {
		return nil, err
	}
	if s.Rules.Plus != (g.info.ID == Plus.Info().ID) {
		return nil, fmt.Errorf("entrika: a state of the other preset")
	}
	if err := s.check(g.info.Min, g.info.Max); err != nil {
		return nil, err
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
			return fmt.Errorf("entrika: state: %s", c.wrong)
		}
	}
	return nil
}

// check reports the first thing in which s is no state of the game.
func (s *state) check(least, most int) error {
	if err := (must{
		{int(s.Count) >= least && int(s.Count) <= most, "number of seats"},
		{s.Rules.check() == nil && (s.Rules.Plus || s.Rules == s.Rules.base()), "rules"},
		{s.Phase < phaseKinds, "phase"},
	}).check(); err != nil {
		return err
	}
	for _, part := range []func() error{s.checkSeats, s.checkPlayers, s.checkCards, s.checkTurn, s.checkPhase} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// base are the rules as far as the preset without expansions has them.
func (r rules) base() rules {
	r.Ideology, r.Avukat, r.Gazeteci, r.StarterChooses, r.TargetPicks = false, false, false, false, false
	return r
}

// is reports whether a seat is at the table, or is Nobody where that is allowed.
func (s *state) is(seat games.Seat, orNobody bool) bool {
	return s.seats().Has(seat) || orNobody && seat == games.Nobody
}

func (s *state) checkSeats() error {
	var players games.Seats
	for i, p := range s.Players {
		if i < int(s.Count) && p >= 0 && p < s.Count {
			players = players.With(games.Seat(p))
		} else if i < int(s.Count) || p != 0 {
			return fmt.Errorf("entrika: state: seating")
		}
	}
	inGame := s.Turn > 0
	alive := s.Alive.Count()
	ok := must{
		{players == s.seats(), "seating"},
		{s.Alive&^s.seats() == 0 && s.Gone&^s.seats() == 0 && s.Alive&s.Gone == 0 && s.Left&^s.Gone == 0, "who is alive"},
		{alive > 1 && !s.Void || alive >= 1 && s.Phase == phaseOver, "the end"},
		{s.Void || (alive == 1) == (s.Phase == phaseOver), "the end"},
		{s.is(s.Starter, !inGame) && s.is(s.Active, !inGame) && s.is(s.ClosedBy, true), "turn"},
		{s.Turn >= 0 && s.Turn < 1<<30 && s.Prompt > 0 && s.Prompt < 1<<31, "counters"},
		{inGame == (s.Active != games.Nobody), "turn"},
		{s.Hit&^s.seats() == 0 && s.Awaited&^s.Alive == 0, "who is awaited"},
		{(s.Awaited == 0) == (s.Phase == phaseOver), "who is awaited"},
	}
	return ok.check()
}

func (s *state) checkPlayers() error {
	const most = 1 << 24
	gold := s.Pool + s.Bank
	undealt := s.Count == 2 && s.Turn == 0
	for i := range s.Seats {
		p, seat := &s.Seats[i], games.Seat(i)
		if i >= int(s.Count) {
			if *p != (player{}) {
				return fmt.Errorf("entrika: state: a player too many")
			}
			continue
		}
		gold += p.Gold
		alive := s.Alive.Has(seat)
		dealt := p.Cards[0] != noCharacter
		ok := must{
			{p.Gold >= 0 && p.Gold < most, "gold"},
			{p.Down >= 0 && int(p.Down) <= len(p.Cards), "supporters"},
			{dealt == (p.Cards[1] != noCharacter) && dealt != undealt, "supporters"},
			{(p.Down > 0) == (alive && dealt), "supporters"},
			{s.checkSide(p.Side, alive), "side"},
			{p.Seen[0]&^s.seats() == 0 && p.Seen[1]&^s.seats() == 0, "who knows a card"},
		}
		if err := ok.check(); err != nil {
			return err
		}
	}
	return must{{gold == 0 && s.Pool >= 0 && s.Pool < most && s.Bank > -most && s.Bank <= most, "gold"}}.check()
}

func (s *state) checkSide(of side, alive bool) bool {
	switch {
	case !s.Rules.Ideology:
		return of == noSide
	case s.Turn > 0 && alive:
		return of == liberal || of == ulusalci
	}
	return of <= ulusalci
}

// checkCards counts the cards (R1.9).
func (s *state) checkCards() error {
	var count [claimKinds]int
	valid := true
	tally := func(cards ...character) {
		for _, c := range cards {
			if c >= claimKinds || c == noIsAdami {
				valid = false
				continue
			}
			count[c]++
		}
	}
	if s.DeckN < 0 || int(s.DeckN) > len(s.Deck) {
		return fmt.Errorf("entrika: state: deck")
	}
	for i := range s.Count {
		tally(s.Seats[i].Cards[:]...)
	}
	for i, c := range s.Deck {
		valid = valid && (c != noCharacter) == (i < int(s.DeckN))
	}
	tally(s.Deck[:]...)
	tally(s.Sets[0][:]...)
	tally(s.Sets[1][:]...)
	tally(s.Drawn[:]...)
	for c := isAdami; c <= gazeteci; c++ {
		want := 0
		if s.Rules.inPlay(c) {
			want = copies(int(s.Count))
		}
		valid = valid && count[c] == want
	}
	drawn := s.Phase == phaseExchange || s.Phase == phaseOver && s.Drawn[0] != noCharacter // it may end while he chooses
	valid = valid && (s.Drawn[0] != noCharacter) == drawn && (s.Drawn[1] != noCharacter) == drawn
	return must{{valid && s.checkSets(), "cards"}}.check()
}

// checkSets: the sets of two players are whole until the draft is over and lack one card each from then on.
func (s *state) checkSets() bool {
	types := s.Rules.types()
	for _, set := range s.Sets {
		missing := 0
		for i, c := range set {
			if c != types[i] {
				missing++
				if c != noCharacter {
					return false
				}
			}
		}
		switch {
		case s.Count > 2 && missing != len(set),
			s.Count == 2 && s.Turn == 0 && missing != 0,
			s.Count == 2 && s.Turn > 0 && missing != 1:
			return false
		}
	}
	return true
}

func (s *state) checkTurn() error {
	a, e := s.Act, s.Estate
	if a.Kind >= actionKinds || a.Block >= claimKinds || s.Dispute.Matter > matterKayyum || s.Loss.Cause >= causeKinds || s.Loss.Then >= thenKinds {
		return fmt.Errorf("entrika: state: action")
	}
	fallen := e.Count >= 0 && e.Count <= s.Count && e.At >= 0 && e.At <= e.Count && e.Next >= 0 && e.Next <= s.Count
	var seen games.Seats
	for i, seat := range e.Fallen {
		in := i < int(e.Count)
		fallen = fallen && s.is(seat, !in) && in == (seat != games.Nobody) && !s.Alive.Has(seat) && !seen.Has(seat)
		seen = seen.With(seat)
		c := e.Challengers[i]
		fallen = fallen && s.is(c, true) && (c == games.Nobody || c != games.Seat(i))
	}
	row := &actions[a.Kind]
	proof := s.Proof.Claim < claimKinds && s.is(s.Proof.Seat, s.Proof.Turn == 0) && s.Proof.Turn >= 0
	for _, c := range s.Proof.Cards {
		proof = proof && (c == noCharacter || c.isCard())
	}
	return must{
		{a.Kind == noAction || s.Turn > 0 && s.Rules.exists(a.Kind), "action"},
		{row.target == (a.Target != games.Nobody) && s.is(a.Target, true) && (a.Target == games.Nobody || a.Target != s.Active), "target"},
		{a.Paid == row.price || a.Paid == 0 && a.Done, "price"},
		{(a.Blocker == games.Nobody) == (a.Block == noCharacter) && s.is(a.Blocker, true), "block"},
		{a.Block == noCharacter || s.canBlockWith(a.Block) && a.Blocker != s.Active, "block"},
		{fallen && e.Claims&^s.Alive == 0 && (e.Count < s.Count), "estate"},
		{proof, "proof"},
		{s.is(s.Dispute.Claimant, s.Dispute.Matter == noMatter) && s.is(s.Dispute.Challenger, s.Dispute.Matter == noMatter), "challenge"},
		{s.is(s.Loss.Seat, true) && s.is(s.Loss.By, s.Loss.Seat == games.Nobody), "loss"},
	}.check()
}
