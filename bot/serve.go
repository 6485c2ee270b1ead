package bot

import (
	"context"
	"errors"
	"time"

	"kumpas/bot/discord"
	"kumpas/store"
)

// Serve connects a bot to Discord and runs it until ctx ends; then it lets the work under way end. Errors: what cannot be
// mended by waiting, such as a token that Discord refuses (discord.BadToken), and the store's at the start. A handler
// g.OnEvent hears every event before the bot does.
func Serve(ctx context.Context, c Config, d discord.Config, g discord.GatewayConfig) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if d.TokenRefused == nil {
		d.TokenRefused = func() { cancel(discord.BadToken) }
	}
	if c.Metrics != nil {
		observe(c.Metrics, &d, &g)
	}
	if c.Clock != nil {
		d.Now = c.Clock.Now
	}
	client, err := discord.New(d)
	if err != nil {
		return err
	}
	defer client.Close()
	c.Client = client
	b := New(c)
	if err := b.Start(ctx); err != nil {
		b.Close()
		return err
	}
	defer b.Close()
	g.Now = b.clock.Now
	g.OnInteraction, g.OnEvent = b.Interaction, both(g.OnEvent, b.Event)
	if c.Metrics != nil {
		c.Metrics.Watch(b.sources())
		g.OnInteraction = both(c.Metrics.Heard, b.Interaction)
	}
	go b.keepRegistered(ctx)
	go b.housekeeping(ctx)
	err = discord.NewGateway(client, g).Run(ctx)
	if cause := context.Cause(ctx); errors.Is(cause, discord.BadToken) {
		return cause
	}
	return err
}

// both makes one handler of two, the first of which may be nil.
func both[T any](first, then func(T)) func(T) {
	if first == nil {
		return then
	}
	return func(e T) {
		first(e)
		then(e)
	}
}

// keepRegistered registers the commands, again and again until it works.
func (b *Bot) keepRegistered(ctx context.Context) {
	for wait := time.Second; ; wait = min(2*wait, time.Minute) {
		call, cancel := context.WithTimeout(ctx, callTime)
		err := b.Register(call)
		cancel()
		if err == nil || ctx.Err() != nil {
			return
		}
		b.note(err, "commands")
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
	}
}

// idleActor is how long a table without anything to do stays in memory.
const idleActor = 10 * time.Minute

// tidying is how often the bot puts its house in order.
const tidying = 5 * time.Minute

// housekeeping throws away what is kept for a time only.
func (b *Bot) housekeeping(ctx context.Context) {
	var dropped time.Time // when old tables were last looked for
	for {
		due := make(chan struct{})
		stop := b.clock.AfterFunc(tidying, func() { close(due) })
		select {
		case <-ctx.Done():
			stop()
			return
		case <-due:
		}
		now := b.clock.Now()
		b.tables.sweep(now.Add(-idleActor))
		err := b.store.PurgeTokens(ctx, now)
		if err == nil && now.Sub(dropped) >= 24*time.Hour {
			dropped = now
			err = b.dropOld(ctx, now)
		}
		if err != nil && ctx.Err() == nil {
			b.log.Error("store", "err", err)
		}
	}
}

// dropOld deletes the tables that closed so long ago that even their history goes; results stay.
func (b *Bot) dropOld(ctx context.Context, now time.Time) error {
	var old []store.TableID
	for listed, err := range b.store.Closed(ctx) {
		if err != nil {
			return err
		}
		if h, err := readHeader(listed.Header); err == nil && now.Sub(h.Closed) >= keptDays*24*time.Hour {
			old = append(old, listed.ID)
		}
	}
	var failed error
	for _, id := range old { // one that cannot be deleted does not stop the rest
		failed = errors.Join(failed, b.store.Drop(ctx, id))
	}
	return failed
}
