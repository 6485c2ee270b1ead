package sandbox_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"kumpas/bot/sandbox"
)

// client is a bare gateway client.
type client struct {
	t  *testing.T
	ws *websocket.Conn
}

type frame struct {
	Op int             `json:"op"`
	T  string          `json:"t"`
	S  int64           `json:"s"`
	D  json.RawMessage `json:"d"`
}

func dial(t *testing.T, sb *sandbox.Sandbox, query string) *client {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.DialContext(within(t), strings.Replace(sb.URL(), "http", "ws", 1)+"/gateway/?"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	return &client{t, ws}
}

func (c *client) send(op int, d any) {
	c.t.Helper()
	if err := c.ws.WriteJSON(m{"op": op, "d": d}); err != nil {
		c.t.Fatal(err)
	}
}

// read returns the next frame, unpacked, or the code that the connection was closed with.
func (c *client) read() (frame, int) {
	c.t.Helper()
	c.ws.SetReadDeadline(time.Now().Add(20 * time.Second))
	kind, data, err := c.ws.ReadMessage()
	var closed *websocket.CloseError
	if errors.As(err, &closed) {
		return frame{}, closed.Code
	}
	if err != nil {
		return frame{}, -1
	}
	if kind == websocket.BinaryMessage {
		z, err := zlib.NewReader(bytes.NewReader(data))
		if err != nil {
			c.t.Fatal(err)
		}
		var buf bytes.Buffer
		if _, err := buf.ReadFrom(z); err != nil {
			c.t.Fatal(err)
		}
		data = buf.Bytes()
	}
	var f frame
	if err := json.Unmarshal(data, &f); err != nil {
		c.t.Fatal(err)
	}
	return f, 0
}

// want reads a frame of an opcode (and event type).
func (c *client) want(op int, typ string) frame {
	c.t.Helper()
	f, code := c.read()
	if code != 0 || f.Op != op || f.T != typ {
		c.t.Fatalf("want op %d %s, got op %d %s %.200s (closed with %d)", op, typ, f.Op, f.T, f.D, code)
	}
	return f
}

func identify(sb *sandbox.Sandbox, more m) m {
	return with(m{"token": sb.Token(), "intents": 1, "properties": m{"os": "linux"}}, more)
}

// ready opens a session and returns its id and the last sequence number.
func (c *client) ready(sb *sandbox.Sandbox, more m) (string, int64) {
	c.t.Helper()
	c.want(10, "")
	c.send(2, identify(sb, more))
	f := c.want(0, "READY")
	var r struct {
		ID  string `json:"session_id"`
		URL string `json:"resume_gateway_url"`
	}
	if err := json.Unmarshal(f.D, &r); err != nil || r.ID == "" || !strings.HasPrefix(r.URL, "ws://127.0.0.1:") {
		c.t.Fatalf("READY %s", f.D)
	}
	return r.ID, f.S
}

func TestCloseCodes(t *testing.T) {
	w := newWorld(t, sandbox.Config{Limits: &sandbox.Limits{Sends: sandbox.Limit{N: 120, Per: time.Minute}}}, sandbox.OffenceGateway)
	tests := []struct {
		name string
		do   func(*client)
		code int
	}{
		{"unknown opcode", func(c *client) { c.send(42, nil) }, 4001},
		{"no JSON", func(c *client) { c.ws.WriteMessage(websocket.TextMessage, []byte("{")) }, 4002},
		{"too much", func(c *client) { c.send(1, rep("x", 4096)) }, 4002},
		{"no properties", func(c *client) { c.send(2, m{"token": w.sb.Token(), "intents": 1}) }, 4002},
		{"not identified", func(c *client) { c.send(3, m{}) }, 4003},
		{"wrong token", func(c *client) { c.send(2, identify(w.sb, m{"token": "x"})) }, 4004},
		{"resume with a wrong token", func(c *client) { c.send(6, m{"token": "x", "session_id": "s", "seq": 1}) }, 4004},
		{"twice", func(c *client) { c.send(2, identify(w.sb, nil)); c.send(2, identify(w.sb, nil)) }, 4005},
		{"120 sends", func(c *client) {
			for range 121 {
				c.send(1, nil)
			}
		}, 4008},
		{"bad shard", func(c *client) { c.send(2, identify(w.sb, m{"shard": []int{2, 2}})) }, 4010},
		{"unknown intent", func(c *client) { c.send(2, identify(w.sb, m{"intents": 1 << 30})) }, 4013},
		{"privileged intent", func(c *client) { c.send(2, identify(w.sb, m{"intents": 1 << 1})) }, 4014},
	}
	for _, tt := range tests {
		c := dial(t, w.sb, "v=10&encoding=json")
		c.want(10, "")
		tt.do(c)
		code := 0
		for code == 0 {
			_, code = c.read()
		}
		if code != tt.code {
			t.Errorf("%s: closed with %d, want %d", tt.name, code, tt.code)
		}
	}
	if _, code := dial(t, w.sb, "v=6").read(); code != 4012 {
		t.Errorf("API version 6: closed with %d", code)
	}
}

func TestIntentsDecideEvents(t *testing.T) {
	const guilds, moderation, messages = 1, 1 << 2, 1 << 9
	w := newWorld(t, sandbox.Config{})
	w.register()
	clients := map[int]*client{}
	for _, intents := range []int{0, guilds, guilds | moderation, guilds | messages} {
		c := dial(t, w.sb, "v=10&encoding=json")
		c.ready(w.sb, m{"intents": intents, "compress": intents == guilds})
		clients[intents] = c
	}
	msg := w.post(m{"content": "a"})
	w.ok("PATCH", "/channels/"+w.ch.ID()+"/messages/"+msg.ID, m{"content": "b"})
	w.sb.DeleteMessage(msg.ID)
	th := w.ch.NewThread(w.ayse, "masa", false)
	th.Archive(true, false)
	th.Delete()
	w.g.Ban(w.can)
	w.g.Permit(w.g.NewRole("r", 0), sandbox.ManageGuild)
	w.g.NewChannel("yeni").Delete()
	in := w.command(w.ayse)
	w.reply(in, 4, m{"content": "gizli", "flags": 64})
	w.reply(w.command(w.ayse), 4, m{"content": "açık"})
	w.g.RemoveBot()
	w.g.AddBot()
	base := "GUILD_CREATE THREAD_CREATE THREAD_UPDATE THREAD_DELETE GUILD_ROLE_CREATE GUILD_ROLE_UPDATE CHANNEL_CREATE CHANNEL_DELETE INTERACTION_CREATE INTERACTION_CREATE GUILD_DELETE GUILD_CREATE"
	want := map[int]string{
		0:                   "INTERACTION_CREATE INTERACTION_CREATE",
		guilds:              base,
		guilds | moderation: strings.Replace(base, "GUILD_ROLE_CREATE", "GUILD_BAN_ADD GUILD_ROLE_CREATE", 1),
		guilds | messages: strings.Replace("GUILD_CREATE MESSAGE_CREATE MESSAGE_UPDATE MESSAGE_DELETE"+strings.TrimPrefix(base, "GUILD_CREATE"),
			"INTERACTION_CREATE INTERACTION_CREATE", "INTERACTION_CREATE INTERACTION_CREATE MESSAGE_CREATE", 1),
	}
	for intents, c := range clients {
		var got []string
		for range strings.Fields(want[intents]) {
			f, code := c.read()
			if code != 0 {
				t.Fatalf("intents %d: closed with %d after %v", intents, code, got)
			}
			got = append(got, f.T)
		}
		if s := strings.Join(got, " "); s != want[intents] {
			t.Errorf("intents %d: got\n%s, want\n%s", intents, s, want[intents])
		}
		c.send(1, nil)
		c.want(11, "") // and nothing else came
	}
}

func TestInteractionEvent(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	w.register()
	c := dial(t, w.sb, "v=10&encoding=json")
	c.ready(w.sb, m{"intents": 0})
	msg := w.post(m{"content": "x", "components": []any{row(m{"type": 5, "custom_id": "who"})}})
	w.ch.Deny(w.sb.Bot(), sandbox.AttachFiles)
	in, err := w.ayse.Select(msg, "who", w.can.ID())
	if err != nil {
		t.Fatal(err)
	}
	var e struct {
		ID, Token, Locale      string
		Type, Version, Context int
		App                    string `json:"application_id"`
		Guild                  string `json:"guild_id"`
		Channel                string `json:"channel_id"`
		GuildLocale            string `json:"guild_locale"`
		AppPermissions         string `json:"app_permissions"`
		Limit                  int    `json:"attachment_size_limit"`
		Owners                 map[string]string
		Member                 struct {
			User        struct{ ID string }
			Permissions string
			Roles       []string
			Joined      string `json:"joined_at"`
		}
		Message struct{ ID string }
		Data    struct {
			Custom   string   `json:"custom_id"`
			Type     int      `json:"component_type"`
			Values   []string `json:"values"`
			Resolved struct {
				Users map[string]struct {
					Name string `json:"global_name"`
				}
				Members map[string]m
			}
		}
	}
	if err := json.Unmarshal(c.want(0, "INTERACTION_CREATE").D, &e); err != nil {
		t.Fatal(err)
	}
	if e.ID != in.ID() || e.Token != in.Token() || e.Type != 3 || e.Version != 1 || e.App != w.sb.AppID() || e.Guild != w.g.ID() || e.Channel != w.ch.ID() ||
		e.Locale != "tr" || e.GuildLocale != "en-US" || e.Limit != 10<<20 || e.Message.ID != msg.ID || e.Member.User.ID != w.ayse.ID() || e.Member.Joined == "" {
		t.Errorf("%+v", e)
	}
	if e.Data.Custom != "who" || e.Data.Type != 5 || len(e.Data.Values) != 1 || e.Data.Resolved.Users[w.can.ID()].Name != "Can" || e.Data.Resolved.Members[w.can.ID()] == nil {
		t.Errorf("%+v", e.Data)
	}
	if want := (sandbox.DefaultPermissions &^ sandbox.AttachFiles).String(); e.AppPermissions != want || e.Member.Permissions != sandbox.DefaultPermissions.String() {
		t.Errorf("app_permissions %s, want %s; member %s", e.AppPermissions, want, e.Member.Permissions)
	}
}

func TestResume(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	w.register()
	c := dial(t, w.sb, "v=10&encoding=json")
	id, _ := c.ready(w.sb, nil)
	last := c.want(0, "GUILD_CREATE").S
	c.ws.Close() // without a close code: the session stays
	first, second := w.command(w.ayse), w.command(w.can)
	resume := func(seq int64) *client {
		c := dial(t, w.sb, "v=10&encoding=json")
		c.want(10, "")
		c.send(6, m{"token": w.sb.Token(), "session_id": id, "seq": seq})
		return c
	}
	c = resume(last)
	for i, in := range []*sandbox.Interaction{first, second} {
		f := c.want(0, "INTERACTION_CREATE")
		if f.S != last+int64(i)+1 || !strings.Contains(string(f.D), in.Token()) {
			t.Errorf("replay %d: seq %d", i, f.S)
		}
	}
	last = c.want(0, "RESUMED").S

	// Op 9, resumable or not.
	w.sb.Fault("invalid_resumable")
	if f := c.want(9, ""); string(f.D) != "true" {
		t.Errorf("op 9 %s", f.D)
	}
	c.send(6, m{"token": w.sb.Token(), "session_id": id, "seq": last})
	last = c.want(0, "RESUMED").S
	w.sb.Fault("invalid_session")
	if f := c.want(9, ""); string(f.D) != "false" {
		t.Errorf("op 9 %s", f.D)
	}
	c.send(6, m{"token": w.sb.Token(), "session_id": id, "seq": last})
	if f := c.want(9, ""); string(f.D) != "false" {
		t.Errorf("op 9 %s", f.D)
	}
	c.send(2, identify(w.sb, nil)) // on the same connection
	f := c.want(0, "READY")
	c.want(0, "GUILD_CREATE")
	var r struct {
		ID string `json:"session_id"`
	}
	if err := json.Unmarshal(f.D, &r); err != nil {
		t.Fatal(err)
	}
	id = r.ID
	w.sb.Forgive(sandbox.OffenceGateway)
	if _, code := resume(99).read(); code != 4007 {
		t.Errorf("a sequence number from the future: closed with %d", code)
	}
	// A client that closes with 1000 gives its session up.
	c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(1000, ""), time.Now().Add(time.Second))
	c.read()
	if f := resume(2).want(9, ""); string(f.D) != "false" {
		t.Errorf("op 9 %s", f.D)
	}
}

