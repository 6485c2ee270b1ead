package entrika

import "kumpas/games"

// version of the encoded state.
const version = 1

const (
	maxSeats = 8
	maxCards = 20
)

// state is one moment of a game: plain data without pointers, so that a copy is a snapshot.
// Its fields are exported for the encoding alone.
type state struct {
	Rules   rules
	Count   int8           // seats
	Players [maxSeats]int8 // who sits where
	Stream  games.Stream

	// The one prompt. The prompt before it is Prompt-1, closed by the answer of ClosedBy.
	Phase    phase
	Prompt   games.PromptID
	Awaited  games.Seats
	Said     [maxSeats]said
	ClosedBy games.Seat

	Alive games.Seats
	Left  games.Seats // left the game alive
	Gone  games.Seats // left at all
	Seats [maxSeats]player
	Deck  [maxCards]character // its top is at the end
	DeckN int8
	Sets  [2][5]character // of two players: what is left of their sets is out of play (R2.5)
	Pool  int32
	Bank  int32 // what the treasury took in less what it paid out

	Starter  games.Seat // Nobody until he is known
	Active   games.Seat // Nobody during the set-up
	Turn     int32
	MustCoup bool
	Hit      games.Seats // who has lost a supporter in this turn

	Act     act
	Dispute dispute
	Loss    loss
	Drawn   [2]character // for the exchange
	Manip   manip
	Estate  estate
	Proof   proof
	Void    bool // ended without a winner
}

// player is what lies in front of a seat.
type player struct {
	// Cards: the first Down are face down; behind them lie the face-up ones, the last one turned up first.
	Cards [2]character
	Down  int8
	// Seen says for each face-down card who else knows it for certain (R4.11).
	Seen   [2]games.Seats
	Gold   int32
	Side   side
	Claims [claimKinds]claimCount
}

// claimCount counts claims that everyone has heard: made, proved and caught. It stops at 255.
type claimCount [3]uint8

func (n *claimCount) add(which int) {
	if n[which] < 255 {
		n[which]++
	}
}

const (
	made = iota
	proved
	caught
)

// act is the action of the turn.
type act struct {
	Kind    action // noAction before it is declared
	Target  games.Seat
	Paid    int32
	Tested  bool // its claim has survived a challenge
	Done    bool // it has taken effect, or been undone or cancelled
	Blocker games.Seat
	Block   character
}

// matter is what a claim was made for.
type matter uint8

const (
	noMatter matter = iota
	matterAction
	matterBlock
	matterKayyum
)

// dispute is a challenged claim that waits for its proof.
type dispute struct {
	Matter               matter
	Claimant, Challenger games.Seat
}

// then is what follows a loss.
type then uint8

const (
	thenEndAction  then = iota
	thenGoOn            // the action's claim stands
	thenBlockHolds      // the block stands
	thenBlockVoid       // the block is void
	thenNextClaim       // Kayyum goes on
	thenKinds
)

// cause is why a supporter is lost.
type cause uint8

const (
	noCause cause = iota
	causeChallenge
	causeCaught
	causeCoup
	causeAssassinate
	causeKinds
)

var causeNames = [causeKinds]string{"", CauseChallenge, CauseCaught, Coup, Assassinate}

// loss is a supporter about to be turned up.
type loss struct {
	Seat, By games.Seat
	Cause    cause
	Then     then
}

// manip holds the positions of the cards that a manipulation takes.
type manip struct{ Own, Taken int8 }

// estate holds the players eliminated in this turn, in order, and the claims to the gold of the one at At.
type estate struct {
	Fallen      [maxSeats]games.Seat
	Count, At   int8
	Claims      games.Seats
	Challengers [maxSeats]games.Seat // by claimant
	Next        int8                 // how many seats left of the active player have been settled
}

// proof is the last one given.
type proof struct {
	Turn  int32
	Seat  games.Seat
	Claim character
	Cards [2]character
}

// said is what a seat has answered to the present prompt, as far as it is kept: nothing, a pass,
// or a number above it that the phase gives a meaning.
type said uint8

const (
	saidNothing said = iota
	saidPass
	saidMore
)

func (s *state) seats() games.Seats { return games.FirstSeats(int(s.Count)) }

// next is the next living seat after from, clockwise (R2.2).
func (s *state) next(from games.Seat) games.Seat {
	for i := games.Seat(1); ; i++ {
		if seat := (from + i) % games.Seat(s.Count); s.Alive.Has(seat) {
			return seat
		}
	}
}

// holds reports whether seat could prove the claim (R5.4, R5.8).
func (s *state) holds(seat games.Seat, claim character) bool {
	p := &s.Seats[seat]
	want := claim
	if claim == noIsAdami {
		want = isAdami
	}
	found := false
	for i := range p.Down {
		found = found || p.Cards[i] == want
	}
	return found != (claim == noIsAdami)
}

// sameSide reports whether R7.2 protects the two from each other; R7.3 lifts it while all living share a side.
func (s *state) sameSide(a, b games.Seat) bool {
	if !s.Rules.Ideology || s.Seats[a].Side != s.Seats[b].Side {
		return false
	}
	for seat := range games.Seat(s.Count) {
		if s.Alive.Has(seat) && s.Seats[seat].Side != s.Seats[a].Side {
			return true
		}
	}
	return false
}

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

// Outcome is how the game ended (R6.7).
func (s *state) Outcome() *games.Outcome {
	if s.Phase != phaseOver {
		return nil
	}
	o := &games.Outcome{Why: WhyLastAlive, Rule: "R6.7", Winners: s.Alive, Seats: make([]games.Standing, s.Count)}
	if s.Void {
		o.Why, o.Rule, o.Winners = WhyVoid, "", 0
	}
	for i := range o.Seats {
		seat := games.Seat(i)
		switch {
		case s.Void:
			o.Seats[i] = games.None
		case s.Alive.Has(seat):
			o.Seats[i] = games.Won
		case s.Left.Has(seat):
			o.Seats[i] = games.Left
		default:
			o.Seats[i] = games.Lost
		}
	}
	return o
}

// Encode writes the state.
func (s *state) Encode() []byte { return games.Encode(version, s) }
