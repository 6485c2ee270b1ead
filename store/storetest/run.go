// Package storetest tests implementations of store.Store against its contract.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"kumpas/store"
)

// Open opens an empty store for a test and closes it after it. The function
// reopen, if not nil, closes the store as a program's end does, opens it again and returns it.
type Open func(t testing.TB) (s store.Store, reopen func() store.Store)

// Run tests the whole contract.
func Run(t *testing.T, open Open) {
	for _, c := range []struct {
		name string
		test func(*testing.T, Open)
	}{
		{"random operations equal the model", testRandom},
		{"a change is all or nothing", testCommit},
		{"revisions are compared", testConflict},
		{"an interaction is committed once", testDuplicate},
		{"bytes are copied", testCopies},
		{"closed tables", testClosed},
		{"a dropped table leaves nothing", testDrop},
		{"lists longer than a page", testLongLists},
		{"writing while ranging", testWriteWhileRanging},
		{"tokens die", testTokens},
		{"forgetting a person", testForget},
		{"racing for one revision", testRace},
		{"many tables at once", testManyTables},
		{"contexts", testContext},
		{"after closing", testAfterClose},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, open) })
	}
}

var ctx = context.Background()

// at is a time with more precision than a store keeps, in a zone of its own.
func at(seconds int) time.Time {
	return time.Unix(1_700_000_000+int64(seconds), 123_456_789).In(time.FixedZone("test", 3*3600))
}

// kept is what a store makes of a time.
func kept(t time.Time) time.Time { return t.Truncate(time.Millisecond).UTC() }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantErr(t testing.TB, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: error %v, want %v", what, got, want)
	}
}

func commit(t testing.TB, s store.Store, c store.Change) store.Revision {
	t.Helper()
	if c.Snapshot == nil {
		c.Snapshot = []byte("snapshot")
	}
	r, err := s.Commit(ctx, c)
	must(t, err)
	return r
}

func testCommit(t *testing.T, open Open) {
	s, _ := open(t)
	r := commit(t, s, store.Change{
		ID: "a1", Header: []byte("head"), Snapshot: []byte("one"),
		Entry:     &store.Entry{Interaction: "i1", At: at(1), Data: []byte("first"), Revision: 77},
		Deadlines: []store.Deadline{{Key: "turn", At: at(60)}, {Key: "vote", At: at(30)}},
		Drafts:    map[string][]byte{"ayşe": []byte("d1"), "boş": {}},
		Result:    &store.Result{Guild: "g", Table: "a1", Game: "entrika", Users: []string{"u1", "u2"}, At: at(2), Data: []byte("won")},
	})
	if r != 1 {
		t.Errorf("the first commit made revision %d", r)
	}
	r = commit(t, s, store.Change{ID: "a1", From: 1, Snapshot: []byte{}, DropDrafts: true, Drafts: map[string][]byte{"cem": []byte("d2")}})
	if r != 2 {
		t.Errorf("the second commit made revision %d", r)
	}
	model := NewModel()
	commit(t, model, store.Change{
		ID: "a1", Header: []byte("head"), Snapshot: []byte("one"),
		Entry:  &store.Entry{Interaction: "i1", At: at(1), Data: []byte("first")},
		Result: &store.Result{Guild: "g", Table: "a1", Game: "entrika", Users: []string{"u1", "u2"}, At: at(2), Data: []byte("won")},
	})
	commit(t, model, store.Change{ID: "a1", From: 1, Snapshot: []byte{}, Drafts: map[string][]byte{"cem": []byte("d2")}})
	sameAs(t, s, model, World{Tables: []store.TableID{"a1"}, Drafts: []string{"ayşe", "boş", "cem"}, Guilds: []string{"g"}})

	got, err := s.Table(ctx, "a1")
	must(t, err)
	if string(got.Header) != "head" || len(got.Snapshot) != 0 || len(got.Deadlines) != 0 {
		t.Errorf("a nil header keeps the old one, nil deadlines leave none: got %+v", got)
	}
	if _, err := s.Commit(ctx, store.Change{ID: "b", Snapshot: nil}); err == nil {
		t.Error("a change without a snapshot was committed")
	}
	_, err = s.Table(ctx, "b")
	wantErr(t, "the table of a refused change", err, store.ErrNotFound)
}

