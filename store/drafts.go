package store

import (
	"bytes"
	"context"
	"strings"
	"time"
)

// draft puts a draft, or deletes it if data is nil.
func (t *txn) draft(id TableID, name string, data []byte) {
	t.putOrDelete(key(kindDraft, string(id), name), data)
}

func (t *txn) putOrDelete(key, data []byte) {
	if data == nil {
		t.del(key)
	} else {
		t.put(key, data)
	}
}

// read returns a copy of one record's bytes, or ErrNotFound.
func (b *Bolt) read(ctx context.Context, key []byte) (data []byte, err error) {
	err = b.view(ctx, func(s space) error {
		payload, err := s.get(key)
		if err == nil && payload == nil {
			return ErrNotFound
		}
		data = bytes.Clone(payload)
		return err
	})
	return data, err
}

// readLazy is read for records that may still wait in memory.
func (b *Bolt) readLazy(ctx context.Context, key []byte) ([]byte, error) {
	w, ok := b.waiting(key)
	switch {
	case !ok:
		return b.read(ctx, key)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case w.payload == nil:
		return nil, ErrNotFound
	}
	return bytes.Clone(w.payload), nil
}

// Draft reads one person's unfinished work at a table.
func (b *Bolt) Draft(ctx context.Context, id TableID, name string) ([]byte, error) {
	return b.read(ctx, key(kindDraft, string(id), name))
}

// PutDraft keeps it durably; nil data deletes.
func (b *Bolt) PutDraft(ctx context.Context, id TableID, name string, data []byte) error {
	if err := checkAll(id, data, name); err != nil {
		return err
	}
	data = bytes.Clone(data)
	return b.do(ctx, func(t *txn) error {
		if data != nil {
			if _, found, err := t.find(id); err != nil {
				return err
			} else if !found {
				return ErrNotFound
			}
		}
		t.draft(id, name, data)
		return nil
	})
}

// SetShown remembers what of a table is on the screen.
func (b *Bolt) SetShown(id TableID, data []byte) {
	if checkAll(id, data) == nil {
		b.later(key(kindShown, string(id)), bytes.Clone(data))
	}
}

// Shown returns what SetShown last put.
func (b *Bolt) Shown(ctx context.Context, id TableID) ([]byte, error) {
	return b.readLazy(ctx, key(kindShown, string(id)))
}

// SetToken keeps a live token of a user at a table.
func (b *Bolt) SetToken(id TableID, user string, t Token) {
	if checkAll(id, t.Data, user) == nil {
		b.later(key(kindToken, string(id), user), append(appendTime(nil, t.Expires), t.Data...))
	}
}

// decodeToken does not copy.
func decodeToken(payload []byte) (Token, error) {
	f := fields{rest: payload}
	t := Token{Expires: f.time()}
	t.Data, f.rest = f.rest, nil
	return t, f.end()
}

// Token returns a user's token if it is still alive at now.
func (b *Bolt) Token(ctx context.Context, id TableID, user string, now time.Time) (Token, error) {
	payload, err := b.readLazy(ctx, key(kindToken, string(id), user))
	if err != nil {
		return Token{}, err
	}
	t, err := decodeToken(payload)
	if err != nil {
		return Token{}, err
	}
	if !now.Before(t.Expires) {
		return Token{}, ErrNotFound
	}
	return t, nil
}

// PurgeTokens deletes the tokens that are dead at now. It writes only if there are any.
func (b *Bolt) PurgeTokens(ctx context.Context, now time.Time) error {
	dead := func(_, payload []byte) (bool, error) {
		t, err := decodeToken(payload)
		return err == nil && !now.Before(t.Expires), err
	}
	b.mu.Lock()
	found := false
	for k := range b.lazy {
		found = found || k[0] == kindToken
	}
	b.mu.Unlock()
	err := b.view(ctx, func(s space) error {
		return s.walk([]byte{kindToken}, nil, func(key, payload []byte) (bool, error) {
			yes, err := dead(key, payload)
			found = found || yes
			return !found, err
		})
	})
	if err != nil || !found {
		return err
	}
	return b.do(ctx, func(t *txn) error { return t.delWhere([]byte{kindToken}, dead) })
}

// endsWith matches the keys whose last part is name.
func endsWith(name string) func(key, payload []byte) (bool, error) {
	return func(key, _ []byte) (bool, error) { return strings.HasSuffix(string(key), "\x00"+name), nil }
}

func checkAll(id TableID, data []byte, fields ...string) error {
	if err := checkID(id); err != nil {
		return err
	}
	if err := checkFields(fields...); err != nil {
		return err
	}
	return checkValue(data)
}
