package bot_test

import (
	"strings"
	"testing"
	"time"

	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
)

// One person's flood of presses gets short answers; the others at the table play on as if nothing were, and so does he, later.
func TestHaste(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{keep: true})
	p := s.people("Ayşe", "Can", "Deniz")
	x := s.match(robot.Setup{}, p...)
	s.stop()
	s.Config.Presses = 6
	s.start()
	flooder := x.others(x.turn())[0]
	board := x.Board()
	down := present.ID(present.VerbDown, x.ID) // each would be a commit and a new board
	hasty := s.words("tr", "error.haste")
	var flood []*sandbox.Interaction
	for range 50 {
		in, err := flooder.Forge(sandbox.Forgery{Message: board, CustomID: down})
		if err != nil {
			t.Fatal(err)
		}
		flood = append(flood, in)
	}
	x.says(x.turn(), "income") // heard, carried out and shown while the flood is answered
	heard := 0
	for _, in := range flood {
		if m := s.answer(in, nil); m == nil || !m.Ephemeral() || !strings.Contains(m.Text(), hasty) {
			heard++
		}
	}
	if heard != 6 {
		t.Errorf("%d of 50 presses were heard, want 6", heard)
	}
	s.told(s.note(flooder.Command(x.Channel, "table", sandbox.Sub("history"))), "error.haste")
	s.clock.Advance(time.Second) // one press comes back
	if m := x.panel(flooder); strings.Contains(m.Text(), hasty) {
		t.Error("a second later he is still refused")
	}
	s.told(x.panel(flooder), "error.haste")
	s.clock.Advance(6 * time.Second)
	for range 6 {
		if m := x.panel(flooder); strings.Contains(m.Text(), hasty) {
			t.Error("after a rest he is refused")
		}
	}
	if err := audit(s, tableID(x)); err != nil {
		t.Error(err)
	}
}
