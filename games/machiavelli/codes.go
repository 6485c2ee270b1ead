package machiavelli

import "kumpas/games"

// Terms of the game, as they stand in Choice.What, Event.What, Event.Items, Refusal.What and in views.
//
// Cards are written as in R9.2: a suit letter S H D C and a rank A 2 to 10 J Q K, such as "S5", "H10", "DK", or "JK" for a joker.
// Melds are cards with blanks between them, "S5 S6 S7"; in events a joker's reading is stated: "H9 D9 JK=S9".

// Joker is the code of a joker among cards.
const Joker = "JK"

// What a player does with his turn (R4.1): the ids of FieldAction, and LastView.What.
const (
	Play = "play"
	Draw = "draw" // also what a timeout stands for (R9.5)
	Pass = "pass" // also what a timeout stands for when the stock is empty
)

// Kinds of prompts. Fields and the ids of their choices are in brackets.
const (
	PromptTurn  = "turn"       // [FieldAction: play, draw, pass; then FieldTable for play: open, its editor's View is a DraftView]
	PromptOrder = "hand_order" // open to every seat at all times, with one and the same id: how he sorts his hand; display only [FieldOrder: suit, rank]
)

// PhaseOver is View.Phase after the end; before it, it is PromptTurn.
const PhaseOver = "over"

// Kinds of fields of the prompts.
const (
	FieldAction = "action"
	FieldTable  = "table"
	FieldOrder  = "order"
)

// Operations of the editor: the ids of the choices of FieldOp, which is always the first field. The fields that follow are in brackets.
// All but Undo leave something to undo, at most 16 of them. Choices of cards have the ids of the cards in small letters, "s5", "h10", "jk";
// a second equal card is "s5_2". Melds are "m0", "m1" and so on, the index of DraftView.Melds; Choice.N is then the meld's number, counted from 1.
const (
	OpArrange = "arrange" // assist arrange, hints: the solver finds a table with exactly these cards of the hand [FieldHand: one or more]
	OpHint    = "hint"    // assist hints [FieldHint: exists, cards, whole]
	OpPut     = "put"     // cards of the hand go into a meld [FieldHand: one or more; FieldTo: m0.., new]
	OpMove    = "move"    // cards of the draft go elsewhere [FieldFrom: m0.., loose; FieldCards: one or more; FieldTo: m0.., new, loose, hand]; to the hand go cards that came from it
	OpSplit   = "split"   // a meld becomes two [FieldMeld: m0..; FieldAfter: a1.. , how many cards stay]
	OpMerge   = "merge"   // two melds become one [FieldMeld: m0..; FieldOther: m0..]
	OpReading = "reading" // states what the joker of a meld stands for (R3.6) [FieldMeld: m0..; FieldReading: cards]
	OpGiveUp  = "give_up" // the draft becomes "do not play": submitted, it draws, or passes if the stock is empty
	OpUndo    = "undo"
	OpReset   = "reset" // back to the table as it is
)

// Kinds of fields of the editor. What of a choice is the card, or TermMeld, TermNew, TermLoose, TermHand.
const (
	FieldOp      = "op"
	FieldHand    = "hand"
	FieldHint    = "hint"
	FieldTo      = "to"
	FieldFrom    = "from"
	FieldCards   = "cards"
	FieldMeld    = "meld"
	FieldAfter   = "after" // N is how many cards stay
	FieldOther   = "other"
	FieldReading = "reading"
)

// Places in the editor, ids of choices beside m0...
const (
	TermMeld  = "meld"  // What of the choices m0..
	TermNew   = "new"   // a new meld
	TermLoose = "loose" // taken off the table, and to be put back before the end of the turn
	TermHand  = "hand"  // back into the hand
)

// What a player has asked of the solver: AskedView.What, and the ids of FieldHint but AskArrange.
const (
	AskArrange = "arrange"
	AskExists  = "exists" // is there a play?
	AskCards   = "cards"  // which cards are in the best one?
	AskWhole   = "whole"  // show it
)

// The solver's answers: AskedView.Verdict.
const (
	Yes     = "yes"
	No      = "no"      // proved
	Unknown = "unknown" // the search came to its bound
)

