package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/locales"
)

// work is what somebody has on his bench when he presses something there.
type work struct {
	seat   games.Seat
	prompt games.PromptID
	draft  draft
	bench  *present.Bench
}

// bench returns the work of the person who pressed. Whoever has none there is told so.
func (t *table) bench(rep *reply, id present.ParsedID) (w work, ok bool) {
	if w.seat, ok = t.seat(rep); !ok {
		return w, false
	}
	if t.rec.Paused != nil {
		t.say(rep, t.words(rep).Say("table.paused"))
		return w, false
	}
	if w.prompt, ok = parsePrompt(id.Arg(1)); !ok {
		t.refuse(rep, games.Refuse(games.StalePrompt, ""))
		return w, false
	}
	p, _ := games.PromptFor(t.rec.state, w.seat, w.prompt)
	p.ID = w.prompt
	w.draft = t.moment().begun(w.seat, p)
	f, more, err := t.rec.state.Ask(w.seat, w.prompt, w.draft.SoFar)
	switch {
	case err != nil:
		t.refuse(rep, err)
		return w, false
	case !more || f.Editor == nil: // he has gone back meanwhile
		t.refuse(rep, games.Refuse(games.StalePrompt, ""))
		return w, false
	}
	w.bench = w.draft.bench(f)
	return w, true
}

// fresh reports whether a press was on the bench as it is; if not it shows how it is.
func (t *table) fresh(rep *reply, w work, mark string) bool {
	if mark == w.bench.Mark {
		return true
	}
	t.openPanel(rep, w.seat, t.words(rep).Say("table.bench.changed"))
	return false
}

// keep keeps a step of somebody's work and shows it to him: nothing public moves.
func (t *table) keep(ctx context.Context, rep *reply, w work, d draft) {
	if err := t.putDraft(ctx, w.seat, w.prompt, d); err != nil {
		t.hiccup(rep, err)
		return
	}
	t.openPanel(rep, w.seat)
}

// pressEdit picks the next part of an operation of an editor, carries it out when it is complete, or takes picks back.
func (t *table) pressEdit(ctx context.Context, rep *reply, id present.ParsedID) {
	w, ok := t.bench(rep, id)
	if !ok || !t.fresh(rep, w, id.Arg(2)) {
		return
	}
	op, held, ok := operation(w.bench, id, rep.i.Values)
	if !ok {
		t.refuse(rep, games.Refuse(games.BadChoice, ""))
		return
	}
	_, more, err := w.bench.Editor.Ask(op)
	switch {
	case err != nil:
		t.refuse(rep, err)
		return
	case more || held:
		w.draft.Op = op
		t.keep(ctx, rep, w, w.draft)
		return
	}
	next, err := w.bench.Editor.Do(op)
	if err != nil {
		t.refuse(rep, err)
		return
	}
	t.keep(ctx, rep, w, w.draft.edited(next.Draft()))
}

// operation is what a press makes of the half-picked operation. Its arguments are how many elements of that stay, and
// more elements: present.Same(i) is the i-th of it once more; present.Part(k) is the k-th part of a long list, whose
// picks are held until the person goes on; present.Menu only tells menus apart; the values of a select are the last one.
func operation(b *present.Bench, id present.ParsedID, values []string) (op games.Answer, held, ok bool) {
	n, err := strconv.Atoi(id.Arg(3))
	if err != nil || n < 0 || n > len(b.Op) {
		return nil, false, false
	}
	op = slices.Clone(b.Op[:n])
	for _, arg := range id.Args(4) {
		if present.IsMenu(arg) {
			continue
		}
		if i, ok := present.IsSame(arg); ok {
			if i >= len(b.Op) {
				return nil, false, false
			}
			arg = b.Op[i]
		} else if k, ok := present.IsPart(arg); ok {
			arg, ok = merged(b, op, k, values)
			if held, values = true, nil; !ok {
				return nil, false, false
			}
			if arg == "" { // nothing is picked any more
				return op, true, true
			}
		}
		op = append(op, arg)
	}
	if len(values) > 0 {
		op = append(op, pick(b.Editor.Ask, op, values))
	}
	return op, held, true
}

// merged is the element of a field of which the k-th part has been picked anew.
func merged(b *present.Bench, op games.Answer, k int, values []string) (element string, ok bool) {
	f, more, err := b.Editor.Ask(op)
	if err != nil || !more {
		return "", false
	}
	part := present.PartOf(f.Choices, k)
	var all []string
	if len(b.Op) > len(op) && slices.Equal(b.Op[:len(op)], op) {
		all = slices.DeleteFunc(games.Split(b.Op[len(op)]), func(id string) bool {
			return slices.ContainsFunc(part, func(c games.Choice) bool { return c.ID == id })
		})
	}
	return pick(b.Editor.Ask, op, append(all, values...)), true
}

// textField is the custom id of the field in which a draft is written.
const textField = "text"

// pressWrite opens the form in which a draft is written; sent in, its text becomes the draft.
func (t *table) pressWrite(ctx context.Context, rep *reply, id present.ParsedID) {
	w, ok := t.bench(rep, id)
	if !ok {
		return
	}
	words := t.words(rep)
	if rep.i.Kind != discord.ModalSubmit {
		form := present.Write(t.moment().scene(w.seat, words), present.ID(present.VerbWrite, string(t.id), id.Arg(1)), textField)
		t.bot.serve(rep, func(ctx context.Context) {
			if err := rep.form(ctx, form); err != nil {
				t.hiccup(rep, err)
			}
		})
		return
	}
	text := rep.i.Fields[textField]
	next, err := w.bench.Editor.Parse(text)
	if err != nil {
		t.refuseText(rep, words, err, text)
		return
	}
	t.keep(ctx, rep, w, w.draft.edited(next.Draft()))
}

// quoteMost is how many characters of a refused text are given back, to be corrected.
const quoteMost = 1500

// refuseText says what is wrong with a text and gives it back: the form has forgotten it.
func (t *table) refuseText(rep *reply, w *locales.Words, err error, text string) {
	r, ok := err.(*games.Refusal)
	runes := []rune(strings.TrimSpace(strings.ReplaceAll(text, "`", "'")))
	if !ok || len(runes) == 0 || len(runes) > quoteMost {
		t.refuse(rep, err)
		return
	}
	m := t.moment()
	t.say(rep, present.Refusal(w, m.game.Screen, m.seats(), r), w.Say("table.bench.yours"), "```\n"+string(runes)+"\n```")
}

// pressSubmit answers with the draft as it stands.
func (t *table) pressSubmit(ctx context.Context, rep *reply, id present.ParsedID) {
	w, ok := t.bench(rep, id)
	if !ok || !t.fresh(rep, w, id.Arg(2)) {
		return
	}
	t.answer(ctx, rep, w.seat, w.prompt, append(slices.Clone(w.draft.SoFar), w.bench.Editor.Final()))
}
