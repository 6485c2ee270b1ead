package bot

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"time"

	"kumpas/bot/present"
	"kumpas/games"
)

// voteTime is the least time that a vote of the table stays open; at a slow table it is that of a turn.
const voteTime = 3 * time.Minute

// motionAbsent is the vote about somebody who lets one deadline pass after the other.
const motionAbsent = "absent"

// ballot is one answer to a motion and the deed that follows if more than half give it, "" if none does.
type ballot struct{ id, deed string }

// motions are what a table can vote on, each with its ballots in the order of the buttons.
var motions = map[string][]ballot{
	deedRemove:   {{"yes", deedRemove}, {"no", ""}},
	deedEnd:      {{"yes", deedEnd}, {"no", ""}},
	deedPause:    {{"yes", deedPause}, {"no", ""}},
	deedResume:   {{"yes", deedResume}, {"no", ""}},
	motionAbsent: {{"wait", ""}, {"computer", deedHand}, {"out", deedRemove}},
}

// vote is a vote of the table about itself.
type vote struct {
	Number  int               `json:"number"`
	What    string            `json:"what"`         // of motions
	By      string            `json:"by,omitempty"` // user id, "" if the table itself asks
	About   string            `json:"about,omitempty"`
	Ballots map[string]string `json:"ballots,omitempty"` // by user id
}

// count is how many of the voters have given a ballot.
func (v *vote) count(id string, voters []string) (n int) {
	for _, user := range voters {
		if v.Ballots[user] == id {
			n++
		}
	}
	return n
}

// voters are the people who may vote: all who still sit there, except the person concerned; about an absent one those who are still in
// the game, and not absent themselves.
func (r *record) voters(what, about string) []string {
	var users []string
	for seat := range r.humans().All() {
		user := r.at(seat).User
		switch {
		case user == about:
		case what == motionAbsent && (!r.state.Living().Has(seat) || r.Slips[seat].absent()):
		default:
			users = append(users, user)
		}
	}
	return users
}

// need is how many have to agree: more than half. While somebody may come back nobody ends the game alone.
func (r *record) need(what string, voters []string) int {
	if what == deedEnd && len(r.returning(games.Nobody)) > 0 {
		return max(2, len(voters)/2+1)
	}
	return len(voters)/2 + 1
}

// alone reports whether somebody who sits there needs no other voice for a deed.
func (r *record) alone(user, deed, about string) bool {
	return r.seatOf(user) != games.Nobody && r.need(deed, r.voters(deed, about)) <= 1
}

// lonely reports whether too few are there to end the game.
func (r *record) lonely() bool {
	voters := r.voters(deedEnd, "")
	return r.need(deedEnd, voters) > len(voters)
}

// vote is the running vote for screens.
func (m moment) vote() *present.Vote {
	v := m.rec.Vote
	if v == nil {
		return nil
	}
	voters := m.rec.voters(v.What, v.About)
	out := &present.Vote{Number: v.Number, What: v.What, By: m.named(v.By), About: m.named(v.About), Need: m.rec.need(v.What, voters), Until: m.rec.Due[dueVote]}
	for _, b := range motions[v.What] {
		out.Ballots = append(out.Ballots, present.Ballot{ID: b.id, N: v.count(b.id, voters)})
	}
	out.Missing = slices.DeleteFunc(voters, func(u string) bool { return v.Ballots[u] != "" })
	return out
}

// openVote puts a motion to the table and calls those who may vote.
func (r *record) openVote(what, by, about string, m moved) {
	r.Votes++
	r.Vote = &vote{Number: r.Votes, What: what, By: by, About: about}
	if by != "" {
		r.Vote.Ballots = map[string]string{by: motions[what][0].id}
	}
	r.setDue(dueVote, m.now.Add(max(voteTime, r.Pace.limit(m.info, games.ClassTurn))))
	var calls games.Seats
	for _, user := range r.voters(what, about) {
		if seat := r.seatOf(user); user != by && !r.at(seat).Quiet {
			calls = calls.With(seat)
		}
	}
	r.turnBoard(r.Segment, calls)
}

// endVote takes the running vote away.
func (r *record) endVote() {
	r.Vote = nil
	r.setDue(dueVote, time.Time{})
}

