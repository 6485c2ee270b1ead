package bot_test

import (
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

// After a stop and a start everything goes on: lobbies, boards, half-picked answers, votes, standing orders, panels.
func TestRestart(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{games: dealtSo(entrika.Base, entrika.IsAdami)})
	again := func() {
		s.stop()
		s.start()
	}
	p := s.people("Ayşe", "Can", "Deniz")
	l := s.play(p[0])
	again()
	l.press(p[1], present.LobbyJoin)
	l.sits("Ayşe", "Can")
	x := s.match(robot.Setup{}, p...)
	x.settled()
	u := x.turn()
	panel := x.panel(u)
	s.until("the panel is kept", func() bool {
		_, err := s.Config.Store.Token(s.ctx, tableID(x), u.ID(), s.clock.Now())
		return err == nil
	})
	board, gone := x.Board(), x.others(u)[1]
	again()
	if now := x.Board(); now.ID != board.ID || now.Version != board.Version {
		t.Error("a restart touches a board that is right")
	}
	x.says(u, entrika.Steal) // half an answer
	x.settled()
	again()
	x.answer(gone.Press(x.Board(), present.ID(present.VerbDown, x.ID)))
	s.until("the board comes down", func() bool { return x.Board().ID != board.ID })
	target := "s0"
	if x.seat(u) == 0 {
		target = "s1"
	}
	x.says(u, entrika.Steal, target)
	x.awaits(x.others(u)...)
	x.settled()
	m := s.note(gone.Press(x.Board(), present.ID(present.VerbPass, x.ID)))
	s.note(gone.Press(m, present.ID(present.VerbPass, x.ID, present.PassKind)))
	x.awaits(x.others(u, gone)...)
	x.settled()
	again()
	x.says(x.others(u, gone)[0], entrika.Pass)
	s.until("the next turn", func() bool { return x.turn() != u && button(x.Board(), entrika.Tax) != "" })
	s.told(x.do(x.turn(), "end"), "vote.opened")
	x.voteBoard(1)
	x.settled()
	again()
	x.answer(x.others(x.turn())[0].Press(x.voteBoard(1), x.vote(1, "no")))
	x.answer(x.others(x.turn())[1].Press(x.voteBoard(1), x.vote(1, "no")))
	s.until("the vote is over", func() bool { return x.Board().Component(x.vote(1, "yes")) == nil })
	// A panel of the former process is edited as long as its token lives.
	for x.turn() != u {
		x.says(x.turn(), entrika.Income)
		s.until("a turn", func() bool { return button(x.Board(), entrika.Income) != "" })
	}
	s.note(gone.Press(m, present.ID(present.VerbPass, x.ID, present.PassNone)))
	version := s.now(panel).Version
	x.proved(u)
	s.until("the old panel shows the new card", func() bool {
		now := s.now(panel)
		return now.Version > version && strings.Contains(now.Text(), "Yerine çektiğin")
	})
	if err := audit(s, tableID(x)); err != nil {
		t.Error(err)
	}
}

// Deadlines that passed while the bot was down get a grace; the others keep their time. Lobbies too.
func TestGrace(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	p := s.people("Ayşe", "Can", "Deniz")
	late, fine := s.match(robot.Setup{}, p...), s.match(robot.Setup{}, p...)
	late.settled()
	s.clock.Advance(50 * time.Second)
	fine.says(fine.turn(), entrika.Income) // has 90 seconds from here
	fine.awaits(fine.turn())
	fine.settled()
	l := s.play(p[0])
	slow, quick := late.turn(), fine.turn()
	left := fine.left()
	s.stop()
	s.clock.Advance(60 * time.Second)
	s.start()
	s.until("the grace", func() bool { return late.left() == time.Minute })
	if fine.left() != left-time.Minute {
		t.Errorf("the deadline that had not passed: %v left, %v before", fine.left(), left)
	}
	late.awaits(slow)
	s.clock.Advance(59 * time.Second)
	if late.turn() != slow {
		t.Error("the grace is too short")
	}
	s.until("fine's turn ends in its own time", func() bool { return fine.turn() != quick })
	s.clock.Advance(time.Second)
	s.until("the grace is over", func() bool { return late.turn() != slow })
	s.stop()
	s.clock.Advance(3 * time.Hour)
	s.start()
	// The lobby's hour had passed: it has a minute, and is posted anew since its message is old.
	s.until("the lobby", func() bool {
		m := p[0].Last(l.ch, func(m *sandbox.Message) bool { return m.Component(l.deed(present.LobbyJoin)) != nil })
		if m == nil || m.ID == l.mid {
			return false
		}
		l.mid = m.ID
		return true
	})
	l.press(p[1], present.LobbyJoin)
	l.sits("Ayşe", "Can")
}

