package present

import (
	"strings"
	"time"

	"kumpas/games"
	"kumpas/locales"
)

// Seat is who sits at a seat.
type Seat struct {
	Name     string // escaped
	User     string // Discord's id; "" for a computer
	Computer bool
}

// Key names a seat of a lobby, whoever else comes and goes.
func (s Seat) Key() string {
	if s.Computer {
		return "c" + s.Name
	}
	return "u" + s.User
}

// Scene is what the screens of a running or finished game are drawn from, as one viewer may know it.
type Scene struct {
	Table   string
	Info    games.Info
	Game    Game
	Words   *locales.Words
	Viewer  games.Seat // Nobody on the board
	View    games.View
	Prompts []Prompt
	Seats   []Seat
	// People are all who ever sat there, in the order in which they came.
	People []Seat
	// Vacant are the seats that a computer plays for somebody, Open says that others may take them over.
	Vacant []games.Seat
	Open   bool
	// Feed is what happened since the last board, as the viewer may know it; Cut says that there was more before.
	Feed    []games.Event
	Cut     bool
	Outcome *games.Outcome
	// Ended is why the game was ended early, "" if it was not.
	Ended  string
	Paused bool
	Vote   *Vote
	// Bare leaves out of a panel what the board offers.
	Bare bool
	// Link leads to the board, "" if there is none.
	Link string
	// Notice is what the panel has to say first, "" if nothing: why a press did not do what it said.
	Notice string
	// Commitment is the published hash of the game's secret, Secret itself once the game is over.
	Commitment, Secret string
}

// Prompt is a decision with what can be picked next.
type Prompt struct {
	games.Prompt
	Field   games.Field  // the next question
	Path    games.Answer // what was picked before it
	Options []Option     // empty if the viewer has no say, or must say it in private
	Due     time.Time    // zero while the clock stands still
	Bench   *Bench       // if Field is open: the viewer's draft
}

// Option is one thing that can be picked, one field further or several at once.
type Option struct {
	Answer games.Answer // with what was picked before
	Fields []string     // kinds of the fields that this pick answers
	Steps  []games.Choice
	Not    games.Code
}

// Vote is a vote of the table about itself.
type Vote struct {
	Number  int
	What    string // "remove", "end", "pause", "resume", "absent"
	By      string // escaped name, "" if the table itself asks
	About   string // escaped name, "" if about nobody
	Ballots []Ballot
	Need    int
	// Missing are the user ids of those who have not voted.
	Missing []string
	Until   time.Time
}

// Ballot is one answer to a vote and how many have given it.
type Ballot struct {
	ID string
	N  int
}

// name returns the name of a seat in bold, "" for Nobody.
func (s *Scene) name(seat games.Seat) string {
	if seat < 0 || int(seat) >= len(s.Seats) {
		return ""
	}
	return "**" + s.Seats[seat].Name + "**"
}

// key returns the full key of the game's own text.
func (s *Scene) key(parts ...string) string { return s.Game.Prefix() + "." + strings.Join(parts, ".") }

// term says the code of a term; "" stays "".
func (s *Scene) term(code string) string {
	if code == "" {
		return ""
	}
	if own, ok := s.Game.(Namer); ok {
		if said, ok := own.Term(s, code); ok {
			return said
		}
	}
	return s.Words.Say(s.key("term", code))
}

func (s *Scene) terms(codes []string) []string {
	said := make([]string, len(codes))
	for i, c := range codes {
		said[i] = s.term(c)
	}
	return said
}

// Sentence says an event, with half a sentence of why where there is one; "" if it is not for screens.
func (s *Scene) Sentence(e games.Event) string {
	if strings.HasPrefix(e.Kind, TableEvent) {
		return s.tableSentence(e)
	}
	text, ok := s.Game.Event(s, e)
	if !ok {
		text = s.plainSentence(e)
	}
	if text != "" && e.Why != "" && s.Words.Has(s.key("why", e.Why)) {
		text += " — " + s.Words.Say(s.key("why", e.Why), "Name", s.name(e.Seat), "Other", s.name(e.Other), "N", e.N)
	}
	return text
}

// plainSentence says an event by its key.
func (s *Scene) plainSentence(e games.Event) string {
	return s.Words.Say(s.key("event", e.Kind), "Name", s.name(e.Seat), "Other", s.name(e.Other),
		"N", e.N, "What", s.term(e.What), "Items", s.Words.List(s.terms(e.Items)))
}

// Refusal says why something was refused, in a friendly sentence that tells what to do instead.
func Refusal(w *locales.Words, g Game, seats []Seat, r *games.Refusal) string {
	s := Scene{Words: w, Game: g, Seats: seats}
	key := s.key("refusal", string(r.Code))
	if !w.Has(key) {
		key = "refusal." + string(r.Code)
	}
	return w.Say(key, "Name", s.name(r.Seat), "N", r.N, "Min", r.Min, "Max", r.Max, "What", s.term(r.What))
}
