package bot_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/entrika"
	"kumpas/games/machiavelli"
	"kumpas/store"
)

// What becomes of a table when something of the bot's own goes wrong: a defect, a disk that fails.

// moody is a store whose calls fail when a test says so.
type moody struct {
	store.Store
	mu    sync.Mutex
	moods map[string][]mood
}

// mood is how one call goes.
type mood int

const (
	fine mood = iota
	broken
	lost // it is done, and says that it failed
)

// next sets how the next calls of a kind go; after them all goes well.
func (m *moody) next(call string, moods ...mood) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.moods[call] = moods
}

func (m *moody) mood(call string) mood {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.moods[call]
	if len(all) == 0 {
		return fine
	}
	m.moods[call] = all[1:]
	return all[0]
}

// left is how many of the calls that were to go in a way of their own have not come.
func (m *moody) left(call string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.moods[call])
}

func (m *moody) Commit(ctx context.Context, c store.Change) (store.Revision, error) {
	switch m.mood("commit") {
	case broken:
		return 0, store.ErrWrite
	case lost:
		if _, err := m.Store.Commit(ctx, c); err != nil {
			return 0, err
		}
		return 0, store.ErrWrite
	}
	return m.Store.Commit(ctx, c)
}

func (m *moody) Table(ctx context.Context, id store.TableID) (store.Table, error) {
	if m.mood("table") != fine {
		return store.Table{}, store.ErrWrite
	}
	return m.Store.Table(ctx, id)
}

func (m *moody) PutDraft(ctx context.Context, id store.TableID, key string, data []byte) error {
	switch m.mood("draft") {
	case broken:
		return store.ErrWrite
	case lost:
		return errors.Join(m.Store.PutDraft(ctx, id, key, data), store.ErrWrite)
	}
	return m.Store.PutDraft(ctx, id, key, data)
}

// newMoodyScene is a scene with such a store; what the bot logs is in the book.
func newMoodyScene(t *testing.T, p plan) (*scene, *moody, *book) {
	m, log := &moody{moods: map[string][]mood{}}, &book{}
	p.store = func(s store.Store) store.Store { m.Store = s; return m }
	p.log = log.logger()
	return newScene(t, p), m, log
}

// A move that is on disk although the disk said no: nobody has to press anything for the table to go on.
func TestLostCommit(t *testing.T) {
	t.Parallel()
	s, disk, _ := newMoodyScene(t, plan{})
	x := s.match(robot.Setup{Pace: "day"}, s.people("Ayşe", "Can", "Deniz")...)
	x.settled()
	u, board := x.turn(), x.Board()
	disk.next("commit", lost)
	s.told(s.note(u.Press(board, button(board, entrika.Income))), "error.hiccup")
	s.clock.Advance(10 * time.Second)
	s.until("the table shows what is on disk", func() bool { return x.Board().ID != board.ID || x.Board().Version != board.Version })
	x.awaits(x.turn())
	if x.turn() == u {
		t.Error("the move is not on disk")
	}
	x.says(x.turn(), entrika.Income)
}

// A step on somebody's bench of which the disk says that it failed, whether it did or not: he sees what is on disk, and so what would be
// played for him when his time is over, also after a restart.
func TestLostDraft(t *testing.T) {
	t.Parallel()
	s, disk, log := newMoodyScene(t, plan{games: machOf(sevens())})
	for name, mood := range map[string]mood{"it is on disk": lost, "it is not": broken} {
		run(t, s, name, func(s *scene) {
			c := s.cards("Ayşe", "Can")
			u := c.at(0)
			panel := c.panel(u)
			disk.next("draft", mood)
			s.told(c.picks(u, panel, []string{"h7"}, "0", machiavelli.OpPut, present.Part(0)), "error.hiccup")
			seen := c.panel(u).Text()
			if changed := seen != panel.Text(); changed != (mood == lost) {
				s.t.Errorf("he sees\n%s", seen)
			}
			s.stop()
			s.start()
			if now := c.panel(u).Text(); now != seen {
				s.t.Errorf("before the restart he sees\n%s\nafter it\n%s", seen, now)
			}
		})
	}
	if strings.Contains(log.String(), "defect") {
		t.Errorf("a defect:\n%s", log)
	}
}

