package bot

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/locales"
	"kumpas/store"
)

// longest are the longest names that Discord lets people have, all of characters that must be escaped.
func longest(n int) (people []person) {
	for i := range n {
		people = append(people, person{User: fmt.Sprintf("14824683601920000%02d", i), Name: strings.Repeat("*", 30) + fmt.Sprintf("%02d", i)})
	}
	return people
}

// full is a table with as many people as the game takes, in the given language.
func full(t *testing.T, b *Bot, game Entry, options games.Options, seed byte, lang string) moment {
	t.Helper()
	info := game.Engine.Info()
	setup := games.Setup{Players: info.Max, Options: options, Seed: [32]byte{seed}, Winner: -1}
	state, events, err := game.Engine.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	rec := &record{Guild: "1482468360192000001", Channel: "1482468360192000020", Game: info.ID, Lang: lang, Pace: paceDay, Stage: stagePlaying,
		People: longest(info.Max), Secret: make([]byte, 32), Options: options, Number: 1, Seating: state.Seating(), state: state, Acted: games.Nobody}
	rec.Host = rec.People[0].User
	rec.tell(events)
	return moment{bot: b, id: "abcdefgh", rec: rec, game: game}
}

// Every screen of every moment of random games of full tables with the longest names keeps Discord's limits, in both
// languages, with a vote going on and everybody called.
func TestLimits(t *testing.T) {
	t.Parallel()
	words, err := locales.Load(func(p locales.Problem) { t.Errorf("words: %v", p) })
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range All {
		info := game.Engine.Info()
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			b := New(Config{Words: words, Games: All})
			c := &checked{t: t, broken: map[string]bool{}}
			for n := range 4 {
				rng := rand.New(rand.NewPCG(uint64(n), 31))
				options := games.Options{}
				if n < len(info.Variants) {
					options = info.Variants[n].Options
				}
				c.game(full(t, b, game, options, byte(n), words.Langs()[n%2]), rng)
			}
			c.lobby(b, words, game)
			t.Logf("%d screens, %d characters at most, %d components at most", c.screens, c.text, c.components)
		})
	}
}

type checked struct {
	t                         *testing.T
	broken                    map[string]bool
	screens, text, components int
}

func (c *checked) check(what string, msg discord.Message) {
	c.t.Helper()
	c.screens++
	text, components := size(msg.Components)
	c.text, c.components = max(c.text, text), max(c.components, components)
	if err := msg.Check(); err != nil && !c.broken[what+err.Error()] {
		c.broken[what+err.Error()] = true
		c.t.Errorf("%s: %v", what, err)
	}
}

func size(all []discord.Component) (text, n int) {
	for _, k := range all {
		under, below := size(k.Components)
		text += len([]rune(k.Content)) + under
		n += 1 + below
	}
	return text, n
}

// game plays at random and looks at everything again and again.
func (c *checked) game(m moment, rng *rand.Rand) {
	c.t.Helper()
	now := time.Unix(1773518400, 0)
	step := moved{now: now, info: m.game.Engine.Info(), opens: m.game.Screen.Opens, wait: func(Moment) time.Duration { return 0 }}
	all := append([]games.Event(nil), m.rec.Feed...)
	m.rec.clockwork(step)
	for n := 0; m.rec.state.Outcome() == nil; n++ {
		if n%9 == 0 || n < 12 {
			c.screensOf(m, all, now)
		}
		var open []games.Prompt
		for seat := range games.Seat(len(m.rec.Seating)) {
			for _, p := range m.rec.state.Prompts(nil, seat) {
				if p.Mine && p.Awaited.Has(seat) {
					a, err := games.Random(games.AskOf(m.rec.state, seat, p.ID), rng)
					if err != nil {
						c.t.Fatal(err)
					}
					open = append(open, p)
					_, events, err := m.rec.state.Apply(games.Reply(seat, p.ID, a...))
					if err != nil {
						c.t.Fatal(err)
					}
					next, err := m.rec.play(games.Reply(seat, p.ID, a...), step)
					if err != nil {
						c.t.Fatal(err)
					}
					all = append(all, events...)
					m.rec = next
					break
				}
			}
			if len(open) > 0 {
				break
			}
		}
		if len(open) == 0 {
			c.t.Fatal("nobody is awaited")
		}
	}
	w := m.words()
	s := m.scene(games.Nobody, w)
	c.check("the end", present.Over(s, all))
	for page := range 12 {
		c.check("the story", present.Story(s, all, page))
	}
}

