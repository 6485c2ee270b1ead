package bot_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/entrika"
	"kumpas/store"
)

// gate is a store whose commits can be held up.
type gate struct {
	store.Store
	mu      sync.RWMutex
	waiting chan struct{}
}

func (g *gate) Commit(ctx context.Context, c store.Change) (store.Revision, error) {
	select {
	case g.waiting <- struct{}{}:
	default:
	}
	g.mu.RLock()
	defer g.mu.RUnlock()
	return g.Store.Commit(ctx, c)
}

// hold holds up the commits that begin now; the returned function waits for one and lets two seconds pass before all go on.
func (g *gate) hold(clock *sandbox.FakeClock) (release func()) {
	g.mu.Lock()
	select {
	case <-g.waiting:
	default:
	}
	return func() {
		<-g.waiting
		clock.Advance(2 * time.Second)
		g.mu.Unlock()
	}
}

// turnstile is a store that lets one commit through at a time once it is shut: each is shown, and waits to be let through.
type turnstile struct {
	store.Store
	shut   atomic.Bool
	before chan struct{}
	pass   chan struct{}
}

func (s *turnstile) Commit(ctx context.Context, c store.Change) (store.Revision, error) {
	if s.shut.Load() {
		s.before <- struct{}{}
		<-s.pass
	}
	return s.Store.Commit(ctx, c)
}

// full is a store whose disk is full at one commit: the one after as many good ones.
type full struct {
	store.Store
	after atomic.Int32
}

func (f *full) Commit(ctx context.Context, c store.Change) (store.Revision, error) {
	if f.after.Add(-1) == -1 {
		return 0, store.ErrWrite
	}
	return f.Store.Commit(ctx, c)
}

// A thread that may not be opened is asked for once, even if the disk is full when the table turns to its channel.
func TestNoThread(t *testing.T) {
	t.Parallel()
	var disk *full
	s := newScene(t, plan{log: (&book{}).logger(), store: func(s store.Store) store.Store {
		disk = &full{Store: s}
		disk.after.Store(1 << 30)
		return disk
	}})
	p := s.people("Ayşe", "Can")
	ch := s.g.NewChannel("masa")
	l := s.playIn(p[0], ch, sandbox.Opt("thread", true))
	l.press(p[1], present.LobbyJoin)
	l.sits("Ayşe", "Can")
	ch.Deny(s.sb.Bot(), sandbox.CreatePublicThreads)
	disk.after.Store(1) // the start is kept
	l.press(p[0], present.LobbyStart)
	s.until("the disk is full", func() bool { return disk.after.Load() < 0 })
	x := &match{scene: s, Table: &robot.Table{Sandbox: s.sb, Users: p, Channel: ch, ID: l.id}, game: entrika.Base}
	s.until("the board in the channel itself", func() bool {
		s.clock.Advance(time.Second)
		return x.Table.Board() != nil
	})
}