// A table that cannot be read any more is told of in the log, without the cards that it holds, and to whoever presses something there, and
// costs the others nothing.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	for name, broken := range map[string]store.Change{
		"record": {Snapshot: []byte("{")},
		"time":   {Snapshot: []byte("{\"closed\":\"S5 S77\"}\n")},
		"hand":   {Snapshot: []byte("{\"game\":\"machiavelli\"}\n1 {\"Hands\":[\"S5 S77\"]}")},
		"header": {Header: []byte("[")},
		"both":   {Snapshot: []byte("{}\n{}"), Header: []byte("")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			log := &book{}
			s := newScene(t, plan{log: log.logger()})
			x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Ece")...)
			y := s.match(robot.Setup{}, s.people("Deniz", "Ege", "Su")...)
			x.settled()
			y.settled()
			s.stop()
			stored, err := s.Config.Store.Table(s.ctx, tableID(x))
			if err != nil {
				t.Fatal(err)
			}
			broken.ID, broken.From, broken.Deadlines = stored.ID, stored.Revision, stored.Deadlines
			if broken.Snapshot == nil {
				broken.Snapshot = stored.Snapshot
			}
			if broken.Header == nil {
				broken.Header = stored.Header
			}
			if _, err := s.Config.Store.Commit(s.ctx, broken); err != nil {
				t.Fatal(err)
			}
			s.start()
			y.says(y.turn(), entrika.Income)
			for range 10 {
				s.clock.Advance(time.Minute)
				s.note(y.Users[0].Command(y.Channel, "table", sandbox.Sub("show"))) // the bot has had time for both tables
			}
			u := x.Users[0]
			s.told(s.note(u.Press(x.Table.Board(), present.ID(present.VerbPanel, x.ID))), "error.hiccup")
			if n := strings.Count(log.String(), "level=ERROR"); n < 1 || n > 3 {
				t.Errorf("it stands %d times in the log:\n%s", n, log)
			}
			if !strings.Contains(log.String(), x.ID) {
				t.Error("the log does not name the table")
			}
			if strings.Contains(log.String(), "S5 S77") {
				t.Errorf("the log quotes the record:\n%s", log)
			}
		})
	}
}

// An order to pass that cannot be written costs the move before it nothing, and is carried out later.
func TestLostOrder(t *testing.T) {
	t.Parallel()
	s, disk, log := newMoodyScene(t, plan{})
	x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
	x.settled()
	u := x.turn()
	for _, other := range x.others(u) {
		m := s.note(other.Press(x.Board(), present.ID(present.VerbPass, x.ID)))
		s.note(other.Press(m, present.ID(present.VerbPass, x.ID, present.PassAll)))
	}
	disk.next("commit", fine, broken)
	disk.next("table", broken)
	s.told(s.note(u.Press(x.Board(), button(x.Board(), entrika.Tax))), "error.hiccup")
	s.clock.Advance(10 * time.Second)
	s.until("the orders are carried out", func() bool { return x.view(games.Nobody).Seats[x.seat(u)].Gold == 5 })
	x.awaits(x.turn())
	if strings.Contains(log.String(), "defect") {
		t.Errorf("a defect:\n%s", log)
	}
}

// Computer players go on after a move that could not be written.
func TestLostComputer(t *testing.T) {
	t.Parallel()
	s, disk, log := newMoodyScene(t, plan{patience: func(bot.Moment) time.Duration { return time.Second }})
	x := s.match(robot.Setup{Game: "secret-hitler", Computers: 4}, s.people("Ayşe")...)
	x.settled()
	disk.next("commit", fine, broken) // the night: the first computer has looked at its role, the second one would
	s.clock.Advance(time.Second)
	s.until("the disk fails", func() bool { return disk.left("commit") == 0 })
	s.until("all computers have looked", func() bool {
		s.clock.Advance(time.Second)
		_, state := x.record()
		return state.Prompts(nil, games.Nobody)[0].Awaited.Count() == 1
	})
	if strings.Contains(log.String(), "defect") {
		t.Errorf("a defect:\n%s", log)
	}
}

