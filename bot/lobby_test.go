package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/store"
)

func TestLobby(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	name := func(n int) string { return s.words("tr", fmt.Sprintf("lobby.computer.name.%d", n)) }

	run(t, s, "seats", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		l := s.play(p[0])
		l.sits("Ayşe")
		if l.hosted() != "Ayşe" {
			s.t.Errorf("the host is %q", l.hosted())
		}
		l.press(p[1], present.LobbyJoin)
		l.sits("Ayşe", "Can")
		s.told(l.press(p[1], present.LobbyJoin), "lobby.already")
		s.told(l.press(p[2], present.LobbyLeave), "lobby.absent")
		l.press(p[2], present.LobbyJoin)
		l.press(p[0], present.LobbyLeave)
		l.sits("Can", "Deniz")
		if l.hosted() != "Can" {
			s.t.Errorf("after the host has left the host is %q", l.hosted())
		}
		l.press(p[1], present.LobbyLeave)
		l.press(p[2], present.LobbyLeave)
		s.until("the empty lobby closes", func() bool { return len(l.message().Buttons()) == 0 })
		s.told(l.message(), "lobby.empty")
	})
	run(t, s, "computers", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		l := s.play(p[0])
		s.told(l.press(p[0], present.LobbyDrop), "lobby.computer.none")
		for range 5 {
			l.press(p[0], present.LobbyAdd)
		}
		l.sits("Ayşe", name(1), name(2), name(3), name(4), name(5))
		s.told(l.press(p[0], present.LobbyAdd), "lobby.full")
		l.press(p[1], present.LobbyJoin) // a person takes a computer's place
		l.sits("Ayşe", name(1), name(2), name(3), name(4), "Can")
		l.press(p[0], present.LobbyDrop)
		l.sits("Ayşe", name(1), name(2), name(3), "Can")
		l.press(p[1], present.LobbyLeave)
		l.press(p[0], present.LobbyLeave) // computers alone are no table
		s.until("the lobby closes", func() bool { return len(l.message().Buttons()) == 0 })
		s.told(l.message(), "lobby.empty")
	})
	run(t, s, "full", func(s *scene) {
		p := s.people("A", "B", "C", "D", "E", "F", "G")
		l := s.play(p[0])
		for _, u := range p[1:6] {
			l.press(u, present.LobbyJoin)
		}
		l.sits("A", "B", "C", "D", "E", "F")
		s.told(l.press(p[6], present.LobbyJoin), "lobby.full")
	})
	run(t, s, "the host's buttons", func(s *scene) {
		p := s.people("Ayşe", "Can")
		l := s.play(p[0])
		l.press(p[1], present.LobbyJoin)
		l.sits("Ayşe", "Can") // the press may be answered before the lobby is
		before := l.message().Text()
		for _, what := range []string{present.LobbyAdd, present.LobbyDrop, present.LobbyOptions, present.LobbyStart, present.LobbyCancel} {
			s.told(l.press(p[1], what), "lobby.host.only", "Name", "**Ayşe**")
		}
		for _, forged := range []string{l.deed(present.LobbyValue, "starter"), l.deed(present.LobbyKick), l.deed(present.LobbyPace), l.deed(present.LobbyLanguage), l.deed(present.LobbyVariant), l.deed(present.LobbyOption)} {
			s.told(s.note(p[1].Forge(sandbox.Forgery{Message: l.message(), CustomID: forged, Type: sandbox.TypeStringSelect, Values: []string{"0"}})), "lobby.host.only", "Name", "**Ayşe**")
		}
		if l.message().Text() != before {
			s.t.Errorf("a stranger changed the lobby:\n%s", l.message().Text())
		}
	})
	run(t, s, "options", func(s *scene) { lobbyOptions(s.t, s) })
	run(t, s, "start and cancel", func(s *scene) {
		p := s.people("Ayşe")
		l := s.play(p[0])
		s.told(l.message(), "refusal.bad_player_count", "Min", 2, "Max", 6, "N", 1)
		s.told(l.press(p[0], present.LobbyStart), "refusal.bad_player_count", "Min", 2, "Max", 6, "N", 1)
		l.press(p[0], present.LobbyCancel)
		s.until("the lobby closes", func() bool { return len(l.message().Buttons()) == 0 })
		s.told(l.message(), "lobby.cancelled", "Name", "Ayşe")
		late := s.note(p[0].Forge(sandbox.Forgery{Message: l.message(), CustomID: l.deed(present.LobbyJoin)}))
		s.told(late, "lobby.over")

		mod := s.people("Bekçi")[0]
		s.g.Promote(mod, "Bekçi", sandbox.ManageChannels)
		l = s.play(p[0])
		s.told(s.note(mod.Command(l.ch, "table", sandbox.Sub("end"))), "table.done")
		s.until("the lobby closes", func() bool { return len(l.message().Buttons()) == 0 })
		s.told(l.message(), "lobby.managed") // it was not the host
	})
	run(t, s, "expiry", func(s *scene) {
		p := s.people("Ayşe", "Can")
		l := s.play(p[0])
		s.clock.Advance(40 * time.Minute)
		l.press(p[1], present.LobbyJoin) // somebody comes: the hour begins anew
		l.sits("Ayşe", "Can")
		s.clock.Advance(40 * time.Minute)
		if l.message() == nil || len(l.message().Buttons()) == 0 {
			s.t.Fatal("the lobby expired although somebody came")
		}
		s.clock.Advance(21 * time.Minute)
		s.until("the lobby expires", func() bool {
			return strings.Contains(p[0].Last(l.ch, func(m *sandbox.Message) bool { return true }).Text(), s.words("tr", "lobby.expired", "Command", "`/oyna`"))
		})
		s.until("no lobby can be pressed", func() bool {
			return !slices.ContainsFunc(p[0].Sees(l.ch), func(m *sandbox.Message) bool { return len(m.Buttons()) > 0 })
		})
		for _, m := range p[0].Sees(l.ch) {
			if strings.Contains(m.Text(), s.words("tr", "lobby.started", "Names", "Ayşe, Can", "Where", "")) {
				s.t.Errorf("a lobby that has expired says that the game has begun:\n%s", m.Text())
			}
		}
	})
	run(t, s, "an old lobby is posted anew", func(s *scene) {
		p := s.people("Ayşe", "Can")
		l := s.play(p[0])
		s.clock.Advance(51 * time.Minute)
		s.answer(p[1].Press(l.message(), l.deed(present.LobbyJoin)))
		var now *sandbox.Message
		s.until("the new lobby", func() bool {
			now = p[0].Last(l.ch, func(m *sandbox.Message) bool { return len(m.Buttons()) > 0 })
			return now != nil && now.ID != l.mid && len(l.message().Buttons()) == 0
		})
		if strings.Contains(l.message().Text(), s.words("tr", "lobby.started", "Names", "Ayşe, Can", "Where", "")) {
			s.t.Errorf("the old lobby says that the game has begun:\n%s", l.message().Text())
		}
		l.mid = now.ID
		l.sits("Ayşe", "Can")
	})
	run(t, s, "the message is deleted", func(s *scene) {
		p := s.people("Ayşe")
		l := s.play(p[0])
		s.sb.DeleteMessage(l.mid)
		s.note(p[0].Command(l.ch, "table", sandbox.Sub("show")))
		s.until("the lobby again", func() bool {
			return p[0].Last(l.ch, func(m *sandbox.Message) bool { return m.Component(l.deed(present.LobbyJoin)) != nil }) != nil
		})
	})
}

