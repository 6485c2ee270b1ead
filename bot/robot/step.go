package robot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"kumpas/bot/present"
	"kumpas/bot/sandbox"
)

// Awaited are the robots whose answer the board awaits, but for those that know better: they have passed in secret.
func (t *Table) Awaited(board *sandbox.Message) []*sandbox.User {
	var out []*sandbox.User
	for _, line := range strings.Split(board.Text(), "\n") {
		if !strings.HasPrefix(line, "👉") {
			continue
		}
		for _, u := range t.Users {
			if strings.Contains(line, "<@"+u.ID()+">") && !slices.Contains(out, u) && !t.passed[asked(u, board)] {
				out = append(out, u)
			}
		}
	}
	return out
}

// controls are the enabled components of a message by which a prompt is answered.
func controls(m *sandbox.Message) []*sandbox.Component {
	var out []*sandbox.Component
	for _, c := range slices.Concat(m.Buttons(), m.Selects()) {
		if id, ok := present.ParseID(c.CustomID); ok && id.Verb() == present.VerbReply && !c.Disabled {
			out = append(out, c)
		}
	}
	return out
}

// Play plays until the game is over: again and again somebody who is awaited presses something that he can see.
func (t *Table) Play(ctx context.Context) error {
	for !t.Over() {
		if err := t.Step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Step lets one of the awaited robots act once, or waits for the table to move if nobody is awaited.
func (t *Table) Step(ctx context.Context) error {
	board := t.Board()
	if board == nil {
		if err := t.here(ctx, func() bool { return t.Board() != nil }); err != nil {
			return fmt.Errorf("robot: there is no board: %w\n%s", err, t.last())
		}
		return nil
	}
	if t.over(board) {
		return nil
	}
	if err := t.volunteers(ctx, board); err != nil {
		return err
	}
	if board = t.Board(); board == nil || t.over(board) {
		return nil
	}
	awaited := t.Awaited(board)
	if len(awaited) == 0 {
		return t.moved(ctx, board)
	}
	u := awaited[t.Rand.IntN(len(awaited))]
	for try := 0; ; try++ {
		done, err := t.act(ctx, u, board)
		if err == nil && !done && t.passed[asked(u, board)] { // as far as he is concerned that is all
			t.glances(ctx, board)
			return nil
		}
		if done || err != nil {
			if errors.Is(err, sandbox.ErrGone) || errors.Is(err, sandbox.ErrNoSuch) || errors.Is(err, sandbox.ErrDisabled) {
				return nil // the table moved on meanwhile
			}
			if err != nil {
				return err
			}
			return t.moved(ctx, board)
		}
		if try == 30 {
			return fmt.Errorf("robot: %s is awaited and can do nothing, the last answer was %q:\n%s", u.Name(), t.no, board.Text())
		}
		if t.glances(ctx, board) {
			return nil
		}
	}
}

// asked names what a board asks somebody.
func asked(u *sandbox.User, board *sandbox.Message) string {
	if list := controls(board); len(list) > 0 {
		return question(u, list[0].CustomID)
	}
	return ""
}

// question names what somebody is asked by a control.
func question(u *sandbox.User, customID string) string {
	id, _ := present.ParseID(customID)
	return u.ID() + " " + id.Arg(1)
}

// glance is how long a robot that was answered in private waits for the board before it presses again.
const glance = 200 * time.Millisecond

// glances waits a moment for the board to be another one.
func (t *Table) glances(ctx context.Context, board *sandbox.Message) bool {
	ctx, cancel := context.WithTimeout(ctx, glance)
	defer cancel()
	return t.Channel.Until(ctx, func() bool { return t.differs(board) }) == nil
}

// differs reports whether the board is not as it was.
func (t *Table) differs(was *sandbox.Message) bool {
	now := t.Board()
	return now != nil && (now.ID != was.ID || now.Version != was.Version)
}

// last is what the channel ends with, for errors.
func (t *Table) last() string {
	var all []string
	for _, m := range t.Users[0].Sees(t.Channel) {
		all = append(all, m.Text())
	}
	return strings.Join(all[max(0, len(all)-3):], "\n---\n")
}

// moved waits until the board is not as it was.
func (t *Table) moved(ctx context.Context, board *sandbox.Message) error {
	if err := t.here(ctx, func() bool { return t.differs(board) }); err != nil {
		return fmt.Errorf("robot: the table is stuck: %w\n%s", err, board.Text())
	}
	return nil
}

// act has a robot press something at random; done is false if it was refused and the board is the same.
func (t *Table) act(ctx context.Context, u *sandbox.User, board *sandbox.Message) (done bool, err error) {
	where := board
	if len(controls(board)) == 0 {
		if where, err = t.press(ctx, u, board, present.ID(present.VerbPanel, t.ID)); err != nil {
			return false, err
		}
		if where == nil { // answered, but not by the bot
			return t.glances(ctx, board), nil
		}
	}
	for {
		if where == nil {
			return t.glances(ctx, board), nil // the answer came too late for its token, or is deleted already
		}
		if where != board && t.differs(board) {
			return true, nil // what it shows is no question any more
		}
		if where != board && bench(where) != nil {
			err := t.work(ctx, u, board, where)
			return err == nil && t.glances(ctx, board), err
		}
		list := controls(where)
		if len(list) == 0 {
			if t.passed[asked(u, board)] {
				return false, nil
			}
			t.Refused++
			t.no = where.Text()
			now := t.Board()
			return now == nil || now.ID != board.ID || now.Version != board.Version, nil
		}
		c := list[t.Rand.IntN(len(list))]
		after, err := t.use(ctx, u, where, c)
		if err != nil {
			return false, err
		}
		if where == board {
			if after == nil || !after.Ephemeral() || after.ID == board.ID {
				return true, nil
			}
			where = after // a private form, or a refusal, which has no controls
			continue
		}
		if after == nil || len(controls(after)) == 0 || !sameQuestion(where, after) || offers(after, c) {
			return t.glances(ctx, board), nil // also if the same can be picked again: a sealed answer that may still be changed
		}
		where = after
	}
}

// offers reports whether the same can be picked again. A button and the menu that asks what comes after it have the same id.
func offers(m *sandbox.Message, c *sandbox.Component) bool {
	again := m.Component(c.CustomID)
	return again != nil && again.Type == c.Type
}

// sameQuestion reports whether a private form is still about the prompt it was about.
func sameQuestion(a, b *sandbox.Message) bool {
	prompt := func(m *sandbox.Message) string {
		id, _ := present.ParseID(controls(m)[0].CustomID)
		return id.Arg(1)
	}
	return prompt(a) == prompt(b)
}

// use presses a button, or picks as many values as a select wants.
func (t *Table) use(ctx context.Context, u *sandbox.User, m *sandbox.Message, c *sandbox.Component) (*sandbox.Message, error) {
	if c.Type == sandbox.TypeButton {
		return t.press(ctx, u, m, c.CustomID)
	}
	lo, hi := 1, 1
	if c.MinValues != nil {
		lo = *c.MinValues
	}
	if c.MaxValues != nil {
		hi = *c.MaxValues
	}
	values := make([]string, len(c.Options))
	for i, o := range c.Options {
		values[i] = o.Value
	}
	t.Rand.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	n := lo
	if hi > lo {
		n += t.Rand.IntN(hi - lo + 1)
	}
	return t.selects(ctx, u, m, c.CustomID, values[:min(n, len(values))]...)
}
