package noir

import (
	"math/bits"

	"kumpas/games"
)

// version of the encoded state.
const version = 1

const (
	maxSeats      = 6
	gangsterSlots = 36
	businessSlots = 28
	deckSize      = 83
)

// state is one moment of a game: plain data without pointers, so that a copy is a snapshot.
// Its fields are exported for the encoding alone.
type state struct {
	Rules   rules
	Count   int8           // seats
	Players [maxSeats]int8 // who sits where
	Stream  games.Stream

	// What the game waits for. The turn's prompt stays, held, while a window is open; the id of reactions stays until
	// one is played. An id that is 0 is not given out.
	Phase    phase
	TurnID   games.PromptID
	ReactID  games.PromptID
	WindowID games.PromptID // of a window, or of a boss to choose
	LastID   games.PromptID // the last one given out
	Awaited  games.Seats
	Said     [maxSeats]said
	// Closed are the prompts that the last answer closed, ClosedBy whose it was.
	Closed   [2]games.PromptID
	ClosedBy games.Seat

	Alive games.Seats
	Left  games.Seats // left the game, alive
	Gone  games.Seats // left at all
	Seats [maxSeats]player

	Gangsters  [gangsterSlots]gangster
	Businesses [businessSlots]business
	Serial     int32 // of the card that came to the table last
	NextG      int8  // where the search for a free slot begins, so that ids return late
	NextB      int8

	Deck         [deckSize]card // its top is at the end
	DeckN        int8
	Pile         stack
	Removed      stack
	Bank         int16
	RemovedMoney int16

	Active    games.Seat // Nobody before the first turn
	Turn      int32      // turns begun
	Round     int32
	Step      stage
	Relocated bool
	Opened    [2]bool // a business, a gangster that costs anything, in this turn (R12.4)

	Fight     fight
	Shot      shot
	Police    games.Seat // who plays a Police that waits for its Bribe, Nobody if there is none
	Table     pokerTable
	Countdown countdown
	End       ending
}

// player is what a seat has beside the table.
type player struct {
	Purse    int16
	Hand     stack
	Boss     boss
	Trophies int8
	Front    int8 // the slot of the business before the hideout, plus one; 0 if it stands alone
}

// gangster is a gangster on the table; a slot without power is free.
type gangster struct {
	Power  int8       `json:",omitzero"`
	Owner  games.Seat `json:",omitzero"`
	Host   place      `json:",omitzero"`
	Hidden bool       `json:",omitzero"`
	Since  int32      `json:",omitzero"` // orders by time on the table
}

// business is a business on the table; a slot without kind is free.
type business struct {
	Kind  card       `json:",omitzero"`
	Owner games.Seat `json:",omitzero"`
	Since int32      `json:",omitzero"`
}

// gang is a set of gangsters by slot.
type gang uint64

func (g gang) has(i int) bool     { return g>>i&1 == 1 }
func (g gang) with(i int) gang    { return g | 1<<i }
func (g gang) count() int         { return bits.OnesCount64(uint64(g)) }
func (g gang) without(i int) gang { return g &^ (1 << i) }

// fight is a declared attack; without attackers there is none.
type fight struct {
	Attackers gang
	Target    place
	Out       gang // turned in its window: they fight for nobody (R6.4)
}

// shot is a Drive-By that waits for its die; By is Nobody if there is none.
type shot struct {
	By     games.Seat
	Target place
}

// pokerTable is a Poker Night that waits for those who join; Host is Nobody if there is none.
type pokerTable struct {
	Host  games.Seat
	Stake int16
}

// cause is why the countdown runs.
type cause uint8

const (
	noCause cause = iota
	causeHideout
	causeBank
	causeThird
	causeKinds
)

var causeNames = [causeKinds]string{"", CauseHideout, CauseBank, CauseThird}

// countdown is the countdown (R9).
type countdown struct {
	Cause  cause
	Tokens int8
	Marker games.Seat // Nobody before it runs, and with countdown_unit=turn
	Turn   int32      // in which it started
}

// ending is how the game ended.
type ending struct {
	Why     why
	Winners games.Seats
}

// why is the way in which a game ends.
type why uint8

const (
	notOver why = iota
	byConquest
	byMoney
	byCountdown
	byLast
	byVoid
	whyKinds
)

var endings = [whyKinds]struct{ name, rule string }{
	byConquest:  {WhyConquest, "R10.1"},
	byMoney:     {WhyMoney, "R10.2"},
	byCountdown: {WhyCountdown, "R10.3"},
	byLast:      {WhyLast, "R10.4"},
	byVoid:      {WhyVoid, ""},
}

// stage is a phase of the turn (R4.2); those before it are over.
type stage uint8

const (
	noStage stage = iota
	stageMove
	stageAttack
	stageOpen
	stageRelocate
	stageDiscard
	stageDraw
	stages
)

var stageNames = [stages]string{"", Move, Attack, Open, Relocate, Discard, End}

// said is what a seat has answered to the present window, as far as it is kept.
type said uint8

const (
	saidNothing said = iota
	saidPass
	saidPlayPass // pass, after a look at the cards
	saidJoin
	saidOut
	saidKinds
)

func (s *state) seats() games.Seats { return games.FirstSeats(int(s.Count)) }

// next is the next living seat after from, clockwise.
func (s *state) next(from games.Seat) games.Seat {
	for i := games.Seat(1); i <= games.Seat(s.Count); i++ {
		if seat := (from + i) % games.Seat(s.Count); s.Alive.Has(seat) {
			return seat
		}
	}
	return games.Nobody
}

// team numbers the team of a seat from 1; without teams it is 0. Team-mates sit apart (R12.3.1).
func (s *state) team(seat games.Seat) int8 {
	if s.Rules.Teams == 0 {
		return 0
	}
	return int8(seat)%s.Rules.Teams + 1
}

// rivals reports whether other is a living rival of seat (R12.3.2).
func (s *state) rivals(seat, other games.Seat) bool {
	return seat != other && s.Alive.Has(other) && (s.Rules.Teams == 0 || s.team(seat) != s.team(other))
}

// total is all money M.
func (s *state) total() int16 { return totalMoney[s.Count] }

// firstRound reports whether R4.1 still holds.
func (s *state) firstRound() bool { return s.Round <= 1 }

func (s *state) boss(seat games.Seat) *bossRow { return &bosses[s.Seats[seat].Boss] }

// holders are the living players but one who have cards in hand: those whom a window waits for (R7.7).
func (s *state) holders(but games.Seat) (set games.Seats) {
	for seat := range s.Alive.Without(but).All() {
		if s.Seats[seat].Hand.total() > 0 {
			set = set.With(seat)
		}
	}
	return set
}

// Seating gives the player of each seat.
func (s *state) Seating() []int {
	players := make([]int, s.Count)
	for i := range players {
		players[i] = int(s.Players[i])
	}
	return players
}

// Encode writes the state.
func (s *state) Encode() []byte { return games.Encode(version, s) }
