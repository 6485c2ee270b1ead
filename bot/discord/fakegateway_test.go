package discord

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// fakeGateway is a gateway whose behaviour a test writes connection by connection; the last script repeats.
type fakeGateway struct {
	*httptest.Server
	scripts    []func(*fakeConn)
	remaining  atomic.Int64 // identifies of the day
	resetAfter atomic.Int64 // ms
	status     atomic.Int64 // of the REST answers

	mu    sync.Mutex
	conns int
	codes []int // with which the client closed
	done  sync.WaitGroup
}

// fakeConn is one connection, from the server's side.
type fakeConn struct {
	*websocket.Conn
	t   *testing.T
	seq *atomic.Int64
}

// end leaves a script; the connection is cut without a word.
type end struct{}

func newFakeGateway(t *testing.T, scripts ...func(*fakeConn)) *fakeGateway {
	return startFakeGateway(t, (*httptest.Server).Start, scripts...)
}

func startFakeGateway(t *testing.T, start func(*httptest.Server), scripts ...func(*fakeConn)) *fakeGateway {
	t.Helper()
	g := &fakeGateway{scripts: scripts}
	g.remaining.Store(1000)
	g.status.Store(200)
	seq := &atomic.Int64{}
	upgrader := websocket.Upgrader{}
	mux := http.NewServeMux()
	mux.HandleFunc("/ws/", func(w http.ResponseWriter, r *http.Request) {
		ws, err := upgrader.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		g.mu.Lock()
		script := g.scripts[min(g.conns, len(g.scripts)-1)]
		g.conns++
		g.mu.Unlock()
		defer ws.Close()
		defer func() {
			if caught := recover(); caught != nil && caught != any(end{}) {
				panic(caught)
			}
		}()
		ws.SetCloseHandler(func(code int, _ string) error {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.codes = append(g.codes, code)
			return nil
		})
		script(&fakeConn{ws, t, seq})
	})
	mux.HandleFunc("/api/v10/gateway", func(w http.ResponseWriter, r *http.Request) {
		reply(w, int(g.status.Load()), object{"url": g.address()})
	})
	mux.HandleFunc("/api/v10/gateway/bot", func(w http.ResponseWriter, r *http.Request) {
		reply(w, int(g.status.Load()), object{"url": g.address(), "shards": 1, "session_start_limit": object{
			"total": 1000, "remaining": g.remaining.Load(), "reset_after": g.resetAfter.Load(), "max_concurrency": 1}})
	})
	g.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.done.Add(1)
		defer g.done.Done()
		mux.ServeHTTP(w, r)
	}))
	g.Config.ErrorLog = log.New(io.Discard, "", 0)
	start(g.Server)
	t.Cleanup(func() {
		g.CloseClientConnections()
		g.Close()
		gone := make(chan struct{})
		go func() { // Close does not wait for websockets
			g.done.Wait()
			close(gone)
		}()
		receive(t, gone) // else the client has left a connection open
	})
	return g
}

// client is one that talks to it.
func (g *fakeGateway) client(t *testing.T) *Client {
	t.Helper()
	c, err := New(Config{Token: testToken, Base: g.URL + "/api/v10", Backoff: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func (g *fakeGateway) address() string {
	return "ws" + strings.TrimPrefix(g.URL, "http") + "/ws"
}

// closed are the codes with which the client has closed connections.
func (g *fakeGateway) closed() []int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.codes)
}

func (g *fakeGateway) connections() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.conns
}

// send sends one packet.
func (c *fakeConn) send(op int, data any) { c.write(object{"op": op, "d": data}) }

// event dispatches an event under the next number.
func (c *fakeConn) event(kind string, data any) {
	c.write(object{"op": 0, "t": kind, "s": c.seq.Add(1), "d": data})
}

func (c *fakeConn) write(packet any) {
	if c.WriteJSON(packet) != nil {
		panic(end{})
	}
}

// hello greets; an interval of a minute means that the test sees no second heartbeat.
func (c *fakeConn) hello() { c.send(10, object{"heartbeat_interval": 60_000}) }

type packet struct {
	Op int             `json:"op"`
	D  json.RawMessage `json:"d"`
}

