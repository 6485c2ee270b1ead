package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// DefaultBase is the address of Discord's REST API.
const DefaultBase = "https://discord.com/api/v10"

// Config says how to reach Discord. Only Token is needed.
type Config struct {
	Token     string // of the bot, without "Bot "
	Base      string // of the REST API, default DefaultBase; the gateway's address comes from the API
	UserAgent string
	Log       *slog.Logger      // default: silent
	Next      http.RoundTripper // what really sends; default: a transport of its own
	// Observe is told of every request; it must be quick and safe to call from many goroutines.
	Observe func(Call)
	// Answered is told of every first answer to an interaction; the same holds for it.
	Answered func(Answered)
	// Now is what Interaction.Received was measured by, default time.Now.
	Now func() time.Time
	// TokenRefused is called once, when Discord refuses the bot's token. Nothing that needs the token is sent from then on.
	TokenRefused func()

	// PerSecond is Discord's global limit, default 50. No second sees more requests than that.
	PerSecond int
	// Refusals is how many 401, 403 and 429 in ten minutes suspend all sending; default 2000. Discord bars the address at 10,000.
	Refusals int
	// Timeout bounds a call whose context has no deadline, retries included; default 15 s.
	Timeout time.Duration
	// AnswerTimeout bounds the first answer to an interaction, which is void after 3 s; default 3 s.
	AnswerTimeout time.Duration
	// Backoff is the first pause before a retry, doubled each time and jittered; default 250 ms.
	Backoff time.Duration
}

// Client talks to Discord's REST API. It may be used by many goroutines. Every
// method obeys its context, also while it waits for a rate limit.
type Client struct {
	token     string
	base      string
	log       *slog.Logger
	http      *http.Client
	transport *transport
	timeout   time.Duration
	answer    time.Duration
	backoff   time.Duration
	answered  func(Answered)
	now       func() time.Time

	mu  sync.Mutex
	app string // the application's id, once known
}

