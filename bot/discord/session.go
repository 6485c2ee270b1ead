package discord

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// session is one discordgo session, which may be opened many times (each but the first resumes it) and abandoned once.
//
// discordgo's Open can hang for ever with the session locked, so it runs beside
// and nothing here waits for the session without a limit.
type session struct {
	g      *Gateway
	dg     *discordgo.Session
	ctx    context.Context
	cancel context.CancelFunc
	gone   atomic.Bool   // abandoned: whatever it still says is not heard
	ready  chan struct{} // READY or RESUMED came
	down   chan struct{} // the connection ended

	up atomic.Bool // there is a connection that deserves a goodbye

	mu   sync.Mutex
	link *link
}

var (
	errHung  = errors.New("the gateway did not come up in time")
	errUnfit = errors.New("the gateway closed before it was ready")
)

func (g *Gateway) newSession(ctx context.Context) *session {
	dg, _ := discordgo.New("Bot " + g.client.token) // it has no way to fail
	s := &session{g: g, dg: dg, ready: make(chan struct{}, 1), down: make(chan struct{}, 1)}
	s.ctx, s.cancel = context.WithCancel(ctx)
	dg.StateEnabled = false
	dg.SyncEvents = true // in order; the handlers never call the session
	dg.ShouldReconnectOnError = false
	dg.ShouldRetryOnRateLimit = false
	dg.MaxRestRetries = 0
	// discordgo logs through one hook for the whole process and prints events with
	// their tokens, at warning level too. It stays silent; the supervisor says what happens.
	dg.LogLevel = -1
	dg.Identify.Intents = discordgo.IntentGuilds | discordgo.IntentGuildModeration
	dg.Client = &http.Client{Transport: within{s.ctx, g.client.transport, g.address}, Timeout: g.cfg.OpenTimeout}
	dg.Dialer = &websocket.Dialer{
		Proxy:            http.ProxyFromEnvironment,
		HandshakeTimeout: g.cfg.OpenTimeout,
		NetDialContext:   s.dial,
	}
	if !proxied() { // through a proxy the handshake must be gorilla's, and the link sees no frames
		dg.Dialer.NetDialTLSContext = s.dialTLS
	}
	dg.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { s.event(e) })
	dg.AddHandler(func(_ *discordgo.Session, _ *discordgo.Disconnect) { signal(s.down) })
	return s
}

// open connects, within the time limit: it identifies the first time and resumes
// later. After errHung the session is abandoned.
func (s *session) open(ctx context.Context, within time.Duration) error {
	drain(s.ready)
	drain(s.down)
	s.up.Store(false)
	limit := time.NewTimer(within)
	defer limit.Stop()
	opened := make(chan error, 1)
	go func() { opened <- s.dg.Open() }()
	select {
	case err := <-opened:
		if errors.Is(err, discordgo.ErrWSAlreadyOpen) { // a late word of the connection before
			s.up.Store(true)
			s.g.emit(Event{Kind: Connected})
			return nil
		}
		if err != nil {
			return s.reason(err)
		}
		s.up.Store(true)
	case <-limit.C:
		s.abandon()
		return errHung
	case <-ctx.Done():
		if len(s.ready) == 0 { // else Open returns this very moment, and a goodbye is due
			s.abandon()
		}
		const grace = time.Second
		s.up.Store(waitFor(opened, grace) && !s.gone.Load())
		return ctx.Err()
	}
	select {
	case <-s.ready:
		return nil
	case <-s.down:
		select {
		case <-s.ready: // it was up, for a moment
			signal(s.down)
			return nil
		default:
			return s.reason(errUnfit)
		}
	case <-limit.C:
		s.abandon()
		return errHung
	case <-ctx.Done():
		return ctx.Err()
	}
}

// reason is why a connection did not come up, which the link may know better.
func (s *session) reason(err error) error {
	if l := s.current(); l != nil && l.refused.Load() {
		return errIdentify
	}
	return err
}

// abandon cuts the connection and forgets the session. If discordgo hangs in it,
// it hangs for ever; nobody waits for it.
func (s *session) abandon() {
	s.gone.Store(true)
	s.cancel()
	if l := s.current(); l != nil {
		l.Close()
	}
}

// close says goodbye and cuts the connection.
func (s *session) close() {
	if !s.gone.Swap(true) && s.up.Load() {
		s.current().goodbye()
	}
	s.abandon()
}

// watched reports whether its link sees identifies, and holds those back that are not allowed.
func (s *session) watched() bool {
	l := s.current()
	return l != nil && l.clear.Load()
}

func (s *session) current() *link {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.link
}

func (s *session) event(e *discordgo.Event) {
	if s.gone.Load() {
		return
	}
	if e.Type == "READY" && !s.watched() { // through a proxy the link did not see its identify
		s.g.identified()
	}
	s.g.dispatch(e.Type, e.RawData)
	if e.Type == "READY" || e.Type == "RESUMED" {
		signal(s.ready)
	}
}

func (s *session) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()
	conn, err := s.g.cfg.Dial(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	return s.hold(conn), nil
}

// dialTLS does what gorilla would do, so that the link sees frames and not their ciphers.
func (s *session) dialTLS(ctx context.Context, network, addr string) (net.Conn, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	raw, err := s.g.cfg.Dial(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	conn := tls.Client(raw, &tls.Config{ServerName: host, RootCAs: s.g.cfg.RootCAs})
	if err := conn.HandshakeContext(ctx); err != nil {
		raw.Close()
		return nil, fmt.Errorf("gateway: %w", err)
	}
	return s.hold(conn), nil
}

func (s *session) hold(conn net.Conn) *link {
	l := newLink(conn, s.g.cfg.Idle, s.g.identify)
	s.mu.Lock()
	s.link = l
	s.mu.Unlock()
	if s.gone.Load() {
		l.Close()
	}
	return l
}

// proxied reports whether the environment sends the gateway through a proxy.
func proxied() bool {
	u, err := http.ProxyFromEnvironment(&http.Request{URL: &url.URL{Scheme: "https", Host: "gateway.discord.gg"}})
	return err == nil && u != nil
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func drain(c chan struct{}) {
	select {
	case <-c:
	default:
	}
}

// waitFor reports whether something came from c in time.
func waitFor[T any](c <-chan T, limit time.Duration) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-c:
		return true
	case <-timer.C:
		return false
	}
}
