package bot_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/entrika"
)

// fixedDeal is a game that is dealt as the test says, whatever seed the bot makes.
type fixedDeal struct {
	games.Game
	mu     sync.Mutex
	seed   byte
	redeal func(games.Game, games.State) games.State // nil leaves the deal as it is
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
		state = f.redeal(f.Game, state)
	}
	return state, events, err
}

// twins are two bots on two sandboxes that play the same game at the same time; in the second one everything that one viewer
// cannot know is dealt anew.
type twins struct {
	t     *testing.T
	deals [2]*fixedDeal
	s     [2]*scene
	users [2][]*sandbox.User
	x     [2]*match
	rng   *rand.Rand
	// viewer is the index of the one who watches, -1 a spectator.
	viewer int
}

// counting fills secrets the same way in every world.
func counting() func([]byte) {
	var mu sync.Mutex
	n := byte(0)
	return func(b []byte) {
		mu.Lock()
		defer mu.Unlock()
		n++
		for i := range b {
			b[i] = n
		}
	}
}

// The same deeds with the others' cards dealt anew give everybody the same feed, up to the first event that may reveal
// something: no private card shows in what the bot says, in how often it says it, or to whom.
func TestTwins(t *testing.T) {
	t.Parallel()
	for _, base := range []games.Game{entrika.Base, entrika.Plus} {
		t.Run(base.Info().ID, func(t *testing.T) {
			t.Parallel()
			w := &twins{t: t}
			for i := range w.s {
				w.deals[i] = &fixedDeal{Game: base}
				w.s[i] = newScene(t, plan{keep: true, entropy: counting(), games: bot.Games{{Engine: w.deals[i], Screen: present.Entrika{}}}})
				for n := range base.Info().Max + 1 { // the last one only watches
					w.users[i] = append(w.users[i], w.s[i].g.NewUser(fmt.Sprintf("Oyuncu %d", n+1), []string{"tr", "en-US"}[n%2]))
				}
			}
			steps := 0
			for n := range number(t, 5) {
				steps += w.play(n, base.Info())
			}
			t.Logf("%d steps compared", steps)
			if steps < 20 {
				t.Error("hardly anything was compared")
			}
		})
	}
}

// play plays one game on both sides and compares.
func (w *twins) play(n int, info games.Info) (steps int) {
	w.rng = rand.New(rand.NewPCG(uint64(n), 17))
	players := 3 + n%(info.Max-2)
	w.viewer = n%(players+1) - 1
	options := map[string]string{}
	if n%2 == 1 {
		options[entrika.OptCombinedWindow] = entrika.Off
	}
	if n%4 == 3 && info.ID == entrika.Plus.Info().ID {
		options[entrika.OptDefenceType], options[entrika.OptExchangeType] = entrika.Avukat, entrika.Gazeteci
	}
	w.deals[0].set(byte(n), nil)
	w.deals[1].set(byte(n), func(g games.Game, s games.State) games.State {
		return g.Redeal(s, games.Seat(slices.Index(s.Seating(), w.viewer)), rand.New(rand.NewPCG(uint64(n), 19)))
	})
	var from [2]int64
	for i, s := range w.s {
		w.x[i] = s.match(robot.Setup{Game: info.ID, Channel: s.g.NewChannel(fmt.Sprintf("masa-%d", n)), Options: options}, w.users[i][:players]...)
		w.x[i].settled()
		log := s.sb.Log() // of the lobby some versions may be left out when many join at once, here or there
		from[i] = log[len(log)-1].Seq
	}
	seat := games.Nobody
	if w.viewer >= 0 {
		seat = w.x[0].seat(w.x[0].Users[w.viewer])
	}
	changed := 0
	for other := range games.Seat(players) {
		if other != seat && !slices.Equal(w.x[0].view(other).Hand, w.x[1].view(other).Hand) {
			changed++
		}
	}
	if changed == 0 {
		w.t.Fatalf("game %d: nothing was dealt anew", n)
	}
	for !w.reveals(seat) && steps < 60 {
		w.step(seat)
		steps++
	}
	watcher := len(w.users[0]) - 1
	if w.viewer >= 0 {
		watcher = w.viewer
	}
	var feeds [2][]string
	for i, s := range w.s {
		s.stop() // nothing more comes
		feeds[i] = feedOf(w.users[i][watcher], w.x[i], from[i])
		s.start()
		w.x[i].close()
	}
	if !slices.Equal(feeds[0], feeds[1]) {
		for i := range min(len(feeds[0]), len(feeds[1])) {
			if feeds[0][i] != feeds[1][i] {
				w.t.Fatalf("game %d, %d players, viewer %d, after %d steps the feeds differ:\n%s\n---\n%s", n, players, w.viewer, steps, feeds[0][i], feeds[1][i])
			}
		}
		w.t.Fatalf("game %d, %d players, viewer %d, after %d steps: %d and %d messages", n, players, w.viewer, steps, len(feeds[0]), len(feeds[1]))
	}
	return steps
}

