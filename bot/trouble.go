package bot

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"kumpas/bot/discord"
	"kumpas/bot/present"
)

// What becomes of a table whose screen cannot be written as it should.

// barred reports whether Discord does not let the bot write at a place. It is not asked again for the same: each refusal
// counts against the bot.
func barred(err error) bool {
	return errors.Is(err, discord.NoPermission) || errors.Is(err, discord.Archived) || errors.Is(err, discord.TooManyThreads)
}

// refused reports whether Discord would say no again, however often it is asked. What says no without a code is not Discord, but
// something on the way there.
func refused(err error) bool {
	var e *discord.Error
	return errors.As(err, &e) && e.Status >= 400 && e.Status < 500 && e.Status != 429 && e.Status != 408 && e.Code != 0
}

func (s *screen) isMuted() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.muted
}

func (s *screen) mute() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.muted, s.since = true, s.t.bot.clock.Now()
}

// complain tells whoever pressed which permissions the bot lacks here.
func (s *screen) complain(m moment, rep *reply) {
	w := m.bot.Words.For(rep.i.Locale, m.rec.Lang, m.bot.Locale)
	names := lacking(rep.i, false, w)
	if len(names) == 0 {
		return
	}
	note := present.Note(w.Say("error.permission", "Items", w.List(names)))
	m.bot.spawn(func(ctx context.Context) { m.bot.note(rep.follow(ctx, note), "note") })
}

// onItsWay is how old an interaction may be: Discord takes no answer after that.
const onItsWay = 3 * time.Second

// heard takes an interaction in the table's channel as a sign of what the bot may do there now. One that may have been sent before
// the bot was refused says nothing.
func (s *screen) heard(i discord.Interaction, m moment) {
	s.mu.Lock()
	again := (s.muted || s.blind) && i.Channel == m.rec.Channel && i.Received.Sub(s.since).Abs() >= onItsWay && len(lacking(i, false, m.words())) == 0
	if again {
		s.muted, s.blind = false, false
	}
	s.mu.Unlock()
	if again {
		s.show(m, nil)
	}
}

// failed decides what becomes of a table whose screen could not be written.
func (s *screen) failed(m moment, err error) {
	s.t.bot.note(err, "screen")
	s.mu.Lock()
	s.failures++
	wait := min(retryShow<<min(s.failures-1, 10), retryMost)
	opening := m.rec.Parent != "" && s.shown.Channel != m.rec.Channel
	s.mu.Unlock()
	switch {
	case opening && refused(err) && !gone(err, codeUnknownChannel):
		s.mu.Lock()
		s.unopened = err
		s.mu.Unlock()
		s.t.do(func(ctx context.Context) { s.t.stayInChannel(ctx) })
	case barred(err), gone(err, codeUnknownMessage): // the latter: a board that was deleted where no new one may be posted
		s.mu.Lock()
		s.blind, s.since = true, s.t.bot.clock.Now()
		s.mu.Unlock()
	case errors.Is(err, discord.Gone):
		s.t.do(func(ctx context.Context) { s.t.lost(ctx, m.rec.Channel) })
	case refused(err): // a defect, which no trying mends
		s.t.bot.log.Error("screen", "table", s.t.id, "err", err)
	default:
		s.retry(wait)
	}
}

// retry shows the table again after a while, unless that is to be done already.
func (s *screen) retry(wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waiting {
		return
	}
	s.waiting = true
	s.t.bot.clock.AfterFunc(wait, func() {
		s.mu.Lock()
		s.waiting = false
		s.mu.Unlock()
		s.t.bot.tables.do(s.t.id, (*table).showAgain)
	})
}

// giveUp takes the moment as shown: there is no place for it any more.
func (s *screen) giveUp(m moment) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown.Board, s.shown.Revision = m.rec.Board, m.rev
	if data, err := json.Marshal(s.shown); err == nil {
		s.t.bot.store.SetShown(s.t.id, data)
	}
}

// shows reports whether the last message of a closed table stands.
func (s *screen) shows(m moment) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shown.Board >= m.rec.Board && (!m.folded() || s.shown.Revision >= m.rev)
}

// leave forgets the message that stood in a channel that is gone.
func (s *screen) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown.ID = ""
}

// in reports whether something of the table stands in a channel.
func (s *screen) in(channel string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shown.Channel == channel
}
