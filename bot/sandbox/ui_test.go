package sandbox_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"kumpas/bot/sandbox"
)

// page is one person's browser.
type page struct {
	*world
	as string
}

func (p page) do(method, path string, body any) answer {
	p.t.Helper()
	var r *strings.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			p.t.Fatal(err)
		}
		r = strings.NewReader(string(raw))
	} else {
		r = strings.NewReader("")
	}
	sep := "?"
	if strings.Contains(path, "?") {
		sep = "&"
	}
	req, err := http.NewRequestWithContext(within(p.t), method, p.sb.URL()+path+sep+"as="+p.as, r)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.roundTrip(req)
}

func (p page) ok(method, path string, body any) answer {
	p.t.Helper()
	a := p.do(method, path, body)
	if a.status != 200 {
		p.t.Fatalf("%s %s: %s", method, path, a)
	}
	return a
}

type pageEvent struct {
	T string
	D m
	N int64
}

// listen opens the stream of events after the given number.
func (p page) listen(last string) (<-chan pageEvent, context.CancelFunc) {
	p.t.Helper()
	ctx, cancel := context.WithCancel(within(p.t))
	req, err := http.NewRequestWithContext(ctx, "GET", p.sb.URL()+"/ui/events?as="+p.as, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	res, err := p.hc.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	if kind := res.Header.Get("Content-Type"); kind != "text/event-stream" {
		p.t.Fatalf("the stream is %s", kind)
	}
	events := make(chan pageEvent, 100)
	go func() {
		defer res.Body.Close()
		defer close(events)
		lines := bufio.NewScanner(res.Body)
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				var e pageEvent
				if json.Unmarshal([]byte(data), &e) == nil {
					events <- e
				}
			}
		}
	}()
	p.t.Cleanup(cancel)
	return events, cancel
}

func (p page) next(events <-chan pageEvent, typ string) pageEvent {
	p.t.Helper()
	e := recv(p.t, within(p.t), events)
	if e.T != typ {
		p.t.Fatalf("want %s, got %s %v", typ, e.T, e.D)
	}
	return e
}

