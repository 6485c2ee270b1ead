package present

import (
	"slices"
	"strings"

	"kumpas/bot/discord"
	"kumpas/locales"
)

// Panel draws the private panel: what the viewer alone knows, and his decisions. Those that can be answered on the board are
// there, too, unless the scene is bare.
func Panel(s *Scene) discord.Message {
	game := s.Words.Say("game." + s.Info.ID + ".name")
	title := s.Words.Say("table.panel.title", "Game", game)
	if own := s.key("panel", "title"); s.Words.Has(own) {
		title = s.Words.Say(own, "Game", game)
	}
	parts := []discord.Component{text("### 🎴 "+title, s.Game.Hand(s))}
	if s.Notice != "" {
		parts = append(parts, text("⚠️ "+s.Notice))
	}
	if private := s.private(); len(private) > 0 {
		parts = append(parts, text(private...))
	}
	for _, p := range s.Prompts {
		onBoard := !p.Open() && p.Field.Public && len(p.Path) == 0
		if len(p.Options) == 0 && p.Bench == nil || onBoard && (s.Bare || p.Held || p.Bench != nil) {
			continue
		}
		if lines := s.asks(p); len(lines) > 0 { // what is there at all times, such as how one sorts his hand, is no question
			parts = append(parts, rule(), text(lines...))
		}
		if p.Bench != nil {
			parts = append(parts, s.bench(p)...)
			continue
		}
		parts = append(parts, s.controls(p)...)
	}
	msg := discord.Message{Private: true, Components: []discord.Component{container(s.Game.Accent(), parts...)}}
	msg.Components = append(msg.Components, rows(s.panelButtons())...)
	return msg
}

// asks says what a prompt asks of the viewer; what is asked in the open may have the same words for all.
func (s *Scene) asks(p Prompt) []string {
	key := s.key("prompt", p.Kind, "private")
	if !s.Words.Has(key) && !p.Open() {
		key = s.key("prompt", p.Kind)
	}
	if !s.Words.Has(key) {
		return nil
	}
	lines := []string{"**" + s.Words.Say(key, "Name", s.name(s.Viewer)) + "**"}
	if p.Given != nil {
		lines = append(lines, s.Words.Say("table.panel.given"))
	}
	if !p.Due.IsZero() {
		lines = append(lines, "-# "+s.deadline(p))
	}
	return lines
}

// offers reports whether the panel offers what the board offers, too.
func (s *Scene) offers() bool {
	return !s.Bare && slices.ContainsFunc(s.Prompts, func(p Prompt) bool {
		return !p.Open() && p.Field.Public && len(p.Path) == 0 && len(p.Options) > 0
	})
}

// private says the events of the feed that are for the viewer alone.
func (s *Scene) private() []string {
	var lines []string
	for _, e := range s.Feed {
		if e.To == 0 || !e.To.Has(s.Viewer) {
			continue
		}
		if line := s.Sentence(e); line != "" {
			lines = append(lines, "-# "+strings.ReplaceAll(line, "\n", " "))
		}
	}
	return lines[max(0, len(lines)-4):]
}

func (s *Scene) panelButtons() []discord.Component {
	out := []discord.Component{button(discord.Secondary, "🔄", s.Words.Say("table.button.refresh"), ID(VerbPanel, s.Table, "again"))}
	if s.Link != "" {
		out = append(out, link("", s.Words.Say("table.button.board"), s.Link))
	}
	return out
}

// PanelButton opens somebody's panel at one of several tables.
func PanelButton(table, label string) discord.Component {
	return button(discord.Primary, "🎴", label, ID(VerbPanel, table, "new"))
}

// The choices of PassMenu.
const (
	PassPrompt = "once" // this decision
	PassKind   = "kind" // every decision of this kind
	PassAll    = "turn" // everything until his next turn
	PassNone   = "off"
)

// PassMenu offers standing orders to pass; now is the order in force.
func PassMenu(table string, w *locales.Words, now string) discord.Message {
	var buttons []discord.Component
	for _, what := range []string{PassPrompt, PassKind, PassAll, PassNone} {
		style := discord.Secondary
		if what == now {
			style = discord.Primary
		}
		buttons = append(buttons, button(style, "", w.Say("table.pass."+what), ID(VerbPass, table, what)))
	}
	return NoteWith("⏭️ **"+w.Say("table.pass.title")+"**\n"+w.Say("table.pass.set."+now)+"\n-# "+w.Say("table.pass.help"), buttons...)
}
