package bot

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/locales"
	"kumpas/store"
)

// desk is a bot whose Discord is a book of what it is sent: no gateway, no sandbox, and so fast that it can be fuzzed. Its clock
// stands still, so that nothing happens but what is pressed.
type desk struct {
	t      testing.TB
	path   string
	words  *locales.Bundle
	bot    *Bot
	store  *store.Bolt
	tables []seated
	n      int // interactions so far

	furnished []byte // the store's file when all tables stood
	first     int    // and n then

	mu      sync.Mutex
	posts   int               // requests so far
	answers map[string][]said // first answers by interaction
	sent    bytes.Buffer      // every body
	trouble bytes.Buffer      // what was logged at the level of an error
	news    chan struct{}
}

// said is one first answer.
type said struct {
	Type int `json:"type"`
	Data struct {
		Flags      int                 `json:"flags"`
		Components []discord.Component `json:"components"`
	} `json:"data"`
}

// private reports whether only the person sees it, as far as the answer tells.
func (s said) private() bool { return s.Type == 4 && s.Data.Flags&64 != 0 }

// seated is a table of the desk.
type seated struct {
	name string
	id   store.TableID
}

// The people of the desk: players 1 to 5 at every table, then somebody who has left, a watcher, a manager, and one of another server.
const (
	players = 5
	leaver  = 6
	watcher = 7
	manager = 8
	foreign = 9
	persons = 9
)

const deskGuild, deskChannel = "1482468360192000001", "1482468360192000020"

func personID(n int) string { return "14824683601920001" + strconv.Itoa(n) }

// number is whose id it is.
func number(t testing.TB, id string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimPrefix(id, strings.TrimSuffix(personID(0), "0")))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// still is a clock that stands.
type still struct{}

func (still) Now() time.Time                                { return time.Date(2026, 3, 14, 20, 0, 0, 0, time.UTC) }
func (still) AfterFunc(time.Duration, func()) (stop func()) { return func() {} }

func newDesk(t testing.TB) *desk {
	t.Helper()
	d := emptyDesk(t)
	d.set()
	d.furnish()
	var whole bytes.Buffer
	if err := d.store.Backup(context.Background(), &whole); err != nil {
		t.Fatal(err)
	}
	d.furnished, d.first = whole.Bytes(), d.n
	return d
}

// emptyDesk is a desk whose bot is still to be set up.
func emptyDesk(t testing.TB) *desk {
	t.Helper()
	d := &desk{t: t, path: filepath.Join(t.TempDir(), "kumpas.db")}
	var err error
	if d.words, err = locales.Load(func(p locales.Problem) { d.t.Errorf("words: %v", p) }); err != nil {
		t.Fatal(err)
	}
	return d
}

// set sets the bot up on the store's file.
func (d *desk) set() {
	d.t.Helper()
	var err error
	d.answers, d.news = map[string][]said{}, make(chan struct{}, 1)
	if d.store, err = store.OpenBolt(d.path); err != nil {
		d.t.Fatal(err)
	}
	client, err := discord.New(discord.Config{Token: "a.token", Base: "http://discord.invalid/api/v10", Next: d, PerSecond: 1e6})
	if err != nil {
		d.t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(troubled{d}, &slog.HandlerOptions{Level: slog.LevelError}))
	rng := rand.NewChaCha8([32]byte{7})
	d.bot = New(Config{Store: d.store, Client: client, Words: d.words, Games: All, Log: log, Clock: still{}, Presses: -1, Entropy: func(b []byte) { rng.Read(b) }})
	if err := d.bot.Start(context.Background()); err != nil {
		d.t.Fatal(err)
	}
}

// anew sets the desk up as it was furnished.
func (d *desk) anew() {
	d.t.Helper()
	d.close()
	if err := os.WriteFile(d.path, d.furnished, 0o600); err != nil {
		d.t.Fatal(err)
	}
	d.n = d.first
	d.set()
}

func (d *desk) close() {
	d.bot.Close()
	if err := d.store.Close(); err != nil {
		d.t.Error(err)
	}
}

// troubled writes the log of errors into the desk's book.
type troubled struct{ *desk }

func (l troubled) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.trouble.Write(p)
}

