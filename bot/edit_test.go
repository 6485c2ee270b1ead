package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kumpas/bot/present"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/machiavelli"
	"kumpas/games/machiavelli/machtest"
)

// sevens is a table on which the sevens can be played by splitting a run.
func sevens() machtest.Position {
	return machtest.Position{Hands: []string{"H2 H7 D7 CK", "SA S2 S9"}, Table: "S4 S5 S6 S7 S8 S9 S10|H4 H5 H6"}
}

// A draft is its author's alone: it moves nothing public, costs one answer a step, and is there again after whatever happens.
func TestBench(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{games: machOf(sevens())})
	run(t, s, "each step is one answer and nothing else", func(s *scene) {
		c := s.cards("Ayşe", "Can")
		u := c.at(0)
		panel := c.panel(u)
		c.settled()
		board, before := c.Board(), s.sb.Stats()
		panel = c.picks(u, panel, []string{"d7", "h7"}, "0", machiavelli.OpPut, present.Part(0))
		panel = c.presses(u, panel, present.VerbEdit, "2", machiavelli.TermNew)
		panel = c.picks(u, panel, []string{"m0"}, "0", machiavelli.OpMove, present.Menu(0))
		panel = c.picks(u, panel, []string{"s7"}, "2", present.Part(0))
		panel = c.picks(u, panel, []string{"m2"}, "3", present.Menu(0))
		panel = c.picks(u, panel, []string{"m0"}, "0", machiavelli.OpMove, present.Menu(0))
		panel = c.picks(u, panel, []string{"a3"}, "0", machiavelli.OpSplit, "m0", present.Menu(0))
		s.told(panel, "machiavelli.draft.good", "Items", "♥7 ♦7")
		after := s.sb.Stats()
		if calls := after.TotalCalls() - before.TotalCalls(); calls != 7 {
			s.t.Errorf("7 steps cost %d calls", calls)
		}
		if now := c.Board(); now.ID != board.ID || now.Version != board.Version || now.EditedTimestamp != board.EditedTimestamp {
			s.t.Error("the board moves with the draft")
		}
		c.note(u.Press(panel, c.find(panel, present.VerbSubmit).CustomID))
		s.until("the play", func() bool { return strings.Contains(c.Board().Text(), "7 ♠ **+♥** **+♦**") })
		if got, want := c.table(), "S4 S5 S6|S8 S9 S10|H4 H5 H6|S7 H7 D7"; got != want {
			s.t.Errorf("on the table is %s, not %s", got, want)
		}
	})
	run(t, s, "it survives a stale press, a restart, a new panel and another question", func(s *scene) {
		c := s.cards("Ayşe", "Can")
		u := c.at(0)
		old := c.panel(u)
		panel := c.presses(u, c.picks(u, old, []string{"h7", "d7"}, "0", machiavelli.OpPut, present.Part(0)), present.VerbEdit, "2", machiavelli.TermNew)
		draft := "7 **+♥** **+♦**"
		if !strings.Contains(panel.Text(), draft) {
			s.t.Fatalf("%s is not in\n%s", draft, panel.Text())
		}
		again := s.note(u.Forge(sandbox.Forgery{Message: old, CustomID: c.find(old, present.VerbEdit, "0", machiavelli.OpPut, present.Part(0)).CustomID,
			Type: sandbox.TypeStringSelect, Values: []string{"ck"}}))
		s.told(again, "table.bench.changed")
		if again.ID != panel.ID || !strings.Contains(again.Text(), draft) || strings.Contains(again.Text(), "Nereye") {
			s.t.Errorf("after a stale press:\n%s", again.Text())
		}
		panel = c.note(u.Press(again, button(again, machiavelli.OrderRank))) // an answer to another prompt
		if !strings.Contains(panel.Text(), draft) {
			s.t.Errorf("after sorting the hand:\n%s", panel.Text())
		}
		panel = c.picks(u, panel, []string{"m0"}, "0", machiavelli.OpMove, present.Menu(0)) // half an operation
		s.stop()
		s.start()
		for _, m := range []*sandbox.Message{c.panel(u), c.note(u.Press(panel, present.ID(present.VerbPanel, c.ID, "again")))} {
			if !strings.Contains(m.Text(), draft) || c.find(m, present.VerbEdit, "2", present.Part(0)) == nil {
				s.t.Errorf("after a restart:\n%s", m.Text())
			}
		}
	})
	run(t, s, "nobody sees that somebody drafts", func(s *scene) {
		c := s.cards("Ayşe", "Can")
		u, other := c.at(0), c.at(1)
		m := c.note(u.Press(c.Board(), button(c.Board(), machiavelli.Play)))
		m = c.presses(u, c.picks(u, m, []string{"ck"}, "0", machiavelli.OpPut, present.Part(0)), present.VerbEdit, "2", machiavelli.TermNew)
		board := c.Board()
		c.answer(other.Press(board, present.ID(present.VerbDown, c.ID)))
		s.until("the board comes down", func() bool { return c.Board().ID != board.ID })
		if down := c.Board(); down.Text() != board.Text() || button(down, machiavelli.Draw) == "" {
			s.t.Errorf("the board tells of the draft:\n%s", down.Text())
		}
		if text := c.panel(other).Text(); strings.Contains(text, "♣") {
			s.t.Errorf("another one's panel tells of the draft:\n%s", text)
		}
		c.answer(u.Press(m, c.find(m, present.VerbEdit, "0", machiavelli.OpReset).CustomID))
	})
	run(t, s, "foreign, forged and impossible presses change nothing", func(s *scene) {
		c := s.cards("Ayşe", "Can")
		u, other, stranger := c.at(0), c.at(1), s.people("Yabancı")[0]
		panel := c.presses(u, c.picks(u, c.panel(u), []string{"ck"}, "0", machiavelli.OpPut, present.Part(0)), present.VerbEdit, "2", machiavelli.TermNew)
		undo := c.find(panel, present.VerbEdit, "0", machiavelli.OpUndo).CustomID
		edit, _ := present.ParseID(undo)
		submit := present.ID(present.VerbSubmit, c.ID, edit.Arg(1), edit.Arg(2)) // the button is disabled
		ids := map[string]string{
			"not on turn":  "machiavelli.refusal.not_your_turn",
			"a bystander":  "table.watching",
			"no number":    "table.stale",
			"no such turn": "table.stale",
		}
		forge := func(u *sandbox.User, id string, values ...string) *sandbox.Message {
			s.t.Helper()
			f := sandbox.Forgery{Message: c.Board(), CustomID: id}
			if len(values) > 0 {
				f.Type, f.Values = sandbox.TypeStringSelect, values
			}
			return s.note(u.Forge(f))
		}
		s.told(forge(other, undo), ids["not on turn"])
		s.told(forge(stranger, submit), ids["a bystander"])
		s.told(forge(u, present.ID(present.VerbEdit, c.ID, "x", edit.Arg(2), "0", machiavelli.OpUndo)), ids["no number"], "Link", "")
		s.told(forge(u, present.ID(present.VerbWrite, c.ID, "99")), ids["no such turn"], "Link", "")
		for _, elements := range [][]string{{"0"}, {"9", "undo"}, {"-1", "undo"}, {"0", "=7"}, {"0", "put", "*9"}, {"0", "put", "sa", "new"}, {"0", "put", "ck+ck", "new"},
			{"0", "nothing"}, {"0", "undo", "undo"}, {"0", "move", "m77"}, {"0", "split", "m2", "a1"}, {"", "undo"}} {
			m := forge(u, present.ID(present.VerbEdit, append([]string{c.ID, edit.Arg(1), edit.Arg(2)}, elements...)...))
			if text := m.Text(); text == "" || strings.Contains(text, "machiavelli.") || strings.Contains(text, "R4.1") {
				s.t.Errorf("%q is answered with %q", elements, text)
			}
		}
		s.told(forge(u, submit), "machiavelli.refusal.meld_too_short", "N", 3, "What", "♣K")
		if now := c.panel(u); !strings.Contains(now.Text(), "**+♣K**") || c.table() != "S4 S5 S6 S7 S8 S9 S10|H4 H5 H6" {
			s.t.Errorf("something has changed:\n%s", now.Text())
		}
	})
	run(t, s, "written", func(s *scene) {
		c := s.cards("Ayşe", "Can")
		u := c.at(0)
		panel := c.panel(u)
		refused := c.writes(u, panel, "s4 zz9 `")
		s.told(refused, "machiavelli.refusal.cannot_parse", "What", "zz")
		if refused.ID == panel.ID || !strings.Contains(refused.Text(), "```\ns4 zz9 '\n```") {
			s.t.Errorf("the text is not given back:\n%s", refused.Text())
		}
		panel = c.writes(u, panel, "s7 h7 d7")
		s.told(panel, "machiavelli.draft.good", "Items", "♥7 ♦7")
		late := c.form(u, panel)
		c.note(u.Press(panel, c.find(panel, present.VerbSubmit).CustomID))
		s.until("the play", func() bool { return c.table() == "S4 S5 S6|S8 S9 S10|H4 H5 H6|S7 H7 D7" })
		s.told(s.note(u.Submit(late, map[string][]string{"text": {"ck"}})), "table.stale", "Link", "")
	})
}

