package discord

import (
	"context"
	"testing"
	"time"
)

// Where connections are short the bot comes back within a few seconds each time, and at once after one that lasted.
func TestTriesAfter(t *testing.T) {
	t.Parallel()
	const short, long = time.Second, 10 * time.Second
	for _, c := range []struct {
		name   string
		tries  int
		lasted time.Duration
		want   int
	}{
		{"the first, short", 0, short, 1},
		{"short time after time", 3, short, 3},
		{"short after an outage", 9, short, 3},
		{"long after an outage", 9, long, 0},
	} {
		if got := triesAfter(c.tries, c.lasted); got != c.want {
			t.Errorf("%s: %d tries count, want %d", c.name, got, c.want)
		}
	}
}

// Where every connection breaks at once the bot goes on resuming its session: the pauses stop growing, and no identify is spent.
func TestShortConnections(t *testing.T) {
	t.Parallel()
	const many = 10 // doubled so often, the pause would be most of a minute
	var short []func(*fakeConn)
	for range many {
		short = append(short, func(c *fakeConn) {
			c.up("s")
			panic(end{})
		})
	}
	g := newFakeGateway(t, append(short, steady)...)
	r := g.run(t, func(_ *Config, gc *GatewayConfig) { gc.BackoffMin, gc.BackoffMax = 50*time.Millisecond, time.Hour })
	for range many {
		r.expect("connected", "disconnected")
	}
	r.expect("connected")
	if n := r.idents.Load(); n != 1 {
		t.Errorf("%d identifies, want 1", n)
	}
}

// A connection that hangs while it opens is given longer the next time, one that merely was short is not.
func TestHungOpens(t *testing.T) {
	t.Parallel()
	brief := func(c *fakeConn) {
		c.up("s")
		panic(end{})
	}
	mute := func(c *fakeConn) { c.await(0) }
	g := newFakeGateway(t, brief, brief, brief, brief, mute, steady)
	r := g.run(t, func(_ *Config, gc *GatewayConfig) { gc.OpenFirst, gc.OpenTimeout = 2*time.Second, time.Hour })
	r.expect("connected", "disconnected", "connected", "disconnected", "connected", "disconnected", "connected", "disconnected", "connected")
}

// Discord allows a thousand identifies a day. A try that may cost one waits when too many have been sent, or when the day's are nearly
// spent; a session that was resumed the last time costs none and waits for nobody.
func TestIdentifiesAreRare(t *testing.T) {
	t.Parallel()
	const reserve, wait = 20, 3 * time.Hour
	for _, c := range []struct {
		name      string
		sent      int  // identifies lately
		session   bool // there is one
		resumed   bool // its last connection was
		remaining int  // of the day, as Discord says
		want      time.Duration
	}{
		{"the first", 0, false, false, 1000, 0},
		{"one of few", identifyBurst - 1, false, false, 1000, 0},
		{"one too many", identifyBurst, false, false, 1000, identifyEvery},
		{"three too many", identifyBurst + 2, false, false, 1000, 3 * identifyEvery},
		{"the day's are spent", 0, false, false, reserve, wait},
		{"a session", identifyBurst - 1, true, false, reserve, breath},
		{"a session that may not be resumed", identifyBurst, true, false, 1000, identifyEvery},
		{"a session that is", identifyBurst + 2, true, true, reserve, breath},
	} {
		fake := newFakeGateway(t, steady)
		fake.remaining.Store(int64(c.remaining))
		fake.resetAfter.Store(wait.Milliseconds())
		client, err := New(Config{Token: testToken, Base: fake.URL + "/api/v10"})
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		g := NewGateway(client, GatewayConfig{Reserve: reserve})
		for range c.sent {
			g.identified()
		}
		var s *session
		if c.session {
			s = &session{}
			s.resumed.Store(c.resumed)
		}
		if got := g.pause(context.Background(), 0, s); got > c.want || c.want-got > time.Second { // the debt melts meanwhile
			t.Errorf("%s: waits %v, want %v", c.name, got, c.want)
		}
	}
	const day = 24 * time.Hour
	if most := identifyBurst + int(day/identifyEvery); most >= 1000 {
		t.Errorf("up to %d identifies a day", most)
	}
}

// Every identify is counted, also where a session is refused and discordgo identifies on the same connection.
func TestIdentifiesAreCounted(t *testing.T) {
	t.Parallel()
	refuse := func(c *fakeConn) {
		c.hello()
		if c.await(2, 6).Op == 6 {
			c.send(9, false)
			c.await(2)
		}
		c.ready("s")
		panic(end{})
	}
	fake := newFakeGateway(t, refuse, refuse, steady)
	client, err := New(Config{Token: testToken, Base: fake.URL + "/api/v10"})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	connected := make(chan struct{}, 10)
	g := NewGateway(client, GatewayConfig{BackoffMin: time.Millisecond, OnEvent: func(e Event) {
		if e.Kind == Connected {
			connected <- struct{}{}
		}
	}})
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- g.Run(ctx) }()
	for range 3 {
		receive(t, connected)
	}
	stop()
	if err := receive(t, ended); err != nil {
		t.Errorf("Run: %v", err)
	}
	if left := int(g.identifies.Tokens() + 0.5); left != identifyBurst-2 {
		t.Errorf("%d identifies left of %d, two were sent", left, identifyBurst)
	}
}
