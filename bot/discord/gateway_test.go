package discord

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// hung are where discordgo waits for ever when Op 7 comes in place of READY (defect 1): Open, and the heartbeat of the connection before.
var hung = []goleak.Option{
	goleak.IgnoreAnyFunction("github.com/bwmarrin/discordgo.(*Session).onEvent"),
	goleak.IgnoreAnyFunction("github.com/bwmarrin/discordgo.(*Session).heartbeat"),
}

func TestMain(m *testing.M) {
	var std lockedBuffer
	log.SetOutput(&std) // discordgo prints there, for the whole process
	code := m.Run()
	if said := std.String(); said != "" {
		fmt.Fprintln(os.Stderr, "discordgo was not silent:", said)
		code = 1
	}
	if code == 0 {
		// discordgo rests a second in each Close.
		err := errors.New("")
		for end := time.Now().Add(5 * time.Second); err != nil && time.Now().Before(end); {
			err = goleak.Find(hung...)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func asFatal(err error, target **FatalError) bool { return errors.As(err, target) }

// It identifies once, with the intents for servers and bans and no others, and ends without an error.
func TestGatewayConnects(t *testing.T) {
	t.Parallel()
	identify := make(chan packet, 1)
	g := newFakeGateway(t, func(c *fakeConn) {
		c.hello()
		identify <- c.await(2)
		c.ready("s")
		c.stay()
	})
	r := g.run(t)
	r.expect("connected")
	var sent struct {
		Token   string
		Intents int
	}
	if err := json.Unmarshal(receive(t, identify).D, &sent); err != nil {
		t.Fatal(err)
	}
	if sent.Token != "Bot "+testToken || sent.Intents != 1|1<<2 {
		t.Errorf("identified with %+v", sent)
	}
	if err := r.stop(); err != nil {
		t.Errorf("Run: %v", err)
	}
	if n := r.idents.Load(); n != 1 {
		t.Errorf("told of %d identifies, want 1", n)
	}
}

// Events come in the order they were sent, one at a time, however many there are.
func TestGatewayKeepsOrder(t *testing.T) {
	t.Parallel()
	const n = 5000
	g := newFakeGateway(t, func(c *fakeConn) {
		c.up("s")
		for i := range n {
			c.event("INTERACTION_CREATE", interaction(1000+i))
		}
		c.stay()
	})
	r := g.run(t)
	r.expect("connected")
	for i := range n {
		r.expect(fmt.Sprint("interaction ", 1000+i))
	}
}

// Defect 1: Op 7 in place of READY hangs discordgo's Open for ever. The session is abandoned and a new one made.
func TestReconnectInPlaceOfReady(t *testing.T) {
	t.Parallel()
	g := newFakeGateway(t, func(c *fakeConn) {
		c.hello()
		c.await(2)
		c.send(7, nil)
		c.stay()
	}, steady)
	r := g.run(t, func(_ *Config, gc *GatewayConfig) { gc.OpenFirst = 300 * time.Millisecond })
	r.expect("connected")
	if n := r.idents.Load(); n != 2 {
		t.Errorf("%d identifies, want 2", n)
	}
}

// Defect 1 again, in place of RESUMED: what was abandoned is not heard, and the new session brings the bot up.
func TestReconnectInPlaceOfResumed(t *testing.T) {
	t.Parallel()
	g := newFakeGateway(t, func(c *fakeConn) {
		c.up("s")
		panic(end{})
	}, func(c *fakeConn) {
		c.hello()
		c.await(6)
		c.send(7, nil)
		c.stay()
	}, steady)
	r := g.run(t, func(_ *Config, gc *GatewayConfig) { gc.OpenFirst = 2 * time.Second })
	r.expect("connected", "disconnected", "connected")
	if n := r.idents.Load(); n != 2 {
		t.Errorf("%d identifies, want 2", n)
	}
}

// Defect 2: without a word from the server Open never returns. Silence is noticed, or else Open's time is up.
func TestNoHello(t *testing.T) {
	t.Parallel()
	silent := func(c *fakeConn) { c.await(1) }
	for name, change := range map[string]func(*Config, *GatewayConfig){
		"by silence": func(_ *Config, gc *GatewayConfig) { gc.Idle = 100 * time.Millisecond },
		"by time":    func(_ *Config, gc *GatewayConfig) { gc.OpenTimeout = 100 * time.Millisecond },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newFakeGateway(t, silent, func(c *fakeConn) {
				c.up("s")
				c.event("INTERACTION_CREATE", interaction(7))
				c.await(8)
			})
			r := g.run(t, change)
			r.expect("connected", "interaction 7")
		})
	}
}

// Defect 3: a dead link is noticed by its silence, not after five lost heartbeats, and the session resumes where it was.
func TestNoAnswerToHeartbeats(t *testing.T) {
	t.Parallel()
	resume := make(chan packet, 1)
	g := newFakeGateway(t, func(c *fakeConn) {
		c.up("the-session")
		c.await(8) // hears heartbeats and says nothing
	}, func(c *fakeConn) {
		c.hello()
		resume <- c.await(6)
		c.event("RESUMED", object{})
		c.stay()
	})
	r := g.run(t, func(_ *Config, gc *GatewayConfig) { gc.Idle = 200 * time.Millisecond })
	r.expect("connected", "disconnected", "connected")
	var sent struct {
		SessionID string `json:"session_id"`
		Seq       int    `json:"seq"`
	}
	if err := json.Unmarshal(receive(t, resume).D, &sent); err != nil {
		t.Fatal(err)
	}
	if sent.SessionID != "the-session" || sent.Seq != 1 {
		t.Errorf("resumed with %+v", sent)
	}
	if n := r.idents.Load(); n != 1 {
		t.Errorf("%d identifies, want 1", n)
	}
}

// A lost connection is resumed, what was missed comes first, and no identify is spent. So it is after Op 7.
func TestResume(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(*fakeConn){
		"cut":       func(*fakeConn) { panic(end{}) },
		"Op 7":      func(c *fakeConn) { c.send(7, nil); c.stay() },
		"code 4000": func(c *fakeConn) { c.closeWith(4000) },
		"code 1001": func(c *fakeConn) { c.closeWith(1001) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newFakeGateway(t, func(c *fakeConn) {
				c.up("s")
				c.await(1) // discordgo's first heartbeat would close the next connection if it came late
				c.event("INTERACTION_CREATE", interaction(1))
				lose(c)
			}, func(c *fakeConn) { // READY and the first interaction were events 1 and 2
				c.hello()
				var d struct{ Seq int }
				if err := json.Unmarshal(c.await(6).D, &d); err != nil {
					panic(end{})
				}
				for n := max(d.Seq, 2); n < 4; n++ {
					c.write(object{"op": 0, "t": "INTERACTION_CREATE", "s": n + 1, "d": interaction(n)})
				}
				c.write(object{"op": 0, "t": "RESUMED", "s": 5, "d": object{}})
				c.stay()
			})
			r := g.run(t)
			var heard []string
			last := ""
			for last != "connected" || len(heard) < 3 {
				if last = receive(t, r.heard); strings.HasPrefix(last, "interaction") {
					heard = append(heard, last)
				}
			}
			if !slices.Equal(heard, []string{"interaction 1", "interaction 2", "interaction 3"}) {
				t.Errorf("heard %v", heard)
			}
			if n := r.idents.Load(); n != 1 {
				t.Errorf("%d identifies, want 1", n)
			}
			if codes := g.closed(); slices.Contains(codes, 1000) {
				t.Errorf("the bot closed with %v: that ends a session", codes)
			}
		})
	}
}

