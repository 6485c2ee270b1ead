package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/sandbox"
)

// play is a demo that is running.
type play struct {
	*stage
	t *testing.T
}

// start runs the demo as `kumpas demo` does, on a free port and without Discord's rate limits; change may alter it before.
// It fails the test if the bot errs, an interaction goes unanswered or the sandbox records an offence.
func start(t *testing.T, sc sandbox.Config, change func(*stage)) *play {
	t.Helper()
	sc.Addr, sc.Limits, sc.Keep = "127.0.0.1:0", sandbox.NoLimits(), true
	st, err := newStage(config{Locale: "tr", LogLevel: slog.LevelWarn}, sc)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.close)
	log := slog.New(slog.NewTextHandler(testLog{t}, &slog.HandlerOptions{Level: slog.LevelWarn}))
	st.bot.Log, st.client.Log = log, log
	st.bot.Entropy = entropy(1)
	st.bot.Patience = func(bot.Moment) time.Duration { return 0 }
	if change != nil {
		change(st)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- st.run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the bot: %v", err)
		}
		for _, o := range st.sandbox.Offences() {
			t.Errorf("offence: %s", o)
		}
		if n := st.sandbox.Stats().Unanswered; n > 0 {
			t.Errorf("%d interactions were not answered", n)
		}
	})
	wait, done := context.WithTimeout(ctx, patience)
	defer done()
	if err := st.sandbox.Until(wait, func() bool { return len(st.sandbox.Guild().Commands()) > 0 }); err != nil {
		t.Fatalf("the bot does not come: %v", err)
	}
	return &play{st, t}
}

// entropy is randomness by seed.
func entropy(seed byte) func([]byte) {
	chacha := rand.NewChaCha8([32]byte{seed})
	return func(b []byte) { chacha.Read(b) }
}

type testLog struct{ t *testing.T }

func (w testLog) Write(line []byte) (int, error) {
	w.t.Log(strings.TrimSpace(string(line)))
	return len(line), nil
}

// person finds one of the demo's people by name.
func (p *play) person(name string) *sandbox.User {
	p.t.Helper()
	for _, u := range p.sandbox.Guild().People() {
		if u.Name() == name {
			return u
		}
	}
	p.t.Fatalf("there is no %s", name)
	return nil
}

// TestBrowser plays in a real browser, by tapping and clicking what can be seen.
func TestBrowser(t *testing.T) {
	browser := chromium(t)
	games := []whole{
		{as: phone, name: "Ayşe", lang: "tr", game: "entrika-plus", players: 3, seed: 1},
		{as: desktop, name: "Jonas", lang: "en", game: "entrika", players: 3, seed: 2},
		{as: phone, name: "Ayşe", lang: "tr", game: "secret-hitler", players: 10, seed: 5},
		{as: phone, name: "Ayşe", lang: "tr", game: "noir", players: 4, seed: 9},
		{as: phone, name: "Jonas", lang: "en", game: "machiavelli", players: 4, seed: 12},
	}
	if os.Getenv("KUMPAS_SHOTS") != "" { // more, for looking at
		games = append(games, whole{as: desktop, name: "Ayşe", lang: "tr", game: "entrika-plus", players: 3, seed: 3},
			whole{as: phone, name: "Jonas", lang: "en", game: "entrika", players: 3, seed: 4},
			whole{as: phone, name: "Jonas", lang: "en", game: "secret-hitler", players: 5, seed: 6},
			whole{as: desktop, name: "Jonas", lang: "en", game: "secret-hitler", players: 10, seed: 7},
			whole{as: desktop, name: "Ayşe", lang: "tr", game: "secret-hitler", players: 5, seed: 8},
			whole{as: desktop, name: "Jonas", lang: "en", game: "noir", players: 6, seed: 10},
			whole{as: phone, name: "Jonas", lang: "en", game: "noir", players: 6, seed: 11})
	}
	for _, g := range games {
		t.Run(fmt.Sprintf("whole game/%s/%s/%s", g.game, g.as.name, g.lang), func(t *testing.T) { g.play(t, browser) })
	}
	t.Run("an empty channel says how to begin", func(t *testing.T) { begin(t, browser) })
	t.Run("a redraw loses no click", func(t *testing.T) { redrawn(t, browser) })
	t.Run("nothing hidden reaches the page", func(t *testing.T) { unseen(t, browser) })
}

