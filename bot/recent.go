package bot

import "sync"

// recent remembers the interactions that came last, since Discord may deliver one twice. After a restart it is the
// store that refuses what has happened already.
type recent struct {
	mu   sync.Mutex
	ids  map[string]bool
	ring [512]string
	next int
}

// again reports whether an interaction has come before, and notes that it came.
func (r *recent) again(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ids[id] {
		return true
	}
	if r.ids == nil {
		r.ids = make(map[string]bool, len(r.ring))
	}
	delete(r.ids, r.ring[r.next])
	r.ids[id] = true
	r.ring[r.next] = id
	r.next = (r.next + 1) % len(r.ring)
	return false
}
