package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"kumpas/bot"
	"kumpas/games"
)

// simulation is what is to be played.
type simulation struct {
	game    games.Game
	seats   int
	options games.Options
	levels  []string // by player; "random" is a uniformly random legal player
}

// tally is what came out of many games.
type tally struct {
	games   int
	wins    []int // by player, in order of joining
	seats   []int // by seat
	endings map[string]int
	actions []int
}

// simulate plays many games without Discord and prints the statistics.
func simulate(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("simulate", flag.ContinueOnError)
	game := flags.String("game", bot.All[0].Engine.Info().ID, "the game: "+gameIDs())
	seats := flags.Int("seats", 0, "players; 0 is as few as the game takes")
	number := flags.Int("games", 1000, "how many games")
	seed := flags.Uint64("seed", 1, "the same seed plays the same games")
	options := flags.String("options", "", "options of the game, such as ideology=off,auto_prove=on")
	players := flags.String("players", "", "strength of each player, such as normal,random,random; the last one goes for the rest")
	if err := parse(flags, args); err != nil {
		return err
	}
	if *number < 1 {
		return usageError(fmt.Sprintf("-games is %d; at least one game must be played", *number))
	}
	sim, err := newSimulation(*game, *seats, *options, *players)
	if err != nil {
		return err
	}
	t, err := sim.run(ctx, *number, *seed)
	if err != nil {
		return err
	}
	if t.games > 0 {
		t.print(os.Stdout, sim)
	}
	if t.games < *number {
		return fmt.Errorf("stopped after %d of %d games", t.games, *number)
	}
	return nil
}

func gameIDs() string {
	var ids []string
	for _, e := range bot.All {
		ids = append(ids, e.Engine.Info().ID)
	}
	return strings.Join(ids, ", ")
}

func newSimulation(game string, seats int, options, players string) (simulation, error) {
	var sim simulation
	for _, e := range bot.All {
		if e.Engine.Info().ID == game {
			sim.game = e.Engine
		}
	}
	if sim.game == nil {
		return sim, usageError(fmt.Sprintf("there is no game %q; choose one of %s", game, gameIDs()))
	}
	info := sim.game.Info()
	if sim.seats = seats; seats == 0 {
		sim.seats = info.Min
	}
	sim.options = games.Options{}
	for _, pair := range strings.FieldsFunc(options, func(r rune) bool { return r == ',' }) {
		id, value, _ := strings.Cut(pair, "=")
		sim.options[id] = value
	}
	if err := sim.game.Check(sim.seats, sim.options); err != nil {
		var r *games.Refusal
		switch {
		case errors.As(err, &r) && r.Code == games.BadPlayerCount:
			return sim, usageError(fmt.Sprintf("%s takes %d to %d players with these options, not %d", game, r.Min, r.Max, sim.seats))
		case errors.As(err, &r):
			return sim, usageError(fmt.Sprintf("%s does not take %s=%s; its options are %s", game, r.What, sim.options[r.What], describe(info)))
		}
		return sim, err
	}
	levels := append(slices.Clone(info.Levels), "random")
	want := strings.FieldsFunc(players, func(r rune) bool { return r == ',' })
	if len(want) == 0 {
		want = levels[:1]
	}
	for i := range sim.seats {
		level := want[min(i, len(want)-1)]
		if !slices.Contains(levels, level) {
			return sim, usageError(fmt.Sprintf("%s has no player %q; choose of %s", game, level, strings.Join(levels, ", ")))
		}
		sim.levels = append(sim.levels, level)
	}
	return sim, nil
}

func describe(info games.Info) string {
	var out []string
	for _, o := range info.Options {
		out = append(out, o.ID+"="+strings.Join(o.Values, "|"))
	}
	return strings.Join(out, ", ")
}

// run plays the games one after the other; when ctx ends it stops between two.
func (sim simulation) run(ctx context.Context, number int, seed uint64) (tally, error) {
	t := tally{wins: make([]int, sim.seats), seats: make([]int, sim.seats), endings: map[string]int{}}
	rng := rand.New(rand.NewPCG(seed, 1))
	for range number {
		if ctx.Err() != nil {
			break
		}
		if err := sim.play(rng, &t); err != nil {
			return t, err
		}
	}
	return t, nil
}

