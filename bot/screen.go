package bot

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"kumpas/store"
)

// shown says what of a table stands in Discord. It is kept in the store without haste: after a crash the table
// renders again what its record asks for, and nonces keep a message from being posted twice.
type shown struct {
	Channel  string         `json:"channel"`
	ID       string         `json:"id"`
	Board    int            `json:"board"`   // number of the board, 0 for the lobby
	Segment  int            `json:"segment"` // the first event it tells
	Posted   time.Time      `json:"posted"`
	Revision store.Revision `json:"revision"`
	Again    int            `json:"again,omitempty"` // how often this board was posted anew
}

// screen brings the table's public message to Discord. It is the only writer of that message and never has two writes
// under way: what comes meanwhile is drawn once, in its newest form, afterwards.
type screen struct {
	t *table

	mu    sync.Mutex
	shown shown
	want  *moment
	anew  bool // the next change is to be a new message
	busy  bool
	// doubt says that Discord may show more than is noted: another process wrote the screen last, or Discord did not say what
	// became of a post.
	doubt bool
	// failures counts the writes in a row that went wrong; waiting says that one is to be tried again.
	failures int
	waiting  bool
	// muted says that the bot may not post here, blind that it may not write at all, until somebody's interaction shows
	// that it may again.
	muted, blind bool
	since        time.Time // when muted or blind was set
	unopened     error     // why the table's thread could not be opened
}

func newScreen(t *table) *screen { return &screen{t: t} }

// load reads what was shown last.
func (s *screen) load(ctx context.Context) error {
	data, err := s.t.bot.store.Shown(ctx, s.t.id)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shown.ID != "" {
		return nil
	}
	s.doubt = true
	if json.Unmarshal(data, &s.shown) != nil {
		s.shown = shown{} // it is shown anew
	}
	return nil
}

// idle reports whether the screen may be forgotten: that of a live table not while it could not write, which nothing else remembers.
// How a closed one ended is shown after a restart at the latest; that is no reason to keep it till then.
func (s *screen) idle(live bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.busy && !(live && s.blind)
}

// link leads to the board as it stands.
func (s *screen) link(guild string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shown.ID == "" {
		return ""
	}
	return link(guild, s.shown.Channel, s.shown.ID)
}

// message returns the id of the message that stands.
func (s *screen) message() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shown.ID
}

// renew has the next change posted as a new message.
func (s *screen) renew() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.anew = true
}

// agree takes a revision as shown if the one before it is: what is to be seen is the same.
func (s *screen) agree(before, now store.Revision) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy || s.shown.Revision != before {
		return
	}
	s.shown.Revision = now
	if data, err := json.Marshal(s.shown); err == nil {
		s.t.bot.store.SetShown(s.t.id, data)
	}
}

// show brings the moment to the screen. A reply is answered by the change itself if its message is the one that changes,
// and without content otherwise.
func (s *screen) show(m moment, rep *reply) {
	s.mu.Lock()
	if s.blind {
		s.mu.Unlock()
		if rep != nil {
			s.t.bot.spawn(func(ctx context.Context) { s.t.bot.note(rep.nothing(ctx), "acknowledge") })
			s.complain(m, rep)
		}
		return
	}
	s.want = &m
	if s.busy {
		s.mu.Unlock()
		if rep != nil {
			s.t.bot.spawn(func(ctx context.Context) { s.t.bot.note(rep.nothing(ctx), "acknowledge") })
		}
		return
	}
	s.busy = true
	s.mu.Unlock()
	s.t.bot.spawn(func(context.Context) { s.run(rep) })
}

func (s *screen) run(rep *reply) {
	for {
		s.mu.Lock()
		m, old := s.want, s.shown
		s.want = nil
		if m == nil || s.blind {
			s.busy = false
			s.mu.Unlock()
			return
		}
		if s.anew {
			s.anew, old.Posted = false, time.Time{}
		}
		s.mu.Unlock()
		s.bring(*m, old, rep)
		rep = nil
	}
}

// bring makes one change. Each has its own time: waits for rate limits may be long.
func (s *screen) bring(m moment, old shown, rep *reply) {
	ctx, cancel := s.t.bot.callContext()
	defer cancel()
	defer s.t.bot.recovered("screen")
	now, err := s.changeTo(m, old, rep).show(ctx)
	if rep != nil {
		s.t.bot.note(rep.nothing(ctx), "acknowledge")
		if barred(err) {
			s.complain(m, rep)
		}
	}
	if err != nil {
		s.failed(m, err)
		return
	}
	now.Revision = m.rev
	s.mu.Lock()
	s.shown, s.doubt, s.failures = now, false, 0
	s.mu.Unlock()
	if data, err := json.Marshal(now); err == nil {
		s.t.bot.store.SetShown(s.t.id, data)
	}
}

func (s *screen) doubtful() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.doubt
}

// retryShow is how soon a screen that could not be written is tried again, longer each time, up to retryMost.
const (
	retryShow = 5 * time.Second
	retryMost = 5 * time.Minute
)

// behind reports whether the screen shows, or is about to show, less than a revision.
func (s *screen) behind(rev store.Revision) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shown.Revision < rev && s.want == nil
}

// showAgain shows what the table's record asks for.
func (t *table) showAgain(ctx context.Context) {
	if err := t.load(ctx); err != nil {
		t.bot.log.Error("table", "table", t.id, "err", err)
		return
	}
	t.show(nil)
}
