package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"kumpas/bot/discord"
	"kumpas/store"
)

// oldBoard is the age at which a board is posted anew instead of edited: Discord throttles the edits of messages
// older than an hour.
const oldBoard = 50 * time.Minute

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
	now, err := s.write(ctx, m, old, rep)
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

// write shows the moment, as an edit of the old message where that will do.
func (s *screen) write(ctx context.Context, m moment, old shown, rep *reply) (shown, error) {
	client := s.t.bot.client
	next := shown{Channel: m.rec.Channel, Board: m.rec.Board, Segment: m.rec.Segment, Posted: s.t.bot.clock.Now()}
	onBoard := rep != nil && old.ID != "" && rep.i.Message.ID == old.ID
	same := old.Board == m.rec.Board && old.Channel == m.rec.Channel
	// through makes the change by answering the press, if it was on this message, and by an edit otherwise.
	through := func(msg discord.Message) error {
		if onBoard {
			if err := rep.update(ctx, msg); !answeredOtherwise(err) {
				return err
			}
		}
		return client.Edit(ctx, old.Channel, old.ID, msg)
	}
	edited := func(err error) (shown, error) {
		switch {
		case errors.Is(err, discord.TooOld), errors.Is(err, discord.Archived), errors.Is(err, discord.Gone) && !gone(err, codeUnknownChannel):
			next.Again = old.Again + 1
			return s.post(ctx, m, old, next)
		}
		old.Segment = m.rec.Segment
		return old, err
	}
	switch {
	case old.ID == "" && rep != nil && rep.i.Kind == discord.Command && rep.public:
		id, err := rep.post(ctx, m.message(ctx))
		if errors.Is(err, errUnheard) || errors.Is(err, discord.TokenDead) || errors.Is(err, discord.AlreadyAnswered) {
			return s.post(ctx, m, old, next)
		}
		next.ID = id
		return next, err
	case old.ID == "":
		return s.post(ctx, m, old, next)
	case same && (s.t.bot.clock.Now().Sub(old.Posted) < oldBoard || m.folded()):
		return edited(through(m.message(ctx)))
	}
	if same {
		next.Again = old.Again + 1
	}
	here := old.Channel == m.rec.Channel
	// stay keeps the old message as the board.
	stay := func() (shown, error) {
		old.Board, old.Segment = m.rec.Board, m.rec.Segment
		return old, through(m.message(ctx))
	}
	if here && s.isMuted() {
		return stay()
	}
	frozen := m.frozen(old)
	if onBoard { // the press is answered by taking the buttons away, at once
		s.t.bot.note(through(frozen), "freeze")
	}
	next, err := s.post(ctx, m, old, next)
	if here && barred(err) {
		s.t.bot.note(err, "screen")
		s.mute()
		if rep != nil {
			s.complain(m, rep)
		}
		return stay()
	}
	if err == nil && !onBoard {
		s.t.bot.note(through(frozen), "freeze")
	}
	return next, err
}

// answeredOtherwise reports whether a message must be changed by an edit, because the answer to the press on it can no longer do it,
// or may have failed.
func answeredOtherwise(err error) bool {
	var refused *discord.Error
	return errors.Is(err, errAnswered) || errors.Is(err, errUnheard) || errors.Is(err, discord.TokenDead) || errors.Is(err, discord.AlreadyAnswered) ||
		errors.Is(err, discord.Unavailable) || err != nil && !errors.As(err, &refused)
}

// post makes a new message. One that was posted but not noted, because of a crash, is found again by its nonce and brought
// up to date.
func (s *screen) post(ctx context.Context, m moment, old, next shown) (shown, error) {
	if m.rec.Parent != "" && old.Channel != m.rec.Channel { // nothing stands in the thread yet
		if err := s.openThread(ctx, m); err != nil {
			return next, err
		}
	}
	msg := m.message(ctx)
	if next.Again > 0 { // whoever it calls was called when it first stood here
		msg.Mentions = nil
	}
	msg.Nonce = m.nonce(next.Again)
	id, err := s.t.bot.client.Post(ctx, m.rec.Channel, msg)
	if err == nil && s.doubtful() {
		err = s.t.bot.client.Edit(ctx, m.rec.Channel, id, msg)
		if gone(err, codeUnknownMessage) { // the one that the former process posted has been deleted
			next.Again++
			msg.Nonce = m.nonce(next.Again)
			id, err = s.t.bot.client.Post(ctx, m.rec.Channel, msg)
		}
	}
	if err != nil && !refused(err) { // it may stand there all the same
		s.mu.Lock()
		s.doubt = true
		s.mu.Unlock()
	}
	next.ID = id
	return next, err
}

// nonce names a board, so that it is posted once. The same board in the thread and in the channel are two.
func (m moment) nonce(again int) string {
	where := "c"
	if m.rec.Parent != "" {
		where = "t"
	}
	return fmt.Sprintf("%s.%d.%d%s", m.id, m.rec.Board, again, where)
}

func (s *screen) doubtful() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.doubt
}

// openThread opens the table's thread below the message of its lobby; one that is there already is fine.
func (s *screen) openThread(ctx context.Context, m moment) error {
	s.mu.Lock()
	err := s.unopened
	s.mu.Unlock()
	if err != nil { // Discord is not asked again while the disk keeps the table from staying in its channel
		return err
	}
	err = s.t.bot.client.StartThreadAt(ctx, m.rec.Parent, m.rec.Channel, m.threadName(), threadIdle)
	if gone(err, codeThreadExists) {
		return nil
	}
	return err
}

// threadIdle is how long a quiet thread stays in the list of channels.
const threadIdle = 24 * time.Hour

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

// Discord's codes that say more than their class.
const (
	codeUnknownChannel = 10003
	codeUnknownMessage = 10008
	codeThreadExists   = 160004
)

func gone(err error, code int) bool {
	var e *discord.Error
	return errors.As(err, &e) && e.Code == code
}
