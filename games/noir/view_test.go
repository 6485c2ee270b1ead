package noir

import (
	"reflect"
	"slices"
	"testing"

	"kumpas/games"
)

// What a player is shown before an attack is what happens (R5.3 to R5.9).
func TestPreviewIsTrue(t *testing.T) {
	t.Parallel()
	fought := 0
	for seed := range uint64(12) {
		options := games.Options{}
		switch seed % 5 {
		case 1:
			options = games.Options{OptHiddenDefend: Off}
		case 2:
			options = games.Options{OptAssault: OneStep, OptStealPartial: Off}
		case 3:
			options = games.Options{OptBosses: On}
		}
		var shown *AttackView
		var purse int
		play(t, 3+int(seed)%4, options, seed, games.FirstSeats(6), func(s *state, events []games.Event) {
			for _, e := range events {
				if e.Kind == EvDestroyed && shown != nil && e.Why != WhyNoLoot && (e.N != shown.Battle.Stolen || shown.Battle.Result != Falls) {
					t.Errorf("%+v was shown as %+v", e, shown)
				}
				if e.Kind == EvBattle && shown != nil {
					fought++
					if got := []string{number(shown.Battle.D), number(shown.Battle.V)}; e.N != shown.Battle.A || !slices.Equal(got, e.Items) {
						t.Errorf("%+v was shown as %+v", e, shown.Battle)
					}
				}
			}
			v := s.View(games.Nobody).(View)
			shown = v.Attack
			if shown == nil {
				return
			}
			purse = v.Seats[shown.Other].Purse
			if b := v.Fight(shown.Target, shown.Attackers); !reflect.DeepEqual(b, shown.Battle) {
				t.Errorf("a view makes %+v of what the engine makes %+v", b, shown.Battle)
			}
			if shown.Battle.Stolen > purse {
				t.Errorf("%d are stolen of %d", shown.Battle.Stolen, purse)
			}
		})
	}
	if fought < 50 {
		t.Errorf("only %d battles were fought", fought)
	}
}

// R6.5.3: how two dice rank.
func TestPokerHands(t *testing.T) {
	t.Parallel()
	order := [][2]int{{1, 1}, {1, 2}, {1, 3}, {2, 3}, {2, 4}, {1, 6}, {2, 6}, {3, 6}, {4, 6}, {5, 6}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6}}
	last := -1
	for _, dice := range order {
		_, rank := ranked(dice[0], dice[1])
		if rank <= last {
			t.Errorf("%v ranks %d, not above %d", dice, rank, last)
		}
		last = rank
	}
}

// R11: nobody but the owner sees a hand, until the game is over.
func TestHandsAreHidden(t *testing.T) {
	t.Parallel()
	tab := newTable(t, "", "h:police | h:still | h:casino")
	v := tab.s.View(1).(View)
	if !slices.Equal(v.Hand, []string{Still}) || v.Seats[0].Hand != nil || v.Seats[2].Hand != nil || v.Seats[0].Cards != 1 {
		t.Errorf("B sees %+v", v)
	}
	tab.line("void")
	if v := tab.s.View(1).(View); !slices.Equal(v.Seats[0].Hand, []string{Police}) {
		t.Errorf("at the end B sees %+v", v.Seats[0])
	}
}

// The prompt of reactions looks the same whatever anybody holds (R7.7), and stands open in everybody's turn but in the first round.
func TestSameFormForAll(t *testing.T) {
	t.Parallel()
	tab := newTable(t, "", "h:police K[] | K[] h:still |")
	for seat := range games.Seat(3) {
		prompts := tab.s.Prompts(nil, seat)
		p := prompts[len(prompts)-1]
		f, ok, err := tab.s.Ask(seat, p.ID, nil)
		if p.Kind != PromptReact || !p.Mine || err != nil || !ok || f.Public || len(f.Choices) != 6 {
			t.Errorf("seat %d is offered %+v: %+v, %v", seat, p, f, err)
		}
	}
	tab = newTable(t, "", "round=1 h:police | |")
	for seat := range games.Seat(3) {
		if prompts := tab.s.Prompts(nil, seat); len(prompts) != 1 || prompts[0].Kind != PromptTurn {
			t.Errorf("in the first round seat %d is offered %+v", seat, prompts)
		}
	}
}

// The turn is one prompt, held while a window is open (R14.3), and another one after each thing done.
func TestTurnPrompt(t *testing.T) {
	t.Parallel()
	tab := newTable(t, "", "C[4,] h:still | B[] h:still")
	id := tab.s.TurnID
	tab.line("A attack B.B 4")
	p, ok := games.PromptFor(tab.s, 0, id)
	if !ok || !p.Held || p.Awaited != 0 || p.Mine {
		t.Errorf("during the window the turn is %+v", p)
	}
	tab.line("B pass")
	if p, ok := games.PromptFor(tab.s, 0, id); !ok || p.Held || !p.Mine || p.Class != games.ClassTurn {
		t.Errorf("after the window the turn is %+v", p)
	}
	tab.line("A discard still")
	if _, ok := games.PromptFor(tab.s, 0, id); ok || tab.s.Active != 0 {
		t.Error("after a discard the old prompt is still there")
	}
}
