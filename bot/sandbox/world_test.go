package sandbox_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kumpas/bot/sandbox"
)

func TestPermissions(t *testing.T) {
	const other = sandbox.OffenceForbidden
	here := func(w *world) string { return "/channels/" + w.ch.ID() }
	embed := m{"embeds": []m{{"title": "x"}}}
	tests := []struct {
		name string
		deny sandbox.Permission
		do   func(w *world) answer
		code int
	}{
		{"view: get", sandbox.ViewChannel, func(w *world) answer { return w.do("GET", here(w), nil) }, 50001},
		{"view: post", sandbox.ViewChannel, func(w *world) answer { return w.do("POST", here(w)+"/messages", m{"content": "x"}) }, 50001},
		{"send", sandbox.SendMessages, func(w *world) answer { return w.do("POST", here(w)+"/messages", m{"content": "x"}) }, 50013},
		{"embed", sandbox.EmbedLinks, func(w *world) answer { return w.do("POST", here(w)+"/messages", embed) }, 50013},
		{"attach", sandbox.AttachFiles, func(w *world) answer {
			buf, kind := form(t, "{}", map[string]string{"a.png": "x"})
			return w.send("POST", here(w)+"/messages", kind, buf)
		}, 50013},
		{"history", sandbox.ReadMessageHistory, func(w *world) answer {
			return w.do("GET", here(w)+"/messages/"+w.post(m{"content": "x"}).ID, nil)
		}, 50013},
		{"public thread", sandbox.CreatePublicThreads, func(w *world) answer { return w.do("POST", here(w)+"/threads", m{"name": "x", "type": 11}) }, 50013},
		{"private thread", sandbox.CreatePrivateThreads, func(w *world) answer { return w.do("POST", here(w)+"/threads", m{"name": "x", "type": 12}) }, 50013},
		{"in threads", sandbox.SendMessagesInThreads, func(w *world) answer {
			th := w.ch.NewThread(w.ayse, "x", false)
			return w.do("POST", "/channels/"+th.ID()+"/messages", m{"content": "x"})
		}, 50013},
		{"manage channels", 0, func(w *world) answer { return w.do("DELETE", here(w), nil) }, 50013},
		{"another's message: edit", 0, func(w *world) answer {
			msg, err := w.ayse.Say(w.ch, "selam")
			if err != nil {
				t.Fatal(err)
			}
			return w.do("PATCH", here(w)+"/messages/"+msg.ID, m{"content": "x"})
		}, 50005},
		{"another's message: delete", 0, func(w *world) answer {
			msg, err := w.ayse.Say(w.ch, "selam")
			if err != nil {
				t.Fatal(err)
			}
			return w.do("DELETE", here(w)+"/messages/"+msg.ID, nil)
		}, 50013},
		{"an interaction needs none of it", sandbox.SendMessages | sandbox.EmbedLinks, func(w *world) answer {
			return w.do("POST", callback(w.command(w.ayse)), m{"type": 4, "data": embed})
		}, 0},
	}
	for _, tt := range tests {
		w := newWorld(t, sandbox.Config{}, other, sandbox.OffenceInvalid)
		w.register()
		w.ch.Deny(w.sb.Bot(), tt.deny)
		if a := tt.do(w); a.code() != tt.code || tt.code == 0 && a.status != 204 {
			t.Errorf("%s: %s, want %d", tt.name, a, tt.code)
		}
	}
}

func TestRolesAndOverwrites(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	mods := w.g.NewRole("Mod", sandbox.ManageThreads)
	mod := w.g.NewUser("Mod", "tr", mods)
	w.ch.Deny(w.g, sandbox.ViewChannel)
	if w.ayse.CanSee(w.ch) || mod.CanSee(w.ch) {
		t.Error("@everyone was denied the channel")
	}
	w.ch.Allow(mods, sandbox.ViewChannel)
	w.ch.Allow(w.ayse, sandbox.ViewChannel)
	if !w.ayse.CanSee(w.ch) || !mod.CanSee(w.ch) || w.can.CanSee(w.ch) {
		t.Error("overwrites of roles and members")
	}
	w.ch.Reset(w.g)
	th := w.ch.NewThread(w.ayse, "gizli", true)
	if !w.ayse.CanSee(th) || !mod.CanSee(th) || w.can.CanSee(th) {
		t.Error("a private thread shows to its members and to moderators")
	}
	th.AddMember(w.can)
	if !w.can.CanSee(th) {
		t.Error("an added member does not see the thread")
	}
	w.can.Leave()
	if w.can.CanSee(th) || w.can.CanSee(w.ch) {
		t.Error("somebody who has left sees the server")
	}
}

