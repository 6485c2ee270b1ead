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
// noticed, and identifies keep a distance - discordgo answers every "invalid
// session" with another identify at once, of which Discord allows a thousand a day.
type link struct {
	net.Conn
	idle       time.Duration // Discord says something at least every 41 s
	onIdentify func()

	mu         sync.Mutex
	identified time.Time
	bye        sync.Once
	farewell   chan struct{} // closed once the close frame is on its way
	leaving    atomic.Bool   // the bot says goodbye: the session may end
}

// identifyGap is Discord's own distance between two identifies.
const identifyGap = 5 * time.Second

var errIdentify = errors.New("the session was not accepted")

func newLink(conn net.Conn, idle time.Duration, onIdentify func()) *link {
	return &link{Conn: conn, idle: idle, onIdentify: onIdentify, farewell: make(chan struct{})}
}

// Read fails when nothing has come for too long.
func (l *link) Read(p []byte) (int, error) {
	if err := l.SetReadDeadline(time.Now().Add(l.idle)); err != nil {
		return 0, err
	}
	return l.Conn.Read(p)
}

// Write looks at what is sent: gorilla writes a frame at a time.
func (l *link) Write(p []byte) (int, error) {
	switch kind, head := frame(p); {
	case kind == closeFrame:
		defer l.bye.Do(func() { close(l.farewell) })
		if !l.leaving.Load() {
			p = resumable(p)
		}
	case kind == textFrame && bytes.HasPrefix(head, []byte(`{"op":2,`)):
		l.mu.Lock()
		early := time.Since(l.identified) < identifyGap
		l.identified = time.Now()
		l.mu.Unlock()
		if early {
			l.Close()
			return 0, errIdentify
		}
		l.onIdentify()
	}
	return l.Conn.Write(p)
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
