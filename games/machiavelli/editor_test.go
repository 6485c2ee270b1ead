package machiavelli

import (
	"reflect"
	"strings"
	"testing"

	"kumpas/games"
)

// steps carries out operations, "move m0 s4+s5 new", and returns the editor.
func steps(t *testing.T, e games.Editor, ops ...string) games.Editor {
	t.Helper()
	for _, op := range ops {
		next, err := e.Do(strings.Fields(op))
		if err != nil {
			t.Fatalf("%s: %v (%q)", op, err, e.Draft())
		}
		e = next
	}
	return e
}

// By hand (R9.1): each line is a sketch that the operations lead to, and what is wrong with it.
func TestOperations(t *testing.T) {
	const long = "table S4 S5 S6 S7 S8 S9 S10 | C2 C3 C4; A H7 D7 C5 H2; B H3"
	for _, c := range []struct {
		name, options, position string
		ops                     []string
		sketch                  string
		wrong                   games.Code
	}{
		{"M25 by taps", "assist=off", long, []string{"split m0 a4", "move m0 s7 new", "put h7+d7 m3"},
			"S4 S5 S6 S7 S8 S9 S10>S4 S5 S6|>S8 S9 S10|>S7 H7 D7", ""},
		{"M25 by one word", "", long, []string{"arrange h7+d7"},
			"S4 S5 S6 S7 S8 S9 S10>S4 S5 S6|>S8 S9 S10|>S7 H7 D7", ""},
		{"a card left over", "", long, []string{"move m0 s4 loose", "put c5 m1"},
			"S4 S5 S6 S7 S8 S9 S10>S5 S6 S7 S8 S9 S10|C2 C3 C4>C2 C3 C4 C5", TableCardMissing},
		{"and put back", "", long, []string{"move m0 s4 loose", "move loose s4 m0"}, "", NoCardAdded},
		{"cards of the hand go back", "", long, []string{"put c5+h2 m1", "move m1 h2 hand"}, "C2 C3 C4>C2 C3 C4 C5", ""},
		{"two runs become one", "", "table S4 S5 S6 | S7 S8 S9; A S10 H2; B H3", []string{"merge m0 m1", "put s10 m0"},
			"S4 S5 S6>S4 S5 S6 S7 S8 S9 S10|S7 S8 S9>", ""},
		{"a whole meld moves", "", "table S4 S5 S6 | S7 S8 S9; A S10 H2; B H3", []string{"move m1 s7+s8+s9 m0"},
			"S4 S5 S6>S4 S5 S6 S7 S8 S9|S7 S8 S9>", NoCardAdded},
		{"undo", "", long, []string{"put c5 m1", "split m0 a3", "undo"}, "C2 C3 C4>C2 C3 C4 C5", ""},
		{"reset, and back again", "", long, []string{"put c5 m1", "reset", "undo"}, "C2 C3 C4>C2 C3 C4 C5", ""},
		{"giving up", "", long, []string{"put c5 m1", "give_up"}, "!", ""},
		{"and going on", "", long, []string{"put c5 m1", "give_up", "undo"}, "C2 C3 C4>C2 C3 C4 C5", ""},
		{"a reading", "", "A S3 S4 JK H2; B H3", []string{"put s3+s4+jk new", "reading m0 s2"}, ">JK=S2 S3 S4", ""},
		{"a reading below a high ace", "", "A SA S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ JK H2; B H3", []string{"put sa+s3+s4+s5+s6+s7+s8+s9+s10+sj+sq+jk new", "reading m0 sk"},
			">S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ JK=SK SA", ""},
		{"a reading on the table", "", "table S3 S4 JK; A H2; B H3", []string{"reading m0 s2"}, "S3 S4 JK=S5>JK=S2 S3 S4", NoCardAdded},
		{"the cards that do not go leave the draft alone", "", long, []string{"put c5 m1", "arrange h2"}, "C2 C3 C4>C2 C3 C4 C5", ""},
		{"the whole play", "assist=hints", "table C2 C3 C4; A C5 H2; B H3", []string{"hint whole"}, "C2 C3 C4>C2 C3 C4 C5", ""},
		{"of two melds alike one changes", "", "table S3 S4 S5 | S3 S4 S5; A S6 H2; B H3", []string{"put s6 m1"}, "S3 S4 S5>S3 S4 S5 S6", ""},
		{"equal cards in the hand", "", "table S3 S4 S5 | S7 S8 S9; A S6 S6 H2; B H3", []string{"put s6_2 m0", "put s6 m1"},
			"S3 S4 S5>S3 S4 S5 S6|S7 S8 S9>S6 S7 S8 S9", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := newTable(t, c.options, c.position)
			e := steps(t, newEditor(tab.s, 0), c.ops...).(*editor)
			if got := e.write(); got != c.sketch {
				t.Errorf("the sketch %q, want %q", got, c.sketch)
			}
			r := e.wrong()
			if r == nil && c.wrong != "" || r != nil && r.Code != c.wrong {
				t.Errorf("%+v is wrong, want %q", r, c.wrong)
			}
			back, err := newEditor(tab.s, 0).Load(e.Draft())
			if err != nil || !reflect.DeepEqual(back.View(), e.View()) {
				t.Errorf("loaded again it is %v (%v)", back, err)
			}
		})
	}
}

