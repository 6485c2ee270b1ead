package soak

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"kumpas/bot"
	"kumpas/bot/discord"
	"kumpas/bot/sandbox"
	"kumpas/locales"
	"kumpas/store"
)

// The settings of the bot's process: this program once more.
const (
	childStore  = "KUMPAS_SOAK_STORE"
	childBase   = "KUMPAS_SOAK_BASE"
	childToken  = "KUMPAS_SOAK_TOKEN"
	childFaults = "KUMPAS_SOAK_FAULTS" // a seed
)

// child is the bot's process.
type child struct {
	sb     *sandbox.Sandbox
	path   string
	faults bool
	seed   uint64

	mu   sync.Mutex
	cmd  *exec.Cmd
	done chan error
	last pulse

	before map[string]int // the inner faults of the processes before this one
}

// pulse is what the process tells every few seconds: what it holds, and how often its disk and its clock went wrong.
type pulse struct {
	Memory
	Inner map[string]int `json:"inner"`
}

// inner counts the faults inside all processes so far; of one that was killed, those of its last seconds are missing.
func (c *child) inner() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	sum := map[string]int{}
	for _, of := range []map[string]int{c.before, c.last.Inner} {
		for kind, n := range of {
			sum[kind] += n
		}
	}
	return sum
}

// start runs the bot and waits until it is connected.
func (c *child) start(ctx context.Context) error {
	ready := c.sb.Stats().Dispatched["READY"]
	cmd := exec.Command(os.Args[0], os.Args[1:]...)
	cmd.Env = append(os.Environ(), childStore+"="+c.path, childBase+"="+c.sb.APIURL(), childToken+"="+c.sb.Token())
	if c.faults {
		c.seed++
		cmd.Env = append(cmd.Env, childFaults+"="+strconv.FormatUint(c.seed, 10))
	}
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	before := c.inner()
	c.mu.Lock()
	c.cmd, c.done, c.before, c.last.Inner = cmd, done, before, nil
	c.mu.Unlock()
	go func() {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			var p pulse
			if json.Unmarshal(lines.Bytes(), &p) == nil {
				c.mu.Lock()
				c.last = p
				c.mu.Unlock()
			}
		}
		done <- cmd.Wait()
	}()
	for begun := time.Now(); c.sb.Stats().Dispatched["READY"] == ready || len(c.sb.Guild().Commands()) == 0; {
		select {
		case err := <-done:
			return fmt.Errorf("soak: the bot ended at its start: %v", err)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
		if time.Since(begun) > time.Minute {
			return errors.New("soak: the bot does not connect within a minute")
		}
	}
	return nil
}

// kill ends the process as SIGKILL does.
func (c *child) kill() {
	if c.cmd.ProcessState == nil {
		c.cmd.Process.Kill()
		<-c.done
		c.done <- nil
	}
}

// term ends it as SIGTERM does.
func (c *child) term() error {
	c.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case err := <-c.done:
		c.done <- nil
		return err
	case <-time.After(time.Minute):
		return errors.New("it does not end within a minute")
	}
}

// memory is what the process holds, at most a few seconds ago.
func (c *child) memory() Memory {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last.Memory
}

// Child is the bot's process.
func Child() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	kept, err := store.OpenBolt(os.Getenv(childStore))
	if err != nil {
		return err
	}
	defer kept.Close()
	words, err := locales.Load(nil)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError + 1}))
	conf := bot.Config{Store: kept, Words: words, Games: bot.All, Log: log, Patience: func(bot.Moment) time.Duration { return 200 * time.Millisecond }}
	inner := func() map[string]int { return nil }
	if seed, err := strconv.ParseUint(os.Getenv(childFaults), 10, 64); err == nil {
		rng := rand.New(rand.NewPCG(seed, 1))
		disk, clock := &moody{Store: kept, next: func() mood { return mood(rng.IntN(moods)) }}, &jumpy{}
		conf.Store, conf.Clock = disk, clock
		inner = func() map[string]int {
			return map[string]int{"disk_full": int(disk.struck[full].Load()), "fsync_error": int(disk.struck[unsynced].Load()), "clock": int(clock.jumps.Load())}
		}
		go clock.jump(ctx, rand.New(rand.NewPCG(seed, 2)))
	}
	go tell(ctx, inner)
	return bot.Serve(ctx, conf, discord.Config{Token: os.Getenv(childToken), Base: os.Getenv(childBase), Log: log, PerSecond: 2000},
		discord.GatewayConfig{Burst: math.MaxInt32}) // here a month's faults strike in an hour
}

// beat is how often the process tells a pulse.
const beat = 5 * time.Second

// tell writes a pulse with every beat.
func tell(ctx context.Context, inner func() map[string]int) {
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(beat):
		}
		debug.FreeOSMemory()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		line, _ := json.Marshal(pulse{Memory{Goroutines: runtime.NumGoroutine(), Heap: m.HeapAlloc, Resident: resident()}, inner()})
		fmt.Println(string(line))
	}
}

// resident is the process's resident memory in bytes, 0 where the system does not tell.
func resident() uint64 {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	if fields := strings.Fields(string(data)); len(fields) > 1 {
		pages, _ := strconv.ParseUint(fields[1], 10, 64)
		return pages * uint64(os.Getpagesize())
	}
	return 0
}
