package main

import (
	"context"

	"kumpas/bot"
	"kumpas/bot/discord"
	"kumpas/locales"
)

// serve runs the bot on Discord until it is told to stop.
func serve(ctx context.Context, args []string) error {
	if len(args) > 0 {
		return usageError("kumpas serve takes no arguments; its settings are environment variables.")
	}
	c, err := readConfig()
	if err != nil {
		return err
	}
	if c.Token == "" {
		return misconfigured("DISCORD_TOKEN is not set. The README tells how to make a bot and where its token is; `kumpas demo` needs none.")
	}
	log := c.logger()
	s, err := openStore(c.storePath())
	if err != nil {
		return err
	}
	defer s.Close()
	stop, err := c.answerOwner(s)
	if err != nil {
		return err
	}
	defer stop()
	words, err := locales.Load(func(p locales.Problem) { log.Warn("words", "problem", p) })
	if err != nil {
		return err
	}
	err = bot.Serve(ctx, bot.Config{Store: s, Words: words, Games: bot.All, Log: log, Locale: c.Locale},
		discord.Config{Token: c.Token, Base: c.APIURL, Log: log}, discord.GatewayConfig{})
	return discordError(err)
}
