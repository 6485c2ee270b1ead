package sandbox

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Gateway opcodes.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opVoice          = 4
	opResume         = 6
	opReconnect      = 7
	opRequestMembers = 8
	opInvalid        = 9
	opHello          = 10
	opAck            = 11
)

// Gateway close codes.
const (
	closeUnknownOp         = 4001
	closeDecode            = 4002
	closeNotAuthenticated  = 4003
	closeBadToken          = 4004
	closeAlreadyIdentified = 4005
	closeBadSequence       = 4007
	closeRateLimited       = 4008
	closeTimedOut          = 4009
	closeBadShard          = 4010
	closeBadVersion        = 4012
	closeBadIntents        = 4013
	closePrivilegedIntents = 4014
)

// Gateway intents.
const (
	intentGuilds          = 1 << 0
	intentGuildMembers    = 1 << 1
	intentGuildModeration = 1 << 2
	intentGuildMessages   = 1 << 9
	intentGuildTyping     = 1 << 11
	intentMessageContent  = 1 << 15
	intentsPrivileged     = 1<<1 | 1<<8 | 1<<15
	intentsKnown          = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
	anyIntents            = 0
)

// maxPayload is the most bytes that a client may send at once.
const maxPayload = 4096

type packet struct {
	Op int             `json:"op"`
	D  json.RawMessage `json:"d"`
	S  *int64          `json:"s"`
	T  *string         `json:"t"`
}

// gatewayConn is one websocket. Its frames are written by one goroutine, in order.
type gatewayConn struct {
	sb       *Sandbox
	ws       *websocket.Conn
	version  string
	session  *gatewaySession // guarded by sb.mu
	fault    string          // that ended it; likewise
	deaf     int             // above 0 while heartbeats that nobody acknowledged may end it; likewise
	compress bool            // guarded by mu

	mu     sync.Mutex
	queue  []frame
	more   chan struct{}
	dead   chan struct{}
	killed sync.Once
}

type frame struct {
	kind int // websocket message type
	data []byte
}

var upgrader = websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}

func (sb *Sandbox) serveGateway(w http.ResponseWriter, r *http.Request) {
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	c := &gatewayConn{sb: sb, ws: ws, version: r.URL.Query().Get("v"), more: make(chan struct{}, 1), dead: make(chan struct{})}
	sb.mu.Lock()
	sb.conns[c] = true
	sb.mu.Unlock()
	sb.spawn(c.write)
	sb.spawn(func() {
		c.read()
		sb.mu.Lock()
		delete(sb.conns, c)
		if c.session != nil && c.session.conn == c {
			c.session.conn = nil
			sb.lastEnd = c.blame()
		}
		sb.mu.Unlock()
		c.cut()
	})
	select {
	case <-sb.closed: // Close may have missed it
		c.cut()
	default:
	}
}

// eachConn has a fault happen to every connection, without the lock, and returns how many it hit.
func (sb *Sandbox) eachConn(f func(*gatewayConn) bool) (hit int) {
	sb.mu.Lock()
	list := make([]*gatewayConn, 0, len(sb.conns))
	for c := range sb.conns {
		list = append(list, c)
	}
	sb.mu.Unlock()
	for _, c := range list {
		if f(c) {
			hit++
		}
	}
	return hit
}

// endBy notes the fault that ends a connection. The lock is held.
func (c *gatewayConn) endBy(fault string) { c.fault, c.sb.lastEnd = fault, fault }

// blame is the fault that ended the connection, "" if none did. The lock is held.
func (c *gatewayConn) blame() string {
	if c.fault == "" && c.deaf > 0 {
		return "no_ack"
	}
	return c.fault
}

// endedBy is the fault that ended the connection over which an interaction was to come, or the last one if there was none. The lock is held.
func (in *Interaction) endedBy() string {
	if in.conn != nil {
		return cmp.Or(in.conn.blame(), Disconnected)
	}
	return cmp.Or(in.gap, Disconnected)
}

// cut drops the connection without a word.
func (c *gatewayConn) cut() {
	c.killed.Do(func() {
		close(c.dead)
		c.ws.Close()
	})
}

// close ends the connection with a close code, after what is still to be written.
func (c *gatewayConn) close(code int, text string) {
	c.push(frame{websocket.CloseMessage, websocket.FormatCloseMessage(code, text)})
}

func (c *gatewayConn) push(f frame) {
	c.mu.Lock()
	c.queue = append(c.queue, f)
	c.mu.Unlock()
	select {
	case c.more <- struct{}{}:
	default:
	}
}

