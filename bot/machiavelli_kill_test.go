package bot_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/store"
)

// SIGKILL while somebody works on his bench: what he saw last is there after the restart, or what the press that was cut off
// made of it; it can be worked on, and the game goes on to its end.
func TestMachiavelliKill(t *testing.T) {
	if bot.Racing {
		t.Skip("it compares what is on disk; whole games look for races")
	}
	t.Parallel()
	v := newVictim(t)
	ctx, sb := v.ctx, v.sb
	rng := rand.New(rand.NewPCG(23, 29))
	users := []*sandbox.User{sb.Guild().NewUser("Ayşe", "tr"), sb.Guild().NewUser("Jonas", "en-US")}
	table := &robot.Table{Sandbox: sb, Users: users, Rand: rng}
	options := map[string]string{"hand_size": "6", "assist": "hints"}
	if err := table.Open(ctx, robot.Setup{Game: "machiavelli", Channel: sb.Guild().NewChannel("masa"), Options: options}); err != nil {
		t.Fatal(err)
	}
	kept, changed := 0, 0
	for kills, want := 0, number(t, 3); kills < want && !table.Over(); {
		awaited := table.Awaited(table.Board())
		if len(awaited) == 0 {
			t.Fatalf("nobody is awaited:\n%s", table.Board().Text())
		}
		w := &worker{t, ctx, table, awaited[0], nil}
		w.opens()
		for range 1 + rng.IntN(4) {
			w.step(rng)
		}
		before := w.mark()
		cut := make(chan bool, 1)
		under, stop := context.WithCancel(ctx)
		moment := time.Duration(rng.IntN(3000)) * time.Microsecond
		go func() { cut <- w.try(under, rng) }()
		kills++
		time.Sleep(moment) // a random moment of the press
		v.kill()
		stop()
		answered := <-cut
		after := w.mark() // of what he sees now
		v.start()
		w.opens()
		switch now := w.mark(); {
		case now == after:
			kept++
		case answered || now == "":
			t.Errorf("he saw the bench %q, after the restart it is %q (before the press %q)", after, now, before)
		default: // it was kept, and the answer was lost
			changed++
		}
		w.step(rng)
		if err := table.Step(ctx); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d drafts as they were seen, %d one step further", kept, changed)
	if kept+changed == 0 {
		t.Error("no draft was looked at")
	}
	if err := table.Play(ctx); err != nil {
		t.Fatal(err)
	}
	v.kill()
	s, err := store.OpenBolt(v.path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := bot.Audit(ctx, s, bot.All, store.TableID(table.ID)); err != nil {
		t.Error(err)
	}
}

// worker is somebody at his bench.
type worker struct {
	t     *testing.T
	ctx   context.Context
	table *robot.Table
	user  *sandbox.User
	panel *sandbox.Message
}

// opens opens his panel.
func (w *worker) opens() {
	w.t.Helper()
	in, err := w.user.Press(w.table.Board(), present.ID(present.VerbPanel, w.table.ID))
	if err != nil {
		w.t.Fatal(err)
	}
	res, err := in.Final(w.ctx)
	if err != nil || !res.OK || res.Message == nil {
		w.t.Fatalf("his panel does not open (%v)", err)
	}
	w.panel = res.Message
}

// tools are the controls of the bench that carry its mark.
func (w *worker) tools() (list []*sandbox.Component) {
	for _, c := range slices.Concat(w.panel.Buttons(), w.panel.Selects()) {
		if id, _ := present.ParseID(c.CustomID); id.Verb() == present.VerbEdit && !c.Disabled {
			list = append(list, c)
		}
	}
	return list
}

// mark is what tells this bench from others.
func (w *worker) mark() string {
	w.panel = w.table.Sandbox.Message(w.panel.ID)
	for _, c := range w.tools() {
		id, _ := present.ParseID(c.CustomID)
		return id.Arg(2)
	}
	return ""
}

// step presses something on the bench.
func (w *worker) step(rng *rand.Rand) {
	w.t.Helper()
	if !w.try(w.ctx, rng) {
		w.t.Fatal("a press on the bench is not answered")
	}
	w.panel = w.table.Sandbox.Message(w.panel.ID)
}

// try presses something and reports whether it was answered.
func (w *worker) try(ctx context.Context, rng *rand.Rand) bool {
	list := w.tools()
	c := list[rng.IntN(len(list))]
	var in *sandbox.Interaction
	var err error
	if c.Type == sandbox.TypeButton {
		in, err = w.user.Press(w.panel, c.CustomID)
	} else {
		in, err = w.user.Select(w.panel, c.CustomID, c.Options[rng.IntN(len(c.Options))].Value)
	}
	if err != nil {
		return false
	}
	res, err := in.Final(ctx)
	return err == nil && res.OK
}
