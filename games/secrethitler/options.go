package secrethitler

import "kumpas/games"

type game struct{ info games.Info }

// Game is Secret Hitler.
var Game games.Game = &game{games.Info{
	ID: "secret-hitler", Min: 5, Max: maxSeats,
	Options: []games.Setting{
		{ID: OptTermLimit, Values: []string{Started5, Living5}},
		{ID: OptTrackerReset, Values: []string{ElectOrEnact, EnactOnly}},
		{ID: OptVoteTimeout, Values: []string{VoteNein, VoteWait}},
		{ID: OptShowClaims, Values: []string{On, Off}},
		{ID: OptDeadReminder, Values: []string{On, Off}},
	},
	Seconds:   map[games.Class]int{games.ClassChoice: 60, games.ClassTurn: 90, games.ClassVote: 60},
	Bound:     bound,
	Revealing: []string{EvVotes, EvNotHitler, EvDrew, EvLotThrown, EvGot, EvEnacted, EvChaos, EvLot, EvParty, EvPeekSeen, EvExecuted, EvLeft},
	Levels:    []string{"normal"},
}}

// bound is far above every game that was seen. The rules set no end: with tracker_reset=elect_or_enact governments could be
// elected and veto everything for ever.
const bound = 20000

// Info describes the game.
func (g *game) Info() games.Info { return g.info }

// rules are the options in force.
type rules struct {
	Living5   bool // term_limit_exception
	EnactOnly bool // tracker_reset
	VoteWait  bool // vote_timeout
	Claims    bool // show_claims
	Remind    bool // dead_chat_reminder
}

func (g *game) resolve(players int, o games.Options) (rules, error) {
	if err := g.info.CheckCount(players, "R2.1"); err != nil {
		return rules{}, err
	}
	full, err := g.info.Resolve(o)
	if err != nil {
		return rules{}, err
	}
	return rules{
		Living5:   full[OptTermLimit] == Living5,
		EnactOnly: full[OptTrackerReset] == EnactOnly,
		VoteWait:  full[OptVoteTimeout] == VoteWait,
		Claims:    full[OptShowClaims] == On,
		Remind:    full[OptDeadReminder] == On,
	}, nil
}

// Check says whether a game can be made (R2.1).
func (g *game) Check(players int, o games.Options) error {
	_, err := g.resolve(players, o)
	return err
}
