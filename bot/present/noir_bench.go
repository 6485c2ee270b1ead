package present

import (
	"slices"
	"strings"

	"kumpas/bot/discord"
	"kumpas/games/noir"
)

var _ Workbench = Noir{}

// Bench is the plan of moves or openings: its steps, what the table would be, the next step's buttons, and a row that takes back
// or confirms.
func (Noir) Bench(scene *Scene, p Prompt) []discord.Component {
	s := noirScene(scene)
	plan, _ := p.Bench.Editor.View().(noir.PlanView)
	s.v.Seats = slices.Clone(s.v.Seats)
	s.v.Seats[s.v.Viewer] = plan.After
	then := *scene
	then.View = s.v // choices are said as the plan has them
	s.Scene = &then

	parts := []discord.Component{text(s.draft(p, plan))}
	f := p.Bench.Field
	var tools []discord.Component
	things := f
	things.Choices = nil
	seen := map[string]bool{}
	for _, c := range f.Choices {
		if c.ID == noir.Undo || c.ID == noir.Reset || c.ID == noir.Place {
			tools = append(tools, then.EditButton(p, f.Kind, c, len(p.Bench.Op), c.ID))
		} else if who := then.Word(f.Kind, c); c.Not == "" && !(f.Kind == noir.FieldMove && seen[who]) { // of two alike in one place either will do
			seen[who] = true
			things.Choices = append(things.Choices, c)
		}
	}
	n := len(p.Bench.Op)
	if len(things.Choices) > MaxButtons {
		parts = append(parts, then.Menus(p, things, n)...)
	} else {
		var buttons []discord.Component
		for _, c := range things.Choices {
			buttons = append(buttons, then.EditButton(p, f.Kind, c, n, c.ID))
		}
		parts = append(parts, rows(buttons)...)
	}
	if n > 0 {
		return append(parts, rows([]discord.Component{then.Take(p)})...)
	}
	if len(plan.Steps) == 0 {
		tools = nil
	}
	back := button(discord.Secondary, "◀️", s.Words.Say("table.back"), ID(VerbBack, s.Table, promptArg(p.ID)))
	submit := then.Submit(p)
	submit.Label = s.confirm(p, plan)
	return append(parts, rows(append(tools, back, submit))...)
}

// confirm is what the confirming button says.
func (s noirs) confirm(p Prompt, plan noir.PlanView) string {
	key := "moves_done"
	switch opening := p.Field.Kind == noir.FieldOpenings; {
	case opening && len(plan.Steps) == 0:
		key = "open_skip"
	case opening:
		key = "open_done"
	case len(plan.Steps) == 0:
		key = "moves_skip"
	}
	return s.Words.Say(s.key("confirm", key))
}

// draft says the plan and what comes of it.
func (s noirs) draft(p Prompt, plan noir.PlanView) string {
	title := "### " + noirMarks[noir.Move] + " " + s.Words.Say(s.key("plan", "moves"))
	if p.Field.Kind == noir.FieldOpenings {
		title = "### " + noirMarks[noir.Open] + " " + s.Words.Say(s.key("plan", "openings"))
	}
	if len(plan.Steps) == 0 {
		return title + "\n" + s.Words.Say(s.key("plan", "none"))
	}
	steps := make([]string, len(plan.Steps))
	for i, step := range plan.Steps {
		switch {
		case step.Dismiss:
			steps[i] = s.Words.Say(s.key("plan", "dismiss"), "What", s.term(step.Card))
		case step.Where != "":
			steps[i] = s.Words.Say(s.key("board", "move"), "What", s.term(step.Card), "Place", s.term(step.Where))
		default:
			steps[i] = s.marked(step.Card)
		}
	}
	lines := []string{title, "📝 **" + s.Words.Say(s.key("plan", "steps"), "Items", strings.Join(steps, ", ")) + "**"}
	if p.Field.Kind == noir.FieldOpenings {
		lines = append(lines, s.Words.Say(s.key("plan", "opens"), "N", plan.Purse, "Cost", plan.Cost))
	}
	lines = append(lines, "-# "+s.Words.Say(s.key("plan", "after")))
	return strings.Join(append(lines, s.estate(&s.v.Seats[s.v.Viewer])...), "\n")
}
