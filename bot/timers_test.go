package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/entrika"
)

// due is the time that the board names as the end of the present decision.
func (x *match) due() time.Time {
	x.t.Helper()
	var unix int64
	_, tail, ok := strings.Cut(x.Board().Text(), "<t:")
	if _, err := fmt.Sscanf(tail, "%d:R>", &unix); !ok || err != nil {
		x.t.Fatalf("the board names no time:\n%s", x.Board().Text())
	}
	return time.Unix(unix, 0)
}

// left is how long the present decision still has.
func (x *match) left() time.Duration { return x.due().Sub(x.clock.Now()).Round(time.Second) }

// news waits until the newest or the frozen boards tell what a key says.
func (x *match) news(key string, args ...any) {
	x.t.Helper()
	want := x.words("tr", key, args...)
	x.until("the table tells: "+want, func() bool {
		return slices.ContainsFunc(x.Users[0].Sees(x.Channel), func(m *sandbox.Message) bool { return strings.Contains(m.Text(), want) })
	})
}

// The end of the time of each kind of decision does what the rules say, and the table tells it.
func TestTimeouts(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	run(t, s, "turn, window, choice", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		x := s.match(robot.Setup{}, p...)
		first := x.turn()
		if x.left() != 90*time.Second {
			s.t.Errorf("a turn has %v", x.left())
		}
		s.clock.Advance(89 * time.Second)
		s.told(x.Board(), "entrika.default.income")
		if x.turn() != first {
			s.t.Fatal("the turn ended too early")
		}
		s.clock.Advance(time.Second)
		x.news("entrika.event.timed_out", "Name", "**"+first.Name()+"**", "What", s.words("tr", "entrika.term.turn"))
		s.until("the next turn", func() bool { return x.turn() != first })
		if gold := x.view(games.Nobody).Seats[x.seat(first)].Gold; gold != 3 {
			s.t.Errorf("%d gold after the income of a timeout", gold)
		}
		second := x.turn()
		x.awaits(second)
		x.says(second, entrika.Tax)
		x.awaits(x.others(second)...)
		if x.left() != 25*time.Second {
			s.t.Errorf("a window has %v", x.left())
		}
		x.says(first, entrika.Pass)
		x.awaits(x.others(first, second)...)
		if x.left() != 25*time.Second {
			s.t.Errorf("an answer changed the time of the window to %v", x.left())
		}
		s.clock.Advance(25 * time.Second)
		x.news("entrika.event.timed_out", "Name", "**"+x.others(first, second)[0].Name()+"**", "What", s.words("tr", "entrika.term.claim_window"))
		s.until("the claim goes through", func() bool { return x.view(games.Nobody).Seats[x.seat(second)].Gold == 5 })

		third := x.others(first, second)[0]
		x.awaits(third)
		x.says(third, entrika.ForeignAid)
		x.awaits(first, second)
		x.says(first, entrika.Block)
		x.awaits(second, third)
		x.says(third, entrika.Challenge)
		x.awaits(first)
		if x.left() != 45*time.Second {
			s.t.Errorf("a proof has %v", x.left())
		}
		s.told(x.Board(), "entrika.default.auto")
		s.clock.Advance(45 * time.Second)
		x.news("entrika.event.timed_out", "Name", "**"+first.Name()+"**", "What", s.words("tr", "entrika.term.proof"))
		s.until("somebody loses", func() bool { return x.view(games.Nobody).Loss != nil })
		loser := x.at(x.view(games.Nobody).Loss.Seat)
		x.awaits(loser)
		s.clock.Advance(45 * time.Second)
		x.news("entrika.event.timed_out", "Name", "**"+loser.Name()+"**", "What", s.words("tr", "entrika.term.lose"))
		s.until("a supporter is turned up", func() bool { return len(x.view(games.Nobody).Seats[x.seat(loser)].Up) == 1 })
		if err := audit(s, tableID(x)); err != nil {
			s.t.Error(err)
		}
	})
	run(t, s, "draft", func(s *scene) {
		x := s.match(robot.Setup{}, s.people("Ayşe", "Can")...)
		s.told(x.Board(), "table.default.random")
		s.clock.Advance(45 * time.Second)
		s.until("the first turn", func() bool { return button(x.Board(), entrika.Income) != "" })
		panel := x.panel(x.Users[0])
		if !strings.Contains(panel.Text(), s.words("tr", "entrika.why.absent")) {
			s.t.Errorf("the panel does not say that chance picked:\n%s", panel.Text())
		}
	})
}

