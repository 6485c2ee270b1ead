package sandbox

import (
	"container/heap"
	"sync"
	"time"
)

// A Clock tells the sandbox's time and runs what is due later.
type Clock interface {
	Now() time.Time
	// AfterFunc runs f once d has passed. stop reports whether it kept f from running.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// RealClock is the machine's clock.
type RealClock struct{}

// Now returns the present time.
func (RealClock) Now() time.Time { return time.Now() }

// AfterFunc runs f in its own goroutine once d has passed.
func (RealClock) AfterFunc(d time.Duration, f func()) func() bool {
	return time.AfterFunc(d, f).Stop
}

// FakeClock stands still until Advance moves it.
type FakeClock struct {
	mu  sync.Mutex
	now time.Time
	due timers
	n   int
}

// NewFakeClock returns a clock that stands at a fixed evening in 2026.
func NewFakeClock() *FakeClock {
	return &FakeClock{now: time.Date(2026, 3, 14, 20, 0, 0, 0, time.UTC)}
}

// Now returns the time that the clock stands at.
func (c *FakeClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// AfterFunc runs f during the Advance that reaches the due time; at once when d is not positive.
func (c *FakeClock) AfterFunc(d time.Duration, f func()) func() bool {
	if d <= 0 {
		go f()
		return func() bool { return false }
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	t := &timer{at: c.now.Add(d), n: c.n, f: f}
	heap.Push(&c.due, t)
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		if t.f == nil {
			return false
		}
		t.f = nil
		return true
	}
}

// Advance moves the clock on by d, running what falls due in order of time, each at its own time.
func (c *FakeClock) Advance(d time.Duration) {
	c.mu.Lock()
	end := c.now.Add(d)
	for len(c.due) > 0 && !c.due[0].at.After(end) {
		t := heap.Pop(&c.due).(*timer)
		if t.f == nil {
			continue
		}
		f := t.f
		t.f = nil
		c.now = t.at
		c.mu.Unlock()
		f()
		c.mu.Lock()
	}
	c.now = end
	c.mu.Unlock()
}

type timer struct {
	at time.Time
	n  int // ties run in the order they were set
	f  func()
}

type timers []*timer

func (t timers) Len() int      { return len(t) }
func (t timers) Swap(i, j int) { t[i], t[j] = t[j], t[i] }
func (t timers) Less(i, j int) bool {
	if t[i].at.Equal(t[j].at) {
		return t[i].n < t[j].n
	}
	return t[i].at.Before(t[j].at)
}
func (t *timers) Push(x any) { *t = append(*t, x.(*timer)) }
func (t *timers) Pop() any {
	old := *t
	x := old[len(old)-1]
	*t = old[:len(old)-1]
	return x
}
