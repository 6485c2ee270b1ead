package bot

import (
	"context"
	"errors"
	"time"

	"kumpas/games"
	"kumpas/store"
)

// wake has a table look at what is due.
func (b *Bot) wake(id store.TableID) {
	b.tables.do(id, func(t *table, ctx context.Context) {
		if err := t.load(ctx); err != nil {
			if errors.Is(err, store.ErrNotFound) {
				return
			}
			b.log.Error("table", "table", id, "err", err)
			if !errors.Is(err, errUnreadable) {
				b.scheduler.set(id, b.clock.Now().Add(retryLoad))
			}
			return
		}
		b.scheduler.set(id, b.clock.Now().Add(retryLoad)) // should a defect keep tick from setting the true time
		t.tick(ctx)
	})
}

// retryLoad is how soon a table that could not be read, or whose step could not be written, tries again.
const retryLoad = 10 * time.Second

// tick does all that is due at the table.
func (t *table) tick(ctx context.Context) {
	before := t.rev
	err := t.due(ctx)
	if err != nil {
		t.bot.log.Error("table", "table", t.id, "err", kind(err))
	}
	if t.rec == nil {
		return // doubt has it woken again
	}
	if t.rev != before {
		t.show(nil)
	}
	switch {
	case err != nil: // what is still due would be tried again and again without a rest
		t.bot.scheduler.set(t.id, t.bot.clock.Now().Add(retryLoad))
	case t.live: // also if it was woken too early, or after a change that took the deadline away
		t.bot.scheduler.set(t.id, t.rec.earliest())
	default:
		t.bot.scheduler.set(t.id, time.Time{})
	}
}

func (t *table) due(ctx context.Context) error {
	now := t.bot.clock.Now()
	if t.bot.tables.late(t.id) {
		return t.grace(ctx, now)
	}
	if err := t.settle(ctx); err != nil {
		return err
	}
	passed := func(key string) bool {
		at, ok := t.rec.Due[key]
		return ok && !at.After(now)
	}
	switch {
	case passed(dueLobby):
		return t.fold(ctx, "expired")
	case passed(duePause):
		return t.end(ctx, "paused_out", "", "")
	}
	if passed(dueVote) {
		if err := t.closeVote(ctx); err != nil {
			return err
		}
		if err := t.settle(ctx); err != nil {
			return err
		}
	}
	if at := t.rec.Due[dueComputer]; passed(dueComputer) || astray(at, now) {
		if err := t.computers(ctx); err != nil {
			return err
		}
	}
	return t.clocks(ctx, now)
}

// kind is what may be logged of an error of the rules: that of a hidden move says no more than its code.
func kind(err error) any {
	var refused *games.Refusal
	if errors.As(err, &refused) {
		return refused.Code
	}
	return err
}
