package storetest

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"kumpas/store"
)

// testRandom does the same random operations to the store and to the model and
// compares all their answers after each.
//
// It makes 30 runs of some 30 operations; -rapid.checks=N makes N.
func testRandom(t *testing.T, open Open) {
	if s, _ := open(t); isModel(s) {
		t.Skip("this is the model")
	}
	if checks := flag.Lookup("rapid.checks"); checks.Value.String() == checks.DefValue {
		must(t, checks.Value.Set("30"))
		defer checks.Value.Set(checks.DefValue)
	}
	w := World{
		Tables: []store.TableID{"a", "ab", "b", "c0"},
		Drafts: []string{"", "x", "xy"},
		Users:  []string{"u1", "u2", "u11"},
		Guilds: []string{"g1", "g2", "g11"},
	}
	rapid.Check(t, func(r *rapid.T) {
		s, reopen := open(t)
		defer func() { s.Close() }()
		model := NewModel()
		both := func(what string, call func(store.Store) error) {
			got, want := kind(call(s)), kind(call(model))
			if got != want {
				r.Fatalf("%s: %s, the model says %s", what, got, want)
			}
		}
		table := func() store.TableID { return rapid.SampledFrom(w.Tables).Draw(r, "table") }
		user := func() string { return rapid.SampledFrom(w.Users).Draw(r, "user") }
		guild := func() string { return rapid.SampledFrom(w.Guilds).Draw(r, "guild") }
		draft := func() string { return rapid.SampledFrom(w.Drafts).Draw(r, "draft") }
		second := func() int { return rapid.IntRange(0, 20).Draw(r, "second") }
		data := func() []byte {
			if n := rapid.IntRange(-1, 12).Draw(r, "bytes"); n >= 0 {
				return []byte(fmt.Sprintf("%0*d", n*n*n, n))
			}
			return nil
		}
		change := func() store.Change {
			c := store.Change{ID: table(), Header: data(), Snapshot: append([]byte{}, data()...)}
			old, err := model.Table(ctx, c.ID)
			if err == nil {
				c.From = old.Revision
			}
			if rapid.IntRange(0, 5).Draw(r, "wrong revision") == 0 {
				c.From = store.Revision(rapid.IntRange(0, 4).Draw(r, "from"))
			}
			if rapid.Bool().Draw(r, "entry") {
				c.Entry = &store.Entry{At: at(second()), Data: append([]byte{}, data()...)}
				if i := rapid.IntRange(0, 30).Draw(r, "interaction"); i > 0 {
					c.Entry.Interaction = fmt.Sprint("i", i)
				}
			}
			for i := range rapid.IntRange(0, 2).Draw(r, "deadlines") {
				c.Deadlines = append(c.Deadlines, store.Deadline{Key: fmt.Sprint("k", i), At: at(second())})
			}
			if rapid.Bool().Draw(r, "with draft") {
				c.Drafts = map[string][]byte{draft(): data()}
			}
			c.DropDrafts = rapid.IntRange(0, 4).Draw(r, "drop drafts") == 0
			c.Close = rapid.IntRange(0, 9).Draw(r, "close") == 0
			if rapid.IntRange(0, 3).Draw(r, "result") == 0 {
				c.Result = &store.Result{Guild: guild(), Table: c.ID, Game: "game", Users: []string{user(), user()}, At: at(second()), Data: append([]byte{}, data()...)}
			}
			return c
		}
		actions := map[string]func(*rapid.T){
			"commit": func(*rapid.T) {
				c := change()
				both("Commit", func(s store.Store) error { _, err := s.Commit(ctx, c); return err })
			},
			"commit again": func(*rapid.T) {
				c := change()
				both("Commit", func(s store.Store) error { _, err := s.Commit(ctx, c); return err })
				both("Commit of the same", func(s store.Store) error { _, err := s.Commit(ctx, c); return err })
			},
			"drop": func(*rapid.T) {
				id := table()
				both("Drop", func(s store.Store) error { return s.Drop(ctx, id) })
			},
			"draft": func(*rapid.T) {
				id, k, d := table(), draft(), data()
				both("PutDraft", func(s store.Store) error { return s.PutDraft(ctx, id, k, d) })
			},
			"shown": func(*rapid.T) {
				id, d := table(), data()
				both("SetShown", func(s store.Store) error { s.SetShown(id, d); return nil })
			},
			"token": func(*rapid.T) {
				id, u, token := table(), user(), store.Token{Data: append([]byte{}, data()...), Expires: at(second())}
				both("SetToken", func(s store.Store) error { s.SetToken(id, u, token); return nil })
			},
			"purge": func(*rapid.T) {
				now := at(second())
				both("PurgeTokens", func(s store.Store) error { return s.PurgeTokens(ctx, now) })
			},
			"setting": func(*rapid.T) {
				kinds := []store.SettingKind{store.SettingGuild, store.SettingUser}
				of, id, d := rapid.SampledFrom(kinds).Draw(r, "kind"), rapid.SampledFrom(append(w.Users, w.Guilds...)).Draw(r, "id"), data()
				both("SetSetting", func(s store.Store) error { return s.SetSetting(ctx, of, id, d) })
			},
			"forget": func(*rapid.T) {
				u := user()
				both("Forget", func(s store.Store) error { return s.Forget(ctx, u) })
			},
			"": func(*rapid.T) {
				w.Now = at(second())
				if diff := difference(Dump(ctx, s, w), Dump(ctx, model, w)); diff != "" {
					r.Fatal(diff)
				}
			},
		}
		if reopen != nil {
			actions["reopen"] = func(*rapid.T) { s = reopen() }
		}
		r.Repeat(actions)
	})
}

