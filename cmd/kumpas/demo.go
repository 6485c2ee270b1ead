package main

import (
	"context"
	"flag"
	"fmt"
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
	st, err := newStage(c, sandbox.Config{Addr: *addr})
	if err != nil {
		return err
	}
	defer st.close()
	if *quick {
		st.bot.Patience = func(bot.Moment) time.Duration { return 0 }
	}
	fmt.Printf("Kumpas is at %s — open it in a browser, type /play (/oyna) and press Enter. Ctrl+C ends it.\n", st.sandbox.URL())
	return st.run(ctx)
}

// stage is a demo that is set up: the stand-in for Discord, and a bot for it with a store of its own.
type stage struct {
	dir     string
	sandbox *sandbox.Sandbox
	bot     bot.Config
	client  discord.Config
}

func newStage(c config, sc sandbox.Config) (*stage, error) {
	st := &stage{}
	if err := st.set(c, sc); err != nil {
		st.close()
		return nil, err
	}
	return st, nil
}

func (st *stage) set(c config, sc sandbox.Config) (err error) {
	log := c.logger()
	words, err := locales.Load(func(p locales.Problem) { log.Warn("words", "problem", p) })
	if err != nil {
		return err
	}
	if st.dir, err = os.MkdirTemp("", "kumpas-demo-"); err != nil {
		return err
	}
	s, err := openStore(filepath.Join(st.dir, "kumpas.db"))
	if err != nil {
		return err
	}
	st.bot = bot.Config{Store: s, Words: words, Games: bot.All, Log: log, Locale: c.Locale}
	if st.sandbox, err = listen(sc); err != nil {
		return err
	}
	st.client = discord.Config{Token: st.sandbox.Token(), Base: st.sandbox.APIURL(), Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))}
	return nil
}

// close takes down whatever was set up.
func (st *stage) close() {
	if st.sandbox != nil {
		st.sandbox.Close()
	}
	if st.bot.Store != nil {
		st.bot.Store.Close()
	}
	os.RemoveAll(st.dir)
}

// run runs the bot until ctx ends.
func (st *stage) run(ctx context.Context) error {
	return bot.Serve(ctx, st.bot, st.client, discord.GatewayConfig{})
}

// listen starts the demo's stand-in; when nobody asked for a certain address and the usual one is taken, it takes another.
func listen(sc sandbox.Config) (*sandbox.Sandbox, error) {
	sb, err := sandbox.Demo(sc)
	if err != nil && sc.Addr == sandbox.DemoAddr {
		host, _, _ := net.SplitHostPort(sc.Addr)
		sc.Addr = net.JoinHostPort(host, "0")
		sb, err = sandbox.Demo(sc)
	}
	return sb, err
}
