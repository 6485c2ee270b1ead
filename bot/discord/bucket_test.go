package discord

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// limitedAPI is a Discord made of rate limits alone, on the bubble's clock: windows begin with their first request.
type limitedAPI struct {
	size   int           // 0: no limit
	window time.Duration // of a bucket
	travel time.Duration // there, and the same back
	hash   func(r route) string

	mu      sync.Mutex
	windows map[string]*window
	hits    []time.Time
	limited int
}

type window struct {
	ends time.Time
	used int
}

func (a *limitedAPI) RoundTrip(req *http.Request) (*http.Response, error) {
	time.Sleep(a.travel)
	defer time.Sleep(a.travel)
	r := routeOf(req.Method, strings.TrimPrefix(req.URL.Path, "/api/v10"))
	resp := &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(`{"id":"1"}`))}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.hits = append(a.hits, time.Now())
	if a.size == 0 {
		return resp, nil
	}
	hash := r.name
	if a.hash != nil {
		hash = a.hash(r)
	}
	now := time.Now()
	w := a.windows[hash+r.major]
	if w == nil || !now.Before(w.ends) {
		w = &window{ends: now.Add(a.window)}
		if a.windows == nil {
			a.windows = map[string]*window{}
		}
		a.windows[hash+r.major] = w
	}
	after := fmt.Sprintf("%.3f", w.ends.Sub(now).Seconds())
	if w.used == a.size {
		a.limited++
		resp.StatusCode = 429
		resp.Header.Set("Retry-After", after)
	} else {
		w.used++
	}
	for key, value := range map[string]string{
		"X-RateLimit-Limit": fmt.Sprint(a.size), "X-RateLimit-Remaining": fmt.Sprint(a.size - w.used),
		"X-RateLimit-Reset-After": after, "X-RateLimit-Bucket": hash,
	} {
		resp.Header.Set(key, value)
	}
	return resp, nil
}

func (a *limitedAPI) client(t *testing.T, change ...func(*Config)) *Client {
	t.Helper()
	cfg := Config{Token: testToken, Next: a, PerSecond: 1_000_000, Timeout: time.Hour}
	for _, c := range change {
		c(&cfg)
	}
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	c.knowApp("900")
	return c
}

// together runs n calls side by side and returns their errors.
func together(n int, call func(i int) error) []error {
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { errs[i] = call(i) })
	}
	all.Wait()
	return errs
}

// No pattern of calls runs into a 429 of a route, whatever is sent side by side.
func TestBucketsAreNeverOverrun(t *testing.T) {
	tests := map[string]func(ctx context.Context, c *Client, i int) error{
		"edits in one channel": func(ctx context.Context, c *Client, i int) error { return c.Edit(ctx, "100", "8", words("x")) },
		"edits in two channels": func(ctx context.Context, c *Client, i int) error {
			return c.Edit(ctx, fmt.Sprint(100+i%2), "8", words("x"))
		},
		"edits of one answer": func(ctx context.Context, c *Client, i int) error { return c.EditOriginal(ctx, "tok", words("x")) },
		"a mixture": func(ctx context.Context, c *Client, i int) error {
			if i%3 == 0 {
				_, err := c.Post(ctx, "100", words("x"))
				return err
			}
			return c.Edit(ctx, "100", fmt.Sprint(i), words("x"))
		},
	}
	for name, call := range tests {
		for _, shared := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, shared bucket %v", name, shared), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					api := &limitedAPI{size: 5, window: 5 * time.Second, travel: 40 * time.Millisecond}
					if shared {
						api.hash = func(route) string { return "h" }
					}
					c := api.client(t)
					// The second kind of request meets a bucket that the first has filled unseen: let each be known first.
					for i := range 3 {
						if err := call(t.Context(), c, i); err != nil {
							t.Fatal(err)
						}
					}
					for _, err := range together(40, func(i int) error { return call(t.Context(), c, i) }) {
						if err != nil {
							t.Fatal(err)
						}
					}
					if api.limited > 0 {
						t.Errorf("%d requests met a 429", api.limited)
					}
					if len(api.hits) != 43 {
						t.Errorf("%d requests, want 43", len(api.hits))
					}
				})
			})
		}
	}
}

