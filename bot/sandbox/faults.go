package sandbox

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Fault is something that can go wrong on purpose.
type Fault struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"` // once: happens and is over; switch: lasts until switched off
	Title string `json:"title"`
	On    bool   `json:"on"`
	// Struck is how often it has struck so far: what it hit, not how often it was switched on.
	Struck int `json:"struck"`
}

// Plan says when a fault strikes; the zero value is once for a fault of kind
// once, and on every occasion until Heal for a switch.
type Plan struct {
	Times int    // strikes so often, then no more
	Every int    // only every so-manieth occasion
	Route string // only REST routes that contain this, such as "/callback" or "PATCH /channels"; a $ at its end is the route's end
}

// slowness is longer than Discord waits for an answer; a held request waits hold of real time for another to overtake it.
const (
	slowness = 4 * time.Second
	hold     = 150 * time.Millisecond
)

const (
	once    = "once"
	lasting = "switch"
)

// faultList is the table of faults, as the page shows it.
var faultList = []Fault{
	{ID: "drop_gateway", Kind: once, Title: "Drop the gateway connection"},
	{ID: "reconnect", Kind: once, Title: "Gateway asks to reconnect (op 7)"},
	{ID: "reconnect_at_ready", Kind: once, Title: "Reconnect (op 7) in place of the next READY or RESUMED"},
	{ID: "invalid_session", Kind: once, Title: "Invalidate the session (op 9, not resumable)"},
	{ID: "invalid_resumable", Kind: once, Title: "Invalidate the session (op 9, resumable)"},
	{ID: "ask_heartbeat", Kind: once, Title: "Gateway asks for a heartbeat (op 1)"},
	{ID: "no_hello", Kind: lasting, Title: "Gateway never says Hello"},
	{ID: "no_ack", Kind: lasting, Title: "Gateway acknowledges no heartbeat"},
	{ID: "429_route", Kind: once, Title: "429 for the route on the next request"},
	{ID: "429_global", Kind: once, Title: "429 global on the next request"},
	{ID: "429_shared", Kind: once, Title: "429 of a shared limit on the next request"},
	{ID: "500", Kind: once, Title: "500 on the next request"},
	{ID: "502", Kind: once, Title: "502 on the next request"},
	{ID: "503", Kind: once, Title: "503 on the next request"},
	{ID: "cut", Kind: once, Title: "Cut the connection after the next request was taken"},
	{ID: "slow", Kind: lasting, Title: "Answers take 4 seconds (the effect is immediate)"},
	{ID: "late", Kind: lasting, Title: "Requests take 4 seconds to arrive"},
	{ID: "overtake", Kind: lasting, Title: "Callbacks and edits overtake each other"},
	{ID: "expired_token", Kind: once, Title: "The next interaction's token has already expired"},
	{ID: "used_token", Kind: once, Title: "The next interaction has already been answered"},
	{ID: "twice", Kind: lasting, Title: "Interactions are delivered twice"},
	{ID: "disorder", Kind: lasting, Title: "Interactions are delivered out of order"},
	{ID: "delete_message", Kind: once, Title: "Delete the bot's newest message"},
	{ID: "delete_channel", Kind: once, Title: "Delete the thread or channel of the bot's newest message"},
	{ID: "lost_permission", Kind: lasting, Title: "The bot may not write anywhere"},
}

type faultTable struct {
	mu     sync.Mutex
	states map[string]*faultState
	order  []string
	mask   atomic.Uint64 // permissions taken from the bot

	held    *heldRequest // one that waits to be overtaken
	deleted int          // channels, guarded by the sandbox's mu
}

type faultState struct {
	Fault
	plan Plan
	seen int
}

func (t *faultTable) init() {
	t.states = map[string]*faultState{}
	for _, f := range faultList {
		t.states[f.ID] = &faultState{Fault: f}
		t.order = append(t.order, f.ID)
	}
}

func (t *faultTable) masked() Permission { return Permission(t.mask.Load()) }

// hit reports whether a fault strikes on this occasion.
func (t *faultTable) hit(id, route string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.states[id]
	if !s.On || !strings.Contains(route+"$", s.plan.Route) {
		return false
	}
	s.seen++
	if s.plan.Every > 1 && s.seen%s.plan.Every != 0 {
		return false
	}
	s.Struck++
	if s.plan.Times > 0 {
		if s.plan.Times--; s.plan.Times == 0 {
			s.On = false
		}
	}
	return true
}

// struck counts what a fault has hit that hit is not asked about.
func (t *faultTable) struck(id string, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.states[id].Struck += n
}

// Faults returns the table of faults with their present state.
func (sb *Sandbox) Faults() []Fault {
	t := &sb.faults
	t.mu.Lock()
	defer t.mu.Unlock()
	list := make([]Fault, 0, len(t.order))
	for _, id := range t.order {
		list = append(list, t.states[id].Fault)
	}
	return list
}

