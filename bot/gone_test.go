package bot_test

import (
	"strings"
	"testing"
	"time"

	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
)

// Who is no longer on the server is found out when he misses a deadline, or told by a ban. The computer plays on for him, and whoever
// comes back has his seat again.
func TestGone(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	for name, part := range map[string]func(*scene, *sandbox.User){
		"left the server": func(s *scene, u *sandbox.User) { s.g.Part(u) },
		"deleted account": func(s *scene, u *sandbox.User) { u.Delete() },
	} {
		run(t, s, name, func(s *scene) {
			p := s.people("Ayşe", "Can", "Deniz")
			x := s.match(robot.Setup{}, p...)
			gone := x.turn()
			part(s, gone)
			x.Users = x.others(gone)
			s.clock.Advance(90 * time.Second)
			x.news("happened.away.server", "Name", "**"+gone.Name()+"**")
			if err := x.Play(s.ctx); err != nil {
				s.t.Error(err)
			}
		})
	}
	run(t, s, "banned", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		x := s.match(robot.Setup{}, p...)
		l := s.play(p[0])
		l.press(p[1], present.LobbyJoin)
		l.sits("Ayşe", "Can")
		s.g.Ban(p[1])
		l.sits("Ayşe")
		x.news("happened.away.server", "Name", "**Can**")
		s.g.Join(p[1]) // and forgiven
		x.settled()
		s.told(x.note(p[1].Press(x.Board(), x.seatID())), "table.panel.title", "Game", s.words("tr", "game.entrika.name"))
		x.news("happened.back", "Name", "**Can**")
	})
	run(t, s, "out of the game by the table's setting", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		x := s.match(robot.Setup{Fill: "rules"}, p...)
		s.g.Ban(p[1])
		s.until("he is out", func() bool { return x.view(games.Nobody).Seats[x.seat(p[1])].Left })
		s.g.Ban(p[2])
		s.until("the end", func() bool { return x.Over() })
		s.told(x.Board(), "over.won", "Names", "**Ayşe**", "N", 1)
	})
	run(t, s, "all of them", func(s *scene) {
		p := s.people("Ayşe", "Can")
		x := s.match(robot.Setup{}, p...)
		s.g.Ban(p[0])
		x.closes("abandoned", func() { s.g.Ban(p[1]) })
	})
	// Whoever has got up may come back, until he is no longer on the server.
	for name, last := range map[string]struct{ deed, why string }{
		"got up before, and the last one ends the game": {"end", "ended"},
		"got up before, and the last one gets up, too":  {"leave", "abandoned"},
	} {
		run(t, s, name, func(s *scene) {
			p := s.people("Ayşe", "Can")
			x := s.match(robot.Setup{}, p...)
			x.do(p[1], "leave")
			x.news("happened.away.left", "Name", "**Can**")
			s.g.Ban(p[1])
			x.news("happened.away.server", "Name", "**Can**")
			x.closes(last.why, func() { x.do(p[0], last.deed) })
			if err := audit(s, tableID(x)); err != nil {
				s.t.Error(err)
			}
		})
	}
	run(t, s, "got up before, left without a word, and the last one wants to end the game", func(s *scene) {
		p := s.people("Ayşe", "Can")
		x := s.match(robot.Setup{}, p...)
		x.do(p[1], "leave")
		x.news("happened.away.left", "Name", "**Can**")
		s.g.Part(p[1])
		s.note(p[0].Command(x.Channel, "table", sandbox.Sub("end"))) // which has Discord asked
		x.news("happened.away.server", "Name", "**Can**")
		x.closes("ended", func() { x.do(p[0], "end") })
	})
	run(t, s, "all of them while the table sleeps", func(s *scene) {
		p := s.people("Ayşe", "Can")
		x := s.match(robot.Setup{}, p...)
		x.deserted(p...)
		s.g.Ban(p[1])
		x.news("happened.away.server", "Name", "**Can**")
		if !x.paused() {
			s.t.Error("a ban has woken the table")
		}
		x.closes("abandoned", func() { s.g.Ban(p[0]) })
	})
}

// closes checks that the table closes when something has happened, and why.
func (x *match) closes(why string, when func()) {
	x.t.Helper()
	when()
	x.until("the table closes", func() bool {
		stored, err := x.Config.Store.Table(x.ctx, tableID(x))
		return err == nil && stored.Closed
	})
	if head, _ := x.record(); head["ended"] != why {
		x.t.Errorf("the table ended by %v, not by %s", head["ended"], why)
	}
}

// read has somebody read what was played, by /table history given elsewhere.
func (x *match) read(u *sandbox.User, why string) {
	x.t.Helper()
	m := x.note(u.Command(x.g.NewChannel("başka"), "table", sandbox.Sub("history")))
	if len(m.Buttons()) == 0 || len(m.Attachments) != 1 {
		x.t.Fatalf("the history has no story or no file:\n%s", m.Text())
	}
	story := x.note(u.Press(m, m.Buttons()[0].CustomID))
	x.told(story, "story.title", "Page", 1, "Pages", 1)
	x.told(story, "over.ended."+why)
}

// in is the scene in a server of its own.
func (s *scene) in(name string) *scene {
	other := *s
	other.g = s.sb.NewGuild(name)
	return &other
}