// Waiting for a bucket wastes little: 20 edits at 5 in 5 s take four windows.
func TestBucketsAreUsedUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		api := &limitedAPI{size: 5, window: 5 * time.Second, travel: 40 * time.Millisecond}
		c := api.client(t)
		start := time.Now()
		together(20, func(int) error { return c.Edit(t.Context(), "100", "8", words("x")) })
		if took := time.Since(start); took > 17*time.Second {
			t.Errorf("20 edits took %v", took)
		}
	})
}

// discordgo serialises all edits of answers; here tokens do not wait for each other, nor does one for itself once its limit is known.
func TestAnswersAreEditedSideBySide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		api := &limitedAPI{size: 100, window: 2 * time.Second, travel: 50 * time.Millisecond}
		c := api.client(t)
		if err := c.EditOriginal(t.Context(), "first", words("x")); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		together(10, func(i int) error { return c.EditOriginal(t.Context(), fmt.Sprint("token", i), words("x")) })
		together(10, func(i int) error { return c.EditOriginal(t.Context(), "first", words("x")) })
		if took := time.Since(start); took != 200*time.Millisecond {
			t.Errorf("two rounds of edits took %v, want two journeys of 100ms", took)
		}
	})
}

// A wait for a bucket ends with its context; one that cannot end in time does not begin.
func TestBucketWaitObeysContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		api := &limitedAPI{size: 1, window: 10 * time.Second}
		c := api.client(t)
		edit := func(ctx context.Context) error { return c.Edit(ctx, "100", "8", words("x")) }
		if err := edit(t.Context()); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		if err := edit(ctx); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 0 {
			t.Errorf("a call with too little time: %v after %v, want a refusal at once", err, time.Since(start))
		}
		ctx, cancel = context.WithCancel(t.Context())
		defer cancel()
		time.AfterFunc(time.Second, cancel)
		if err := edit(ctx); !errors.Is(err, context.Canceled) || time.Since(start) != time.Second {
			t.Errorf("a cancelled call: %v after %v", err, time.Since(start))
		}
		if err := edit(t.Context()); err != nil {
			t.Errorf("the bucket is lost after two that gave up: %v", err)
		}
	})
}

// Buckets of dead tokens are forgotten: 6,000 answers leave hundreds, not 6,000.
func TestBucketsArePruned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		api := &limitedAPI{size: 5, window: 2 * time.Second, travel: time.Millisecond}
		c := api.client(t)
		most := 0
		for i := range 6_000 {
			i7 := press()
			i7.Token = fmt.Sprint("token", i)
			if err := c.Answer(t.Context(), i7, words("x")); err != nil {
				t.Fatal(err)
			}
			if i%3 == 0 {
				if err := c.EditOriginal(t.Context(), i7.Token, words("x")); err != nil {
					t.Fatal(err)
				}
			}
			most = max(most, len(c.transport.buckets.live))
		}
		// 2 s at 8 ms a round hold 250 live buckets; pruning waits until they have doubled.
		if most > 1000 {
			t.Errorf("up to %d buckets", most)
		}
		if n := len(c.transport.buckets.known); n > 2 {
			t.Errorf("%d routes are known, want one per kind of request", n)
		}
	})
}