// run runs a part of a test on a scene that several share: complaints go to the part.
func run(t *testing.T, s *scene, name string, part func(*scene)) {
	t.Run(name, func(t *testing.T) {
		own := *s
		own.t = t
		part(&own)
	})
}

func lobbyOptions(t *testing.T, s *scene) {
	p := s.people("Ayşe", "Can", "Deniz")
	l := s.play(p[0], sandbox.Opt("game", "entrika-plus"))
	l.press(p[1], present.LobbyJoin)
	l.press(p[2], present.LobbyJoin)
	l.sits("Ayşe", "Can", "Deniz")
	panel := s.note(p[0].Press(l.message(), l.deed(present.LobbyOptions)))
	pick := func(id string, values ...string) {
		t.Helper()
		panel = s.note(p[0].Select(panel, id, values...))
	}
	shows := func(text string) {
		t.Helper()
		s.until("the lobby says "+text, func() bool { return strings.Contains(l.message().Text(), text) })
	}
	pick(l.deed(present.LobbyOption), "defence_type")
	s.told(panel, "entrika.option.defence_type.help")
	pick(l.deed(present.LobbyValue, "defence_type"), "avukat")
	shows(s.words("tr", "entrika.option.defence_type.name") + ": " + s.words("tr", "entrika.option.defence_type.value.avukat"))
	pick(l.deed(present.LobbyOption), "ideology")
	pick(l.deed(present.LobbyValue, "ideology"), "off") // does not go with Avukat
	shows(s.words("tr", "entrika.refusal.bad_option"))
	s.told(s.note(p[0].Press(l.message(), l.deed(present.LobbyStart))), "entrika.refusal.bad_option")
	pick(l.deed(present.LobbyVariant), "without_ideology")
	s.until("a variant replaces what was picked before", func() bool {
		text := l.message().Text()
		return strings.Contains(text, s.words("tr", "entrika.option.ideology.value.off")) && !strings.Contains(text, s.words("tr", "entrika.option.defence_type.name"))
	})
	pick(l.deed(present.LobbyPace), "blitz")
	shows(s.words("tr", "lobby.pace", "Pace", s.words("tr", "pace.blitz.name")))
	pick(l.deed(present.LobbyLanguage), "en")
	shows(s.words("en", "lobby.ready"))
	s.told(panel, "lobby.options.title") // the panel stays in the host's own language

	// The list of guests may be older than the table: whoever was picked by name goes, and nobody else.
	old := panel
	l.press(p[1], present.LobbyLeave)
	l.press(p[1], present.LobbyJoin)
	l.sits("Ayşe", "Deniz", "Can")
	guests := old.Component(l.deed(present.LobbyKick))
	if guests == nil || len(guests.Options) != 2 || guests.Options[0].Label != "Can" {
		t.Fatalf("the panel lists %v", guests)
	}
	s.note(p[0].Forge(sandbox.Forgery{Message: old, CustomID: l.deed(present.LobbyKick), Type: sandbox.TypeStringSelect, Values: []string{guests.Options[0].Value}}))
	l.sits("Ayşe", "Deniz")
	for _, forged := range []string{"", "-1", "99", "x", p[0].ID()} {
		values := []string{forged}
		if forged == "" {
			values = nil
		}
		s.told(s.note(p[0].Forge(sandbox.Forgery{Message: panel, CustomID: l.deed(present.LobbyKick), Type: sandbox.TypeStringSelect, Values: values})), "refusal.bad_choice")
	}
	l.sits("Ayşe", "Deniz")
}

