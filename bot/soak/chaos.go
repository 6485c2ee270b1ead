package soak

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"kumpas/bot/sandbox"
)

// strike is a fault: how often it strikes when it does, and for how long after it answers may be later than Discord waits.
type strike struct {
	id    string
	plan  sandbox.Plan
	lasts time.Duration // of a switch
	mute  time.Duration
	with  string // the fault without which it would have no occasion
}

// strikes are the sandbox's faults. Those without mute may delay nobody by 3 seconds.
var strikes = []strike{
	{id: "drop_gateway", mute: 4 * time.Second},
	{id: "reconnect", mute: 4 * time.Second},
	{id: "reconnect_at_ready", mute: 14 * time.Second, with: "drop_gateway"},
	{id: "invalid_session", mute: 12 * time.Second},
	{id: "invalid_resumable", mute: 8 * time.Second},
	{id: "ask_heartbeat"},
	{id: "no_hello", lasts: 2 * time.Second, mute: 30 * time.Second, with: "drop_gateway"},
	{id: "no_ack", lasts: 11 * time.Second, mute: 8 * time.Second}, // as long as discordgo takes to notice
	{id: "429_route", plan: sandbox.Plan{Times: 2}, mute: 6 * time.Second},
	{id: "429_global", plan: sandbox.Plan{Times: 1}, mute: 6 * time.Second},
	{id: "429_shared", plan: sandbox.Plan{Times: 2}, mute: 6 * time.Second},
	{id: "500", plan: sandbox.Plan{Times: 3}},
	{id: "502", plan: sandbox.Plan{Times: 3}},
	{id: "503", plan: sandbox.Plan{Times: 3}},
	{id: "cut", plan: sandbox.Plan{Times: 3}},
	{id: "slow", plan: sandbox.Plan{Times: 6}, lasts: time.Second, mute: 9 * time.Second},
	{id: "late", plan: sandbox.Plan{Times: 6}, lasts: time.Second, mute: 9 * time.Second},
	{id: "overtake", plan: sandbox.Plan{Times: 20}, lasts: time.Second},
	{id: "expired_token", mute: 4 * time.Second},
	{id: "used_token", plan: sandbox.Plan{Times: 2}, mute: 4 * time.Second},
	{id: "twice", plan: sandbox.Plan{Times: 20}, lasts: time.Second},
	{id: "disorder", plan: sandbox.Plan{Times: 20}, lasts: time.Second},
	{id: "delete_message"},
	{id: "delete_channel"},
	{id: "lost_permission", lasts: time.Second, mute: 4 * time.Second},
}

// restartEvery is how often the bot's process ends on average, and faultEvery how often something else goes wrong.
const (
	restartEvery = 25 * time.Second
	faultEvery   = 700 * time.Millisecond
)

// chaos has things go wrong until ctx ends.
func (s *soak) chaos(all, ctx context.Context) {
	rng := rand.New(rand.NewPCG(s.Seed, 3))
	next := time.Now().Add(min(restartEvery, s.For/2))
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Duration(rng.Int64N(int64(2 * faultEvery)))):
		}
		if s.Kills && time.Now().After(next) {
			s.restart(all, rng.IntN(2) == 0)
			next = time.Now().Add(restartEvery/2 + time.Duration(rng.Int64N(int64(restartEvery))))
			continue
		}
		s.hit(ctx, strikes[rng.IntN(len(strikes))])
	}
}

// hit has one thing go wrong, and waits until it has ended.
func (s *soak) hit(ctx context.Context, k strike) {
	if k.mute > 0 {
		s.excuse(time.Now().Add(k.lasts + k.mute))
	}
	err := s.sb.Fault(k.id, k.plan)
	if k.with != "" {
		err = errors.Join(err, s.sb.Fault(k.with))
	}
	if err != nil {
		s.fail(err)
	}
	if k.lasts > 0 {
		select {
		case <-ctx.Done():
		case <-time.After(k.lasts):
		}
		s.sb.EndFault(k.id)
	}
}

func (s *soak) count(fault string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.report.Faults[fault]++
}

// restart ends the bot's process and starts it again.
func (s *soak) restart(ctx context.Context, gently bool) {
	const within = 90 * time.Second
	s.excuse(time.Now().Add(within))
	name := "SIGKILL"
	if gently {
		name = "SIGTERM"
		if err := s.bot.term(); err != nil {
			s.fail(err)
		}
	} else {
		s.bot.kill()
	}
	s.count(name)
	s.sb.Heal() // a bot must be able to start
	if err := s.bot.start(ctx); err != nil {
		s.fail(err)
	}
	s.mu.Lock()
	s.trying = time.Now().Add(4 * time.Second)
	s.mu.Unlock()
}
