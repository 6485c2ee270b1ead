package store

import (
	"slices"

	bolt "go.etcd.io/bbolt"
)

// txn is the transaction of one drain.
type txn struct {
	space
	total uint64 // see totalKey
	dirty bool   // there is something to commit
	err   error  // a write failed: nothing of the drain can be committed
}

func begin(tx *bolt.Tx) *txn {
	t := &txn{space: space{tx.Bucket(dataBucket)}}
	t.bucket.FillPercent = fillPercent
	t.total, t.err = readNumber(totalKey, tx.Bucket(storeBucket).Get(totalKey))
	return t
}

// end writes the total. It reports what failed since begin.
func (t *txn) end() error {
	return t.poison(putNumber(t.bucket.Tx(), totalKey, t.total))
}

// put writes a record; payload's backing array is used and must not change before the commit.
func (t *txn) put(key, payload []byte) {
	t.total -= sealOf(t.bucket.Get(key))
	t.add(key, payload)
}

// add is put for a key that is new.
func (t *txn) add(key, payload []byte) {
	t.dirty = true
	value := seal(key, payload)
	t.total += sealOf(value)
	_ = t.poison(t.bucket.Put(key, value))
}

func (t *txn) del(key []byte) {
	old := t.bucket.Get(key)
	if old == nil {
		return
	}
	t.total -= sealOf(old)
	t.dirty = true
	_ = t.poison(t.bucket.Delete(key))
}

// delWhere deletes the records below prefix that match.
func (t *txn) delWhere(prefix []byte, match func(key, payload []byte) (bool, error)) error {
	var keys [][]byte
	err := t.walk(prefix, nil, func(key, payload []byte) (bool, error) {
		yes, err := match(key, payload)
		if yes {
			keys = append(keys, slices.Clone(key))
		}
		return true, err
	})
	if err != nil {
		return err
	}
	for _, k := range keys {
		t.del(k)
	}
	return nil
}

// poison fails the whole drain if err is not nil: something failed after its
// first write. It returns the error of the drain.
func (t *txn) poison(err error) error {
	if t.err == nil {
		t.err = err
	}
	return t.err
}

func all(key, payload []byte) (bool, error) { return true, nil }

// next numbers what is written; the numbers grow and are never used twice.
func (t *txn) next() uint64 {
	n, err := t.bucket.NextSequence()
	_ = t.poison(err)
	return n
}