// The first who presses opens the lobby of the rematch, others join it, the winner of the last game starts.
func TestRematch(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	p := s.people("Ayşe", "Can", "Deniz")
	x := s.match(robot.Setup{}, p[0], p[1])
	s.told(s.note(p[0].Forge(sandbox.Forgery{Message: x.Board(), CustomID: present.ID(present.VerbAgain, x.ID)})), "table.still_on")
	if err := x.Play(s.ctx); err != nil {
		t.Fatal(err)
	}
	_, state := x.record()
	var winner *sandbox.User
	for seat := range state.Outcome().Winners.All() {
		winner = x.at(seat)
	}
	again := present.ID(present.VerbAgain, x.ID)
	over := x.Board()
	s.answer(p[1].Press(over, again))
	var l *lobby
	s.until("the lobby of the rematch", func() bool {
		m := p[0].Last(x.Channel, func(m *sandbox.Message) bool { return !m.Ephemeral() && len(m.Buttons()) > 4 })
		if m != nil {
			l = s.lobbyOf(p[1], m)
		}
		return m != nil
	})
	if l.hosted() != "Can" {
		t.Errorf("the host of the rematch is %q", l.hosted())
	}
	s.answer(p[2].Press(over, again))
	l.sits("Can", "Deniz")
	s.told(s.note(p[2].Press(over, again)), "lobby.already")
	s.answer(p[0].Press(over, again))
	l.sits("Can", "Deniz", "Ayşe")
	next := &match{scene: s, Table: &robot.Table{Sandbox: s.sb, Users: []*sandbox.User{p[1], p[2], p[0]}, Channel: x.Channel, ID: l.id, Rand: x.Rand}, game: x.game}
	s.answer(p[1].Press(l.message(), l.deed(present.LobbyStart)))
	s.until("the rematch begins", func() bool { return next.Table.Board() != nil })
	if next.turn() != winner {
		t.Errorf("%s begins, %s won the last game", next.turn().Name(), winner.Name())
	}
	s.told(s.note(p[0].Press(over, again)), "lobby.over")
}

