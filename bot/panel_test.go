package bot_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/entrika"
	"kumpas/store"
)

// now is a message as it is now.
func (s *scene) now(m *sandbox.Message) *sandbox.Message { return s.sb.Message(m.ID) }

// privates are the ephemeral messages that somebody sees in the channel.
func (x *match) privates(u *sandbox.User) (out []*sandbox.Message) {
	for _, m := range u.Sees(x.Channel) {
		if m.Ephemeral() {
			out = append(out, m)
		}
	}
	return out
}

// proved has the one whose turn it is claim İş Adamı, which he holds, and be challenged; the time of his proof runs out, so
// that he shows it and draws another card without pressing anything.
func (x *match) proved(u *sandbox.User) {
	x.t.Helper()
	x.says(u, entrika.Tax)
	x.awaits(x.others(u)...)
	x.says(x.others(u)[0], entrika.Challenge)
	x.awaits(u)
	x.clock.Advance(45 * time.Second)
	x.until("the proof", func() bool { return x.view(games.Nobody).Proof != nil })
}

func TestPanel(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{keep: true, games: dealtSo(entrika.Base, entrika.IsAdami)})
	redrawn := func(x *match, u *sandbox.User) string { // the sentence that tells him what he drew
		seat := x.seat(u)
		hand := x.view(seat).Hand
		return s.words("tr", "entrika.event.redrawn", "Items", s.words("tr", "entrika.term."+hand[len(hand)-1]))
	}
	run(t, s, "is edited when a card changes", func(s *scene) {
		x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
		u := x.turn()
		panel := x.panel(u)
		for _, card := range x.view(x.seat(u)).Hand {
			s.told(panel, "entrika.card."+card)
		}
		again := s.note(u.Press(panel, present.ID(present.VerbPanel, x.ID, "again")))
		if again.ID != panel.ID {
			s.t.Error("refreshing makes another panel")
		}
		version := s.now(panel).Version
		s.clock.Advance(21 * time.Second) // so that the others are called, by a new board
		board := x.Board()
		x.says(u, entrika.Tax)
		x.awaits(x.others(u)...)
		x.settled()
		if x.Board().ID == board.ID {
			s.t.Error("the others are not called")
		}
		if now := s.now(panel).Version; now != version {
			s.t.Errorf("the panel was edited %d times for what the board shows", now-version)
		}
		x.says(x.others(u)[0], entrika.Challenge)
		x.awaits(u)
		s.until("the proof is asked in the panel", func() bool {
			return strings.Contains(s.now(panel).Text(), s.words("tr", "entrika.prompt.proof.private"))
		})
		s.clock.Advance(45 * time.Second)
		s.until("the new card in the panel", func() bool {
			text := s.now(panel).Text()
			return strings.Contains(text, "Yerine çektiğin") && !strings.Contains(text, s.words("tr", "entrika.prompt.proof.private"))
		})
		for _, card := range x.view(x.seat(u)).Hand {
			s.told(s.now(panel), "entrika.card."+card)
		}
	})
	run(t, s, "is left alone after fifteen minutes", func(s *scene) {
		x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
		u := x.turn()
		panel := x.panel(u)
		x.do(u, "pause") // the clock of the game stands, that of the token does not
		s.until("the pause or the vote", func() bool { return x.Board().Version > 0 || x.Board().Component(x.vote(1, "yes")) != nil })
		if x.Board().Component(x.vote(1, "yes")) != nil {
			x.answer(x.others(u)[0].Press(x.Board(), x.vote(1, "yes")))
		}
		s.until("the pause", func() bool { return strings.Contains(x.Board().Text(), s.words("tr", "table.paused")) })
		s.clock.Advance(16 * time.Minute)
		x.do(x.Users[0], "resume")
		s.until("it goes on", func() bool { return firstReply(x.Board()) != "" })
		version := s.now(panel).Version
		x.proved(u)
		s.until("the loss is asked", func() bool { return x.view(games.Nobody).Loss != nil })
		fresh := x.panel(u)
		if fresh.ID == panel.ID || s.now(panel).Version != version {
			s.t.Error("a panel whose token is dead was used")
		}
		if !strings.Contains(fresh.Text(), "Yerine çektiğin") {
			s.t.Errorf("the new panel does not tell of the new card:\n%s", fresh.Text())
		}
		renewed := s.note(u.Press(panel, present.ID(present.VerbPanel, x.ID, "again"))) // a press on the old one gives a new token
		if renewed.ID != panel.ID || !strings.Contains(renewed.Text(), "Yerine çektiğin") {
			s.t.Error("the old panel does not come alive by a press on it")
		}
	})
	run(t, s, "what is private never reaches the board", func(s *scene) {
		x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
		u := x.turn()
		x.panel(u)
		x.says(u, entrika.Tax) // the token of this press has the board as its @original
		x.awaits(x.others(u)...)
		x.says(x.others(u)[0], entrika.Challenge)
		x.awaits(u)
		s.clock.Advance(45 * time.Second)
		s.until("the new card in the panel", func() bool {
			p := x.privates(u)
			return strings.Contains(p[len(p)-1].Text(), "Yerine çektiğin")
		})
		title, drawn := s.words("tr", "table.panel.title", "Game", s.words("tr", "game.entrika.name")), redrawn(x, u)
		for _, c := range s.sb.Log() {
			if c.Message != nil && c.For == "" && (strings.Contains(c.Message.Text(), title) || strings.Contains(c.Message.Text(), drawn)) {
				s.t.Fatalf("all were shown:\n%s", c.Message.Text())
			}
		}
	})
	run(t, s, "was dismissed", func(s *scene) {
		x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
		u := x.turn()
		panel := x.panel(u)
		u.Dismiss(panel)
		x.proved(u)
		fresh := x.panel(u)
		if len(x.privates(u)) != 1 || x.privates(u)[0].ID != fresh.ID {
			s.t.Error("after dismissing the panel the next press does not bring a visible one")
		}
	})
	run(t, s, "speaks the language of its person", func(s *scene) {
		p := append(s.people("Ayşe", "Can"), s.g.NewUser("Jonas", "en-GB"))
		x := s.match(robot.Setup{}, p...)
		if text := x.panel(p[2]).Text(); !strings.Contains(text, s.words("en", "table.panel.title", "Game", "Entrika")) {
			s.t.Errorf("an English client's panel:\n%s", text)
		}
		s.told(x.panel(p[0]), "table.panel.title", "Game", "Entrika")
	})
}

