package secrethitler

import "kumpas/games"

// View is all that one viewer may know (section 8). Codes are those of codes.go.
type View struct {
	Viewer games.Seat // Nobody for a spectator
	Phase  string     // the kind of the awaited prompt, or PhaseOver
	Round  int        // of elections, counted from 1; 0 during the night
	// President is the presidential candidate of the round, and the President once Elected; during the night the first
	// candidate. Chancellor is his Chancellor candidate, Nobody before the nomination.
	President, Chancellor games.Seat
	Elected               bool
	Special               bool // he was called by a special election
	// Next is the candidate of the next round as far as the order alone says it (R3.1, R3.2).
	Next games.Seat
	// LastPresident and LastChancellor are the last elected pair (R3.4), Nobody before the first and after chaos.
	LastPresident, LastChancellor games.Seat

	Liberal, Fascist int // policies in force
	// Powers holds for each fascist policy, the first one first, the power that it brings at this size, "" if none (R6.1).
	Powers    [6]string
	Tracker   int
	Deck      int // cards in it
	Discarded int // cards in the discard pile
	VetoPower bool
	VetoAsked bool // in this session

	Seats       []SeatView
	Governments []GovernmentView // of all rounds, the present one last
	Rules       RulesView

	// What the viewer alone knows; "" and nil for a spectator.
	Role  string
	Party string
	Knows string // why he does or does not know others: WhyLiberalAlone, WhyHitlerAlone, WhySmallTable or WhyFascists
	// Hand holds the policies that he decides about now; the i-th is the choice "ci" of PromptDiscard or PromptEnact.
	Hand []string
	// Peek holds the three policies that he saw by Policy Peek, the topmost first, nil if he did not; PeekLeft
	// says how many of them, counted from the last one, still lie on the deck in this order.
	Peek     []string
	PeekLeft int

	// Outcome is nil while the game lasts; then every role and every session is filled in.
	Outcome *games.Outcome
}

// RulesView says which rules are in force.
type RulesView struct {
	Liberals, Fascists int // players with these roles; one more is Hitler
	Living5            bool
	ResetOnElection    bool
	VoteWaits          bool
	Claims             bool
}

// SeatView is what the viewer may know of a seat.
type SeatView struct {
	Alive bool // not executed and still there
	Left  bool // left the game while alive (R10.5)
	// Limited says why he cannot be nominated now beside being the candidate or dead: WhyLastPresident, WhyLastChancellor or "".
	Limited string
	// NotHitler says that everybody knows it: he was Chancellor with three fascist policies in force, was executed or has left.
	NotHitler bool
	// InvestigatedBy is who looked at his party, Nobody if nobody did.
	InvestigatedBy games.Seat
	// Role is filled for the viewer himself, those named to him, and everyone when the game is over.
	Role string
	// Party is filled where the viewer knows it, by the role or by an investigation of his own.
	Party string
}

// GovernmentView is one round of elections and what came of it.
type GovernmentView struct {
	Round                 int
	President, Chancellor games.Seat // Chancellor is Nobody if nobody was nominated
	Special               bool
	// Voters and Ja are empty until the votes are opened.
	Voters, Ja games.Seats
	Elected    bool
	Result     string // "" while it lasts
	NotHitler  bool   // the Chancellor was announced not to be Hitler
	VetoAsked  bool
	Policy     string // enacted, "" if none
	Chaos      string // the policy that came from the top of the deck after it, "" if none
	// Power is the power that its President used, "" if none; Target whom it hit, Nobody if nobody.
	Power  string
	Target games.Seat
	// The public claims, "" if not made: what was drawn, what was got, the party seen.
	ClaimDrawn, ClaimGot, ClaimParty string
	// Conflicts lists what cannot be true among them: ConflictPair, ConflictPresident, ConflictChancellor.
	Conflicts []string
	// What the viewer knows for certain: as its President all, as its Chancellor Passed alone, everything when the game
	// is over. Drawn is in the order of the deck, Thrown what the President discarded, Passed in the order shown.
	Drawn  []string
	Thrown string
	Passed []string
	Seen   string // the party that the President saw by the power Investigate
}
