package present

import (
	"strings"
	"time"

	"kumpas/bot/discord"
	"kumpas/games"
	"kumpas/locales"
)

// Game is what a game adds to the screens that all games share. Its words stand in locales under its prefix.
type Game interface {
	// Prefix is where the game's words begin, such as "entrika".
	Prefix() string
	// Mark is the game's emoji and Accent the colour of its boards.
	Mark() string
	Accent() int
	// Head is what follows the game's name in the head of the board ("turn 7").
	Head(*Scene) string
	// Standing is everyone's public standing, a line or two for each seat.
	Standing(*Scene) string
	// Stakes says what the present decision is about, "" if its prompt says it all.
	Stakes(*Scene) string
	// Hand is what the viewer alone knows, for his private panel.
	Hand(*Scene) string
	// Record is what a look back shows: the claims of everybody.
	Record(*Scene) string
	// Opens reports whether an answer to such a prompt opens the panel, because it shows something there: the night, in which
	// everybody looks at his role.
	Opens(prompt string) bool
	// Event gives the sentence of an event that needs more than its key; ok is false for all others. An
	// empty sentence keeps the event off the screens.
	Event(*Scene, games.Event) (sentence string, ok bool)
	// Summary tells in a few lines what is worth knowing of the whole game once it is over, from all its events.
	Summary(*Scene, []games.Event) []string
	// Chapter reports whether an event begins a new turn of the story.
	Chapter(games.Event) bool
	// Topics lists the chapters of its rules, the two-minute version first.
	Topics() []string
	// Look is how a choice looks.
	Look(field string, c games.Choice) Look
}

// Passless is a Game without a decision that one could let go by: its board offers no standing orders.
type Passless interface{ Passless() }

// Ahead is a Game that begins an answer in the panel: whoever opens it sees at once what he comes for. The answer
// so far that it gives leads to an editor, whenever the rules allow it; nil for all other prompts.
type Ahead interface {
	Ahead(prompt string) games.Answer
}

// Namer is a Game with terms that need no words: cards. Term is false for all others.
type Namer interface {
	Term(s *Scene, code string) (string, bool)
}

// Labeller is a Game whose choices in an editor say more than their term: what lies in a meld. An empty label is the usual one.
type Labeller interface {
	Label(s *Scene, p Prompt, field string, c games.Choice) string
}

// Terse is a Game in which one event may tell what another has told, or what the stakes say.
type Terse interface {
	// Terse returns the events that are worth a line; asked tells that the stakes are said beside them.
	Terse(s *Scene, events []games.Event, asked bool) []games.Event
}

// Closer is a Game whose standing shows at the end what some kinds of events tell: they need no line beside it.
type Closer interface{ Closes(kind string) bool }

// Look is how a choice looks beside its words.
type Look struct {
	Style discord.ButtonStyle // Secondary if zero
	Emoji string
}

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
