package bot_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/store"
)

// pondering is how long computer players wait before they act, in tests that look at what is there meanwhile.
const pondering = 3 * time.Second

// At every kind of decision of every game, in the middle of a draft too, whoever is awaited gets up. Nobody waits for him any more,
// his draft is gone, and the table goes on. He comes back at once, or at his next decision, with one press on the board or on his old panel; or somebody who
// has never sat here takes the seat over. Either finds his decision before him. Full numbers:
//
//	KUMPAS_GAMES=20 go test -run TestEverySeat -v -timeout 2h ./bot
func TestEverySeat(t *testing.T) {
	t.Parallel()
	steps := 120
	if bot.Racing {
		steps = 50
	}
	for _, entry := range bot.All {
		info := entry.Engine.Info()
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			s := newScene(t, plan{patience: func(bot.Moment) time.Duration { return pondering }})
			deck, log := newDeck(info), chairs{seen: map[string]int{}, returns: map[string]int{}}
			for n := range number(t, 2) {
				rng := rand.New(rand.NewPCG(uint64(n), 61))
				players := info.Min + rng.IntN(info.Max-info.Min+1)
				options := deck.draw(rng, func(o games.Options) bool { return entry.Engine.Check(players, o) == nil })
				var names []string
				for i := range players {
					names = append(names, fmt.Sprintf("Oyuncu %d", i+1))
				}
				x := &log
				x.match = s.match(robot.Setup{Game: info.ID, Options: options}, s.people(names...)...)
				x.Text = writer(s.World, entry.Engine, x.Table)
				x.play(steps)
				if err := audit(s, tableID(x.match)); err != nil {
					t.Fatal(err)
				}
			}
			t.Logf("decisions that somebody got up from: %v, %d times in the middle of a draft; they came back: %v", log.seen, log.drafts, log.returns)
			if !bot.Racing && (len(log.returns) < len(comebacks) || log.edited && log.drafts == 0) {
				t.Error("hardly anybody got up")
			}
		})
	}
}

// chairs is a table that people get up from.
type chairs struct {
	*match
	seen    map[string]int // kinds of decisions that somebody has got up from
	returns map[string]int // how somebody sat down again
	edited  bool           // there was something to draft
	drafts  int            // how many left a draft behind
	ups     int
}

// comebacks are the ways in which somebody sits down again.
var comebacks = []string{"at once", "a substitute", "from the old panel, later", "later", "a substitute, later"}

// play plays on for some steps; at each kind of decision that comes up somebody gets up, a few times.
func (x *chairs) play(steps int) {
	x.t.Helper()
	for range steps {
		x.rests()
		if x.Over() {
			return
		}
		_, state := x.record()
		if seat, p, ok := x.next(state); ok {
			x.seen[p.Kind]++
			x.getsUp(seat, p)
			continue
		}
		x.step()
	}
}

// rests waits until the board awaits those people whom the table awaits, as far as they know. Its screen may be behind otherwise: who sorts his hand moves nothing.
func (x *match) rests() {
	x.t.Helper()
	x.until("the board awaits whom the table awaits", func() bool {
		head, state := x.record()
		if closed := head["stage"] == "over"; closed || x.Over() {
			return closed && x.Over()
		}
		var want, got []string
		people := head["people"].([]any)
		for _, p := range state.Prompts(nil, games.Nobody) {
			for seat := range games.Owing(state, p).All() {
				who := people[int(head["seating"].([]any)[seat].(float64))].(map[string]any)
				if user, ok := who["user"].(string); ok && who["away"] == nil && !p.Held && !slices.Contains(want, user) {
					want = append(want, user)
				}
			}
		}
		for _, u := range x.waits() {
			got = append(got, u.ID())
		}
		slices.Sort(want)
		slices.Sort(got)
		return slices.Equal(want, got)
	})
}

// next is a decision that somebody is to get up from.
func (x *chairs) next(s games.State) (games.Seat, games.Prompt, bool) {
	for _, p := range s.Prompts(nil, games.Nobody) {
		for seat := range games.Owing(s, p).All() {
			if x.seen[p.Kind] < 5 && !p.Held && x.Rand.IntN(2) == 0 {
				return seat, p, true
			}
		}
	}
	return 0, games.Prompt{}, false
}

// step lets people act, or the time pass until computer players do.
func (x *chairs) step() {
	x.t.Helper()
	if len(x.waits()) > 0 {
		if err := x.Step(x.ctx); err != nil {
			x.t.Fatal(err)
		}
		return
	}
	x.ponder()
}

// ponder lets the computer players act.
func (x *chairs) ponder() {
	x.t.Helper()
	before := x.revision()
	x.clock.Advance(pondering)
	x.until("the computer acts", func() bool { return x.revision() > before })
	x.rests()
}

// revision is how often the table has moved.
func (x *match) revision() store.Revision {
	x.t.Helper()
	stored, err := x.Config.Store.Table(x.ctx, tableID(x))
	if err != nil {
		x.t.Fatal(err)
	}
	return stored.Revision
}

