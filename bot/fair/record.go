package fair

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"kumpas/games"
)

// Version is the form of the records that this program writes.
const Version = 1

// Record is a finished game as its export tells it: all that is needed to play it again.
type Record struct {
	Version    int           `json:"kumpas"`
	Table      string        `json:"table"`
	Opened     string        `json:"opened"` // the interaction that opened the table
	Game       string        `json:"game"`
	Options    games.Options `json:"options"`
	Players    []Player      `json:"players"` // in order of joining
	Host       int           `json:"host"`    // the player who opened the table
	Winner     int           `json:"winner"`  // the player who won the game before, -1 if none
	Start      string        `json:"start"`   // the interaction that started the game
	Started    time.Time     `json:"started"`
	Commitment string        `json:"commitment"`
	Secret     string        `json:"secret"`
	Seed       string        `json:"seed"`
	Seating    []int         `json:"seating"` // seat -> player
	Actions    []Action      `json:"actions"`
	Guests     []Player      `json:"guests,omitempty"`  // who took a seat over later, counted on from the players
	Changes    []Change      `json:"changes,omitempty"` // who sits where, and what else the table itself has to tell
	Result     Result        `json:"result"`
	// Sum is the SHA-256 of the record's text with this field empty: it tells a damaged file from a whole one.
	Sum string `json:"sum"`
}

// Player is somebody who played. His id is "" if he had his data deleted.
type Player struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Action is one action of the game.
type Action struct {
	At       time.Time        `json:"at"`
	Kind     games.ActionKind `json:"kind"`
	Seat     games.Seat       `json:"seat"` // of a reply or a leave, else -1
	Prompt   games.PromptID   `json:"prompt,omitempty"`
	Answer   games.Answer     `json:"answer,omitempty"`
	Computer bool             `json:"computer,omitempty"` // the program chose it
}

// action is the action for the game.
func (a Action) action() games.Action {
	out := games.Action{Kind: a.Kind, Prompt: a.Prompt, Answer: a.Answer}
	if a.Seat >= 0 {
		out.Seat = a.Seat
	}
	return out
}

// ActionOf tells an action of the game.
func ActionOf(a games.Action, at time.Time, computer bool) Action {
	out := Action{At: at, Kind: a.Kind, Seat: games.Nobody, Prompt: a.Prompt, Answer: a.Answer, Computer: computer}
	if a.Kind == games.ActReply || a.Kind == games.ActLeave {
		out.Seat = a.Seat
	}
	return out
}

// Change is something that the table tells and the game knows nothing of, such as a substitute.
type Change struct {
	After int         `json:"after"` // so many actions
	At    time.Time   `json:"at"`
	Event games.Event `json:"event"`
}

// People are the players and the guests.
func (r Record) People() []Player { return slices.Concat(r.Players, r.Guests) }

// Result is how the game ended.
type Result struct {
	Why     string           `json:"why"`
	Rule    string           `json:"rule,omitempty"`
	Winners []games.Seat     `json:"winners"`
	Seats   []games.Standing `json:"seats"`
	Points  []int            `json:"points,omitempty"`
}

// ResultOf tells an outcome.
func ResultOf(o *games.Outcome) Result {
	r := Result{Why: o.Why, Rule: o.Rule, Winners: []games.Seat{}, Seats: o.Seats, Points: o.Points}
	for seat := range o.Winners.All() {
		r.Winners = append(r.Winners, seat)
	}
	return r
}

// Encode seals the record and writes it.
func (r Record) Encode() []byte {
	r.Version, r.Sum = Version, ""
	r.Sum = digest(r.text())
	return r.text()
}

func (r Record) text() []byte {
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		panic("fair: a record that cannot be written: " + err.Error()) // plain data, with years that JSON takes
	}
	return append(text, '\n')
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// When reading.
var (
	// ErrNoRecord: the file is no record, or so damaged that it cannot be read.
	ErrNoRecord = errors.New("fair: this is no record of a game")
	// ErrNewer: the record was written by a newer program.
	ErrNewer = errors.New("fair: the record was written by a newer version of Kumpas")
)

// Read reads a record. whole is false if any byte differs from what Encode wrote. Errors: ErrNoRecord, ErrNewer.
func Read(data []byte) (r Record, whole bool, err error) {
	defer func() {
		if recover() != nil { // a year that JSON cannot write
			err = ErrNoRecord
		}
	}()
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(&r); err != nil || r.Version < 1 {
		return Record{}, false, ErrNoRecord
	}
	if r.Version > Version {
		return Record{}, false, fmt.Errorf("%w (version %d)", ErrNewer, r.Version)
	}
	return r, bytes.Equal(r.Encode(), data), nil
}
