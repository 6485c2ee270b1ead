package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"kumpas/store"
)

// A running bot answers its owner's other commands on a socket in the data folder, which only the owner can reach.

func (c config) socketPath() string { return filepath.Join(c.DataDir, "kumpas.sock") }

// errNotRunning: no bot runs on this data folder.
var errNotRunning = errors.New("no bot is running on this data folder")

// askRunning asks the bot that runs on the data folder. Errors: errNotRunning, or what went wrong in talking to it.
func (c config) askRunning(ctx context.Context, path string) (*http.Response, error) {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		conn, err := d.DialContext(ctx, "unix", c.socketPath())
		if err != nil {
			return nil, errNotRunning
		}
		return conn, nil
	}
	client := http.Client{Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://kumpas"+path, nil)
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}

// answerOwner serves the socket until stop is called.
func (c config) answerOwner(s store.Store) (stop func(), err error) {
	os.Remove(c.socketPath()) // left by a process that was killed; the store's lock says that no other one runs
	ln, err := net.Listen("unix", c.socketPath())
	if err != nil {
		return nil, misconfigured("the socket in %s cannot be made: %v", c.DataDir, err)
	}
	if err := os.Chmod(c.socketPath(), 0o600); err != nil {
		ln.Close()
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /backup", func(w http.ResponseWriter, r *http.Request) {
		if err := s.Backup(r.Context(), w); err != nil {
			panic(http.ErrAbortHandler) // the copy must not look whole
		}
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		if err := s.Ping(r.Context()); err != nil {
			http.Error(w, "the store cannot be written", http.StatusServiceUnavailable)
		}
	})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go server.Serve(ln)
	return func() { server.Close() }, nil
}

// health asks the running bot whether it is well; it is the container's health check.
func health(ctx context.Context, args []string) error {
	if len(args) > 0 {
		return usageError("kumpas health takes no arguments.")
	}
	c, err := readConfig()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	resp, err := c.askRunning(ctx, "/healthz")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the bot is not well: %s", resp.Status)
	}
	return nil
}
