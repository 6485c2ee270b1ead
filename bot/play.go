package bot

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"kumpas/bot/discord"
	"kumpas/bot/fair"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/locales"
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

// needs are the permissions without which a table cannot be played in a channel, with the keys of their names.
var needs = []struct {
	perm discord.Permissions
	key  string
}{
	{discord.ViewChannel, "perm.view_channel"},
	{discord.SendMessages, "perm.send_messages"},
	{discord.CreateThreads, "perm.create_threads"},
	{discord.SendInThreads, "perm.send_in_threads"},
}

// lacking names the permissions that the bot lacks for a table here; thread says whether it is to open one.
func lacking(i discord.Interaction, thread bool, w *locales.Words) []string {
	var names []string
	inThread := i.ChannelType.IsThread()
	for _, n := range needs {
		switch {
		case n.perm == discord.CreateThreads && (!thread || inThread),
			n.perm == discord.SendInThreads && !thread && !inThread,
			n.perm == discord.SendMessages && inThread:
			continue
		}
		if !i.AppPermissions.Has(n.perm) {
			names = append(names, "**"+w.Say(n.key)+"**")
		}
	}
	return names
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
	secret := make([]byte, 32)
	b.Entropy(secret)
	rec := &record{
		Guild: i.Guild, Channel: i.Channel, Game: game.Engine.Info().ID, Pace: set.pace(), Thread: thread,
		Lang:  b.Words.For(i.Options["language"], set.Lang, i.Locale, b.Locale).Lang(),
		Stage: stageLobby, Host: i.User.ID, People: []person{b.person(i)}, Number: 1, Secret: secret, Acted: games.Nobody,
	}
	rec.setDue(dueLobby, b.clock.Now().Add(lobbyLife))
	b.open(rep, tableID(i.ID), rec)
}

// room reports whether the server lets one more table be opened where somebody asks for it; if not he is told.
func (b *Bot) room(rep *reply, set guildSettings) bool {
	i, w := rep.i, b.Words.For(rep.i.Locale, b.Locale)
	home := i.Channel
	if i.ChannelType.IsThread() {
		home = i.Parent
	}
	switch {
	case !set.hosts(home):
		b.tell(rep, present.Note(w.Say("error.channel.closed", "Items", set.channelList())))
	case len(b.tables.where(func(h header) bool { return h.Guild == i.Guild })) >= set.tables():
		b.tell(rep, present.Note(w.Say("error.tables.full", "N", set.tables())))
	default:
		return true
	}
	return false
}

// open creates a table and shows its lobby.
func (b *Bot) open(rep *reply, id store.TableID, rec *record) {
	b.tables.ask(rep, id, func(t *table, ctx context.Context) {
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
	case t.rec.Stage == stageLobby && t.screen.message() == "" && t.screen.idle():
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
	t.bot.tables.ask(rep, was, func(next *table, ctx context.Context) {
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
	secret := make([]byte, 32)
	t.bot.Entropy(secret)
	rec := &record{
		Guild: old.Guild, Channel: old.Channel, Game: old.Game, Lang: old.Lang, Pace: old.Pace, Fill: old.Fill, Options: old.Options,
		Stage: stageLobby, Host: rep.i.User.ID, People: []person{t.bot.person(rep.i)}, Number: old.Number + 1,
		Champ: old.champion(), Secret: secret, Acted: games.Nobody,
	}
	rec.setDue(dueLobby, t.bot.clock.Now().Add(lobbyLife))
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

// ended is the result of a game, for the server's history.
type ended struct {
	Number  int              `json:"number"`
	Names   []string         `json:"names"` // by seat
	Users   []string         `json:"users"` // likewise, then those who sat there before
	Won     []bool           `json:"won"`
	Why     string           `json:"why"`
	Seats   []games.Standing `json:"seats"`
	Channel string           `json:"channel"`
	Parent  string           `json:"parent,omitempty"`
}

func (r *record) result(id store.TableID, now time.Time) *store.Result {
	o := r.state.Outcome()
	e := ended{Number: r.Number, Why: o.Why, Seats: o.Seats, Channel: r.Channel, Parent: r.Parent}
	var users []string
	for seat := range r.Seating {
		p := r.at(games.Seat(seat))
		e.Names = append(e.Names, p.Name)
		e.Users = append(e.Users, p.User)
		e.Won = append(e.Won, o.Winners.Has(games.Seat(seat)))
		if p.User != "" {
			users = append(users, p.User)
		}
	}
	for _, p := range r.People { // whose seats were taken over
		if p.User != "" && !slices.Contains(users, p.User) {
			e.Users, users = append(e.Users, p.User), append(users, p.User)
		}
	}
	data, err := json.Marshal(e)
	if err != nil {
		return nil
	}
	return &store.Result{Guild: r.Guild, Table: id, Game: r.Game, Users: users, At: now, Data: data}
}

func readEnded(data []byte) (ended, error) {
	var e ended
	if err := json.Unmarshal(data, &e); err != nil {
		return e, err
	}
	if len(e.Won) != len(e.Names) {
		return e, errors.New("bot: a result that does not add up")
	}
	return e, nil
}
