package bot

import (
	"slices"
	"sync"

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

// actor returns the actor of a table, which need not exist in the store.
func (r *registry) actor(id store.TableID) *table {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := r.actors[id]
	if t == nil {
		t = newTable(r.bot, id)
		r.actors[id] = t
	}
	return t
}

// list keeps or forgets the header of a table.
func (r *registry) list(id store.TableID, h header, live bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if live {
		r.headers[id] = h
	} else {
		delete(r.headers, id)
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

// release drops the actor of a table that has nothing to do, so that idle tables cost only their header.
func (r *registry) release(id store.TableID, t *table) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.actors[id] == t && t.idle() {
		delete(r.actors, id)
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

// forget drops the actor of a table that does not exist.
func (r *registry) forget(id store.TableID, t *table) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.actors[id] == t {
		delete(r.actors, id)
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
