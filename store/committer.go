package store

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// One goroutine writes. It takes all that waits into one transaction, with no
// delay: while it waits for the disk, the next ones gather.

// gatherRounds bounds how often the committer steps aside for others to join.
const gatherRounds = 16

// op is one change waiting for the committer.
type op struct {
	// apply makes the change in a transaction that others share: it may fail
	// only before its first write, and then fails alone.
	apply func(*txn) error
	taken atomic.Bool // by the committer, or back by its waiter
	err   error       // set before done is closed
	done  chan struct{}
}

// lazyWrite is a record that waits in memory for a transaction; nil deletes.
type lazyWrite struct{ payload []byte }

// do hands a change to the committer and waits until it is on disk. If ctx
// ends first, the change is taken back if it still can be.
func (b *Bolt) do(ctx context.Context, apply func(*txn) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	o := &op{apply: apply, done: make(chan struct{})}
	b.mu.Lock()
	if b.closing {
		b.mu.Unlock()
		return ErrClosed
	}
	b.queue = append(b.queue, o)
	b.mu.Unlock()
	b.wakeUp()
	select {
	case <-o.done:
		return o.err
	case <-ctx.Done():
		o.taken.CompareAndSwap(false, true)
		return ctx.Err()
	}
}

// Waiting is how many changes wait for the committer.
func (b *Bolt) Waiting() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.queue)
}

// later remembers a record for the next transaction, or for the flush.
func (b *Bolt) later(key, payload []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closing {
		return
	}
	if len(b.lazy) == 0 {
		b.flush.Reset(b.opts.flushEvery)
	}
	b.lazy[string(key)] = &lazyWrite{payload}
}

// waiting returns what later holds under a key.
func (b *Bolt) waiting(key []byte) (*lazyWrite, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	w, ok := b.lazy[string(key)]
	return w, ok
}

func (b *Bolt) flushNow() {
	b.mu.Lock()
	b.flushDue = true
	b.mu.Unlock()
	b.wakeUp()
}

func (b *Bolt) wakeUp() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// run is the committer.
func (b *Bolt) run() {
	defer close(b.done)
	for range b.wake {
		b.gather()
		ops, lazy, closing := b.take()
		if len(ops)+len(lazy) > 0 {
			start := time.Now()
			err := b.write(ops, lazy)
			b.opts.onCommit(Commit{Changes: len(ops), Took: time.Since(start), Failed: err != nil})
			b.settleLazy(lazy, err)
			for _, o := range ops {
				close(o.done)
			}
			if closing {
				b.closeErr = err
			}
		}
		if closing {
			b.closeErr = errors.Join(b.closeErr, b.closeFile())
			return
		}
	}
}

// gather lets those run who have just been answered, so that their next
// changes share a transaction instead of the first one having it alone.
func (b *Bolt) gather() {
	before := -1
	for range gatherRounds {
		b.mu.Lock()
		n := len(b.queue)
		b.mu.Unlock()
		if n == before {
			return
		}
		before = n
		runtime.Gosched()
	}
}

// take returns all that waits: the changes, and the lazy records if there is a
// change to go with or they are due.
func (b *Bolt) take() (ops []*op, lazy map[string]*lazyWrite, closing bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, o := range b.queue {
		if o.taken.CompareAndSwap(false, true) {
			ops = append(ops, o)
		}
	}
	b.queue = nil
	if len(ops) > 0 || b.flushDue || b.closing {
		lazy = make(map[string]*lazyWrite, len(b.lazy))
		for k, w := range b.lazy {
			lazy[k] = w
		}
		b.flushDue = false
	}
	return ops, lazy, b.closing
}

// settleLazy forgets the lazy records that are written, and tries the others again later.
func (b *Bolt) settleLazy(lazy map[string]*lazyWrite, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err == nil {
		for k, w := range lazy {
			if b.lazy[k] == w {
				delete(b.lazy, k)
			}
		}
	}
	if len(b.lazy) > 0 && !b.closing {
		b.flush.Reset(b.opts.flushEvery)
	} else {
		b.flush.Stop()
	}
}

