package machiavelli

import "kumpas/games"

// View is all that one viewer may know (section 7). Codes are those of codes.go.
type View struct {
	Viewer games.Seat // Nobody for a spectator
	Phase  string     // PromptTurn or PhaseOver
	Turn   int        // counted from 1
	Active games.Seat // whose turn it is
	First  games.Seat // who began the game
	Seats  []SeatView
	Stock  int
	// Table holds the melds in a fixed order: runs by suit and rank, then sets by rank; a meld's number is its index + 1.
	Table []MeldView
	// Hand is the viewer's hand, sorted as Order says; nil for a spectator.
	Hand []string
	// Order is OrderSuit or OrderRank: the viewer's own choice, at first the table's option.
	Order string
	// Last is the turn before, nil during the first one.
	Last *LastView
	// Passed are the seats that have passed in succession (R6.2).
	Passed games.Seats
	Rules  RulesView
	// Outcome is nil while the game lasts; then every SeatView.Hand is filled.
	Outcome *games.Outcome
}

// RulesView says which options are in force.
type RulesView struct {
	HandSize int
	Jokers   int
	SwapOnly bool   // joker_release
	Penalty  int    // invalid_penalty
	Opening  int    // opening_points
	Assist   string // AssistArrange, AssistHints, AssistOff
}

// SeatView is what the viewer may know of a seat.
type SeatView struct {
	Left   bool // left the game (R9.6); his cards are set aside
	Cards  int  // in his hand
	Opened bool // has played at least once
	// Hand is his hand: the viewer's own, and everyone's when the game is over.
	Hand []string
	// Points is what Hand counts (R6.3).
	Points int
}

// MeldView is a meld on the table.
type MeldView struct {
	Cards   []string // in reading order, the joker at its place
	Set     bool
	Reading string // the card that its joker stands for, "" without a joker
	// New says that the last turn made the meld or changed it.
	New bool
	// Played are the indices of the cards that came from the hand in the last turn.
	Played []int
}

// LastView is what happened in the turn before.
type LastView struct {
	Turn   int
	Seat   games.Seat
	What   string     // Play, Draw or Pass; "" if the player left
	Cards  []string   // played from the hand
	Broken [][]string // the melds that are no more
	Drawn  int        // how many cards were drawn
	Absent bool       // his time was over
}

// DraftView is the view of the editor of FieldTable, for its author alone.
type DraftView struct {
	// Melds are the melds of the table in its order, and behind them the new ones. A meld of the table of which nothing is left is
	// there without cards.
	Melds []DraftMeld
	// Loose are cards of the table that lie in no meld.
	Loose []string
	// Hand is what is left of the hand, Used what is not, both sorted as View.Order says.
	Hand, Used []string
	// Changed says that something differs from the table as it is.
	Changed bool
	// GaveUp says that OpGiveUp was chosen: submitted, the draft draws or passes.
	GaveUp bool
	// Wrong is all that is wrong, the first being what Check says; empty if the draft can be submitted.
	Wrong []games.Refusal
	// Asked is what the solver said last, nil if it was not asked since the last change.
	Asked *AskedView
	// Lost is how many cards and melds of an older draft had no place any more.
	Lost int
}

// DraftMeld is a meld in the making.
type DraftMeld struct {
	Cards   []string // in reading order if it is valid, else as they were put
	Set     bool
	Reading string     // the card that its joker stands for, "" if there is none or it is not valid
	Stated  bool       // the player has stated the reading
	Wrong   games.Code // why it is no meld, "" if it is one
	Changed bool       // not on the table like this
	// Played are the indices of the cards that come from the hand.
	Played []int
}

// AskedView is an answer of the solver.
type AskedView struct {
	What    string   // AskArrange, AskExists, AskCards or AskWhole
	Cards   []string // AskArrange: the cards asked for; AskCards and AskWhole: those of the best play found
	Verdict string   // Yes, No, Unknown
	Proved  bool     // AskCards and AskWhole: no play has more cards
}