// moved waits until the board is not as it was.
func (x *match) moved(board *sandbox.Message) (err error) {
	x.until("the table moves", func() bool {
		now := x.Board()
		return now.ID != board.ID || now.Version != board.Version
	})
	return nil
}

// The pace stretches every time.
func TestPace(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	for pace, want := range map[string]time.Duration{"blitz": 45 * time.Second, "normal": 90 * time.Second, "relaxed": 270 * time.Second, "day": 24 * time.Hour} {
		run(t, s, pace, func(s *scene) {
			p := s.people("Ayşe", "Can", "Deniz")
			l := s.play(p[0])
			l.press(p[1], "join")
			l.press(p[2], "join")
			panel := s.note(p[0].Press(l.message(), l.deed("options")))
			s.note(p[0].Select(panel, l.deed("pace"), pace))
			s.answer(p[0].Press(l.message(), l.deed("start")))
			x := &match{scene: s, Table: &robot.Table{Sandbox: s.sb, Users: p, Channel: l.ch, ID: l.id}, game: entrika.Base}
			s.until("the board", func() bool { return x.Table.Board() != nil })
			if x.left() != want {
				s.t.Errorf("a turn has %v, want %v", x.left(), want)
			}
		})
	}
}

// Whoever is awaited is mentioned once; not the one who has just acted, nor whoever is at the table, nor whoever wants none.
// One warning comes before a long time is over.
func TestMentions(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{keep: true})
	run(t, s, "calls", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		s.note(p[2].Command(s.g.Channel("genel"), "me", sandbox.Sub("mentions", sandbox.Opt("state", false))))
		x := s.match(robot.Setup{}, p...)
		counts := func() (n []int) {
			for _, u := range p {
				n = append(n, s.pings(x.Channel, u))
			}
			return n
		}
		want := []int{0, 0, 0} // the one whose turn it is, unless he wants none
		if first := slices.Index(p, x.turn()); first < 2 {
			want[first] = 1
		}
		if got := counts(); !slices.Equal(got, want) {
			s.t.Errorf("the first board mentions %v, want %v", got, want)
		}
		for x.turn() != p[0] { // until Ayşe, who wants to be mentioned, is on
			x.says(x.turn(), entrika.Income)
			x.awaits(x.turn())
		}
		s.clock.Advance(21 * time.Second) // nobody counts as being here any more
		before := counts()
		x.says(p[0], entrika.Tax)
		x.awaits(p[1], p[2])
		want = []int{before[0], before[1] + 1, 0}
		if got := counts(); !slices.Equal(got, want) {
			s.t.Errorf("a claim mentions %v, want %v", got, want)
		}
		x.says(p[2], entrika.Pass)
		x.awaits(p[1])
		x.answer(p[2].Press(x.Board(), "d:"+x.ID)) // the board comes down: no new call
		s.until("the board comes down", func() bool { return len(x.waits()) == 1 })
		x.says(p[1], entrika.Pass)
		s.until("the next turn", func() bool { return x.turn() != p[0] })
		if got := counts(); !slices.Equal(got, want) { // Can acted last or Deniz wants none
			s.t.Errorf("afterwards %v, want %v", got, want)
		}
	})
	run(t, s, "a warning", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		x := s.match(robot.Setup{}, p...)
		on := x.turn()
		before, board := s.pings(x.Channel, on), x.Board()
		s.clock.Advance(67 * time.Second)
		if s.pings(x.Channel, on) != before {
			s.t.Error("a warning before its time")
		}
		s.clock.Advance(time.Second)
		s.until("the warning", func() bool { return x.Board().ID != board.ID })
		if got := s.pings(x.Channel, on); got != before+1 {
			s.t.Errorf("%d mentions by the warning", got-before)
		}
		for _, u := range x.others(on) {
			if s.pings(x.Channel, u) != 0 {
				s.t.Errorf("%s is mentioned by somebody else's warning", u.Name())
			}
		}
		warned := x.Board()
		s.clock.Advance(21 * time.Second)
		if x.Board().ID != warned.ID {
			s.t.Error("a second warning")
		}
		s.clock.Advance(time.Second)
		s.until("the time is over", func() bool { return x.turn() != on })
	})
	run(t, s, "no warning of a short time", func(s *scene) {
		x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
		x.says(x.turn(), entrika.Tax)
		s.until("the window", func() bool { return len(x.waits()) == 2 })
		board := x.Board()
		s.clock.Advance(24 * time.Second)
		if x.Board().ID != board.ID {
			s.t.Error("the board was posted anew within a window")
		}
	})
	run(t, s, "an old board posted anew calls nobody", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		l := s.play(p[0])
		l.press(p[1], "join")
		l.press(p[2], "join")
		panel := s.note(p[0].Press(l.message(), l.deed("options")))
		s.note(p[0].Select(panel, l.deed("pace"), "day"))
		s.answer(p[0].Press(l.message(), l.deed("start")))
		x := &match{scene: s, Table: &robot.Table{Sandbox: s.sb, Users: p, Channel: l.ch, ID: l.id}, game: entrika.Base}
		s.until("the board", func() bool { return x.Table.Board() != nil })
		s.clock.Advance(2 * time.Hour)
		on := x.turn()
		board := x.Board()
		before := []int{s.pings(x.Channel, p[0]), s.pings(x.Channel, p[1]), s.pings(x.Channel, p[2])}
		x.says(on, entrika.Steal) // asks for the target: the same board, but too old to edit
		s.until("a new board", func() bool { return x.Board().ID != board.ID })
		s.until("the old board has no buttons", func() bool { return len(s.sb.Message(board.ID).Buttons()) == 0 })
		for i, u := range p {
			if s.pings(x.Channel, u) != before[i] {
				s.t.Errorf("%s is mentioned again", u.Name())
			}
		}
	})
}