// When the time is over a good draft is played, with the draft in the log, and any other is dropped.
func TestBenchTimeout(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{games: machOf(sevens())})
	for _, good := range []bool{true, false} {
		run(t, s, fmt.Sprint("good: ", good), func(s *scene) {
			c := s.cards("Ayşe", "Can")
			u := c.at(0)
			text := map[bool]string{true: "s7 h7 d7", false: "ck"}[good]
			panel := c.writes(u, c.panel(u), text)
			c.settled()
			s.clock.Advance(4 * time.Minute)
			s.until("the turn is over", func() bool { return c.state().View(-1).(machiavelli.View).Turn == 2 })
			want := map[bool]string{true: "S4 S5 S6|S8 S9 S10|H4 H5 H6|S7 H7 D7", false: "S4 S5 S6 S7 S8 S9 S10|H4 H5 H6"}[good]
			if got := c.table(); got != want {
				s.t.Errorf("on the table is %s, not %s", got, want)
			}
			if !good {
				s.until("he is told why", func() bool {
					return strings.Contains(s.now(panel).Text(), s.words("tr", "machiavelli.event.dropped", "What", s.words("tr", "machiavelli.dropped.bad_meld")))
				})
			}
			if err := audit(s, tableID(c.match)); err != nil {
				s.t.Error(err)
			}
		})
	}
}

