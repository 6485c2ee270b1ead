package discord

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// buckets keeps Discord's rate limits per route. A request takes a slot before it
// is sent, so that requests sent side by side never spend more than Discord
// allows: the first request to a route nobody knows yet goes alone and brings the limit home.
type buckets struct {
	mu    sync.Mutex
	known map[string]limit   // by route name: as many as the bot has kinds of requests
	live  map[string]*bucket // by bucket and major parameter: pruned
	kept  int                // how many the last pruning left
}

// limit is what Discord said of a route.
type limit struct {
	hash string // routes with the same hash share their slots
	size int    // requests per window; 0: Discord sets no limit here
}

// bucket is one window of one limit.
type bucket struct {
	size      int // 0: not known yet
	remaining int // slots nobody has taken
	reset     time.Time
	flying    int
	waiting   int
	changed   chan struct{} // closed at the next change
}

// slot is a request's place in a bucket.
type slot struct {
	route route
	key   string // "" if the route has no limit
}

func newBuckets() *buckets {
	return &buckets{known: map[string]limit{}, live: map[string]*bucket{}}
}

// take waits for a slot. It gives up at once if ctx would end before there is one.
func (b *buckets) take(ctx context.Context, r route) (slot, error) {
	if r.callback {
		return slot{route: r}, nil
	}
	for {
		s, until, changed, ok := b.try(r)
		if ok {
			return s, nil
		}
		err := waitUntil(ctx, until, changed)
		b.mu.Lock()
		b.live[s.key].waiting--
		b.mu.Unlock()
		if err != nil {
			return slot{}, err
		}
	}
}

// try takes a slot, or joins those who wait for one.
func (b *buckets) try(r route) (s slot, until time.Time, changed chan struct{}, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	known, met := b.known[r.name]
	if met && known.size == 0 {
		return slot{route: r}, time.Time{}, nil, true
	}
	s = slot{route: r, key: known.key(r)}
	k := b.bucket(s.key, known.size)
	if !k.reset.IsZero() && !time.Now().Before(k.reset) {
		k.reset = time.Time{}
		k.remaining = k.cap() - k.flying
	}
	if k.remaining > 0 {
		k.remaining--
		k.flying++
		return s, time.Time{}, nil, true
	}
	k.waiting++
	return s, k.reset, k.changed, false
}

// give returns a slot with what Discord answered; resp is nil if it did not.
func (b *buckets) give(s slot, resp *http.Response, blocked time.Duration) {
	if s.route.callback {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	k := b.live[s.key]
	if k != nil {
		k.flying--
		defer k.announce()
	}
	size := 0
	if resp != nil {
		size, _ = strconv.Atoi(resp.Header.Get("X-RateLimit-Limit"))
	}
	switch {
	case size > 0:
		said := limit{hash: resp.Header.Get("X-RateLimit-Bucket"), size: size}
		b.known[s.route.name] = said
		if key := said.key(s.route); key != s.key {
			k = b.bucket(key, 0)
			defer k.announce()
		}
		k.learn(size, resp.Header)
	case k == nil:
		return // no limit before, none now
	case resp != nil && resp.StatusCode < 300:
		b.known[s.route.name] = limit{} // no limit on this route
	case k.reset.IsZero():
		k.remaining = min(k.remaining+1, k.cap()-k.flying)
	}
	if blocked > 0 {
		k.remaining = 0
		k.reset = later(k.reset, time.Now().Add(blocked))
	}
}

// bucket returns the bucket of a key, and prunes those that say nothing any more when they have doubled in number.
func (b *buckets) bucket(key string, size int) *bucket {
	if k := b.live[key]; k != nil {
		return k
	}
	const few = 64
	if len(b.live) >= 2*b.kept+few {
		now := time.Now()
		for key, k := range b.live {
			if k.flying == 0 && k.waiting == 0 && !now.Before(k.reset) {
				delete(b.live, key)
			}
		}
		b.kept = len(b.live)
	}
	k := &bucket{size: size, changed: make(chan struct{})}
	k.remaining = k.cap()
	b.live[key] = k
	return k
}

func (l limit) key(r route) string {
	if l.hash == "" {
		return r.name + " " + r.major
	}
	return l.hash + " " + r.major
}

func (k *bucket) cap() int { return max(k.size, 1) }

// learn takes over what the headers say. Inside a window the bucket's own count is
// at least as strict as Discord's, for it knows the requests in flight; they may or
// may not be in Discord's, so in a window that is new to it all of them are taken off.
func (k *bucket) learn(size int, h http.Header) {
	remaining, err := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	if err != nil {
		return
	}
	const tolerance = 250 * time.Millisecond // by which two answers may differ about the end of one window
	after := seconds(h.Get("X-RateLimit-Reset-After"))
	reset := time.Now().Add(after)
	anew := k.size == 0 || !k.reset.IsZero() && reset.Sub(k.reset) > max(after/2, tolerance)
	if anew {
		k.remaining = remaining - k.flying
	} else {
		k.remaining = min(k.remaining, remaining)
	}
	k.size = size
	k.reset = later(k.reset, reset)
}

func (k *bucket) announce() {
	close(k.changed)
	k.changed = make(chan struct{})
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// waitUntil waits for a moment (the zero time never comes) or a change. It fails
// at once if ctx ends before that moment.
func waitUntil(ctx context.Context, until time.Time, changed <-chan struct{}) error {
	var due <-chan time.Time
	if !until.IsZero() {
		if deadline, ok := ctx.Deadline(); ok && deadline.Before(until) {
			return fmt.Errorf("rate limit: %w", context.DeadlineExceeded)
		}
		timer := time.NewTimer(time.Until(until))
		defer timer.Stop()
		due = timer.C
	}
	select {
	case <-due:
		return nil
	case <-changed:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("rate limit: %w", ctx.Err())
	}
}

// seconds reads Discord's decimal seconds.
func seconds(s string) time.Duration {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f <= 0 || f > 1e6 {
		return 0
	}
	return time.Duration(f * float64(time.Second))
}
