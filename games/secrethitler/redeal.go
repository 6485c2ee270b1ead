package secrethitler

import (
	"fmt"
	"slices"

	"kumpas/games"
)

// Redeal draws anew all that the viewer cannot know (section 8). For tests.
func (g *game) Redeal(of games.State, viewer games.Seat, rng games.Rand) games.State {
	next := *of.(*state)
	s := &next
	s.Rounds = slices.Clone(s.Rounds)
	var seed [32]byte
	for i := range seed {
		seed[i] = byte(rng.UintN(256))
	}
	s.Stream = games.NewStream(seed)
	s.redealRoles(viewer, rng)
	for shuffle := range s.Shuffles + 1 {
		hidden := s.hiddenCards(viewer, shuffle)
		rng.Shuffle(len(hidden), func(i, j int) { *hidden[i], *hidden[j] = *hidden[j], *hidden[i] })
	}
	for i := range s.Rounds {
		s.replay(&s.Rounds[i], viewer, rng)
	}
	if s.Phase == phaseVote {
		for seat := range s.Alive.Without(viewer).All() {
			if s.Said[seat] != saidNothing {
				s.Said[seat] = saidNein + said(rng.IntN(2))
			}
		}
	}
	return s
}

// redealRoles deals the roles anew that the viewer does not know, so that what he knows of them stays true.
func (s *state) redealRoles(viewer games.Seat, rng games.Rand) {
	var unknown []games.Seat
	for seat := range s.seats().All() {
		if !s.knowsRole(viewer, seat) {
			unknown = append(unknown, seat)
		}
	}
	was := s.Roles
	for range 200 {
		rng.Shuffle(len(unknown), func(i, j int) {
			a, b := unknown[i], unknown[j]
			s.Roles[a], s.Roles[b] = s.Roles[b], s.Roles[a]
		})
		if s.fits(viewer, &was) {
			return
		}
	}
	s.Roles = was
}

// knowsRole reports whether viewer knows the role of seat (R2.4): those to whom anyone was named know by it who is liberal.
func (s *state) knowsRole(viewer, seat games.Seat) bool {
	return viewer != games.Nobody && (seat == viewer || s.allies(viewer) != 0)
}

// fits reports whether the roles agree with what everybody knows and with what viewer has seen.
func (s *state) fits(viewer games.Seat, was *[maxSeats]role) bool {
	for seat := range s.seats().All() {
		if s.Cleared.Has(seat) && s.Roles[seat] == hitler || s.sawParty(viewer, seat) && s.Roles[seat].party() != was[seat].party() {
			return false
		}
	}
	return true
}

// sawParty reports whether viewer has investigated seat.
func (s *state) sawParty(viewer, seat games.Seat) bool {
	return slices.ContainsFunc(s.Rounds, func(g government) bool {
		return g.Power == investigate && g.President == viewer && g.Target == seat
	})
}

// hiddenCards are the places of the cards of one deck that viewer does not know: thrown away, in a hand or still in the
// deck. The enacted one of a session is not among them.
func (s *state) hiddenCards(viewer games.Seat, shuffle int16) (places []*policy) {
	for i := range s.Rounds {
		g := &s.Rounds[i]
		if g.Shuffle != shuffle || g.Drawn[0] == noPolicy || viewer == g.President && viewer != games.Nobody {
			continue
		}
		for i := range g.Drawn {
			p := place(i + 1)
			known := p == g.Enacted || viewer == s.Peek.Seat && i < int(g.Peeked) && viewer != games.Nobody
			if viewer == g.Chancellor && viewer != games.Nobody && g.Thrown != 0 {
				known = known || p != g.Thrown
			}
			if !known {
				places = append(places, &g.Drawn[i])
			}
		}
	}
	if shuffle == s.Shuffles {
		deck := s.Deck[:s.DeckN]
		if viewer == s.Peek.Seat && viewer != games.Nobody {
			deck = deck[:len(deck)-int(s.Peek.Left)]
		}
		for i := range deck {
			places = append(places, &deck[i])
		}
	}
	return places
}

