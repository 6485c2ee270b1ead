package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
)

// backup writes a consistent copy of the store to a file. A running bot holds its store alone and hands out the copy itself;
// otherwise the store is opened here.
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
	if err := errors.Join(c.copyStore(ctx, out), out.Sync(), out.Close()); err != nil {
		return err
	}
	return os.Rename(part, path)
}

func (c config) copyStore(ctx context.Context, out io.Writer) error {
	resp, err := c.askRunning(ctx, "/backup")
	if errors.Is(err, errNotRunning) {
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
