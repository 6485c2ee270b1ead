package present

import (
	"kumpas/bot/discord"
	"kumpas/locales"
)

// Topic is a chapter of a game's rules.
type Topic struct{ ID, Title string }

// Topics lists the chapters of a game, the two-minute version first.
func Topics(w *locales.Words, g Game) []Topic {
	var out []Topic
	for _, id := range g.Topics() {
		out = append(out, Topic{ID: id, Title: w.Say("rules." + g.Prefix() + "." + id + ".title")})
	}
	return out
}

// Rules draws a chapter of a game's rules with a select of the others; "" or an unknown topic is the first.
func Rules(w *locales.Words, game string, g Game, topic string) discord.Message {
	topics := Topics(w, g)
	at := topics[0]
	for _, t := range topics {
		if t.ID == topic {
			at = t
		}
	}
	options := make([]discord.SelectOption, len(topics))
	for i, t := range topics {
		options[i] = discord.SelectOption{Label: clip(t.Title, discord.MaxOptionText), Value: t.ID, Default: t.ID == at.ID}
	}
	head := "### 📖 " + w.Say("game."+game+".name") + " · " + at.Title
	body := w.Say("rules." + g.Prefix() + "." + at.ID + ".text")
	return discord.Message{Private: true, Components: []discord.Component{
		container(g.Accent(), text(head), text(body)),
		choose(ID(VerbRules, game), w.Say("rules.pick"), 1, 1, options),
	}}
}
