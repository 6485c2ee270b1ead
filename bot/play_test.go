package bot_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/store"
)

// testLog sends what the bot complains about to the test.
func testLog(t *testing.T) *slog.Logger {
	return slog.New(slog.NewTextHandler(logWriter{t}, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

type logWriter struct{ t *testing.T }

func (w logWriter) Write(line []byte) (int, error) {
	w.t.Log(string(line))
	return len(line), nil
}

// world starts a bot on a fresh sandbox.
func world(t *testing.T, cfg sandbox.Config) (*robot.World, context.Context) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit(t))
	t.Cleanup(cancel)
	sb := sandbox.Start(t, cfg)
	s, err := store.OpenBolt(filepath.Join(t.TempDir(), "kumpas.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	w, err := robot.NewWorld(sb, s, testLog(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Start(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Stop(); err != nil {
			t.Error(err)
		}
	})
	return w, ctx
}

func TestWholeGame(t *testing.T) {
	w, ctx := world(t, sandbox.Config{Limits: sandbox.NoLimits()})
	g := w.Sandbox.Guild()
	ch := g.NewChannel("masa")
	table := &robot.Table{Sandbox: w.Sandbox, Rand: rand.New(rand.NewPCG(1, 1)),
		Users: []*sandbox.User{g.NewUser("Ayşe", "tr"), g.NewUser("Jonas", "en-US"), g.NewUser("Can", "tr")}}
	if err := table.Open(ctx, robot.Setup{Game: "entrika", Channel: ch, Thread: true, Computers: 1}); err != nil {
		t.Fatal(err)
	}
	if err := table.Play(ctx); err != nil {
		t.Fatal(err)
	}
	stats := w.Sandbox.Stats()
	t.Logf("%d presses, %d refused, calls %v", table.Presses, table.Refused, stats.Calls)
}
