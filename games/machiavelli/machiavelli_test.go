package machiavelli_test

import (
	"testing"

	"kumpas/games/gametest"
	"kumpas/games/machiavelli"
)

func TestConformance(t *testing.T) {
	t.Parallel()
	gametest.Run(t, machiavelli.Game)
}
