package discord

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// road is the way to a server: the connections on it can be lost without a word, as a NAT, a migrated machine or a broken line do.
type road struct {
	net.Listener
	to    string
	mu    sync.Mutex
	lost  []*atomic.Bool
	dials atomic.Int32
	tries atomic.Int32
}

func newRoad(t *testing.T, to string) *road {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &road{Listener: l, to: to}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("tcp", r.to)
			if err != nil {
				from.Close()
				continue
			}
			r.dials.Add(1)
			lost := new(atomic.Bool)
			r.mu.Lock()
			r.lost = append(r.lost, lost)
			r.mu.Unlock()
			carry := func(a, b net.Conn) {
				buf := make([]byte, 32<<10)
				for {
					n, err := a.Read(buf)
					if err != nil {
						if !lost.Load() {
							b.Close()
						}
						return
					}
					if !lost.Load() {
						b.Write(buf[:n])
					}
				}
			}
			go carry(from, to)
			go carry(to, from)
		}
	}()
	return r
}

func (r *road) lose() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.lost {
		l.Store(true)
	}
}

// A connection to Discord that is lost without a word keeps nobody waiting for long: Discord speaks HTTP/2, where all requests share it.
func TestLostConnection(t *testing.T) {
	t.Parallel()
	var major atomic.Int32
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		major.Store(int32(r.ProtoMajor))
		w.WriteHeader(http.StatusNoContent)
	}))
	srv.EnableHTTP2 = true
	srv.StartTLS()
	t.Cleanup(srv.Close)
	pool := x509.NewCertPool()
	pool.AddCert(srv.Certificate())
	next := newTransport()
	next.TLSClientConfig = &tls.Config{RootCAs: pool}
	r := newRoad(t, strings.TrimPrefix(srv.URL, "https://"))
	c, err := New(Config{Token: testToken, Base: "https://" + r.Addr().String() + "/api/v10", AnswerTimeout: 20 * time.Second, Next: next})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	if err := c.Update(t.Context(), press(), words("x")); err != nil {
		t.Fatal(err)
	}
	if major.Load() != 2 {
		t.Fatalf("HTTP/%d", major.Load())
	}
	r.lose()
	for {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		err := c.Update(ctx, press(), words("x"))
		cancel()
		if err == nil {
			return
		}
		if t.Context().Err() != nil || r.tries.Add(1) > 30 {
			t.Fatalf("no answer comes through any more, over %d connections: %v", r.dials.Load(), err)
		}
	}
}