func TestUnknown(t *testing.T) {
	w := newWorld(t, sandbox.Config{}, sandbox.OffenceUnknown, sandbox.OffenceInvalid, sandbox.OffenceToken)
	here := "/channels/" + w.ch.ID()
	w.can.Leave()
	tests := []struct {
		code         int
		method, path string
	}{
		{10003, "GET", "/channels/1"},
		{10003, "POST", "/channels/1/messages"},
		{10008, "GET", here + "/messages/1"},
		{10008, "PATCH", here + "/messages/1"},
		{10008, "DELETE", here + "/messages/1"},
		{10004, "GET", "/guilds/1"},
		{10007, "GET", "/guilds/" + w.g.ID() + "/members/" + w.can.ID()},
		{10013, "GET", "/guilds/" + w.g.ID() + "/members/1"},
		{10013, "GET", "/users/1"},
		{10063, "GET", "/applications/" + w.sb.AppID() + "/commands/1"},
		{20012, "GET", "/applications/1/commands"},
		{50035, "GET", "/channels/abc"},
	}
	for _, tt := range tests {
		var body any
		if tt.method == "POST" || tt.method == "PATCH" {
			body = m{"content": "x"}
		}
		w.fails(tt.code, tt.method, tt.path, body)
	}
	if a := w.do("GET", "/nothing", nil); a.status != 404 {
		t.Errorf("an unknown route: %s", a)
	}
	if a := w.raw("GET", "/api/v8/gateway"); a.status != 404 && a.status != 403 {
		t.Errorf("API version 8: %s", a)
	}
}

func TestThreads(t *testing.T) {
	limits := sandbox.NoLimits()
	limits.ActiveThreads = 3
	w := newWorld(t, sandbox.Config{Limits: limits}, sandbox.OffenceInvalid, sandbox.OffenceForbidden)
	here := "/channels/" + w.ch.ID()
	for _, body := range []m{{"name": ""}, {"name": rep("x", 101)}, {"name": "x", "type": 10}, {"name": "x", "auto_archive_duration": 61}} {
		w.fails(50035, "POST", here+"/threads", body)
	}
	msg := w.post(m{"content": "lobi"})
	a := w.ok("POST", here+"/messages/"+msg.ID+"/threads", m{"name": "Masa", "auto_archive_duration": 60})
	if a.status != 201 || a.id() != msg.ID || a.body["type"] != 11.0 || a.body["parent_id"] != w.ch.ID() {
		t.Fatalf("%s", a)
	}
	w.fails(160004, "POST", here+"/messages/"+msg.ID+"/threads", m{"name": "Masa"})
	th := w.sb.Channel(msg.ID)
	at := "/channels/" + th.ID()
	w.fails(50024, "POST", at+"/threads", m{"name": "x"})
	board := w.ok("POST", at+"/messages", m{"content": "tahta"}).id()

	// It archives itself an hour after the last message; then edits are refused and a post opens it again.
	w.clock.Advance(30 * time.Minute)
	w.ok("POST", at+"/messages", m{"content": "hâlâ"})
	w.clock.Advance(59 * time.Minute)
	if th.Archived() {
		t.Error("archived too early")
	}
	w.clock.Advance(time.Minute)
	if !th.Archived() {
		t.Error("not archived after an hour")
	}
	w.fails(50083, "PATCH", at+"/messages/"+board, m{"content": "x"})
	w.fails(50083, "DELETE", at+"/messages/"+board, nil)
	w.fails(50083, "PUT", at+"/thread-members/"+w.ayse.ID(), nil)
	w.fails(50083, "PATCH", at, m{"name": "x"})
	w.ok("POST", at+"/messages", m{"content": "açıl"})
	if th.Archived() {
		t.Error("a post does not open the thread")
	}
	// Its owner archives it; locking needs MANAGE_THREADS.
	w.ok("PATCH", at, m{"archived": true})
	w.ok("PATCH", at, m{"archived": false, "name": "Masa 2"})
	w.fails(50013, "PATCH", at, m{"locked": true})
	th.Archive(false, true)
	w.fails(160005, "POST", at+"/messages", m{"content": "x"})
	th.Archive(true, true)
	w.fails(50083, "POST", at+"/messages", m{"content": "x"})
	w.fails(50013, "PATCH", at, m{"archived": false})
	w.g.Permit(w.g.BotRole(), sandbox.DefaultPermissions|sandbox.ManageThreads)
	w.ok("PATCH", at, m{"archived": false, "locked": false})

	private := w.ok("POST", here+"/threads", m{"name": "Gizli"})
	if private.body["type"] != 12.0 {
		t.Errorf("a thread without a message is private unless it says otherwise: %s", private)
	}
	sub := w.sb.Channel(private.id())
	w.ok("PUT", "/channels/"+sub.ID()+"/thread-members/"+w.ayse.ID(), nil)
	if !w.ayse.CanSee(sub) || w.can.CanSee(sub) {
		t.Error("who sees the private thread")
	}
	w.ok("DELETE", "/channels/"+sub.ID()+"/thread-members/"+w.ayse.ID(), nil)
	if w.ayse.CanSee(sub) {
		t.Error("a removed member sees the thread")
	}
	w.ok("POST", here+"/threads", m{"name": "Üç", "type": 11})
	w.fails(160006, "POST", here+"/threads", m{"name": "Dört", "type": 11})
	list := w.ok("GET", "/guilds/"+w.g.ID()+"/threads/active", nil)
	if threads, _ := list.body["threads"].([]any); len(threads) != 3 {
		t.Errorf("%s", list)
	}
	w.ok("DELETE", at, nil)
	if w.sb.Channel(th.ID()) != nil || len(w.g.Threads()) != 2 {
		t.Error("the thread is still there")
	}
}

