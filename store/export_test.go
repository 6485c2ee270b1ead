package store

import (
	"encoding/binary"
	"time"

	bolt "go.etcd.io/bbolt"
)

// NoSync leaves it to the system when to write, for tests that survive no power cut.
func NoSync(o *options) { o.noSync = true }

// CommitBy replaces how a transaction is committed.
func CommitBy(commit func(*bolt.Tx) error) Option { return func(o *options) { o.commit = commit } }

// LockWait shortens the wait for another process's lock.
func LockWait(d time.Duration) Option { return func(o *options) { o.lockWait = d } }

// SetSchema makes a store's file say that it has another schema.
func SetSchema(path string, schema uint64) error {
	db, err := bolt.Open(path, 0o600, &bolt.Options{NoFreelistSync: true})
	if err != nil {
		return err
	}
	defer db.Close()
	return db.Update(func(tx *bolt.Tx) error {
		return tx.Bucket(storeBucket).Put(schemaKey, seal(schemaKey, binary.AppendUvarint(nil, schema)))
	})
}

// Schemas is the number of the newest schema.
var Schemas = len(migrations)