// A rematch that came to nothing can be asked for again.
func TestRematchAgain(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	p := s.people("Ayşe", "Can")
	x := s.match(robot.Setup{}, p...)
	if err := x.Play(s.ctx); err != nil {
		t.Fatal(err)
	}
	over, again := x.Board(), present.ID(present.VerbAgain, x.ID)
	newest := func() *sandbox.Message {
		return p[0].Last(x.Channel, func(m *sandbox.Message) bool { return !m.Ephemeral() && len(m.Buttons()) > 4 })
	}
	s.answer(p[0].Press(over, again))
	s.until("the lobby", func() bool { return newest() != nil })
	first := s.lobbyOf(p[0], newest())
	first.press(p[0], present.LobbyCancel)
	s.until("it closes", func() bool { return newest() == nil })
	s.answer(p[1].Press(over, again))
	s.until("another lobby", func() bool { return newest() != nil })
	if second := s.lobbyOf(p[1], newest()); second.hosted() != "Can" {
		t.Errorf("the host is %q", second.hosted())
	}
}

func TestPlay(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	run(t, s, "in a thread", func(s *scene) {
		p := s.people("\u202eAyşe", "Can") // the first of whom would turn the list of channels around
		x := s.match(robot.Setup{Thread: true}, p...)
		if name, want := x.Channel.Name(), s.words("tr", "lobby.thread", "Game", "Entrika", "Name", "Ayşe"); name != want {
			s.t.Errorf("the thread is called %q, not %q", name, want)
		}
		l := s.playIn(p[0], x.Channel) // in the thread of the first table: no thread in a thread
		l.press(p[1], present.LobbyJoin)
		l.sits("Ayşe", "Can")
		s.answer(p[0].Press(l.message(), l.deed(present.LobbyStart)))
		y := &match{scene: s, Table: &robot.Table{Sandbox: s.sb, Users: p, Channel: x.Channel, ID: l.id}, game: x.game}
		s.until("the board in the same thread", func() bool { return y.Table.Board() != nil })
	})
	run(t, s, "where no table may stand", func(s *scene) {
		g := s.sb.NewGuild("Başka")
		other := *s
		other.g = g
		boss := g.NewUser("Yönetici", "tr")
		g.Promote(boss, "Yönetim", sandbox.ManageGuild)
		here, there := g.NewChannel("oyun"), g.NewChannel("sohbet")
		s.note(boss.Command(here, "settings", sandbox.Sub("channels", sandbox.Opt("channel", here.ID()))))
		u := g.NewUser("Ayşe", "tr")
		s.told(s.note(u.Command(there, "play", sandbox.Opt("game", "entrika"))), "error.channel.closed", "Items", "<#"+here.ID()+">")
		other.playIn(u, here)
		s.note(boss.Command(here, "settings", sandbox.Sub("tables", sandbox.Opt("count", 2))))
		other.playIn(u, here)
		s.told(s.note(u.Command(here, "play", sandbox.Opt("game", "entrika"))), "error.tables.full", "N", 2)
	})
	for _, c := range []struct {
		perm   sandbox.Permission
		key    string
		thread bool
	}{
		{sandbox.SendMessages, "perm.send_messages", false},
		{sandbox.CreatePublicThreads, "perm.create_threads", true},
		{sandbox.SendMessagesInThreads, "perm.send_in_threads", true},
	} {
		run(t, s, "without "+c.key, func(s *scene) {
			u := s.people("Ayşe")[0]
			ch := s.g.NewChannel("dar")
			ch.Deny(s.sb.Bot(), c.perm)
			m := s.note(u.Command(ch, "play", sandbox.Opt("game", "entrika"), sandbox.Opt("thread", c.thread)))
			s.told(m, "error.permission", "Items", "**"+s.words("tr", c.key)+"**")
			ch.Reset(s.sb.Bot())
			s.playIn(u, ch)
		})
	}
	run(t, s, "languages", func(s *scene) {
		u, v := s.people("Ayşe")[0], s.g.NewUser("Jonas", "en-US")
		s.told(s.play(u).message(), "lobby.host")
		if text := s.play(v).message().Text(); !strings.Contains(text, s.words("en", "lobby.host")) {
			s.t.Errorf("an English client's lobby:\n%s", text)
		}
		s.told(s.play(v, sandbox.Opt("language", "tr")).message(), "lobby.host")
	})
}

