package bot_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/fair"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
)

// The ways in which a game ends before somebody has won it. Each is by its host, another player, and a manager of the server.
var earlyEnds = map[string]func(x *match, host, other, boss *sandbox.User){
	"ended": func(x *match, host, other, boss *sandbox.User) { // by a vote
		x.do(host, "end")
		for _, u := range x.others(host) {
			if head, _ := x.record(); x.sits(u) && head["vote"] != nil {
				id := x.vote(int(head["vote"].(map[string]any)["number"].(float64)), "yes")
				x.answer(u.Forge(sandbox.Forgery{Message: x.Board(), CustomID: id}))
			}
		}
	},
	"managed":      func(x *match, host, other, boss *sandbox.User) { x.do(boss, "end") },
	"channel_gone": func(x *match, host, other, boss *sandbox.User) { x.Channel.Delete() },
	"paused_out": func(x *match, host, other, boss *sandbox.User) {
		x.do(host, "pause")
		x.stop() // what is under way to somebody's panel must not meet with the end of its token
		x.start()
		x.clock.Advance(30 * 24 * time.Hour)
	},
	"abandoned": func(x *match, host, other, boss *sandbox.User) {
		for _, u := range x.Users { // who has only got up may come back
			x.g.Ban(u)
		}
		x.until("the end", func() bool { head, _ := x.record(); return head["ended"] != nil })
		for _, u := range x.Users {
			x.g.Join(u)
		}
	},
}

// sits reports whether somebody plays, rather than a computer for him.
func (x *match) sits(u *sandbox.User) bool {
	x.t.Helper()
	head, _ := x.record()
	for _, p := range head["people"].([]any) {
		if p := p.(map[string]any); p["user"] == u.ID() {
			return p["away"] == nil && (head["gone"] == nil || int(head["gone"].(float64))>>x.place(u)&1 == 0)
		}
	}
	return false
}

// In whatever way a game ends before its time, and whoever has left it, taken a seat over or been taken out meanwhile: its file is there
// then and not before, it proves the game, and a changed byte in it is found.
func TestExportEnds(t *testing.T) {
	t.Parallel()
	if bot.Racing {
		t.Skip("it looks at files; whole games look for races")
	}
	for _, e := range bot.All {
		info := e.Engine.Info()
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			s := newScene(t, plan{log: (&book{}).logger()})
			rng := rand.New(rand.NewPCG(3, 31))
			for why, end := range earlyEnds {
				run(t, s, why, func(s *scene) {
					s = s.in(why)
					people := s.people("Ayşe", "Can", "Deniz", "Ece")[:min(4, info.Max)]
					boss := s.g.NewUser("Yönetici", "tr")
					s.g.Promote(boss, "Boss", sandbox.ManageChannels)
					x := s.match(robot.Setup{Game: info.ID, Computers: max(0, info.Min-len(people), min(1, info.Max-len(people)))}, people...)
					x.Text = writer(s.World, e.Engine, x.Table)
					x.keepsFile(people[1])
					guest := x.changesHands(e.Engine)
					for range 4 {
						x.keepsFile(boss, guest)
						if err := x.Step(s.ctx); err != nil {
							s.t.Fatal(err)
						}
					}
					if x.Over() {
						s.t.Fatal("the game is over already")
					}
					x.closes(why, func() { end(x, people[0], people[1], boss) })
					x.proves(people[0], guest, why, rng)
				})
			}
		})
	}
}

// place is where somebody sits now, also beside computers and after others.
func (x *match) place(u *sandbox.User) games.Seat {
	x.t.Helper()
	head, _ := x.record()
	for seat, player := range head["seating"].([]any) {
		if head["people"].([]any)[int(player.(float64))].(map[string]any)["user"] == u.ID() {
			return games.Seat(seat)
		}
	}
	x.t.Fatalf("%s has no seat", u.Name())
	return games.Nobody
}

// changesHands has a person leave, somebody new take over, another be taken out by the rules if that does not end the game, and the
// time of a decision pass.
func (x *match) changesHands(game games.Game) (guest *sandbox.User) {
	x.t.Helper()
	leaver := x.Users[len(x.Users)-1]
	guest = x.people("Bekir")[0]
	x.do(leaver, "leave")
	x.until("the empty seat", func() bool { return x.Board().Component(x.seatID()) != nil })
	for range 2 {
		if err := x.Step(x.ctx); err != nil {
			x.t.Fatal(err)
		}
	}
	ask := x.note(guest.Press(x.Board(), x.seatID()))
	x.note(guest.Press(ask, ask.Buttons()[0].CustomID))
	x.Users[len(x.Users)-1] = guest
	if len(x.Users) < 4 {
		return guest
	}
	out := x.Users[2]
	_, state := x.record()
	if next, _, err := state.Apply(games.Leave(x.place(out))); err == nil && next.Outcome() == nil {
		boss := x.g.NewUser("Kâhya", "tr")
		x.g.Promote(boss, "Kâhya", sandbox.ManageChannels)
		x.do(boss, "remove", sandbox.Opt("player", out.ID()))
		x.until("he is out", func() bool { _, s := x.record(); return !s.Living().Has(x.place(out)) })
	}
	return guest
}

// keepsFile checks that the file of the running game is not to be had.
func (x *match) keepsFile(users ...*sandbox.User) {
	x.t.Helper()
	for _, u := range users {
		for _, m := range []*sandbox.Message{x.history(u), x.note(u.Forge(sandbox.Forgery{Message: x.Board(), CustomID: present.ID(present.VerbExport, x.ID)}))} {
			if len(m.Attachments) > 0 {
				if _, state := x.record(); state.Outcome() == nil {
					x.t.Error("a running game is handed out")
				}
			}
		}
	}
}

// proves fetches the file of the game that has just ended and checks it.
func (x *match) proves(u, guest *sandbox.User, why string, rng *rand.Rand) {
	x.t.Helper()
	_, data := x.file(x.note(u.Command(x.g.NewChannel("başka"), "table", sandbox.Sub("history"))))
	record, played := x.checked(data)
	if !played.Fair() || record.Result.Why != "void" || len(record.Actions) == 0 {
		x.t.Errorf("%+v\n%s", played.Findings, data)
	}
	if len(record.Guests) != 1 || record.Guests[0].ID != guest.ID() || len(record.Changes) < 2 {
		x.t.Errorf("%v took a seat over: %v", record.Guests, record.Changes)
	}
	for n := range 60 {
		at, bit := rng.IntN(len(data)), byte(1)<<rng.IntN(8)
		for what, changed := range map[string][]byte{
			"changed": append(append(bytes.Clone(data[:at]), data[at]^bit), data[at+1:]...),
			"lost":    append(bytes.Clone(data[:at]), data[at+1:]...),
			"put in":  append(append(bytes.Clone(data[:at]), data[n]), data[at:]...),
		} {
			r, whole, err := fair.Read(changed)
			if err == nil && (whole || r.Check(x.game, whole).Fair()) && !bytes.Equal(changed, data) {
				x.t.Errorf("byte %d %s is not found: %s", at, what, fmt.Sprintf("%.80q", data[max(0, at-40):]))
			}
		}
	}
}
