package entrika

import "kumpas/games"

// Terms of the game, as they stand in Choice.What, Event.What and in views.

// Characters (R1.1), in the order of the rules.
const (
	IsAdami    = "is_adami"
	Subay      = "subay"
	Burokrat   = "burokrat"
	Politikaci = "politikaci"
	Aktivist   = "aktivist"
	Avukat     = "avukat"
	Gazeteci   = "gazeteci"
	// NoIsAdami is the inverse claim of Kara Para (R4.6): a claim, never a card.
	NoIsAdami = "no_is_adami"
)

// Actions (R4), also the ids of the choices of a turn.
const (
	Income       = "income"
	ForeignAid   = "foreign_aid"
	Coup         = "coup"
	ConvertSelf  = "convert_self"
	ConvertOther = "convert_other"
	Embezzle     = "embezzle"
	Tax          = "tax"
	Assassinate  = "assassinate"
	Steal        = "steal"
	Exchange     = "exchange"
	Manipulate   = "manipulate"
)

// Reactions: the ids of the choices of windows, of a proof and of Kayyum.
const (
	Pass      = "pass"
	Challenge = "challenge"
	Block     = "block"
	Show      = "show"    // prove a claim; for Kara Para: show all face-down cards
	Concede   = "concede" // also when the claim was true
	Kayyum    = "kayyum"  // claim the estate
)

// Sides (R1.6).
const (
	Liberal  = "liberal"
	Ulusalci = "ulusalci"
)

// What a timeout stands for (Default.What) beside Pass, Income, Coup and Liberal.
const (
	Auto = "auto" // of a proof: shown if it can be, conceded otherwise (R5.4, R5.8.5)
	Keep = "keep" // of an exchange and a manipulation: every card stays where it was (R11.10, R4.11.6)
)

// Kinds of prompts. Fields and the ids of their choices are in brackets.
const (
	PromptStarter         = "starter"            // the host picks the first player [FieldSeat: s0..s7]
	PromptSide            = "side"               // the first player picks his side [FieldSide: liberal, ulusalci]
	PromptDraft           = "draft"              // both of two players keep one card of their set; sealed [FieldCard: c0..c4]
	PromptTurn            = "turn"               // [FieldAction, then FieldTarget for an action that has one: s0..s7]
	PromptClaimWindow     = "claim_window"       // challenge the action's claim; with combined_window=on also block it, and then sealed [FieldReaction: pass, challenge, block; then FieldBlock if more than one character can]
	PromptBlockWindow     = "block_window"       // block the action [FieldReaction: pass, block; then FieldBlock as above]
	PromptBlockClaim      = "block_claim_window" // challenge the block [FieldReaction: pass, challenge]
	PromptProof           = "proof"              // [FieldProof: show, concede]
	PromptLose            = "lose"               // which supporter is turned up [FieldCard: c0, c1]
	PromptExchange        = "exchange"           // which cards are kept [FieldKeep: c0..c3, as many as supporters]
	PromptManipOwn        = "manip_own"          // which own card goes in [FieldCard: c0, c1]
	PromptManipPick       = "manip_pick"         // manip_pick=target: the target picks which of his goes in [FieldCard: c0, c1]
	PromptManipulate      = "manipulate"         // c0 was the actor's, c1 the target's, c2 the deck's [FieldMine: which the actor takes, then FieldTheirs: which the target gets; the third goes to the deck]
	PromptKayyum          = "kayyum"             // claim the estate; sealed [FieldReaction: pass, kayyum]
	PromptKayyumChallenge = "kayyum_challenge"   // challenge claims to the estate [FieldClaimant: pass, s0..s7; asked again after a seat as long as claims of later seats stand]
)

// PhaseOver is View.Phase after the end; before it, it is the kind of the prompt.
const PhaseOver = "over"

// Kinds of fields.
const (
	FieldSeat     = "seat"
	FieldSide     = "side"
	FieldCard     = "card"
	FieldAction   = "action"
	FieldTarget   = "target"
	FieldReaction = "reaction"
	FieldBlock    = "block_character" // ids are characters
	FieldProof    = "proof"
	FieldKeep     = "keep"
	FieldMine     = "manip_mine"
	FieldTheirs   = "manip_theirs"
	FieldClaimant = "claimant"
)

