package store

import (
	"encoding/binary"
	"fmt"
	"time"
)

// Records are written field by field: numbers as varints, bytes with their
// length before them, times as milliseconds since 1970.

func appendBytes[T ~string | ~[]byte](b []byte, v T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(v))), v...)
}

func appendTime(b []byte, t time.Time) []byte { return binary.AppendVarint(b, t.UnixMilli()) }

// fields reads a record in the order it was written. After the first defect it
// reads zeros and end reports it.
type fields struct {
	rest []byte
	bad  bool
}

func (f *fields) number() uint64 {
	v, n := binary.Uvarint(f.rest)
	return v * f.take(n)
}

func (f *fields) time() time.Time {
	v, n := binary.Varint(f.rest)
	return time.UnixMilli(v * int64(f.take(n))).UTC()
}

// take moves past a number of n bytes: 1 if there is one, else 0.
func (f *fields) take(n int) uint64 {
	if n <= 0 {
		f.rest, f.bad = nil, true
		return 0
	}
	f.rest = f.rest[n:]
	return 1
}

// bytes are part of the record, not a copy; never nil.
func (f *fields) bytes() []byte {
	n := f.number()
	if n > uint64(len(f.rest)) {
		f.rest, f.bad = nil, true
		return []byte{}
	}
	v := f.rest[:n:n]
	f.rest = f.rest[n:]
	return v
}

func (f *fields) text() string { return string(f.bytes()) }

// count reads how many items follow, each of at least one byte.
func (f *fields) count() int {
	n := f.number()
	if n > uint64(len(f.rest)) {
		f.rest, f.bad = nil, true
		return 0
	}
	return int(n)
}

func (f *fields) end() error {
	if f.bad || len(f.rest) > 0 {
		return fmt.Errorf("%w: a record cannot be read", ErrCorrupt)
	}
	return nil
}
