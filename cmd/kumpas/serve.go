package main

import (
	"context"
	"flag"

	"kumpas/bot"
	"kumpas/bot/discord"
	"kumpas/bot/metrics"
	"kumpas/locales"
	"kumpas/store"
)

// serve runs the bot on Discord until it is told to stop.
func serve(ctx context.Context, args []string) error {
	if err := parse(flag.NewFlagSet("serve", flag.ContinueOnError), args); err != nil {
		return err
	}
	c, err := readConfig()
	if err != nil {
		return err
	}
	for _, check := range []func() error{c.checkDiscord, c.checkHTTP, c.makeDataDir} {
		if err := check(); err != nil {
			return err
		}
	}
	log := c.logger()
	book := metrics.New()
	s, err := openStore(c.storePath(), store.OnCommit(book.Commit))
	if err != nil {
		return err
	}
	defer s.Close()
	well := &wellness{store: s, suspended: book.Suspended}
	stop, err := c.answerOwner(well)
	if err != nil {
		return err
	}
	defer stop()
	public := well.mux()
	public.Handle("GET /metrics", book.Handler())
	stopHTTP, err := c.serveHTTP(public, log)
	if err != nil {
		return err
	}
	defer stopHTTP()
	words, err := locales.Load(func(p locales.Problem) { log.Warn("words", "problem", p) })
	if err != nil {
		return err
	}
	err = bot.Serve(ctx, bot.Config{Store: s, Words: words, Games: bot.All, Log: log, Locale: c.Locale, Metrics: book},
		discord.Config{Token: c.Token, Base: c.APIURL, Log: log}, discord.GatewayConfig{OnEvent: well.hear})
	return discordError(err)
}
