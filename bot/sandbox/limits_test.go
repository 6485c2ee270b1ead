package sandbox_test

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"strings"
	"testing"

	"kumpas/bot/sandbox"
)

func rep(s string, n int) string { return strings.Repeat(s, n) }

func times[T any](n int, f func(i int) T) []any {
	list := make([]any, n)
	for i := range list {
		list[i] = f(i)
	}
	return list
}

func buttons(n int) []any {
	return times(n, func(i int) m { return button(fmt.Sprint("b", i)) })
}

func options(n int) []m {
	list := make([]m, n)
	for i := range list {
		list[i] = m{"label": fmt.Sprint("o", i), "value": fmt.Sprint(i)}
	}
	return list
}

func with(base m, more m) m {
	out := m{}
	for k, v := range base {
		out[k] = v
	}
	for k, v := range more {
		out[k] = v
	}
	return out
}

func v1(components ...any) m { return m{"content": "x", "components": components} }

func v2(components ...any) m {
	return m{"flags": sandbox.FlagComponentsV2, "components": components}
}

func container(inner ...any) m { return m{"type": 17, "components": inner} }

func section(accessory any, inner ...any) m {
	return m{"type": 9, "components": inner, "accessory": accessory}
}

// messageLimits are bodies of messages: path is where Discord's tree complains, "" when it takes them.
var messageLimits = []struct {
	name string
	body m
	path string
}{
	{"content of 2000", m{"content": rep("ş", 2000)}, ""},
	{"content of 2001", m{"content": rep("ş", 2001)}, "content"},
	{"10 embeds", m{"embeds": times(10, func(int) m { return m{"title": "t"} })}, ""},
	{"11 embeds", m{"embeds": times(11, func(int) m { return m{"title": "t"} })}, "embeds"},
	{"embed title", m{"embeds": []m{{"title": rep("x", 257)}}}, "embeds.0.title"},
	{"embed description", m{"embeds": []m{{"description": rep("x", 4097)}}}, "embeds.0.description"},
	{"embed field value", m{"embeds": []m{{"fields": []m{{"name": "n", "value": rep("x", 1025)}}}}}, "embeds.0.fields.0.value"},
	{"embed field name", m{"embeds": []m{{"fields": []m{{"name": "", "value": "v"}}}}}, "embeds.0.fields.0.name"},
	{"26 fields", m{"embeds": []m{{"fields": times(26, func(int) m { return m{"name": "n", "value": "v"} })}}}, "embeds.0.fields"},
	{"footer", m{"embeds": []m{{"footer": m{"text": rep("x", 2049)}}}}, "embeds.0.footer.text"},
	{"author", m{"embeds": []m{{"author": m{"name": rep("x", 257)}}}}, "embeds.0.author.name"},
	{"6000 in embeds", m{"embeds": []m{{"description": rep("x", 3000)}, {"description": rep("x", 3000)}}}, ""},
	{"6001 in embeds", m{"embeds": []m{{"description": rep("x", 3000)}, {"description": rep("x", 3001)}}}, "embeds"},
	{"empty embed", m{"embeds": []m{{}}}, "embeds.0"},

	{"5 rows of 5", v1(times(5, func(r int) m { return row(times(5, func(i int) m { return button(fmt.Sprint(r, i)) })...) })...), ""},
	{"6 rows", v1(times(6, func(r int) m { return row(button(fmt.Sprint(r))) })...), "components"},
	{"6 buttons", v1(row(buttons(6)...)), "components.0.components"},
	{"empty row", v1(row()), "components.0.components"},
	{"button and select", v1(row(button("a"), m{"type": 5, "custom_id": "s"})), "components.0.components"},
	{"button outside a row", v1(button("a")), "components.0.type"},
	{"row in a row", v1(row(row(button("a")))), "components.0.components.0.type"},
	{"text input in a message", v1(row(m{"type": 4, "custom_id": "a", "style": 1, "label": "l"})), "components.0.components.0.type"},
	{"V2 without the flag", v1(text("x")), "components.0.type"},
	{"no custom_id", v1(row(m{"type": 2, "style": 1, "label": "x"})), "components.0.components.0.custom_id"},
	{"custom_id of 100", v1(row(button(rep("x", 100)))), ""},
	{"custom_id of 101", v1(row(button(rep("x", 101)))), "components.0.components.0.custom_id"},
	{"custom_id twice", v1(row(button("a"), button("a"))), "components.0.components.1.custom_id"},
	{"label of 81", v1(row(with(button("a"), m{"label": rep("x", 81)}))), "components.0.components.0.label"},
	{"neither label nor emoji", v1(row(m{"type": 2, "style": 1, "custom_id": "a"})), "components.0.components.0"},
	{"emoji alone", v1(row(m{"type": 2, "style": 1, "custom_id": "a", "emoji": m{"name": "🎲"}})), ""},
	{"a word for an emoji", v1(row(with(button("a"), m{"emoji": m{"name": "dice"}}))), "components.0.components.0.emoji.name"},
	{"style 7", v1(row(with(button("a"), m{"style": 7}))), "components.0.components.0.style"},
	{"link", v1(row(m{"type": 2, "style": 5, "label": "x", "url": "https://example.org"})), ""},
	{"link with a custom_id", v1(row(m{"type": 2, "style": 5, "label": "x", "url": "https://example.org", "custom_id": "a"})), "components.0.components.0.custom_id"},
	{"link without url", v1(row(m{"type": 2, "style": 5, "label": "x"})), "components.0.components.0.url"},
	{"url on a plain button", v1(row(with(button("a"), m{"url": "https://example.org"}))), "components.0.components.0.url"},
	{"25 options", v1(row(m{"type": 3, "custom_id": "s", "options": options(25)})), ""},
	{"26 options", v1(row(m{"type": 3, "custom_id": "s", "options": options(26)})), "components.0.components.0.options"},
	{"no options", v1(row(m{"type": 3, "custom_id": "s", "options": options(0)})), "components.0.components.0.options"},
	{"option value twice", v1(row(m{"type": 3, "custom_id": "s", "options": []m{{"label": "a", "value": "1"}, {"label": "b", "value": "1"}}})), "components.0.components.0.options.1.value"},
	{"option label of 101", v1(row(m{"type": 3, "custom_id": "s", "options": []m{{"label": rep("x", 101), "value": "1"}}})), "components.0.components.0.options.0.label"},
	{"option description of 101", v1(row(m{"type": 3, "custom_id": "s", "options": []m{{"label": "a", "value": "1", "description": rep("x", 101)}}})), "components.0.components.0.options.0.description"},
	{"placeholder of 151", v1(row(m{"type": 5, "custom_id": "s", "placeholder": rep("x", 151)})), "components.0.components.0.placeholder"},
	{"max over the options", v1(row(m{"type": 3, "custom_id": "s", "max_values": 3, "options": options(2)})), "components.0.components.0.options"},
	{"max under min", v1(row(m{"type": 5, "custom_id": "s", "min_values": 3, "max_values": 2})), "components.0.components.0.max_values"},
	{"two defaults, one allowed", v1(row(m{"type": 3, "custom_id": "s", "options": []m{{"label": "a", "value": "1", "default": true}, {"label": "b", "value": "2", "default": true}}})), "components.0.components.0.options"},

	{"40 components", v2(times(40, func(int) m { return text("x") })...), ""},
	{"41 components", v2(times(41, func(int) m { return text("x") })...), "components"},
	{"41 nested", v2(container(times(40, func(int) m { return text("x") })...)), "components"},
	{"4000 of text", v2(text(rep("ş", 2000)), container(text(rep("ş", 2000)))), ""},
	{"4001 of text", v2(text(rep("ş", 2000)), container(text(rep("ş", 2001)))), "components"},
	{"empty text", v2(text("")), "components.0.content"},
	{"content with V2", with(v2(text("x")), m{"content": "x"}), "content"},
	{"embeds with V2", with(v2(text("x")), m{"embeds": []m{{"title": "x"}}}), "embeds"},
	{"section", v2(section(button("a"), text("x"))), ""},
	{"section of four", v2(section(button("a"), text("x"), text("x"), text("x"), text("x"))), "components.0.components"},
	{"section without accessory", v2(m{"type": 9, "components": []any{text("x")}}), "components.0.accessory"},
	{"select as accessory", v2(section(m{"type": 5, "custom_id": "s"}, text("x"))), "components.0.accessory.type"},
	{"thumbnail", v2(section(m{"type": 11, "media": m{"url": "https://example.org/a.png"}}, text("x"))), ""},
	{"thumbnail without media", v2(section(m{"type": 11}, text("x"))), "components.0.accessory.media.url"},
	{"container in a container", v2(container(container(text("x")))), "components.0.components.0.type"},
	{"empty container", v2(container()), "components.0.components"},
	{"accent colour", v2(with(container(text("x")), m{"accent_color": 0x1000000})), "components.0.accent_color"},
	{"separator", v2(text("x"), m{"type": 14, "divider": false, "spacing": 2}), ""},
	{"separator spacing 3", v2(m{"type": 14, "spacing": 3}), "components.0.spacing"},
	{"gallery", v2(m{"type": 12, "items": []m{{"media": m{"url": "https://example.org/a.png"}}}}), ""},
	{"gallery of 11", v2(m{"type": 12, "items": times(11, func(int) m { return m{"media": m{"url": "https://example.org/a.png"}} })}), "components.0.items"},
	{"file by web address", v2(m{"type": 13, "file": m{"url": "https://example.org/a.txt"}}), "components.0.file.url"},
	{"attachment that is not there", v2(m{"type": 13, "file": m{"url": "attachment://a.txt"}}), "components"},
	{"component id twice", v2(with(text("a"), m{"id": 7}), with(text("b"), m{"id": 7})), "components.1.id"},
	{"unknown type", v2(m{"type": 99}), "components.0.type"},

	{"unknown key", m{"content": "x", "contnet": "y"}, "any"},
	{"unknown key deep down", v1(row(with(button("a"), m{"lable": "x"}))), "any"},
	{"wrong type", m{"content": 7}, "any"},
	{"nonce of 26", m{"content": "x", "nonce": rep("1", 26)}, "nonce"},
	{"mentions both ways", m{"content": "x", "allowed_mentions": m{"parse": []string{"users"}, "users": []string{"1234"}}}, "allowed_mentions.parse"},
}

