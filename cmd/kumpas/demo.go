package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"time"

	"kumpas/bot"
	"kumpas/bot/discord"
	"kumpas/bot/sandbox"
	"kumpas/locales"
)

// demo runs the bot on the local stand-in for Discord. Nothing is kept: the store is made anew each time.
func demo(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("demo", flag.ContinueOnError)
	addr := flags.String("addr", sandbox.DemoAddr, "where the page is served; loopback only")
	quick := flags.Bool("quick", false, "computer players act at once")
	if err := parse(flags, args); err != nil {
		return err
	}
	c, err := readConfig()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "kumpas-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s, err := openStore(filepath.Join(dir, "kumpas.db"))
	if err != nil {
		return err
	}
	defer s.Close()
	sb, err := listen(*addr)
	if err != nil {
		return err
	}
	defer sb.Close()
	log := c.logger()
	words, err := locales.Load(func(p locales.Problem) { log.Warn("words", "problem", p) })
	if err != nil {
		return err
	}
	cfg := bot.Config{Store: s, Words: words, Games: bot.All, Log: log, Locale: c.Locale}
	if *quick {
		cfg.Patience = func(bot.Moment) time.Duration { return 0 }
	}
	fmt.Printf("Kumpas is at %s — open it in a browser, type /play (/oyna) and press Enter. Ctrl+C ends it.\n", sb.URL())
	return bot.Serve(ctx, cfg, discord.Config{Token: sb.Token(), Base: sb.APIURL(), Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))}, discord.GatewayConfig{})
}

// listen starts the demo's stand-in; when nobody asked for a certain address and the usual one is taken, it takes another.
func listen(addr string) (*sandbox.Sandbox, error) {
	sb, err := sandbox.Demo(sandbox.Config{Addr: addr})
	if err != nil && addr == sandbox.DemoAddr {
		host, _, _ := net.SplitHostPort(addr)
		sb, err = sandbox.Demo(sandbox.Config{Addr: net.JoinHostPort(host, "0")})
	}
	return sb, err
}

// parse parses the flags of a command; its errors are usage errors.
func parse(flags *flag.FlagSet, args []string) error {
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("unexpected %q", flags.Arg(0))
	}
	if err == nil {
		return nil
	}
	text := ""
	if err != flag.ErrHelp {
		text = err.Error() + "\n"
	}
	text += "flags of kumpas " + flags.Name() + ":\n"
	flags.VisitAll(func(f *flag.Flag) { text += fmt.Sprintf("  -%-10s %s (default %q)\n", f.Name, f.Usage, f.DefValue) })
	return usageError(text)
}
