package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/entrika"
	"kumpas/store"
)

const putCommands = "PUT /applications/{application}/commands"

// Commands are registered in bulk, once, and again only when they have changed; in both languages.
func TestRegistration(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	puts := func() int { return s.sb.Stats().Calls[putCommands] }
	s.until("that they are registered is kept", func() bool {
		_, err := s.Config.Store.Setting(s.ctx, store.SettingProgram, "commands")
		return err == nil
	})
	restart := func() {
		s.stop()
		me := s.sb.Stats().Calls["GET /applications/@me"]
		s.start()
		s.until("the bot has looked", func() bool { return s.sb.Stats().Calls["GET /applications/@me"] > me })
		s.note(s.people("Ayşe")[0].Command(s.g.Channel("genel"), "rules"))
	}
	restart()
	restart()
	if puts() != 1 {
		t.Errorf("registered %d times", puts())
	}
	s.Config.Games = s.Config.Games[:1] // one game fewer to choose
	restart()
	s.until("the new commands", func() bool { return puts() == 2 })

	for _, c := range s.g.Commands() {
		for _, locale := range []string{"tr", "en-US", "en-GB"} {
			if c.NameLocal[locale] == "" || c.DescLocal[locale] == "" {
				t.Errorf("/%s has no name or description in %s", c.Name, locale)
			}
			if strings.ContainsAny(c.NameLocal[locale], "ıİ") {
				t.Errorf("/%s is called %q", c.Name, c.NameLocal[locale])
			}
		}
		if c.Name == "settings" != (c.Permissions != nil) {
			t.Errorf("/%s: default permissions %v", c.Name, c.Permissions)
		}
	}
}

// /hand finds the table that it is about.
func TestHand(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	p := s.people("Ayşe", "Can", "Deniz")
	hand := func(u *sandbox.User, ch *sandbox.Channel) *sandbox.Message { return s.note(u.Command(ch, "hand")) }
	genel := s.g.Channel("genel")
	s.told(hand(p[0], genel), "error.table.none", "Command", "`/oyna`")
	x := s.match(robot.Setup{}, p[0], p[1], p[2])
	cards := s.words("tr", "entrika.card."+x.view(x.seat(p[0])).Hand[0])
	s.told(hand(p[0], x.Channel), "entrika.card."+x.view(x.seat(p[0])).Hand[0])
	if m := hand(p[0], genel); !strings.Contains(m.Text(), cards) { // his only table, wherever he is
		t.Errorf("elsewhere /hand says\n%s", m.Text())
	}
	s.told(hand(s.people("Bekir")[0], x.Channel), "table.watching")
	y := s.match(robot.Setup{}, p[0], p[1], p[2])
	which := hand(p[0], genel)
	s.told(which, "error.table.which")
	if len(which.Buttons()) != 2 {
		t.Fatalf("%d buttons for two tables", len(which.Buttons()))
	}
	for _, z := range []*match{x, y} {
		m := hand(p[0], genel)
		got := s.note(p[0].Press(m, present.ID(present.VerbPanel, z.ID, "new")))
		s.told(got, "entrika.card."+z.view(z.seat(p[0])).Hand[0])
		m = hand(p[0], z.Channel) // at the table itself there is no doubt
		s.told(m, "entrika.card."+z.view(z.seat(p[0])).Hand[0])
	}
	l := s.play(p[2])
	s.told(hand(p[2], l.ch), "table.not_started")
}

