package bot_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/entrika"
	"kumpas/store"
)

// plan is how a scene differs from the usual one.
type plan struct {
	limits   *sandbox.Limits
	keep     bool
	store    func(store.Store) store.Store
	games    bot.Games
	patience func(bot.Moment) time.Duration
	entropy  func([]byte)
	log      *slog.Logger
}

// scene is a bot on a sandbox whose time stands still until the test moves it.
type scene struct {
	*robot.World
	t     *testing.T
	ctx   context.Context
	clock *sandbox.FakeClock
	sb    *sandbox.Sandbox
	g     *sandbox.Guild
	// timers counts the timers that the bot has set: one for each interaction that it has heard, and others.
	timers *atomic.Int64
}

// ticking lets the bot live by the sandbox's clock, and counts the timers it sets.
type ticking struct {
	*sandbox.FakeClock
	timers *atomic.Int64
}

func (c ticking) AfterFunc(d time.Duration, f func()) func() {
	c.timers.Add(1)
	stop := c.FakeClock.AfterFunc(d, f)
	return func() { stop() }
}

func newScene(t *testing.T, p plan) *scene {
	t.Helper()
	s := &scene{t: t, clock: sandbox.NewFakeClock(), timers: new(atomic.Int64)}
	var cancel context.CancelFunc
	limit := 4 * time.Minute
	if end, ok := t.Deadline(); ok && os.Getenv("KUMPAS_GAMES") != "" { // as many games as are wanted
		limit = time.Until(end)
	}
	s.ctx, cancel = context.WithTimeout(context.Background(), limit)
	t.Cleanup(cancel)
	if p.limits == nil {
		p.limits = sandbox.NoLimits()
	}
	s.sb = sandbox.Start(t, sandbox.Config{Limits: p.limits, Clock: s.clock, Keep: p.keep})
	s.g = s.sb.Guild()
	var kept store.Store
	kept, err := store.OpenBolt(filepath.Join(t.TempDir(), "kumpas.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	if p.log == nil {
		p.log = testLog(t)
	}
	if s.World, err = robot.NewWorld(s.sb, kept, p.log); err != nil {
		t.Fatal(err)
	}
	s.World.Client.Backoff = 5 * time.Millisecond
	s.Config.Clock, s.Config.Entropy = ticking{s.clock, s.timers}, p.entropy
	if p.store != nil {
		s.Config.Store = p.store(kept)
	}
	if p.games != nil {
		s.Config.Games = p.games
	}
	if p.patience != nil {
		s.Config.Patience = p.patience
	}
	s.start()
	t.Cleanup(s.stop)
	return s
}

func (s *scene) start() {
	s.t.Helper()
	if err := s.Start(s.ctx); err != nil {
		s.t.Fatal(err)
	}
}

// stop ends the bot as SIGTERM does: after it nothing more will come.
func (s *scene) stop() {
	s.t.Helper()
	if err := s.Stop(); err != nil {
		s.t.Error(err)
	}
}

// until waits for something that the bot does in its own time.
func (s *scene) until(what string, ok func() bool) {
	s.t.Helper()
	wait, cancel := context.WithTimeout(s.ctx, patience)
	defer cancel()
	for !ok() { // also what the sandbox has no event for, such as the store
		select {
		case <-wait.Done():
			s.t.Fatalf("it does not come: %s", what)
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// words says a text in the language of somebody's client.
func (s *scene) words(locale, key string, args ...any) string {
	return s.Config.Words.For(locale).Say(key, args...)
}

// answer waits for the answer of what somebody did and returns the message that it made or changed.
func (s *scene) answer(in *sandbox.Interaction, err error) *sandbox.Message {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
	wait, cancel := context.WithTimeout(s.ctx, patience)
	defer cancel()
	res, err := in.Final(wait)
	if err != nil || !res.OK {
		s.t.Fatalf("not answered (%v)", err)
	}
	return res.Message
}

// note is answer for what is to be answered by a private message alone.
func (s *scene) note(in *sandbox.Interaction, err error) *sandbox.Message {
	s.t.Helper()
	m := s.answer(in, err)
	if m == nil || !m.Ephemeral() {
		s.t.Fatal("the answer is no private message")
	}
	return m
}

// told checks that a message says the text of a key, in Turkish unless the arguments begin with another locale.
func (s *scene) told(m *sandbox.Message, key string, args ...any) {
	s.t.Helper()
	if want := s.words("tr", key, args...); m == nil || !strings.Contains(m.Text(), want) {
		text := "nothing"
		if m != nil {
			text = m.Text()
		}
		s.t.Fatalf("%s: %q is not in\n%s", key, want, text)
	}
}

// people makes persons with Turkish clients.
func (s *scene) people(names ...string) []*sandbox.User {
	out := make([]*sandbox.User, len(names))
	for i, name := range names {
		out[i] = s.g.NewUser(name, "tr")
	}
	return out
}

// lobby is a table that has not begun.
type lobby struct {
	*scene
	host *sandbox.User
	ch   *sandbox.Channel
	id   string
	mid  string // of the message
}

// play opens a table in a channel of its own.
func (s *scene) play(host *sandbox.User, options ...sandbox.Option) *lobby {
	s.t.Helper()
	return s.playIn(host, s.g.NewChannel("masa"), options...)
}

func (s *scene) playIn(host *sandbox.User, ch *sandbox.Channel, options ...sandbox.Option) *lobby {
	s.t.Helper()
	for name, usual := range map[string]any{"game": "entrika", "thread": false} {
		if !slices.ContainsFunc(options, func(o sandbox.Option) bool { return o.Name == name }) {
			options = append(options, sandbox.Opt(name, usual))
		}
	}
	return s.lobbyOf(host, s.answer(host.Command(ch, "play", options...)))
}

func (s *scene) lobbyOf(host *sandbox.User, m *sandbox.Message) *lobby {
	s.t.Helper()
	if m == nil || m.Ephemeral() || len(m.Buttons()) == 0 {
		s.t.Fatalf("this is no lobby: %v", m)
	}
	id, _ := present.ParseID(m.Buttons()[0].CustomID)
	return &lobby{scene: s, host: host, ch: s.sb.Channel(m.ChannelID), id: id.Arg(0), mid: m.ID}
}

func (l *lobby) message() *sandbox.Message { return l.sb.Message(l.mid) }

func (l *lobby) deed(what string, args ...string) string {
	return present.ID(present.VerbLobby, append([]string{l.id, what}, args...)...)
}

func (l *lobby) press(u *sandbox.User, what string) *sandbox.Message {
	l.t.Helper()
	return l.answer(u.Press(l.message(), l.deed(what)))
}

// seats are the names at the table as the lobby shows them.
func (l *lobby) seats() []string {
	var out []string
	for _, line := range strings.Split(l.message().Text(), "\n") {
		for _, mark := range []string{"🪑 ", "🤖 "} {
			if rest, ok := strings.CutPrefix(line, mark); ok {
				name, _, _ := strings.Cut(rest, " · 👑")
				out = append(out, name)
			}
		}
	}
	return out
}

// hosted is who is host as the lobby shows it.
func (l *lobby) hosted() string {
	for _, line := range strings.Split(l.message().Text(), "\n") {
		if name, _, ok := strings.Cut(line, " · 👑"); ok {
			return strings.TrimPrefix(name, "🪑 ")
		}
	}
	return ""
}

// sits waits until the lobby shows these people.
func (l *lobby) sits(names ...string) {
	l.t.Helper()
	l.until("the lobby with "+strings.Join(names, ", "), func() bool { return slices.Equal(l.seats(), names) })
}

// match is a running game.
type match struct {
	*scene
	*robot.Table
	game games.Game
}

// match seats people (the first is host) and computers and starts the game in a channel of its own.
func (s *scene) match(setup robot.Setup, users ...*sandbox.User) *match {
	s.t.Helper()
	if setup.Game == "" {
		setup.Game = "entrika"
	}
	if setup.Channel == nil {
		setup.Channel = s.g.NewChannel("masa")
	}
	x := &match{scene: s, Table: &robot.Table{Sandbox: s.sb, Rand: rand.New(rand.NewPCG(1, 2)), Users: users}}
	for _, e := range s.Config.Games {
		if e.Engine.Info().ID == setup.Game {
			x.game = e.Engine
		}
	}
	if err := x.Open(s.ctx, setup); err != nil {
		s.t.Fatal(err)
	}
	return x
}

// close ends a table that is still on, as whoever manages the channels may: a server has room for so many.
func (x *match) close() {
	x.t.Helper()
	if x.Over() {
		return
	}
	boss := x.people("Yönetici")[0]
	x.g.Promote(boss, "Yönetim", sandbox.ManageChannels)
	x.told(x.do(boss, "end"), "table.done")
	x.until("the end", x.Over)
}

// record is the table's record as the store holds it, and the game's state.
func (x *match) record() (head map[string]any, state games.State) {
	x.t.Helper()
	stored, err := x.Config.Store.Table(x.ctx, store.TableID(x.ID))
	if err != nil {
		x.t.Fatal(err)
	}
	line, tail, _ := bytes.Cut(stored.Snapshot, []byte{'\n'})
	if err := json.Unmarshal(line, &head); err != nil {
		x.t.Fatal(err)
	}
	if state, err = x.game.Decode(tail); err != nil {
		x.t.Fatal(err)
	}
	return head, state
}

func (x *match) view(seat games.Seat) *entrika.View {
	x.t.Helper()
	_, state := x.record()
	return viewOf(state, seat)
}

func viewOf(s games.State, seat games.Seat) *entrika.View {
	v := s.View(seat).(entrika.View)
	return &v
}

// seat is where somebody sits.
func (x *match) seat(u *sandbox.User) games.Seat {
	x.t.Helper()
	_, state := x.record()
	for seat, player := range state.Seating() {
		if player == slices.Index(x.Users, u) {
			return games.Seat(seat)
		}
	}
	x.t.Fatalf("%s has no seat", u.Name())
	return games.Nobody
}

// at is who sits at a seat.
func (x *match) at(seat games.Seat) *sandbox.User {
	x.t.Helper()
	_, state := x.record()
	return x.Users[state.Seating()[seat]]
}

// turn is whose turn it is.
func (x *match) turn() *sandbox.User {
	x.t.Helper()
	return x.at(x.view(games.Nobody).Active)
}

// others are the users but the given ones.
func (x *match) others(but ...*sandbox.User) []*sandbox.User {
	var out []*sandbox.User
	for _, u := range x.Users {
		if !slices.Contains(but, u) {
			out = append(out, u)
		}
	}
	return out
}

// button is the custom id of a message's control that gives the answer, "" if there is none.
func button(m *sandbox.Message, answer ...string) string {
	if m == nil {
		return ""
	}
	for _, c := range m.Buttons() {
		if id, _ := present.ParseID(c.CustomID); id.Verb() == present.VerbReply && slices.Equal(id.Args(2), answer) {
			return c.CustomID
		}
	}
	return ""
}

// says has somebody answer by the board's buttons and waits until the board no longer waits for that.
func (x *match) says(u *sandbox.User, answer ...string) *sandbox.Message {
	x.t.Helper()
	board := x.Board()
	id := button(board, answer...)
	if id == "" {
		x.t.Fatalf("the board offers no %v:\n%s", answer, board.Text())
	}
	m := x.answer(u.Press(board, id))
	x.until("the board goes on after "+strings.Join(answer, " "), func() bool {
		now := x.Board()
		return now.ID != board.ID || now.Version != board.Version
	})
	return m
}

// panel opens somebody's private panel.
func (x *match) panel(u *sandbox.User) *sandbox.Message {
	x.t.Helper()
	return x.note(u.Press(x.Board(), present.ID(present.VerbPanel, x.ID)))
}

// waits are the people whose answer the board awaits.
func (x *match) waits() []*sandbox.User { return x.Awaited(x.Board()) }

// awaits waits until the board shows a prompt that awaits exactly these people, in any order.
func (x *match) awaits(users ...*sandbox.User) {
	x.t.Helper()
	x.until("the board awaits them", func() bool {
		got := x.waits()
		return len(got) == len(users) && !slices.ContainsFunc(users, func(u *sandbox.User) bool { return !slices.Contains(got, u) })
	})
}

// pings counts the messages of a channel that mentioned somebody when they were posted.
func (s *scene) pings(ch *sandbox.Channel, u *sandbox.User) int {
	n := 0
	for _, c := range s.sb.Log() {
		if c.Type != "MESSAGE_CREATE" || c.Message == nil || c.Channel != ch.ID() || c.Message.Author.ID != s.sb.Bot().ID() {
			continue
		}
		for _, m := range c.Message.Mentions {
			if m.ID == u.ID() {
				n++
			}
		}
	}
	return n
}

// firstReply is the custom id of the first control of a message that answers a prompt, "" if there is none.
func firstReply(m *sandbox.Message) string {
	for _, c := range m.Buttons() {
		if id, _ := present.ParseID(c.CustomID); id.Verb() == present.VerbReply {
			return c.CustomID
		}
	}
	return ""
}

// audit plays a table's log again.
func audit(s *scene, id store.TableID) error {
	return bot.Audit(s.ctx, s.Config.Store, s.Config.Games, id)
}

func tableID(x *match) store.TableID { return store.TableID(x.ID) }

// Board is the board as it stands; between an old and a new one it waits.
func (x *match) Board() *sandbox.Message {
	x.t.Helper()
	var m *sandbox.Message
	x.until("a board", func() bool {
		m = x.Table.Board()
		return m != nil
	})
	return m
}

// dealt is a game whose deal fulfils a wish: seeds are tried in turn, always the same ones.
type dealt struct {
	games.Game
	want func(games.State) bool
}

func (d dealt) New(setup games.Setup) (games.State, []games.Event, error) {
	for try := byte(0); ; try++ {
		setup.Seed = [32]byte{try}
		state, events, err := d.Game.New(setup)
		if err != nil || d.want(state) {
			return state, events, err
		}
	}
}

// dealtSo is Entrika with a deal in which the first player holds the cards.
func dealtSo(base games.Game, cards ...string) bot.Games {
	return bot.Games{{Screen: present.Entrika{}, Engine: dealt{base, func(s games.State) bool {
		hand := viewOf(s, viewOf(s, games.Nobody).Active).Hand
		return !slices.ContainsFunc(cards, func(c string) bool { return !slices.Contains(hand, c) })
	}}}}
}

// book keeps what a bot logs, at every level.
type book struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *book) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(line)
}

func (b *book) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func (b *book) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(b, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// patience is how long a test waits for what the bot does in its own time, on a busy machine.
const patience = 20 * time.Second

// settled waits until the screen shows the newest revision and the bot knows that it does.
func (x *match) settled() {
	x.t.Helper()
	x.until("the screen has come to rest", func() bool {
		stored, err := x.Config.Store.Table(x.ctx, tableID(x))
		if err != nil {
			x.t.Fatal(err)
		}
		var shown struct {
			ID       string         `json:"id"`
			Revision store.Revision `json:"revision"`
		}
		data, err := x.Config.Store.Shown(x.ctx, tableID(x))
		return err == nil && json.Unmarshal(data, &shown) == nil && shown.Revision == stored.Revision && shown.ID == x.Board().ID
	})
}