// getsUp has whoever sits there leave the table in the middle of a decision, and somebody sit down there again.
func (x *chairs) getsUp(seat games.Seat, p games.Prompt) {
	x.t.Helper()
	u := x.at(seat)
	panel := x.panel(u)
	_, state := x.record()
	if path, ok := toEditor(seat, p.ID, state); ok {
		x.edited = true
		v := &side{match: x.match}
		panel = v.workbench(u, p.ID, path)
		for range 3 {
			panel = v.fiddles(u, panel, x.Rand)
		}
	}
	draft := func() bool {
		d, err := x.Config.Store.Draft(x.ctx, tableID(x.match), fmt.Sprintf("seat%d", seat))
		return err == nil && len(d) > 0
	}
	if draft() {
		x.drafts++
	}
	x.told(x.do(u, "leave"), "table.done")
	x.news("happened.away.left", "Name", "**"+u.Name()+"**")
	x.rests()
	if slices.Contains(x.waits(), u) {
		x.t.Fatalf("he is still awaited:\n%s", x.Board().Text())
	}
	if draft() {
		x.t.Error("his draft is kept")
	}
	how := comebacks[x.ups%len(comebacks)]
	x.ups++
	x.returns[how]++
	if strings.Contains(how, "later") && !x.awaitedAgain(seat, p.ID) {
		return // the game is over
	}
	var m *sandbox.Message
	switch how {
	case "at once", "later":
		m = x.note(u.Press(x.Board(), x.seatID()))
	case "from the old panel, later":
		m = x.fromOld(u, panel)
	default:
		guest := x.people(fmt.Sprintf("Konuk %d", x.ups))[0]
		ask := x.note(guest.Press(x.Board(), x.seatID()))
		x.told(ask, "seat.ask")
		m = x.note(guest.Press(ask, ask.Buttons()[0].CustomID))
		x.news("happened.substitute", "Name", "**"+u.Name()+"**", "Other", "**"+guest.Name()+"**")
		x.told(x.panel(u), "table.watching")
		x.Users[slices.Index(x.Users, u)] = guest
		u = guest
	}
	x.rests()
	_, state = x.record()
	x.answers(state, seat, m)
	if x.Board().Component(x.seatID()) != nil {
		x.t.Errorf("a seat is still empty:\n%s", x.Board().Text())
	}
}

// awaitedAgain plays on until a seat that a computer plays is awaited for another decision.
func (x *chairs) awaitedAgain(seat games.Seat, was games.PromptID) bool {
	x.t.Helper()
	for range 150 {
		x.rests()
		if x.Over() {
			return false
		}
		_, state := x.record()
		if !state.Living().Has(seat) {
			return false
		}
		for _, p := range state.Prompts(nil, games.Nobody) {
			if p.Awaited.Has(seat) && p.ID != was && !p.Held {
				return true
			}
		}
		x.step()
	}
	return false // others have much to do before
}

// fromOld has somebody come back by the first thing that he presses on the panel that he left behind, and by the button that
// he is answered with.
func (x *chairs) fromOld(u *sandbox.User, panel *sandbox.Message) *sandbox.Message {
	x.t.Helper()
	for _, c := range slices.Concat(panel.Buttons(), panel.Selects()) {
		id, _ := present.ParseID(c.CustomID)
		if !slices.Contains([]string{present.VerbReply, present.VerbEdit, present.VerbSubmit, present.VerbPanel}, id.Verb()) {
			continue
		}
		f := sandbox.Forgery{Message: panel, CustomID: c.CustomID, Type: c.Type}
		if len(c.Options) > 0 {
			f.Values = []string{c.Options[0].Value}
		}
		m := x.note(u.Forge(f))
		x.told(m, "seat.computer")
		return x.note(u.Press(m, m.Buttons()[0].CustomID))
	}
	return x.note(u.Press(x.Board(), x.seatID()))
}

// answers checks that whoever has sat down has his decisions before him: on his panel, or on the board.
func (x *chairs) answers(s games.State, seat games.Seat, panel *sandbox.Message) {
	x.t.Helper()
	x.told(panel, "game."+x.game.Info().ID+".name")
	for _, p := range s.Prompts(nil, seat) {
		if !p.Awaited.Has(seat) || p.Held {
			continue
		}
		id := fmt.Sprint(p.ID)
		offers := func(m *sandbox.Message) bool {
			return slices.ContainsFunc(slices.Concat(m.Buttons(), m.Selects()), func(c *sandbox.Component) bool {
				got, _ := present.ParseID(c.CustomID)
				return slices.Contains([]string{present.VerbReply, present.VerbEdit, present.VerbWrite}, got.Verb()) && got.Arg(1) == id
			})
		}
		if !offers(panel) && !offers(x.Board()) {
			x.t.Errorf("he cannot answer %s:\n%s", p.Kind, panel.Text())
		}
	}
}