func testConflict(t *testing.T, open Open) {
	s, reopen := open(t)
	commit(t, s, store.Change{ID: "a"})
	_, err := s.Commit(ctx, store.Change{ID: "a", Snapshot: []byte("x")})
	wantErr(t, "creating what exists", err, store.ErrConflict)
	_, err = s.Commit(ctx, store.Change{ID: "a", From: 2, Snapshot: []byte("x")})
	wantErr(t, "from the future", err, store.ErrConflict)
	commit(t, s, store.Change{ID: "a", From: 1})
	if reopen != nil {
		s = reopen()
	}
	_, err = s.Commit(ctx, store.Change{ID: "a", From: 1, Snapshot: []byte("x"), Drafts: map[string][]byte{"k": []byte("v")}, Entry: &store.Entry{Interaction: "i"}})
	wantErr(t, "from the past", err, store.ErrConflict)
	_, err = s.Draft(ctx, "a", "k")
	wantErr(t, "the draft of a refused change", err, store.ErrNotFound)
	_, err = s.Commit(ctx, store.Change{ID: "b", From: 1, Snapshot: []byte("x")})
	wantErr(t, "no such table", err, store.ErrNotFound)
	commit(t, s, store.Change{ID: "a", From: 2, Entry: &store.Entry{Interaction: "i"}}) // the refused one used nothing up
}

func testDuplicate(t *testing.T, open Open) {
	s, reopen := open(t)
	commit(t, s, store.Change{ID: "a", Entry: &store.Entry{Interaction: "i1"}})
	commit(t, s, store.Change{ID: "a", From: 1, Entry: &store.Entry{Interaction: "i2"}})
	commit(t, s, store.Change{ID: "b", Entry: &store.Entry{Interaction: "i1"}}) // another table
	if reopen != nil {
		s = reopen()
	}
	for _, from := range []store.Revision{0, 1, 2, 3} { // delivered again, whatever it believes the revision to be
		_, err := s.Commit(ctx, store.Change{ID: "a", From: from, Snapshot: []byte("x"), Entry: &store.Entry{Interaction: "i1"}})
		wantErr(t, fmt.Sprint("the same interaction from ", from), err, store.ErrDuplicate)
	}
	commit(t, s, store.Change{ID: "a", From: 2, Entry: &store.Entry{}})
	commit(t, s, store.Change{ID: "a", From: 3, Entry: &store.Entry{}}) // the table's own steps have no id
	must(t, s.Drop(ctx, "a"))
	commit(t, s, store.Change{ID: "a", Entry: &store.Entry{Interaction: "i1"}})
}

func testCopies(t *testing.T, open Open) {
	s, _ := open(t)
	in := func() []byte { return []byte("original") }
	spoil := func(all ...[]byte) {
		for _, b := range all {
			copy(b, "XXXXXXXXXXXXXXXXXX")
		}
	}
	header, snapshot, data, draft, result, shown, token := in(), in(), in(), in(), in(), in(), in()
	users, deadlines := []string{"u"}, []store.Deadline{{Key: "k", At: at(1)}}
	commit(t, s, store.Change{
		ID: "a", Header: header, Snapshot: snapshot, Entry: &store.Entry{Data: data}, Deadlines: deadlines,
		Drafts: map[string][]byte{"d": draft}, Result: &store.Result{Guild: "g", Users: users, Data: result},
	})
	s.SetShown("a", shown)
	s.SetToken("a", "u", store.Token{Data: token, Expires: at(100)})
	users[0], deadlines[0].Key = "v", "changed"
	spoil(header, snapshot, data, draft, result, shown, token)

	w := World{Tables: []store.TableID{"a"}, Drafts: []string{"d"}, Users: []string{"u"}, Guilds: []string{"g"}, Now: at(0)}
	before := Dump(ctx, s, w)
	for _, line := range before {
		if slices.Contains([]byte(line), 'X') {
			t.Errorf("the store kept the caller's bytes: %s", line)
		}
	}
	got, err := s.Table(ctx, "a")
	must(t, err)
	d, _ := s.Draft(ctx, "a", "d")
	sh, _ := s.Shown(ctx, "a")
	tok, _ := s.Token(ctx, "a", "u", at(0))
	spoil(got.Header, got.Snapshot, d, sh, tok.Data)
	for l := range s.Tables(ctx) {
		spoil(l.Header)
	}
	for e := range s.Log(ctx, "a") {
		spoil(e.Data)
	}
	for r := range s.Results(ctx, "g") {
		spoil(r.Data)
	}
	if after := Dump(ctx, s, w); !slices.Equal(before, after) {
		t.Errorf("changing bytes handed out changed the store: %v, was %v", after, before)
	}
}

