package entrika

import "kumpas/games"

// game is a preset.
type game struct{ info games.Info }

// The presets of section 9.
var (
	Base games.Game = &game{games.Info{
		ID: "entrika", Min: 2, Max: 6,
		Options:   baseOptions,
		Variants:  []games.Variant{{ID: "first_game"}},
		Seconds:   seconds,
		Bound:     bound,
		Revealing: revealing,
		Levels:    levels,
	}}
	Plus games.Game = &game{games.Info{
		ID: "entrika-plus", Min: 2, Max: 8,
		Options: append([]games.Setting{
			{ID: OptIdeology, Values: []string{On, Off}},
			{ID: OptDefenceType, Values: []string{Aktivist, Avukat}},
			{ID: OptExchangeType, Values: []string{Politikaci, Gazeteci}},
			{ID: OptIdeologyDeal, Values: []string{LiberalFirst, StarterChooses}},
			{ID: OptManipPick, Values: []string{PickRandom, PickTarget}},
		}, baseOptions...),
		Variants: []games.Variant{
			{ID: "ideology"},
			{ID: "ideology_avukat", Options: games.Options{OptDefenceType: Avukat}},
			{ID: "ideology_gazeteci", Options: games.Options{OptExchangeType: Gazeteci}},
			{ID: "ideology_avukat_gazeteci", Options: games.Options{OptDefenceType: Avukat, OptExchangeType: Gazeteci}},
			{ID: "without_ideology", Options: games.Options{OptIdeology: Off}},
		},
		Seconds:   seconds,
		Bound:     bound,
		Revealing: append([]string{EvManipSeen, EvManipTaken}, revealing...),
		Levels:    levels,
	}}
)

var baseOptions = []games.Setting{
	{ID: OptStarter, Values: []string{RandomThenWin, RandomStarter, HostPick}},
	{ID: OptTwoPlayerGold, Values: []string{OneEach, OneAndTwo}},
	{ID: OptAllowEmpty, Values: []string{Off, On}},
	{ID: OptAutoProve, Values: []string{Off, On}},
	{ID: OptCombinedWindow, Values: []string{On, Off}},
}

var seconds = map[games.Class]int{games.ClassWindow: 25, games.ClassChoice: 45, games.ClassTurn: 90}

// bound is far above every game that was seen. The rules set no end: players who only ever
// exchange, unchallenged, could go on for ever.
const bound = 20000

var revealing = []string{
	EvStarter, EvHand, EvDrafted, EvAnswersShown, EvProved, EvRedrawn, EvConceded,
	EvLost, EvDrawn, EvLeft,
}

// Info describes the preset.
func (g *game) Info() games.Info { return g.info }

// rules are the options in force. Which seat starts is settled by New and not kept here.
type rules struct {
	Plus           bool
	Ideology       bool
	Avukat         bool // instead of Aktivist
	Gazeteci       bool // instead of Politikaci
	OneAndTwo      bool // two_player_gold
	StarterChooses bool // ideology_deal
	TargetPicks    bool // manip_pick
	EmptySteal     bool
	AutoProve      bool
	Combined       bool
}

// inPlay reports whether cards of c are in the game (R1.2).
func (r rules) inPlay(c character) bool {
	switch c {
	case isAdami, subay, burokrat:
		return true
	case aktivist:
		return !r.Avukat
	case avukat:
		return r.Avukat
	case politikaci:
		return !r.Gazeteci
	case gazeteci:
		return r.Gazeteci
	}
	return false
}

// types lists the five characters in play, in the order of the rules.
func (r rules) types() (five [5]character) {
	n := 0
	for c := isAdami; c <= gazeteci; c++ {
		if r.inPlay(c) {
			five[n] = c
			n++
		}
	}
	return five
}

// copies is how many cards of each character there are (R1.4).
func copies(players int) int {
	if players >= 7 {
		return 4
	}
	return 3
}

// check refuses combinations that R1.3 excludes.
func (r rules) check() error {
	switch {
	case r.Avukat && !r.Ideology:
		return &games.Refusal{Code: games.BadOption, Rule: "R1.3", Seat: games.Nobody, What: OptDefenceType}
	case r.Gazeteci && !r.Ideology:
		return &games.Refusal{Code: games.BadOption, Rule: "R1.3", Seat: games.Nobody, What: OptExchangeType}
	}
	return nil
}

// resolve reads the options; starter is the value of OptStarter.
func (g *game) resolve(players int, o games.Options) (r rules, starter string, err error) {
	if err := g.info.CheckCount(players, "R2.1"); err != nil {
		return rules{}, "", err
	}
	full, err := g.info.Resolve(o)
	if err != nil {
		return rules{}, "", err
	}
	r = rules{
		Plus:           g.info.ID == Plus.Info().ID,
		Ideology:       full[OptIdeology] == On,
		Avukat:         full[OptDefenceType] == Avukat,
		Gazeteci:       full[OptExchangeType] == Gazeteci,
		OneAndTwo:      full[OptTwoPlayerGold] == OneAndTwo,
		StarterChooses: full[OptIdeologyDeal] == StarterChooses,
		TargetPicks:    full[OptManipPick] == PickTarget,
		EmptySteal:     full[OptAllowEmpty] == On,
		AutoProve:      full[OptAutoProve] == On,
		Combined:       full[OptCombinedWindow] == On,
	}
	return r, full[OptStarter], r.check()
}

// Check says whether a game can be made (R2.1, R1.3).
func (g *game) Check(players int, o games.Options) error {
	_, _, err := g.resolve(players, o)
	return err
}
