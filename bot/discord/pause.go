package discord

import (
	"context"
	"time"
)

// breath is the least pause before a session is opened again: a heartbeat that comes to its turn after the close frame of its connection
// closes whatever connection there is then.
const breath = 100 * time.Millisecond

// An identify is due on average every identifyEvery at most, which makes fewer than the thousand a day that Discord allows. So many
// may come sooner: a bad hour should keep nobody waiting.
const (
	identifyEvery = 100 * time.Second
	identifyBurst = 100
)

// pause is how long to wait before a try to connect: not at all before the first, then doubled with each that failed, and for as long
// as it may cost an identify too many. s is the session to resume, if there is one.
func (g *Gateway) pause(ctx context.Context, tries int, s *session) time.Duration {
	pause := time.Duration(0)
	if tries > 0 {
		pause = jitter(doubled(g.cfg.BackoffMin, tries-1, g.cfg.BackoffMax))
	}
	if s == nil {
		return max(pause, g.debt(), g.held(ctx))
	}
	if s.resumed.Load() { // what was resumed once costs nothing
		return max(pause, breath)
	}
	return max(pause, breath, g.debt())
}

// triesAfter is how many tries count when a connection that had come up is lost: people wait a few seconds at most where connections
// are short.
func triesAfter(tries int, lasted time.Duration) int {
	const while, few = 5 * time.Second, 3
	if lasted > while {
		return 0
	}
	return min(tries+1, few)
}

// identified counts an identify.
func (g *Gateway) identified() {
	g.identifies.Reserve()
	g.cfg.OnIdentify()
}

// debt is how long it takes until another identify is due, if too many have been sent.
func (g *Gateway) debt() time.Duration {
	missing := 1 - g.identifies.Tokens()
	return time.Duration(max(0, missing) * float64(identifyEvery))
}

// doubled is d, doubled n times, but no more than most.
func doubled(d time.Duration, n int, most time.Duration) time.Duration {
	const doublings = 20
	if n > doublings {
		return most
	}
	return min(most, d<<n)
}

// held asks Discord how many identifies are left today and returns how long to
// wait if they are nearly spent: past the thousandth Discord takes the token away.
func (g *Gateway) held(ctx context.Context) time.Duration {
	var got struct {
		Limit struct {
			Total      int `json:"total"`
			Remaining  int `json:"remaining"`
			ResetAfter int `json:"reset_after"` // ms
		} `json:"session_start_limit"`
	}
	ctx, cancel := context.WithTimeout(ctx, g.cfg.OpenTimeout)
	defer cancel()
	err := g.client.Get(ctx, &got, "gateway", "bot")
	if err != nil || got.Limit.Total == 0 || got.Limit.Remaining > g.cfg.Reserve {
		return 0 // what ails Discord then will show when connecting
	}
	wait := time.Duration(got.Limit.ResetAfter) * time.Millisecond
	g.log.Error("the day's identifies are nearly spent, waiting", "left", got.Limit.Remaining, "wait", wait)
	return wait
}