func TestMessageLimits(t *testing.T) {
	w := newWorld(t, sandbox.Config{}, sandbox.OffenceInvalid)
	w.register()
	msg := w.post(m{"content": "start"})
	at := "/channels/" + w.ch.ID() + "/messages"
	for _, tt := range messageLimits {
		if strings.HasPrefix(tt.path, "any") && !w.sb.Strict() {
			continue
		}
		check := func(how string, a answer, prefix string) {
			t.Helper()
			if tt.path == "" {
				if a.status/100 != 2 {
					t.Errorf("%s by %s: %s", tt.name, how, a)
				}
				return
			}
			if a.status != 400 || a.code() != 50035 {
				t.Errorf("%s by %s: want 50035, got %s", tt.name, how, a)
				return
			}
			if tt.path != "any" && !hasError(a.body["errors"], prefix+tt.path) && !strings.Contains(string(a.raw), `"SCHEMA"`) {
				t.Errorf("%s by %s: no complaint at %s: %s", tt.name, how, prefix+tt.path, a)
			}
		}
		check("POST", w.do("POST", at, tt.body), "")
		in := w.command(w.ayse)
		if tt.body["nonce"] == nil { // only channel messages have one
			check("callback", w.do("POST", callback(in), m{"type": 4, "data": tt.body}), "data.")
		}
		if tt.path != "" && tt.body["nonce"] == nil {
			check("PATCH", w.do("PATCH", at+"/"+msg.ID, with(m{"content": nil}, tt.body)), "")
		}
	}
	if a := w.do("POST", at, m{"content": "  "}); a.code() != 50006 {
		t.Errorf("an empty message: %s", a)
	}
	if a := w.do("POST", at, "{"); a.code() != 50109 {
		t.Errorf("broken JSON: %s", a)
	}
	if w.sb.Message(msg.ID).Version != 0 {
		t.Error("a refused edit changed the message")
	}
}

