package store_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"kumpas/store"
)

// Inspect finds nothing wrong with a whole file, makes none, and leaves what it looks at as it is.
func TestInspect(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "kumpas.db")
	if err := store.Inspect(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	whole, _ := filled(t)
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := store.Inspect(path); err != nil {
		t.Error(err)
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, whole) {
		t.Errorf("it was changed (%v)", err)
	}
	s, err := store.OpenBolt(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := store.Inspect(path); !errors.Is(err, store.ErrLocked) {
		t.Errorf("a file in use: %v", err)
	}
}