// whole is a whole game of one person against computer players.
type whole struct {
	as         screen
	name, lang string
	game       string
	players    int // the others are computers
	seed       uint64
}

func (g whole) play(t *testing.T, browser context.Context) {
	p := start(t, sandbox.Config{}, nil)
	rng := rand.New(rand.NewPCG(g.seed, 1))
	me := p.person(g.name)
	w := open(t, browser, p.sandbox, me, p.sandbox.Guild().Channel("oyun-masasi"), g.as, g.lang+"-"+g.game)
	words := p.bot.Words.For(g.lang)

	w.command("play", [2]string{"game", g.game}, [2]string{"language", g.lang}, [2]string{"thread", "true"})
	w.says(words.Say("game." + g.game + ".tagline"))
	for range g.players - 1 {
		w.button(present.VerbLobby, present.LobbyAdd)
	}
	w.shot("1-lobby")
	w.button(present.VerbRules)
	w.shot("2-rules")
	w.dismiss()
	w.button(present.VerbLobby, present.LobbyOptions)
	w.says(words.Say("lobby.options.title"))
	w.acts("an option", func() {
		w.tap(w.named(present.VerbLobby, present.LobbyOption))
		w.pick(rng.IntN)
	})
	w.shot("3-options")
	w.dismiss()
	w.button(present.VerbLobby, present.LobbyStart)

	w.enter()
	w.until("the table's thread", func(s sight) bool { return s.Ready && len(s.with(present.VerbPanel)) > 0 })
	w.shot("4-board")
	for _, verb := range []string{present.VerbRecord, present.VerbPass} {
		if w.count(w.named(verb)) == 0 { // not every game has something to pass
			continue
		}
		w.button(verb)
		w.shot("4-board-" + verb)
		w.dismiss()
	}
	w.button(present.VerbPanel)
	w.says(words.Say("table.button.refresh")) // every panel has it, whatever the game calls it
	w.shot("5-panel")

	for pressed := 0; ; pressed++ {
		s := w.until("a decision or the end", func(s sight) bool { return s.Over || s.Awaited })
		if s.Over {
			t.Logf("%d presses, %d calls", pressed, p.sandbox.Stats().TotalCalls())
			break
		}
		if pressed == 400 {
			t.Fatalf("the game does not end:\n%s", s.Board)
		}
		answers := s.with(present.VerbReply)
		if len(answers) == 0 {
			w.button(present.VerbPanel)
			continue
		}
		w.toEnd()
		w.shot(fmt.Sprintf("6-%02d", pressed))
		answer := answers[rng.IntN(len(answers))]
		if i := slices.IndexFunc(answers, func(c control) bool { return c.last() == "pass" }); i >= 0 && rng.IntN(2) == 0 {
			answer = answers[i] // whoever doubts everybody is soon out
		}
		w.press(answer, rng.IntN)
	}
	w.says(words.Say("over.title"))
	w.toEnd()
	w.shot("7-end")
	w.button(present.VerbStory)
	w.exists(`[data-ephemeral] .container .md strong`) // the heads of its turns
	w.shot("8-story")
	whisperedTo(t, me)
}

// begin opens a table by tapping what an empty channel shows a newcomer.
func begin(t *testing.T, browser context.Context) {
	for name, command := range map[string]string{"Ayşe": "/oyna", "Jonas": "/play"} {
		p := start(t, sandbox.Config{}, nil)
		w := open(t, browser, p.sandbox, p.person(name), p.sandbox.Guild().Channel("oyun-masasi"), phone, name+"-empty")
		const hint = ".beginning .opens button"
		w.exists(hint)
		w.shot("channel")
		w.tap(hint)
		w.says(command)
		w.tap(`#suggest [data-value="noir"]`)
		w.acts(command, func() { w.tap("#send") })
		w.exists(w.named(present.VerbLobby, present.LobbyJoin))
	}
}

