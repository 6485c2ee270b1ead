package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"kumpas/bot/sandbox"
	"kumpas/locales"
	"kumpas/store"
)

// bent is the sandbox's API with answers that were changed on the way.
func bent(t *testing.T, sb *sandbox.Sandbox, change func(path string, h http.Header, body map[string]any)) (api string) {
	t.Helper()
	target, err := url.Parse(strings.TrimSuffix(sb.APIURL(), "/api/v10"))
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ModifyResponse = func(r *http.Response) error {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			return err
		}
		var body map[string]any
		if json.Unmarshal(text, &body) == nil { // not a list
			change(r.Request.URL.Path, r.Header, body)
			if text, err = json.Marshal(body); err != nil {
				return err
			}
		} else {
			change(r.Request.URL.Path, r.Header, map[string]any{})
		}
		r.Body = io.NopCloser(bytes.NewReader(text))
		r.Header.Set("Content-Length", strconv.Itoa(len(text)))
		r.ContentLength = int64(len(text))
		return nil
	}
	server := httptest.NewServer(proxy)
	t.Cleanup(server.Close)
	return server.URL + "/api/v10"
}

// examined runs the doctor and checks what he finds: every line that begins with a mark of trouble, in order.
func (p *program) examined(code int, marks string, says ...string) ended {
	p.t.Helper()
	got := p.run("doctor")
	p.diagnosed(got, code, marks, says...)
	return got
}

func (p *program) diagnosed(got ended, code int, marks string, says ...string) {
	p.t.Helper()
	found := ""
	for _, line := range strings.Split(got.out, "\n") {
		for _, mark := range []string{"!", "✗"} {
			if strings.HasPrefix(line, mark) {
				found += mark
			}
		}
	}
	if got.code != code || found != marks {
		p.t.Errorf("exit code %d and %q, want %d and %q:\n%s%s", got.code, found, code, marks, got.out, got.err)
	}
	for _, part := range says {
		if !strings.Contains(got.out+got.err, part) {
			p.t.Errorf("%q is not in:\n%s%s", part, got.out, got.err)
		}
	}
}

// What the doctor says of a bot that is well: before it has run, while it runs, and afterwards.
func TestDoctorWell(t *testing.T) {
	t.Parallel()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := free.Addr().String()
	free.Close()
	sb := sandbox.Start(t, sandbox.Config{})
	p := newProgram(t, append(on(sb), "KUMPAS_LOCALE=en", "KUMPAS_HTTP_ADDR="+addr)...)
	identifies := sb.Stats().Dispatched["READY"]
	p.examined(0, "", "✓ There is no store yet", "can be used: "+addr, "✓ Discord accepts the token", "✓ The application’s settings", "✓ The privileged gateway intents are off",
		"✓ Discord allows", "on all its servers (1)", "✓ The machine’s clock is right", "MiB free", "All is well.")
	if sb.Stats().Dispatched["READY"] != identifies {
		t.Error("the doctor connects to the gateway")
	}
	if _, err := os.Stat(p.dir); err == nil {
		t.Error("the doctor has made the data folder")
	}
	s := p.serve(sb)
	p.until("it is healthy", func() bool { code, _ := get(t, "http://"+addr+"/healthz"); return code == http.StatusOK })
	p.examined(0, "", "✓ The bot is running and can write to its store.", "answers on KUMPAS_HTTP_ADDR: "+addr)
	if code := s.stop(syscall.SIGTERM); code != 0 {
		t.Error("exit code", code)
	}
	was, err := os.ReadFile(p.store())
	if err != nil {
		t.Fatal(err)
	}
	p.examined(0, "", "✓ The store is whole: "+p.store())
	if now, err := os.ReadFile(p.store()); err != nil || !bytes.Equal(now, was) {
		t.Errorf("the doctor has changed the store (%v)", err)
	}
	tr := newProgram(t, on(sb)...)
	tr.examined(0, "", "✓ Token geçerli, Discord kabul etti", "Her şey yolunda.")
	tr.diagnosed(tr.run("doctor", "-server", sb.Guild().ID()), 0, "", "bütün metin kanallarında gereken izinler var")
}