func TestInteractionInArchivedThread(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	w.register()
	th := w.ch.NewThread(w.ayse, "masa", false)
	msg := w.sb.Message(w.ok("POST", "/channels/"+th.ID()+"/messages", board("x")).id())
	th.Archive(true, false)
	in := w.press(w.ayse, msg, "go")
	w.fails(50083, "POST", callback(in), m{"type": 7, "data": board("y")})
	w.reply(in, 4, m{"content": "açıldı"})
	if th.Archived() {
		t.Error("an answer does not open the thread")
	}
	in = w.press(w.ayse, msg, "go")
	th.Archive(true, true)
	w.fails(50083, "POST", callback(in), m{"type": 4, "data": m{"content": "x"}})
}

func TestPaging(t *testing.T) {
	w := newWorld(t, sandbox.Config{MaxMessages: 120}, sandbox.OffenceInvalid)
	var ids []string
	for i := range 130 {
		ids = append(ids, w.post(m{"content": fmt.Sprint(i)}).ID)
	}
	at := "/channels/" + w.ch.ID() + "/messages"
	tests := []struct{ query, first, last string }{
		{"", "129", "80"},
		{"?limit=1", "129", "129"},
		{"?limit=2&before=" + ids[50], "49", "48"},
		{"?limit=2&after=" + ids[50], "52", "51"},
		{"?limit=100&before=" + ids[12], "11", "10"}, // the first ten have fallen out
	}
	for _, tt := range tests {
		raw := string(w.ok("GET", at+tt.query, nil).raw)
		i, j := strings.Index(raw, `"content":"`+tt.first+`"`), strings.LastIndex(raw, `"content":"`+tt.last+`"`)
		if i < 0 || j < i || strings.Index(raw, `"content":"`) != i || strings.LastIndex(raw, `"content":"`) != j {
			t.Errorf("%s: want %s to %s, got %.100s", tt.query, tt.first, tt.last, raw)
		}
	}
	w.fails(50035, "GET", at+"?limit=101", nil)
}

func TestRepliesAndMentions(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	at := "/channels/" + w.ch.ID() + "/messages"
	ping := "<@" + w.ayse.ID() + "> <@" + w.can.ID() + "> @everyone"
	none := m{"parse": []string{}}
	tests := []struct {
		name    string
		body    m
		who     int
		all     bool
		offence string
	}{
		{"no rules", m{"content": ping}, 2, true, "mentions"},
		{"nobody", m{"content": ping, "allowed_mentions": none}, 0, false, ""},
		{"one", m{"content": ping, "allowed_mentions": m{"parse": []string{}, "users": []string{w.can.ID()}}}, 1, false, ""},
		{"users", m{"content": ping, "allowed_mentions": m{"parse": []string{"users"}}}, 2, false, ""},
		{"everyone", m{"content": ping, "allowed_mentions": m{"parse": []string{"everyone"}}}, 0, true, ""},
		{"in a text display", v2(text(ping)), 2, true, "mentions"},
		{"no mention", m{"content": "selam"}, 0, false, ""},
	}
	for _, tt := range tests {
		msg := w.post(tt.body)
		if len(msg.Mentions) != tt.who || msg.MentionEveryone != tt.all {
			t.Errorf("%s: %v %v", tt.name, msg.Mentions, msg.MentionEveryone)
		}
		if k := w.kinds(); k != tt.offence {
			t.Errorf("%s: offences %q", tt.name, k)
		}
	}
	first := w.post(m{"content": "bir"})
	reply := w.post(m{"content": "iki", "message_reference": m{"message_id": first.ID}})
	if reply.Type != 19 || reply.Reference.MessageID != first.ID {
		t.Errorf("%+v", reply)
	}
	w.sb.Forgive(sandbox.OffenceInvalid)
	w.fails(50035, "POST", at, m{"content": "x", "message_reference": m{"message_id": "1"}})
}
