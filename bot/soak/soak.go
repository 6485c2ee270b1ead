// Package soak plays many tables for a long time while everything that can go wrong does, and then reads the store to say
// what became of it: nothing that was acknowledged may be lost or doubled, no table stuck.
//
// The bot is a process of its own, which is killed and stopped like others; the stand-in for Discord and the people are here.
package soak

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"kumpas/bot/sandbox"
	"kumpas/store"
)

// Config says how long and how hard.
type Config struct {
	Tables int           // at once
	For    time.Duration // then the faults end, and every table has to move once more
	Seed   uint64
	Think  time.Duration // how long a person takes before he presses, half of it to one and a half; 0 is as fast as the machine can
	Faults bool
	Kills  bool   // the bot's process is killed and stopped, too
	Dir    string // for the store
	// Tell, if set, is told every minute how it goes.
	Tell func(time.Duration, Report)
}

// Report is what came of it.
type Report struct {
	Interactions int
	Games        map[string]int // ended, by game
	Tables       int            // opened
	Faults       map[string]int // that struck, by kind: requests, events and interactions that they hit
	Acknowledged int            // answers to prompts that people were told are taken
	Told         map[string]int // the same by how they were told
	Doubled      int
	Lost         []string        // what was pressed, and told to be taken, of those that the store does not have
	Differ       int             // tables whose log does not give their state
	Stuck        []string        // what stood on the boards
	Excused      map[string]int  // unanswered, by the fault that keeps people waiting and hit the press, its answer, or the connection that was to bring it
	Unanswered   []string        // what was unanswered without that, and what had gone wrong before it
	Silences     []time.Duration // from a press without an answer to the next answer to the same people
	Offences     []string        // against Discord's rules
	Restarted    bool            // the bot's process was, again and again: its memory does not say whether it grows
	First, Last  Memory          // of the bot's process: after the first tenth, unless it was restarted, and at the end
}

// Memory is what the bot's process holds.
type Memory struct {
	Goroutines int    `json:"goroutines"`
	Heap       uint64 `json:"heap"` // bytes in use after a collection
	Resident   uint64 `json:"resident"`
}

// OK reports whether there was something to lose, nothing was lost, and memory stayed within bounds.
func (r Report) OK() bool { return r.clean() && r.Acknowledged > 0 && !r.grown() }

// grown reports whether the heap is so much larger at the end that it is no matter of chance.
func (r Report) grown() bool {
	return !r.Restarted && r.First.Heap > 0 && r.Last.Heap > 4*r.First.Heap+32<<20
}

func (r Report) clean() bool {
	return len(r.Lost)+r.Doubled+r.Differ+len(r.Unanswered)+len(r.Stuck)+len(r.Offences) == 0
}

// KeptBack is how many presses were unanswered with an excuse.
func (r Report) KeptBack() (n int) {
	for _, of := range r.Excused {
		n += of
	}
	return n
}

// Print writes the report.
func (r Report) Print(w io.Writer) {
	fmt.Fprintf(w, "%d interactions at %d tables\n", r.Interactions, r.Tables)
	for _, name := range sorted(r.Games) {
		fmt.Fprintf(w, "  games of %s ended: %d\n", name, r.Games[name])
	}
	fmt.Fprintln(w, "faults:")
	for _, name := range sorted(r.Faults) {
		fmt.Fprintf(w, "  %-18s %d\n", name, r.Faults[name])
	}
	fmt.Fprintf(w, "actions acknowledged %d, lost %d, doubled %d\n", r.Acknowledged, len(r.Lost), r.Doubled)
	for _, how := range sorted(r.Told) {
		fmt.Fprintf(w, "  acknowledged, %-8s %d\n", how, r.Told[how])
	}
	fmt.Fprintf(w, "tables whose log does not give their state %d, stuck %d\n", r.Differ, len(r.Stuck))
	fmt.Fprintf(w, "unanswered %d; kept back by a fault that hit them: %d\n", len(r.Unanswered), r.KeptBack())
	for _, name := range sorted(r.Excused) {
		fmt.Fprintf(w, "  kept back by %-18s %d\n", name, r.Excused[name])
	}
	if n := len(r.Silences); n > 0 {
		long := slices.Sorted(slices.Values(r.Silences))
		at := func(percent int) time.Duration { return long[(n*percent+99)/100-1].Round(100 * time.Millisecond) }
		fmt.Fprintf(w, "people without an answer %d times: half of them up to %v, 99 in 100 up to %v, the longest %v\n", n, at(50), at(99), at(100))
	}
	fmt.Fprintf(w, "offences against Discord %d\n", len(r.Offences))
	if r.Restarted {
		fmt.Fprintf(w, "the bot's process at the end: %v (it was started again and again; without kills this says whether it grows)\n", r.Last)
	} else {
		fmt.Fprintf(w, "the bot's process: %v, at the end %v%s\n", r.First, r.Last, map[bool]string{true: ": it grows"}[r.grown()])
	}
	for _, text := range slices.Concat(r.Lost, r.Stuck, r.Unanswered, r.Offences) {
		fmt.Fprintf(w, "\n%s\n", text)
	}
}