// Without the bot's server a table ends, whenever the bot hears of it; what was played can be read when it is back. An outage of the
// server is nothing of the kind.
func TestThrownOut(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{log: (&book{}).logger()})
	open := func(s *scene) (*match, *lobby) {
		p := s.people("Ayşe", "Can")
		x := s.match(robot.Setup{Thread: true, Channel: s.g.NewChannel("oyun")}, p...)
		l := s.play(p[0])
		x.settled()
		return x, l
	}
	run(t, s, "while it is connected", func(s *scene) {
		s = s.in("Kapı")
		x, l := open(s)
		x.closes("server_gone", s.g.RemoveBot)
		s.g.AddBot()
		x.read(x.Users[1], "server_gone")
		s.told(s.note(x.Users[0].Press(l.message(), l.deed(present.LobbyJoin))), "lobby.over")
	})
	run(t, s, "while it is not", func(s *scene) {
		s = s.in("Pencere")
		x, _ := open(s)
		s.stop()
		s.g.RemoveBot()
		s.start()
		x.closes("server_gone", func() { s.clock.Advance(2 * time.Minute) }) // somebody misses a deadline
		s.g.AddBot()
		x.read(x.Users[0], "server_gone")
	})
	run(t, s, "an outage", func(s *scene) {
		s = s.in("Kesinti")
		x, _ := open(s)
		s.g.Outage(true)
		s.g.Outage(false)
		if err := x.Play(s.ctx); err != nil {
			s.t.Error(err)
		}
		if head, _ := x.record(); head["ended"] != nil {
			s.t.Errorf("the table ended by %v", head["ended"])
		}
	})
}

// What was deleted while the bot was not connected is found out when the table has something to show.
func TestDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{log: (&book{}).logger()})
	for _, c := range []struct {
		name           string
		thread, parent bool
	}{{"the channel", false, false}, {"the thread", true, false}, {"the channel of the thread", true, true}} {
		run(t, s, c.name, func(s *scene) {
			s = s.in(c.name)
			home := s.g.NewChannel("masa")
			x := s.match(robot.Setup{Channel: home, Thread: c.thread}, s.people("Ayşe", "Can")...)
			x.settled()
			s.stop()
			if c.parent {
				home.Delete()
			} else {
				x.Channel.Delete()
			}
			s.start()
			why := map[bool]string{true: "thread_gone", false: "channel_gone"}[c.thread]
			x.closes(why, func() { s.clock.Advance(2 * time.Minute) })
			x.read(x.Users[1], why)
			if c.thread && !c.parent {
				x.Channel = home // which is told
				s.until("the end", func() bool { return x.Over() })
				s.told(x.Board(), "over.ended."+why)
			}
		})
	}
}

// A thread that is archived is opened again by what the bot writes. In a locked one, where it may not, nobody can play: the table
// goes to sleep, is there again when the thread is, and closes in the end otherwise.
func TestArchived(t *testing.T) {
	t.Parallel()
	log := &book{}
	s := newScene(t, plan{log: log.logger()})
	refused := func() int { return strings.Count(log.String(), "what=screen") }
	thread := func(s *scene, users ...*sandbox.User) *match {
		x := s.match(robot.Setup{Thread: true}, users...)
		x.settled()
		return x
	}
	run(t, s, "archived", func(s *scene) {
		x := thread(s, s.people("Ayşe", "Can", "Deniz")...)
		x.Channel.Archive(true, false)
		u := x.turn()
		x.says(u, "tax")
		x.awaits(x.others(u)...)
		x.Channel.Archive(true, false)
		s.clock.Advance(25 * time.Second)
		s.until("it goes on by itself", func() bool { return x.turn() != u && !x.Channel.Archived() })
		x.settled()
	})
	for _, archived := range []bool{true, false} {
		run(t, s, map[bool]string{true: "locked and archived", false: "locked"}[archived], func(s *scene) {
			s = s.in("Kilit")
			p := s.people("Ayşe", "Can")
			x := thread(s, p...)
			before := refused()
			x.Channel.Archive(archived, true)
			asleep := func() bool { head, _ := x.record(); return head["paused"] != nil }
			for range 12 {
				if asleep() {
					break
				}
				s.clock.Advance(45 * time.Second)
				s.until("the clock goes on", func() bool { return asleep() || x.wakes().After(s.clock.Now()) })
			}
			if !asleep() {
				s.t.Fatal("nobody can play, and the table does not sleep")
			}
			s.until("the bot knows that it may not write there", func() bool { return refused() > before })
			x.Channel.Archive(false, false)
			s.clock.Advance(3 * time.Second) // a press may be so long on its way
			x.do(p[0], "resume")
			s.until("it goes on", func() bool { return firstReply(x.Board()) != "" || len(x.waits()) > 0 })
			x.settled()
			x.agrees()
			x.do(p[0], "pause")
			s.until("the pause", func() bool { return strings.Contains(x.Board().Text(), s.words("tr", "table.paused")) })
			x.settled()
			x.Channel.Archive(archived, true)
			x.closes("paused_out", func() { s.clock.Advance(30 * 24 * time.Hour) })
			x.read(p[1], "paused_out")
		})
	}
}

// wakes is when the table looks at itself next.
func (x *match) wakes() (first time.Time) {
	x.t.Helper()
	for listed, err := range x.Config.Store.Tables(x.ctx) {
		if err != nil {
			x.t.Fatal(err)
		}
		if listed.ID == tableID(x) {
			for _, d := range listed.Deadlines {
				if first.IsZero() || d.At.Before(first) {
					first = d.At
				}
			}
		}
	}
	return first
}
