package machiavelli

import (
	"strconv"

	"kumpas/games"
)

// game is the game; all its states know all that they need.
type game struct{}

// Game is Machiavelli.
var Game games.Game = game{}

// bound: a play lays at least one of at most 108 cards that never come back, a draw takes at least one from a stock that is
// never filled, no more than three passes stand between two plays, and three seats can leave before the last.
const bound = maxCards + maxCards + 3*(maxCards+1) + 3

// Info describes the game.
func (game) Info() games.Info {
	return games.Info{
		ID: "machiavelli", Min: 2, Max: maxSeats,
		Options: []games.Setting{
			{ID: OptHandSize, Values: []string{"13", "5", "6", "7", "8", "9", "10", "11", "12", "14", "15"}}, // each leaves a stock
			{ID: OptJokers, Values: []string{"4", "2", "0"}},
			{ID: OptJokerRelease, Values: []string{ReleaseFree, ReleaseSwap}},
			{ID: OptPenalty, Values: []string{"0", "1", "2", "3"}},
			{ID: OptOpening, Values: []string{"0", "36"}},
			{ID: OptAssist, Values: []string{AssistArrange, AssistHints, AssistOff}},
			{ID: OptShowHandOrder, Values: []string{OrderSuit, OrderRank}},
		},
		Variants: []games.Variant{
			{ID: VariantStandard},
			{ID: VariantOtuzalti, Options: games.Options{OptOpening: "36"}},
		},
		Seconds:   map[games.Class]int{games.ClassTurn: 180},
		Bound:     bound,
		Revealing: []string{EvHand, EvDrawn, EvCounted},
		Levels:    []string{LevelMedium, LevelEasy, LevelHard},
	}
}

// rules are the options in force, but for show_hand_order, which is where each seat begins.
type rules struct {
	HandSize int8
	Jokers   int8
	SwapOnly bool
	Penalty  int8
	Opening  int8
	Assist   assist
}

// assist is how much the engine helps (R9.9).
type assist uint8

const (
	assistArrange assist = iota
	assistHints
	assistOff
	assists
)

var assistNames = [assists]string{AssistArrange, AssistHints, AssistOff}

// resolve reads the options. Errors: *games.Refusal.
func (g game) resolve(players int, o games.Options) (r rules, byRank bool, err error) {
	info := g.Info()
	if err := info.CheckCount(players, "R2.1"); err != nil {
		return rules{}, false, err
	}
	full, err := info.Resolve(o)
	if err != nil {
		return rules{}, false, err
	}
	number := func(id string) int8 {
		n, _ := strconv.Atoi(full[id]) // Resolve has let only numbers pass
		return int8(n)
	}
	r = rules{
		HandSize: number(OptHandSize), Jokers: number(OptJokers), SwapOnly: full[OptJokerRelease] == ReleaseSwap,
		Penalty: number(OptPenalty), Opening: number(OptOpening),
	}
	for a, name := range assistNames {
		if full[OptAssist] == name {
			r.Assist = assist(a)
		}
	}
	return r, full[OptShowHandOrder] == OrderRank, nil
}

// Check says whether a game can be made (R2.1, section 8).
func (g game) Check(players int, o games.Options) error {
	_, _, err := g.resolve(players, o)
	return err
}
