package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"

	"kumpas/store"
)

// A running bot holds its store alone. It serves copies of it on a socket in its data folder, which only the owner of
// the folder can reach; backup asks there first and opens the store itself when nobody answers.

func (c config) socketPath() string { return filepath.Join(c.DataDir, "kumpas.sock") }

// backup writes a consistent copy of the store to a file.
func backup(ctx context.Context, args []string) error {
	if len(args) != 1 || args[0] == "-h" || args[0] == "--help" {
		return usageError("usage: kumpas backup FILE\n\nCopies the store of KUMPAS_DATA_DIR to FILE, also while the bot runs. To restore, stop the bot and put the file in the place of kumpas.db.")
	}
	c, err := readConfig()
	if err != nil {
		return err
	}
	path := args[0]
	part := path + ".part"
	out, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer os.Remove(part)
	err = c.copyStore(ctx, out)
	err = errors.Join(err, out.Sync(), out.Close())
	if err != nil {
		return err
	}
	return os.Rename(part, path)
}

func (c config) copyStore(ctx context.Context, out io.Writer) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", c.socketPath())
	if err != nil {
		if _, err := os.Stat(c.storePath()); err != nil {
			return misconfigured("there is no store in %s; set KUMPAS_DATA_DIR to the bot's data folder.", c.DataDir)
		}
		s, err := openStore(c.storePath())
		if err != nil {
			return err
		}
		defer s.Close()
		return s.Backup(ctx, out)
	}
	defer conn.Close()
	return receive(conn, out)
}

// backupEnd closes a copy that is whole; a bot that dies halfway sends none.
const backupEnd = "kumpas-backup-complete\n"

// receive copies what the bot sends, up to the mark of its end.
func receive(conn io.Reader, out io.Writer) error {
	var tail []byte
	buf := make([]byte, 64<<10)
	for {
		n, err := conn.Read(buf)
		tail = append(tail, buf[:n]...)
		if keep := len(tail) - len(backupEnd); keep > 0 {
			if _, err := out.Write(tail[:keep]); err != nil {
				return err
			}
			tail = append(tail[:0], tail[keep:]...)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
	}
	if string(tail) != backupEnd {
		return errors.New("the bot broke off before the copy was whole; try again")
	}
	return nil
}

// serveBackups answers on the socket until ctx ends.
func serveBackups(ctx context.Context, path string, s *store.Bolt) (stop func(), err error) {
	os.Remove(path) // left by a process that was killed; the store's lock says that no other one runs
	ln, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("the socket for backups: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		ln.Close()
		return nil, err
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			conn.SetDeadline(time.Now().Add(10 * time.Minute))
			if err := s.Backup(ctx, conn); err == nil {
				io.WriteString(conn, backupEnd)
			}
			conn.Close()
		}
	}()
	return func() { ln.Close(); <-done }, nil
}
