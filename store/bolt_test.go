package store_test

import (
	"path/filepath"
	"testing"
	"time"

	"kumpas/store"
	"kumpas/store/storetest"
)

func TestBoltKeepsTheContract(t *testing.T) {
	storetest.Run(t, func(t testing.TB) (store.Store, func() store.Store) {
		path := filepath.Join(t.TempDir(), "store.db")
		s := open(t, path, store.NoSync, store.FlushEvery(time.Hour)) // what waits is read all the same, and kept by Close
		return s, func() store.Store {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = open(t, path, store.NoSync)
			return s
		}
	})
}

func TestModelKeepsTheContract(t *testing.T) {
	storetest.Run(t, func(t testing.TB) (store.Store, func() store.Store) { return storetest.NewModel(), nil })
}

// open opens a store and closes it after the test.
func open(t testing.TB, path string, opts ...store.Option) *store.Bolt {
	t.Helper()
	s, err := store.OpenBolt(path, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
