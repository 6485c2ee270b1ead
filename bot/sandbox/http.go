package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"strconv"
	"strings"
)

// limitClass says which rate limit a route falls under.
type limitClass string

const (
	exempt       limitClass = ""
	otherLimit   limitClass = "other"
	createLimit  limitClass = "create"
	editLimit    limitClass = "edit"
	deleteLimit  limitClass = "delete"
	threadLimit  limitClass = "threads"
	webhookLimit limitClass = "webhook"
)

// route is one operation of the REST API.
type route struct {
	pattern string // method and path below /api/vN
	spec    string // path in the OpenAPI description, when the operation has a body
	limit   limitClass
	public  bool // needs no bot token
	handle  func(*request) (any, *apiError)
}

// request is one call on its way.
type request struct {
	sb      *Sandbox
	w       http.ResponseWriter
	r       *http.Request
	route   *route
	body    []byte // JSON; payload_json of a multipart body
	uploads []upload
	prefix  string // of the paths of complaints: "data." inside a callback
	channel string // that it is about, for offences
	gone    string // id that was not found
	touched bool   // by a fault: no offence
}

// invalidKey counts the answers that lead to a ban.
const invalidKey = "invalid"

// created marks an answer that is 201.
type created struct{ v any }

func (sb *Sandbox) handler() http.Handler {
	mux := http.NewServeMux()
	for i := range routes {
		rt := &routes[i]
		method, path, _ := strings.Cut(rt.pattern, " ")
		mux.HandleFunc(method+" /api/{version}"+path, func(w http.ResponseWriter, r *http.Request) { sb.serve(w, r, rt) })
	}
	unknown := &route{pattern: "unknown", handle: func(*request) (any, *apiError) { return nil, failStatus(404) }}
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) { sb.serve(w, r, unknown) })
	mux.HandleFunc("/gateway", sb.serveGateway)
	mux.HandleFunc("/gateway/", sb.serveGateway)
	sb.pageRoutes(mux)
	return mux
}

func (sb *Sandbox) serve(w http.ResponseWriter, r *http.Request, rt *route) {
	rq := &request{sb: sb, w: w, r: r, route: rt}
	sb.mu.Lock()
	sb.stats.Calls[rt.pattern]++
	sb.wake()
	banned := sb.spent(invalidKey, sb.cfg.Limits.Invalid)
	if banned {
		sb.offend(OffenceBanned, rt.pattern, "requests go on after too many invalid ones", nil)
	}
	sb.mu.Unlock()
	if banned {
		w.Header().Set("Retry-After", "600")
		http.Error(w, "<html><title>Access denied | discord.com used Cloudflare to restrict access</title></html>", http.StatusTooManyRequests)
		return
	}
	hit := sb.strike(rq)
	hit.delay()
	var v any
	e := hit.refusal
	if e == nil {
		if e = rq.admit(); e == nil {
			v, e = rt.handle(rq)
		}
		if e != nil {
			sb.blame(rq, e)
		}
		if e != nil && (e.code == 50001 || e.code == 50013) && sb.faults.masked() != 0 {
			sb.faults.struck("lost_permission", 1)
		}
	}
	hit.release()
	if hit.cut {
		panic(http.ErrAbortHandler) // net/http's way to drop the connection
	}
	hit.linger()
	rq.answer(v, e)
}

// admit checks everything that comes before a route's own work.
func (rq *request) admit() *apiError {
	if v := rq.r.PathValue("version"); v != "v9" && v != "v10" && rq.route.pattern != "unknown" {
		return failStatus(404)
	}
	if ua := rq.r.UserAgent(); !strings.HasPrefix(ua, "DiscordBot ") {
		return fail(40333)
	}
	if !rq.route.public && rq.r.Header.Get("Authorization") != "Bot "+rq.sb.token {
		return failStatus(401)
	}
	if e := rq.limit(); e != nil {
		return e
	}
	for _, name := range []string{"channel", "message", "guild", "user", "application", "command", "interaction"} {
		if id := rq.r.PathValue(name); id != "" && id != "@me" && id != "@original" && !isSnowflake(id) {
			var f formErrors
			f.add(name+"_id", "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", id)
			return f.err()
		}
	}
	return rq.readBody()
}

// answer writes a value or an error as Discord does.
func (rq *request) answer(v any, e *apiError) {
	status := http.StatusOK
	switch {
	case e != nil:
		status, v = e.status, e
		if status == http.StatusTooManyRequests {
			h := rq.w.Header()
			h.Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(e.retry)))))
			h.Set("X-RateLimit-Scope", e.scope)
			if e.global {
				h.Set("X-RateLimit-Global", "true")
			}
		}
	case v == nil:
		status = http.StatusNoContent
	default:
		if c, ok := v.(created); ok {
			status, v = http.StatusCreated, c.v
		}
		if m, ok := v.(*Message); ok {
			v = m.json()
		}
	}
	rq.sb.mu.Lock()
	rq.sb.stats.Status[status]++
	if e != nil {
		rq.sb.stats.Codes[e.code]++
		if status == 401 || status == 403 || status == 429 && e.scope != "shared" {
			rq.sb.stats.Invalid++
			rq.sb.take(invalidKey, rq.sb.cfg.Limits.Invalid)
		}
	}
	rq.sb.mu.Unlock()
	writeJSON(rq.w, status, v)
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	if status == http.StatusNoContent {
		w.WriteHeader(status)
		return
	}
	b, err := json.Marshal(v)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(b)))
	w.WriteHeader(status)
	w.Write(b)
}

// major is the parameter that the route's rate limit is counted by.
func (rq *request) major() string {
	for _, name := range []string{"channel", "token", "guild", "application"} {
		if v := rq.r.PathValue(name); v != "" {
			return v
		}
	}
	return ""
}

// decode reads the body into v.
func (rq *request) decode(v any) *apiError { return jsonError(json.Unmarshal(rq.body, v)) }

// jsonError turns an error of decoding into Discord's refusal.
func jsonError(err error) *apiError {
	if err == nil {
		return nil
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		var f formErrors
		f.add(wrong.Field, "BASE_TYPE_INVALID", "Could not interpret %q as %s.", wrong.Value, wrong.Type)
		return f.err()
	}
	return fail(50109)
}

func hash(s string) string {
	h := fnv.New64a()
	h.Write([]byte(s))
	return fmt.Sprintf("%016x", h.Sum64())
}
