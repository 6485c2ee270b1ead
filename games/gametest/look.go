package gametest

import (
	"encoding/json"
	"fmt"
	"reflect"

	"kumpas/games"
)

// A look is a state as all its viewers see its prompts.
type look struct {
	state games.State
	by    [games.MaxSeats + 1][]games.Prompt // by viewer + 1
	seats int
}

// A turn is a prompt that a seat may answer.
type turn struct {
	seat   games.Seat
	prompt games.Prompt
}

func (t turn) awaited() bool { return t.prompt.Awaited.Has(t.seat) && !t.prompt.Held }

func lookAt(s games.State, seats int) look {
	l := look{state: s, seats: seats}
	for v := games.Nobody; int(v) < seats; v++ {
		l.by[v+1] = s.Prompts(nil, v)
	}
	return l
}

func (l look) of(viewer games.Seat) []games.Prompt { return l.by[viewer+1] }

// public are the prompts as nobody in particular sees them: the awaited ones.
func (l look) public() []games.Prompt { return l.by[0] }

// prompt finds what viewer sees of a prompt.
func (l look) prompt(viewer games.Seat, id games.PromptID) (games.Prompt, bool) {
	for _, p := range l.of(viewer) {
		if p.ID == id {
			return p, true
		}
	}
	return games.Prompt{}, false
}

// all are the prompts that anybody sees, by id; of what everyone sees the public form.
func (l look) all() map[games.PromptID]games.Prompt {
	all := map[games.PromptID]games.Prompt{}
	for _, prompts := range l.by {
		for _, p := range prompts {
			if _, known := all[p.ID]; !known {
				p.Mine, p.Given = false, nil
				all[p.ID] = p
			}
		}
	}
	return all
}

// turns are all prompts that somebody may answer, by seat.
func (l look) turns() []turn {
	var turns []turn
	for seat := range games.FirstSeats(l.seats).All() {
		for _, p := range l.of(seat) {
			if p.Mine {
				turns = append(turns, turn{seat, p})
			}
		}
	}
	return turns
}

// viewers are the spectator and all seats.
func (l look) viewers() []games.Seat {
	viewers := []games.Seat{games.Nobody}
	for seat := range games.FirstSeats(l.seats).All() {
		viewers = append(viewers, seat)
	}
	return viewers
}

// differ tells what viewer could tell two states by, "" if nothing. If thorough, what stands behind the prompts is compared too,
// in a sample that seed selects.
func differ(a, b games.State, viewer games.Seat, seed uint64, thorough bool) string {
	if va, vb := a.View(viewer), b.View(viewer); thorough || !reflect.DeepEqual(va, vb) {
		if text := difference("view", va, vb); text != "" {
			return text
		}
	}
	if la, lb := a.Living(), b.Living(); la != lb {
		return fmt.Sprintf("the living seats %b and %b", la, lb)
	}
	pa, pb := a.Prompts(nil, viewer), b.Prompts(nil, viewer)
	if len(pa) != len(pb) {
		return fmt.Sprintf("%d prompts and %d: %+v and %+v", len(pa), len(pb), pa, pb)
	}
	for i := range pa {
		if !reflect.DeepEqual(pa[i], pb[i]) {
			return fmt.Sprintf("the prompt %+v and %+v", pa[i], pb[i])
		}
	}
	if !thorough {
		return ""
	}
	for _, p := range pa {
		if !p.Mine {
			continue
		}
		ta := grow(games.AskOf(a, viewer, p.ID), seeded(seed), 12)
		tb := grow(games.AskOf(b, viewer, p.ID), seeded(seed), 12)
		if text := ta.differ(tb); text != "" {
			return fmt.Sprintf("prompt %d (%s): %s", p.ID, p.Kind, text)
		}
	}
	return ""
}

// difference tells where two plain values differ, "" if nowhere.
func difference(what string, a, b any) string {
	same := reflect.DeepEqual(a, b)
	ja, err := json.Marshal(a)
	if err != nil {
		return fmt.Sprintf("the %s is no plain data: %v", what, err)
	}
	jb, err := json.Marshal(b)
	if err != nil {
		return fmt.Sprintf("the %s is no plain data: %v", what, err)
	}
	if text := differentBytes(ja, jb); text != "" {
		return fmt.Sprintf("the %s: %s", what, text)
	}
	if !same {
		return fmt.Sprintf("the %s, in what JSON does not show: %#v and %#v", what, a, b)
	}
	return ""
}

// differentBytes shows the surroundings of the first difference.
func differentBytes(a, b []byte) string {
	n := min(len(a), len(b))
	at := 0
	for at < n && a[at] == b[at] {
		at++
	}
	if at == n && len(a) == len(b) {
		return ""
	}
	from := max(0, at-60)
	return fmt.Sprintf("from byte %d: ...%s... and ...%s...", at, a[from:min(len(a), at+60)], b[from:min(len(b), at+60)])
}
