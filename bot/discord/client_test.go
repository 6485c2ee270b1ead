package discord

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// What happens to each kind of call when its first try fails in each way.
func TestRetries(t *testing.T) {
	callback := func(c *Client) error { return c.Update(t.Context(), press(), words("x")) }
	edit := func(c *Client) error { return c.Edit(t.Context(), "100", "8", words("x")) }
	post := func(c *Client) error { _, err := c.Post(t.Context(), "100", words("x")); return err }
	postOnce := func(c *Client) error {
		m := words("x")
		m.Nonce = "n"
		_, err := c.Post(t.Context(), "100", m)
		return err
	}
	followup := func(c *Client) error { _, err := c.Followup(t.Context(), testPress, words("x")); return err }
	remove := func(c *Client) error { return c.DeleteOriginal(t.Context(), testPress) }
	threadAt := func(c *Client) error { return c.StartThreadAt(t.Context(), "100", "8", "x", 0) }

	const cutOff, fine = -1, 200
	type answer struct{ status, code int }
	tests := []struct {
		name    string
		call    func(*Client) error
		answers []answer // the last repeats
		tries   int
		class   error // nil: success
	}{
		{"edit survives 500", edit, []answer{{500, 0}, {fine, 0}}, 2, nil},
		{"edit survives 502, 503, 504", edit, []answer{{502, 0}, {503, 0}, {504, 0}, {fine, 0}}, 4, nil},
		{"edit survives a cut connection", edit, []answer{{cutOff, 0}, {fine, 0}}, 2, nil},
		{"edit gives up in the end", edit, []answer{{503, 0}}, mostTries, Unavailable},
		{"edit of a lost message is not repeated", edit, []answer{{404, 10008}}, 1, Gone},
		{"edit without permission is not repeated", edit, []answer{{403, 50013}}, 1, NoPermission},
		{"a refused form is not repeated", edit, []answer{{400, 50035}}, 1, Invalid},

		{"post without nonce is not repeated after 500", post, []answer{{500, 0}, {fine, 0}}, 1, Unavailable},
		{"post without nonce is not repeated after a cut", post, []answer{{cutOff, 0}, {fine, 0}}, 1, errAny},
		{"post with a nonce is", postOnce, []answer{{cutOff, 0}, {500, 0}, {fine, 0}}, 3, nil},
		{"post without nonce waits for 429", post, []answer{{429, 0}, {fine, 0}}, 2, nil},
		{"follow-up is not repeated after a cut", followup, []answer{{cutOff, 0}, {fine, 0}}, 1, errAny},
		{"follow-up is not repeated after 503", followup, []answer{{503, 0}, {fine, 0}}, 1, Unavailable},
		{"thread below a message is there after a cut", threadAt, []answer{{cutOff, 0}, {400, 160004}}, 2, nil},
		{"thread below a message was there before", threadAt, []answer{{400, 160004}}, 1, errAny},

		{"callback survives 500, 502, 503", callback, []answer{{500, 0}, {502, 0}, {503, 0}, {fine, 0}}, 4, nil},
		{"callback gives up in the end", callback, []answer{{500, 0}}, mostTries, Unavailable},
		{"callback had arrived before the cut", callback, []answer{{cutOff, 0}, {400, 40060}}, 2, nil},
		{"callback had arrived before two cuts", callback, []answer{{cutOff, 0}, {cutOff, 0}, {400, 40060}}, 3, nil},
		{"callback had arrived in spite of 500", callback, []answer{{500, 0}, {400, 40060}}, 2, nil},
		{"callback was answered by someone else", callback, []answer{{400, 40060}}, 1, AlreadyAnswered},
		{"a 429 does not take a callback, so 40060 is news", callback, []answer{{429, 0}, {400, 40060}}, 2, AlreadyAnswered},
		{"callback too late", callback, []answer{{404, 10062}}, 1, TokenDead},

		{"delete survives a cut, then nothing is left", remove, []answer{{cutOff, 0}, {404, 10008}}, 2, nil},
		{"delete finds nothing at once", remove, []answer{{404, 10008}}, 1, Gone},
		{"429 without end", edit, []answer{{429, 0}}, mostLimited + 1, Limited},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			api := newFakeAPI(t, func(w http.ResponseWriter, r *http.Request, n int) {
				switch a := tt.answers[min(n, len(tt.answers))-1]; a.status {
				case cutOff:
					cut(w)
				case fine:
					reply(w, 200, object{"id": "8"})
				case 429:
					reply(w, 429, object{"message": "slow down", "retry_after": 0.001, "global": false})
				default:
					refuse(w, a.status, a.code, "no")
				}
			})
			c := api.client(t)
			c.knowApp("900")
			err := tt.call(c)
			switch {
			case tt.class == nil && err != nil, tt.class != nil && err == nil:
				t.Errorf("got %v, want %v", err, tt.class)
			case tt.class != nil && tt.class != errAny && !errors.Is(err, tt.class):
				t.Errorf("got %v, want %v", err, tt.class)
			}
			if n := len(api.requests()); n != tt.tries {
				t.Errorf("%d tries, want %d", n, tt.tries)
			}
		})
	}
}

