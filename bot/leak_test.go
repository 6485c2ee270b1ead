package bot_test

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/entrika"
	"kumpas/games/noir"
	"kumpas/games/secrethitler"
)

// fixedDeal is a game that is dealt as the test says, whatever seed the bot makes.
type fixedDeal struct {
	games.Game
	mu     sync.Mutex
	seed   byte
	redeal func(games.Game, games.State) games.State // nil leaves the deal as it is
	past   []games.Event                             // what led to that state
	prompt games.PromptID                            // what computers answer, if it is not 0
	answer games.Answer                              // and how
}

// script has computers answer a prompt as the test says, and let all else go by.
func (f *fixedDeal) script(p games.PromptID, a games.Answer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.prompt, f.answer = p, a
}

func (f *fixedDeal) Choose(level string, view games.View, p games.Prompt, ask games.Ask, rng games.Rand) games.Answer {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.prompt != 0 && p.ID == f.prompt:
		return f.answer
	case p.Open():
		return nil
	}
	return f.Game.Choose(level, view, p, ask, rng)
}

func (f *fixedDeal) set(seed byte, redeal func(games.Game, games.State) games.State) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seed, f.redeal = seed, redeal
}

func (f *fixedDeal) New(setup games.Setup) (games.State, []games.Event, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	setup.Seed = [32]byte{f.seed, 1}
	state, events, err := f.Game.New(setup)
	if err == nil && f.redeal != nil {
		state, events = f.redeal(f.Game, state), append(events, f.past...)
	}
	return state, events, err
}

// secrets are what a bot has drawn by chance, in hexadecimal.
type secrets struct {
	mu  sync.Mutex
	hex []string
}

func (s *secrets) all() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.hex)
}

// entropy fills them the same way in every world.
func (s *secrets) entropy(b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range b {
		b[i] = byte(len(s.hex) + 1)
	}
	s.hex = append(s.hex, hex.EncodeToString(b))
}

// mentions reports whether one of these is in a text.
func mentions(text string, list []string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.Contains(text, s) })
}

// Everything that one viewer cannot know is dealt anew, at any moment of any game, with any options; the others do the same, or something else
// where the rules let the viewer not know it. Then he, and a manager of the server who has no seat, are sent the same: texts, labels, ids and
// their order, in public and in private, whatever they look at; and the logs and the metrics of both bots are the same. Meanwhile people
// leave and computers play for them, they return or others do, order passes, vote, take a break: see aroundTwins. Full numbers:
//
//	KUMPAS_GAMES=200 go test -run TestTwins -v -timeout 5h ./bot
func TestTwins(t *testing.T) {
	if bot.Racing {
		t.Skip("it compares what is shown; whole games look for races")
	}
	t.Parallel()
	for _, entry := range bot.All {
		info := entry.Engine.Info()
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			deck := newDeck(info)
			compared, looks, kinds := 0, 0, map[string]int{}
			want := number(t, 5)
			for n, pairs := 0, 0; pairs < want && n < 3*want; n++ {
				rng := rand.New(rand.NewPCG(uint64(n), 17))
				players := info.Min + n%(info.Max-info.Min+1)
				options := deck.draw(rng, func(o games.Options) bool { return entry.Engine.Check(players, o) == nil })
				setup := games.Setup{Players: players, Options: options, Seed: [32]byte{byte(n), byte(n >> 8), 1}, Winner: -1}
				d := &alike{game: entry.Engine, viewer: games.Seat(rng.IntN(players+1) - 1), rng: rng, last: n%2 == 0}
				d.begin(t, setup, rng.IntN(60*players))
				if !d.dealAnew() {
					continue // he knows everything
				}
				pairs++
				t.Run(fmt.Sprintf("%d: %d players, viewer %d", n, players, d.viewer), func(t *testing.T) {
					w := newTwins(t, d, entry.Screen, options)
					w.play(12, kinds)
					w.compare()
					w.end()
					compared, looks = compared+w.steps, looks+w.looks
				})
				if t.Failed() {
					return
				}
			}
			t.Logf("%d steps and %d other presses compared: %v", compared, looks, kinds)
			if compared < want || compared+looks < 3*want {
				t.Error("hardly anything was compared")
			}
		})
	}
}

// compare stops both bots and compares what they said, to whom and in which order, and what they logged.
func (w *twins) compare() {
	w.t.Helper()
	for _, v := range w.sides {
		v.stop() // nothing more comes
	}
	a, b := w.sides[0], w.sides[1]
	for _, who := range []struct {
		name string
		of   [2]*sandbox.User
	}{{"the viewer", [2]*sandbox.User{a.watcher, b.watcher}}, {"the manager", [2]*sandbox.User{a.manager, b.manager}}} {
		ours, theirs := feedOf(who.of[0], a.match, a.from), feedOf(who.of[1], b.match, b.from)
		for i := range min(len(ours), len(theirs)) {
			if ours[i] != theirs[i] {
				w.t.Fatalf("after %d steps the feeds of %s differ:\n%s\n---\n%s", w.steps, who.name, ours[i], theirs[i])
			}
		}
		if len(ours) != len(theirs) {
			w.t.Fatalf("after %d steps %s has %d and %d messages", w.steps, who.name, len(ours), len(theirs))
		}
		if all := strings.Join(ours, ""); mentions(all, a.secrets.all()) {
			w.t.Errorf("%s is sent the secret before the end", who.name)
		}
	}
	if ours, theirs := a.logLines(), b.logLines(); !slices.Equal(ours, theirs) {
		w.t.Errorf("the logs differ:\n%s\n---\n%s", strings.Join(ours, "\n"), strings.Join(theirs, "\n"))
	}
	for _, v := range w.sides {
		v.start()
	}
}

