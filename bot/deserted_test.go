package bot_test

import (
	"strings"
	"testing"
	"time"

	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
)

// paused reports whether the clocks of the table stand still.
func (x *match) paused() bool {
	x.t.Helper()
	head, _ := x.record()
	return head["paused"] != nil
}

// deserted has everybody leave the table, which then sleeps.
func (x *match) deserted(users ...*sandbox.User) {
	x.t.Helper()
	for _, u := range users {
		x.told(x.do(u, "leave"), "table.done")
	}
	x.news("happened.deserted")
	x.settled()
	if !x.paused() || x.Over() {
		x.t.Fatalf("it does not sleep:\n%s", x.Board().Text())
	}
}

// Nobody can void a lost game by walking out: a table that everybody has left sleeps until somebody is back.
func TestDeserted(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	run(t, s, "the others come back", func(s *scene) {
		p := s.people("Ayşe", "Can")
		x := s.match(robot.Setup{Computers: 1}, p...)
		x.deserted(p[1], p[0])
		before := x.Board()
		s.clock.Advance(48 * time.Hour)
		if now := x.Board(); now.ID != before.ID || now.Version != before.Version {
			s.t.Error("the table moves while it sleeps")
		}
		note := s.note(p[1].Command(x.Channel, "table", sandbox.Sub("resume")))
		s.told(note, "seat.computer") // with the button of his seat
		x.note(p[1].Press(note, note.Buttons()[0].CustomID))
		x.news("happened.back", "Name", "**Can**")
		s.until("it goes on", func() bool { return !x.paused() })
		x.note(p[0].Press(x.Board(), x.seatID()))
		x.news("happened.back", "Name", "**Ayşe**")
		if err := x.Play(s.ctx); err != nil {
			s.t.Error(err)
		}
		if err := audit(s, tableID(x)); err != nil {
			s.t.Error(err)
		}
	})
	run(t, s, "nobody comes back", func(s *scene) {
		p := s.people("Ayşe", "Can")
		x := s.match(robot.Setup{}, p...)
		x.deserted(p...)
		x.closes("paused_out", func() { s.clock.Advance(30 * 24 * time.Hour) })
	})
	run(t, s, "the last who may come back has himself deleted", func(s *scene) {
		p := s.people("Ayşe", "Can")
		x := s.match(robot.Setup{}, p...)
		x.deserted(p...)
		forget := func(u *sandbox.User) {
			ask := s.note(u.Command(s.g.Channel("genel"), "me", sandbox.Sub("delete")))
			s.told(s.note(u.Press(ask, ask.Buttons()[0].CustomID)), "me.delete.done")
		}
		forget(p[0])
		if !x.paused() {
			s.t.Error("the table no longer waits for the other")
		}
		x.closes("abandoned", func() { forget(p[1]) })
		s.until("the end without his name", func() bool { return x.Over() && !strings.Contains(x.Board().Text(), p[1].Name()) })
		s.told(x.Board(), "over.ended.abandoned")
		if err := audit(s, tableID(x)); err != nil {
			s.t.Error(err)
		}
	})
	run(t, s, "paused by hand before", func(s *scene) {
		p := s.people("Ayşe", "Can")
		x := s.match(robot.Setup{}, p...)
		x.do(p[0], "pause")
		s.until("the pause", x.paused)
		end := x.wakes()
		s.clock.Advance(20 * 24 * time.Hour)
		x.deserted(p...)
		if !x.wakes().Equal(end) {
			s.t.Errorf("it is kept until %v, not %v", x.wakes(), end)
		}
		before := x.revision()
		x.note(s.people("Ece")[0].Press(x.Board(), x.seatID())) // somebody only asks
		s.clock.Advance(5 * 24 * time.Hour)
		if x.settled(); x.revision() != before {
			s.t.Error("the table moves while it sleeps")
		}
		x.note(p[1].Press(x.Board(), x.seatID()))
		x.news("happened.back", "Name", "**Can**")
		s.until("it goes on", func() bool { return !x.paused() })
		if err := x.Step(s.ctx); err != nil {
			s.t.Error(err)
		}
		if err := audit(s, tableID(x)); err != nil {
			s.t.Error(err)
		}
	})
	run(t, s, "out by the rules", func(s *scene) {
		p := s.people("Ayşe", "Can")
		boss := s.g.NewUser("Yönetici", "tr")
		s.g.Promote(boss, "Yönetim", sandbox.ManageChannels)
		x := s.match(robot.Setup{Computers: 2}, p...)
		x.do(p[1], "leave")
		x.do(boss, "remove", sandbox.Opt("player", p[0].ID()))
		x.news("happened.deserted")
		x.closes("abandoned", func() { x.do(boss, "remove", sandbox.Opt("player", p[1].ID())) })
	})
	run(t, s, "with computers alone it is his table", func(s *scene) {
		p := s.people("Ayşe")
		x := s.match(robot.Setup{Computers: 2}, p...)
		x.closes("abandoned", func() { x.do(p[0], "leave") })
	})
}