// A session that Discord no longer knows is replaced: by close code, or by Op 9, to which discordgo answers on the same connection.
func TestStaleSession(t *testing.T) {
	t.Parallel()
	for name, refuse := range map[string]func(*fakeConn){
		"code 4009": func(c *fakeConn) { c.closeWith(4009) },
		"code 4007": func(c *fakeConn) { c.closeWith(4007) },
		"Op 9": func(c *fakeConn) {
			c.send(9, false)
			c.await(2)
			c.ready("new")
			c.stay()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newFakeGateway(t, func(c *fakeConn) {
				c.up("s")
				c.await(1)
				panic(end{})
			}, func(c *fakeConn) {
				c.hello()
				c.await(6)
				refuse(c)
			}, steady)
			r := g.run(t)
			r.expect("connected", "disconnected", "connected")
			if n := r.idents.Load(); n != 2 {
				t.Errorf("%d identifies, want 2", n)
			}
		})
	}
}

// discordgo answers every Op 9 with another identify at once, of which there are a thousand a day. No connection identifies twice in a row.
func TestInvalidSessionLoop(t *testing.T) {
	t.Parallel()
	identified := make(chan int, 100)
	again := func(c *fakeConn) {
		c.hello()
		n := 0
		defer func() { identified <- n }()
		for {
			c.await(2)
			n++
			c.send(9, false)
		}
	}
	g := newFakeGateway(t, again, again, again, steady)
	r := g.run(t)
	r.expect("connected")
	for range 3 {
		if n := receive(t, identified); n != 1 {
			t.Errorf("a connection identified %d times", n)
		}
	}
	if n := r.idents.Load(); n != 4 {
		t.Errorf("%d identifies, want 4", n)
	}
}