// What takes more than two seconds is deferred, and filled when it is ready.
func TestSlowStore(t *testing.T) {
	t.Parallel()
	var g *gate
	s := newScene(t, plan{store: func(s store.Store) store.Store { g = &gate{Store: s, waiting: make(chan struct{}, 1)}; return g }})
	final := func(in *sandbox.Interaction, err error) sandbox.Result {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		res, err := in.Final(s.ctx)
		if err != nil || !res.OK {
			t.Fatalf("not answered (%v)", err)
		}
		return res
	}
	p := s.people("Ayşe", "Can", "Deniz")
	release := g.hold(s.clock)
	in, err := p[0].Command(s.g.NewChannel("masa"), "play", sandbox.Opt("game", "entrika"), sandbox.Opt("thread", false))
	release()
	res := final(in, err)
	if res.Callback != 5 || res.Message.Ephemeral() {
		t.Fatalf("a slow /play is answered by callback %d, private: %v", res.Callback, res.Message.Ephemeral())
	}
	l := s.lobbyOf(p[0], res.Message)
	l.press(p[1], present.LobbyJoin)
	l.press(p[2], present.LobbyJoin)
	l.sits("Ayşe", "Can", "Deniz")
	release = g.hold(s.clock)
	in, err = p[2].Press(l.message(), l.deed(present.LobbyLeave))
	release()
	if res = final(in, err); res.Callback != 6 {
		t.Errorf("a slow press is answered by callback %d", res.Callback)
	}
	l.sits("Ayşe", "Can")
	release = g.hold(s.clock)
	in, err = p[1].Command(l.ch, "table", sandbox.Sub("leave"))
	release()
	if res = final(in, err); res.Callback != 5 || !res.Message.Ephemeral() {
		t.Errorf("a slow command is answered by callback %d", res.Callback)
	}
	s.told(res.Message, "table.done")
	l.press(p[1], present.LobbyJoin)
	l.press(p[2], present.LobbyJoin)
	l.sits("Ayşe", "Can", "Deniz")
	l.press(p[0], present.LobbyStart)
	x := &match{scene: s, Table: &robot.Table{Sandbox: s.sb, Users: p, Channel: l.ch, ID: l.id, Rand: nil}, game: entrika.Base}
	s.until("the board", func() bool { return x.Table.Board() != nil })
	x.settled()
	u := x.turn()
	release = g.hold(s.clock)
	in, err = u.Press(x.Board(), button(x.Board(), entrika.Tax))
	release()
	if res = final(in, err); res.Callback != 6 {
		t.Errorf("a slow move is answered by callback %d", res.Callback)
	}
	x.awaits(x.others(u)...)
	// The token of a deferred press has the board as its @original: a panel opened by one is a message of its own.
	had := len(x.privates(u))
	other := x.others(u)[0]
	release = g.hold(s.clock)
	before := s.timers.Load()
	first, err := other.Press(x.Board(), button(x.Board(), entrika.Challenge)) // keeps the table busy
	if err != nil {
		t.Fatal(err)
	}
	s.until("the first press is with the bot", func() bool { return s.timers.Load() > before })
	heard := s.timers.Load()
	second, err := u.Press(x.Board(), present.ID(present.VerbPanel, x.ID))
	s.until("the second press is with the bot", func() bool { return s.timers.Load() > heard })
	release()
	final(first, nil)
	if res = final(second, err); res.Callback != 6 {
		t.Errorf("a slow look at the hand is answered by callback %d", res.Callback)
	}
	s.until("the panel", func() bool { return len(x.privates(u)) == had+1 })
	s.told(x.privates(u)[had], "table.panel.title", "Game", "Entrika")
	x.awaits(u)
	s.clock.Advance(45 * time.Second)
	s.until("the proof or its default", func() bool { return x.view(games.Nobody).Loss != nil })
	if text := x.Board().Text(); strings.Contains(text, s.words("tr", "table.panel.title", "Game", "Entrika")) {
		t.Errorf("the board shows a hand:\n%s", text)
	}
}

