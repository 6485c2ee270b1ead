package bot

import (
	"context"
	"slices"
	"strconv"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
)

// fill is what becomes of the seat of somebody who is absent or leaves.
type fill string

const (
	fillOpen     fill = ""         // a computer plays it, and whoever has not sat at this table may take it over
	fillComputer fill = "computer" // a computer plays it
	fillRules    fill = "rules"    // what the rules of the game say of leaving
)

// fills lists them as the lobby offers them.
var fills = []fill{fillOpen, fillComputer, fillRules}

// computer reports whether a computer plays for him.
func (f fill) computer() bool { return f != fillRules }

// id names a fill in menus.
func (f fill) id() string {
	if f == fillOpen {
		return "open"
	}
	return string(f)
}

// away is why a computer plays a person's seat.
type away string

const (
	awayAbsent away = "absent" // the others have voted for it
	awayLeft   away = "left"   // he got up
	awayServer away = "server" // he is no longer on this server
)

// The kinds of events that the table itself tells; present says them by the words of all games.
const (
	evAway       = present.TableEvent + "away." // with the reason
	evBack       = present.TableEvent + "back"
	evSubstitute = present.TableEvent + "substitute" // Items are the places among the people of who sat there and who does now
	evVote       = present.TableEvent + "vote."      // with the motion that failed
	evPassed     = present.TableEvent + "passed."    // with the motion that was carried, if nothing else tells it
	evAsleep     = present.TableEvent + "asleep"     // nobody answers: the table pauses
	evDeserted   = present.TableEvent + "deserted"   // nobody sits there any more: the table pauses
)

func tableEvent(kind string, seat games.Seat) games.Event {
	return games.Event{Kind: kind, Seat: seat, Other: games.Nobody}
}

// vacate has a computer play a seat.
func (r *record) vacate(seat games.Seat, why away, m moved) games.Event {
	i := r.Seating[seat]
	if len(m.info.Levels) > 0 && r.People[i].Level == "" {
		r.People[i].Level = m.info.Levels[0]
	}
	r.People[i].Away = why
	r.quitVote(r.People[i].User)
	return r.resettle(tableEvent(evAway+string(why), seat), m)
}

// resettle goes on after a change of who plays a seat.
func (r *record) resettle(e games.Event, m moved) games.Event {
	delete(r.Passing, e.Seat)
	delete(r.Slips, e.Seat)
	delete(r.Offered, e.Seat)
	before := r.Told
	r.tell([]games.Event{e})
	r.clockwork(m)
	r.call(before, m)
	return e
}

// handOver has a computer play somebody's seat, or notes why it still does. A table to which nobody is expected any more is over.
func (t *table) handOver(ctx context.Context, user string, why away, line *logged, interaction string) error {
	seat := t.rec.owns(user)
	if !t.rec.expects(seat) {
		return t.end(ctx, "abandoned", user, interaction)
	}
	next := t.rec.clone()
	e := next.vacate(seat, why, t.moved())
	line.Event = &e
	return t.commit(ctx, next, step{interaction: interaction, entry: line, drafts: noDrafts(seat)})
}

// takeOut takes somebody out of the game by its rules for leaving. A table to which nobody is expected any more is over.
func (t *table) takeOut(ctx context.Context, user string, line *logged, interaction string) error {
	seat := t.rec.owns(user)
	if !t.rec.expects(seat) {
		return t.end(ctx, "abandoned", user, interaction)
	}
	a := games.Leave(seat)
	line.Action = &a
	return t.act(ctx, a, line, interaction)
}

// depart lets somebody go, as the table has it. For one who is out of the game there is nothing to play on.
func (t *table) depart(ctx context.Context, user string, why away, line *logged, interaction string) error {
	if t.rec.Fill.computer() && t.rec.state.Living().Has(t.rec.seatOf(user)) {
		return t.handOver(ctx, user, why, line, interaction)
	}
	return t.takeOut(ctx, user, line, interaction)
}

