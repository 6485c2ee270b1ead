package store

import (
	"encoding/binary"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// The bucket storeBucket says what the file is. Of all schemas to come it keeps
// its form: the record schemaKey, a uvarint, sealed.
var (
	storeBucket = []byte("kumpas")
	schemaKey   = []byte("schema")
)

// migrations turn a file of schema i into one of schema i+1; the first makes a
// new file. A released one is never changed: a file of its schema is in testdata.
var migrations = []func(*bolt.Tx) error{
	func(tx *bolt.Tx) error {
		if _, err := tx.CreateBucket(storeBucket); err != nil {
			return err
		}
		_, err := tx.CreateBucket(dataBucket)
		return err
	},
}

// migrate brings a file of an older schema to the newest, in one transaction.
func migrate(db *bolt.DB, from int) error {
	if from == len(migrations) {
		return nil
	}
	return db.Update(func(tx *bolt.Tx) error {
		for _, step := range migrations[from:] {
			if err := step(tx); err != nil {
				return err
			}
		}
		schema := binary.AppendUvarint(nil, uint64(len(migrations)))
		return tx.Bucket(storeBucket).Put(schemaKey, seal(schemaKey, schema))
	})
}

// readSchema reads the schema's record.
func readSchema(value []byte) (int, error) {
	payload, err := unseal(schemaKey, value)
	if err != nil {
		return 0, err
	}
	f := fields{rest: payload}
	schema := f.number()
	if err := f.end(); err != nil {
		return 0, err
	}
	switch {
	case schema == 0:
		return 0, fmt.Errorf("%w: its schema is 0", ErrCorrupt)
	case schema > uint64(len(migrations)):
		return 0, fmt.Errorf("%w (its schema is %d, this program knows %d)", ErrNewer, schema, len(migrations))
	}
	return int(schema), nil
}