// No second sees more than 50 requests, but interactions do not count among them.
func TestGlobalLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		api := &limitedAPI{}
		var calls recorder
		c := api.client(t, func(cfg *Config) { cfg.PerSecond, cfg.Observe = 50, calls.observe })
		began := time.Now()
		together(300, func(i int) error { return c.Edit(t.Context(), fmt.Sprint(i), "8", words("x")) })
		for i := 50; i < len(api.hits); i++ {
			if api.hits[i].Sub(api.hits[i-50]) < time.Second {
				t.Fatalf("51 requests in %v", api.hits[i].Sub(api.hits[i-50]))
			}
		}
		if took := api.hits[299].Sub(api.hits[0]); took > 8*time.Second {
			t.Errorf("300 requests took %v", took)
		}
		if got, want := calls.waits(), sinces(began, api.hits); !slices.Equal(got, want) {
			t.Errorf("the requests are said to have waited %v, and have waited %v", got, want)
		}
		start := time.Now()
		calls.got = nil
		together(300, func(i int) error { return c.Answer(t.Context(), press(), words("x")) })
		if got := calls.waits(); len(got) != 300 || got[299] != 0 {
			t.Errorf("the answers are said to have waited %v", got)
		}
		if took := time.Since(start); took != 0 {
			t.Errorf("300 answers waited %v", took)
		}
	})
}

// recorder keeps what is observed.
type recorder struct {
	mu  sync.Mutex
	got []Call
}

func (r *recorder) observe(c Call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.got = append(r.got, c)
}

// waits are how long the requests waited, the shortest time first.
func (r *recorder) waits() (all []time.Duration) {
	for _, c := range r.got {
		all = append(all, c.Waited)
	}
	slices.Sort(all)
	return all
}

// sinces are how long after a moment others came, the first one first.
func sinces(start time.Time, moments []time.Time) (all []time.Duration) {
	for _, at := range moments {
		all = append(all, at.Sub(start))
	}
	slices.Sort(all)
	return all
}

// Requests that wait are counted while they do, and told if they have waited in vain; those that are refused at once have not waited.
func TestWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		api := &limitedAPI{size: 5, window: 10 * time.Second}
		var calls recorder
		c := api.client(t, func(cfg *Config) { cfg.Observe = calls.observe })
		edit := func(ctx context.Context) error { return c.Edit(ctx, "100", "8", words("x")) }
		together(5, func(int) error { return edit(t.Context()) })
		calls.got = nil
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 3)
		for range 3 {
			go func() { done <- edit(ctx) }()
		}
		synctest.Wait()
		if n := c.Waiting(); n != 3 || len(calls.got) != 0 {
			t.Errorf("%d requests wait, %v observed", n, calls.got)
		}
		time.Sleep(3 * time.Second)
		cancel()
		for range 3 {
			if err := <-done; err == nil {
				t.Error("it was sent")
			}
		}
		want := Call{Route: "PATCH /channels/{id}/messages/{id}", Waited: 3 * time.Second, GaveUp: true}
		if !slices.Equal(calls.got, []Call{want, want, want}) || c.Waiting() != 0 {
			t.Errorf("observed %+v, %d wait", calls.got, c.Waiting())
		}
		calls.got = nil
		short, end := context.WithTimeout(t.Context(), time.Second)
		defer end()
		want.Waited = 0 // its time would be over before
		if err := edit(short); err == nil || !slices.Equal(calls.got, []Call{want}) {
			t.Errorf("%v, observed %+v", err, calls.got)
		}
		calls.got = nil
		c.transport.badToken = true
		if err := edit(t.Context()); !errors.Is(err, BadToken) || len(calls.got) != 0 {
			t.Errorf("%v, observed %+v", err, calls.got)
		}
	})
}

// script answers each request by its place in the row; the last answer repeats.
type script struct {
	mu    sync.Mutex
	steps []func() (*http.Response, error)
	paths []string
	times []time.Time
}

func (s *script) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		_, _ = io.Copy(io.Discard, req.Body)
	}
	s.mu.Lock()
	n := min(len(s.paths), len(s.steps)-1)
	s.paths = append(s.paths, req.URL.Path)
	s.times = append(s.times, time.Now())
	step := s.steps[n]
	s.mu.Unlock()
	return step()
}

