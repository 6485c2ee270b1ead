package store

import (
	"encoding/binary"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// The bucket storeBucket says what the file is. Of all schemas to come it keeps
// its form: the record schemaKey, a uvarint, sealed.
//
// The record totalKey is the sum of the checksums of all records of dataBucket,
// a uvarint, sealed. Whatever a damaged pointer leaves out or puts back, the sum
// tells. It costs no page: this bucket is small enough for bbolt to keep in the
// root page, which every transaction writes.
var (
	storeBucket = []byte("kumpas")
	schemaKey   = []byte("schema")
	totalKey    = []byte("total")
)

// migrations turn a file of schema i into one of schema i+1; the first makes a
// new file. A released one is never changed: a file of its schema is in testdata.
var migrations = []func(*bolt.Tx) error{
	func(tx *bolt.Tx) error {
		if _, err := tx.CreateBucket(storeBucket); err != nil {
			return err
		}
		if _, err := tx.CreateBucket(dataBucket); err != nil {
			return err
		}
		return putNumber(tx, totalKey, 0)
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
		return putNumber(tx, schemaKey, uint64(len(migrations)))
	})
}

func putNumber(tx *bolt.Tx, key []byte, n uint64) error {
	return tx.Bucket(storeBucket).Put(key, seal(key, binary.AppendUvarint(nil, n)))
}

func readNumber(key, value []byte) (uint64, error) {
	payload, err := unseal(key, value)
	if err != nil {
		return 0, err
	}
	f := fields{rest: payload}
	n := f.number()
	return n, f.end()
}

// readSchema reads the schema's record; only a schema that we know is no error.
func readSchema(value []byte) (int, error) {
	schema, err := readNumber(schemaKey, value)
	switch {
	case err != nil:
		return 0, err
	case schema == 0:
		return 0, fmt.Errorf("%w: its schema is 0", ErrCorrupt)
	case schema > uint64(len(migrations)):
		return 0, fmt.Errorf("%w (its schema is %d, this program knows %d)", ErrNewer, schema, len(migrations))
	}
	return int(schema), nil
}
