package bot

import (
	"testing"
	"time"

	"kumpas/games"
)

// half is as much of a game as the people at a table need to know.
type half struct {
	games.State
	living games.Seats
}

func (h half) Living() games.Seats { return h.living }

// sitting is a running game of so many people, called a, b, c, ...
func sitting(people int, living ...games.Seat) *record {
	r := &record{Stage: stagePlaying, state: half{living: games.SeatsOf(living...)}}
	for i := range people {
		r.People, r.Seating = append(r.People, person{User: string(rune('a' + i))}), append(r.Seating, i)
	}
	return r
}

// A vote ends as soon as those who may vote now have decided it, also if that comes of somebody's leaving, dying or staying away;
// one about an absent person who is out of the game is over.
func TestRecount(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 20, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name    string
		record  *record
		vote    vote
		without string // who has got up
		decided bool
		gone    bool
	}{
		{"two of three", sitting(3, 0, 1, 2), vote{What: deedEnd, By: "a", Ballots: map[string]string{"a": "yes"}}, "", false, false},
		{"of two he who asks is no majority", sitting(3, 0, 1, 2), vote{What: deedEnd, By: "a", Ballots: map[string]string{"a": "yes"}}, "c", false, false},
		{"of three two", sitting(4, 0, 1, 2, 3), vote{What: deedEnd, By: "a", Ballots: map[string]string{"a": "yes", "b": "yes"}}, "d", true, false},
		{"who asked is alone", sitting(2, 0, 1), vote{What: deedEnd, By: "a", Ballots: map[string]string{"a": "yes"}}, "b", true, false},
		{"no majority can come", sitting(3, 0, 1, 2), vote{What: deedEnd, By: "a", Ballots: map[string]string{"a": "yes", "b": "no"}}, "c", true, false},
		{"the dead have no say about an absent one", sitting(4, 0, 1, 3), vote{What: motionAbsent, About: "a", Ballots: map[string]string{"b": "out", "d": "out"}}, "", true, false},
		{"one living other decides", sitting(3, 0, 1), vote{What: motionAbsent, About: "a", Ballots: map[string]string{"b": "computer"}}, "", true, false},
		{"different wishes", sitting(4, 0, 1, 2, 3), vote{What: motionAbsent, About: "a", Ballots: map[string]string{"b": "out", "c": "computer"}}, "", false, false},
		{"about one who is out", sitting(3, 1, 2), vote{What: motionAbsent, About: "a"}, "", false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := c.record
			r.Vote = &c.vote
			r.setDue(dueVote, now.Add(time.Minute))
			if at := r.index(c.without); at >= 0 {
				r.People[at].Away = awayLeft
				r.quitVote(c.without)
			}
			r.recount(now)
			if r.Vote == nil != c.gone {
				t.Fatalf("the vote is %+v", r.Vote)
			}
			if decided := r.Due[dueVote].Equal(now); decided != c.decided {
				t.Errorf("decided: %v", decided)
			}
		})
	}
}

// Absent is who is in the game and lets three decisions in a row pass, one of them his own.
func TestAbsentees(t *testing.T) {
	t.Parallel()
	r := sitting(6, 0, 1, 2, 3, 4)
	r.People[4].Away = awayAbsent
	r.Slips = map[games.Seat]slips{0: {All: 3, Own: 1}, 1: {All: 7}, 2: {All: 2, Own: 2}, 4: {All: 3, Own: 3}, 5: {All: 3, Own: 3}}
	if got := r.absentees(); got != games.SeatsOf(0) {
		t.Errorf("absent are %b", got)
	}
}