func say(status int, body string, header ...string) func() (*http.Response, error) {
	return func() (*http.Response, error) {
		h := http.Header{}
		for i := 0; i < len(header); i += 2 {
			h.Set(header[i], header[i+1])
		}
		return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body))}, nil
	}
}

func (s *script) client(t *testing.T, change ...func(*Config)) *Client {
	t.Helper()
	cfg := Config{Token: testToken, Next: s, Timeout: time.Hour}
	for _, c := range change {
		c(&cfg)
	}
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	c.knowApp("900")
	return c
}

// A global 429 stops every route but the answers to interactions, which are outside it.
func TestGlobal429(t *testing.T) {
	edge := "<html>banned</html>"
	tests := map[string]func() (*http.Response, error){
		"body":             say(429, `{"message":"x","retry_after":3.5,"global":true}`, "Retry-After", "4"),
		"header":           say(429, `{"message":"x","retry_after":3.5}`, "X-RateLimit-Global", "true"),
		"page of the edge": say(429, edge, "Retry-After", "4"),
	}
	for name, first := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &script{steps: []func() (*http.Response, error){first, say(200, `{"id":"1"}`)}}
				c := s.client(t)
				start := time.Now()
				done := make(chan error)
				go func() { done <- c.Edit(t.Context(), "100", "8", words("x")) }()
				synctest.Wait()
				if err := c.Answer(t.Context(), press(), words("x")); err != nil || time.Since(start) != 0 {
					t.Errorf("an answer waited %v: %v", time.Since(start), err)
				}
				if err := c.Edit(t.Context(), "200", "8", words("x")); err != nil || time.Since(start) < 3500*time.Millisecond {
					t.Errorf("another route waited %v, want 3.5 s or more: %v", time.Since(start), err)
				}
				if err := <-done; err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// A 429 of one route is waited for and tried again, and stops no other route.
func TestRoute429(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{steps: []func() (*http.Response, error){
			say(429, `{"message":"x","retry_after":2.25,"global":false}`, "X-RateLimit-Scope", "user"),
			say(200, `{"id":"1"}`),
		}}
		c := s.client(t)
		start := time.Now()
		done := make(chan error)
		go func() { done <- c.Edit(t.Context(), "100", "8", words("x")) }()
		synctest.Wait()
		if err := c.Edit(t.Context(), "200", "8", words("x")); err != nil || time.Since(start) != 0 {
			t.Errorf("another channel waited %v: %v", time.Since(start), err)
		}
		if err := <-done; err != nil || time.Since(start) != 2250*time.Millisecond {
			t.Errorf("the limited edit: %v after %v", err, time.Since(start))
		}
	})
}

// A message that is too old for edits (30046) is no business of its channel, and trying again is no use: it wants a new message.
func TestTooOldIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{steps: []func() (*http.Response, error){
			say(429, `{"message":"x","code":30046,"retry_after":20}`),
			say(200, `{"id":"1"}`),
		}}
		c := s.client(t)
		start := time.Now()
		if err := c.Edit(t.Context(), "100", "8", words("x")); !errors.Is(err, TooOld) {
			t.Errorf("got %v, want TooOld", err)
		}
		if err := c.Edit(t.Context(), "100", "9", words("x")); err != nil || time.Since(start) != 0 {
			t.Errorf("another message waited %v: %v", time.Since(start), err)
		}
	})
}