var errAny = errors.New("any error")

// What surely never reached Discord may be sent again, whatever it is.
func TestUnsentIsSentAgain(t *testing.T) {
	dead := newFakeAPI(t, nil)
	dead.Close()
	refused := 0
	live := newFakeAPI(t, func(w http.ResponseWriter, _ *http.Request, _ int) { reply(w, 200, object{"id": "8"}) })
	c := live.client(t, func(cfg *Config) {
		next := http.DefaultTransport.(*http.Transport).Clone()
		cfg.Next = roundTrip(func(req *http.Request) (*http.Response, error) {
			if refused < 2 {
				refused++
				req.URL.Host = dead.Listener.Addr().String()
			}
			return next.RoundTrip(req)
		})
		t.Cleanup(next.CloseIdleConnections)
	})
	c.knowApp("900")
	if id, err := c.Followup(t.Context(), testPress, words("x")); err != nil || id != "8" {
		t.Errorf("got %q, %v after two refused connections", id, err)
	}
	if refused != 2 || len(live.requests()) != 1 {
		t.Errorf("%d refused connections and %d requests, want 2 and 1", refused, len(live.requests()))
	}
}

// The id of an answer is known even when the answer to the first try was lost.
func TestAnswerID(t *testing.T) {
	api := newFakeAPI(t, func(w http.ResponseWriter, r *http.Request, n int) {
		switch {
		case n == 1:
			cut(w)
		case r.Method == http.MethodPost:
			refuse(w, 400, 40060, "already acknowledged")
		default:
			reply(w, 200, object{"id": "77"})
		}
	})
	id, err := api.client(t).AnswerID(t.Context(), press(), words("x"))
	if err != nil || id != "77" {
		t.Errorf("got %q, %v", id, err)
	}
	if got := api.requests(); len(got) != 3 || !strings.HasSuffix(got[2].Path, "/messages/@original") {
		t.Errorf("got %d requests", len(got))
	}
}

// Pauses before retries grow and end with the context; without a deadline a call has one of its own.
func TestTimeLimits(t *testing.T) {
	fails := func() (*http.Response, error) { return nil, errors.New("network is down") }
	t.Run("default", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			hangs := roundTrip(func(req *http.Request) (*http.Response, error) {
				<-req.Context().Done()
				return nil, req.Context().Err()
			})
			c, err := New(Config{Token: testToken, Next: hangs})
			if err != nil {
				t.Fatal(err)
			}
			for _, tt := range []struct {
				call func() error
				want time.Duration
			}{
				{func() error { return c.Edit(t.Context(), "100", "8", words("x")) }, 15 * time.Second},
				{func() error { return c.Update(t.Context(), press(), words("x")) }, 3 * time.Second},
			} {
				start := time.Now()
				if err := tt.call(); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != tt.want {
					t.Errorf("got %v after %v, want a deadline after %v", err, time.Since(start), tt.want)
				}
			}
		})
	})
	t.Run("backoff", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := &script{steps: []func() (*http.Response, error){fails}}
			c := s.client(t, func(cfg *Config) { cfg.Backoff = time.Second })
			if err := c.Edit(t.Context(), "100", "8", words("x")); err == nil {
				t.Fatal("no error")
			}
			for i, base := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second} {
				if gap := s.times[i+1].Sub(s.times[i]); gap < base/2 || gap > base*3/2 {
					t.Errorf("pause %d was %v, want %v, give or take half", i+1, gap, base)
				}
			}
		})
	})
	t.Run("a pause longer than the context is not begun", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := &script{steps: []func() (*http.Response, error){say(429, `{"message":"x","retry_after":60}`)}}
			c := s.client(t)
			start := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if err := c.EditOriginal(ctx, testPress, words("x")); !errors.Is(err, Limited) || time.Since(start) != 0 {
				t.Errorf("got %v after %v, want Limited at once", err, time.Since(start))
			}
		})
	})
}

