package bot_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"kumpas/bot"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/store"
)

// number is how many games of each kind are played: a sample, or as many as KUMPAS_GAMES says.
func number(t *testing.T, sample int) int {
	if v := os.Getenv("KUMPAS_GAMES"); v != "" {
		n, err := strconv.Atoi(v)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if few := 5; bot.Racing && sample > few { // what is fewer is meant to reach something
		return (sample + 5) / 6
	}
	return sample
}

// Whole games over the sandbox, every seat a simulated user who presses what he can see: every number of players and every
// value of every option over the set. No offence against Discord, no unanswered interaction, no stuck table; the
// final state equals a replay of the log from its seed.
func TestGames(t *testing.T) {
	for _, entry := range bot.All {
		info := entry.Engine.Info()
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			w, ctx := world(t, sandbox.Config{Limits: sandbox.NoLimits()})
			g := w.Sandbox.Guild()
			var users []*sandbox.User
			for i := range info.Max {
				users = append(users, g.NewUser(fmt.Sprintf("Oyuncu %d", i+1), []string{"tr", "en-US"}[i%2]))
			}
			deck := newDeck(info)
			benches, volunteered := map[string]int{}, 0
			for n := range number(t, 6) {
				rng := rand.New(rand.NewPCG(uint64(n), 7))
				seats := info.Min + n%(info.Max-info.Min+1)
				options := deck.draw(rng, func(o games.Options) bool { return entry.Engine.Check(seats, o) == nil })
				table := &robot.Table{Sandbox: w.Sandbox, Rand: rng, Users: users[:seats]}
				table.Text = writer(w, entry.Engine, table)
				what := fmt.Sprintf("game %d: %d players, options %v", n, seats, options)
				if err := table.Open(ctx, robot.Setup{Game: info.ID, Channel: g.NewChannel(fmt.Sprintf("masa-%d", n)), Thread: n%3 != 0, Options: options}); err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				if err := table.Play(ctx); err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				volunteered += table.Volunteered
				for what, n := range table.Benches {
					benches[what] += n
				}
				if err := bot.Audit(ctx, w.Config.Store, bot.All, store.TableID(table.ID)); err != nil {
					t.Fatalf("%s: %v", what, err)
				}
			}
			stats := w.Sandbox.Stats()
			interactions := 0
			for _, n := range stats.Interactions {
				interactions += n
			}
			if stats.Unanswered > 0 {
				t.Errorf("%d interactions were not answered", stats.Unanswered)
			}
			if volunteered > 0 {
				t.Logf("%d presses that nobody waited for", volunteered)
			}
			if len(benches) > 0 {
				t.Logf("on benches: %v", benches)
			}
			t.Logf("%d interactions, %.2f REST calls each: %v, answers by type %v", interactions, float64(stats.TotalCalls())/float64(interactions), stats.Calls, stats.Answers)
		})
	}
}

// deck deals option values so that each comes up soon.
type deck struct {
	info games.Info
	next map[string]int
}

func newDeck(info games.Info) *deck { return &deck{info: info, next: map[string]int{}} }

// draw picks a value for every option, the ones not seen for longest first, and drops what does not go together.
func (d *deck) draw(rng *rand.Rand, ok func(games.Options) bool) map[string]string {
	options := games.Options{}
	for _, i := range rng.Perm(len(d.info.Options)) {
		o := d.info.Options[i]
		value := o.Values[d.next[o.ID]%len(o.Values)]
		options[o.ID] = value
		if !ok(options) {
			delete(options, o.ID)
			continue
		}
		d.next[o.ID]++
		if value == o.Values[0] {
			delete(options, o.ID)
		}
	}
	return options
}