// reveals reports whether what comes next may tell the viewer something about hidden cards.
func (w *twins) reveals(viewer games.Seat) bool {
	v := w.x[0].view(games.Nobody)
	private := v.Active == viewer || v.Action != nil && v.Action.Target == viewer
	return v.Outcome != nil || v.Claim != nil || v.Loss != nil ||
		private && slices.Contains([]string{entrika.PromptExchange, entrika.PromptManipOwn, entrika.PromptManipPick, entrika.PromptManipulate}, v.Phase)
}

// step has somebody do the same on both sides.
func (w *twins) step(viewer games.Seat) {
	a := w.x[0]
	if w.viewer >= 0 && w.rng.IntN(4) == 0 { // the viewer looks at something
		look := [][]string{{present.VerbPanel}, {present.VerbRecord}, {present.VerbPass}, {present.VerbStory, "0"}}[w.rng.IntN(4)]
		for i, x := range w.x {
			id := present.ID(look[0], append([]string{x.ID}, look[1:]...)...)
			w.s[i].note(x.Users[w.viewer].Forge(sandbox.Forgery{Message: x.Board(), CustomID: id}))
		}
		return
	}
	board := a.Board()
	awaited := a.Awaited(board)
	who := slices.Index(a.Users, awaited[w.rng.IntN(len(awaited))])
	from := [2]*sandbox.Message{board, w.x[1].Board()}
	if len(replies(board)) == 0 {
		for i, x := range w.x {
			from[i] = x.panel(x.Users[who])
		}
	}
	list := slices.DeleteFunc(replies(from[0]), func(c *sandbox.Component) bool {
		id, _ := present.ParseID(c.CustomID)
		draws := slices.Contains([]string{entrika.Exchange, entrika.Manipulate}, id.Arg(2)) && who == w.viewer // would tell him cards
		return draws || id.Arg(2) == entrika.Challenge && w.rng.IntN(6) > 0
	})
	if len(list) == 0 {
		return
	}
	c := list[w.rng.IntN(len(list))]
	var values []string
	if c.Type != sandbox.TypeButton {
		for _, o := range c.Options {
			values = append(values, o.Value)
		}
		values = values[:*c.MaxValues]
	}
	id, _ := present.ParseID(c.CustomID)
	for i, x := range w.x {
		own := present.ID(present.VerbReply, append([]string{x.ID}, id.Args(1)...)...)
		if values == nil {
			w.s[i].answer(x.Users[who].Press(from[i], own))
		} else {
			w.s[i].answer(x.Users[who].Select(from[i], own, values...))
		}
		x.settled()
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
	var secrets []string
	var mu sync.Mutex
	count := counting()
	s := newScene(t, plan{keep: true, log: log.logger(), entropy: func(b []byte) {
		count(b)
		mu.Lock()
		defer mu.Unlock()
		secrets = append(secrets, hex.EncodeToString(b))
	}})
	for fault, route := range map[string]string{"500": "", "502": "PATCH", "cut": "/callback"} {
		if err := s.sb.Fault(fault, sandbox.Plan{Times: 8, Every: 7, Route: route}); err != nil {
			t.Fatal(err)
		}
	}
	for n := range number(t, 3) {
		game := []string{"entrika", "entrika-plus"}[n%2]
		x := &match{scene: s, game: s.Config.Games[n%2].Engine}
		x.Table = &robot.Table{Sandbox: s.sb, Users: s.people("Ayşe", "Can", "Deniz", "Ece"), Rand: rand.New(rand.NewPCG(uint64(n), 23))}
		err := x.Open(s.ctx, robot.Setup{Game: game, Channel: s.g.NewChannel("masa")})
		for err == nil && !x.Over() {
			err = x.Step(s.ctx)
		}
		if err != nil && !strings.Contains(err.Error(), robot.ErrFailed.Error()) {
			t.Logf("game %d ends early: %v", n, err) // a fault has swallowed a press: that is another test's matter
		}
	}
	s.sb.Heal()
	s.stop()
	over := map[string]bool{} // channels whose game is over
	cards := cardWords(s)
	people := s.sb.People()
	for _, c := range s.sb.Log() {
		if c.Message == nil {
			continue
		}
		text := c.Message.Text()
		if strings.Contains(text, s.words("tr", "over.title")) {
			over[c.Channel] = true
		}
		for _, secret := range secrets {
			if strings.Contains(text, secret) && !over[c.Channel] {
				t.Errorf("a secret is told before the end:\n%s", text)
			}
		}
		if title := s.words("tr", "table.panel.title", "Game", ""); c.For == "" && strings.Contains(text, strings.TrimSpace(title)) {
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
	for _, bad := range slices.Concat(secrets, []string{s.sb.Token(), "aW50ZXJhY3Rpb246"}, cards) {
		if at := strings.Index(lines, bad); at >= 0 {
			t.Errorf("the log holds %q: %s", bad, lines[max(0, at-200):min(len(lines), at+200)])
		}
	}
}

// cardWords are the codes and the names of all cards, in both languages.
func cardWords(s *scene) []string {
	set := map[string]bool{}
	for _, code := range []string{entrika.IsAdami, entrika.Subay, entrika.Burokrat, entrika.Politikaci, entrika.Aktivist, entrika.Avukat, entrika.Gazeteci} {
		set[code] = true
		for _, locale := range []string{"tr", "en-US"} {
			set[s.words(locale, "entrika.term."+code)] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}
