package bot_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"kumpas/bot"
	"kumpas/bot/discord"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/locales"
	"kumpas/store"
)

// The figures of the README: go test ./bot -run - -bench . -benchtime 1x

// crowd is many live tables of five people each.
func crowd(b *testing.B, tables int) (*robot.World, []*robot.Table, context.Context) {
	b.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	b.Cleanup(cancel)
	sb, err := sandbox.New(sandbox.Config{OpenAPI: "-", Limits: sandbox.NoLimits()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { sb.Close() })
	s, err := store.OpenBolt(filepath.Join(b.TempDir(), "kumpas.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	w, err := robot.NewWorld(sb, s, slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	w.Client.PerSecond = 1000 // Discord takes 50 messages a second from a bot, enough for about 110 presses a second
	if err := w.Start(ctx); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { w.Stop() })
	all := make([]*robot.Table, tables)
	var g *sandbox.Guild
	gate := make(chan struct{}, 32)
	var wg sync.WaitGroup
	for i := range all {
		if i%10 == 0 { // as many as a server may have at once
			g = sb.NewGuild(fmt.Sprintf("Sunucu %d", i/10))
			g.AddBot()
		}
		t := &robot.Table{Sandbox: sb, Rand: rand.New(rand.NewPCG(uint64(i), 1))}
		for k := range 5 {
			t.Users = append(t.Users, g.NewUser(fmt.Sprintf("%c%d", 'A'+k, i), []string{"tr", "en-US"}[k%2]))
		}
		all[i] = t
		ch := g.NewChannel(fmt.Sprintf("masa-%d", i))
		wg.Add(1)
		go func() {
			defer wg.Done()
			gate <- struct{}{}
			defer func() { <-gate }()
			if err := t.Open(ctx, robot.Setup{Game: "entrika", Channel: ch, Pace: "day"}); err != nil {
				b.Error(err)
			}
		}()
	}
	wg.Wait()
	if b.Failed() {
		b.FailNow()
	}
	return w, all, ctx
}

// Press to answer, over the real session, with 1,000 live tables and 200 presses a second; every action is on
// disk before its answer.
func BenchmarkPressToAnswer(b *testing.B) {
	_, tables, ctx := crowd(b, 1000)
	pace := rate.NewLimiter(200, 1)
	var mu sync.Mutex
	var took []time.Duration
	const presses = 4000
	run, stop := context.WithCancel(ctx)
	defer stop()
	for _, t := range tables {
		t.Before = func(ctx context.Context) { pace.Wait(ctx) }
		t.Heard = func(p robot.Press) {
			mu.Lock()
			defer mu.Unlock()
			if took = append(took, p.Took); len(took) == presses {
				stop()
			}
		}
	}
	b.ResetTimer()
	start := time.Now()
	var wg sync.WaitGroup
	next := make(chan *robot.Table, len(tables))
	for _, t := range tables {
		next <- t
	}
	for range 600 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for run.Err() == nil {
				t := <-next
				if !t.Over() {
					if err := t.Step(run); err != nil && run.Err() == nil {
						b.Error(err)
					}
				}
				next <- t
			}
		}()
	}
	wg.Wait()
	slices.Sort(took)
	b.ReportMetric(float64(len(took))/time.Since(start).Seconds(), "presses/s")
	b.ReportMetric(took[len(took)/2].Seconds()*1000, "p50-ms")
	b.ReportMetric(took[len(took)*99/100].Seconds()*1000, "p99-ms")
	b.ReportMetric(0, "ns/op")
}

// Resident memory of idle tables, and the time to take up 10,000 after a restart.
func BenchmarkResume(b *testing.B) {
	path := filepath.Join(b.TempDir(), "kumpas.db")
	s, err := store.OpenBolt(path)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	words, err := locales.Load(nil)
	if err != nil {
		b.Fatal(err)
	}
	const tables = 10_000
	if err := copies(b, s, tables); err != nil {
		b.Fatal(err)
	}
	client, err := discord.New(discord.Config{Token: "unused", Base: "http://127.0.0.1:1"})
	if err != nil {
		b.Fatal(err)
	}
	before := heap()
	var last *bot.Bot
	for b.Loop() {
		if last != nil {
			last.Close()
		}
		last = bot.New(bot.Config{Store: s, Client: client, Words: words, Games: bot.All})
		if err := last.Start(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(heap()-before)/tables*1000/1024, "KiB/1000-idle-tables")
	last.Close()
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// copies fills a store with as many copies of one table that a real bot has made.
func copies(b *testing.B, s store.Store, n int) error {
	w, tables, ctx := crowd(b, 1)
	if err := w.Stop(); err != nil {
		return err
	}
	t, err := w.Config.Store.Table(ctx, store.TableID(tables[0].ID))
	if err != nil {
		return err
	}
	shown, err := w.Config.Store.Shown(ctx, t.ID)
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	errs := make(chan error, n)
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c := store.Change{ID: store.TableID(fmt.Sprintf("copy%d", i)), Header: t.Header, Snapshot: t.Snapshot, Deadlines: t.Deadlines}
			for rev := store.Revision(0); rev < t.Revision; rev++ {
				c.From = rev
				if _, err := s.Commit(ctx, c); err != nil {
					errs <- err
					return
				}
			}
			s.SetShown(c.ID, shown)
		}()
	}
	wg.Wait()
	select {
	case err := <-errs:
		return err
	default:
		return s.Ping(ctx) // what SetShown left waiting is on disk now
	}
}
