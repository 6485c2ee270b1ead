package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

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
	rep := b.newReply(i, i.Command == "play")
	handlers := map[string]func(context.Context, *reply){
		"play": b.play, "hand": b.hand, "table": b.table, "rules": b.rules, "me": b.me, "settings": b.settings,
	}
	run, ok := handlers[i.Command]
	if !ok || i.Guild == "" {
		b.expired(rep)
		return
	}
	b.serve(rep, func(ctx context.Context) { run(ctx, rep) })
}

// here finds the tables that a command in this channel may be about: those in this channel or thread, else in threads of it;
// those at which the person sits before others.
func (b *Bot) here(i discord.Interaction) []store.TableID {
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
			return ids
		}
	}
	return nil
}

// theOne is the table that a command is about. If there is none, or several, the person is told: of several
// he may open his panel with a press, or give his command in the table's own channel.
func (b *Bot) theOne(rep *reply) (store.TableID, bool) {
	w := b.Words.For(rep.i.Locale, b.Locale)
	ids := b.here(rep.i)
	switch len(ids) {
	case 0:
		b.tell(rep, present.Note(w.Say("error.table.none", "Command", commandName(w, "play"))))
		return "", false
	case 1:
		return ids[0], true
	}
	lines := []string{w.Say("error.table.which")}
	var buttons []discord.Component
	for n, id := range ids[:min(len(ids), discord.MaxRow)] {
		h, _ := b.tables.header(id)
		name := w.Say("game." + h.Game + ".name")
		lines = append(lines, fmt.Sprintf("%d. %s · <#%s>", n+1, name, h.Channel))
		if h.Stage == stagePlaying && slices.Contains(h.Users, rep.i.User.ID) {
			buttons = append(buttons, present.PanelButton(string(id), fmt.Sprintf("%d. %s", n+1, name)))
		}
	}
	b.tell(rep, present.NoteWith(strings.Join(lines, "\n"), buttons...))
	return "", false
}

// hand opens the private panel.
func (b *Bot) hand(_ context.Context, rep *reply) {
	if id, ok := b.theOne(rep); ok {
		b.at(rep, id, func(t *table, ctx context.Context) { t.pressPanel(ctx, rep, nil) })
	}
}

// table carries out /table.
func (b *Bot) table(ctx context.Context, rep *reply) {
	if rep.i.Sub == "history" {
		b.history(ctx, rep)
		return
	}
	id, ok := b.theOne(rep)
	if !ok {
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

// showHere brings the board down for those who belong to the table, and leads everybody to it.
func (t *table) showHere(ctx context.Context, rep *reply) {
	w := t.words(rep)
	if names := lacking(rep.i, false, w); len(names) > 0 && rep.i.Channel == t.rec.Channel {
		t.say(rep, w.Say("error.permission", "Items", w.List(names)))
		return
	}
	if t.rec.index(rep.i.User.ID) < 0 && !rep.i.User.Permissions.Has(discord.ManageChannels) {
		t.say(rep, w.Say("table.moved", "Link", t.screen.link(t.rec.Guild)))
		return
	}
	t.lower(ctx, rep)
}

// history tells the story of the running game, or of the last ones played on this server.
func (b *Bot) history(ctx context.Context, rep *reply) {
	if ids := b.here(rep.i); len(ids) == 1 {
		if h, _ := b.tables.header(ids[0]); h.Stage == stagePlaying && (h.Channel == rep.i.Channel || h.Parent == rep.i.Channel) {
			b.at(rep, ids[0], func(t *table, _ context.Context) { t.story(rep, 0) })
			return
		}
	}
	var last []store.Result
	for result, err := range b.store.Results(ctx, rep.i.Guild) {
		if err != nil {
			b.hiccup(rep, err)
			return
		}
		if e, err := readEnded(result.Data); err != nil || !e.tellable(rep.i) {
			continue
		}
		if last = append(last, result); len(last) == historyLength {
			break
		}
	}
	msg := historyOf(last, b.Words.For(rep.i.Locale, b.Locale))
	if len(last) > 0 { // the file of the newest; those of the others hang on their stories
		file, err := b.export(ctx, last[0].Table)
		if err == nil {
			msg = present.WithFile(msg, file)
		} else if !errors.Is(err, store.ErrNotFound) { // results outlive their tables
			b.log.Error("export", "table", last[0].Table, "err", err)
		}
	}
	b.tell(rep, msg)
}

// tellable reports whether a result may be told here: to those who played, and where it was played. Others may not see
// that channel.
func (e ended) tellable(i discord.Interaction) bool {
	return e.Channel == i.Channel || e.Parent != "" && (e.Parent == i.Channel || e.Parent == i.Parent) || slices.Contains(e.Users, i.User.ID)
}

// historyLength is how many games /table history lists at most, historyText how many characters of them.
const (
	historyLength = 10
	historyText   = 3500
)

// historyOf lists results, the newest first, with a button for the story of each.
func historyOf(results []store.Result, w *locales.Words) discord.Message {
	text := "### 📖 " + w.Say("history.title")
	var buttons []discord.Component
	for _, result := range results {
		e, err := readEnded(result.Data)
		if err != nil {
			continue // of a newer program
		}
		line := "\n" + e.line(len(buttons)+1, result, w)
		if utf8.RuneCountInString(text+line) > historyText || len(buttons) == historyLength {
			break
		}
		text += line
		buttons = append(buttons, present.StoryButton(string(result.Table), len(buttons)+1))
	}
	if len(buttons) == 0 {
		text += "\n" + w.Say("history.none", "Command", commandName(w, "play"))
	}
	return present.NoteWith(text, buttons...)
}

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
