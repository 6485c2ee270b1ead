package discord

import (
	"context"
	"time"
)

// breath is the least pause before a session is opened again: a heartbeat that comes to its turn after the close frame of its connection
// closes whatever connection there is then.
const breath = 100 * time.Millisecond

// lasting is how long a connection must have lasted for the next one to come at once.
const lasting = 5 * time.Second

// On average at most one identify is sent per identifyEvery, fewer than the thousand a day that Discord allows. A burst of them
// may come sooner: a bad hour should keep nobody waiting.
const (
	identifyEvery = 100 * time.Second
	identifyBurst = 100
)

// pause is how long to wait before a try to connect, after so many in a row that failed, or after a connection that was brief.
func (g *Gateway) pause(failed int, brief bool) time.Duration {
	switch {
	case failed > 0:
		return max(breath, jitter(doubled(g.cfg.BackoffMin, failed-1, g.cfg.BackoffMax)))
	case brief:
		return max(breath, jitter(g.cfg.BackoffMin))
	}
	return breath
}

// allowed waits until an identify is allowed, and is given up with ctx.
func (g *Gateway) allowed(ctx context.Context) error {
	const askAgain = 10 * time.Minute // Discord may have been wrong
	for {
		wait := max(g.debt(), g.held(ctx))
		if wait == 0 {
			return ctx.Err()
		}
		if err := waitUntil(ctx, time.Now().Add(min(wait, askAgain)), nil); err != nil {
			return err
		}
	}
}

// doubled is d, doubled n times, but no more than most.
func doubled(d time.Duration, n int, most time.Duration) time.Duration {
	const doublings = 20
	if n > doublings {
		return most
	}
	return min(most, d<<n)
}

// identify reports whether an identify may be sent, and counts it.
func (g *Gateway) identify() bool {
	if g.left.Load() <= int64(g.cfg.Reserve) || g.debt() > 0 {
		return false
	}
	g.identified()
	return true
}

// identified counts an identify that has been sent.
func (g *Gateway) identified() {
	g.identifies.Reserve()
	g.left.Add(-1)
	g.cfg.OnIdentify()
}

// debt is how long it takes until another identify is allowed, if too many have been sent.
func (g *Gateway) debt() time.Duration {
	missing := 1 - g.identifies.Tokens()
	return time.Duration(max(0, missing) * float64(identifyEvery))
}

// held asks Discord how many identifies are left today and returns how long to
// wait if they are nearly spent: past the thousandth Discord takes the token away. The same answer brings the gateway's address.
func (g *Gateway) held(ctx context.Context) time.Duration {
	ctx, cancel := context.WithTimeout(ctx, g.cfg.OpenTimeout)
	defer cancel()
	got, err := g.client.Entrance(ctx)
	if err == nil && got.URL != "" {
		select {
		case <-g.address: // an old one
		default:
		}
		g.address <- got.URL
	}
	if err != nil || got.Limit.Total == 0 { // what ails Discord will show when connecting; before the second identify it is asked again
		g.left.Store(int64(g.cfg.Reserve) + 1)
		return 0
	}
	g.left.Store(int64(got.Limit.Remaining))
	if got.Limit.Remaining > g.cfg.Reserve {
		return 0
	}
	wait := time.Duration(got.Limit.ResetAfter) * time.Millisecond
	g.log.Error("the day's identifies are nearly spent, waiting", "left", got.Limit.Remaining, "wait", wait)
	return wait
}

// Entrance is where the gateway is, and how many more sessions it opens for the bot today.
type Entrance struct {
	URL    string `json:"url"`
	Shards int    `json:"shards"` // that Discord recommends
	Limit  struct {
		Total      int `json:"total"`
		Remaining  int `json:"remaining"`
		ResetAfter int `json:"reset_after"` // ms
	} `json:"session_start_limit"`
}

// Entrance asks for it.
func (c *Client) Entrance(ctx context.Context) (e Entrance, err error) {
	err = c.Get(ctx, &e, "gateway", "bot")
	return e, err
}
