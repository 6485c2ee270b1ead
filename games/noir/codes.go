package noir

import "kumpas/games"

// Terms of the game, as they stand in Choice.What, Event.What, Event.Items and in views.

// Cards (R1.1): gangsters by power, businesses by income, reactions. They are also ids of choices.
const (
	Gangster1  = "gangster1"
	Gangster2  = "gangster2"
	Gangster3  = "gangster3"
	Gangster4  = "gangster4"
	Still      = "still"
	Bootlegger = "bootlegger"
	Speakeasy  = "speakeasy"
	Casino     = "casino"
	Poker      = "poker"
	Police     = "police"
	Bribe      = "bribe"
	DriveBy    = "drive_by"
	Turncoat   = "turncoat"
)

// Places and targets beside the businesses. A place of a gangster is a business, Hideout or Away; a target is a business,
// Guards or Hideout.
const (
	Hideout = "hideout"
	Guards  = "guards" // the gangsters in a hideout (R5.1)
	Away    = "away"
)

// Phases of a turn (View.Step), also the choices of PromptTurn; its fields are in brackets, private ones with *.
// While attackers are picked, View.Fight with the picks so far says how the attack will go.
const (
	Move     = "move"     // B: [FieldMoves*: an editor]
	Attack   = "attack"   // C: [FieldTarget, then FieldAttackers again and again until confirm]
	Open     = "open"     // D: [FieldOpenings*: an editor]
	Relocate = "relocate" // E: [FieldFront]
	Discard  = "discard"  // F: [FieldCards*]
	End      = "end"      // G and the end of the turn: [FieldDraw if draw_rule=choose]
)

// Other choices.
const (
	Pass    = "pass"
	Play    = "play"    // a reaction card, in a window
	Nothing = "nothing" // of PromptReact: no card now; it changes nothing
	All     = "all"     // every gangster who can attack
	Confirm = "confirm" // the attack as chosen
	Join    = "join"    // Poker Night
	Out     = "out"     // stay out of Poker Night; take the hideout out from behind its front
	Undo    = "undo"    // editors: take the last step back
	Reset   = "reset"   // editors: take all steps back
	Place   = "place"   // the editor of openings: put a planned gangster elsewhere
	Dismiss = "dismiss" // the editor of moves: discard an away gangster
)

// Bosses (R12.4).
const (
	Accountant = "accountant" // Muhasebeci
	Architect  = "architect"  // Mimar
	Recruiter  = "recruiter"  // Simsar
	Fox        = "fox"        // Tilki
	Triggerman = "triggerman" // Tetikçi
	Gambler    = "gambler"    // Kumarbaz
	Warden     = "warden"     // Sığınakçı
	Plunderer  = "plunderer"  // Yağmacı
	Inspector  = "inspector"  // Komiserin Dostu
)

// Poker hands (R6.5.3).
const (
	HandJackpot = "jackpot" // 6-6
	HandPair    = "pair"
	HandTotal   = "total"
	HandCaught  = "caught" // 1-1
)

// What can come of a battle (Battle.Result).
const (
	Falls  = "falls"  // the structure is destroyed
	Stands = "stands" // it is not
	Beaten = "beaten" // guards: the last of them dies
)

// Kinds of prompts. Fields and the ids of their choices are in brackets; those marked * are private.
//
// PromptTurn is held (and its id stays) while a window is open. PromptReact is open to every living player whenever a
// turn after the first round waits for its player (R7.2), in the same form for all; its Pass changes nothing.
const (
	PromptBoss    = "boss"            // choose a boss [FieldBoss: the bosses not taken yet]
	PromptTurn    = "turn"            // [FieldAction: move, attack, open, relocate, discard, end; then as told there]
	PromptReact   = "react"           // [FieldReaction*: nothing, poker, police, bribe (never now), drive_by, turncoat; poker: FieldStake*; police and drive_by: FieldBusiness*; turncoat: FieldGangster*, FieldPlace*]
	PromptAttack  = "attack_window"   // [FieldWindow: pass, play; FieldReaction*: pass, police, turncoat; turncoat: FieldGangster*, FieldPlace*]
	PromptDriveBy = "drive_by_window" // [FieldWindow: pass, play; FieldReaction*: pass, police]
	PromptPolice  = "police_window"   // [FieldWindow: pass, play; FieldReaction*: pass, bribe; the Inspector's Friend: every reaction card]
	PromptPoker   = "poker_window"    // poker_join=voluntary; sealed [FieldJoin: join, out]
)