// RoundTrip is Discord: it takes everything.
func (d *desk) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
		r.Body.Close()
	}
	if kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); strings.HasPrefix(kind, "multipart/") {
		if part, err := multipart.NewReader(bytes.NewReader(body), params["boundary"]).NextPart(); err == nil {
			body, _ = io.ReadAll(part)
		}
	}
	path := strings.Split(r.URL.Path, "/")[3:] // behind /api/v10
	d.mu.Lock()
	defer d.mu.Unlock()
	d.posts++
	d.sent.Write(body)
	d.sent.WriteByte('\n')
	status, answer := http.StatusOK, fmt.Sprintf(`{"id":"%d"}`, 1482468360193000000+d.posts)
	if path[0] == "interactions" {
		var s said
		if err := json.Unmarshal(body, &s); err != nil {
			d.trouble.WriteString(err.Error())
		}
		d.answers[path[1]] = append(d.answers[path[1]], s)
		answer = fmt.Sprintf(`{"interaction":{"response_message_id":"%d"}}`, 1482468360193000000+d.posts)
	}
	select {
	case d.news <- struct{}{}:
	default:
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(answer)), Request: r}, nil
}

// furnish opens a table of every game, and tables in every other stage.
func (d *desk) furnish() {
	d.t.Helper()
	for _, e := range All {
		d.table(e.Engine.Info().ID, e.Engine.Info().ID, 6)
	}
	d.open("lobby", "entrika")
	d.act(d.table("paused", "entrika", 2), manager, "pause")
	d.act(d.table("voting", "entrika", 2), 2, "end")
	d.act(d.table("left", "entrika-plus", 2), leaver, "leave")
	d.act(d.table("over", "secret-hitler", 2), manager, "end")
	dead := d.table("dead", "entrika", 0) // somebody sits there who is out of the game
	rng := rand.New(rand.NewPCG(3, 3))
	for n := 0; ; n++ {
		rec, _ := d.record(dead)
		if rec.state.Living() != games.FirstSeats(len(rec.Seating)) {
			break
		}
		if n == 500 || rec.Stage != stagePlaying {
			d.t.Fatal("nobody is out of the game, or all are")
		}
		d.step(dead, rng)
	}
}

// open opens a table whose lobby is full of the players, the leaver and a computer.
func (d *desk) open(name, game string) store.TableID {
	d.t.Helper()
	i := d.interaction(1, discord.Command)
	i.Command, i.Options = "play", map[string]string{"game": game, "thread": "false"}
	d.must(i)
	id := tableID(i.ID)
	d.tables = append(d.tables, seated{name, id})
	for n := 2; n <= leaver; n++ {
		if n <= players || name == "left" {
			d.must(d.press(n, present.ID(present.VerbLobby, string(id), present.LobbyJoin)))
		}
	}
	return id
}

// table opens a table, starts its game and has it go on for some steps.
func (d *desk) table(name, game string, steps int) store.TableID {
	d.t.Helper()
	id := d.open(name, game)
	d.must(d.press(1, present.ID(present.VerbLobby, string(id), present.LobbyStart)))
	rng := rand.New(rand.NewPCG(3, uint64(len(d.tables))))
	for range steps {
		d.step(id, rng)
	}
	return id
}

// step has somebody answer what is awaited, by chance.
func (d *desk) step(id store.TableID, rng *rand.Rand) {
	d.t.Helper()
	rec, _ := d.record(id)
	prompts := rec.state.Prompts(nil, games.Nobody)
	p := prompts[rng.IntN(len(prompts))]
	for seat := range games.Owing(rec.state, p).All() {
		answer, err := games.Random(games.AskOf(rec.state, seat, p.ID), rng)
		custom := present.ID(present.VerbReply, append([]string{string(id), strconv.Itoa(int(p.ID))}, answer...)...)
		if err != nil || len(custom) > discord.MaxCustomID {
			return
		}
		d.must(d.press(number(d.t, rec.at(seat).User), custom))
		return
	}
}

// act confirms a deed.
func (d *desk) act(id store.TableID, n int, deed string) {
	d.t.Helper()
	before := d.shot(id)
	d.must(d.press(n, present.ID(present.VerbAct, string(id), deed, "")))
	if d.shot(id) == before {
		rec, _ := d.record(id)
		d.t.Fatalf("%s does nothing at a table of %s: %s", deed, rec.Game, rec.Stage)
	}
}

