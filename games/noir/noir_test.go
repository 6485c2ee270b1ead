package noir_test

import (
	"testing"

	"kumpas/games/gametest"
	"kumpas/games/noir"
)

func TestConformance(t *testing.T) {
	t.Parallel()
	gametest.Run(t, noir.Game)
}
