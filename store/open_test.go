package store_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"kumpas/store"
	"kumpas/store/storetest"
)

// filledWorld is what fill puts into a store.
var filledWorld = storetest.World{
	Tables: []store.TableID{"a", "b", "c", "t000", "t011"},
	Drafts: []string{"ayşe", "cem"},
	Users:  []string{"u1", "u2"},
	Guilds: []string{"g1", "g2"},
	Now:    time.UnixMilli(1_700_000_000_000),
}

// fill puts something of every kind into a store, enough for several pages.
func fill(t testing.TB, s store.Store) {
	t.Helper()
	now := filledWorld.Now
	commit := func(c store.Change) {
		t.Helper()
		if _, err := s.Commit(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	commit(store.Change{ID: "a", Header: []byte("head a"), Snapshot: []byte("one"), Entry: &store.Entry{Interaction: "i1", At: now, Data: []byte("start")}})
	commit(store.Change{ID: "a", From: 1, Snapshot: bytes.Repeat([]byte("two "), 1500), Entry: &store.Entry{At: now, Data: []byte("own step")},
		Deadlines: []store.Deadline{{Key: "turn", At: now.Add(time.Minute)}}, Drafts: map[string][]byte{"ayşe": []byte("half a thought"), "cem": {}}})
	commit(store.Change{ID: "b", Header: []byte("head b"), Snapshot: []byte("over"), Close: true,
		Result: &store.Result{Guild: "g1", Table: "b", Game: "entrika", Users: []string{"u1", "u2"}, At: now, Data: []byte("u1 won")}})
	commit(store.Change{ID: "c", Snapshot: []byte("gone")})
	for i := range 12 {
		id := store.TableID(fmt.Sprintf("t%03d", i))
		commit(store.Change{ID: id, Header: []byte(id), Snapshot: bytes.Repeat([]byte{byte(i)}, 900), Entry: &store.Entry{Interaction: fmt.Sprint("i", i), At: now, Data: []byte("x")}})
	}
	s.SetShown("a", []byte("message 5"))
	s.SetToken("a", "u1", store.Token{Data: []byte("token-of-u1"), Expires: now.Add(time.Minute)})
	for _, err := range []error{
		s.Drop(ctx, "c"),
		s.SetSetting(ctx, store.SettingGuild, "g1", []byte("turkish")),
		s.SetSetting(ctx, store.SettingUser, "u2", []byte("no mentions")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// filled returns the bytes of a filled store's file, and its dump.
func filled(t *testing.T) (file []byte, dump []string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "filled.db")
	s := open(t, path, store.NoSync)
	fill(t, s)
	dump = storetest.Dump(ctx, s, filledWorld)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	end := len(file)
	for end > 0 && file[end-1] == 0 { // the part of the file that bbolt keeps free
		end--
	}
	return file[:(end+pageSize-1)/pageSize*pageSize], dump
}

func TestNewFile(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "no", "such", "folder")
	path := filepath.Join(folder, "store.db")
	if err := open(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 && os.PathSeparator == '/' {
		t.Errorf("the file's mode is %v, want it readable by its owner only", info.Mode())
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("making a store left %v in the folder (%v)", entries, err)
	}
}

func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := open(t, path)
	fill(t, s)
	if _, err := store.OpenBolt(path, store.LockWait(100*time.Millisecond)); !errors.Is(err, store.ErrLocked) {
		t.Fatalf("a second time: %v", err)
	}
	if err := s.Ping(ctx); err != nil {
		t.Errorf("the first after the second was refused: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := open(t, path).Close(); err != nil {
		t.Errorf("after the first was closed: %v", err)
	}
}

func TestNewerFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := open(t, path)
	fill(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := store.SetSchema(path, uint64(store.Schemas)+1); err != nil {
		t.Fatal(err)
	}
	refused(t, path, store.ErrNewer)
}

// refused checks that a file is not opened, and left as it is.
func refused(t *testing.T, path string, want error) {
	t.Helper()
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Inspect(path); !errors.Is(err, want) {
		t.Errorf("Inspect says %v, want %v", err, want)
	}
	s, err := store.OpenBolt(path)
	if err == nil {
		s.Close()
	}
	if !errors.Is(err, want) {
		t.Errorf("error %v, want %v", err, want)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the refused file was changed (%v)", err)
	}
}

func TestNotAStore(t *testing.T) {
	file, _ := filled(t)
	other := filepath.Join(t.TempDir(), "other.db")
	db, err := bolt.Open(other, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(func(tx *bolt.Tx) error { _, err := tx.CreateBucket([]byte("theirs")); return err }), db.Close()); err != nil {
		t.Fatal(err)
	}
	bolts, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		"empty":                     {},
		"a text":                    []byte("Kumpas\n"),
		"a long text":               bytes.Repeat([]byte("Kumpas "), 10_000),
		"zeros":                     make([]byte, 64<<10),
		"another program's bbolt":   bolts,
		"cut in its beginning":      file[:100],
		"cut after the beginning":   file[:pageSize],
		"cut after both beginnings": file[:2*pageSize],
		"cut in the middle":         file[:len(file)/pageSize/2*pageSize],
		"without its last page":     file[:len(file)-pageSize],
		"without both beginnings":   append(make([]byte, 2*pageSize), file[2*pageSize:]...),
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "store.db")
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			refused(t, path, store.ErrCorrupt)
		})
	}
	if _, err := store.OpenBolt(t.TempDir()); err == nil {
		t.Error("a folder was opened as a store")
	}
}