// What is deleted comes back where it can, and ends the table where it cannot.
func TestDeleted(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	run(t, s, "the board", func(s *scene) {
		x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
		u := x.turn()
		x.settled()
		old := x.Board()
		s.sb.DeleteMessage(old.ID)
		s.note(u.Command(x.Channel, "table", sandbox.Sub("show")))
		x.says(u, entrika.Tax)
		x.awaits(x.others(u)...)
		x.settled()
		s.sb.DeleteMessage(x.Board().ID)
		s.clock.Advance(25 * time.Second) // the game goes on by itself, on a new board
		s.until("a new board", func() bool { return x.Table.Board() != nil })
		x.says(x.turn(), entrika.Income)
	})
	for _, c := range []struct {
		name   string
		thread bool
		parent bool
	}{{"the channel", false, false}, {"the thread", true, false}, {"the channel of the thread", true, true}} {
		run(t, s, c.name, func(s *scene) {
			g := s.sb.NewGuild(c.name)
			other := *s
			other.g = g
			p := other.people("Ayşe", "Can")
			home := g.NewChannel("masa")
			x := other.match(robot.Setup{Channel: home, Thread: c.thread}, p...)
			x.settled()
			if c.parent {
				home.Delete()
			} else {
				x.Channel.Delete()
			}
			s.until("the table closes", func() bool {
				stored, err := s.Config.Store.Table(s.ctx, tableID(x))
				return err == nil && stored.Closed
			})
			m := s.note(p[0].Command(g.NewChannel("başka"), "table", sandbox.Sub("history")))
			s.told(s.note(p[0].Press(m, m.Buttons()[0].CustomID)), "story.title", "Page", 1, "Pages", 1)
			if c.thread && !c.parent {
				x.Channel = home // which is told
				s.until("the end", func() bool { return x.Over() })
				s.told(x.Board(), "over.ended.thread_gone")
			}
			s.stop() // what is gone is not tried again by the next process
			before := s.sb.Stats().Codes[10003]
			s.start()
			s.note(p[0].Command(g.Channel("başka"), "rules"))
			if tried := s.sb.Stats().Codes[10003] - before; tried > 0 {
				s.t.Errorf("%d calls into a channel that is gone", tried)
			}
		})
	}
	run(t, s, "a lobby", func(s *scene) {
		u := s.people("Ayşe")[0]
		l := s.play(u)
		l.ch.Delete()
		s.until("the table closes", func() bool {
			stored, err := s.Config.Store.Table(s.ctx, store.TableID(l.id))
			return err == nil && stored.Closed
		})
	})
	run(t, s, "the bot is thrown out", func(s *scene) {
		g := s.sb.NewGuild("Kapı")
		other := *s
		other.g = g
		x := other.match(robot.Setup{}, other.people("Ayşe", "Can")...)
		x.settled()
		g.RemoveBot()
		s.until("the table closes", func() bool {
			stored, err := s.Config.Store.Table(s.ctx, tableID(x))
			return err == nil && stored.Closed
		})
	})
}

// A press that was with the bot already when a permission went says nothing of what the bot may do now: Discord is not asked again for
// what it has just refused.
func TestPressOnItsWay(t *testing.T) {
	t.Parallel()
	var disk *turnstile
	s := newScene(t, plan{log: (&book{}).logger(), store: func(s store.Store) store.Store {
		disk = &turnstile{Store: s, before: make(chan struct{}), pass: make(chan struct{})}
		return disk
	}})
	p := s.people("Ayşe", "Can", "Deniz")
	x := s.match(robot.Setup{}, p...)
	x.settled()
	ask := s.note(p[0].Command(x.Channel, "table", sandbox.Sub("pause")))
	s.sb.DeleteMessage(x.Board().ID)
	disk.shut.Store(true)
	s.clock.Advance(90 * time.Second)
	<-disk.before // the end of the turn is about to be written
	heard := func(in *sandbox.Interaction, err error) *sandbox.Interaction {
		s.t.Helper()
		if err != nil {
			s.t.Fatal(err)
		}
		return in
	}
	before := s.timers.Load()
	pause := heard(p[0].Press(ask, ask.Buttons()[0].CustomID))
	s.until("the pause is with the bot", func() bool { return s.timers.Load() > before })
	before = s.timers.Load()
	look := heard(p[1].Command(x.Channel, "table", sandbox.Sub("show")))
	s.until("the command is with the bot", func() bool { return s.timers.Load() > before })
	s.clock.Advance(2 * time.Second) // both came before the permission went
	x.Channel.Deny(s.sb.Bot(), sandbox.SendMessages)
	disk.pass <- struct{}{}
	<-disk.before // the pause is about to be written
	s.until("Discord refuses the board", func() bool { return s.sb.Stats().Codes[50013] == 1 })
	disk.shut.Store(false)
	disk.pass <- struct{}{}
	s.answer(pause, nil)
	s.answer(look, nil)
	once := func() {
		s.t.Helper()
		if n := s.sb.Stats().Codes[50013]; n != 1 {
			s.t.Errorf("Discord had to refuse the board %d times", n)
		}
	}
	once()
	// The same of one that comes later still, but was pressed before.
	x.Channel.Reset(s.sb.Bot())
	if err := s.sb.Fault("disorder", sandbox.Plan{Times: 2}); err != nil {
		s.t.Fatal(err)
	}
	late := heard(p[1].Command(x.Channel, "table", sandbox.Sub("show")))
	x.Channel.Deny(s.sb.Bot(), sandbox.SendMessages)
	s.answer(p[2].Command(x.Channel, "table", sandbox.Sub("show")))
	s.answer(late, nil)
	x.do(p[0], "resume")
	once()
	x.Channel.Reset(s.sb.Bot())
	s.clock.Advance(3 * time.Second)
	s.note(p[1].Command(x.Channel, "table", sandbox.Sub("show")))
	s.until("a new board", func() bool { return x.Table.Board() != nil })
}

