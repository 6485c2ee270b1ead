package noir

import (
	"errors"
	"strings"
	"testing"

	"kumpas/games"
)

// editorOf opens the editor of moves or openings of A.
func editorOf(t *testing.T, tab *table, what string) games.Editor {
	t.Helper()
	f, ok, err := tab.s.Ask(0, tab.s.TurnID, games.Answer{what})
	if err != nil || !ok || f.Editor == nil || f.Public {
		t.Fatalf("%s gives %+v, %v, %v", what, f, ok, err)
	}
	return f.Editor
}

// operate carries out operations, "code" in front of one that must be refused with it, and returns the draft.
func operate(t *testing.T, e games.Editor, ops ...string) games.Editor {
	t.Helper()
	for _, op := range ops {
		words := strings.Fields(op)
		code := ""
		if strings.HasPrefix(words[0], "!") {
			code, words = words[0][1:], words[1:]
		}
		next, err := e.Do(words)
		var r *games.Refusal
		switch {
		case errors.As(err, &r) && string(r.Code) == code:
			continue
		case err != nil || code != "":
			t.Fatalf("%s gives %v", op, err)
		}
		e = next
	}
	return e
}

// R14.5: a plan of openings, step by step.
func TestOpeningPlan(t *testing.T) {
	t.Parallel()
	tab := newTable(t, "", "p4 S[] h:bootlegger,gangster2,gangster1,police")
	e := operate(t, editorOf(t, tab, Open), "!nothing_planned undo", "!bad_choice police", "gangster2", "!not_your_card gangster2", "bootlegger", "gangster1")
	if got := e.Draft(); got != "gangster2-b0.bootlegger.gangster1-p1" {
		t.Errorf("the draft is %s", got)
	}
	v := e.View().(PlanView)
	if v.Cost != 2 || v.Purse != 2 || len(v.Steps) != 3 || v.After.Cards != 1 || len(v.After.Businesses) != 2 || v.Steps[1].Price != 1 || v.Steps[2].Where != Bootlegger {
		t.Errorf("the plan is %+v", v)
	}
	e = operate(t, e, "!no_room place p0 p1", "place p2 away", "place p0 p1")
	if got := e.Draft(); got != "bootlegger.gangster1-away.gangster2-p0" {
		t.Errorf("placed elsewhere the draft is %s", got)
	}
	e = operate(t, e, "undo")
	if got := len(e.View().(PlanView).Steps); got != 2 {
		t.Errorf("%d steps after taking one back", got)
	}
	if got := operate(t, e, "reset").Draft(); got != "" {
		t.Errorf("the draft is %s after taking all back", got)
	}
}

// R4.4: a plan of moves offers to discard a hidden gangster who is away, and nothing else with him.
func TestHiddenGangstersInPlans(t *testing.T) {
	t.Parallel()
	e := editorOf(t, newTable(t, "", "C[2*] ~[3*,1]"), Move)
	f, _, err := e.Ask(games.Answer{"g1"})
	for _, c := range f.Choices {
		if (c.Not == "") != (c.ID == Dismiss) || c.ID == Away {
			t.Errorf("he is offered %+v", c)
		}
	}
	if len(f.Choices) != 3 || err != nil {
		t.Errorf("he is offered %+v, %v", f, err)
	}
	e = operate(t, e, "!gangster_hidden g0 away", "!gangster_hidden g1 b0", "!gangster_hidden g1 h0", "g1 dismiss", "g2 h0")
	if got := e.Draft(); got != "g1-dismiss.g2-h0" {
		t.Errorf("the draft is %s", got)
	}
}

// To place a gangster elsewhere does not change what the plan costs (R12.4).
func TestPlacingKeepsThePrice(t *testing.T) {
	t.Parallel()
	tab := newTable(t, "", "boss=recruiter p2 h:gangster4,gangster1")
	e := operate(t, editorOf(t, tab, Open), "gangster4", "gangster1", "place p0 away")
	if v := e.View().(PlanView); v.Cost != 2 || v.Purse != 0 {
		t.Errorf("the plan is %+v", v)
	}
}

