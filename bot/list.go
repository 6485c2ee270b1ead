package bot

import (
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/games/entrika"
	"kumpas/games/machiavelli"
	"kumpas/games/noir"
	"kumpas/games/secrethitler"
)

// Entry is a game that tables can play: its engine and its screens.
type Entry struct {
	Engine games.Game
	Screen present.Game
}

// Games is a list of games, in the order in which they are offered.
type Games []Entry

// Find returns the game with the given id.
func (l Games) Find(id string) (Entry, bool) {
	for _, e := range l {
		if e.Engine.Info().ID == id {
			return e, true
		}
	}
	return Entry{}, false
}

// All is the list of games. A new game is one line here.
var All = Games{
	{entrika.Base, present.Entrika{}},
	{entrika.Plus, present.Entrika{}},
	{secrethitler.Game, present.SecretHitler{}},
	{noir.Game, present.Noir{}},
	{machiavelli.Game, present.Machiavelli{}},
}