// Without the right to post, the board stays the message it was, and whoever presses is told which right is missing. Given
// back, it is used again. Nothing that Discord refused is asked for twice: the sandbox would count it as an offence.
func TestLostPermission(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{log: (&book{}).logger()})
	run(t, s, "to post", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		x := s.match(robot.Setup{}, p...)
		x.settled()
		board := x.Board()
		s.clock.Advance(21 * time.Second) // the next ones would be called by a new board
		x.Channel.Deny(s.sb.Bot(), sandbox.SendMessages)
		u := x.turn()
		x.says(u, entrika.Tax)
		x.awaits(x.others(u)...)
		x.settled()
		if x.Board().ID != board.ID {
			s.t.Fatal("the board moved without the right to post")
		}
		s.until("the one who pressed is told", func() bool {
			p := x.privates(u)
			return len(p) == 1 && strings.Contains(p[0].Text(), "**"+s.words("tr", "perm.send_messages")+"**")
		})
		s.told(s.note(u.Command(x.Channel, "table", sandbox.Sub("show"))), "error.permission", "Items", "**"+s.words("tr", "perm.send_messages")+"**")
		s.clock.Advance(25 * time.Second) // the window ends, the next one would be called
		s.until("the next turn", func() bool { return x.turn() != u })
		u = x.turn()
		s.clock.Advance(90 * time.Second)
		s.until("the turn after it", func() bool { return x.turn() != u })
		x.settled()
		x.Channel.Reset(s.sb.Bot())
		u = x.turn()
		s.clock.Advance(21 * time.Second)
		x.says(u, entrika.Tax)
		x.awaits(x.others(u)...)
		s.until("a new board", func() bool { return x.Board().ID != board.ID })
	})
	run(t, s, "to post, and the board is deleted", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		x := s.match(robot.Setup{}, p...)
		x.settled()
		u, board := x.turn(), x.Board()
		x.Channel.Deny(s.sb.Bot(), sandbox.SendMessages)
		s.sb.DeleteMessage(board.ID)
		s.clock.Advance(90 * time.Second) // the turn ends, and nothing can be shown
		s.until("the turn is over", func() bool { return s.sb.Stats().Codes[50013] > 0 })
		x.Channel.Reset(s.sb.Bot())
		s.clock.Advance(3 * time.Second)
		s.note(p[1].Command(x.Channel, "table", sandbox.Sub("show"))) // somebody does anything at all
		s.until("a new board", func() bool { return x.Table.Board() != nil })
		if x.turn() == u {
			s.t.Error("the turn was not over")
		}
	})
	run(t, s, "to see the channel", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		x := s.match(robot.Setup{}, p...)
		x.settled()
		x.Channel.Deny(s.sb.Bot(), sandbox.ViewChannel)
		u, board := x.turn(), x.Board()
		for range 5 { // time goes on all the same
			s.clock.Advance(90 * time.Second)
			s.until("the time of the turn is over", func() bool { return x.turn() != u })
			u = x.turn()
		}
		x.Channel.Reset(s.sb.Bot())
		s.clock.Advance(3 * time.Second)
		x.panel(u) // somebody does anything at all
		s.until("the table is shown again", func() bool { return x.Board().ID != board.ID || x.Board().Version > board.Version })
		x.awaits(u)
		x.says(u, entrika.Income)
	})
	run(t, s, "to open threads", func(s *scene) {
		p := s.people("Ayşe", "Can")
		ch := s.g.NewChannel("masa")
		l := s.playIn(p[0], ch, sandbox.Opt("thread", true))
		l.press(p[1], present.LobbyJoin)
		l.sits("Ayşe", "Can")
		ch.Deny(s.sb.Bot(), sandbox.CreatePublicThreads) // after the lobby was opened
		l.press(p[0], present.LobbyStart)
		x := &match{scene: s, Table: &robot.Table{Sandbox: s.sb, Users: p, Channel: ch, ID: l.id}, game: entrika.Base}
		s.until("the board in the channel itself", func() bool { return x.Table.Board() != nil })
		x.settled()
		m := x.panel(p[0])
		s.note(p[0].Press(m, firstReply(m)))
		x.awaits(p[1])
	})
	run(t, s, "to write in threads, while the board is being posted there", func(s *scene) {
		p := s.people("Ayşe", "Can")
		ch := s.g.NewChannel("masa")
		l := s.playIn(p[0], ch, sandbox.Opt("thread", true))
		l.press(p[1], present.LobbyJoin)
		l.sits("Ayşe", "Can")
		if err := s.sb.Fault("cut", sandbox.Plan{Route: "POST /channels/{channel}/messages$"}); err != nil {
			s.t.Fatal(err)
		}
		lobby := l.message().ID
		l.press(p[0], present.LobbyStart)
		s.until("the thread's board stands, though the bot was not told", func() bool {
			thread := s.sb.Channel(lobby)
			return thread != nil && len(p[0].Sees(thread)) > 0
		})
		ch.Deny(s.sb.Bot(), sandbox.SendMessagesInThreads)
		s.sb.Heal()
		x := &match{scene: s, Table: &robot.Table{Sandbox: s.sb, Users: p, Channel: ch, ID: l.id}, game: entrika.Base}
		s.until("the board in the channel itself", func() bool { return x.Table.Board() != nil })
		x.settled()
		m := x.panel(p[0])
		s.note(p[0].Press(m, firstReply(m)))
		x.awaits(p[1])
	})
	run(t, s, "everywhere at once", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		x := s.match(robot.Setup{Thread: true}, p...)
		x.settled()
		if err := s.sb.Fault("lost_permission"); err != nil {
			s.t.Fatal(err)
		}
		u := x.turn()
		for range 3 {
			s.clock.Advance(90 * time.Second)
			s.until("the time of the turn is over", func() bool { return x.turn() != u })
			u = x.turn()
		}
		s.sb.Heal()
		x.panel(u)
		x.awaits(u)
		x.says(u, entrika.Income)
	})
}