// await reads until a packet of one of the kinds comes.
func (c *fakeConn) await(ops ...int) packet {
	for {
		var p packet
		if c.ReadJSON(&p) != nil {
			panic(end{})
		}
		for _, op := range ops {
			if p.Op == op {
				return p
			}
		}
	}
}

func (c *fakeConn) ready(session string, guilds ...string) {
	list := []object{}
	for _, id := range guilds {
		list = append(list, object{"id": id, "unavailable": true})
	}
	c.event("READY", object{"v": 9, "session_id": session, "guilds": list,
		"user": object{"id": "901"}, "application": object{"id": "900"}})
}

// up brings the connection up, whether the client identifies or resumes, and reports which.
func (c *fakeConn) up(session string, guilds ...string) (resumed bool) {
	c.hello()
	if c.await(2, 6).Op == 6 {
		c.event("RESUMED", object{})
		return true
	}
	c.ready(session, guilds...)
	return false
}

// stay answers heartbeats until the client goes.
func (c *fakeConn) stay() {
	for {
		c.await(1)
		c.send(11, nil)
	}
}

// closeWith ends the connection with a close code.
func (c *fakeConn) closeWith(code int) {
	_ = c.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""))
	panic(end{})
}

func steady(c *fakeConn) {
	c.up("s")
	c.stay()
}

// running is a Gateway at work, and what it has delivered.
type running struct {
	t      *testing.T
	heard  chan string // events and interactions as text, in order
	idents atomic.Int64
	stop   func() error // ends Run and returns its error
	ended  chan error
	client *Client
}

func (g *fakeGateway) run(t *testing.T, change ...func(*Config, *GatewayConfig)) *running {
	t.Helper()
	r := &running{t: t, heard: make(chan string, 100_000), ended: make(chan error, 1)}
	cfg := Config{Token: testToken, Base: g.URL + "/api/v10", Backoff: time.Millisecond}
	gcfg := GatewayConfig{
		OnInteraction: func(i Interaction) { r.heard <- "interaction " + i.ID },
		OnEvent: func(e Event) {
			r.heard <- strings.Join(strings.Fields(fmt.Sprintln(e.Kind, e.Guild, e.Channel, e.User)), " ")
		},
		OnIdentify: func() { r.idents.Add(1) },
		BackoffMin: time.Millisecond, BackoffMax: 20 * time.Millisecond,
	}
	for _, c := range change {
		c(&cfg, &gcfg)
	}
	client, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	r.client = client
	ctx, cancel := context.WithCancel(context.Background())
	go func() { r.ended <- NewGateway(client, gcfg).Run(ctx) }()
	var once sync.Once
	var result error
	r.stop = func() error {
		once.Do(func() {
			cancel()
			result = r.end()
			client.Close()
		})
		return result
	}
	t.Cleanup(func() {
		if err := r.stop(); err != nil {
			var fatal *FatalError
			if !asFatal(err, &fatal) {
				t.Errorf("Run: %v", err)
			}
		}
	})
	return r
}

// end waits for the end of Run.
func (r *running) end() error {
	r.t.Helper()
	return receive(r.t, r.ended)
}

// receive takes what c brings; a test that waits for ever tells nothing.
func receive[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	select {
	case got := <-c:
		return got
	case <-time.After(20 * time.Second):
		t.Fatal("nothing came")
		panic("unreachable")
	}
}

// expect waits for exactly these, in this order.
func (r *running) expect(want ...string) {
	r.t.Helper()
	for _, w := range want {
		select {
		case got := <-r.heard:
			if got != w {
				r.t.Fatalf("heard %q, want %q", got, w)
			}
		case err := <-r.ended:
			r.ended <- err
			r.t.Fatalf("Run ended with %v, want %q", err, w)
		case <-time.After(20 * time.Second):
			r.t.Fatalf("nothing came, want %q", w)
		}
	}
}

func interaction(id int) object {
	return object{"id": fmt.Sprint(id), "token": testPress, "type": 3, "channel_id": "100",
		"user": object{"id": "4", "username": "ayse"}, "data": object{"custom_id": "x", "component_type": 2}}
}
