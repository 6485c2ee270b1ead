package bot

import (
	"context"
	"errors"
	"fmt"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/store"
)

// Interaction takes one thing that a person did and sees to its answer. It returns at once.
func (b *Bot) Interaction(i discord.Interaction) {
	defer b.recovered("interaction")
	if b.recent.again(i.ID) || b.hasty(i) {
		return
	}
	switch i.Kind {
	case discord.Command:
		b.command(i)
	case discord.Autocomplete:
		b.complete(i)
	case discord.Press, discord.ModalSubmit:
		b.press(i)
	}
}

// press routes a press by its custom id. Whatever the id says is checked where it is used.
func (b *Bot) press(i discord.Interaction) {
	rep := b.newReply(i, false)
	id, ok := present.ParseID(i.CustomID)
	if !ok {
		b.expired(rep)
		return
	}
	if free, ok := freeVerbs[id.Verb()]; ok {
		b.serve(rep, func(ctx context.Context) { free(b, ctx, rep, id) })
		return
	}
	verb, ok := verbs[id.Verb()]
	if !ok || !validTable(id.Arg(0)) {
		b.expired(rep)
		return
	}
	b.at(rep, store.TableID(id.Arg(0)), func(t *table, ctx context.Context) {
		if t.rec.Guild != i.Guild || !t.rec.audience().has(i) { // he cannot have seen such a button
			b.expired(rep)
			return
		}
		verb(t, ctx, rep, id)
	})
}

// freeVerbs are the presses that belong to no table.
var freeVerbs = map[string]func(*Bot, context.Context, *reply, present.ParsedID){
	present.VerbRules: (*Bot).pressRules,
	present.VerbMe:    (*Bot).pressMe,
}

// serve is spawn for what somebody waits for: a defect costs him an apology.
func (b *Bot) serve(rep *reply, f func(ctx context.Context)) {
	b.spawn(func(ctx context.Context) {
		defer func() {
			if p := recover(); p != nil {
				b.panicked("interaction", p)
				b.hiccup(rep, errDefect)
			}
		}()
		f(ctx)
	})
}

// serve is do for what somebody waits for: a defect costs him an apology, and the table a reload.
func (r *registry) serve(rep *reply, id store.TableID, job func(*table, context.Context)) {
	r.do(id, func(t *table, ctx context.Context) {
		defer func() {
			if p := recover(); p != nil {
				t.doubt()
				r.bot.panicked("table", p)
				t.hiccup(rep, errDefect)
			}
		}()
		job(t, ctx)
	})
}

// at runs a job at a table once it is loaded; if it cannot be, the person is told.
func (b *Bot) at(rep *reply, id store.TableID, job func(*table, context.Context)) {
	b.tables.serve(rep, id, func(t *table, ctx context.Context) {
		switch err := t.load(ctx); {
		case errors.Is(err, store.ErrNotFound):
			b.tables.drop(id, t)
			b.expired(rep)
		case err != nil:
			t.hiccup(rep, err)
		default:
			t.screen.heard(rep.i, t.moment())
			job(t, ctx)
		}
	})
}

// Event takes what else happened in Discord.
func (b *Bot) Event(e discord.Event) {
	defer b.recovered("event")
	switch e.Kind {
	case discord.ChannelGone:
		for _, id := range b.tables.where(func(h header) bool { return h.Channel == e.Channel || h.Parent == e.Channel }) {
			b.tables.do(id, func(t *table, ctx context.Context) { t.lost(ctx, e.Channel) })
		}
	case discord.Banned:
		for _, id := range b.tables.where(func(h header) bool { return h.Guild == e.Guild && h.names(e.User) }) {
			b.tables.do(id, func(t *table, ctx context.Context) { t.vanish(ctx, e.User) })
		}
	case discord.GuildGone:
		for _, id := range b.tables.where(func(h header) bool { return h.Guild == e.Guild }) {
			b.tables.do(id, (*table).thrownOut)
		}
	}
}

// errDefect stands for a defect that was logged where it happened.
var errDefect = errors.New("bot: a defect")

// recovered keeps a defect from ending the program. It is deferred.
func (b *Bot) recovered(where string) {
	if p := recover(); p != nil {
		b.panicked(where, p)
	}
}

// panicked logs a defect by its place alone: a panic's value may hold what was on the table.
func (b *Bot) panicked(where string, p any) {
	b.log.Error("defect", "where", where, "kind", fmt.Sprintf("%T", p), "stack", discord.Trace())
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
