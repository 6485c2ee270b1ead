package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kumpas/bot/fair"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/entrika"
)

// seatID is the button of the empty seats.
func (x *match) seatID(args ...string) string {
	return present.ID(present.VerbSeat, append([]string{x.ID}, args...)...)
}

// sleeps lets everybody but one act until the others are asked what to do about him.
func (x *match) sleeps(absent *sandbox.User) {
	x.t.Helper()
	for range 60 {
		if _, ok := x.ballot("wait"); ok {
			return
		}
		board := x.Board()
		if w := x.waits(); len(w) == 1 && w[0] == absent {
			x.clock.Advance(x.due().Sub(x.clock.Now()))
			x.moved(board)
			continue
		}
		if len(x.waits()) == 0 {
			x.moved(board)
		}
		for _, u := range x.waits() {
			if u == absent {
				continue
			}
			if id := button(board, entrika.Pass); id != "" {
				x.says(u, entrika.Pass)
			} else if button(board, entrika.Income) != "" {
				x.says(u, entrika.Income)
			} else {
				x.clock.Advance(x.due().Sub(x.clock.Now()))
				x.moved(board)
			}
			break
		}
	}
	x.t.Fatal("nobody is asked about the absent one")
}

// ballot is the button of a running vote.
func (x *match) ballot(what string) (id string, ok bool) {
	for _, c := range x.Board().Buttons() {
		if p, _ := present.ParseID(c.CustomID); p.Verb() == present.VerbVote && p.Arg(2) == what {
			return c.CustomID, true
		}
	}
	return "", false
}

func (x *match) votes(what string, users ...*sandbox.User) {
	x.t.Helper()
	for _, u := range users {
		id, ok := x.ballot(what)
		if !ok {
			x.t.Fatalf("no vote offers %q:\n%s", what, x.Board().Text())
		}
		board := x.Board()
		x.answer(u.Press(board, id))
		x.moved(board)
	}
}

