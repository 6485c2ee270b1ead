package secrethitler

import "kumpas/games"

// government is one round of elections and all that came of it: the public, the hidden and what was claimed.
type government struct {
	President, Chancellor games.Seat // Chancellor is Nobody before the nomination
	Special               bool       // the President was called (R6.4)
	Voters, Ja            games.Seats
	Result                result
	Cleared               bool // its Chancellor was announced not to be Hitler (R3.11)

	Shuffle int16     // the deck of the session, as in state.Shuffles
	Drawn   [3]policy // in the order of the deck; noPolicy before the session
	Peeked  int8      // so many of Drawn, the first ones, had been seen by Policy Peek
	Thrown  place     // the President's discard
	Passed  [2]place  // in the order in which the Chancellor sees them
	Enacted place
	Veto    veto
	Chaos   policy // what came from the top of the deck after the round (R4.1)

	Power  power // that was used
	Target games.Seat
	Claims [claimKinds]claim
}

// place is the number of a card among the drawn, counted from 1; 0 is none.
type place int8

// result is what came of a round.
type result uint8

const (
	noResult result = iota
	rejected
	noRound
	enacted
	vetoed
	hitlerElected
	resultKinds
)

var resultNames = [resultKinds]string{"", ResultRejected, ResultNoRound, ResultEnacted, ResultVeto, ResultHitler}

// veto is how far a veto has come in a session (R5.8).
type veto uint8

const (
	noVeto veto = iota
	vetoAsked
	vetoRefused
	vetoAgreed
	vetoKinds
)

func newGovernment(president games.Seat, special bool) government {
	return government{President: president, Chancellor: games.Nobody, Special: special, Target: games.Nobody}
}

// elected reports whether the pair took office.
func (g *government) elected() bool { return g.Drawn[0] != noPolicy || g.Result == hitlerElected }

// card is the drawn card at a place.
func (g *government) card(p place) policy {
	if p == 0 {
		return noPolicy
	}
	return g.Drawn[p-1]
}

// passed are the Chancellor's cards as he sees them.
func (g *government) passed() [2]policy {
	return [2]policy{g.card(g.Passed[0]), g.card(g.Passed[1])}
}

// discarded calls see with each card of the session that has gone to the discard pile.
func (g *government) discarded(see func(policy)) {
	for i, c := range g.Drawn {
		p := place(i + 1)
		if c != noPolicy && (p == g.Thrown || g.Result == vetoed || g.Result == enacted && p != g.Enacted) {
			see(c)
		}
	}
}

// discards counts the discard pile: what the sessions since the last shuffle have put there.
func (s *state) discards() (pile [policyKinds]int8) {
	for i := range s.Rounds {
		if g := &s.Rounds[i]; g.Shuffle == s.Shuffles {
			g.discarded(func(c policy) { pile[c]++ })
		}
	}
	return pile
}

// investigated are the players whose party somebody has looked at (R6.3).
func (s *state) investigated() (seats games.Seats) {
	for i := range s.Rounds {
		if g := &s.Rounds[i]; g.Power == investigate {
			seats = seats.With(g.Target)
		}
	}
	return seats
}
