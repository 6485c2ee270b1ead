package secrethitler

import (
	"math/bits"

	"kumpas/games"
)

// belief holds for each seat how likely it is fascist, and how likely it is Hitler.
type belief struct{ fascist, hitler [maxSeats]float64 }

// evidence is one thing that speaks for or against two seats: its likelihood by whether the first and the second are fascist.
type evidence struct {
	a, b games.Seat
	odds [4]float64 // neither, b, a, both
}

// How the computer thinks that Fascists play; Liberals play for their side and tell the truth.
const (
	throwsLiberal  = 0.65 // of a President with a choice
	enactsFascist  = 0.65 // of a Chancellor with a choice
	claimsAsPassed = 0.75 // a President claims that he had to pass what he passed
	accuses        = 0.5  // an investigator claims that a Liberal is fascist
	slip           = 0.03 // people err
	fib            = 0.15 // of a Liberal's claim: people test each other
)

// believe weighs all ways in which the roles can be dealt by what has happened. A Hitler is thought to play as a Liberal
// would. What me alone knows counts if me is not Nobody.
func believe(v *View, me games.Seat) belief {
	var b belief
	all, k := weigh(v, me), certain(v, me)
	total := 0.0
	for set := range games.Seats(1) << len(v.Seats) {
		hitlers := k.hitler &^ set
		if bits.OnesCount16(uint16(set)) != v.Rules.Fascists || set&^k.fascist != 0 || hitlers == 0 {
			continue
		}
		p := 1.0
		for i := range all {
			e := &all[i]
			at := 0
			if set.Has(e.a) {
				at = 2
			}
			if set.Has(e.b) {
				at++
			}
			p *= e.odds[at]
		}
		for seat := range hitlers.All() {
			if (set.With(seat))&k.evil != k.evil {
				continue
			}
			total += p
			b.hitler[seat] += p
			for other := range set.With(seat).All() {
				b.fascist[other] += p
			}
		}
	}
	if total > 0 {
		for i := range b.fascist {
			b.fascist[i] /= total
			b.hitler[i] /= total
		}
	}
	return b
}

// risk is how likely it is that a Chancellor candidate is Hitler when a President among n others has nominated him and that
// would win: a Fascist nominates his Hitler then.
func (b *belief) risk(president, chancellor games.Seat, n float64) float64 {
	h, f := b.hitler[chancellor], b.fascist[president]
	ifHitler := h * (f*0.7 + (1-f)/n)
	ifNot := (1 - h) * (f*0.3 + (1 - f)) / n
	return ifHitler / (ifHitler + ifNot)
}

// known is what is known for certain: who may be a Fascist, who may be Hitler, and who is one of them.
type known struct{ fascist, hitler, evil games.Seats }

func certain(v *View, me games.Seat) (k known) {
	for i, w := range v.Seats {
		seat := games.Seat(i)
		role, party := w.Role, w.Party
		if me == games.Nobody {
			role, party = "", ""
		}
		if role == Fascist || role == "" && party != PartyLiberal {
			k.fascist = k.fascist.With(seat)
		}
		if role == Hitler || role == "" && party != PartyLiberal && w.Alive && !w.NotHitler {
			k.hitler = k.hitler.With(seat)
		}
		if party == PartyFascist {
			k.evil = k.evil.With(seat)
		}
	}
	return k
}

// weigh lists the evidence of all rounds.
func weigh(v *View, me games.Seat) []evidence {
	all := make([]evidence, 0, 3*len(v.Governments))
	inForce := [policyKinds]int{}
	for i := range v.Governments {
		g := &v.Governments[i]
		if g.Result == ResultEnacted {
			all = append(all, session(g, me, inForce))
			all = weighVotes(all, g)
		}
		if g.ClaimParty != "" && g.President != me {
			all = append(all, accusation(g))
		}
		for _, c := range []string{g.Policy, g.Chaos} {
			switch c {
			case PolicyLiberal:
				inForce[liberalPolicy]++
			case PolicyFascist:
				inForce[fascistPolicy]++
			}
		}
	}
	return all
}

// weighVotes: Fascists are a little more often for governments that enact fascist policies.
func weighVotes(all []evidence, g *GovernmentView) []evidence {
	if g.Policy != PolicyFascist {
		return all
	}
	for seat := range g.Voters.Without(g.President).Without(g.Chancellor).All() {
		odds := 0.85
		if g.Ja.Has(seat) {
			odds = 1.08
		}
		all = append(all, evidence{seat, games.Nobody, [4]float64{1, 1, odds, odds}})
	}
	return all
}