// A deadline that passed while the program was down has its grace also if that cannot be written at once.
func TestLostGrace(t *testing.T) {
	t.Parallel()
	s, disk, _ := newMoodyScene(t, plan{})
	x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
	x.settled()
	u := x.turn()
	s.stop()
	s.clock.Advance(time.Hour)
	disk.next("commit", broken)
	s.start()
	s.until("the disk fails", func() bool { return disk.left("commit") == 0 })
	s.clock.Advance(10 * time.Second)
	s.until("the grace", func() bool { return x.left() == time.Minute })
	if x.turn() != u {
		t.Error("the turn is over without a grace")
	}
}

// stubborn is a game that refuses to end anybody's time: a defect.
type stubborn struct{ games.Game }

func (g stubborn) New(setup games.Setup) (games.State, []games.Event, error) {
	s, events, err := g.Game.New(setup)
	return endless{s}, events, err
}

func (g stubborn) Decode(data []byte) (games.State, error) {
	s, err := g.Game.Decode(data)
	return endless{s}, err
}

type endless struct{ games.State }

func (s endless) Apply(a games.Action) (games.State, []games.Event, error) {
	if a.Kind == games.ActTimeout {
		return nil, nil, games.Refuse(games.StalePrompt, "")
	}
	next, events, err := s.State.Apply(a)
	return endless{next}, events, err
}

// A deadline that the rules refuse to end is tried again after a rest, not without one.
func TestRefusedTimeout(t *testing.T) {
	t.Parallel()
	log := &book{}
	s := newScene(t, plan{log: log.logger(), games: bot.Games{{Engine: stubborn{entrika.Base}, Screen: present.Entrika{}}}})
	x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
	x.settled()
	tries := func() int { return strings.Count(log.String(), string(games.StalePrompt)) }
	s.clock.Advance(90 * time.Second)
	s.until("the first try", func() bool { return tries() > 0 })
	x.panel(x.turn())
	x.panel(x.turn())
	if n := tries(); n != 1 {
		t.Errorf("%d tries at once", n)
	}
	s.clock.Advance(10 * time.Second)
	s.until("the second try", func() bool { return tries() == 2 })
	x.says(x.turn(), entrika.Income)
}

// picky is a game that refuses to let anybody pass: a defect.
type picky struct{ games.Game }

func (g picky) New(setup games.Setup) (games.State, []games.Event, error) {
	s, events, err := g.Game.New(setup)
	return passless{s}, events, err
}

func (g picky) Decode(data []byte) (games.State, error) {
	s, err := g.Game.Decode(data)
	return passless{s}, err
}

type passless struct{ games.State }

func (s passless) Apply(a games.Action) (games.State, []games.Event, error) {
	if a.Kind == games.ActReply && slices.Equal(a.Answer, games.Answer{entrika.Pass}) {
		return nil, nil, games.Refuse(games.StalePrompt, "")
	}
	next, events, err := s.State.Apply(a)
	return passless{next}, events, err
}

// A standing order that the rules refuse is dropped, and the table's clocks run on.
func TestRefusedOrder(t *testing.T) {
	t.Parallel()
	log := &book{}
	s := newScene(t, plan{log: log.logger(), games: bot.Games{{Engine: picky{entrika.Base}, Screen: present.Entrika{}}}})
	x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
	x.settled()
	by := x.turn()
	u := x.others(by)[0]
	menu := present.ID(present.VerbPass, x.ID)
	m := s.note(u.Press(x.Board(), menu))
	s.note(u.Press(m, present.ID(present.VerbPass, x.ID, present.PassAll)))
	x.says(by, entrika.Tax)
	x.awaits(x.others(by)...)
	s.told(s.note(u.Press(x.Board(), menu)), "table.pass.set.off")
	if n := strings.Count(log.String(), string(games.StalePrompt)); n != 1 {
		t.Errorf("it stands %d times in the log:\n%s", n, log)
	}
	s.clock.Advance(25 * time.Second)
	s.until("the window ends in its time", func() bool { return x.turn() != by })
}

// clumsy is a screen with a defect in its story.
type clumsy struct{ present.Entrika }

func (clumsy) Chapter(games.Event) bool { panic("a card") }

