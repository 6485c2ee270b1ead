package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/store"
)

// drafts is the unfinished work of one seat, by prompt. It is never changed: each step makes a new one.
type drafts map[games.PromptID]draft

// draft is the beginning of an answer to a prompt.
type draft struct {
	SoFar games.Answer `json:"sofar,omitempty"`
	// Open is how much of it was picked on the board. The rest was picked in private and stands nowhere else.
	Open int `json:"open,omitempty"`
	// Edits holds the drafts of the editors behind open fields, by the answer that led there: whoever looks at something
	// else finds his work again.
	Edits map[string]string `json:"edits,omitempty"`
	// Op is the operation that is half picked in the editor behind SoFar.
	Op games.Answer `json:"op,omitempty"`
}

func (d draft) empty() bool { return len(d.SoFar) == 0 && len(d.Edits) == 0 }

// at is the draft with another answer so far. Editors keep their drafts.
func (d draft) at(sofar games.Answer) draft {
	if !slices.Equal(sofar, d.SoFar) {
		d.Op = nil
	}
	open := 0
	for open < min(d.Open, len(sofar)) && sofar[open] == d.SoFar[open] {
		open++
	}
	d.SoFar, d.Open = sofar, open
	return d
}

// onBoard is what of the answer so far may stand on the board.
func (d draft) onBoard() games.Answer { return d.SoFar[:min(d.Open, len(d.SoFar))] }

// edited is the draft with other work in the editor behind its answer so far.
func (d draft) edited(text string) draft {
	d.Edits, d.Op = maps.Clone(d.Edits), nil
	if d.Edits == nil {
		d.Edits = map[string]string{}
	}
	d.Edits[d.place()] = text
	return d
}

func (d draft) place() string { return strings.Join(d.SoFar, " ") }

// begun is a seat's draft for a prompt, begun where its game begins in the panel.
func (m moment) begun(seat games.Seat, p games.Prompt) draft {
	d := m.drafts[seat][p.ID]
	if own, ok := m.game.Screen.(present.Ahead); ok && len(d.SoFar) == 0 {
		path := own.Ahead(p.Kind)
		if f, ok, err := m.rec.state.Ask(seat, p.ID, path); err == nil && ok && f.Editor != nil {
			d = d.at(path)
		}
	}
	return d
}

// editor opens the editor behind an open field with what the draft holds of it. What makes no sense any more is gone.
func (d draft) editor(f games.Field) (games.Editor, error) {
	text, ok := d.Edits[d.place()]
	if !ok {
		return f.Editor, nil
	}
	return f.Editor.Load(text)
}

// bench is the editor behind an open field as present shows it, with the operation that is half picked.
func (d draft) bench(f games.Field) *present.Bench {
	e, err := d.editor(f)
	if err != nil {
		e = f.Editor
	}
	b := &present.Bench{Editor: e, Op: d.Op}
	field, ok, err := e.Ask(d.Op)
	if err != nil { // it no longer fits
		b.Op = nil
		field, ok, _ = e.Ask(nil)
	}
	if ok {
		b.Field = field
	}
	b.Mark = markOf(b)
	return b
}

// markOf tells what is on a bench from what was: a press on another one could mean something else.
func markOf(b *present.Bench) string {
	h := fnv.New32a()
	if err := json.NewEncoder(h).Encode([]any{b.Editor.View(), b.Op}); err != nil {
		panic("bot: a draft's view that cannot be written: " + err.Error()) // views are plain data
	}
	return fmt.Sprintf("%08x", h.Sum32())
}

func (t *table) loadDrafts(ctx context.Context, rec *record) (map[games.Seat]drafts, error) {
	all := map[games.Seat]drafts{}
	for seat := range rec.Seating {
		data, err := t.bot.store.Draft(ctx, t.id, draftKey(games.Seat(seat)))
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		var d drafts
		if json.Unmarshal(data, &d) == nil {
			all[games.Seat(seat)] = d
		}
	}
	return all, nil
}

// putDraft keeps the beginning of a seat's answer; an empty one is forgotten. After an error the table reloads itself before its next step.
func (t *table) putDraft(ctx context.Context, seat games.Seat, prompt games.PromptID, d draft) error {
	next := maps.Clone(t.drafts[seat])
	if next == nil {
		next = drafts{}
	}
	if next[prompt] = d; d.empty() {
		delete(next, prompt)
	}
	if err := t.bot.store.PutDraft(ctx, t.id, draftKey(seat), next.encode()); err != nil {
		t.doubt() // it may be on disk all the same
		return err
	}
	t.drafts[seat] = next
	return nil
}

// encode writes the drafts; nil if there are none.
func (d drafts) encode() []byte {
	if len(d) == 0 {
		return nil
	}
	data, err := json.Marshal(d)
	if err != nil {
		panic("bot: drafts that cannot be written: " + err.Error()) // drafts are plain data
	}
	return data
}

// draftsLeft are, for each seat that loses drafts by the step to next, those that it keeps: lost are drafts of prompts that next no
// longer has, and the one that a has completed.
func (t *table) draftsLeft(next *record, a games.Action) map[games.Seat]drafts {
	var changed map[games.Seat]drafts
	for seat, all := range t.drafts {
		left := maps.Clone(all)
		maps.DeleteFunc(left, func(id games.PromptID, _ draft) bool {
			_, ok := games.PromptFor(next.state, seat, id)
			return !ok || a.Kind == games.ActReply && a.Seat == seat && a.Prompt == id
		})
		if len(left) < len(all) {
			if changed == nil {
				changed = map[games.Seat]drafts{}
			}
			changed[seat] = left
		}
	}
	return changed
}

// expiry ends the time of a prompt. It takes the draft along where that counts.
func (t *table) expiry(id games.PromptID) games.Action {
	a := games.Timeout(id)
	p, _ := games.PromptFor(t.rec.state, games.Nobody, id)
	if !p.Timeout.Draft {
		return a
	}
	for seat := range p.Awaited.All() {
		d := t.drafts[seat][id]
		f, ok, err := t.rec.state.Ask(seat, id, d.SoFar)
		if err != nil || !ok || f.Editor == nil || p.Awaited.Count() > 1 {
			continue
		}
		if e, err := d.editor(f); err == nil {
			a.Answer = append(slices.Clone(d.SoFar), e.Final())
		}
	}
	return a
}

func draftKey(seat games.Seat) string { return fmt.Sprintf("seat%d", seat) }
