package soak

import (
	"context"
	"maps"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"kumpas/bot"
	"kumpas/store"
)

// The faults inside the process.
const (
	diskFull   = "disk_full"   // nothing is written
	fsyncError = "fsync_error" // all is written, and the store says that it is not
	clockJump  = "clock_jump"
)

// tally counts faults by kind.
type tally struct {
	mu sync.Mutex
	n  map[string]int
}

func (t *tally) add(kind string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.n == nil {
		t.n = map[string]int{}
	}
	t.n[kind]++
}

func (t *tally) all() map[string]int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return maps.Clone(t.n)
}

// moody is a store whose disk is full for a moment, or that says so although it has written.
type moody struct {
	store.Store
	*tally
	drawing sync.Mutex
	rng     *rand.Rand
}

// moods is one in how many commits goes wrong each way.
const moods = 300

func (m *moody) Commit(ctx context.Context, c store.Change) (store.Revision, error) {
	m.drawing.Lock()
	mood := m.rng.IntN(moods)
	m.drawing.Unlock()
	if mood == 0 {
		m.add(diskFull)
		return 0, store.ErrWrite
	}
	rev, err := m.Store.Commit(ctx, c)
	if mood == 1 && err == nil {
		m.add(fsyncError)
		return 0, store.ErrWrite
	}
	return rev, err
}

// jumpy is a clock that is set now and then.
type jumpy struct {
	bot.SystemClock
	*tally
	off atomic.Int64
}

// Now is the time of day as somebody has set it.
func (j *jumpy) Now() time.Time { return j.SystemClock.Now().Add(time.Duration(j.off.Load())) }

func (j *jumpy) jump(ctx context.Context, rng *rand.Rand) {
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(10+rng.IntN(20)) * time.Second):
			j.add(clockJump)
			j.off.Store(int64(rng.IntN(120)-60) * int64(time.Second))
		}
	}
}
