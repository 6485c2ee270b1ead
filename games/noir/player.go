package noir

import "kumpas/games"

// Choose is the computer player.
func (g *game) Choose(_ string, view games.View, p games.Prompt, ask games.Ask, rng games.Rand) games.Answer {
	answer, _ := games.Random(ask, rng)
	return answer
}
