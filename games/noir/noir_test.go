package noir_test

import (
	"testing"

	"kumpas/games"
	"kumpas/games/gametest"
	"kumpas/games/noir"
)

// Every option value is played by the suite itself; these are the layouts of teams, with bosses (R12.3.1).
func TestConformance(t *testing.T) {
	t.Parallel()
	var layouts []games.Setup
	for _, of := range []struct {
		players int
		teams   string
	}{{4, noir.Two}, {5, noir.Two}, {5, noir.Three}, {6, noir.Two}, {6, noir.Three}} {
		layouts = append(layouts, games.Setup{
			Players: of.players, Winner: -1, Seed: [32]byte{byte(of.players), of.teams[0]},
			Options: games.Options{noir.OptTeams: of.teams, noir.OptBosses: noir.On},
		})
	}
	gametest.Run(t, noir.Game, gametest.Setups(layouts...))
}
