package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kumpas/store"
	"kumpas/store/storetest"
)

// restore opens a backup put in place of a store's file.
func restore(t *testing.T, backup []byte) *store.Bolt {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store.db")
	if err := os.WriteFile(path, backup, 0o600); err != nil {
		t.Fatal(err)
	}
	return open(t, path, store.NoSync)
}

func TestBackupHasAllButTokens(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "store.db"), store.FlushEvery(time.Hour))
	fill(t, s)
	for i := range 50 { // tokens come and go, so that free pages have seen them too
		s.SetToken(store.TableID(fmt.Sprint("t", i)), "u1", store.Token{Data: []byte("token-of-u1"), Expires: filledWorld.Now.Add(time.Duration(i) * time.Second)})
		if err := s.PurgeTokens(ctx, filledWorld.Now.Add(time.Duration(i/2)*time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Ping(ctx); err != nil { // what waits is written
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := s.Backup(ctx, &b); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(b.Bytes(), []byte("token-of-u1")) {
		t.Error("a token is in the backup")
	}
	want := storetest.Dump(ctx, s, filledWorld)
	got := storetest.Dump(ctx, restore(t, b.Bytes()), filledWorld)
	isToken := func(line string) bool { return strings.HasPrefix(line, "token ") }
	for _, line := range got {
		if isToken(line) && !strings.Contains(line, "not found") {
			t.Errorf("restored: %s", line)
		}
	}
	if got, want := slices.DeleteFunc(got, isToken), slices.DeleteFunc(want, isToken); !slices.Equal(got, want) {
		t.Errorf("restored:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Every backup made under load is the store as it was at one moment: of two
// tables moved in turn, the first is never behind and at most one step ahead.
func TestBackupUnderLoad(t *testing.T) {
	folder := t.TempDir()
	s := open(t, filepath.Join(folder, "store.db"), store.NoSync)
	stop := make(chan struct{})
	var group sync.WaitGroup
	for w := range 4 {
		group.Go(func() {
			for rev := store.Revision(0); ; rev++ {
				select {
				case <-stop:
					return
				default:
				}
				for _, half := range []string{"x", "y"} {
					if _, err := s.Commit(ctx, killStep(store.TableID(fmt.Sprint(half, w)), rev)); err != nil {
						t.Error(err)
						return
					}
				}
			}
		})
	}
	var newest store.Revision
	for range 10 {
		var b bytes.Buffer
		if err := s.Backup(ctx, &b); err != nil {
			t.Fatal(err)
		}
		r := restore(t, b.Bytes())
		for w := range 4 {
			first, second := readRevision(t, r, fmt.Sprint("x", w)), readRevision(t, r, fmt.Sprint("y", w))
			if first != second && first != second+1 {
				t.Errorf("of two tables moved in turn the first has revision %d and the second %d", first, second)
			}
			newest = max(newest, first)
		}
		if err := s.Ping(ctx); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	group.Wait()
	if newest == 0 {
		t.Error("no backup saw any table")
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Errorf("the backups left %v in the folder", entries)
	}
}

// readRevision checks a table's log and content and returns its revision, 0 if there is none.
func readRevision(t *testing.T, s store.Store, id string) store.Revision {
	t.Helper()
	table, err := s.Table(ctx, store.TableID(id))
	if errors.Is(err, store.ErrNotFound) {
		return 0
	}
	if err != nil {
		t.Fatal(err)
	}
	if want := killStep(table.ID, table.Revision-1); !bytes.Equal(table.Snapshot, want.Snapshot) {
		t.Errorf("table %s at revision %d has another's snapshot", id, table.Revision)
	}
	n := store.Revision(0)
	for e, err := range s.Log(ctx, table.ID) {
		if n++; err != nil || e.Revision != n {
			t.Fatalf("entry %d of table %s: %+v, %v", n, id, e, err)
		}
	}
	if n != table.Revision {
		t.Errorf("table %s at revision %d has %d log entries", id, table.Revision, n)
	}
	return table.Revision
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestBackupFails(t *testing.T) {
	folder := t.TempDir()
	s := open(t, filepath.Join(folder, "store.db"))
	fill(t, s)
	if err := s.Backup(ctx, brokenPipe{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("into a broken pipe: %v", err)
	}
	over, cancel := context.WithCancel(ctx)
	cancel()
	if err := s.Backup(over, io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that is over: %v", err)
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Errorf("failed backups left %v in the folder", entries)
	}
	if err := s.Ping(ctx); err != nil {
		t.Error(err)
	}
}

// SetShown is written within its time though nothing else is, and with the
// next change at the latest; a backup shows what is in the file.
func TestLazyWritesReachTheFile(t *testing.T) {
	shownInFile := func(t *testing.T, s store.Store) string {
		var b bytes.Buffer
		if err := s.Backup(ctx, &b); err != nil {
			t.Fatal(err)
		}
		shown, err := restore(t, b.Bytes()).Shown(ctx, "a")
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			t.Fatal(err)
		}
		return string(shown)
	}
	t.Run("by the timer", func(t *testing.T) {
		s := open(t, filepath.Join(t.TempDir(), "store.db"), store.FlushEvery(time.Millisecond))
		for i := range 3 {
			want := fmt.Sprint("message ", i)
			s.SetShown("a", []byte(want))
			for shownInFile(t, s) != want {
				// Until the test's own time limit.
			}
		}
	})
	t.Run("with the next change", func(t *testing.T) {
		s := open(t, filepath.Join(t.TempDir(), "store.db"), store.FlushEvery(time.Hour))
		s.SetShown("a", []byte("message"))
		if got := shownInFile(t, s); got != "" {
			t.Errorf("before any change the file has %q", got)
		}
		if _, err := s.Commit(ctx, killStep("b", 0)); err != nil {
			t.Fatal(err)
		}
		if got := shownInFile(t, s); got != "message" {
			t.Errorf("after a change the file has %q", got)
		}
	})
}