// The same interaction delivered twice acts once and is answered once.
func TestTwice(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	if err := s.sb.Fault("twice"); err != nil {
		t.Fatal(err)
	}
	p := s.people("Ayşe", "Can")
	l := s.play(p[0])
	l.press(p[0], present.LobbyAdd)
	l.press(p[1], present.LobbyJoin)
	l.sits("Ayşe", s.words("tr", "lobby.computer.name.1"), "Can")
	l.press(p[0], present.LobbyDrop)
	l.sits("Ayşe", "Can")
	s.answer(p[0].Press(l.message(), l.deed(present.LobbyStart)))
	x := &match{scene: s, Table: &robot.Table{Sandbox: s.sb, Users: p, Channel: l.ch, ID: l.id}, game: s.Config.Games[0].Engine}
	s.until("the board", func() bool { return x.Table.Board() != nil })
	for i, u := range x.waits() { // both choose a card of their draft
		m := x.panel(u)
		s.note(u.Press(m, firstReply(m)))
		if i == 0 {
			s.until("one is through", func() bool { return len(x.waits()) == 1 })
		}
	}
	s.until("the first turn", func() bool { return button(x.Board(), "income") != "" })
	first := x.turn()
	x.says(first, "income")
	s.stop()
	tables, entries := 0, map[string]int{}
	for listed, err := range s.Config.Store.Tables(s.ctx) {
		if err != nil {
			t.Fatal(err)
		}
		tables++
		for e, err := range s.Config.Store.Log(s.ctx, listed.ID) {
			if err != nil {
				t.Fatal(err)
			}
			if e.Interaction != "" {
				entries[e.Interaction]++
			}
		}
	}
	if tables != 1 {
		t.Errorf("%d tables", tables)
	}
	for id, n := range entries {
		if n != 1 {
			t.Errorf("interaction %s counts %d times", id, n)
		}
	}
	if gold := x.view(0).Seats[x.seat(first)].Gold; gold != 2 { // one to begin with, one of the income
		t.Errorf("%d gold after one income", gold)
	}
	if refused := s.sb.Stats().Codes[40060]; refused > 0 {
		t.Errorf("%d interactions were answered twice", refused)
	}
	if err := auditAll(s, x.ID); err != nil {
		t.Error(err)
	}
}

func auditAll(s *scene, ids ...string) error {
	for _, id := range ids {
		if err := audit(s, store.TableID(id)); err != nil {
			return err
		}
	}
	return nil
}