// Fault switches a fault on; one that needs no occasion happens at once.
func (sb *Sandbox) Fault(id string, plan ...Plan) error {
	t := &sb.faults
	t.mu.Lock()
	s := t.states[id]
	if s == nil {
		t.mu.Unlock()
		return fmt.Errorf("sandbox: no fault %q", id)
	}
	var p Plan
	if len(plan) > 0 {
		p = plan[0]
	}
	if s.Kind == once && p.Times == 0 {
		p.Times = 1
	}
	act := immediate[id]
	if act == nil {
		s.On, s.plan, s.seen = true, p, 0
	}
	t.mu.Unlock()
	if id == "lost_permission" {
		sb.setMask(lostPermissionFaultMask)
	}
	if act != nil {
		t.struck(id, act(sb))
	}
	sb.faultsChanged()
	return nil
}

// EndFault switches one fault off.
func (sb *Sandbox) EndFault(id string) {
	sb.faults.mu.Lock()
	if s := sb.faults.states[id]; s != nil {
		s.On = false
	}
	sb.faults.mu.Unlock()
	if id == "lost_permission" {
		sb.setMask(0)
	}
	sb.faultsChanged()
}

// Heal switches all faults off.
func (sb *Sandbox) Heal() {
	for _, f := range sb.Faults() {
		if f.On {
			sb.EndFault(f.ID)
		}
	}
}

func (sb *Sandbox) setMask(p Permission) {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	sb.faults.mask.Store(uint64(p))
	sb.permEpoch++
}

func (sb *Sandbox) faultsChanged() {
	list := sb.Faults()
	sb.mu.Lock()
	defer sb.mu.Unlock()
	sb.record(Change{Type: "FAULTS", Data: object{"faults": list}})
}

// immediate faults happen when they are switched on; each returns how much it has hit.
var immediate = map[string]func(*Sandbox) int{
	"drop_gateway": func(sb *Sandbox) int { return sb.endConns("drop_gateway", (*gatewayConn).cut) },
	"reconnect": func(sb *Sandbox) int {
		return sb.endConns("reconnect", func(c *gatewayConn) { c.send(opReconnect, nil) })
	},
	"ask_heartbeat": func(sb *Sandbox) int {
		return sb.eachConn(func(c *gatewayConn) bool { c.send(opHeartbeat, nil); return true })
	},
	"invalid_session":   func(sb *Sandbox) int { return sb.eachConn(func(c *gatewayConn) bool { return c.invalidate(false) }) },
	"invalid_resumable": func(sb *Sandbox) int { return sb.eachConn(func(c *gatewayConn) bool { return c.invalidate(true) }) },
	"delete_message": func(sb *Sandbox) int {
		m := sb.newestBotMessage()
		if m == nil {
			return 0
		}
		sb.DeleteMessage(m.ID)
		return 1
	},
	"delete_channel": (*Sandbox).deleteChannel,
}

// endConns has a fault end every connection.
func (sb *Sandbox) endConns(fault string, f func(*gatewayConn)) int {
	return sb.eachConn(func(c *gatewayConn) bool {
		sb.mu.Lock()
		c.endBy(fault)
		sb.mu.Unlock()
		f(c)
		return true
	})
}

// deleteChannel deletes the channel of the bot's newest message, or every third time the channel that its thread belongs to; but
// not a server's last channel. What is pressed there meanwhile cannot be answered.
func (sb *Sandbox) deleteChannel() int {
	m := sb.newestBotMessage()
	if m == nil {
		return 0
	}
	ch := sb.Channel(m.ChannelID)
	sb.mu.Lock()
	defer sb.mu.Unlock()
	if ch == nil {
		return 0
	}
	sb.faults.deleted++
	if parent := sb.channels[ch.parent]; ch.isThread() && sb.faults.deleted%3 == 0 && len(ch.guild.channels) > 1 {
		ch = parent
	}
	if ch.gone || !ch.isThread() && len(ch.guild.channels) == 1 {
		return 0
	}
	ch.delete(byOthers)
	for _, in := range sb.aging {
		if in.channel.gone && in.state == "pending" {
			in.faults = append(in.faults, "delete_channel")
		}
	}
	return 1
}

// newestBotMessage that all can see.
func (sb *Sandbox) newestBotMessage() *Message {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	var newest *Message
	for _, ch := range sb.channels {
		for i := len(ch.public) - 1; i >= 0; i-- {
			m := sb.messages[ch.public[i]]
			if m.Author.ID != sb.bot.id {
				continue
			}
			if newest == nil || compareIDs(m.ID, newest.ID) > 0 {
				newest = m
			}
			break
		}
	}
	return newest
}
