package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kumpas/bot/sandbox"
)

// The tests run the program as a child: this test binary with asProgram set is kumpas.
const asProgram = "KUMPAS_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Unsetenv(asProgram)
		main()
		return
	}
	os.Exit(m.Run())
}

// program is kumpas with settings of its own and nothing of the tester's.
type program struct {
	t    *testing.T
	ctx  context.Context
	dir  string // the data folder
	home string // where it runs
	env  []string
}

// newProgram prepares a program; settings are NAME=value.
func newProgram(t *testing.T, settings ...string) *program {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(cancel)
	home := t.TempDir()
	// A socket's path must be short, and the names of tests are not.
	dir, err := os.MkdirTemp("", "kumpas-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	p := &program{t: t, ctx: ctx, dir: filepath.Join(dir, "data"), home: home}
	for _, name := range []string{"PATH", "TMPDIR", "SYSTEMROOT"} {
		if v, ok := os.LookupEnv(name); ok {
			p.env = append(p.env, name+"="+v)
		}
	}
	p.env = append(p.env, "GORACE=atexit_sleep_ms=0", "HOME="+home, asProgram+"=1", "KUMPAS_DATA_DIR="+p.dir)
	p.env = append(p.env, settings...)
	return p
}

// on is the settings that connect a program to a sandbox.
func on(sb *sandbox.Sandbox) []string {
	return []string{"DISCORD_TOKEN=" + sb.Token(), "DISCORD_API_URL=" + sb.APIURL()}
}

func (p *program) store() string { return filepath.Join(p.dir, "kumpas.db") }

func (p *program) command(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(p.ctx, os.Args[0], args...)
	cmd.Env, cmd.Dir = p.env, p.home
	return cmd
}

// ended is how a run of the program came out.
type ended struct {
	code     int
	out, err string
}

// run runs the program to its end.
func (p *program) run(args ...string) ended {
	p.t.Helper()
	cmd := p.command(args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	return ended{p.code(cmd.Run()), out.String(), errs.String()}
}

// code is the exit code behind an error of running a program.
func (p *program) code(err error) int {
	p.t.Helper()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || p.ctx.Err() != nil {
		p.t.Fatalf("the program does not run or does not end: %v", err)
	}
	if err == nil {
		return 0
	}
	return exit.ExitCode()
}

// serving is `kumpas serve` at work.
type serving struct {
	*program
	cmd  *exec.Cmd
	log  *bytes.Buffer // whole once it has ended
	over bool
}

// serve starts the program and waits until the sandbox has seen it connect and register its commands.
func (p *program) serve(sb *sandbox.Sandbox) *serving {
	p.t.Helper()
	s := &serving{program: p, cmd: p.command("serve"), log: &bytes.Buffer{}}
	s.cmd.Stderr = s.log
	ready := sb.Stats().Dispatched["READY"]
	if err := s.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() {
		if !s.over {
			s.cmd.Process.Kill()
			s.cmd.Wait()
		}
		if p.t.Failed() {
			p.t.Log(s.log)
		}
	})
	p.until("the bot connects", func() bool {
		return sb.Stats().Dispatched["READY"] > ready && len(sb.Guild().Commands()) > 0
	})
	return s
}

// stop sends a signal, waits for the end and returns the exit code.
func (s *serving) stop(sig os.Signal) int {
	s.t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
	err := s.cmd.Wait()
	s.over = true
	return s.code(err)
}

// until polls for what has no event here.
func (p *program) until(what string, ok func() bool) {
	p.t.Helper()
	for !ok() {
		select {
		case <-p.ctx.Done():
			p.t.Fatalf("it does not come: %s", what)
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// says checks the exit code and that everything named stands in what was said.
func (e ended) says(t *testing.T, code int, parts ...string) {
	t.Helper()
	if e.code != code {
		t.Errorf("exit code %d, want %d", e.code, code)
	}
	said := e.err
	if code == 0 {
		said = e.out
		if e.err != "" {
			t.Errorf("it complains: %s", e.err)
		}
	} else if e.out != "" {
		t.Errorf("it prints beside its error: %s", e.out)
	}
	for _, part := range parts {
		if !strings.Contains(said, part) {
			t.Errorf("%q is not in:\n%s", part, said)
		}
	}
}