// A sealed answer is acknowledged to its author alone. That it was given shows; what it is, and that it was changed, does not.
func TestSealed(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz", "Ece")...)
	u := x.turn()
	victim := x.others(u)[0]
	x.says(u, entrika.Steal)
	x.says(u, entrika.Steal, fmt.Sprintf("s%d", x.seat(victim)))
	x.awaits(x.others(u)...)
	board := x.Board()
	sealed := func(what string) string { return s.words("tr", "table.taken.sealed", "What", what) }
	block := s.words("tr", "entrika.choice.reaction.block", "What", "")
	x.answer(victim.Press(board, button(board, entrika.Block, entrika.Burokrat)))
	x.awaits(x.others(u, victim)...)
	s.until("the acknowledgement", func() bool {
		p := x.privates(victim)
		return len(p) == 1 && strings.Contains(p[0].Text(), sealed(block+" · "+s.words("tr", "entrika.term.burokrat")))
	})
	board = x.Board()
	blocks := func(card, term string) []any {
		return []any{"Name", "**" + victim.Name() + "**", "Other", "**" + u.Name() + "**",
			"What", s.words("tr", "entrika.term.steal"), "Card", card + " " + s.words("tr", "entrika.term."+term)}
	}
	if text := board.Text(); strings.Contains(text, s.words("tr", "entrika.stakes.block", blocks("🏛️", entrika.Burokrat)...)) {
		t.Errorf("the board tells the answer:\n%s", text)
	}
	m := s.note(victim.Press(board, button(board, entrika.Pass))) // another mind
	if !strings.Contains(m.Text(), sealed(s.words("tr", "entrika.choice.reaction.pass"))) {
		t.Errorf("the change is acknowledged by\n%s", m.Text())
	}
	m = s.note(victim.Press(board, button(board, entrika.Block, entrika.Politikaci)))
	if !strings.Contains(m.Text(), sealed(block+" · "+s.words("tr", "entrika.term.politikaci"))) {
		t.Errorf("the change is acknowledged by\n%s", m.Text())
	}
	if now := x.Board(); now.ID != board.ID || now.Version != board.Version {
		t.Error("a changed answer moved the board")
	}
	rest := x.others(u, victim)
	x.says(rest[0], entrika.Pass)
	x.says(rest[1], entrika.Pass)
	x.news("entrika.stakes.block", blocks("🎤", entrika.Politikaci)...)
}

