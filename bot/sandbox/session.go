package sandbox

import (
	"encoding/json"
	"strconv"

	"github.com/gorilla/websocket"
)

// maxReplay is how many events a session keeps for a resume.
const maxReplay = 2000

// gatewaySession outlives its connection, so that it can be resumed. Guarded by sb.mu.
type gatewaySession struct {
	id      string
	intents int
	shard   [2]int
	seq     int64
	events  []event // the newest ones, for replay
	conn    *gatewayConn
}

type event struct {
	seq  int64
	data []byte
}

func (c *gatewayConn) identify(d json.RawMessage) (int, string) {
	var in struct {
		Token      string          `json:"token"`
		Properties json.RawMessage `json:"properties"`
		Compress   bool            `json:"compress"`
		Intents    *int            `json:"intents"`
		Shard      *[2]int         `json:"shard"`
	}
	if json.Unmarshal(d, &in) != nil || in.Intents == nil || len(in.Properties) == 0 {
		return closeDecode, "Error while decoding payload."
	}
	sb := c.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	switch {
	case c.session != nil:
		return closeAlreadyIdentified, "Already authenticated."
	case trimBot(in.Token) != sb.token, over(sb.identifies, sb.cfg.Limits.Identifies):
		return closeBadToken, "Authentication failed."
	case *in.Intents&^intentsKnown != 0:
		return closeBadIntents, "Invalid intent(s)."
	case *in.Intents&intentsPrivileged&^sb.cfg.Privileged != 0:
		return closePrivilegedIntents, "Disallowed intent(s)."
	case in.Shard != nil && (in.Shard[0] < 0 || in.Shard[0] >= in.Shard[1]):
		return closeBadShard, "Invalid shard."
	}
	sb.identifies++
	sb.stats.Identifies++
	if sb.faults.hit("reconnect_at_ready", "") {
		c.endBy("reconnect_at_ready")
		c.send(opReconnect, nil)
		return 0, ""
	}
	c.mu.Lock()
	c.compress = in.Compress
	c.mu.Unlock()
	s := &gatewaySession{id: secret(16), intents: *in.Intents, shard: [2]int{0, 1}, conn: c}
	if in.Shard != nil {
		s.shard = *in.Shard
	}
	for id, old := range sb.sessions {
		if old.conn == nil && len(sb.sessions) > 8 {
			delete(sb.sessions, id) // forsaken
		}
	}
	sb.sessions[s.id] = s
	c.session, c.fault = s, ""
	guilds := []object{}
	for _, id := range sb.guildOrder {
		if g := sb.guilds[id]; g.members[sb.bot.id] != nil && s.serves(id) {
			guilds = append(guilds, object{"id": id, "unavailable": true})
		}
	}
	v, _ := strconv.Atoi(c.version)
	ready := object{"v": v, "user": sb.bot.object(), "guilds": guilds, "session_id": s.id, "session_type": "normal",
		"resume_gateway_url": sb.gatewayURL() + "resume", "application": object{"id": sb.appID, "flags": 0}, "private_channels": []any{},
		"relationships": []any{}, "presences": []any{}}
	if in.Shard != nil {
		ready["shard"] = s.shard
	}
	s.dispatch(sb, "READY", ready)
	if s.intents&intentGuilds != 0 {
		for _, id := range sb.guildOrder {
			if g := sb.guilds[id]; g.members[sb.bot.id] != nil && s.serves(id) {
				s.dispatch(sb, "GUILD_CREATE", g.create())
			}
		}
	}
	return 0, ""
}

func trimBot(token string) string {
	if len(token) > 4 && token[:4] == "Bot " {
		return token[4:]
	}
	return token
}

