package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"iter"
	"slices"
)

// The log of all tables is one journal: an entry's key is its sequence, and it
// names the sequence of the entry before it at the same table. The table's
// record names the last one.

// encodeEntry writes an entry but for the sequence before it, which only the committer knows.
func encodeEntry(revision Revision, e Entry) []byte {
	b := make([]byte, 0, 48+len(e.Interaction)+len(e.Data))
	b = binary.AppendUvarint(b, uint64(revision))
	b = appendTime(appendBytes(b, e.Interaction), e.At)
	return append(b, e.Data...)
}

// decodeEntry copies.
func decodeEntry(payload []byte) (previous uint64, e Entry, err error) {
	f := fields{rest: payload}
	previous = f.number()
	e = Entry{Revision: Revision(f.number()), Interaction: f.text(), At: f.time()}
	e.Data = bytes.Clone(f.rest)
	f.rest = nil
	return previous, e, f.end()
}

// appendEntry puts an entry at the end of the journal and returns its sequence.
func (t *txn) appendEntry(id TableID, interaction string, last uint64, entry []byte) uint64 {
	sequence := t.next()
	payload := binary.AppendUvarint(make([]byte, 0, 16+len(entry)), last)
	t.add(sequenceKey(kindEntry, sequence), append(payload, entry...))
	if interaction != "" {
		t.add(key(kindInteraction, interaction, string(id)), []byte{})
	}
	return sequence
}

// back walks a table's log from its last entry to its first.
func (s space) back(last uint64, visit func(sequence uint64, interaction string)) error {
	for last != 0 {
		payload, err := s.get(sequenceKey(kindEntry, last))
		if err != nil {
			return err
		}
		f := fields{rest: payload}
		previous := f.number()
		f.number()
		interaction := f.text()
		f.rest = nil
		if err := f.end(); err != nil {
			return err
		}
		if previous >= last {
			return damaged("a log runs in a circle")
		}
		visit(last, interaction)
		last = previous
	}
	return nil
}

// delEntries deletes a table's log; it fails only before its first write.
func (t *txn) delEntries(id TableID, last uint64) error {
	var keys [][]byte
	err := t.back(last, func(sequence uint64, interaction string) {
		keys = append(keys, sequenceKey(kindEntry, sequence))
		if interaction != "" {
			keys = append(keys, key(kindInteraction, interaction, string(id)))
		}
	})
	if err != nil {
		return err
	}
	for _, k := range keys {
		t.del(k)
	}
	return nil
}

// Log reads a table's action log from its beginning, as it is when the reading begins.
func (b *Bolt) Log(ctx context.Context, id TableID) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		var sequences []uint64
		err := b.view(ctx, func(s space) error {
			r, found, err := s.find(id)
			if err != nil {
				return err
			}
			if !found {
				return ErrNotFound
			}
			return s.back(r.last, func(sequence uint64, _ string) { sequences = append(sequences, sequence) })
		})
		if err != nil {
			yield(Entry{}, err)
			return
		}
		slices.Reverse(sequences)
		pages(func() (rows []Entry, more bool, err error) {
			page := sequences[:min(pageOfRows, len(sequences))]
			sequences = sequences[len(page):]
			err = b.view(ctx, func(s space) error {
				for _, sequence := range page {
					payload, err := s.get(sequenceKey(kindEntry, sequence))
					if err != nil {
						return err
					}
					if payload == nil {
						return ErrNotFound // dropped meanwhile
					}
					_, e, err := decodeEntry(payload)
					if err != nil {
						return err
					}
					rows = append(rows, e)
				}
				return nil
			})
			return rows, len(sequences) > 0, err
		})(yield)
	}
}
