package bot

import (
	"context"
	"slices"
	"sync"
	"time"

	"kumpas/store"
)

// registry knows the live tables by their headers and keeps the actors of those in use.
type registry struct {
	bot *Bot

	mu      sync.Mutex
	headers map[store.TableID]header
	actors  map[store.TableID]*table
	excused map[store.TableID]bool
	closed  bool
}

func newRegistry(b *Bot) *registry {
	return &registry{bot: b, headers: map[store.TableID]header{}, actors: map[store.TableID]*table{}, excused: map[store.TableID]bool{}}
}

// do has the actor of a table, which need not exist in the store, do a job.
func (r *registry) do(id store.TableID, job func(*table, context.Context)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	t := r.actors[id]
	if t == nil {
		t = newTable(r.bot, id)
		r.actors[id] = t
	}
	t.do(func(ctx context.Context) { job(t, ctx) })
}

// drop lets go of the actor of a table that does not exist, unless more is asked of it. It is called from the actor's own job.
func (r *registry) drop(id store.TableID, t *table) {
	r.mu.Lock()
	defer r.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.queue) == 0 && r.actors[id] == t {
		delete(r.actors, id)
	}
}

// list keeps or forgets the header of a table.
func (r *registry) list(id store.TableID, h header, live bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if live {
		r.headers[id] = h
	} else {
		delete(r.headers, id)
		delete(r.excused, id)
	}
}

// where returns the live tables whose header fits, in order of their ids.
func (r *registry) where(fits func(header) bool) []store.TableID {
	r.mu.Lock()
	defer r.mu.Unlock()
	var ids []store.TableID
	for id, h := range r.headers {
		if fits(h) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// header returns the header of a live table.
func (r *registry) header(id store.TableID) (header, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	h, ok := r.headers[id]
	return h, ok
}

// sweep drops the actors that have had nothing to do since the given time, so that idle tables cost only their header.
func (r *registry) sweep(since time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, t := range r.actors {
		if t.idleSince(since) {
			delete(r.actors, id)
		}
	}
}

// close keeps the actors from taking new work.
func (r *registry) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	for _, t := range r.actors {
		t.close()
	}
}

// excuse notes that a table's time ran out while the program was down; late reports it until forgive.
func (r *registry) excuse(id store.TableID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.excused[id] = true
}

func (r *registry) late(id store.TableID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.excused[id]
}

func (r *registry) forgive(id store.TableID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.excused, id)
}