// Kinds of events. Each comment says what is filled besides Kind and Rule; "claim" is a character or
// NoIsAdami, and "matter" is what the claim was for: an action, Block or Kayyum. Seat is named first, Other second.
const (
	// The set-up.
	EvDealt   = "dealt"      // N cards are in the deck, Items the characters in play
	EvHand    = "hand"       // to Seat: Items are his face-down cards
	EvStarter = "starter"    // Seat plays first, Why: WhyChance, WhyWinner, WhyHost or WhyAbsent
	EvSides   = "sides"      // Seat is the first player, Items the sides by seat ("" for one who left)
	EvDraft   = "draft"      // both choose one of N cards
	EvDrafted = "drafted"    // to Seat: he kept What, WhyAbsent if it was drawn for him
	EvDraftOf = "draft_told" // at the end: Seat had kept What

	// The turn and its claims.
	EvTurn         = "turn"           // Seat begins turn N, WhyForcedCoup if only Entrika is legal
	EvAction       = "action"         // Seat declares What on Other (Nobody if it has no target), N is the price he paid, Items the claim if it is one; WhyAbsent if his time was over
	EvTruth        = "truth"          // at the end: Seat's claim What for the matter Items[0] was WhyTrue or WhyBluff
	EvChallenge    = "challenge"      // Seat challenges Other's claim What for the matter Items[0]
	EvIntent       = "intent_cleared" // to Seat: his early block with What is void because of the challenge, WhyIntentCleared
	EvAnswersShown = "answers_shown"  // the sealed answers of the prompt What are opened: N blocks or Kayyum claims are among them
	EvProved       = "proved"         // Seat proves the claim What to Other by showing Items, which go into the deck, and draws N
	EvRedrawn      = "redrawn"        // to Seat: Items are what he drew instead
	EvConceded     = "conceded"       // Seat concedes the claim What to Other, for the matter Items[0]
	EvHeld         = "held"           // at the end: Seat conceded What although he could have proved it
	EvRefund       = "refund"         // Seat gets N back for What, WhyRefund
	EvVoidChal     = "challenge_void" // Seat's challenge of Other's claim What is void, WhyChallengerGone

	// Blocks.
	EvBlock     = "block"      // Seat blocks Other's action Items[0] with What, WhyAfterChallenge if a challenge had failed before
	EvBlocked   = "blocked"    // Seat's block holds: Other's action What is cancelled, N of its price stays paid and then WhyBurnt
	EvBlockVoid = "block_void" // Seat's block of Other's action What is void and it takes effect: WhyNoSecondBlock or WhyBlockerGone
	EvNoBlock   = "no_block"   // Other was the target of Seat's action What and can no longer block, WhyTargetGone
	EvFizzled   = "fizzled"    // Seat's action What finds no target in Other any more, N of its price stays paid, WhyTargetGone
	EvDropped   = "dropped"    // Seat left before his action What took effect, N of its price stays paid, WhyActorGone

	// Effects.
	EvGold       = "gold"          // Seat takes N for the action What (income, foreign_aid, tax: treasury; embezzle: pool)
	EvStruck     = "struck"        // Seat's action What (coup, assassinate) costs Other a supporter
	EvConverted  = "converted"     // Seat pays N into the pool and turns Other's marker (himself perhaps) to What
	EvStolen     = "stolen"        // Seat takes N from Other
	EvDrawn      = "drawn"         // to Seat: Items are the two cards he drew for the exchange
	EvExchanged  = "exchanged"     // Seat returned N cards to the deck; WhyAbsent if his time was over
	EvKept       = "exchange_kept" // at the end: Seat had kept Items
	EvManipSeen  = "manip_seen"    // to Seat: Items are the cards from himself, from Other and from the deck
	EvManip      = "manipulated"   // Seat put the three cards in their places, Other is the target; WhyAbsent if his time was over
	EvManipTaken = "manip_taken"   // to Seat, the target: Other took What from him and gave him Items[0]
	EvManipTold  = "manip_told"    // at the end: Seat had taken Items[0], given Items[1] to Other and put Items[2] into the deck

	// Losses and estates.
	EvLost       = "lost"       // Seat turns What up because of Other and keeps N supporters; Items[0] is the cause: CauseChallenge, CauseCaught, Coup or Assassinate; WhySecondLoss if it is his second in this turn
	EvEliminated = "eliminated" // Seat is out and leaves N gold
	EvEstate     = "estate"     // Seat's N gold can be claimed with Kayyum
	EvKayyum     = "kayyum"     // Seat claims Other's estate
	EvShare      = "share"      // Seat gets N of Other's estate, WhyShared if he is not the only one
	EvRemainder  = "remainder"  // N of Seat's estate go to the pool, WhyShared
	EvTreasury   = "treasury"   // Seat's N gold go to the treasury; WhyNobodyClaimed or WhyNoneLeft after a Kayyum

	// The rest.
	EvTimedOut = "timed_out" // the time of the prompt What is over; Seat was awaited, Nobody if there were several (N)
	EvLeft     = "left"      // Seat leaves the game and turns Items up; N gold go to the treasury, WhyStealFirst if Yolsuzluk may still take from it
	EvOver     = "over"      // Seat has won (Nobody if void), Why is Outcome.Why
)

