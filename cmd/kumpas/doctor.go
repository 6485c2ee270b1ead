package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"kumpas/locales"
)

func doctorUsage() string {
	return "It changes nothing, and may be asked while the bot runs. Exit code 0: nothing is wrong; else that of the first thing that is.\nKUMPAS_LOCALE says in which language it speaks.\n\n" + settingsUsage()
}

// doctor says in plain words what is wrong with token, application, permissions, store, clock and address, and how to mend it.
func doctor(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("doctor", flag.ContinueOnError)
	server := flags.String("server", "", "look at every channel of the server with this `id` too")
	channel := flags.String("channel", "", "look only at the channel with this `id` of the server that -server names")
	if err := parse(flags, args); err != nil {
		return err
	}
	if *channel != "" && *server == "" {
		return usageError("-channel needs -server\n" + usage(flags, nil))
	}
	c, err := readConfig()
	if err != nil {
		return err
	}
	bundle, err := locales.Load(nil)
	if err != nil {
		return err
	}
	e := &exam{config: c, words: bundle.For(c.Locale), out: os.Stdout, server: *server, channel: *channel, space: freeSpace}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	e.here(ctx)
	e.there(ctx)
	if e.code != 0 {
		return &exitError{e.code, e.words.Say("doctor.ill", "N", e.ills)}
	}
	fmt.Fprintln(e.out, e.words.Say("doctor.well"))
	return nil
}

// exam is one examination. Its findings are told as they come.
type exam struct {
	config
	words   *locales.Words
	out     io.Writer
	server  string // whose channels are looked at
	channel string // the only one of them
	space   func(dir string) (bytes uint64, ok bool)

	running bool // a bot runs on the data folder
	code    int  // of the first ill
	ills    int
}

// good tells that something is as it should be; note what may be worth a look.
func (e *exam) good(key string, args ...any) { e.tell("✓", key, args) }
func (e *exam) note(key string, args ...any) { e.tell("!", key, args) }

// bad tells what is wrong, with the exit code for it.
func (e *exam) bad(code int, key string, args ...any) {
	if e.ills++; e.code == 0 {
		e.code = code
	}
	e.tell("✗", key, args)
}

func (e *exam) tell(mark, key string, args []any) {
	fmt.Fprintln(e.out, mark, e.words.Say(key, args...))
}