func (m Memory) String() string {
	return fmt.Sprintf("%d goroutines, %.1f MiB heap, %.1f MiB resident", m.Goroutines, float64(m.Heap)/(1<<20), float64(m.Resident)/(1<<20))
}

func sorted(m map[string]int) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// soak is a run.
type soak struct {
	Config
	sb  *sandbox.Sandbox
	bot *child

	waits map[string]bool // the faults that excuse an answer that is late

	mu     sync.Mutex
	report Report
	acks   map[string]ack // by the interaction whose effect people were told of
	tables []string
	still  map[string]string // what stands at tables that stood still for long, by id
	wrong  []string          // what went wrong lately
	fatal  error
}

func newSoak(c Config, sb *sandbox.Sandbox, waits map[string]bool) *soak {
	return &soak{Config: c, sb: sb, waits: waits, acks: map[string]ack{}, still: map[string]string{},
		report: Report{Games: map[string]int{}, Told: map[string]int{}, Faults: map[string]int{}, Excused: map[string]int{}}}
}

// heartbeat is the gateway's interval: short, so that heartbeats that nobody acknowledges matter.
const heartbeat = 2 * time.Second

// settling is how long the tables have, when the faults are over, to show that they are alive.
const settling = 90 * time.Second

// Run soaks. Errors: what keeps it from beginning, or the bot's process from starting again.
func Run(ctx context.Context, c Config) (Report, error) {
	sb, err := sandbox.New(sandbox.Config{Limits: sandbox.NoLimits(), HeartbeatInterval: heartbeat})
	if err != nil {
		return Report{}, err
	}
	defer sb.Close()
	sb.Forgive("unanswered", "late") // counted here, with what excuses them
	s := newSoak(c, sb, waiting())
	s.waits[sandbox.Disconnected] = c.Faults && c.Kills
	s.bot = &child{sb: sb, path: filepath.Join(c.Dir, "kumpas.db"), faults: c.Faults, seed: c.Seed}
	if err := s.bot.start(ctx); err != nil {
		return Report{}, err
	}
	defer s.bot.kill()

	playing, last := context.WithTimeout(ctx, c.For)
	defer last()
	var people, trouble sync.WaitGroup
	for n := range c.Tables {
		people.Go(func() { s.play(ctx, playing, n) })
	}
	if s.report.Restarted = c.Faults && c.Kills; !s.report.Restarted {
		trouble.Go(func() { s.measure(playing) })
	}
	if c.Tell != nil {
		trouble.Go(func() { s.tell(playing) })
	}
	if c.Faults {
		trouble.Go(func() { s.chaos(ctx, playing) })
	}
	trouble.Wait()
	sb.Heal()
	people.Wait()
	if s.fatal != nil {
		return Report{}, s.fatal
	}
	s.report.Last = s.bot.memory()
	if err := s.bot.term(); err != nil {
		return Report{}, fmt.Errorf("soak: the bot does not end as it should: %w", err)
	}
	for _, o := range sb.Offences() {
		s.report.Offences = append(s.report.Offences, o.String())
	}
	s.report.Interactions = s.interactions()
	maps.Copy(s.report.Faults, s.bot.inner())
	for _, f := range sb.Faults() {
		if f.Struck > 0 {
			s.report.Faults[f.ID] = f.Struck
		}
	}
	kept, err := store.OpenBolt(s.bot.path)
	if err != nil {
		return Report{}, err
	}
	defer kept.Close()
	err = s.judge(context.WithoutCancel(ctx), kept)
	return s.report, err
}

// measure notes what the bot's process holds after the first tenth of the time.
func (s *soak) measure(ctx context.Context) {
	select {
	case <-time.After(max(s.For/10, 2*beat)): // before its first pulse nothing is known
		m := s.bot.memory()
		s.mu.Lock()
		s.report.First = m
		s.mu.Unlock()
	case <-ctx.Done():
	}
}

// tell tells every minute how it goes.
func (s *soak) tell(ctx context.Context) {
	begun := time.Now()
	for tick := time.NewTicker(time.Minute); ; {
		select {
		case <-tick.C:
			s.mu.Lock()
			r := Report{Interactions: s.interactions(), Tables: s.report.Tables, Acknowledged: len(s.acks), Excused: maps.Clone(s.report.Excused),
				Unanswered: slices.Clone(s.report.Unanswered), Stuck: slices.Collect(maps.Values(s.still)), Last: s.bot.memory()}
			s.mu.Unlock()
			for _, o := range s.sb.Offences() {
				r.Offences = append(r.Offences, o.String())
			}
			s.Tell(time.Since(begun), r)
		case <-ctx.Done():
			tick.Stop()
			return
		}
	}
}

func (s *soak) interactions() (n int) {
	for _, of := range s.sb.Stats().Interactions {
		n += of
	}
	return n
}

func (s *soak) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fatal = errors.Join(s.fatal, err)
}

// IsChild reports whether this process was started to be the bot of a soak.
func IsChild() bool { return os.Getenv(childStore) != "" }