// Where the press itself could not be answered, nothing follows with its token: each such request counts against the bot.
func TestSealedUnheard(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{log: (&book{}).logger()})
	x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz", "Ece")...)
	u := x.turn()
	victim := x.others(u)[0]
	x.says(u, entrika.Steal)
	x.says(u, entrika.Steal, fmt.Sprintf("s%d", x.seat(victim)))
	x.awaits(x.others(u)...)
	x.settled()
	board := x.Board()
	if err := s.sb.Fault("expired_token"); err != nil {
		t.Fatal(err)
	}
	if _, err := victim.Press(board, button(board, entrika.Block, entrika.Burokrat)); err != nil {
		t.Fatal(err)
	}
	x.awaits(x.others(u, victim)...) // it counts all the same
	s.stop()
	for route, n := range s.sb.Stats().Calls {
		if strings.HasPrefix(route, "POST /webhooks") && n > 0 {
			t.Errorf("%d × %s", n, route)
		}
	}
}

// So it is if the press could not even be deferred: the board moves by an edit.
func TestUnheard(t *testing.T) {
	t.Parallel()
	var g *gate
	s := newScene(t, plan{log: (&book{}).logger(), store: func(s store.Store) store.Store {
		g = &gate{Store: s, waiting: make(chan struct{}, 1)}
		return g
	}})
	x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
	u := x.turn()
	x.settled()
	if err := s.sb.Fault("expired_token"); err != nil {
		t.Fatal(err)
	}
	release := g.hold(s.clock)
	if _, err := u.Press(x.Board(), button(x.Board(), entrika.Tax)); err != nil {
		t.Fatal(err)
	}
	release()
	x.awaits(x.others(u)...)
	s.stop()
	for route, n := range s.sb.Stats().Calls {
		if strings.Contains(route, "/webhooks") && n > 0 {
			t.Errorf("%d × %s", n, route)
		}
	}
}

// A lobby that cannot answer its command stands in the channel all the same.
func TestLobbyUnheard(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{log: (&book{}).logger()})
	p := s.people("Ayşe", "Can")
	for _, fault := range []string{"expired_token", "used_token"} {
		ch := s.g.NewChannel(fault)
		if err := s.sb.Fault(fault); err != nil {
			t.Fatal(err)
		}
		if _, err := p[0].Command(ch, "play", sandbox.Opt("game", "entrika"), sandbox.Opt("thread", false)); err != nil {
			t.Fatal(err)
		}
		var m *sandbox.Message
		s.until("the lobby", func() bool {
			m = p[1].Last(ch, func(m *sandbox.Message) bool { return strings.Contains(m.Text(), s.words("tr", "game.entrika.name")) })
			return m != nil && len(m.Buttons()) > 0
		})
		l := s.lobbyOf(p[0], m)
		l.press(p[1], present.LobbyJoin)
		l.sits("Ayşe", "Can")
	}
}