// PhaseOver is View.Phase after the end; before it, it is the kind of the prompt that is awaited.
const PhaseOver = "over"

// Kinds of fields.
const (
	FieldBoss      = "boss"
	FieldAction    = "action"
	FieldMoves     = "moves"     // an editor; its operations are below
	FieldOpenings  = "openings"  // an editor; its operations are below
	FieldTarget    = "target"    // ids of views: businesses, guards, hideouts; Seat is the owner, What the kind, N what is needed to destroy it (guards: to beat them)
	FieldAttackers = "attackers" // ids of gangsters not chosen yet (What is the card, N his power), all (N is their power together) and confirm (What is the Battle's Result, N the coins stolen)
	FieldFront     = "front"     // ids of own businesses, or out; What is the kind, N the value
	FieldCards     = "cards"     // c0..c5: places in View.Hand; What is the card
	FieldDraw      = "draw"      // k0..k6; N is the price
	FieldWindow    = "window"
	FieldReaction  = "reaction" // What is the card; N how many the player holds
	FieldBusiness  = "business" // ids of rivals' businesses; Seat is the owner, What the kind
	FieldGangster  = "gangster" // ids of rivals' gangsters; Seat is the owner, What the card, N the power
	FieldPlace     = "place"    // ids of own structures, or away; What is the kind, N the free room
	FieldStake     = "stake"    // s1..s3; N is the stake
	FieldJoin      = "join"     // N is what the player would pay

	// Operations of the editors. Of moves: [FieldMove: own gangsters, undo, reset; then FieldPlace: own structures, away, dismiss].
	// Of openings: [FieldOpen: the cards of the hand by kind, place, undo, reset; place: FieldPlanned, FieldPlace].
	FieldMove    = "move"
	FieldOpen    = "open"    // What is the card, N its price
	FieldPlanned = "planned" // p0..p5: steps of the plan that are gangsters; What is the card
)

// What a timeout stands for (Default.What) beside Pass and Out.
const Skip = "skip" // of a turn: its remaining phases are skipped, and cards are drawn (R14.3)

