package secrethitler

import (
	"fmt"

	"kumpas/games"
)

// Decode reads a state and checks all that the engine relies on, so that no bytes can make it fail later.
func (g *game) Decode(data []byte) (games.State, error) {
	s := new(state)
	if err := games.Decode(version, data, s, nil); err != nil {
		return nil, err
	}
	if int(s.Count) < g.info.Min || int(s.Count) > g.info.Max {
		return nil, fmt.Errorf("secrethitler: state: number of seats")
	}
	for _, part := range []func() must{s.checkSeats, s.checkRoles, s.checkCards, s.checkRounds, s.checkPrompts, s.checkPhase} {
		if err := part().check(); err != nil {
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
			return fmt.Errorf("secrethitler: state: %s", c.wrong)
		}
	}
	return nil
}

// is reports whether a seat is at the table, or is Nobody where that is allowed.
func (s *state) is(seat games.Seat, orNobody bool) bool {
	return s.seats().Has(seat) || orNobody && seat == games.Nobody
}

func (s *state) checkSeats() must {
	var players games.Seats
	seated := true
	for i, p := range s.Players {
		if i < int(s.Count) {
			seated = seated && p >= 0 && p < s.Count
			players = players.With(games.Seat(p))
		} else {
			seated = seated && p == 0
		}
	}
	over := s.Phase == phaseOver
	all := s.seats()
	return must{
		{seated && players == all, "seating"},
		{(s.Alive|s.Left|s.Gone|s.Cleared)&^all == 0, "seats"},
		{s.Alive&s.Gone == 0 && s.Left&^s.Gone == 0, "who is alive"},
		{over || s.Alive.Count() >= fewest, "who is alive"},
		{over || all&^s.Alive&^s.Cleared == 0, "who is not Hitler"},
		{s.Phase < phaseKinds && s.Ending < endingKinds && over == (s.Ending != noEnding), "phase"},
		{s.is(s.Regular, false) && s.is(s.LastPresident, true) && s.is(s.LastChancellor, true), "order"},
		{s.LastPresident != s.LastChancellor || s.LastPresident == games.Nobody, "limits"},
		{s.Tracker >= 0 && (s.Tracker < 3 || over && s.Tracker == 3), "tracker"},
	}
}

func (s *state) checkRoles() must {
	var count [roleKinds]int8
	valid, hidden := true, true
	for i, r := range s.Roles {
		if r >= roleKinds || (r == noRole) != (i >= int(s.Count)) {
			valid = false
			continue
		}
		count[r]++
		if r == hitler {
			seat := games.Seat(i)
			hidden = !s.Cleared.Has(seat) && (s.Alive.Has(seat) || s.Phase == phaseOver)
		}
	}
	t := teams[s.Count]
	return must{
		{valid && count[liberal] == t.liberals && count[fascist] == t.fascists && count[hitler] == 1, "roles"},
		{hidden, "Hitler"},
	}
}

// checkCards: the first thing of all that has to do with policies, so that they can be counted later.
func (s *state) checkCards() must {
	valid := s.DeckN >= 0 && int(s.DeckN) <= len(s.Deck)
	for i, c := range s.Deck {
		valid = valid && c < policyKinds && (c != noPolicy) == (i < int(s.DeckN))
	}
	p := s.Peek
	peeked := s.is(p.Seat, true) && p.Left >= 0 && p.Left <= 3 && p.Left <= s.DeckN && (p.Seat != games.Nobody || p.Left == 0)
	for _, c := range p.Cards {
		peeked = peeked && c < policyKinds && (c != noPolicy) == (p.Seat != games.Nobody)
	}
	over := s.Phase == phaseOver
	for c, goal := range goals {
		n := s.InForce[c]
		valid = valid && n >= 0 && (n < goal || n == goal && (over || goal == 0))
	}
	return must{{valid, "policies"}, {peeked, "peek"}}
}

func (s *state) checkRounds() must {
	var inForce [policyKinds]int8
	valid := len(s.Rounds) < 1<<14 && s.Shuffles >= 0 && int(s.Shuffles) <= len(s.Rounds)
	peeks := 0
	shuffle := int16(0)
	for i := range s.Rounds {
		g := &s.Rounds[i]
		if !valid || !s.checkRound(g, i == len(s.Rounds)-1) || g.Shuffle < shuffle || g.Shuffle > s.Shuffles {
			return must{{false, "rounds"}}
		}
		shuffle = g.Shuffle
		inForce[g.card(g.Enacted)]++
		inForce[g.Chaos]++
		if g.Power == peek {
			peeks++
		}
	}
	if !valid {
		return must{{false, "rounds"}}
	}
	inForce[noPolicy] = 0
	return must{
		{inForce == s.InForce, "policies in force"},
		{(peeks == 1) == (s.Peek.Seat != games.Nobody) && peeks <= 1, "peek"},
		{s.tally() == copies, "policies"},
	}
}

