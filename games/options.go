package games

import "slices"

// Resolve returns the options with every default filled in.
// Errors: *Refusal BadOption for an unknown option or value.
func (i Info) Resolve(o Options) (Options, error) {
	full := make(Options, len(i.Options))
	for _, s := range i.Options {
		full[s.ID] = s.Values[0]
	}
	for id, value := range o {
		at := slices.IndexFunc(i.Options, func(s Setting) bool { return s.ID == id })
		if at < 0 || !slices.Contains(i.Options[at].Values, value) {
			return nil, &Refusal{Code: BadOption, Seat: Nobody, What: id}
		}
		full[id] = value
	}
	return full, nil
}

// CheckCount refuses a number of players that the game does not take.
func (i Info) CheckCount(players int, rule string) error {
	if players < i.Min || players > i.Max {
		return &Refusal{Code: BadPlayerCount, Rule: rule, Seat: Nobody, N: players, Min: i.Min, Max: i.Max}
	}
	return nil
}
