package bot_test

import (
	"testing"

	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
)

// A rematch is a table like every other: the server's limits hold for it, too.
func TestRematchRoom(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	p := s.people("Ayşe", "Can")
	boss := s.people("Yönetici")[0]
	s.g.Promote(boss, "Yönetim", sandbox.ManageGuild)
	x := s.match(robot.Setup{}, p...)
	if err := x.Play(s.ctx); err != nil {
		t.Fatal(err)
	}
	again := func() *sandbox.Message { return s.note(p[0].Press(x.Board(), present.ID(present.VerbAgain, x.ID))) }
	set := func(sub string, option sandbox.Option) {
		s.note(boss.Command(x.Channel, "settings", sandbox.Sub(sub, option)))
	}
	set("tables", sandbox.Opt("count", 1))
	l := s.play(p[1])
	s.told(again(), "error.tables.full", "N", 1)
	set("tables", sandbox.Opt("count", 2))
	set("channels", sandbox.Opt("channel", l.ch.ID()))
	s.told(again(), "error.channel.closed", "Items", "<#"+l.ch.ID()+">")
	set("channels", sandbox.Opt("channel", x.Channel.ID()))
	s.answer(p[0].Press(x.Board(), present.ID(present.VerbAgain, x.ID)))
	s.until("the lobby of the rematch", func() bool {
		return p[0].Last(x.Channel, func(m *sandbox.Message) bool { return !m.Ephemeral() && len(m.Buttons()) > 4 }) != nil
	})
}