// play plays one game to its end.
func (sim simulation) play(rng *rand.Rand, t *tally) error {
	setup := games.Setup{Players: sim.seats, Options: sim.options, Winner: -1}
	for i := range setup.Seed {
		setup.Seed[i] = byte(rng.Uint32())
	}
	state, _, err := sim.game.New(setup)
	if err != nil {
		return err
	}
	acts := 0
	asked := make([]games.PromptID, sim.seats) // the newest open prompt that each seat was asked about; ids grow
	for state.Outcome() == nil {
		for _, who := range sim.toAsk(state, asked, rng) {
			next, err := sim.ask(state, who, rng)
			if err != nil {
				return fmt.Errorf("seed %x, action %d: %w", setup.Seed, acts, err)
			}
			if next == nil {
				continue
			}
			state = next
			if acts++; acts > sim.game.Info().Bound {
				return fmt.Errorf("a game with seed %x has not ended after %d actions", setup.Seed, acts)
			}
		}
	}
	t.count(state, acts)
	return nil
}

// decision is one that a seat may take now.
type decision struct {
	seat games.Seat
	id   games.PromptID
}

// toAsk lists in a random order who is asked next, as a table in Discord does it: everyone who is awaited, and once
// for each open prompt whoever may answer it.
func (sim simulation) toAsk(s games.State, asked []games.PromptID, rng *rand.Rand) []decision {
	var all []decision
	for i := range asked {
		seat, newest := games.Seat(i), asked[i]
		for _, p := range s.Prompts(nil, seat) {
			open := p.Mine && p.Open() && p.Given == nil && p.ID > asked[i]
			if open {
				newest = max(newest, p.ID)
			}
			if open || p.Awaited.Has(seat) && !p.Held {
				all = append(all, decision{seat, p.ID})
			}
		}
		asked[i] = newest
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// ask has a seat decide, unless somebody was faster; next is nil if nothing was done.
func (sim simulation) ask(s games.State, who decision, rng *rand.Rand) (next games.State, err error) {
	p, ok := games.PromptFor(s, who.seat, who.id)
	if !ok || !p.Mine || !p.Open() && !p.Awaited.Has(who.seat) {
		return nil, nil
	}
	answer, err := sim.answer(s, who.seat, p, rng)
	if err != nil || answer == nil {
		return nil, err
	}
	if next, _, err = s.Apply(games.Reply(who.seat, p.ID, answer...)); err != nil {
		return nil, fmt.Errorf("prompt %s: %w", p.Kind, err)
	}
	return next, nil
}

// answer is nil if an open prompt is let be.
func (sim simulation) answer(s games.State, seat games.Seat, p games.Prompt, rng *rand.Rand) (games.Answer, error) {
	ask := games.AskOf(s, seat, p.ID)
	level := sim.levels[s.Seating()[seat]]
	switch {
	case level != "random":
		return sim.game.Choose(level, s.View(seat), p, ask, rng), nil
	case p.Open() && rng.IntN(2) == 0:
		return nil, nil
	}
	return games.Random(ask, rng)
}

func (t *tally) count(s games.State, actions int) {
	o := s.Outcome()
	t.games++
	t.endings[o.Why]++
	t.actions = append(t.actions, actions)
	for seat := range o.Winners.All() {
		t.seats[seat]++
		t.wins[s.Seating()[seat]]++
	}
}

func (t *tally) print(out io.Writer, sim simulation) {
	slices.Sort(t.actions)
	at := func(p float64) int { return t.actions[min(len(t.actions)-1, int(p*float64(len(t.actions))))] }
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	defer w.Flush()
	fmt.Fprintf(w, "%s\t%d players\t%d games\n", sim.game.Info().ID, sim.seats, t.games)
	share := func(n int) string { return fmt.Sprintf("%d\t%5.1f %%", n, 100*float64(n)/float64(t.games)) }
	for _, why := range slices.Sorted(maps.Keys(t.endings)) {
		fmt.Fprintf(w, "ending\t%s\t%s\n", why, share(t.endings[why]))
	}
	for i, n := range t.wins {
		fmt.Fprintf(w, "player %d\t%s\t%s\n", i+1, sim.levels[i], share(n))
	}
	for i, n := range t.seats {
		fmt.Fprintf(w, "seat %d\t\t%s\n", i+1, share(n))
	}
	fmt.Fprintf(w, "actions\tmedian %d\tp90 %d\tmost %d\n", at(0.5), at(0.9), t.actions[len(t.actions)-1])
}
