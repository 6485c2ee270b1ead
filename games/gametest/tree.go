package gametest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"

	"kumpas/games"
)

// The most fields that a prompt asks one after the other.
const mostFields = 32

func seeded(seed uint64) games.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// A tree is what a prompt offers: fields with the answers that lead to them, and complete answers.
// It holds everything while that is little, else a sample.
type tree struct {
	fields  []asked
	answers []games.Answer
	err     error // what could be built and was not accepted
}

// asked is a field and the answers that led to it.
type asked struct {
	sofar games.Answer
	field games.Field
}

// grow asks a prompt through, for about most complete answers.
func grow(ask games.Ask, rng games.Rand, most int) *tree {
	t := &tree{}
	t.grow(ask, nil, rng, most)
	return t
}

func (t *tree) grow(ask games.Ask, sofar games.Answer, rng games.Rand, most int) {
	f, ok, err := ask(slices.Clone(sofar))
	switch {
	case err != nil:
		t.err = fmt.Errorf("after %q: %w", []string(sofar), err)
		return
	case !ok:
		t.answers = append(t.answers, sofar)
		return
	case len(sofar) >= mostFields:
		t.err = fmt.Errorf("%d answers and still not complete", len(sofar))
		return
	}
	t.fields = append(t.fields, asked{sofar, f})
	elements := elementsOf(f, rng, most)
	if len(elements) == 0 {
		t.err = fmt.Errorf("after %q the field %s offers nothing that can be picked", []string(sofar), f.Kind)
	}
	for i, e := range elements {
		share := max(1, most/(len(elements)-i))
		have := len(t.answers)
		t.grow(ask, append(slices.Clone(sofar), e), rng, share)
		most = max(1, most-(len(t.answers)-have))
	}
}

// elementsOf returns what can be answered to a field, at most most of it, in random order. Of an open field these are
// drafts that can be submitted.
func elementsOf(f games.Field, rng games.Rand, most int) []string {
	var elements []string
	if f.Editor != nil {
		for _, draft := range f.Editor.Samples(rng) {
			if e, err := f.Editor.Load(draft); err == nil && e.Check() == nil && !slices.Contains(elements, draft) {
				elements = append(elements, draft)
			}
		}
		most = min(most, 4)
	} else {
		elements = picks(f, rng, most)
	}
	rng.Shuffle(len(elements), func(i, j int) { elements[i], elements[j] = elements[j], elements[i] })
	return elements[:min(len(elements), most)]
}

// picks returns what can be picked of a closed field.
func picks(f games.Field, rng games.Rand, most int) []string {
	free := free(f)
	if f.Min == 1 && f.Max == 1 {
		return free
	}
	var all []string
	if len(free) <= 6 {
		for set := range 1 << len(free) {
			var ids []string
			for i, id := range free {
				if set>>i&1 == 1 {
					ids = append(ids, id)
				}
			}
			if len(ids) >= f.Min && len(ids) <= f.Max {
				all = append(all, games.Join(ids...))
			}
		}
		return all
	}
	for range 2 * most {
		if e, ok := pick(f, rng); ok && !slices.Contains(all, e) {
			all = append(all, e)
		}
	}
	return all
}

// pick draws one element of a closed field.
func pick(f games.Field, rng games.Rand) (string, bool) {
	free := free(f)
	most := min(f.Max, len(free))
	if most < f.Min {
		return "", false
	}
	n := f.Min + rng.IntN(most-f.Min+1)
	chosen := rng.Perm(len(free))[:n]
	slices.Sort(chosen)
	ids := make([]string, n)
	for i, at := range chosen {
		ids[i] = free[at]
	}
	return games.Join(ids...), true
}

// free are the ids of the choices that can be picked.
func free(f games.Field) []string {
	var ids []string
	for _, c := range f.Choices {
		if c.Not == "" {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// legal reports whether an element can be the answer to a closed field.
func legal(f games.Field, element string) bool {
	last := -1
	ids := games.Split(element)
	for _, id := range ids {
		at := slices.IndexFunc(f.Choices, func(c games.Choice) bool { return c.ID == id && c.Not == "" })
		if at <= last {
			return false
		}
		last = at
	}
	return len(ids) >= f.Min && len(ids) <= f.Max
}

// plain is a field without its editor, and what the editor shows.
type plain struct {
	Kind     string
	Public   bool
	Choices  []games.Choice
	Min, Max int
	Editor   []any
}

func plainOf(f games.Field) plain {
	p := plain{Kind: f.Kind, Public: f.Public, Choices: f.Choices, Min: f.Min, Max: f.Max}
	if f.Editor != nil {
		p.Editor = sight(f.Editor)
	}
	return p
}

// sight is all that an editor shows of itself.
func sight(e games.Editor) []any {
	f, ok, err := e.Ask(nil)
	f.Editor = nil
	return []any{e.Draft(), e.View(), refusalOf(e.Check()), f, ok, refusalOf(err), e.Samples(seeded(1))}
}

// refusalOf makes refusals comparable; other errors are known by their text.
func refusalOf(err error) any {
	var r *games.Refusal
	if errors.As(err, &r) {
		return *r
	}
	if err != nil {
		return err.Error()
	}
	return nil
}

// differ tells what two trees of the same prompt differ in.
func (t *tree) differ(other *tree) string {
	for i := range min(len(t.fields), len(other.fields)) {
		a, b := t.fields[i], other.fields[i]
		if !slices.Equal(a.sofar, b.sofar) {
			break
		}
		if pa, pb := plainOf(a.field), plainOf(b.field); !reflect.DeepEqual(pa, pb) {
			return fmt.Sprintf("after %q the field %+v and %+v", []string(a.sofar), pa, pb)
		}
	}
	if !reflect.DeepEqual(t.answers, other.answers) {
		return fmt.Sprintf("the answers %.300q and %.300q", t.answers, other.answers)
	}
	if !reflect.DeepEqual(refusalOf(t.err), refusalOf(other.err)) {
		return fmt.Sprintf("asking gives %v and %v", t.err, other.err)
	}
	return ""
}
