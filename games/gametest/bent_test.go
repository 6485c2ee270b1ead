package gametest

import (
	"bytes"
	"fmt"
	"slices"

	"kumpas/games"
)

// A mutant is the toy with something wrong. What is nil is as in the toy.
type mutant struct {
	toy
	name string
	want string // the check that must find it
	says string // what its finding must name

	playouts int // how many it takes, 8 if that is enough

	info    func(*games.Info)
	start   func(*games.Setup)
	apply   func(*toyState, games.Action) (*toyState, []games.Event, error) // replaces Apply; a nil state asks for the toy's
	after   func(old, next *toyState, a games.Action, events []games.Event) []games.Event
	refused func(*games.Refusal) error
	prompts func(*toyState, games.Seat, []games.Prompt) []games.Prompt
	ask     func(*toyState, games.Seat, games.Answer, *games.Field)
	view    func(*toyState, games.Seat, *toyView)
	living  func(*toyState, games.Seats) games.Seats
	decode  func(*toyState)
	blind   bool // Decode checks nothing
	loud    bool // Decode says what it has read
	ageless bool // Decode reads every version
	choose  func(*toyView, games.Prompt, games.Answer) games.Answer
	redeal  func(s, twin *toyState, v games.Seat)
	hidden  func(map[string]string)
}

// bent is a state of a mutant.
type bent struct {
	*toyState
	m *mutant
}

func (m *mutant) Info() games.Info {
	i := m.toy.Info()
	if m.info != nil {
		m.info(&i)
	}
	return i
}

func (m *mutant) New(setup games.Setup) (games.State, []games.Event, error) {
	if m.start != nil {
		m.start(&setup)
	}
	s, events, err := m.toy.New(setup)
	if err != nil {
		return nil, nil, err
	}
	return bent{s.(*toyState), m}, events, nil
}

func (m *mutant) Decode(data []byte) (games.State, error) {
	var s toyState
	if _, body, ok := bytes.Cut(data, []byte{' '}); ok && m.ageless {
		data = append([]byte("1 "), body...)
	}
	if err := games.Decode(1, data, &s, nil); err != nil {
		return nil, err
	}
	if !m.blind {
		if err := s.valid(); err != nil {
			if m.loud {
				err = fmt.Errorf("%w: %s", err, data)
			}
			return nil, err
		}
	}
	if m.decode != nil {
		m.decode(&s)
	}
	return bent{&s, m}, nil
}

func (b bent) Apply(a games.Action) (games.State, []games.Event, error) {
	if b.m.apply != nil {
		if next, events, err := b.m.apply(b.toyState, a); err != nil {
			return nil, nil, err
		} else if next != nil {
			return bent{next, b.m}, events, nil
		}
	}
	next, events, err := b.toyState.Apply(a)
	if err != nil {
		if r, ok := err.(*games.Refusal); ok && b.m.refused != nil {
			err = b.m.refused(r)
		}
		return nil, nil, err
	}
	if b.m.after != nil {
		events = b.m.after(b.toyState, next.(*toyState), a, events)
	}
	return bent{next.(*toyState), b.m}, events, nil
}

func (b bent) Prompts(buf []games.Prompt, v games.Seat) []games.Prompt {
	prompts := b.toyState.Prompts(nil, v)
	if b.m.prompts != nil && b.End == nil {
		prompts = b.m.prompts(b.toyState, v, prompts)
	}
	return append(buf, prompts...)
}

func (b bent) Ask(seat games.Seat, id games.PromptID, sofar games.Answer) (games.Field, bool, error) {
	f, more, err := b.toyState.Ask(seat, id, sofar)
	if b.m.ask != nil && err == nil && more {
		f.Choices = slices.Clone(f.Choices)
		b.m.ask(b.toyState, seat, sofar, &f)
	}
	return f, more, err
}

func (b bent) View(v games.Seat) games.View {
	view := b.toyState.View(v).(*toyView)
	if b.m.view != nil {
		b.m.view(b.toyState, v, view)
	}
	return view
}

func (b bent) Living() games.Seats {
	if b.m.living != nil {
		return b.m.living(b.toyState, b.toyState.Living())
	}
	return b.toyState.Living()
}

func (m *mutant) Choose(level string, view games.View, p games.Prompt, ask games.Ask, rng games.Rand) games.Answer {
	answer := m.toy.Choose(level, view, p, ask, rng)
	if m.choose != nil {
		answer = m.choose(view.(*toyView), p, answer)
	}
	return answer
}

func (m *mutant) Redeal(s games.State, v games.Seat, rng games.Rand) games.State {
	b := s.(bent)
	twin := m.toy.Redeal(b.toyState, v, rng).(*toyState)
	if m.redeal != nil {
		m.redeal(b.toyState, twin, v)
	}
	return bent{twin, m}
}

func (m *mutant) Hidden(s games.State, v games.Seat) map[string]string {
	items := m.toy.Hidden(s.(bent).toyState, v)
	if m.hidden != nil {
		m.hidden(items)
	}
	return items
}

func (m *mutant) Ledger(s games.State) map[string]int { return m.toy.Ledger(s.(bent).toyState) }

// rich reports whether the seat after seat holds a 3: a fact that it alone knows.
func (s *toyState) rich(seat games.Seat) bool {
	return slices.Contains(s.Hands[(int(seat)+1)%len(s.Hands)], 3)
}

// bluff reports whether the present claim is a bluff.
func (s *toyState) bluff() bool { return !slices.Contains(s.Hands[s.Turn], s.Claim) }

// has reports whether one of the events is of the kind.
func has(events []games.Event, kind string) bool {
	return slices.ContainsFunc(events, func(e games.Event) bool { return e.Kind == kind })
}
