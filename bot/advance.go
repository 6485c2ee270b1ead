package bot

import (
	"time"

	"kumpas/games"
)

// atTable is how long after a move somebody is taken to be looking at the table, and is not called by a mention. What he does in
// private does not count, or the mention would tell of it.
const atTable = 20 * time.Second

// feedSize is how many events a table remembers for its screens; the log holds them all.
const feedSize = 80

// moved is what a step knows of the moment in which it happens.
type moved struct {
	now   time.Time
	info  games.Info
	opens func(prompt string) bool // as present.Game.Opens
	order bool                     // a standing order acts: that is no sign that anybody is there
	seen  map[games.Seat]time.Time // when each seat last did what others can see
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
	was, _ := games.PromptFor(r.state, games.Nobody, a.Prompt)
	_, stands := games.PromptFor(state, games.Nobody, a.Prompt)
	quiet := a.Kind == games.ActReply && was.Quiet && stands
	if was.Quiet && !stands {
		for seat := range (was.Awaited &^ games.Owing(r.state, was)).All() { // now it may be known that they are here
			if !r.at(seat).computer() && !r.Passing[seat].covers(was) {
				next.back(seat)
			}
		}
	}
	switch {
	case m.order, quiet:
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
		next.slip(was, games.Owing(r.state, was))
		next.goOnWaiting(a.Prompt, m)
	}
	next.clockwork(m)
	if !quiet { // nor may a mention tell of it
		next.call(before, m)
	}
	return next, nil
}

// leave takes a seat's person away from the table, and his voice out of the vote.
func (r *record) leave(seat games.Seat) {
	r.Gone = r.Gone.With(seat)
	delete(r.Passing, seat)
	r.quitVote(r.at(seat).User)
}

// tell adds events to the feed, except those that nobody may see yet: if they took up room, what is left of the others would tell
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
