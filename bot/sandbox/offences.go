package sandbox

import (
	"fmt"
	"maps"
	"strconv"
	"time"
)

// Kinds of offences.
const (
	OffenceInvalid    = "invalid"    // a body that Discord refuses
	OffenceLate       = "late"       // an answer after 3 s, or to an interaction that never was
	OffenceTwice      = "twice"      // a second answer to one interaction
	OffenceUnanswered = "unanswered" // no answer within 3 s
	OffenceDeadToken  = "dead-token" // a request with an expired or unknown interaction token
	OffenceUnknown    = "unknown"    // a channel, message, ... that the bot could know is not there
	OffenceForbidden  = "forbidden"  // a second 403 at the same place with the same permissions
	OffenceToken      = "token"      // a request without the bot's token or a proper User-Agent
	OffenceMentions   = "mentions"   // a message that would ping people without allowed_mentions
	OffenceFlags      = "flags"      // message flags that Discord silently ignores there
	OffenceBanned     = "banned"     // going on after so many 401, 403 and 429 that Discord shuts the door
	OffenceGateway    = "gateway"    // a breach of the gateway's protocol
)

// Offence is something that the bot should not have done.
type Offence struct {
	At    time.Time
	Kind  string
	Route string // the request, such as "PATCH /channels/{channel}/messages/{message}"
	Text  string
	Body  string // of the request, cut at 2000 bytes
}

func (o Offence) String() string {
	return fmt.Sprintf("%s: %s: %s %s", o.Kind, o.Route, o.Text, o.Body)
}

// maxOffences bounds the book: a bot that does everything wrong needs no longer list.
const maxOffences = 1000

type offenceBook struct {
	list      []Offence
	forgiven  map[string]bool
	forbidden map[string]int // place of a 403 -> epoch of the permissions then
}

// Forgive keeps these kinds from being recorded from now on: the test provokes them.
func (sb *Sandbox) Forgive(kinds ...string) {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	if sb.offences.forgiven == nil {
		sb.offences.forgiven = map[string]bool{}
	}
	for _, k := range kinds {
		sb.offences.forgiven[k] = true
	}
}

// Offences returns what was recorded so far.
func (sb *Sandbox) Offences() []Offence {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	return append([]Offence(nil), sb.offences.list...)
}

// TakeOffences returns what was recorded so far and forgets it, for tests that expect them.
func (sb *Sandbox) TakeOffences() []Offence {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	list := sb.offences.list
	sb.offences.list = nil
	return list
}

// offend records an offence; the lock is held.
func (sb *Sandbox) offend(kind, route, text string, body []byte) {
	if sb.offences.forgiven[kind] || len(sb.offences.list) >= maxOffences {
		return
	}
	if len(body) > 2000 {
		body = body[:2000]
	}
	sb.offences.list = append(sb.offences.list, Offence{At: sb.now(), Kind: kind, Route: route, Text: text, Body: string(body)})
	sb.wake()
}

// blame decides whether a refused request is an offence.
func (sb *Sandbox) blame(rq *request, e *apiError) {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	if rq.touched {
		return
	}
	kind := ""
	switch e.code {
	case 10062:
		kind = OffenceLate
	case 40060:
		kind = OffenceTwice
	case 50027, 10015:
		kind = OffenceDeadToken
	case 10003, 10008:
		if !sb.gone.excuses(rq.gone) {
			kind = OffenceUnknown
		}
	case 10011, 10063:
		kind = OffenceUnknown
	case 50001, 50013:
		place := rq.r.Method + " " + rq.r.URL.Path
		if rq.channel != "" {
			place = rq.route.pattern + " " + rq.channel
		}
		if epoch, ok := sb.offences.forbidden[place]; ok && epoch == sb.permEpoch {
			kind = OffenceForbidden
		}
		if sb.offences.forbidden == nil || len(sb.offences.forbidden) > maxOffences {
			sb.offences.forbidden = map[string]int{}
		}
		sb.offences.forbidden[place] = sb.permEpoch
	case 40333:
		kind = OffenceToken
	case 10004, 10007, 10013, 30034, 30046, 50083, 160004, 160005, 160006, 160007:
		// what the world is like, not what the bot did wrong
	default:
		switch {
		case e.status == 401:
			kind = OffenceToken
		case e.status != 429 && e.status < 500:
			kind = OffenceInvalid
		}
	}
	if kind != "" {
		sb.offend(kind, rq.route.pattern, e.Error(), rq.body)
	}
}

// goneList remembers who deleted what, for the last ones.
type goneList struct {
	who       map[string]string
	order     []string
	forgotten uint64 // the newest of those before them
}

const (
	byBot    = "bot"
	byOthers = "others"
)

func (g *goneList) add(id, who string) {
	if len(g.order) >= 20000 {
		for _, old := range g.order[:10000] {
			delete(g.who, old)
			if n, err := strconv.ParseUint(old, 10, 64); err == nil {
				g.forgotten = max(g.forgotten, n)
			}
		}
		g.order = append([]string(nil), g.order[10000:]...)
	}
	g.who[id] = who
	g.order = append(g.order, id)
}

// excuses reports whether the bot may believe that something is still there: others have deleted it, or nobody knows any more who.
func (g *goneList) excuses(id string) bool {
	who, known := g.who[id]
	n, err := strconv.ParseUint(id, 10, 64)
	return who == byOthers || !known && err == nil && n <= g.forgotten
}

// Stats counts what went on.
type Stats struct {
	Calls        map[string]int // REST requests by route
	Status       map[int]int    // answers by HTTP status
	Codes        map[int]int    // refusals by Discord's code
	Interactions map[string]int // by kind: command, component, autocomplete, modal
	Answers      map[int]int    // callbacks by type
	Unanswered   int            // interactions that failed for want of an answer
	Dispatched   map[string]int // gateway events sent, by type
	Identifies   int
	Resumes      int
	Invalid      int // 401, 403 and 429 that count against Discord's 10,000 in 10 minutes
}

func newStats() Stats {
	return Stats{Calls: map[string]int{}, Status: map[int]int{}, Codes: map[int]int{}, Interactions: map[string]int{},
		Answers: map[int]int{}, Dispatched: map[string]int{}}
}

// TotalCalls is the number of REST requests.
func (s Stats) TotalCalls() int { return sum(s.Calls) }

// TotalInteractions is the number of interactions.
func (s Stats) TotalInteractions() int { return sum(s.Interactions) }

func sum[K comparable](m map[K]int) int {
	n := 0
	for _, v := range m {
		n += v
	}
	return n
}

// Stats returns the counts so far.
func (sb *Sandbox) Stats() Stats {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	s := sb.stats
	s.Calls, s.Status, s.Codes = maps.Clone(s.Calls), maps.Clone(s.Status), maps.Clone(s.Codes)
	s.Interactions, s.Answers, s.Dispatched = maps.Clone(s.Interactions), maps.Clone(s.Answers), maps.Clone(s.Dispatched)
	return s
}

// ResetStats starts the counts anew.
func (sb *Sandbox) ResetStats() {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	sb.stats = newStats()
}
