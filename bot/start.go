package bot

import (
	"context"
	"time"

	"kumpas/bot/fair"
	"kumpas/bot/present"
	"kumpas/games"
)

// start begins the game: seats, deal and the first board, in a thread of its own if the table wants one.
func (t *table) start(ctx context.Context, rep *reply) {
	r := t.rec
	if why := t.moment().missing(t.words(rep)); why != "" {
		t.say(rep, why)
		return
	}
	game, _ := t.bot.Games.Find(r.Game)
	setup := games.Setup{Players: len(r.People), Options: r.Options, Host: r.index(r.Host), Winner: -1}
	if r.Champ != "" {
		setup.Winner = r.index(r.Champ)
	}
	joined := r.joined()
	setup.Seed = fair.Seed(r.Secret, string(t.id), joined, rep.i.ID)
	state, events, err := game.Engine.New(setup)
	if err != nil {
		t.refuse(rep, err)
		return
	}
	next := r.clone()
	next.Stage, next.Start, next.Joined, next.state, next.Seating = stagePlaying, rep.i.ID, joined, state, state.Seating()
	next.Acted = games.Nobody
	next.setDue(dueLobby, time.Time{})
	if r.Thread {
		next.Parent, next.Channel = r.Channel, rep.i.Message.ID // a thread has the id of the message it hangs on
		if id := t.screen.message(); id != "" {
			next.Channel = id
		}
	}
	next.tell(events)
	next.clockwork(t.moved())
	for id, c := range next.Clocks { // the first board calls everybody
		c.Called = next.humans()
		next.Clocks[id] = c
	}
	next.turnBoard(0, next.humans())
	if err := t.commit(ctx, next, step{interaction: rep.i.ID, entry: &logged{Do: "start", Who: t.rec.who(rep.i.User.ID), Setup: &setup}}); err != nil {
		t.failed(rep, err)
		return
	}
	t.show(rep)
}

// threadName is the name of the table's thread.
func (m moment) threadName() string {
	host := ""
	if i := m.rec.index(m.rec.Host); i >= 0 {
		host = present.Visible(m.rec.People[i].Name)
	}
	return m.words().Say("lobby.thread", "Game", m.words().Say("game."+m.rec.Game+".name"), "Name", host)
}
