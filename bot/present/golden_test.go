package present_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/games/entrika"
	"kumpas/locales"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Every screen in both languages, as text: a change of a screen is a change of a file that can be read.
func TestScreens(t *testing.T) {
	words, err := locales.Load(func(p locales.Problem) { t.Errorf("words: %+v", p) })
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range words.Langs() {
		w := words.For(lang)
		for name, msg := range screens(t, w) {
			if err := msg.Check(); err != nil {
				t.Errorf("%s.%s: %v", name, lang, err)
			}
			golden(t, name+"."+lang, dump(msg.Components, ""))
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	if got != string(want) {
		t.Errorf("%s is not as in %s:\n%s", name, path, got)
	}
}

// dump writes components as a person sees them: a space that holds looks like any other.
func dump(parts []discord.Component, indent string) string {
	var out strings.Builder
	for _, c := range parts {
		switch c.Type {
		case discord.Text:
			for _, line := range strings.Split(strings.ReplaceAll(c.Content, "\u00a0", " "), "\n") {
				fmt.Fprintf(&out, "%s%s\n", indent, line)
			}
		case discord.Separator:
			fmt.Fprintf(&out, "%s----\n", indent)
		case discord.Container:
			out.WriteString(dump(c.Components, indent+"| "))
		case discord.Row:
			out.WriteString(indent)
			for _, b := range c.Components {
				out.WriteString(control(b, indent))
			}
			out.WriteString("\n")
		}
	}
	return out.String()
}

func control(c discord.Component, indent string) string {
	if c.Type == discord.StringSelect {
		s := "<" + c.Placeholder + ">"
		for _, o := range c.Options {
			mark := " "
			if o.Default {
				mark = "*"
			}
			s += fmt.Sprintf("\n%s  %s %s (%s)", indent, mark, o.Label, o.Description)
		}
		return s
	}
	emoji := ""
	if c.Emoji != nil {
		emoji = c.Emoji.Name + " "
	}
	if c.Disabled {
		return "(" + emoji + c.Label + ") "
	}
	return "[" + emoji + c.Label + "] "
}

// screens plays a seeded game and draws what is to be seen on the way.
func screens(t *testing.T, w *locales.Words) map[string]discord.Message {
	t.Helper()
	out := map[string]discord.Message{}
	options := games.Options{entrika.OptDefenceType: entrika.Avukat, entrika.OptExchangeType: entrika.Gazeteci}
	state, events, err := entrika.Plus.New(games.Setup{Players: 5, Options: options, Seed: [32]byte{7}, Winner: -1})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 5))
	seen := map[string]bool{}
	all := events
	recent := events
	for state.Outcome() == nil {
		p := state.Prompts(nil, games.Nobody)[0]
		var seat games.Seat = games.Nobody
		for s := range p.Awaited.All() {
			seat = s
			break
		}
		if !seen[p.Kind] {
			seen[p.Kind] = true
			out["entrika-board-"+p.Kind] = present.Board(scene(w, state, games.Nobody, recent), nil)
			out["entrika-panel-"+p.Kind] = present.Panel(scene(w, state, seat, all))
			if p.Kind == entrika.PromptTurn {
				voting := scene(w, state, games.Nobody, recent)
				voting.Vote = &present.Vote{Number: 1, What: "absent", About: "Can", Ballots: []present.Ballot{{ID: "wait"}, {ID: "computer", N: 1}, {ID: "out"}},
					Need: 2, Missing: []string{"100", "103"}, Until: time.Unix(1_800_000_000, 0)}
				out["entrika-board-voting"] = present.Board(voting, nil)
			}
		}
		answer, err := games.Random(games.AskOf(state, seat, p.ID), rng)
		if err != nil {
			t.Fatal(err)
		}
		next, events, err := state.Apply(games.Reply(seat, p.ID, answer...))
		if err != nil {
			t.Fatal(err)
		}
		state, recent = next, events
		all = append(all, events...)
	}
	end := scene(w, state, games.Nobody, recent)
	end.Commitment, end.Secret = "c0ffee", "5ec7e7"
	out["entrika-over"] = present.Over(end, all)
	out["entrika-story"] = present.Story(end, all, 0)
	out["entrika-record"] = present.Note(present.Entrika{}.Record(end))
	for _, topic := range (present.Entrika{}).Topics() {
		out["entrika-rules-"+topic] = present.Rules(w, "entrika-plus", present.Entrika{}, topic)
	}
	lobby := &present.Lobby{Table: "abcdefgh", Info: entrika.Plus.Info(), Game: present.Entrika{}, Words: w, Options: options,
		Pace: "normal", Fill: "open", Fills: []string{"open", "computer", "rules"}, Lang: w.Lang(), Until: time.Unix(1_800_000_000, 0), Commitment: strings.Repeat("c0ffee", 10) + "cafe",
		Seats: []present.Seat{{Name: "Ayşe", User: "1"}, {Name: "Can", User: "2"}, {Name: "Poyraz", Computer: true}}}
	out["lobby"] = lobby.Message()
	out["lobby-options"] = lobby.OptionsPanel(entrika.OptDefenceType, []string{"en", "tr"}, []string{"normal", "blitz"})
	out["lobby-started"] = lobby.Started("<#1>")
	out["pass-menu"] = present.PassMenu("abcdefgh", w, present.PassKind)
	return out
}

// scene is the state as the bot would hand it to the screens.
func scene(w *locales.Words, state games.State, viewer games.Seat, events []games.Event) *present.Scene {
	s := &present.Scene{Table: "abcdefgh", Info: entrika.Plus.Info(), Game: present.Entrika{}, Words: w, Viewer: viewer,
		View: state.View(viewer), Outcome: state.Outcome()}
	for i, name := range []string{"Ayşe", "Can", "Deniz\\_1", "Elif", "Poyraz"} {
		seat := present.Seat{Name: name, User: fmt.Sprint(100 + i)}
		if i == 4 {
			seat.User, seat.Computer = "", true
		}
		s.Seats = append(s.Seats, seat)
	}
	for _, e := range events {
		if e.For(viewer) {
			s.Feed = append(s.Feed, e)
		}
	}
	for _, p := range state.Prompts(nil, viewer) {
		q := present.Prompt{Prompt: p, Due: time.Unix(1_800_000_000, 0)}
		asked := games.SeatsOf(viewer)
		if viewer == games.Nobody {
			asked = p.Awaited
		}
		have := map[string]bool{}
		for seat := range asked.All() {
			f, ok, err := state.Ask(seat, p.ID, nil)
			if err != nil || !ok || !f.Public && viewer == games.Nobody {
				continue
			}
			q.Field = f
			for _, c := range f.Choices {
				if !have[c.ID] {
					have[c.ID] = true
					q.Options = append(q.Options, present.Option{Answer: games.Answer{c.ID}, Fields: []string{f.Kind}, Steps: []games.Choice{c}, Not: c.Not})
				}
			}
		}
		s.Prompts = append(s.Prompts, q)
	}
	return s
}
