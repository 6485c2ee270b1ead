package main

import (
	"errors"
	"fmt"
	"io"

	"kumpas/bot/discord"
	"kumpas/store"
)

// The program's exit codes beside 0. The README lists them.
const (
	exitFailed  = 1 // anything else
	exitUsage   = 2 // the command line makes no sense
	exitConfig  = 3 // a setting is missing or wrong
	exitStore   = 4 // the store cannot be opened
	exitDiscord = 5 // Discord does not let the bot in
	exitUnfair  = 6 // a game's record does not agree with itself
)

// usageError is a command line that makes no sense.
type usageError string

func (e usageError) Error() string { return string(e) }

// help is what somebody asked for; it ends a command like an error, but is none.
type help string

func (h help) Error() string { return string(h) }

// exitError is an error that a person can mend, in a clear sentence, with the program's exit code.
type exitError struct {
	code int
	text string
}

func (e *exitError) Error() string { return e.text }

func misconfigured(format string, args ...any) error {
	return &exitError{exitConfig, fmt.Sprintf(format, args...)}
}

// report says how a command ended and returns the program's exit code.
func report(err error, out, errs io.Writer) int {
	var asked help
	var misused usageError
	var known *exitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &asked):
		fmt.Fprintln(out, err)
		return 0
	case errors.As(err, &misused):
		fmt.Fprintln(errs, err)
		return exitUsage
	}
	fmt.Fprintln(errs, "kumpas:", err)
	if errors.As(err, &known) {
		return known.code
	}
	return exitFailed
}

// storeError says what can be done about a store that does not open.
func storeError(path string, err error) error {
	text := fmt.Sprintf("the store %s cannot be opened: %v", path, err)
	switch {
	case errors.Is(err, store.ErrLocked):
		text = fmt.Sprintf("the store %s is in use: another Kumpas is running on it. Stop that one first, or give this one its own KUMPAS_DATA_DIR.", path)
	case errors.Is(err, store.ErrCorrupt):
		text = fmt.Sprintf("the store %s is damaged or is not a Kumpas store. It was left as it is; put a backup in its place.", path)
	case errors.Is(err, store.ErrNewer):
		text = fmt.Sprintf("the store %s was written by a newer Kumpas. It was left as it is; start the newer version.", path)
	}
	return &exitError{exitStore, text}
}

// discordError says what can be done about a bot that Discord does not let in.
func discordError(err error) error {
	var fatal *discord.FatalError
	switch {
	case errors.Is(err, discord.BadToken):
		return &exitError{exitDiscord, "Discord refuses the token. Copy the bot's token again from the Developer Portal (Bot -> Reset Token) into DISCORD_TOKEN."}
	case errors.As(err, &fatal):
		return &exitError{exitDiscord, fatal.Error() + ". Trying again would not help."}
	}
	return err
}
