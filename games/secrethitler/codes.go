package secrethitler

import "kumpas/games"

// Terms of the game, as they stand in Choice.What, Event.What and in views.

// Roles (R1.2).
const (
	Liberal = "liberal"
	Fascist = "fascist"
	Hitler  = "hitler"
)

// Party memberships (R1.2). Hitler's is fascist.
const (
	PartyLiberal = "party_liberal"
	PartyFascist = "party_fascist"
)

// Policies (R1.1).
const (
	PolicyLiberal = "policy_liberal"
	PolicyFascist = "policy_fascist"
)

// Powers (R6).
const (
	Investigate     = "investigate"      // R6.3
	SpecialElection = "special_election" // R6.4
	Peek            = "peek"             // R6.5
	Execute         = "execute"          // R6.6
)

// Choices that are no seat, card or claim: their ids are these words.
const (
	Ready  = "ready"  // of the night: I have seen my role; and what its time-out stands for
	Ja     = "ja"     // of a vote
	Nein   = "nein"   // of a vote; and what its time-out stands for with vote_timeout=nein
	Veto   = "veto"   // of an enactment: propose a veto instead (R5.8.1)
	Agree  = "agree"  // of a veto question
	Refuse = "refuse" // of a veto question; and what its time-out stands for
	Look   = "look"   // of a peek; and what its time-out stands for
)

// NextSeat is what the time-out of a nomination stands for: the next eligible living seat (R10.2).
const NextSeat = "next_seat"

// Claims: what a President says that he drew, and what a Chancellor says that he got. An investigator
// claims PartyLiberal or PartyFascist.
const (
	ClaimFFF = "fff"
	ClaimFFL = "ffl"
	ClaimFLL = "fll"
	ClaimLLL = "lll"
	ClaimFF  = "ff"
	ClaimFL  = "fl"
	ClaimLL  = "ll"
)

// Kinds of prompts. Fields and the ids of their choices are in brackets. Choices that are seats list all living
// others, the ones that cannot be picked with Not.
const (
	PromptNight       = "night"            // everybody has looked at his role [FieldReady: ready]
	PromptNominate    = "nominate"         // the candidate nominates a Chancellor [FieldChancellor: s0..s9; Not: term_limited]
	PromptVote        = "vote"             // sealed, may be changed until the last one [FieldVote: ja, nein]
	PromptDiscard     = "discard"          // the President THROWS AWAY one of three [FieldDiscard: c0, c1, c2, in the order of View.Hand]
	PromptEnact       = "enact"            // the Chancellor ENACTS one of two [FieldEnact: c0, c1, in the order of View.Hand; veto once it is unlocked; Not: veto_already_asked]
	PromptVeto        = "veto_question"    // the President agrees to the veto or not [FieldVeto: agree, refuse]
	PromptInvestigate = "investigate"      // [FieldTarget: s0..s9; Not: already_investigated]
	PromptSpecial     = "special_election" // [FieldTarget: s0..s9]
	PromptPeek        = "peek"             // [FieldPeek: look]
	PromptExecute     = "execute"          // [FieldTarget: s0..s9]

	// Open prompts, each for one seat, until the next government is elected; never awaited.
	PromptClaimDrawn = "claim_drawn" // the President says what he drew [FieldClaim: fff, ffl, fll, lll]
	PromptClaimGot   = "claim_got"   // the Chancellor says what he got [FieldClaim: ff, fl, ll]
	PromptClaimParty = "claim_party" // the investigator says what he saw [FieldClaim: party_liberal, party_fascist]
)

// PhaseOver is View.Phase after the end; before it, it is the kind of the awaited prompt.
const PhaseOver = "over"

// Kinds of fields.
const (
	FieldReady      = "ready"
	FieldChancellor = "chancellor"
	FieldVote       = "vote"
	FieldDiscard    = "discard" // private: choices are cards
	FieldEnact      = "enact"   // private: choices are cards
	FieldVeto       = "veto"
	FieldTarget     = "target"
	FieldPeek       = "peek"
	FieldClaim      = "claim"
)