// hasError finds "_errors" at a dotted path of Discord's tree.
func hasError(tree any, path string) bool {
	for _, key := range strings.Split(path, ".") {
		node, ok := tree.(m)
		if !ok {
			return false
		}
		tree = node[key]
	}
	node, ok := tree.(m)
	return ok && node["_errors"] != nil
}

// TestOwnRulesWithoutDescription keeps the documented limits alive where the description is missing.
func TestOwnRulesWithoutDescription(t *testing.T) {
	w := newWorld(t, sandbox.Config{OpenAPI: "-"}, sandbox.OffenceInvalid)
	if w.sb.Strict() {
		t.Fatal("no description was wanted")
	}
	for _, tt := range messageLimits {
		if tt.path == "any" {
			continue
		}
		a := w.do("POST", "/channels/"+w.ch.ID()+"/messages", tt.body)
		if tt.path == "" && a.status != 200 || tt.path != "" && !hasError(a.body["errors"], tt.path) {
			t.Errorf("%s: want a complaint at %q, got %s", tt.name, tt.path, a)
		}
	}
}

func TestModalLimits(t *testing.T) {
	input := func(id string) m { return m{"type": 4, "style": 1, "label": "L", "custom_id": id} }
	bare := m{"type": 4, "style": 1, "custom_id": "a"}
	modal := func(list ...any) m { return m{"custom_id": "m", "title": "T", "components": list} }
	label := func(inner any) m { return m{"type": 18, "label": "L", "component": inner} }
	tests := []struct {
		name, path string
		data       m
	}{
		{"five rows", "", modal(times(5, func(i int) m { return row(input(fmt.Sprint(i))) })...)},
		{"six rows", "components", modal(times(6, func(i int) m { return row(input(fmt.Sprint(i))) })...)},
		{"none", "components", modal()},
		{"title of 46", "title", with(modal(row(input("a"))), m{"title": rep("x", 46)})},
		{"no custom_id", "custom_id", with(modal(row(input("a"))), m{"custom_id": ""})},
		{"custom_id of 101", "custom_id", with(modal(row(input("a"))), m{"custom_id": rep("x", 101)})},
		{"two inputs in a row", "components.0.components", modal(row(input("a"), input("b")))},
		{"button", "components.0.components.0.type", modal(row(button("a")))},
		{"input without label", "components.0.components.0.label", modal(row(bare))},
		{"label with input", "", modal(label(bare))},
		{"label with select", "", modal(label(m{"type": 3, "custom_id": "s", "options": options(25)}))},
		{"label with button", "components.0.component.type", modal(label(button("a")))},
		{"label of 46", "components.0.label", modal(with(label(bare), m{"label": rep("x", 46)}))},
		{"description of 101", "components.0.description", modal(with(label(bare), m{"description": rep("x", 101)}))},
		{"value of 4001", "components.0.component.value", modal(label(with(bare, m{"value": rep("x", 4001)})))},
		{"max_length of 4001", "components.0.component.max_length", modal(label(with(bare, m{"max_length": 4001})))},
		{"custom_id twice", "components.1.component.custom_id", modal(label(bare), label(bare))},
		{"text", "", modal(text("x"), label(bare))},
	}
	for _, openapi := range []string{"", "-"} {
		w := newWorld(t, sandbox.Config{OpenAPI: openapi}, sandbox.OffenceInvalid)
		w.register()
		for _, tt := range tests {
			a := w.do("POST", callback(w.command(w.ayse)), m{"type": 9, "data": tt.data})
			switch {
			case tt.path == "" && a.status != 204:
				t.Errorf("%s: %s", tt.name, a)
			case tt.path != "" && a.code() != 50035:
				t.Errorf("%s: want 50035, got %s", tt.name, a)
			case tt.path != "" && openapi == "-" && !hasError(a.body["errors"], "data."+tt.path):
				t.Errorf("%s: no complaint at %s: %s", tt.name, tt.path, a)
			}
		}
	}
}

