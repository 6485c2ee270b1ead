package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
)

// pageOfRows is how many rows an iterator reads at a time. Between two pages it
// holds no transaction, so whoever ranges over it may take his time and may write.
const pageOfRows = 256

// record is a table as it lies in the file.
type record struct {
	revision Revision
	last     []byte // key of its newest log entry, empty if none
	closing  uint64 // sequence of its closing, 0 if open
	header   []byte
	body     []byte // deadlines and snapshot, see appendBody
}

func (r record) encode() []byte {
	b := make([]byte, 0, 40+len(r.last)+len(r.header)+len(r.body)) // with room for the seal
	b = binary.AppendUvarint(b, uint64(r.revision))
	b = binary.AppendUvarint(b, r.closing)
	b = appendBytes(appendBytes(b, r.last), r.header)
	return append(b, r.body...)
}

// decodeRecord reads all but the body, which stays part of payload.
func decodeRecord(payload []byte) (record, error) {
	f := fields{rest: payload}
	r := record{revision: Revision(f.number()), closing: f.number(), last: f.bytes(), header: f.bytes()}
	r.body = f.rest
	f.rest = nil
	return r, f.end()
}

func appendBody(deadlines []Deadline, snapshot []byte) []byte {
	b := binary.AppendUvarint(make([]byte, 0, 64+len(snapshot)), uint64(len(deadlines)))
	for _, d := range deadlines {
		b = appendTime(appendBytes(b, d.Key), d.At)
	}
	return append(b, snapshot...)
}

// decodeBody copies.
func decodeBody(body []byte) (deadlines []Deadline, snapshot []byte, err error) {
	f := fields{rest: body}
	for range f.count() {
		deadlines = append(deadlines, Deadline{Key: f.text(), At: f.time()})
	}
	snapshot = bytes.Clone(f.rest)
	f.rest = nil
	return deadlines, snapshot, f.end()
}

// find reads a table's record, open or closed.
func (s space) find(id TableID) (record, bool, error) {
	for _, kind := range []byte{kindOpen, kindClosed} {
		payload, err := s.get(key(kind, string(id)))
		if err != nil || payload != nil {
			if err != nil {
				return record{}, false, err
			}
			r, err := decodeRecord(payload)
			return r, err == nil, err
		}
	}
	return record{}, false, nil
}

// Commit writes one change durably and returns the new revision.
func (b *Bolt) Commit(ctx context.Context, c Change) (Revision, error) {
	step, err := prepare(c)
	if err != nil {
		return 0, err
	}
	if err := b.do(ctx, step.apply); err != nil {
		return 0, err
	}
	return c.From + 1, nil
}

// step is a change with all its bytes copied.
type step struct {
	id          TableID
	from        Revision
	keepHeader  bool
	header      []byte
	body, final []byte // with its deadlines, and without, for a closed table
	interaction string
	entry       []byte // nil if none
	drafts      map[string][]byte
	dropDrafts  bool
	close       bool
	result      *Result
}

func prepare(c Change) (*step, error) {
	if c.Snapshot == nil {
		return nil, errors.New("store: a change has no snapshot")
	}
	names := slices.AppendSeq([]string{}, maps.Keys(c.Drafts))
	values := slices.AppendSeq([][]byte{c.Header, c.Snapshot}, maps.Values(c.Drafts))
	for _, d := range c.Deadlines {
		names = append(names, d.Key)
	}
	s := &step{
		id:         c.ID,
		from:       c.From,
		keepHeader: c.Header == nil,
		header:     bytes.Clone(c.Header),
		body:       appendBody(c.Deadlines, c.Snapshot),
		dropDrafts: c.DropDrafts,
		close:      c.Close,
	}
	if len(c.Deadlines) > 0 {
		s.final = appendBody(nil, c.Snapshot)
	} else {
		s.final = s.body
	}
	if len(c.Drafts) > 0 {
		s.drafts = make(map[string][]byte, len(c.Drafts))
		for k, v := range c.Drafts {
			s.drafts[k] = bytes.Clone(v)
		}
	}
	if e := c.Entry; e != nil {
		names, values = append(names, e.Interaction), append(values, e.Data)
		s.interaction = e.Interaction
		s.entry = encodeEntry(c.From+1, *e)
	}
	if r := c.Result; r != nil {
		names, values = append(names, r.Guild), append(values, r.Data)
		s.result = new(cloneResult(*r))
	}
	if err := errors.Join(checkID(c.ID), checkFields(names...), checkValue(values...)); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *step) apply(t *txn) error {
	old, found, err := t.find(s.id)
	switch {
	case err != nil:
		return err
	case !found && s.from > 0:
		return ErrNotFound
	}
	if s.interaction != "" {
		seen, err := t.get(entryKey(s.id, s.interaction, 0))
		if err != nil {
			return err
		}
		if seen != nil {
			return ErrDuplicate
		}
	}
	if old.revision != s.from {
		return fmt.Errorf("%w (from %d to %d)", ErrConflict, s.from, old.revision)
	}

	next := record{revision: s.from + 1, last: old.last, closing: old.closing, header: s.header, body: s.body}
	if s.keepHeader {
		next.header = old.header
	}
	if s.entry != nil {
		next.last = t.appendEntry(s.id, s.interaction, old.last, s.entry)
	}
	if s.close && old.closing == 0 {
		next.closing = t.next()
		t.del(key(kindOpen, string(s.id)))
		t.add(sequenceKey(kindClosing, next.closing), []byte(s.id))
	}
	kind := byte(kindOpen)
	if next.closing > 0 {
		kind, next.body = kindClosed, s.final
	}
	t.put(key(kind, string(s.id)), next.encode())
	if s.dropDrafts {
		if err := t.delWhere(prefix(kindDraft, string(s.id)), all); err != nil {
			return t.poison(err)
		}
	}
	for name, data := range s.drafts {
		t.draft(s.id, name, data)
	}
	if s.result != nil {
		t.add(resultKey(s.result.Guild, s.result.At, t.next()), encodeResult(*s.result))
	}
	return nil
}

