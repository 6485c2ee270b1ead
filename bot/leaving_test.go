package bot_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/entrika"
)

// bereaved is Entrika in a position in which somebody is out of the game, and three are not.
func bereaved() bot.Games {
	deal := &fixedDeal{Game: entrika.Base}
	deal.set(1, func(g games.Game, s games.State) games.State {
		rng := rand.New(rand.NewPCG(5, 5))
		for s.Living().Count() == len(s.Seating()) {
			p := s.Prompts(nil, games.Nobody)[0]
			for seat := range games.Owing(s, p).All() {
				own, _ := games.PromptFor(s, seat, p.ID)
				s, _, _ = s.Apply(games.Reply(seat, p.ID, g.Choose("normal", s.View(seat), own, games.AskOf(s, seat, p.ID), rng)...))
				break
			}
		}
		return s
	})
	return bot.Games{{Engine: deal, Screen: present.Entrika{}}}
}

// Whoever is out of the game just gets up: there is nothing for a computer to play on.
func TestDeadLeaves(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{games: bereaved()})
	x := s.match(robot.Setup{}, s.people("Ayşe", "Can", "Deniz", "Ece")...)
	_, state := x.record()
	var dead games.Seat
	for seat := range (games.FirstSeats(4) &^ state.Living()).All() {
		dead = seat
	}
	u := x.at(dead)
	ask := x.note(u.Command(x.Channel, "table", sandbox.Sub("leave")))
	s.told(ask, "table.leave.out")
	s.answer(u.Press(ask, ask.Buttons()[0].CustomID))
	x.news("entrika.event.left", "Name", "**"+u.Name()+"**", "Items", "", "N", 0)
	if x.Board().Component(x.seatID()) != nil {
		t.Error("his seat can be taken over")
	}
	s.told(x.panel(u), "table.watching")
}

// Who gets up can decide a vote: most of those who are still there have agreed.
func TestLeavingDecides(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	p := s.people("Ayşe", "Can", "Deniz", "Ece")
	x := s.match(robot.Setup{}, p...)
	s.told(x.do(p[1], "pause"), "vote.opened")
	x.answer(p[2].Press(x.voteBoard(1), x.vote(1, "yes")))
	x.do(p[3], "leave")
	x.news("happened.passed.pause")
	s.until("the pause", func() bool { return strings.Contains(x.Board().Text(), s.words("tr", "table.paused")) })
	if x.Board().Component(x.vote(1, "yes")) != nil {
		t.Error("the vote goes on")
	}
	x.do(p[0], "resume") // the host's word is enough
	s.until("it goes on", func() bool { return len(x.waits()) > 0 || slices.Contains(x.Users, x.turn()) })
	if err := audit(s, tableID(x)); err != nil {
		t.Error(err)
	}
}

// Who leaves during a vote may be the one whose voice was missing: the others have decided then.
func TestVoteDecidedByLeaving(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	p := s.people("Ayşe", "Can", "Deniz", "Ece", "Fuat")
	x := s.match(robot.Setup{}, p...)
	s.told(x.do(p[1], "end"), "vote.opened")
	x.answer(p[2].Press(x.voteBoard(1), x.vote(1, "yes"))) // two of five
	x.do(p[3], "leave")
	if x.Over() {
		t.Fatal("two of four have ended the game")
	}
	x.do(p[4], "leave") // two of three
	s.until("the end", func() bool { return x.Over() })
	s.told(x.Board(), "over.ended.ended")
}

// A vote about somebody whose seat another has taken over is over.
func TestVoteAboutFormer(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	p := s.people("Ayşe", "Can", "Deniz", "Ece")
	x := s.match(robot.Setup{}, p...)
	x.do(p[1], "leave")
	x.news("happened.away.left", "Name", "**Can**")
	s.told(x.do(p[0], "remove", sandbox.Opt("player", p[1].ID())), "vote.opened")
	x.voteBoard(1)
	next := s.people("Bekir")[0]
	ask := x.note(next.Press(x.Board(), x.seatID()))
	x.note(next.Press(ask, ask.Buttons()[0].CustomID))
	x.news("happened.substitute", "Name", "**Can**", "Other", "**Bekir**")
	x.settled()
	if x.Board().Component(x.vote(1, "yes")) != nil {
		t.Errorf("the vote goes on:\n%s", x.Board().Text())
	}
}