// Refusals are counted over ten minutes; at the limit nothing is sent until they have passed.
func TestRefusalBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		s := &script{steps: []func() (*http.Response, error){say(403, `{"message":"x","code":50013}`)}}
		c := s.client(t, func(cfg *Config) { cfg.Refusals, cfg.Log = 10, slog.New(slog.NewTextHandler(&log, nil)) })
		for range 10 {
			if err := c.Edit(t.Context(), "100", "8", words("x")); !errors.Is(err, NoPermission) {
				t.Fatalf("got %v, want NoPermission", err)
			}
			time.Sleep(20 * time.Second)
		}
		for _, call := range []func() error{
			func() error { return c.Edit(t.Context(), "100", "8", words("x")) },
			func() error { return c.Answer(t.Context(), press(), words("x")) },
		} {
			if err := call(); !errors.Is(err, BudgetSpent) {
				t.Errorf("got %v, want BudgetSpent", err)
			}
		}
		if len(s.paths) != 10 {
			t.Errorf("%d requests left the house, want 10", len(s.paths))
		}
		if n, most := c.Refused(); n != 10 || most != 10 {
			t.Errorf("%d of %d refusals are told", n, most)
		}
		if said := log.String(); strings.Count(said, "level=ERROR") != 1 || !strings.Contains(said, "sending is suspended") || strings.Contains(said, "goes on") {
			t.Errorf("the log says\n%s", said)
		}
		time.Sleep(11 * time.Minute)
		if err := c.Edit(t.Context(), "100", "8", words("x")); !errors.Is(err, NoPermission) {
			t.Errorf("ten minutes later: %v, want a sent request", err)
		}
		if said := log.String(); strings.Count(said, "sending goes on") != 1 {
			t.Errorf("the log says\n%s", said)
		}
	})
}

// What the limits count: 401, 403 and 429, but not a 429 that others caused, and nothing else.
func TestWhatTheBudgetCounts(t *testing.T) {
	tests := []struct {
		name  string
		step  func() (*http.Response, error)
		count int
	}{
		{"401", say(401, `{"message":"x","code":50027}`), 1},
		{"403", say(403, `{"message":"x","code":50001}`), 1},
		{"429", say(429, `{"message":"x","retry_after":1}`, "X-RateLimit-Scope", "user"), 1},
		{"shared 429", say(429, `{"message":"x","retry_after":1}`, "X-RateLimit-Scope", "shared"), 0},
		{"404", say(404, `{"message":"x","code":10008}`), 0},
		{"400", say(400, `{"message":"x","code":50035}`), 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := &script{steps: []func() (*http.Response, error){tt.step}}
			c := s.client(t)
			ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
			defer cancel()
			if err := c.EditOriginal(ctx, testPress, words("x")); err == nil {
				t.Fatal("no error")
			}
			if got := c.transport.budget.sum(); got != tt.count {
				t.Errorf("counted %d, want %d", got, tt.count)
			}
		})
	}
}

// A 401 of the bot's token is the end: it is told once and nothing with the token is sent again. A 401 of an interaction's token is not.
func TestBadTokenStops(t *testing.T) {
	told := 0
	s := &script{steps: []func() (*http.Response, error){
		say(401, `{"message":"Invalid Webhook Token","code":50027}`),
		say(401, `{"message":"401: Unauthorized","code":0}`),
	}}
	c := s.client(t, func(cfg *Config) { cfg.TokenRefused = func() { told++ } })
	if err := c.EditOriginal(t.Context(), testPress, words("x")); !errors.Is(err, TokenDead) || told != 0 {
		t.Errorf("dead interaction token: %v, told %d times", err, told)
	}
	for range 3 {
		if err := c.Edit(t.Context(), "100", "8", words("x")); !errors.Is(err, BadToken) {
			t.Errorf("got %v, want BadToken", err)
		}
	}
	if told != 1 || len(s.paths) != 2 {
		t.Errorf("told %d times after %d requests, want once after 2", told, len(s.paths))
	}
}