// Defect 5: discordgo tries for ever what cannot be mended. These codes end the program, and say why.
func TestFatalCodes(t *testing.T) {
	t.Parallel()
	for _, code := range []int{4004, 4010, 4011, 4012, 4013, 4014} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			t.Parallel()
			g := newFakeGateway(t, func(c *fakeConn) {
				c.hello()
				c.await(2)
				c.closeWith(code)
			})
			r := g.run(t)
			err := r.end()
			r.ended <- err
			var fatal *FatalError
			if !errors.As(err, &fatal) || fatal.Code != code {
				t.Fatalf("Run: %v", err)
			}
			if errors.Is(err, BadToken) != (code == 4004) {
				t.Errorf("%v: bad token is %v", err, errors.Is(err, BadToken))
			}
			if !strings.Contains(err.Error(), fmt.Sprint(code)) || strings.Contains(err.Error(), "SECRET") {
				t.Errorf("the sentence is %q", err)
			}
			if g.connections() != 1 {
				t.Errorf("%d connections, want 1", g.connections())
			}
		})
	}
}

// A token that the REST API refuses ends the program too, before any identify is spent.
func TestBadTokenAtREST(t *testing.T) {
	t.Parallel()
	g := newFakeGateway(t, steady)
	g.status.Store(401)
	r := g.run(t)
	err := r.end()
	r.ended <- err
	if !errors.Is(err, BadToken) || g.connections() != 0 {
		t.Errorf("Run: %v after %d connections", err, g.connections())
	}
}

// While Discord is down, whether REST, port or gateway, the bot keeps trying; then it is there.
func TestOutage(t *testing.T) {
	t.Parallel()
	g := newFakeGateway(t, func(c *fakeConn) { c.closeWith(1013) }, func(c *fakeConn) { c.closeWith(4008) }, steady)
	g.status.Store(503)
	failed := make(chan struct{}, 100)
	r := g.run(t, func(c *Config, _ *GatewayConfig) {
		c.Observe = func(call Call) {
			if call.Status == 503 {
				select {
				case failed <- struct{}{}:
				default:
				}
			}
		}
	})
	for range 10 {
		receive(t, failed)
	}
	g.status.Store(200)
	r.expect("connected")
}