// "Pass for me" is offered to all alike and does what it says.
func TestPassForMe(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	menu := present.VerbPass
	order := func(x *match, u *sandbox.User, what string) *sandbox.Message {
		m := s.note(u.Press(x.Board(), present.ID(menu, x.ID)))
		return s.note(u.Press(m, present.ID(menu, x.ID, what)))
	}
	claim := func(x *match) *sandbox.User { // somebody claims; returns who
		u := x.turn()
		s.until("a turn", func() bool { return button(x.Board(), entrika.Tax) != "" })
		x.says(u, entrika.Tax)
		return u
	}
	through := func(x *match, by *sandbox.User, but ...*sandbox.User) { // the others let it pass
		for _, u := range x.others(append(but, by)...) {
			x.says(u, entrika.Pass)
		}
		s.until("the next turn", func() bool { return x.turn() != by && button(x.Board(), entrika.Tax) != "" })
	}
	run(t, s, "the same for all", func(s *scene) {
		x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
		var texts []string
		for _, u := range x.Users {
			m := s.note(u.Press(x.Board(), present.ID(menu, x.ID)))
			texts = append(texts, m.Text())
		}
		if texts[0] != texts[1] || texts[1] != texts[2] {
			s.t.Errorf("not offered alike: %q", texts)
		}
		stranger := s.people("Bekir")[0]
		s.told(s.note(stranger.Press(x.Board(), present.ID(menu, x.ID))), "table.watching")
		s.told(order(x, x.Users[0], present.PassPrompt), "table.pass.nothing")
	})
	run(t, s, "this once", func(s *scene) {
		x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
		u := x.others(x.turn())[0]
		by := claim(x)
		x.awaits(x.others(by)...)
		s.told(order(x, u, present.PassPrompt), "table.pass.set.once")
		x.awaits(x.others(by, u)...)
		s.told(s.note(u.Press(x.Board(), present.ID(menu, x.ID))), "table.pass.set.once")
		through(x, by, u)
		s.told(s.note(u.Press(x.Board(), present.ID(menu, x.ID))), "table.pass.set.off") // it is over with what it was for
		if x.turn() == u {
			through(x, claim(x))
		}
		by = claim(x)
		x.awaits(x.others(by)...) // he is asked again
	})
	run(t, s, "this kind", func(s *scene) {
		x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
		u := x.others(x.turn())[0]
		by := claim(x)
		x.awaits(x.others(by)...)
		s.told(order(x, u, present.PassKind), "table.pass.set.kind")
		through(x, by, u)
		if x.turn() == u { // his own turn does not end it
			through(x, claim(x))
		}
		by = claim(x)
		x.awaits(x.others(by, u)...)
		through(x, by, u)
		if x.turn() == u {
			through(x, claim(x))
		}
		by = x.turn()
		x.says(by, entrika.ForeignAid)
		x.awaits(x.others(by)...) // another kind
		s.told(order(x, u, present.PassNone), "table.pass.set.off")
		x.awaits(x.others(by)...)
	})
	run(t, s, "until the next turn", func(s *scene) {
		x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
		u := x.others(x.turn())[0]
		s.told(order(x, u, present.PassAll), "table.pass.set.turn")
		s.clock.Advance(21 * time.Second) // he does not count as being here any more
		pings := s.pings(x.Channel, u)
		for x.turn() != u {
			by := claim(x)
			x.awaits(x.others(by, u)...)
			through(x, by, u)
		}
		x.awaits(u)
		x.settled()
		if n := s.pings(x.Channel, u) - pings; n != 1 { // for the turn, not for what was passed
			s.t.Errorf("he is mentioned %d times", n)
		}
		s.told(s.note(u.Press(x.Board(), present.ID(menu, x.ID))), "table.pass.set.off")
		through(x, claim(x))
		by := claim(x)
		x.awaits(x.others(by)...) // asked again
	})
	run(t, s, "the last one passes", func(s *scene) {
		x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
		by := claim(x)
		rest := x.others(by)
		x.says(rest[0], entrika.Pass)
		s.told(order(x, rest[1], present.PassPrompt), "table.pass.set.once")
		s.until("the next turn", func() bool { return x.turn() != by })
		if err := audit(s, tableID(x)); err != nil {
			s.t.Error(err)
		}
	})
}

// What was picked of an answer stands on the board until the rest comes or it is taken back; it is nobody else's business.
func TestHalfPicked(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
	u := x.turn()
	target := fmt.Sprintf("s%d", x.seat(x.others(u)[0]))
	back := func() string {
		for _, c := range x.Board().Buttons() {
			if id, _ := present.ParseID(c.CustomID); id.Verb() == present.VerbBack {
				return c.CustomID
			}
		}
		return ""
	}
	x.says(u, entrika.Steal)
	if button(x.Board(), entrika.Steal, target) == "" || button(x.Board(), entrika.Income) != "" {
		t.Fatalf("the board does not ask for the target:\n%s", x.Board().Text())
	}
	other := x.others(u)[1]
	s.told(s.note(other.Press(x.Board(), button(x.Board(), entrika.Steal, target))), "entrika.refusal.not_your_turn")
	s.told(s.note(other.Press(x.Board(), back())), "refusal.not_yours")
	x.answer(u.Press(x.Board(), back()))
	s.until("all actions again", func() bool { return button(x.Board(), entrika.Income) != "" && back() == "" })
	x.says(u, entrika.Steal)
	x.says(u, entrika.Steal, target)
	x.awaits(x.others(u)...)
}