// Who misses one deadline after the other does not hold up the others: they decide.
func TestAbsent(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	run(t, s, "waiting, then a computer, then back", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		x := s.match(robot.Setup{}, p...)
		gone := x.turn()
		others := x.others(gone)
		x.sleeps(gone)
		id, _ := x.ballot("computer")
		s.told(s.note(gone.Press(x.Board(), id)), "vote.players")
		x.votes("wait", others[0]) // of two others no majority can come any more
		x.news("happened.vote.absent", "Name", "**"+gone.Name()+"**")

		x.sleeps(gone)
		x.votes("computer", others...)
		x.news("happened.away.absent", "Name", "**"+gone.Name()+"**")
		s.told(x.Board(), "seat.open", "Names", "**"+gone.Name()+"**")
		for range 6 { // the computer plays for him
			if slices.Contains(x.waits(), gone) {
				s.t.Fatal("he is still awaited")
			}
			if w := x.waits(); len(w) == 0 || x.Step(s.ctx) != nil {
				break
			}
		}
		s.told(x.panel(gone), "seat.computer")
		m := x.note(gone.Press(x.Board(), x.seatID()))
		s.told(m, "table.panel.title", "Game", s.words("tr", "game.entrika.name")) // one press
		x.news("happened.back", "Name", "**"+gone.Name()+"**")
		if err := audit(s, tableID(x)); err != nil {
			s.t.Error(err)
		}
	})
	run(t, s, "out by the rules", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		x := s.match(robot.Setup{}, p...)
		gone := x.turn()
		x.sleeps(gone)
		x.votes("out", x.others(gone)...)
		if x.view(games.Nobody).Seats[x.seat(gone)].Alive {
			s.t.Error("he is still in the game")
		}
		s.told(x.panel(gone), "table.watching")
	})
	run(t, s, "of two the other decides", func(s *scene) {
		p := s.people("Ayşe", "Can")
		x := s.match(robot.Setup{}, p...)
		x.sleeps(p[0])
		x.votes("computer", p[1])
		x.news("happened.away.absent", "Name", "**Ayşe**")
	})
	run(t, s, "back before the vote ends", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		x := s.match(robot.Setup{}, p...)
		gone := x.turn()
		x.sleeps(gone)
		for range 20 {
			if slices.Contains(x.waits(), gone) {
				break
			}
			if err := x.Step(s.ctx); err != nil {
				s.t.Fatal(err)
			}
		}
		for _, what := range []string{entrika.Pass, entrika.Income, entrika.Coup} {
			if button(x.Board(), what) != "" {
				x.says(gone, what)
				break
			}
		}
		if _, on := x.ballot("wait"); on {
			s.t.Error("the vote goes on though he has acted")
		}
	})
	run(t, s, "nobody is there", func(s *scene) {
		p := s.people("Ayşe", "Can")
		x := s.match(robot.Setup{Computers: 1}, p...)
		asleep := s.words("tr", "happened.asleep", "Command", "`/masa devam`")
		for range 40 {
			if strings.Contains(x.Board().Text(), asleep) {
				break
			}
			board := x.Board()
			if _, on := x.ballot("wait"); on || len(x.waits()) > 0 {
				s.clock.Advance(90 * time.Second)
			}
			x.moved(board)
		}
		s.told(x.Board(), "happened.asleep", "Command", "`/masa devam`")
		before := x.Board()
		s.clock.Advance(48 * time.Hour)
		if x.Board().ID != before.ID {
			s.t.Error("the table moves while it sleeps")
		}
		x.do(p[1], "resume")
		s.until("it goes on", func() bool { return len(x.waits()) > 0 || firstReply(x.Board()) != "" })
	})
	run(t, s, "an answer begins the count anew", func(s *scene) {
		x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
		gone := x.turn()
		for n, misses := range []bool{true, true, false, true, true, true} {
			x.awaits(gone)
			if _, on := x.ballot("wait"); on {
				s.t.Fatalf("a vote after %d turns", n)
			}
			if misses {
				s.clock.Advance(x.due().Sub(s.clock.Now()))
			} else {
				x.says(gone, entrika.Income)
			}
			s.until("the turn is over", func() bool { return x.turn() != gone })
			x.settled()
			if n < 5 {
				for _, u := range []*sandbox.User{x.turn(), x.others(gone, x.turn())[0]} {
					x.awaits(u)
					x.says(u, entrika.Income)
				}
			}
		}
		s.until("the vote", func() bool { _, on := x.ballot("wait"); return on })
	})
	run(t, s, "what a standing order does is no answer", func(s *scene) {
		x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz")...)
		by := x.turn()
		x.says(by, entrika.Tax)
		x.awaits(x.others(by)...)
		gone := x.others(by)[0]
		m := s.note(gone.Press(x.Board(), present.ID(present.VerbPass, x.ID)))
		s.note(gone.Press(m, present.ID(present.VerbPass, x.ID, present.PassKind)))
		for misses := 0; misses < 3; {
			s.until("what is awaited", func() bool { return len(x.waits()) == 1 })
			switch on := x.waits()[0]; {
			case on == gone:
				misses++
				s.clock.Advance(x.due().Sub(s.clock.Now()))
				s.until("the turn is over", func() bool { return x.turn() != gone })
			case on == x.turn():
				x.says(on, entrika.Tax)
			default:
				x.says(on, entrika.Pass)
			}
			x.settled()
		}
		s.until("the vote", func() bool { _, on := x.ballot("wait"); return on })
		s.note(gone.Press(m, present.ID(present.VerbPass, x.ID, present.PassNone))) // now he is there
		s.until("no vote", func() bool { _, on := x.ballot("wait"); return !on })
	})
	run(t, s, "to let windows go by is no absence", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		x := s.match(robot.Setup{}, p...)
		lazy := x.others(x.turn())[0]
		windows := 0
		for windows < 6 {
			board := x.Board()
			w := x.waits()
			switch {
			case len(w) == 1 && w[0] == lazy && button(board, entrika.Pass) != "":
				windows++
				s.clock.Advance(25 * time.Second)
				x.moved(board)
			case button(board, entrika.Pass) != "":
				x.says(x.others(lazy, x.turn())[0], entrika.Pass)
			case x.turn() == lazy:
				x.says(lazy, entrika.Income)
			default:
				x.says(x.turn(), entrika.Tax)
			}
			if _, on := x.ballot("wait"); on {
				s.t.Fatal("a vote about somebody who only lets windows go by")
			}
			if x.view(games.Nobody).Seats[x.seat(x.turn())].Gold >= 10 {
				break
			}
		}
	})
}

