package main

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/kelseyhightower/envconfig"

	"kumpas/locales"
	"kumpas/store"
)

// config is what the environment says.
type config struct {
	Token    string     `envconfig:"DISCORD_TOKEN"`
	APIURL   string     `envconfig:"DISCORD_API_URL" default:"https://discord.com/api/v10"`
	DataDir  string     `envconfig:"KUMPAS_DATA_DIR" default:"data"`
	Locale   string     `envconfig:"KUMPAS_LOCALE" default:"tr"`
	LogLevel slog.Level `envconfig:"KUMPAS_LOG_LEVEL" default:"info"`
	HTTPAddr string     `envconfig:"KUMPAS_HTTP_ADDR"`
}

// Exit codes beside 0 and 1: 2 is a command line that makes no sense.
const (
	exitConfig = 3 // a setting is missing or wrong
	exitStore  = 4 // the store cannot be opened
	exitToken  = 5 // Discord refuses the token
)

// exitError is an error that a person can mend, in a clear sentence, with the program's exit code.
type exitError struct {
	code int
	text string
}

func (e *exitError) Error() string { return e.text }

func misconfigured(format string, args ...any) error {
	return &exitError{exitConfig, fmt.Sprintf(format, args...)}
}

// readConfig reads and checks the environment.
func readConfig() (config, error) {
	var c config
	if err := envconfig.Process("", &c); err != nil {
		return c, misconfigured("a setting cannot be read: %v", err)
	}
	words, err := locales.Load(nil)
	if err != nil {
		return c, err
	}
	if !words.Speaks(c.Locale) {
		return c, misconfigured("KUMPAS_LOCALE=%s is not a language of Kumpas; choose one of %v.", c.Locale, words.Langs())
	}
	return c, nil
}

func (c config) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: c.LogLevel}))
}

// storePath is the store's file in the data folder.
func (c config) storePath() string { return filepath.Join(c.DataDir, "kumpas.db") }

// openStore opens the store, or says in a clear sentence why it cannot.
func openStore(path string) (*store.Bolt, error) {
	s, err := store.OpenBolt(path)
	if err != nil {
		return nil, storeError(path, err)
	}
	return s, nil
}
