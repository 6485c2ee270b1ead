package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/entrika"
	"kumpas/store"
)

// twin is a game that always deals the same; or the same for its host, with all that he cannot know dealt anew. Its
// computer players follow a script that looks at nothing hidden, so that the public course of two twins is one.
type twin struct {
	games.Game
	anew bool

	mu       sync.Mutex
	last     games.State
	host     games.Seat
	hidden   map[string]string // what the host could not know after the deal
	revealed string            // the first event that may have told the host something of it
}

func (g *twin) New(setup games.Setup) (games.State, []games.Event, error) {
	setup.Seed = [32]byte{7}
	s, events, err := g.Game.New(setup)
	if err != nil {
		return nil, nil, err
	}
	host := games.Seat(slices.Index(s.Seating(), setup.Host))
	if g.anew {
		s = g.Redeal(s, host, rand.New(rand.NewPCG(11, 1)))
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.last, g.host, g.hidden = s, host, g.Hidden(s, host)
	return watched{s, g}, events, nil
}

// Choose passes where it can, and otherwise picks by chance among the public choices that hurt nobody.
func (g *twin) Choose(_ string, _ games.View, p games.Prompt, ask games.Ask, _ games.Rand) games.Answer {
	if p.Pass != nil {
		return p.Pass
	}
	rng := rand.New(rand.NewPCG(uint64(p.ID), 1))
	var answer games.Answer
	for {
		f, ok, err := ask(answer)
		if err != nil || !ok {
			return answer
		}
		var calm, all []string
		for _, c := range f.Choices {
			if c.Not == "" {
				all = append(all, c.ID)
				if !wild[c.ID] {
					calm = append(calm, c.ID)
				}
			}
		}
		if len(calm) == 0 {
			calm = all
		}
		answer = append(answer, calm[rng.IntN(len(calm))])
	}
}

// wild are the choices after which cards are soon shown or drawn: they would end the comparison.
var wild = map[string]bool{entrika.Challenge: true, entrika.Coup: true, entrika.Assassinate: true, entrika.Exchange: true, entrika.Manipulate: true}

// watched is a state that tells its twin of every step.
type watched struct {
	games.State
	g *twin
}

func (s watched) Apply(a games.Action) (games.State, []games.Event, error) {
	next, events, err := s.State.Apply(a)
	if err != nil {
		return nil, nil, err
	}
	s.g.mu.Lock()
	defer s.g.mu.Unlock()
	s.g.last = next
	for _, e := range events {
		// Opened answers would tell something if they did not come from a script.
		if e.For(s.g.host) && slices.Contains(s.g.Info().Revealing, e.Kind) && e.Kind != entrika.EvAnswersShown && s.g.revealed == "" {
			s.g.revealed = e.Kind
		}
	}
	return watched{next, s.g}, events, nil
}

// awaited says of which players (in order of joining) the state awaits an answer.
func (g *twin) awaited() map[int]bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	players := map[int]bool{}
	for _, p := range g.last.Prompts(nil, games.Nobody) {
		for seat := range games.Owing(g.last, p).All() {
			if !p.Held {
				players[g.last.Seating()[seat]] = true
			}
		}
	}
	return players
}

// told reports whether the host may have been told something that was hidden.
func (g *twin) told() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.revealed
}

// quiet knows when the bot has nothing more to do: all that is committed is shown, and nothing is under way.
type quiet struct {
	store.Store
	http.RoundTripper
	flying atomic.Int64

	mu               sync.Mutex
	committed, shown map[store.TableID]store.Revision
}

func (q *quiet) Commit(ctx context.Context, c store.Change) (store.Revision, error) {
	rev, err := q.Store.Commit(ctx, c)
	if err == nil {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.committed[c.ID] = rev
	}
	return rev, err
}

func (q *quiet) SetShown(id store.TableID, data []byte) {
	q.Store.SetShown(id, data)
	var shown struct{ Revision store.Revision }
	if json.Unmarshal(data, &shown) == nil {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.shown[id] = shown.Revision
	}
}

func (q *quiet) RoundTrip(r *http.Request) (*http.Response, error) {
	q.flying.Add(1)
	defer q.flying.Add(-1)
	return q.RoundTripper.RoundTrip(r)
}

func (q *quiet) now() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.flying.Load() == 0 && maps.Equal(q.committed, q.shown)
}

// commits counts what was written.
func (q *quiet) commits() (n store.Revision) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, rev := range q.committed {
		n += rev
	}
	return n
}

// ticking lets the bot live by the sandbox's clock.
type ticking struct{ *sandbox.FakeClock }

func (c ticking) AfterFunc(d time.Duration, f func()) func() {
	stop := c.FakeClock.AfterFunc(d, f)
	return func() { stop() }
}

