package gametest

import (
	"fmt"
	"slices"
	"strings"

	"kumpas/games"
)

// checkEditors tries the editors of all open fields.
func (w *walk) checkEditors() {
	for _, t := range w.look.turns() {
		for _, at := range grow(games.AskOf(w.state(), t.seat, t.prompt.ID), w.rng, 12).fields {
			if at.field.Editor != nil {
				w.checkEditor(t, at)
			}
		}
	}
	w.unchanged("editor", "a draft")
}

func (w *walk) checkEditor(t turn, at asked) {
	w.did("editor")
	blank := at.field.Editor
	key := fmt.Sprint(t.seat, t.prompt.Kind, at.field.Kind)
	for _, draft := range w.drafted[key] {
		if e, err := blank.Load(draft); err != nil {
			w.fail("editor", "the older draft %.200q cannot be loaded: %v", draft, err)
		} else {
			w.checkDraft(t, at, e)
		}
	}
	good := 0
	for _, draft := range blank.Samples(w.rng) {
		older := w.drafted[key]
		w.drafted[key] = append(older[max(0, len(older)-7):], draft)
		e, err := blank.Load(draft)
		if err != nil {
			w.fail("editor", "the sample %q cannot be loaded: %v", draft, err)
			continue
		}
		if w.checkDraft(t, at, e) {
			good++
		}
	}
	if good == 0 {
		w.fail("editor", "none of the samples of prompt %d (%s) of seat %d can be submitted", t.prompt.ID, t.prompt.Kind, t.seat)
	}
	for _, junk := range []string{"", "zz", "\x00\xff", "+", "[]", "{", "null", "-1", strings.Repeat("a", 1<<16), blank.Draft() + blank.Draft()} {
		for _, read := range []func(string) (games.Editor, error){blank.Load, blank.Parse} {
			e, err := read(junk)
			if w.refusal("editor", err) == nil && e != nil {
				w.checkDraft(t, at, e)
			} else if err == nil {
				w.fail("editor", "%.40q gives neither draft nor refusal", junk)
			}
		}
	}
	e := blank
	for range 12 {
		next, ok := w.checkOperation(e)
		if !ok {
			break
		}
		w.checkDraft(t, at, next)
		e = next
	}
}

// checkDraft asks whether a draft is kept by its text, and whether Check tells the truth; it reports whether the draft
// can be submitted.
func (w *walk) checkDraft(t turn, at asked, e games.Editor) bool {
	draft := e.Draft()
	back, err := at.field.Editor.Load(draft)
	if err != nil {
		w.fail("editor", "the draft %.200q cannot be loaded again: %v", draft, err)
		return false
	}
	if text := difference("loaded draft", sight(e), sight(back)); text != "" {
		w.fail("editor", "%s", text)
	}
	w.checkFinal(at, e)
	no := e.Check()
	w.refusal("editor", no)
	answer := append(slices.Clone(at.sofar), draft)
	final := append(slices.Clone(at.sofar), e.Final())
	if t.prompt.Timeout.Draft {
		late, short := games.Timeout(t.prompt.ID), games.Timeout(t.prompt.ID)
		late.Answer, short.Answer = answer, final
		w.mustEqual("editor", late, short)
	}
	if no == nil {
		// Fields may follow.
		tree := grow(func(more games.Answer) (games.Field, bool, error) {
			return w.state().Ask(t.seat, t.prompt.ID, append(slices.Clone(answer), more...))
		}, w.rng, 1)
		if len(tree.answers) == 0 {
			w.fail("editor", "Check accepts the draft %.200q, asking on does not: %v", draft, tree.err)
			return false
		}
		answer, final = append(answer, tree.answers[0]...), append(final, tree.answers[0]...)
		w.mustApply("editor", games.Reply(t.seat, t.prompt.ID, answer...))
		w.mustEqual("editor", games.Reply(t.seat, t.prompt.ID, answer...), games.Reply(t.seat, t.prompt.ID, final...))
		return true
	}
	w.mustEqual("editor", games.Reply(t.seat, t.prompt.ID, answer...), games.Reply(t.seat, t.prompt.ID, final...))
	if _, _, err := w.state().Apply(games.Reply(t.seat, t.prompt.ID, answer...)); !sameRefusal(no, err) {
		w.fail("editor", "Check refuses the draft %.200q by %v, Apply gives %v", draft, no, err)
	}
	return false
}

// checkFinal asks whether the final draft is a draft without anything that could be left out once more.
func (w *walk) checkFinal(at asked, e games.Editor) {
	final := e.Final()
	back, err := at.field.Editor.Load(final)
	if err != nil {
		w.fail("editor", "the final draft %.200q cannot be loaded: %v", final, err)
	} else if again := back.Final(); again != final {
		w.fail("editor", "the final draft %.200q becomes %.200q when it is loaded", final, again)
	}
}

// checkOperation carries out one operation, and tries those that are not offered.
func (w *walk) checkOperation(e games.Editor) (games.Editor, bool) {
	before := e.Draft()
	tree := grow(e.Ask, w.rng, 6)
	if tree.err != nil {
		w.fail("editor", "the draft %.200q: %v", before, tree.err)
	}
	for _, at := range tree.fields {
		for _, c := range at.field.Choices {
			element, ok := with(at.field, c.ID)
			if c.Not == "" || !ok {
				continue
			}
			_, err := e.Do(append(slices.Clone(at.sofar), element))
			if r := w.refusal("editor", err); r == nil || r.Code != c.Not {
				w.fail("editor", "the draft %.200q: the operation %s gives %v and shows %s", before, c.ID, err, c.Not)
			}
		}
	}
	for _, junk := range []games.Answer{nil, {""}, {"no such operation"}, {"\xff", "+"}, slices.Repeat(games.Answer{"a"}, 50)} {
		if next, err := e.Do(junk); w.refusal("editor", err) == nil {
			w.fail("editor", "the draft %.200q takes the operation %.100q and gives %v", before, junk, next)
		}
	}
	if len(tree.answers) == 0 {
		return nil, false
	}
	op := tree.answers[w.rng.IntN(len(tree.answers))]
	next, err := e.Do(op)
	if err != nil || next == nil {
		w.fail("editor", "the draft %.200q offers the operation %q and gives %v", before, []string(op), err)
		return nil, false
	}
	if e.Draft() != before {
		w.fail("editor", "the operation %q changed the old draft %.200q to %.200q", []string(op), before, e.Draft())
	}
	return next, true
}
