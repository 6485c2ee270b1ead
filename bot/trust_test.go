package bot_test

import (
	"slices"
	"testing"
	"time"

	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games/entrika"
)

// answers are the ids of a message's controls that answer a prompt.
func answers(m *sandbox.Message) (out []string) {
	for _, c := range replies(m) {
		out = append(out, c.CustomID)
	}
	return out
}

// down brings the board down and waits until the new one stands.
func (x *match) down(u *sandbox.User) *sandbox.Message {
	x.t.Helper()
	old := x.Board()
	x.clock.Advance(21 * time.Second)
	x.answer(u.Press(old, present.ID(present.VerbDown, x.ID)))
	x.until("a new board", func() bool { return x.Board().ID != old.ID })
	x.settled()
	return x.Board()
}

// What somebody picks in his panel without having answered yet is his own business: whatever brings the board up to date, it shows
// only what was picked in the open.
func TestHalfPicks(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
	u := x.turn()
	other := x.others(u)[0]
	before := answers(x.Board())
	panel := x.panel(u)
	steal := s.answer(u.Press(panel, button(panel, entrika.Steal)))
	if slices.Equal(answers(steal), answers(panel)) {
		t.Fatalf("the panel does not go on:\n%s", steal.Text())
	}
	if got := answers(x.down(other)); !slices.Equal(got, before) {
		t.Errorf("the board tells what he thinks of in private:\n%v, before\n%v", got, before)
	}
	x.answer(u.Press(x.Board(), button(x.Board(), entrika.Steal))) // now in the open
	x.settled()
	open := answers(x.Board())
	if slices.Equal(open, before) || !slices.Equal(answers(x.down(other)), open) {
		t.Errorf("what is picked on the board does not stand there: %v", open)
	}
	back := present.ID(present.VerbBack, x.ID, present.ParsedID(mustParse(t, open[0])).Arg(1))
	panel = x.panel(u)
	s.answer(u.Press(panel, back)) // in private: the open pick is taken back, too
	if got := answers(x.down(other)); !slices.Equal(got, before) {
		t.Errorf("what was taken back still stands on the board: %v", got)
	}
}

func mustParse(t *testing.T, custom string) present.ParsedID {
	t.Helper()
	id, ok := present.ParseID(custom)
	if !ok {
		t.Fatalf("%q is no id", custom)
	}
	return id
}
