package soak

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"kumpas/bot/sandbox"
)

// strike is a fault: how often it strikes when it does, and for how long.
type strike struct {
	id    string
	plan  sandbox.Plan
	lasts time.Duration // of a switch
	waits bool          // whom it hits waits for seconds, or cannot be answered at all; else the bot has to answer in time
	with  string        // the fault without which it would have no occasion
}

// strikes are the sandbox's faults. Whom one does not hit himself is answered in time all the same.
var strikes = []strike{
	{id: "drop_gateway", waits: true},
	{id: "reconnect", waits: true},
	{id: "reconnect_at_ready", lasts: 3 * time.Second, waits: true, with: "drop_gateway"},
	{id: "invalid_session", waits: true},
	{id: "invalid_resumable", waits: true},
	{id: "ask_heartbeat"},
	{id: "no_hello", lasts: 3 * time.Second, waits: true, with: "drop_gateway"},
	{id: "no_ack", lasts: 11 * time.Second, waits: true}, // as long as discordgo takes to notice
	{id: "429_route", plan: sandbox.Plan{Times: 2}, waits: true},
	{id: "429_global", plan: sandbox.Plan{Times: 1}, waits: true},
	{id: "429_shared", plan: sandbox.Plan{Times: 2}, waits: true},
	{id: "500", plan: sandbox.Plan{Times: 3}},
	{id: "502", plan: sandbox.Plan{Times: 3}},
	{id: "503", plan: sandbox.Plan{Times: 3}},
	{id: "cut", plan: sandbox.Plan{Times: 3}},
	{id: "slow", plan: sandbox.Plan{Times: 6}, lasts: time.Second, waits: true},
	{id: "late", plan: sandbox.Plan{Times: 6}, lasts: time.Second, waits: true},
	{id: "overtake", plan: sandbox.Plan{Times: 20}, lasts: time.Second},
	{id: "expired_token", waits: true},
	{id: "used_token", plan: sandbox.Plan{Times: 2}, waits: true},
	{id: "twice", plan: sandbox.Plan{Times: 20}, lasts: time.Second},
	{id: "disorder", plan: sandbox.Plan{Times: 20}, lasts: time.Second},
	{id: "delete_message"},
	{id: "delete_channel", waits: true},
	{id: "lost_permission", lasts: time.Second, waits: true},
}

// tries is how often the bot sends a request that Discord's failing may have lost; whoever is hit as often need not be answered.
const tries = 4

// excuse is the fault that may have kept the answer to a press back, "" if the bot had to answer all the same.
func (s *soak) excuse(hits []string) string {
	failures := 0
	for _, id := range hits {
		switch id {
		case "500", "502", "503", "cut":
			failures++
		}
		if s.waits[id] || failures == tries {
			return id
		}
	}
	return ""
}

// waiting are the faults that keep people waiting.
func waiting() map[string]bool {
	all := map[string]bool{}
	for _, k := range strikes {
		all[k.id] = k.waits
	}
	return all
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

// hit has one thing go wrong, and waits until it has ended. Faults that have struck nothing by now end first, so that they do not pile up
// while the bot is away.
func (s *soak) hit(ctx context.Context, k strike) {
	s.sb.Heal()
	s.remember(k.id)
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

// remember notes what goes wrong, for the report of what came of it.
func (s *soak) remember(fault string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wrong = append(s.wrong[max(0, len(s.wrong)-remembered+1):], time.Now().Format("15:04:05.000")+" "+fault)
}

// restart ends the bot's process and starts it again.
func (s *soak) restart(ctx context.Context, gently bool) {
	name := "SIGKILL"
	if gently {
		name = "SIGTERM"
	}
	s.remember(name)
	if gently {
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
	s.remember("started")
}