// A defect behind a press costs an apology; nobody waits for ever, and the program lives.
func TestDefect(t *testing.T) {
	t.Parallel()
	log := &book{}
	s := newScene(t, plan{log: log.logger(), games: bot.Games{{Engine: entrika.Base, Screen: clumsy{}}}})
	x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
	u := x.turn()
	s.told(s.note(u.Command(x.Channel, "table", sandbox.Sub("history"))), "error.hiccup")
	if text := log.String(); !strings.Contains(text, "defect") || strings.Contains(text, "a card") {
		t.Errorf("the log says\n%s", text)
	}
	x.says(u, entrika.Income)
}

// Settings that are changed at the same time are all kept.
func TestSettingsTogether(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	ayşe := s.people("Ayşe")[0]
	s.g.Promote(ayşe, "Yönetim", sandbox.ManageGuild)
	ch := s.g.NewChannel("masa")
	var all []*sandbox.Channel
	for range 12 {
		all = append(all, s.g.NewChannel("oyun"))
	}
	var wait sync.WaitGroup
	for _, c := range all {
		wait.Go(func() {
			s.answer(ayşe.Command(ch, "settings", sandbox.Sub("channels", sandbox.Opt("channel", c.ID()))))
		})
	}
	wait.Wait()
	text := s.note(ayşe.Command(ch, "settings", sandbox.Sub("show"))).Text()
	for _, c := range all {
		if !strings.Contains(text, "<#"+c.ID()+">") {
			t.Fatalf("a channel is lost:\n%s", text)
		}
	}
}

// However much happens at a table that Discord does not show, it is tried by one timer.
func TestOneRetry(t *testing.T) {
	t.Parallel()
	log := &book{}
	s := newScene(t, plan{log: log.logger()})
	x := s.match(robot.Setup{Pace: "day"}, s.people("Ayşe", "Can", "Deniz")...)
	x.settled()
	tries := func() int { return strings.Count(log.String(), "what=screen") }
	if err := s.sb.Fault("500", sandbox.Plan{Times: 10000, Route: "/channels"}); err != nil {
		t.Fatal(err)
	}
	for n := range 5 { // moves that only the board shows
		u := x.turn()
		m := x.panel(u)
		x.answer(u.Press(m, button(m, entrika.Income)))
		s.until("the move", func() bool { return x.turn() != u })
		s.until("a try", func() bool { return tries() > n })
	}
	before := tries()
	s.clock.Advance(5 * time.Second)
	s.until("the next try", func() bool { return tries() > before })
	for range 20 {
		s.clock.Advance(5 * time.Second)
		x.panel(x.turn()) // what was to come has begun
	}
	if n := tries() - before; n > 1 {
		t.Errorf("%d tries", n)
	}
	s.sb.Heal()
	s.clock.Advance(5 * time.Minute)
	x.settled()
	x.agrees()
}

// What is stored about somebody goes also if one of his old tables cannot be read any more.
func TestForgetUnreadable(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{log: (&book{}).logger()})
	p := s.people("Ayşe", "Can")
	x := s.match(robot.Setup{Fill: "rules"}, p...)
	x.do(p[1], "leave")
	s.until("the end", func() bool { return x.Over() })
	x.settled()
	s.stop()
	stored, err := s.Config.Store.Table(s.ctx, tableID(x))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Config.Store.Commit(s.ctx, store.Change{ID: stored.ID, From: stored.Revision, Snapshot: []byte("{")}); err != nil {
		t.Fatal(err)
	}
	s.start()
	ch := s.g.NewChannel("başka")
	s.note(p[0].Command(ch, "me", sandbox.Sub("mentions", sandbox.Opt("state", false))))
	ask := s.note(p[0].Command(ch, "me", sandbox.Sub("delete")))
	s.told(s.note(p[0].Press(ask, ask.Buttons()[0].CustomID)), "me.delete.done")
	if _, err := s.Config.Store.Setting(s.ctx, store.SettingUser, p[0].ID()); err == nil {
		t.Error("his setting is kept")
	}
	for r, err := range s.Config.Store.Results(s.ctx, s.g.ID()) {
		if err == nil && strings.Contains(string(r.Data), p[0].ID()) {
			t.Error("his result is kept")
		}
	}
}
