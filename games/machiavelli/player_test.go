package machiavelli

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"kumpas/games"
	"kumpas/games/machiavelli/solve"
)

// mostCards is the yardstick of hard: it always plays as many cards as can be played. The others are levels.
const mostCards = "most_cards"

// table of computer players.
type computers struct {
	solver *solve.Solver
	took   map[string][]time.Duration
}

func newComputers() *computers {
	return &computers{solver: solve.New(), took: map[string][]time.Duration{}}
}

// move is what a level does in a state.
func (c *computers) move(s *state, level string) games.Answer {
	start := time.Now()
	defer func() { c.took[level] = append(c.took[level], time.Since(start)) }()
	if level != mostCards {
		p, _ := games.PromptFor(s, s.Active, s.turnID())
		return Game.Choose(level, s.View(s.Active), p, games.AskOf(s, s.Active, p.ID), nil)
	}
	b := brain{e: newEditor(s, s.Active), solver: c.solver}
	if b.best(b.e.s.Table.all(), b.own()).Verdict == solve.Yes {
		return games.Answer{Play, b.e.to(b.e.table(&b.answer), false).Draft()}
	}
	if s.Stock.n == 0 {
		return games.Answer{Pass}
	}
	return games.Answer{Draw}
}

// play plays a game; each state is shown to see.
func (c *computers) play(t testing.TB, seed uint64, options games.Options, levels []string, see func(*state)) *games.Outcome {
	setup := games.Setup{Players: len(levels), Options: options}
	rng := rand.New(rand.NewPCG(seed, 7))
	for i := range setup.Seed {
		setup.Seed[i] = byte(rng.UintN(256))
	}
	st, _, err := Game.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	for st.Outcome() == nil {
		s := st.(*state)
		if st, _, err = s.Apply(games.Reply(s.Active, s.turnID(), c.move(s, levels[s.Active])...)); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		see(st.(*state))
	}
	return st.Outcome()
}

// mirrored lets two levels play n games of two, each deal twice with changed seats. It returns the games that the first has won and lost.
func (c *computers) mirrored(t testing.TB, n int, a, b string) (won, lost int) {
	for i := range n {
		levels := []string{a, b}
		if i%2 == 1 {
			slices.Reverse(levels)
		}
		o := c.play(t, uint64(i/2), nil, levels, func(*state) {})
		switch mine := games.Seat(i % 2); {
		case o.Winners.Has(mine):
			won++
		case o.Winners != 0:
			lost++
		}
	}
	return won, lost
}

// Each level beats the one below it, and hard beats the player of the most cards in at least 60 of 100 games.
// KUMPAS_GAMES=1000 plays that many of each pair instead of a sample.
func TestLevels(t *testing.T) {
	n := 6
	if more, err := strconv.Atoi(os.Getenv("KUMPAS_GAMES")); err == nil {
		n = more
	}
	for _, pair := range []struct {
		a, b  string
		least float64
	}{
		{LevelHard, mostCards, 0.6}, {LevelMedium, LevelEasy, 0.6}, {LevelHard, LevelMedium, 0.6},
	} {
		t.Run(pair.a+" against "+pair.b, func(t *testing.T) {
			t.Parallel()
			won, lost := newComputers().mirrored(t, n, pair.a, pair.b)
			t.Logf("%d mirrored games: %d won, %d lost, %d drawn", n, won, lost, n-won-lost)
			if float64(won) < pair.least*float64(n) {
				t.Errorf("%d of %d won", won, n)
			}
		})
	}
}

// The easy player never touches a meld, and games of computers come to an end at every number of players and under every rule.
func TestComputersAmongThemselves(t *testing.T) {
	for i, options := range []games.Options{
		{}, {OptJokerRelease: ReleaseSwap}, {OptOpening: "36"}, {OptJokers: "0", OptHandSize: "5"}, {OptHandSize: "15", OptJokers: "2", OptAssist: AssistOff},
	} {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			levels := []string{LevelEasy, LevelMedium, LevelHard, LevelMedium}[:2+i%3]
			turns := 0
			o := newComputers().play(t, uint64(i), options, levels, func(s *state) {
				turns++
				if s.Last.What == played && levels[s.Last.Seat] == LevelEasy && s.Last.Broken.n > 0 {
					t.Errorf("turn %d: easy changes %v", s.Last.Turn, meldTexts(s.Last.Broken.all()))
				}
			})
			t.Logf("%s after %d turns", o.Why, turns)
		})
	}
}

// The same question has the same answer, whatever was asked before (drafts hold tables, and yet a hint asked twice must not differ).
func TestSolverForgets(t *testing.T) {
	s := midgame(t, 2, 30, games.Options{OptAssist: AssistHints})
	e := newEditor(s, s.Active)
	want := steps(t, e, "hint whole").Draft()
	for seed := range uint64(3) {
		other := midgame(t, seed, 15, games.Options{OptAssist: AssistHints})
		steps(t, newEditor(other, other.Active), "hint whole")
		if got := steps(t, e, "hint whole").Draft(); got != want {
			t.Fatalf("%q, and before it was %q", got, want)
		}
	}
}

// BenchmarkMove measures a move of each level in games of two of which the other is the player of the most cards.
func BenchmarkMove(b *testing.B) {
	for _, level := range []string{LevelEasy, LevelMedium, LevelHard} {
		b.Run(level, func(b *testing.B) {
			c := newComputers()
			for i := uint64(0); b.Loop(); i++ {
				c.play(b, i, nil, []string{level, mostCards}, func(*state) {})
			}
			took := c.took[level]
			slices.Sort(took)
			at := func(share float64) float64 { return float64(took[int(share*float64(len(took)-1))].Microseconds()) }
			b.ReportMetric(at(0.5), "µs-p50")
			b.ReportMetric(at(0.99), "µs-p99")
			b.ReportMetric(at(1), "µs-max")
			b.ReportMetric(float64(len(took))/float64(b.N), "moves/game")
		})
	}
}
