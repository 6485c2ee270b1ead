package sandbox_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"kumpas/bot/sandbox"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type m = map[string]any

// bot is a thin REST client: what a bot of our own would be.
type bot struct {
	t  *testing.T
	sb *sandbox.Sandbox
	hc *http.Client
}

// world is a sandbox with a fake clock, a bot and two people in the channel genel.
type world struct {
	*bot
	clock     *sandbox.FakeClock
	g         *sandbox.Guild
	ch        *sandbox.Channel
	ayse, can *sandbox.User
}

// newWorld forgives the named kinds of offences; any other fails the test.
func newWorld(t *testing.T, cfg sandbox.Config, forgiven ...string) *world {
	t.Helper()
	clock := sandbox.NewFakeClock()
	cfg.Clock = clock
	if cfg.Limits == nil {
		cfg.Limits = sandbox.NoLimits()
	}
	sb := sandbox.Start(t, cfg)
	sb.Forgive(forgiven...)
	tr := &http.Transport{}
	t.Cleanup(tr.CloseIdleConnections)
	g := sb.Guild()
	w := &world{bot: &bot{t, sb, &http.Client{Transport: tr}}, clock: clock, g: g, ch: g.Channel("genel")}
	w.ayse, w.can = g.NewUser("Ayşe", "tr"), g.NewUser("Can", "en-US")
	return w
}

// answer is what a request got.
type answer struct {
	status int
	header http.Header
	raw    []byte
	body   m
}

func (a answer) code() int {
	n, _ := a.body["code"].(float64)
	return int(n)
}

func (a answer) id() string {
	s, _ := a.body["id"].(string)
	return s
}

func (a answer) String() string { return fmt.Sprintf("%d %s", a.status, a.raw) }

// do makes a request below /api/v10.
func (b *bot) do(method, path string, body any) answer {
	b.t.Helper()
	var r io.Reader
	kind := ""
	switch v := body.(type) {
	case nil:
	case string:
		r, kind = strings.NewReader(v), "application/json"
	case *bytes.Buffer:
		r = v
	default:
		raw, err := json.Marshal(v)
		if err != nil {
			b.t.Fatal(err)
		}
		r, kind = bytes.NewReader(raw), "application/json"
	}
	return b.send(method, path, kind, r)
}

func (b *bot) send(method, path, kind string, r io.Reader) answer {
	b.t.Helper()
	req, err := http.NewRequestWithContext(within(b.t), method, b.sb.APIURL()+path, r)
	if err != nil {
		b.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bot "+b.sb.Token())
	req.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	return b.roundTrip(req)
}

func (b *bot) roundTrip(req *http.Request) answer {
	b.t.Helper()
	res, err := b.hc.Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	a := answer{status: res.StatusCode, header: res.Header, raw: raw}
	json.Unmarshal(raw, &a.body) // lists and empty bodies have no fields
	return a
}

// ok is do for a request that must succeed.
func (b *bot) ok(method, path string, body any) answer {
	b.t.Helper()
	a := b.do(method, path, body)
	if a.status/100 != 2 {
		b.t.Fatalf("%s %s: %s", method, path, a)
	}
	return a
}

// fails is do for a request that must be refused with a code.
func (b *bot) fails(code int, method, path string, body any) answer {
	b.t.Helper()
	a := b.do(method, path, body)
	if a.code() != code || a.status < 400 {
		b.t.Errorf("%s %s: want %d, got %s", method, path, code, a)
	}
	return a
}

// post sends a message into genel.
func (w *world) post(body any) *sandbox.Message {
	w.t.Helper()
	return w.sb.Message(w.ok("POST", "/channels/"+w.ch.ID()+"/messages", body).id())
}

func row(list ...any) m { return m{"type": 1, "components": list} }

func button(id string) m { return m{"type": 2, "style": 1, "label": "x", "custom_id": id} }

func text(s string) m { return m{"type": 10, "content": s} }

// board is a V2 message with one button.
func board(s string) m {
	return m{"flags": sandbox.FlagComponentsV2, "components": []any{m{"type": 17, "components": []any{text(s), row(button("go"))}}}}
}

// register registers commands for the tests: play (with a string option), and table with sub-commands.
func (w *world) register() {
	w.t.Helper()
	w.ok("PUT", "/applications/"+w.sb.AppID()+"/commands", []m{
		{"name": "play", "description": "Start", "options": []m{{"type": 3, "name": "game", "description": "Which", "autocomplete": true}}},
		{"name": "table", "description": "Table", "options": []m{
			{"type": 1, "name": "leave", "description": "Leave"},
			{"type": 1, "name": "remove", "description": "Remove", "options": []m{{"type": 6, "name": "player", "description": "Who", "required": true}}}}},
	})
}

// command runs /play.
func (w *world) command(u *sandbox.User) *sandbox.Interaction {
	w.t.Helper()
	in, err := u.Command(w.ch, "play")
	if err != nil {
		w.t.Fatal(err)
	}
	return in
}

func (w *world) press(u *sandbox.User, msg *sandbox.Message, id string) *sandbox.Interaction {
	w.t.Helper()
	in, err := u.Press(msg, id)
	if err != nil {
		w.t.Fatal(err)
	}
	return in
}

func callback(in *sandbox.Interaction) string {
	return "/interactions/" + in.ID() + "/" + in.Token() + "/callback"
}

func (w *world) hook(in *sandbox.Interaction) string {
	return "/webhooks/" + w.sb.AppID() + "/" + in.Token()
}

// reply answers with a callback that must succeed.
func (w *world) reply(in *sandbox.Interaction, typ int, data any) answer {
	w.t.Helper()
	return w.ok("POST", callback(in)+"?with_response=true", m{"type": typ, "data": data})
}

// kinds lists the kinds of offences recorded so far and forgets them.
func (w *world) kinds() string {
	var list []string
	for _, o := range w.sb.TakeOffences() {
		list = append(list, o.Kind)
	}
	return strings.Join(list, " ")
}

func contents(list []*sandbox.Message) string {
	var out []string
	for _, msg := range list {
		out = append(out, strings.TrimSpace(strings.Split(msg.Text(), "\n")[0]))
	}
	return strings.Join(out, "|")
}

// raw makes a request outside the API.
func (b *bot) raw(method, path string) answer {
	b.t.Helper()
	req, err := http.NewRequestWithContext(within(b.t), method, b.sb.URL()+path, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.roundTrip(req)
}
