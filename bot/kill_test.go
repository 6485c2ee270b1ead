package bot_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games/entrika"
	"kumpas/locales"
	"kumpas/store"
)

// A test that kills the bot runs it as a child: this test binary with these settings.
const (
	childStore = "KUMPAS_TEST_CHILD_STORE"
	childBase  = "KUMPAS_TEST_CHILD_BASE"
	childToken = "KUMPAS_TEST_CHILD_TOKEN"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(childStore); path != "" {
		if err := child(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// child serves until it is killed.
func child(path string) error {
	s, err := store.OpenBolt(path)
	if err != nil {
		return err
	}
	words, err := locales.Load(nil)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	return bot.Serve(context.Background(),
		bot.Config{Store: s, Words: words, Games: childGames(), Log: log, Patience: robot.Patient},
		discord.Config{Token: os.Getenv(childToken), Base: os.Getenv(childBase), Log: log},
		discord.GatewayConfig{OnIdentify: func() { fmt.Println("up") }})
}

// victim is a bot in a process of its own that can be killed, on a sandbox whose time stands still.
type victim struct {
	t     *testing.T
	ctx   context.Context
	clock *sandbox.FakeClock
	sb    *sandbox.Sandbox
	path  string
	env   []string // further settings of the child
	cmd   *exec.Cmd
}

// newVictim starts one, for as long as the test takes.
func newVictim(t *testing.T, env ...string) *victim {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	t.Cleanup(cancel)
	v := &victim{t: t, ctx: ctx, clock: sandbox.NewFakeClock(), path: filepath.Join(t.TempDir(), "kumpas.db"), env: env}
	v.sb = sandbox.Start(t, sandbox.Config{Limits: sandbox.NoLimits(), Clock: v.clock})
	v.sb.Forgive("unanswered", "late") // nobody is there to answer
	v.start()
	t.Cleanup(v.kill)
	return v
}

func (v *victim) start() {
	v.t.Helper()
	ctx := v.ctx
	ready := v.sb.Stats().Dispatched["READY"]
	v.cmd = exec.CommandContext(ctx, os.Args[0])
	v.cmd.Env = append(os.Environ(), childStore+"="+v.path, childBase+"="+v.sb.APIURL(), childToken+"="+v.sb.Token())
	v.cmd.Env = append(v.cmd.Env, v.env...)
	v.cmd.Stderr = logWriter{v.t}
	out, err := v.cmd.StdoutPipe()
	if err != nil {
		v.t.Fatal(err)
	}
	if err := v.cmd.Start(); err != nil {
		v.t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		v.t.Fatal("the bot does not start:", err)
	}
	for v.sb.Stats().Dispatched["READY"] == ready || len(v.sb.Guild().Commands()) == 0 {
		if ctx.Err() != nil {
			v.t.Fatal("the bot does not connect")
		}
		time.Sleep(time.Millisecond) // polls a counter that has no event
	}
}

func (v *victim) kill() {
	v.cmd.Process.Kill()
	v.cmd.Wait()
	v.clock.Advance(4 * time.Second) // what was not answered has failed
}

// SIGKILL at random moments of running games: no acknowledged action is missing or doubled, the buttons of the current prompt
// still work, what was half picked is still there, and the games end normally.
func TestKill(t *testing.T) {
	t.Parallel()
	v := newVictim(t)
	ctx, sb := v.ctx, v.sb
	kills, want := 0, number(t, 4)
	rng := rand.New(rand.NewPCG(11, 13))
	g := sb.Guild()
	var presses []robot.Press
	var tables []string
	halves := 0
	for n := 0; kills < want; n++ {
		users := make([]*sandbox.User, 3)
		for i := range users {
			users[i] = g.NewUser(fmt.Sprintf("Oyuncu %d", i+1), "tr")
		}
		table := &robot.Table{Sandbox: sb, Users: users, Rand: rand.New(rand.NewPCG(uint64(n), 17)), Heard: func(p robot.Press) { presses = append(presses, p) }}
		if err := table.Open(ctx, robot.Setup{Game: "entrika", Channel: g.NewChannel(fmt.Sprintf("masa-%d", n)), Thread: true}); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, table.ID)
		for !table.Over() {
			step := make(chan error, 1)
			stepping, stop := context.WithCancel(ctx)
			go func() { step <- table.Step(stepping) }()
			if kills < want && rng.IntN(6) == 0 {
				kills++
				time.Sleep(time.Duration(rng.IntN(4000)) * time.Microsecond) // a random moment of the step
				v.kill()
				stop()
			}
			err := <-step
			stop()
			if v.cmd.ProcessState != nil {
				before := table.Board()
				v.start()
				if halfPicked(before) != "" && draws(ctx, t, table, before) {
					halves++
				}
				continue // whatever came of the press that was under way
			}
			if err != nil && !errors.Is(err, robot.ErrFailed) {
				t.Fatal(err)
			}
		}
	}
	v.kill()
	s, err := store.OpenBolt(v.path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	logged := map[string]int{}
	for _, id := range tables {
		if err := bot.Audit(ctx, s, bot.All, store.TableID(id)); err != nil {
			t.Errorf("table %s: %v", id, err)
		}
		for entry, err := range s.Log(ctx, store.TableID(id)) {
			if err != nil {
				t.Fatal(err)
			}
			if entry.Interaction != "" {
				logged[entry.Interaction]++
			}
			if !json.Valid(entry.Data) {
				t.Errorf("a damaged line in the log of %s", id)
			}
		}
	}
	for id, n := range logged {
		if n != 1 {
			t.Errorf("interaction %s counts %d times", id, n)
		}
	}
	acknowledged := 0
	for _, p := range presses {
		if !complete(p) {
			continue
		}
		acknowledged++
		if logged[p.Interaction] != 1 {
			t.Errorf("press %s was acknowledged and is not in the log", p.CustomID)
		}
	}
	t.Logf("%d kills in %d games, %d acknowledged actions, %d half picked", kills, len(tables), acknowledged, halves)
	if acknowledged == 0 {
		t.Error("nothing was acknowledged")
	}
}

// complete reports whether a press was a whole answer to a prompt and was acknowledged by a change of the board.
func complete(p robot.Press) bool {
	id, ok := present.ParseID(p.CustomID)
	if !ok || id.Verb() != present.VerbReply || !p.Result.OK || p.Result.Callback != 7 && p.Result.Callback != 6 {
		return false
	}
	if p.Result.Message != nil && p.Result.Message.Ephemeral() {
		return false
	}
	last := id.Args(2)[len(id.Args(2))-1]
	return !slices.Contains([]string{entrika.Coup, entrika.Assassinate, entrika.Steal}, last) // those want a target
}

// draws has the restarted bot draw the board anew and checks that it still asks for the rest of what was half picked.
func draws(ctx context.Context, t *testing.T, table *robot.Table, before *sandbox.Message) bool {
	t.Helper()
	old := table.Board()
	in, err := table.Users[0].Press(old, present.ID(present.VerbDown, table.ID))
	if err != nil {
		t.Fatal(err)
	}
	wait, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if _, err := in.Wait(wait); err != nil {
		t.Fatalf("bringing the board down after the restart is not answered: %v", err)
	}
	if err := table.Sandbox.Until(ctx, func() bool { now := table.Board(); return now != nil && now.ID != old.ID }); err != nil {
		t.Fatal("the board does not come down after the restart:", err)
	}
	now := table.Board()
	if promptOf(now) != promptOf(before) {
		return false // the press that was cut off had been committed: the table has moved on
	}
	if halfPicked(now) != halfPicked(before) {
		t.Errorf("%q was half picked, after the restart it is %q", halfPicked(before), halfPicked(now))
	}
	return true
}

// promptOf is the prompt that a board's buttons answer.
func promptOf(m *sandbox.Message) string {
	for _, b := range m.Buttons() {
		if id, ok := present.ParseID(b.CustomID); ok && id.Verb() == present.VerbReply {
			return id.Arg(1)
		}
	}
	return ""
}

// halfPicked is the action whose target the board asks for, "" if there is none.
func halfPicked(m *sandbox.Message) string {
	if m == nil {
		return ""
	}
	half := ""
	for _, b := range m.Buttons() {
		switch id, _ := present.ParseID(b.CustomID); {
		case id.Verb() == present.VerbReply && len(id.Args(2)) == 2:
			half = id.Arg(2)
		case id.Verb() == present.VerbBack:
			return half
		}
	}
	return ""
}
