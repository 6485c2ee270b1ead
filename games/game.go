package games

import "math/rand/v2"

// Rand is a source of randomness that belongs to the caller: a test's or a computer player's, never the game's.
type Rand = *rand.Rand

// View is all that one viewer may know, as plain data of the game's own type.
type View any

// Info describes a game.
type Info struct {
	ID       string // as in the command: "entrika-plus"
	Min, Max int    // players
	Options  []Setting
	Variants []Variant
	// Seconds is the normal pace: how long each time class lasts.
	Seconds map[Class]int
	// Bound is a number of actions within which every game ends.
	Bound int
	// Revealing lists the kinds of events that may tell a viewer something new about what was hidden from him:
	// a proof, a result, an own draw.
	Revealing []string
	// Levels are the strengths of the computer player, the default first.
	Levels []string
}

// Setting is one option of a game with its values, the default first.
type Setting struct {
	ID     string
	Values []string
}

// Variant is a named set of options, offered in the lobby.
type Variant struct {
	ID      string
	Options Options
}

// Options are chosen values by option id. A missing one has its default.
type Options map[string]string

// Setup is everything that a new game depends on. Players are counted in the order in which they joined.
type Setup struct {
	Players int
	Options Options
	Seed    [32]byte
	Host    int // the player who opened the table
	Winner  int // the player who won the previous game at this table, -1 if none
}

// Game makes and reads the states of one game. Games are immutable.
type Game interface {
	Info() Info
	// Check says whether a game can be made. Errors: *Refusal with BadPlayerCount or BadOption.
	Check(players int, options Options) error
	// New makes the first state, seating included, and the events of the deal. Errors: as Check.
	New(Setup) (State, []Event, error)
	// Decode reads what State.Encode wrote. Errors: *VersionError for a newer version, others for bytes that are no state; it never panics.
	Decode([]byte) (State, error)
	// Choose is the computer player: it answers a prompt that is Mine in view. For an open prompt nil means that it does nothing.
	Choose(level string, view View, p Prompt, ask Ask, rng Rand) Answer

	// Redeal is for tests: another state that the viewer cannot tell from s, in which everything he cannot know is drawn anew.
	Redeal(s State, viewer Seat, rng Rand) State
	// Hidden is for tests: the items of the rules' table of hidden information that the viewer may not know, by name, with their present values.
	Hidden(s State, viewer Seat) map[string]string
	// Ledger is for tests: what must stay the same through a game, by name (the cards of each kind, the coins with the bank).
	Ledger(s State) map[string]int
}

// State is one moment of a game. It is never changed.
type State interface {
	// Seating gives for each seat the player (in order of joining) who sits there.
	Seating() []int
	// Apply carries out one action. Errors: *Refusal; then there is no new state and nothing has happened.
	Apply(Action) (State, []Event, error)
	// Prompts appends to buf the decisions as viewer may see them: all that are awaited, and those open to him. It is empty when the game is over.
	Prompts(buf []Prompt, viewer Seat) []Prompt
	// Ask asks the fields of a prompt that is Mine for seat. See Ask for the result.
	Ask(seat Seat, p PromptID, sofar Answer) (f Field, ok bool, err error)
	// View is all that viewer may know. Once there is an outcome everyone may know everything.
	View(viewer Seat) View
	// Living returns the seats that are still in the game: neither eliminated nor left. It is public.
	Living() Seats
	// Outcome is how the game ended, nil while it lasts.
	Outcome() *Outcome
	// Encode writes the state without loss, with a version.
	Encode() []byte
}

// Standing is how a seat came out of a game.
type Standing string

// The standings.
const (
	Won  Standing = "won"
	Lost Standing = "lost"
	Drew Standing = "drew"
	Left Standing = "left"
	None Standing = "none" // the game was void
)

// Outcome is the end of a game.
type Outcome struct {
	Why     string // the code of the way in which it ended; "void" if it was ended without a winner
	Rule    string
	Winners Seats
	Seats   []Standing // by seat
	Points  []int      // by seat, nil if the game counts none
}
