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

// It is the person who is bounded, by whichever way he comes and at however many tables, and nobody else.
func TestHasteEverywhere(t *testing.T) {
	t.Parallel()
	const bound = 6
	s := newScene(t, plan{keep: true})
	p := s.people("Ayşe", "Can")
	var tables []*match
	for range 3 {
		tables = append(tables, s.match(robot.Setup{}, p...))
	}
	s.stop()
	s.Config.Presses = bound
	s.start()
	hasty := s.words("tr", "error.haste")
	said := func(in *sandbox.Interaction, err error) bool { return !strings.Contains(s.note(in, err).Text(), hasty) }
	x, ch := tables[0], tables[0].Channel
	ways := map[string]func(u *sandbox.User, n int) bool{
		"commands": func(u *sandbox.User, n int) bool { return said(u.Command(ch, "me", sandbox.Sub("privacy"))) },
		"forms": func(u *sandbox.User, n int) bool {
			return said(u.Forge(sandbox.Forgery{Message: x.Board(), CustomID: present.ID(present.VerbWrite, x.ID, "1"),
				Type: sandbox.TypeActionRow, Fields: map[string][]string{"text": {strings.Repeat("x", 3000)}}}))
		},
		"completions": func(u *sandbox.User, n int) bool {
			all, err := u.Autocomplete(s.ctx, ch, "rules", sandbox.Opt("game", "entrika"), sandbox.Focus("topic", ""))
			if err != nil {
				t.Fatal(err)
			}
			return len(all) > 0
		},
		"presses at many tables": func(u *sandbox.User, n int) bool {
			x := tables[n%len(tables)]
			return said(u.Press(x.Board(), present.ID(present.VerbRecord, x.ID)))
		},
	}
	for name, way := range ways {
		s.clock.Advance(10 * time.Second) // all have rested
		heard := 0
		for n := range 5 * bound {
			if way(p[0], n) {
				heard++
			}
			if n%10 == 0 && !way(p[1], n) {
				t.Errorf("%s: another one is refused for the flood of one", name)
			}
		}
		if heard != bound {
			t.Errorf("%s: %d were heard, want %d", name, heard, bound)
		}
		for other, way := range ways {
			if way(p[0], 0) {
				t.Errorf("after too many %s his %s are heard", name, other)
			}
		}
	}
}