func TestRoutes(t *testing.T) {
	tests := []struct {
		method, path, name, major string
		free, callback            bool
	}{
		{"PATCH", "/channels/1/messages/2", "PATCH /channels/{id}/messages/{id}", "1", false, false},
		{"POST", "/channels/1/messages/2/threads", "POST /channels/{id}/messages/{id}/threads", "1", false, false},
		{"GET", "/guilds/3/members/4", "GET /guilds/{id}/members/{id}", "3", false, false},
		{"PUT", "/applications/9/commands", "PUT /applications/{id}/commands", "", false, false},
		{"GET", "/users/@me", "GET /users/@me", "", false, false},
		{"POST", "/interactions/7/secret/callback", "POST /interactions/{id}/{token}/callback", "7/secret", true, true},
		{"PATCH", "/webhooks/9/secret/messages/@original", "PATCH /webhooks/{id}/{token}/messages/@original", "9/secret", true, false},
		{"PATCH", "/webhooks/9/123/messages/5", "PATCH /webhooks/{id}/{token}/messages/{id}", "9/123", true, false},
	}
	for _, tt := range tests {
		if got, want := routeOf(tt.method, tt.path), (route{tt.name, tt.major, tt.free, tt.callback}); got != want {
			t.Errorf("%s %s: %+v, want %+v", tt.method, tt.path, got, want)
		}
	}
}

// discordgo's hard-wired addresses end at the configured base; nothing else is sent anywhere.
func TestAddressIsRewritten(t *testing.T) {
	tests := []struct{ base, from, to string }{
		{"http://127.0.0.1:4000/api/v10", "https://discord.com/api/v9/gateway", "http://127.0.0.1:4000/api/v10/gateway"},
		{"http://127.0.0.1:4000/api/v9/", "https://discord.com/api/v9/gateway/bot?x=1", "http://127.0.0.1:4000/api/v9/gateway/bot?x=1"},
		{"http://127.0.0.1:4000", "http://127.0.0.1:4000/users/@me", "http://127.0.0.1:4000/users/@me"},
		{DefaultBase, "https://discord.com/api/v9/gateway", "https://discord.com/api/v10/gateway"},
		{DefaultBase, "https://discord.com/api/v10/channels/1", "https://discord.com/api/v10/channels/1"},
		{DefaultBase, "https://example.org/api/v9/gateway", ""},
		{DefaultBase, "https://discord.com/login", ""},
	}
	for _, tt := range tests {
		var got string
		next := roundTrip(func(req *http.Request) (*http.Response, error) {
			got = req.URL.String()
			return say(200, "{}")()
		})
		c, err := New(Config{Token: testToken, Base: tt.base, Next: next})
		if err != nil {
			t.Fatal(err)
		}
		req, _ := http.NewRequestWithContext(t.Context(), "GET", tt.from, nil)
		resp, err := c.transport.RoundTrip(req)
		if err == nil {
			resp.Body.Close()
		}
		if got != tt.to || (err == nil) != (tt.to != "") {
			t.Errorf("%s over %s: %q (%v), want %q", tt.from, tt.base, got, err, tt.to)
		}
	}
	if _, err := New(Config{Token: testToken, Base: "no address"}); err == nil {
		t.Error("a base address without a host is accepted")
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// Every request is told to the hook by its route, without ids or tokens.
func TestObserve(t *testing.T) {
	var got []Call
	s := &script{steps: []func() (*http.Response, error){say(200, `{"id":"1"}`), say(503, ""), say(200, `{"id":"1"}`)}}
	c := s.client(t, func(cfg *Config) {
		cfg.Backoff = time.Millisecond
		cfg.Observe = func(call Call) { got = append(got, call) }
	})
	_ = c.Answer(t.Context(), press(), words("x"))
	_ = c.EditOriginal(t.Context(), testPress, words("x"))
	var lines []string
	for _, call := range got {
		lines = append(lines, fmt.Sprint(call.Status, " ", call.Route))
	}
	want := []string{
		"200 POST /interactions/{id}/{token}/callback",
		"503 PATCH /webhooks/{id}/{token}/messages/@original",
		"200 PATCH /webhooks/{id}/{token}/messages/@original",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("got %q, want %q", lines, want)
	}
}
