package gametest

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode"

	"kumpas/games"
)

// checkDamaged reads damaged bytes. What can be read all the same must work without a panic; what cannot gives an error that quotes
// nothing: it may be logged.
func (w *walk) checkDamaged() {
	content := contentOf(w.bytes)
	for range 6 {
		data := w.damage()
		w.did("damaged")
		ok := w.try("damaged", func() {
			state, err := w.g.Decode(slices.Clone(data))
			if err == nil && state == nil {
				w.fail("damaged", "neither state nor error")
			}
			if err == nil && state != nil {
				w.probe(state, 6)
			}
			if err != nil {
				if at := slices.IndexFunc(wordsOf(err.Error()), func(word string) bool { return content[word] }); at >= 0 {
					w.fail("damaged", "the error quotes what the state holds: %v", err)
				}
			}
		})
		if !ok {
			w.fail("damaged", "the bytes were %.3000q", data)
		}
	}
}

// contentOf are the words of all texts in a state, and of those that edit puts there.
func contentOf(data []byte) map[string]bool {
	content := map[string]bool{"zz": true, "70000": true}
	var note func(node any)
	note = func(node any) {
		switch n := node.(type) {
		case string:
			for _, word := range wordsOf(n) {
				content[word] = content[word] || len(word) > 1
			}
		case []any:
			for _, x := range n {
				note(x)
			}
		case map[string]any:
			for _, x := range n {
				note(x)
			}
		}
	}
	_, body, _ := bytes.Cut(data, []byte{' '})
	var tree any
	if json.Unmarshal(body, &tree) == nil {
		note(tree)
	}
	return content
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// damage returns the state's bytes with something wrong.
func (w *walk) damage() []byte {
	data := slices.Clone(w.bytes)
	switch w.rng.IntN(8) {
	case 0:
		return data[:w.rng.IntN(len(data))]
	case 1:
		for range 1 + w.rng.IntN(3) {
			data[w.rng.IntN(len(data))] ^= 1 << w.rng.IntN(8)
		}
		return data
	case 2:
		data[w.rng.IntN(len(data))] = "0123456789-\"[]{},:"[w.rng.IntN(18)]
		return data
	}
	head, body, _ := bytes.Cut(data, []byte{' '})
	var tree any
	if json.Unmarshal(body, &tree) != nil {
		return data[:len(data)/2]
	}
	for range 1 + w.rng.IntN(2) {
		tree = w.edit(tree)
	}
	body, err := json.Marshal(tree)
	if err != nil {
		return nil
	}
	return slices.Concat(head, []byte{' '}, body)
}

// edit changes one place of a JSON tree.
func (w *walk) edit(node any) any {
	if w.rng.IntN(4) > 0 {
		switch n := node.(type) {
		case map[string]any:
			if len(n) == 0 {
				break
			}
			key := slices.Sorted(maps.Keys(n))[w.rng.IntN(len(n))]
			if w.rng.IntN(12) == 0 {
				delete(n, key)
				return n
			}
			n[key] = w.edit(n[key])
			return n
		case []any:
			if len(n) == 0 {
				break
			}
			i := w.rng.IntN(len(n))
			switch w.rng.IntN(8) {
			case 0:
				return append(n, n[i])
			case 1:
				return slices.Delete(n, i, i+1)
			}
			n[i] = w.edit(n[i])
			return n
		}
	}
	others := []any{nil, true, 0, -1, 1, 2, 7, 100, 255, 256, 70000, -129, 1.5, "", "zz", []any{}, map[string]any{}, []any{0}, []any{nil}}
	if x, ok := node.(float64); ok && w.rng.IntN(2) == 0 {
		return x + float64(w.rng.IntN(7)-3)
	}
	return others[w.rng.IntN(len(others))]
}

// probe uses a state in every way, for the sake of panics alone, and goes on for some steps.
func (w *walk) probe(s games.State, steps int) {
	for range steps {
		s.Encode()
		seats := min(len(s.Seating()), games.MaxSeats)
		l := lookAt(s, seats)
		for _, v := range l.viewers() {
			s.View(v)
		}
		if s.Outcome() != nil {
			return
		}
		var next []games.State
		try := func(a games.Action) {
			if after, _, err := s.Apply(a); err == nil && after != nil {
				next = append(next, after)
			}
		}
		for _, t := range l.turns() {
			for _, answer := range grow(games.AskOf(s, t.seat, t.prompt.ID), w.rng, 4).answers {
				try(games.Reply(t.seat, t.prompt.ID, answer...))
			}
			try(games.Reply(t.seat, t.prompt.ID, "no such choice"))
			try(games.Timeout(t.prompt.ID))
		}
		for seat := range games.FirstSeats(seats).All() {
			try(games.Leave(seat))
		}
		try(games.Void())
		if len(next) == 0 {
			return
		}
		s = next[w.rng.IntN(len(next))]
	}
}
