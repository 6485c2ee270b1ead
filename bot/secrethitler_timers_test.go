package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kumpas/games"
	"kumpas/games/secrethitler"
)

// The end of the time of each decision does what R10.2 says, and the table tells it.
func TestHitlerTimeouts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind    string
		players int
		limit   time.Duration
		told    string // why it goes on as it does
		next    string // what is awaited then, "" where chance decides
	}{
		{secrethitler.PromptNominate, 5, 90 * time.Second, "why.absent", secrethitler.PromptVote},
		{secrethitler.PromptVote, 5, time.Minute, "event.rejected", secrethitler.PromptNominate},
		{secrethitler.PromptDiscard, 5, time.Minute, "why.absent", secrethitler.PromptEnact},
		{secrethitler.PromptEnact, 5, time.Minute, "why.absent", ""},
		{secrethitler.PromptInvestigate, 9, 90 * time.Second, "why.chance", secrethitler.PromptNominate},
		{secrethitler.PromptPeek, 6, 90 * time.Second, "event.peeked", secrethitler.PromptNominate},
		{secrethitler.PromptSpecial, 7, 90 * time.Second, "why.called", secrethitler.PromptNominate},
		{secrethitler.PromptExecute, 7, 90 * time.Second, "why.role_hidden", ""},
		{secrethitler.PromptVeto, 7, time.Minute, "why.absent", secrethitler.PromptEnact},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			rule := fascistRule{veto: true}
			s := newScene(t, plan{games: parliamentGames(rule.reaches(c.kind))})
			x := s.parliament(c.players, nil)
			p := x.play(rule, c.kind)
			if x.left() != c.limit {
				t.Errorf("there are %v for it", x.left())
			}
			v := x.sees(games.Nobody)
			who, chancellor := x.named(v.President), ""
			if v.Chancellor != games.Nobody {
				chancellor = x.named(v.Chancellor)
			}
			switch c.kind {
			case secrethitler.PromptVote:
				who = ""
			case secrethitler.PromptEnact:
				who = chancellor
			}
			s.clock.Advance(c.limit)
			s.until("the table goes on", func() bool { return x.prompt().ID != p.ID })
			x.news("secrethitler.event.timed_out", "Name", who, "What", s.words("tr", "secrethitler.term."+c.kind))
			x.news("secrethitler."+c.told, "Name", x.named(v.President), "Other", chancellor, "N", 1)
			if next := x.prompt().Kind; c.next != "" && next != c.next {
				t.Errorf("it goes on with %s", next)
			}
		})
	}
}

// With vote_timeout=wait the vote goes on; who is late is warned once and not for ever.
func TestHitlerVoteWaits(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{games: parliamentGames(anyDeal)})
	x := s.parliament(5, map[string]string{secrethitler.OptVoteTimeout: secrethitler.VoteWait})
	p := x.play(fascistRule{}, secrethitler.PromptVote)
	x.does(0, p.ID, secrethitler.Ja)
	s.told(x.Board(), "table.default.wait")
	late := x.at(4)
	before := s.pings(x.Channel, late)
	s.clock.Advance(45 * time.Second)
	s.until("the one warning", func() bool { return s.pings(x.Channel, late) > before })
	for _, rest := range []time.Duration{15 * time.Second, time.Minute, time.Minute} {
		x.settled()
		due := x.due()
		s.clock.Advance(rest)
		s.until("more time", func() bool { return x.due().After(due) })
		if clocks := x.clocks(); strings.Contains(clocks, "warn") || !strings.Contains(clocks, "due") {
			t.Errorf("another warning is set: %s", clocks)
		}
	}
	if p := x.prompt(); p.Kind != secrethitler.PromptVote || p.Awaited.Has(0) || !p.Awaited.Has(4) {
		t.Errorf("after a while %+v is awaited", p)
	}
	for seat := games.Seat(1); seat < 5; seat++ {
		x.does(seat, p.ID, secrethitler.Ja)
	}
	x.news("secrethitler.board.votes", "What", s.words("tr", "secrethitler.term.ja"), "N", 5, "Items", x.names(0, 1, 2, 3, 4))
}

// clocks are the clocks of the prompts as the store holds them.
func (x parliament) clocks() string {
	head, _ := x.record()
	return fmt.Sprint(head["clocks"])
}

// Nobody ever presses anything: the night ends, governments fail, chaos enacts policies, and the game comes to its end.
func TestHitlerNobodyActs(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{games: parliamentGames(anyDeal)})
	x := s.parliament(5, nil)
	for range 100 {
		if x.Over() {
			break
		}
		before := x.Board()
		s.clock.Advance(90 * time.Second)
		x.moved(before)
	}
	if o := x.state().Outcome(); o == nil || len(x.sees(games.Nobody).Governments) < 15 {
		t.Fatalf("it ends with %+v", o)
	}
	x.ends("secrethitler.outcome." + x.state().Outcome().Why)
}