// write makes one transaction of ops and lazy. It sets the ops' errors; its own
// is that of the whole transaction.
func (b *Bolt) write(ops []*op, lazy map[string]*lazyWrite) error {
	err := b.reopen()
	if err == nil {
		if err = b.transact(ops, lazy); err != nil {
			// The file may hold the change or not, and what bbolt and the system remember of it may
			// differ from what is on disk. Only the file itself can tell.
			err = fmt.Errorf("%w, the outcome is unknown: %w", ErrWrite, err)
			b.abandon()
			_ = b.reopen() // else the next call tries
		}
	}
	if err != nil {
		for _, o := range ops {
			o.err = err
		}
	}
	return err
}

func (b *Bolt) transact(ops []*op, lazy map[string]*lazyWrite) error {
	tx, err := b.db.Begin(true)
	if err != nil {
		return err
	}
	err = guard(func() error {
		t := begin(tx)
		for k, w := range lazy {
			if w.payload == nil {
				t.del([]byte(k))
			} else {
				t.put([]byte(k), slices.Clone(w.payload))
			}
		}
		for _, o := range ops {
			o.err = o.apply(t)
		}
		if !t.dirty && t.err == nil {
			return tx.Rollback()
		}
		if err := t.end(); err != nil {
			return errors.Join(err, tx.Rollback())
		}
		return b.opts.commit(tx)
	})
	if err != nil {
		// After a panic the transaction is still open. If it stays so, the file can never be closed.
		b.stuck = errors.Is(guard(tx.Rollback), ErrCorrupt)
	}
	return err
}

// abandon gives up the open file after a failed write.
func (b *Bolt) abandon() {
	b.dbMu.Lock()
	defer b.dbMu.Unlock()
	if !b.stuck {
		_ = guard(b.db.Close)
	}
	b.db = nil
}

// reopen opens the file again after it was given up. Only the committer calls it.
func (b *Bolt) reopen() error {
	if b.db != nil {
		return nil
	}
	db, err := openFile(b.path, b.opts)
	if err != nil {
		return fmt.Errorf("%w, and the file cannot be opened again: %w", ErrWrite, err)
	}
	b.dbMu.Lock()
	defer b.dbMu.Unlock()
	b.db = db
	return nil
}

// view reads. What fn is given belongs to the transaction; fn must be short,
// since a commit that outgrows the file's mapping waits for it.
func (b *Bolt) view(ctx context.Context, fn func(space) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	for range 2 {
		done, err := b.viewOnce(fn)
		if done {
			return err
		}
		if err := b.Ping(ctx); err != nil { // has the committer try to open the file again
			return err
		}
	}
	return ErrWrite
}

func (b *Bolt) viewOnce(fn func(space) error) (done bool, err error) {
	b.dbMu.RLock()
	defer b.dbMu.RUnlock()
	if b.db == nil {
		return false, nil
	}
	err = guard(func() error {
		return b.db.View(func(tx *bolt.Tx) error { return fn(space{tx.Bucket(dataBucket)}) })
	})
	if errors.Is(err, bolterrors.ErrDatabaseNotOpen) {
		err = ErrClosed
	}
	return true, err
}

// Ping writes an empty transaction to the disk.
func (b *Bolt) Ping(ctx context.Context) error {
	return b.do(ctx, func(t *txn) error {
		t.dirty = true
		return nil
	})
}

// Close writes what waits and closes the file. Calls that come later get ErrClosed.
func (b *Bolt) Close() error {
	b.mu.Lock()
	b.closing = true
	b.mu.Unlock()
	b.wakeUp()
	<-b.done
	return b.closeErr
}

// closeFile ends the committer's work.
func (b *Bolt) closeFile() error {
	b.flush.Stop()
	if b.db == nil {
		return nil // the last write's error says so
	}
	err := twin(b.db)
	b.dbMu.Lock()
	defer b.dbMu.Unlock()
	return errors.Join(err, b.db.Close())
}
