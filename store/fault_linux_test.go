package store_test

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"kumpas/store"
)

var errDisk = errors.New("the disk is on fire")

// A commit that reports an error may have happened or not. After it the store
// reads what is in the file, and goes on.
func TestCommitFails(t *testing.T) {
	for _, c := range []struct {
		name     string
		commit   func(*bolt.Tx) error
		happened bool
	}{
		{"before anything is written", func(tx *bolt.Tx) error { return errors.Join(errDisk, tx.Rollback()) }, false},
		{"after all is written", func(tx *bolt.Tx) error { return errors.Join(tx.Commit(), errDisk) }, true},
		{"with a panic", func(*bolt.Tx) error { panic("a damaged page, of token=secret") }, false},
		{"with a memory fault", func(*bolt.Tx) error { return fault() }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			broken := false
			s := open(t, filepath.Join(t.TempDir(), "store.db"), store.FlushEvery(time.Hour), store.CommitBy(func(tx *bolt.Tx) error {
				if broken {
					broken = false
					return c.commit(tx)
				}
				return tx.Commit()
			}))
			change := store.Change{ID: "a", Snapshot: []byte("1"), Entry: &store.Entry{Interaction: "i1"}}
			if _, err := s.Commit(ctx, change); err != nil {
				t.Fatal(err)
			}
			s.SetShown("a", []byte("shown"))
			broken = true
			change = store.Change{ID: "a", From: 1, Snapshot: []byte("2"), Entry: &store.Entry{Interaction: "i2"}}
			_, err := s.Commit(ctx, change)
			if !errors.Is(err, store.ErrWrite) || strings.Contains(err.Error(), "secret") {
				t.Fatalf("a failed commit: %v", err)
			}
			table, err := s.Table(ctx, "a")
			if err != nil {
				t.Fatal(err)
			}
			if happened := table.Revision == 2; happened != c.happened {
				t.Errorf("after the failure the table has revision %d", table.Revision)
			}
			_, err = s.Commit(ctx, change)
			if want := map[bool]error{true: store.ErrDuplicate}[c.happened]; !errors.Is(err, want) {
				t.Errorf("the same change again: %v, want %v", err, want)
			}
			if shown, err := s.Shown(ctx, "a"); err != nil || string(shown) != "shown" {
				t.Errorf("what was to be written with it: %q, %v", shown, err)
			}
		})
	}
}

// fault reads where no memory is.
func fault() error {
	page, err := syscall.Mmap(-1, 0, 4096, syscall.PROT_READ, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return err
	}
	at := page
	if err := syscall.Munmap(page); err != nil {
		return err
	}
	return fmt.Errorf("read %d", at[0])
}

// descriptor finds the descriptor by which the store writes to its file.
func descriptor(t *testing.T, path string) int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("no /proc here")
	}
	for _, e := range entries {
		if target, _ := os.Readlink("/proc/self/fd/" + e.Name()); target == path {
			var fd int
			fmt.Sscan(e.Name(), &fd)
			return fd
		}
	}
	t.Fatal("the store's file is not open")
	return 0
}

