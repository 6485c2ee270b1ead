package bot

import (
	"strconv"
	"time"

	"kumpas/store"
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
