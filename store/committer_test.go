package store_test

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"

	bolt "go.etcd.io/bbolt"

	"kumpas/store"
)

// gate lets each commit of a store wait for a word.
type gate struct {
	entered, leave chan struct{}
	commits        atomic.Int32
}

// gatedStore has its first commit in the gate already: table "first", revision 1.
func gatedStore(t *testing.T) (s *store.Bolt, g *gate, path string) {
	g = &gate{entered: make(chan struct{}), leave: make(chan struct{})}
	path = filepath.Join(t.TempDir(), "store.db")
	s = open(t, path, store.NoSync, store.CommitBy(func(tx *bolt.Tx) error {
		g.commits.Add(1)
		g.entered <- struct{}{}
		<-g.leave
		return tx.Commit()
	}))
	go s.Commit(ctx, store.Change{ID: "first", Snapshot: []byte("x")})
	<-g.entered
	return s, g, path
}

// open the gate for good.
func (g *gate) open() {
	go func() {
		for range g.entered {
		}
	}()
	close(g.leave)
}

// queue calls and waits until the committer has one more change to come to.
func queue(s *store.Bolt, call func() error) <-chan error {
	before := s.Waiting()
	done := make(chan error, 1)
	go func() { done <- call() }()
	for s.Waiting() == before {
		runtime.Gosched()
	}
	return done
}

// All that waits goes into one transaction, each sees those before it, and what fails fails alone.
func TestOneTransactionForAllThatWait(t *testing.T) {
	s, g, _ := gatedStore(t)
	step := func(id store.TableID, from store.Revision, interaction string) func() error {
		return func() error {
			_, err := s.Commit(ctx, store.Change{ID: id, From: from, Snapshot: []byte("x"), Entry: &store.Entry{Interaction: interaction}})
			return err
		}
	}
	calls := []struct {
		call func() error
		want error
	}{
		{step("a", 0, "i1"), nil},
		{step("a", 1, "i2"), nil},
		{step("a", 1, "i3"), store.ErrConflict},
		{step("a", 2, "i2"), store.ErrDuplicate},
		{step("first", 1, "i2"), nil},
		{step("none", 1, "i2"), store.ErrNotFound},
		{func() error { return s.PutDraft(ctx, "a", "d", []byte("x")) }, nil},
		{func() error { return s.PutDraft(ctx, "none", "d", []byte("x")) }, store.ErrNotFound},
		{step("b", 0, "i1"), nil},
		{func() error { return s.Drop(ctx, "b") }, nil},
		{step("b", 0, "i1"), nil},
		{step("a", 2, "i3"), nil},
	}
	var answers []<-chan error
	for _, c := range calls {
		answers = append(answers, queue(s, c.call))
	}
	g.open()
	for i, answer := range answers {
		if err := <-answer; !errors.Is(err, calls[i].want) {
			t.Errorf("call %d: %v, want %v", i, err, calls[i].want)
		}
	}
	if n := g.commits.Load(); n != 2 {
		t.Errorf("%d transactions, want the first and one for all that waited", n)
	}
	if a, err := s.Table(ctx, "a"); err != nil || a.Revision != 3 {
		t.Errorf("table a has revision %d (%v), want 3", a.Revision, err)
	}
}

// Refusals cost the disk nothing.
func TestNothingToWrite(t *testing.T) {
	s, g, _ := gatedStore(t)
	g.open()
	for range 3 {
		if _, err := s.Commit(ctx, store.Change{ID: "none", From: 1, Snapshot: []byte("x")}); !errors.Is(err, store.ErrNotFound) {
			t.Error(err)
		}
		if err := errors.Join(s.Drop(ctx, "none"), s.PutDraft(ctx, "none", "d", nil), s.Forget(ctx, "nobody")); err != nil {
			t.Error(err)
		}
	}
	if n := g.commits.Load(); n != 1 {
		t.Errorf("%d transactions, want the first alone", n)
	}
}

// A call whose context ends while it waits returns at once, and is not done if
// the committer had not come to it.
func TestContextEndsWhileWaiting(t *testing.T) {
	s, g, _ := gatedStore(t)
	over, cancel := context.WithCancel(ctx)
	waiting := queue(s, func() error {
		_, err := s.Commit(over, store.Change{ID: "a", Snapshot: []byte("x")})
		return err
	})
	cancel()
	if err := <-waiting; !errors.Is(err, context.Canceled) { // the gate is still closed
		t.Errorf("the call that waited: %v", err)
	}
	g.open()
	if err := s.Ping(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Table(ctx, "a"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the change that was given up: %v", err)
	}
}

// Close waits for what was handed in before it.
func TestCloseWritesWhatWaits(t *testing.T) {
	s, g, path := gatedStore(t)
	s.SetShown("first", []byte("message"))
	waiting := queue(s, func() error {
		_, err := s.Commit(ctx, store.Change{ID: "first", From: 1, Snapshot: []byte("x")})
		return err
	})
	closed := make(chan error)
	go func() { closed <- s.Close() }()
	g.open()
	if err := errors.Join(<-waiting, <-closed); err != nil {
		t.Error(err)
	}
	s = open(t, path)
	table, err := s.Table(ctx, "first")
	if err != nil || table.Revision != 2 {
		t.Errorf("opened again, the table has revision %d (%v)", table.Revision, err)
	}
	if shown, err := s.Shown(ctx, "first"); err != nil || string(shown) != "message" {
		t.Errorf("opened again, the table shows %q (%v)", shown, err)
	}
}