// What the solver answers is kept with the draft, for this turn (R9.9).
func TestAsked(t *testing.T) {
	const position = "table C2 C3 C4; A C5 H2; B H3 H9"
	for _, c := range []struct {
		name, options, position, op string
		want                        AskedView
	}{
		{"arrange", "", position, "arrange c5", AskedView{What: AskArrange, Cards: []string{"C5"}, Verdict: Yes}},
		{"arrange what does not go", "", position, "arrange h2", AskedView{What: AskArrange, Cards: []string{"H2"}, Verdict: No}},
		{"exists", "assist=hints", position, "hint exists", AskedView{What: AskExists, Verdict: Yes}},
		{"exists not", "assist=hints", "A C5 H2; B H3", "hint exists", AskedView{What: AskExists, Verdict: No}},
		{"cards", "assist=hints", position, "hint cards", AskedView{What: AskCards, Cards: []string{"C5"}, Verdict: Yes, Proved: true}},
		{"whole", "assist=hints", position, "hint whole", AskedView{What: AskWhole, Cards: []string{"C5"}, Verdict: Yes, Proved: true}},
		{"no opening", "assist=hints opening_points=36", "table C2 C3 C4; A C5 D5 H5 H2; B H3", "hint exists", AskedView{What: AskExists, Verdict: No}},
		{"an opening", "assist=hints opening_points=36", "A CA DA HA DK CK HK H2; B H3", "hint cards",
			AskedView{What: AskCards, Cards: []string{"HA", "HK", "DA", "DK", "CA", "CK"}, Verdict: Yes, Proved: true}},
		{"an opening of more cards, not of more points", "assist=hints opening_points=36", "A SA S2 S3 HA H2 H3 DA C4 C5 C6; B H5", "hint cards",
			AskedView{What: AskCards, Cards: []string{"SA", "S2", "S3", "HA", "H2", "H3", "C4", "C5", "C6"}, Verdict: Yes, Proved: true}},
		{"the most cards are no opening", "assist=hints opening_points=36", "A DA D2 D3 S2 S3 S5 S6 SK HK JK; B H5", "hint cards",
			AskedView{What: AskCards, Cards: []string{"SK", "HK", "DA", "D2", "D3", "JK"}, Verdict: Yes}},
		{"arrange what opens", "opening_points=36", "A SJ SQ SK S10 H2; B H3", "arrange s10+sj+sq+sk",
			AskedView{What: AskArrange, Cards: []string{"S10", "SJ", "SQ", "SK"}, Verdict: Yes}},
		{"arrange what does not open", "opening_points=36", "A S3 S4 S5 H2; B H3", "arrange s3+s4+s5",
			AskedView{What: AskArrange, Cards: []string{"S3", "S4", "S5"}, Verdict: No}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := newTable(t, c.options, c.position)
			e := steps(t, newEditor(tab.s, 0), c.op)
			if got := e.View().(DraftView).Asked; got == nil || !reflect.DeepEqual(*got, c.want) {
				t.Errorf("%+v, want %+v", got, c.want)
			}
			tab.line("A draw")
			tab.line("B draw")
			later, err := newEditor(tab.s, 0).Load(e.Draft())
			if err != nil || later.View().(DraftView).Asked != nil {
				t.Errorf("two turns later: %+v, %v", later.View(), err)
			}
		})
	}
}

