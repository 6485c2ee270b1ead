// Package bot runs tables in Discord: it seats people, turns their commands and
// presses into actions of the games, keeps every step in the store before it
// shows anything, and shows each person what he may know.
//
// A press goes router -> table (one goroutine while there is work) -> engine ->
// store -> screens. What Discord shows is a function of the table's record;
// package present draws it, screen and panel bring it there.
package bot

import (
	"context"
	crand "crypto/rand"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"kumpas/bot/discord"
	"kumpas/bot/metrics"
	"kumpas/locales"
	"kumpas/store"
)

// Config is everything a Bot is made of.
type Config struct {
	Store  store.Store
	Client *discord.Client
	Words  *locales.Bundle
	Games  Games
	Log    *slog.Logger
	// Metrics, if not nil, is told what happens.
	Metrics *metrics.Metrics
	// Clock is the machine's if nil.
	Clock Clock
	// Locale is the language of last resort, "tr" if "".
	Locale string
	// Patience is how long a computer player waits before it acts, a minute at most; nil is a second or two, more while people may react.
	Patience func(Moment) time.Duration
	// Entropy fills secrets and starts the computers' randomness; nil is the system's. Tests may pass their own.
	Entropy func([]byte)
	// Presses is how many things one person may do at once, a sixth of which he gets back each second; zero is 60, less is no bound.
	Presses int
	// Grace is the least time that a deadline which passed before a restart leaves after it; zero is a minute. A slow decision has
	// more: what its warning leaves.
	Grace time.Duration
}

// Moment is what a computer player's patience may depend on: nothing that he holds.
type Moment struct {
	People bool // people are asked the same
	Window bool // it is a chance to react
}

// Bot is the game master.
type Bot struct {
	Config
	clock  Clock
	log    *slog.Logger
	client *discord.Client
	store  store.Store

	tables    *registry
	scheduler *scheduler
	recent    recent
	haste     *haste
	changing  sync.Mutex     // held while a server's settings are read and changed
	work      sync.WaitGroup // goroutines that must end before Close returns

	rngMu sync.Mutex
	rng   *rand.Rand // the computers'
}

// New makes a bot. It does nothing before Start.
func New(c Config) *Bot {
	if c.Clock == nil {
		c.Clock = SystemClock{}
	}
	if c.Locale == "" {
		c.Locale = "tr"
	}
	if c.Entropy == nil {
		c.Entropy = func(b []byte) { crand.Read(b) }
	}
	if c.Patience == nil {
		c.Patience = patience
	}
	if c.Presses == 0 {
		c.Presses = usualPresses
	}
	if c.Grace == 0 {
		c.Grace = time.Minute
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	b := &Bot{Config: c, clock: c.Clock, log: c.Log, client: c.Client, store: c.Store, haste: newHaste(c.Presses)}
	var seed [32]byte
	c.Entropy(seed[:])
	b.rng = rand.New(rand.NewChaCha8(seed))
	b.tables = newRegistry(b)
	b.scheduler = newScheduler(b.clock, b.wake)
	return b
}

// Start takes up the tables of the store. Errors are the store's.
func (b *Bot) Start(ctx context.Context) error {
	return b.resume(ctx)
}

// Close lets the work under way end and stops. What was acknowledged is on disk already.
func (b *Bot) Close() {
	b.scheduler.close()
	b.work.Wait() // what somebody has just pressed comes to its table yet
	b.tables.close()
	b.work.Wait()
}

// callTime is how long a call to Discord may take in all, waits for rate limits included.
const callTime = 30 * time.Second

func (b *Bot) callContext() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), callTime)
}

// spawn runs f in a goroutine that Close waits for.
func (b *Bot) spawn(f func(ctx context.Context)) {
	b.work.Add(1)
	go func() {
		defer b.work.Done()
		defer b.recovered("work")
		ctx, cancel := b.callContext()
		defer cancel()
		f(ctx)
	}()
}

// note logs what went wrong in talking to Discord, if anything. Errors of package discord hold no tokens.
func (b *Bot) note(err error, what string) {
	if err != nil && !errors.Is(err, context.Canceled) {
		b.log.Warn("discord", "what", what, "err", err)
	}
}

// check logs a message that Discord will refuse: a defect of a screen.
func (b *Bot) check(msg discord.Message) {
	if err := msg.Check(); err != nil {
		b.log.Error("a message breaks Discord's limits", "err", err)
	}
}
