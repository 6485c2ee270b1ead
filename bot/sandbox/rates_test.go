package sandbox_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"kumpas/bot/sandbox"
)

func TestRateLimits(t *testing.T) {
	limits := sandbox.DiscordLimits()
	w := newWorld(t, sandbox.Config{Limits: &limits})
	w.register()
	at := "/channels/" + w.ch.ID() + "/messages"
	post := func() answer { return w.do("POST", at, m{"content": "x"}) }
	var id string
	for i := range 5 {
		a := post()
		if h := a.header; a.status != 200 || h.Get("X-RateLimit-Limit") != "5" || h.Get("X-RateLimit-Remaining") != strconv.Itoa(4-i) || h.Get("X-RateLimit-Bucket") == "" || h.Get("X-RateLimit-Reset-After") != "5.000" {
			t.Fatalf("post %d: %s %v", i, a, a.header)
		}
		id = a.id()
	}
	w.clock.Advance(time.Second)
	a := post()
	if a.status != 429 || a.body["global"] != false || a.body["retry_after"] != 4.0 || a.header.Get("X-RateLimit-Scope") != "user" || a.header.Get("Retry-After") != "4" {
		t.Errorf("the sixth: %s %v", a, a.header)
	}
	other := w.g.NewChannel("başka")
	w.ok("POST", "/channels/"+other.ID()+"/messages", m{"content": "another channel"})
	for range 5 {
		w.ok("PATCH", at+"/"+id, m{"content": "edits are counted apart"})
	}
	if a := w.do("PATCH", at+"/"+id, m{"content": "x"}); a.status != 429 {
		t.Errorf("the sixth edit: %s", a)
	}
	w.clock.Advance(4 * time.Second)
	if a := post(); a.status != 200 {
		t.Errorf("in the next window: %s", a)
	}

	// Callbacks are exempt; follow-ups are counted by token.
	var in *sandbox.Interaction
	for range 60 {
		in = w.command(w.ayse)
		w.reply(in, 4, m{"content": "x"})
	}
	for range 5 {
		w.ok("POST", w.hook(in), m{"content": "x"})
	}
	if a := w.do("PATCH", w.hook(in)+"/messages/@original", m{"content": "x"}); a.status != 429 {
		t.Errorf("the sixth use of a token: %s", a)
	}
	w.clock.Advance(2 * time.Second)
	w.ok("PATCH", w.hook(in)+"/messages/@original", m{"content": "x"})

	// 50 requests a second in all.
	w.clock.Advance(time.Minute)
	for range 50 {
		w.ok("GET", "/gateway/bot", nil)
		w.clock.Advance(time.Millisecond)
	}
	a = w.do("GET", "/users/@me", nil)
	if a.status != 429 || a.body["global"] != true || a.header.Get("X-RateLimit-Global") != "true" || a.header.Get("X-RateLimit-Scope") != "global" {
		t.Errorf("the 51st: %s %v", a, a.header)
	}
	if n := w.sb.Stats().Invalid; n != 4 {
		t.Errorf("%d invalid requests", n)
	}
}

func TestShrunkenLimits(t *testing.T) {
	limits := sandbox.NoLimits()
	limits.WebhookChannel = sandbox.Limit{N: 2, Per: time.Minute}
	w := newWorld(t, sandbox.Config{Limits: limits})
	w.register()
	for i := range 3 {
		in := w.command(w.ayse)
		w.reply(in, 4, m{"content": "x"})
		if a := w.do("POST", w.hook(in), m{"content": "x"}); (a.status == 429) != (i == 2) {
			t.Errorf("follow-up %d: %s", i, a)
		}
	}
}

func TestLimitsChangeOnTheWay(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	w.sb.SetLimits(sandbox.Limits{Create: sandbox.Limit{N: 1, Per: time.Minute}})
	w.post(m{"content": "x"})
	if a := w.do("POST", "/channels/"+w.ch.ID()+"/messages", m{"content": "x"}); a.status != 429 {
		t.Errorf("%s", a)
	}
	w.sb.SetLimits(*sandbox.NoLimits())
	w.post(m{"content": "x"})
}

func TestOldMessages(t *testing.T) {
	limits := sandbox.NoLimits()
	limits.Old, limits.OldAfter = sandbox.Limit{N: 3, Per: 20 * time.Second}, time.Hour
	w := newWorld(t, sandbox.Config{Limits: limits})
	msg := w.post(board("x"))
	at := "/channels/" + w.ch.ID() + "/messages/" + msg.ID
	w.clock.Advance(time.Hour)
	for range 5 {
		w.ok("PATCH", at, board("y"))
	}
	w.clock.Advance(time.Millisecond)
	for range 3 {
		w.ok("PATCH", at, board("z"))
	}
	if a := w.fails(30046, "PATCH", at, board("z")); a.status != 429 || a.body["retry_after"] != 20.0 {
		t.Errorf("%s", a)
	}
	// The answer to a press on it is counted too: nobody knows that Discord does not.
	in := w.press(w.ayse, msg, "go")
	w.fails(30046, "POST", callback(in), m{"type": 7, "data": board("z")})
	w.reply(in, 6, nil)
	w.clock.Advance(20 * time.Second)
	w.ok("PATCH", at, board("z"))
}

