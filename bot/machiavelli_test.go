package bot_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/machiavelli"
	"kumpas/games/machiavelli/machtest"
)

// A card is drawn with one press: whoever drew sees it at once, the others see that he drew.
func TestMachiavelliDraw(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{keep: true, games: machOf(sevens())})
	c := s.cards("Ayşe", "Can")
	u, other := c.at(0), c.at(1)
	watching := c.panel(other)
	board := c.Board()
	panel := c.note(u.Press(board, button(board, machiavelli.Draw)))
	s.until("the next turn", func() bool { return strings.Contains(c.Board().Text(), "bir kart çekti") })
	mine := s.sb.Log()
	drawn := ""
	for _, line := range strings.Split(panel.Text(), "\n") {
		if _, cards, ok := strings.Cut(line, strings.TrimSuffix(s.words("tr", "machiavelli.event.drawn", "Items", "|"), "|")); ok {
			drawn = cards
		}
	}
	if drawn == "" {
		t.Fatalf("he is not told what he drew:\n%s", panel.Text())
	}
	for _, m := range mine {
		if m.Message != nil && m.For != u.ID() && strings.Contains(m.Message.Text(), s.words("tr", "machiavelli.event.drawn", "Items", drawn)) {
			t.Errorf("others are told:\n%s", m.Message.Text())
		}
	}
	s.until("the other one's bench", func() bool {
		return strings.Contains(s.now(watching).Text(), s.words("tr", "machiavelli.draft.begin.arrange"))
	})
}

// The hand is sorted with one press, stays sorted, and nothing public moves for it.
func TestMachiavelliOrder(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{games: machOf(sevens())})
	c := s.cards("Ayşe", "Can")
	u := c.at(0)
	panel := c.panel(u)
	c.settled()
	board, calls := c.Board(), s.sb.Stats().TotalCalls()
	if !strings.Contains(panel.Text(), "♥ 2 7\n♦ 7\n♣ K") {
		t.Errorf("by suit:\n%s", panel.Text())
	}
	panel = c.note(u.Press(panel, button(panel, machiavelli.OrderRank)))
	sorted := "♥2  ·  ♥7 ♦7  ·  ♣K"
	if !strings.Contains(panel.Text(), sorted) || button(panel, machiavelli.OrderRank) != "" {
		t.Errorf("by rank:\n%s", panel.Text())
	}
	if now := c.Board(); now.ID != board.ID || now.Version != board.Version || s.sb.Stats().TotalCalls() != calls+1 {
		t.Error("the board moves when somebody sorts his hand")
	}
	c.note(u.Press(panel, button(panel, machiavelli.Draw)))
	s.until("the next turn", func() bool { return c.state().View(-1).(machiavelli.View).Turn == 2 })
	if text := c.panel(u).Text(); !strings.Contains(text, "♥2") || !strings.Contains(text, "  ·  ♥7 ♦7") {
		t.Errorf("in the next turn:\n%s", text)
	}
}

// What the bot helps with is what the table's option says.
func TestMachiavelliAssist(t *testing.T) {
	t.Parallel()
	for _, assist := range []string{machiavelli.AssistHints, machiavelli.AssistOff} {
		pos := sevens()
		pos.Options = games.Options{machiavelli.OptAssist: assist}
		s := newScene(t, plan{games: machOf(pos)})
		run(t, s, assist, func(s *scene) {
			c := s.cards("Ayşe", "Can")
			u := c.at(0)
			panel := c.panel(u)
			s.told(panel, "machiavelli.draft.begin."+assist)
			if assist == machiavelli.AssistOff {
				id, _ := present.ParseID(c.find(panel, present.VerbEdit, "0", machiavelli.OpPut, present.Part(0)).CustomID)
				for _, op := range [][]string{{machiavelli.OpHint, machiavelli.AskWhole}, {machiavelli.OpArrange, "h7+d7"}} {
					forged := present.ID(present.VerbEdit, append([]string{c.ID, id.Arg(1), id.Arg(2), "0"}, op...)...)
					s.told(s.note(u.Forge(sandbox.Forgery{Message: panel, CustomID: forged})), "machiavelli.refusal.help_off")
				}
				panel = c.picks(u, panel, []string{"d7", "h7"}, "0", machiavelli.OpPut, present.Part(0))
				if c.find(panel, present.VerbEdit, "0", machiavelli.OpArrange, present.Same(1)) != nil {
					s.t.Error("help that is off is offered")
				}
				return
			}
			panel = c.presses(u, panel, present.VerbEdit, "0", machiavelli.OpHint, machiavelli.AskExists)
			s.told(panel, "machiavelli.asked.exists.yes")
			panel = c.presses(u, panel, present.VerbEdit, "0", machiavelli.OpHint, machiavelli.AskCards)
			s.told(panel, "machiavelli.asked.cards.yes", "Items", "♥7 ♦7", "N", 1)
			panel = c.presses(u, panel, present.VerbEdit, "0", machiavelli.OpHint, machiavelli.AskWhole)
			s.told(panel, "machiavelli.draft.good", "Items", "♥7 ♦7")
			panel = c.picks(u, panel, []string{"ck"}, "0", machiavelli.OpPut, present.Part(0))
			panel = c.presses(u, panel, present.VerbEdit, "0", machiavelli.OpArrange, present.Same(1))
			s.told(panel, "machiavelli.asked.arrange.no", "Items", "♣K")
		})
	}
}