// Kinds of events. Each comment says what is filled besides Kind and Rule. Seat is named first, Other second.
const (
	// The night (R2.4, R2.5).
	EvDealt    = "dealt"     // N players have their roles, Items the roles at the table, one for each player
	EvRole     = "role"      // to Seat: he is What, of the party Items[0]; Why: WhyLiberalAlone, WhyHitlerAlone, WhySmallTable or WhyFascists
	EvAlly     = "ally"      // to Seat: Other is What (Fascist or Hitler)
	EvRoleTold = "role_told" // at the end: Seat was What
	EvNight    = "night"     // night falls over N players, What: NightSmall or NightLarge
	EvDay      = "day"       // everybody has looked, or N have not and WhyAbsent

	// Elections (R3).
	EvCandidate = "candidate"  // Seat is the presidential candidate of round N; Why: WhyChance, WhyCalled, WhyOrderReturns or ""
	EvNominated = "nominated"  // Seat nominates Other as Chancellor; WhyAbsent if his time was over
	EvVotes     = "votes"      // the votes on Seat and Other are opened: N ja, Items by seat: Ja, Nein or "" (no vote); WhyTie if it was one
	EvElected   = "elected"    // Seat is President and Other Chancellor
	EvRejected  = "rejected"   // Seat and Other are rejected, the tracker stands at N
	EvTracker   = "tracker"    // the tracker goes back from N to 0; Why: WhyElected or WhyEnacted
	EvNotHitler = "not_hitler" // Seat, the new Chancellor, is not Hitler
	EvNoRound   = "no_round"   // the election of Seat and Other (Nobody if not nominated) ends without an advance of the tracker, WhyCandidateLeft
	EvChaos     = "chaos"      // What comes from the top of the deck into force, as the N-th of its kind, WhyThirdFailure
	EvNoLimits  = "no_limits"  // all may be Chancellor; Why: WhyChaos or WhyNobodyEligible

	// Legislative sessions (R5).
	EvDrew        = "drew"         // to Seat, the President: Items are the three in the order of his choices
	EvLotThrown   = "lot_thrown"   // to Seat, the President: his time was over, the lot has thrown What away
	EvPassed      = "passed"       // Seat has thrown one away and passes two to Other; WhyAbsent if his time was over
	EvGot         = "got"          // to Seat, the Chancellor: Items are the two in the order of his choices
	EvEnacted     = "enacted"      // Seat, the Chancellor, of President Other enacts What, the N-th of its kind; WhyAbsent if his time was over
	EvVetoAsked   = "veto_asked"   // Seat, the Chancellor, proposes a veto to Other
	EvVetoAgreed  = "veto_agreed"  // Seat, the President, agrees with Other: both policies go, the tracker stands at N, WhyVetoCounts
	EvVetoRefused = "veto_refused" // Seat, the President, refuses, Other must enact; Why: WhyAbsent or WhyPresidentLeft or ""
	EvReshuffled  = "reshuffled"   // deck and discard pile become a new deck of N, WhyFewCards
	EvHitlerZone  = "hitler_zone"  // three fascist policies are in force: a Hitler elected Chancellor wins from now on
	EvVetoPower   = "veto_power"   // five fascist policies are in force: vetoes are possible from the next session on
	EvSessionTold = "session_told" // at the end: Seat drew Items[0..2], threw What away and gave Items[3..4] to Other; N is 1 if Other enacted Items[5] and 0 after a veto

	// Powers (R6).
	EvPower        = "power"        // Seat, the President, has the power What
	EvNoPower      = "no_power"     // the N-th fascist policy brings no power; WhyNoPowerHere, or What would be the power: WhyChaosNoPower (Seat is Nobody) or WhyPresidentLeft
	EvLot          = "lot"          // Seat's time was over, the lot falls on Other for the power What
	EvInvestigated = "investigated" // Seat investigates Other
	EvParty        = "party"        // to Seat: Other's party is What; WhyHitlerToo if it is fascist
	EvPartyTold    = "party_told"   // at the end: Seat had seen that Other's party was What
	EvCalled       = "called"       // Seat calls Other as the next candidate
	EvPeeked       = "peeked"       // Seat looks at the top three policies
	EvPeekSeen     = "peek_seen"    // to Seat: Items are the top three, the topmost first
	EvPeekTold     = "peek_told"    // at the end: Seat had seen Items
	EvExecuted     = "executed"     // Seat executes Other; What is Hitler if it was he, "" otherwise and then WhyRoleHidden
	EvSilent       = "silent"       // to Seat, who was executed: the dead are silent

	// Claims (show_claims). N is the number of the round.
	EvClaimDrawn = "claim_drawn" // Seat, the President, says that he drew What; WhyConflict if it contradicts what is known
	EvClaimGot   = "claim_got"   // Seat, the Chancellor, says that he got What; WhyConflict as above
	EvClaimParty = "claim_party" // Seat says that Other's party is What
	EvClaimTold  = "claim_told"  // at the end: Seat's claim What was WhyTrue or WhyLie; Items[0] is what was true

	// The rest.
	EvTimedOut = "timed_out" // the time of the prompt What is over; Seat was awaited, Nobody if there were several (N)
	EvLeft     = "left"      // Seat leaves the game; Why: WhyHitlerLeft or WhyTooFew if that makes it void, "" otherwise
	EvOver     = "over"      // What is the party that has won ("" if void), Why is Outcome.Why
)

// The two scripts of the night (R2.5): with 5-6 players Fascist and Hitler see each other, with 7-10 Hitler's eyes stay closed.
const (
	NightSmall = "night_small"
	NightLarge = "night_large"
)