func TestNonce(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	first := w.post(m{"content": "bir", "nonce": "n1", "enforce_nonce": true})
	if again := w.post(m{"content": "bir", "nonce": "n1", "enforce_nonce": true}); again.ID != first.ID {
		t.Error("the same nonce made a second message")
	}
	if other := w.post(m{"content": "bir", "nonce": "n1"}); other.ID == first.ID {
		t.Error("a nonce that is not enforced returned the old message")
	}
	w.clock.Advance(5 * time.Minute)
	if late := w.post(m{"content": "bir", "nonce": "n1", "enforce_nonce": true}); late.ID == first.ID {
		t.Error("a nonce lasts a few minutes only")
	}
	if n := w.post(m{"content": "x", "nonce": 17}); string(n.Nonce) != "17" {
		t.Errorf("nonce %s", n.Nonce)
	}
}

func TestWhoMayAsk(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	tests := []struct {
		name, token, agent string
		status, code       int
		offence            string
	}{
		{"fine", "Bot " + w.sb.Token(), "DiscordBot (x, 1)", 200, 0, ""},
		{"no token", "", "DiscordBot (x, 1)", 401, 0, "token"},
		{"without Bot", w.sb.Token(), "DiscordBot (x, 1)", 401, 0, "token"},
		{"wrong token", "Bot x", "DiscordBot (x, 1)", 401, 0, "token"},
		{"no user agent", "Bot " + w.sb.Token(), "", 403, 40333, "token"},
	}
	for _, tt := range tests {
		req, err := http.NewRequestWithContext(within(t), "GET", w.sb.APIURL()+"/users/@me", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("User-Agent", tt.agent)
		if tt.token != "" {
			req.Header.Set("Authorization", tt.token)
		}
		if a := w.roundTrip(req); a.status != tt.status || a.code() != tt.code {
			t.Errorf("%s: %s", tt.name, a)
		}
		if k := w.kinds(); k != tt.offence {
			t.Errorf("%s: offences %q", tt.name, k)
		}
	}
}

func TestTooManyInvalidRequests(t *testing.T) {
	w := newWorld(t, sandbox.Config{Limits: &sandbox.Limits{Invalid: sandbox.Limit{N: 3, Per: 10 * time.Minute}}}, sandbox.OffenceForbidden)
	w.ch.Deny(w.sb.Bot(), sandbox.SendMessages)
	at := "/channels/" + w.ch.ID() + "/messages"
	for range 3 {
		w.fails(50013, "POST", at, m{"content": "x"})
	}
	if a := w.do("GET", "/gateway", nil); a.status != 429 || a.body != nil || a.header.Get("X-RateLimit-Scope") != "" {
		t.Errorf("after three: %s", a)
	}
	if k := w.kinds(); k != "banned" {
		t.Errorf("offences %q", k)
	}
	w.clock.Advance(10 * time.Minute)
	w.ok("GET", "/gateway", nil)
}

func TestTooManyIdentifies(t *testing.T) {
	w := newWorld(t, sandbox.Config{Limits: &sandbox.Limits{Identifies: 2}}, sandbox.OffenceGateway)
	for range 2 {
		dial(t, w.sb, "v=10").ready(w.sb, m{"intents": 0})
	}
	c := dial(t, w.sb, "v=10")
	c.want(10, "")
	c.send(2, identify(w.sb, nil))
	if _, code := c.read(); code != 4004 {
		t.Errorf("closed with %d", code)
	}
}

// The bot is told how many identifies are left; where there is no limit it is never told to wait.
func TestIdentifiesLeft(t *testing.T) {
	for _, c := range []struct{ limit, left int }{{5, 3}, {0, 1000}} {
		w := newWorld(t, sandbox.Config{Limits: &sandbox.Limits{Identifies: c.limit}})
		for range 2 {
			dial(t, w.sb, "v=10").ready(w.sb, m{"intents": 0})
		}
		limit := w.ok("GET", "/gateway/bot", nil).body["session_start_limit"].(map[string]any)
		if left := limit["remaining"]; left != float64(c.left) {
			t.Errorf("%v left of %d, want %d", left, c.limit, c.left)
		}
	}
}
