package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"iter"
	"slices"
)

// Setting reads a setting.
func (b *Bolt) Setting(ctx context.Context, kind SettingKind, id string) ([]byte, error) {
	return b.read(ctx, key(kindSetting, string(kind), id))
}

// SetSetting keeps one; nil data deletes.
func (b *Bolt) SetSetting(ctx context.Context, kind SettingKind, id string, data []byte) error {
	if err := errors.Join(checkFields(string(kind), id), checkValue(data)); err != nil {
		return err
	}
	data = bytes.Clone(data)
	return b.do(ctx, func(t *txn) error {
		t.putOrDelete(key(kindSetting, string(kind), id), data)
		return nil
	})
}

func cloneResult(r Result) Result {
	r.Users, r.Data = slices.Clone(r.Users), bytes.Clone(r.Data)
	return r
}

func encodeResult(r Result) []byte {
	b := binary.AppendUvarint(make([]byte, 0, 128+len(r.Data)), uint64(len(r.Users)))
	for _, u := range r.Users {
		b = appendBytes(b, u)
	}
	b = appendBytes(appendBytes(appendBytes(b, r.Guild), r.Table), r.Game)
	return append(appendTime(b, r.At), r.Data...)
}

// decodeResult copies.
func decodeResult(payload []byte) (Result, error) {
	f := fields{rest: payload}
	var r Result
	for range f.count() {
		r.Users = append(r.Users, f.text())
	}
	r.Guild, r.Table, r.Game, r.At = f.text(), TableID(f.text()), f.text(), f.time()
	r.Data = bytes.Clone(f.rest)
	f.rest = nil
	return r, f.end()
}

// Results lists a server's results, newest first.
func (b *Bolt) Results(ctx context.Context, guild string) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		var before []byte
		pages(func() (rows []Result, more bool, err error) {
			err = b.view(ctx, func(s space) error {
				return s.walkBack(prefix(kindResult, guild), before, func(key, payload []byte) (bool, error) {
					r, err := decodeResult(payload)
					if err != nil {
						return false, err
					}
					rows, before = append(rows, r), bytes.Clone(key)
					more = len(rows) == pageOfRows
					return !more, nil
				})
			})
			return rows, more, err
		})(yield)
	}
}

// Forget deletes a person's settings and tokens, and the results that name him.
func (b *Bolt) Forget(ctx context.Context, user string) error {
	if err := checkFields(user); err != nil {
		return err
	}
	return b.do(ctx, func(t *txn) error {
		t.del(key(kindSetting, string(SettingUser), user))
		err := t.delWhere([]byte{kindToken}, endsWith(user))
		if err == nil {
			err = t.delWhere([]byte{kindResult}, func(_, payload []byte) (bool, error) {
				r, err := decodeResult(payload)
				return slices.Contains(r.Users, user), err
			})
		}
		return t.poison(err)
	})
}