// checkRound reports whether a round can have been; the last one may be under way.
func (s *state) checkRound(g *government, last bool) bool {
	for _, p := range []place{g.Thrown, g.Passed[0], g.Passed[1], g.Enacted} {
		if p < 0 || int(p) > len(g.Drawn) {
			return false
		}
	}
	open := last && g.Result == noResult
	session := g.Drawn[0] != noPolicy
	drawn, passed := true, g.Passed == [2]place{}
	for _, c := range g.Drawn {
		drawn = drawn && c < policyKinds && (c != noPolicy) == session
	}
	if g.Thrown != 0 {
		a, b := g.Passed[0], g.Passed[1]
		passed = a != 0 && b != 0 && a != b && a != g.Thrown && b != g.Thrown
	}
	claims := true
	for k, c := range g.Claims {
		claims = claims && c >= 0 && int(c) <= len(claimWords[k]) && (c == 0 || g.Result == enacted || g.Result == vetoed)
	}
	return must{
		{s.is(g.President, false) && s.is(g.Chancellor, true) && g.Chancellor != g.President, "pair"},
		{g.Result < resultKinds && (g.Result != noResult || open && g.Shuffle == s.Shuffles), "result"},
		{g.Result != hitlerElected || last && s.Ending == endHitlerElected, "result"},
		{g.Chancellor != games.Nobody || (open || g.Result == noRound) && g.Voters == 0 && !session, "nomination"},
		{g.Voters&^s.seats() == 0 && g.Ja&^g.Voters == 0, "votes"},
		{drawn && (!session || open || g.Result == enacted || g.Result == vetoed), "drawn"},
		{session || g.Thrown == 0 && g.Result != enacted && g.Result != vetoed, "session"},
		{passed && (g.Thrown != 0 || g.Result != enacted && g.Result != vetoed), "passed"},
		{g.Peeked >= 0 && g.Peeked <= 3 && (g.Peeked == 0 || session && s.Peek.Seat != games.Nobody), "peeked"},
		{(g.Enacted != 0) == (g.Result == enacted) && (g.Enacted == 0 || g.Enacted == g.Passed[0] || g.Enacted == g.Passed[1]), "enacted"},
		{g.Veto < vetoKinds && (g.Veto == vetoAgreed) == (g.Result == vetoed) && (g.Veto != vetoAsked || open) && (g.Veto == noVeto || g.Thrown != 0), "veto"},
		{g.Chaos == noPolicy || g.Chaos < policyKinds && (g.Result == rejected || g.Result == vetoed), "chaos"},
		{s.checkPower(g), "power"},
		{claims && (g.Claims[claimParty] == 0 || g.Power == investigate), "claims"},
	}.check() == nil
}

func (s *state) checkPower(g *government) bool {
	if g.Power >= powerKinds {
		return false
	}
	aimed := g.Target != games.Nobody
	if aimed && (!s.is(g.Target, false) || g.Target == g.President) {
		return false
	}
	switch g.Power {
	case noPower:
		return !aimed
	case peek:
		return !aimed && g.card(g.Enacted) == fascistPolicy && g.President == s.Peek.Seat
	}
	return aimed && g.card(g.Enacted) == fascistPolicy
}

func (s *state) checkPrompts() must {
	valid := s.Prompt > 0 && s.Prompt <= s.Issued && s.Issued < 1<<31
	for k, id := range s.Claims {
		if id == 0 {
			continue
		}
		if s.ClaimsOf < 0 || int(s.ClaimsOf) >= len(s.Rounds) {
			return must{{false, "claims"}}
		}
		g := &s.Rounds[s.ClaimsOf]
		valid = valid && s.Rules.Claims && id <= s.Issued && id != s.Prompt && id != s.Claims[(k+1)%len(s.Claims)] && s.Phase != phaseOver &&
			(g.Result == enacted || g.Result == vetoed) && g.Claims[k] == 0 && s.Alive.Has(s.claimant(claimKind(k))) &&
			(claimKind(k) != claimParty || g.Power == investigate)
	}
	for i, what := range s.Said {
		seat := games.Seat(i)
		said := what == saidNothing
		switch {
		case !s.Alive.Has(seat) || s.Awaited.Has(seat):
		case s.Phase == phaseVote:
			said = what == saidNein || what == saidJa
		case s.Phase == phaseNight:
			said = what == saidReady
		}
		valid = valid && (said || s.Phase == phaseOver && what < saidKinds)
	}
	return must{
		{valid, "prompts"},
		{s.Awaited&^s.Alive == 0 && (s.Awaited == 0) == (s.Phase == phaseOver), "who is awaited"},
	}
}

// checkPhase: the present round has come as far as the phase says.
func (s *state) checkPhase() must {
	if s.Phase == phaseNight || s.Phase == phaseOver {
		return must{{s.Phase == phaseOver || len(s.Rounds) == 0, "night"}}
	}
	if len(s.Rounds) == 0 {
		return must{{false, "rounds"}}
	}
	g := s.now()
	session, open := g.Drawn[0] != noPolicy, g.Result == noResult
	president := s.Awaited == games.SeatsOf(g.President)
	chancellor := s.Awaited == games.SeatsOf(g.Chancellor)
	deck := s.DeckN >= 3
	holds := false
	switch s.Phase {
	case phaseNominate:
		holds = president && g.Chancellor == games.Nobody && open && deck
	case phaseVote:
		holds = s.Alive.Has(g.President) && s.Alive.Has(g.Chancellor) && open && !session && deck && g.Voters == 0
	case phaseDiscard:
		holds = president && open && session && g.Thrown == 0
	case phaseEnact:
		holds = chancellor && open && g.Thrown != 0 && (g.Veto == noVeto || g.Veto == vetoRefused && s.vetoPower())
	case phaseVeto:
		holds = president && open && g.Thrown != 0 && g.Veto == vetoAsked && s.vetoPower()
	default:
		n := s.InForce[fascistPolicy]
		holds = president && deck && g.card(g.Enacted) == fascistPolicy && g.Power == noPower && n > 0 &&
			track(s.Count)[n-1] == powerOf(s.Phase) && (s.Phase != phaseInvestigate || s.Alive.Without(g.President)&^s.investigated() != 0) &&
			(s.Phase != phasePeek || s.Peek.Seat == games.Nobody)
	}
	return must{{holds, "round"}}
}