// What the log keeps of a draft, and whoever takes the file of the game reads, is the answer alone: not what was tried before it, nor what
// the bot has found.
func TestBenchLog(t *testing.T) {
	t.Parallel()
	pos := sevens()
	pos.Options = games.Options{machiavelli.OptAssist: machiavelli.AssistHints}
	s := newScene(t, plan{games: machOf(pos)})
	for _, late := range []bool{false, true} {
		run(t, s, fmt.Sprint("late: ", late), func(s *scene) {
			c := s.cards("Ayşe", "Can")
			u := c.at(0)
			panel := c.panel(u)
			for _, text := range []string{"ck", "s7 h7 d7"} {
				panel = c.writes(u, panel, text)
			}
			panel = c.presses(u, panel, present.VerbEdit, "0", machiavelli.OpHint, machiavelli.AskExists)
			s.told(panel, "machiavelli.asked.exists.yes")
			if late {
				c.settled()
				s.clock.Advance(4 * time.Minute)
			} else {
				c.note(u.Press(panel, c.find(panel, present.VerbSubmit).CustomID))
			}
			s.until("the play", func() bool { return c.table() == "S4 S5 S6|S8 S9 S10|H4 H5 H6|S7 H7 D7" })
			a := c.actions()[0]
			if len(a.Answer) != 2 || !strings.Contains(a.Answer[1], "H7") || strings.Contains(a.Answer[1], "CK") || strings.ContainsAny(a.Answer[1], ";#") {
				s.t.Errorf("in the log stands %q", a.Answer)
			}
			if err := audit(s, tableID(c.match)); err != nil {
				s.t.Error(err)
			}
		})
	}
}

// A hand of more cards than a select holds is picked in parts, which stay picked together.
func TestBenchParts(t *testing.T) {
	t.Parallel()
	p := machtest.Position{Hands: []string{"", "SA"}, Table: machtest.Full(24), Edit: func(f map[string]any) {
		f["Hands"].([]any)[0], f["Stock"] = f["Stock"], ""
	}}
	s := newScene(t, plan{games: machOf(p)})
	c := s.cards("Ayşe", "Can")
	u := c.at(0)
	panel := c.panel(u)
	for _, k := range []int{0, 1, 2} {
		if sel := c.find(panel, present.VerbEdit, "0", machiavelli.OpPut, present.Part(k)); sel == nil || len(sel.Options) > 25 {
			t.Fatalf("part %d of the hand is missing", k)
		}
	}
	picked := func(cards string) {
		t.Helper()
		s.told(panel, "machiavelli.draft.put", "Items", cards)
	}
	panel = c.picks(u, panel, []string{"s2"}, "0", machiavelli.OpPut, present.Part(0))
	picked("♠2")
	panel = c.picks(u, panel, []string{"h4"}, "0", machiavelli.OpPut, present.Part(1))
	picked("♠2 ♥4")
	panel = c.picks(u, panel, []string{"s3", "s5"}, "0", machiavelli.OpPut, present.Part(0))
	picked("♠3 ♠5 ♥4")
	panel = c.picks(u, panel, nil, "0", machiavelli.OpPut, present.Part(0))
	picked("♥4")
	if panel = c.picks(u, panel, nil, "0", machiavelli.OpPut, present.Part(1)); c.find(panel, present.VerbEdit, "0", machiavelli.OpMove, present.Menu(0)) == nil {
		t.Errorf("with nothing picked any more the bench is not as at first:\n%s", panel.Text())
	}
}
