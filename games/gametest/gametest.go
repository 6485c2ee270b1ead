package gametest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"kumpas/games"
)

// Config says how much is played. Its zero value is the default.
type Config struct {
	// Seed selects the playouts; equal seeds give equal runs.
	Seed uint64
	// Playouts is the number of single playouts, 0 for the default; half as many paired ones are made. It is raised to what it takes to cover every
	// number of players and every value of every option.
	Playouts int
	// Playout is the only playout to be made, counted from 1; 0 makes all.
	Playout int
	// Setups are played besides those that are drawn.
	Setups []games.Setup
	// until ends the run when that check has found something.
	until string
}

// Option changes a Config.
type Option func(*Config)

// Playouts sets the number of single playouts.
func Playouts(n int) Option { return func(c *Config) { c.Playouts = n } }

// Setups adds setups that must be played besides those that are drawn.
func Setups(s ...games.Setup) Option { return func(c *Config) { c.Setups = append(c.Setups, s...) } }

// Run checks g and reports every finding in the sub-test of its check.
func Run(t *testing.T, g games.Game, opts ...Option) {
	t.Helper()
	var cfg Config
	for _, o := range opts {
		o(&cfg)
	}
	if err := cfg.environment(os.Getenv); err != nil {
		t.Fatal(err)
	}
	r := Check(g, cfg)
	for _, c := range Checks {
		t.Run(c.Name, func(t *testing.T) {
			for _, f := range r.Findings {
				if f.Check == c.Name {
					t.Error(f)
				}
			}
			if n := r.Unsaid[c.Name]; n > 0 {
				t.Errorf("and %d more", n)
			}
		})
	}
	t.Log(r)
}

// environment lets the caller of a test change how much it plays.
func (c *Config) environment(get func(string) string) error {
	number := func(name string, set func(uint64)) error {
		text := get(name)
		if text == "" {
			return nil
		}
		n, err := strconv.ParseUint(text, 10, 63)
		if err != nil {
			return fmt.Errorf("gametest: %s=%q is not a number", name, text)
		}
		set(n)
		return nil
	}
	if err := number("KUMPAS_PLAYOUTS", func(n uint64) { c.Playouts = int(n) }); err != nil {
		return err
	}
	if err := number("KUMPAS_SEED", func(n uint64) { c.Seed = n }); err != nil {
		return err
	}
	return number("KUMPAS_PLAYOUT", func(n uint64) { c.Playout = int(n) })
}

// suite is one run of all checks over one game.
type suite struct {
	g      games.Game
	info   games.Info
	cfg    Config
	rep    *Report
	reveal map[string]bool
	kinds  map[string]*persistence
	items  map[hiddenFrom]*item
	ledger map[string]map[string]int // by setup
}

// Check plays g and returns what is wrong with it.
func Check(g games.Game, cfg Config) *Report {
	most := math.MaxInt
	if cfg.Playouts <= 0 {
		cfg.Playouts, most = defaultPlayouts, sampleSetups
	}
	s := &suite{
		g: g, info: g.Info(), cfg: cfg, rep: newReport(),
		reveal: map[string]bool{}, kinds: map[string]*persistence{},
		items: map[hiddenFrom]*item{}, ledger: map[string]map[string]int{},
	}
	for _, kind := range s.info.Revealing {
		s.reveal[kind] = true
	}
	w := s.walk(0, games.Setup{})
	w.try("info", w.checkInfo)
	var setups []games.Setup
	w.try("setups", func() { setups = w.drawSetups() })
	setups = setups[:min(len(setups), most)]
	wanted := func(n int) bool { return (cfg.Playout == 0 || cfg.Playout == n) && !s.rep.Has(cfg.until) }
	n := 0
	for i, setup := range setups {
		if n++; wanted(n) {
			s.single(n, setup, modes[i%len(modes)])
		}
		if i%2 == 0 {
			continue
		}
		if n++; wanted(n) {
			s.paired(n, setups[i-i/2%2])
		}
	}
	if wanted(0) {
		s.conclude(w)
	}
	return s.rep
}

// conclude makes the checks that need the whole run.
func (s *suite) conclude(w *walk) {
	s.concludeKinds(w)
	if len(s.rep.Findings) > 0 {
		return // what was not reached says nothing now
	}
	s.concludeTwins(w)
	for _, c := range Checks {
		if !c.Optional && s.rep.Done[c.Name] == 0 {
			w.fail(c.Name, "the check was never made")
		}
	}
	for _, kind := range s.info.Revealing {
		if s.rep.Kinds[kind] > 0 {
			continue
		}
		s.rep.note("the revealing kind %q never occurred", kind)
		if s.cfg.Playouts >= 1000 {
			w.fail("events", "the kind %q is declared as revealing and never occurred", kind)
		}
	}
}

// rand returns the randomness of one playout.
func (s *suite) rand(playout int) games.Rand {
	return rand.New(rand.NewPCG(s.cfg.Seed, uint64(playout)))
}