// failVote ends a vote that did not pass, and says so.
func (r *record) failVote() *games.Event {
	v := r.Vote
	e := tableEvent(evVote+v.What, games.Nobody)
	if v.About != "" {
		e.Seat = r.owns(v.About)
		if v.What == motionAbsent {
			delete(r.Slips, e.Seat) // the waiting begins anew
		}
	}
	r.endVote()
	r.tell([]games.Event{e})
	return &e
}

// quitVote takes a person's voice out of the running vote. A vote about him is over, and so is one that only he wanted.
func (r *record) quitVote(user string) {
	v := r.Vote
	if v == nil {
		return
	}
	v.Ballots = maps.Clone(v.Ballots)
	delete(v.Ballots, user)
	if v.About == user || v.By == user && len(v.Ballots) == 0 {
		r.endVote()
	}
}

// decided returns the deed that the ballots so far have decided on; over says that no deed can come of them any more.
func (r *record) decided() (deed string, over bool) {
	v := r.Vote
	voters := r.voters(v.What, v.About)
	over = true
	for _, b := range motions[v.What] {
		n := 0
		missing := 0
		for _, u := range voters {
			switch v.Ballots[u] {
			case b.id:
				n++
			case "":
				missing++
			}
		}
		switch {
		case b.deed == "":
		case n >= r.need(v.What, voters):
			return b.deed, true
		case n+missing >= r.need(v.What, voters):
			over = false
		}
	}
	return "", over
}

// recount looks at the running vote when who may vote, or the game, has changed: one that is decided ends at once, and one about
// somebody who is out of the game is over.
func (r *record) recount(now time.Time) {
	v := r.Vote
	if v == nil {
		return
	}
	if v.What == motionAbsent && !r.state.Living().Has(r.owns(v.About)) {
		r.endVote()
	} else if deed, over := r.decided(); deed != "" || over {
		r.setDue(dueVote, now)
	}
}

// closeVote ends a vote whose time is over: what most of those who may vote have agreed on is done.
func (t *table) closeVote(ctx context.Context) error {
	v := t.rec.Vote
	if deed, _ := t.rec.decided(); deed != "" {
		err := t.enact(ctx, deed, v.About, v.By, true, "")
		if refused := new(games.Refusal); !errors.As(err, &refused) {
			return err
		}
	}
	next := t.rec.clone()
	line := &logged{Do: "vote", Event: next.failVote()}
	return t.commit(ctx, next, step{entry: line})
}

// pressVote takes a ballot.
func (t *table) pressVote(ctx context.Context, rep *reply, id present.ParsedID) {
	w := t.words(rep)
	user := rep.i.User.ID
	v := t.rec.Vote
	if v == nil || strconv.Itoa(v.Number) != id.Arg(1) {
		t.say(rep, w.Say("vote.over"))
		return
	}
	if !slices.Contains(t.rec.voters(v.What, v.About), user) {
		t.say(rep, w.Say("vote.players"))
		return
	}
	if !slices.ContainsFunc(motions[v.What], func(b ballot) bool { return b.id == id.Arg(2) }) {
		t.refuse(rep, games.Refuse(games.BadChoice, ""))
		return
	}
	next := t.rec.clone()
	if next.Vote.Ballots == nil {
		next.Vote.Ballots = map[string]string{}
	}
	next.Vote.Ballots[user] = id.Arg(2)
	line := &logged{Do: "ballot", Who: t.rec.who(user)}
	switch deed, over := next.decided(); {
	case deed != "":
		t.carry(ctx, rep, deed, v.About, true)
		return
	case over:
		line.Event = next.failVote()
	}
	if err := t.commit(ctx, next, step{interaction: rep.i.ID, entry: line}); err != nil {
		t.failed(rep, err)
		return
	}
	t.screen.show(t.moment(), rep)
}

// putVote opens a vote that somebody asked for.
func (t *table) putVote(ctx context.Context, rep *reply, deed, about string) {
	next := t.rec.clone()
	next.openVote(deed, rep.i.User.ID, about, t.moved())
	if err := t.commit(ctx, next, step{interaction: rep.i.ID, entry: &logged{Do: "vote", Who: t.rec.who(rep.i.User.ID)}}); err != nil {
		t.failed(rep, err)
		return
	}
	t.show(nil)
	t.done(rep, "vote.opened")
}
