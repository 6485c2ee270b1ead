// Package robot plays tables as people do: simulated Discord users who press what they can see on the sandbox. It is for
// tests, benchmarks and the soak command.
package robot

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"kumpas/bot"
	"kumpas/bot/discord"
	"kumpas/bot/sandbox"
	"kumpas/locales"
	"kumpas/store"
)

// World is a bot on a sandbox: the real session over a real websocket and HTTP, and a real store.
type World struct {
	Sandbox *sandbox.Sandbox
	Config  bot.Config
	Gateway discord.GatewayConfig
	Client  discord.Config

	stop func()
	done chan error
}

// Patient lets computer players act at once.
func Patient(bot.Moment) time.Duration { return 0 }

// NewWorld prepares a bot on a sandbox; Start connects it.
func NewWorld(sb *sandbox.Sandbox, s store.Store, log *slog.Logger) (*World, error) {
	words, err := locales.Load(func(p locales.Problem) { log.Error("words", "problem", p) })
	if err != nil {
		return nil, err
	}
	w := &World{Sandbox: sb}
	w.Config = bot.Config{Store: s, Words: words, Games: bot.All, Log: log, Patience: Patient, Presses: -1} // robots are faster than fingers
	w.Client = discord.Config{Token: sb.Token(), Base: sb.APIURL(), Log: log}
	return w, nil
}

// Start connects the bot and waits until its commands are registered.
func (w *World) Start(ctx context.Context) error {
	ready := w.Sandbox.Stats().Dispatched["READY"]
	run, cancel := context.WithCancel(context.Background())
	w.done = make(chan error, 1)
	go func() { w.done <- bot.Serve(run, w.Config, w.Client, w.Gateway) }()
	w.stop = cancel
	for {
		if len(w.Sandbox.Guild().Commands()) > 0 && w.Sandbox.Stats().Dispatched["READY"] > ready {
			return nil
		}
		select {
		case err := <-w.done:
			w.stop = nil
			return errors.Join(errors.New("robot: the bot stopped"), err)
		case <-ctx.Done():
			w.Stop()
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// Stop ends the bot as SIGTERM does and returns its error.
func (w *World) Stop() error {
	if w.stop == nil {
		return nil
	}
	w.stop()
	w.stop = nil
	return <-w.done
}
