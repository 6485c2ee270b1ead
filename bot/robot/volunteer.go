package robot

import (
	"context"
	"errors"
	"slices"

	"kumpas/bot/present"
	"kumpas/bot/sandbox"
)

// volunteering is how often a robot does something that nobody waits for, where a game has a button for that: one step in so many.
const volunteering = 4

// volunteers has some robot, awaited or not, look for something that he may do without being asked, and do it.
func (t *Table) volunteers(ctx context.Context, board *sandbox.Message) error {
	id := present.ID(present.VerbPanel, t.ID, "react")
	if board.Component(id) == nil || t.Rand.IntN(volunteering) > 0 {
		return nil
	}
	u := t.Users[t.Rand.IntN(len(t.Users))]
	where, err := t.press(ctx, u, board, id)
	asked := map[string]bool{} // prompts of the board
	for _, c := range controls(board) {
		asked[promptOf(c)] = true
	}
	for err == nil && where != nil {
		list := slices.DeleteFunc(controls(where), func(c *sandbox.Component) bool { return asked[promptOf(c)] })
		if len(list) == 0 || !where.Ephemeral() {
			return nil
		}
		before := where
		c := list[t.Rand.IntN(len(list))]
		if where, err = t.use(ctx, u, where, c); err == nil {
			t.Volunteered++
		}
		if where != nil && (len(controls(where)) == 0 || !sameQuestion(before, where) || offers(where, c)) {
			return err // also if the same can be picked again: it opens a bench
		}
	}
	if errors.Is(err, sandbox.ErrGone) || errors.Is(err, sandbox.ErrNoSuch) || errors.Is(err, sandbox.ErrDisabled) {
		return nil // the table moved on meanwhile
	}
	return err
}

// promptOf is the prompt that a control is about.
func promptOf(c *sandbox.Component) string {
	id, _ := present.ParseID(c.CustomID)
	return id.Arg(1)
}
