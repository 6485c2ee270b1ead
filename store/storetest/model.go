package storetest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"kumpas/store"
)

// Model is the contract written down as plainly as possible: a store in memory,
// to compare others with and to use in tests that need none on disk. It keeps
// nothing and cannot be backed up.
type Model struct {
	mu       sync.Mutex
	closed   bool
	tables   map[store.TableID]*table
	closings []store.TableID // in order of closing
	drafts   map[name][]byte
	shown    map[store.TableID][]byte
	tokens   map[name]store.Token
	settings map[name][]byte
	results  []store.Result // in order of arrival
}

var _ store.Store = (*Model)(nil)

type table struct {
	store.Table
	log  []store.Entry
	seen map[string]bool
}

// name is a kind or a table, and a name within it.
type name struct{ of, name string }

// NewModel returns an empty model.
func NewModel() *Model {
	return &Model{
		tables:   map[store.TableID]*table{},
		drafts:   map[name][]byte{},
		shown:    map[store.TableID][]byte{},
		tokens:   map[name]store.Token{},
		settings: map[name][]byte{},
	}
}

// enter locks the model and says whether a call may go on.
func (m *Model) enter(ctx context.Context) (leave func(), err error) {
	m.mu.Lock()
	if m.closed {
		err = store.ErrClosed
	} else {
		err = ctx.Err()
	}
	return m.mu.Unlock, err
}

func milliseconds(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()).UTC() }

// put keeps a copy, or deletes if data is nil.
func put[K comparable](in map[K][]byte, k K, data []byte) {
	if data == nil {
		delete(in, k)
	} else {
		in[k] = bytes.Clone(data)
	}
}

func get[K comparable](in map[K][]byte, k K) ([]byte, error) {
	data, ok := in[k]
	if !ok {
		return nil, store.ErrNotFound
	}
	return bytes.Clone(data), nil
}

func (m *Model) Commit(ctx context.Context, c store.Change) (store.Revision, error) {
	leave, err := m.enter(ctx)
	defer leave()
	if err != nil {
		return 0, err
	}
	if c.Snapshot == nil || c.ID == "" {
		return 0, errors.New("storetest: a change without a snapshot or an id")
	}
	t := m.tables[c.ID]
	switch {
	case t == nil && c.From > 0:
		return 0, store.ErrNotFound
	case t == nil:
		t = &table{Table: store.Table{ID: c.ID}, seen: map[string]bool{}}
	case c.Entry != nil && t.seen[c.Entry.Interaction]:
		return 0, store.ErrDuplicate
	}
	if t.Revision != c.From {
		return 0, store.ErrConflict
	}
	m.tables[c.ID] = t
	t.Revision++
	if c.Header != nil {
		t.Header = bytes.Clone(c.Header)
	}
	t.Snapshot = bytes.Clone(c.Snapshot)
	if c.Close && !t.Closed {
		t.Closed = true
		m.closings = append(m.closings, c.ID)
	}
	t.Deadlines = nil
	if !t.Closed {
		for _, d := range c.Deadlines {
			t.Deadlines = append(t.Deadlines, store.Deadline{Key: d.Key, At: milliseconds(d.At)})
		}
	}
	if e := c.Entry; e != nil {
		t.log = append(t.log, store.Entry{Revision: t.Revision, Interaction: e.Interaction, At: milliseconds(e.At), Data: bytes.Clone(e.Data)})
		if e.Interaction != "" {
			t.seen[e.Interaction] = true
		}
	}
	if c.DropDrafts {
		maps.DeleteFunc(m.drafts, func(n name, _ []byte) bool { return n.of == string(c.ID) })
	}
	for k, data := range c.Drafts {
		put(m.drafts, name{string(c.ID), k}, data)
	}
	if r := c.Result; r != nil {
		kept := copyResult(*r)
		kept.At = milliseconds(r.At)
		m.results = append(m.results, kept)
	}
	return t.Revision, nil
}

func copyResult(r store.Result) store.Result {
	r.Users, r.Data = slices.Clone(r.Users), bytes.Clone(r.Data)
	return r
}

func (m *Model) Table(ctx context.Context, id store.TableID) (store.Table, error) {
	leave, err := m.enter(ctx)
	defer leave()
	if err != nil {
		return store.Table{}, err
	}
	t := m.tables[id]
	if t == nil {
		return store.Table{}, store.ErrNotFound
	}
	c := t.Table
	c.Header, c.Snapshot, c.Deadlines = bytes.Clone(c.Header), bytes.Clone(c.Snapshot), slices.Clone(c.Deadlines)
	return c, nil
}

// rows lists what collect returns, taken when the iteration begins.
func rows[T any](m *Model, ctx context.Context, collect func() ([]T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		list, err := func() ([]T, error) {
			leave, err := m.enter(ctx)
			defer leave()
			if err != nil {
				return nil, err
			}
			return collect()
		}()
		for _, row := range list {
			if !yield(row, nil) {
				return
			}
		}
		if err != nil {
			var none T
			yield(none, err)
		}
	}
}

func (t *table) listed() store.Listed {
	return store.Listed{ID: t.ID, Revision: t.Revision, Header: bytes.Clone(t.Header), Deadlines: slices.Clone(t.Deadlines)}
}