// Kinds of events. Each comment says what is filled besides Kind and Rule. Seat is named first, Other second. "Places" are
// business kinds, Hideout or Away.
const (
	// The set-up.
	EvBegin = "begin"      // Seat plays first; N is all money M, Items the bosses in the game if there are any
	EvTeams = "teams"      // Items are the teams' numbers by seat, from "1"; they are digits, no terms
	EvBoss  = "boss"       // Seat takes the boss What, WhyAbsent if it was drawn for him
	EvDealt = "dealt"      // N cards are left in the deck, everybody has six
	EvBonus = "late_bonus" // Seat gets N for his late turn
	EvHand  = "hand"       // to Seat: Items are his cards

	// The turn.
	EvTurn      = "turn"      // Seat begins his turn in round N, WhyFirstRound in the first
	EvUnhidden  = "unhidden"  // N gangsters of Seat are open again
	EvTribute   = "tribute"   // Seat takes N from the bank, WhyBankShort if more was due
	EvMoved     = "moved"     // Seat has moved N gangsters; Items are pairs of card and new place
	EvDismissed = "dismissed" // Seat discards N away gangsters: Items
	EvOpened    = "opened"    // Seat opens Items for N coins together: pairs of card and place; the place of a business is ""
	EvRelocated = "relocated" // Seat's hideout stands behind the business What now, alone if ""
	EvDiscarded = "discarded" // Seat discards N cards: Items
	EvDrew      = "drew"      // Seat draws N cards; Items[0] is the price, a number
	EvDrawn     = "drawn"     // to Seat: Items are the cards that he drew
	EvShuffled  = "shuffled"  // the discard pile, N cards, is the deck again

	// Attacks.
	EvAttack    = "attack"     // Seat attacks Other's What with Items, N is their power together
	EvBattle    = "battle"     // the attack of Seat on Other's What is fought: N is A; Items are D and V, numbers
	EvKilled    = "killed"     // Seat loses N gangsters: Items; Other is whom he fought or who shot at him
	EvDestroyed = "destroyed"  // Seat destroys Other's business What and takes N coins; WhyPoor if he had less, WhyNoLoot after a Drive-By
	EvHolds     = "holds"      // Other's structure What withstands Seat's attack or Drive-By
	EvScattered = "scattered"  // N hidden gangsters of Seat, who took no part, are away now
	EvUncovered = "uncovered"  // Seat's hideout has lost its front
	EvTrophy    = "trophy"     // Seat destroys Other's hideout; N are his trophies now
	EvOut       = "eliminated" // Seat is out; N coins go to the bank, WhyRemoved if out of the game; Items is his hand
	EvAttackOff = "attack_off" // Seat's attack on Other's What is over without effect: WhyNoAttackers or WhyGone

	// Reactions.
	EvPolice     = "police"       // Seat plays Police against Other's What: Attack or DriveBy
	EvRaid       = "raid"         // Seat plays Police on Other's business What; N gangsters become hidden
	EvBribe      = "bribe"        // Seat bribes Other's Police; What is the card that he used, WhyFriend if no Bribe
	EvCancelled  = "cancelled"    // Seat's Police stops Other's What: Attack or DriveBy
	EvDriveBy    = "drive_by"     // Seat plays Drive-By on Other's business What
	EvShot       = "shot"         // Seat rolls N; Items[0] is the damage, a number, WhyTriggerman if one more
	EvDriveByOff = "drive_by_off" // Seat's Drive-By on Other comes to nothing, WhyGone
	EvTurncoat   = "turncoat"     // Seat turns Other's gangster What (a card); Items[0] is his new place; WhyLeavesBattle if he was in the battle
	EvPoker      = "poker"        // Seat hosts Poker Night, N is the stake
	EvJoined     = "joined"       // voluntary: Items are the seats' answers by seat, Join, Out or ""; N join
	EvRolled     = "rolled"       // Seat has rolled Items (digits, not terms): What is the hand, N the total of the two that count; WhyGambler if the best two of three count
	EvCheat      = "cheat"        // Seat is caught and pays N more into the pot
	EvPot        = "pot"          // Seat takes N from the pot: WhyHost for a tie that the host wins, WhyShared
	EvPotBank    = "pot_bank"     // N of the pot go to the bank: WhyShared, WhyAllCaught
	EvJackpot    = "jackpot"      // Seat takes N from Other too
	EvPokerOff   = "poker_off"    // nobody joins Seat's Poker Night: he gets N from the bank; WhyGone if he has left

	// The countdown and the end.
	EvCountdown = "countdown"  // it starts with N tokens: What is the cause; Seat is the marker, Nobody with countdown_unit=turn
	EvToken     = "token"      // a token is removed, N are left
	EvMarker    = "marker"     // Seat is the marker instead of Other
	EvScore     = "score"      // Seat has N points; Items are numbers: for trophies, gangsters, businesses, purse
	EvTeamScore = "team_score" // the team of Seat, number What, has N points together; WhyPerSeat if they are divided by Items[0] seats
	EvTimedOut  = "timed_out"  // the time of the prompt What is over; Seat was awaited, Nobody if there were several (N)
	EvLeft      = "left"       // Seat leaves the game; what he had is told by EvOut
	EvOver      = "over"       // Why is Outcome.Why; Seat has won, Nobody if several have or none; N is how many have
)

// Causes of the countdown (R9.1).
const (
	CauseHideout = "cause_hideout"
	CauseBank    = "cause_bank"
	CauseThird   = "cause_third"
)

// Codes of Event.Why: half a sentence on what surprises newcomers.
const (
	WhyAbsent       = "absent"         // the time was over, the rules acted
	WhyFirstRound   = "first_round"    // nothing but opening and drawing (R4.1)
	WhyBankShort    = "bank_short"     // the bank has less than is due (R4.3)
	WhyPoor         = "poor"           // the victim has less than the income (R5.7)
	WhyNoLoot       = "no_loot"        // a Drive-By brings no money (R6.3)
	WhyRemoved      = "removed"        // eliminated_assets=remove (R8.2)
	WhyNoAttackers  = "no_attackers"   // all attackers have changed sides (R7.4)
	WhyGone         = "gone"           // somebody left the game (R14.4)
	WhyFriend       = "friend"         // the Inspector's Friend bribes with any card (R12.4)
	WhyTriggerman   = "triggerman"     // one more damage (R12.4)
	WhyGambler      = "gambler"        // the best two of three dice (R12.4)
	WhyLeavesBattle = "leaves_battle"  // a turned gangster fights for nobody (R6.4)
	WhyHost         = "host"           // a tie goes to the host (R6.5.4)
	WhyShared       = "shared"         // a tie without the host is shared, odd coins go to the bank (R6.5.4)
	WhyAllCaught    = "all_caught"     // everybody has 1-1 (R6.5.4)
	WhyPerSeat      = "per_seat"       // team_score=per_seat (R12.3.5)
	WhyConquest     = "conquest"       // Outcome.Why: two trophies (R10.1)
	WhyMoney        = "money"          // Outcome.Why: more than half of all money (R10.2)
	WhyCountdown    = "countdown_over" // Outcome.Why: the last token is gone (R10.3)
	WhyLast         = "last_alive"     // Outcome.Why: one player or team is left (R10.4)
	WhyVoid         = "void"           // Outcome.Why: ended without a winner
)

