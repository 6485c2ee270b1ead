package sandbox_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"kumpas/bot/sandbox"
)

func TestRefusalFaults(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	tests := []struct {
		fault, scope string
		status       int
	}{
		{"429_route", "user", 429}, {"429_global", "global", 429}, {"429_shared", "shared", 429}, {"500", "", 500}, {"502", "", 502}, {"503", "", 503},
	}
	for _, tt := range tests {
		if err := w.sb.Fault(tt.fault, sandbox.Plan{Times: 2, Every: 2, Route: "/users"}); err != nil {
			t.Fatal(err)
		}
		var got []int
		for range 6 {
			w.ok("GET", "/gateway", nil) // not meant
			a := w.do("GET", "/users/@me", nil)
			got = append(got, a.status)
			if a.status == 429 && (a.header.Get("X-RateLimit-Scope") != tt.scope || a.header.Get("Retry-After") == "" || (a.body["global"] == true) != (tt.scope == "global")) {
				t.Errorf("%s: %s %v", tt.fault, a, a.header)
			}
		}
		for i, status := range got {
			if want := map[bool]int{true: tt.status, false: 200}[i == 1 || i == 3]; status != want {
				t.Errorf("%s: %v", tt.fault, got)
			}
		}
	}
	if n := w.sb.Stats().Invalid; n != 4 { // shared ones do not count
		t.Errorf("%d invalid requests", n)
	}
	if w.sb.Fault("nonsense") == nil {
		t.Error("a fault that is not there")
	}
}