// Buttons of older boards, of others' decisions and of strangers are answered in private and change nothing.
func TestStalePresses(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
	u := x.turn()
	stranger := s.people("Bekir")[0]
	first := x.Board()
	income := button(first, entrika.Income)
	forge := func(who *sandbox.User, m *sandbox.Message, id string) *sandbox.Message {
		return s.note(who.Forge(sandbox.Forgery{Message: m, CustomID: id}))
	}
	s.told(forge(stranger, first, income), "table.watching")
	s.told(forge(x.others(u)[0], first, income), "entrika.refusal.not_your_turn")
	x.says(u, entrika.Income)
	s.until("the next turn", func() bool { return x.turn() != u && button(x.Board(), entrika.Income) != "" })
	x.settled()
	live := fmt.Sprintf("https://discord.com/channels/%s/%s/%s", s.g.ID(), x.Channel.ID(), x.Board().ID)
	s.told(forge(u, first, income), "table.stale", "Link", live)
	was, _ := present.ParseID(income)
	s.told(forge(u, first, present.ID(present.VerbBack, x.ID, was.Arg(1))), "table.stale", "Link", live)
	// A press of the right person on an old message counts, and the live board shows it.
	x.answer(u.Press(x.Board(), present.ID(present.VerbDown, x.ID)))
	old := s.now(first)
	s.until("a new board", func() bool { return x.Board().ID != first.ID })
	before := x.Board()
	next := x.turn()
	s.answer(next.Forge(sandbox.Forgery{Message: old, CustomID: button(before, entrika.Tax)}))
	s.until("the live board shows it", func() bool { return x.view(games.Nobody).Action != nil && button(x.Board(), entrika.Challenge) != "" })
	// Whoever comes too late learns who was faster.
	window := x.Board()
	a, b := x.others(next)[0], x.others(next)[1]
	x.says(a, entrika.Challenge)
	s.told(forge(b, window, button(window, entrika.Challenge)), "table.late", "Name", "**"+a.Name()+"**")
}

// Whatever comes as a custom id is answered, changes nothing that its sender may not change, and is no defect.
func TestForgedIDs(t *testing.T) {
	t.Parallel()
	log := &book{}
	s := newScene(t, plan{log: log.logger()})
	p := s.people("Ayşe", "Can", "Deniz")
	stranger := s.people("Bekir")[0]
	x := s.match(robot.Setup{}, p...)
	l := s.play(p[0])
	done := s.match(robot.Setup{Computers: 1}, p[1])
	done.do(p[1], "end")
	s.until("the end", func() bool { return done.Over() })
	u := x.turn()
	before, _ := s.Config.Store.Table(s.ctx, tableID(x))
	rng := rand.New(rand.NewPCG(5, 8))
	verbs := []string{"r", "b", "p", "a", "i", "v", "y", "l", "h", "u", "m", "s", "", "zz", "\x00", "🎭"} // but "d" and "x", which anybody may press
	words := []string{x.ID, x.ID, x.ID, l.id, done.ID, "zzzzzzzz", "", "1", "0", "-1", "99999999999999999999", "1", "2", "income", "tax", "steal", "s0", "s9",
		"c0", "c0+c1", "+", "pass", "challenge", "kick", "value", "variant", "option", "pace", "lang", "yes", "no", "leave", "remove", "end", "pause", p[2].ID(),
		"entrika", "brief", "delete", "once", "turn", "ı", strings.Repeat("x", 60), "\n", "%s", "\u202e"}
	who := append(x.others(u), stranger) // not the one whose turn it is: nothing of theirs may count
	for n := range 300 {
		id := verbs[rng.IntN(len(verbs))]
		for range rng.IntN(6) {
			id += ":" + words[rng.IntN(len(words))]
		}
		id = strings.ToValidUTF8(id, "?")
		if r := []rune(id); len(r) > 100 {
			id = string(r[:100])
		}
		if id == "" {
			continue
		}
		f := sandbox.Forgery{Message: x.Board(), CustomID: id}
		switch rng.IntN(4) {
		case 0:
			f.Type = sandbox.TypeStringSelect
			for range rng.IntN(3) {
				f.Values = append(f.Values, words[rng.IntN(len(words))]+"v")
			}
		case 1:
			f.Type, f.Fields = sandbox.TypeActionRow, map[string][]string{"text": {words[rng.IntN(len(words))]}}
		case 2:
			f.Message = l.message()
		}
		sender := who[rng.IntN(len(who))]
		verb, _ := present.ParseID(id)
		harmless := len(verb) == 0 || !slices.Contains([]string{"a", "l", "y"}, verb.Verb()) || sender == stranger
		if !harmless { // what a player may order for himself, or a vote: sent by the stranger
			sender = stranger
		}
		if verb != nil && verb.Verb() == "l" && verb.Arg(1) == "join" {
			continue
		}
		in, err := sender.Forge(f)
		if err != nil {
			t.Fatal(err)
		}
		if res, err := in.Final(s.ctx); err != nil || !res.OK {
			t.Fatalf("press %d, %q, is not answered (%v)", n, id, err)
		}
	}
	after, _ := s.Config.Store.Table(s.ctx, tableID(x))
	if after.Revision != before.Revision || string(after.Snapshot) != string(before.Snapshot) {
		t.Errorf("forged presses moved the table from revision %d to %d", before.Revision, after.Revision)
	}
	x.says(u, entrika.Income)
	for _, line := range strings.Split(log.String(), "\n") {
		if strings.Contains(line, "level=ERROR") || strings.Contains(line, "defect") {
			t.Error(line)
		}
	}
}