// redrawn has the page draw anew what may be pressed at that moment: a click whose node is replaced between press and release is lost.
func redrawn(t *testing.T, browser context.Context) {
	p := start(t, sandbox.Config{}, nil)
	w := open(t, browser, p.sandbox, p.person("Ayşe"), p.sandbox.Guild().Channel("oyun-masasi"), desktop, "redrawn")
	w.is(`(window.arrow = document.querySelector('#to-end').firstChild) !== null`)
	w.command("me privacy")
	w.is(`arrow === document.querySelector('#to-end').firstChild`)
	w.is(`(Promise.all([import('./page/dom.js'), import('./page/components.js')]).then(([dom, { components }]) => {
		const text = { type: 10, content: 'x' }, row = { type: 1, components: [{ type: 2, style: 1, custom_id: 'b', label: 'B' }] }
		const message = (...parts) => dom.h('div', null, components(parts, { id: '1' }))
		const drawn = message(text, row), button = drawn.querySelector('button')
		dom.morph(drawn, message(text, text, row))
		window.kept = button === drawn.querySelector('button') ? 'kept' : 'replaced'
	}), true)`)
	w.until("a message drawn anew", func(sight) bool { return w.holds("window.kept !== undefined") })
	w.is(`kept === 'kept'`)
}

// leastCompared is how many things two pages must have been sent before something hidden is told, for the comparison to mean something.
const leastCompared = 100

// unseen plays a game twice with the same clicks, the second time with all that the host cannot know dealt anew: until he
// is told something of it, his page must be sent the same.
func unseen(t *testing.T, browser context.Context) {
	rng := rand.New(rand.NewPCG(5, 1))
	first, clicks, sent := playTwin(t, browser, false, func(list []control) int {
		calm := slices.DeleteFunc(indices(list), func(i int) bool {
			c := list[i]
			return !slices.Contains([]string{present.VerbReply, present.VerbPanel, present.VerbRecord}, c.verb()) || wild[c.last()]
		})
		replies := slices.DeleteFunc(slices.Clone(calm), func(i int) bool { return list[i].verb() != present.VerbReply })
		if len(replies) > 0 && rng.IntN(3) > 0 {
			calm = replies
		}
		if len(replies) == 0 && rng.IntN(3) > 0 { // he must do something wild
			calm = slices.DeleteFunc(indices(list), func(i int) bool { return list[i].verb() != present.VerbReply })
		}
		return calm[rng.IntN(len(calm))]
	})
	at := 0
	second, again, sentAgain := playTwin(t, browser, true, func(list []control) int {
		if at == len(clicks) {
			return -1
		}
		at++
		return slices.IndexFunc(list, func(c control) bool { return c.click() == clicks[at-1] })
	})
	if reflect.DeepEqual(first.game.hidden, second.game.hidden) {
		t.Error("nothing was dealt anew")
	}
	if !slices.Equal(clicks, again) || first.game.told() != second.game.told() {
		t.Errorf("%d clicks until %q, then %d until %q", len(clicks), first.game.told(), len(again), second.game.told())
	}
	n := sameFeed(t, sent, sentAgain)
	t.Logf("%d things compared, %d clicks, until %q", n, len(clicks), first.game.told())
	if n < leastCompared {
		t.Errorf("only %d things were compared", n)
	}
	for _, p := range []*twinPlay{first, second} {
		whisperedTo(t, p.w.user)
	}
}

func indices[T any](list []T) []int {
	out := make([]int, len(list))
	for i := range list {
		out[i] = i
	}
	return out
}

// whisperedTo checks that every private message among all that the page was sent for a person is addressed to him.
func whisperedTo(t *testing.T, u *sandbox.User) {
	t.Helper()
	private := 0
	for _, sent := range u.PageFeed() {
		var body any
		if err := json.Unmarshal(sent.Body, &body); err != nil {
			t.Fatal(err)
		}
		walk(body, func(o map[string]any) {
			flags, _ := o["flags"].(float64)
			to, addressed := o["ephemeral_for"]
			if int(flags)&64 != 0 || addressed {
				private++
				if to != u.ID() {
					t.Errorf("%s was sent a private message for %v: %s", u.Name(), to, sent.Body)
				}
			}
		})
	}
	if private == 0 {
		t.Error("the page was sent no private message at all")
	}
}

// walk visits every object of a JSON value.
func walk(v any, visit func(map[string]any)) {
	switch v := v.(type) {
	case map[string]any:
		visit(v)
		for _, inner := range v {
			walk(inner, visit)
		}
	case []any:
		for _, inner := range v {
			walk(inner, visit)
		}
	}
}
