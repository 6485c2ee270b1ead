package sandbox

import (
	"net/http"
	"strconv"
	"time"
)

// Limit is so many requests per window; zero is no limit.
type Limit struct {
	N   int
	Per time.Duration
}

// Limits are Discord's limits of number and rate. Discord gives no figures for most
// of them: these are what people have measured. Zero is no limit.
type Limits struct {
	Global         Limit // all routes of the bot together; interactions and webhooks are exempt
	Create         Limit // messages, per channel
	Edit           Limit // of messages, per channel
	Delete         Limit // of messages, per channel
	Webhook        Limit // follow-ups and their edits, per interaction token
	WebhookChannel Limit // the same, per channel; off by default
	Threads        Limit // new threads, per channel
	Other          Limit // any other route, per channel, guild or application
	Old            Limit // edits of messages older than OldAfter, per channel (30046)
	OldAfter       time.Duration
	CommandCreates int   // new commands a day (30034)
	ActiveThreads  int   // per guild (160006)
	Identifies     int   // by the life of the sandbox; beyond it the token is void (4004)
	Sends          Limit // gateway packets, per connection (4008)
	Invalid        Limit // answers of 401, 403 and 429; beyond it nothing but 429 comes, as from Cloudflare
}

// DiscordLimits are limits as Discord is known to have them.
func DiscordLimits() Limits {
	return Limits{
		Global:         Limit{50, time.Second},
		Create:         Limit{5, 5 * time.Second},
		Edit:           Limit{5, 5 * time.Second},
		Delete:         Limit{5, time.Second},
		Webhook:        Limit{5, 2 * time.Second},
		Threads:        Limit{50, 5 * time.Minute},
		Other:          Limit{50, 5 * time.Second},
		Old:            Limit{3, 20 * time.Second},
		OldAfter:       time.Hour,
		CommandCreates: 200,
		ActiveThreads:  1000,
		Identifies:     1000,
		Sends:          Limit{120, time.Minute},
		Invalid:        Limit{10000, 10 * time.Minute},
	}
}

// NoLimits switches all of them off.
func NoLimits() *Limits { return &Limits{} }

// SetLimits changes the limits from now on.
func (sb *Sandbox) SetLimits(l Limits) {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	sb.cfg.Limits = &l
	clear(sb.buckets)
}

// bucket is a window of a Limit that is running.
type bucket struct {
	used  int
	reset time.Time
}

// take uses one of the limit's requests. The lock is held.
func (sb *Sandbox) take(key string, l Limit) (left int, reset time.Duration, ok bool) {
	if l.N == 0 {
		return 0, 0, true
	}
	now := sb.now()
	b := sb.buckets[key]
	if b == nil || !now.Before(b.reset) {
		sb.sweep(now)
		b = &bucket{reset: now.Add(l.Per)}
		sb.buckets[key] = b
	}
	if b.used >= l.N {
		return 0, b.reset.Sub(now), false
	}
	b.used++
	return l.N - b.used, b.reset.Sub(now), true
}

// spent reports whether nothing is left of a limit. The lock is held.
func (sb *Sandbox) spent(key string, l Limit) bool {
	b := sb.buckets[key]
	return l.N > 0 && b != nil && b.used >= l.N && sb.now().Before(b.reset)
}

// over reports whether a number has reached its limit.
func over(n, limit int) bool { return limit > 0 && n >= limit }

// sweep forgets windows that are over, now and then.
func (sb *Sandbox) sweep(now time.Time) {
	if now.Sub(sb.swept) < 10*time.Second {
		return
	}
	sb.swept = now
	for key, b := range sb.buckets {
		if !now.Before(b.reset) {
			delete(sb.buckets, key)
		}
	}
	for key, n := range sb.nonces {
		if !now.Before(n.until) {
			delete(sb.nonces, key)
		}
	}
}

// limit checks the request's rate limits and writes their headers.
func (rq *request) limit() *apiError {
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	limits := sb.cfg.Limits
	class := rq.route.limit
	if class == exempt {
		return nil
	}
	if class != webhookLimit {
		if _, wait, ok := sb.take("global", limits.Global); !ok {
			return tooMany(wait, "global")
		}
	}
	l, major := limits.Other, rq.major()
	switch class {
	case createLimit:
		l = limits.Create
	case editLimit:
		l = limits.Edit
	case deleteLimit:
		l = limits.Delete
	case threadLimit:
		l = limits.Threads
	case webhookLimit:
		l = limits.Webhook
		if in := sb.byToken[rq.r.PathValue("token")]; in != nil && in.channel != nil {
			if _, wait, ok := sb.take("webhooks in "+in.channel.id, limits.WebhookChannel); !ok {
				return tooMany(wait, "user")
			}
		}
	}
	if l.N == 0 {
		return nil
	}
	key := string(class) + " " + major
	if class == otherLimit {
		key = rq.route.pattern + " " + major
	}
	left, reset, ok := sb.take(key, l)
	h := rq.w.Header()
	h.Set("X-RateLimit-Limit", strconv.Itoa(l.N))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(left))
	h.Set("X-RateLimit-Reset", seconds(sb.now().Add(reset).Sub(time.Unix(0, 0))))
	h.Set("X-RateLimit-Reset-After", seconds(reset))
	h.Set("X-RateLimit-Bucket", hash(string(class)+rq.route.pattern))
	if !ok {
		return tooMany(reset, "user")
	}
	return nil
}

func tooMany(wait time.Duration, scope string) *apiError {
	e := &apiError{status: http.StatusTooManyRequests, text: "You are being rate limited.", retry: wait.Seconds(), scope: scope, global: scope == "global"}
	if e.global {
		e.text = "You are being blocked from accessing our API temporarily due to exceeding our global rate limit frequently."
	}
	return e
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }

// takeOld counts an edit of an old message. The lock is held.
func (sb *Sandbox) takeOld(m *Message) *apiError {
	l := sb.cfg.Limits
	if l.Old.N == 0 || sb.now().Sub(snowflakeTime(m.ID)) <= l.OldAfter {
		return nil
	}
	_, wait, ok := sb.take("old "+m.ChannelID, l.Old)
	if ok {
		return nil
	}
	e := fail(30046)
	e.retry, e.scope = wait.Seconds(), "user"
	return e
}