// Codes of refusals (section 14) beside those of package games.
const (
	NotYourTurn       games.Code = "not_your_turn"
	WrongPhase        games.Code = "wrong_phase" // What is the phase of the turn
	FirstRoundLimit   games.Code = "first_round_limit"
	NotEnoughMoney    games.Code = "not_enough_money" // N is the price
	NoRoom            games.Code = "no_room"          // N is the room that is left
	GangsterHidden    games.Code = "gangster_hidden"
	GangsterAway      games.Code = "gangster_away"
	NotYourCard       games.Code = "not_your_card"
	NoAttackers       games.Code = "no_attackers"
	BadTarget         games.Code = "bad_target"
	HideoutCovered    games.Code = "hideout_covered"
	HideoutGuarded    games.Code = "hideout_guarded"
	AttackTooWeak     games.Code = "attack_too_weak" // N is what is needed
	HideoutProtected  games.Code = "hideout_protected"
	WindowOpen        games.Code = "window_open"
	NothingToAnswer   games.Code = "nothing_to_answer"
	TooManyDiscards   games.Code = "too_many_discards"
	HandFull          games.Code = "hand_full"
	AlreadyRelocated  games.Code = "already_relocated"
	PokerNotPossible  games.Code = "poker_not_possible"
	Eliminated        games.Code = "eliminated"
	NothingPlanned    games.Code = "nothing_planned" // editors: there is nothing to take back or to place
	NothingToRelocate games.Code = "nothing_to_relocate"
	NothingToMove     games.Code = "nothing_to_move"
	PlanFull          games.Code = "plan_full" // editors: no more steps
)

// Options (section 13); booleans have the values On and Off.
const (
	OptMoneyWin      = "money_win"
	OptTokens        = "tokens"
	OptCountdownUnit = "countdown_unit"
	OptTeams         = "teams"
	OptBosses        = "bosses"
	OptHiddenDefend  = "hidden_defend"
	OptAssault       = "hideout_assault"
	OptNeedsWin      = "attack_needs_win"
	OptStealPartial  = "steal_partial"
	OptDrawRule      = "draw_rule"
	OptCasino        = "turncoat_casino"
	OptPokerJoin     = "poker_join"
	OptDriveByTable  = "drive_by_table"
	OptAssets        = "eliminated_assets"
	OptTeamScore     = "team_score"
	OptLateBonus     = "late_seat_bonus"
	OptIdle          = "idle_reactions"

	On          = "on"
	Off         = "off"
	Four        = "4"
	Two         = "2"
	Three       = "3"
	ByRound     = "round"
	ByTurn      = "turn"
	TwoStep     = "two_step"
	OneStep     = "one_step"
	Fill        = "fill"
	DrawAny     = "choose"
	CasinoFront = "front"
	CasinoOwned = "owned"
	CasinoNever = "never"
	Forced      = "forced"
	Voluntary   = "voluntary"
	TableHouse  = "house" // 0,1,1,2,2,4
	TableMild   = "mild"  // 0,0,1,1,2,3
	TableHarsh  = "harsh" // 0,2,2,3,3,5
	TablePips   = "pips"  // 1,2,3,4,5,6
	Recycle     = "recycle"
	Remove      = "remove"
	Sum         = "sum"
	PerSeat     = "per_seat"
)

// Variants (section 12).
const (
	VariantPeace    = "peace"
	VariantFast     = "fast"
	VariantTeams2   = "teams2"
	VariantTeams3   = "teams3"
	VariantBosses   = "bosses"
	VariantStandard = "standard"
)