// Whoever has ordered to pass is called for his own turn, also if his order was the last that was carried out.
func TestMentionAfterOrder(t *testing.T) {
	t.Parallel()
	second := dealt{entrika.Base, func(s games.State) bool { return viewOf(s, games.Nobody).Active == 1 }}
	s := newScene(t, plan{keep: true, games: bot.Games{{Engine: second, Screen: present.Entrika{}}}})
	x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
	by, next := x.at(1), x.at(2) // orders are carried out by seats: the last one is his
	for _, u := range x.others(by) {
		m := s.note(u.Press(x.Board(), present.ID(present.VerbPass, x.ID)))
		s.note(u.Press(m, present.ID(present.VerbPass, x.ID, present.PassAll)))
	}
	s.clock.Advance(21 * time.Second) // nobody counts as being here any more
	before := s.pings(x.Channel, next)
	x.says(by, entrika.Tax)
	x.awaits(next)
	x.settled()
	if n := s.pings(x.Channel, next) - before; n != 1 {
		t.Errorf("%d mentions of the one whose turn it is", n)
	}
}

// A pause keeps what is left of the time, and nobody is warned or late while it lasts.
func TestPause(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{keep: true})
	p := s.people("Ayşe", "Can", "Deniz")
	x := s.match(robot.Setup{}, p...)
	on := x.turn()
	s.clock.Advance(50 * time.Second)
	x.do(p[0], "pause")
	s.until("the pause", func() bool { return strings.Contains(x.Board().Text(), s.words("tr", "table.paused")) })
	if firstReply(x.Board()) != "" {
		t.Error("a paused board offers answers")
	}
	pings, board := s.pings(x.Channel, on), x.Board()
	s.clock.Advance(3 * time.Hour)
	s.told(s.note(on.Forge(sandbox.Forgery{Message: x.Board(), CustomID: fmt.Sprintf("r:%s:1:income", x.ID)})), "table.paused")
	s.told(x.panel(on), "table.panel.title", "Game", s.words("tr", "game.entrika.name")) // the hand can be looked at all the same
	if x.turn() != on || s.pings(x.Channel, on) != pings || x.Board().ID != board.ID {
		t.Error("the clock ran on during the pause")
	}
	x.do(p[0], "resume")
	s.until("it goes on", func() bool { return firstReply(x.Board()) != "" })
	if x.left() != 40*time.Second {
		t.Errorf("%v are left, 40 s were", x.left())
	}
	pings = s.pings(x.Channel, on)
	s.clock.Advance(18 * time.Second)
	s.until("the warning that had not come yet", func() bool { return s.pings(x.Channel, on) == pings+1 })
	s.clock.Advance(22 * time.Second)
	s.until("the time is over", func() bool { return x.turn() != on })
}