// Every chapter of the rules of every game can be read in both languages, and found by typing.
func TestRules(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	ch := s.g.Channel("genel")
	for _, locale := range []string{"tr", "en-US"} {
		u := s.g.NewUser("Okur", locale)
		w := s.Config.Words.For(locale)
		for _, entry := range s.Config.Games {
			id := entry.Engine.Info().ID
			m := s.note(u.Command(ch, "rules", sandbox.Opt("game", id)))
			topics := present.Topics(w, entry.Screen)
			if !strings.Contains(m.Text(), topics[0].Title) {
				t.Errorf("%s, %s: the rules begin with\n%s", id, locale, m.Text())
			}
			for _, topic := range topics {
				text := w.Say("rules." + entry.Screen.Prefix() + "." + topic.ID + ".text")
				m = s.note(u.Command(ch, "rules", sandbox.Opt("game", id), sandbox.Opt("topic", topic.ID)))
				if !strings.Contains(m.Text(), strings.TrimSpace(text)) {
					t.Errorf("%s, %s, %s:\n%s", id, topic.ID, locale, m.Text())
				}
				m = s.note(u.Select(m, present.ID(present.VerbRules, id), topics[0].ID)) // turned in place
				if !strings.Contains(m.Text(), topics[0].Title) {
					t.Errorf("%s, %s: the select leads to\n%s", id, locale, m.Text())
				}
			}
			all, err := u.Autocomplete(s.ctx, ch, "rules", sandbox.Opt("game", id), sandbox.Focus("topic", ""))
			if err != nil || len(all) != len(topics) {
				t.Errorf("%s, %s: %d of %d chapters are offered (%v)", id, locale, len(all), len(topics), err)
			}
			last := topics[len(topics)-1]
			some, err := u.Autocomplete(s.ctx, ch, "rules", sandbox.Opt("game", id), sandbox.Focus("topic", w.Upper(last.Title)))
			if err != nil || len(some) == 0 || !slices.ContainsFunc(some, func(c sandbox.CommandChoice) bool { return fmt.Sprint(c.Value) == last.ID }) {
				t.Errorf("%s, %s: typing %q offers %v (%v)", id, locale, last.Title, some, err)
			}
		}
	}
	u := s.people("Ayşe")[0]
	x := s.match(robot.Setup{Game: "entrika-plus"}, u, s.people("Can")[0])
	s.told(s.note(u.Command(x.Channel, "rules")), "game.entrika-plus.name") // the game that is played here
	lobby := s.play(u)
	s.told(s.note(u.Press(lobby.message(), present.ID(present.VerbRules, "entrika", ""))), "rules.entrika.brief.title")
	var names []string
	for _, g := range bot.All {
		names = append(names, s.words("tr", "game."+g.Engine.Info().ID+".name"))
	}
	s.told(s.note(u.Forge(sandbox.Forgery{Message: lobby.message(), CustomID: "u:chess:x"})), "error.game.unknown", "Items",
		s.Config.Words.For("tr").List(names))
}