// twinPlay is a game of two people and two computer players, whose time stands still until the test moves it.
type twinPlay struct {
	*play
	w     *window
	game  *twin
	quiet *quiet
	clock *sandbox.FakeClock
	guest *sandbox.User
	table *sandbox.Channel
}

// click is what the host pressed, with nothing in it that belongs to one run.
type click struct {
	private      bool
	verb, answer string
}

func (c control) click() click {
	id, _ := present.ParseID(c.ID)
	return click{c.Private, id.Verb(), strings.Join(id.Args(1), ":")}
}

// playTwin plays until something hidden is told, or 60 clicks. next picks the click to make; it returns what the page was sent
// up to the last quiet moment before the telling.
func playTwin(t *testing.T, browser context.Context, anew bool, next func([]control) int) (p *twinPlay, clicks []click, sent []sandbox.PageSent) {
	p = &twinPlay{game: &twin{Game: entrika.Plus, anew: anew}, clock: sandbox.NewFakeClock()}
	p.play = start(t, sandbox.Config{Clock: p.clock}, func(st *stage) {
		p.quiet = &quiet{Store: st.bot.Store, RoundTripper: http.DefaultTransport.(*http.Transport).Clone(), committed: map[store.TableID]store.Revision{}, shown: map[store.TableID]store.Revision{}}
		st.client.Next, st.client.PerSecond = p.quiet, 10000
		st.bot.Store, st.bot.Clock = p.quiet, ticking{p.clock}
		st.bot.Games = bot.Games{{Engine: p.game, Screen: present.Entrika{}}}
		st.bot.Patience = func(bot.Moment) time.Duration { return time.Second }
	})
	host := p.person("Ayşe")
	p.guest = p.person("Mehmet")
	p.table = p.sandbox.Guild().Channel("oyun-masasi")
	p.w = open(t, browser, p.sandbox, host, p.table, phone, "tr")
	p.w.command("play", [2]string{"game", "entrika-plus"}, [2]string{"thread", "true"})
	p.settle()
	p.guestPresses(present.VerbLobby, present.LobbyJoin)
	for range 2 {
		p.w.button(present.VerbLobby, present.LobbyAdd)
		p.settle()
	}
	p.w.button(present.VerbLobby, present.LobbyStart)
	p.settle()
	p.table = p.sandbox.Guild().Threads()[0]
	p.w.enter()
	p.w.until("the table's thread", func(s sight) bool { return s.Ready && len(s.with(present.VerbPanel)) > 0 })
	p.guestPresses(present.VerbPanel) // his hand is never shown to the host
	p.w.button(present.VerbPanel)
	for p.settle(); len(clicks) < 60; p.settle() {
		if p.game.told() != "" {
			return p, clicks, sent
		}
		sent = host.PageFeed()
		switch awaited := p.game.awaited(); {
		case awaited[0]:
			s := p.w.until("what is asked of the host", func(s sight) bool { return s.Awaited })
			i := next(s.Controls)
			if i < 0 {
				return p, clicks, sent
			}
			clicks = append(clicks, s.Controls[i].click())
			p.w.press(s.Controls[i], func(int) int { return 0 })
		case awaited[1]:
			p.guestAnswers()
		default:
			before := p.quiet.commits()
			p.clock.Advance(time.Second)
			p.waits("the computer players", func() bool { return p.quiet.commits() > before })
		}
	}
	return p, clicks, sent
}

// settle waits until the bot, the sandbox and the page have nothing more to do.
func (p *twinPlay) settle() {
	p.t.Helper()
	p.waits("quiet", func() bool {
		return p.quiet.now() && len(p.sandbox.Pending()) == 0 && p.heard() && p.quiet.now()
	})
	p.w.until("a quiet page", func(s sight) bool { return s.Ready && !s.Busy })
}

// heard reports whether the page has been sent all that there is to see.
func (p *twinPlay) heard() bool {
	last := func() (seq int64) {
		for _, c := range p.w.user.Feed() {
			if strings.HasPrefix(c.Type, "MESSAGE_") || c.Type == "INTERACTION" {
				seq = c.Seq
			}
		}
		return seq
	}()
	for _, sent := range slices.Backward(p.w.user.PageFeed()) {
		if event := eventOf(sent); event.N != 0 {
			return event.N >= last
		}
	}
	return false
}

func (p *twinPlay) waits(what string, ok func() bool) {
	p.t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("it does not come: %s", what)
		}
	}
}