func (c *gatewayConn) resume(d json.RawMessage) (int, string) {
	var in struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int64  `json:"seq"`
	}
	if json.Unmarshal(d, &in) != nil {
		return closeDecode, "Error while decoding payload."
	}
	sb := c.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	if c.session != nil {
		return closeAlreadyIdentified, "Already authenticated."
	}
	if trimBot(in.Token) != sb.token {
		return closeBadToken, "Authentication failed."
	}
	s := sb.sessions[in.Session]
	if s == nil || s.seq-in.Seq > int64(len(s.events)) {
		c.send(opInvalid, false)
		return 0, ""
	}
	if in.Seq > s.seq {
		return closeBadSequence, "Invalid seq."
	}
	if sb.faults.hit("reconnect_at_ready", "") {
		c.endBy("reconnect_at_ready")
		c.send(opReconnect, nil)
		return 0, ""
	}
	sb.stats.Resumes++
	if s.conn != nil {
		s.conn.session = nil
		s.conn.cut()
	}
	s.conn, c.session, c.fault = c, s, ""
	for _, e := range s.events {
		if e.seq > in.Seq {
			c.push(frame{websocket.TextMessage, e.data})
		}
	}
	s.dispatch(sb, "RESUMED", object{"_trace": []string{}})
	return 0, ""
}

// invalidate tells the client that its session is over; it may try to resume if resumable. It reports whether there was one.
func (c *gatewayConn) invalidate(resumable bool) bool {
	c.sb.mu.Lock()
	s := c.session
	if s != nil {
		c.endBy(map[bool]string{false: "invalid_session", true: "invalid_resumable"}[resumable])
		s.conn = nil
		c.session = nil
		if !resumable {
			delete(c.sb.sessions, s.id)
		}
	}
	c.sb.mu.Unlock()
	if s != nil {
		c.send(opInvalid, resumable)
	}
	return s != nil
}

// serves reports whether the guild is on the session's shard.
func (s *gatewaySession) serves(guildID string) bool {
	n, err := strconv.ParseUint(guildID, 10, 64)
	return guildID == "" && s.shard[0] == 0 || err == nil && int(n>>22%uint64(s.shard[1])) == s.shard[0]
}

// dispatch sends one event to one session. The lock is held.
func (s *gatewaySession) dispatch(sb *Sandbox, typ string, d any) {
	raw, err := json.Marshal(d)
	if err != nil {
		return
	}
	s.push(sb, typ, raw)
}

func (s *gatewaySession) push(sb *Sandbox, typ string, raw []byte) {
	s.seq++
	data := make([]byte, 0, len(raw)+80)
	data = append(data, `{"op":0,"t":"`...)
	data = append(data, typ...)
	data = append(data, `","s":`...)
	data = strconv.AppendInt(data, s.seq, 10)
	data = append(data, `,"d":`...)
	data = append(data, raw...)
	data = append(data, '}')
	if len(s.events) >= 2*maxReplay {
		s.events = append(make([]event, 0, 2*maxReplay), s.events[len(s.events)-maxReplay:]...)
	}
	s.events = append(s.events, event{s.seq, data})
	sb.stats.Dispatched[typ]++
	if s.conn != nil {
		s.conn.push(frame{websocket.TextMessage, data})
	}
}

// emit sends an event to all sessions that asked for one of the intents. The lock is held.
func (sb *Sandbox) emit(typ string, intents int, d any) {
	var raw []byte
	guildID := guildOf(d)
	for _, s := range sb.sessions {
		if intents != anyIntents && s.intents&intents == 0 || !s.serves(guildID) {
			continue
		}
		if raw == nil {
			var err error
			if raw, err = json.Marshal(d); err != nil {
				return
			}
		}
		s.push(sb, typ, raw)
	}
}

// guildOf finds the guild that an event belongs to.
func guildOf(d any) string {
	switch v := d.(type) {
	case object:
		if id, ok := v["guild_id"].(string); ok {
			return id
		}
		if id, ok := v["id"].(string); ok {
			return id // of a guild itself
		}
	case gatewayMessage:
		return v.GuildID
	}
	return ""
}

func (sb *Sandbox) gatewayURL() string { return "ws://" + sb.ln.Addr().String() + "/gateway/" }
