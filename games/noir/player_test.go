package noir

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kumpas/games"
)

// The computer player wins at least 60 % of games against two players who pick at random.
func TestComputerBeatsRandom(t *testing.T) {
	t.Parallel()
	const n = 100
	wins := 0
	for seed := range uint64(n) {
		s := play(t, 3, nil, seed, games.SeatsOf(0), func(*state, []games.Event) {})
		for seat := range s.End.Winners.All() {
			if s.Players[seat] == 0 {
				wins++
			}
		}
	}
	if wins < n*7/10 { // well above what is asked, so that chance does not decide
		t.Errorf("it won %d of %d games", wins, n)
	}
}

// figures are what many games of computer players came to.
type figures struct {
	games     int
	endings   map[string]int
	seats     []int // wins
	rounds    []int
	fallen    int // hideouts destroyed
	actions   int
	decisions map[string]int
}

// simulate plays many games among computer players.
func simulate(t testing.TB, players, n int, options games.Options) figures {
	f := figures{games: n, endings: map[string]int{}, seats: make([]int, players), decisions: map[string]int{}}
	for seed := range uint64(n) {
		s := play(t, players, options, 1000+seed, games.FirstSeats(players), func(s *state, events []games.Event) {
			f.actions++
			for _, e := range events {
				if e.Kind == EvTrophy {
					f.fallen++
				}
				f.decisions[e.Kind]++
			}
		})
		why := endings[s.End.Why].name
		if s.End.Why == byCountdown {
			why += " after " + causeNames[s.Countdown.Cause]
		}
		f.endings[why]++
		for seat := range s.End.Winners.All() {
			f.seats[seat]++
		}
		f.rounds = append(f.rounds, int(s.Round))
	}
	slices.Sort(f.rounds)
	return f
}

func (f figures) String() string {
	var text strings.Builder
	share := func(n int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(f.games)) }
	fmt.Fprintf(&text, "%d games, rounds: median %d, nine in ten %d, most %d; %.1f hideouts fallen, %.0f actions a game\n", f.games,
		f.rounds[f.games/2], f.rounds[f.games*9/10], f.rounds[f.games-1], float64(f.fallen)/float64(f.games), float64(f.actions)/float64(f.games))
	for _, why := range slices.Sorted(maps.Keys(f.endings)) {
		fmt.Fprintf(&text, "  %s %s\n", why, share(f.endings[why]))
	}
	for seat, n := range f.seats {
		fmt.Fprintf(&text, "  seat %d wins %s\n", seat+1, share(n))
	}
	for _, kind := range []string{EvAttack, EvPolice, EvRaid, EvBribe, EvDriveBy, EvTurncoat, EvPoker} {
		fmt.Fprintf(&text, "  %s %.2f a game\n", kind, float64(f.decisions[kind])/float64(f.games))
	}
	return text.String()
}

// Every ending occurs among computer players, and no game goes past a sensible number of rounds. With KUMPAS_GAMES=20000 there are
// that many games with each number of players (with KUMPAS_PLAYERS=6 with that one), and KUMPAS_OPTIONS=teams=2,bosses=on sets their
// options; -v prints the figures:
//
//	KUMPAS_GAMES=20000 go test -v -run TestEndings -timeout 3h ./games/noir
func TestEndings(t *testing.T) {
	t.Parallel()
	type sample struct {
		players, games int
		options        games.Options
	}
	samples := []sample{{3, 40, nil}, {3, 30, games.Options{OptMoneyWin: Off}}, {4, 20, nil}, {5, 8, nil}, {6, 8, nil}}
	if n, err := strconv.Atoi(os.Getenv("KUMPAS_GAMES")); err == nil {
		samples = nil
		options := optionsOf(strings.ReplaceAll(os.Getenv("KUMPAS_OPTIONS"), ",", " "))
		for players := 3; players <= maxSeats; players++ {
			if only := os.Getenv("KUMPAS_PLAYERS"); Game.Check(players, options) == nil && (only == "" || only == strconv.Itoa(players)) {
				samples = append(samples, sample{players, n, options})
			}
		}
	}
	all := map[string]int{}
	for _, of := range samples {
		f := simulate(t, of.players, of.games, of.options)
		t.Logf("%d players, %v: %s", of.players, of.options, f)
		for why, n := range f.endings {
			all[why] += n
		}
		if last := f.rounds[len(f.rounds)-1]; last > 60 {
			t.Errorf("%d players: a game took %d rounds", of.players, last)
		}
	}
	if os.Getenv("KUMPAS_OPTIONS") != "" || os.Getenv("KUMPAS_PLAYERS") != "" {
		return
	}
	for _, why := range []string{WhyConquest, WhyLast, WhyMoney, WhyCountdown + " after " + CauseHideout, WhyCountdown + " after " + CauseThird} {
		if all[why] == 0 {
			t.Errorf("no game ended by %s: %v", why, all)
		}
	}
}
