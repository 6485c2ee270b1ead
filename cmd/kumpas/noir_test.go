package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/noir"
)

// crowded is Noir dealt and played on until the table is full: everybody only opens cards, as many as he can pay for.
type crowded struct {
	games.Game
	structures int
}

func (c crowded) New(setup games.Setup) (games.State, []games.Event, error) {
	for seed := byte(0); ; seed++ {
		setup.Seed = [32]byte{seed}
		s, events, err := c.Game.New(setup)
		for err == nil && s.Outcome() == nil {
			if v := s.View(games.Nobody).(noir.View); structures(v) >= c.structures && s.Seating()[v.Active] == setup.Host && v.Step == noir.Move {
				return s, events[max(0, len(events)-6):], nil
			}
			var more []games.Event
			s, more, err = s.Apply(opens(s))
			events = append(events, more...)
		}
		if err != nil {
			return nil, nil, err
		}
	}
}

func structures(v noir.View) (n int) {
	for _, seat := range v.Seats {
		n += 1 + len(seat.Businesses)
	}
	return n
}

// opens is the next action of those who only open cards: businesses first, then gangsters; then they hide behind the first business.
func opens(s games.State) games.Action {
	p := s.Prompts(nil, games.Nobody)[0]
	v := s.View(games.Nobody).(noir.View)
	seat := v.Active
	f, ok, err := s.Ask(seat, p.ID, games.Answer{noir.Open})
	if err != nil || !ok || v.Step == noir.Relocate || v.Step == noir.End {
		return games.Reply(seat, p.ID, noir.End)
	}
	editor := f.Editor
	rng := rand.New(rand.NewPCG(uint64(v.Turn), 1))
	for range 12 {
		next, _, _ := editor.Ask(nil)
		var can []string
		for _, c := range next.Choices {
			if c.Not == "" && c.ID != noir.Undo && c.ID != noir.Reset && c.ID != noir.Place {
				can = append(can, c.ID)
			}
		}
		if len(can) == 0 {
			break
		}
		editor, _ = editor.Do(games.Answer{can[rng.IntN(len(can))]})
	}
	if draft := editor.Draft(); draft != "" {
		return games.Reply(seat, p.ID, noir.Open, draft)
	}
	if f, ok, err := s.Ask(seat, p.ID, games.Answer{noir.Relocate}); err == nil && ok && !v.Seats[seat].Hideout.Front {
		return games.Reply(seat, p.ID, noir.Relocate, f.Choices[0].ID)
	}
	return games.Reply(seat, p.ID, noir.End)
}

// TestBrowserCrowded plays a turn of Noir by taps at the fullest table, at a phone's and at a desktop's width.
func TestBrowserCrowded(t *testing.T) {
	browser := chromium(t)
	full := bot.Games{{Engine: crowded{noir.Game, 30}, Screen: present.Noir{}}}
	for _, c := range []struct {
		as         screen
		name, lang string
	}{{screen{"phone-long", 390, 2300, true}, "Ayşe", "tr"}, {screen{"desktop-long", 1280, 1700, false}, "Jonas", "en"}} {
		t.Run(c.as.name, func(t *testing.T) {
			p := start(t, sandbox.Config{}, func(st *stage) { st.bot.Games = full })
			w := open(t, browser, p.sandbox, p.person(c.name), p.sandbox.Guild().Channel("oyun-masasi"), c.as, c.lang+"-noir-crowded")
			w.command("play", [2]string{"game", "noir"}, [2]string{"language", c.lang}, [2]string{"thread", "false"})
			for range 5 {
				w.button(present.VerbLobby, present.LobbyAdd)
			}
			w.button(present.VerbLobby, present.LobbyStart)
			w.until("the board", func(s sight) bool { return s.Ready && s.Awaited && len(s.with(present.VerbPanel)) > 0 })
			w.toEnd()
			w.shot("board")
			first := func(int) int { return 0 }
			step := func(verb string) {
				t.Helper()
				list := w.look().with(verb)
				if len(list) == 0 {
					t.Fatalf("nothing to press for %s", verb)
				}
				w.press(list[0], first)
			}
			words := p.bot.Words.For(c.lang)

			// He moves somebody, who is shown where he would be, and confirms.
			w.button(present.VerbReply, noir.Move)
			w.shot("move")
			step(present.VerbEdit)
			step(present.VerbEdit)
			w.says(words.Say("noir.plan.after"))
			w.toEnd()
			w.shot("move-plan")
			step(present.VerbSubmit)

			// He attacks with everybody: what will come of it stands there before he says so, and comes.
			w.button(present.VerbReply, noir.Attack)
			w.toEnd()
			w.shot("target")
			attack := func(list []control) control {
				return list[slices.IndexFunc(list, func(c control) bool { return c.Select })]
			}
			w.press(attack(w.look().with(present.VerbReply)), first)
			w.toEnd()
			w.shot("attackers")
			w.button(present.VerbReply, noir.All)
			w.toEnd()
			w.shot("confirm")
			w.button(present.VerbReply, noir.Confirm)
			w.until("the outcome", func(s sight) bool { return s.Awaited && strings.Contains(s.Board, "💥") })
			w.toEnd()
			w.shot("fought")

			// He opens what he can pay for, and ends his turn.
			w.button(present.VerbPanel)
			if list := w.look().with(present.VerbReply); slices.ContainsFunc(list, func(c control) bool { return c.last() == noir.Open }) {
				w.button(present.VerbReply, noir.Open)
				w.toEnd()
				w.shot("open")
				if len(w.look().with(present.VerbEdit)) > 0 { // or else he can pay for nothing
					step(present.VerbEdit)
					w.toEnd()
					w.shot("open-plan")
				}
				step(present.VerbSubmit)
			}
			w.button(present.VerbReply, noir.End)
			w.until("the next turn", func(s sight) bool { return !strings.Contains(s.Board, "▶️ "+c.name) })
			w.toEnd()
			w.shot("after")
			whisperedTo(t, p.person(c.name))
		})
	}
}