// Each fault on this machine.
func TestDoctorHere(t *testing.T) {
	t.Parallel()
	sb := sandbox.Start(t, sandbox.Config{})
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	patient := func(settings ...string) *program {
		return newProgram(t, append(append(on(sb), "KUMPAS_LOCALE=en"), settings...)...)
	}
	withStore := func(data []byte) *program {
		p := patient()
		if err := os.MkdirAll(p.dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if data != nil {
			if err := os.WriteFile(p.store(), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return p
	}
	withStore(bytes.Repeat([]byte("holiday photographs\n"), 5000)).examined(exitStore, "✗", "The store is damaged or is not a Kumpas store", "a backup in its place")

	p := withStore(nil)
	s, err := store.OpenBolt(p.store())
	if err != nil {
		t.Fatal(err)
	}
	p.examined(exitStore, "✗", "Another program has the store open: "+p.store())
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	file := withStore([]byte("x"))
	file.env = append(file.env, "KUMPAS_DATA_DIR="+file.store())
	file.examined(exitConfig, "✗", "The data folder cannot be written to", "not a folder", "KUMPAS_DATA_DIR")
	patient("KUMPAS_DATA_DIR="+t.TempDir()+"/"+strings.Repeat("d", 120)).examined(exitConfig, "✗", "too long", "KUMPAS_DATA_DIR")
	patient("KUMPAS_HTTP_ADDR=8080").examined(exitConfig, "✗", "is no address to listen on: 8080", "127.0.0.1:8080")
	patient("KUMPAS_HTTP_ADDR="+taken.Addr().String()).examined(exitConfig, "✗", "cannot be listened on", "in use", "Choose another address")
}

// Each fault at Discord, and of the clock.
func TestDoctorThere(t *testing.T) {
	t.Parallel()
	sb := sandbox.Start(t, sandbox.Config{})
	sb.Forgive("token")
	api := func(change func(path string, h http.Header, body map[string]any)) string {
		return "DISCORD_API_URL=" + bent(t, sb, change)
	}
	app := func(key string, value any) string {
		return api(func(path string, _ http.Header, body map[string]any) {
			if strings.HasSuffix(path, "/applications/@me") {
				body[key] = value
			}
		})
	}
	clock := func(by time.Duration) string {
		return api(func(_ string, h http.Header, _ map[string]any) {
			h.Set("Date", time.Now().Add(by).UTC().Format(http.TimeFormat))
		})
	}
	dead, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := dead.Addr().String()
	dead.Close()
	for _, c := range []struct {
		name    string
		setting string
		code    int
		marks   string
		says    []string
	}{
		{"no token", "DISCORD_TOKEN=", exitConfig, "✗", []string{"DISCORD_TOKEN is not set", "README"}},
		{"token of another form", "DISCORD_TOKEN=Bot " + anyToken, exitConfig, "✗", []string{"mistyped", "no “Bot ”"}},
		{"refused token", "DISCORD_TOKEN=" + anyToken, exitDiscord, "✗", []string{"Discord refuses the token", "Reset Token"}},
		{"nobody there", "DISCORD_API_URL=http://" + nobody + "/api/v10", exitDiscord, "✗", []string{"Discord cannot be reached", "firewall"}},
		{"endpoint", app("interactions_endpoint_url", "https://example.org/i"), exitDiscord, "✗", []string{"Interactions Endpoint URL", "General Information"}},
		{"code grant", app("bot_require_code_grant", true), exitDiscord, "✗", []string{"Code Grant is on"}},
		{"intents", app("flags", 1<<15|1<<19), 0, "!", []string{"Privileged gateway intents are on", "All is well."}},
		{"identifies", api(func(path string, _ http.Header, body map[string]any) {
			if strings.HasSuffix(path, "/gateway/bot") {
				body["session_start_limit"] = map[string]any{"total": 1000, "remaining": 3, "reset_after": 7_000_000}
			}
		}), exitDiscord, "✗", []string{"nearly spent: 3 left, more within 2 hours"}},
		{"shards", api(func(path string, _ http.Header, body map[string]any) {
			if strings.HasSuffix(path, "/gateway/bot") {
				body["shards"] = 2
			}
		}), 0, "!", []string{"too many servers for one connection"}},
		{"clock ahead", clock(-time.Minute), exitFailed, "✗", []string{"clock is ahead by ", "NTP"}},
		{"clock behind", clock(time.Hour), exitFailed, "✗", []string{"clock is behind by "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newProgram(t, append(on(sb), "KUMPAS_LOCALE=en", c.setting)...)
			if got := p.examined(c.code, c.marks, c.says...); strings.Contains(got.out+got.err, anyToken) || strings.Contains(got.out+got.err, sb.Token()) {
				t.Errorf("the token is shown:\n%s%s", got.out, got.err)
			}
		})
	}
}

// Permissions, by server and by channel.
func TestDoctorPermissions(t *testing.T) {
	t.Parallel()
	sb := sandbox.Start(t, sandbox.Config{})
	g := sb.Guild()
	p := newProgram(t, append(on(sb), "KUMPAS_LOCALE=en")...)
	quiet := g.NewChannel("sessiz")
	quiet.Deny(g, sandbox.SendMessages)
	quiet.Deny(sb.Bot(), sandbox.CreatePublicThreads)
	p.examined(0, "", "on all its servers")
	p.diagnosed(p.run("doctor", "-server", g.ID()), exitDiscord, "✗", "Channel sessiz ("+quiet.ID()+"): missing permission: Send Messages and Create Public Threads")
	one := func(id string) ended { return p.run("doctor", "-server", g.ID(), "-channel", id) }
	p.diagnosed(one(quiet.ID()), exitDiscord, "✗", "Channel sessiz ("+quiet.ID()+"): missing permission: Send Messages and Create Public Threads")
	open := g.NewChannel("açık")
	p.diagnosed(one(open.ID()), 0, "", "✓ The bot has the permissions it needs in this channel: açık ("+open.ID()+")")
	p.diagnosed(one("1482468360192009999"), exitDiscord, "✗", "no text channel with this id: 1482468360192009999")
	if got := p.run("doctor", "-channel", open.ID()); got.code != exitUsage || !strings.Contains(got.err, "-channel needs -server") {
		t.Errorf("a channel without its server: exit code %d, %s", got.code, got.err)
	}
	p.diagnosed(p.run("doctor", "-server", "1482468360192009999"), exitDiscord, "✗", "not on this server", "oauth2/authorize?client_id=")
	quiet.Reset(g)
	quiet.Reset(sb.Bot())
	g.Permit(g.ID(), sandbox.ViewChannel)
	g.Permit(g.BotRole(), sandbox.SendMessages)
	p.examined(exitDiscord, "✗!", "Server Kumpas ("+g.ID()+"): missing permission: Create Public Threads and Send Messages in Threads", "&permissions=309237648384")
	g.RemoveBot()
	p.examined(0, "!", "on no server yet", "&permissions=309237648384")
}

// Discord tells 200 servers at a time; the last one is looked at as well.
func TestDoctorManyServers(t *testing.T) {
	t.Parallel()
	sb := sandbox.Start(t, sandbox.Config{})
	for n := range 450 {
		sb.NewGuild(strconv.Itoa(n))
	}
	last := sb.NewGuild("sonuncu")
	last.Permit(last.ID(), 0)
	last.Permit(last.BotRole(), 0)
	p := newProgram(t, append(on(sb), "KUMPAS_LOCALE=en")...)
	p.examined(exitDiscord, "✗!", "Server sonuncu ("+last.ID()+"): missing permission")
	last.Permit(last.ID(), sandbox.Administrator)
	p.examined(0, "", "on all its servers (452)")
}

// Room on the disk, which no test can take away.
func TestDoctorRoom(t *testing.T) {
	words, err := locales.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		free  uint64
		known bool
		code  int
		says  string
	}{
		{0, false, 0, ""},
		{10 << 30, true, 0, "✓ There is room on the disk: 10240 MiB free."},
		{100 << 20, true, 0, "! There is little room on the disk: 100 MiB free. Make some soon."},
		{1 << 20, true, exitStore, "✗ There is no room left on the disk: 1 MiB free. Writing may fail any moment; make room."},
	} {
		var out bytes.Buffer
		e := &exam{config: config{DataDir: t.TempDir()}, words: words.For("en"), out: &out, space: func(string) (uint64, bool) { return c.free, c.known }}
		e.room()
		if strings.TrimSpace(out.String()) != c.says || e.code != c.code {
			t.Errorf("%d bytes: exit code %d, %q", c.free, e.code, &out)
		}
	}
	// A running bot whose store cannot be written to.
	dir, err := os.MkdirTemp("", "kumpas-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	var out bytes.Buffer
	e := &exam{config: config{DataDir: dir}, words: words.For("en"), out: &out}
	stop, err := e.answerOwner(&wellness{store: deaf{}})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	e.stored(context.Background())
	if e.code != exitStore || !strings.HasPrefix(out.String(), "✗ The bot is running and cannot write to its store") {
		t.Errorf("exit code %d, %q", e.code, &out)
	}
	newProgram(t, "KUMPAS_DATA_DIR="+dir).run("health").says(t, exitFailed, "the bot is not well: the store cannot be written to")
}
