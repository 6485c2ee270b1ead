package present

import (
	"slices"
	"strings"

	"kumpas/bot/discord"
	"kumpas/games"
)

// MaxButtons is how many choices stand as buttons; more of them become a select.
const MaxButtons = 15

// label says a pick in words: its steps joined, "Block · Captain".
func (s *Scene) label(o Option) string {
	var parts []string
	for i, c := range o.Steps {
		parts = append(parts, s.Word(o.Fields[i], c))
	}
	return strings.Join(parts, " · ")
}

// Word says one choice of a field.
func (s *Scene) Word(field string, c games.Choice) string {
	if own, ok := s.Game.(Worder); ok {
		if label, _, ok := own.Choice(s, field, c); ok {
			return label
		}
	}
	switch key := s.key("choice", field, c.ID); {
	case c.Seat >= 0:
		return plain(s.name(c.Seat))
	case s.Words.Has(key):
		what := ""
		if s.Words.Has(s.key("term", c.What)) { // a choice with words of its own needs no term
			what = s.term(c.What)
		}
		return s.Words.Say(key, "N", c.N, "What", what)
	case c.What != "":
		return s.term(c.What)
	default:
		return s.Words.Say(key)
	}
}

// help says in one line what a choice means, "" if nothing needs saying.
func (s *Scene) help(o Option) string {
	last := o.Steps[len(o.Steps)-1]
	if o.Not != "" {
		return s.Words.Say(s.key("not", string(o.Not)))
	}
	if own, ok := s.Game.(Worder); ok {
		if _, help, ok := own.Choice(s, o.Fields[len(o.Fields)-1], last); ok {
			return help
		}
	}
	if key := s.key("help", o.Fields[len(o.Fields)-1], last.ID); s.Words.Has(key) {
		return s.Words.Say(key, "N", last.N)
	}
	return ""
}

// controls are the components by which a prompt is answered.
func (s *Scene) controls(p Prompt) []discord.Component {
	if len(p.Options) == 0 {
		return nil
	}
	parts := s.laidOut(p)
	if len(p.Path) > 0 {
		back := button(discord.Secondary, "↩️", s.Words.Say("table.back"), ID(VerbBack, s.Table, promptArg(p.ID)))
		last := &parts[len(parts)-1]
		if len(last.Components) < discord.MaxRow && last.Components[0].Type == discord.Button {
			last.Components = append(last.Components[:len(last.Components):len(last.Components)], back)
		} else {
			parts = append(parts, rows([]discord.Component{back})...)
		}
	}
	return parts
}

// laidOut are the choices of a prompt: as its game would have them, in selects if they are many or several are to be picked, or as buttons.
func (s *Scene) laidOut(p Prompt) []discord.Component {
	if own, ok := s.Game.(Layout); ok {
		if parts, ok := own.Controls(s, p); ok {
			return parts
		}
	}
	if p.Field.Max > 1 || len(p.Options) > MaxButtons {
		return s.menus(p)
	}
	parts := rows(s.buttons(p))
	if locked := s.locked(p); len(locked) > 0 {
		parts = append([]discord.Component{text(locked...)}, parts...)
	}
	return parts
}

// lockedNames is how many choices are named beside the reason that keeps them from being picked.
const lockedNames = 4

// locked says why the disabled buttons are disabled, a line for each reason.
func (s *Scene) locked(p Prompt) []string {
	var reasons []string
	names := map[string][]string{}
	for _, o := range p.Options {
		key := s.key("not", string(o.Not))
		if o.Not == "" || !s.Words.Has(key) { // some games show the reason beside the seats
			continue
		}
		why := s.Words.Say(key)
		if names[why] == nil {
			reasons = append(reasons, why)
		}
		names[why] = append(names[why], s.label(o))
	}
	for i, why := range reasons {
		if who := names[why]; len(who) <= lockedNames {
			why = escaper.Replace(strings.Join(who, ", ")) + ": " + why
		}
		reasons[i] = "-# 🔒 " + why
	}
	return reasons
}

func (s *Scene) buttons(p Prompt) []discord.Component {
	var out []discord.Component
	for _, o := range p.Options {
		last := o.Steps[len(o.Steps)-1]
		look := s.Game.Look(o.Fields[len(o.Fields)-1], last)
		b := button(look.Style, look.Emoji, s.label(o), ID(VerbReply, append([]string{s.Table, promptArg(p.ID)}, o.Answer...)...))
		b.Disabled = o.Not != ""
		out = append(out, b)
	}
	return out
}

// menus are selects of the options that can be picked, as many as they need; the picked values join what was picked before.
func (s *Scene) menus(p Prompt) []discord.Component {
	var options []discord.SelectOption
	for _, o := range p.Options {
		if o.Not != "" {
			continue
		}
		last := o.Steps[len(o.Steps)-1]
		option := discord.SelectOption{Label: clip(s.label(o), discord.MaxOptionText), Value: last.ID, Description: clip(s.help(o), discord.MaxOptionText)}
		if look := s.Game.Look(o.Fields[len(o.Fields)-1], last); look.Emoji != "" {
			option.Emoji = &discord.Emoji{Name: look.Emoji}
		}
		options = append(options, option)
	}
	id := append([]string{s.Table, promptArg(p.ID)}, p.Path...)
	var out []discord.Component
	for k, part := range slices.Collect(slices.Chunk(options, discord.MaxOptions)) {
		lo, hi := max(1, p.Field.Min), min(max(1, p.Field.Max), len(part))
		own := id
		if k > 0 {
			own = append(slices.Clone(id), Menu(k))
		}
		out = append(out, choose(ID(VerbReply, own...), s.placeholder(p.Field, k, (len(options)+discord.MaxOptions-1)/discord.MaxOptions), lo, hi, part))
	}
	return out
}
