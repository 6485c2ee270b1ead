package present_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/games/secrethitler"
	"kumpas/locales"
)

// hitlerGame is a game as it goes on, with the screens of everybody.
type hitlerGame struct {
	w     *locales.Words
	names []string
	state games.State
	all   []games.Event
	board int // the board tells the events from here on
}

// scene is the game as the bot would hand it to the screens.
func (g *hitlerGame) scene(viewer games.Seat) *present.Scene {
	s := &present.Scene{Table: "abcdefgh", Info: secrethitler.Game.Info(), Game: present.SecretHitler{}, Words: g.w, Viewer: viewer,
		View: g.state.View(viewer), Outcome: g.state.Outcome()}
	for i, name := range g.names {
		s.Seats = append(s.Seats, present.Seat{Name: name, User: fmt.Sprint(1_000_000_000_000_000_000 + i)})
	}
	feed := g.all
	if viewer == games.Nobody {
		feed = feed[g.board:]
	}
	for _, e := range feed {
		if e.For(viewer) {
			s.Feed = append(s.Feed, e)
		}
	}
	for _, p := range g.state.Prompts(nil, viewer) {
		q := present.Prompt{Prompt: p}
		if !p.Open() {
			q.Due = time.Unix(1_800_000_000, 0)
		}
		asked := viewer
		for seat := range p.Awaited.All() {
			if viewer == games.Nobody {
				asked = seat
			}
		}
		if f, ok, err := g.state.Ask(asked, p.ID, nil); err == nil && ok && (f.Public || viewer != games.Nobody) {
			q.Field = f
			for _, c := range f.Choices {
				q.Options = append(q.Options, present.Option{Answer: games.Answer{c.ID}, Fields: []string{f.Kind}, Steps: []games.Choice{c}, Not: c.Not})
			}
		}
		s.Prompts = append(s.Prompts, q)
	}
	return s
}

// play lets the computer players play and calls see before each step.
func (g *hitlerGame) play(t *testing.T, seed byte, see func(games.Prompt, games.Seat)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(seed), 37))
	var err error
	if g.state, g.all, err = secrethitler.Game.New(games.Setup{Players: len(g.names), Seed: [32]byte{seed}, Winner: -1}); err != nil {
		t.Fatal(err)
	}
	for g.state.Outcome() == nil {
		seat := games.Seat(rng.IntN(len(g.names)))
		list := g.state.Prompts(nil, seat)
		p := list[rng.IntN(len(list))]
		if !p.Mine || p.Given != nil {
			continue
		}
		see(p, seat)
		a := games.Reply(seat, p.ID, secrethitler.Game.Choose("normal", g.state.View(seat), p, games.AskOf(g.state, seat, p.ID), rng)...)
		next, events, err := g.state.Apply(a)
		if err != nil {
			t.Fatal(err)
		}
		if p.Class == games.ClassTurn {
			g.board = len(g.all)
		}
		g.state, g.all = next, append(g.all, events...)
	}
}

func hitlerWords(t *testing.T) *locales.Bundle {
	t.Helper()
	words, err := locales.Load(func(p locales.Problem) { t.Errorf("words: %+v", p) })
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// Every screen of whole games fits into Discord's limits and says all it has to say, even with ten players whose names are as
// long as names can be once they are escaped.
func TestHitlerScreensFit(t *testing.T) {
	words := hitlerWords(t)
	fits := func(what string, msg discord.Message) {
		t.Helper()
		if err := msg.Check(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	for seed := range byte(6) {
		g := &hitlerGame{w: words.For(words.Langs()[seed%2])}
		for i := range 5 + int(seed)%6 {
			g.names = append(g.names, present.Escape(strings.Repeat("*", 31)+string(rune('A'+i))))
		}
		g.play(t, seed, func(p games.Prompt, seat games.Seat) {
			fits("board of "+p.Kind, present.Board(g.scene(games.Nobody), nil))
			fits("panel of "+p.Kind, present.Panel(g.scene(seat)))
			fits("record", present.Note(present.SecretHitler{}.Record(g.scene(games.Nobody))))
		})
		end := g.scene(games.Nobody)
		end.Secret = strings.Repeat("5e", 32)
		fits("end", present.Over(end, g.all))
		fits("record", present.Note(present.SecretHitler{}.Record(end)))
		for page := range 9 {
			fits("story", present.Story(end, g.all, page))
		}
	}
	for _, lang := range words.Langs() {
		for _, topic := range present.Topics(words.For(lang), present.SecretHitler{}) {
			fits("rules "+topic.ID, present.Rules(words.For(lang), "secret-hitler", present.SecretHitler{}, topic.ID))
		}
	}
}

// The list at the end holds every government that was elected, also the one that decided the game (R7.3).
func TestHitlerGovernments(t *testing.T) {
	words := hitlerWords(t).For("en")
	decided := 0
	for seed := range byte(20) {
		g := &hitlerGame{w: words, names: []string{"A", "B", "C", "D", "E", "F", "G"}}
		g.play(t, seed, func(games.Prompt, games.Seat) {})
		end := g.scene(games.Nobody)
		lines := present.SecretHitler{}.Summary(end, g.all)
		governments := slices.DeleteFunc(g.state.View(games.Nobody).(secrethitler.View).Governments, func(v secrethitler.GovernmentView) bool { return !v.Elected })
		if len(lines) != len(governments) {
			t.Fatalf("%d governments were elected, %d are listed:\n%s", len(governments), len(lines), strings.Join(lines, "\n"))
		}
		for i, v := range governments {
			if v.Result == secrethitler.ResultHitler {
				decided++
				if !strings.Contains(lines[i], "Hitler elected Chancellor") {
					t.Errorf("the government that decided the game: %s", lines[i])
				}
			}
		}
	}
	if decided == 0 {
		t.Error("in no game Hitler was elected")
	}
}

// Screens in both languages, as text: a change of a screen is a change of a file that can be read.
func TestHitlerScreens(t *testing.T) {
	words := hitlerWords(t)
	for _, lang := range words.Langs() {
		seen := map[string]bool{}
		g := &hitlerGame{w: words.For(lang), names: []string{"Ayşe", "Can", "Deniz\\_1", "Elif", "Fatma", "Gül", "Hakan", "İnci", "Kaan"}}
		show := func(name string, msg discord.Message) {
			if !seen[name] {
				seen[name] = true
				golden(t, "secret-hitler-"+name+"."+lang, dump(msg.Components, ""))
			}
		}
		g.play(t, 11, func(p games.Prompt, seat games.Seat) {
			asked := g.state.Prompts(nil, games.Nobody)[0]
			if p.Kind == secrethitler.PromptVote && p.Awaited.Count() > 5 || p.Open() {
				return // with some of the votes cast
			}
			show("board-"+asked.Kind, present.Board(g.scene(games.Nobody), nil))
			if !slices.Contains([]string{secrethitler.PromptVote, secrethitler.PromptNominate}, p.Kind) {
				show("panel-"+p.Kind, present.Panel(g.scene(seat)))
			}
		})
		end := g.scene(games.Nobody)
		end.Secret = "5ec7e7"
		show("over", present.Over(end, g.all))
		show("story", present.Story(end, g.all, 0))
		show("record", present.Note(present.SecretHitler{}.Record(end)))
	}
}