var (
	changing = regexp.MustCompile(`\d{17,20}|127\.0\.0\.1:\d+`)
	byTiming = regexp.MustCompile(`answer="(update|noted)"`) // a press is only noted while the board is being written
	// measured are times, and counts that hang on them: how many changes share a transaction, how many presses an edit, how often the
	// program looks for Discord when it starts; and how often somebody else presses and is answered in private, for he may do other things.
	measured = regexp.MustCompile(`le=|_seconds_sum|^kumpas_rest_wait_seconds|^kumpas_store_commit_|kind="(press|modal)"|route="(PATCH /|POST /(webhooks|interactions)|GET /(applications|users|gateway))`)
	stamp    = regexp.MustCompile(`time=\S+ `)
)

// logLines is what a bot has logged without times and ids, in alphabetical order: lines of different goroutines overtake each other.
func (v *side) logLines() []string {
	text := strings.ReplaceAll(v.log.String(), v.ID, "TABLE")
	lines := strings.Split(changing.ReplaceAllString(stamp.ReplaceAllString(text, ""), "#"), "\n")
	slices.Sort(lines)
	return lines
}

// end has the manager end the game early. Then, and not before, everybody is told the secret behind the shuffles. The metrics,
// in which nobody and no table is named, have counted the same; and nothing of the game is in the log.
func (w *twins) end() {
	w.t.Helper()
	var counted [2]map[string]float64
	for i, v := range w.sides {
		v.told(v.do(v.manager, "end"), "table.done")
		v.until("the end", v.Over)
		story := v.note(v.manager.Forge(sandbox.Forgery{Message: v.Board(), CustomID: present.ID(present.VerbStory, v.ID, "999")}))
		if !mentions(story.Text(), v.secrets.all()) {
			w.t.Errorf("after the end the secret is not told by\n%s", story.Text())
		}
		if file := v.history(v.manager).Attachments; len(file) != 1 {
			w.t.Errorf("after the end /table history hands out %d files", len(file))
		}
		v.stop() // everything has been counted
		counted[i] = map[string]float64{}
		answer := httptest.NewRecorder()
		v.Config.Metrics.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		for line := range strings.Lines(answer.Body.String()) {
			at := strings.LastIndexByte(line, ' ')
			name := byTiming.ReplaceAllString(line[:max(at, 0)], "answer")
			if !strings.HasPrefix(name, "kumpas_") || measured.MatchString(name) {
				continue
			}
			n, err := strconv.ParseFloat(strings.TrimSpace(line[at:]), 64)
			if err != nil {
				w.t.Error(err)
			}
			counted[i][name] += n
		}
		hidden := append(v.secrets.all(), v.ID, v.manager.Name(), v.sb.Token(), "Oyuncu")
		for _, u := range v.Users {
			hidden = append(hidden, u.ID())
		}
		lacks(w.t, "/metrics", answer.Body.String(), hidden)
		for _, s := range w.states {
			for name, value := range w.game.Hidden(s, games.Nobody) {
				if len(value) > 3 || name == "hands" {
					hidden = append(hidden, value)
				}
			}
		}
		lacks(w.t, "the log", v.log.String(), slices.Concat(hidden, cardWords(v.scene)))
	}
	if len(counted[0]) < 15 || !maps.Equal(counted[0], counted[1]) {
		w.t.Errorf("the metrics count differently:\n%v\n%v", counted[0], counted[1])
	}
}

// lacks checks that a text has none of these in it.
func lacks(t *testing.T, what, text string, hidden []string) {
	t.Helper()
	for _, bad := range hidden {
		if at := strings.Index(text, bad); at >= 0 {
			t.Errorf("%s holds %q: %s", what, bad, text[max(0, at-200):min(len(text), at+200)])
		}
	}
}

// replies are the controls of a message that answer a prompt.
func replies(m *sandbox.Message) (out []*sandbox.Component) {
	for _, c := range slices.Concat(m.Buttons(), m.Selects()) {
		if id, _ := present.ParseID(c.CustomID); id.Verb() == present.VerbReply {
			out = append(out, c)
		}
	}
	return out
}

var snowflake = regexp.MustCompile(`\d{17,20}`)

