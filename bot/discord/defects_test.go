package discord

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// Defect 6: asked for a heartbeat (Op 1) while it closes the connection, discordgo writes to one that is not there any more, and the
// program with it is gone. Here nobody closes while it reads (TestFailedWrite): it is asked again and again as connections are lost in
// every way. Each stays until its own first heartbeat: of a starved machine a late one can close the connection after its own.
func TestHeartbeatAskedForWhileLost(t *testing.T) {
	t.Parallel()
	asked := func(lose func(*fakeConn)) func(*fakeConn) {
		return func(c *fakeConn) {
			c.up("s")
			c.await(1)
			for range 100 {
				c.send(1, nil)
			}
			lose(c)
			for range 100 {
				c.send(1, nil)
			}
			c.stay()
		}
	}
	g := newFakeGateway(t,
		asked(func(*fakeConn) { panic(end{}) }),
		asked(func(c *fakeConn) { c.send(7, nil) }),
		asked(func(c *fakeConn) { c.send(9, true); c.await(2); panic(end{}) }),
		asked(func(c *fakeConn) { c.closeWith(4000) }),
		steady)
	r := g.run(t, func(_ *Config, gc *GatewayConfig) { gc.OpenFirst = 2 * time.Second })
	for g.connections() < 5 {
		receive(t, r.heard)
	}
	if err := r.stop(); err != nil {
		t.Errorf("Run: %v", err)
	}
}

// A heartbeat that cannot be sent is no matter of the heartbeat's: it ends the connection, and who reads finds out.
func TestFailedWrite(t *testing.T) {
	t.Parallel()
	ours, theirs := net.Pipe()
	l := newLink(ours, time.Minute, func() bool { return true })
	theirs.Close()
	beat := []byte("\x81\x80\x00\x00\x00\x00")
	if n, err := l.Write(beat); n != len(beat) || err != nil {
		t.Errorf("Write: %d, %v; want %d and no error", n, err, len(beat))
	}
	if _, err := ours.Read(make([]byte, 1)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Read after it: %v, want %v", err, io.ErrClosedPipe)
	}
}

// Defects 8 to 14 and 16 are those of parts of discordgo that are not used: its REST client with buckets, retries and waits, its
// state, its logger, its latency. This is all that is.
func TestLittleOfDiscordgo(t *testing.T) {
	used := map[string]bool{
		"New": true, "Session": true, "Event": true, "Disconnect": true, "ErrWSAlreadyOpen": true, "IntentGuilds": true, "IntentGuildModeration": true,
		// of a session
		"Open": true, "AddHandler": true, "Client": true, "Dialer": true, "Identify": true, "StateEnabled": true, "SyncEvents": true,
		"ShouldReconnectOnError": true, "ShouldRetryOnRateLimit": true, "MaxRestRetries": true, "LogLevel": true,
	}
	top, found := filepath.Join("..", ".."), 0
	err := filepath.WalkDir(top, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		for _, imported := range file.Imports {
			if strings.Contains(imported.Path.Value, "discordgo") && filepath.Base(path) != "session.go" {
				t.Errorf("%s imports discordgo", path)
			}
		}
		if filepath.Base(path) != "session.go" || filepath.Base(filepath.Dir(path)) != "discord" {
			return nil
		}
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			of := ""
			switch x := s.X.(type) {
			case *ast.Ident:
				of = x.Name
			case *ast.SelectorExpr:
				of = x.Sel.Name
			}
			if of == "discordgo" || of == "dg" {
				found++
				if !used[s.Sel.Name] {
					t.Errorf("%s.%s is used", of, s.Sel.Name)
				}
			}
			return true
		})
		return nil
	})
	if err != nil || found < 10 {
		t.Errorf("%d uses found (%v)", found, err)
	}
}

// The tests that the package's description names are there.
func TestDefectsAreGuarded(t *testing.T) {
	read := func(pattern string) (all string) {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			all += string(text)
		}
		return all
	}
	tests := read("*_test.go")
	named := regexp.MustCompile(`Test[A-Z]\w+`).FindAllString(read("doc.go"), -1)
	if len(named) < 15 {
		t.Errorf("only %v are named", named)
	}
	for _, name := range named {
		if !strings.Contains(tests, "\nfunc "+name+"(") {
			t.Errorf("there is no %s", name)
		}
	}
}