// screensOf checks all screens of a moment, as they are and at their fullest.
func (c *checked) screensOf(m moment, all []games.Event, now time.Time) {
	c.t.Helper()
	w := m.words()
	c.check("the board", present.Board(m.scene(games.Nobody, w), nil))
	fuller := m.rec.clone()
	fuller.Calls = fuller.humans()
	fuller.Segment = 0
	fuller.Vote = &vote{Number: 123, What: deedRemove, By: fuller.People[0].User, About: fuller.People[1].User}
	m.rec = fuller
	c.check("the board with a vote", present.Board(m.scene(games.Nobody, w), m.called()))
	c.check("the frozen board", m.frozen(shown{Board: 1}))
	c.check("the story so far", present.Story(m.scene(games.Nobody, w), all, 0))
	s := m.scene(games.Nobody, w)
	c.check("the record", present.Note(s.Game.Record(s)))
	for seat := range games.Seat(len(m.rec.Seating)) {
		own := m.scene(seat, w)
		own.Link = link(m.rec.Guild, m.rec.Channel, m.rec.Channel)
		c.check("the panel", present.Panel(own))
	}
	empty := m.rec.clone()
	for i := range empty.People[1:] {
		empty.People[i+1].Away = awayAbsent
	}
	m.rec = empty
	c.check("the board with empty seats and a vote", present.Board(m.scene(games.Nobody, w), m.called()))
	paused := m.rec.clone()
	paused.Paused = &pause{}
	m.rec = paused
	c.check("the paused board", present.Board(m.scene(games.Nobody, w), m.called()))
}

func (c *checked) lobby(b *Bot, words *locales.Bundle, game Entry) {
	info := game.Engine.Info()
	for _, lang := range words.Langs() {
		rec := &record{Guild: "1", Channel: "2", Game: info.ID, Lang: lang, Pace: paceRelaxed, Stage: stageLobby, People: longest(info.Max),
			Secret: make([]byte, 32), Options: games.Options{}, Number: 9}
		rec.Host = rec.People[0].User
		for _, o := range info.Options { // everything differs from its default
			rec.Options[o.ID] = o.Values[len(o.Values)-1]
		}
		m := moment{bot: b, id: "abcdefgh", rec: rec, game: game}
		l := m.lobby()
		c.check("the lobby", l.Message())
		c.check("the lobby, begun", l.Started("<#1482468360192000020>"))
		for _, o := range append(info.Options, games.Setting{}) {
			c.check("the options", l.OptionsPanel(o.ID, words.Langs(), []string{"blitz", "normal", "relaxed", "day"}))
		}
		for _, topic := range game.Screen.Topics() {
			c.check("the rules", present.Rules(words.For(lang), info.ID, game.Screen, topic))
		}
		for _, now := range []string{present.PassPrompt, present.PassKind, present.PassAll, present.PassNone} {
			c.check("the menu of passes", present.PassMenu("abcdefgh", words.For(lang), now))
		}
		m.rec = m.rec.clone()
		m.rec.Stage, m.rec.Ended = stageOver, "cancelled"
		c.check("the closed lobby", m.lobby().Message())
		var results []store.Result
		for i := range 2 * historyLength {
			full := full(c.t, b, game, nil, 1, lang)
			next, err := full.rec.play(games.Void(), moved{info: info, opens: game.Screen.Opens})
			if err != nil {
				c.t.Fatal(err)
			}
			results = append(results, *next.result(tableID(fmt.Sprint(i)), time.Unix(1773518400, 0)))
		}
		c.check("the history", historyOf(results, words.For(lang)))
	}
}
