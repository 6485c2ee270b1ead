package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games/entrika"
	"kumpas/store"
)

// trio opens a table of three people.
func trio(p *program, sb *sandbox.Sandbox, n int) *robot.Table {
	p.t.Helper()
	g := sb.Guild()
	table := &robot.Table{Sandbox: sb, Rand: rand.New(rand.NewPCG(uint64(n), 3))}
	for i := range 3 {
		table.Users = append(table.Users, g.NewUser(fmt.Sprintf("Oyuncu %d-%d", n, i), "tr"))
	}
	if err := table.Open(p.ctx, robot.Setup{Game: "entrika", Channel: g.NewChannel(fmt.Sprintf("masa-%d", n))}); err != nil {
		p.t.Fatal(err)
	}
	return table
}

// audited opens the store of a program that has ended and checks tables against their logs; it returns the interactions in them.
func (p *program) audited(tables ...*robot.Table) map[string]int {
	p.t.Helper()
	s, err := store.OpenBolt(p.store())
	if err != nil {
		p.t.Fatal(err)
	}
	defer s.Close()
	logged := map[string]int{}
	for _, table := range tables {
		id := store.TableID(table.ID)
		if err := bot.Audit(p.ctx, s, bot.All, id); err != nil {
			p.t.Errorf("table %s: %v", id, err)
		}
		for entry, err := range s.Log(p.ctx, id) {
			if err != nil {
				p.t.Fatal(err)
			}
			logged[entry.Interaction]++
		}
	}
	return logged
}

// acts reports whether a press was acknowledged as a whole answer to a prompt.
func acts(p robot.Press) bool {
	id, ok := present.ParseID(p.CustomID)
	if !ok || id.Verb() != present.VerbReply || !p.Result.OK || p.Result.Callback != 6 && p.Result.Callback != 7 {
		return false
	}
	if p.Result.Message != nil && p.Result.Message.Ephemeral() {
		return false
	}
	return !slices.Contains([]string{entrika.Coup, entrika.Assassinate, entrika.Steal}, id[len(id)-1]) // those want a target
}

// SIGTERM in the middle of running games: the program ends well, every acknowledged press is in a log once, and the
// games go on where they were.
func TestTerminate(t *testing.T) {
	t.Parallel()
	clock := sandbox.NewFakeClock()
	sb := sandbox.Start(t, sandbox.Config{Limits: sandbox.NoLimits(), Clock: clock})
	sb.Forgive("unanswered", "late") // who presses while nobody is there
	p := newProgram(t, on(sb)...)
	s := p.serve(sb)
	var mu sync.Mutex
	var acknowledged []string
	tables := make([]*robot.Table, 4)
	for i := range tables {
		tables[i] = trio(p, sb, i)
	}
	enough := make(chan struct{})
	run, stop := context.WithCancel(p.ctx)
	defer stop()
	var wg sync.WaitGroup
	for _, table := range tables {
		table.Heard = func(press robot.Press) {
			mu.Lock()
			defer mu.Unlock()
			if acts(press) {
				if acknowledged = append(acknowledged, press.Interaction); len(acknowledged) == 30 {
					close(enough)
				}
			}
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			for run.Err() == nil && !table.Over() {
				if err := table.Step(run); err != nil && run.Err() == nil && !errors.Is(err, robot.ErrFailed) {
					t.Error(err)
					return
				}
			}
		}()
	}
	select {
	case <-enough:
	case <-p.ctx.Done():
		t.Fatal("the games do not get on")
	}
	if code := s.stop(syscall.SIGTERM); code != 0 {
		t.Errorf("SIGTERM ends it with %d", code)
	}
	stop()
	clock.Advance(4 * time.Second) // what was not answered has failed
	wg.Wait()
	for _, table := range tables {
		table.Heard = nil
	}
	logged := p.audited(tables...)
	for _, id := range acknowledged {
		if logged[id] != 1 {
			t.Errorf("interaction %s was acknowledged and is %d times in the log", id, logged[id])
		}
	}
	s = p.serve(sb)
	for _, table := range tables {
		for !table.Over() {
			if err := table.Step(p.ctx); err != nil && !errors.Is(err, robot.ErrFailed) {
				t.Fatal(err)
			}
		}
	}
	if code := s.stop(os.Interrupt); code != 0 {
		t.Errorf("an interrupt ends it with %d", code)
	}
	p.audited(tables...)
}

// A copy made while the bot runs is a store: another bot goes on with it from that moment.
func TestBackup(t *testing.T) {
	t.Parallel()
	sb := sandbox.Start(t, sandbox.Config{Limits: sandbox.NoLimits()})
	p := newProgram(t, on(sb)...)
	s := p.serve(sb)
	table := trio(p, sb, 1)
	for range 4 {
		if err := table.Step(p.ctx); err != nil {
			t.Fatal(err)
		}
	}
	copied := filepath.Join(p.home, "copy.db")
	for range 2 { // the second replaces the first
		p.run("backup", copied).says(t, 0)
	}
	if info, err := os.Stat(copied); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy is not its owner's alone: %v (%v)", info.Mode(), err)
	}
	p.run("backup", p.store()).says(t, exitUsage, "is the store itself")
	if code := s.stop(syscall.SIGTERM); code != 0 {
		t.Fatal("exit code", code)
	}
	restored := newProgram(t, on(sb)...)
	if err := os.MkdirAll(restored.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(copied, restored.store()); err != nil {
		t.Fatal(err)
	}
	s = restored.serve(sb)
	if err := table.Play(restored.ctx); err != nil {
		t.Fatal(err)
	}
	if code := s.stop(syscall.SIGTERM); code != 0 {
		t.Fatal("exit code", code)
	}
	restored.audited(table)
	restored.run("backup", copied).says(t, 0) // also when no bot runs
	s2, err := store.OpenBolt(copied)
	if err != nil {
		t.Fatal(err)
	}
	defer s2.Close()
	if err := bot.Audit(p.ctx, s2, bot.All, store.TableID(table.ID)); err != nil {
		t.Error(err)
	}
}