// A blocked game ends with the hands and what they count; equal hands share it. Who goes out wins at once.
func TestMachiavelliEnds(t *testing.T) {
	t.Parallel()
	out := func(f map[string]any) { f["Hands"].([]any)[2], f["Stock"] = f["Stock"], "" } // all other cards with the third one
	blocked := machtest.Position{Hands: []string{"S8 DK", "S8 HK", ""}, Table: "H4 H5 H6", Edit: out}
	s := newScene(t, plan{games: machOf(blocked)})
	run(t, s, "blocked", func(s *scene) {
		c := s.cards("Ayşe", "Can", "Deniz")
		for seat := range games.Seat(3) {
			s.until("the turn", func() bool {
				return button(c.Board(), machiavelli.Pass) != "" && c.state().View(-1).(machiavelli.View).Active == seat
			})
			if button(c.Board(), machiavelli.Draw) != "" {
				s.t.Error("an empty stock is offered")
			}
			u := c.at(seat)
			s.until("his own board", func() bool { w := c.waits(); return len(w) == 1 && w[0] == u })
			c.answer(u.Press(c.Board(), button(c.Board(), machiavelli.Pass)))
		}
		s.until("the end", func() bool { return c.Over() })
		s.told(c.Board(), "over.drew", "Names", s.Config.Words.For("tr").List([]string{"**Ayşe**", "**Can**"}))
		for _, hand := range []string{"18 puan: ♠ 8  ♦ K", "18 puan: ♠ 8  ♥ K"} {
			if !strings.Contains(c.Board().Text(), hand) {
				s.t.Errorf("%q is not in\n%s", hand, c.Board().Text())
			}
		}
	})
	last := machtest.Position{Hands: []string{"H7", "S8 HK"}, Table: "H4 H5 H6"}
	s = newScene(t, plan{games: machOf(last)})
	run(t, s, "out", func(s *scene) {
		c := s.cards("Ayşe", "Can")
		u := c.at(0)
		panel := c.picks(u, c.panel(u), []string{"h7"}, "0", machiavelli.OpPut, present.Part(0))
		panel = c.presses(u, panel, present.VerbEdit, "0", machiavelli.OpArrange, present.Same(1))
		c.answer(u.Press(panel, c.find(panel, present.VerbSubmit).CustomID))
		s.until("the end", func() bool { return c.Over() })
		s.told(c.Board(), "over.won", "Names", "**Ayşe**", "N", 1)
		if err := audit(s, tableID(c.match)); err != nil {
			s.t.Error(err)
		}
	})
}

// plain is Machiavelli without a layout of its own.
type plain struct {
	present.Game
	present.Namer
	present.Labeller
}

// Draft implements present.Draftsman.
func (plain) Draft(_ *present.Scene, p present.Prompt) string {
	return "taslak: " + p.Bench.Editor.Draft()
}

// An editor whose game lays nothing out has the plain bench, with the draft in the game's words, on which robots play to the end.
func TestPlainBench(t *testing.T) {
	t.Parallel()
	mach := present.Machiavelli{}
	s := newScene(t, plan{games: bot.Games{{Engine: machiavelli.Game, Screen: plain{mach, mach, mach}}}})
	x := &robot.Table{Sandbox: s.sb, Users: s.people("Ayşe", "Can"), Rand: rand.New(rand.NewPCG(3, 4))}
	if err := x.Open(s.ctx, robot.Setup{Game: "machiavelli", Channel: s.g.NewChannel("masa"), Options: map[string]string{"hand_size": "5", "assist": "hints"}}); err != nil {
		t.Fatal(err)
	}
	for n := 0; n < 25 && !x.Over(); n++ {
		if err := x.Step(s.ctx); err != nil {
			t.Fatal(err)
		}
	}
	for _, what := range []string{present.VerbEdit + " " + machiavelli.OpHint, present.VerbEdit, present.VerbSubmit} {
		if x.Benches[what] == 0 {
			t.Errorf("nobody pressed %q: %v", what, x.Benches)
		}
	}
	for _, u := range x.Users {
		if !slices.ContainsFunc(u.Feed(), func(c sandbox.Change) bool { return c.Message != nil && strings.Contains(c.Message.Text(), "taslak: ") }) {
			t.Errorf("%s was not shown a draft", u.Name())
		}
	}
}
