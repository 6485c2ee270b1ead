package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"kumpas/games"
	"kumpas/store"
)

// table is the actor of one table: a queue of jobs, run one at a time by one goroutine.
// Everything below the line belongs to that goroutine.
type table struct {
	bot *Bot
	id  store.TableID

	mu      sync.Mutex
	queue   []func(context.Context)
	running bool
	closed  bool
	used    time.Time // when it last got a job
	// ---
	rec        *record // nil until loaded, and after a write whose outcome is unknown
	rev        store.Revision
	header     header
	live       bool
	unsure     bool // the outcome of the last write is unknown
	drafts     map[games.Seat]drafts
	screen     *screen
	panels     map[string]*panel        // by user id
	refreshing atomic.Bool              // panels are to be tried again
	seen       map[games.Seat]time.Time // when each seat last did what others can see
	// lowered is when the board was last brought down by hand.
	lowered time.Time
}

func newTable(b *Bot, id store.TableID) *table {
	t := &table{bot: b, id: id, panels: map[string]*panel{}, seen: map[games.Seat]time.Time{}}
	t.screen = newScreen(t)
	return t
}

// do puts a job into the queue. Jobs of a closed table are dropped: the process is ending.
func (t *table) do(job func(context.Context)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	t.queue = append(t.queue, job)
	t.used = t.bot.clock.Now()
	if !t.running {
		t.running = true
		t.bot.work.Add(1)
		go t.run()
	}
}

func (t *table) run() {
	defer t.bot.work.Done()
	for {
		t.mu.Lock()
		if len(t.queue) == 0 {
			t.running = false
			t.mu.Unlock()
			return
		}
		job := t.queue[0]
		t.queue = t.queue[1:]
		t.mu.Unlock()
		t.work(job)
	}
}

// work runs one job; a defect in it costs the table a reload, not the program its life. Whoever waits for an answer is told by
// registry.serve.
func (t *table) work(job func(context.Context)) {
	ctx, cancel := t.bot.callContext()
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			t.doubt()
			t.bot.panicked("table", p)
		}
	}()
	job(ctx)
}

func (t *table) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
}

// idleSince reports whether the table is idle and has had no job since then.
func (t *table) idleSince(since time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.running && len(t.queue) == 0 && t.used.Before(since) && t.screen.idle(t.live) // no job runs that could change live
}

// errUnreadable: what the store holds of a table is no record that this program knows. Trying again does not help.
var errUnreadable = errors.New("bot: a table that cannot be read")

// load reads the table from the store unless it is there already. Errors: store.ErrNotFound, errUnreadable, or the store's.
func (t *table) load(ctx context.Context) error {
	if t.rec != nil {
		return nil
	}
	stored, err := t.bot.store.Table(ctx, t.id)
	if err != nil {
		return err
	}
	rec, err := decodeRecord(stored.Snapshot, t.bot.Games)
	h, bad := readHeader(stored.Header)
	if err := errors.Join(err, bad); err != nil { // it is as good as gone
		t.bot.tables.list(t.id, header{}, false)
		t.bot.scheduler.set(t.id, time.Time{})
		return fmt.Errorf("%w: %w", errUnreadable, err)
	}
	drafts, err := t.loadDrafts(ctx, rec)
	if err != nil {
		return err
	}
	if err := t.screen.load(ctx); err != nil {
		return err
	}
	t.rec, t.rev, t.live, t.header, t.drafts = rec, stored.Revision, !stored.Closed, h, drafts
	t.loadPanels(ctx)
	if t.unsure { // the last step may have been written after all: nothing else would tell
		t.unsure = false
		t.bot.tables.list(t.id, h, t.live)
		t.bot.scheduler.set(t.id, rec.earliest())
		if t.screen.behind(t.rev) {
			t.screen.show(t.moment(), nil)
		}
	}
	return nil
}

// doubt schedules a reload before the table's next step: memory and disk may differ.
func (t *table) doubt() {
	t.rec, t.unsure = nil, true
	t.bot.scheduler.set(t.id, t.bot.clock.Now().Add(retryLoad))
}

// step is what is committed beside the new record.
type step struct {
	interaction string // id of the interaction behind it, "" for the table's own steps
	entry       *logged
	result      *store.Result
	drafts      map[games.Seat]drafts // what is left of the drafts of those who lose some
}

// commit makes next the table's record, on disk first. Errors: store.ErrDuplicate if the interaction was
// committed before; after any other the table reloads itself before its next step.
func (t *table) commit(ctx context.Context, next *record, s step) error {
	finished := next.Stage == stageOver
	if finished && next.Closed.IsZero() {
		next.Closed = t.bot.clock.Now()
	}
	change := store.Change{ID: t.id, From: t.rev, Snapshot: next.encode(), Result: s.result, Close: finished, DropDrafts: finished}
	for seat, left := range s.drafts {
		if change.Drafts == nil {
			change.Drafts = map[string][]byte{}
		}
		change.Drafts[draftKey(seat)] = left.encode()
	}
	h := next.header()
	if data, err := json.Marshal(h); err != nil {
		return err
	} else if t.rev == 0 || !h.equal(t.header) {
		change.Header = data
	}
	if s.entry != nil || s.interaction != "" {
		change.Entry = &store.Entry{Interaction: s.interaction, At: t.bot.clock.Now(), Data: s.entry.encode()}
	}
	if !finished {
		change.Deadlines = next.deadlines()
	}
	rev, err := t.bot.store.Commit(ctx, change)
	switch {
	case errors.Is(err, store.ErrDuplicate):
		return err
	case err != nil:
		t.doubt()
		return err
	}
	t.rec, t.rev, t.header, t.live = next, rev, h, !finished
	maps.Copy(t.drafts, s.drafts)
	if finished {
		clear(t.drafts)
	}
	t.bot.tables.list(t.id, h, t.live)
	if t.live {
		t.bot.scheduler.set(t.id, next.earliest())
	} else {
		t.bot.scheduler.set(t.id, time.Time{})
	}
	return nil
}
