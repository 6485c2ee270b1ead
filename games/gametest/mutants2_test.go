package gametest

import (
	"slices"
	"strings"
	"sync/atomic"

	"kumpas/games"
)

// moreMutants are wrong in prompts, system actions, bytes, drafts and the computer player.
func moreMutants() []*mutant {
	var watched atomic.Pointer[toyState] // what a peeking player looks at
	var asked int
	return []*mutant{
		// Prompts.
		{name: "a prompt gets a new id when one of several seats answers", want: "ids", says: "replaced", after: func(old, s *toyState, a games.Action, events []games.Event) []games.Event {
			if old.AskID == s.AskID && a.Prompt == old.AskID && s.Phase == old.Phase {
				s.Last++
				s.AskID = s.Last
			}
			return events
		}},
		{name: "an id is used again", want: "ids", after: func(old, s *toyState, _ games.Action, events []games.Event) []games.Event {
			if old.AskID != s.AskID {
				s.AskID = 3
			}
			return events
		}},
		{name: "ids go down", want: "ids", after: func(old, s *toyState, _ games.Action, events []games.Event) []games.Event {
			if old.AskID != s.AskID {
				s.AskID = 1<<20 - s.Last
			}
			return events
		}},
		{name: "an answered seat is still awaited", want: "awaited", says: "still awaits", after: func(old, s *toyState, a games.Action, events []games.Event) []games.Event {
			if s.Phase == "window" && a.Prompt == old.AskID {
				s.Wanted = old.Wanted
			}
			return events
		}},
		{name: "one answer stands for all", want: "awaited", says: "had not answered", after: func(old, s *toyState, a games.Action, events []games.Event) []games.Event {
			if s.Phase == "window" && a.Prompt == old.AskID && s.Wanted.Count() > 1 {
				for seat := range s.Wanted.All() {
					s.Wanted = games.SeatsOf(seat)
				}
			}
			return events
		}},
		{name: "an answer does not show to its author", want: "awaited", says: "Given", prompts: func(_ *toyState, _ games.Seat, ps []games.Prompt) []games.Prompt {
			for i := range ps {
				ps[i].Given = nil
			}
			return ps
		}},
		{name: "viewers see different kinds", want: "prompts", prompts: func(_ *toyState, v games.Seat, ps []games.Prompt) []games.Prompt {
			for i := range ps {
				if ps[i].Awaited.Has(v) {
					ps[i].Kind = "your_" + ps[i].Kind
				}
			}
			return ps
		}},
		{name: "who is not awaited does not see the prompt", want: "prompts", prompts: func(_ *toyState, v games.Seat, ps []games.Prompt) []games.Prompt {
			return slices.DeleteFunc(ps, func(p games.Prompt) bool { return v >= 0 && p.Kind == "discard" && !p.Mine })
		}},
		{name: "a choice has two ids", want: "prompts", says: "twice", ask: func(_ *toyState, _ games.Seat, _ games.Answer, f *games.Field) {
			if f.Kind == "end" {
				f.Choices = append(f.Choices, f.Choices[0])
			}
		}},
		{name: "a class has no time", want: "prompts", says: "Seconds", info: func(i *games.Info) { delete(i.Seconds, games.ClassVote) }},

		// The system.
		{name: "a time-out does nothing", want: "timeout", says: "changes nothing", apply: func(s *toyState, a games.Action) (*toyState, []games.Event, error) {
			if a.Kind == games.ActTimeout && a.Prompt == s.AskID && s.Phase == "window" {
				return s, nil, nil
			}
			return nil, nil, nil
		}},
		{name: "a draft counts that should not", want: "timeout", says: "trade", apply: func(s *toyState, a games.Action) (*toyState, []games.Event, error) {
			if a.Kind == games.ActTimeout && len(a.Answer) == 2 && a.Answer[0] == "trade" {
				if next, events, err := s.Apply(games.Reply(s.Turn, a.Prompt, a.Answer...)); err == nil {
					return next.(*toyState), events, nil
				}
			}
			return nil, nil, nil
		}},
		{name: "a time-out stands for one seat only", want: "timeout", says: "still awaits", apply: func(s *toyState, a games.Action) (*toyState, []games.Event, error) {
			if a.Kind == games.ActTimeout && a.Prompt == s.AskID && s.Phase == "window" && s.Wanted.Count() > 1 {
				next := s.clone()
				for seat := range s.Wanted.All() {
					next.Wanted = games.SeatsOf(seat)
				}
				return next, nil, nil
			}
			return nil, nil, nil
		}},
		{name: "a time-out is refused", playouts: 60, want: "timeout", apply: func(s *toyState, a games.Action) (*toyState, []games.Event, error) {
			if a.Kind == games.ActTimeout && s.Phase == "discard" && a.Prompt == s.AskID && s.End == nil {
				return nil, nil, games.Refuse(games.BadChoice, "")
			}
			return nil, nil, nil
		}},
		{name: "waiting changes something", want: "timeout", says: "waiting", after: func(_, s *toyState, a games.Action, events []games.Event) []games.Event {
			if a.Kind == games.ActTimeout && s.Phase == "vote" && s.Wait {
				s.Last++
			}
			return events
		}},
		{name: "nobody is told what was drawn at random", playouts: 60, want: "timeout", says: "no event", after: func(old, _ *toyState, a games.Action, events []games.Event) []games.Event {
			if a.Kind == games.ActTimeout && old.Phase == "discard" {
				return nil
			}
			return events
		}},
		{name: "the acting seat cannot leave", want: "leave", apply: func(s *toyState, a games.Action) (*toyState, []games.Event, error) {
			if a.Kind == games.ActLeave && a.Seat == s.Turn && s.Phase == "window" && s.End == nil {
				return nil, nil, games.Refuse(games.BadChoice, "")
			}
			return nil, nil, nil
		}},
		{name: "a seat that has left is still awaited", want: "leave", blind: true, after: func(old, s *toyState, a games.Action, events []games.Event) []games.Event {
			if a.Kind == games.ActLeave && s.Phase == "window" && s.End == nil && s.AskID == old.AskID {
				s.Wanted = old.Wanted
			}
			return events
		}},
		{name: "a void game has a winner", want: "void", after: func(_, s *toyState, a games.Action, events []games.Event) []games.Event {
			if a.Kind == games.ActVoid {
				s.End.Winners = 1
			}
			return events
		}},
		{name: "winners have lost", want: "outcome", after: func(_, s *toyState, _ games.Action, events []games.Event) []games.Event {
			if s.End != nil && s.End.Winners != 0 {
				s.End.Winners = games.FirstSeats(len(s.Seats))
			}
			return events
		}},
		{name: "one can leave after the end", want: "over", apply: func(s *toyState, a games.Action) (*toyState, []games.Event, error) {
			if s.End != nil && a.Kind == games.ActLeave {
				return s, nil, nil
			}
			return nil, nil, nil
		}},
		{name: "after the end a prompt is stale", want: "over", refused: func(r *games.Refusal) error {
			if r.Code == games.GameOver {
				r.Code = games.StalePrompt
			}
			return r
		}},

		// Events, setups, bytes.
		{name: "an event is about nobody's seat", want: "events", after: func(_, s *toyState, _ games.Action, events []games.Event) []games.Event {
			for i := range events {
				events[i].Other = games.Seat(len(s.Seats))
			}
			return events
		}},
		{name: "an event is for a seat that is none", want: "events", after: func(_, _ *toyState, _ games.Action, events []games.Event) []games.Event {
			for i := range events {
				events[i].To = 1 << 9
			}
			return events
		}},
		{name: "the game has no bound", want: "info", info: func(i *games.Info) { i.Bound = 0 }},
		{name: "New takes any options", want: "setups", start: func(s *games.Setup) { s.Options = nil }},
		{name: "the seed does nothing", want: "setups", says: "seed", start: func(s *games.Setup) { s.Seed = [32]byte{} }},
		{name: "Decode loses a field", want: "encode", decode: func(s *toyState) { s.Said = 0 }},
		{name: "Decode reads a newer version", want: "encode", says: "version 2", ageless: true},
		{name: "Decode believes everything", want: "damaged", says: "panic", blind: true},
		{name: "Decode quotes what it has read", want: "damaged", says: "quotes", loud: true},

		// The computer player and the editor.
		{name: "the computer player peeks", want: "choose", says: "twin", view: func(s *toyState, _ games.Seat, _ *toyView) {
			watched.Store(s)
		}, choose: func(_ *toyView, p games.Prompt, answer games.Answer) games.Answer {
			if p.Kind == "window" && watched.Load().bluff() {
				return games.Answer{"doubt"}
			}
			return answer
		}},
		{name: "the computer player has a mind of its own", want: "choose", says: "answers prompt", choose: func(_ *toyView, p games.Prompt, answer games.Answer) games.Answer {
			if asked++; p.Kind == "vote" {
				return games.Answer{[]string{"yes", "no"}[asked%2]}
			}
			return answer
		}},
		{name: "the computer player answers what it may not", playouts: 30, want: "choose", choose: func(_ *toyView, p games.Prompt, answer games.Answer) games.Answer {
			if p.Kind == "window" {
				return games.Answer{"pass"}
			}
			return answer
		}},
		{name: "a draft passes its check and is refused", want: "editor", says: "Apply gives", ask: func(_ *toyState, _ games.Seat, _ games.Answer, f *games.Field) {
			if f.Editor != nil {
				f.Editor = lyingDraft{f.Editor}
			}
		}},
		{name: "an old draft cannot be loaded", want: "editor", says: "older", ask: func(_ *toyState, _ games.Seat, _ games.Answer, f *games.Field) {
			if f.Editor != nil {
				f.Editor = strictDraft{f.Editor}
			}
		}},
		{name: "the final draft is another one", want: "editor", says: "gives", ask: func(_ *toyState, _ games.Seat, _ games.Answer, f *games.Field) {
			if f.Editor != nil {
				f.Editor = halfDraft{f.Editor}
			}
		}},
		{name: "the final draft can be shortened further", want: "editor", says: "when it is loaded", ask: func(_ *toyState, _ games.Seat, _ games.Answer, f *games.Field) {
			if f.Editor != nil {
				f.Editor = halfDraft{f.Editor}
			}
		}},
		{name: "an operation changes the old draft", want: "editor", says: "the old draft", ask: func(_ *toyState, _ games.Seat, _ games.Answer, f *games.Field) {
			if f.Editor != nil {
				f.Editor = &ownDraft{f.Editor}
			}
		}},
	}
}