// When Discord fails for a while, the newest state is shown in the end.
func TestFaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, fault, route string }{
		{"500", "500", ""}, {"502 of answers", "502", "/callback"}, {"503 of posts", "503", "POST /channels"}, {"cut answers", "cut", "/callback"},
		{"cut edits", "cut", "PATCH"}, {"cut posts", "cut", "POST /channels"}, {"429", "429_route", "PATCH"}, {"429 of a shared limit", "429_shared", "POST /channels"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newScene(t, plan{log: (&book{}).logger()})
			x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
			times := 6
			if strings.HasPrefix(c.fault, "429") {
				times = 2 // each costs the wait that it asks for, in real time
			}
			if err := s.sb.Fault(c.fault, sandbox.Plan{Times: times, Every: 3, Route: c.route}); err != nil {
				t.Fatal(err)
			}
			for range 24 {
				if x.Over() {
					break
				}
				if err := x.Step(s.ctx); err != nil {
					t.Fatal(err)
				}
				x.settled()
				x.agrees()
			}
			s.sb.Heal()
			if err := audit(s, tableID(x)); err != nil {
				t.Error(err)
			}
		})
	}
}

// agrees checks that the board asks what the state asks.
func (x *match) agrees() {
	x.t.Helper()
	_, state := x.record()
	var want []*sandbox.User
	for _, p := range state.Prompts(nil, games.Nobody) {
		for seat := range p.Awaited.All() {
			if player := state.Seating()[seat]; player < len(x.Users) && !p.Held {
				want = append(want, x.Users[player])
			}
		}
	}
	x.awaits(want...)
}