// However a file is damaged, it is refused and left alone, or the damage
// touched nothing that counts and all is there.
func TestDamage(t *testing.T) {
	file, dump := filled(t)
	random := rand.New(rand.NewPCG(3, 4))
	path := filepath.Join(t.TempDir(), "store.db")
	refusals := 0
	const cases = 300
	for i := range cases {
		damaged := slices.Clone(file)
		at := random.IntN(len(file))
		if i%2 == 0 { // where it hurts: in the head of a page
			at = at/pageSize*pageSize + random.IntN(96)
		}
		n := min(1+random.IntN(8), len(file)-at)
		switch part := damaged[at : at+n]; i / 2 % 3 {
		case 0:
			part[0] ^= 1 << random.IntN(8)
		case 1:
			clear(part)
		case 2:
			for j := range part {
				part[j] = byte(random.Uint32())
			}
		}
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := store.OpenBolt(path, store.NoSync)
		if err != nil {
			refusals++
			if after, readErr := os.ReadFile(path); readErr != nil || !errors.Is(err, store.ErrCorrupt) || !bytes.Equal(after, damaged) {
				t.Errorf("damage of %d bytes at %d: %v", n, at, err)
			}
			continue
		}
		if got := storetest.Dump(ctx, s, filledWorld); !slices.Equal(got, dump) {
			t.Errorf("damage of %d bytes at %d changed what is read", n, at)
		}
		if _, err := s.Commit(ctx, store.Change{ID: "a", From: 2, Snapshot: []byte("x")}); err != nil {
			t.Errorf("damage of %d bytes at %d: a commit after it: %v", n, at, err)
		}
		if err := s.Close(); err != nil {
			t.Errorf("damage of %d bytes at %d: closing: %v", n, at, err)
		}
	}
	t.Logf("%d of %d damages refused", refusals, cases)
	if refusals < cases/5 {
		t.Error("hardly any damage was found")
	}
}

const pageSize = 8 << 10 // of new files

var update = flag.Bool("update", false, "write the files of a new schema to testdata")

// Every released schema has a file here; each opens, and nothing in it is lost.
func TestOlderFiles(t *testing.T) {
	for schema := 1; schema <= store.Schemas; schema++ {
		name := fmt.Sprintf("testdata/schema-%d.db", schema)
		golden := name + ".txt"
		if *update && schema == store.Schemas {
			file, dump := filled(t)
			if err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(name, file, 0o644), os.WriteFile(golden, []byte(strings.Join(dump, "\n")+"\n"), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "store.db")
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		s := open(t, path)
		if got := strings.Join(storetest.Dump(ctx, s, filledWorld), "\n") + "\n"; got != string(want) {
			t.Errorf("schema %d reads\n%s\nwant\n%s", schema, got, want)
		}
	}
}

// What a crash left of a temporary file is cleared away.
func TestSweep(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	left := path + ".part-123"
	if err := os.WriteFile(left, []byte("half a backup"), 0o600); err != nil {
		t.Fatal(err)
	}
	open(t, path)
	if _, err := os.Stat(left); err == nil {
		t.Error("a temporary file is still there")
	}
}
