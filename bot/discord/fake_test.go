package discord

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

const (
	testToken = "bot-token-SECRET"
	testPress = "interaction-token-SECRET"
)

// fakeAPI answers REST requests as a test wants, and remembers them.
type fakeAPI struct {
	*httptest.Server
	answer func(w http.ResponseWriter, r *http.Request, n int) // n counts the requests from 1

	mu   sync.Mutex
	seen []seen
}

type seen struct {
	Method, Path, Query string
	Header              http.Header
	Body                []byte
}

func newFakeAPI(t *testing.T, answer func(w http.ResponseWriter, r *http.Request, n int)) *fakeAPI {
	t.Helper()
	f := &fakeAPI{answer: answer}
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		f.mu.Lock()
		f.seen = append(f.seen, seen{r.Method, r.URL.Path, r.URL.RawQuery, r.Header.Clone(), body})
		n := len(f.seen)
		f.mu.Unlock()
		f.answer(w, r, n)
	}))
	t.Cleanup(f.Close)
	return f
}

func (f *fakeAPI) requests() []seen {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]seen(nil), f.seen...)
}

// client returns a client of f that wastes no time between tries.
func (f *fakeAPI) client(t *testing.T, change ...func(*Config)) *Client {
	t.Helper()
	cfg := Config{Token: testToken, Base: f.URL + "/api/v10", Backoff: time.Millisecond}
	for _, c := range change {
		c(&cfg)
	}
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if body != nil {
		_ = json.NewEncoder(w).Encode(body)
	}
}

type object = map[string]any

func refuse(w http.ResponseWriter, status, code int, message string) {
	reply(w, status, object{"code": code, "message": message})
}

// cut ends the connection without an answer, after the request was taken.
func cut(w http.ResponseWriter) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err == nil {
		conn.Close()
	}
}

func press() Interaction {
	return Interaction{ID: "700", Token: testPress, Kind: Press, App: "900", Channel: "100"}
}

func words(text string) Message {
	return Message{Components: []Component{{Type: Text, Content: text}}}
}
