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
	"kumpas/games/noir"
	"kumpas/locales"
)

// noirGame is a game as it goes on, with the screens of everybody.
type noirGame struct {
	w     *locales.Words
	names []string
	state games.State
	all   []games.Event
	board int // the board tells the events from here on
}

// scene is the game as the bot would hand it to the screens; path leads into the viewer's own prompt.
func (g *noirGame) scene(viewer games.Seat, id games.PromptID, path ...string) *present.Scene {
	s := &present.Scene{Table: "abcdefgh", Info: noir.Game.Info(), Game: present.Noir{}, Words: g.w, Viewer: viewer,
		View: g.state.View(viewer), Outcome: g.state.Outcome(), Seats: seated(g.names)}
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
		if p.Held || viewer != games.Nobody && !p.Mine {
			continue
		}
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
		if p.ID == id {
			q.Path = path
		}
		f, ok, err := g.state.Ask(asked, p.ID, q.Path)
		if err == nil && ok && (f.Public || viewer != games.Nobody) {
			q.Field = f
			if f.Editor != nil {
				q.Bench = &present.Bench{Editor: f.Editor, Mark: "0"}
				q.Bench.Field, _, _ = f.Editor.Ask(nil)
			}
			for _, c := range f.Choices {
				q.Options = append(q.Options, present.Option{Answer: append(slices.Clone(q.Path), c.ID), Fields: []string{f.Kind}, Steps: []games.Choice{c}, Not: c.Not})
			}
		}
		s.Prompts = append(s.Prompts, q)
	}
	return s
}

func seated(names []string) (all []present.Seat) {
	for i, name := range names {
		all = append(all, present.Seat{Name: name, User: fmt.Sprint(1_000_000_000_000_000_000 + i)})
	}
	return all
}

// play lets the computer players play, some reactions included, and calls see before each step.
func (g *noirGame) play(t *testing.T, seed byte, options games.Options, see func(games.Prompt, games.Seat)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(seed), 41))
	var err error
	if g.state, g.all, err = noir.Game.New(games.Setup{Players: len(g.names), Options: options, Seed: [32]byte{seed}, Winner: -1}); err != nil {
		t.Fatal(err)
	}
	for g.state.Outcome() == nil {
		seat := games.Seat(rng.IntN(len(g.names)))
		list := g.state.Prompts(nil, seat)
		p := list[rng.IntN(len(list))]
		if !p.Mine || p.Given != nil {
			continue
		}
		answer := noir.Game.Choose("normal", g.state.View(seat), p, games.AskOf(g.state, seat, p.ID), rng)
		if p.Open() && slices.Equal(answer, p.Pass) {
			continue
		}
		see(p, seat)
		next, events, err := g.state.Apply(games.Reply(seat, p.ID, answer...))
		if err != nil {
			t.Fatal(err)
		}
		if p.Class != games.ClassWindow {
			g.board = len(g.all)
		}
		g.state, g.all = next, append(g.all, events...)
	}
}