// One store is one bot's.
func TestLockedStore(t *testing.T) {
	t.Parallel()
	sb := sandbox.Start(t, sandbox.Config{})
	p := newProgram(t, on(sb)...)
	s := p.serve(sb)
	p.run("serve").says(t, exitStore, p.store()+" is in use", "another Kumpas")
	p.run("health").says(t, 0) // the socket is still the first one's
	if code := s.stop(syscall.SIGTERM); code != 0 {
		t.Error("exit code", code)
	}
	p.run("health").says(t, exitFailed, "no bot is running")
}

// A token that Discord refuses ends the program; it is in no line of the log.
func TestRefusedToken(t *testing.T) {
	t.Parallel()
	sb := sandbox.Start(t, sandbox.Config{})
	sb.Forgive("token")
	got := newProgram(t, append(on(sb), "DISCORD_TOKEN="+anyToken, "KUMPAS_LOG_LEVEL=debug")...).run("serve")
	got.says(t, exitDiscord, "Discord refuses the token", "Developer Portal", "DISCORD_TOKEN")
	if strings.Contains(got.err, anyToken) {
		t.Errorf("the token is logged:\n%s", got.err)
	}
}

// /healthz and /readyz of a program, and its log, which holds no token at any level.
func TestHealthAddress(t *testing.T) {
	t.Parallel()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := free.Addr().String()
	free.Close()
	sb := sandbox.Start(t, sandbox.Config{})
	p := newProgram(t, append(on(sb), "KUMPAS_HTTP_ADDR="+addr, "KUMPAS_LOG_LEVEL=debug")...)
	s := p.serve(sb)
	p.until("/readyz is 200", func() bool { code, _ := get(t, "http://"+addr+"/readyz"); return code == http.StatusOK })
	if code, body := get(t, "http://"+addr+"/healthz"); code != http.StatusOK || body != "ok" {
		t.Errorf("/healthz: %d %q", code, body)
	}
	if code, body := get(t, "http://"+addr+"/metrics"); code != http.StatusOK || !strings.Contains(body, "\nkumpas_gateway_connected 1\n") || !strings.Contains(body, "\nkumpas_store_commit_seconds_count ") {
		t.Errorf("/metrics: %d %s", code, body)
	}
	for _, path := range []string{"/backup", "/store"} {
		if code, _ := get(t, "http://"+addr+path); code != http.StatusNotFound {
			t.Errorf("what is for the owner is for everybody: %s %d", path, code)
		}
	}
	if code := s.stop(syscall.SIGTERM); code != 0 {
		t.Error("exit code", code)
	}
	if bytes.Contains(s.log.Bytes(), []byte(sb.Token())) {
		t.Errorf("the token is logged:\n%s", s.log)
	}
}

func get(t *testing.T, url string) (code int, body string) {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, strings.TrimSpace(string(text))
}

// deaf is a store that cannot be written to.
type deaf struct{ store.Store }

func (deaf) Ping(context.Context) error { return store.ErrWrite }

// sound is a store that can.
type sound struct{ store.Store }

func (sound) Ping(context.Context) error { return nil }

// /healthz is about the process, which is started anew if it fails; /store about the disk; /readyz about all that playing needs.
func TestWellness(t *testing.T) {
	up, down := discord.Event{Kind: discord.Connected}, discord.Event{Kind: discord.Disconnected}
	other := discord.Event{Kind: discord.GuildJoined}
	for _, c := range []struct {
		name        string
		store       store.Store
		events      []discord.Event
		stored      int
		readyz      int
		readyzWords string
		suspended   bool
	}{
		{"not yet connected", sound{}, []discord.Event{other}, 200, 503, "not connected to Discord", false},
		{"connected", sound{}, []discord.Event{up, other}, 200, 200, "ok", false},
		{"connection lost", sound{}, []discord.Event{up, down}, 200, 503, "not connected to Discord", false},
		{"connected again", sound{}, []discord.Event{up, down, up}, 200, 200, "ok", false},
		{"disk full", deaf{}, []discord.Event{up}, 503, 503, "the store cannot be written to", false},
		{"too many refusals", sound{}, []discord.Event{up}, 200, 503, "Discord refused too many requests, sending is suspended for some minutes", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := &wellness{store: c.store, suspended: func() bool { return c.suspended }}
			for _, e := range c.events {
				w.hear(e)
			}
			server := httptest.NewServer(w.owners())
			defer server.Close()
			if code, words := get(t, server.URL+"/healthz"); code != http.StatusOK || words != "ok" {
				t.Errorf("/healthz %d %q", code, words)
			}
			if code, _ := get(t, server.URL+"/store"); code != c.stored {
				t.Errorf("/store %d, want %d", code, c.stored)
			}
			if code, words := get(t, server.URL+"/readyz"); code != c.readyz || words != c.readyzWords {
				t.Errorf("/readyz %d %q, want %d %q", code, words, c.readyz, c.readyzWords)
			}
		})
	}
}
