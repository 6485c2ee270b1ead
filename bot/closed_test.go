package bot_test

import (
	"testing"
	"time"

	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games/entrika"
	"kumpas/store"
)

// A change of somebody's setting that waits behind the move that ends the game must not bring the closed table back to life.
func TestMentionsAtTheEnd(t *testing.T) {
	t.Parallel()
	var g *gate
	s := newScene(t, plan{store: func(st store.Store) store.Store { g = &gate{Store: st, waiting: make(chan struct{}, 1)}; return g }})
	p := s.people("Ayşe", "Can")
	x := s.match(robot.Setup{Fill: "rules"}, p...)
	x.settled()
	ask := x.note(p[1].Command(x.Channel, "table", sandbox.Sub("leave")))
	release := g.hold(s.clock)
	if _, err := p[1].Press(ask, ask.Buttons()[0].CustomID); err != nil {
		t.Fatal(err)
	}
	<-g.waiting // the end is about to be written
	g.waiting <- struct{}{}
	s.told(s.note(p[0].Command(x.Channel, "me", sandbox.Sub("mentions", sandbox.Opt("state", false)))), "me.mentions.off")
	release()
	s.until("the end", func() bool { return x.Over() })
	s.told(s.note(p[0].Command(x.Channel, "hand")), "error.table.none", "Command", "`/oyna`")
}

// Nor must the turn to the channel of a table whose thread could not be opened.
func TestStayAfterTheEnd(t *testing.T) {
	t.Parallel()
	s, disk, _ := newMoodyScene(t, plan{})
	u := s.people("Ayşe")[0]
	ch := s.g.NewChannel("masa")
	l := s.playIn(u, ch, sandbox.Opt("thread", true))
	l.press(u, present.LobbyAdd)
	s.until("a computer", func() bool { return len(l.seats()) == 2 })
	ch.Deny(s.sb.Bot(), sandbox.CreatePublicThreads)
	disk.next("commit", fine, broken) // the start; the turn to the channel
	l.press(u, present.LobbyStart)
	s.until("the disk fails", func() bool { return disk.left("commit") == 0 })
	ask := s.note(u.Command(ch, "table", sandbox.Sub("end")))
	s.answer(u.Press(ask, ask.Buttons()[0].CustomID))
	s.until("the end is kept", func() bool {
		stored, err := s.Config.Store.Table(s.ctx, store.TableID(l.id))
		return err == nil && stored.Closed
	})
	x := &match{scene: s, Table: &robot.Table{Sandbox: s.sb, Users: []*sandbox.User{u}, Channel: ch, ID: l.id}, game: entrika.Base}
	s.until("the end is shown", func() bool { s.clock.Advance(time.Second); return x.Over() })
	s.told(s.note(u.Command(ch, "hand")), "error.table.none", "Command", "`/oyna`")
}
