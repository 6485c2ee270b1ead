package secrethitler

import (
	"testing"

	"kumpas/games"
)

// night begins a game and returns it with Hitler's seat.
func night(t *testing.T, players int) (*state, []games.Event, games.Seat) {
	t.Helper()
	first, events, err := Game.New(games.Setup{Players: players, Winner: -1})
	if err != nil {
		t.Fatal(err)
	}
	s := first.(*state)
	for seat := range s.seats().All() {
		if s.Roles[seat] == hitler {
			return s, events, seat
		}
	}
	t.Fatal("there is no Hitler")
	return nil, nil, games.Nobody
}

func apply(t *testing.T, s *state, a games.Action) (*state, []games.Event) {
	t.Helper()
	next, events, err := s.Apply(a)
	if err != nil {
		t.Fatalf("%+v: %v", a, err)
	}
	return next.(*state), events
}

// R2.5: the table waits until everybody has looked; who has is public, and nothing else.
func TestNightWaitsForEverybody(t *testing.T) {
	for players := 5; players <= 10; players++ {
		s, events, _ := night(t, players)
		script := map[bool]string{true: NightSmall, false: NightLarge}[players <= 6]
		if !happenedAs(events, []string{"night", "what=" + script}) {
			t.Errorf("%d players: no night by the script %s", players, script)
		}
		first := s.View(games.Nobody).(View).Next
		p := s.Prompts(nil, 0)[0]
		if p.Kind != PromptNight || p.Class != games.ClassTurn || p.Awaited != s.seats() || !p.Mine || p.Timeout.What != Ready {
			t.Errorf("the prompt is %+v", p)
		}
		for seat := range s.seats().All() {
			if s.Phase != phaseNight {
				t.Fatalf("%d players: the night is over before seat %d has looked", players, seat)
			}
			if v := s.View(seat).(View); v.Role == "" || v.Party == "" || v.Knows == "" || v.Round != 0 || v.President != games.Nobody {
				t.Errorf("at night seat %d sees %+v", seat, v)
			}
			s, events = apply(t, s, games.Reply(seat, p.ID, Ready))
		}
		v := s.View(games.Nobody).(View)
		if v.Phase != PromptNominate || v.Round != 1 || v.President != first {
			t.Errorf("%d players: after the night %s of %d, expected was %d", players, v.Phase, v.President, first)
		}
		if !happenedAs(events, []string{"day", "n=0", "why="}) || !happenedAs(events, []string{"candidate", "why=chance", "rule=R2.3"}) {
			t.Errorf("told: %+v", events)
		}
		if _, _, err := s.Apply(games.Reply(0, p.ID, Ready)); err.(*games.Refusal).Code != games.StalePrompt {
			t.Errorf("looking at the night again gives %v", err)
		}
	}
}

// R2.5: it starts anyway when the time is over.
func TestNightEndsByItself(t *testing.T) {
	s, _, _ := night(t, 7)
	s, _ = apply(t, s, games.Reply(3, s.Prompt, Ready))
	if p := s.Prompts(nil, 3)[0]; p.Mine || len(p.Given) != 1 || p.Given[0] != Ready || p.Awaited.Has(3) {
		t.Errorf("who has looked is asked %+v", p)
	}
	s, events := apply(t, s, games.Timeout(s.Prompt))
	if s.Phase != phaseNominate || !happenedAs(events, []string{"day", "n=6", "why=absent"}) || !happenedAs(events, []string{"timed_out", "what=night", "n=6"}) {
		t.Errorf("phase %d, told %+v", s.Phase, events)
	}
}

// R10.5 at night.
func TestLeavingAtNight(t *testing.T) {
	s, _, h := night(t, 7)
	first := s.View(games.Nobody).(View).Next
	leaver := first
	if leaver == h {
		leaver = s.next(leaver)
	}
	s, _ = apply(t, s, games.Leave(leaver))
	for seat := range s.Alive.All() {
		s, _ = apply(t, s, games.Reply(seat, s.Prompt, Ready))
	}
	if s.Phase != phaseNominate || s.now().President == leaver || leaver == first && s.now().President != s.next(first) {
		t.Errorf("phase %d, candidate %d, the leaver was %d and the first %d", s.Phase, s.now().President, leaver, first)
	}

	s, _, h = night(t, 7)
	s, _ = apply(t, s, games.Leave(h))
	if o := s.Outcome(); o == nil || o.Why != WhyVoid || o.Rule != "R10.5" || o.Winners != 0 || o.Seats[0] != games.None {
		t.Errorf("after Hitler has left: %+v", o)
	}
}

// The last one who had not looked leaves: the day begins.
func TestLastSleeperLeaves(t *testing.T) {
	s, _, h := night(t, 6)
	sleeper := (h + 1) % 6
	for seat := range s.seats().Without(sleeper).All() {
		s, _ = apply(t, s, games.Reply(seat, s.Prompt, Ready))
	}
	if s, _ = apply(t, s, games.Leave(sleeper)); s.Phase != phaseNominate {
		t.Errorf("phase %d", s.Phase)
	}
}