func TestSettings(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	ch := s.g.Channel("genel")
	boss, u := s.people("Yönetici")[0], s.people("Ayşe")[0]
	s.g.Promote(boss, "Yönetim", sandbox.ManageGuild)
	set := func(sub string, options ...sandbox.Option) *sandbox.Message {
		return s.note(boss.Command(ch, "settings", sandbox.Sub(sub, options...)))
	}
	if _, err := u.Command(ch, "settings", sandbox.Sub("show")); err == nil {
		t.Error("a member is offered /settings")
	}
	// A server may open the command to everyone; changing still takes the permission.
	s.told(set("show"), "settings.language", "What", s.words("tr", "settings.language.auto"))
	s.told(set("language", sandbox.Opt("language", "en")), "settings.language", "What", s.words("tr", "lang.en"))
	if text := s.play(u).message().Text(); !strings.Contains(text, s.words("en", "lobby.host")) {
		t.Errorf("a table on an English server:\n%s", text)
	}
	s.told(set("language", sandbox.Opt("language", "auto")), "settings.language", "What", s.words("tr", "settings.language.auto"))
	if text := s.play(u).message().Text(); !strings.Contains(text, s.words("tr", "lobby.host")) {
		t.Errorf("a Turk's table on a server without a language:\n%s", text)
	}
	s.told(set("pace", sandbox.Opt("pace", "relaxed")), "settings.pace", "What", s.words("tr", "pace.relaxed.name"))
	if text := s.play(u).message().Text(); !strings.Contains(text, s.words("tr", "pace.relaxed.name")) {
		t.Errorf("a table on a relaxed server:\n%s", text)
	}
	s.told(set("threads", sandbox.Opt("state", false)), "settings.threads", "What", s.words("tr", "word.off"))
	v := s.people("Can")[0]
	l := s.lobbyOf(u, s.answer(u.Command(s.g.NewChannel("açık"), "play", sandbox.Opt("game", "entrika"))))
	l.press(v, present.LobbyJoin)
	l.press(u, present.LobbyStart)
	x := &match{scene: s, Table: &robot.Table{Sandbox: s.sb, Users: []*sandbox.User{u, v}, Channel: l.ch, ID: l.id}, game: entrika.Base}
	s.until("a board in the channel itself", func() bool { return x.Table.Board() != nil })
	s.told(set("threads", sandbox.Opt("state", true)), "settings.threads", "What", s.words("tr", "word.on"))
	list := "<#" + ch.ID() + ">"
	s.told(set("channels", sandbox.Opt("channel", ch.ID())), "settings.channels", "Items", list)
	s.told(set("channels"), "settings.channels", "Items", list) // left out: the list is shown, as the command says
	s.told(set("show"), "settings.channels", "Items", list)
	s.told(set("channels", sandbox.Opt("channel", ch.ID())), "settings.channels", "Items", s.words("tr", "settings.channels.all"))
	s.told(set("tables", sandbox.Opt("count", 1)), "settings.tables", "N", 1)
	s.told(s.note(u.Command(ch, "play", sandbox.Opt("game", "entrika"))), "error.tables.full", "N", 1)
	if _, err := boss.Command(ch, "settings", sandbox.Sub("tables", sandbox.Opt("count", 0))); err == nil {
		t.Error("no tables at all are offered")
	}
	if m := set("show"); strings.HasPrefix(m.Text(), "\n") {
		t.Error("an empty line begins the settings")
	}
}

// Even if a server lets everybody see /settings, only who manages the server changes them.
func TestSettingsNeedPermission(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	u := s.people("Ayşe")[0]
	client, err := discord.New(discord.Config{Token: s.sb.Token(), Base: s.sb.APIURL()})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	open := []byte(`[{"type":1,"name":"settings","description":"x","options":[{"type":1,"name":"tables","description":"x","options":[{"type":4,"name":"count","description":"x","required":true}]}]}]`)
	if err := client.PutCommands(s.ctx, open); err != nil {
		t.Fatal(err)
	}
	m := s.note(u.Command(s.g.Channel("genel"), "settings", sandbox.Sub("tables", sandbox.Opt("count", 3))))
	s.told(m, "error.your.permission", "Items", "**"+s.words("tr", "perm.manage_guild")+"**")
	boss := s.people("Yönetici")[0]
	s.g.Promote(boss, "Yönetim", sandbox.ManageGuild)
	for _, bad := range []int{0, 51, -4} { // what a changed command or a forged request could bring
		s.told(s.note(boss.Command(s.g.Channel("genel"), "settings", sandbox.Sub("tables", sandbox.Opt("count", bad)))), "refusal.bad_choice")
	}
}