// A table that everybody has left sleeps also if the disk fails between the two.
func TestDesertedLost(t *testing.T) {
	t.Parallel()
	s, disk, _ := newMoodyScene(t, plan{})
	p := s.people("Ayşe", "Can")
	x := s.match(robot.Setup{}, p...)
	x.do(p[1], "leave")
	x.settled()
	ask := s.note(p[0].Command(x.Channel, "table", sandbox.Sub("leave")))
	disk.next("commit", fine, broken)
	s.answer(p[0].Press(ask, ask.Buttons()[0].CustomID))
	s.until("the disk fails", func() bool { return disk.left("commit") == 0 })
	s.until("it sleeps", func() bool { s.clock.Advance(time.Second); return x.paused() })
}

// While somebody may come back nobody ends the game alone.
func TestLoneEnd(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	run(t, s, "he is told what to do instead", func(s *scene) {
		p := s.people("Ayşe", "Can")
		x := s.match(robot.Setup{}, p...)
		x.do(p[1], "leave")
		x.news("happened.away.left", "Name", "**Can**")
		for _, m := range []*sandbox.Message{
			s.note(p[0].Command(x.Channel, "table", sandbox.Sub("end"))),
			s.note(p[0].Forge(sandbox.Forgery{Message: x.Board(), CustomID: present.ID(present.VerbAct, x.ID, "end", "")})),
		} {
			s.told(m, "table.end.away", "Names", "**Can**", "Leave", "`/masa kalk`", "Pause", "`/masa duraklat`")
		}
		s.told(x.do(p[0], "pause"), "table.done")
		if s.until("the pause", x.paused); x.Over() {
			s.t.Error("it is over")
		}
	})
	run(t, s, "a vote of which one voice is left", func(s *scene) {
		p := s.people("Ayşe", "Can")
		x := s.match(robot.Setup{}, p...)
		s.told(x.do(p[0], "end"), "vote.opened")
		x.voteBoard(1)
		x.do(p[1], "leave")
		x.news("happened.vote.end")
		if x.Over() {
			s.t.Error("one has ended the game")
		}
	})
	run(t, s, "two agree", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		x := s.match(robot.Setup{}, p...)
		x.do(p[2], "leave")
		x.news("happened.away.left", "Name", "**Deniz**")
		x.do(p[0], "end")
		x.closes("ended", func() { x.answer(p[1].Press(x.voteBoard(1), x.vote(1, "yes"))) })
	})
	for name, alone := range map[string]bool{"a player who manages the channel": false, "and is the only one there": true} {
		run(t, s, name, func(s *scene) {
			p := s.people("Ayşe", "Can")
			s.g.Promote(p[0], "Bekçi", sandbox.ManageChannels)
			x := s.match(robot.Setup{}, p...)
			if alone {
				x.do(p[1], "leave")
				x.news("happened.away.left", "Name", "**Can**")
			}
			x.closes("managed", func() { x.do(p[0], "end") })
			s.until("the end", func() bool { return x.Over() })
			s.told(x.Board(), "over.ended.managed")
		})
	}
	run(t, s, "whose table it is needs no permission", func(s *scene) {
		p := s.people("Ayşe")
		s.g.Promote(p[0], "Bekçi", sandbox.ManageChannels)
		x := s.match(robot.Setup{Computers: 2}, p...)
		x.closes("ended", func() { x.do(p[0], "end") })
	})
}

// A table that sleeps keeps no other from being opened on its server.
func TestSleepersTakeNoRoom(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	boss := s.g.NewUser("Yönetici", "tr")
	s.g.Promote(boss, "Yönetim", sandbox.ManageGuild)
	s.note(boss.Command(s.g.NewChannel("ayar"), "settings", sandbox.Sub("tables", sandbox.Opt("count", 1))))
	p := s.people("Ayşe", "Can")
	x := s.match(robot.Setup{}, p...)
	other := s.g.NewChannel("başka")
	full := func() {
		s.told(s.note(p[0].Command(other, "play", sandbox.Opt("game", "entrika"))), "error.tables.full", "N", 1)
	}
	full()
	x.do(p[0], "pause") // from which somebody means to go on
	full()
	x.deserted(p...)
	s.playIn(p[0], other)
}
