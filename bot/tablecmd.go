package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/locales"
	"kumpas/store"
)

// gameNames names the games in the given words.
func (b *Bot) gameNames(w *locales.Words) []string {
	out := make([]string, len(b.Games))
	for i, g := range b.Games {
		out[i] = w.Say("game." + g.Engine.Info().ID + ".name")
	}
	return out
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
	w := rep.words()
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
	if t.rec.index(rep.i.User.ID) < 0 && !t.manages(rep) {
		t.say(rep, w.Say("table.moved", "Link", t.screen.link(t.rec.Guild)))
		return
	}
	t.lower(ctx, rep)
}
