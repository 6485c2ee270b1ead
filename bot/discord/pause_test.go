package discord

import (
	"context"
	"net"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// The pauses double while no connection comes up. Where connections come up and are brief the bot is back within a second or so each time.
func TestReconnectPause(t *testing.T) {
	t.Parallel()
	g := NewGateway(newFakeGateway(t).client(t), GatewayConfig{})
	for _, c := range []struct {
		name        string
		failed      int
		brief       bool
		least, most time.Duration
	}{
		{"after a connection that lasted", 0, false, breath, breath},
		{"after a brief one", 0, true, 500 * time.Millisecond, 1500 * time.Millisecond},
		{"after one that did not come up", 1, false, 500 * time.Millisecond, 1500 * time.Millisecond},
		{"after three", 3, true, 2 * time.Second, 6 * time.Second},
		{"in a long outage", 40, false, 30 * time.Second, 90 * time.Second},
	} {
		if got := g.pause(c.failed, c.brief); got < c.least || got > c.most {
			t.Errorf("%s: %v, want %v to %v", c.name, got, c.least, c.most)
		}
	}
}

// brief is a connection that breaks as soon as it is up.
func brief(c *fakeConn) {
	c.up("s")
	panic(end{})
}

// Where every connection breaks at once the bot goes on resuming its session: no identify is spent.
func TestBriefConnections(t *testing.T) {
	t.Parallel()
	g := newFakeGateway(t, brief, brief, brief, brief, brief, brief, steady)
	r := g.run(t, func(_ *Config, gc *GatewayConfig) { gc.OpenFirst = time.Minute })
	for range 6 {
		r.expect("connected", "disconnected")
	}
	r.expect("connected")
	if n := r.idents.Load(); n != 1 {
		t.Errorf("%d identifies, want 1", n)
	}
}

// A connection that hangs while it opens is given longer the next time; brief ones change nothing about that.
func TestHungOpens(t *testing.T) {
	t.Parallel()
	const first = 4 * time.Second
	mute := func(c *fakeConn) { c.await(0) }
	slow := func(c *fakeConn) {
		time.Sleep(first + first/8) // the server takes its time
		steady(c)
	}
	for name, scripts := range map[string][]func(*fakeConn){
		"longer after one that hung": {brief, mute, slow},
		"no longer after brief ones": {brief, brief, brief, brief, mute, steady}, // the fifth would get a minute
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newFakeGateway(t, scripts...).run(t, func(_ *Config, gc *GatewayConfig) { gc.OpenFirst, gc.OpenTimeout = first, time.Hour })
			for range len(scripts) - 2 {
				r.expect("connected", "disconnected")
			}
			r.expect("connected")
		})
	}
}

// Discord allows a thousand identifies a day. A new session waits when too many have been sent, or when the day's are nearly spent.
func TestIdentifiesAreRare(t *testing.T) {
	t.Parallel()
	const reserve, wait = 20, 3 * time.Hour
	for _, c := range []struct {
		name      string
		sent      int // identifies lately
		remaining int // of the day, as Discord says
		want      time.Duration
	}{
		{"the first", 0, 1000, 0},
		{"the last of a burst", identifyBurst - 1, 1000, 0},
		{"one more", identifyBurst, 1000, identifyEvery},
		{"the day's are spent", 0, reserve, wait},
	} {
		fake := newFakeGateway(t)
		fake.remaining.Store(int64(c.remaining))
		fake.resetAfter.Store(wait.Milliseconds())
		g := NewGateway(fake.client(t), GatewayConfig{Reserve: reserve})
		g.left.Store(1000)
		for range c.sent {
			g.identify()
		}
		if got := max(g.debt(), g.held(t.Context())); got > c.want || c.want-got > 30*time.Second { // a debt melts meanwhile
			t.Errorf("%s: waits %v, want %v", c.name, got, c.want)
		}
	}
	const day = 24 * time.Hour
	if most := identifyBurst + int(day/identifyEvery); most >= 1000 {
		t.Errorf("up to %d identifies a day", most)
	}
}