// The panel offers what the board offers its owner. A press on a panel that has become old brings it up to date and says why; the panel
// costs no call when only the public decision changes.
func TestPanelOffersTheBoard(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
	u := x.turn()
	panel := x.panel(u)
	income := button(panel, entrika.Income)
	if income == "" || button(x.panel(x.others(u)[0]), entrika.Income) != "" {
		t.Fatalf("it is not %s alone who is offered an action:\n%s", u.Name(), panel.Text())
	}
	x.answer(u.Press(panel, income))
	next := x.others(u)
	s.until("the next turn", func() bool { return len(x.waits()) == 1 && slices.Contains(next, x.waits()[0]) })
	after := s.answer(u.Press(s.now(panel), present.ID(present.VerbPanel, x.ID, "again")))
	if after.ID != panel.ID || button(after, entrika.Income) != "" {
		t.Fatalf("after the turn the panel is\n%s", after.Text())
	}

	v := x.turn()
	old := x.panel(v)
	x.says(v, entrika.Tax)
	x.awaits(x.others(v)...)
	if now := s.now(old); now.Version != old.Version {
		t.Errorf("the panel was edited for what the board shows:\n%s", now.Text())
	}
	x.settled() // the bot knows its newest message
	stale := s.answer(v.Press(old, button(old, entrika.ForeignAid)))
	if stale.ID != old.ID || button(stale, entrika.ForeignAid) != "" {
		t.Errorf("the old panel has become\n%s", stale.Text())
	}
	s.told(stale, "table.stale", "Link", fmt.Sprintf("https://discord.com/channels/%s/%s/%s", s.g.ID(), x.Channel.ID(), x.Board().ID))
}

// A panel whose edit failed is brought up to date without anybody doing anything.
func TestPanelEditFails(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{log: (&book{}).logger(), games: dealtSo(entrika.Base, entrika.IsAdami)})
	x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
	u := x.turn()
	panel := x.panel(u)
	x.says(u, entrika.Tax)
	x.awaits(x.others(u)...)
	x.settled()
	if err := s.sb.Fault("500", sandbox.Plan{Times: 4, Route: "PATCH /webhooks"}); err != nil { // as often as the bot tries
		t.Fatal(err)
	}
	x.says(x.others(u)[0], entrika.Challenge)
	x.awaits(u)
	s.until("the proof is asked in the panel", func() bool {
		s.clock.Advance(time.Second)
		return strings.Contains(s.now(panel).Text(), s.words("tr", "entrika.prompt.proof.private"))
	})
}

// A lobby whose answer Discord is slow to confirm stands there once.
func TestSlowLobby(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{log: (&book{}).logger()})
	s.stop()
	s.World.Client.AnswerTimeout = 300 * time.Millisecond
	s.start()
	p, ch := s.people("Ayşe", "Can"), s.g.NewChannel("masa")
	if err := s.sb.Fault("slow", sandbox.Plan{Times: 1, Route: "/callback"}); err != nil {
		t.Fatal(err)
	}
	if _, err := p[0].Command(ch, "play", sandbox.Opt("game", "entrika"), sandbox.Opt("thread", false)); err != nil {
		t.Fatal(err)
	}
	lobbies := func() (list []*sandbox.Message) {
		for _, m := range p[0].Sees(ch) {
			if len(m.Buttons()) > 0 {
				list = append(list, m)
			}
		}
		return list
	}
	s.until("a lobby", func() bool { return len(lobbies()) > 0 })
	l := s.lobbyOf(p[0], lobbies()[0])
	l.press(p[1], present.LobbyJoin)
	l.sits("Ayşe", "Can")
	if n := len(lobbies()); n != 1 {
		t.Errorf("%d lobbies of one table", n)
	}
}