// interaction is something that a person does.
func (d *desk) interaction(n int, kind discord.Kind) discord.Interaction {
	d.n++
	id := strconv.Itoa(1482468360192100000 + d.n)
	i := discord.Interaction{ID: id, Token: "token" + id, Kind: kind, Received: d.bot.clock.Now(), App: "1", Guild: deskGuild, Channel: deskChannel,
		User: discord.User{ID: personID(n), Name: "Kişi" + strconv.Itoa(n)}, Locale: "tr", AppPermissions: discord.Administrator}
	switch n {
	case manager:
		i.User.Permissions = discord.ManageChannels
	case foreign:
		i.Guild, i.Channel = "1482468360192000002", "1482468360192000021"
	}
	return i
}

// press is a press on a public message.
func (d *desk) press(n int, custom string) discord.Interaction {
	i := d.interaction(n, discord.Press)
	i.CustomID, i.Message = custom, discord.MessageRef{ID: "1482468360192000030", Channel: i.Channel}
	return i
}

// do sends an interaction, waits for its answer and until its table has come to rest. It checks that there is one answer.
func (d *desk) do(i discord.Interaction) said {
	d.t.Helper()
	d.bot.Interaction(i)
	late := time.NewTimer(20 * time.Second)
	defer late.Stop()
	for {
		d.mu.Lock()
		got := d.answers[i.ID]
		d.mu.Unlock()
		if len(got) > 0 {
			break
		}
		select {
		case <-d.news:
		case <-late.C:
			d.t.Fatalf("%q is not answered", i.CustomID)
		}
	}
	for _, s := range d.tables {
		d.in(s.id, func(*table, context.Context) {})
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	got := d.answers[i.ID]
	delete(d.answers, i.ID)
	if len(got) != 1 {
		d.t.Errorf("%q has %d first answers", i.CustomID, len(got))
	}
	if d.trouble.Len() > 0 {
		d.t.Errorf("%q: %s", i.CustomID, &d.trouble)
		d.trouble.Reset()
	}
	return got[0]
}

// in has a table do something, and waits for it.
func (d *desk) in(id store.TableID, do func(*table, context.Context)) {
	done := make(chan struct{})
	d.bot.tables.do(id, func(t *table, ctx context.Context) {
		defer close(done)
		do(t, ctx)
	})
	<-done
}

// must is do for what has to be heard.
func (d *desk) must(i discord.Interaction) {
	d.t.Helper()
	if s := d.do(i); s.private() && i.Kind != discord.Press {
		d.t.Fatalf("%s is refused: %+v", i.Command, s.Data.Components)
	}
}

// record is a table as it is stored.
func (d *desk) record(id store.TableID) (*record, store.Revision) {
	d.t.Helper()
	stored, err := d.store.Table(context.Background(), id)
	if err != nil {
		d.t.Fatal(err)
	}
	rec, err := decodeRecord(stored.Snapshot, All)
	if err != nil {
		d.t.Fatal(err)
	}
	return rec, stored.Revision
}

// shot is everything that is stored of a table, drafts included.
func (d *desk) shot(id store.TableID) string {
	d.t.Helper()
	stored, err := d.store.Table(context.Background(), id)
	if err != nil {
		d.t.Fatal(err)
	}
	var drafts []string
	d.bot.tables.do(id, func(t *table, ctx context.Context) {})
	d.in(id, func(t *table, ctx context.Context) {
		if t.load(ctx) == nil {
			drafts = append(drafts, fmt.Sprint(t.drafts))
		}
	})
	return fmt.Sprintf("%d\n%s\n%v", stored.Revision, stored.Snapshot, drafts)
}

func (d *desk) shots() []string {
	d.t.Helper()
	out := make([]string, len(d.tables))
	for i, s := range d.tables {
		out[i] = d.shot(s.id)
	}
	return out
}

// spilled is the name of a running table whose secret has been sent, "" if there is none.
func (d *desk) spilled() string {
	d.t.Helper()
	d.mu.Lock()
	sent := d.sent.String()
	d.sent.Reset()
	d.mu.Unlock()
	for _, s := range d.tables {
		if rec, _ := d.record(s.id); rec.Stage != stageOver && strings.Contains(sent, hex.EncodeToString(rec.Secret)) {
			return s.name
		}
	}
	return ""
}

// find is the table of a name.
func (d *desk) find(name string) store.TableID {
	return d.tables[slices.IndexFunc(d.tables, func(s seated) bool { return s.name == name })].id
}
