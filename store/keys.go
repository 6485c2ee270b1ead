package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

// All records lie in one ordered key space, the bucket dataBucket; the first
// byte of a key says what it is. One bucket, because every bucket and every
// branch of it that a transaction touches is one more scattered page to write,
// and scattered pages are what a commit costs. What grows without end, the log,
// has keys that grow with time, so that a transaction for many
// tables appends to a few neighbouring pages instead of touching one per table.
const (
	kindOpen    = 't' // id: a table that is not closed
	kindClosed  = 'c' // id: a closed table
	kindClosing = 'o' // sequence: the id of the table closed then
	kindEntry   = 'l' // interaction and id, or nothing and sequence: a log entry
	kindDraft   = 'd' // id, key
	kindShown   = 's' // id
	kindToken   = 'k' // id, user: never in a backup
	kindSetting = 'g' // SettingKind, id
	kindResult  = 'r' // guild, time and sequence
)

var dataBucket = []byte("data")

// maxField bounds every name that becomes part of a key (bbolt's keys end at
// 32 KiB), maxValue every record.
const (
	maxField = 1024
	maxValue = 64 << 20
)

// key joins the parts of a key; every part but the last is ended by a zero
// byte, which no part contains.
func key(kind byte, parts ...string) []byte {
	return append([]byte{kind}, strings.Join(parts, "\x00")...)
}

// prefix is the beginning of all keys with these first parts.
func prefix(kind byte, parts ...string) []byte { return append(key(kind, parts...), 0) }

// sequenceKey orders records by a number that only grows.
func sequenceKey(kind byte, sequence uint64) []byte {
	return binary.BigEndian.AppendUint64([]byte{kind}, sequence)
}

// resultKey orders a guild's results by time, then by arrival.
func resultKey(guild string, at time.Time, sequence uint64) []byte {
	k := binary.BigEndian.AppendUint64(prefix(kindResult, guild), uint64(at.UnixMilli())^1<<63)
	return binary.BigEndian.AppendUint64(k, sequence)
}

// checkID refuses ids that are not a few lower-case letters and digits.
func checkID(id TableID) error {
	if id == "" || len(id) > 64 {
		return fmt.Errorf("store: a table id has 1 to 64 characters, not %d", len(id))
	}
	for _, c := range []byte(id) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return fmt.Errorf("store: a table id has only lower-case letters and digits")
		}
	}
	return nil
}

// checkFields refuses names that cannot stand in a key.
func checkFields(fields ...string) error {
	for _, f := range fields {
		if len(f) > maxField || strings.IndexByte(f, 0) >= 0 {
			return fmt.Errorf("store: a name is longer than %d bytes or contains a zero byte", maxField)
		}
	}
	return nil
}

func checkValue(data ...[]byte) error {
	n := 0
	for _, d := range data {
		n += len(d)
	}
	if n > maxValue {
		return fmt.Errorf("store: %d bytes are too many for one record", n)
	}
	return nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum also depends on where the key ends.
func checksum(key, payload []byte) uint32 {
	return crc32.Update(crc32.Checksum(key, castagnoli), castagnoli, payload) ^ uint32(len(key))
}

// sealOf returns the checksum that a sealed record ends with, 0 for none.
func sealOf(value []byte) uint64 {
	if len(value) < 4 {
		return 0
	}
	return uint64(binary.LittleEndian.Uint32(value[len(value)-4:]))
}

// seal ends a record with the checksum of its key and payload, so that a
// damaged byte is found wherever it lies. The payload's backing array is used.
func seal(key, payload []byte) []byte {
	return binary.LittleEndian.AppendUint32(payload, checksum(key, payload))
}

// unseal returns the payload of a record, which belongs to the transaction.
func unseal(key, value []byte) ([]byte, error) {
	n := len(value) - 4
	if n < 0 || binary.LittleEndian.Uint32(value[n:]) != checksum(key, value[:n]) {
		return nil, fmt.Errorf("%w: a record's checksum does not match", ErrCorrupt)
	}
	return value[:n], nil
}

// space is the key space as one transaction sees it.
type space struct{ bucket *bolt.Bucket }

// get returns a record, or nil. It belongs to the transaction.
func (s space) get(key []byte) ([]byte, error) {
	value := s.bucket.Get(key)
	if value == nil {
		return nil, nil
	}
	return unseal(key, value)
}

// walk hands out the records whose keys begin with prefix, in order, beginning
// at from (all when from is nil), until visit returns false. visit must not
// write, and what it is given belongs to the transaction.
func (s space) walk(prefix, from []byte, visit func(key, payload []byte) (bool, error)) error {
	if from == nil {
		from = prefix
	}
	c := s.bucket.Cursor()
	for k, v := c.Seek(from); bytes.HasPrefix(k, prefix); k, v = c.Next() {
		if more, err := visitSealed(k, v, visit); err != nil || !more {
			return err
		}
	}
	return nil
}

// walkBack is walk from the last record before the key before (from the very
// last when it is nil) to the first.
func (s space) walkBack(prefix, before []byte, visit func(key, payload []byte) (bool, error)) error {
	if before == nil {
		before = slices.Concat(prefix, bytes.Repeat([]byte{0xff}, 17))
	}
	c := s.bucket.Cursor()
	var v []byte
	k, _ := c.Seek(before)
	if k == nil {
		k, v = c.Last()
	} else {
		k, v = c.Prev()
	}
	for ; bytes.HasPrefix(k, prefix); k, v = c.Prev() {
		if more, err := visitSealed(k, v, visit); err != nil || !more {
			return err
		}
	}
	return nil
}

func visitSealed(key, value []byte, visit func(key, payload []byte) (bool, error)) (bool, error) {
	payload, err := unseal(key, value)
	if err != nil {
		return false, err
	}
	return visit(key, payload)
}
