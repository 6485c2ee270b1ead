package card

// Code names why cards or a play are refused; the codes are those of section 10.
type Code string

// The codes of this package, in the order in which they are looked for.
const (
	MeldTooShort  Code = "meld_too_short"  // R3.1: fewer than three cards
	TooManyJokers Code = "too_many_jokers" // R3.1: more than one joker
	SetTooLong    Code = "set_too_long"    // R3.2: more than four cards of one rank
	SetSameSuit   Code = "set_same_suit"   // R3.2: one suit twice
	RunMixedSuits Code = "run_mixed_suits" // R3.3: more than one suit
	RunDuplicate  Code = "run_duplicate"   // R3.3: one rank twice
	RunGap        Code = "run_gap"         // R3.3: a hole that no joker fills
	AceWraps      Code = "ace_wraps"       // R3.4: the ace would be low and high

	TableCardMissing Code = "table_card_missing" // R4.2.2: a table card disappeared
	CardTooMany      Code = "card_too_many"      // more copies than exist
	CardNotInHand    Code = "card_not_in_hand"   // R4.2.4: a new card is not the player's
	NoCardAdded      Code = "no_card_added"      // R4.2.3: nothing came from the hand
)

// Error is a refusal by these rules. Card is the card complained of; it has a
// meaning for the codes that speak of one card: a duplicate, a missing card, a
// card not in the hand, a joker's face.
type Error struct {
	Code Code
	Card Card
}

func (e *Error) Error() string { return string(e.Code) }

func refuse(code Code, c Card) error { return &Error{Code: code, Card: c} }
