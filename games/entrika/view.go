package entrika

import "kumpas/games"

// View is all that one viewer may know (section 10). Codes are those of codes.go.
type View struct {
	Viewer games.Seat // Nobody for a spectator
	Phase  string     // the kind of the prompt, or PhaseOver
	Turn   int        // counted from 1; 0 during the set-up
	Active games.Seat // whose turn it is; Nobody during the set-up
	// Starter is the first player, Nobody while the host has not picked him.
	Starter games.Seat
	// MustCoup says that the active player began his turn with 10 or more gold (R3.2).
	MustCoup bool
	Seats    []SeatView
	Deck     int // cards in it
	Pool     int // Kara Para, gold
	Rules    RulesView
	// Action is the action of the turn from its declaration until the turn ends, nil before.
	Action *ActionView
	// Claim is the challenged claim that waits for its proof, nil if there is none.
	Claim *ClaimView
	// Loss says who is turning a supporter up, nil if nobody is.
	Loss *LossView
	// Estate is the estate that Kayyum is about, nil if there is none.
	Estate *EstateView
	// Proof is the last proof of the game, nil before the first.
	Proof *ProofView
	// Hand holds the viewer's face-down cards; the i-th is the choice "ci" of PromptLose and PromptManipOwn.
	Hand []string
	// Cards are the cards that the viewer alone decides about now: his set in a draft, own and drawn cards in an
	// exchange, the three of a manipulation; the i-th is the choice "ci".
	Cards []string
	// Outcome is nil while the game lasts; then every SeatView.Hand is filled.
	Outcome *games.Outcome
}

// RulesView says which rules are in force.
type RulesView struct {
	Characters  []string // in play, in the order of the rules
	Copies      int      // of each character (R1.4); in a game of two 3, of which 8 cards are out of play
	Ideology    bool
	EmptySteal  bool
	AutoProve   bool
	Combined    bool // challenge and block are offered together (R11.3)
	TargetPicks bool // manip_pick=target
	OutOfPlay   int  // cards that left the game (R2.5.4)
}

// SeatView is what the viewer may know of a seat.
type SeatView struct {
	Alive bool
	Left  bool     // left the game alive (R11.7)
	Down  int      // face-down cards
	Up    []string // face-up cards, in the order in which they were turned up
	Gold  int
	Side  string // "" without ideology
	// Claims are the claims that he made in this game, in the order of the rules.
	Claims []ClaimCount
	// Known are face-down cards of his that the viewer knows from a manipulation.
	Known []string
	// Hand holds his face-down cards: the viewer's own, and everyone's when the game is over.
	Hand []string
}

// ClaimCount counts the claims of one kind that a seat has made.
type ClaimCount struct {
	What   string // a character or NoIsAdami
	Made   int
	Proved int
	Caught int // conceded, which needs not have been a bluff
}

// ActionView is the action of the turn.
type ActionView struct {
	Seat   games.Seat
	Target games.Seat // Nobody if it has none
	What   string
	Price  int
	Claim  string // a character or NoIsAdami; "" if it claims nothing
	// Settled says that it has taken effect or been undone.
	Settled bool
	// Tested says that its claim has survived a challenge.
	Tested  bool
	Blocker games.Seat // Nobody if nobody has blocked
	Block   string     // the character that the blocker claims
}

// ClaimView is a challenged claim.
type ClaimView struct {
	Seat       games.Seat // who claims
	Challenger games.Seat
	What       string // a character or NoIsAdami
	Matter     string // the action, Block or Kayyum
}

// LossView is a loss that is being settled.
type LossView struct {
	Seat  games.Seat
	Cause string // as Items[0] of EvLost
}

// EstateView is an estate while Kayyum is about it.
type EstateView struct {
	Seat games.Seat // who left it
	Gold int
	// Claims are the shown claims that still hold; empty while the answers are sealed.
	Claims games.Seats
	// Challengers gives for each seat who challenged its claim, Nobody if nobody did.
	Challengers []games.Seat
}

// ProofView is a proof that was given.
type ProofView struct {
	Turn  int
	Seat  games.Seat
	Claim string   // a character or NoIsAdami
	Cards []string // shown
}
