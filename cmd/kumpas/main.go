// Command kumpas is a game master for Discord.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// subcommand is one thing that the program does.
type subcommand struct {
	name, help string
	run        func(ctx context.Context, args []string) error
}

func subcommands() []subcommand {
	return []subcommand{
		{"serve", "connect to Discord and run (DISCORD_TOKEN)", serve},
		{"demo", "the same bot on a local stand-in for Discord, playable in a browser", demo},
		{"simulate", "play many games without Discord and print the statistics", simulate},
		{"backup", "copy the store, also while the bot runs", backup},
		{"health", "say by the exit code whether the bot that runs is well", health},
	}
}

// usageError is a command line that makes no sense.
type usageError string

func (e usageError) Error() string { return string(e) }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:])
	var usage usageError
	switch {
	case errors.As(err, &usage):
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "kumpas:", err)
		os.Exit(exitCode(err))
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) > 0 {
		for _, c := range subcommands() {
			if c.name == args[0] {
				return c.run(ctx, args[1:])
			}
		}
	}
	text := "usage: kumpas COMMAND [flags]\n"
	for _, c := range subcommands() {
		text += fmt.Sprintf("\n  %-10s %s", c.name, c.help)
	}
	return usageError(text + "\n\nkumpas COMMAND -h tells the flags of a command.")
}