// vacant lists the seats that a computer plays for a person.
func (r *record) vacant() []games.Seat {
	var out []games.Seat
	for seat := range r.Seating {
		if p := r.at(games.Seat(seat)); p.Away != "" && !r.Gone.Has(games.Seat(seat)) && r.state.Living().Has(games.Seat(seat)) {
			out = append(out, games.Seat(seat))
		}
	}
	return out
}

// returning are the seats, but the given one, to which people may come back: those still on the server.
func (r *record) returning(but games.Seat) []games.Seat {
	return slices.DeleteFunc(r.vacant(), func(seat games.Seat) bool {
		p := r.at(seat)
		return seat == but || p.User == "" || p.Away == awayServer
	})
}

// expects reports whether somebody else than who owns a seat is there, or may come back.
func (r *record) expects(but games.Seat) bool {
	return r.humans().Without(but) != 0 || len(r.returning(but)) > 0
}

// pressSeat is the button of the empty seats: whose seat it is has it back at once; whoever has never sat at this table may
// take one over if the table allows it, and is told first what he will learn.
func (t *table) pressSeat(ctx context.Context, rep *reply, id present.ParsedID) {
	user, w := rep.i.User.ID, t.words(rep)
	vacant := t.rec.vacant()
	switch {
	case t.rec.Stage == stageLobby:
		t.say(rep, w.Say("table.not_started"))
	case t.rec.Stage == stageOver:
		t.say(rep, w.Say("refusal.game_over"))
	case t.rec.seatOf(user) != games.Nobody:
		t.say(rep, w.Say("seat.yours"))
	case t.rec.owns(user) != games.Nobody:
		t.sit(ctx, rep, t.rec.owns(user), "back")
	case len(vacant) == 0:
		t.say(rep, w.Say("seat.none"))
	case t.rec.index(user) >= 0:
		t.say(rep, w.Say("seat.before"))
	case t.rec.Fill != fillOpen:
		t.say(rep, w.Say("seat.closed"))
	default:
		for _, seat := range vacant {
			if id.Arg(1) == strconv.Itoa(int(seat)) {
				t.sit(ctx, rep, seat, "substitute")
				return
			}
		}
		t.offerSeats(rep, vacant)
	}
}

// offerSeats warns of what a substitute learns, with a button for each empty seat.
func (t *table) offerSeats(rep *reply, vacant []games.Seat) {
	w := t.words(rep)
	var buttons []discord.Component
	for _, seat := range vacant {
		buttons = append(buttons, present.SeatButton(string(t.id), w, t.moment().seats()[seat].Name, seat))
	}
	t.bot.tell(rep, present.NoteWith(w.Say("seat.ask"), buttons...))
}

// sit gives a seat that a computer plays to a person: back to its owner, or to somebody else.
func (t *table) sit(ctx context.Context, rep *reply, seat games.Seat, do string) {
	next := t.rec.clone()
	e := tableEvent(evBack, seat)
	if do == "substitute" {
		was := next.Seating[seat]
		next.quitVote(next.People[was].User)
		next.People = append(next.People, t.bot.person(rep.i))
		next.Seating = append([]int(nil), next.Seating...)
		next.Seating[seat] = len(next.People) - 1
		e = tableEvent(evSubstitute, seat)
		e.Items = []string{strconv.Itoa(was), strconv.Itoa(next.Seating[seat])}
	} else {
		next.People[next.Seating[seat]].Away = ""
	}
	if next.asleep() { // whoever comes back wakes a table that sleeps
		next.pause(false, "", t.moved())
	}
	t.seen[seat] = t.bot.clock.Now()
	e = next.resettle(e, t.moved())
	line := &logged{Do: do, Who: next.who(rep.i.User.ID), Event: &e}
	if err := t.commit(ctx, next, step{interaction: rep.i.ID, entry: line, drafts: noDrafts(seat)}); err != nil {
		t.failed(rep, err)
		return
	}
	t.openPanel(rep, seat)
	t.show(nil)
}

// noDrafts takes the drafts of a seat away: they were somebody else's thoughts.
func noDrafts(seat games.Seat) map[games.Seat]drafts { return map[games.Seat]drafts{seat: {}} }
