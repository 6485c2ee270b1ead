package entrika_test

import (
	"testing"

	"kumpas/games/entrika"
	"kumpas/games/gametest"
)

func TestConformanceBase(t *testing.T) {
	t.Parallel()
	gametest.Run(t, entrika.Base)
}

func TestConformancePlus(t *testing.T) {
	t.Parallel()
	gametest.Run(t, entrika.Plus)
}
