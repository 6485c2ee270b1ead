package bot_test

import (
	"strings"
	"testing"
	"time"

	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/store"
)

// What is stored about somebody is told, and goes when he says so: nothing in the store names him afterwards.
func TestForget(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	p := s.people("Ayşenur", "Candaş", "Denizhan")
	ch := s.g.Channel("genel")
	gone := p[1]
	me := func(u *sandbox.User, sub string, o ...sandbox.Option) *sandbox.Message {
		return s.note(u.Command(ch, "me", sandbox.Sub(sub, o...)))
	}
	s.told(me(gone, "privacy"), "me.privacy.nothing")
	s.told(me(gone, "mentions", sandbox.Opt("state", false)), "me.mentions.off")
	s.told(me(gone, "privacy"), "me.privacy.stored", "Tables", 0, "Results", 0)
	s.told(me(gone, "mentions", sandbox.Opt("state", true)), "me.mentions.on")
	l := s.play(gone) // a lobby that came to nothing
	l.press(gone, present.LobbyCancel)
	s.until("it closes", func() bool { return len(l.message().Buttons()) == 0 })
	x := s.match(robot.Setup{}, gone, p[0], p[2])
	s.told(me(gone, "privacy"), "me.privacy.stored", "Tables", 2, "Results", 0)
	ask := me(gone, "delete")
	s.told(ask, "me.delete.ask")
	yes := ask.Buttons()[0].CustomID
	s.told(s.note(gone.Press(ask, yes)), "me.delete.playing", "Command", "`/masa kalk`")
	x.do(p[0], "end")
	x.answer(p[2].Press(x.voteBoard(1), x.vote(1, "yes")))
	s.until("the end", func() bool { return x.Over() })
	y := s.match(robot.Setup{}, p[0], gone, p[2]) // a table that goes on without him
	x2 := y.do(gone, "leave")
	s.told(x2, "table.done")
	s.told(me(gone, "privacy"), "me.privacy.stored", "Tables", 3, "Results", 1)
	ask = me(gone, "delete")
	s.told(s.note(gone.Press(ask, yes)), "me.delete.done")
	s.told(me(gone, "privacy"), "me.privacy.nothing")
	// Nobody would know him any more, and he knows a hand: he is no substitute at this table.
	s.told(y.note(gone.Forge(sandbox.Forgery{Message: y.Board(), CustomID: y.seatID()})), "seat.closed")
	s.until("the board forgets him", func() bool { return !strings.Contains(y.Board().Text(), gone.Name()) })
	s.stop()
	ids := []string{gone.ID(), gone.Name()}
	read := func(what string, data []byte) {
		t.Helper()
		for _, id := range ids {
			if strings.Contains(string(data), id) {
				t.Errorf("%s still holds %s: %.300q", what, id, data)
			}
		}
	}
	for _, id := range []string{l.id, x.ID, y.ID} {
		stored, err := s.Config.Store.Table(s.ctx, store.TableID(id))
		if err != nil {
			t.Fatal(err)
		}
		read("a table's header", stored.Header)
		read("a table's record", stored.Snapshot)
		for e, err := range s.Config.Store.Log(s.ctx, store.TableID(id)) {
			if err != nil {
				t.Fatal(err)
			}
			read("a log", e.Data)
		}
		if _, err := s.Config.Store.Token(s.ctx, store.TableID(id), gone.ID(), s.clock.Now()); err == nil {
			t.Error("a token is kept")
		}
	}
	for r, err := range s.Config.Store.Results(s.ctx, s.g.ID()) {
		if err != nil {
			t.Fatal(err)
		}
		read("a result", r.Data)
		read("a result", []byte(strings.Join(r.Users, " ")))
	}
	if _, err := s.Config.Store.Setting(s.ctx, store.SettingUser, gone.ID()); err == nil {
		t.Error("a setting is kept")
	}
	s.start() // and the others play on
	if err := y.Play(s.ctx); err != nil {
		t.Error(err)
	}
}

// voteBoard waits for the board with a vote.
func (x *match) voteBoard(n int) (m *sandbox.Message) {
	x.t.Helper()
	x.until("the vote", func() bool {
		m = x.Board()
		return m.Component(x.vote(n, "yes")) != nil
	})
	return m
}

// Finished tables are kept for ninety days, their results for longer.
func TestKeeping(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	u := s.people("Ayşe")[0]
	x := s.match(robot.Setup{Computers: 1}, u)
	board := x.Board()
	x.do(u, "end")
	s.until("the end", func() bool { return x.Over() && len(s.sb.Message(board.ID).Buttons()) == 0 })
	kept := func() bool { _, err := s.Config.Store.Table(s.ctx, tableID(x)); return err == nil }
	for range 89 {
		s.clock.Advance(24 * time.Hour)
	}
	if !kept() {
		t.Error("the table went before its time")
	}
	s.until("the table goes", func() bool { s.clock.Advance(24 * time.Hour); return !kept() })
	m := s.note(u.Command(x.Channel, "table", sandbox.Sub("history")))
	if !strings.Contains(m.Text(), "Ayşe") {
		t.Errorf("the result is gone:\n%s", m.Text())
	}
	s.told(s.note(u.Press(m, m.Buttons()[0].CustomID)), "error.expired", "Command", "`/oyna`")
}