func testClosed(t *testing.T, open Open) {
	s, reopen := open(t)
	for _, id := range []store.TableID{"a", "b", "c"} {
		commit(t, s, store.Change{ID: id, Header: []byte("head " + id), Deadlines: []store.Deadline{{Key: "k", At: at(9)}}})
	}
	for _, id := range []store.TableID{"b", "c", "a"} {
		commit(t, s, store.Change{ID: id, From: 1, Close: true, Deadlines: []store.Deadline{{Key: "k", At: at(9)}}})
	}
	commit(t, s, store.Change{ID: "b", From: 2, Deadlines: []store.Deadline{{Key: "k", At: at(9)}}}) // over for good
	if reopen != nil {
		s = reopen()
	}
	var closed []store.TableID
	for l, err := range s.Closed(ctx) {
		must(t, err)
		closed = append(closed, l.ID)
		if len(l.Deadlines) > 0 || string(l.Header) != "head "+string(l.ID) {
			t.Errorf("closed table %s: %+v", l.ID, l)
		}
	}
	if !slices.Equal(closed, []store.TableID{"a", "c", "b"}) {
		t.Errorf("closed tables, newest first: %v", closed)
	}
	for l := range s.Tables(ctx) {
		t.Errorf("table %s is listed though it is closed", l.ID)
	}
	b, err := s.Table(ctx, "b")
	must(t, err)
	if !b.Closed || b.Revision != 3 || len(b.Deadlines) > 0 {
		t.Errorf("a closed table after another commit: %+v", b)
	}
}

func testDrop(t *testing.T, open Open) {
	s, _ := open(t)
	w := World{Tables: []store.TableID{"a", "ab", "b"}, Drafts: []string{"d"}, Users: []string{"u"}, Now: at(0)}
	fill := func(s store.Store, ids ...store.TableID) {
		for _, id := range ids {
			commit(t, s, store.Change{ID: id, Entry: &store.Entry{Interaction: "i"}, Drafts: map[string][]byte{"d": []byte("x")}, Close: id == "b"})
			s.SetShown(id, []byte("x"))
			s.SetToken(id, "u", store.Token{Data: []byte("x"), Expires: at(5)})
		}
	}
	fill(s, "a", "ab", "b")
	must(t, s.Drop(ctx, "a"))
	must(t, s.Drop(ctx, "b"))
	must(t, s.Drop(ctx, "none"))
	model := NewModel()
	fill(model, "ab")
	sameAs(t, s, model, w)
}

