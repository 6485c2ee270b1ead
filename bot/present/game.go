package present

import (
	"kumpas/bot/discord"
	"kumpas/games"
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
	// Chapter reports whether an event begins a new turn of the story: its N is the turn's number, its Seat whose turn it is. The
	// heading that the frame makes of these stands in place of the event's own sentence.
	Chapter(games.Event) bool
	// Topics lists the chapters of its rules, the two-minute version first.
	Topics() []string
	// Look is how a choice looks.
	Look(field string, c games.Choice) Look
}

// Look is how a choice looks beside its words.
type Look struct {
	Style discord.ButtonStyle // Secondary if zero
	Emoji string
}

// What follows is optional: a Game that has the methods is asked. Say `var _ Namer = MyGame{}` beside each, or a misspelt one is ignored.

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

// Worder is a Game with choices that stand for things on the table, which a key alone cannot say.
type Worder interface {
	// Choice says a choice and what it means, in a line each; ok is false for all others.
	Choice(s *Scene, field string, c games.Choice) (label, help string, ok bool)
}

// Layout is a Game that lays out the controls of some prompts itself; ok is false for all others.
type Layout interface {
	Controls(s *Scene, p Prompt) (parts []discord.Component, ok bool)
}

// Workbench is a Game that lays its benches out itself. The controls of the frame are Edit, Picks, Take, Carry, WriteButton,
// Reset and Submit; what a layout leaves out, nobody can do.
type Workbench interface {
	Bench(s *Scene, p Prompt) []discord.Component
}

// Draftsman is a Game with editors but without a layout of its own: it says a draft in words, and the plain bench does the rest.
type Draftsman interface {
	Draft(s *Scene, p Prompt) string
}

// Cautious is a Game that warns, before it begins, of what makes no good game though the rules allow it; "" is no warning.
type Cautious interface{ Caution(*Lobby) string }