// accusation weighs what an investigator claims.
func accusation(g *GovernmentView) evidence {
	e := evidence{a: g.President, b: g.Target, odds: [4]float64{fib, 1 - fib, accuses, fib}}
	if g.ClaimParty == PartyLiberal {
		e.odds = [4]float64{1 - fib, fib, 1 - accuses, 1 - fib}
	}
	return e
}

// session weighs what a government enacted and what its members claim, over all that they may have drawn.
func session(g *GovernmentView, me games.Seat, inForce [policyKinds]int) evidence {
	e := evidence{a: g.President, b: g.Chancellor}
	known, got := -1, -1 // liberal ones that me saw
	if me != games.Nobody && me == g.President {
		known, got = liberals(g.Drawn), liberals(g.Passed)
	} else if me != games.Nobody && me == g.Chancellor {
		got = liberals(g.Passed)
	}
	for drawn := range 4 {
		p := chanceOf(drawn, copies[liberalPolicy]-inForce[liberalPolicy], copies[fascistPolicy]-inForce[fascistPolicy])
		if p == 0 || known >= 0 && drawn != known {
			continue
		}
		for thrown := range 2 { // liberal ones
			passed := drawn - thrown
			if passed < 0 || passed > 2 || got >= 0 && passed != got {
				continue
			}
			for at := range e.odds {
				q := p * throws(thrown, drawn, at&2 != 0) * enacts(g.Policy == PolicyLiberal, passed, at&1 != 0)
				if g.ClaimDrawn != "" {
					q *= claimsDrawn(liberalsIn(g.ClaimDrawn), drawn, passed, at&2 != 0)
				}
				if g.ClaimGot != "" {
					q *= claimsGot(liberalsIn(g.ClaimGot), passed, g.Policy == PolicyLiberal, at&1 != 0)
				}
				e.odds[at] += q
			}
		}
	}
	return e
}

// chanceOf is how likely three cards hold so many liberal ones, of l liberal and f fascist cards that are not in force.
func chanceOf(liberal, l, f int) float64 {
	n := l + f
	ways := [4]float64{1, 3, 3, 1}
	p := ways[liberal]
	for i := range 3 {
		if i < liberal {
			p *= float64(max(l-i, 0))
		} else {
			p *= float64(max(f-(i-liberal), 0))
		}
		p /= float64(n - i)
	}
	return p
}

// throws is how likely a President throws away so many liberal ones (0 or 1) of three with drawn liberal ones.
func throws(thrown, drawn int, fascist bool) float64 {
	liberal := 0.0 // throws a liberal one
	switch {
	case drawn == 3:
		liberal = 1
	case fascist && drawn > 0:
		liberal = throwsLiberal
	case drawn > 0:
		liberal = slip
	}
	if thrown == 1 {
		return liberal
	}
	return 1 - liberal
}

// enacts is how likely a Chancellor with so many liberal ones enacts such a policy.
func enacts(liberal bool, passed int, fascist bool) float64 {
	p := 0.0 // enacts a liberal one
	switch {
	case passed == 2:
		p = 1
	case passed == 1 && fascist:
		p = 1 - enactsFascist
	case passed == 1:
		p = 1 - slip
	}
	if liberal {
		return p
	}
	return 1 - p
}

// claimsDrawn is how likely a President claims so many liberal ones.
func claimsDrawn(claimed, drawn, passed int, fascist bool) float64 {
	switch {
	case !fascist && claimed == drawn:
		return 1 - fib
	case !fascist:
		return fib
	case claimed == passed:
		return claimsAsPassed
	}
	return (1 - claimsAsPassed) / 3
}

// claimsGot is how likely a Chancellor claims so many liberal ones.
func claimsGot(claimed, passed int, enacted, fascist bool) float64 {
	if fascist && !enacted {
		passed = 0
	}
	if claimed == passed {
		return 1 - fib
	}
	return fib
}

// liberalsIn counts the liberal ones of a claim.
func liberalsIn(claim string) (n int) {
	for _, c := range claim {
		if c == 'l' {
			n++
		}
	}
	return n
}
