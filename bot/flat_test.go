package bot

import (
	"context"
	"os"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/store"
)

// walking is a clock that a test moves on, and that calls nobody.
type walking struct{ seconds *atomic.Int64 }

func (w walking) Now() time.Time {
	return still{}.Now().Add(time.Duration(w.seconds.Load()) * time.Second)
}
func (walking) AfterFunc(time.Duration, func()) (stop func()) { return func() {} }

// kept is how much the bot remembers.
func (d *desk) kept() map[string]int {
	b := d.bot
	b.recent.mu.Lock()
	b.haste.mu.Lock()
	b.tables.mu.Lock()
	b.scheduler.mu.Lock()
	defer b.recent.mu.Unlock()
	defer b.haste.mu.Unlock()
	defer b.tables.mu.Unlock()
	defer b.scheduler.mu.Unlock()
	n := map[string]int{"recent": len(b.recent.ids), "people": len(b.haste.people), "actors": len(b.tables.actors), "headers": len(b.tables.headers),
		"excused": len(b.tables.excused), "deadlines": len(b.scheduler.byID), "goroutines": runtime.NumGoroutine()}
	for _, t := range b.tables.actors {
		n["panels"] += len(t.panels)
	}
	return n
}

// inUse is what is in use after a collection.
func inUse() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// Nothing of the bot grows with what people do: not with interactions, nor with people, tokens, made-up tables. The sample is some
// thousands; KUMPAS_GAMES=1000000 does as many.
func TestNothingGrows(t *testing.T) {
	most := 4000
	if Racing {
		most = 1000
	}
	if v := os.Getenv("KUMPAS_GAMES"); v != "" {
		var err error
		if most, err = strconv.Atoi(v); err != nil {
			t.Fatal(err)
		}
	}
	d := newDesk(t)
	defer d.close()
	now := walking{new(atomic.Int64)}
	d.bot.clock, d.bot.haste = now, newHaste(usualPresses)
	id := func(n int) string { return string(d.tables[n%len(d.tables)].id) }
	deeds := []func(n int) discord.Interaction{
		func(n int) discord.Interaction {
			return d.press(1+n%players, present.ID(present.VerbPanel, id(n/5)))
		},
		func(n int) discord.Interaction {
			return d.press(1+n%players, present.ID(present.VerbReply, id(n/5), strconv.Itoa(n%50), "x"))
		},
		func(n int) discord.Interaction { return d.press(watcher, present.ID(present.VerbPanel, id(n))) },
		func(n int) discord.Interaction { return d.press(watcher, present.ID(present.VerbPanel, madeUp(n))) },
		func(n int) discord.Interaction { return d.press(watcher, "old"+strconv.Itoa(n)) },
		func(n int) discord.Interaction {
			i := d.interaction(watcher, discord.Command)
			i.Command = "rules"
			return i
		},
	}
	var before map[string]int
	for n := range most {
		i := deeds[n%len(deeds)](n)
		if i.User.ID == personID(watcher) { // somebody whom nobody has seen
			i.User.ID = strconv.Itoa(1482468360194000000 + n)
		}
		d.do(i)
		d.mu.Lock()
		d.sent.Reset()
		d.mu.Unlock()
		if now.seconds.Add(1)%int64(tidying/time.Second) == 0 {
			d.bot.tables.sweep(now.Now().Add(-idleActor))
			if err := d.store.PurgeTokens(context.Background(), now.Now()); err != nil {
				t.Fatal(err)
			}
		}
		if n == most/2 {
			before = d.kept()
			before["heap"] = inUse()
		}
	}
	after := d.kept()
	after["heap"] = inUse()
	t.Logf("%d interactions: %v, at the end %v", most, before, after)
	for what, slack := range map[string]int{"recent": 0, "people": 1000, "actors": len(d.tables), "headers": 0, "excused": 0, "deadlines": 0, "panels": players * len(d.tables),
		"goroutines": 5, "heap": 2 << 20} {
		if after[what] > before[what]+slack {
			t.Errorf("%s: %d, half way %d", what, after[what], before[what])
		}
	}
	if after["recent"] != len(d.bot.recent.ring) || after["people"] > 3000 || after["actors"] > len(d.tables) {
		t.Errorf("too much is remembered: %v", after)
	}
}

// madeUp is the id of a table that nobody has opened.
func madeUp(n int) string {
	const letters = "abcdefghijklmnopqrstuvwxyz234567"
	out := make([]byte, 8)
	for i := range out {
		out[i] = letters[n%len(letters)]
		n /= len(letters)
	}
	return string(out)
}

// A table that could not be shown is kept in mind until it can be, but not once it is closed: its end is shown after a restart.
func TestBlindEnds(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	defer d.close()
	running, over := d.find("entrika"), d.find("over")
	for _, id := range []store.TableID{running, over} {
		d.in(id, func(t *table, ctx context.Context) {
			if err := t.load(ctx); err != nil {
				d.t.Error(err)
				return
			}
			t.screen.failed(t.moment(), &discord.Error{Status: 403, Code: 50001})
		})
	}
	d.rests()
	d.bot.tables.sweep(d.bot.clock.Now().Add(time.Second))
	d.bot.tables.mu.Lock()
	defer d.bot.tables.mu.Unlock()
	if d.bot.tables.actors[running] == nil {
		t.Error("nothing remembers that the running table is to be shown")
	}
	if d.bot.tables.actors[over] != nil {
		t.Error("the closed table stays in memory")
	}
}

// rests waits until no table and no screen has anything to do.
func (d *desk) rests() {
	d.t.Helper()
	busy := func() bool {
		d.bot.tables.mu.Lock()
		defer d.bot.tables.mu.Unlock()
		for _, t := range d.bot.tables.actors {
			t.mu.Lock()
			t.screen.mu.Lock()
			on := t.running || t.screen.busy
			t.screen.mu.Unlock()
			t.mu.Unlock()
			if on {
				return true
			}
		}
		return false
	}
	for end := time.Now().Add(20 * time.Second); busy(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			d.t.Fatal("the tables do not come to rest")
		}
	}
}
