package bot

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"kumpas/store"
)

// handClock runs its timers when told to, at their own times.
type handClock struct {
	now    time.Time
	timers []*handTimer
}

type handTimer struct {
	at   time.Time
	f    func()
	dead bool
}

func (c *handClock) Now() time.Time { return c.now }

func (c *handClock) AfterFunc(d time.Duration, f func()) func() {
	t := &handTimer{at: c.now.Add(d), f: f}
	c.timers = append(c.timers, t)
	return func() { t.dead = true }
}

// running are the timers that are set.
func (c *handClock) running() (n int) {
	for _, t := range c.timers {
		if !t.dead {
			n++
		}
	}
	return n
}

func (c *handClock) advance(d time.Duration) {
	end := c.now.Add(d)
	for {
		var next *handTimer
		for _, t := range c.timers {
			if !t.dead && !t.at.After(end) && (next == nil || t.at.Before(next.at)) {
				next = t
			}
		}
		if next == nil {
			c.now = end
			return
		}
		next.dead = true
		if next.at.After(c.now) {
			c.now = next.at
		}
		next.f()
	}
}

// Whatever is set, changed and taken away: each table is woken once at its time, by one timer for all.
func TestScheduler(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 9))
	clock := &handClock{now: time.Unix(1000, 0)}
	want := map[store.TableID]time.Time{}
	var woken []store.TableID
	s := newScheduler(clock, func(id store.TableID) {
		at, ok := want[id]
		if !ok {
			t.Errorf("%s is woken without being due", id)
		}
		if !at.Equal(clock.now) && at.After(clock.now) {
			t.Errorf("%s is woken %v early", id, at.Sub(clock.now))
		}
		woken = append(woken, id)
		delete(want, id)
	})
	for range 3000 {
		id := store.TableID(fmt.Sprintf("t%d", rng.IntN(40)))
		switch rng.IntN(4) {
		case 0:
			delete(want, id)
			s.set(id, time.Time{})
		case 1:
			clock.advance(time.Duration(rng.IntN(3)) * time.Second)
			for id, at := range want {
				if !at.After(clock.now) {
					t.Fatalf("%s was due %v ago and is not woken", id, clock.now.Sub(at))
				}
			}
		default:
			at := clock.now.Add(time.Duration(1+rng.IntN(60)) * time.Second)
			want[id] = at
			s.set(id, at)
		}
		if n := clock.running(); n != min(1, len(want)) {
			t.Fatalf("%d timers for %d tables", n, len(want))
		}
	}
	if len(woken) < 100 {
		t.Errorf("only %d were woken", len(woken))
	}
	s.set("past", clock.now.Add(-time.Hour)) // what is past is due at once
	want["past"] = clock.now
	clock.advance(0)
	if !slices.Contains(woken, "past") {
		t.Error("what is past is not woken")
	}
	s.close()
	clock.advance(time.Hour)
	if clock.running() != 0 {
		t.Error("a closed scheduler keeps a timer")
	}
	s.set("late", clock.now.Add(time.Second))
	if clock.running() != 0 {
		t.Error("a closed scheduler sets a timer")
	}
}

// When the clock is set back everybody is woken: what was written down as soon is far away now.
func TestSchedulerClockSetBack(t *testing.T) {
	t.Parallel()
	for _, busy := range []bool{false, true} { // another table sets its time in between
		clock := &handClock{now: time.Unix(1000, 0)}
		woken := map[store.TableID]int{}
		s := newScheduler(clock, func(id store.TableID) { woken[id]++ })
		s.set("t", clock.now.Add(3*time.Second))
		s.set("u", clock.now.Add(24*time.Hour))
		clock.now = clock.now.Add(-10 * time.Minute)
		for _, timer := range clock.timers { // they run on as if nothing had been set
			timer.at = timer.at.Add(-10 * time.Minute)
		}
		if busy {
			s.set("v", clock.now.Add(time.Second))
		}
		clock.advance(glance)
		if woken["t"] != 1 || woken["u"] != 1 {
			t.Errorf("busy %v: woken %v", busy, woken)
		}
	}
}

// What is due is seen soon after the clock was set or the machine has slept, however long the timer was to run.
func TestSchedulerClockSet(t *testing.T) {
	t.Parallel()
	clock := &handClock{now: time.Unix(1000, 0)}
	woken := 0
	s := newScheduler(clock, func(store.TableID) { woken++ })
	s.set("t", clock.now.Add(24*time.Hour))
	clock.now = clock.now.Add(25 * time.Hour)
	for _, timer := range clock.timers { // they run on as if nothing had been set
		timer.at = timer.at.Add(25 * time.Hour)
	}
	clock.advance(glance)
	if woken != 1 {
		t.Errorf("woken %d times", woken)
	}
}