// New makes a client. The only error is a base address that is none.
func New(cfg Config) (*Client, error) {
	setDefaults(&cfg)
	base, err := url.Parse(cfg.Base)
	if err != nil || base.Host == "" {
		return nil, fmt.Errorf("the address of Discord's API is no address: %q", cfg.Base)
	}
	base.Path = trimSlash(base.Path)
	// A limiter lets burst + one second's rate through in the worst second.
	burst := max(cfg.PerSecond/5, 1)
	t := &transport{
		base: base, agent: cfg.UserAgent, next: cfg.Next, log: cfg.Log,
		observe: cfg.Observe, refused: cfg.TokenRefused,
		pace:    rate.NewLimiter(rate.Limit(max(cfg.PerSecond-burst, 1)), burst),
		buckets: newBuckets(),
		budget:  &budget{most: cfg.Refusals},
	}
	return &Client{
		token: cfg.Token, base: base.String(), log: cfg.Log, transport: t,
		timeout: cfg.Timeout, answer: cfg.AnswerTimeout, backoff: cfg.Backoff, answered: cfg.Answered, now: cfg.Now,
		http: &http.Client{
			Transport:     t,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

func setDefaults(cfg *Config) {
	def(&cfg.Base, DefaultBase)
	def(&cfg.UserAgent, "DiscordBot (kumpas, 1)")
	def(&cfg.PerSecond, 50)
	def(&cfg.Refusals, 2000)
	def(&cfg.Timeout, 15*time.Second)
	def(&cfg.AnswerTimeout, 3*time.Second)
	def(&cfg.Backoff, 250*time.Millisecond)
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Observe == nil {
		cfg.Observe = func(Call) {}
	}
	if cfg.Answered == nil {
		cfg.Answered = func(Answered) {}
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.TokenRefused == nil {
		cfg.TokenRefused = func() {}
	}
	if cfg.Next == nil {
		cfg.Next = newTransport()
	}
}

func def[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

func trimSlash(s string) string {
	for len(s) > 0 && s[len(s)-1] == '/' {
		s = s[:len(s)-1]
	}
	return s
}

// quiet is how long a connection may say nothing, and then not answer a ping, before another takes its place: all requests share it, and
// one that is lost without a word would be used until TCP gives up, many minutes later.
const quiet = 3 * time.Second

func newTransport() *http.Transport {
	own := http.DefaultTransport.(*http.Transport).Clone()
	own.MaxIdleConnsPerHost = 64 // a bot talks to one host; the default of 2 would dial for every burst
	own.HTTP2 = &http.HTTP2Config{SendPingTimeout: quiet, PingTimeout: quiet}
	return own
}

// Close frees idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// CloseIdleConnections is what http.Client.CloseIdleConnections looks for.
func (t *transport) CloseIdleConnections() {
	if next, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		next.CloseIdleConnections()
	}
}

// repeat says what may be sent again when it is unknown whether Discord acted on it.
type repeat int

const (
	never  repeat = iota // only what surely was not sent
	always               // doing it twice is doing it once, or Discord itself refuses the second
)

// request is one call of the API.
type request struct {
	method string
	path   []string // segments; escaped by send
	query  string
	body   any
	files  []File
	repeat repeat
	secret string // the interaction token in the path
}

const (
	mostTries   = 4
	mostLimited = 5 // waits for a 429 in one call
)

// do sends a request until it is answered, and decodes the answer into out, if
// any. unsure reports that an earlier try may have been carried out.
func (c *Client) do(ctx context.Context, r request, out any) (unsure bool, err error) {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.timeout)
		defer cancel()
	}
	if slices.ContainsFunc(r.path, func(part string) bool { return part == "" || part == "." || part == ".." }) {
		return false, fmt.Errorf("%s %s: an id is missing", r.method, r.path[0])
	}
	payload, contentType, err := encode(r.body, r.files)
	if err != nil {
		return false, err
	}
	for try, limited := 1, 0; ; {
		answer, sent, err := c.send(ctx, r, payload, contentType)
		if err == nil {
			if out == nil || len(answer) == 0 {
				return unsure, nil
			}
			if err := json.Unmarshal(answer, out); err != nil {
				return unsure, fmt.Errorf("%s: the answer is not understood: %w", r.route(), err)
			}
			return unsure, nil
		}
		var refused *Error
		var pause time.Duration
		switch {
		case ctx.Err() != nil || errors.Is(err, BudgetSpent) || errors.Is(err, BadToken) || errors.Is(err, context.DeadlineExceeded):
			return unsure, err
		case errors.As(err, &refused) && refused.Class() == Limited:
			limited++
			if limited > mostLimited {
				return unsure, err
			}
			pause = refused.RetryAfter
		case errors.As(err, &refused) && refused.Status < 500:
			return unsure, err
		default: // Discord fails, or the connection does
			if sent && r.repeat == never || try >= mostTries {
				return unsure, err
			}
			unsure = unsure || sent
			pause = jitter(c.backoff << (try - 1))
			try++
		}
		c.log.Debug("trying again", "route", r.route(), "pause", pause, "err", err)
		if waitUntil(ctx, time.Now().Add(pause), nil) != nil {
			return unsure, err
		}
	}
}

// route is the request's name for logs and errors.
func (r request) route() string { return routeOf(r.method, r.address()).name }

func (r request) address() string {
	var b []byte
	for _, part := range r.path {
		b = append(b, '/')
		b = append(b, url.PathEscape(part)...)
	}
	return string(b)
}

// send sends a request once. sent is false if surely nothing reached Discord.
func (c *Client) send(ctx context.Context, r request, payload []byte, contentType string) (answer []byte, sent bool, err error) {
	var wrote atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { wrote.Store(true) }})
	address := c.base + r.address()
	if r.query != "" {
		address += "?" + r.query
	}
	var body io.Reader
	if payload != nil {
		body = bytes.NewReader(payload)
	}
	req, err := http.NewRequestWithContext(ctx, r.method, address, body)
	if err != nil {
		return nil, false, withoutSecrets(r.route(), err, c.token, r.secret)
	}
	if payload != nil {
		req.Header.Set("Content-Type", contentType)
	}
	if r.secret == "" { // an interaction's token speaks for itself
		req.Header.Set("Authorization", "Bot "+c.token)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, wrote.Load(), withoutSecrets(r.route(), err, c.token, r.secret)
	}
	defer resp.Body.Close()
	const most = 8 << 20
	answer, err = io.ReadAll(io.LimitReader(resp.Body, most))
	if err != nil {
		return nil, true, withoutSecrets(r.route(), err, c.token, r.secret)
	}
	if resp.StatusCode >= 300 {
		return nil, true, readError(r.route(), resp.StatusCode, resp.Header, answer)
	}
	return answer, true, nil
}

// jitter spreads a pause over half to one and a half of it.
func jitter(d time.Duration) time.Duration {
	return d/2 + time.Duration(rand.Int64N(int64(d)+1))
}
