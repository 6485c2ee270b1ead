package soak

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/store"
)

// trial is whole games under one fault alone.
type trial struct {
	*soak
	world *robot.World
	disk  *moody
	clock *jumpy
	going sync.WaitGroup // faults that last

	rng      *rand.Rand
	moods    chan mood // of the writes to come
	restarts int
}

// trouble is what goes wrong in a trial.
type trouble struct {
	name   string
	most   int  // how often at one table: what keeps people waiting costs the test as much
	waits  bool // it excuses an answer that is late
	does   func(*trial, context.Context)
	struck func(*trial) int // how often it has hit something
}

// troubles are the sandbox's faults, and those of the machine that the bot runs on.
func troubles() []trouble {
	var all []trouble
	for _, k := range strikes {
		k.lasts = min(k.lasts, 3*time.Second) // heartbeats are quicker here
		most := 8
		if k.waits {
			most = 3
		}
		all = append(all, trouble{k.id, most, k.waits,
			func(r *trial, ctx context.Context) { r.going.Go(func() { r.hit(ctx, k) }) },
			func(r *trial) int { return r.struck(k.id) }})
	}
	disk := func(m mood) func(*trial) int { return func(r *trial) int { return int(r.disk.struck[m].Load()) } }
	return append(all,
		trouble{"disk full", 8, false, func(r *trial, _ context.Context) { r.moods <- full }, disk(full)},
		trouble{"fsync error", 8, false, func(r *trial, _ context.Context) { r.moods <- unsynced }, disk(unsynced)},
		trouble{"clock", 8, false, func(r *trial, _ context.Context) { r.clock.set(r.rng) }, func(r *trial) int { return int(r.clock.jumps.Load()) }},
		trouble{"SIGTERM", 3, true, (*trial).restart, func(r *trial) int { return r.restarts }},
	)
}

// struck is what a fault of the sandbox has hit.
func (r *trial) struck(id string) int {
	for _, f := range r.sb.Faults() {
		if f.ID == id {
			return f.Struck
		}
	}
	return 0
}

// restart stops the bot as SIGTERM does and starts it again.
func (r *trial) restart(ctx context.Context) {
	if err := r.world.Stop(); err != nil {
		r.fail(err)
	}
	if err := r.world.Start(ctx); err != nil {
		r.fail(err)
	}
	r.restarts++
}

// Each fault alone, again and again under whole games: what was acknowledged is done once, everybody is answered within three
// seconds unless that fault itself keeps the answer back, and the game comes to its end. The sample plays one game under each
// fault; with KUMPAS_GAMES so many of every game.
func TestEachFaultAlone(t *testing.T) {
	rounds := 0
	if v := os.Getenv("KUMPAS_GAMES"); v != "" {
		var err error
		if rounds, err = strconv.Atoi(v); err != nil {
			t.Fatal(err)
		}
	}
	var all sync.WaitGroup
	room := make(chan bool, 5) // mostly they wait
	for i, what := range troubles() {
		if racing && rounds == 0 && i%5 > 0 {
			continue
		}
		room <- true
		all.Go(func() {
			defer func() { <-room }()
			t.Run(what.name, func(t *testing.T) {
				r := newTrial(t, what, uint64(i))
				ctx, cancel := context.WithTimeout(context.Background(), limit(t))
				defer cancel()
				if rounds == 0 {
					r.game(t, ctx, what, bot.All[(i+1)%len(bot.All)], 0)
				}
				for n := range rounds {
					for _, entry := range bot.All {
						r.game(t, ctx, what, entry, n)
					}
				}
				r.verdict(t, what)
			})
		})
	}
	all.Wait()
}

// limit is how long a trial may take: minutes, or as long as the test is given.
func limit(t *testing.T) time.Duration {
	if end, ok := t.Deadline(); ok && os.Getenv("KUMPAS_GAMES") != "" {
		return time.Until(end)
	}
	return 4 * time.Minute
}

