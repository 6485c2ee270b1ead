package bot_test

import (
	"strings"
	"testing"

	"kumpas/bot"
	"kumpas/bot/robot"
	"kumpas/games"
	"kumpas/games/machiavelli/machtest"
	"kumpas/games/noir"
)

// When somebody's time is over the board says so, and what was done in his place. The decisions of Entrika are in TestTimeouts, those
// of Secret Hitler in TestHitlerTimeouts.
func TestDefaultsTold(t *testing.T) {
	t.Parallel()
	anyDeal := func(games.State) bool { return true }
	oneShort := func(s games.State) bool { // the first card is free
		v := noirView(s, games.Nobody)
		return idle(s) && v.Seats[v.Active].Draw == 1
	}
	holds := func(s games.State) bool {
		return window(s) && noirView(s, games.Nobody).Attack.Battle.Result != noir.Falls
	}
	noStock := machtest.Position{Hands: []string{"S8 DK", "S8 HK", ""}, Table: "H4 H5 H6", Edit: func(f map[string]any) {
		f["Hands"].([]any)[2], f["Stock"] = f["Stock"], ""
	}}
	for _, c := range []struct {
		name    string
		players int
		games   bot.Games
		setup   robot.Setup
		draft   string // of a Machiavelli player
		told    func(x *match, by string) []string
	}{
		{"turn of Noir", 4, noirGames(oneShort), robot.Setup{Game: "noir"}, "", func(x *match, by string) []string {
			return []string{x.words("tr", "noir.event.timed_out", "Name", by, "What", x.words("tr", "noir.term.turn")),
				x.words("tr", "noir.event.drew", "Name", by, "N", 1, "Items", "")}
		}},
		{"boss of Noir", 4, noirGames(anyDeal), robot.Setup{Game: "noir", Options: map[string]string{noir.OptBosses: noir.On}}, "", func(x *match, by string) []string {
			var boss string
			_, now := x.record()
			for _, seat := range noirView(now, games.Nobody).Seats {
				boss += seat.Boss // the others have none yet
			}
			return []string{x.words("tr", "noir.event.timed_out", "Name", by, "What", x.words("tr", "noir.term.boss")),
				x.words("tr", "noir.event.boss", "Name", by, "What", x.words("tr", "noir.term."+boss)) + " — " + x.words("tr", "noir.why.absent")}
		}},
		{"window of Noir", 4, noirGames(holds), robot.Setup{Game: "noir"}, "", func(x *match, _ string) []string {
			return []string{x.words("tr", "noir.event.timed_out", "Name", "", "What", x.words("tr", "noir.term.attack_window")), "💥 "}
		}},
		{"turn of Machiavelli", 2, machOf(sevens()), robot.Setup{Game: "machiavelli"}, "", func(x *match, by string) []string {
			return []string{x.words("tr", "machiavelli.event.timed_out", "Name", by),
				x.words("tr", "machiavelli.event.drew", "Name", by, "N", 1) + " — " + x.words("tr", "machiavelli.why.absent")}
		}},
		{"no stock in Machiavelli", 3, machOf(noStock), robot.Setup{Game: "machiavelli"}, "", func(x *match, by string) []string {
			return []string{x.words("tr", "machiavelli.event.timed_out", "Name", by),
				x.words("tr", "machiavelli.event.passed", "Name", by, "N", 2) + " — " + x.words("tr", "machiavelli.why.absent")}
		}},
		{"draft of Machiavelli", 2, machOf(sevens()), robot.Setup{Game: "machiavelli"}, "s7 h7 d7", func(x *match, by string) []string {
			return []string{x.words("tr", "machiavelli.event.timed_out", "Name", by),
				x.words("tr", "machiavelli.event.played", "Name", by, "N", 2, "Items", "♥7 ♦7") + " — " + x.words("tr", "machiavelli.why.absent")}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newScene(t, plan{games: c.games})
			x := s.match(c.setup, s.people("Ayşe", "Can", "Deniz", "Ece")[:c.players]...)
			x.settled()
			by := x.waits()[0]
			if c.draft != "" {
				cards{x}.writes(by, x.panel(by), c.draft)
			}
			board := x.Board()
			s.clock.Advance(x.due().Sub(s.clock.Now()))
			x.moved(board)
			x.settled()
			want := "- " + strings.Join(c.told(x, "**"+by.Name()+"**"), "\n- ")
			if text := x.Board().Text(); !strings.Contains(text, want) {
				t.Errorf("this is not told:\n%s\nbut\n%s", want, text)
			}
		})
	}
}
