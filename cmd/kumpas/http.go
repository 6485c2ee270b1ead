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

// mux answers GET /healthz with 200 while the process lives: a full disk, or Discord away, is nothing that starting it anew would help.
// GET /readyz answers 200 while the store can be written to and the bot is connected to Discord and may send.
func (w *wellness) mux() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", well(func(*http.Request) string { return "" }))
	mux.HandleFunc("GET /readyz", well(func(r *http.Request) string {
		switch wrong := w.unwritable(r); {
		case wrong != "":
			return wrong
		case !w.connected.Load():
			return "not connected to Discord"
		case w.suspended():
			return "Discord refused too many requests, sending is suspended for some minutes"
		}
		return ""
	}))
	return mux
}

// owners is mux for the owner's own commands: GET /store answers 200 while the store can be written to, GET /backup hands out a copy of it.
func (w *wellness) owners() *http.ServeMux {
	mux := w.mux()
	mux.HandleFunc("GET /store", well(w.unwritable))
	mux.HandleFunc("GET /backup", func(out http.ResponseWriter, r *http.Request) {
		if err := w.store.Backup(r.Context(), out); err != nil {
			panic(http.ErrAbortHandler) // the copy must not look whole
		}
	})
	return mux
}

// unwritable says that the store cannot be written to, "" if it can.
func (w *wellness) unwritable(r *http.Request) string {
	if w.store.Ping(r.Context()) != nil {
		return "the store cannot be written to"
	}
	return ""
}

// well answers 200, or 503 and what is wrong.
func well(wrong func(*http.Request) string) http.HandlerFunc {
	return func(out http.ResponseWriter, r *http.Request) {
		out.Header().Set("Cache-Control", "no-store")
		if text := wrong(r); text != "" {
			http.Error(out, text, http.StatusServiceUnavailable)
			return
		}
		out.Write([]byte("ok\n"))
	}
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
