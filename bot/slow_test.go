package bot_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
)

// A move a day, for three weeks, in a thread that Discord archives when it is quiet for a day: whoever is awaited has a day for his answer and
// is mentioned once six hours before it is over, unless he wants no mentions; it takes his press, hours after every token is dead. The bot starts
// anew every day, now and then only after a while, and somebody forgets.
func TestSlow(t *testing.T) {
	if bot.Racing {
		t.Skip("it looks at times; whole games look for races")
	}
	t.Parallel()
	for _, entry := range bot.All {
		info := entry.Engine.Info()
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			s := newScene(t, plan{keep: true})
			var names []string
			for i := range max(3, info.Min) {
				names = append(names, fmt.Sprintf("Oyuncu %d", i+1))
			}
			p := s.people(names...)
			quiet := p[1]
			s.note(quiet.Command(s.g.Channel("genel"), "me", sandbox.Sub("mentions", sandbox.Opt("state", false))))
			x := s.match(robot.Setup{Game: info.ID, Pace: "day", Thread: true}, p...)
			x.Text = writer(s.World, entry.Engine, x.Table)
			days, known := 0, map[games.PromptID]bool{}
			for ; days < 21 && x.day(days, known, quiet); days++ {
			}
			if days < 7 {
				t.Errorf("the game lasted %d days", days)
			}
			if err := audit(s, tableID(x)); err != nil {
				t.Error(err)
			}
		})
	}
}

// day is the time of one decision: its day passes but for some hours, then those whom it awaits answer. It reports whether the game
// goes on.
func (x *match) day(n int, known map[games.PromptID]bool, quiet *sandbox.User) bool {
	x.t.Helper()
	x.rests()
	if x.Over() {
		return false
	}
	_, state := x.record()
	prompts := state.Prompts(nil, games.Nobody)
	p := prompts[slices.IndexFunc(prompts, func(p games.Prompt) bool { return p.Awaited != 0 && !p.Held })]
	if known[p.ID] { // it goes on after something that came between, with what is left of its time
		x.answered(p)
		return true
	}
	known[p.ID] = true
	x.until(fmt.Sprintf("day %d: a day for %s", n, p.Kind), func() bool { return x.left() == 24*time.Hour })
	for range 2 { // what is under way ends before the time leaps: what the end left undone the first start does, and no other
		x.stop()
		x.start()
	}
	mentions := func() (all []int) {
		for _, u := range x.Users {
			all = append(all, x.pings(x.Channel, u))
		}
		return all
	}
	before := mentions()
	x.clock.Advance(18*time.Hour - time.Minute)
	if got := mentions(); !slices.Equal(got, before) {
		x.t.Errorf("on day %d somebody is reminded early: %v after %v", n, got, before)
	}
	x.clock.Advance(time.Minute)
	for i, u := range x.Users {
		if slices.Contains(x.waits(), u) && u != quiet {
			before[i]++
		}
	}
	x.until("the reminders", func() bool { return slices.Equal(mentions(), before) })
	x.rests()
	switch {
	case n%7 == 6: // they forget
		x.clock.Advance(6 * time.Hour)
		x.until("the rule's own answer", func() bool { return !x.open(p.ID) })
		return true
	case n%3 == 1: // the bot is down meanwhile
		x.stop()
		x.clock.Advance(3 * time.Hour)
		x.start()
		if left := x.left(); left != 3*time.Hour {
			x.t.Errorf("after the bot was down there are %v", left)
		}
	}
	x.answered(p)
	return true
}

// answered has everybody act until a decision is made, or waits for something that came between.
func (x *match) answered(p games.Prompt) {
	x.t.Helper()
	for range 60 {
		if !x.open(p.ID) {
			return
		}
		if err := x.Step(x.ctx); err != nil {
			x.t.Fatal(err)
		}
	}
	x.t.Fatalf("nobody answers %s", p.Kind)
}

// open reports whether a prompt is still awaited.
func (x *match) open(id games.PromptID) bool {
	_, state := x.record()
	p, ok := games.PromptFor(state, games.Nobody, id)
	return ok && p.Awaited != 0
}
