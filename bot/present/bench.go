package present

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"kumpas/bot/discord"
	"kumpas/games"
)

// Bench is the viewer's draft behind an open field. What is pressed there is an operation of the editor, field by field:
// the buttons and selects of Edit and Picks build it. Nothing of it is public.
type Bench struct {
	Editor games.Editor
	// Op is the operation that is half picked and Field what it asks next: the operations themselves if Op is empty. Field
	// is zero if Op is complete, and waits to be carried out.
	Op    games.Answer
	Field games.Field
	// Mark tells this bench from what it was before; it stands in the ids of its controls, so that old ones do nothing.
	Mark string
}

// bench draws the bench of a prompt.
func (s *Scene) bench(p Prompt) []discord.Component {
	if own, ok := s.Game.(Workbench); ok {
		return own.Bench(s, p)
	}
	return s.PlainBench(p)
}

// PlainBench is the draft in words, the controls of what the editor asks, and a row to write, go back and confirm.
func (s *Scene) PlainBench(p Prompt) []discord.Component {
	var parts []discord.Component
	lines := []string{}
	if d, ok := s.Game.(Draftsman); ok {
		lines = append(lines, d.Draft(s, p))
	}
	if why := s.Trouble(p); why != "" {
		lines = append(lines, "⚠️ "+why)
	}
	if len(lines) > 0 {
		parts = append(parts, text(lines...))
	}
	parts = append(parts, s.Asked(p)...)
	var row []discord.Component
	if len(p.Bench.Op) > 0 {
		row = append(row, s.Take(p))
	}
	if s.Words.Has(s.key("write", "label")) {
		row = append(row, s.WriteButton(p))
	}
	if len(p.Bench.Op) == 0 {
		row = append(row, button(discord.Secondary, "↩️", s.Words.Say("table.back"), ID(VerbBack, s.Table, promptArg(p.ID))))
	}
	return append(parts, rows(append(row, s.Submit(p)))...)
}

// Asked are the controls of what the editor asks next.
func (s *Scene) Asked(p Prompt) []discord.Component {
	b := p.Bench
	switch {
	case b.Field.Kind == "" && len(b.Op) > 0:
		return rows([]discord.Component{s.Carry(p)})
	case b.Field.Max > 1 && len(b.Field.Choices) > discord.MaxOptions:
		return append(s.Picks(p, len(b.Op), b.Field), rows([]discord.Component{s.Carry(p)})...)
	case b.Field.Max > 1 || len(b.Field.Choices) > MaxButtons:
		return s.Menus(p, b.Field, len(b.Op))
	}
	var buttons []discord.Component
	for _, c := range b.Field.Choices {
		buttons = append(buttons, s.EditButton(p, b.Field.Kind, c, len(b.Op), c.ID))
	}
	return rows(buttons)
}

// Edit is the id of a control that keeps the first n elements of the half-picked operation and goes on with more; a select's
// values become one more element.
func (s *Scene) Edit(p Prompt, n int, more ...string) string {
	return ID(VerbEdit, append([]string{s.Table, promptArg(p.ID), p.Bench.Mark, strconv.Itoa(n)}, more...)...)
}

// Same stands in Edit for the i-th element of the half-picked operation: it may be too long for an id.
func Same(i int) string { return "=" + strconv.Itoa(i) }

// IsSame reads what Same wrote.
func IsSame(arg string) (i int, ok bool) { return numbered(arg, "=") }

// Part stands in Edit for the element of the select that it belongs to, which lists the k-th part of the choices: its values take
// the place of those picked among them before. They are held: nothing is done until the person goes on.
func Part(k int) string { return "*" + strconv.Itoa(k) }

// IsPart reads what Part wrote.
func IsPart(arg string) (k int, ok bool) { return numbered(arg, "*") }

func numbered(arg, sign string) (int, bool) {
	rest, ok := strings.CutPrefix(arg, sign)
	n, err := strconv.Atoi(rest)
	return n, ok && err == nil && n >= 0
}

// PartOf is the k-th part of a list of choices: as many as a select can hold.
func PartOf(choices []games.Choice, k int) []games.Choice {
	from := min(k, len(choices)) * discord.MaxOptions
	return choices[min(from, len(choices)):min(from+discord.MaxOptions, len(choices))]
}

// editLabel says a choice of the editor.
func (s *Scene) editLabel(p Prompt, field string, c games.Choice) string {
	if own, ok := s.Game.(Labeller); ok {
		if said := own.Label(s, p, field, c); said != "" {
			return said
		}
	}
	return s.Word(field, c)
}

// EditButton is a button for one choice of a field of the editor.
func (s *Scene) EditButton(p Prompt, field string, c games.Choice, n int, more ...string) discord.Component {
	look := s.Game.Look(field, c)
	b := button(look.Style, look.Emoji, s.editLabel(p, field, c), s.Edit(p, n, more...))
	b.Disabled = c.Not != ""
	return b
}

