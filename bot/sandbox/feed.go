package sandbox

import (
	"context"
	"encoding/json"
	"sync"
	"time"
)

// Change is one thing that people were shown, in the order it happened.
type Change struct {
	Seq     int64
	At      time.Time
	Type    string // MESSAGE_CREATE, MODAL, ... : the types of the page's event stream
	Channel string // "" when it belongs to none
	For     string // the only person who was shown it; "" is everyone who sees the channel
	Message *Message
	Modal   *Modal
	Choices []CommandChoice // what autocompletion offered
	State   *InteractionState
	Data    any // what the page gets as "d", when it is none of the above
}

// InteractionState is what a person sees of his press or command.
type InteractionState struct {
	ID        string `json:"id"`
	State     string `json:"state"` // pending, done, failed
	MessageID string `json:"message_id,omitempty"`
	CustomID  string `json:"custom_id,omitempty"`
	Name      string `json:"name,omitempty"`
	ChannelID string `json:"channel_id,omitempty"`
}

// boundedLog is how many changes are kept when Config.Keep is off: enough for a page that reconnects.
const boundedLog = 4096

// record appends to the log and wakes all who wait. The lock is held.
func (sb *Sandbox) record(c Change) {
	sb.seq++
	c.Seq, c.At = sb.seq, sb.now()
	sb.log = append(sb.log, c)
	if !sb.cfg.Keep && len(sb.log) >= 2*boundedLog {
		sb.log = append(make([]Change, 0, 2*boundedLog), sb.log[len(sb.log)-boundedLog:]...)
	}
	for w := range sb.watchers {
		if w.wants(c) {
			w.push(c)
		}
	}
	for w := range sb.channelWatchers[c.Channel] {
		if w.wants(c) {
			w.push(c)
		}
	}
	for l := range sb.listeners {
		if sb.heard(&c, l.user) {
			l.hear(c)
		}
	}
	if ch := sb.channels[c.Channel]; ch != nil {
		ch.news.ring()
	}
	sb.wake()
}

func (sb *Sandbox) wake() { sb.news.ring() }

// bell wakes those who wait for a change. Guarded by sb.mu.
type bell struct {
	rung    chan struct{}
	waiting bool
}

func newBell() bell { return bell{rung: make(chan struct{})} }

func (b *bell) ring() {
	if b.waiting {
		close(b.rung)
		*b = newBell()
	}
}

// Until waits until ok is true; it is tried at once and after every change. It may call the sandbox.
// Where many wait at once, Channel.Until is cheaper.
func (sb *Sandbox) Until(ctx context.Context, ok func() bool) error {
	return sb.until(ctx, &sb.news, ok)
}

// Until waits until ok is true; it is tried at once and after every change in this channel.
func (ch *Channel) Until(ctx context.Context, ok func() bool) error {
	return ch.sb.until(ctx, &ch.news, ok)
}

func (sb *Sandbox) until(ctx context.Context, b *bell, ok func() bool) error {
	for {
		sb.mu.Lock()
		rung := b.rung
		b.waiting = true
		sb.mu.Unlock()
		if ok() {
			return nil
		}
		select {
		case <-rung:
		case <-sb.closed:
			return ErrClosed
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// shown reports whether a change reaches a person now. The lock is held.
func (sb *Sandbox) shown(c *Change, userID string) bool {
	if c.For != "" {
		return c.For == userID
	}
	if c.Channel == "" {
		return true
	}
	ch := sb.channels[c.Channel]
	return ch == nil || ch.gone || ch.canSee(userID)
}

// heard reports whether a person's page is told of a change: an edit brings no dismissed message back. The lock is held.
func (sb *Sandbox) heard(c *Change, userID string) bool {
	u := sb.users[userID]
	back := c.Type == "MESSAGE_UPDATE" && c.Message != nil && u != nil && u.hidden[c.Message.ID]
	return !back && sb.shown(c, userID)
}

// Feed returns everything that was ever sent to this person: with Config.Keep
// from the beginning, otherwise the latest part. Somebody who could see a channel
// once counts as having been sent all of it up to the moment he lost it.
func (u *User) Feed() []Change {
	u.sb.mu.Lock()
	defer u.sb.mu.Unlock()
	var list []Change
	for _, c := range u.sb.log {
		last, was := u.sb.lost[sight{u.id, c.Channel}]
		if u.sb.shown(&c, u.id) || c.For == "" && was && c.Seq <= last {
			list = append(list, c)
		}
	}
	return list
}

// Log returns everything that anybody was sent, bounded like Feed.
func (sb *Sandbox) Log() []Change {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	return append([]Change(nil), sb.log...)
}

// Watch calls f for every change, one at a time and in order, until stop is called or the sandbox closes.
func (sb *Sandbox) Watch(f func(Change)) (stop func()) { return sb.watch("", nil, f) }

// Watch calls f for every change that this person is shown, in the given channels
// or in all; naming them keeps a crowd of watchers cheap.
func (u *User) Watch(f func(Change), in ...*Channel) (stop func()) { return u.sb.watch(u.id, in, f) }

type watcher struct {
	sb    *Sandbox
	user  string
	mu    sync.Mutex
	queue []Change
	more  chan struct{}
	quit  chan struct{}
}

func (sb *Sandbox) watch(user string, in []*Channel, f func(Change)) func() {
	w := &watcher{sb: sb, user: user, more: make(chan struct{}, 1), quit: make(chan struct{})}
	sb.mu.Lock()
	if len(in) == 0 {
		sb.watchers[w] = true
	}
	for _, ch := range in {
		if sb.channelWatchers[ch.id] == nil {
			sb.channelWatchers[ch.id] = map[*watcher]bool{}
		}
		sb.channelWatchers[ch.id][w] = true
	}
	sb.mu.Unlock()
	sb.spawn(func() { w.run(f) })
	var once sync.Once
	return func() {
		once.Do(func() {
			sb.mu.Lock()
			delete(sb.watchers, w)
			for _, ch := range in {
				delete(sb.channelWatchers[ch.id], w)
				if len(sb.channelWatchers[ch.id]) == 0 {
					delete(sb.channelWatchers, ch.id)
				}
			}
			sb.mu.Unlock()
			close(w.quit)
		})
	}
}

func (w *watcher) wants(c Change) bool { return w.user == "" || w.sb.shown(&c, w.user) }

func (w *watcher) push(c Change) {
	w.mu.Lock()
	w.queue = append(w.queue, c)
	w.mu.Unlock()
	select {
	case w.more <- struct{}{}:
	default:
	}
}

func (w *watcher) run(f func(Change)) {
	for {
		select {
		case <-w.quit:
			return
		case <-w.sb.closed:
			return
		case <-w.more:
		}
		w.mu.Lock()
		queue := w.queue
		w.queue = nil
		w.mu.Unlock()
		for _, c := range queue {
			f(c)
		}
	}
}

// data is the change as the page gets it.
func (c *Change) data() json.RawMessage {
	var v any = c.Data
	switch {
	case c.Type == "MESSAGE_DELETE":
		v = object{"id": c.Message.ID, "channel_id": c.Channel}
	case c.Message != nil:
		v = pageMessage{c.Message, c.Message.For}
	case c.Modal != nil:
		v = object{"interaction": c.Modal.Interaction, "modal": c.Modal}
	case c.State != nil:
		v = c.State
	}
	b, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("null")
	}
	return b
}

// pageMessage tells the page for whom an ephemeral message is.
type pageMessage struct {
	*Message
	EphemeralFor string `json:"ephemeral_for,omitempty"`
}
