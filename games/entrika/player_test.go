package entrika

import (
	"os"
	"slices"
	"strconv"
	"testing"

	"kumpas/games"
)

// The computer player wins at least 70 of 100 games of two and 45 of 100 of four against random ones. KUMPAS_GAMES=10000 plays
// that many of each instead of a sample.
func TestPlayerBeatsRandom(t *testing.T) {
	n := 500
	if more, err := strconv.Atoi(os.Getenv("KUMPAS_GAMES")); err == nil {
		n = more
	}
	for _, c := range []struct {
		name    string
		preset  games.Game
		players int
		options games.Options
		least   float64
	}{
		{"entrika of two", Base, 2, nil, 0.70},
		{"entrika of four", Base, 4, nil, 0.45},
		{"entrika-plus of two", Plus, 2, nil, 0.70},
		{"entrika-plus of four", Plus, 4, nil, 0.45},
		{"entrika-plus of four with Avukat and Gazeteci", Plus, 4, games.Options{OptDefenceType: Avukat, OptExchangeType: Gazeteci}, 0.45},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			won := 0
			for seed := range uint64(n) {
				clever := games.Seat(seed % uint64(c.players))
				end := play(t, c.preset, c.players, c.options, seed, games.SeatsOf(clever), func(*state, []games.Event) {})
				if end.Outcome().Winners.Has(clever) {
					won++
				}
			}
			share := float64(won) / float64(n)
			t.Logf("%d games, %.1f %% won", n, 100*share)
			if share < c.least {
				t.Errorf("%.3f of the games won, want %.2f", share, c.least)
			}
		})
	}
}

// Computer players among themselves come to an end, even when all could block each other for ever, and never claim what the
// face-up cards make impossible.
func TestPlayersAmongThemselves(t *testing.T) {
	longest, bluffs, truths := 0, 0, 0
	for seed := range uint64(150) {
		preset, players, options := Base, 2+int(seed)%5, games.Options(nil)
		if seed%2 == 1 {
			preset, players, options = Plus, 2+int(seed)%7, everyOption
		}
		steps := 0
		var last *state
		play(t, preset, players, options, seed, games.FirstSeats(players), func(s *state, events []games.Event) {
			if steps++; steps > 2000 {
				t.Fatalf("seed %d: no end", seed)
			}
			for _, e := range events {
				if e.Kind != EvTruth {
					continue
				}
				if e.Why == WhyTrue {
					truths++
					continue
				}
				bluffs++
				up := 0
				for _, seat := range last.View(games.Nobody).(View).Seats {
					up += len(slices.DeleteFunc(seat.Up, func(c string) bool { return c != e.What }))
				}
				if up == copies(players) {
					t.Errorf("seed %d: seat %d claims %s, of which all %d are face up", seed, e.Seat, e.What, up)
				}
			}
			last = s
		})
		longest = max(longest, steps)
	}
	if share := float64(bluffs) / float64(bluffs+truths); share < 0.05 || share > 0.5 {
		t.Errorf("%.2f of the claims are bluffs", share)
	}
	t.Logf("longest game %d answers, %d bluffs and %d true claims", longest, bluffs, truths)
}
