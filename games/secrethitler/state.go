package secrethitler

import "kumpas/games"

// version of the encoded state.
const version = 1

const (
	maxSeats = games.MaxSeats
	maxCards = 17
)

// state is one moment of a game: plain data whose one slice is never written to, so that a copy is a snapshot.
// Its fields are exported for the encoding alone.
type state struct {
	Rules   rules
	Count   int8           // seats
	Players [maxSeats]int8 // who sits where
	Stream  games.Stream

	// The awaited prompt, and the number of prompts so far.
	Phase   phase
	Prompt  games.PromptID
	Issued  games.PromptID
	Awaited games.Seats
	Said    [maxSeats]said

	Roles   [maxSeats]role
	Alive   games.Seats
	Left    games.Seats // left the game alive
	Gone    games.Seats // left at all
	Cleared games.Seats // everybody knows that they are not Hitler

	Deck     [maxCards]policy // its top is at the end
	DeckN    int8
	Shuffles int16 // how often the deck was made anew
	InForce  [policyKinds]int8
	Tracker  int8

	// Rounds are all governments, the present one last.
	Rounds []government
	// Regular is the last candidate by the order of seats; the order goes on behind him (R3.1, R3.2).
	Regular games.Seat
	// LastPresident and LastChancellor are limited (R3.4); Nobody before the first government and after chaos.
	LastPresident, LastChancellor games.Seat
	Peek                          peeked
	// Claims holds the ids of the open prompts for claims about the round at ClaimsOf; 0 if it is not open.
	Claims   [claimKinds]games.PromptID
	ClaimsOf int16

	Ending ending
}

// peeked is what was seen by Policy Peek, of which there is one in a game at most.
type peeked struct {
	Seat  games.Seat // Nobody before
	Cards [3]policy  // the topmost first
	Left  int8       // how many of them still lie on top of the deck: the last ones
}

// said is what a seat has answered to the awaited prompt.
type said uint8

const (
	saidNothing said = iota
	saidNein
	saidJa
	saidReady
	saidKinds
)

// ending is how the game ended.
type ending uint8

const (
	noEnding ending = iota
	endLiberalPolicies
	endHitlerExecuted
	endFascistPolicies
	endHitlerElected
	endVoid      // ended by the table
	endDeparture // void by R10.5
	endingKinds
)

var endings = [endingKinds]struct{ why, rule, party string }{
	endLiberalPolicies: {WhyLiberalPolicies, "R7.1", PartyLiberal},
	endHitlerExecuted:  {WhyHitlerExecuted, "R7.1", PartyLiberal},
	endFascistPolicies: {WhyFascistPolicies, "R7.2", PartyFascist},
	endHitlerElected:   {WhyHitlerElected, "R3.11", PartyFascist},
	endVoid:            {WhyVoid, "", ""},
	endDeparture:       {WhyVoid, "R10.5", ""},
}

func (s *state) seats() games.Seats { return games.FirstSeats(int(s.Count)) }

// next is the next living seat after from (R2.3).
func (s *state) next(from games.Seat) games.Seat {
	for i := games.Seat(1); i <= games.Seat(s.Count); i++ {
		if seat := (from + i) % games.Seat(s.Count); s.Alive.Has(seat) {
			return seat
		}
	}
	return games.Nobody
}

// now is the present round, for reading.
func (s *state) now() *government { return &s.Rounds[len(s.Rounds)-1] }

// vetoPower reports whether vetoes are possible (R5.8).
func (s *state) vetoPower() bool { return s.InForce[fascistPolicy] >= 5 }

// hitlerZone reports whether a Hitler elected Chancellor wins (R3.11).
func (s *state) hitlerZone() bool { return s.InForce[fascistPolicy] >= 3 }

// Seating gives the player of each seat.
func (s *state) Seating() []int {
	players := make([]int, s.Count)
	for i := range players {
		players[i] = int(s.Players[i])
	}
	return players
}

// Living returns the seats that are still in the game.
func (s *state) Living() games.Seats { return s.Alive }

// Outcome is how the game ended (R7).
func (s *state) Outcome() *games.Outcome {
	if s.Phase != phaseOver {
		return nil
	}
	end := endings[s.Ending]
	o := &games.Outcome{Why: end.why, Rule: end.rule, Seats: make([]games.Standing, s.Count)}
	for i := range o.Seats {
		seat := games.Seat(i)
		switch {
		case end.party == "":
			o.Seats[i] = games.None
		case s.Left.Has(seat):
			o.Seats[i] = games.Left
		case s.Roles[i].party() == end.party:
			o.Seats[i] = games.Won
			o.Winners = o.Winners.With(seat)
		default:
			o.Seats[i] = games.Lost
		}
	}
	return o
}

// Encode writes the state.
func (s *state) Encode() []byte { return games.Encode(version, s) }