// A board whose post was cut off, and taken all the same, is brought up to date when the bot comes upon it again.
func TestCutBoard(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{log: (&book{}).logger()})
	x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
	u, first := x.turn(), x.Board()
	x.settled()
	others := x.others(u)
	s.clock.Advance(21 * time.Second) // the next ones are called by a new board
	if err := s.sb.Fault("cut", sandbox.Plan{Times: 8, Route: "POST /channels/{channel}/messages$"}); err != nil {
		t.Fatal(err)
	}
	posts := func() int { return s.sb.Stats().Calls["POST /channels/{channel}/messages"] }
	before := posts()
	x.says(u, entrika.Tax)
	s.until("a new board", func() bool { return x.Board().ID != first.ID })
	x.answer(others[0].Press(x.Board(), button(x.Board(), entrika.Pass)))
	s.until("the bot gives up", func() bool { return posts() == before+8 }) // twice four tries: the second shows what came meanwhile
	posted := x.Board()
	s.clock.Advance(6 * time.Second) // it is tried again
	s.until("what is asked now", func() bool {
		board := x.Board()
		waits := x.Awaited(board)
		return board.ID == posted.ID && len(waits) == 1 && waits[0] == others[1]
	})
}

// Answers and edits that overtake each other leave the newest state on the board.
func TestOvertaking(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
	if err := s.sb.Fault("overtake"); err != nil {
		t.Fatal(err)
	}
	for range 12 {
		if x.Over() {
			break
		}
		if err := x.Step(s.ctx); err != nil {
			t.Fatal(err)
		}
		x.settled()
		x.agrees()
	}
	s.sb.Heal()
}

// A table that could not be shown for longer than the bot keeps idle tables in memory is shown as soon as somebody does anything.
func TestBlindForLong(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{log: (&book{}).logger()})
	p := s.people("Ayşe", "Can", "Deniz")
	x := s.match(robot.Setup{Pace: "day"}, p...)
	x.settled()
	other := s.g.NewChannel("başka")
	x.Channel.Deny(s.sb.Bot(), sandbox.ViewChannel)
	u, board := x.turn(), x.Board()
	refusals := func() int { return s.sb.Stats().Codes[50001] + s.sb.Stats().Codes[50013] }
	before := refusals()
	s.clock.Advance(24 * time.Hour)
	s.until("the turn is over", func() bool { return x.turn() != u })
	s.until("Discord refuses the board", func() bool { return refusals() > before })
	for range 6 {
		s.clock.Advance(5 * time.Minute)
		s.note(p[0].Command(other, "rules", sandbox.Opt("game", "entrika")))
	}
	x.Channel.Reset(s.sb.Bot())
	x.panel(x.turn()) // somebody does anything at all
	s.until("the table is shown again", func() bool { return x.Board().ID != board.ID || x.Board().Version > board.Version })
}
