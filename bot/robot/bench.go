package robot

import (
	"context"
	"slices"

	"kumpas/bot/present"
	"kumpas/bot/sandbox"
)

// benchSteps is how often a robot presses something on a bench before he has enough of it.
const benchSteps = 8

// bench is the first enabled control of a message's bench, nil if it has none.
func bench(m *sandbox.Message) *sandbox.Component {
	if m == nil {
		return nil
	}
	for _, c := range slices.Concat(m.Buttons(), m.Selects()) {
		id, ok := present.ParseID(c.CustomID)
		if ok && slices.Contains([]string{present.VerbEdit, present.VerbWrite, present.VerbSubmit}, id.Verb()) {
			return c
		}
	}
	return nil
}

// submit is the button by which a bench's draft is confirmed, nil while that is not possible.
func submit(m *sandbox.Message) *sandbox.Component {
	for _, b := range m.Buttons() {
		if id, ok := present.ParseID(b.CustomID); ok && id.Verb() == present.VerbSubmit && !b.Disabled {
			return b
		}
	}
	return nil
}

// tools are what a robot can press on a bench but to confirm and to answer without it.
func (t *Table) tools(m *sandbox.Message) []*sandbox.Component {
	var out []*sandbox.Component
	for _, c := range slices.Concat(m.Buttons(), m.Selects()) {
		id, ok := present.ParseID(c.CustomID)
		if ok && !c.Disabled && (id.Verb() == present.VerbEdit || id.Verb() == present.VerbWrite && t.Text != nil) {
			out = append(out, c)
		}
	}
	return out
}

// work has a robot work on a bench: he presses what he sees there at random, writes, and confirms when he can; when he
// has had enough he answers otherwise.
func (t *Table) work(ctx context.Context, u *sandbox.User, board, where *sandbox.Message) error {
	for range benchSteps {
		if where = t.message(where); bench(where) == nil {
			return nil
		}
		if ok := submit(where); ok != nil && t.Rand.IntN(3) > 0 {
			_, err := t.press(ctx, u, where, ok.CustomID)
			t.count(ok)
			return err
		}
		list := t.tools(where)
		if len(list) == 0 {
			break
		}
		c := list[t.Rand.IntN(len(list))]
		id, _ := present.ParseID(c.CustomID)
		t.count(c)
		if id.Verb() == present.VerbWrite {
			if err := t.write(ctx, u, where, c.CustomID); err != nil {
				return err
			}
			continue
		}
		if _, err := t.use(ctx, u, where, c); err != nil {
			return err
		}
	}
	for _, m := range []*sandbox.Message{t.message(where), board} {
		if m == nil {
			continue
		}
		list := controls(m)
		t.Rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		for _, c := range list {
			if m != board && !sameBench(m, c) {
				continue // another matter
			}
			if after, err := t.use(ctx, u, m, c); err != nil || bench(after) == nil {
				return err
			}
		}
	}
	return nil
}

// count notes what was pressed on a bench: a verb, and the operation that it begins.
func (t *Table) count(c *sandbox.Component) {
	id, _ := present.ParseID(c.CustomID)
	what := id.Verb()
	if what == present.VerbEdit && id.Arg(3) == "0" && id.Arg(4) != "" {
		what += " " + id.Arg(4)
	}
	t.Benches[what]++
}

// sameBench reports whether a control answers the prompt that the bench is about.
func sameBench(m *sandbox.Message, c *sandbox.Component) bool {
	work := bench(m)
	if work == nil {
		return false
	}
	a, _ := present.ParseID(work.CustomID)
	b, _ := present.ParseID(c.CustomID)
	return a.Arg(1) == b.Arg(1)
}

// write sends a form in with what a person would write.
func (t *Table) write(ctx context.Context, u *sandbox.User, m *sandbox.Message, id string) error {
	in, err := u.Press(m, id)
	if err != nil {
		return err
	}
	res, err := in.Final(ctx)
	if err != nil {
		return err
	}
	if res.Modal == nil {
		return ErrFailed
	}
	values := map[string][]string{}
	for _, f := range res.Modal.Fields() {
		values[f.CustomID] = []string{t.Text(u)}
	}
	_, err = t.send(ctx, u, res.Modal.CustomID, func() (*sandbox.Interaction, error) { return u.Submit(res.Modal, values) })
	return err
}