// lyingDraft gives another reason than Apply does.
type lyingDraft struct{ games.Editor }

func (d lyingDraft) Load(draft string) (games.Editor, error) {
	e, err := d.Editor.Load(draft)
	if err != nil {
		return nil, err
	}
	return lyingDraft{e}, nil
}

func (d lyingDraft) Check() error {
	if d.Editor.Check() != nil {
		return games.Refuse("unreadable", "")
	}
	return nil
}

// strictDraft loads only what makes sense as it is.
type strictDraft struct{ games.Editor }

func (d strictDraft) Load(draft string) (games.Editor, error) {
	e, err := d.Editor.Load(draft)
	if err == nil && e.Draft() != draft {
		err = games.Refuse("unreadable", "")
	}
	if err != nil {
		return nil, err
	}
	return strictDraft{e}, nil
}

// halfDraft forgets the last card in the end.
type halfDraft struct{ games.Editor }

func (d halfDraft) Load(draft string) (games.Editor, error) {
	e, err := d.Editor.Load(draft)
	if err != nil {
		return nil, err
	}
	return halfDraft{e}, nil
}

func (d halfDraft) Final() string {
	draft := d.Draft()
	return draft[:max(0, strings.LastIndexByte(draft, '.'))]
}

// ownDraft keeps one draft for all.
type ownDraft struct{ games.Editor }

func (d *ownDraft) Do(op games.Answer) (games.Editor, error) {
	e, err := d.Editor.Do(op)
	if err != nil {
		return nil, err
	}
	d.Editor = e
	return &ownDraft{e}, nil
}