// Causes of a loss (Items[0] of EvLost) beside Coup and Assassinate.
const (
	CauseChallenge = "challenge" // challenged a true claim
	CauseCaught    = "caught"    // conceded a claim
)

// Codes of Event.Why: half a sentence on what surprises newcomers.
const (
	WhyChance         = "chance"
	WhyWinner         = "winner"          // the winner of the previous game starts
	WhyHost           = "host"            // the host picked him
	WhyAbsent         = "absent"          // the time was over, the rules acted
	WhyForcedCoup     = "forced_coup"     // began with 10 or more gold (R3.2)
	WhyTrue           = "true"            // the claim was true
	WhyBluff          = "bluff"           // the claim was not
	WhyIntentCleared  = "intent_cleared"  // a challenge goes first; if the action survives he may block again (R11.3)
	WhyRefund         = "refund"          // an action that a challenge undid costs nothing (R5.7.1)
	WhyBurnt          = "burnt"           // a blocked action is paid all the same (R6.1)
	WhyAfterChallenge = "after_challenge" // the challenge failed, the block comes after it (R6.6)
	WhyNoSecondBlock  = "no_second_block" // a block that was caught is not followed by another (R5.7.2)
	WhyBlockerGone    = "blocker_gone"    // the blocker left (R11.7)
	WhyTargetGone     = "target_gone"     // the target is out before the effect (R6.5)
	WhyActorGone      = "actor_gone"      // the active player left (R11.7)
	WhyChallengerGone = "challenger_gone" // the challenger is out (R8.5) or has left (R11.7)
	WhySecondLoss     = "second_loss"     // two losses in one turn are possible (R6.4)
	WhyShared         = "shared"          // claims that hold share equally, the rest goes to the pool (R8.6)
	WhyNobodyClaimed  = "nobody_claimed"  // nobody said Kayyum (R8.6)
	WhyNoneLeft       = "no_claim_left"   // all who said Kayyum lost their claims (R8.6)
	WhyStealFirst     = "steal_first"     // Yolsuzluk takes its part before the rest is disposed of (R6.5.3)
	WhyLastAlive      = "last_alive"      // Outcome.Why: one player is left (R6.7)
	WhyVoid           = "void"            // Outcome.Why: ended without a winner
)

// Codes of refusals (section 12) beside those of package games.
const (
	NotYourTurn         games.Code = "not_your_turn"
	WrongPhase          games.Code = "wrong_phase"
	MustCoup            games.Code = "must_coup"       // R3.2; N is his gold
	CannotPass          games.Code = "cannot_pass"     // R3.1
	NotEnoughGold       games.Code = "not_enough_gold" // N is the price
	TargetRequired      games.Code = "target_required"
	TargetSelf          games.Code = "target_self"
	TargetDead          games.Code = "target_dead"           // Seat is the target
	TargetSameIdeology  games.Code = "target_same_ideology"  // R7.2; Seat is the target
	TargetHasNoGold     games.Code = "target_has_no_gold"    // R4.9; Seat is the target
	PoolEmpty           games.Code = "pool_empty"            // R4.6
	CharacterNotInGame  games.Code = "character_not_in_game" // R4.13; What is the character
	IdeologyOff         games.Code = "ideology_off"
	CannotChallengeSelf games.Code = "cannot_challenge_self"
	NotChallengeable    games.Code = "not_challengeable" // What is the action
	NotBlockable        games.Code = "not_blockable"     // What is the action
	NotBlockEligible    games.Code = "not_block_eligible"
	WrongBlockCharacter games.Code = "wrong_block_character" // What is the character
	CardNotAvailable    games.Code = "card_not_available"    // also a proof that he cannot give
	WrongCardCount      games.Code = "wrong_card_count"      // N is how many
	BadDistribution     games.Code = "bad_distribution"
	Eliminated          games.Code = "eliminated"
)

// Options (section 9); booleans have the values On and Off.
const (
	OptIdeology       = "ideology"
	OptDefenceType    = "defence_type"
	OptExchangeType   = "exchange_type"
	OptStarter        = "starter"
	OptTwoPlayerGold  = "two_player_gold"
	OptIdeologyDeal   = "ideology_deal"
	OptManipPick      = "manip_pick"
	OptAllowEmpty     = "allow_empty_steal"
	OptAutoProve      = "auto_prove"
	OptCombinedWindow = "combined_window"

	On             = "on"
	Off            = "off"
	RandomThenWin  = "random_then_winner"
	RandomStarter  = "random"
	HostPick       = "host_pick"
	OneEach        = "one_each"
	OneAndTwo      = "one_and_two"
	LiberalFirst   = "liberal_first"
	StarterChooses = "starter_chooses"
	PickRandom     = "random"
	PickTarget     = "target"
)
