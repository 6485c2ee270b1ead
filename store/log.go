package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"iter"
	"slices"
)

// The log of all tables is one journal. An entry lies under its interaction, so
// that looking for it there tells whether it was committed before; an entry
// without one lies under a sequence. Discord's ids grow with time, as the
// sequence does, so both come to lie at the end of what is there. An entry names
// the key of the one before it at the same table, the table's record names the last one's.

// entryKey ends the empty interaction of a table's own step with a number.
func entryKey(id TableID, interaction string, sequence uint64) []byte {
	if interaction != "" {
		return key(kindEntry, interaction, string(id))
	}
	return binary.BigEndian.AppendUint64(prefix(kindEntry, ""), sequence)
}

// encodeEntry writes an entry but for the key of the one before it, which only the committer knows.
func encodeEntry(revision Revision, e Entry) []byte {
	b := make([]byte, 0, 24+len(e.Data))
	b = appendTime(binary.AppendUvarint(b, uint64(revision)), e.At)
	return append(b, e.Data...)
}

// decodeEntry copies.
func decodeEntry(key, payload []byte) (e Entry, err error) {
	f := fields{rest: payload}
	f.bytes() // the key of the entry before
	interaction, _, _ := bytes.Cut(key[1:], []byte{0})
	e = Entry{Revision: Revision(f.number()), Interaction: string(interaction), At: f.time()}
	e.Data = bytes.Clone(f.rest)
	f.rest = nil
	return e, f.end()
}

// appendEntry puts an entry after the one under the key last and returns its key.
func (t *txn) appendEntry(id TableID, interaction string, last, entry []byte) []byte {
	var sequence uint64
	if interaction == "" {
		sequence = t.next()
	}
	k := entryKey(id, interaction, sequence)
	payload := appendBytes(make([]byte, 0, 8+len(last)+len(entry)), last)
	t.add(k, append(payload, entry...))
	return k
}

// entries returns the keys of a table's log, from its first entry to its last.
func (s space) entries(r record) (keys [][]byte, err error) {
	for last := r.last; len(last) > 0; {
		payload, err := s.get(last)
		if err != nil {
			return nil, err
		}
		keys = append(keys, bytes.Clone(last))
		if payload == nil || uint64(len(keys)) > uint64(r.revision) {
			return nil, damaged("a log is broken")
		}
		f := fields{rest: payload}
		last = f.bytes()
	}
	slices.Reverse(keys)
	return keys, nil
}

// Log reads a table's action log from its beginning, as it is when the reading begins.
func (b *Bolt) Log(ctx context.Context, id TableID) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		var keys [][]byte
		err := b.view(ctx, func(s space) error {
			r, found, err := s.find(id)
			if err == nil && !found {
				err = ErrNotFound
			}
			if err == nil {
				keys, err = s.entries(r)
			}
			return err
		})
		if err != nil {
			yield(Entry{}, err)
			return
		}
		pages(func() (rows []Entry, more bool, err error) {
			page := keys[:min(pageOfRows, len(keys))]
			keys = keys[len(page):]
			err = b.view(ctx, func(s space) error {
				for _, k := range page {
					payload, err := s.get(k)
					if err != nil {
						return err
					}
					if payload == nil {
						return ErrNotFound // dropped meanwhile
					}
					e, err := decodeEntry(k, payload)
					if err != nil {
						return err
					}
					rows = append(rows, e)
				}
				return nil
			})
			return rows, len(keys) > 0, err
		})(yield)
	}
}