// feedOf is everything that somebody was shown of a table since a moment: every version of every message, the public ones first, each in
// order; ids are numbered by their first use.
func feedOf(u *sandbox.User, x *match, from int64) []string {
	versions := map[string][]string{}
	var order [2][]string
	for _, c := range u.Feed() {
		if c.Seq <= from || c.Channel != x.Channel.ID() || c.Message == nil {
			continue
		}
		private := 0
		if c.For != "" {
			private = 1
		}
		if versions[c.Message.ID] == nil {
			order[private] = append(order[private], c.Message.ID)
		}
		data, err := json.MarshalIndent(c.Message, "", " ")
		if err != nil {
			x.t.Fatal(err)
		}
		versions[c.Message.ID] = append(versions[c.Message.ID], c.Type+" "+string(data))
	}
	names := map[string]string{}
	var out []string
	for _, id := range slices.Concat(order[0], order[1]) {
		for _, v := range versions[id] {
			v = strings.ReplaceAll(v, x.ID, "TABLE")
			out = append(out, snowflake.ReplaceAllStringFunc(v, func(id string) string {
				if names[id] == "" {
					names[id] = fmt.Sprintf("#%d", len(names))
				}
				return names[id]
			}))
		}
	}
	return out
}

// What nobody may know before the end stands in no message, and what nobody may know at all in no log, not even when
// everything goes wrong.
func TestSecrets(t *testing.T) {
	t.Parallel()
	log := &book{}
	var drawn secrets
	s := newScene(t, plan{keep: true, log: log.logger(), entropy: drawn.entropy})
	for fault, route := range map[string]string{"500": "", "502": "PATCH", "cut": "/callback"} {
		if err := s.sb.Fault(fault, sandbox.Plan{Times: 8, Every: 7, Route: route}); err != nil {
			t.Fatal(err)
		}
	}
	presses := 0
	for n := range number(t, 1) {
		for _, e := range s.Config.Games {
			x := &match{scene: s, game: e.Engine}
			users := s.people("Ayşe", "Can", "Deniz", "Ece", "Efe")
			x.Table = &robot.Table{Sandbox: s.sb, Users: users[:min(len(users), e.Engine.Info().Max)], Rand: rand.New(rand.NewPCG(uint64(n), 23))}
			x.Text = writer(s.World, e.Engine, x.Table)
			err := x.Open(s.ctx, robot.Setup{Game: e.Engine.Info().ID, Channel: s.g.NewChannel("masa")})
			ctx, cancel := context.WithTimeout(s.ctx, 5*time.Second) // a fault may swallow a press: that is another test's matter
			for step := 0; err == nil && !x.Over() && step < 60; step++ {
				err = x.Step(ctx)
			}
			cancel()
			t.Logf("%s: %d presses (%v)", e.Engine.Info().ID, x.Presses, err != nil)
			presses += x.Presses
		}
	}
	if presses < 50 {
		t.Errorf("only %d presses", presses)
	}
	s.sb.Heal()
	s.stop()
	over := map[string]bool{} // channels whose game is over
	people := s.sb.People()
	var titles []string // of panels
	for _, e := range s.Config.Games {
		titles = append(titles, s.words("tr", "table.panel.title", "Game", s.words("tr", "game."+e.Engine.Info().ID+".name")))
	}
	for _, c := range s.sb.Log() {
		if c.Message == nil {
			continue
		}
		text := c.Message.Text()
		if strings.Contains(text, s.words("tr", "over.title")) {
			over[c.Channel] = true
		}
		if mentions(text, drawn.all()) && !over[c.Channel] {
			t.Errorf("a secret is told before the end:\n%s", text)
		}
		if c.For == "" && mentions(text, titles) {
			t.Errorf("a panel is shown to all:\n%s", text)
		}
	}
	for _, u := range people {
		for _, c := range u.Feed() {
			if c.For != "" && c.For != u.ID() {
				t.Errorf("%s was sent what is for another", u.Name())
			}
		}
	}
	lines := log.String()
	if !strings.Contains(lines, "trying again") {
		t.Error("nothing went wrong, so nothing was shown")
	}
	lacks(t, "the log", lines, slices.Concat(drawn.all(), []string{s.sb.Token(), "aW50ZXJhY3Rpb246"}, cardWords(s)))
}

// cardTerms are the codes of what people hold, by the section of their words; but for Hitler, whose name the game's id has.
var cardTerms = map[string][]string{
	"entrika":      {entrika.IsAdami, entrika.Subay, entrika.Burokrat, entrika.Politikaci, entrika.Aktivist, entrika.Avukat, entrika.Gazeteci},
	"secrethitler": {secrethitler.Liberal, secrethitler.Fascist, secrethitler.PolicyLiberal, secrethitler.PolicyFascist},
	"noir":         {noir.Gangster1, noir.Gangster2, noir.Gangster3, noir.Gangster4, noir.Bootlegger, noir.Speakeasy, noir.Casino, noir.Bribe, noir.DriveBy, noir.Turncoat},
}

// cardWords are the codes and the names of all cards, in both languages.
func cardWords(s *scene) []string {
	set := map[string]bool{"♠": true, "♥": true, "♦": true, "♣": true}
	for section, codes := range cardTerms {
		for _, code := range codes {
			set[code] = true
			for _, locale := range []string{"tr", "en-US"} {
				set[s.words(locale, section+".term."+code)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(set))
}