// No identify leaves that is not allowed: neither one too many lately, nor one of the day's last, nor two before Discord has said how
// many there are.
func TestIdentifyIsRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                   string
		status, remaining      int
		burst, reserve, allows int
	}{
		{"the burst is over", 200, 1000, 3, 20, 3},
		{"of the day the last", 200, 22, 100, 20, 2},
		{"Discord says nothing", 503, 1000, 100, 20, 1},
	} {
		fake := newFakeGateway(t)
		fake.status.Store(int64(c.status))
		fake.remaining.Store(int64(c.remaining))
		g := NewGateway(fake.client(t), GatewayConfig{Burst: c.burst, Reserve: c.reserve})
		g.held(context.Background())
		n := 0
		for range 10 {
			if g.identify() {
				n++
			}
		}
		if n != c.allows {
			t.Errorf("%s: %d identifies, want %d", c.name, n, c.allows)
		}
	}
}

// A session that is refused on a connection that stands has discordgo identify at once, which counts like any other; one too many
// ends the connection instead.
func TestIdentifiesOnOneConnection(t *testing.T) {
	t.Parallel()
	refused := make(chan bool, 1)
	again := func(c *fakeConn) { // the resume is refused
		c.hello()
		c.await(6)
		c.send(9, false)
		defer func() { refused <- true }()
		c.await(2)
		refused <- false
	}
	g := newFakeGateway(t, brief, again, steady)
	r := g.run(t, func(_ *Config, gc *GatewayConfig) { gc.Burst = 1 })
	r.expect("connected", "disconnected")
	if !receive(t, refused) {
		t.Error("a second identify came")
	}
	if n := r.idents.Load(); n != 1 {
		t.Errorf("%d identifies, want 1", n)
	}
}

// When the day's identifies are spent Discord is asked again after the wait, and before a new session nothing is sent until it says so.
func TestAllowed(t *testing.T) {
	t.Parallel()
	fake := newFakeGateway(t)
	fake.remaining.Store(1)
	fake.resetAfter.Store(10)
	asked := 0
	client, err := New(Config{Token: testToken, Base: fake.URL + "/api/v10", Observe: func(Call) {
		if asked++; asked == 3 {
			fake.remaining.Store(1000)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	g := NewGateway(client, GatewayConfig{})
	if err := g.allowed(t.Context()); err != nil {
		t.Fatal(err)
	}
	if asked != 4 {
		t.Errorf("asked %d times, want 4", asked)
	}
	if !g.identify() {
		t.Error("it is not allowed after all")
	}
}

// Through a proxy no frame can be seen: a READY tells of its identify.
func TestIdentifiesThroughAProxy(t *testing.T) {
	t.Parallel()
	g := NewGateway(newFakeGateway(t).client(t), GatewayConfig{Burst: 1})
	g.left.Store(1000)
	s := g.newSession(t.Context())
	ours, theirs := net.Pipe()
	defer theirs.Close()
	s.hold(ours)
	if g.debt() != 0 || s.watched() {
		t.Errorf("before: a debt of %v, watched %v", g.debt(), s.watched())
	}
	s.event(&discordgo.Event{Type: "READY", RawData: []byte(`{"guilds":[]}`)})
	if len(s.ready) != 1 || g.debt() == 0 || g.left.Load() != 999 {
		t.Errorf("after READY: ready %d, a debt of %v, %d left", len(s.ready), g.debt(), g.left.Load())
	}
}

// One question brings the number of identifies and the address: discordgo's own is not sent.
func TestOneQuestion(t *testing.T) {
	t.Parallel()
	g := newFakeGateway(t, steady)
	asked := make(chan string, 100)
	r := g.run(t, func(c *Config, _ *GatewayConfig) { c.Observe = func(call Call) { asked <- call.Route } })
	r.expect("connected")
	if err := r.stop(); err != nil {
		t.Errorf("Run: %v", err)
	}
	close(asked)
	for route := range asked {
		if route != "GET /gateway/bot" {
			t.Errorf("%s was asked, too", route)
		}
	}
}
