package main

import (
	"errors"
	"fmt"

	"kumpas/bot/discord"
	"kumpas/store"
)

// exitCode is the program's exit code for an error.
func exitCode(err error) int {
	var e *exitError
	if errors.As(err, &e) {
		return e.code
	}
	return 1
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
	if errors.Is(err, discord.BadToken) {
		return &exitError{exitToken, "Discord refuses the token. Copy the bot's token again from the Developer Portal (Bot -> Reset Token) into DISCORD_TOKEN."}
	}
	return err
}
