package noir

import "kumpas/games"

// game is the one value behind Game.
type game struct{ info games.Info }

// Game plays Noir.
var Game games.Game = &game{games.Info{
	ID: "noir", Min: 3, Max: maxSeats,
	Options: []games.Setting{
		{ID: OptMoneyWin, Values: []string{On, Off}},
		{ID: OptTokens, Values: []string{Four, Two}},
		{ID: OptCountdownUnit, Values: []string{ByRound, ByTurn}},
		{ID: OptTeams, Values: []string{Off, Two, Three}},
		{ID: OptBosses, Values: []string{Off, On}},
		{ID: OptHiddenDefend, Values: []string{On, Off}},
		{ID: OptAssault, Values: []string{TwoStep, OneStep}},
		{ID: OptNeedsWin, Values: []string{Off, On}},
		{ID: OptStealPartial, Values: []string{On, Off}},
		{ID: OptDrawRule, Values: []string{Fill, DrawAny}},
		{ID: OptCasino, Values: []string{CasinoFront, CasinoOwned, CasinoNever}},
		{ID: OptPokerJoin, Values: []string{Forced, Voluntary}},
		{ID: OptDriveByTable, Values: tableNames()},
		{ID: OptAssets, Values: []string{Recycle, Remove}},
		{ID: OptTeamScore, Values: []string{Sum, PerSeat}},
		{ID: OptLateBonus, Values: []string{Off, On}},
		{ID: OptIdle, Values: []string{On, Off}},
	},
	Variants: []games.Variant{
		{ID: VariantStandard},
		{ID: VariantPeace, Options: games.Options{OptMoneyWin: Off}},
		{ID: VariantFast, Options: games.Options{OptTokens: Two}},
		{ID: VariantBosses, Options: games.Options{OptBosses: On}},
		{ID: VariantTeams2, Options: games.Options{OptTeams: Two}},
		{ID: VariantTeams3, Options: games.Options{OptTeams: Three}},
	},
	Seconds: map[games.Class]int{games.ClassWindow: 20, games.ClassChoice: 45, games.ClassTurn: 240},
	Bound:   bound,
	Revealing: []string{
		EvBoss, EvHand, EvOpened, EvDiscarded, EvDrawn, EvOut, EvShot, EvRolled, EvJoined,
	},
	Levels: []string{"normal"},
}}

// bound is far above every game that was seen. The rules set no end: players who discard and draw and never come to
// money could go on for ever.
const bound = 20000

func tableNames() (names []string) {
	for _, t := range driveByTables {
		names = append(names, t.name)
	}
	return names
}

// Info describes the game.
func (g *game) Info() games.Info { return g.info }

// rules are the options in force.
type rules struct {
	Peace        bool // money_win=off
	Tokens       int8
	ByTurn       bool // countdown_unit
	Teams        int8 // 0 without
	Bosses       bool
	HiddenIdle   bool // hidden_defend=off
	OneStep      bool // hideout_assault
	NeedsWin     bool // attack_needs_win
	AllOrNothing bool // steal_partial=off
	DrawAny      bool // draw_rule=choose
	Casino       int8 // turncoat_casino: the place among its values
	Voluntary    bool // poker_join
	DriveBy      int8 // the place among driveByTables
	Remove       bool // eliminated_assets
	PerSeat      bool // team_score
	LateBonus    bool
	NoIdle       bool // idle_reactions=off
}

var casinoRules = [...]string{CasinoFront, CasinoOwned, CasinoNever}

// check refuses what does not go together (R12.3.1).
func (r rules) check(players int) error {
	switch {
	case r.Teams > 0 && players < 4:
		return &games.Refusal{Code: games.BadPlayerCount, Rule: "R2.1", Seat: games.Nobody, N: players, Min: 4, Max: maxSeats}
	case r.Teams == 3 && players < 5:
		return &games.Refusal{Code: games.BadOption, Rule: "R12.3.1", Seat: games.Nobody, What: OptTeams}
	}
	return nil
}

// resolve reads the options.
func (g *game) resolve(players int, o games.Options) (r rules, err error) {
	if err := g.info.CheckCount(players, "R2.1"); err != nil {
		return rules{}, err
	}
	full, err := g.info.Resolve(o)
	if err != nil {
		return rules{}, err
	}
	r = rules{
		Peace:        full[OptMoneyWin] == Off,
		Tokens:       4,
		ByTurn:       full[OptCountdownUnit] == ByTurn,
		Bosses:       full[OptBosses] == On,
		HiddenIdle:   full[OptHiddenDefend] == Off,
		OneStep:      full[OptAssault] == OneStep,
		NeedsWin:     full[OptNeedsWin] == On,
		AllOrNothing: full[OptStealPartial] == Off,
		DrawAny:      full[OptDrawRule] == DrawAny,
		Voluntary:    full[OptPokerJoin] == Voluntary,
		Remove:       full[OptAssets] == Remove,
		PerSeat:      full[OptTeamScore] == PerSeat,
		LateBonus:    full[OptLateBonus] == On,
		NoIdle:       full[OptIdle] == Off,
	}
	if full[OptTokens] == Two {
		r.Tokens = 2
	}
	switch full[OptTeams] {
	case Two:
		r.Teams = 2
	case Three:
		r.Teams = 3
	}
	for i, name := range casinoRules {
		if full[OptCasino] == name {
			r.Casino = int8(i)
		}
	}
	for i, t := range driveByTables {
		if full[OptDriveByTable] == t.name {
			r.DriveBy = int8(i)
		}
	}
	return r, r.check(players)
}

// Check says whether a game can be made (R2.1, R12.3.1).
func (g *game) Check(players int, o games.Options) error {
	_, err := g.resolve(players, o)
	return err
}
