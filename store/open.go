package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

const (
	// lockWait is how long an open waits for another process to let go of the file.
	lockWait = time.Second
	// mapSize of address space is reserved: while the file fits, no commit ever waits for a reader.
	mapSize = 1 << 30
	// pageSize of new files. A commit costs a disk less in few large pieces than in many small ones.
	pageSize = 8 << 10
	// leastSize of a file: two beginnings, a root and a page of bbolt's own.
	leastSize = 4 * pageSize
	// fillPercent of a page are used when it splits; most pages are only appended to.
	fillPercent = 0.9
)

// Bolt is the Store of one process, in one bbolt file.
type Bolt struct {
	path string
	opts options

	dbMu sync.RWMutex // held shared by readers, exclusively to replace db
	db   *bolt.DB     // nil after a failed write until the file could be opened again

	stuck bool // the committer's: db has a transaction that cannot be ended

	mu       sync.Mutex // guards what waits for the committer
	queue    []*op
	lazy     map[string]*lazyWrite
	flushDue bool
	closing  bool
	flush    *time.Timer

	wake     chan struct{} // holds one token when the committer has something to look at
	done     chan struct{} // closed when the committer has ended
	closeErr error         // what Close returns; set before done is closed
}

var _ Store = (*Bolt)(nil)

type options struct {
	flushEvery time.Duration
	lockWait   time.Duration
	onCommit   func(Commit)
	// For tests: another way to commit, and not to wait for the disk.
	commit func(*bolt.Tx) error
	noSync bool
}

// Option changes how OpenBolt opens a store.
type Option func(*options)

// FlushEvery sets how long SetShown and SetToken may wait in memory for
// another write to take them along; the default is one second.
func FlushEvery(d time.Duration) Option { return func(o *options) { o.flushEvery = d } }

// OnCommit has f told of every transaction; f must be quick.
func OnCommit(f func(Commit)) Option { return func(o *options) { o.onCommit = f } }

// Commit is one transaction, for metrics.
type Commit struct {
	Changes int // that share it; what SetShown and SetToken write along is not counted
	Took    time.Duration
	Failed  bool
}

// OpenBolt opens the store at path; it makes the file (readable by its owner
// only) and its folder if they are missing, and brings an older file to the
// present schema.
// Errors: ErrLocked, ErrCorrupt, ErrNewer; with these the file is left as it is.
func OpenBolt(path string, opts ...Option) (*Bolt, error) {
	o := options{flushEvery: time.Second, lockWait: lockWait, onCommit: func(Commit) {}, commit: (*bolt.Tx).Commit}
	for _, opt := range opts {
		opt(&o)
	}
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(path); err != nil {
			return nil, fmt.Errorf("store: making a new file: %w", err)
		}
	}
	db, err := openFile(path, o)
	if err != nil {
		return nil, err
	}
	sweep(path)
	b := &Bolt{
		path: path,
		opts: o,
		db:   db,
		lazy: map[string]*lazyWrite{},
		wake: make(chan struct{}, 1),
		done: make(chan struct{}),
	}
	b.flush = time.AfterFunc(time.Hour, b.flushNow)
	b.flush.Stop()
	go b.run()
	return b, nil
}

// openFile opens an existing file: first for reading, to see whether it is
// whole and ours, then for writing. While another process writes to it, it can
// be opened in neither way.
func openFile(path string, opts options) (db *bolt.DB, err error) {
	var file *os.File
	boltOptions := func(readOnly bool) *bolt.Options {
		o := &bolt.Options{
			Timeout:        opts.lockWait,
			ReadOnly:       readOnly,
			NoFreelistSync: true,
			NoStatistics:   true,
			NoSync:         opts.noSync,
			OpenFile: func(name string, flag int, mode fs.FileMode) (*os.File, error) {
				var err error
				file, err = os.OpenFile(name, flag&^os.O_CREATE, mode)
				return file, err
			},
		}
		if !readOnly && runtime.GOOS != "windows" { // there the file would grow to that size
			o.InitialMmapSize = mapSize
		}
		return o
	}
	if info, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	} else if !info.Mode().IsRegular() || info.Size() < leastSize {
		return nil, fmt.Errorf("%w: it is too short or no file", ErrCorrupt)
	}

	db, err = guardedOpen(path, boltOptions(true))
	if err != nil {
		return nil, err
	}
	schema, err := inspect(file)
	if closeErr := db.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return nil, err
	}

	db, err = guardedOpen(path, boltOptions(false))
	if err != nil {
		return nil, err
	}
	err = settle(file, db.Info().PageSize)
	if err == nil {
		err = migrate(db, schema)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("store: preparing the file: %w", err), db.Close())
	}
	return db, nil
}

