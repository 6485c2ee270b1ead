package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// pageTypes are the changes that the page is told of.
var pageTypes = map[string]bool{"MESSAGE_CREATE": true, "MESSAGE_UPDATE": true, "MESSAGE_DELETE": true,
	"CHANNEL_CREATE": true, "CHANNEL_UPDATE": true, "CHANNEL_DELETE": true,
	"THREAD_CREATE": true, "THREAD_UPDATE": true, "THREAD_DELETE": true, "TYPING_START": true,
	"INTERACTION": true, "MODAL": true, "COMMANDS": true, "FAULTS": true, "WORLD": true}

// keepAlive is how often a quiet stream is written to, so that a dead one is noticed.
const keepAlive = 20 * time.Second

// pageEvents is the stream of what one person is shown.
func (sb *Sandbox) pageEvents(w http.ResponseWriter, r *http.Request) {
	flusher, ok := w.(http.Flusher)
	u := sb.User(r.URL.Query().Get("as"))
	if u == nil || !ok {
		writeJSON(w, http.StatusBadRequest, object{"message": "there is no such person"})
		return
	}
	changes := make(chan Change, 256)
	slow := make(chan struct{}) // the browser does not keep up: it must come again
	missed, seq, stop := sb.tune(u, r.Header.Get("Last-Event-ID"), changes, slow)
	defer stop()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	fmt.Fprintf(w, "id: %d\n\n", seq)
	for _, c := range missed {
		sb.writeEvent(w, u, c)
	}
	flusher.Flush()
	tick := time.NewTicker(keepAlive)
	defer tick.Stop()
	for {
		select {
		case c := <-changes:
			sb.writeEvent(w, u, c)
			for len(changes) > 0 {
				sb.writeEvent(w, u, <-changes)
			}
		case <-tick.C:
			fmt.Fprint(w, ":\n\n")
		case <-slow:
			return
		case <-r.Context().Done():
			return
		case <-sb.closed:
			return
		}
		flusher.Flush()
	}
}

// tune subscribes to what a person is shown from after the event that his page has seen last.
func (sb *Sandbox) tune(u *User, last string, changes chan<- Change, slow chan<- struct{}) (missed []Change, seq int64, stop func()) {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	if n, err := strconv.ParseInt(last, 10, 64); err == nil && n < sb.seq {
		if len(sb.log) == 0 || sb.log[0].Seq > n+1 {
			missed = append(missed, Change{Seq: sb.seq, Type: "WORLD", Data: object{}})
		} else {
			for _, c := range sb.log[n+1-sb.log[0].Seq:] {
				if sb.heard(&c, u.id) {
					missed = append(missed, c)
				}
			}
		}
	}
	l := &listener{user: u.id, changes: changes, slow: slow}
	sb.listeners[l] = true
	return missed, sb.seq, func() {
		sb.mu.Lock()
		defer sb.mu.Unlock()
		delete(sb.listeners, l)
	}
}

// listener is a page that is open. Guarded by sb.mu.
type listener struct {
	user    string
	changes chan<- Change
	slow    chan<- struct{}
	lost    bool
}

// hear passes a change on to a page, which loses its stream if it does not keep up.
func (l *listener) hear(c Change) {
	if l.lost {
		return
	}
	select {
	case l.changes <- c:
	default:
		l.lost = true
		close(l.slow)
	}
}

func (sb *Sandbox) writeEvent(w http.ResponseWriter, u *User, c Change) {
	if !pageTypes[c.Type] {
		return
	}
	b, err := json.Marshal(object{"t": c.Type, "d": c.data(), "n": c.Seq})
	if err != nil {
		return
	}
	sb.keepPage(u.id, "/ui/events", b)
	fmt.Fprintf(w, "id: %d\ndata: %s\n\n", c.Seq, b)
}