func TestGatewayFaults(t *testing.T) {
	w := newWorld(t, sandbox.Config{HeartbeatInterval: 100 * time.Millisecond})
	c := dial(t, w.sb, "v=10&encoding=json")
	c.ready(w.sb, m{"intents": 0})
	w.sb.Fault("reconnect")
	c.want(7, "")
	w.sb.Fault("ask_heartbeat")
	c.want(1, "")
	w.sb.Fault("no_ack")
	c.send(1, nil)
	w.sb.Fault("drop_gateway")
	if _, code := c.read(); code == 0 {
		t.Error("the heartbeat was acknowledged")
	}
	w.sb.Heal()
	w.sb.Fault("reconnect_at_ready")
	c = dial(t, w.sb, "v=10&encoding=json")
	c.want(10, "")
	c.send(2, identify(w.sb, nil))
	c.want(7, "")
	// Somebody without heartbeats is dropped.
	c = dial(t, w.sb, "v=10&encoding=json")
	c.ready(w.sb, m{"intents": 0})
	if _, code := c.read(); code == 0 {
		t.Error("a silent client was kept")
	}
	w.sb.Fault("no_hello")
	c = dial(t, w.sb, "v=10&encoding=json")
	c.ws.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	if _, data, err := c.ws.ReadMessage(); err == nil {
		t.Errorf("the gateway said %s", data)
	}
}

func TestShards(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	w.register()
	var got []int
	for i := range 2 {
		c := dial(t, w.sb, "v=10&encoding=json")
		c.ready(w.sb, m{"intents": 0, "shard": []int{i, 2}})
		w.command(w.ayse)
		c.send(1, nil)
		if f, _ := c.read(); f.T == "INTERACTION_CREATE" {
			got = append(got, i)
		}
	}
	if len(got) != 1 {
		t.Errorf("the guild's events came on shards %v", got)
	}
}
