package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/entrika"
)

// answers are the ids of a message's controls that answer a prompt.
func answers(m *sandbox.Message) (out []string) {
	for _, c := range replies(m) {
		out = append(out, c.CustomID)
	}
	return out
}

// down brings the board down and waits until the new one stands.
func (x *match) down(u *sandbox.User) *sandbox.Message {
	x.t.Helper()
	old := x.Board()
	x.clock.Advance(21 * time.Second)
	x.answer(u.Press(old, present.ID(present.VerbDown, x.ID)))
	x.until("a new board", func() bool { return x.Board().ID != old.ID })
	x.settled()
	return x.Board()
}

// What somebody picks in his panel without having answered yet is his own business: whatever brings the board up to date, it shows
// only what was picked in the open.
func TestHalfPicks(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
	u := x.turn()
	other := x.others(u)[0]
	before := answers(x.Board())
	panel := x.panel(u)
	steal := s.answer(u.Press(panel, button(panel, entrika.Steal)))
	if slices.Equal(answers(steal), answers(panel)) {
		t.Fatalf("the panel does not go on:\n%s", steal.Text())
	}
	if got := answers(x.down(other)); !slices.Equal(got, before) {
		t.Errorf("the board tells what he thinks of in private:\n%v, before\n%v", got, before)
	}
	x.answer(u.Press(x.Board(), button(x.Board(), entrika.Steal))) // now in the open
	x.settled()
	open := answers(x.Board())
	if slices.Equal(open, before) || !slices.Equal(answers(x.down(other)), open) {
		t.Errorf("what is picked on the board does not stand there: %v", open)
	}
	back := present.ID(present.VerbBack, x.ID, present.ParsedID(mustParse(t, open[0])).Arg(1))
	panel = x.panel(u)
	s.answer(u.Press(panel, back)) // in private: the open pick is taken back, too
	if got := answers(x.down(other)); !slices.Equal(got, before) {
		t.Errorf("what was taken back still stands on the board: %v", got)
	}
}

func mustParse(t *testing.T, custom string) present.ParsedID {
	t.Helper()
	id, ok := present.ParseID(custom)
	if !ok {
		t.Fatalf("%q is no id", custom)
	}
	return id
}

// Whoever has sat at a table knows too much to take over another seat there, also when he has had it forgotten who he was.
func TestForgottenSeat(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	p := s.people("Ayşe", "Can", "Deniz", "Ece")
	x := s.match(robot.Setup{}, p...)
	x.do(p[1], "leave")
	x.news("happened.away.left", "Name", "**Can**")
	x.do(p[2], "leave")
	x.news("happened.away.left", "Name", "**Deniz**")
	s.told(x.note(p[1].Press(x.Board(), x.seatID())), "table.panel.title", "Game", s.words("tr", "game.entrika.name")) // his own he has back
	x.do(p[1], "leave")
	x.news("happened.away.left", "Name", "**Can**")
	ask := s.note(p[1].Command(x.Channel, "me", sandbox.Sub("delete")))
	s.told(s.note(p[1].Press(ask, ask.Buttons()[0].CustomID)), "me.delete.done")
	s.until("he is forgotten", func() bool { return !strings.Contains(x.Board().Text(), "**Can**") })
	for _, args := range [][]string{nil, {fmt.Sprint(x.seat(p[2]))}} {
		s.told(x.note(p[1].Forge(sandbox.Forgery{Message: x.Board(), CustomID: x.seatID(args...)})), "seat.closed")
	}
	names := []string{"**—**", "**Deniz**"}
	if x.seat(p[2]) < x.seat(p[1]) {
		slices.Reverse(names)
	}
	s.told(x.Board(), "seat.held", "Names", s.Config.Words.For("tr").List(names))
	x.note(p[2].Press(x.Board(), x.seatID()))
	x.news("happened.back", "Name", "**Deniz**")
}

// A table belongs to its channel: who is elsewhere on the server, where he may not see it, gets nothing of it by a forged press, not
// even what is public there; its players reach it from everywhere.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	p := s.people("Ayşe", "Can")
	x := s.match(robot.Setup{Computers: 1, Thread: true}, p...)
	elsewhere := s.g.NewChannel("baska")
	boss := s.g.NewUser("Yönetici", "tr")
	s.g.Promote(boss, "Boss", sandbox.ManageChannels)
	strangers := []*sandbox.User{s.people("Yabancı")[0], boss}
	board := x.Board()
	press := func(u *sandbox.User, ch *sandbox.Channel, id string) *sandbox.Message {
		return s.note(u.Forge(sandbox.Forgery{Message: board, Channel: ch, CustomID: id}))
	}
	look := func() {
		t.Helper()
		for _, verb := range bot.Verbs {
			for _, u := range strangers {
				s.told(press(u, elsewhere, present.ID(verb, x.ID, "end")), "error.expired", "Command", "`/oyna`")
			}
		}
		s.told(press(p[1], elsewhere, present.ID(present.VerbStory, x.ID, "0")), "story.title", "Page", 1, "Pages", 1)
	}
	look()
	if x.Over() {
		t.Fatal("a manager has ended it from elsewhere")
	}
	s.told(press(strangers[0], x.Channel, present.ID(present.VerbStory, x.ID, "0")), "story.title", "Page", 1, "Pages", 1)
	x.do(boss, "end")
	s.until("the end", func() bool { return x.Over() })
	look()
}

// Whoever manages one channel of the server is no manager of a table in another.
func TestManagerElsewhere(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	p := s.people("Ayşe", "Can", "Deniz")
	x := s.match(robot.Setup{}, p...)
	x.settled()
	own := s.g.NewChannel("ayşenin-odası")
	own.Allow(p[0], sandbox.ManageChannels)
	ask := s.note(p[0].Command(own, "table", sandbox.Sub("remove", sandbox.Opt("player", p[1].ID()))))
	s.answer(p[0].Press(ask, ask.Buttons()[0].CustomID))
	if x.view(games.Nobody).Seats[x.seat(p[1])].Left {
		t.Error("he is out of the game, and nobody was asked")
	}
	s.told(s.note(p[0].Command(own, "table", sandbox.Sub("end"))), "vote.running")
	s.told(s.answer(p[0].Forge(sandbox.Forgery{Message: ask, CustomID: present.ID(present.VerbAct, x.ID, "end", "")})), "vote.running")
	stored, err := s.Config.Store.Table(s.ctx, tableID(x))
	if err != nil {
		t.Fatal(err)
	}
	if stored.Closed {
		t.Error("the game is over, and nobody was asked")
	}
}