// send queues a packet that is no dispatch.
func (c *gatewayConn) send(op int, d any) {
	b, err := json.Marshal(map[string]any{"op": op, "d": d, "s": nil, "t": nil})
	if err == nil {
		c.push(frame{websocket.TextMessage, b})
	}
}

func (c *gatewayConn) write() {
	var buf bytes.Buffer
	var z *zlib.Writer
	for {
		select {
		case <-c.dead:
			return
		case <-c.more:
		}
		c.mu.Lock()
		queue, compress := c.queue, c.compress
		c.queue = nil
		c.mu.Unlock()
		for _, f := range queue {
			if f.kind == websocket.TextMessage && compress {
				buf.Reset()
				if z == nil {
					z, _ = zlib.NewWriterLevel(&buf, zlib.BestSpeed)
				} else {
					z.Reset(&buf)
				}
				z.Write(f.data)
				z.Close()
				f = frame{websocket.BinaryMessage, buf.Bytes()}
			}
			c.ws.SetWriteDeadline(time.Now().Add(10 * time.Second))
			if c.ws.WriteMessage(f.kind, f.data) != nil || f.kind == websocket.CloseMessage {
				c.cut()
				return
			}
		}
	}
}

// read obeys the client until the connection ends.
func (c *gatewayConn) read() {
	sb := c.sb
	if sb.faults.hit("no_hello", "") {
		sb.mu.Lock()
		c.endBy("no_hello")
		sb.mu.Unlock()
		<-c.dead
		return
	}
	if c.version != "9" && c.version != "10" {
		c.close(closeBadVersion, "Invalid API version")
		<-c.dead
		return
	}
	interval := sb.cfg.HeartbeatInterval
	c.send(opHello, object{"heartbeat_interval": interval.Milliseconds(), "_trace": []string{}})
	c.ws.SetReadLimit(1 << 16)
	sends := bucket{}
	for {
		// Somebody who says nothing for longer than a heartbeat allows is gone.
		c.ws.SetReadDeadline(time.Now().Add(interval * 3 / 2))
		_, data, err := c.ws.ReadMessage()
		if err != nil {
			if websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway) {
				c.forget()
			}
			return
		}
		sb.mu.Lock()
		l := sb.cfg.Limits.Sends
		sb.mu.Unlock()
		if l.N > 0 {
			now := sb.now()
			if !now.Before(sends.reset) {
				sends = bucket{reset: now.Add(l.Per)}
			}
			if sends.used++; sends.used > l.N {
				c.refuse(closeRateLimited, "Rate limited.")
				return
			}
		}
		if len(data) > maxPayload {
			c.refuse(closeDecode, "Payload too large.")
			return
		}
		var p packet
		if json.Unmarshal(data, &p) != nil {
			c.refuse(closeDecode, "Error while decoding payload.")
			return
		}
		if code, text := c.obey(p); code != 0 {
			c.refuse(code, text)
			return
		}
	}
}

// refuse closes with a code, records the breach and waits until the frame is out.
func (c *gatewayConn) refuse(code int, text string) {
	c.sb.mu.Lock()
	c.sb.offend(OffenceGateway, "gateway", text, nil)
	c.sb.mu.Unlock()
	c.close(code, text)
	<-c.dead
}

func (c *gatewayConn) obey(p packet) (code int, text string) {
	switch p.Op {
	case opHeartbeat:
		if c.sb.faults.hit("no_ack", "") {
			c.sb.mu.Lock()
			c.deaf = 2 // discordgo sends one more before it gives up
			c.sb.mu.Unlock()
			return 0, ""
		}
		c.sb.mu.Lock()
		c.deaf = max(0, c.deaf-1)
		c.sb.mu.Unlock()
		c.send(opAck, nil)
		return 0, ""
	case opIdentify:
		return c.identify(p.D)
	case opResume:
		return c.resume(p.D)
	case opPresence, opVoice, opRequestMembers:
		c.sb.mu.Lock()
		known := c.session != nil
		c.sb.mu.Unlock()
		if !known {
			return closeNotAuthenticated, "Not authenticated."
		}
		return 0, ""
	}
	return closeUnknownOp, "Unknown opcode."
}

// forget ends the session: its client has closed it for good (1000 or 1001).
func (c *gatewayConn) forget() {
	c.sb.mu.Lock()
	defer c.sb.mu.Unlock()
	if c.session != nil && c.session.conn == c {
		delete(c.sb.sessions, c.session.id)
	}
}