// replay lets a government play its cards in another way that looks the same to viewer: another card of the kind that was
// enacted, another discard, another order.
func (s *state) replay(g *government, viewer games.Seat, rng games.Rand) {
	switch {
	case g.Thrown == 0 || viewer == g.Chancellor && viewer != games.Nobody:
		return
	case viewer != g.President || viewer == games.Nobody:
		c := g.card(g.Enacted)
		order := rng.Perm(len(g.Drawn))
		if c != noPolicy {
			first := slices.IndexFunc(order, func(i int) bool { return g.Drawn[i] == c })
			order[0], order[first] = order[first], order[0]
			g.Enacted = place(order[0] + 1)
		}
		g.Passed, g.Thrown = [2]place{place(order[0] + 1), place(order[1] + 1)}, place(order[2]+1)
	}
	if rng.IntN(2) == 0 {
		g.Passed[0], g.Passed[1] = g.Passed[1], g.Passed[0]
	}
}

// Hidden names what the viewer may not know, with its present value. For tests.
func (g *game) Hidden(of games.State, viewer games.Seat) map[string]string {
	s := of.(*state)
	items := map[string]string{}
	if s.Phase == phaseOver {
		return items
	}
	add := func(name string, value any) { items[name] += fmt.Sprint(value, " ") }
	stream, _ := s.Stream.MarshalText()
	items["stream"] = string(stream)
	peeker := viewer == s.Peek.Seat && viewer != games.Nobody
	for i, c := range s.Deck[:s.DeckN] {
		if !peeker || i < int(s.DeckN-s.Peek.Left) {
			add("deck", c)
		}
	}
	for seat := range s.seats().Without(viewer).All() {
		if !s.knowsRole(viewer, seat) {
			add("roles", s.Roles[seat])
			if s.Cleared.Has(seat) && !s.Alive.Has(seat) && !s.sawParty(viewer, seat) {
				add("role of the executed", s.Roles[seat])
			}
			if s.investigated().Has(seat) && !s.sawParty(viewer, seat) {
				add("result of an investigation", s.Roles[seat].party())
			}
		}
		if s.Phase == phaseVote && s.Said[seat] != saidNothing {
			add("votes", s.Said[seat])
		}
	}
	for i := range s.Rounds {
		r := &s.Rounds[i]
		handled := viewer != games.Nobody && (viewer == r.President || viewer == r.Chancellor && r.Thrown != 0)
		two := r.passed()
		switch {
		case r.Drawn[0] == noPolicy:
		case !handled && r.Thrown == 0:
			add("the President's three policies", r.Drawn)
		case !handled && i == len(s.Rounds)-1 && r.Result == noResult:
			add("the Chancellor's two policies", two)
		case !handled:
			add("discards", r.card(r.Thrown))
		case viewer == r.President && r.Thrown != 0 && r.Result == noResult && two[0] != two[1]:
			add("order of the Chancellor's two", two)
		case viewer == r.Chancellor && !(peeker && r.Peeked > 0):
			add("the President's discard", r.card(r.Thrown))
		}
	}
	return items
}

// Ledger counts the policies of each kind (R1.4) and the roles. For tests.
func (g *game) Ledger(of games.State) map[string]int {
	s := of.(*state)
	sums := map[string]int{}
	for c, n := range s.tally() {
		if policy(c) != noPolicy {
			sums[policy(c).String()] = n
		}
	}
	for seat := range s.seats().All() {
		sums[s.Roles[seat].String()]++
	}
	return sums
}

// tally counts all policies: in the deck, in the discard pile, in force and in a hand (R1.4).
func (s *state) tally() (count [policyKinds]int) {
	for _, c := range s.Deck[:s.DeckN] {
		count[c]++
	}
	pile := s.discards()
	for c := liberalPolicy; c < policyKinds; c++ {
		count[c] += int(pile[c] + s.InForce[c])
	}
	if s.inHand() {
		g := s.now()
		for i, c := range g.Drawn {
			if place(i+1) != g.Thrown {
				count[c]++
			}
		}
	}
	return count
}

// inHand reports whether a session holds policies that are neither enacted nor discarded.
func (s *state) inHand() bool {
	if len(s.Rounds) == 0 {
		return false
	}
	g := s.now()
	return g.Drawn[0] != noPolicy && g.Result == noResult
}
