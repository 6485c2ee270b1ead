package present

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"kumpas/bot/discord"
	"kumpas/games"
)

func promptArg(id games.PromptID) string { return strconv.FormatUint(uint64(id), 10) }

// Board draws the public message of a running game: what just happened, how everyone stands, whose decision is awaited and
// the buttons for it. The users to be called are those awaited, who are mentioned as such.
func Board(s *Scene, calls []string) discord.Message {
	head := "### " + s.Game.Mark() + " " + s.Words.Say("game."+s.Info.ID+".name")
	if extra := s.Game.Head(s); extra != "" {
		head += " · " + extra
	}
	standing := s.Game.Standing(s)
	ask := s.asking()
	if line := s.vacancies(); line != "" {
		ask = append(ask, line)
	}
	foot := strings.Join(ask, "\n")
	var controls []discord.Component
	for _, p := range s.Prompts {
		controls = append(controls, s.controls(p)...)
	}
	if s.Vote != nil {
		controls = append(controls, rule(), text(s.voting()))
		controls = append(controls, rows(s.voteButtons())...)
	}

	most := discord.MaxText - utf8.RuneCountInString(head+foot) - length(controls)
	standing = clip(standing, max(most, 1)) // a board that is cut can be played at, one that Discord refuses cannot
	room := most - 200 - utf8.RuneCountInString(standing)
	news := s.news(!s.Paused)
	cut := len(news) > boardNews
	news, cropped := fit(news[max(0, len(news)-boardNews):], min(room, 1800))
	if cut || cropped || s.Cut {
		news = slices.Insert(news, 0, "-# …")
	}
	parts := []discord.Component{text(head)}
	if len(news) > 0 {
		parts = append(parts, text(news...))
	}
	parts = append(parts, rule(), text(standing), rule())
	if foot != "" {
		parts = append(parts, text(foot))
	}
	parts = append(parts, controls...)
	msg := discord.Message{Components: []discord.Component{container(s.Game.Accent(), parts...)}, Mentions: calls}
	msg.Components = append(msg.Components, rows(s.fixed())...)
	return msg
}

// boardNews is how many lines of news a board shows; the rest stands in the frozen boards and in the history.
const boardNews = 8

// news says the events of the feed that are for screens, a line each; asked tells that the stakes stand below them.
func (s *Scene) news(asked bool) []string {
	var lines []string
	for _, e := range s.terse(s.Feed, asked) {
		if line := s.Sentence(e); line != "" {
			lines = append(lines, "- "+line)
		}
	}
	return lines
}

// terse leaves out what the game need not tell twice.
func (s *Scene) terse(events []games.Event, asked bool) []games.Event {
	if g, ok := s.Game.(Terse); ok {
		return g.Terse(s, events, asked)
	}
	return events
}

// asking says what is at stake, whose decision is awaited, by when and what happens otherwise, and what there is to know.
func (s *Scene) asking() []string {
	if s.Paused {
		return []string{"⏸️ **" + s.Words.Say("table.paused") + "**"}
	}
	var lines []string
	if stakes := s.Game.Stakes(s); stakes != "" {
		lines = append(lines, stakes)
	}
	for _, p := range s.Prompts {
		if p.Awaited == 0 {
			continue
		}
		who := s.Words.List(s.mentions(p.Awaited))
		headline := s.Words.Say(s.key("prompt", p.Kind), "Name", who)
		if !strings.Contains(headline, who) {
			headline = s.Words.Say("table.awaited", "Names", who, "What", headline)
		}
		lines = append(lines, "👉 "+headline)
		if !p.Due.IsZero() {
			lines = append(lines, s.deadline(p))
		}
		if hint := s.key("hint", p.Kind); s.Words.Has(hint) {
			lines = append(lines, "-# "+s.Words.Say(hint))
		}
		if p.Quiet {
			lines = append(lines, "-# "+s.Words.Say("table.quiet"))
		}
		if len(p.Options) == 0 && slices.ContainsFunc(slices.Collect(p.Awaited.All()), func(seat games.Seat) bool { return !s.Seats[seat].Computer }) {
			lines = append(lines, "-# "+s.Words.Say("table.private", "Button", "🎴 "+s.panelLabel()))
		}
	}
	return lines
}

