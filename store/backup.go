package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// backupChunk is how many bytes of records go into one transaction of the copy.
const backupChunk = 4 << 20

// Backup writes a consistent copy of the store, without live tokens, to w while
// it is in use. The copy is a store: put in place of the file, it is opened like it.
//
// It is made record by record into a fresh file beside the store, since the
// pages of the store itself may hold deleted records; there must be room for it.
func (b *Bolt) Backup(ctx context.Context, w io.Writer) error {
	name, err := temporary(b.path, func(db *bolt.DB) error {
		if err := migrate(db, 0); err != nil {
			return err
		}
		return b.view(ctx, func(s space) error { return copySpace(ctx, db, s.bucket) })
	})
	if err != nil {
		return fmt.Errorf("store: backup: %w", err)
	}
	defer os.Remove(name)
	f, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("store: backup: %w", err)
	}
	_, err = io.Copy(w, reader{ctx, f})
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("store: backup: %w", err)
	}
	return nil
}

// copySpace copies all records but the tokens.
func copySpace(ctx context.Context, dst *bolt.DB, src *bolt.Bucket) error {
	c := src.Cursor()
	k, v := c.First()
	for done := false; !done; {
		err := dst.Update(func(tx *bolt.Tx) error {
			t := begin(tx)
			_ = t.poison(t.bucket.SetSequence(src.Sequence()))
			for n := 0; n < backupChunk && t.err == nil; k, v = c.Next() {
				if done = k == nil; done {
					break
				}
				if k[0] == kindToken {
					continue
				}
				payload, err := unseal(k, v)
				_ = t.poison(err)
				t.add(k, slices.Clip(payload))
				n += len(k) + len(v)
			}
			return t.end()
		})
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
	}
	return nil
}

// reader reads until its context ends.
type reader struct {
	ctx context.Context
	r   io.Reader
}

func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}