func TestV2FlagStays(t *testing.T) {
	w := newWorld(t, sandbox.Config{}, sandbox.OffenceInvalid)
	msg := w.post(board("x"))
	at := "/channels/" + w.ch.ID() + "/messages/" + msg.ID
	w.fails(50035, "PATCH", at, m{"flags": 0, "components": []any{row(button("a"))}})
	w.ok("PATCH", at, m{"components": []any{text("inherited")}})
	plain := w.post(m{"content": "x"})
	at = "/channels/" + w.ch.ID() + "/messages/" + plain.ID
	w.fails(50035, "PATCH", at, v2(text("content must go first")))
	w.ok("PATCH", at, with(v2(text("now")), m{"content": nil}))
	if now := w.sb.Message(plain.ID); now.Flags != sandbox.FlagComponentsV2 || now.Content != "" || now.Text() != "now\n" {
		t.Errorf("%+v", now)
	}
}

// form is a multipart body with payload_json and files.
func form(t *testing.T, payload string, files map[string]string) (*bytes.Buffer, string) {
	t.Helper()
	var buf bytes.Buffer
	mw := multipart.NewWriter(&buf)
	if err := mw.WriteField("payload_json", payload); err != nil {
		t.Fatal(err)
	}
	i := 0
	for name, data := range files {
		part, err := mw.CreateFormFile(fmt.Sprintf("files[%d]", i), name)
		if err != nil {
			t.Fatal(err)
		}
		part.Write([]byte(data))
		i++
	}
	if err := mw.Close(); err != nil {
		t.Fatal(err)
	}
	return &buf, mw.FormDataContentType()
}