// When the day's identifies are nearly spent the bot waits, for past the last one Discord takes its token away.
func TestIdentifiesAreHeldBack(t *testing.T) {
	t.Parallel()
	g := newFakeGateway(t, steady)
	g.remaining.Store(5)
	g.resetAfter.Store(3_600_000)
	var said lockedBuffer
	held := make(chan struct{}, 1)
	r := g.run(t, func(c *Config, _ *GatewayConfig) {
		c.Log = slog.New(slog.NewTextHandler(writerFunc(func(p []byte) (int, error) {
			if bytes.Contains(p, []byte("identifies")) {
				signal(held)
			}
			return said.Write(p)
		}), nil))
	})
	receive(t, held)
	if err := r.stop(); err != nil {
		t.Errorf("Run: %v", err)
	}
	if g.connections() != 0 || !strings.Contains(said.String(), "wait=1h0m0s") {
		t.Errorf("%d connections; log: %s", g.connections(), said.String())
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// Defect 7: of unknown components discordgo makes an empty event. Here the interaction arrives whole.
func TestUnknownComponents(t *testing.T) {
	t.Parallel()
	odd := []any{object{"type": 99, "components": object{"x": 1}}, object{"type": 18, "component": object{"type": 23, "custom_id": "a", "value": true}}}
	got := make(chan Interaction, 2)
	g := newFakeGateway(t, func(c *fakeConn) {
		c.up("s")
		press := interaction(1)
		press["message"] = object{"id": "8", "channel_id": "100", "flags": 64, "components": odd}
		c.event("INTERACTION_CREATE", press)
		modal := interaction(2)
		modal["type"] = 5
		modal["data"] = object{"custom_id": "m", "components": odd}
		c.event("INTERACTION_CREATE", modal)
		c.stay()
	})
	r := g.run(t, func(_ *Config, gc *GatewayConfig) { gc.OnInteraction = func(i Interaction) { got <- i } })
	r.expect("connected")
	if i := receive(t, got); i.Kind != Press || i.Token != testPress || i.Message != (MessageRef{"8", "100", true}) {
		t.Errorf("press: %+v", i)
	}
	if i := receive(t, got); i.Kind != ModalSubmit || i.Fields["a"] != "true" {
		t.Errorf("modal: %+v", i)
	}
}

// A handler that panics loses its event and nothing else; the log quotes nothing of what it had in hand.
func TestPanickingHandler(t *testing.T) {
	t.Parallel()
	var said lockedBuffer
	g := newFakeGateway(t, func(c *fakeConn) {
		c.up("s")
		for i := range 4 {
			c.event("INTERACTION_CREATE", interaction(i+1))
		}
		c.stay()
	})
	r := g.run(t, func(c *Config, gc *GatewayConfig) {
		c.Log = slog.New(slog.NewTextHandler(&said, nil))
		hear := gc.OnInteraction
		gc.OnInteraction = func(i Interaction) {
			switch i.ID {
			case "1":
				panic("the hand of Ayşe: " + i.Token)
			case "2":
				panic(fmt.Errorf("about %s", i.Token))
			case "3":
				_ = []int{}[len(i.ID)]
			}
			hear(i)
		}
	})
	r.expect("connected", "interaction 4")
	text := said.String()
	if strings.Count(text, "a handler panicked") != 3 || strings.Contains(text, "SECRET") || strings.Contains(text, "Ayşe") {
		t.Errorf("log: %s", text)
	}
}

// What the bot hears besides interactions: only real news of servers, channels, threads and bans.
func TestEvents(t *testing.T) {
	t.Parallel()
	g := newFakeGateway(t, func(c *fakeConn) {
		c.up("s", "1", "2")
		c.event("GUILD_CREATE", object{"id": "1"}) // known from READY
		c.event("GUILD_CREATE", object{"id": "3"}) // new
		c.event("GUILD_CREATE", object{"id": "3"}) // after an outage
		c.event("GUILD_DELETE", object{"id": "1", "unavailable": true})
		c.event("GUILD_DELETE", object{"id": "2"})
		c.event("CHANNEL_DELETE", object{"id": "10", "guild_id": "1", "type": 0})
		c.event("THREAD_DELETE", object{"id": "11", "guild_id": "1", "type": 11, "parent_id": "10"})
		c.event("GUILD_BAN_ADD", object{"guild_id": "1", "user": object{"id": "4", "username": "x"}})
		c.event("GUILD_ROLE_UPDATE", object{"guild_id": "1"})
		c.event("SOMETHING_NEW", object{"id": 5})
		c.event("CHANNEL_DELETE", object{"id": "12", "guild_id": "1", "type": "odd"})
		c.closeWith(4009)
	}, func(c *fakeConn) {
		c.hello()
		c.await(6)
		c.closeWith(4009)
	}, func(c *fakeConn) {
		c.up("s2", "1", "5") // while the bot was away it was put into 5 and thrown out of 3
		c.stay()
	})
	r := g.run(t)
	r.expect("connected", "guild_joined 3", "guild_gone 2",
		"channel_gone 1 10", "channel_gone 1 11", "banned 1 4", "channel_gone 1 12", "disconnected")
	news := []string{receive(t, r.heard), receive(t, r.heard), receive(t, r.heard)}
	if want := []string{"guild_joined 5", "guild_gone 3", "connected"}; !slices.Equal(news, want) {
		t.Errorf("after coming back: %q, want %q", news, want)
	}
	if app, err := r.client.application(context.Background()); err != nil || app != "900" {
		t.Errorf("the application's id is %q, %v; READY told it", app, err)
	}
}

// Run ends with its context at any moment.
func TestGatewayStops(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]func(c *fakeConn, reached chan struct{}){
		"before hello": func(c *fakeConn, reached chan struct{}) { signal(reached); c.await(2) },
		"before ready": func(c *fakeConn, reached chan struct{}) { c.hello(); c.await(2); signal(reached); c.await(2) },
		"after Op 9": func(c *fakeConn, reached chan struct{}) {
			c.hello()
			c.await(2)
			c.send(9, false)
			signal(reached)
			c.await(8)
		},
		"when up": func(c *fakeConn, reached chan struct{}) { c.up("s"); signal(reached); c.stay() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reached := make(chan struct{}, 1)
			r := newFakeGateway(t, func(c *fakeConn) { script(c, reached) }).run(t)
			receive(t, reached)
			if err := r.stop(); err != nil {
				t.Errorf("Run: %v", err)
			}
		})
	}
}

