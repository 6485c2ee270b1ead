package gametest

import (
	"errors"
	"maps"
	"slices"

	"kumpas/games"
)

// mutants are wrong games, each with the check that must find it out.
func mutants() []*mutant {
	murmur := games.Event{Kind: "murmur", Seat: games.Nobody, Other: games.Nobody}
	var count byte // what a nondeterministic game has besides its state
	return []*mutant{
		// Leaks.
		{name: "a view shows another's card", want: "twin_state", says: "view", view: func(s *toyState, v games.Seat, view *toyView) {
			if s.rich(v) && s.Phase == "discard" {
				view.Round = 99
			}
		}},
		{name: "a view shows the sealed votes", want: "sealed", view: func(s *toyState, _ games.Seat, view *toyView) {
			for _, vote := range s.Votes {
				view.Vote += vote
			}
		}},
		{name: "who lives tells what another holds", want: "twin_state", says: "living", living: func(s *toyState, all games.Seats) games.Seats {
			for seat := range all.All() {
				if !s.Wanted.Has(seat) && s.Turn != seat && slices.Contains(s.Hands[seat], 3) {
					all = all.Without(seat)
				}
			}
			return all
		}},
		{name: "the living are not awaited", want: "prompts", says: "out of the game", living: func(s *toyState, all games.Seats) games.Seats {
			return all.Without(s.Turn)
		}},
		{name: "who has left lives on", want: "leave", says: "among the living", living: func(s *toyState, all games.Seats) games.Seats {
			return all | s.Gone
		}},
		{name: "an event shows a sealed vote", want: "sealed", after: func(_, _ *toyState, a games.Action, events []games.Event) []games.Event {
			for i := range events {
				if events[i].Kind == "has_voted" {
					events[i].What = a.Answer[0]
				}
			}
			return events
		}},
		{name: "a quiet answer is seen by others", want: "sealed", says: "can tell", prompts: func(s *toyState, _ games.Seat, prompts []games.Prompt) []games.Prompt {
			for i := range prompts {
				prompts[i].Quiet = prompts[i].Sealed
			}
			return prompts
		}},
		{name: "a quiet answer does not end the waiting even for its author", want: "awaited", says: "still awaits", prompts: func(s *toyState, _ games.Seat, prompts []games.Prompt) []games.Prompt {
			for i := range prompts {
				if prompts[i].Sealed {
					prompts[i].Quiet, prompts[i].Awaited = true, s.living()
				}
			}
			return prompts
		}},
		{name: "the number of choices tells what another holds", want: "twin_state", says: "the field", ask: func(s *toyState, seat games.Seat, _ games.Answer, f *games.Field) {
			if f.Kind == "react" && s.bluff() {
				f.Choices = f.Choices[1:]
			}
		}},
		{name: "the order of choices tells what another holds", want: "twin_state", says: "the field", ask: func(s *toyState, seat games.Seat, _ games.Answer, f *games.Field) {
			if f.Kind == "value" && s.rich(seat) {
				slices.Reverse(f.Choices)
			}
		}},
		{name: "a public field lists what its seat holds", want: "twin_public", says: "value", ask: func(s *toyState, seat games.Seat, sofar games.Answer, f *games.Field) {
			if f.Kind == "value" && len(sofar) == 1 && slices.Contains(s.Hands[seat], 3) {
				f.Choices = f.Choices[:2]
			}
		}},
		{name: "a pass depends on a hand", want: "twin_public", says: "pass", prompts: func(s *toyState, v games.Seat, ps []games.Prompt) []games.Prompt {
			for i, p := range ps {
				if p.Kind == "window" && p.Mine && slices.Contains(s.Hands[v], 3) {
					ps[i].Pass = nil
				}
			}
			return ps
		}},
		{name: "a prompt is there when another holds a card", want: "twin_state", says: "prompts", prompts: func(s *toyState, v games.Seat, ps []games.Prompt) []games.Prompt {
			return slices.DeleteFunc(ps, func(p games.Prompt) bool { return p.Kind == "boast" && s.rich(v) })
		}},
		{name: "the id of a prompt tells whether a claim is a bluff", want: "twin_state", says: "prompt", after: func(_, s *toyState, _ games.Action, events []games.Event) []games.Event {
			if has(events, "claimed") && s.bluff() {
				s.Last++
				s.AskID++
			}
			return events
		}},
		{name: "the default of a prompt tells whether a claim is a bluff", want: "twin_state", says: "prompt", prompts: func(s *toyState, _ games.Seat, ps []games.Prompt) []games.Prompt {
			for i, p := range ps {
				if p.Kind == "window" && s.bluff() {
					ps[i].Timeout.What = "doubt"
				}
			}
			return ps
		}},
		{name: "an event tells by being there", want: "twin_step", after: func(_, s *toyState, _ games.Action, events []games.Event) []games.Event {
			if has(events, "claimed") && s.bluff() {
				events = append(events, murmur)
			}
			return events
		}},
		{name: "the order of events tells", want: "twin_step", after: func(_, s *toyState, _ games.Action, events []games.Event) []games.Event {
			if !has(events, "claimed") {
				return events
			}
			if s.bluff() {
				return append(events, murmur)
			}
			return append([]games.Event{murmur}, events...)
		}},
		{name: "the audience of an event tells", want: "twin_step", after: func(_, s *toyState, _ games.Action, events []games.Event) []games.Event {
			if has(events, "claimed") {
				e := murmur
				if s.bluff() {
					e.To = games.FirstSeats(len(s.Seats))
				}
				events = append(events, e)
			}
			return events
		}},
		{name: "what is for the end is told at once", want: "twin_step", after: func(_, _ *toyState, _ games.Action, events []games.Event) []games.Event {
			for i := range events {
				events[i].AtEnd = false
			}
			return events
		}},
		{name: "the game ends by what nobody knows", want: "twin_step", says: "outcome", after: func(_, s *toyState, _ games.Action, events []games.Event) []games.Event {
			if has(events, "claimed") && s.bluff() {
				r := &toyRun{s: s}
				r.finish("bluffed")
			}
			return events
		}},
		{name: "a refusal tells what another holds", want: "twin_state", says: "gives", apply: func(s *toyState, a games.Action) (*toyState, []games.Event, error) {
			if _, _, err := s.Apply(a); err != nil && s.End == nil && s.living().Has(a.Seat) && s.rich(a.Seat) {
				return nil, nil, &games.Refusal{Code: games.BadChoice, N: 3}
			}
			return nil, nil, nil
		}},
		{name: "everything is declared as revealing", want: "twin_enough", info: func(i *games.Info) {
			i.Revealing = append(i.Revealing, "took", "claimed", "traded", "skipped", "boasted", "gained", "has_voted", "over")
		}},

		// Redeal.
		{name: "Redeal changes nothing", want: "hidden", redeal: func(s, twin *toyState, _ games.Seat) { *twin = *s.clone() }},
		{name: "Redeal forgets the deck", want: "hidden", says: "deck", redeal: func(s, twin *toyState, _ games.Seat) {
			*twin = *s.clone()
		}, hidden: func(items map[string]string) {
			maps.DeleteFunc(items, func(name, _ string) bool { return name != "deck" })
		}},
		{name: "Redeal forgets what seats do not know", want: "hidden", says: "from viewer 0", redeal: func(s, twin *toyState, v games.Seat) {
			if v >= 0 {
				*twin = *s.clone()
			}
		}},
		{name: "Redeal keeps one hand", want: "hidden", says: "hand of 1", redeal: func(s, twin *toyState, v games.Seat) {
			*twin = *s.clone()
			keeps := games.SeatsOf(v, 1)
			pool := slices.Clone(s.Deck)
			for i, h := range s.Hands {
				if !keeps.Has(games.Seat(i)) {
					pool = append(pool, h...)
				}
			}
			if len(pool) > 0 {
				pool = append(pool[1:], pool[0])
			}
			for i, h := range s.Hands {
				if !keeps.Has(games.Seat(i)) {
					twin.Hands[i], pool = slices.Sorted(slices.Values(pool[:len(h)])), pool[len(h):]
				}
			}
			twin.Deck = pool
		}},
		{name: "Redeal forgets the votes", want: "hidden", says: "votes", redeal: func(s, twin *toyState, _ games.Seat) { twin.Votes = slices.Clone(s.Votes) }},
		{name: "Redeal makes a card", want: "redeal", blind: true, redeal: func(_, twin *toyState, _ games.Seat) { twin.Deck = append(twin.Deck, 3) }},
		{name: "Redeal deals to the viewer too", want: "twin_state", redeal: func(_, twin *toyState, v games.Seat) {
			if v >= 0 && len(twin.Hands[v]) > 0 && len(twin.Deck) > 0 {
				twin.Hands[v][0], twin.Deck[0] = twin.Deck[0], twin.Hands[v][0]
			}
		}},
		{name: "Hidden names nothing", want: "hidden", hidden: func(items map[string]string) { clear(items) }},

		// Actions.
		{name: "a card is lost", want: "ledger", says: "cards of", blind: true, after: func(_, s *toyState, _ games.Action, events []games.Event) []games.Event {
			if has(events, "discarded") {
				s.Open = s.Open[1:]
			}
			return events
		}},
		{name: "an offered action is refused", want: "offered", apply: func(_ *toyState, a games.Action) (*toyState, []games.Event, error) {
			if len(a.Answer) == 2 && a.Answer[1] == "v3" {
				return nil, nil, games.Refuse(games.BadChoice, "")
			}
			return nil, nil, nil
		}},
		{name: "a field offers nothing", want: "offered", says: "nothing", ask: func(_ *toyState, _ games.Seat, _ games.Answer, f *games.Field) {
			if f.Kind == "cards" {
				f.Choices = f.Choices[:1]
			}
		}},
		{name: "a refusal has another code than the choice", want: "not", refused: func(r *games.Refusal) error {
			if r.Code == "hand_full" {
				r.Code = "because"
			}
			return r
		}},
		{name: "a state gets stuck", want: "awaits", after: func(_, s *toyState, _ games.Action, events []games.Event) []games.Event {
			if s.Phase == "discard" {
				s.Wanted = 0
			}
			return events
		}, blind: true},
		{name: "the awaited seat cannot answer", want: "awaits", prompts: func(s *toyState, _ games.Seat, ps []games.Prompt) []games.Prompt {
			for i := range ps {
				ps[i].Mine = ps[i].Mine && s.Phase != "discard"
			}
			return ps
		}},
		{name: "the game never ends", want: "ends", after: func(_, s *toyState, _ games.Action, events []games.Event) []games.Event {
			if s.End != nil && s.End.Why == "points" {
				s.End, s.Round = nil, 0
				s.Turn = games.Nobody
				r := &toyRun{s: s}
				r.endTurn()
			}
			return events
		}},
		{name: "Apply changes the old state", want: "pure", says: "Apply", after: func(old, _ *toyState, a games.Action, events []games.Event) []games.Event {
			if a.Kind == games.ActReply {
				old.Said = old.Said.With(a.Seat)
			}
			return events
		}},
		{name: "two next states share memory", playouts: 60, want: "pure", says: "another action", after: func(old, s *toyState, _ games.Action, events []games.Event) []games.Event {
			if n := len(old.Open); len(s.Open) > n && slices.Equal(s.Open[:n], old.Open) {
				s.Open = append(old.Open, s.Open[n:]...)
			}
			s.Open = slices.Grow(s.Open, 10)
			return events
		}},
		{name: "a refused action changes the state", want: "forged", apply: func(s *toyState, a games.Action) (*toyState, []games.Event, error) {
			if _, _, err := s.Apply(a); err != nil && a.Kind == games.ActReply && len(a.Answer) == 0 {
				s.Round = 1 - s.Round
			}
			return nil, nil, nil
		}},
		{name: "another result every time", want: "replay", after: func(_, s *toyState, _ games.Action, events []games.Event) []games.Event {
			if has(events, "drew") {
				count++
				s.Stream = games.NewStream([32]byte{count})
			}
			return events
		}},
		{name: "junk panics", want: "forged", says: "panic", apply: func(_ *toyState, a games.Action) (*toyState, []games.Event, error) {
			if a.Kind == games.ActReply && len(a.Answer) > 0 && len(a.Answer[0]) > 100 {
				panic("too long")
			}
			return nil, nil, nil
		}},
		{name: "an index out of a forged seat", want: "forged", says: "panic", apply: func(s *toyState, a games.Action) (*toyState, []games.Event, error) {
			if a.Kind == games.ActLeave && s.Hands[a.Seat] == nil {
				return nil, nil, games.Refuse("gone", "")
			}
			return nil, nil, nil
		}},
		{name: "a refusal is no refusal", want: "forged", refused: func(r *games.Refusal) error { return errors.New("no") }},
		{name: "anybody may answer for another", want: "forged", says: "another's prompt", apply: func(s *toyState, a games.Action) (*toyState, []games.Event, error) {
			if s.End == nil && a.Kind == games.ActReply && a.Prompt == s.TurnID && s.Phase == "turn" && s.living().Has(a.Seat) {
				a.Seat = s.Turn
				if next, events, err := s.Apply(a); err == nil {
					return next.(*toyState), events, nil
				}
			}
			return nil, nil, nil
		}},
		{name: "an old answer is accepted and forgotten", want: "forged", says: "is accepted", apply: func(s *toyState, a games.Action) (*toyState, []games.Event, error) {
			if s.End == nil && a.Kind == games.ActReply && a.Prompt > 0 && a.Prompt < 1<<20 && a.Prompt+3 < s.TurnID {
				return s, nil, nil
			}
			return nil, nil, nil
		}},
		{name: "whoever is too late is told something else", want: "too_late", apply: func(s *toyState, a games.Action) (*toyState, []games.Event, error) {
			if _, _, err := s.Apply(a); err != nil && err.(*games.Refusal).Code == games.TooLate {
				return nil, nil, games.Refuse(games.StalePrompt, "")
			}
			return nil, nil, nil
		}},
		{name: "whoever is too late is told of the wrong seat", want: "too_late", refused: func(r *games.Refusal) error {
			if r.Code == games.TooLate {
				r.Seat = 0
			}
			return r
		}},
	}
}
