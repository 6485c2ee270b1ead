package machiavelli

import "kumpas/games"

// version of the encoded state.
const version = 1

const maxSeats = 4

// state is one moment of a game: plain data without pointers, so that a copy is a snapshot.
// Its fields are exported for the encoding alone.
type state struct {
	Rules   rules
	Count   int8           // seats
	Players [maxSeats]int8 // who sits where
	Stream  games.Stream

	Hands  [maxSeats]hand
	Stock  pile
	Table  table
	ByRank games.Seats // who sorts his hand by rank; display only
	Opened games.Seats // who has played
	Left   games.Seats // who has left; their hands are set aside (R9.6)

	First  games.Seat
	Active games.Seat
	Turn   int32       // counted from 1
	Passed games.Seats // in succession (R6.2)
	Last   last
	End    ending
}

// last is the turn before.
type last struct {
	Turn   int32
	Seat   games.Seat
	What   deed
	Played hand   // from the hand
	Broken table  // the melds that are no more
	New    uint64 // which melds of the table were not there before
	Drawn  int8
	Absent bool
}

// deed is what a player did with his turn (R4.1).
type deed uint8

const (
	noDeed deed = iota // he left
	played
	drew
	passed
	deeds
)

var deedNames = [deeds]string{"", Play, Draw, Pass}

// ending is how the game ended.
type ending uint8

const (
	playing ending = iota
	byOut          // R6.1
	byCount        // R6.2
	byLast         // R9.6
	byVoid
	endings
)

var endingRules = [endings]string{byOut: "R6.1", byCount: "R6.3", byLast: "R9.6"}

// The ids of the prompts. There is one turn prompt for each turn, and one for the order of hands for the whole game.
const orderID games.PromptID = 1

func (s *state) turnID() games.PromptID { return games.PromptID(s.Turn) + orderID }

func (s *state) seats() games.Seats { return games.FirstSeats(int(s.Count)) }

// present are the seats that have not left.
func (s *state) present() games.Seats { return s.seats() &^ s.Left }

// next is the next seat after from, clockwise (R2.3).
func (s *state) next(from games.Seat) games.Seat {
	for i := games.Seat(1); ; i++ {
		if seat := (from + i) % games.Seat(s.Count); !s.Left.Has(seat) {
			return seat
		}
	}
}

// blocked reports whether everybody who is left has passed in succession (R6.2, R9.6).
func (s *state) blocked() bool { return s.present()&^s.Passed == 0 }

// opening is how many points seat's play must have because it is his first (option opening_points), 0 if there is no such duty.
func (s *state) opening(seat games.Seat) int {
	if s.Opened.Has(seat) {
		return 0
	}
	return int(s.Rules.Opening)
}

// Seating gives the player of each seat.
func (s *state) Seating() []int {
	players := make([]int, s.Count)
	for i := range players {
		players[i] = int(s.Players[i])
	}
	return players
}

// best are the seats whose hands count least of those who are left (R6.3); an empty hand counts nothing.
func (s *state) best() (best games.Seats) {
	least := 0
	for seat := range s.present().All() {
		switch points := s.Hands[seat].points(); {
		case best == 0 || points < least:
			best, least = games.SeatsOf(seat), points
		case points == least:
			best = best.With(seat)
		}
	}
	return best
}

// Living returns the seats that are still in the game.
func (s *state) Living() games.Seats { return s.present() }

// Outcome is how the game ended (R6.1, R6.3, R9.6).
func (s *state) Outcome() *games.Outcome {
	if s.End == playing {
		return nil
	}
	o := &games.Outcome{Rule: endingRules[s.End], Seats: make([]games.Standing, s.Count)}
	best, top := s.best(), games.Won
	switch s.End {
	case byOut:
		o.Why = WhyOut
	case byLast:
		o.Why, best = WhyLast, s.present()
	case byVoid:
		o.Why, best = WhyVoid, 0
	default:
		if o.Why = WhyCount; best.Count() > 1 {
			o.Why, top = WhyTied, games.Drew
		}
		o.Points = make([]int, s.Count)
	}
	for i := range o.Seats {
		seat := games.Seat(i)
		switch {
		case s.End == byVoid:
			o.Seats[i] = games.None
		case s.Left.Has(seat):
			o.Seats[i] = games.Left
		case best.Has(seat):
			o.Seats[i] = top
		default:
			o.Seats[i] = games.Lost
		}
		if o.Points != nil && !s.Left.Has(seat) {
			o.Points[i] = s.Hands[seat].points()
		}
	}
	if top == games.Won {
		o.Winners = best
	}
	return o
}

// Encode writes the state.
func (s *state) Encode() []byte { return games.Encode(version, s) }