func TestPagePlays(t *testing.T) {
	w := newWorld(t, sandbox.Config{Keep: true})
	w.register()
	w.ch.NewThread(w.ayse, "masa", false)
	ayse, can := page{w, w.ayse.ID()}, page{w, w.can.ID()}
	world := ayse.ok("GET", "/ui/world", nil)
	if me := world.body["me"].(m); me["id"] != ayse.as || me["locale"] != "tr" || me["permissions"] == "" {
		t.Errorf("me %v", me)
	}
	for key, n := range map[string]int{"channels": 2, "users": 2, "commands": 2, "bots": 1, "faults": len(w.sb.Faults())} {
		if list, _ := world.body[key].([]any); len(list) != n {
			t.Errorf("%s: %v", key, world.body[key])
		}
	}
	mine, stop := ayse.listen("")
	his, _ := can.listen("")

	a := ayse.ok("POST", "/ui/command", m{"channel_id": w.ch.ID(), "name": "play"})
	if e := ayse.next(mine, "INTERACTION"); e.D["state"] != "pending" || e.D["id"] != a.body["interaction"] {
		t.Errorf("%+v", e)
	}
	in := w.latest()
	w.reply(in, 4, m{"content": "gizli", "flags": 64, "components": []any{row(button("go"))}})
	private := ayse.next(mine, "MESSAGE_CREATE")
	if private.D["ephemeral_for"] != ayse.as || private.D["content"] != "gizli" {
		t.Errorf("%+v", private)
	}
	if e := ayse.next(mine, "INTERACTION"); e.D["state"] != "done" {
		t.Errorf("%+v", e)
	}
	id := private.D["id"]
	if a := can.do("POST", "/ui/press", m{"message_id": id, "custom_id": "go"}); a.status != 400 || a.body["message"] == "" {
		t.Errorf("Can pressed Ayşe's button: %s", a)
	}
	ayse.ok("POST", "/ui/press", m{"message_id": id, "custom_id": "go"})
	if e := ayse.next(mine, "INTERACTION"); e.D["message_id"] != id || e.D["custom_id"] != "go" {
		t.Errorf("%+v", e)
	}
	w.reply(w.latest(), 9, m{"custom_id": "f", "title": "F", "components": []any{row(m{"type": 4, "style": 1, "label": "L", "custom_id": "text"})}})
	modal := ayse.next(mine, "MODAL")
	if modal.D["modal"].(m)["title"] != "F" {
		t.Errorf("%+v", modal)
	}
	ayse.next(mine, "INTERACTION")
	if a := ayse.do("POST", "/ui/modal", m{"interaction": modal.D["interaction"], "custom_id": "f", "values": m{"text": ""}}); a.status != 400 {
		t.Errorf("an empty required field: %s", a)
	}
	ayse.ok("POST", "/ui/modal", m{"interaction": modal.D["interaction"], "custom_id": "f", "values": m{"text": "merhaba"}})
	ayse.next(mine, "INTERACTION")
	stop()
	w.reply(w.latest(), 7, m{"content": "gizli 2"})

	// The stream goes on where it broke.
	mine, _ = ayse.listen(fmt.Sprint(modal.N + 2))
	if e := ayse.next(mine, "MESSAGE_UPDATE"); e.D["content"] != "gizli 2" {
		t.Errorf("%+v", e)
	}
	ayse.next(mine, "INTERACTION")
	ayse.ok("POST", "/ui/say", m{"channel_id": w.ch.ID(), "content": "selam <@" + can.as + ">"})
	if e := can.next(his, "MESSAGE_CREATE"); e.D["author"].(m)["id"] != ayse.as || len(e.D["mentions"].([]any)) != 1 {
		t.Errorf("Can was sent %+v", e)
	}
	for _, sent := range w.can.PageFeed() {
		if strings.Contains(string(sent.Body), "gizli") || strings.Contains(string(sent.Body), "MODAL") {
			t.Errorf("Can's page was sent %s", sent.Body)
		}
	}
	if kept := w.ayse.PageFeed(); len(kept) < 8 || kept[0].Path != "/ui/world" {
		t.Errorf("kept %d", len(kept))
	}
}

// An edit brings no private message back that its person has dismissed: it could not be pressed.
func TestPageDismissed(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	w.register()
	ayse := page{w, w.ayse.ID()}
	events, stop := ayse.listen("")
	ayse.ok("POST", "/ui/command", m{"channel_id": w.ch.ID(), "name": "play"})
	ayse.next(events, "INTERACTION")
	in := w.latest()
	w.reply(in, 4, m{"content": "gizli", "flags": 64})
	shown := ayse.next(events, "MESSAGE_CREATE")
	ayse.next(events, "INTERACTION")
	ayse.ok("POST", "/ui/dismiss", m{"message_id": shown.D["id"]})
	gone := ayse.next(events, "MESSAGE_DELETE")
	w.ok("PATCH", w.hook(in)+"/messages/@original", m{"content": "gizli 2"})
	ayse.ok("POST", "/ui/say", m{"channel_id": w.ch.ID(), "content": "selam"})
	ayse.next(events, "MESSAGE_CREATE")
	stop()
	events, _ = ayse.listen(fmt.Sprint(gone.N))
	ayse.next(events, "MESSAGE_CREATE")
}

// latest is the newest interaction that anybody has begun.
func (w *world) latest() *sandbox.Interaction {
	w.t.Helper()
	in := w.sb.Pending()
	if len(in) == 0 {
		w.t.Fatal("nothing waits for an answer")
	}
	return in[len(in)-1]
}