// Menus are the selects of a field: as many as its choices need. What is picked in one is the next element after the first n of the
// half-picked operation and those of head; a complete operation is carried out at once.
func (s *Scene) Menus(p Prompt, f games.Field, n int, head ...string) []discord.Component {
	var out []discord.Component
	free := slices.DeleteFunc(slices.Clone(f.Choices), func(c games.Choice) bool { return c.Not != "" })
	for k := range parts(free) {
		options := s.editOptions(p, f.Kind, PartOf(free, k), nil)
		out = append(out, choose(s.Edit(p, n, append(slices.Clone(head), Menu(k))...), s.placeholder(f, k, parts(free)), max(1, f.Min), min(max(1, f.Max), len(options)), options))
	}
	return out
}

// Menu stands in Edit for nothing: it tells the k-th of several menus with the same elements apart.
func Menu(k int) string { return "#" + strconv.Itoa(k) }

// IsMenu reports whether arg is what Menu wrote.
func IsMenu(arg string) bool { _, ok := numbered(arg, "#"); return ok }

// Picks are the selects of a field of several choices, which is the n-th element of an operation that begins with head; what is
// picked in them stays picked until something is done with it. The elements before it are the first ones of the half-picked
// operation, or those of head.
func (s *Scene) Picks(p Prompt, n int, f games.Field, head ...string) []discord.Component {
	var out []discord.Component
	var picked []string
	if len(p.Bench.Op) > n {
		picked = games.Split(p.Bench.Op[n])
	}
	for k := range parts(f.Choices) {
		options := s.editOptions(p, f.Kind, PartOf(f.Choices, k), picked)
		id := s.Edit(p, n-len(head), append(slices.Clone(head), Part(k))...)
		out = append(out, choose(id, s.placeholder(f, k, parts(f.Choices)), 0, len(options), options))
	}
	return out
}

// parts is how many selects the choices need.
func parts(choices []games.Choice) int {
	return (len(choices) + discord.MaxOptions - 1) / discord.MaxOptions
}

func (s *Scene) placeholder(f games.Field, k, of int) string {
	said := s.Words.Say(s.key("field", f.Kind), "N", f.Max)
	if of > 1 {
		said += " (" + strconv.Itoa(k+1) + "/" + strconv.Itoa(of) + ")"
	}
	return said
}

func (s *Scene) editOptions(p Prompt, field string, choices []games.Choice, picked []string) []discord.SelectOption {
	out := make([]discord.SelectOption, len(choices))
	for i, c := range choices {
		out[i] = discord.SelectOption{Label: clip(s.editLabel(p, field, c), discord.MaxOptionText), Value: c.ID, Default: slices.Contains(picked, c.ID)}
		if look := s.Game.Look(field, c); look.Emoji != "" {
			out[i].Emoji = &discord.Emoji{Name: look.Emoji}
		}
	}
	return out
}

// Take takes the last pick of the half-picked operation back.
func (s *Scene) Take(p Prompt) discord.Component {
	return button(discord.Secondary, "↩️", s.Words.Say("table.back"), s.Edit(p, len(p.Bench.Op)-1))
}

// Carry goes on with what is picked: a complete operation is carried out.
func (s *Scene) Carry(p Prompt) discord.Component {
	b := button(discord.Primary, "", s.Words.Say("table.bench.carry"), s.Edit(p, len(p.Bench.Op)))
	_, more, err := p.Bench.Editor.Ask(p.Bench.Op)
	b.Disabled = more || err != nil
	return b
}

// WriteButton opens the form in which the draft can be written; its words are the game's write.label, write.help and
// write.example.
func (s *Scene) WriteButton(p Prompt) discord.Component {
	return button(discord.Secondary, "✏️", s.Words.Say("table.bench.write"), ID(VerbWrite, s.Table, promptArg(p.ID)))
}

// Submit answers with the draft as it stands; it is disabled while that is not possible.
func (s *Scene) Submit(p Prompt) discord.Component {
	label := s.Words.Say("table.bench.submit")
	if own := s.key("button", "submit"); s.Words.Has(own) {
		label = s.Words.Say(own)
	}
	b := button(discord.Success, "✅", label, ID(VerbSubmit, s.Table, promptArg(p.ID), p.Bench.Mark))
	b.Disabled = p.Bench.Editor.Check() != nil
	return b
}

// Trouble says why the draft cannot be submitted, "" if it can.
func (s *Scene) Trouble(p Prompt) string {
	var r *games.Refusal
	if errors.As(p.Bench.Editor.Check(), &r) {
		return Refusal(s.Words, s.Game, s.Seats, r)
	}
	return ""
}

// Write is the form in which a draft is written.
func Write(s *Scene, id, field string) discord.Modal {
	yes := true
	return discord.Modal{CustomID: id, Title: clip(s.Words.Say(s.key("write", "title")), maxModalTitle), Components: []discord.Component{{
		Type: discord.Label, Label: clip(s.Words.Say(s.key("write", "label")), maxModalTitle),
		Description: clip(s.Words.Say(s.key("write", "help")), discord.MaxOptionText),
		Component: &discord.Component{Type: discord.TextInput, CustomID: field, Style: discord.Paragraph, Required: &yes, MaxLength: discord.MaxText,
			Placeholder: clip(s.Words.Say(s.key("write", "example")), discord.MaxOptionText)},
	}}}
}

// maxModalTitle is Discord's limit for the titles and labels of forms.
const maxModalTitle = 45
