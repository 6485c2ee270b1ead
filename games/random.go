package games

import "slices"

// Random answers a prompt by picking uniformly among what each field offers, of an editor's samples among those that can be submitted. It is the player of tests and
// the yardstick for the computer players.
func Random(ask Ask, rng Rand) (Answer, error) {
	var answer Answer
	for {
		f, ok, err := ask(answer)
		if err != nil || !ok {
			return answer, err
		}
		answer = append(answer, randomElement(f, rng))
	}
}

func randomElement(f Field, rng Rand) string {
	if f.Editor != nil {
		drafts := slices.DeleteFunc(f.Editor.Samples(rng), func(draft string) bool {
			e, err := f.Editor.Load(draft)
			return err != nil || e.Check() != nil
		})
		return drafts[rng.IntN(len(drafts))]
	}
	free := make([]string, 0, len(f.Choices))
	for _, o := range f.Choices {
		if o.Not == "" {
			free = append(free, o.ID)
		}
	}
	if f.Min == 1 && f.Max == 1 {
		return free[rng.IntN(len(free))]
	}
	n := f.Min + rng.IntN(min(f.Max, len(free))-f.Min+1)
	// Drop all but n, keeping the field's order.
	for len(free) > n {
		i := rng.IntN(len(free))
		free = append(free[:i], free[i+1:]...)
	}
	return Join(free...)
}

// PromptFor returns the prompt with the given id as viewer sees it.
func PromptFor(s State, viewer Seat, id PromptID) (Prompt, bool) {
	for _, p := range s.Prompts(nil, viewer) {
		if p.ID == id {
			return p, true
		}
	}
	return Prompt{}, false
}

// Owing are the seats whose answer to a prompt is still missing, known or not (Prompt.Quiet). It is for who runs the game, and
// for no screen.
func Owing(s State, p Prompt) Seats {
	if !p.Quiet {
		return p.Awaited
	}
	var owing Seats
	for seat := range p.Awaited.All() {
		if own, ok := PromptFor(s, seat, p.ID); ok && own.Awaited.Has(seat) {
			owing = owing.With(seat)
		}
	}
	return owing
}

// AskOf binds a state's Ask to one seat and prompt.
func AskOf(s State, seat Seat, id PromptID) Ask {
	return func(sofar Answer) (Field, bool, error) { return s.Ask(seat, id, sofar) }
}
