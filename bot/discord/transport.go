package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// Call is one request that was sent, or waited in vain for a rate limit, for metrics. It holds no secret.
type Call struct {
	Route    string        // such as "PATCH /channels/{id}/messages/{id}"
	Status   int           // 0: no answer came
	Duration time.Duration // from sending to the head of the answer
	Waited   time.Duration // for rate limits, before sending
	GaveUp   bool          // it was not sent: there was no time to wait for a rate limit
}

// transport is the one way to Discord's REST API, discordgo's requests included.
// It sets the address, keeps every rate limit and stops before Discord would ban the bot.
type transport struct {
	base    *url.URL
	agent   string
	next    http.RoundTripper
	log     *slog.Logger
	observe func(Call)
	refused func() // the bot's token is bad

	pace    *rate.Limiter
	buckets *buckets
	budget  *budget

	waiting atomic.Int64 // requests that wait to be sent

	mu       sync.Mutex
	paused   time.Time // nothing that counts globally is sent before
	badToken bool
}

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	path, ours := t.below(req.URL)
	if !ours {
		closeBody(req)
		return nil, fmt.Errorf("%s is not Discord's API", req.URL.Host)
	}
	r := routeOf(req.Method, path)
	start := time.Now()
	t.waiting.Add(1)
	s, err := t.admit(req.Context(), r)
	t.waiting.Add(-1)
	call := Call{Route: r.name, Waited: time.Since(start)}
	if err != nil {
		closeBody(req)
		if call.GaveUp = !errors.Is(err, BudgetSpent) && !errors.Is(err, BadToken); call.GaveUp {
			t.observe(call)
		}
		return nil, err
	}
	out := req.Clone(req.Context())
	out.URL = t.base.JoinPath(path)
	out.URL.RawQuery = req.URL.RawQuery
	out.Host = ""
	out.Header.Set("User-Agent", t.agent)
	sent := time.Now()
	resp, err := t.next.RoundTrip(out)
	call.Duration = time.Since(sent)
	if err != nil {
		t.buckets.give(s, nil, 0)
		t.observe(call)
		return nil, err
	}
	call.Status = resp.StatusCode
	t.settle(r, s, resp)
	t.observe(call)
	return resp, nil
}

// Waiting is how many requests wait for rate limits.
func (c *Client) Waiting() int { return int(c.transport.waiting.Load()) }

// below returns the path below the API's base address. discordgo's addresses are hard-wired to Discord and to version 9.
func (t *transport) below(u *url.URL) (string, bool) {
	path := u.EscapedPath()
	if u.Host == t.base.Host {
		if rest, ok := strings.CutPrefix(path, t.base.EscapedPath()+"/"); ok {
			return "/" + rest, true
		}
	}
	if u.Host == "discord.com" {
		if rest, ok := strings.CutPrefix(path, "/api/v"); ok {
			_, rest, ok = strings.Cut(rest, "/")
			return "/" + rest, ok
		}
	}
	return "", false
}

// admit waits until the request may be sent, or says why it may not.
func (t *transport) admit(ctx context.Context, r route) (slot, error) {
	switch spent, ended := t.budget.ask(); {
	case spent:
		return slot{}, BudgetSpent
	case ended:
		t.log.Warn("sending goes on: the refused requests are ten minutes old")
	}
	if !r.free && t.tokenRefused() {
		return slot{}, BadToken
	}
	s, err := t.buckets.take(ctx, r)
	if err != nil || r.free {
		return s, err
	}
	for {
		if err = t.pace.Wait(ctx); err != nil {
			if ctx.Err() == nil { // the limiter saw that the deadline would come first
				err = context.DeadlineExceeded
			}
			err = fmt.Errorf("rate limit: %w", err)
			break
		}
		until := t.pausedUntil()
		if !time.Now().Before(until) {
			return s, nil
		}
		if err = waitUntil(ctx, until, nil); err != nil {
			break
		}
	}
	t.buckets.give(s, nil, 0)
	return slot{}, err
}

// settle draws the conclusions from an answer.
func (t *transport) settle(r route, s slot, resp *http.Response) {
	var blocked time.Duration
	switch resp.StatusCode {
	case http.StatusUnauthorized:
		t.charge(r)
		if !r.free {
			t.mu.Lock()
			first := !t.badToken
			t.badToken = true
			t.mu.Unlock()
			if first {
				t.log.Error("Discord refused the bot's token", "route", r.name)
				t.refused()
			}
		}
	case http.StatusForbidden:
		t.charge(r)
	case http.StatusTooManyRequests:
		if resp.Header.Get("X-RateLimit-Scope") != "shared" {
			t.charge(r)
		}
		blocked = t.limited(r, resp)
	}
	t.buckets.give(s, resp, blocked)
}

func (t *transport) charge(r route) {
	if t.budget.charge() {
		t.log.Error("Discord refused too many requests in ten minutes, sending is suspended", "last", r.name)
	}
}

// limited handles a 429 and returns how long its route is blocked.
func (t *transport) limited(r route, resp *http.Response) time.Duration {
	const most = 64 << 10
	body, _ := io.ReadAll(io.LimitReader(resp.Body, most))
	resp.Body.Close()
	resp.Body = io.NopCloser(bytes.NewReader(body))
	var said struct {
		Code   int  `json:"code"`
		Global bool `json:"global"`
	}
	fromDiscord := json.Unmarshal(body, &said) == nil
	wait := retryAfter(resp.Header, body)
	t.log.Warn("rate limited", "route", r.name, "scope", resp.Header.Get("X-RateLimit-Scope"),
		"global", said.Global, "code", said.Code, "retry_after", wait)
	switch {
	case said.Code == 30046: // one old message, not the route
		return 0
	case said.Global || resp.Header.Get("X-RateLimit-Global") != "" || !fromDiscord: // a page of the edge bars the whole address
		t.mu.Lock()
		t.paused = later(t.paused, time.Now().Add(wait))
		t.mu.Unlock()
		return 0
	}
	return wait
}

func (t *transport) tokenRefused() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.badToken
}

func (t *transport) pausedUntil() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.paused
}

// retryAfter reads how long a 429 asks to wait: the body is more exact than the header.
func retryAfter(h http.Header, body []byte) time.Duration {
	var said struct {
		RetryAfter float64 `json:"retry_after"`
	}
	if json.Unmarshal(body, &said) == nil && said.RetryAfter > 0 && said.RetryAfter < 1e6 {
		return time.Duration(said.RetryAfter * float64(time.Second))
	}
	return seconds(h.Get("Retry-After"))
}

func closeBody(req *http.Request) {
	if req.Body != nil {
		req.Body.Close()
	}
}