// Every code that the bot acts on has its class.
func TestClasses(t *testing.T) {
	tests := []struct {
		status, code int
		want         Class
	}{
		{404, 10003, Gone}, {404, 10004, Gone}, {404, 10008, Gone},
		{404, 10007, UnknownMember}, {404, 10013, UnknownMember},
		{404, 10015, TokenDead}, {404, 10062, TokenDead}, {401, 50027, TokenDead},
		{400, 40060, AlreadyAnswered},
		{403, 50001, NoPermission}, {403, 50013, NoPermission},
		{429, 30046, TooOld},
		{400, 50083, Archived}, {403, 160005, Archived}, {400, 160006, TooManyThreads}, {400, 160007, TooManyThreads},
		{400, 50035, Invalid},
		{429, 0, Limited}, {429, 20028, Limited},
		{500, 0, Unavailable}, {503, 0, Unavailable},
		{401, 0, BadToken},
		{400, 50006, ""}, {404, 0, ""},
	}
	for _, tt := range tests {
		err := fmt.Errorf("wrapped: %w", &Error{Status: tt.status, Code: tt.code})
		var e *Error
		if !errors.As(err, &e) || e.Class() != tt.want {
			t.Errorf("%d/%d: class %q, want %q", tt.status, tt.code, e.Class(), tt.want)
		}
		if tt.want != "" && !errors.Is(err, tt.want) {
			t.Errorf("%d/%d is not %q", tt.status, tt.code, tt.want)
		}
	}
}

// An error tells which field broke which rule and quotes nothing that was sent.
func TestErrorDetail(t *testing.T) {
	body := `{"code":50035,"message":"Invalid Form Body","errors":{"data":{"components":{"0":{"content":
		{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH","message":"Ayşe's hand is too long"}]}},"_errors":[{"code":"TOO_MANY","message":"x"}]}}}}`
	err := readError("POST /x", 400, http.Header{}, []byte(body))
	want := "data.components.0.content: BASE_TYPE_MAX_LENGTH, data.components: TOO_MANY"
	if err.Detail != want {
		t.Errorf("detail %q, want %q", err.Detail, want)
	}
	if strings.Contains(err.Error(), "Ayşe") {
		t.Errorf("the error quotes the message: %v", err)
	}
	for _, odd := range []string{"", "<html>", "[]", `"x"`, "null", `{"message":"m","errors":[1,{"_errors":5}]}`, `{"message":5}`} {
		if err := readError("GET /x", 502, http.Header{}, []byte(odd)); err.Status != 502 || err.Error() == "" {
			t.Errorf("%q: %v", odd, err)
		}
	}
}

