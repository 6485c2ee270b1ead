package bot

import (
	"context"
	"errors"
	"slices"

	"kumpas/bot/present"
	"kumpas/store"
)

// keptDays is how long a finished table is kept for its history.
const keptDays = 90

// personal are a person's settings.
type personal struct {
	Quiet bool `json:"quiet,omitempty"` // does not want to be mentioned
}

// quiet reports whether a person has switched mentions off.
func (b *Bot) quiet(user string) bool {
	ctx, cancel := b.callContext()
	defer cancel()
	var p personal
	b.note(b.setting(ctx, store.SettingUser, user, &p), "settings")
	return p.Quiet
}

// me carries out /me.
func (b *Bot) me(ctx context.Context, rep *reply) {
	w := rep.words()
	user := rep.i.User.ID
	switch rep.i.Sub {
	case "mentions":
		quiet := rep.i.Options["state"] != "true"
		if err := b.setSetting(ctx, store.SettingUser, user, personal{Quiet: quiet}); err != nil {
			b.hiccup(rep, err)
			return
		}
		b.everywhere(user, func(t *table, ctx context.Context) error {
			next := t.rec.clone()
			next.People[next.index(user)].Quiet = quiet
			return t.commit(ctx, next, step{})
		})
		key := "me.mentions.on"
		if quiet {
			key = "me.mentions.off"
		}
		b.tell(rep, present.Note("✅ "+w.Say(key)))
	case "privacy":
		tables, results, err := b.about(ctx, user)
		if err != nil {
			b.hiccup(rep, err)
			return
		}
		_, err = b.store.Setting(ctx, store.SettingUser, user)
		stored := w.Say("me.privacy.nothing")
		if tables+results > 0 || err == nil {
			stored = w.Say("me.privacy.stored", "Tables", tables, "Results", results)
		}
		b.tell(rep, present.Note("### "+w.Say("me.privacy.title"), w.Say("me.privacy.text", "Days", keptDays, "Command", commandName(w, "me", "delete")), stored))
	case "delete":
		b.tell(rep, present.NoteWith(w.Say("me.delete.ask"), present.Confirm(w.Say("me.delete.button"), present.ID(present.VerbMe, "delete"))))
	}
}

// everywhere runs a job at every live table at which a person is.
func (b *Bot) everywhere(user string, job func(*table, context.Context) error) {
	for _, id := range b.tables.where(func(h header) bool { return slices.Contains(h.Users, user) }) {
		b.tables.do(id, func(t *table, ctx context.Context) {
			if t.load(ctx) != nil || t.rec.index(user) < 0 {
				return
			}
			if err := job(t, ctx); err != nil {
				b.log.Error("table", "table", t.id, "err", err)
			}
		})
	}
}

// about counts what is stored about a person: the tables that name him, and the results.
func (b *Bot) about(ctx context.Context, user string) (tables, results int, err error) {
	tables = len(b.tables.where(func(h header) bool { return h.names(user) }))
	old, guilds, err := b.closedWith(ctx, user)
	if err != nil {
		return 0, 0, err
	}
	for guild := range guilds {
		for r, err := range b.store.Results(ctx, guild) {
			if err != nil {
				return 0, 0, err
			}
			if slices.Contains(r.Users, user) {
				results++
			}
		}
	}
	return tables + len(old), results, nil
}

// names reports whether a table names a person.
func (h header) names(user string) bool {
	return slices.Contains(h.Users, user) || slices.Contains(h.Gone, user)
}

// closedWith lists the closed tables that name a person, and their servers.
func (b *Bot) closedWith(ctx context.Context, user string) (ids []store.TableID, guilds map[string]bool, err error) {
	guilds = map[string]bool{}
	for listed, err := range b.store.Closed(ctx) {
		if err != nil {
			return nil, nil, err
		}
		if h, err := readHeader(listed.Header); err == nil && h.names(user) {
			ids = append(ids, listed.ID)
			guilds[h.Guild] = true
		}
	}
	return ids, guilds, nil
}

// pressMe is the confirmation of /me delete.
func (b *Bot) pressMe(ctx context.Context, rep *reply, id present.ParsedID) {
	w := rep.words()
	user := rep.i.User.ID
	if id.Arg(0) != "delete" {
		b.expired(rep)
		return
	}
	if len(b.tables.where(func(h header) bool { return slices.Contains(h.Users, user) })) > 0 {
		b.tell(rep, present.Note(w.Say("me.delete.playing", "Command", commandName(w, "table", "leave"))))
		return
	}
	if err := b.forget(ctx, user); err != nil {
		b.hiccup(rep, err)
		return
	}
	msg := present.Note("✅ " + w.Say("me.delete.done"))
	b.note(rep.update(ctx, msg), "forget")
}

// forget takes a person out of everything that is stored: his settings and results go, and at finished tables, and
// those that he has left, somebody without a name has played. A sleeping table to which nobody can come back then is closed.
func (b *Bot) forget(ctx context.Context, user string) error {
	old, _, err := b.closedWith(ctx, user)
	if err != nil {
		return err
	}
	old = append(old, b.tables.where(func(h header) bool { return h.names(user) })...)
	for _, id := range old {
		done := make(chan error, 1)
		b.tables.do(id, func(t *table, ctx context.Context) {
			if err := t.load(ctx); err != nil {
				done <- err
				return
			}
			var err error
			live := t.live
			if t.rec.Stage == stagePlaying && t.rec.asleep() && !t.rec.expects(t.rec.owns(user)) { // nobody else can wake it
				err = t.end(ctx, "abandoned", "", "")
			}
			if err == nil {
				err = t.commit(ctx, t.rec.without(user), step{})
			}
			if err == nil && live {
				t.show(nil)
			}
			done <- err
		})
		select {
		case err := <-done:
			switch {
			case errors.Is(err, errUnreadable):
				b.log.Error("table", "table", id, "err", err)
			case err != nil && !errors.Is(err, store.ErrNotFound):
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return b.store.Forget(ctx, user)
}

// without returns the record with a person made nameless.
func (r *record) without(user string) *record {
	next := r.clone()
	if i := next.index(user); i >= 0 {
		next.People[i] = person{Name: "—", Level: next.People[i].Level, Away: next.People[i].Away}
	}
	if next.Stage == stagePlaying && next.Fill == fillOpen { // nobody can tell any more who has sat here and knows too much
		next.Fill = fillComputer
	}
	next.quitVote(user)
	if next.Paused != nil && next.Paused.By == user {
		next.Paused = &pause{}
	}
	next.Joined = slices.Clone(r.Joined)
	for i, id := range next.Joined {
		if id == user {
			next.Joined[i] = ""
		}
	}
	if next.Host == user {
		next.Host = ""
	}
	if next.Champ == user {
		next.Champ = ""
	}
	return next
}
