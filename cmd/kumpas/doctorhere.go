package main

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"

	"kumpas/store"
)

// Space in the data folder below which it is time to make some, and below which a write may fail any day.
const (
	littleSpace = 512 << 20
	noSpace     = 64 << 20
)

// here looks at what is on this machine.
func (e *exam) here(ctx context.Context) {
	if e.folder() {
		e.stored(ctx)
		e.room()
	}
	e.address(ctx)
}

// folder reports whether there can be a store.
func (e *exam) folder() bool {
	if len(e.socketPath()) > mostSocketPath {
		e.bad(exitConfig, "doctor.folder.long", "Folder", e.DataDir)
		return false
	}
	dir, err := filepath.Abs(e.DataDir)
	if err != nil {
		dir = e.DataDir
	}
	info, err := os.Stat(dir)
	for errors.Is(err, fs.ErrNotExist) && filepath.Dir(dir) != dir { // it will be made
		dir = filepath.Dir(dir)
		info, err = os.Stat(dir)
	}
	if err == nil && !info.IsDir() {
		err = &fs.PathError{Op: "open", Path: dir, Err: errors.New("not a folder")}
	}
	if err == nil {
		var f *os.File
		if f, err = os.CreateTemp(dir, ".kumpas-*"); err == nil {
			err = errors.Join(f.Close(), os.Remove(f.Name()))
		}
	}
	if err != nil {
		e.bad(exitConfig, "doctor.folder.unwritable", "Folder", e.DataDir, "Why", cause(err).Error(), "User", os.Getuid())
		return false
	}
	e.good("doctor.folder.good", "Folder", e.DataDir)
	return true
}

// stored looks at the store: through the bot that has it open, or in the file.
func (e *exam) stored(ctx context.Context) {
	resp, err := e.askRunning(ctx, "/store")
	if err == nil {
		resp.Body.Close()
		e.running = true
		if resp.StatusCode != http.StatusOK {
			e.bad(exitStore, "doctor.store.full")
			return
		}
		e.good("doctor.store.running")
		return
	}
	file := e.storePath()
	switch err := store.Inspect(file); {
	case err == nil:
		e.good("doctor.store.good", "File", file)
	case errors.Is(err, fs.ErrNotExist):
		e.good("doctor.store.none", "File", file)
	case errors.Is(err, store.ErrLocked):
		e.bad(exitStore, "doctor.store.locked", "File", file)
	case errors.Is(err, store.ErrCorrupt):
		e.bad(exitStore, "doctor.store.corrupt", "File", file)
	case errors.Is(err, store.ErrNewer):
		e.bad(exitStore, "doctor.store.newer", "File", file)
	default:
		e.bad(exitStore, "doctor.store.closed", "File", file, "Why", cause(err).Error(), "User", os.Getuid())
	}
}

// room looks at what may still be written.
func (e *exam) room() {
	dir := e.DataDir
	if _, err := os.Stat(dir); err != nil {
		dir = "."
	}
	free, known := e.space(dir)
	mib := int(free >> 20)
	switch {
	case !known:
	case free < noSpace:
		e.bad(exitStore, "doctor.space.none", "N", mib)
	case free < littleSpace:
		e.note("doctor.space.little", "N", mib)
	default:
		e.good("doctor.space.good", "N", mib)
	}
}

// address looks at KUMPAS_HTTP_ADDR.
func (e *exam) address(ctx context.Context) {
	switch err := e.checkHTTP(); {
	case e.HTTPAddr == "":
		return
	case err != nil:
		e.bad(exitConfig, "doctor.http.form", "Address", e.HTTPAddr)
		return
	}
	ln, err := net.Listen("tcp", e.HTTPAddr)
	switch {
	case err == nil:
		ln.Close()
		e.good("doctor.http.free", "Address", e.HTTPAddr)
	case e.running && e.answers(ctx):
		e.good("doctor.http.running", "Address", e.HTTPAddr)
	default:
		var op *net.OpError
		if errors.As(err, &op) {
			err = op.Err
		}
		e.bad(exitConfig, "doctor.http.taken", "Address", e.HTTPAddr, "Why", err.Error())
	}
}

// answers reports whether what listens on the address is a bot.
func (e *exam) answers(ctx context.Context) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+e.HTTPAddr+"/healthz", nil)
	if err != nil {
		return false
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}
