package soak

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
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
	last Memory
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
	c.mu.Lock()
	c.cmd, c.done = cmd, done
	c.mu.Unlock()
	go func() {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			var m Memory
			if json.Unmarshal(lines.Bytes(), &m) == nil {
				c.mu.Lock()
				c.last = m
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
	return c.last
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
	if seed, err := strconv.ParseUint(os.Getenv(childFaults), 10, 64); err == nil {
		conf.Store = &moody{Store: kept, rng: rand.New(rand.NewPCG(seed, 1))}
		clock := &jumpy{}
		conf.Clock = clock
		go clock.jump(ctx, rand.New(rand.NewPCG(seed, 2)))
	}
	go tell(ctx)
	return bot.Serve(ctx, conf, discord.Config{Token: os.Getenv(childToken), Base: os.Getenv(childBase), Log: log, PerSecond: 2000}, discord.GatewayConfig{})
}

// tell writes what the process holds, every few seconds.
func tell(ctx context.Context) {
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(5 * time.Second):
		}
		debug.FreeOSMemory()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		line, _ := json.Marshal(Memory{Goroutines: runtime.NumGoroutine(), Heap: m.HeapAlloc, Resident: resident()})
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

// moody is a store whose disk is full for a moment, or that says so although it has written.
type moody struct {
	store.Store
	mu  sync.Mutex
	rng *rand.Rand
}

// moods is one in how many commits goes wrong each way.
const moods = 300

func (m *moody) Commit(ctx context.Context, c store.Change) (store.Revision, error) {
	m.mu.Lock()
	mood := m.rng.IntN(moods)
	m.mu.Unlock()
	if mood == 0 {
		return 0, store.ErrWrite
	}
	rev, err := m.Store.Commit(ctx, c)
	if mood == 1 && err == nil {
		return 0, store.ErrWrite
	}
	return rev, err
}

// jumpy is a clock that is set now and then.
type jumpy struct {
	bot.SystemClock
	off atomic.Int64
}

// Now is the time of day as somebody has set it.
func (j *jumpy) Now() time.Time { return j.SystemClock.Now().Add(time.Duration(j.off.Load())) }

func (j *jumpy) jump(ctx context.Context, rng *rand.Rand) {
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(10+rng.IntN(20)) * time.Second):
			j.off.Store(int64(rng.IntN(120)-60) * int64(time.Second))
		}
	}
}
