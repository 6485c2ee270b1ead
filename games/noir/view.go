package noir

import "kumpas/games"

// View is all that one viewer may know (section 11). Codes are those of codes.go. Ids of gangsters ("g0".."gz"), businesses
// ("b0".."br"), hideouts ("h0".."h5") and guards ("d0".."d5") are those of the choices of prompts.
type View struct {
	Viewer games.Seat // Nobody for a spectator
	Phase  string     // the kind of the prompt that is awaited, or PhaseOver
	Step   string     // the phase of the turn: Move, Attack, Open, Relocate, Discard or End; "" while nobody has one
	Round  int        // counted from 1; 0 before the first turn
	Turn   int        // turns begun
	Active games.Seat // whose turn it is, Nobody before the first
	Seats  []SeatView
	Bank   int
	Total  int // all money M
	Third  int // a purse that starts the countdown (R9.1c)
	Half   int // a purse that wins at the end of its owner's turn (R10.2); 0 in Peace mode
	Deck   int
	// Discards are the cards of the discard pile, Removed those out of the game, by kind in the order of the rules.
	Discards, Removed []CardCount
	RemovedMoney      int
	Tokens            int            // of the countdown; all of them before it starts
	Countdown         *CountdownView // nil before it starts
	Rules             RulesView
	// What a window is about: the others are nil. Police is nil unless a Police waits for its Bribe.
	Attack  *AttackView
	DriveBy *DriveByView
	Police  *PoliceView
	Poker   *PokerView
	// Bosses are those not taken yet, during the draft.
	Bosses []string
	// Hand holds the viewer's own cards in the order of the rules; the i-th is the choice "ci" of FieldCards.
	Hand []string
	// Outcome is nil while the game lasts; then every SeatView.Hand is filled.
	Outcome *games.Outcome
}

// SeatView is what the viewer may know of a seat.
type SeatView struct {
	Alive bool
	Left  bool   // left the game
	Team  int    // from 1; 0 without teams
	Boss  string // "" without bosses or before he has chosen
	Purse int
	Cards int // in hand
	// Due is what phase A would pay him now; Draw is how many cards he could take and pay for in phase G, for DrawPrice coins.
	Due, Draw, DrawPrice int
	Trophies             int
	Hideout              StructureView
	Businesses           []StructureView // the longest on the table first
	Away                 []GangsterView
	Score                ScoreView // as it would be now
	// Hand holds his cards: the viewer's own, and everyone's when the game is over.
	Hand []string
}

// StructureView is a business or a hideout.
type StructureView struct {
	ID        string
	Kind      string // a business, or Hideout
	Income    int    // a hideout's as in phase A
	Value     int    // what it takes to destroy it beside its defenders
	Capacity  int
	Used      int
	Gangsters []GangsterView // the longest on the table first
	// Front says of a business that the owner's hideout stands behind it, of a hideout that it stands behind one.
	Front bool
	// Guards is the id of the guards as a target, for a hideout.
	Guards string
}

// GangsterView is a gangster on the table.
type GangsterView struct {
	ID     string
	Power  int
	Hidden bool
	Since  int  // orders by time on the table
	Turned bool // he has changed sides in the attack that is going on, and fights for nobody
}

// ScoreView is a score with what it is made of (R10.3).
type ScoreView struct{ Total, Trophies, Gangsters, Businesses, Purse int }

// CardCount counts cards of one kind.
type CardCount struct {
	Card string
	N    int
}

// CountdownView is a countdown that runs.
type CountdownView struct {
	Cause  string
	Marker games.Seat // at the end of whose turns a token goes; Nobody with countdown_unit=turn
	Turn   int        // in which it started
}

// AttackView is a declared attack (R5).
type AttackView struct {
	Seat      games.Seat
	Other     games.Seat
	Target    string   // an id
	Kind      string   // a business, Guards or Hideout
	Attackers []string // ids
	Battle    Battle   // as it would be fought now
}

// DriveByView is a Drive-By that waits for its die (R6.3).
type DriveByView struct {
	Seat   games.Seat
	Other  games.Seat
	Target string // an id
	Kind   string
	Table  []int // damage by roll, the boss counted in
}

// PoliceView is a Police that waits for its Bribe (R7.5).
type PoliceView struct {
	Seat games.Seat
	What string // Attack or DriveBy
}

// PokerView is a Poker Night that waits for those who join.
type PokerView struct {
	Seat  games.Seat // the host
	Stake int
}

// RulesView says which rules are in force.
type RulesView struct {
	MoneyWin       bool
	Tokens         int
	ByTurn         bool // countdown_unit=turn
	Teams          int  // 0 without
	Bosses         bool
	HiddenDefend   bool
	OneStep        bool
	NeedsWin       bool
	StealPartial   bool
	ChooseDraw     bool
	Casino         string // turncoat_casino
	VoluntaryPoker bool
	DriveBy        []int // damage by roll
	Remove         bool  // eliminated_assets=remove
	PerSeat        bool  // team_score=per_seat
	IdleReactions  bool
}

// Battle says how an attack would be fought (R5.3 to R5.9); the odds are certain.
type Battle struct {
	A, D, V int
	Result  string   // Falls, Stands or Beaten
	Kills   []string // ids of defenders who die
	Losses  []string // ids of attackers who die
	Stolen  int
	Short   bool // less than the income can be stolen
}

// PlanView is the draft of an editor, for its author's eyes.
type PlanView struct {
	Steps []PlanStep
	Cost  int // coins
	Purse int // what would be left
	// After is the author's seat as it would be.
	After SeatView
}

// PlanStep is one planned step.
type PlanStep struct {
	ID    string // FieldPlanned's choice, of an opening
	Card  string
	Price int
	// From and To are places by id ("" if there is none); Where is the place's kind. A planned business has the id of its step.
	From, To, Where string
	Dismiss         bool
}
