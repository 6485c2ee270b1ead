package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"kumpas/bot"
	"kumpas/games"
	"kumpas/games/secrethitler"
)

// The same seed gives the same statistics, another seed others.
func TestSimulate(t *testing.T) {
	t.Parallel()
	for _, e := range bot.All {
		id, seats := e.Engine.Info().ID, min(5, e.Engine.Info().Max)
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			p := newProgram(t)
			play := func(args string) string {
				t.Helper()
				got := p.run(strings.Fields(fmt.Sprintf("simulate -games 6 -game %s -seats %d %s", id, seats, args))...)
				got.says(t, 0, id, "6 games", "ending", "player 1", "seat 2", "actions")
				return got.out
			}
			first := play("-seed 5")
			if again := play("-seed 5"); again != first {
				t.Errorf("the same seed gives\n%s\nand then\n%s", first, again)
			}
			if other := play("-seed 6"); other == first {
				t.Errorf("seeds 5 and 6 both give\n%s", first)
			}
			if mixed := play("-seed 5 -players random"); mixed == first || strings.Count(mixed, "random") != seats {
				t.Errorf("random players give\n%s", mixed)
			}
		})
	}
}

// Who may do something without being awaited is asked as well, once, as at a table: here for claims.
func TestSimulateAsksOpenPrompts(t *testing.T) {
	t.Parallel()
	sim, err := newSimulation("secret-hitler", 5, "", "")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	state, _, err := sim.game.New(games.Setup{Players: 5, Winner: -1})
	if err != nil {
		t.Fatal(err)
	}
	offers := map[decision]int{}
	claims := 0
	asked := make([]games.PromptID, sim.seats)
	for state.Outcome() == nil {
		for _, who := range sim.toAsk(state, asked, rng) {
			p, ok := games.PromptFor(state, who.seat, who.id)
			next, err := sim.ask(state, who, rng)
			if err != nil {
				t.Fatal(err)
			}
			if ok && p.Open() {
				offers[who]++
			}
			if next == nil {
				continue
			}
			if p.Kind == secrethitler.PromptClaimDrawn || p.Kind == secrethitler.PromptClaimGot {
				claims++
			}
			state = next
		}
	}
	if claims == 0 {
		t.Error("nobody claimed anything")
	}
	for who, n := range offers {
		if n > 1 {
			t.Errorf("%v was offered %d times", who, n)
		}
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
