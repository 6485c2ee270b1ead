package main

import (
	"context"
	"strings"
	"testing"

	"kumpas/bot"
)

// The same seed gives the same statistics, another seed others.
func TestSimulate(t *testing.T) {
	t.Parallel()
	for _, e := range bot.All {
		id := e.Engine.Info().ID
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			p := newProgram(t)
			play := func(args string) string {
				t.Helper()
				got := p.run(strings.Fields("simulate -games 6 -game " + id + " " + args)...)
				got.says(t, 0, id, "6 games", "ending", "player 1", "seat 2", "actions")
				return got.out
			}
			first := play("-seed 5 -seats 5")
			if again := play("-seed 5 -seats 5"); again != first {
				t.Errorf("the same seed gives\n%s\nand then\n%s", first, again)
			}
			if other := play("-seed 6 -seats 5"); other == first {
				t.Errorf("seeds 5 and 6 both give\n%s", first)
			}
			if mixed := play("-seed 5 -seats 5 -players random"); mixed == first || strings.Count(mixed, "random") != 5 {
				t.Errorf("five random players give\n%s", mixed)
			}
		})
	}
}

// Whoever interrupts it is told how far it came.
func TestSimulateInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := run(ctx, []string{"simulate", "-games", "7"})
	if err == nil || err.Error() != "stopped after 0 of 7 games" {
		t.Errorf("it says %v", err)
	}
}