// fits checks a screen against Discord's limits.
func fits(t *testing.T, what string, msg discord.Message) {
	t.Helper()
	if err := msg.Check(); err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// Every screen of whole games fits into Discord's limits, in every variant, whatever the names.
func TestNoirScreensFit(t *testing.T) {
	words := hitlerWords(t)
	for i, v := range noir.Game.Info().Variants {
		g := &noirGame{w: words.For(words.Langs()[i%2])}
		for i := range 5 + i%2 {
			g.names = append(g.names, longName(i))
		}
		step := 0
		g.play(t, byte(i), v.Options, func(p games.Prompt, seat games.Seat) {
			if step++; step%3 > 0 {
				return
			}
			fits(t, "board of "+p.Kind, present.Board(g.scene(games.Nobody, 0), nil))
			fits(t, "panel of "+p.Kind, present.Panel(g.scene(seat, 0)))
			for _, path := range [][]string{{noir.Move}, {noir.Open}, {noir.Discard}, {noir.Attack}, {noir.Play}, {noir.Turncoat}} {
				fits(t, "panel of "+path[0], present.Panel(g.scene(seat, p.ID, path...)))
			}
			fits(t, "record", present.Note(present.Noir{}.Record(g.scene(games.Nobody, 0))))
		})
		end := g.scene(games.Nobody, 0)
		end.Secret = strings.Repeat("5e", 32)
		fits(t, "end", present.Over(end, g.all))
		for page := range 9 {
			fits(t, "story", present.Story(end, g.all, page))
		}
	}
	for _, lang := range words.Langs() {
		for _, topic := range present.Topics(words.For(lang), present.Noir{}) {
			fits(t, "rules "+topic.ID, present.Rules(words.For(lang), "noir", present.Noir{}, topic.ID))
		}
	}
}

func longName(i int) string { return present.Escape(strings.Repeat("*", 31) + string(rune('A'+i))) }

// The largest table that there can be: every business and every gangster lies there, all have teams and bosses, a countdown runs. It
// fits in the middle of an attack, with the names as long as they come and the news of a busy turn.
func TestNoirFullestTable(t *testing.T) {
	words := hitlerWords(t)
	for _, lang := range words.Langs() {
		s := fullest(words.For(lang))
		board := present.Board(s, nil)
		fits(t, "board", board)
		golden(t, "noir-fullest."+lang, dump(board.Components, ""))
		for i := range s.Seats {
			s.Seats[i].Name = longName(i)
		}
		for range 30 {
			s.Feed = append(s.Feed, games.Event{Kind: noir.EvBattle, Seat: 0, Other: 1, What: noir.Still, N: 99, Items: []string{"99", "99"}})
		}
		long := present.Board(s, nil)
		fits(t, "board with long names", long)
		if !strings.Contains(dump(long.Components, ""), words.For(lang).Say("noir.stakes.stolen", "N", 4)) {
			t.Errorf("the attack is not told")
		}
	}
}

// At the fullest table the panel has room for whatever can be picked: every rival's gangster, every target, every attacker one by one.
func TestNoirFullestPanel(t *testing.T) {
	words := hitlerWords(t)
	for _, lang := range words.Langs() {
		s := fullest(words.For(lang))
		v := s.View.(noir.View)
		v.Viewer, v.Hand = 0, []string{noir.Gangster1, noir.Casino, noir.Poker, noir.Police, noir.DriveBy, noir.Turncoat}
		s.View, s.Viewer = v, 0
		for i := range s.Seats {
			s.Seats[i].Name = longName(i)
		}
		attack := s.Prompts[0]
		attack.Mine, attack.Path = true, games.Answer{noir.Attack, v.Seats[1].Businesses[4].ID}
		gangsters := present.Prompt{Prompt: games.Prompt{ID: 99998, Kind: noir.PromptReact, Mine: true}, Path: games.Answer{noir.Turncoat}, Field: games.Field{Kind: noir.FieldGangster, Min: 1, Max: 1}}
		targets := attack
		targets.Path, targets.Field, targets.Options = games.Answer{noir.Attack}, games.Field{Kind: noir.FieldTarget, Public: true, Min: 1, Max: 1}, nil
		many := attack
		many.Options = nil
		for seat := range v.Seats {
			for _, at := range v.Seats[seat].Structures() {
				targets.Options = append(targets.Options, option(targets, games.Choice{ID: at.ID, Seat: games.Seat(seat), What: at.Kind, N: 9}))
				for _, g := range at.Gangsters {
					gangsters.Options = append(gangsters.Options, option(gangsters, games.Choice{ID: g.ID, Seat: games.Seat(seat), What: noir.Gangster1, N: g.Power}))
					many.Options = append(many.Options, option(many, games.Choice{ID: g.ID, Seat: games.Nobody, What: noir.Gangster1, N: g.Power}))
				}
			}
		}
		many.Options = append(many.Options, option(many, games.Choice{ID: noir.All, Seat: games.Nobody, N: 30}), option(many, games.Choice{ID: noir.Confirm, Seat: games.Nobody, What: noir.Falls, N: 4}))
		for name, p := range map[string]present.Prompt{"targets": targets, "attackers": many} {
			s.Prompts = []present.Prompt{p, gangsters}
			panel := present.Panel(s)
			fits(t, name, panel)
			shown := dump(panel.Components, "")
			for _, o := range append(gangsters.Options, targets.Options...) {
				c := o.Steps[0]
				if said := s.Word(o.Fields[0], c); name == "targets" && !strings.Contains(shown, said) {
					t.Errorf("%s: %q is not offered", name, said)
				}
			}
		}
	}
}

// option is a choice as the bot would offer it.
func option(p present.Prompt, c games.Choice) present.Option {
	return present.Option{Answer: append(slices.Clone(p.Path), c.ID), Fields: []string{p.Field.Kind}, Steps: []games.Choice{c}}
}

// fullest is the scene of the fullest table.
func fullest(w *locales.Words) *present.Scene {
	v := noir.View{Viewer: games.Nobody, Phase: noir.PromptTurn, Step: noir.Attack, Round: 12, Turn: 70, Active: 0, Bank: 12, Total: 80, Third: 27, Half: 41,
		Deck: 3, Tokens: 2, Countdown: &noir.CountdownView{Cause: noir.CauseHideout, Marker: 3}}
	v.Rules.Tokens, v.Rules.HiddenDefend, v.Rules.StealPartial = 4, true, true
	bosses := []string{noir.Accountant, noir.Architect, noir.Triggerman, noir.Gambler, noir.Plunderer, noir.Inspector}
	var business, gangster int
	for seat := range 6 {
		sv := noir.SeatView{Alive: true, Team: seat%2 + 1, Boss: bosses[seat], Purse: 10 + seat, Cards: 6, Due: 18, Trophies: 1,
			Hideout: noir.StructureView{ID: fmt.Sprint("h", seat), Guards: fmt.Sprint("d", seat), Kind: noir.Hideout, Income: 3, Value: 3, Capacity: 3}}
		v.Seats = append(v.Seats, sv)
	}
	for income, copies := range []int{10, 8, 6, 4} {
		for range copies {
			seat := &v.Seats[business%6]
			kind := []string{noir.Still, noir.Bootlegger, noir.Speakeasy, noir.Casino}[income]
			seat.Businesses = append(seat.Businesses, noir.StructureView{ID: fmt.Sprint("b", business), Kind: kind, Income: income + 1, Value: income + 1, Capacity: income + 1,
				Front: len(seat.Businesses) == 2})
			business++
		}
	}
	for power, copies := range []int{14, 10, 8, 4} {
		for range copies {
			seat := &v.Seats[gangster%6]
			g := noir.GangsterView{ID: fmt.Sprintf("g%c", "0123456789abcdefghijklmnopqrstuvwxyz"[gangster]), Power: power + 1, Hidden: gangster%5 == 0, Since: gangster}
			placed := false
			for i := range seat.Businesses {
				if b := &seat.Businesses[i]; !placed && b.Used+g.Power <= b.Capacity {
					b.Gangsters, b.Used, placed = append(b.Gangsters, g), b.Used+g.Power, true
				}
			}
			if !placed {
				seat.Away = append(seat.Away, g)
			}
			gangster++
		}
	}
	s := &present.Scene{Table: "abcdefgh", Info: noir.Game.Info(), Game: present.Noir{}, Words: w, Viewer: games.Nobody, View: v,
		Seats: seated([]string{"Ayşe", "Barış", "Çağrı", "Deniz", "Elif", "Fırat"})}
	target := v.Seats[1].Businesses[4]
	p := present.Prompt{Prompt: games.Prompt{ID: 99999, Kind: noir.PromptTurn, Awaited: games.SeatsOf(0), Class: games.ClassTurn, Timeout: games.Default{Kind: games.DefaultFixed, What: noir.Skip}},
		Due: time.Unix(1_800_000_000, 0), Path: games.Answer{noir.Attack, target.ID, noir.All}, Field: games.Field{Kind: noir.FieldAttackers, Public: true, Min: 1, Max: 1}}
	choices := []games.Choice{{ID: noir.Confirm, Seat: games.Nobody, What: noir.Falls, N: 4}}
	for _, b := range v.Seats[0].Businesses {
		for _, g := range b.Gangsters {
			choices = append(choices, games.Choice{ID: g.ID, Seat: games.Nobody, What: fmt.Sprint("gangster", g.Power), N: g.Power})
		}
	}
	for _, c := range choices {
		p.Options = append(p.Options, present.Option{Answer: append(slices.Clone(p.Path), c.ID), Fields: []string{noir.FieldAttackers}, Steps: []games.Choice{c}})
	}
	s.Prompts = []present.Prompt{p}
	return s
}

// Screens in both languages, as text: a change of a screen is a change of a file that can be read.
func TestNoirScreens(t *testing.T) {
	words := hitlerWords(t)
	for _, lang := range words.Langs() {
		seen := map[string]bool{}
		g := &noirGame{w: words.For(lang), names: []string{"Ayşe", "Can", "Deniz\\_1", "Elif"}}
		show := func(name string, msg discord.Message) {
			if !seen[name] {
				seen[name] = true
				golden(t, "noir-"+name+"."+lang, dump(msg.Components, ""))
			}
		}
		g.play(t, 3, games.Options{noir.OptBosses: noir.On, noir.OptPokerJoin: noir.Voluntary, noir.OptDrawRule: noir.DrawAny}, func(p games.Prompt, seat games.Seat) {
			v := g.state.View(seat).(noir.View)
			asked := g.state.Prompts(nil, games.Nobody)
			board := asked[len(asked)-1].Kind
			if v.Round == 1 {
				board += "-first"
			}
			show("board-"+board, present.Board(g.scene(games.Nobody, 0), nil))
			if v.Round < 3 {
				return
			}
			show("panel-"+p.Kind, present.Panel(g.scene(seat, 0)))
			if p.Kind != noir.PromptTurn {
				return
			}
			for _, path := range []string{noir.Move, noir.Open, noir.Discard} {
				if f, ok, err := g.state.Ask(seat, p.ID, games.Answer{path}); err == nil && ok && f.Kind != "" {
					show("panel-turn-"+path, present.Panel(g.scene(seat, p.ID, path)))
				}
			}
			if f, ok, err := g.state.Ask(seat, p.ID, games.Answer{noir.Attack}); err == nil && ok {
				show("board-turn-target", present.Board(g.scene(games.Nobody, p.ID, noir.Attack), nil))
				for _, c := range f.Choices {
					if c.Not == "" {
						show("board-turn-attackers", present.Board(g.scene(games.Nobody, p.ID, noir.Attack, c.ID), nil))
						show("board-turn-confirm", present.Board(g.scene(games.Nobody, p.ID, noir.Attack, c.ID, noir.All), nil))
					}
				}
			}
		})
		end := g.scene(games.Nobody, 0)
		end.Secret = "5ec7e7"
		show("over", present.Over(end, g.all))
		show("story", present.Story(end, g.all, 0))
		show("record", present.Note(present.Noir{}.Record(end)))
	}
}
