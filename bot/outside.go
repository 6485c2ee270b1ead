package bot

import (
	"reflect"

	"kumpas/games"
)

// outside is what everybody can see of a table. A step that leaves it as it is moves no screen and calls nobody: an edit would tell of it.
type outside struct {
	stage       stage
	told, board int
	vote        *vote
	paused      *pause
	prompts     []games.Prompt
}

func (r *record) outside() outside {
	o := outside{stage: r.Stage, told: r.Told, board: r.Board, vote: r.Vote, paused: r.Paused}
	if r.state != nil {
		o.prompts = r.state.Prompts(nil, games.Nobody)
	}
	return o
}

func (o outside) equal(other outside) bool { return reflect.DeepEqual(o, other) }