// guardedOpen opens a bbolt file and gives its failures our names.
func guardedOpen(path string, o *bolt.Options) (db *bolt.DB, err error) {
	err = guard(func() error {
		db, err = bolt.Open(path, 0o600, o)
		return err
	})
	switch {
	case err == nil:
		return db, nil
	case errors.Is(err, bolterrors.ErrTimeout):
		return nil, ErrLocked
	case errors.Is(err, bolterrors.ErrInvalid), errors.Is(err, bolterrors.ErrChecksum),
		errors.Is(err, bolterrors.ErrVersionMismatch), errors.Is(err, ErrCorrupt):
		return nil, fmt.Errorf("%w: it does not begin like one", ErrCorrupt)
	}
	return nil, fmt.Errorf("store: %w", err)
}

// inspect reads the whole file: its structure, its schema and, if we know the
// schema, every record's checksum.
func inspect(file *os.File) (schema int, err error) {
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	schemaErr := fmt.Errorf("%w: it is another program's", ErrCorrupt)
	var bad error
	var total, sum uint64
	err = verify(file, info.Size(), func(bucket, key, value []byte) error {
		var err error
		switch {
		case bytes.Equal(bucket, dataBucket):
			_, err = unseal(key, value)
			sum += sealOf(value)
		case bytes.Equal(bucket, storeBucket) && bytes.Equal(key, schemaKey):
			schema, schemaErr = readSchema(value)
		case bytes.Equal(bucket, storeBucket) && bytes.Equal(key, totalKey):
			total, err = readNumber(totalKey, value)
		}
		if bad == nil {
			bad = err
		}
		return nil
	})
	switch { // of a newer schema's records we know nothing
	case err != nil:
		return 0, err
	case schemaErr != nil:
		return 0, schemaErr
	case bad == nil && sum != total:
		bad = damaged("records are missing, or old ones are back")
	}
	return schema, bad
}

// settle makes what can be read what is on disk. After a write whose sync
// failed, the pages that say which transaction is the newest may be in the
// system's cache only, and would not be written again by themselves.
func settle(file *os.File, pageSize int) error {
	b := make([]byte, 2*pageSize)
	if _, err := file.ReadAt(b, 0); err != nil {
		return err
	}
	if _, err := file.WriteAt(b, 0); err != nil {
		return err
	}
	return file.Sync()
}

// twin commits once more without a change, so that both of the file's two
// beginnings name the same content and damage to either loses nothing.
func twin(db *bolt.DB) error { return db.Update(func(*bolt.Tx) error { return nil }) }

// create makes a new store beside path and puts it in place at once, so that a
// crash cannot leave half of one. It never replaces a file.
func create(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	name, err := temporary(path, func(db *bolt.DB) error { return migrate(db, 0) })
	if err != nil {
		return err
	}
	defer os.Remove(name)
	if err := os.Link(name, path); err != nil && !errors.Is(err, fs.ErrExist) {
		// A file system without links.
		if err := os.Rename(name, path); err != nil {
			return err
		}
	}
	return syncFolder(filepath.Dir(path))
}

// temporary makes a complete bbolt file beside path and returns its name.
func temporary(path string, fill func(*bolt.DB) error) (name string, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+temporaryMark+"*")
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	if err := f.Close(); err != nil {
		return "", err
	}
	db, err := bolt.Open(f.Name(), 0o600, &bolt.Options{PageSize: pageSize, Timeout: lockWait, NoFreelistSync: true, NoSync: true})
	if err != nil {
		return "", err
	}
	err = fill(db)
	for range 2 {
		if err == nil {
			err = twin(db)
		}
	}
	if err == nil {
		err = db.Sync()
	}
	return f.Name(), errors.Join(err, db.Close())
}

const temporaryMark = ".part-"

// sweep removes what a crash left of temporary files. Only who has the store locked makes any.
func sweep(path string) {
	dir, base := filepath.Split(path)
	entries, _ := os.ReadDir(filepath.Clean(dir))
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), base+temporaryMark) {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// syncFolder makes a new name in a folder durable.
func syncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// guard turns a panic or a memory fault of bbolt, which happen on damaged
// pages, into ErrCorrupt. The panic's text may show keys and is dropped.
func guard(fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: a page cannot be read (%T)", ErrCorrupt, r)
		}
	}()
	return fn()
}