// The file is replaced by /dev/null under bbolt's hands: writes succeed and are
// lost, and the sync fails, as it is when the system drops pages it could not write.
func TestSyncFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := open(t, path)
	for rev := range store.Revision(5) {
		if _, err := s.Commit(ctx, killStep("a", rev)); err != nil {
			t.Fatal(err)
		}
		null, err := syscall.Open("/dev/null", syscall.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := syscall.Dup3(null, descriptor(t, path), syscall.O_CLOEXEC); err != nil {
			t.Fatal(err)
		}
		syscall.Close(null)
		if _, err := s.Commit(ctx, killStep("a", rev+1)); !errors.Is(err, store.ErrWrite) {
			t.Fatalf("a commit that could not be synced: %v", err)
		}
		checkKilledOpen(t, s, "a", rev+1)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	checkKilled(t, path, map[store.TableID]store.Revision{"a": 5})
}

// While the file cannot be opened again, everything is refused; when it can, the store goes on by itself.
func TestRefusesUntilTheFileIsBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	broken := false
	s := open(t, path, store.LockWait(time.Millisecond), store.CommitBy(func(tx *bolt.Tx) error {
		if broken {
			if err := os.Rename(path, path+".away"); err != nil {
				return err
			}
			return errors.Join(errDisk, tx.Rollback())
		}
		return tx.Commit()
	}))
	if _, err := s.Commit(ctx, killStep("a", 0)); err != nil {
		t.Fatal(err)
	}
	broken = true
	for _, call := range []func() error{
		func() error { _, err := s.Commit(ctx, killStep("a", 1)); return err },
		func() error { _, err := s.Commit(ctx, killStep("a", 1)); return err },
		func() error { _, err := s.Table(ctx, "a"); return err },
		func() error { return s.Ping(ctx) },
	} {
		if err := call(); !errors.Is(err, store.ErrWrite) {
			t.Errorf("with the file away: %v", err)
		}
	}
	if _, err := os.Stat(path); err == nil {
		t.Fatal("a new file was made in place of the lost one")
	}
	broken = false
	if err := os.Rename(path+".away", path); err != nil {
		t.Fatal(err)
	}
	checkKilledOpen(t, s, "a", 1) // a read is enough
	if _, err := s.Commit(ctx, killStep("a", 1)); err != nil {
		t.Fatal(err)
	}
}

func checkKilledOpen(t *testing.T, s store.Store, id store.TableID, rev store.Revision) {
	t.Helper()
	table, err := s.Table(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	if table.Revision != rev || string(table.Snapshot) != string(killStep(id, rev-1).Snapshot) {
		t.Errorf("table %s has revision %d, want %d and its content", id, table.Revision, rev)
	}
}

func init() { children["fill"] = fillTheDisk }

// The disk is full while a child commits, and later has room again.
func TestDiskFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	c := childCommand(t, "fill", path)
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	acked := map[store.TableID]store.Revision{}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		var id store.TableID
		var rev store.Revision
		if _, err := fmt.Sscan(line, &id, &rev); err != nil {
			t.Fatal(err)
		}
		acked[id] = rev
	}
	checkKilled(t, path, acked)
}

// fillTheDisk limits the size to which this process may write its files, in
// two ways: the file has no room to grow, and a file with holes has no room for its pages.
func fillTheDisk(path string) error {
	signal.Ignore(syscall.SIGXFSZ)
	s, err := store.OpenBolt(path)
	if err != nil {
		return err
	}
	rev := store.Revision(0)
	for _, room := range []int64{48 << 10, 200 << 10} {
		limit := func(bytes uint64) error {
			var l syscall.Rlimit
			if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &l); err != nil {
				return err
			}
			l.Cur = min(bytes, l.Max)
			return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &l)
		}
		if err := limit(uint64(room)); err != nil {
			return err
		}
		failures := 0
		for failures < 5 {
			_, err := s.Commit(ctx, killStep("a", rev))
			switch {
			case err == nil:
				rev++
				fmt.Println("a", rev)
			case errors.Is(err, store.ErrWrite):
				failures++
				t, err := s.Table(ctx, "a")
				if err != nil || t.Revision != rev {
					return fmt.Errorf("with a full disk table a has revision %d (%v), want %d", t.Revision, err, rev)
				}
			default:
				return fmt.Errorf("a full disk: %w", err)
			}
			if rev > 10_000 {
				return errors.New("the disk was never full")
			}
		}
		if err := limit(^uint64(0)); err != nil {
			return err
		}
		for range 20 { // room again
			if _, err := s.Commit(ctx, killStep("a", rev)); err != nil {
				return err
			}
			rev++
			fmt.Println("a", rev)
		}
	}
	return s.Close()
}
