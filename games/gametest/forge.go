package gametest

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"kumpas/games"
)

// A forgery is an action that nobody could have built.
type forgery struct {
	what   string
	action games.Action
}

// checkForged sends what must be refused.
func (w *walk) checkForged() {
	forgeries := w.forgeries(w.look.turns())
	for _, f := range forgeries {
		w.try("forged", func() { w.mustRefuse(f) })
	}
	w.checkAsk()
	w.checkOrder()
	if bytes.Equal(w.bytes, w.state().Encode()) {
		return
	}
	w.fail("forged", "a refused action changed the state, one of: %+v", forgeries)
}

func (w *walk) mustRefuse(f forgery) {
	w.did("forged")
	next, events, err := w.state().Apply(f.action)
	if err == nil {
		w.fail("forged", "%s: %s is accepted", f.what, describe(f.action))
		return
	}
	r := w.refusal("forged", err)
	if next != nil || events != nil {
		w.fail("forged", "%s: the refusal of %s comes with a state or events", f.what, describe(f.action))
	}
	if r == nil {
		return
	}
	// A seat whose answer is awaited somewhere is in the game; it is told what is wrong with the prompt.
	inGame := slices.ContainsFunc(w.look.turns(), func(t turn) bool { return t.seat == f.action.Seat })
	stale := r.Code == games.StalePrompt || r.Code == games.TooLate
	if f.what == staleID && inGame && !stale || f.what == unknownID && inGame && r.Code != games.StalePrompt {
		w.fail("forged", "%s: %s is refused as %s", f.what, describe(f.action), r.Code)
	}
	if r.Code == games.TooLate && (r.Seat < 0 || int(r.Seat) >= w.setup.Players) {
		w.fail("forged", "%s: %s is too late because of seat %d", f.what, describe(f.action), r.Seat)
	}
}

const (
	staleID   = "a prompt that is over"
	unknownID = "a prompt that never was"
)

// forgeries are what the present state gives occasion for, made from good answers to some of the given turns.
func (w *walk) forgeries(turns []turn) []forgery {
	var all []forgery
	add := func(what string, a games.Action) { all = append(all, forgery{what, a}) }
	beyond := games.Seat(w.setup.Players)
	w.rng.Shuffle(len(turns), func(i, j int) { turns[i], turns[j] = turns[j], turns[i] })
	for _, t := range turns[:min(len(turns), 4)] {
		id := t.prompt.ID
		tree := grow(games.AskOf(w.state(), t.seat, id), w.rng, 6)
		if len(tree.answers) == 0 {
			continue
		}
		answer := tree.answers[w.rng.IntN(len(tree.answers))]
		for seat := games.Nobody; seat < beyond; seat++ {
			if p, ok := w.look.prompt(seat, id); !ok || !p.Mine {
				add("another's prompt", games.Reply(seat, id, answer...))
			}
		}
		for _, seat := range []games.Seat{beyond, 127, -2, -128} {
			add("a seat that is none", games.Reply(seat, id, answer...))
		}
		for _, never := range []games.PromptID{w.ids.max + 1, w.ids.max + 1000, 1<<32 - 1} {
			add(unknownID, games.Reply(t.seat, never, answer...))
		}
		for n := range answer {
			add("too few elements", games.Reply(t.seat, id, answer[:n]...))
		}
		longer := slices.Clone(answer)
		add("too many elements", games.Reply(t.seat, id, append(longer, answer[len(answer)-1])...))
		add("too many elements", games.Reply(t.seat, id, append(longer, "")...))
		for _, junk := range w.junk(tree, answer) {
			add("junk", games.Reply(t.seat, id, junk...))
		}
		if !awaits(t.prompt) {
			add("the time-out of an open prompt", games.Timeout(id))
		}
		add("an unknown kind", games.Action{Kind: "no_such_kind", Seat: t.seat, Prompt: id, Answer: answer})
		add("an unknown kind", games.Action{Seat: t.seat, Prompt: id, Answer: answer})
	}
	for _, id := range slices.Sorted(maps.Keys(w.ids.gone)) {
		last := w.ids.gone[id]
		if w.ids.max-id < 6 || w.rng.IntN(10) == 0 {
			what := staleID
			if !last.awaited {
				what = "an open prompt that is gone"
			}
			add(what, games.Reply(last.seat, id, last.answer...))
			add(what, games.Timeout(id))
		}
	}
	add(unknownID, games.Timeout(w.ids.max+1))
	for _, seat := range []games.Seat{games.Nobody, beyond, 127, -128} {
		add("a seat that is none", games.Leave(seat))
	}
	return all
}

