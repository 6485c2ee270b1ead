package gametest

import (
	"errors"
	"maps"
	"slices"

	"kumpas/games"
)

// counts are the numbers of players that the game takes.
func (s *suite) counts() []int {
	var counts []int
	for n := s.info.Min; n <= s.info.Max; n++ {
		counts = append(counts, n)
	}
	return counts
}

// drawSetups returns the setups of all playouts: those asked for, those that cover every number of players and
// every value of every option, and as many others as are missing.
func (w *walk) drawSetups() []games.Setup {
	w.refusedSetups()
	setups := slices.Clone(w.cfg.Setups)
	for _, s := range setups {
		if err := w.g.Check(s.Players, s.Options); err != nil {
			w.fail("setups", "%d players with %v: %v", s.Players, s.Options, err)
			return nil
		}
	}
	players := map[int]bool{}
	values := map[[2]string]bool{}
	for _, o := range w.info.Options {
		for _, v := range o.Values {
			values[[2]string{o.ID, v}] = true
		}
	}
	take := func(s games.Setup) {
		players[s.Players] = true
		full, err := w.info.Resolve(s.Options)
		if err != nil {
			w.fail("setups", "%v is accepted and cannot be resolved: %v", s.Options, err)
		}
		for id, v := range full {
			delete(values, [2]string{id, v})
		}
		setups = append(setups, s)
	}
	for _, v := range w.info.Variants {
		if s, ok := w.drawSetup(0, v.Options); ok {
			take(s)
		}
	}
	for _, n := range w.counts() {
		if s, ok := w.drawSetup(n, nil); ok && !players[n] {
			take(s)
		} else if !ok {
			w.fail("setups", "%d players can play with no options", n)
		}
	}
	for len(values) > 0 {
		missing := slices.SortedFunc(maps.Keys(values), func(a, b [2]string) int {
			return slices.Compare(a[:], b[:])
		})
		must := missing[0]
		s, ok := w.drawSetup(0, games.Options{must[0]: must[1]})
		if !ok {
			w.fail("setups", "the option %s=%s cannot be played", must[0], must[1])
			delete(values, must)
			continue
		}
		// Others that are missing ride along as far as they go together.
		for _, also := range missing[1:] {
			more := maps.Clone(s.Options)
			if _, set := s.Options[also[0]]; !set {
				more[also[0]] = also[1]
				if w.g.Check(s.Players, more) == nil {
					s.Options = more
				}
			}
		}
		take(s)
	}
	for len(setups) < w.cfg.Playouts {
		s, ok := w.drawSetup(0, w.drawOptions())
		if !ok {
			s, ok = w.drawSetup(0, nil)
		}
		if !ok {
			return nil
		}
		take(s)
	}
	for _, s := range setups {
		w.checkNew(s)
	}
	return setups
}

// drawOptions draws values for two options, and now and then for all.
func (w *walk) drawOptions() games.Options {
	o := games.Options{}
	all := w.rng.IntN(4) == 0
	for n, i := range w.rng.Perm(len(w.info.Options)) {
		if n < 2 || all {
			set := w.info.Options[i]
			o[set.ID] = set.Values[w.rng.IntN(len(set.Values))]
		}
	}
	return o
}

// drawSetup completes the options to a setup that the game takes; players may be 0 for any number. Where the
// options alone do not go, values of others are drawn to go with them.
func (w *walk) drawSetup(players int, options games.Options) (games.Setup, bool) {
	for try := range 300 {
		n := players
		if n == 0 {
			n = w.info.Min + w.rng.IntN(w.info.Max-w.info.Min+1)
		}
		o := games.Options{}
		if try >= 30 {
			o = w.drawOptions()
		}
		maps.Copy(o, options)
		if w.g.Check(n, o) != nil {
			continue
		}
		s := games.Setup{Players: n, Options: o, Host: w.rng.IntN(n), Winner: w.rng.IntN(n+1) - 1}
		for i := range s.Seed {
			s.Seed[i] = byte(w.rng.Uint32())
		}
		return s, true
	}
	return games.Setup{}, false
}

// refusedSetups sets up what no game may take.
func (w *walk) refusedSetups() {
	good, ok := w.drawSetup(0, nil)
	if !ok {
		return
	}
	refuse := func(s games.Setup, want games.Code) {
		w.did("setups")
		state, events, err := w.g.New(s)
		if r := w.refusal("setups", err); r == nil || r.Code != want {
			w.fail("setups", "New with %d players and %v gives %v, want the refusal %s", s.Players, s.Options, err, want)
		}
		if state != nil || events != nil {
			w.fail("setups", "a refused setup comes with a state or events")
		}
		if other := w.g.Check(s.Players, s.Options); !sameRefusal(err, other) {
			w.fail("setups", "%d players with %v: Check gives %v and New %v", s.Players, s.Options, other, err)
		}
	}
	for _, n := range []int{w.info.Min - 1, w.info.Max + 1, 0, -1, 1 << 20} {
		s := good
		s.Players = n
		if n < w.info.Min || n > w.info.Max {
			refuse(s, games.BadPlayerCount)
		}
	}
	bad := []games.Options{{"no_such_option": "true"}, {"": ""}}
	for _, o := range w.info.Options {
		bad = append(bad, games.Options{o.ID: "no such value"}, games.Options{o.ID: ""})
	}
	for _, o := range bad {
		s := good
		s.Options = o
		refuse(s, games.BadOption)
	}
	// Whatever else Check says, New says too.
	for range 20 {
		s := good
		s.Players = w.info.Min + w.rng.IntN(w.info.Max-w.info.Min+1)
		s.Options = w.drawOptions()
		_, _, err := w.g.New(s)
		if other := w.g.Check(s.Players, s.Options); !sameRefusal(err, other) {
			w.fail("setups", "%d players with %v: Check gives %v and New %v", s.Players, s.Options, other, err)
		}
	}
}

// checkNew asks whether a game begins as its setup says, and the same every time.
func (w *walk) checkNew(setup games.Setup) {
	w.did("setups")
	before := maps.Clone(setup.Options)
	state, _, err := w.g.New(setup)
	if err != nil {
		w.fail("setups", "%d players with %v: Check accepts, New gives %v", setup.Players, setup.Options, err)
		return
	}
	if !maps.Equal(before, setup.Options) {
		w.fail("setups", "New changed the options of its setup")
	}
	seats := slices.Clone(state.Seating())
	slices.Sort(seats)
	for i, player := range seats {
		if player != i || len(seats) != setup.Players {
			w.fail("setups", "%d players are seated as %v", setup.Players, state.Seating())
			break
		}
	}
	if state.Outcome() != nil {
		w.fail("setups", "a new game is over")
	}
	other := setup
	other.Seed[0] ^= 1
	if second, _, err := w.g.New(other); err == nil && slices.Equal(second.Encode(), state.Encode()) {
		w.fail("setups", "the seed changes nothing")
	}
}

// refusal returns err as the typed refusal that it must be.
func (w *walk) refusal(check string, err error) *games.Refusal {
	if err == nil {
		return nil
	}
	r, ok := err.(*games.Refusal)
	if !ok || r == nil || r.Code == "" {
		w.fail(check, "the error is no refusal with a code but %T: %v", err, err)
		return nil
	}
	return r
}

func sameRefusal(a, b error) bool {
	var ra, rb *games.Refusal
	if errors.As(a, &ra) != errors.As(b, &rb) {
		return false
	}
	if ra == nil || rb == nil {
		return ra == nil && rb == nil && (a == nil) == (b == nil)
	}
	return *ra == *rb
}