func (m *Model) Tables(ctx context.Context) iter.Seq2[store.Listed, error] {
	return rows(m, ctx, func() (list []store.Listed, err error) {
		for _, t := range m.tables {
			if !t.Closed {
				list = append(list, t.listed())
			}
		}
		slices.SortFunc(list, func(a, b store.Listed) int { return strings.Compare(string(a.ID), string(b.ID)) })
		return list, nil
	})
}

func (m *Model) Closed(ctx context.Context) iter.Seq2[store.Listed, error] {
	return rows(m, ctx, func() (list []store.Listed, err error) {
		for _, id := range slices.Backward(m.closings) {
			list = append(list, m.tables[id].listed())
		}
		return list, nil
	})
}

func (m *Model) Log(ctx context.Context, id store.TableID) iter.Seq2[store.Entry, error] {
	return rows(m, ctx, func() (list []store.Entry, err error) {
		t := m.tables[id]
		if t == nil {
			return nil, store.ErrNotFound
		}
		for _, e := range t.log {
			e.Data = bytes.Clone(e.Data)
			list = append(list, e)
		}
		return list, nil
	})
}

func (m *Model) Drop(ctx context.Context, id store.TableID) error {
	leave, err := m.enter(ctx)
	defer leave()
	if err != nil {
		return err
	}
	delete(m.tables, id)
	delete(m.shown, id)
	m.closings = slices.DeleteFunc(m.closings, func(c store.TableID) bool { return c == id })
	maps.DeleteFunc(m.drafts, func(n name, _ []byte) bool { return n.of == string(id) })
	maps.DeleteFunc(m.tokens, func(n name, _ store.Token) bool { return n.of == string(id) })
	return nil
}

func (m *Model) Draft(ctx context.Context, id store.TableID, key string) ([]byte, error) {
	leave, err := m.enter(ctx)
	defer leave()
	if err != nil {
		return nil, err
	}
	return get(m.drafts, name{string(id), key})
}

func (m *Model) PutDraft(ctx context.Context, id store.TableID, key string, data []byte) error {
	leave, err := m.enter(ctx)
	defer leave()
	if err != nil {
		return err
	}
	if data != nil && m.tables[id] == nil {
		return store.ErrNotFound
	}
	put(m.drafts, name{string(id), key}, data)
	return nil
}

func (m *Model) SetShown(id store.TableID, data []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	put(m.shown, id, data)
}

func (m *Model) Shown(ctx context.Context, id store.TableID) ([]byte, error) {
	leave, err := m.enter(ctx)
	defer leave()
	if err != nil {
		return nil, err
	}
	return get(m.shown, id)
}

func (m *Model) SetToken(id store.TableID, user string, t store.Token) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tokens[name{string(id), user}] = store.Token{Data: bytes.Clone(t.Data), Expires: milliseconds(t.Expires)}
}

func (m *Model) Token(ctx context.Context, id store.TableID, user string, now time.Time) (store.Token, error) {
	leave, err := m.enter(ctx)
	defer leave()
	if err != nil {
		return store.Token{}, err
	}
	t, ok := m.tokens[name{string(id), user}]
	if !ok || !now.Before(t.Expires) {
		return store.Token{}, store.ErrNotFound
	}
	t.Data = bytes.Clone(t.Data)
	return t, nil
}

func (m *Model) PurgeTokens(ctx context.Context, now time.Time) error {
	leave, err := m.enter(ctx)
	defer leave()
	if err != nil {
		return err
	}
	maps.DeleteFunc(m.tokens, func(_ name, t store.Token) bool { return !now.Before(t.Expires) })
	return nil
}

func (m *Model) Setting(ctx context.Context, kind store.SettingKind, id string) ([]byte, error) {
	leave, err := m.enter(ctx)
	defer leave()
	if err != nil {
		return nil, err
	}
	return get(m.settings, name{string(kind), id})
}

func (m *Model) SetSetting(ctx context.Context, kind store.SettingKind, id string, data []byte) error {
	leave, err := m.enter(ctx)
	defer leave()
	if err != nil {
		return err
	}
	put(m.settings, name{string(kind), id}, data)
	return nil
}

func (m *Model) Results(ctx context.Context, guild string) iter.Seq2[store.Result, error] {
	return rows(m, ctx, func() (list []store.Result, err error) {
		for _, r := range slices.Backward(m.results) {
			if r.Guild == guild {
				list = append(list, copyResult(r))
			}
		}
		slices.SortStableFunc(list, func(a, b store.Result) int { return cmp.Compare(b.At.UnixMilli(), a.At.UnixMilli()) })
		return list, nil
	})
}

func (m *Model) Forget(ctx context.Context, user string) error {
	leave, err := m.enter(ctx)
	defer leave()
	if err != nil {
		return err
	}
	delete(m.settings, name{string(store.SettingUser), user})
	maps.DeleteFunc(m.tokens, func(n name, _ store.Token) bool { return n.name == user })
	m.results = slices.DeleteFunc(m.results, func(r store.Result) bool { return slices.Contains(r.Users, user) })
	return nil
}

// Backup has nothing to write: a model has no file.
func (m *Model) Backup(context.Context, io.Writer) error { return errors.ErrUnsupported }

func (m *Model) Ping(ctx context.Context) error {
	leave, err := m.enter(ctx)
	defer leave()
	return err
}

// Waiting implements store.Store: nothing ever waits.
func (m *Model) Waiting() int { return 0 }

func (m *Model) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}
