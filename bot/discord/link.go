package discord

import (
	"bytes"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// link is the gateway's network connection, with what discordgo lacks: silence is
// noticed, and identifies are few and keep a distance - discordgo answers every "invalid
// session" with another identify at once, of which Discord allows a thousand a day.
//
// A write that fails ends the connection and says nothing: the reader notices, alone.
// When a heartbeat fails, discordgo closes the session from a second goroutine, which takes
// the connection away from a reader that is about to answer Discord's own heartbeat.
type link struct {
	net.Conn
	idle     time.Duration // Discord says something at least every 41 s
	identify func() bool   // whether another identify may be sent

	mu         sync.Mutex
	identified time.Time
	refused    atomic.Bool // an identify came too early, or too many have come: the session is not accepted
	clear      atomic.Bool // frames can be seen here: no cipher of a proxy's connection lies over them
}

// identifyGap is Discord's own distance between two identifies.
const identifyGap = 5 * time.Second

var errIdentify = errors.New("the session was not accepted")

func newLink(conn net.Conn, idle time.Duration, identify func() bool) *link {
	return &link{Conn: conn, idle: idle, identify: identify}
}

// Read fails when nothing has come for too long.
func (l *link) Read(p []byte) (int, error) {
	if err := l.SetReadDeadline(time.Now().Add(l.idle)); err != nil {
		return 0, err
	}
	return l.Conn.Read(p)
}

// Write looks at what is sent: gorilla writes a frame at a time. It never fails.
func (l *link) Write(p []byte) (int, error) {
	kind, head := frame(p)
	if kind != 0 {
		l.clear.Store(true)
	}
	sent := p
	switch {
	case kind == closeFrame:
		sent = resumable(p)
	case kind == textFrame && bytes.HasPrefix(head, []byte(`{"op":2,`)):
		l.mu.Lock()
		early := time.Since(l.identified) < identifyGap
		l.identified = time.Now()
		l.mu.Unlock()
		if early || !l.identify() {
			l.refuse()
			return len(p), nil
		}
	}
	if _, err := l.Conn.Write(sent); err != nil {
		l.Close()
	}
	return len(p), nil
}

// refuse ends a connection whose session is not accepted.
func (l *link) refuse() {
	l.refused.Store(true)
	l.Close()
}

// goodbye ends the session at Discord: the close frame, after which discordgo would rest for a second. Through a proxy there is none,
// and Discord finds out by itself.
func (l *link) goodbye() {
	if !l.clear.Load() {
		return
	}
	const normal, patience = 1000, 2 * time.Second
	l.Conn.SetWriteDeadline(time.Now().Add(patience))
	l.Conn.Write([]byte{0x80 | closeFrame, 0x80 | 2, 0, 0, 0, 0, normal >> 8, normal & 0xFF}) // masked with zeros
}

// resumable is a close frame after which Discord keeps the session. discordgo closes with 1000, which ends it, also when it only
// means to connect anew: when heartbeats go unanswered, and when the late heartbeat of a connection that is gone takes the next one
// down with it. What was missed then comes with the resume.
func resumable(p []byte) []byte {
	const keeps = 4000
	p = bytes.Clone(p)
	if code := p[len(p)-2:]; len(p) == 8 { // two bytes of head, four of mask, the code
		code[0], code[1] = byte(keeps>>8)^p[2], byte(keeps&0xFF)^p[3]
	}
	return p
}

const (
	textFrame  = 1
	closeFrame = 8
)

// frame returns the kind of a client's websocket frame and the first bytes of what it carries; kind 0 if p is no such frame.
func frame(p []byte) (kind byte, head []byte) {
	const final, masked = 0x80, 0x80
	if len(p) < 2 || p[0]&0xF0 != final || p[1]&masked == 0 {
		return 0, nil
	}
	start := 2
	switch p[1] &^ masked {
	case 126:
		start += 2
	case 127:
		start += 8
	}
	if len(p) < start+4 {
		return 0, nil
	}
	mask, payload := p[start:start+4], p[start+4:]
	head = make([]byte, min(len(payload), 16))
	for i := range head {
		head[i] = payload[i] ^ mask[i%4]
	}
	return p[0] & 0x0F, head
}
