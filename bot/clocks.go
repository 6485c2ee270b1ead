package bot

import (
	"context"
	"time"

	"kumpas/games"
)

// warnFrom is the least time of a decision whose end is announced, warnPart how much of it is left then. What everybody
// has to look at is announced however short it is.
const (
	warnFrom = time.Minute
	warnPart = 4
)

// clock is the time of one prompt.
type clock struct {
	Due    time.Time     `json:"due,omitzero"`   // when it runs out
	Left   time.Duration `json:"left,omitempty"` // what is left of it while it stands still
	Warn   time.Time     `json:"warn,omitzero"`  // when the late ones are mentioned, zero if they were or need not be
	Called games.Seats   `json:"called,omitempty"`
}

// clockwork sets the clocks of the present prompts: a prompt that stays keeps its time, a held one's stands still.
func (r *record) clockwork(m moved) {
	prompts := r.state.Prompts(nil, games.Nobody)
	clocks := make(map[games.PromptID]clock, len(prompts))
	var people, computers, window bool
	fresh := false
	for _, p := range prompts {
		if p.Awaited == 0 && !p.Held {
			continue
		}
		c, known := r.Clocks[p.ID]
		limit := r.Pace.limit(m.info, p.Class)
		if !known {
			fresh = true
			c.Left = limit
		} else if !c.Due.IsZero() && (p.Held || r.Paused != nil) {
			c.Left = max(0, c.Due.Sub(m.now))
			c.Due = time.Time{}
		}
		if c.Due.IsZero() && !p.Held && r.Paused == nil {
			c.Due = m.now.Add(c.Left)
			if (limit >= warnFrom || p.Awaited.Count() > 1 && m.opens(p.Kind)) && (c.Left == limit || !c.Warn.IsZero()) { // not warned yet
				c.Warn = c.Due.Add(-limit / warnPart)
			}
			c.Left = 0
		}
		clocks[p.ID] = c
		if p.Held {
			continue
		}
		for seat := range p.Awaited.All() {
			people = people || !r.at(seat).computer()
		}
		for seat := range games.Owing(r.state, p).All() {
			if r.at(seat).computer() {
				computers = true
				window = window || p.Class == games.ClassWindow
			}
		}
	}
	r.Clocks = clocks
	r.recount(m.now)
	if len(r.volunteers()) > 0 {
		computers = true
	}
	_, waiting := r.Due[dueComputer]
	switch {
	case !computers || r.Paused != nil:
		r.setDue(dueComputer, time.Time{})
	case fresh || !waiting:
		r.setDue(dueComputer, m.now.Add(m.wait(Moment{People: people, Window: window})))
	}
}

// goOnWaiting gives a prompt that its own timeout has left open (games.DefaultWait) its whole time again. Those awaited
// were warned before its first end; once is enough.
func (r *record) goOnWaiting(id games.PromptID, m moved) {
	if p, ok := games.PromptFor(r.state, games.Nobody, id); ok {
		c := r.Clocks[id]
		c.Due, c.Warn = m.now.Add(r.Pace.limit(m.info, p.Class)), time.Time{}
		r.Clocks[id] = c
	}
}

// clocks ends the time of prompts and calls those whose time is nearly over.
func (t *table) clocks(ctx context.Context, now time.Time) error {
	for t.rec.Stage == stagePlaying && t.rec.Paused == nil {
		id, ok := t.rec.overdue(now)
		if !ok {
			break
		}
		p, _ := games.PromptFor(t.rec.state, games.Nobody, id)
		late := games.Owing(t.rec.state, p) & t.rec.humans()
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