// Assist (R9.9): what the table does not allow is refused.
func TestHelpOff(t *testing.T) {
	for _, c := range []struct{ options, op string }{
		{"assist=off", "arrange c5"}, {"assist=off", "hint exists"}, {"assist=arrange", "hint cards"},
	} {
		tab := newTable(t, c.options, "table C2 C3 C4; A C5 H2; B H3")
		_, err := newEditor(tab.s, 0).Do(strings.Fields(c.op))
		if r, ok := err.(*games.Refusal); !ok || r.Code != HelpOff {
			t.Errorf("%s, %s: %v", c.options, c.op, err)
		}
	}
}

// A draft survives what others do (R9.13): what is not touched stays, what has no place any more goes.
func TestLoadLater(t *testing.T) {
	for _, c := range []struct{ name, now, draft, want string }{
		{"nothing has changed", "table S3 S4 S5 | C2 C3 C4; A S6 H2; B H3", "S3 S4 S5>S3 S4 S5 S6", "S3 S4 S5>S3 S4 S5 S6"},
		{"another meld has changed", "table S3 S4 S5 | C2 C3 C4 C5; A S6 H2; B H3", "S3 S4 S5>S3 S4 S5 S6", "S3 S4 S5>S3 S4 S5 S6"},
		{"the meld is gone, the card of the hand stays in the draft", "table S2 S3 S4 S5; A S6 H2; B H3", "S3 S4 S5>S3 S4 S5 S6", ">S6"},
		{"the card of the hand is gone", "table S3 S4 S5; A H2; B H3", "S3 S4 S5>S3 S4 S5 S6", ""},
		{"a new meld of the hand stays", "table H4 H5 H6; A C7 D7 H7 H2; B H3", "S3 S4 S5>S3 S4|>H7 D7 C7", ">H7 D7 C7"},
		{"steps before go the same way", "table S2 S3 S4 S5; A S6 H2; B H3", ";>H2;S3 S4 S5>S3 S4 S5 S6|>H2", ">H2|>S6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := newTable(t, "", c.now)
			e, err := newEditor(tab.s, 0).Load(c.draft)
			if err != nil {
				t.Fatal(err)
			}
			if got := e.(*editor).write(); got != c.want && strings.Join(reversed(got), "|") != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// reversed are the entries of a sketch from the last to the first: the order of new melds is the draft's.
func reversed(sketch string) (parts []string) {
	for part := range strings.SplitSeq(sketch, "|") {
		parts = append([]string{part}, parts...)
	}
	return parts
}

// What led to a draft is no part of the answer: neither what was tried before it, nor what the solver has said.
func TestFinal(t *testing.T) {
	tab := newTable(t, "assist=hints", "table C2 C3 C4; A C5 H2; B H3")
	e := steps(t, newEditor(tab.s, 0), "put h2 new", "undo", "put h2 new", "move m1 h2 hand", "put c5 m0", "hint exists")
	if draft, final := e.Draft(), e.Final(); !strings.Contains(draft, "H2") || final != "C2 C3 C4>C2 C3 C4 C5" {
		t.Errorf("the draft is %q, in the end %q", draft, final)
	}
}

// The steps to go back to are bounded.
func TestUndoIsBounded(t *testing.T) {
	tab := newTable(t, "", "table C2 C3 C4; A C5 H2; B H3")
	e := games.Editor(newEditor(tab.s, 0))
	for range 40 {
		e = steps(t, e, "put c5 m0", "move m0 c5 hand")
	}
	if n := strings.Count(e.Draft(), ";"); n != maxPast {
		t.Errorf("%d steps to go back to", n)
	}
	for range maxPast {
		e = steps(t, e, "undo")
	}
	if _, err := e.Do(games.Answer{OpUndo}); err.(*games.Refusal).Code != NothingThere {
		t.Error(err)
	}
}

// What is offered besides, and what the view says.
func TestDraftView(t *testing.T) {
	tab := newTable(t, "", "table S4 S5 S6 S7 | H4 D4 C4; A S8 S4 H2; B H3")
	e := steps(t, newEditor(tab.s, 0), "put s8 m0", "move m0 s4+s5 loose", "put s4 m1")
	want := DraftView{
		Melds: []DraftMeld{
			{Cards: []string{"S6", "S7", "S8"}, Changed: true, Played: []int{2}},
			{Cards: []string{"S4", "H4", "D4", "C4"}, Set: true, Changed: true},
		},
		Loose: []string{"S5"}, Hand: []string{"S4", "H2"}, Used: []string{"S8"}, Changed: true,
		Wrong: []games.Refusal{{Code: TableCardMissing, Rule: "R4.2.2", Seat: games.Nobody, N: 1, What: "S5"}},
	}
	if got := e.View().(DraftView); !reflect.DeepEqual(got, want) {
		// The S4 of the hand is as good as the one that was loose (R9.4).
		t.Errorf("%+v\nwant\n%+v", got, want)
	}
}

// The view of the table marks what the last turn brought.
func TestTableView(t *testing.T) {
	tab := newTable(t, "", "table S4 S5 S6 S7 | H4 H5 H6; A C4 D4 S8 H2; B H3")
	tab.line("A play S5 S6 S7 S8 | S4 C4 D4")
	v := tab.s.View(1).(View)
	want := []MeldView{
		{Cards: []string{"S5", "S6", "S7", "S8"}, New: true, Played: []int{3}},
		{Cards: []string{"H4", "H5", "H6"}},
		{Cards: []string{"S4", "D4", "C4"}, Set: true, New: true, Played: []int{1, 2}},
	}
	if !reflect.DeepEqual(v.Table, want) {
		t.Errorf("%+v\nwant\n%+v", v.Table, want)
	}
	last := &LastView{Turn: 1, Seat: 0, What: Play, Cards: []string{"S8", "D4", "C4"}, Broken: [][]string{{"S4", "S5", "S6", "S7"}}}
	if !reflect.DeepEqual(v.Last, last) {
		t.Errorf("%+v, want %+v", v.Last, last)
	}
	if v.Seats[0].Cards != 1 || v.Seats[0].Hand != nil || !v.Seats[0].Opened || v.Seats[1].Opened {
		t.Errorf("%+v", v.Seats)
	}
}

// The turn that ended the game is the last one, also when it was the first.
func TestLastTurnOfTheGame(t *testing.T) {
	tab := newTable(t, "", "table S3 S4 S5; A S6; B H3")
	tab.line("A play S3 S4 S5 S6")
	v := tab.s.View(1).(View)
	if v.Last == nil || v.Last.What != Play || len(v.Last.Cards) != 1 || v.Phase != PhaseOver || v.Seats[1].Points != 3 {
		t.Errorf("%+v", v)
	}
}

// The order of the hand is the player's own, open at all times, and display only (section 8).
func TestHandOrder(t *testing.T) {
	st, _, err := Game.New(games.Setup{Players: 3, Options: games.Options{OptShowHandOrder: OrderRank}})
	if err != nil {
		t.Fatal(err)
	}
	for seat := range games.Seat(3) {
		p, ok := games.PromptFor(st, seat, orderID)
		if !ok || !p.Mine || p.Given[0] != OrderRank {
			t.Errorf("seat %d: %+v", seat, p)
		}
		next, events, err := st.Apply(games.Reply(seat, orderID, OrderSuit))
		if err != nil || len(events) > 0 {
			t.Fatal(events, err)
		}
		if v := next.View(seat).(View); v.Order != OrderSuit || len(v.Hand) != 13 {
			t.Errorf("seat %d: %+v", seat, v)
		}
		for other := range games.Seat(3) {
			if other != seat && !reflect.DeepEqual(next.View(other), st.View(other)) {
				t.Errorf("seat %d notices what seat %d does", other, seat)
			}
		}
	}
}

// Every option and value is taken; others are bad_option.
func TestOptions(t *testing.T) {
	for _, o := range Game.Info().Options {
		for _, v := range o.Values {
			if err := Game.Check(4, games.Options{o.ID: v}); err != nil {
				t.Errorf("%s=%s: %v", o.ID, v, err)
			}
		}
		err := Game.Check(4, games.Options{o.ID: "16"})
		if r, ok := err.(*games.Refusal); !ok || r.Code != games.BadOption {
			t.Errorf("%s=16: %v", o.ID, err)
		}
	}
}