// Whoever is awaited is mentioned once before his time is over, be it with the grace; and the slower the table, the more grace.
func TestGraceMention(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{keep: true})
	for _, c := range []struct {
		name          string
		pace          string
		up, down      time.Duration // when the bot is stopped, and for how long
		grace         time.Duration
		before, after int // how often he is mentioned before and after it
	}{
		{"down all day", "day", 0, 25 * time.Hour, 6 * time.Hour, 0, 1},
		{"warned before", "day", 18 * time.Hour, 7 * time.Hour, 6 * time.Hour, 1, 0},
		{"down at the warning, up before the end", "day", 17 * time.Hour, 2 * time.Hour, 5 * time.Hour, 0, 1},
		{"a turn of minutes", "normal", 0, 100 * time.Second, time.Minute, 0, 1},
	} {
		run(t, s, c.name, func(s *scene) {
			x := s.match(robot.Setup{Pace: c.pace}, s.people("Ayşe", "Can", "Deniz")...)
			x.settled()
			u := x.turn()
			first := s.pings(x.Channel, u)
			count := func(want int) {
				s.t.Helper()
				s.until("the mentions", func() bool { return s.pings(x.Channel, u)-first >= want })
				x.settled()
				if n := s.pings(x.Channel, u) - first; n != want {
					s.t.Errorf("%d mentions, not %d", n, want)
				}
			}
			s.clock.Advance(c.up)
			count(c.before)
			s.stop()
			s.clock.Advance(c.down)
			s.start()
			s.until("the grace", func() bool { return x.left() == c.grace })
			count(c.before + c.after)
			for _, other := range x.others(u) {
				if s.pings(x.Channel, other) > 1 { // the first board calls all
					s.t.Errorf("%s is mentioned", other.Name())
				}
			}
			s.clock.Advance(c.grace - time.Second)
			count(c.before + c.after)
			s.clock.Advance(time.Second)
			s.until("the time is over", func() bool { return x.turn() != u })
		})
	}
}

// A game that ended just before the process did shows its end when the next one starts.
func TestEndShownAfterRestart(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{log: (&book{}).logger()})
	p := s.people("Ayşe", "Can")
	x := s.match(robot.Setup{Fill: "rules"}, p...)
	x.settled()
	if err := s.sb.Fault("500", sandbox.Plan{Times: 1000, Route: "/channels"}); err != nil {
		t.Fatal(err)
	}
	ask := x.note(p[1].Command(x.Channel, "table", sandbox.Sub("leave")))
	s.answer(p[1].Press(ask, ask.Buttons()[0].CustomID))
	s.until("the end is kept", func() bool {
		stored, err := s.Config.Store.Table(s.ctx, tableID(x))
		return err == nil && stored.Closed
	})
	s.stop()
	s.sb.Heal()
	s.start()
	s.until("the end", func() bool { return x.Over() })
	s.told(x.Board(), "over.won", "Names", "**Ayşe**", "N", 1)
	x.settled()
	board := x.Board()
	s.clock.Advance(2 * time.Hour)
	s.answer(p[0].Press(board, present.ID(present.VerbAgain, x.ID))) // moves the closed table's revision
	s.stop()
	s.start()
	s.note(p[0].Command(x.Channel, "rules"))
	if now := x.Board(); now.ID != board.ID || now.Version != board.Version {
		t.Error("a restart shows an end again that stands there")
	}
}

// Many stops at any moment: no table is lost, and nobody is called twice for the same.
func TestRestarts(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{keep: true})
	p := s.people("Ayşe", "Can", "Deniz")
	x := s.match(robot.Setup{}, p...)
	for n := range 12 {
		if x.Over() {
			break
		}
		if err := x.Step(s.ctx); err != nil {
			t.Fatal(err)
		}
		if n%2 == 0 {
			x.settled()
		}
		s.stop()
		s.start()
		x.agrees()
	}
	s.stop()
	boards := map[string]int{}
	for _, c := range s.sb.Log() {
		if c.Type == "MESSAGE_CREATE" && c.Message != nil && c.For == "" && c.Channel == x.Channel.ID() {
			boards[string(c.Message.Nonce)]++
		}
	}
	for nonce, n := range boards {
		if nonce != "" && n > 1 {
			t.Errorf("board %s was posted %d times", nonce, n)
		}
	}
	if err := audit(s, tableID(x)); err != nil {
		t.Error(err)
	}
	ids := []string{}
	for listed, err := range s.Config.Store.Tables(s.ctx) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, string(listed.ID))
	}
	if !x.Over() && !slices.Contains(ids, x.ID) {
		t.Error("the table is lost")
	}
	s.start()
}

// A vote whose time passed while the bot was down shows the time that it has been given.
func TestVoteGrace(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	p := s.people("Ayşe", "Can", "Deniz")
	x := s.match(robot.Setup{Pace: "relaxed"}, p...)
	x.settled()
	s.told(x.do(p[0], "end"), "vote.opened")
	x.voteBoard(1)
	x.settled()
	s.stop()
	s.clock.Advance(time.Hour)
	s.start()
	s.until("the grace", func() bool { return x.left() > 0 })
	board := x.Board()
	if board.Component(x.vote(1, "yes")) == nil {
		t.Fatal("no vote")
	}
	late := 0
	for _, part := range strings.Split(board.Text(), "<t:")[1:] {
		var unix int64
		for _, c := range part {
			if c < '0' || c > '9' {
				break
			}
			unix = unix*10 + int64(c-'0')
		}
		if !time.Unix(unix, 0).After(s.clock.Now()) {
			late++
		}
	}
	if late > 0 {
		t.Errorf("an open vote that ended already:\n%s", board.Text())
	}
}

// That computers would have acted while the bot was down gives nobody more time.
func TestComputersGrace(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{patience: func(bot.Moment) time.Duration { return time.Minute }})
	x := s.match(robot.Setup{Game: "secret-hitler", Computers: 4}, s.people("Ayşe")...)
	x.settled()
	s.clock.Advance(55 * time.Second)
	left := x.left()
	s.stop()
	s.clock.Advance(6 * time.Second)
	s.start()
	s.until("the computers act", func() bool { _, st := x.record(); return st.Prompts(nil, games.Nobody)[0].Awaited.Count() == 1 })
	x.settled()
	if now := x.left(); now > left-6*time.Second {
		t.Errorf("%v were left, %v later it is %v", left, 6*time.Second, now)
	}
}
