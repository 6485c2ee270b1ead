package discord

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"
)

// GatewayConfig says what to do with what the gateway brings. Handlers are called
// one at a time, in the order in which Discord sent things, and must be quick:
// while one runs nothing else is heard. The same interaction may come twice.
type GatewayConfig struct {
	OnInteraction func(Interaction)
	OnEvent       func(Event)
	OnIdentify    func() // an identify is sent, of which Discord allows 1000 a day

	OpenTimeout time.Duration // from the first packet to READY, at most; default 30 s
	OpenFirst   time.Duration // the same for the first try, doubled each time that it hung: usually it takes a second; default 5 s
	Idle        time.Duration // silence after which the connection counts as dead; default 65 s
	BackoffMin  time.Duration // pause before the second try to connect, doubled each time; default 1 s
	BackoffMax  time.Duration // longest pause; default 60 s
	Reserve     int           // identifies of the day that are left alone; default 20
	Burst       int           // identifies that may follow each other freely before they are kept 100 s apart; default 100

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

	address    chan string // of the gateway, as Discord has just told it; good for one session
	identifies *rate.Limiter
	left       atomic.Int64 // identifies of the day, counted down from Discord's last word
}

// NewGateway makes a gateway that uses c's token, address and limits.
func NewGateway(c *Client, cfg GatewayConfig) *Gateway {
	def(&cfg.OpenTimeout, 30*time.Second)
	def(&cfg.OpenFirst, 5*time.Second)
	def(&cfg.Idle, 65*time.Second)
	def(&cfg.BackoffMin, time.Second)
	def(&cfg.BackoffMax, time.Minute)
	def(&cfg.Reserve, 20)
	def(&cfg.Burst, identifyBurst)
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
	return &Gateway{client: c, cfg: cfg, log: c.log, address: make(chan string, 1), identifies: rate.NewLimiter(rate.Every(identifyEvery), cfg.Burst)}
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
	failed, hung, brief := 0, 0, false
	for {
		due := time.Now().Add(g.pause(failed, brief))
		if (s == nil || !s.watched()) && g.allowed(ctx) != nil {
			return nil
		}
		if waitUntil(ctx, due, nil) != nil {
			return nil
		}
		if g.client.transport.tokenRefused() {
			return &FatalError{badToken}
		}
		if s == nil {
			s = g.newSession(ctx)
		}
		begun := time.Now()
		err := s.open(ctx, doubled(g.cfg.OpenFirst, hung, g.cfg.OpenTimeout))
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
			lasted := time.Since(up)
			g.log.Warn("the gateway's connection is lost", "after", lasted.Round(time.Second))
			g.emit(Event{Kind: Disconnected})
			failed, brief = 0, lasted < lasting
			if up.Sub(begun) < g.cfg.OpenFirst { // where it is slow the limit stays longer
				hung = 0
			}
			continue
		}
		var closed *websocket.CloseError
		errors.As(err, &closed)
		if closed != nil && fatal[closed.Code] != "" {
			return &FatalError{closed.Code}
		}
		failed++
		g.log.Warn("cannot connect to the gateway", "try", failed, "err", withoutSecrets("gateway", err, g.client.token))
		if errors.Is(err, errHung) {
			hung++
		}
		const patience = 3 // a session that fails so often may itself be the trouble
		if errors.Is(err, errHung) || errors.Is(err, errIdentify) ||
			closed != nil && stale[closed.Code] || failed%patience == 0 {
			s.abandon()
			s = nil
		}
	}
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