// At the end the bot says goodbye properly, so that it is shown as offline at once.
func TestGatewaySaysGoodbye(t *testing.T) {
	t.Parallel()
	ended, up := make(chan error, 1), make(chan struct{})
	g := newFakeGateway(t, func(c *fakeConn) {
		c.up("s")
		c.await(1)
		close(up)
		for {
			if _, _, err := c.ReadMessage(); err != nil {
				ended <- err
				return
			}
		}
	})
	r := g.run(t)
	receive(t, up)
	if err := r.stop(); err != nil {
		t.Fatal(err)
	}
	if err := receive(t, ended); err == nil || !strings.Contains(err.Error(), "1000") {
		t.Errorf("the connection ended with %v, want close code 1000", err)
	}
}

// Over TLS the link still sees identifies, and checks the certificate.
func TestGatewayOverTLS(t *testing.T) {
	t.Parallel()
	g := startFakeGateway(t, (*httptest.Server).StartTLS, func(c *fakeConn) {
		c.hello()
		c.await(2)
		c.send(9, false)
		c.await(2)
	}, steady)
	trusted := x509.NewCertPool()
	trusted.AddCert(g.Certificate())
	r := g.run(t, func(c *Config, gc *GatewayConfig) {
		c.Next = g.Client().Transport
		gc.RootCAs = trusted
	})
	r.expect("connected")
	if n := r.idents.Load(); n != 2 {
		t.Errorf("%d identifies, want 2", n)
	}

	var said lockedBuffer
	refused := make(chan struct{}, 1)
	stranger := g.run(t, func(c *Config, gc *GatewayConfig) {
		c.Next = g.Client().Transport
		c.Log = slog.New(slog.NewTextHandler(writerFunc(func(p []byte) (int, error) {
			if bytes.Contains(p, []byte("certificate")) {
				signal(refused)
			}
			return said.Write(p)
		}), nil))
	})
	receive(t, refused)
	if err := stranger.stop(); err != nil || strings.Contains(said.String(), "SECRET") {
		t.Errorf("Run: %v; log: %s", err, said.String())
	}
}

// A close frame of discordgo's own accord does not end the session; whatever else it writes stays as it is.
func TestResumable(t *testing.T) {
	mask := [4]byte{0x12, 0x34, 0x56, 0x78}
	frame := []byte{0x88, 0x82, mask[0], mask[1], mask[2], mask[3], byte(1000>>8) ^ mask[0], byte(1000&0xFF) ^ mask[1]}
	before := slices.Clone(frame)
	got := resumable(frame)
	if code := int(got[6]^mask[0])<<8 | int(got[7]^mask[1]); code != 4000 || !slices.Equal(got[:6], frame[:6]) {
		t.Errorf("the frame % x became % x with code %d", frame, got, code)
	}
	empty := []byte{0x88, 0x80, 1, 2, 3, 4}
	if !slices.Equal(resumable(empty), empty) || !slices.Equal(frame, before) {
		t.Error("a frame without a code, or the caller's bytes, were changed")
	}
}