func TestPageWorldChanges(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	w.register()
	p := page{w, w.ayse.ID()}
	events, _ := p.listen("")
	zeynep := p.ok("POST", "/ui/user", m{"name": "Zeynep", "locale": "tr"})
	if zeynep.body["global_name"] != "Zeynep" || zeynep.body["username"] != "zeynep" {
		t.Errorf("%s", zeynep)
	}
	p.next(events, "WORLD")
	p.ok("POST", "/ui/locale", m{"locale": "en-US"})
	p.next(events, "WORLD")
	if a := p.do("POST", "/ui/locale", m{"locale": "xx"}); a.status != 400 {
		t.Errorf("%s", a)
	}
	p.ok("POST", "/ui/fault", m{"id": "slow", "on": true})
	if e := p.next(events, "FAULTS"); !strings.Contains(fmt.Sprint(e.D), "id:slow kind:switch on:true") {
		t.Errorf("%+v", e)
	}
	p.ok("POST", "/ui/fault", m{"id": "slow", "on": false})
	p.next(events, "FAULTS")
	msg := w.post(m{"content": "x"})
	p.next(events, "MESSAGE_CREATE")
	p.ok("POST", "/ui/read", m{"channel_id": w.ch.ID(), "message_id": msg.ID})
	if world := p.ok("GET", "/ui/world", nil); world.body["last_read"].(m)[w.ch.ID()] != msg.ID {
		t.Errorf("%s", world)
	}
	p.ok("POST", "/ui/delete", m{"message_id": msg.ID})
	if e := p.next(events, "MESSAGE_DELETE"); e.D["id"] != msg.ID || e.D["channel_id"] != w.ch.ID() {
		t.Errorf("%+v", e)
	}
	th := w.ch.NewThread(w.ayse, "masa", false)
	p.next(events, "THREAD_CREATE")
	p.ok("POST", "/ui/delete", m{"channel_id": th.ID()})
	p.next(events, "THREAD_DELETE")
	go func() {
		if w.sb.Until(within(t), func() bool { return len(w.sb.Pending()) > 0 }) == nil {
			w.reply(w.latest(), 8, m{"choices": []m{{"name": "Entrika", "value": "entrika"}}})
		}
	}()
	a := p.ok("POST", "/ui/autocomplete", m{"channel_id": w.ch.ID(), "name": "play", "options": []m{{"name": "game", "value": "e", "focused": true}}})
	if list, _ := a.body["choices"].([]any); len(list) != 1 {
		t.Errorf("%s", a)
	}
	for i := range 60 {
		w.post(m{"content": fmt.Sprint(i)})
	}
	raw := string(p.ok("GET", "/ui/messages?channel="+w.ch.ID(), nil).raw)
	if i, j := strings.Index(raw, `"content":"10"`), strings.Index(raw, `"content":"59"`); i < 0 || j < i || strings.Contains(raw, `"content":"9"`) {
		t.Errorf("%.200s", raw)
	}
	p.ok("POST", "/ui/leave", nil)
	if a := p.do("GET", "/ui/world", nil); a.status != 400 {
		t.Errorf("somebody who has left sees %s", a)
	}
	if a := (page{w, "1"}).do("POST", "/ui/say", m{"channel_id": w.ch.ID(), "content": "x"}); a.status != 400 {
		t.Errorf("nobody says %s", a)
	}
}

func TestPageIsServed(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	if a := w.raw("GET", "/"); a.status != 200 || !strings.Contains(string(a.raw), "page/app.js") {
		t.Errorf("%.200s", a)
	}
	if a := w.raw("GET", "/page/app.js"); a.status != 200 || !strings.Contains(a.header.Get("Content-Type"), "javascript") {
		t.Errorf("%v", a.header)
	}
	if a := w.raw("GET", "/page/test/go.mod"); a.status != 404 {
		t.Errorf("the page's tests are served: %d", a.status)
	}
}

func TestDemo(t *testing.T) {
	sb, err := sandbox.Demo(sandbox.Config{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer sb.Close()
	for _, name := range []string{"genel", "oyun-masasi", "table-talk"} {
		if sb.Guild().Channel(name) == nil {
			t.Errorf("no channel %s", name)
		}
	}
	if n := len(sb.People()); n != 8 || sb.People()[0].Name() != "Ayşe" {
		t.Errorf("%d people", n)
	}
}
