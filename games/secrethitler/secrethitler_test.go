package secrethitler_test

import (
	"testing"

	"kumpas/games/gametest"
	"kumpas/games/secrethitler"
)

func TestConformance(t *testing.T) { gametest.Run(t, secrethitler.Game) }