// testRace has many goroutines make the same step of one table, again and
// again: each revision is won by exactly one, and the log says by whom.
func testRace(t *testing.T, open Open) {
	s, _ := open(t)
	const racers, steps = 16, 30
	commit(t, s, store.Change{ID: "a", Entry: &store.Entry{Data: []byte("start")}})
	winners := make([]string, steps)
	for step := range steps {
		var group sync.WaitGroup
		var mu sync.Mutex
		for racer := range racers {
			group.Go(func() {
				me := fmt.Sprintf("%d by %d", step, racer)
				_, err := s.Commit(ctx, store.Change{ID: "a", From: store.Revision(step + 1), Snapshot: []byte(me), Entry: &store.Entry{Interaction: me, Data: []byte(me)}})
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil && winners[step] == "":
					winners[step] = me
				case err == nil:
					t.Errorf("step %d was won by %q and %q", step, winners[step], me)
				case !errors.Is(err, store.ErrConflict):
					t.Errorf("step %d: %v", step, err)
				}
			})
		}
		group.Wait()
	}
	i := -1
	for e, err := range s.Log(ctx, "a") {
		must(t, err)
		if i >= 0 && (string(e.Data) != winners[i] || e.Revision != store.Revision(i+2)) {
			t.Errorf("entry %d of the log: %q makes %d, want %q", i, e.Data, e.Revision, winners[i])
		}
		i++
	}
	if i != steps {
		t.Errorf("the log has %d steps, want %d", i, steps)
	}
}

// testManyTables plays many tables at once, each against a rival who now and
// then delivers an interaction twice, with readers, drops and purges beside them.
func testManyTables(t *testing.T, open Open) {
	s, reopen := open(t)
	model := NewModel()
	const players, steps = 24, 25
	var group sync.WaitGroup
	w := World{Drafts: []string{"d"}, Users: []string{"u"}, Guilds: []string{"g"}}
	for p := range players {
		id := store.TableID(fmt.Sprint("p", p))
		w.Tables = append(w.Tables, id)
		group.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(p)))
			for step := range steps {
				c := store.Change{
					ID: id, From: store.Revision(step), Header: fmt.Append(nil, step), Snapshot: make([]byte, random.IntN(3000)),
					Entry:  &store.Entry{Interaction: fmt.Sprint("i", step), At: at(step), Data: fmt.Append(nil, step)},
					Drafts: map[string][]byte{"d": fmt.Append(nil, step)},
				}
				for _, s := range []store.Store{s, model} {
					if r, err := s.Commit(ctx, c); err != nil || r != store.Revision(step+1) {
						t.Errorf("table %s, step %d: revision %d, error %v", id, step, r, err)
					}
				}
				shown := fmt.Append(nil, "shown ", step)
				s.SetShown(id, shown)
				model.SetShown(id, shown)
				s.SetToken(id, "u", store.Token{Data: shown, Expires: at(step)})
				model.SetToken(id, "u", store.Token{Data: shown, Expires: at(step)})
				if got, err := s.Shown(ctx, id); err != nil || string(got) != string(shown) {
					t.Errorf("table %s shows %q (%v), want %q at once", id, got, err, shown)
				}
				switch random.IntN(4) {
				case 0:
					if _, err := s.Commit(ctx, c); !errors.Is(err, store.ErrDuplicate) {
						t.Errorf("table %s, step %d again: %v", id, step, err)
					}
				case 1:
					if got, err := s.Table(ctx, id); err != nil || string(got.Header) != fmt.Sprint(step) {
						t.Errorf("table %s after step %d: header %q, error %v", id, step, got.Header, err)
					}
				case 2:
					for _, err := range s.Tables(ctx) {
						if err != nil {
							t.Error(err)
						}
					}
				case 3:
					if err := s.PurgeTokens(ctx, at(-1)); err != nil { // none is that old
						t.Error(err)
					}
				}
			}
		})
	}
	group.Wait()
	w.Now = at(0)
	sameAs(t, s, model, w)
	if reopen != nil {
		sameAs(t, reopen(), model, w)
	}
}

func isModel(s store.Store) bool {
	_, ok := s.(*Model)
	return ok
}