// Neither token is in any error or log line, whatever goes wrong: net/http quotes the address, which holds the interaction's token.
func TestNoTokenIsTold(t *testing.T) {
	var log bytes.Buffer
	failures := map[string]func(w http.ResponseWriter){
		"cut":     cut,
		"refused": func(w http.ResponseWriter) { refuse(w, 404, 10062, "Unknown interaction") },
		"500":     func(w http.ResponseWriter) { refuse(w, 500, 0, "oops") },
		"limited": func(w http.ResponseWriter) { reply(w, 429, object{"message": "slow", "retry_after": 9999}) },
		"no JSON": func(w http.ResponseWriter) { w.WriteHeader(200); fmt.Fprint(w, "<html>") },
		"redirect": func(w http.ResponseWriter) {
			w.Header().Set("Location", "http://127.0.0.1:1/"+testPress)
			w.WriteHeader(302)
		},
		"bad token": func(w http.ResponseWriter) { refuse(w, 401, 0, "401: Unauthorized") },
	}
	for name, fail := range failures {
		api := newFakeAPI(t, func(w http.ResponseWriter, _ *http.Request, _ int) { fail(w) })
		c := api.client(t, func(cfg *Config) {
			cfg.Refusals = 4
			cfg.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		})
		c.knowApp("900")
		check := func(err error) {
			t.Helper()
			if err == nil {
				t.Errorf("%s: no error", name)
			} else if strings.Contains(err.Error(), "SECRET") {
				t.Errorf("%s: %v", name, err)
			}
			for e := err; e != nil; e = errors.Unwrap(e) {
				if s := fmt.Sprintf("%+v %#v", e, e); strings.Contains(s, "SECRET") {
					t.Errorf("%s: %s", name, s)
				}
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		_, err := c.AnswerID(ctx, press(), words("x"))
		check(err)
		_, err = c.Followup(ctx, testPress, words("x"))
		check(err)
		_, err = c.Original(ctx, testPress)
		check(err)
		check(c.Get(ctx, new(object), "channels", "100"))
		cancel()
		check(c.Update(ctx, press(), words("x")))
	}
	if strings.Contains(log.String(), "SECRET") {
		t.Errorf("the log tells a token:\n%s", log.String())
	}
	if log.Len() == 0 {
		t.Error("nothing was logged, so nothing was tested")
	}
}

// An id that is missing never makes another address than the one meant.
func TestMissingIDs(t *testing.T) {
	api := newFakeAPI(t, func(w http.ResponseWriter, _ *http.Request, _ int) { reply(w, 200, object{"id": "1"}) })
	c := api.client(t)
	c.knowApp("900")
	for _, id := range []string{"", ".", ".."} {
		if err := c.Edit(t.Context(), "100", id, words("x")); err == nil {
			t.Errorf("editing message %q is sent", id)
		}
		if err := c.EditOriginal(t.Context(), id, words("x")); err == nil {
			t.Errorf("editing with token %q is sent", id)
		}
	}
	if err := c.Edit(t.Context(), "100", "../../8", words("x")); err != nil {
		t.Error(err)
	}
	for _, r := range api.requests() {
		if r.Path != "/api/v10/channels/100/messages/../../8" {
			t.Errorf("sent to %s", r.Path)
		}
	}
}

func TestWhatIsAskedFor(t *testing.T) {
	api := newFakeAPI(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		switch strings.TrimPrefix(r.URL.Path, "/api/v10") {
		case "/applications/@me":
			reply(w, 200, object{"id": "900"})
		case "/users/@me":
			reply(w, 200, object{"id": "901"})
		case "/guilds/3/members/4":
			reply(w, 200, object{"nick": nil, "user": object{"id": "4", "username": "ayse", "global_name": "Ayşe"}})
		case "/guilds/3/members/5":
			refuse(w, 404, 10007, "Unknown Member")
		default:
			refuse(w, 404, 0, "404: Not Found")
		}
	})
	c := api.client(t)
	if u, err := c.Member(t.Context(), "3", "4"); err != nil || u != (User{ID: "4", Name: "Ayşe"}) {
		t.Errorf("member: %+v, %v", u, err)
	}
	if _, err := c.Member(t.Context(), "3", "5"); !errors.Is(err, UnknownMember) {
		t.Errorf("a member who left: %v", err)
	}
	for range 2 {
		if app, user, err := c.Me(t.Context()); err != nil || app != "900" || user != "901" {
			t.Errorf("me: %s, %s, %v", app, user, err)
		}
	}
}