// Kinds of events. Each comment says what is filled besides Kind and Rule; Seat is named first.
const (
	EvDealt    = "dealt"     // N cards are in the stock, Items[0] is the number of cards in each hand
	EvHand     = "hand"      // to Seat: Items are his cards
	EvFirst    = "first"     // Seat plays first
	EvTurn     = "turn"      // Seat begins turn N
	EvPlayed   = "played"    // Seat plays Items from his hand and keeps N; WhyAbsent if his time was over and the draft was good; WhyOpening if it was his first play under opening_points
	EvLaid     = "laid"      // Items are the melds that Seat's play has put on the table: those that were not there before
	EvTaken    = "taken"     // Items are the melds that Seat's play has taken apart: those that are no more
	EvDrew     = "drew"      // Seat draws N cards; WhyAbsent if his time was over, WhyPenalty if he draws invalid_penalty
	EvDrawn    = "drawn"     // to Seat: Items are what he drew
	EvStockOut = "stock_out" // the stock is empty now: from here on who does not play passes
	EvPassed   = "passed"    // Seat passes, N seats have to pass yet before the game ends; WhyAbsent if his time was over
	EvDropped  = "dropped"   // to Seat: his draft was not a valid play when his time was over, What is the code of what was wrong
	EvTimedOut = "timed_out" // Seat's time is over, What is the prompt
	EvLeft     = "left"      // Seat leaves the game with N cards, which are set aside
	EvBlocked  = "blocked"   // all have passed in a row: the hands are counted
	EvCounted  = "counted"   // Seat's hand: Items are worth N
	EvOver     = "over"      // Seat has won (Nobody if nobody did), Why is Outcome.Why; if it is WhyTied Items are the seats that share the victory, "0".."3"
)

// Codes of Event.Why and Outcome.Why: half a sentence on what surprises newcomers.
const (
	WhyAbsent  = "absent"       // the time was over, the rules acted (R9.5)
	WhyPenalty = "penalty"      // the time ended with an invalid draft that used a card of the hand
	WhyOpening = "opening"      // first play under opening_points
	WhyOut     = "out"          // Outcome.Why: the winner has no card left (R6.1)
	WhyCount   = "count"        // Outcome.Why: blocked, the lowest hand wins (R6.3)
	WhyTied    = "tied"         // Outcome.Why: blocked, equal lowest hands (R6.3)
	WhyLast    = "last_present" // Outcome.Why: all others have left (R9.6)
	WhyVoid    = "void"         // Outcome.Why: ended without a winner
)

// Codes of refusals (section 10) beside those of package games. What is a card unless told otherwise, N the number of the meld of the draft.
const (
	NotYourTurn      games.Code = "not_your_turn"
	NoCardAdded      games.Code = "no_card_added"      // R4.2.3
	CardNotInHand    games.Code = "card_not_in_hand"   // R4.2.4
	TableCardMissing games.Code = "table_card_missing" // R4.2.2; N is how many cards are left over, What the first of them
	CardTooMany      games.Code = "card_too_many"      // more copies than exist
	MeldTooShort     games.Code = "meld_too_short"     // R3.1; What is the meld, as in the next ones
	TooManyJokers    games.Code = "too_many_jokers"    // R3.1
	SetSameSuit      games.Code = "set_same_suit"      // R3.2
	SetTooLong       games.Code = "set_too_long"       // R3.2
	RunMixedSuits    games.Code = "run_mixed_suits"    // R3.3
	RunGap           games.Code = "run_gap"            // R3.3
	RunDuplicate     games.Code = "run_duplicate"      // R3.3
	AceWraps         games.Code = "ace_wraps"          // R3.4
	JokerNotReleased games.Code = "joker_not_released" // R5.3; What is the card that the joker stood for, N is 0
	OpeningTooLow    games.Code = "opening_too_low"    // Min is how many points are needed, N how many there are
	OpeningTouches   games.Code = "opening_touches"    // the first play may not touch the table; N is 0
	StockEmpty       games.Code = "stock_empty"        // R4.6
	CannotPass       games.Code = "cannot_pass"        // R4.5; N is the size of the stock
	CannotParse      games.Code = "cannot_parse"       // R9.2; What is the piece that nobody could read
	Ambiguous        games.Code = "ambiguous"          // R9.2; What is the piece, such as "k": Kupa, Karo or Kız
	BadReading       games.Code = "bad_reading"        // R3.6; What is the card that the joker cannot stand for there
	TableChanged     games.Code = "table_changed"      // R9.3; the draft takes a meld apart that is no more; What is that meld
	NothingThere     games.Code = "nothing_there"      // an operation of the editor with nothing to work on
	HelpOff          games.Code = "help_off"           // R9.9; What is the operation
)

// Options (section 8).
const (
	OptHandSize      = "hand_size"
	OptJokers        = "jokers"
	OptJokerRelease  = "joker_release"
	OptPenalty       = "invalid_penalty"
	OptOpening       = "opening_points"
	OptAssist        = "assist"
	OptShowHandOrder = "show_hand_order"

	ReleaseFree   = "free"
	ReleaseSwap   = "swap_only"
	AssistArrange = "arrange"
	AssistHints   = "hints"
	AssistOff     = "off"
	OrderSuit     = "suit" // also the ids of FieldOrder
	OrderRank     = "rank"
)

// Variants.
const (
	VariantStandard = "standard"
	VariantOtuzalti = "otuzalti" // opening_points=36
)

// Levels of the computer player.
const (
	LevelMedium = "medium"
	LevelEasy   = "easy"
	LevelHard   = "hard"
)
