package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kumpas/bot/discord"
)

// oldBoard is the age at which a board is posted anew instead of edited: Discord throttles the edits of messages
// older than an hour.
const oldBoard = 50 * time.Minute

// change is one write of a screen: from what stands to a moment.
type change struct {
	s       *screen
	m       moment
	old     shown
	rep     *reply // the press or command that brought it about, if there is one
	onBoard bool   // the press was on the message that stands
	now     time.Time
}

func (s *screen) changeTo(m moment, old shown, rep *reply) *change {
	return &change{s: s, m: m, old: old, rep: rep, now: s.t.bot.clock.Now(), onBoard: rep != nil && old.ID != "" && rep.i.Message.ID == old.ID}
}

// show shows the moment, as an edit of the old message where that will do, and returns what stands then.
func (c *change) show(ctx context.Context) (shown, error) {
	switch {
	case c.old.ID == "" && c.rep != nil && c.rep.i.Kind == discord.Command && c.rep.public:
		return c.answer(ctx)
	case c.old.ID == "":
		return c.post(ctx, 0)
	case c.same() && (c.now.Sub(c.old.Posted) < oldBoard || c.m.folded()):
		return c.edit(ctx)
	case c.here() && c.s.isMuted():
		return c.stay(ctx)
	}
	return c.replace(ctx)
}

// here reports whether the board stays in its channel, same whether it is the same board.
func (c *change) here() bool { return c.old.Channel == c.m.rec.Channel }
func (c *change) same() bool { return c.here() && c.old.Board == c.m.rec.Board }

// answer posts the first message as the answer to the command.
func (c *change) answer(ctx context.Context) (shown, error) {
	id, err := c.rep.post(ctx, c.m.message(ctx))
	if errors.Is(err, errUnheard) || errors.Is(err, discord.TokenDead) || errors.Is(err, discord.AlreadyAnswered) {
		return c.post(ctx, 0)
	}
	return c.posted(id, 0), err
}

// edit changes the message, or posts another where it is gone or Discord no longer lets it be edited.
func (c *change) edit(ctx context.Context) (shown, error) {
	err := c.through(ctx, c.m.message(ctx))
	if errors.Is(err, discord.TooOld) || errors.Is(err, discord.Archived) || errors.Is(err, discord.Gone) && !gone(err, codeUnknownChannel) {
		return c.post(ctx, c.old.Again+1)
	}
	now := c.old
	now.Segment = c.m.rec.Segment
	return now, err
}

// stay keeps the old message as the board, where no new one can be posted.
func (c *change) stay(ctx context.Context) (shown, error) {
	now := c.old
	now.Board, now.Segment = c.m.rec.Board, c.m.rec.Segment
	return now, c.through(ctx, c.m.message(ctx))
}

// replace posts a new message and takes the old one's buttons away: first if the press on it is answered by that, at once.
func (c *change) replace(ctx context.Context) (shown, error) {
	again := 0
	if c.same() {
		again = c.old.Again + 1
	}
	frozen := c.m.frozen(c.old)
	if c.onBoard {
		c.s.t.bot.note(c.through(ctx, frozen), "freeze")
	}
	now, err := c.post(ctx, again)
	if c.here() && barred(err) {
		c.s.t.bot.note(err, "screen")
		c.s.mute()
		if c.rep != nil {
			c.s.complain(c.m, c.rep)
		}
		return c.stay(ctx)
	}
	if err == nil && !c.onBoard {
		c.s.t.bot.note(c.through(ctx, frozen), "freeze")
	}
	return now, err
}

// through changes the message by answering the press, if it was on it, and by an edit otherwise.
func (c *change) through(ctx context.Context, msg discord.Message) error {
	if c.onBoard {
		if err := c.rep.update(ctx, msg); !answeredOtherwise(err) {
			return err
		}
	}
	return c.s.t.bot.client.Edit(ctx, c.old.Channel, c.old.ID, msg)
}

// answeredOtherwise reports whether a message must be changed by an edit, because the answer to the press on it can no longer do it,
// or may have failed.
func answeredOtherwise(err error) bool {
	var refused *discord.Error
	return errors.Is(err, errAnswered) || errors.Is(err, errUnheard) || errors.Is(err, discord.TokenDead) || errors.Is(err, discord.AlreadyAnswered) ||
		errors.Is(err, discord.Unavailable) || err != nil && !errors.As(err, &refused)
}

// posted is what stands after a post; again says how often this board was posted before.
func (c *change) posted(id string, again int) shown {
	return shown{Channel: c.m.rec.Channel, ID: id, Board: c.m.rec.Board, Segment: c.m.rec.Segment, Posted: c.now, Again: again}
}

// post makes a new message. One that was posted but not noted, because of a crash, is found again by its nonce and brought
// up to date.
func (c *change) post(ctx context.Context, again int) (shown, error) {
	s, m := c.s, c.m
	client := s.t.bot.client
	if m.rec.Parent != "" && c.old.Channel != m.rec.Channel { // nothing stands in the thread yet
		if err := s.openThread(ctx, m); err != nil {
			return c.posted("", again), err
		}
	}
	msg := m.message(ctx)
	if again > 0 { // whoever it calls was called when it first stood here
		msg.Mentions = nil
	}
	msg.Nonce = m.nonce(again)
	id, err := client.Post(ctx, m.rec.Channel, msg)
	if err == nil && s.doubtful() {
		err = client.Edit(ctx, m.rec.Channel, id, msg)
		if gone(err, codeUnknownMessage) { // the one that the former process posted has been deleted
			again++
			msg.Nonce = m.nonce(again)
			id, err = client.Post(ctx, m.rec.Channel, msg)
		}
	}
	if err != nil && !refused(err) { // it may stand there all the same
		s.mu.Lock()
		s.doubt = true
		s.mu.Unlock()
	}
	return c.posted(id, again), err
}

// nonce names a board, so that it is posted once. The same board in the thread and in the channel are two.
func (m moment) nonce(again int) string {
	where := "c"
	if m.rec.Parent != "" {
		where = "t"
	}
	return fmt.Sprintf("%s.%d.%d%s", m.id, m.rec.Board, again, where)
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
