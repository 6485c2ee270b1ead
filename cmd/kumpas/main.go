// Command kumpas is a game master for Discord.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// subcommand is one thing that the program does.
type subcommand struct {
	name, help string
	details    func() string // what else its usage tells; nil for nothing
	run        func(ctx context.Context, args []string) error
}

func subcommands() []subcommand {
	return []subcommand{
		{"serve", "connect to Discord and run (DISCORD_TOKEN)", settingsUsage, serve},
		{"demo", "the same bot on a local stand-in for Discord, playable in a browser", nil, demo},
		{"simulate", "play many games without Discord and print the statistics", nil, simulate},
		{"replay", "step through the file of a finished game; check its shuffles and its result", replayUsage, replay},
		{"soak", "play all games for a long time while everything goes wrong, and say what was lost", nil, runSoak},
		{"backup", "copy the store, also while the bot runs", backupUsage, backup},
		{"doctor", "say in plain words what is wrong with token, permissions, store, clock", doctorUsage, doctor},
		{"health", "say by the exit code whether the bot that runs is well", healthUsage, health},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(report(run(ctx, os.Args[1:]), os.Stdout, os.Stderr))
}

// run carries out a command line. Errors: help, usageError, *exitError, others.
func run(ctx context.Context, args []string) error {
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	for _, c := range subcommands() {
		if c.name == name {
			return c.run(ctx, args[1:])
		}
	}
	text := "usage: kumpas COMMAND [flags]\n"
	for _, c := range subcommands() {
		text += fmt.Sprintf("\n  %-10s %s", c.name, c.help)
	}
	text += "\n\nkumpas COMMAND -h tells the flags of a command."
	switch name {
	case "-h", "-help", "--help", "help":
		return help(text)
	case "":
		return usageError(text)
	}
	return usageError(fmt.Sprintf("there is no command %q\n%s", name, text))
}
