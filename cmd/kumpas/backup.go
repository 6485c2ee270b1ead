package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
)

func backupUsage() string {
	return "Copies the store of KUMPAS_DATA_DIR to FILE, which is replaced when the copy is whole.\nTo restore, stop the bot and put the file in the place of kumpas.db.\n"
}

// backup writes a consistent copy of the store to a file. A running bot holds its store alone and hands out the copy itself;
// otherwise the store is opened here.
func backup(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("backup", flag.ContinueOnError)
	if err := parse(flags, args, "FILE"); err != nil {
		return err
	}
	c, err := readConfig()
	if err != nil {
		return err
	}
	path := flags.Arg(0)
	if err := c.checkTarget(path); err != nil {
		return err
	}
	part := path + ".part"
	out, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("the copy %s cannot be written: %w", path, cause(err))
	}
	defer os.Remove(part)
	if err := errors.Join(c.copyStore(ctx, out), out.Sync(), out.Close()); err != nil {
		return err
	}
	if err := os.Rename(part, path); err != nil {
		return fmt.Errorf("the copy %s cannot be put in place: %w", path, err)
	}
	return nil
}

// checkTarget keeps a copy from taking the place of the store, which a running bot would go on writing to unseen.
func (c config) checkTarget(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return nil // it is new
	}
	if info.IsDir() {
		return usageError(fmt.Sprintf("%s is a folder; name the file to be written, such as %s", path, filepath.Join(path, "kumpas-backup.db")))
	}
	if kept, err := os.Stat(c.storePath()); err == nil && os.SameFile(info, kept) {
		return usageError(fmt.Sprintf("%s is the store itself; name another file", path))
	}
	return nil
}

func (c config) copyStore(ctx context.Context, out io.Writer) error {
	resp, err := c.askRunning(ctx, "/backup")
	if errors.Is(err, errNotRunning) {
		if _, err := os.Stat(c.storePath()); err != nil {
			return misconfigured("there is no store in KUMPAS_DATA_DIR=%s; set it to the data folder of the bot.", c.DataDir)
		}
		s, err := openStore(c.storePath())
		if err != nil {
			return err
		}
		defer s.Close()
		return s.Backup(ctx, out)
	}
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the bot could not copy its store: %s", resp.Status)
	}
	if _, err := io.Copy(out, resp.Body); err != nil {
		return fmt.Errorf("the bot broke off before the copy was whole; try again: %w", err)
	}
	return nil
}
