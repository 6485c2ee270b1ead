package bot_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/metrics"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
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
	metrics  *metrics.Metrics
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

// limit is how long a test may take: minutes, or as long as it is given for as many games as are wanted.
func limit(t *testing.T) time.Duration {
	if end, ok := t.Deadline(); ok && os.Getenv("KUMPAS_GAMES") != "" {
		return time.Until(end)
	}
	return 4 * time.Minute
}

func newScene(t *testing.T, p plan) *scene {
	t.Helper()
	s := &scene{t: t, clock: sandbox.NewFakeClock(), timers: new(atomic.Int64)}
	var cancel context.CancelFunc
	s.ctx, cancel = context.WithTimeout(context.Background(), limit(t))
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
	s.Config.Clock, s.Config.Entropy, s.Config.Metrics = ticking{s.clock, s.timers}, p.entropy, p.metrics
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

// actions are those of a table's log.
func (x *match) actions() (all []games.Action) {
	x.t.Helper()
	for entry, err := range x.Config.Store.Log(x.ctx, tableID(x)) {
		var line struct{ Action *games.Action }
		if err := errors.Join(err, json.Unmarshal(entry.Data, &line)); err != nil {
			x.t.Fatal(err)
		}
		if line.Action != nil {
			all = append(all, *line.Action)
		}
	}
	return all
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
