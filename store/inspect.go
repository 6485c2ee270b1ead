package store

import (
	"fmt"
	"os"

	bolt "go.etcd.io/bbolt"
)

// Inspect looks at a store's file without changing anything: whether it is whole, and this program can open it.
// Errors: as OpenBolt, and fs.ErrNotExist.
func Inspect(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if !info.Mode().IsRegular() || info.Size() < leastSize {
		return fmt.Errorf("%w: it is too short or no file", ErrCorrupt)
	}
	var file *os.File
	db, err := guardedOpen(path, &bolt.Options{Timeout: lockWait, ReadOnly: true, NoStatistics: true,
		OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
			var err error
			file, err = os.OpenFile(name, flag&^os.O_CREATE, mode)
			return file, err
		}})
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = inspect(file)
	return err
}