// Codes of Event.Why, and of View.Knows and SeatView.Limited: half a sentence on what surprises newcomers.
const (
	WhyLiberalAlone = "liberal_alone" // Liberals know only themselves (R2.4.3)
	WhyHitlerAlone  = "hitler_alone"  // with 7 or more nobody is named to Hitler (R2.4.2)
	WhySmallTable   = "small_table"   // with 5 or 6 Fascist and Hitler know each other (R2.4.1)
	WhyFascists     = "fascists"      // with 7 or more the Fascists know each other and Hitler, who does not know them (R2.4.2)

	WhyChance         = "chance"          // the first candidate is drawn (R2.3)
	WhyCalled         = "called"          // a special election (R6.4)
	WhyOrderReturns   = "order_returns"   // after the special election: next to the one who called it (R3.2)
	WhyAbsent         = "absent"          // his time was over, or he has left: the rules acted (R10.2, R10.5)
	WhyTie            = "tie"             // more than half is needed (R3.8)
	WhyElected        = "elected"         // tracker_reset=elect_or_enact (R3.10)
	WhyEnacted        = "enacted"         // R5.4
	WhyCandidateLeft  = "candidate_left"  // R10.5
	WhyThirdFailure   = "third_failure"   // third failed government: the top policy is enacted, no power (R4.1, R4.2)
	WhyChaos          = "chaos"           // limits are forgotten after chaos (R4.4)
	WhyNobodyEligible = "nobody_eligible" // limits are ignored when they would bar everyone (R3.6)
	WhyLastPresident  = "last_president"  // R3.4
	WhyLastChancellor = "last_chancellor" // R3.4

	WhyVetoCounts    = "veto_counts"    // a veto that is agreed to counts as a failed government (R5.8.2)
	WhyPresidentLeft = "president_left" // R10.5
	WhyFewCards      = "few_cards"      // fewer than three are left (R5.5)
	WhyNoPowerHere   = "no_power_here"  // this size of table has no power at this policy (R6.1)
	WhyChaosNoPower  = "chaos_no_power" // R4.2
	WhyHitlerToo     = "hitler_too"     // Hitler's party is fascist too (R6.3)
	WhyRoleHidden    = "role_hidden"    // he was not Hitler, and nothing else is shown (R6.6)
	WhyConflict      = "conflict"       // it cannot be true together with what is known
	WhyTrue          = "true"
	WhyLie           = "lie"
	WhyHitlerLeft    = "hitler_left" // otherwise the departure would decide the game (R10.5)
	WhyTooFew        = "too_few"     // fewer than three are alive (R10.5)

	// Outcome.Why.
	WhyLiberalPolicies = "liberal_policies" // the fifth liberal policy (R7.1)
	WhyHitlerExecuted  = "hitler_executed"  // R7.1
	WhyFascistPolicies = "fascist_policies" // the sixth fascist policy (R7.2)
	WhyHitlerElected   = "hitler_elected"   // R3.11, R7.2
	WhyVoid            = "void"             // ended without a winner
)

// Results of a round (GovernmentView.Result); "" while it lasts.
const (
	ResultRejected = "rejected" // by the vote
	ResultNoRound  = "no_round" // a candidate left
	ResultEnacted  = "enacted"
	ResultVeto     = "vetoed"
	ResultHitler   = "hitler_elected"
)

// Contradictions of claims (GovernmentView.Conflicts, tutarsızlık): what cannot be true together.
const (
	ConflictPair       = "pair"       // the President's claim and the Chancellor's
	ConflictPresident  = "president"  // the President's claim and the policy that was enacted
	ConflictChancellor = "chancellor" // the Chancellor's claim and the policy that was enacted
)

// Codes of refusals (section 11) beside those of package games.
const (
	NotPresident        games.Code = "not_president"
	NotChancellor       games.Code = "not_chancellor"
	WrongPhase          games.Code = "wrong_phase"
	NominateSelf        games.Code = "nominate_self"        // R3.3
	TermLimited         games.Code = "term_limited"         // R3.4; Seat is the player, What: WhyLastPresident or WhyLastChancellor
	TargetDead          games.Code = "target_dead"          // Seat is the target
	TargetSelf          games.Code = "target_self"          // R6.2
	AlreadyInvestigated games.Code = "already_investigated" // R6.3; Seat is the target
	VetoLocked          games.Code = "veto_locked"          // R5.8
	VetoAlreadyAsked    games.Code = "veto_already_asked"   // R5.8.1
	MustEnact           games.Code = "must_enact"           // R5.2
	DeadPlayer          games.Code = "dead_player"          // R6.6
)

// Options (section 9); booleans have the values On and Off.
const (
	OptTermLimit    = "term_limit_exception"
	OptTrackerReset = "tracker_reset"
	OptVoteTimeout  = "vote_timeout"
	OptShowClaims   = "show_claims"
	OptDeadReminder = "dead_chat_reminder"

	Started5     = "started5"
	Living5      = "living5"
	ElectOrEnact = "elect_or_enact"
	EnactOnly    = "enact_only"
	VoteNein     = "nein"
	VoteWait     = "wait"
	On           = "on"
	Off          = "off"
)
