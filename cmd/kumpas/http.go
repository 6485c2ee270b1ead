package main

import (
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"kumpas/bot/discord"
	"kumpas/store"
)

// wellness answers whether the bot is well.
type wellness struct {
	store     store.Store
	connected atomic.Bool
	suspended func() bool // nothing is sent to Discord for now
}

// hear keeps track of the connection to Discord; it is the gateway's handler of events.
func (w *wellness) hear(e discord.Event) {
	switch e.Kind {
	case discord.Connected:
		w.connected.Store(true)
	case discord.Disconnected:
		w.connected.Store(false)
	}
}

// mux answers GET /healthz with 200 while the store can be written to, and GET /readyz with 200 while the bot is connected to Discord and
// may send as well; otherwise both answer 503 and say what is wrong. A bot that waits for Discord is healthy: starting it anew would not help.
func (w *wellness) mux() *http.ServeMux {
	mux := http.NewServeMux()
	healthz := func(out http.ResponseWriter, r *http.Request) bool {
		out.Header().Set("Cache-Control", "no-store")
		if err := w.store.Ping(r.Context()); err != nil {
			http.Error(out, "the store cannot be written to", http.StatusServiceUnavailable)
			return false
		}
		return true
	}
	mux.HandleFunc("GET /healthz", func(out http.ResponseWriter, r *http.Request) {
		if healthz(out, r) {
			out.Write([]byte("ok\n"))
		}
	})
	mux.HandleFunc("GET /readyz", func(out http.ResponseWriter, r *http.Request) {
		switch {
		case !healthz(out, r):
		case !w.connected.Load():
			http.Error(out, "not connected to Discord", http.StatusServiceUnavailable)
		case w.suspended():
			http.Error(out, "Discord refused too many requests, sending is suspended for some minutes", http.StatusServiceUnavailable)
		default:
			out.Write([]byte("ok\n"))
		}
	})
	return mux
}

// serveHTTP serves on KUMPAS_HTTP_ADDR, if it is set, until stop is called.
func (c config) serveHTTP(h http.Handler, log *slog.Logger) (stop func(), err error) {
	if c.HTTPAddr == "" {
		return func() {}, nil
	}
	ln, err := net.Listen("tcp", c.HTTPAddr)
	if err != nil {
		return nil, misconfigured("KUMPAS_HTTP_ADDR=%s cannot be listened on: %v.", c.HTTPAddr, err)
	}
	log.Info("health is served", "addr", ln.Addr().String())
	return serveOn(ln, h), nil
}

// serveOn answers what comes in on ln until stop is called.
func serveOn(ln net.Listener, h http.Handler) (stop func()) {
	server := &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second, MaxHeaderBytes: 8 << 10}
	go server.Serve(ln)
	return func() { server.Close() }
}