// Leaving voids nothing: a computer plays on, and others may take over if the table allows it.
func TestSeats(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	run(t, s, "a substitute", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		x := s.match(robot.Setup{}, p...)
		hand := x.view(x.seat(p[1])).Hand
		panel := x.panel(p[1])
		s.told(x.do(p[1], "leave"), "table.done")
		x.news("happened.away.left", "Name", "**Can**")
		next := s.people("Bekir")[0]
		s.told(x.note(p[0].Press(x.Board(), x.seatID())), "seat.yours")
		ask := x.note(next.Press(x.Board(), x.seatID()))
		s.told(ask, "seat.ask")
		got := x.note(next.Press(ask, ask.Buttons()[0].CustomID))
		for _, c := range hand {
			s.told(got, "entrika.term."+c)
		}
		x.news("happened.substitute", "Name", "**Can**", "Other", "**Bekir**")
		s.told(x.note(p[1].Press(x.Board(), present.ID(present.VerbPanel, x.ID))), "table.watching") // he has lost it
		s.told(x.note(p[1].Forge(sandbox.Forgery{Message: x.Board(), CustomID: x.seatID()})), "seat.none")
		if now := s.sb.Message(panel.ID); now != nil && now.Version != panel.Version {
			s.t.Errorf("the panel of the one who left was changed:\n%s", now.Text())
		}
		x.Users[1] = next
		if err := x.Play(s.ctx); err != nil {
			s.t.Fatal(err)
		}
		story := x.note(next.Press(x.Board(), present.ID(present.VerbStory, x.ID, "0")))
		s.told(story, "happened.substitute", "Name", "**Can**", "Other", "**Bekir**")
		if err := audit(s, tableID(x)); err != nil {
			s.t.Error(err)
		}
		if m := x.note(p[1].Command(s.g.NewChannel("başka"), "table", sandbox.Sub("history"))); len(m.Buttons()) == 0 {
			s.t.Errorf("whoever gave up his seat does not find the game again:\n%s", m.Text())
		}
		_, data := s.file(x.note(next.Press(story, present.ID(present.VerbExport, x.ID))))
		record, played := x.checked(data)
		if len(record.Players) != 3 || record.Players[1].Name != "Can" || !played.Fair() {
			s.t.Errorf("the file names %v: the deal was made for those who sat there; %+v", record.Players, played.Findings)
		}
		if len(record.Guests) != 1 || record.Guests[0] != (fair.Player{ID: next.ID(), Name: "Bekir"}) || len(record.Changes) < 2 {
			s.t.Errorf("the file does not tell of the substitute: %+v %+v", record.Guests, record.Changes)
		}
	})
	run(t, s, "no substitutes", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz")
		x := s.match(robot.Setup{Fill: "computer"}, p...)
		x.do(p[1], "leave")
		s.until("the empty seat", func() bool { return x.Board().Component(x.seatID()) != nil })
		s.told(x.Board(), "seat.held", "Names", "**Can**")
		s.told(x.note(s.people("Bekir")[0].Press(x.Board(), x.seatID())), "seat.closed")
		x.note(p[1].Press(x.Board(), x.seatID()))
		s.until("he is back", func() bool { return x.Board().Component(x.seatID()) == nil })
	})
	run(t, s, "two seats, one who knows too much", func(s *scene) {
		p := s.people("Ayşe", "Can", "Deniz", "Ece")
		x := s.match(robot.Setup{}, p...)
		x.do(p[1], "leave")
		s.until("the empty seat", func() bool { return x.Board().Component(x.seatID()) != nil })
		next := s.people("Bekir")[0]
		ask := x.note(next.Press(x.Board(), x.seatID()))
		x.note(next.Press(ask, ask.Buttons()[0].CustomID))
		x.do(p[2], "leave")
		s.until("the next empty seat", func() bool {
			return strings.Contains(x.Board().Text(), s.words("tr", "seat.open", "Names", "**Deniz**"))
		})
		s.told(x.note(p[1].Press(x.Board(), x.seatID())), "seat.before")
		stranger := s.people("Fuat")[0]
		first, second := x.note(stranger.Press(x.Board(), x.seatID())), x.note(s.people("Gül")[0].Press(x.Board(), x.seatID()))
		x.note(stranger.Press(first, first.Buttons()[0].CustomID))
		late := second.Buttons()[0].CustomID // somebody else was faster
		s.until("no empty seat", func() bool { return x.Board().Component(x.seatID()) == nil })
		s.told(x.note(s.people("Hakan")[0].Forge(sandbox.Forgery{Message: x.Board(), CustomID: late})), "seat.none")
	})
	run(t, s, "the last one leaves", func(s *scene) {
		p := s.people("Ayşe", "Can")
		x := s.match(robot.Setup{Computers: 1}, p...)
		x.do(p[1], "leave")
		x.news("happened.away.left", "Name", "**Can**")
		x.do(p[0], "leave")
		x.news("happened.deserted") // were it over, the last one could void what the other may win when he is back
		if x.settled(); x.Over() {
			s.t.Error("he has ended the game")
		}
	})
}