func TestTableCommands(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	run(t, s, "in a lobby", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz", "Ece")
		l := s.play(p[0])
		for _, u := range p[1:] {
			l.press(u, present.LobbyJoin)
		}
		table := func(u *sandbox.User, sub string, o ...sandbox.Option) *sandbox.Message {
			return s.note(u.Command(l.ch, "table", sandbox.Sub(sub, o...)))
		}
		s.told(table(p[1], "remove", sandbox.Opt("player", p[2].ID())), "lobby.host.only", "Name", "**Ayşe**")
		s.told(table(p[1], "end"), "lobby.host.only", "Name", "**Ayşe**")
		s.told(table(p[0], "remove", sandbox.Opt("player", p[3].ID())), "table.done")
		l.sits("Ayşe", "Can", "Deniz")
		s.told(table(p[1], "pause"), "table.not_started")
		s.told(table(p[1], "leave"), "table.done")
		l.sits("Ayşe", "Deniz")
		s.told(table(p[0], "end"), "table.done")
		s.until("the lobby closes", func() bool { return len(l.message().Buttons()) == 0 })
		s.told(table(p[0], "show"), "error.table.none", "Command", "`/oyna`")
	})
	run(t, s, "leaving", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		x := s.match(robot.Setup{Fill: "rules"}, p...)
		stranger := s.people("Bekir")[0]
		s.told(s.note(stranger.Command(x.Channel, "table", sandbox.Sub("leave"))), "table.watching")
		s.told(x.do(p[1], "leave"), "table.done")
		x.news("entrika.event.left", "Name", "**Can**", "Items", s.Config.Words.For("tr").List(x.terms(x.view(games.Nobody).Seats[x.seat(p[1])].Up)), "N", 2)
		s.told(s.note(p[1].Command(x.Channel, "table", sandbox.Sub("leave"))), "table.watching")
		s.told(x.panel(p[1]), "table.watching") // he is a spectator now
		// Two are left: both have to agree, and he who left has no say.
		s.told(x.do(p[0], "end"), "vote.opened")
		s.until("the vote", func() bool { return x.Board().Component(x.vote(1, "yes")) != nil })
		s.told(s.note(p[1].Press(x.Board(), x.vote(1, "yes"))), "vote.players")
		x.answer(p[2].Press(x.Board(), x.vote(1, "yes")))
		s.until("the end", func() bool { return x.Over() })
		s.told(x.Board(), "over.nobody")
		s.told(x.Board(), "over.ended.ended")
	})
	run(t, s, "a vote to remove somebody", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz", "Ece", "Fuat")
		x := s.match(robot.Setup{}, p...)
		stranger := s.people("Bekir")[0]
		s.told(s.note(stranger.Command(x.Channel, "table", sandbox.Sub("remove", sandbox.Opt("player", p[1].ID())))), "table.not_allowed")
		s.told(s.note(p[0].Command(x.Channel, "table", sandbox.Sub("remove", sandbox.Opt("player", stranger.ID())))), "error.player.unknown")
		ask := s.note(p[0].Command(x.Channel, "table", sandbox.Sub("remove", sandbox.Opt("player", p[1].ID()))))
		s.told(ask, "entrika.remove.ask", "Name", "**Can**")
		confirm := ask.Buttons()[0].CustomID
		s.told(s.note(stranger.Forge(sandbox.Forgery{Message: x.Board(), CustomID: confirm})), "table.not_allowed")
		called := map[*sandbox.User]int{}
		for _, u := range p {
			called[u] = s.pings(x.Channel, u)
		}
		s.told(x.answer(p[0].Press(ask, confirm)), "vote.opened")
		s.until("the vote", func() bool { return x.Board().Component(x.vote(1, "yes")) != nil })
		for _, u := range p[2:] {
			if got := s.pings(x.Channel, u); got != called[u]+1 {
				s.t.Errorf("%s is called to vote %d times", u.Name(), got-called[u])
			}
		}
		s.told(s.note(p[2].Forge(sandbox.Forgery{Message: x.Board(), CustomID: present.ID(present.VerbAct, x.ID, "end", "")})), "vote.running")
		s.told(s.note(p[1].Press(x.Board(), x.vote(1, "no"))), "vote.players") // whom it is about
		s.told(s.note(stranger.Press(x.Board(), x.vote(1, "no"))), "vote.players")
		when := fmt.Sprintf("<t:%d:R>", s.clock.Now().Add(3*time.Minute).Unix())
		tally := func(yes int) string {
			return s.words("tr", "vote.remove", "By", "**Ayşe**", "Name", "**Can**", "Yes", yes, "Need", 3, "When", when)
		}
		counts := func(yes int) {
			s.t.Helper()
			s.until(tally(yes), func() bool { return strings.Contains(x.Board().Text(), tally(yes)) })
		}
		counts(1)
		x.answer(p[2].Press(x.Board(), x.vote(1, "yes")))
		counts(2)
		x.answer(p[2].Press(x.Board(), x.vote(1, "yes"))) // twice is once
		x.answer(p[2].Press(x.Board(), x.vote(1, "no")))  // and may be changed
		counts(1)
		x.answer(p[3].Press(x.Board(), x.vote(1, "yes")))
		counts(2)
		old := x.Board()
		x.answer(p[4].Press(old, x.vote(1, "yes")))
		s.until("Can is out", func() bool { return x.view(games.Nobody).Seats[x.seat(p[1])].Left })
		s.until("the vote is over", func() bool { return !strings.Contains(x.Board().Text(), "🗳️") })
		s.told(s.note(p[2].Forge(sandbox.Forgery{Message: old, CustomID: x.vote(1, "yes")})), "vote.over")
		if err := audit(s, tableID(x)); err != nil {
			s.t.Error(err)
		}
	})
	run(t, s, "a vote that fails or is forgotten", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		x := s.match(robot.Setup{}, p...)
		s.told(x.do(p[1], "end"), "vote.opened")
		s.until("the vote", func() bool { return x.Board().Component(x.vote(1, "no")) != nil })
		x.answer(p[0].Press(x.Board(), x.vote(1, "no")))
		x.answer(p[2].Press(x.Board(), x.vote(1, "no"))) // two of three: it can no longer pass
		s.until("the vote is over", func() bool { return x.Board().Component(x.vote(1, "no")) == nil })
		s.told(x.do(p[1], "pause"), "vote.opened")
		s.until("the vote", func() bool { return x.Board().Component(x.vote(2, "yes")) != nil })
		s.told(x.do(p[0], "pause"), "table.done") // the host may at once, and that settles the vote
		s.until("the pause", func() bool { return strings.Contains(x.Board().Text(), s.words("tr", "table.paused")) })
		s.told(s.note(p[1].Command(x.Channel, "table", sandbox.Sub("pause"))), "table.paused")
		s.told(x.do(p[1], "resume"), "vote.opened")
		s.until("the vote", func() bool { return x.Board().Component(x.vote(3, "yes")) != nil })
		s.clock.Advance(3 * time.Minute)
		s.until("the vote is forgotten", func() bool { return x.Board().Component(x.vote(3, "yes")) == nil })
		s.told(x.Board(), "table.paused")
		s.told(s.note(p[0].Forge(sandbox.Forgery{Message: x.Board(), CustomID: x.vote(3, "yes")})), "vote.over")
		s.told(x.do(p[1], "resume"), "vote.opened")
		s.until("the vote", func() bool { return x.Board().Component(x.vote(4, "yes")) != nil })
		x.answer(p[2].Press(x.Board(), x.vote(4, "yes")))
		x.news("happened.passed.resume")
		s.told(x.do(p[0], "pause"), "table.done")
		s.until("the pause", func() bool { return strings.Contains(x.Board().Text(), s.words("tr", "table.paused")) })
		if strings.Contains(x.Board().Text(), s.words("tr", "happened.passed.pause")) {
			s.t.Error("what the host does is told as the outcome of a vote")
		}
		s.clock.Advance(30*24*time.Hour - time.Minute) // nobody comes back
		if x.settled(); x.Over() {
			s.t.Fatal("a paused table is kept for thirty days")
		}
		s.clock.Advance(time.Minute)
		s.until("the paused table closes", func() bool { return x.Over() })
		s.told(x.Board(), "over.ended.paused_out")
	})
	run(t, s, "a member who manages channels", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		mod := s.people("Bekçi")[0]
		s.g.Promote(mod, "Bekçi", sandbox.ManageChannels)
		x := s.match(robot.Setup{}, p...)
		s.told(x.do(mod, "pause"), "table.done")
		s.until("the pause", func() bool { return strings.Contains(x.Board().Text(), s.words("tr", "table.paused")) })
		s.told(x.do(mod, "resume"), "table.done")
		s.told(s.note(mod.Command(x.Channel, "table", sandbox.Sub("resume"))), "table.not_paused")
		s.told(x.do(mod, "remove", sandbox.Opt("player", p[2].ID())), "table.done")
		s.until("Deniz is out", func() bool { return x.view(games.Nobody).Seats[x.seat(p[2])].Left })
		s.told(x.do(mod, "end"), "table.done")
		s.until("the end", func() bool { return x.Over() })
		s.told(x.Board(), "over.ended.managed")
	})
	run(t, s, "one alone is no vote", func(s *scene) {
		p := s.people("Ayşe", "Can")
		x := s.match(robot.Setup{}, p...)
		ask := s.note(p[0].Command(x.Channel, "table", sandbox.Sub("remove", sandbox.Opt("player", p[1].ID()))))
		s.told(ask, "error.your.permission", "Items", "**"+s.words("tr", "perm.manage_channels")+"**")
		y := s.match(robot.Setup{Computers: 2}, p[0]) // but with computers alone it is his table
		s.told(y.do(p[0], "end"), "table.done")
		s.until("the end", func() bool { return y.Over() })
	})
	run(t, s, "show", func(s *scene) {
		p := s.people("Ayşe", "Can")
		x := s.match(robot.Setup{}, p...)
		old := x.Board()
		s.told(s.note(p[0].Command(x.Channel, "table", sandbox.Sub("show"))), "table.moved", "Link", "<#"+x.Channel.ID()+">")
		s.until("a new board", func() bool { return x.Board().ID != old.ID })
		s.until("the old one without buttons", func() bool { return len(s.sb.Message(old.ID).Buttons()) == 0 })
		x.settled() // and the bot knows which message that is
		now := x.Board()
		m := s.note(p[1].Command(x.Channel, "table", sandbox.Sub("show"))) // at once again: it stands there already
		if x.Board().ID != now.ID || !strings.Contains(m.Text(), now.ID) {
			s.t.Errorf("the board moved again, or there is no link to it:\n%s", m.Text())
		}
	})
	run(t, s, "history", func(s *scene) {
		g := s.sb.NewGuild("Tarih")
		other := *s
		other.g = g
		s = &other
		p := s.people("Ayşe", "Can")
		empty := g.NewChannel("boş")
		s.told(s.note(p[0].Command(empty, "table", sandbox.Sub("history"))), "history.none", "Command", "`/oyna`")
		x := s.match(robot.Setup{Fill: "rules"}, p...)
		s.told(s.note(p[0].Command(x.Channel, "table", sandbox.Sub("history"))), "story.title", "Page", 1, "Pages", 1)
		s.told(x.do(p[1], "leave"), "table.done")
		s.until("the end", func() bool { return x.Over() })
		m := s.note(p[0].Command(empty, "table", sandbox.Sub("history")))
		if !strings.Contains(m.Text(), "🏆 **Ayşe**, Can") {
			s.t.Errorf("the history:\n%s", m.Text())
		}
		s.told(s.note(p[0].Press(m, m.Buttons()[0].CustomID)), "story.title", "Page", 1, "Pages", 1)
		stranger := s.sb.Guild().NewUser("Bekir", "tr") // of another server
		s.told(s.note(stranger.Forge(sandbox.Forgery{Channel: s.sb.Guild().Channel("genel"), Message: m, CustomID: m.Buttons()[0].CustomID})), "error.expired", "Command", "`/oyna`")
	})
}

// vote is the custom id of a button of a vote.
func (x *match) vote(n int, what string) string {
	return present.ID(present.VerbVote, x.ID, fmt.Sprint(n), what)
}

func (x *match) terms(codes []string) (out []string) {
	for _, c := range codes {
		out = append(out, x.words("tr", "entrika.term."+c))
	}
	return out
}