func TestCutAfterTaking(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	w.sb.Fault("cut")
	req, err := http.NewRequestWithContext(within(t), "POST", w.sb.APIURL()+"/channels/"+w.ch.ID()+"/messages", strings.NewReader(`{"content":"taken"}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{"Authorization": {"Bot " + w.sb.Token()}, "User-Agent": {"DiscordBot (x, 1)"}, "Content-Type": {"application/json"}}
	if res, err := w.hc.Do(req); err == nil {
		raw, _ := io.ReadAll(res.Body)
		res.Body.Close()
		t.Errorf("an answer came: %s", raw)
	}
	if s := contents(w.ayse.Sees(w.ch)); s != "taken" {
		t.Errorf("Ayşe sees %q", s)
	}
}

func TestSlowAndLate(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	w.register()
	w.sb.Fault("slow")
	done := make(chan answer, 1)
	go func() { done <- w.do("POST", "/channels/"+w.ch.ID()+"/messages", m{"content": "yavaş"}) }()
	if _, err := w.ayse.Await(within(t), w.ch, func(msg *sandbox.Message) bool { return msg.Content == "yavaş" }); err != nil {
		t.Fatal(err)
	}
	advanceUntil(w, done, func(a answer) bool { return a.status == 200 })

	w.sb.Heal()
	w.sb.Fault("late", sandbox.Plan{Route: "/callback"})
	in := w.command(w.ayse)
	go func() { done <- w.do("POST", callback(in), m{"type": 4, "data": m{"content": "geç"}}) }()
	advanceUntil(w, done, func(a answer) bool { return a.code() == 10062 })
	if in.Result().OK {
		t.Error("a late answer counted")
	}
}

// advanceUntil moves the clock until the request that waits for it is done.
func advanceUntil(w *world, done <-chan answer, ok func(answer) bool) {
	w.t.Helper()
	ctx := within(w.t)
	for {
		select {
		case a := <-done:
			if !ok(a) {
				w.t.Errorf("%s", a)
			}
			return
		case <-ctx.Done():
			w.t.Fatal("the request hangs")
		case <-time.After(time.Millisecond):
			w.clock.Advance(time.Second)
		}
	}
}

func TestOvertaking(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	msg := w.post(m{"content": "0"})
	at := "/channels/" + w.ch.ID() + "/messages/" + msg.ID
	w.sb.Fault("overtake")
	var wg sync.WaitGroup
	wg.Go(func() { w.ok("PATCH", at, m{"content": "first"}) })
	// The first is held until the second has passed it.
	if err := w.sb.Until(within(t), func() bool { return w.sb.Stats().Calls["PATCH /channels/{channel}/messages/{message}"] == 1 }); err != nil {
		t.Fatal(err)
	}
	wg.Go(func() { w.ok("PATCH", at, m{"content": "second"}) })
	wg.Wait()
	var seen []string
	for _, c := range w.can.Feed() {
		if c.Message != nil {
			seen = append(seen, c.Message.Content)
		}
	}
	if s := strings.Join(seen, " "); s != "0 second first" {
		t.Errorf("the order was %s", s)
	}
	w.ok("PATCH", at, m{"content": "alone"}) // is held only for a moment
}

func TestInteractionFaults(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	w.register()
	c := dial(t, w.sb, "v=10&encoding=json")
	c.ready(w.sb, m{"intents": 0})
	next := func() string {
		var e struct{ ID string }
		if err := json.Unmarshal(c.want(0, "INTERACTION_CREATE").D, &e); err != nil {
			t.Fatal(err)
		}
		return e.ID
	}
	w.sb.Fault("expired_token")
	in := w.command(w.ayse)
	next()
	w.fails(10062, "POST", callback(in), m{"type": 4, "data": m{"content": "x"}})
	w.fails(50027, "POST", w.hook(in), m{"content": "x"})

	w.sb.Fault("used_token")
	in = w.command(w.ayse)
	next()
	w.fails(40060, "POST", callback(in), m{"type": 4, "data": m{"content": "x"}})

	w.sb.Fault("twice")
	in = w.command(w.ayse)
	if a, b := next(), next(); a != in.ID() || b != in.ID() {
		t.Errorf("twice: %s %s", a, b)
	}
	w.reply(in, 4, m{"content": "x"})
	w.fails(40060, "POST", callback(in), m{"type": 4, "data": m{"content": "x"}})
	w.sb.Heal()

	w.sb.Fault("disorder")
	first, second := w.command(w.ayse), w.command(w.can)
	if a, b := next(), next(); a != second.ID() || b != first.ID() {
		t.Error("disorder: they came in order")
	}
	alone := w.command(w.ayse)
	if next() != alone.ID() {
		t.Error("disorder: one that nothing overtakes must come all the same")
	}
}

func TestThingsTakenFromTheBot(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	w.register()
	th := w.ch.NewThread(w.ayse, "masa", false)
	at := "/channels/" + th.ID() + "/messages"
	first := w.ok("POST", at, m{"content": "bir"}).id()
	second := w.ok("POST", at, m{"content": "iki"}).id()
	w.sb.Fault("delete_message")
	w.fails(10008, "PATCH", at+"/"+second, m{"content": "x"})
	w.sb.Fault("delete_channel")
	w.fails(10003, "PATCH", at+"/"+first, m{"content": "x"})

	w.sb.Fault("lost_permission")
	w.fails(50013, "POST", "/channels/"+w.ch.ID()+"/messages", m{"content": "x"})
	w.reply(w.command(w.ayse), 4, m{"content": "an answer needs no permission"})
	w.sb.EndFault("lost_permission")
	w.ok("POST", "/channels/"+w.ch.ID()+"/messages", m{"content": "x"})
}

func TestOffences(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	w.register()
	at := "/channels/" + w.ch.ID() + "/messages"
	expect := func(name, kinds string) {
		t.Helper()
		if k := w.kinds(); k != kinds {
			t.Errorf("%s: offences %q, want %q", name, k, kinds)
		}
	}
	msg := w.post(m{"content": "x"})
	w.ok("DELETE", at+"/"+msg.ID, nil)
	w.fails(10008, "PATCH", at+"/"+msg.ID, m{"content": "x"})
	expect("an edit of what the bot has deleted", "unknown")
	msg = w.post(m{"content": "x"})
	w.sb.DeleteMessage(msg.ID)
	w.fails(10008, "PATCH", at+"/"+msg.ID, m{"content": "x"})
	expect("an edit of what others have deleted", "")
	w.fails(50035, "POST", at, m{"content": rep("x", 2001)})
	expect("too long", "invalid")
	w.ch.Deny(w.sb.Bot(), sandbox.SendMessages)
	w.fails(50013, "POST", at, m{"content": "x"})
	expect("the first 403", "")
	w.fails(50013, "POST", at, m{"content": "x"})
	expect("the second", "forbidden")
	w.ch.Reset(w.sb.Bot())
	w.ok("POST", at, m{"content": "x", "flags": 64})
	expect("ephemeral where nothing is", "flags")
	w.command(w.ayse)
	w.clock.Advance(3 * time.Second)
	expect("unanswered, but nobody was there", "")
	c := dial(t, w.sb, "v=10&encoding=json")
	c.ready(w.sb, m{"intents": 0})
	in := w.command(w.ayse)
	w.clock.Advance(3 * time.Second)
	expect("unanswered", "unanswered")
	w.fails(10062, "POST", callback(in), m{"type": 4, "data": m{"content": "x"}})
	expect("late", "late")
	in = w.command(w.ayse)
	w.reply(in, 4, m{"content": "x"})
	w.fails(40060, "POST", callback(in), m{"type": 4, "data": m{"content": "x"}})
	expect("second answer", "twice")
	w.clock.Advance(15 * time.Minute)
	w.fails(50027, "POST", w.hook(in), m{"content": "x"})
	expect("dead token", "dead-token")
	w.sb.Forgive(sandbox.OffenceInvalid)
	w.fails(50035, "POST", at, m{"content": rep("x", 2001)})
	expect("forgiven", "")
}

// failing is a test that must fail.
type failing struct {
	testing.TB
	errors int
	end    []func()
}

func (f *failing) Cleanup(do func())     { f.end = append(f.end, do) }
func (f *failing) Errorf(string, ...any) { f.errors++ }

func TestOffenceFailsItsTest(t *testing.T) {
	f := &failing{TB: t}
	sb := sandbox.Start(f, sandbox.Config{})
	b := &bot{t, sb, http.DefaultClient}
	defer http.DefaultClient.CloseIdleConnections()
	b.fails(10003, "GET", "/channels/1", nil)
	for _, do := range f.end {
		do()
	}
	if f.errors != 1 {
		t.Errorf("%d errors, want 1", f.errors)
	}
}

func TestListensOnLoopbackOnly(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", "192.168.1.1:0", "nonsense"} {
		if sb, err := sandbox.New(sandbox.Config{Addr: addr}); err == nil {
			sb.Close()
			t.Errorf("it listens on %s", addr)
		}
	}
}