// A plan does not grow without end.
func TestPlanIsBounded(t *testing.T) {
	t.Parallel()
	e := editorOf(t, newTable(t, "", "S[] HQ[1]"), Move)
	for range maxSteps / 2 {
		e = operate(t, e, "g0 b0", "g0 h0")
	}
	e = operate(t, e, "!plan_full g0 b0", "undo", "g0 away")
	if _, err := e.Load(e.Draft() + ".g0-b0"); err == nil {
		t.Error("a longer draft is read")
	}
}

// A draft keeps what still makes sense when the table has changed (R14.5).
func TestPlanSurvivesReactions(t *testing.T) {
	t.Parallel()
	tab := newTable(t, "", "p4 S[] K[1] C[2] h:gangster3,gangster2,casino | h:drive_by K[] | h:turncoat")
	opening := operate(t, editorOf(t, tab, Open), "gangster3", "gangster2", "place p0 b0").Draft()
	moves := operate(t, editorOf(t, tab, Move), "g1 away", "g0 b2", "g1 h0").Draft()
	for _, line := range []string{"dice 6", "B react drive_by A.S", "* pass", "= A K[1] C[2] HQ[]", "C react turncoat A.2 away"} {
		tab.line(line)
	}
	e, err := editorOf(t, tab, Open).Load(opening)
	if err != nil || strings.Contains(e.Draft(), "b0") || len(e.View().(PlanView).Steps) != 2 {
		t.Errorf("the draft %s becomes %v, %v", opening, e, err)
	}
	e, err = editorOf(t, tab, Move).Load(moves)
	if err != nil || e.Draft() != "g0-b2" {
		t.Errorf("the draft %s becomes %q, %v", moves, e.Draft(), err)
	}
	// What he saw is not what he would get: then it is refused, with the reason.
	if _, _, err := tab.s.Apply(games.Reply(0, tab.s.TurnID, Move, moves)); err == nil {
		t.Error("a draft that no longer fits is confirmed")
	}
	tab.apply(games.Reply(0, tab.s.TurnID, Move, e.Draft()))
	tab.line("= A K[] C[1] HQ[]")
}

// A person can write a plan (games.Editor.Parse).
func TestPlanAsText(t *testing.T) {
	t.Parallel()
	tab := newTable(t, "", "p9 h:casino,gangster4,gangster1")
	e, err := editorOf(t, tab, Open).Parse(" casino gangster4-p0\ngangster1-away ")
	if err != nil || e.Draft() != "casino.gangster4-p0.gangster1-away" {
		t.Errorf("it is read as %v, %v", e, err)
	}
	for text, code := range map[string]games.Code{"casino gangster4-h0": NoRoom, "still": NotYourCard, "gangster4-p0": BadTarget, "casino-b0": games.BadChoice, "x": games.BadChoice} {
		var r *games.Refusal
		if _, err := editorOf(t, tab, Open).Parse(text); !errors.As(err, &r) || r.Code != code {
			t.Errorf("%q gives %v, want %s", text, err, code)
		}
	}
}

func FuzzPlan(f *testing.F) {
	for _, draft := range []string{"", "casino.gangster2-p0", "g0-b1.g1-away.g1-dismiss", "gangster1-h0", "g0-", "-", ".", "p0-p0"} {
		f.Add(draft, true)
		f.Add(draft, false)
	}
	f.Fuzz(func(t *testing.T, draft string, opening bool) {
		tab := newTable(t, "", "p9 S[3] K[1] ~[2,2*] h:casino,gangster4,gangster2,still,police | K[]")
		what := Move
		if opening {
			what = Open
		}
		blank := editorOf(t, tab, what)
		for _, read := range []func(string) (games.Editor, error){blank.Load, blank.Parse} {
			e, err := read(draft)
			if err != nil {
				continue
			}
			back, err := blank.Load(e.Draft())
			if err != nil || back.Draft() != e.Draft() {
				t.Fatalf("%q is kept as %q and read as %v, %v", draft, e.Draft(), back, err)
			}
			tab.apply(games.Reply(0, tab.s.TurnID, what, e.Draft()))
			return
		}
	})
}
