package store_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"kumpas/store"
)

// A test that needs another process starts this test program again with the
// name of the part to play in childVariable and the store's path in pathVariable.
const (
	childVariable = "KUMPAS_STORE_CHILD"
	pathVariable  = "KUMPAS_STORE_PATH"
)

var children = map[string]func(path string) error{"commit": commitForEver}

func TestMain(m *testing.M) {
	if child, ok := children[os.Getenv(childVariable)]; ok {
		if err := child(os.Getenv(pathVariable)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func childCommand(t *testing.T, child, path string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), childVariable+"="+child, pathVariable+"="+path)
	c.Stderr = os.Stderr
	return c
}

const killTables = 5

// commitForEver goes on with every table where it stands and prints each
// acknowledged change.
func commitForEver(path string) error {
	s, err := store.OpenBolt(path, store.FlushEvery(time.Millisecond))
	if err != nil {
		return err
	}
	failed := make(chan error)
	for i := range killTables {
		go func() {
			id := store.TableID(fmt.Sprint("k", i))
			t, err := s.Table(ctx, id)
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				failed <- err
				return
			}
			for rev := t.Revision; ; rev++ {
				if _, err := s.Commit(ctx, killStep(id, rev)); err != nil {
					failed <- err
					return
				}
				fmt.Println(id, rev+1) // one write, unbuffered
				s.SetShown(id, fmt.Append(nil, rev+1))
				s.SetToken(id, "u", store.Token{Data: fmt.Append(nil, rev+1)})
			}
		}()
	}
	return <-failed
}

// killStep is what the child commits at a revision; its sizes make the file grow and pages split.
func killStep(id store.TableID, from store.Revision) store.Change {
	mark := fmt.Append(nil, from+1)
	return store.Change{
		ID: id, From: from, Header: mark,
		Snapshot: append(make([]byte, int(from)*37%3000), mark...),
		Entry:    &store.Entry{Interaction: fmt.Sprintf("%s-%d", id, from+1), Data: mark},
		Drafts:   map[string][]byte{"d": mark},
		Result:   &store.Result{Guild: string(id), Data: mark},
	}
}

var ctx = context.Background()

// Killed at any moment, the store has every change that was acknowledged, and
// at most the one after it that was under way; each once, each whole.
func TestKill(t *testing.T) {
	const kills = 24
	path := filepath.Join(t.TempDir(), "store.db")
	acked := map[store.TableID]store.Revision{}
	random := rand.New(rand.NewPCG(1, 2))
	for range kills {
		c := childCommand(t, "commit", path)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		fuse := 1 + random.IntN(150) // acknowledged changes, then a moment more
		moment := time.Duration(random.IntN(3000)) * time.Microsecond
		var once sync.Once
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			var id store.TableID
			var rev store.Revision
			if _, err := fmt.Sscan(lines.Text(), &id, &rev); err != nil {
				t.Fatal(err)
			}
			acked[id] = rev
			if fuse--; fuse == 0 {
				once.Do(func() { time.AfterFunc(moment, func() { c.Process.Kill() }) })
			}
		}
		if c.Wait(); fuse > 0 {
			t.Fatal("the child ended before it was killed")
		}
		checkKilled(t, path, acked)
	}
	total := 0
	for _, rev := range acked {
		total += int(rev)
	}
	t.Logf("%d kills among %d changes", kills, total)
}

func checkKilled(t *testing.T, path string, acked map[store.TableID]store.Revision) {
	t.Helper()
	s, err := store.OpenBolt(path)
	if err != nil {
		t.Fatal(err)
	}
	for id, least := range acked {
		table, err := s.Table(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		rev := table.Revision
		if rev < least || rev > least+1 {
			t.Errorf("table %s has revision %d, acknowledged were %d", id, rev, least)
		}
		want := killStep(id, rev-1)
		if string(table.Header) != string(want.Header) || string(table.Snapshot) != string(want.Snapshot) {
			t.Errorf("table %s at revision %d has another revision's content", id, rev)
		}
		if d, err := s.Draft(ctx, id, "d"); err != nil || string(d) != string(want.Header) {
			t.Errorf("table %s at revision %d has the draft %q (%v)", id, rev, d, err)
		}
		n := store.Revision(0)
		for e, err := range s.Log(ctx, id) {
			n++
			want := killStep(id, n-1).Entry
			if err != nil || e.Revision != n || e.Interaction != want.Interaction || string(e.Data) != string(want.Data) {
				t.Fatalf("table %s: entry %d of the log is %+v (%v)", id, n, e, err)
			}
		}
		results := store.Revision(0)
		for _, err := range s.Results(ctx, string(id)) {
			if err != nil {
				t.Fatal(err)
			}
			results++
		}
		if n != rev || results != rev {
			t.Errorf("table %s at revision %d has %d log entries and %d results", id, rev, n, results)
		}
		if _, err := s.Commit(ctx, killStep(id, rev-1)); !errors.Is(err, store.ErrDuplicate) {
			t.Errorf("table %s: the last interaction delivered again: %v", id, err)
		}
		acked[id] = rev
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
