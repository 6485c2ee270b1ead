package bot

import (
	"context"
	"errors"
	"strings"

	"kumpas/bot/discord"
	"kumpas/bot/fair"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/store"
)

// tableID derives the id of a table from the interaction that opens it, so that the same interaction delivered
// twice opens one table.
func tableID(interaction string) store.TableID {
	return store.TableID(fair.Table(interaction))
}

// validTable reports whether s could be a table's id.
func validTable(s string) bool {
	return len(s) == 8 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// play opens a table: its lobby is the answer to the command.
func (b *Bot) play(ctx context.Context, rep *reply) {
	i := rep.i
	w := b.Words.For(i.Locale, b.Locale)
	set, err := b.guild(ctx, i.Guild)
	if err != nil {
		b.hiccup(rep, err)
		return
	}
	game, ok := b.Games.Find(i.Options["game"])
	thread := set.threads() && !i.ChannelType.IsThread()
	if v := i.Options["thread"]; v != "" {
		thread = v == "true" && !i.ChannelType.IsThread()
	}
	_, again := b.tables.header(tableID(i.ID)) // the same command delivered twice
	switch missing := lacking(i, thread, w); {
	case !ok:
		b.tell(rep, present.Note(w.Say("error.game.unknown", "Items", w.List(b.gameNames(w)))))
		return
	case !i.ChannelType.IsThread() && i.ChannelType != discord.TextChannel && i.ChannelType != discord.Announcement:
		b.tell(rep, present.Note(w.Say("error.channel.kind")))
		return
	case len(missing) > 0:
		b.tell(rep, present.Note(w.Say("error.permission", "Items", w.List(missing))))
		return
	case !again && !b.room(rep, set):
		return
	}
	rec := b.newLobby(i)
	rec.Guild, rec.Channel, rec.Game, rec.Pace, rec.Thread, rec.Number = i.Guild, i.Channel, game.Engine.Info().ID, set.pace(), thread, 1
	rec.Lang = b.Words.For(i.Options["language"], set.Lang, i.Locale, b.Locale).Lang()
	b.open(rep, tableID(i.ID), rec)
}

// newLobby makes the record of a lobby whose host is whoever asks for it, with a fresh secret.
func (b *Bot) newLobby(i discord.Interaction) *record {
	r := &record{Stage: stageLobby, Host: i.User.ID, People: []person{b.person(i)}, Secret: make([]byte, 32), Acted: games.Nobody}
	b.Entropy(r.Secret)
	r.setDue(dueLobby, b.clock.Now().Add(lobbyLife))
	return r
}

// room reports whether the server lets one more table be opened where somebody asks for it; if not he is told. Tables that sleep, which
// may be for weeks, keep no other from being opened.
func (b *Bot) room(rep *reply, set guildSettings) bool {
	i, w := rep.i, rep.words()
	home := i.Channel
	if i.ChannelType.IsThread() {
		home = i.Parent
	}
	switch {
	case !set.hosts(home):
		b.tell(rep, present.Note(w.Say("error.channel.closed", "Items", set.channelList())))
	case len(b.tables.where(func(h header) bool { return h.Guild == i.Guild && !h.Asleep })) >= set.tables():
		b.tell(rep, present.Note(w.Say("error.tables.full", "N", set.tables())))
	default:
		return true
	}
	return false
}

// open creates a table and shows its lobby.
func (b *Bot) open(rep *reply, id store.TableID, rec *record) {
	b.tables.serve(rep, id, func(t *table, ctx context.Context) {
		err := t.commit(ctx, rec, step{interaction: rep.i.ID, entry: &logged{Do: "open", Who: rec.who(rep.i.User.ID)}})
		switch {
		case err == nil:
			t.drafts = map[games.Seat]drafts{}
			t.screen.show(t.moment(), rep)
		case errors.Is(err, store.ErrConflict), errors.Is(err, store.ErrDuplicate):
			t.openedBefore(ctx, rep)
		default:
			t.hiccup(rep, err)
		}
	})
}

// openedBefore answers a command that has opened this table before: its first delivery may have ended in a crash.
func (t *table) openedBefore(ctx context.Context, rep *reply) {
	switch err := t.load(ctx); {
	case err != nil:
		t.hiccup(rep, err)
	case t.rec.Stage == stageLobby && t.screen.message() == "" && t.screen.idle(t.live):
		t.screen.show(t.moment(), rep)
	default:
		t.say(rep, t.words(rep).Say("table.moved", "Link", "<#"+t.rec.Channel+">"))
	}
}

// pressAgain seats somebody for a rematch: the first who presses opens its lobby.
func (t *table) pressAgain(ctx context.Context, rep *reply, _ present.ParsedID) {
	w := t.words(rep)
	if t.rec.Stage != stageOver || t.rec.state == nil {
		t.say(rep, w.Say("table.still_on"))
		return
	}
	was := t.rec.Next
	if was == "" {
		t.openAgain(ctx, rep)
		return
	}
	t.bot.tables.serve(rep, was, func(next *table, ctx context.Context) {
		switch err := next.load(ctx); {
		case errors.Is(err, store.ErrNotFound), err == nil && next.moment().folded(): // it came to nothing
			t.bot.at(rep, t.id, func(t *table, ctx context.Context) {
				if t.rec.Next != was { // somebody else was faster
					t.pressAgain(ctx, rep, nil)
					return
				}
				t.openAgain(ctx, rep)
			})
		case err != nil:
			next.hiccup(rep, err)
		case next.rec.Stage != stageLobby:
			next.say(rep, next.words(rep).Say("lobby.over"))
		default:
			next.lobbyDo(ctx, rep, present.LobbyJoin, nil)
		}
	})
}

// openAgain opens the lobby of a rematch.
func (t *table) openAgain(ctx context.Context, rep *reply) {
	set, err := t.bot.guild(ctx, t.rec.Guild)
	if err != nil {
		t.hiccup(rep, err)
		return
	}
	if !t.bot.room(rep, set) {
		return
	}
	id := tableID(rep.i.ID)
	old := t.rec.clone()
	old.Next = id
	if err := t.commit(ctx, old, step{interaction: rep.i.ID, entry: &logged{Do: "again", Who: t.rec.who(rep.i.User.ID)}}); err != nil {
		t.failed(rep, err)
		return
	}
	rec := t.bot.newLobby(rep.i)
	rec.Guild, rec.Channel, rec.Game, rec.Lang, rec.Pace, rec.Fill, rec.Options = old.Guild, old.Channel, old.Game, old.Lang, old.Pace, old.Fill, old.Options
	rec.Number, rec.Champ = old.Number+1, old.champion()
	t.bot.open(rep, id, rec)
}

// champion is the user who won the game alone, "" if nobody or a computer did.
func (r *record) champion() string {
	o := r.state.Outcome()
	if o == nil || o.Winners.Count() != 1 {
		return ""
	}
	for seat := range o.Winners.All() {
		return r.at(seat).User
	}
	return ""
}