// guestPresses has the guest press the first button of a verb in the newest message that has one, without a browser.
func (p *twinPlay) guestPresses(verb string, last ...string) {
	p.t.Helper()
	var id string
	m := p.guest.Last(p.table, func(m *sandbox.Message) bool {
		for _, b := range m.Buttons() {
			parsed, ok := present.ParseID(b.CustomID)
			if ok && parsed.Verb() == verb && (len(last) == 0 || slices.Contains(last, parsed[len(parsed)-1])) {
				id = b.CustomID
				return true
			}
		}
		return false
	})
	if m == nil {
		var seen []string
		for _, m := range p.guest.Sees(p.table) {
			seen = append(seen, m.Text())
		}
		p.t.Fatalf("the guest sees no button %s %v:\n%s", verb, last, strings.Join(seen[max(0, len(seen)-2):], "\n---\n"))
	}
	if _, err := p.guest.Press(m, id); err != nil {
		p.t.Fatal(err)
	}
	p.settle()
}

// guestAnswers has the guest pass, or take his income, or what he must.
func (p *twinPlay) guestAnswers() {
	p.t.Helper()
	if p.guest.Last(p.table, func(m *sandbox.Message) bool {
		return slices.ContainsFunc(m.Buttons(), func(b *sandbox.Component) bool {
			return strings.HasSuffix(b.CustomID, ":"+entrika.Income) && b.Disabled
		})
	}) != nil {
		p.guestPresses(present.VerbReply, entrika.Coup)
		p.guestPresses(present.VerbReply)
		return
	}
	if p.guest.Last(p.table, func(m *sandbox.Message) bool {
		return slices.ContainsFunc(m.Buttons(), func(b *sandbox.Component) bool {
			id, _ := present.ParseID(b.CustomID)
			return id.Verb() == present.VerbReply && slices.Contains([]string{entrika.Pass, entrika.Income}, id[len(id)-1])
		})
	}) == nil {
		p.guestPresses(present.VerbReply) // in private: a supporter to lose, which ends the comparison
		return
	}
	p.guestPresses(present.VerbReply, entrika.Pass, entrika.Income)
}

// event is what the page's event stream carries.
type event struct {
	T string
	N int64
	D struct {
		ID        string
		MessageID string `json:"message_id"`
		ChannelID string `json:"channel_id"`
	}
}

func eventOf(sent sandbox.PageSent) (e event) {
	if sent.Path == "/ui/events" {
		json.Unmarshal(sent.Body, &e)
	}
	return e
}

var (
	tableIn    = regexp.MustCompile(`"custom_id":"l:([a-z2-7]{8}):`)
	snowflake  = regexp.MustCompile(`\d{17,20}`)
	sequenceNo = regexp.MustCompile(`,"n":\d+|"n":\d+,`)
	timestamp  = regexp.MustCompile(`\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)|<t:\d+`)
)

// strands sorts what the page was sent by what it is about, each strand in its order, with ids and times made alike: which of two
// messages is written first is chance, what each of them says is not.
func strands(sent []sandbox.PageSent) map[string][]string {
	ids := map[string]string{}
	table := ""
	name := func(id string) string {
		if ids[id] == "" {
			ids[id] = fmt.Sprintf("id%d", len(ids)+1)
		}
		return ids[id]
	}
	alike := func(text string) string {
		if m := tableIn.FindStringSubmatch(text); m != nil && table == "" {
			table = m[1]
		}
		if table != "" {
			text = strings.ReplaceAll(text, table, "TABLE")
		}
		return snowflake.ReplaceAllStringFunc(timestamp.ReplaceAllString(text, "TIME"), name)
	}
	out := map[string][]string{}
	for _, s := range sent { // the events first: they name the ids in their order
		if e := eventOf(s); e.T != "" {
			body := alike(sequenceNo.ReplaceAllString(string(s.Body), ""))
			key := e.T[:strings.Index(e.T+"_", "_")] + " " + alike(e.D.ID+e.D.MessageID)
			out[key] = append(out[key], body)
		}
	}
	for _, s := range sent {
		if s.Path != "/ui/events" && string(s.Body) != "{}" {
			out[s.Path] = append(out[s.Path], alike(string(s.Body)))
		}
	}
	return out
}

// sameFeed compares what two pages were sent and returns how many things were compared.
func sameFeed(t *testing.T, a, b []sandbox.PageSent) (n int) {
	t.Helper()
	one, other := strands(a), strands(b)
	for _, key := range slices.Sorted(maps.Keys(one)) {
		for i, was := range one[key] {
			n++
			is := "nothing"
			if i < len(other[key]) {
				is = other[key][i]
			}
			if was != is {
				t.Errorf("with the others' hands dealt anew, %s (number %d) differs:\n%s\n%s", key, i+1, was, is)
				break
			}
		}
	}
	for key, list := range other {
		if len(list) > len(one[key]) {
			t.Errorf("with the others' hands dealt anew there is more of %s:\n%s", key, list[len(one[key])])
		}
	}
	return n
}