// panelLabel is what the button of the private panel says.
func (s *Scene) panelLabel() string {
	if own := s.key("button", "panel"); s.Words.Has(own) {
		return s.Words.Say(own)
	}
	return s.Words.Say("table.button.panel")
}

// deadline says when the time of a decision is over, and what happens then.
func (s *Scene) deadline(p Prompt) string {
	return "⏳ " + s.Words.Say("table.due", "When", relative(p.Due), "Default", s.fallback(p))
}

// fallback says what a timeout stands for.
func (s *Scene) fallback(p Prompt) string {
	if p.Timeout.Kind == games.DefaultFixed {
		return s.Words.Say(s.key("default", p.Timeout.What))
	}
	return s.Words.Say("table.default." + string(p.Timeout.Kind))
}

// mentions names seats so that people among them find themselves: a mention for those who can be mentioned, before the computers.
func (s *Scene) mentions(seats games.Seats) []string {
	var out []string
	var computers []games.Seat
	for seat := range seats.All() {
		if u := s.Seats[seat].User; u != "" {
			out = append(out, "<@"+u+">")
		} else {
			computers = append(computers, seat)
		}
	}
	return append(out, s.few(computers)...)
}

func relative(t time.Time) string { return fmt.Sprintf("<t:%d:R>", t.Unix()) }

// fixed are the buttons that every board has.
func (s *Scene) fixed() []discord.Component {
	buttons := []discord.Component{button(discord.Primary, "🎴", s.panelLabel(), ID(VerbPanel, s.Table))}
	if own := s.key("button", "react"); s.Words.Has(own) { // what one may do at any time stands in the panel; the same button for all, always
		buttons = append(buttons, button(discord.Primary, "⚡", s.Words.Say(own), ID(VerbPanel, s.Table, "react")))
	}
	if _, none := s.Game.(Passless); !none {
		buttons = append(buttons, button(discord.Secondary, "⏭️", s.Words.Say("table.button.pass"), ID(VerbPass, s.Table)))
	}
	if len(s.Vacant) > 0 {
		buttons = append(buttons, button(discord.Secondary, "🪑", s.Words.Say("seat.button.sit"), ID(VerbSeat, s.Table)))
	}
	return append(buttons,
		button(discord.Secondary, "📜", s.Words.Say("table.button.record"), ID(VerbRecord, s.Table)),
		button(discord.Secondary, "⬇️", s.Words.Say("table.button.down"), ID(VerbDown, s.Table)))
}

func (s *Scene) voting() string {
	v := s.Vote
	line := "🗳️ " + s.Words.Say("vote."+v.What, "By", "**"+v.By+"**", "Name", "**"+v.About+"**", "Yes", v.Ballots[0].N, "Need", v.Need, "When", relative(v.Until))
	if len(v.Missing) > 0 {
		line += "\n-# 🔔 <@" + strings.Join(v.Missing, "> <@") + ">"
	}
	return line
}

func (s *Scene) voteButtons() []discord.Component {
	var out []discord.Component
	for i, b := range s.Vote.Ballots {
		style := discord.Secondary
		if i == 0 {
			style = discord.Success
		}
		label := s.Words.Say("vote." + b.ID)
		if b.N > 0 && len(s.Vote.Ballots) > 2 {
			label += " · " + strconv.Itoa(b.N)
		}
		out = append(out, button(style, "", label, ID(VerbVote, s.Table, strconv.Itoa(s.Vote.Number), b.ID)))
	}
	return out
}

// Frozen is what is left of a board when a new one has taken its place: what happened while it stood.
func Frozen(s *Scene) discord.Message {
	lines, cut := fit(s.news(false), discord.MaxText-100)
	if cut || s.Cut {
		lines = slices.Insert(lines, 0, "-# …")
	}
	if len(lines) == 0 {
		lines = []string{"-# ⋯"}
	}
	return discord.Message{Components: []discord.Component{text(lines...)}}
}
