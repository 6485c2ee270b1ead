package games

import "strings"

// PromptID names one decision for as long as it is the same one. Ids grow within a game and
// must not depend on anything hidden.
type PromptID uint32

// Class is what sort of decision a prompt is. The table's pace turns it into seconds, and the table treats it accordingly.
type Class string

// The classes.
const (
	// ClassWindow is a chance to react. Its controls stand on the board for several people, so nobody's half picks do. To let it
	// go by is an answer: whoever missed nothing else is not absent.
	ClassWindow Class = "window"
	// ClassChoice is one decision that follows from another.
	ClassChoice Class = "choice"
	// ClassTurn is a whole turn: it ends a "pass for me" that was to last until then.
	ClassTurn Class = "turn"
	// ClassVote is decided by everybody at once, on the board like a window; a sealed answer is acknowledged in private alone.
	ClassVote Class = "vote"
)

// Prompt is a decision as one viewer may see it.
//
// An awaited prompt is one the state waits for (Awaited is not empty, or it is Held). An open prompt is a thing
// the viewer may do without anyone waiting for it: a reaction out of turn, a public claim.
type Prompt struct {
	ID   PromptID
	Kind string // with the game's id the key of its words, such as "turn" or "claim_window"
	// Awaited holds the seats whose answer is still missing, as far as the viewer may know. It says who has answered, never what; of a
	// Quiet prompt not even that.
	Awaited Seats
	// Mine says that the viewer may answer now, be it for the first time or to change what he said.
	Mine bool
	// Given is what the viewer himself has answered, nil if nothing. Nobody else sees it.
	Given Answer
	// Class is the sort of decision; "" for open prompts.
	Class Class
	// Held prompts wait for another decision that came in between; their clock stands still.
	Held bool
	// Sealed answers are acknowledged to their author alone. That he has answered is public, what is not.
	Sealed bool
	// Quiet answers are seen by nobody else until the prompt closes: everybody but their author goes on being told that it awaits
	// them (see Owing). Such a prompt is Sealed, too.
	Quiet bool
	// Pass is the answer that lets the decision go by, nil if there is none. It depends on nothing hidden.
	Pass Answer
	// Timeout is what the end of the time stands for.
	Timeout Default
}

// Open reports whether nobody waits for an answer.
func (p Prompt) Open() bool { return p.Class == "" }

// Default says what a timeout does, for those who have not answered. The words for it are chosen by its Kind and What.
type Default struct {
	Kind DefaultKind
	// What is the code of the fixed answer, such as "pass" or "income".
	What string
	// Draft says that the draft behind an open field counts as it stands: the Timeout carries it. One that does not count goes
	// nowhere, since actions are published when the game is over.
	Draft bool
}

// DefaultKind is the kind of a Default.
type DefaultKind string

// The kinds of defaults.
const (
	DefaultFixed  DefaultKind = "fixed"  // a fixed answer
	DefaultRandom DefaultKind = "random" // drawn among the choices inside Apply, and told by an event
	DefaultWait   DefaultKind = "wait"   // the table's option is to keep waiting: a Timeout changes nothing but is accepted
)

// Answer is a seat's answer to a prompt: one element for each field asked, in order. Each element is the id of the
// choice; the ids of several, in the order in which the field lists them, joined by Join; or, for an open
// field, the final draft of its editor.
type Answer []string

// Join makes one element of an Answer out of several picked ids.
func Join(ids ...string) string { return strings.Join(ids, "+") }

// Split takes an element of an Answer apart again; "" is no pick.
func Split(element string) []string {
	if element == "" {
		return nil
	}
	return strings.Split(element, "+")
}

// Field is one question of a prompt. Fields are asked one after the other; what the next one offers depends on the answers before it.
type Field struct {
	Kind string // "action", "target", "card": with the game's id the key of its words
	// Public choices may stand in the open; others would give a secret away by their kind, number or order.
	Public bool
	// Choices are the things to pick from, Min to Max of them (both 1 for a plain choice).
	Choices  []Choice
	Min, Max int
	// Editor is set for an open field instead of Choices: the blank draft.
	Editor Editor
}

// Choice is one choice of a field.
type Choice struct {
	ID string // lower-case letters, digits and '_' ; at most 24 bytes
	// Seat is set if the choice is a player, What is the code of the term it stands for otherwise, N a number that belongs to it (a price).
	Seat Seat
	What string
	N    int
	// Not is why the choice cannot be picked now; "" if it can. Whoever sends it all the same is refused with this code.
	Not Code
}

// Pickable reports whether at least one choice of a closed field can be picked.
func (f Field) Pickable() bool {
	for _, o := range f.Choices {
		if o.Not == "" {
			return true
		}
	}
	return f.Min == 0
}

// Ask returns the field that follows the answers so far; ok is false when nothing is left to ask and the answer is complete.
// Answers that could not have been built give a Refusal.
type Ask func(sofar Answer) (f Field, ok bool, err error)

// Editor is a pure draft of an open field: a rearranged table, a planned turn. Its operations are closed choices or a
// text; undo and reset are operations like the others.
type Editor interface {
	// Draft is the draft with what led to it, for its author to go on with; Field.Editor.Load brings it back. As the element of an
	// Answer it does the same as Final.
	Draft() string
	// Final is the draft as the element of an Answer, and nothing of what led to it: answers are published when the game is over.
	Final() string
	// Load returns the editor with a draft that Draft or Final gave; the draft may be older than the state, and is then kept as far as it still makes sense.
	Load(draft string) (Editor, error)
	// Ask asks for the next operation, field by field, as a prompt does.
	Ask(sofar Answer) (f Field, ok bool, err error)
	// Do carries out one operation.
	Do(op Answer) (Editor, error)
	// Parse replaces the draft by a text that a person wrote.
	Parse(text string) (Editor, error)
	// Check says why the draft could not be submitted now, nil if it can.
	Check() error
	// View is the draft as plain data, for its author's eyes.
	View() View
	// Samples returns drafts for tests and random players, at least one of which can be submitted.
	Samples(rng Rand) []string
}