// Table reads a table.
func (b *Bolt) Table(ctx context.Context, id TableID) (Table, error) {
	t := Table{ID: id}
	err := b.view(ctx, func(s space) error {
		r, found, err := s.find(id)
		if err != nil {
			return err
		}
		if !found {
			return ErrNotFound
		}
		t.Revision, t.Closed, t.Header = r.revision, r.closing > 0, bytes.Clone(r.header)
		t.Deadlines, t.Snapshot, err = decodeBody(r.body)
		return err
	})
	if err != nil {
		return Table{}, err
	}
	return t, nil
}

// listed copies what Tables lists of a record.
func listed(id TableID, payload []byte) (Listed, error) {
	r, err := decodeRecord(payload)
	if err != nil {
		return Listed{}, err
	}
	f := fields{rest: r.body}
	l := Listed{ID: id, Revision: r.revision, Header: bytes.Clone(r.header)}
	for range f.count() {
		l.Deadlines = append(l.Deadlines, Deadline{Key: f.text(), At: f.time()})
	}
	f.rest = nil
	return l, f.end()
}

// pages makes an iterator of a function that reads one page of rows and says
// whether there are more.
func pages[T any](read func() (rows []T, more bool, err error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for more := true; more; {
			var rows []T
			var err error
			rows, more, err = read()
			for _, row := range rows {
				if !yield(row, nil) {
					return
				}
			}
			if err != nil {
				var none T
				yield(none, err)
				return
			}
		}
	}
}

// Tables lists the tables that are not closed, in order of their ids.
func (b *Bolt) Tables(ctx context.Context) iter.Seq2[Listed, error] {
	return func(yield func(Listed, error) bool) {
		var from []byte
		pages(func() (rows []Listed, more bool, err error) {
			err = b.view(ctx, func(s space) error {
				return s.walk([]byte{kindOpen}, from, func(key, payload []byte) (bool, error) {
					l, err := listed(TableID(key[1:]), payload)
					if err != nil {
						return false, err
					}
					rows, from = append(rows, l), append(bytes.Clone(key), 0)
					more = len(rows) == pageOfRows
					return !more, nil
				})
			})
			return rows, more, err
		})(yield)
	}
}

// Closed lists the closed tables, newest first, with their headers.
func (b *Bolt) Closed(ctx context.Context) iter.Seq2[Listed, error] {
	return func(yield func(Listed, error) bool) {
		var before []byte
		pages(func() (rows []Listed, more bool, err error) {
			err = b.view(ctx, func(s space) error {
				return s.walkBack([]byte{kindClosing}, before, func(k, id []byte) (bool, error) {
					payload, err := s.get(key(kindClosed, string(id)))
					if err != nil {
						return false, err
					}
					l, err := listed(TableID(id), payload)
					if err != nil {
						return false, err
					}
					rows, before = append(rows, l), bytes.Clone(k)
					more = len(rows) == pageOfRows
					return !more, nil
				})
			})
			return rows, more, err
		})(yield)
	}
}

// Drop deletes a table with its log, its drafts, what is shown of it and its tokens.
func (b *Bolt) Drop(ctx context.Context, id TableID) error {
	if checkID(id) != nil {
		return nil // there is no such table
	}
	return b.do(ctx, func(t *txn) error {
		r, found, err := t.find(id)
		if err != nil {
			return err
		}
		if found {
			entries, err := t.entries(r)
			if err != nil {
				return err
			}
			for _, k := range entries {
				t.del(k)
			}
			t.del(key(kindOpen, string(id)))
			t.del(key(kindClosed, string(id)))
			if r.closing > 0 {
				t.del(sequenceKey(kindClosing, r.closing))
			}
		}
		t.del(key(kindShown, string(id)))
		for _, kind := range []byte{kindDraft, kindToken} {
			if err := t.delWhere(prefix(kind, string(id)), all); err != nil {
				return t.poison(err)
			}
		}
		return nil
	})
}