// do has somebody give a command of the table and confirm it.
func (x *match) do(u *sandbox.User, deed string, options ...sandbox.Option) *sandbox.Message {
	x.t.Helper()
	ask := x.note(u.Command(x.Channel, "table", sandbox.Sub(deed, options...)))
	if len(ask.Buttons()) != 1 {
		x.t.Fatalf("no question comes:\n%s", ask.Text())
	}
	return x.answer(u.Press(ask, ask.Buttons()[0].CustomID))
}

// lying is a clock that can be set, while timers run on.
type lying struct {
	bot.Clock
	off *atomic.Int64
}

func (c lying) Now() time.Time { return c.Clock.Now().Add(time.Duration(c.off.Load())) }

// A clock that is set back does not keep a computer player waiting, whether the bot runs or not.
func TestClockSetBack(t *testing.T) {
	t.Parallel()
	for _, down := range []bool{false, true} {
		t.Run(fmt.Sprint("down ", down), func(t *testing.T) {
			t.Parallel()
			s := newScene(t, plan{patience: func(bot.Moment) time.Duration { return 3 * time.Second }})
			s.stop()
			off := new(atomic.Int64)
			s.Config.Clock = lying{s.Config.Clock, off}
			s.start()
			x := s.match(robot.Setup{Game: "secret-hitler", Computers: 4}, s.people("Ayşe")...)
			x.settled()
			if down {
				s.stop()
			}
			off.Store(int64(-10 * time.Minute))
			if down {
				s.start()
			}
			s.clock.Advance(time.Minute)
			s.until("the computers act", func() bool {
				_, st := x.record()
				return st.Prompts(nil, games.Nobody)[0].Awaited.Count() == 1
			})
		})
	}
}

// Computer players wait for a time that depends on the situation alone.
func TestPatience(t *testing.T) {
	t.Parallel()
	var seen []bot.Moment
	s := newScene(t, plan{patience: func(m bot.Moment) time.Duration {
		seen = append(seen, m) // one table: one goroutine
		return 3 * time.Second
	}})
	p := s.people("Ayşe", "Can")
	x := s.match(robot.Setup{Computers: 2}, p...)
	human := func() bool {
		w := x.waits()
		return len(w) > 0
	}
	for range 60 {
		if x.Over() {
			break
		}
		board := x.Board()
		if human() {
			if err := x.Step(s.ctx); err != nil {
				t.Fatal(err)
			}
			continue
		}
		s.clock.Advance(2999 * time.Millisecond)
		if now := x.Board(); now.ID != board.ID || now.Version != board.Version {
			t.Fatal("a computer player acted early")
		}
		s.clock.Advance(time.Millisecond)
		x.moved(board)
	}
	s.stop()
	kinds := map[bot.Moment]bool{}
	for _, m := range seen {
		kinds[m] = true
	}
	if len(kinds) < 2 {
		t.Errorf("only %v came up", kinds)
	}
}
