package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// parse parses the command line of a command: its flags, then exactly the named arguments.
// Errors: help if it was asked for, else usageError.
func parse(flags *flag.FlagSet, args []string, names ...string) error {
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	switch given := flags.NArg(); {
	case errors.Is(err, flag.ErrHelp):
		return help(usage(flags, names))
	case err != nil:
	case given > len(names):
		err = fmt.Errorf("unexpected %q", flags.Arg(len(names)))
	case given < len(names):
		err = fmt.Errorf("%s is missing", names[given])
	default:
		return nil
	}
	return usageError(err.Error() + "\n" + usage(flags, names))
}

// usage tells how a command is used.
func usage(flags *flag.FlagSet, names []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "usage: %s\n", strings.Join(append([]string{"kumpas", flags.Name(), "[flags]"}, names...), " "))
	var listed strings.Builder
	flags.SetOutput(&listed)
	flags.PrintDefaults()
	text := b.String()
	if listed.Len() == 0 {
		text = strings.Replace(text, " [flags]", "", 1)
	}
	for _, c := range subcommands() {
		if c.name != flags.Name() {
			continue
		}
		text += "\n" + c.help + "\n"
		if c.details != nil {
			text += "\n" + c.details()
		}
	}
	return strings.TrimRight(text+"\n"+listed.String(), "\n")
}
