package present

import (
	"slices"
	"strings"

	"kumpas/bot/discord"
	"kumpas/games"
	"kumpas/games/machiavelli"
)

// Machiavelli draws Machiavelli.
type Machiavelli struct{}

var (
	_ Game      = Machiavelli{}
	_ Passless  = Machiavelli{}
	_ Ahead     = Machiavelli{}
	_ Namer     = Machiavelli{}
	_ Labeller  = Machiavelli{}
	_ Closer    = Machiavelli{}
	_ Layout    = Machiavelli{}
	_ Workbench = Machiavelli{}
)

// Prefix is the section of the words.
func (Machiavelli) Prefix() string { return "machiavelli" }

// Mark is the card that can be everything.
func (Machiavelli) Mark() string { return "🃏" }

// Accent is the green of a card table.
func (Machiavelli) Accent() int { return 0x2E7D5B }

// Passless: whoever does not play draws, and that is never done for him.
func (Machiavelli) Passless() {}

// Ahead opens the bench: on one's turn the panel shows the table.
func (Machiavelli) Ahead(prompt string) games.Answer {
	if prompt == machiavelli.PromptTurn {
		return games.Answer{machiavelli.Play}
	}
	return nil
}

// machiavelliLooks are those of choices and operations.
var machiavelliLooks = map[string]Look{
	machiavelli.Play:       {Style: discord.Primary, Emoji: "🃏"},
	machiavelli.Draw:       {Style: discord.Secondary, Emoji: "📥"},
	machiavelli.Pass:       {Style: discord.Secondary, Emoji: "⏭️"},
	machiavelli.OrderSuit:  {Emoji: "♠️"},
	machiavelli.OrderRank:  {Emoji: "🔢"},
	machiavelli.OpArrange:  {Style: discord.Primary, Emoji: "✨"},
	machiavelli.OpUndo:     {Emoji: "↩️"},
	machiavelli.OpReset:    {Emoji: "♻️"},
	machiavelli.AskExists:  {Emoji: "❓"},
	machiavelli.AskCards:   {Emoji: "💡"},
	machiavelli.AskWhole:   {Emoji: "✨"},
	machiavelli.TermNew:    {Style: discord.Primary, Emoji: "➕"},
	machiavelli.TermLoose:  {Emoji: "📌"},
	machiavelli.TermHand:   {Emoji: "🎴"},
	machiavelli.OpReading:  {Emoji: "🃏"},
	machiavelli.FieldAfter: {Emoji: "✂️"},
}

// Look is how a choice looks.
func (Machiavelli) Look(_ string, c games.Choice) Look { return machiavelliLooks[c.What] }

// Controls leaves out what cannot be done now, and how the hand is sorted already: on a phone there is no room for it.
func (Machiavelli) Controls(s *Scene, p Prompt) ([]discord.Component, bool) {
	p.Options = slices.DeleteFunc(slices.Clone(p.Options), func(o Option) bool { return o.Not != "" || slices.Equal(o.Answer, p.Given) })
	return rows(s.buttons(p)), true
}

// tableau is a scene with what its viewer may know.
type tableau struct {
	*Scene
	v machiavelli.View
}

func tableauOf(s *Scene) tableau {
	v, _ := s.View.(machiavelli.View)
	return tableau{s, v}
}

// Head is the number of the turn and what is left to draw.
func (Machiavelli) Head(s *Scene) string {
	v := tableauOf(s).v
	return s.Words.Say("table.turn", "N", v.Turn) + " · " + s.Words.Say(s.key("board", "stock"), "N", v.Stock)
}

// Stakes warns when nothing is left to draw: how many have to pass yet before the hands are counted.
func (Machiavelli) Stakes(s *Scene) string {
	v := tableauOf(s).v
	if v.Stock > 0 || v.Outcome != nil {
		return ""
	}
	here := 0
	for _, seat := range v.Seats {
		if !seat.Left {
			here++
		}
	}
	return "⚠️ " + s.Words.Say(s.key("board", "blocked"), "N", here-v.Passed.Count())
}

// Opens reports that whoever draws sees what he has drawn.
func (Machiavelli) Opens(prompt string) bool { return prompt == machiavelli.PromptTurn }

// Chapter is a new turn.
func (Machiavelli) Chapter(e games.Event) bool { return e.Kind == machiavelli.EvTurn }

// machiavelliSilent are the kinds of events that the screens show otherwise.
var machiavelliSilent = map[string]bool{machiavelli.EvHand: true, machiavelli.EvTurn: true, machiavelli.EvOver: true}

// Event handles what has no sentence and what lists cards, melds, numbers or seats.
func (Machiavelli) Event(scene *Scene, e games.Event) (string, bool) {
	s := tableauOf(scene)
	say := func(items string) (string, bool) {
		return s.Words.Say(s.key("event", e.Kind), "Name", s.name(e.Seat), "N", e.N, "Items", items), true
	}
	switch {
	case machiavelliSilent[e.Kind]:
		return "", true
	case e.Kind == machiavelli.EvDealt:
		return say(strings.Join(e.Items, ""))
	case e.Kind == machiavelli.EvTaken, e.Kind == machiavelli.EvLaid:
		melds := make([]string, len(e.Items))
		for i, text := range e.Items {
			melds[i] = meldText(cardsOf(text), nil)
		}
		return say(strings.Join(melds, " · "))
	case e.Kind == machiavelli.EvPlayed, e.Kind == machiavelli.EvDrawn, e.Kind == machiavelli.EvCounted:
		return say(cardsText(e.Items))
	case e.Kind == machiavelli.EvDropped:
		r := games.Refusal{Code: games.Code(e.What), Seat: games.Nobody}
		return s.Words.Say(s.key("event", e.Kind), "What", s.Words.Say(s.key("dropped", droppedFor(r.Code)))), true
	}
	return "", false
}

// Closes reports that the hands stand at the end beside their points.
func (Machiavelli) Closes(kind string) bool { return kind == machiavelli.EvCounted }

// droppedFor is why a draft was dropped, in a word: its cards, an option of the table, or its melds.
func droppedFor(code games.Code) string {
	switch code {
	case machiavelli.NoCardAdded, machiavelli.TableCardMissing, machiavelli.TableChanged,
		machiavelli.OpeningTooLow, machiavelli.OpeningTouches, machiavelli.JokerNotReleased:
		return string(code)
	}
	return "bad_meld"
}

// Topics are the chapters of the rules.
func (Machiavelli) Topics() []string { return slices.Clone(machiavelliTopics) }

var machiavelliTopics = []string{"brief", "melds", "turn", "rearrange", "jokers", "bench", "writing", "end", "options", "mistakes", "terms", "credits"}
