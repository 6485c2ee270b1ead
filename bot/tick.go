package bot

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
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

// mostPatience is more than any computer player waits.
const mostPatience = time.Minute

// astray reports whether the time of a computer player was written down before the clock was set back: then it acts at once.
func astray(at, now time.Time) bool { return at.After(now.Add(mostPatience)) }

// clocks ends the time of prompts and calls those whose time is nearly over.
func (t *table) clocks(ctx context.Context, now time.Time) error {
	for t.rec.Stage == stagePlaying && t.rec.Paused == nil {
		id, ok := t.rec.overdue(now)
		if !ok {
			break
		}
		p, _ := games.PromptFor(t.rec.state, games.Nobody, id)
		late := p.Awaited & t.rec.humans()
		a := t.expiry(id)
		if err := t.act(ctx, a, &logged{Do: "act", Action: &a}, ""); err != nil {
			return err
		}
		t.miss(late)
		if err := t.settle(ctx); err != nil {
			return err
		}
		if err := t.ladder(ctx); err != nil {
			return err
		}
	}
	if t.rec.Stage != stagePlaying {
		return nil
	}
	next := t.rec.clone()
	if calls, any := next.warn(now); any {
		if calls != 0 {
			next.turnBoard(next.Segment, calls)
		}
		return t.commit(ctx, next, step{})
	}
	return nil
}

// overdue returns a prompt whose time is over.
func (r *record) overdue(now time.Time) (games.PromptID, bool) {
	var first games.PromptID
	for id, c := range r.Clocks {
		if !c.Due.IsZero() && !c.Due.After(now) && (first == 0 || id < first) {
			first = id
		}
	}
	return first, first != 0
}

// warn takes up the warnings that are due and returns who is to be mentioned.
func (r *record) warn(now time.Time) (calls games.Seats, any bool) {
	for _, p := range r.state.Prompts(nil, games.Nobody) {
		c, ok := r.Clocks[p.ID]
		if !ok || c.Due.IsZero() || c.Warn.IsZero() || c.Warn.After(now) {
			continue
		}
		c.Warn = time.Time{}
		r.Clocks[p.ID] = c
		any = true
		for seat := range p.Awaited.All() {
			if who := r.at(seat); !who.computer() && !who.Quiet {
				calls = calls.With(seat)
			}
		}
	}
	return calls, any
}

// computers lets every computer player who is awaited now act once, and asks those who may do something without
// being awaited. What follows is for the next time.
func (t *table) computers(ctx context.Context) error {
	all := t.rec.volunteers()
	for _, p := range t.rec.state.Prompts(nil, games.Nobody) {
		for seat := range p.Awaited.All() {
			if t.rec.at(seat).computer() && !p.Held {
				all = append(all, asked{seat, p.ID})
			}
		}
	}
	rng := t.bot.random()
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	next := t.rec.clone()
	next.setDue(dueComputer, time.Time{})
	for _, v := range next.volunteers() {
		if next.Offered == nil {
			next.Offered = map[games.Seat]games.PromptID{}
		}
		next.Offered[v.seat] = max(next.Offered[v.seat], v.id)
	}
	next.Heard = next.Told
	before, old := t.rev, t.rec
	t.rec = next // the next step writes it
	err := t.askComputers(ctx, all, rng)
	if t.rev != before && t.rec != nil {
		return errors.Join(err, t.settle(ctx))
	}
	if t.rec == nil || err == nil { // a commit whose outcome is unknown, or nobody did anything: nothing is to be shown or written
		return err
	}
	t.rec = old
	t.bot.log.Error("computer player", "game", old.Game, "err", kind(err))
	next.setDue(dueComputer, t.bot.clock.Now().Add(retryLoad))
	return t.commit(ctx, next, step{})
}

func (t *table) askComputers(ctx context.Context, all []asked, rng *rand.Rand) error {
	for _, who := range all {
		if t.rec.Stage != stagePlaying {
			return nil
		}
		p, ok := games.PromptFor(t.rec.state, who.seat, who.id)
		if !ok || !p.Mine || p.Class != "" && !p.Awaited.Has(who.seat) {
			continue
		}
		if err := t.computer(ctx, who.seat, p, rng); err != nil {
			return err
		}
	}
	return nil
}

// computer makes one move of a computer player; one that the rules refuse is replaced by a random legal one.
func (t *table) computer(ctx context.Context, seat games.Seat, p games.Prompt, rng *rand.Rand) error {
	game, _ := t.bot.Games.Find(t.rec.Game)
	ask := games.AskOf(t.rec.state, seat, p.ID)
	choice := game.Engine.Choose(t.rec.at(seat).Level, t.rec.state.View(seat), p, ask, rng)
	if p.Class == "" && (choice == nil || slices.Equal(choice, p.Pass)) { // it lets the moment go by, which is nobody's business
		return nil
	}
	a := games.Reply(seat, p.ID, choice...)
	line := &logged{Do: "act", Action: &a, Computer: true}
	err := t.act(ctx, a, line, "")
	var refusal *games.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	t.bot.log.Error("a computer player was refused", "game", t.rec.Game, "code", refusal.Code)
	answer, err := games.Random(ask, rng)
	if err != nil {
		return err
	}
	a = games.Reply(seat, p.ID, answer...)
	return t.act(ctx, a, line, "")
}

// kind is what may be logged of an error of the rules: that of a hidden move says no more than its code.
func kind(err error) any {
	var refused *games.Refusal
	if errors.As(err, &refused) {
		return refused.Code
	}
	return err
}

// grace gives deadlines that passed while the program was down some more time, for a decision at least what is left of it after its
// warning, and gives the warning if it is still to come: a restart is no ambush.
func (t *table) grace(ctx context.Context, now time.Time) error {
	next := t.rec.clone()
	least := now.Add(t.bot.Grace)
	if next.Stage == stagePlaying {
		m := t.moved()
		for _, p := range next.state.Prompts(nil, games.Nobody) {
			c := next.Clocks[p.ID]
			end := now.Add(max(t.bot.Grace, next.Pace.limit(m.info, p.Class)/warnPart))
			if !c.Due.IsZero() && c.Due.Before(end) {
				c.Due = end
				next.Clocks[p.ID] = c
			}
		}
		if calls, _ := next.warn(now); calls != 0 {
			next.turnBoard(next.Segment, calls)
		}
	}
	for key, at := range next.Due {
		if key != dueComputer && at.Before(least) {
			next.setDue(key, least)
		}
	}
	if err := t.commit(ctx, next, step{}); err != nil {
		return err
	}
	t.bot.tables.forgive(t.id)
	return nil
}

// fold ends a table that has not begun.
func (t *table) fold(ctx context.Context, why string) error {
	next := t.rec.clone()
	next.Stage, next.Ended, next.Due = stageOver, why, nil
	return t.commit(ctx, next, step{entry: &logged{Do: why}})
}

// end ends a running game without a winner.
func (t *table) end(ctx context.Context, why, user, interaction string) error {
	a := games.Void()
	next, err := t.rec.play(a, t.moved())
	if err != nil {
		return err
	}
	next.Ended = why
	s := step{interaction: interaction, entry: &logged{Do: "act", Who: t.rec.who(user), Action: &a}}
	s.result = next.result(t.id, t.bot.clock.Now())
	return t.commit(ctx, next, s)
}
