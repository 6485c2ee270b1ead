package bot

import (
	"context"
	"slices"
	"strings"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/locales"
	"kumpas/store"
)

// commandName says how a person writes a command in his client, such as "`/masa kalk`".
func commandName(w *locales.Words, path ...string) string {
	words := make([]string, len(path))
	for i := range path {
		words[i] = w.Say("cmd." + strings.Join(path[:i+1], ".") + ".name")
	}
	return "`/" + strings.Join(words, " ") + "`"
}

// gameNames names the games in the given words.
func (b *Bot) gameNames(w *locales.Words) []string {
	out := make([]string, len(b.Games))
	for i, g := range b.Games {
		out[i] = w.Say("game." + g.Engine.Info().ID + ".name")
	}
	return out
}

// hiccup owns up to a mishap away from any table.
func (b *Bot) hiccup(rep *reply, err error) {
	b.log.Error("bot", "err", err)
	b.tell(rep, present.Note(b.Words.For(rep.i.Locale, b.Locale).Say("error.hiccup")))
}

// command routes a slash command.
func (b *Bot) command(i discord.Interaction) {
	rep := b.newReply(i)
	rep.public = i.Command == "play"
	handlers := map[string]func(context.Context, *reply){
		"play": b.play, "hand": b.hand, "table": b.table, "rules": b.rules, "me": b.me, "settings": b.settings,
	}
	run, ok := handlers[i.Command]
	if !ok || i.Guild == "" {
		b.expired(rep)
		return
	}
	b.spawn(func(ctx context.Context) {
		defer b.recovered("command")
		run(ctx, rep)
	})
}

// here finds the table that a command in this channel is about: one in this channel or thread, else in a thread of it; a
// table at which the person sits before others.
func (b *Bot) here(i discord.Interaction) (store.TableID, bool) {
	in := func(h header) bool { return h.Guild == i.Guild && (h.Channel == i.Channel || h.Parent == i.Channel) }
	sits := func(h header) bool { return slices.Contains(h.Users, i.User.ID) }
	for _, fits := range []func(header) bool{
		func(h header) bool { return h.Channel == i.Channel && sits(h) && h.Guild == i.Guild },
		func(h header) bool { return in(h) && sits(h) },
		func(h header) bool { return h.Channel == i.Channel && h.Guild == i.Guild },
		func(h header) bool { return sits(h) && h.Guild == i.Guild },
		in,
	} {
		if ids := b.tables.where(fits); len(ids) > 0 {
			return ids[len(ids)-1], true
		}
	}
	return "", false
}

// none tells that there is no table here.
func (b *Bot) none(rep *reply) {
	w := b.Words.For(rep.i.Locale, b.Locale)
	b.tell(rep, present.Note(w.Say("error.table.none", "Command", commandName(w, "play"))))
}

// hand opens the private panel.
func (b *Bot) hand(_ context.Context, rep *reply) {
	id, ok := b.here(rep.i)
	if !ok {
		b.none(rep)
		return
	}
	b.at(rep, id, func(t *table, ctx context.Context) { t.pressPanel(ctx, rep, nil) })
}

// table carries out /table.
func (b *Bot) table(ctx context.Context, rep *reply) {
	id, ok := b.here(rep.i)
	if rep.i.Sub == "history" {
		b.history(ctx, rep, id)
		return
	}
	if !ok {
		b.none(rep)
		return
	}
	b.at(rep, id, func(t *table, ctx context.Context) {
		switch deed := rep.i.Sub; deed {
		case "show":
			t.showHere(ctx, rep)
		case deedLeave:
			t.ask(ctx, rep, deed, rep.i.User.ID)
		case deedRemove:
			t.ask(ctx, rep, deed, rep.i.Options["player"])
		default:
			t.ask(ctx, rep, deed, "")
		}
	})
}

// showHere brings the board down and leads to it.
func (t *table) showHere(ctx context.Context, rep *reply) {
	if t.rec.Stage == stagePlaying && t.bot.clock.Now().Sub(t.lowered) >= atTable {
		next := t.rec.clone()
		next.turnBoard(t.rec.Segment, 0)
		if err := t.commit(ctx, next, step{interaction: rep.i.ID, entry: &logged{Do: "down", User: rep.i.User.ID}}); err != nil {
			t.failed(rep, err)
			return
		}
		t.lowered = t.bot.clock.Now()
		t.show(nil)
		t.say(rep, t.words(rep).Say("table.moved", "Link", "<#"+t.rec.Channel+">"))
		return
	}
	t.say(rep, t.words(rep).Say("table.moved", "Link", t.screen.link(t.rec.Guild)))
}

// history tells the story of the running game, or of the last ones played on this server.
func (b *Bot) history(ctx context.Context, rep *reply, id store.TableID) {
	if h, ok := b.tables.header(id); ok && h.Stage == stagePlaying && (h.Channel == rep.i.Channel || h.Parent == rep.i.Channel) {
		b.at(rep, id, func(t *table, _ context.Context) { t.story(rep, 0) })
		return
	}
	w := b.Words.For(rep.i.Locale, b.Locale)
	lines := []string{"### 📖 " + w.Say("history.title")}
	var buttons []discord.Component
	for result, err := range b.store.Results(ctx, rep.i.Guild) {
		if err != nil {
			b.hiccup(rep, err)
			return
		}
		e, err := readEnded(result.Data)
		if err != nil {
			continue
		}
		buttons = append(buttons, present.StoryButton(string(result.Table), len(buttons)+1))
		lines = append(lines, e.line(len(buttons), result, w))
		if len(buttons) == historyLength {
			break
		}
	}
	if len(buttons) == 0 {
		lines = append(lines, w.Say("history.none", "Command", commandName(w, "play")))
	}
	b.tell(rep, present.NoteWith(strings.Join(lines, "\n"), buttons...))
}

// historyLength is how many games /table history lists.
const historyLength = 10

// line says a result.
func (e ended) line(n int, r store.Result, w *locales.Words) string {
	var won, others []string
	for i, name := range e.Names {
		if e.Won[i] {
			won = append(won, "🏆 **"+present.Escape(name)+"**")
		} else {
			others = append(others, present.Escape(name))
		}
	}
	return present.ResultLine(n, w.Say("game."+r.Game+".name"), r.At, append(won, others...))
}
