package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kumpas/bot"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
)

// In every game: the end of each decision's time is told in public; after three in a row the others vote; and whatever they decide, the
// game goes on.
func TestEveryLadder(t *testing.T) {
	if bot.Racing {
		t.Skip("whole games look for races")
	}
	t.Parallel()
	for _, entry := range bot.All {
		info := entry.Engine.Info()
		for _, what := range []string{"wait", "computer", "out"} {
			t.Run(info.ID+" "+what, func(t *testing.T) {
				t.Parallel()
				s := newScene(t, plan{keep: true})
				var names []string
				for i := range min(max(4, info.Min), info.Max) {
					names = append(names, fmt.Sprintf("Oyuncu %d", i+1))
				}
				x := s.match(robot.Setup{Game: info.ID}, s.people(names...)...)
				x.Text = writer(s.World, entry.Engine, x.Table)
				gone := x.Users[1]
				name := "**" + gone.Name() + "**"
				if !x.ladder(gone) {
					t.Fatal("the game is over before")
				}
				if what == "wait" {
					x.decided("wait", gone)
					x.news("happened.vote.absent", "Name", name)
					if !x.ladder(gone) { // and anew
						return // the rest of the game was too short for it
					}
				}
				x.decided(what, gone)
				switch what {
				case "computer":
					x.news("happened.away.absent", "Name", name)
				case "out":
					seat := x.seat(gone)
					s.until("he is out", func() bool { _, state := x.record(); return !state.Living().Has(seat) || state.Outcome() != nil })
				}
				others := *x.Table
				others.Users = x.others(gone)
				for range 25 {
					x.rests()
					if x.Over() || what == "wait" {
						break
					}
					if err := others.Step(s.ctx); err != nil {
						t.Fatal(err)
					}
				}
				if _, state := x.record(); what == "computer" && state.Outcome() == nil && state.Living().Has(x.seat(gone)) {
					x.note(gone.Press(x.Board(), x.seatID()))
					x.news("happened.back", "Name", name)
				}
				if err := audit(s, tableID(x)); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// decided has the others vote until the vote is over.
func (x *match) decided(what string, about *sandbox.User) {
	x.t.Helper()
	for _, u := range x.others(about) {
		if head, _ := x.record(); head["vote"] == nil {
			break
		}
		board := x.Board()
		if id, on := x.ballot(what); on {
			x.answer(u.Press(board, id)) // the dead are told that they have no vote
		}
	}
	x.until("the vote is over", func() bool { head, _ := x.record(); return head["vote"] == nil })
}

// ladder has everybody but one play until the others are asked about him, and reports whether they were before the game was over.
func (x *match) ladder(absent *sandbox.User) bool {
	x.t.Helper()
	others := *x.Table
	others.Users = x.others(absent)
	missed := 0
	for range 300 {
		x.rests()
		if head, _ := x.record(); head["vote"] != nil {
			if about := head["vote"].(map[string]any)["about"]; about != absent.ID() || missed < 3 {
				x.t.Fatalf("a vote about %v after %d missed deadlines", about, missed)
			}
			x.until("the ballots", func() bool { _, on := x.ballot("computer"); return on })
			return true
		}
		_, state := x.record()
		waits := x.waits()
		if !slices.Contains(waits, absent) && state.Outcome() != nil || x.Over() {
			return false
		}
		if len(waits) > 1 || !slices.Contains(waits, absent) {
			if err := others.Step(x.ctx); err != nil {
				x.t.Fatal(err)
			}
			continue
		}
		if text := x.Board().Text(); !strings.Contains(text, "⏳") {
			x.t.Errorf("the board does not tell the time:\n%s", text)
		}
		p := x.only(state)
		before := strings.Count(x.public(), "üre doldu")
		x.clock.Advance(x.due().Sub(x.clock.Now()))
		x.until("the end of the time of "+p.Kind+" is told", func() bool { return strings.Count(x.public(), "üre doldu") > before })
		missed++
	}
	x.t.Fatal("nobody is asked about the absent one")
	return false
}

// only is the decision that is awaited.
func (x *match) only(s games.State) games.Prompt {
	for _, p := range s.Prompts(nil, games.Nobody) {
		if p.Awaited != 0 && !p.Held {
			return p
		}
	}
	return games.Prompt{}
}

// public is everything that stands in the table's channel for all.
func (x *match) public() string {
	var all strings.Builder
	for _, m := range x.Users[0].Sees(x.Channel) {
		if !m.Ephemeral() {
			all.WriteString(m.Text() + "\n")
		}
	}
	return all.String()
}
