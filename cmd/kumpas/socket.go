package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A running bot answers its owner's other commands on a socket in the data folder, which only the owner can reach.

func (c config) socketPath() string { return filepath.Join(c.DataDir, "kumpas.sock") }

// mostSocketPath is the longest path of a socket that every system takes.
const mostSocketPath = 103

// errNotRunning: no bot runs on this data folder.
var errNotRunning = errors.New("no bot is running on this data folder")

// askRunning asks the bot that runs on the data folder. Errors: errNotRunning, or what went wrong in talking to it.
func (c config) askRunning(ctx context.Context, path string) (*http.Response, error) {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		conn, err := d.DialContext(ctx, "unix", c.socketPath())
		if err != nil && !errors.Is(err, fs.ErrPermission) {
			err = errNotRunning
		}
		return conn, err
	}
	client := http.Client{Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://kumpas"+path, nil)
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}

// answerOwner serves the socket until stop is called.
func (c config) answerOwner(w *wellness) (stop func(), err error) {
	if n := len(c.socketPath()); n > mostSocketPath {
		return nil, misconfigured("the path of the data folder is too long for the socket in it (%s has %d bytes, %d are possible); set KUMPAS_DATA_DIR to a shorter one.", c.socketPath(), n, mostSocketPath)
	}
	os.Remove(c.socketPath()) // left by a process that was killed; the store's lock says that no other one runs
	ln, err := net.Listen("unix", c.socketPath())
	if err != nil {
		return nil, misconfigured("the socket in %s cannot be made: %v", c.DataDir, err)
	}
	if err := os.Chmod(c.socketPath(), 0o600); err != nil {
		ln.Close()
		return nil, err
	}
	return serveOn(ln, w.owners()), nil
}

func healthUsage() string {
	return "Exit code 0: the bot that runs on KUMPAS_DATA_DIR can write to its store. Otherwise 1.\n"
}

// health asks the running bot whether it can write to its store; it is the container's health check, which tells people and starts nothing anew.
func health(ctx context.Context, args []string) error {
	if err := parse(flag.NewFlagSet("health", flag.ContinueOnError), args); err != nil {
		return err
	}
	c, err := readConfig()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	resp, err := c.askRunning(ctx, "/store")
	if errors.Is(err, errNotRunning) {
		return fmt.Errorf("no bot is running on KUMPAS_DATA_DIR=%s", c.DataDir)
	}
	if err != nil {
		return fmt.Errorf("the bot does not answer: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		why, _ := io.ReadAll(io.LimitReader(resp.Body, 200))
		return fmt.Errorf("the bot is not well: %s", strings.TrimSpace(string(why)))
	}
	return nil
}
