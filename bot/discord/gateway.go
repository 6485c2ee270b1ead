package discord

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// GatewayConfig says what to do with what the gateway brings. Handlers are called
// one at a time, in the order in which Discord sent things, and must be quick:
// while one runs nothing else is heard. The same interaction may come twice.
type GatewayConfig struct {
	OnInteraction func(Interaction)
	OnEvent       func(Event)
	OnIdentify    func() // an identify is sent, of which Discord allows 1000 a day

	OpenTimeout time.Duration // from the first packet to READY, at most; default 30 s
	OpenFirst   time.Duration // the same for the first try, doubled each time: usually it takes a second; default 5 s
	Idle        time.Duration // silence after which the connection counts as dead; default 65 s
	BackoffMin  time.Duration // pause before the second try to connect, doubled each time; default 1 s
	BackoffMax  time.Duration // longest pause; default 60 s
	Reserve     int           // identifies of the day that are left alone; default 20

	Dial    func(ctx context.Context, network, addr string) (net.Conn, error) // default: the net package's
	RootCAs *x509.CertPool                                                    // default: the system's
	Now     func() time.Time                                                  // stamps interactions; default time.Now
}

// Gateway keeps the bot connected: it supervises discordgo, which cannot be trusted to do it.
type Gateway struct {
	client *Client
	cfg    GatewayConfig
	log    *slog.Logger

	mu     sync.Mutex      // one handler at a time
	guilds map[string]bool // the servers that the bot is in; nil before the first READY
}

// NewGateway makes a gateway that uses c's token, address and limits.
func NewGateway(c *Client, cfg GatewayConfig) *Gateway {
	def(&cfg.OpenTimeout, 30*time.Second)
	def(&cfg.OpenFirst, 5*time.Second)
	def(&cfg.Idle, 65*time.Second)
	def(&cfg.BackoffMin, time.Second)
	def(&cfg.BackoffMax, time.Minute)
	def(&cfg.Reserve, 20)
	if cfg.OnInteraction == nil {
		cfg.OnInteraction = func(Interaction) {}
	}
	if cfg.OnEvent == nil {
		cfg.OnEvent = func(Event) {}
	}
	if cfg.OnIdentify == nil {
		cfg.OnIdentify = func() {}
	}
	if cfg.Dial == nil {
		cfg.Dial = (&net.Dialer{}).DialContext
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	return &Gateway{client: c, cfg: cfg, log: c.log}
}

// FatalError is what no reconnecting mends. errors.Is(err, BadToken) tells a wrong token.
type FatalError struct {
	Code int // the gateway's close code: 4004 or 4010 to 4014
}

func (e *FatalError) Error() string {
	return fmt.Sprintf("Discord does not let the bot connect: %s (%d)", fatal[e.Code], e.Code)
}

// Is reports whether the token is to blame.
func (e *FatalError) Is(target error) bool { return target == BadToken && e.Code == badToken }

const badToken = 4004

// fatal are the close codes after which Discord wants no new try.
var fatal = map[int]string{
	badToken: "it refuses the bot's token",
	4010:     "it refuses the shard",
	4011:     "the bot is in too many servers for one connection",
	4012:     "it no longer speaks this version of the gateway",
	4013:     "it does not know the intents",
	4014:     "the intents are not granted to the bot",
}

// stale are the close codes after which a session cannot be resumed.
var stale = map[int]bool{4003: true, 4005: true, 4007: true, 4009: true}

// Run keeps the bot connected until ctx ends, and returns nil then. Any other end is a *FatalError.
func (g *Gateway) Run(ctx context.Context) error {
	var s *session
	defer func() {
		if s != nil {
			s.close()
		}
	}()
	for tries := 0; ; tries++ {
		pause := g.backoff(tries)
		const soon = 3 // a first resume costs no identify and should not wait for an answer of REST
		if s == nil || tries > soon {
			pause = max(pause, g.held(ctx))
		} else {
			pause = max(pause, breath)
		}
		if g.client.transport.tokenRefused() {
			return &FatalError{badToken}
		}
		if waitUntil(ctx, time.Now().Add(pause), nil) != nil {
			return nil
		}
		if s == nil {
			s = g.newSession(ctx)
		}
		err := s.open(ctx, doubled(g.cfg.OpenFirst, tries, g.cfg.OpenTimeout))
		if ctx.Err() != nil {
			return nil
		}
		if err == nil {
			up := time.Now()
			g.log.Info("the gateway is connected")
			select {
			case <-s.down:
			case <-ctx.Done():
				return nil
			}
			g.log.Warn("the gateway's connection is lost", "after", time.Since(up).Round(time.Second))
			g.emit(Event{Kind: Disconnected})
			if long := time.Since(up); long > g.cfg.BackoffMax || long > identifyGap && s.current().resumed() {
				tries = -1 // it was a good connection, or cost no identify: the next one may come at once
			}
			continue
		}
		var closed *websocket.CloseError
		errors.As(err, &closed)
		if closed != nil && fatal[closed.Code] != "" {
			return &FatalError{closed.Code}
		}
		g.log.Warn("cannot connect to the gateway", "try", tries+1, "err", withoutSecrets("gateway", err, g.client.token))
		const patience = 3 // a session that fails so often may itself be the trouble
		if errors.Is(err, errHung) || errors.Is(err, errIdentify) ||
			closed != nil && stale[closed.Code] || tries%patience == patience-1 {
			s.abandon()
			s = nil
		}
	}
}

// breath is the least pause before a session is opened again: a heartbeat that comes to its turn after the close frame of its connection
// closes whatever connection there is then.
const breath = 100 * time.Millisecond

// backoff is the pause before a try: none before the first.
func (g *Gateway) backoff(tries int) time.Duration {
	if tries == 0 {
		return 0
	}
	return jitter(doubled(g.cfg.BackoffMin, tries-1, g.cfg.BackoffMax))
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

// emit hands an event over, and outlives a handler that panics.
func (g *Gateway) emit(e Event) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.guarded(func() { g.cfg.OnEvent(e) })
}

// guarded runs a handler. A panic's value may quote what nobody may read, so only its kind is logged.
func (g *Gateway) guarded(handler func()) {
	defer func() {
		if caught := recover(); caught != nil {
			g.log.Error("a handler panicked", "panic", fmt.Sprintf("%T", caught), "stack", Trace())
		}
	}()
	handler()
}
