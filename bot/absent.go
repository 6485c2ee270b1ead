package bot

import (
	"context"
	"errors"
	"slices"

	"kumpas/bot/discord"
	"kumpas/games"
)

// slips are the deadlines that a seat has missed in a row. To let a chance to react go by is an answer too: without
// a missed decision of his own nobody is absent.
type slips struct {
	All int `json:"all"`
	Own int `json:"own"` // those that were no windows
}

// absentFrom is how many deadlines in a row make somebody absent.
const absentFrom = 3

func (s slips) absent() bool { return s.All >= absentFrom && s.Own > 0 }

// slip counts a missed deadline for everybody who was late.
func (r *record) slip(p games.Prompt, late games.Seats) {
	for seat := range late.All() {
		if r.at(seat).computer() {
			continue
		}
		if r.Slips == nil {
			r.Slips = map[games.Seat]slips{}
		}
		s := r.Slips[seat]
		s.All++
		if p.Class != games.ClassWindow {
			s.Own++
		}
		r.Slips[seat] = s
	}
}

// back notes that somebody has acted: he is not absent.
func (r *record) back(seat games.Seat) {
	delete(r.Slips, seat)
	if v := r.Vote; v != nil && v.What == motionAbsent && r.seatOf(v.About) == seat {
		r.endVote()
	}
}

// absentees are the people still in the game who do not answer.
func (r *record) absentees() games.Seats {
	var absent games.Seats
	for seat := range (r.humans() & r.state.Living()).All() {
		if r.Slips[seat].absent() {
			absent = absent.With(seat)
		}
	}
	return absent
}

// ladder does what is due about people who do not answer: the others are asked what to do about the first of them, and a
// table where nobody is there goes to sleep.
func (t *table) ladder(ctx context.Context) error {
	r := t.rec
	if r.Stage != stagePlaying || r.Paused != nil {
		return nil
	}
	absent := r.absentees()
	next := r.clone()
	switch there := r.humans() &^ absent & r.state.Living(); {
	case absent == 0:
		return nil
	case there == 0:
		return t.sleep(ctx, evAsleep)
	case r.Vote != nil:
		return nil
	default:
		for seat := range absent.All() {
			next.openVote(motionAbsent, "", r.at(seat).User, t.moved())
			break
		}
	}
	return t.commit(ctx, next, step{entry: &logged{Do: "vote"}})
}

// sleep pauses the table until one of its people is there again.
func (t *table) sleep(ctx context.Context, why string) error {
	next := t.rec.clone()
	next.pause(true, "", t.moved())
	next.Slips = nil
	e := tableEvent(why, games.Nobody)
	next.tell([]games.Event{e})
	return t.commit(ctx, next, step{entry: &logged{Do: deedPause, Event: &e}})
}

// miss asks Discord whether those who are missed are still on the server; without the list of members, which the
// bot does not ask for, that is how it finds out. This also shows that the bot itself was removed while it was not connected.
func (t *table) miss(late games.Seats) {
	for seat := range late.All() {
		user, guild := t.rec.at(seat).User, t.rec.Guild
		t.bot.spawn(func(ctx context.Context) {
			switch _, err := t.bot.client.Member(ctx, guild, user); {
			case errors.Is(err, discord.UnknownMember):
				t.do(func(ctx context.Context) { t.vanish(ctx, user) })
			case errors.Is(err, discord.Gone), errors.Is(err, discord.NoPermission): // every member may ask this
				t.do(t.thrownOut)
			}
		})
	}
}

// vanish takes note that somebody is no longer on the server.
func (t *table) vanish(ctx context.Context, user string) {
	if t.load(ctx) != nil {
		return
	}
	var err error
	line := &logged{Do: string(awayServer), Who: t.rec.who(user)}
	switch at := t.rec.index(user); {
	case t.rec.Stage == stageLobby && at >= 0:
		next := t.rec.clone()
		next.takeOut(at)
		if next.Stage == stageOver {
			next.Due = nil
		}
		err = t.commit(ctx, next, step{entry: line})
	case t.rec.Stage == stagePlaying && t.rec.seatOf(user) != games.Nobody:
		err = t.depart(ctx, user, awayServer, line, "")
	case t.rec.Stage == stagePlaying && slices.Contains(t.rec.returning(games.Nobody), t.rec.owns(user)): // nobody waits for him any more
		err = t.handOver(ctx, user, awayServer, line, "")
	default:
		return
	}
	if err != nil {
		t.bot.log.Error("table", "table", t.id, "err", err)
		return
	}
	if t.settle(ctx); t.rec != nil {
		t.show(nil)
	}
}
