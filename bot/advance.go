package bot

import (
	"time"

	"kumpas/games"
)

// atTable is how long after a press somebody is taken to be looking at the table, and is not called by a mention.
const atTable = 20 * time.Second

// warnFrom is the least time of a decision whose end is announced, warnPart how much of it is left then. What everybody
// has to look at is announced however short it is.
const (
	warnFrom = time.Minute
	warnPart = 4
)

// feedSize is how many events a table remembers for its screens; the log holds them all.
const feedSize = 80

// Keys of the table's own deadlines.
const (
	dueComputer = "computer" // computer players act
	dueWarning  = "warn"     // with the number of a prompt: whoever is awaited is called once more
	dueVote     = "vote"     // a vote of the table ends
	dueLobby    = "lobby"    // a lobby nobody starts expires
	duePause    = "pause"    // a paused table is closed
)

// moved is what a step knows of the moment in which it happens.
type moved struct {
	now   time.Time
	info  games.Info
	opens func(prompt string) bool // as present.Game.Opens
	order bool                     // a standing order acts: that is no sign that anybody is there
	seen  map[games.Seat]time.Time // who pressed something lately
	wait  func(Moment) time.Duration
}

// play makes the record after an action of the game. Errors: *games.Refusal.
func (r *record) play(a games.Action, m moved) (*record, error) {
	state, events, err := r.state.Apply(a)
	if err != nil {
		return nil, err
	}
	next := r.clone()
	next.state = state
	switch {
	case m.order:
	case a.Kind == games.ActReply:
		next.Acted = a.Seat
		next.back(a.Seat)
	default:
		next.Acted = games.Nobody
	}
	if a.Kind == games.ActLeave {
		next.leave(a.Seat)
	}
	before := next.Told
	next.tell(events)
	if state.Outcome() != nil {
		next.over(before)
		return next, nil
	}
	next.endOrders()
	if a.Kind == games.ActTimeout {
		if p, ok := games.PromptFor(r.state, games.Nobody, a.Prompt); ok {
			next.slip(p)
		}
		next.goOnWaiting(a.Prompt, m)
	}
	next.clockwork(m)
	next.call(before, m)
	return next, nil
}

// leave takes a seat's person away from the table, and his voice out of the vote.
func (r *record) leave(seat games.Seat) {
	r.Gone = r.Gone.With(seat)
	delete(r.Passing, seat)
	r.quitVote(r.at(seat).User)
}

// endOrders ends the orders to pass of those whose turn has come, and those for a decision that is over.
func (r *record) endOrders() {
	if len(r.Passing) == 0 {
		return
	}
	for seat, o := range r.Passing {
		if _, lives := games.PromptFor(r.state, games.Nobody, o.Prompt); o.Prompt != 0 && !lives {
			delete(r.Passing, seat)
		}
	}
	for _, p := range r.state.Prompts(nil, games.Nobody) {
		for seat := range p.Awaited.All() {
			if p.Class == games.ClassTurn && r.Passing[seat].All {
				delete(r.Passing, seat)
			}
		}
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

// tell adds events to the feed, but for those that are for nobody yet: if they took up room, what is left of the others would tell
// how many there were.
func (r *record) tell(events []games.Event) {
	feed := r.Feed
	for _, e := range events {
		if !e.AtEnd {
			feed = append(feed, e)
			r.Told++
		}
	}
	if len(feed) > feedSize {
		feed = append([]games.Event(nil), feed[len(feed)-feedSize:]...)
	}
	r.Feed = feed
}

// since returns the events from the n-th of the game on, as far as the feed remembers them.
func (r *record) since(n int) (events []games.Event, cut bool) {
	from := len(r.Feed) - (r.Told - n)
	if from < 0 {
		return r.Feed, true
	}
	return r.Feed[min(from, len(r.Feed)):], false
}

// turnBoard has the next screen posted as a new message that tells the events from the n-th on.
func (r *record) turnBoard(n int, calls games.Seats) {
	r.Board++
	r.Segment = n
	r.Calls = calls
}

// over ends the game; the last board is a new message.
func (r *record) over(before int) {
	r.Stage = stageOver
	r.Clocks, r.Due, r.Vote, r.Paused, r.Passing = nil, nil, nil, nil, nil
	r.turnBoard(before, 0)
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
			if r.at(seat).computer() {
				computers = true
				window = window || p.Class == games.ClassWindow
			} else {
				people = true
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

// asked is a computer player's decision.
type asked struct {
	seat games.Seat
	id   games.PromptID
}

// volunteers are the open prompts that computer players have not been asked about yet. Prompt ids grow, so the newest
// one that a seat was asked about is enough to know. One that can be let go by (a reaction at any moment) is asked anew whenever
// something has happened.
func (r *record) volunteers() []asked {
	var all []asked
	for seat := range r.Seating {
		seat := games.Seat(seat)
		if !r.at(seat).computer() {
			continue
		}
		for _, p := range r.state.Prompts(nil, seat) {
			if p.Mine && p.Class == "" && p.Given == nil && (p.ID > r.Offered[seat] || p.Pass != nil && r.Told > r.Heard) {
				all = append(all, asked{seat, p.ID})
			}
		}
	}
	return all
}

// call decides who is called by a mention: whoever is awaited, did not act last, was not seen just now, has not been
// called for this prompt, and has no standing order to pass. Somebody to call means a new board.
func (r *record) call(before int, m moved) {
	var calls games.Seats
	for _, p := range r.state.Prompts(nil, games.Nobody) {
		c, ok := r.Clocks[p.ID]
		if !ok || p.Held {
			continue
		}
		for seat := range p.Awaited.All() {
			who := r.at(seat)
			if who.computer() || c.Called.Has(seat) {
				continue
			}
			c.Called = c.Called.With(seat)
			seen, here := m.seen[seat]
			if seat == r.Acted || who.Quiet || here && m.now.Sub(seen) < atTable || p.Pass != nil && r.Passing[seat].covers(p) {
				continue
			}
			calls = calls.With(seat)
		}
		r.Clocks[p.ID] = c
	}
	if calls != 0 {
		r.turnBoard(before, calls)
	}
}

// covers reports whether a standing order passes p.
func (o passing) covers(p games.Prompt) bool {
	return o.All || o.Kind != "" && o.Kind == p.Kind || o.Prompt != 0 && o.Prompt == p.ID
}

// setDue sets a deadline of the table itself; the zero time takes it away.
func (r *record) setDue(key string, at time.Time) {
	if at.IsZero() {
		delete(r.Due, key)
		return
	}
	if r.Due == nil {
		r.Due = map[string]time.Time{}
	}
	r.Due[key] = at
}
