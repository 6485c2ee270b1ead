package main

import (
	"context"
	"flag"

	"kumpas/bot"
	"kumpas/bot/discord"
	"kumpas/locales"
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
	s, err := openStore(c.storePath())
	if err != nil {
		return err
	}
	defer s.Close()
	well := &wellness{store: s}
	stop, err := c.answerOwner(well)
	if err != nil {
		return err
	}
	defer stop()
	stopHTTP, err := c.serveHTTP(well.mux(), log)
	if err != nil {
		return err
	}
	defer stopHTTP()
	words, err := locales.Load(func(p locales.Problem) { log.Warn("words", "problem", p) })
	if err != nil {
		return err
	}
	err = bot.Serve(ctx, bot.Config{Store: s, Words: words, Games: bot.All, Log: log, Locale: c.Locale},
		discord.Config{Token: c.Token, Base: c.APIURL, Log: log}, discord.GatewayConfig{OnEvent: well.hear})
	return discordError(err)
}
