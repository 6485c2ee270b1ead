package soak

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"kumpas/bot"
	"kumpas/store"
)

// mood is what a disk does with a write: the first ones go wrong, all others are well.
type mood int

const (
	full     mood = iota // nothing is written
	unsynced             // it is written, and the disk says that it is not
)

// moods is one in how many writes goes wrong each way.
const moods = 300

// moody is a store on a disk with moods.
type moody struct {
	store.Store
	mu     sync.Mutex
	next   func() mood // of the next write
	struck [2]atomic.Int64
}

// write does a write as the disk feels.
func (m *moody) write(do func() error) error {
	m.mu.Lock()
	mood := m.next()
	m.mu.Unlock()
	if mood == full {
		m.struck[full].Add(1)
		return store.ErrWrite
	}
	err := do()
	if mood == unsynced && err == nil {
		m.struck[unsynced].Add(1)
		return store.ErrWrite
	}
	return err
}

// Commit implements store.Store.
func (m *moody) Commit(ctx context.Context, c store.Change) (rev store.Revision, err error) {
	err = m.write(func() error {
		rev, err = m.Store.Commit(ctx, c)
		return err
	})
	return rev, err
}

// PutDraft implements store.Store.
func (m *moody) PutDraft(ctx context.Context, id store.TableID, key string, data []byte) error {
	return m.write(func() error { return m.Store.PutDraft(ctx, id, key, data) })
}

// jumpy is a clock that is set now and then.
type jumpy struct {
	bot.SystemClock
	off, jumps atomic.Int64
	fresh      atomic.Bool // it has been set, and nobody has looked since
}

// Now is the time of day as somebody has set it.
func (j *jumpy) Now() time.Time {
	if j.fresh.Swap(false) {
		j.jumps.Add(1)
	}
	return j.SystemClock.Now().Add(time.Duration(j.off.Load()))
}

// set sets the clock to a moment within a minute of the right time, and sometimes within an hour.
func (j *jumpy) set(rng *rand.Rand) {
	defer j.fresh.Store(true)
	unit := time.Second
	if rng.IntN(8) == 0 {
		unit = time.Minute
	}
	j.off.Store(int64(rng.IntN(120)-60) * int64(unit))
}

func (j *jumpy) jump(ctx context.Context, rng *rand.Rand) {
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(10+rng.IntN(20)) * time.Second):
			j.set(rng)
		}
	}
}
