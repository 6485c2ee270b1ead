package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"time"

	"kumpas/bot/soak"
)

// runSoak plays many tables of all games while everything that can go wrong does.
func runSoak(ctx context.Context, args []string) error {
	if soak.IsChild() {
		return soak.Child()
	}
	flags := flag.NewFlagSet("soak", flag.ContinueOnError)
	tables := flags.Int("tables", 200, "how many tables at once")
	long := flags.Duration("for", time.Hour, "how long things go wrong")
	seed := flags.Uint64("seed", 1, "of what happens when")
	think := flags.Duration("think", 0, "how long people take before they press")
	faults := flags.Bool("faults", true, "things go wrong")
	kills := flags.Bool("kills", true, "the bot is killed and stopped as well; without it, its memory can be compared")
	if err := parse(flags, args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "kumpas-soak-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	report, err := soak.Run(ctx, soak.Config{Tables: *tables, For: *long, Seed: *seed, Think: *think, Faults: *faults, Kills: *kills && *faults, Dir: dir, Tell: tellSoak()})
	if err != nil {
		return err
	}
	report.Print(os.Stdout)
	if !report.OK() {
		return errors.New("something was lost, doubled, stuck or refused")
	}
	return nil
}

// tellSoak returns what says in a line how it goes, and what went wrong since it said so last.
func tellSoak() func(time.Duration, soak.Report) {
	told := map[string]bool{}
	return func(after time.Duration, r soak.Report) {
		fmt.Fprintf(os.Stderr, "%v: %d interactions at %d tables, %d acknowledged, unanswered %d (+ %d hit by faults), stuck %d, offences %d; %v\n",
			after.Round(time.Second), r.Interactions, r.Tables, r.Acknowledged, len(r.Unanswered), r.KeptBack(), len(r.Stuck), len(r.Offences), r.Last)
		for _, text := range slices.Concat(r.Stuck, r.Unanswered, r.Offences) {
			if !told[text] {
				told[text] = true
				fmt.Fprintln(os.Stderr, text)
			}
		}
	}
}