func TestAttachments(t *testing.T) {
	w := newWorld(t, sandbox.Config{}, sandbox.OffenceInvalid)
	at := "/channels/" + w.ch.ID() + "/messages"
	buf, kind := form(t, `{"content":"board","attachments":[{"id":0,"description":"the board"}]}`, map[string]string{"board.png": "\x89PNG..."})
	a := w.send("POST", at, kind, buf)
	msg := w.sb.Message(a.id())
	if a.status != 200 || len(msg.Attachments) != 1 || msg.Attachments[0].Filename != "board.png" || *msg.Attachments[0].Description != "the board" {
		t.Fatalf("%s", a)
	}
	url := strings.TrimPrefix(msg.Attachments[0].URL, w.sb.APIURL())
	url = strings.TrimPrefix(url, w.sb.URL())
	get := func() answer { return w.raw("GET", url) }
	if got := get(); string(got.raw) != "\x89PNG..." {
		t.Errorf("served %q", got.raw)
	}
	// An edit keeps attachments unless it names those that stay.
	w.ok("PATCH", at+"/"+msg.ID, m{"content": "still"})
	if n := len(w.sb.Message(msg.ID).Attachments); n != 1 {
		t.Errorf("%d attachments", n)
	}
	w.ok("PATCH", at+"/"+msg.ID, m{"attachments": []any{}})
	if got := get(); len(w.sb.Message(msg.ID).Attachments) != 0 || got.status != 404 {
		t.Errorf("the attachment is still there: %s", got)
	}
	// A V2 message shows a file by its name.
	buf, kind = form(t, `{"flags":32768,"components":[{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}]}`, map[string]string{"a.png": "x"})
	a = w.send("POST", at, kind, buf)
	if msg = w.sb.Message(a.id()); a.status != 200 || msg.Components[0].Items[0].Media.URL != msg.Attachments[0].URL {
		t.Errorf("%s", a)
	}
	buf, kind = form(t, `{}`, map[string]string{"a.bin": rep("x", 10<<20+1)})
	if a = w.send("POST", at, kind, buf); a.code() != 50035 {
		t.Errorf("a file of more than 10 MiB: %d", a.status)
	}
	if a = w.do("POST", at, rep(" ", 25<<20+1)); a.status != 413 {
		t.Errorf("a request of more than 25 MiB: %d", a.status)
	}
	w.fails(50035, "POST", at, m{"content": "x", "attachments": []m{{"id": 0, "filename": "a.png"}}})
}

// A client that dies in the middle of a request has broken no rule, and nothing of the request is done.
func TestClientDies(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	for _, kind := range []string{"application/json", "multipart/form-data; boundary=b"} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(w.sb.URL(), "http://"))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "POST /api/v10/channels/%s/messages HTTP/1.1\r\nHost: x\r\nUser-Agent: DiscordBot (x, 1)\r\nAuthorization: Bot %s\r\n"+
			"Content-Type: %s\r\nContent-Length: 1000\r\n\r\n{\"content\":", w.ch.ID(), w.sb.Token(), kind)
		if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		if answer, err := io.ReadAll(conn); err != nil || len(answer) > 0 {
			t.Errorf("%s: answered %q, %v", kind, answer, err)
		}
		conn.Close()
	}
	if n := len(w.sb.Offences()) + len(w.ayse.Sees(w.ch)); n > 0 {
		t.Errorf("%d offences and messages", n)
	}
}
