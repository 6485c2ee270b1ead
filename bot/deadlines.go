package bot

import (
	"strconv"
	"time"

	"kumpas/store"
)

// Keys of the table's own deadlines.
const (
	dueComputer = "computer" // computer players act
	dueWarning  = "warn"     // with the number of a prompt: whoever is awaited is called once more
	dueVote     = "vote"     // a vote of the table ends
	dueLobby    = "lobby"    // a lobby nobody starts expires
	duePause    = "pause"    // a paused table is closed
)

// deadlines are all times at which something is due at the table, for the store.
func (r *record) deadlines() []store.Deadline {
	var out []store.Deadline
	for id, c := range r.Clocks {
		if c.Due.IsZero() { // a clock that stands still warns nobody
			continue
		}
		out = append(out, store.Deadline{Key: "p" + strconv.Itoa(int(id)), At: c.Due})
		if !c.Warn.IsZero() {
			out = append(out, store.Deadline{Key: dueWarning + strconv.Itoa(int(id)), At: c.Warn})
		}
	}
	for key, at := range r.Due {
		out = append(out, store.Deadline{Key: key, At: at})
	}
	return out
}

// earliest is the first of the deadlines, zero if there is none.
func (r *record) earliest() time.Time { return earliest(r.deadlines()) }

func earliest(all []store.Deadline) time.Time {
	var first time.Time
	for _, d := range all {
		if first.IsZero() || d.At.Before(first) {
			first = d.At
		}
	}
	return first
}

// setDue sets a deadline of the table itself; the zero time takes it away.
func (r *record) setDue(key string, at time.Time) {
	if at.IsZero() {
		delete(r.Due, key)
		return
	}
	if r.Due == nil {
		r.Due = map[string]time.Time{}
	}
	r.Due[key] = at
}
