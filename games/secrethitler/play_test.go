package secrethitler

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"kumpas/games"
)

func testRand(seed uint64) games.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// figures are what came of many games of computer players.
type figures struct {
	endings      map[string]int
	liberal      int // games that they won
	rounds, acts int
}

// selfPlay plays seeded games of computer players to their end. With claims they also answer the open prompts.
func selfPlay(t testing.TB, players, number int, options games.Options, claims bool, seed uint64) figures {
	f := figures{endings: map[string]int{}}
	rng := testRand(seed)
	var prompts []games.Prompt
	for range number {
		setup := games.Setup{Players: players, Options: options, Winner: -1}
		for i := range setup.Seed {
			setup.Seed[i] = byte(rng.UintN(256))
		}
		s, _, err := Game.New(setup)
		if err != nil {
			t.Fatal(err)
		}
		for s.Outcome() == nil {
			var answered bool
			for seat := range games.FirstSeats(players).All() {
				prompts = s.Prompts(prompts[:0], seat)
				for _, p := range prompts {
					if !p.Awaited.Has(seat) && !(claims && p.Awaited == 0) || answered {
						continue
					}
					answer := Game.Choose("normal", s.View(seat), p, games.AskOf(s, seat, p.ID), rng)
					if s, _, err = s.Apply(games.Reply(seat, p.ID, answer...)); err != nil {
						t.Fatal(err)
					}
					f.acts++
					answered = true
				}
			}
		}
		o := s.Outcome()
		f.endings[o.Why]++
		f.rounds += len(s.(*state).Rounds)
		if o.Why == WhyLiberalPolicies || o.Why == WhyHitlerExecuted {
			f.liberal++
		}
	}
	return f
}

// TestComputerPlayers plays a sample of games at every size: every ending occurs and neither side is hopeless. The figures of
// many games are
//
//	KUMPAS_GAMES=20000 go test -run ComputerPlayers -v -timeout 2h ./games/secrethitler
func TestComputerPlayers(t *testing.T) {
	number := 60
	if n, err := strconv.Atoi(os.Getenv("KUMPAS_GAMES")); err == nil {
		number = n
	}
	seen := map[string]int{}
	for players := 5; players <= 10; players++ {
		for _, claims := range []bool{true, false} {
			t.Run(fmt.Sprintf("%d players, claims %v", players, claims), func(t *testing.T) {
				f := selfPlay(t, players, number, nil, claims, uint64(players))
				share := 100 * float64(f.liberal) / float64(number)
				t.Logf("Liberals win %.1f %%; %v; %.1f rounds", share, f.endings, float64(f.rounds)/float64(number))
				for why, n := range f.endings {
					seen[why] += n
				}
				if share < 25 || share > 75 || number >= 5000 && (share < 35 || share > 65) {
					t.Errorf("Liberals win %.1f %%", share)
				}
				if number >= 5000 && len(f.endings) != 4 {
					t.Errorf("of the four endings only these occur: %v", f.endings)
				}
			})
		}
	}
	if len(seen) != 4 {
		t.Errorf("of the four endings only these occur: %v", seen)
	}
}