func testLongLists(t *testing.T, open Open) {
	s, reopen := open(t)
	model := NewModel()
	const n = 300 // more than a page, and not a multiple of 7
	var group sync.WaitGroup
	ids := make([]store.TableID, n)
	for i := range n {
		ids[i] = store.TableID(fmt.Sprintf("t%d", i))
		c := store.Change{ID: ids[i], Header: []byte(ids[i]), Deadlines: []store.Deadline{{Key: "k", At: at(i)}},
			Result: &store.Result{Guild: "g", At: at(i * 7 % n), Data: []byte(ids[i])}}
		commit(t, model, withSnapshot(c))
		group.Go(func() {
			if _, err := s.Commit(ctx, withSnapshot(c)); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	long := func(s store.Store) {
		for i := range n {
			commit(t, s, store.Change{ID: "long", From: store.Revision(i), Entry: &store.Entry{At: at(i), Data: fmt.Append(nil, i)}})
		}
	}
	long(model)
	long(s)
	for _, id := range ids[:260] {
		c := withSnapshot(store.Change{ID: id, From: 1, Close: true})
		commit(t, model, c)
		commit(t, s, c)
	}
	if reopen != nil {
		s = reopen()
	}
	sameAs(t, s, model, World{Tables: []store.TableID{"long"}, Guilds: []string{"g"}})
}

func withSnapshot(c store.Change) store.Change {
	c.Snapshot = []byte("snapshot of " + string(c.ID))
	return c
}

func testWriteWhileRanging(t *testing.T, open Open) {
	s, _ := open(t)
	for i := range 20 {
		commit(t, s, store.Change{ID: store.TableID(fmt.Sprintf("t%02d", i)), Snapshot: make([]byte, 10_000)})
	}
	n := 0
	for l, err := range s.Tables(ctx) {
		must(t, err)
		commit(t, s, store.Change{ID: l.ID, From: l.Revision, Snapshot: make([]byte, 100_000)})
		n++
	}
	if n != 20 {
		t.Errorf("ranging over 20 tables while writing to them gave %d", n)
	}
}

func testTokens(t *testing.T, open Open) {
	s, reopen := open(t)
	s.SetToken("a", "early", store.Token{Data: []byte("x"), Expires: at(10)})
	s.SetToken("a", "late", store.Token{Data: []byte("y"), Expires: at(20)})
	if reopen != nil {
		s = reopen()
	}
	read := func(user string, now int, want error) {
		t.Helper()
		_, err := s.Token(ctx, "a", user, at(now))
		wantErr(t, fmt.Sprint("token ", user, " at ", now), err, want)
	}
	read("early", 9, nil)
	read("early", 10, store.ErrNotFound)
	read("late", 19, nil)
	must(t, s.PurgeTokens(ctx, at(10)))
	read("early", 0, store.ErrNotFound)
	read("late", 19, nil)
	s.SetToken("a", "late", store.Token{Data: []byte("z"), Expires: at(30)})
	must(t, s.PurgeTokens(ctx, at(29)))
	got, err := s.Token(ctx, "a", "late", at(29))
	must(t, err)
	if string(got.Data) != "z" || !got.Expires.Equal(kept(at(30))) {
		t.Errorf("the renewed token: %+v", got)
	}
	must(t, s.PurgeTokens(ctx, at(30)))
	read("late", 0, store.ErrNotFound)
}

func testForget(t *testing.T, open Open) {
	s, _ := open(t)
	model := NewModel()
	users := []string{"me", "you", "me2"}
	fill := func(s store.Store, but string) {
		for _, u := range users {
			if u != but {
				must(t, s.SetSetting(ctx, store.SettingUser, u, []byte("mine")))
				s.SetToken("a", u, store.Token{Data: []byte("x"), Expires: at(5)})
			}
			must(t, s.SetSetting(ctx, store.SettingGuild, u, []byte("a server's"))) // even if its id is the same
		}
		commit(t, s, store.Change{ID: "a"})
		for i, players := range [][]string{{"me", "you"}, {"you", "me2"}, {"you", "me"}} {
			if !slices.Contains(players, but) {
				commit(t, s, store.Change{ID: store.TableID(fmt.Sprint("t", i)), Result: &store.Result{Guild: "g", Users: players, At: at(i)}})
			}
		}
	}
	fill(s, "")
	must(t, s.Forget(ctx, "me"))
	must(t, s.Forget(ctx, "nobody"))
	fill(model, "me")
	w := World{Users: users, Guilds: append([]string{"g"}, users...), Now: at(0)}
	for _, id := range []store.TableID{"t0", "t1", "t2"} {
		must(t, errors.Join(s.Drop(ctx, id), model.Drop(ctx, id)))
	}
	sameAs(t, s, model, w)
}

func testContext(t *testing.T, open Open) {
	s, _ := open(t)
	commit(t, s, store.Change{ID: "a", Entry: &store.Entry{}})
	over, cancel := context.WithCancel(ctx)
	cancel()
	_, err := s.Commit(over, store.Change{ID: "a", From: 1, Snapshot: []byte("x")})
	wantErr(t, "Commit", err, context.Canceled)
	_, err = s.Table(over, "a")
	wantErr(t, "Table", err, context.Canceled)
	wantErr(t, "Drop", s.Drop(over, "a"), context.Canceled)
	wantErr(t, "Ping", s.Ping(over), context.Canceled)
	for _, err := range s.Tables(over) {
		wantErr(t, "Tables", err, context.Canceled)
	}
	got, err := s.Table(ctx, "a")
	must(t, err)
	if got.Revision != 1 {
		t.Errorf("a call whose context was over made revision %d", got.Revision)
	}
	must(t, s.Ping(ctx))
}

func testAfterClose(t *testing.T, open Open) {
	s, _ := open(t)
	commit(t, s, store.Change{ID: "a"})
	must(t, s.Close())
	must(t, s.Close())
	_, err := s.Commit(ctx, store.Change{ID: "a", From: 1, Snapshot: []byte("x")})
	wantErr(t, "Commit", err, store.ErrClosed)
	_, err = s.Table(ctx, "a")
	wantErr(t, "Table", err, store.ErrClosed)
	_, err = s.Shown(ctx, "a")
	wantErr(t, "Shown", err, store.ErrClosed)
	n := 0
	for _, err := range s.Tables(ctx) {
		wantErr(t, "Tables", err, store.ErrClosed)
		n++
	}
	if n != 1 {
		t.Errorf("Tables of a closed store gave %d rows, want one error", n)
	}
	wantErr(t, "Ping", s.Ping(ctx), store.ErrClosed)
	s.SetShown("a", []byte("x")) // has nobody to tell, and must not panic
}

// sameAs compares what a store and the model answer.
func sameAs(t testing.TB, s, model store.Store, w World) {
	t.Helper()
	got, want := Dump(ctx, s, w), Dump(ctx, model, w)
	if diff := difference(got, want); diff != "" {
		t.Error(diff)
	}
}

// difference shows the first line that is not the same.
func difference(got, want []string) string {
	for i := range max(len(got), len(want)) {
		g, w := "nothing", "nothing"
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			return fmt.Sprintf("the store says:\n\t%s\nthe model says:\n\t%s", g, w)
		}
	}
	return ""
}