// junk are answers like answer with one element that cannot be there.
func (w *walk) junk(t *tree, answer games.Answer) []games.Answer {
	var all []games.Answer
	for i, good := range answer {
		at := slices.IndexFunc(t.fields, func(a asked) bool { return slices.Equal(a.sofar, answer[:i]) })
		if at < 0 {
			continue
		}
		f := t.fields[at].field
		for _, bad := range []string{
			"", "+", "zz", "-1", "0", "999999999999999999999", "null", "{", "[]", "\x00\xff", strings.ToUpper(good), good + " ", good + "+", good + "+" + good,
			games.Join(free(f)...), games.Join(append(free(f), free(f)...)...), strings.Repeat("a+", 300), strings.Repeat("ı", 1<<13),
		} {
			if f.Editor == nil && legal(f, bad) {
				continue
			}
			if f.Editor != nil {
				if e, err := f.Editor.Load(bad); err == nil && e.Check() == nil {
					continue // it makes sense after all
				}
			}
			junk := slices.Clone(answer)
			junk[i] = bad
			all = append(all, junk)
		}
	}
	return all
}

// checkAsk asks for fields that are nobody's to ask.
func (w *walk) checkAsk() {
	all := w.look.all()
	for _, id := range slices.Sorted(maps.Keys(all)) {
		p := all[id]
		for _, seat := range append(w.look.viewers(), games.Seat(w.setup.Players), 127, -128) {
			if seat >= 0 && int(seat) < w.setup.Players {
				if own, ok := w.look.prompt(seat, p.ID); ok && own.Mine {
					for _, junk := range []games.Answer{{"no such choice"}, {""}, {"\xff", "+"}, slices.Repeat(games.Answer{"a"}, 100)} {
						_, _, err := w.state().Ask(seat, p.ID, junk)
						w.refusal("forged", err)
					}
					continue
				}
			}
			if _, _, err := w.state().Ask(seat, p.ID, nil); w.refusal("forged", err) == nil {
				w.fail("forged", "seat %d can ask the fields of prompt %d (%s), which is not for it to answer", seat, p.ID, p.Kind)
			}
		}
	}
	if _, _, err := w.state().Ask(0, w.ids.max+1, nil); w.refusal("forged", err) == nil {
		w.fail("forged", "the fields of a prompt that never was can be asked")
	}
}

// checkOrder sends picks in another order than the field's: refused, or the same as in order.
func (w *walk) checkOrder() {
	for _, t := range w.look.turns() {
		for _, answer := range grow(games.AskOf(w.state(), t.seat, t.prompt.ID), w.rng, 3).answers {
			for i, element := range answer {
				ids := games.Split(element)
				f, ok, err := w.state().Ask(t.seat, t.prompt.ID, answer[:i])
				if len(ids) < 2 || err != nil || !ok || f.Editor != nil {
					continue
				}
				slices.Reverse(ids)
				turned := slices.Clone(answer)
				turned[i] = games.Join(ids...)
				a, _, err := w.state().Apply(games.Reply(t.seat, t.prompt.ID, answer...))
				b, _, other := w.state().Apply(games.Reply(t.seat, t.prompt.ID, turned...))
				if w.refusal("forged", other) == nil && (err != nil || !bytes.Equal(a.Encode(), b.Encode())) {
					w.fail("forged", "%q is accepted and is not the same as %q", turned, answer)
				}
			}
		}
	}
}
