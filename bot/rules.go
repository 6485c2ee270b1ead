package bot

import (
	"context"
	"strings"

	"kumpas/bot/discord"
	"kumpas/bot/present"
)

// rules shows the rules of a game, to whoever asks alone: the two-minute version first, then by topic.
func (b *Bot) rules(_ context.Context, rep *reply) {
	game := rep.i.Options["game"]
	if game == "" {
		game = b.gameHere(rep.i)
	}
	b.showRules(rep, game, rep.i.Options["topic"])
}

// gameHere is the game that is played where the command was given, else the first of the list.
func (b *Bot) gameHere(i discord.Interaction) string {
	for _, id := range b.here(i) {
		if h, ok := b.tables.header(id); ok {
			return h.Game
		}
	}
	return b.Games[0].Engine.Info().ID
}

// pressRules turns to a topic: the id's, or the one picked in the select.
func (b *Bot) pressRules(_ context.Context, rep *reply, id present.ParsedID) {
	topic := id.Arg(1)
	if v := value(rep); v != "" {
		topic = v
	}
	b.showRules(rep, id.Arg(0), topic)
}

func (b *Bot) showRules(rep *reply, game, topic string) {
	w := rep.words()
	g, ok := b.Games.Find(game)
	if !ok {
		b.tell(rep, present.Note(w.Say("error.game.unknown", "Items", w.List(b.gameNames(w)))))
		return
	}
	msg := present.Rules(w, g.Engine.Info().ID, g.Screen, topic)
	b.turn(rep, msg)
}

// complete offers the topics of the rules while somebody types.
func (b *Bot) complete(i discord.Interaction) {
	w := b.Words.For(i.Locale, b.Locale)
	game := i.Options["game"]
	if game == "" {
		game = b.gameHere(i)
	}
	var choices []discord.AutoChoice
	if g, ok := b.Games.Find(game); ok && i.Command == "rules" {
		typed := w.Lower(i.Options[i.Focused])
		for _, t := range present.Topics(w, g.Screen) {
			if strings.Contains(w.Lower(t.Title), typed) && len(choices) < discord.MaxOptions {
				choices = append(choices, discord.AutoChoice{Name: t.Title, Value: t.ID})
			}
		}
	}
	b.spawn(func(ctx context.Context) { b.note(b.client.Complete(ctx, i, choices), "completion") })
}