func newTrial(t *testing.T, what trouble, seed uint64) *trial {
	t.Helper()
	sb := sandbox.Start(t, sandbox.Config{Limits: sandbox.NoLimits(), HeartbeatInterval: 300 * time.Millisecond})
	sb.Forgive("unanswered", "late") // counted here, with what excuses them
	kept, err := store.OpenBolt(filepath.Join(t.TempDir(), "kumpas.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	r := &trial{rng: rand.New(rand.NewPCG(seed, 5)), clock: &jumpy{}, moods: make(chan mood, 100)}
	excuses := map[string]bool{}
	if what.waits {
		excuses = waiting()
		excuses[sandbox.Disconnected] = what.name == "SIGTERM"
	}
	r.soak = newSoak(Config{Seed: seed}, sb, excuses)
	r.disk = &moody{Store: kept, next: r.write}
	if r.world, err = robot.NewWorld(sb, r.disk, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	r.world.Config.Clock, r.world.Client.PerSecond = r.clock, 2000
	// A connection that has stood for a while is taken up again at once; here a moment counts as a while.
	r.world.Gateway.Idle, r.world.Gateway.BackoffMax = 900*time.Millisecond, 500*time.Millisecond
	if err := r.world.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.world.Stop() })
	return r
}

// write is how the disk takes the next write.
func (r *trial) write() mood {
	select {
	case m := <-r.moods:
		return m
	default:
		return moods
	}
}

// game plays one game to its end while something goes wrong before ever so many presses, at first more often.
func (r *trial) game(t *testing.T, ctx context.Context, what trouble, entry bot.Entry, n int) {
	p := &place{soak: r.soak, n: n, unheard: map[string]bool{}, rng: rand.New(rand.NewPCG(uint64(n), uint64(len(what.name))))}
	p.settle()
	table, err := p.open(ctx, entry, entry.Engine.Info().Min)
	for err != nil && ctx.Err() == nil { // what hit the game before may hit a lobby still
		table, err = p.open(ctx, entry, entry.Engine.Info().Min)
	}
	if err != nil {
		t.Errorf("%s: %v", p.game, err)
		return
	}
	presses, next, hits := 0, 2, 0
	p.press = func() {
		presses++
		if presses < next || hits == what.most {
			return
		}
		hits++
		next = presses + 2 + hits + p.rng.IntN(3)
		what.does(r, ctx)
	}
	p.sit(ctx, ctx, table)
	for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) { // the bot hears of a channel that is gone later than the people
		stored, err := r.disk.Table(ctx, store.TableID(table.ID))
		if err == nil && stored.Closed {
			return
		}
		if time.Since(begun) > 20*time.Second {
			t.Errorf("%s: the game has no end (%v)", p.game, err)
			return
		}
	}
}

// verdict checks what became of it all.
func (r *trial) verdict(t *testing.T, what trouble) {
	r.going.Wait()
	r.sb.Heal()
	if err := r.world.Stop(); err != nil || r.fatal != nil {
		t.Error(err, r.fatal)
	}
	if err := r.judge(context.Background(), r.disk.Store); err != nil {
		t.Error(err)
	}
	struck := what.struck(r)
	s := r.report
	s.Tables, s.Interactions = len(r.tables), 0
	for _, n := range r.sb.Stats().Interactions {
		s.Interactions += n
	}
	s.Faults[what.name] = struck
	var text strings.Builder
	s.Print(&text)
	t.Log(text.String())
	if !s.clean() || struck == 0 || !what.waits && s.KeptBack() > 0 {
		t.Error("something was lost, doubled, stuck or refused, or nothing went wrong")
	}
	ended := 0
	for _, n := range s.Games {
		ended += n
	}
	if what.name != "delete_channel" && (ended != s.Tables || s.Acknowledged == 0) {
		t.Errorf("%d of %d games ended, %d actions were acknowledged", ended, s.Tables, s.Acknowledged)
	}
}

// What the figure of lost actions is about: answers of every kind that people are told are taken, also by a private note and on a bench.
func TestEveryKindIsAcknowledged(t *testing.T) {
	calm := trouble{name: "nothing"} // at most never
	r := newTrial(t, calm, 1)
	ctx, cancel := context.WithTimeout(context.Background(), limit(t))
	defer cancel()
	told := map[string]bool{}
	for n := 0; n < 4 && len(told) < 3; n++ {
		for i, entry := range bot.All {
			r.game(t, ctx, calm, entry, n+i)
		}
		for _, ack := range r.acks {
			told[ack.how] = true
		}
	}
	if err := r.judge(ctx, r.disk); err != nil {
		t.Fatal(err)
	}
	for _, how := range []string{ackShown, ackBench, ackSealed} {
		if r.report.Told[how] == 0 {
			t.Errorf("%s: none was acknowledged: %v", how, r.report.Told)
		}
	}
	if len(r.report.Lost) > 0 {
		t.Errorf("lost without any trouble: %s", r.report.Lost)
	}
}
