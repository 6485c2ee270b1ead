package present

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"kumpas/bot/discord"
	"kumpas/games"
)

// Over draws the board of a finished game: who won and why, everything face up, and what is worth telling. All
// holds every event of the game, the hidden half included.
func Over(s *Scene, all []games.Event) discord.Message {
	head := "### " + s.Game.Mark() + " " + s.Words.Say("game."+s.Info.ID+".name") + " · " + s.Words.Say("over.title")
	parts := []discord.Component{text(head)}
	parts = append(parts, text(s.result()), text(s.Game.Standing(s)))
	if news, _ := fit(s.closing().news(false), 1200); len(news) > 0 {
		parts = append(parts, rule(), text(news...))
	}
	if lines, cut := fit(s.Game.Summary(s, all), discord.MaxText-250-length(parts)); len(lines) > 0 {
		if cut {
			lines = slices.Insert(lines, 0, "-# …")
		}
		parts = append(parts, rule(), text(lines...))
	}
	parts = append(parts, text("-# 🔒 "+s.Words.Say("over.fair")))
	msg := discord.Message{Components: []discord.Component{container(s.Game.Accent(), parts...)}}
	msg.Components = append(msg.Components, rows([]discord.Component{
		button(discord.Success, "🔁", s.Words.Say("over.button.rematch"), ID(VerbAgain, s.Table)),
		button(discord.Primary, "📖", s.Words.Say("over.button.story"), ID(VerbStory, s.Table, "0")),
	})...)
	return msg
}

// closing is the scene without the events that the standing tells.
func (s *Scene) closing() *Scene {
	g, ok := s.Game.(Closer)
	if !ok {
		return s
	}
	out := *s
	out.Feed = slices.DeleteFunc(slices.Clone(s.Feed), func(e games.Event) bool { return g.Closes(e.Kind) })
	return &out
}

// result says who won.
func (s *Scene) result() string {
	o := s.Outcome
	if o == nil {
		return "## " + s.Words.Say("over.closed")
	}
	why := s.key("outcome", o.Why)
	var names []string
	for seat := range o.Winners.All() {
		names = append(names, s.name(seat))
	}
	switch {
	case s.Ended != "":
		return "## " + s.Words.Say("over.nobody") + "\n" + s.Words.Say("over.ended."+s.Ended)
	case len(names) == 0 && slices.Contains(o.Seats, games.Drew):
		for seat, standing := range o.Seats {
			if standing == games.Drew {
				names = append(names, s.name(games.Seat(seat)))
			}
		}
		return "## 🤝 " + s.Words.Say("over.drew", "Names", s.Words.List(names)) + "\n" + s.Words.Say(why)
	case len(names) == 0:
		return "## " + s.Words.Say("over.nobody") + "\n" + s.Words.Say(why)
	}
	return "## 🏆 " + s.Words.Say("over.won", "Names", s.Words.List(names), "N", len(names)) + "\n" + s.Words.Say(why)
}

// storyPage is how many characters of a story stand on one page.
const storyPage = 3200

// Story draws a page of what happened, turn by turn; with the hidden half if the game is over.
func Story(s *Scene, all []games.Event, page int) discord.Message {
	pages := s.pages(all)
	page = max(0, min(page, len(pages)-1))
	title := "### 📖 " + s.Words.Say("story.title", "Page", page+1, "Pages", len(pages))
	parts := []discord.Component{text(title), text(strings.TrimSpace(pages[page]))}
	if page == len(pages)-1 {
		if s.Ended != "" { // of which the game itself knows nothing
			parts = append(parts, text("**"+s.Words.Say("over.nobody")+"** · "+s.Words.Say("over.ended."+s.Ended)))
		}
		parts = append(parts, rule(), text(s.fair()...))
	}
	msg := discord.Message{Private: true, Components: []discord.Component{container(s.Game.Accent(), parts...)}}
	var turn []discord.Component
	if page > 0 {
		turn = append(turn, button(discord.Secondary, "◀️", s.Words.Say("story.back"), ID(VerbStory, s.Table, strconv.Itoa(page-1))))
	}
	if page < len(pages)-1 {
		turn = append(turn, button(discord.Secondary, "▶️", s.Words.Say("story.next"), ID(VerbStory, s.Table, strconv.Itoa(page+1))))
	}
	if s.Outcome != nil {
		turn = append(turn, button(discord.Secondary, "💾", s.Words.Say("story.file"), ID(VerbExport, s.Table)))
	}
	msg.Components = append(msg.Components, rows(turn)...)
	return msg
}

// fair tells what the shuffle can be checked by.
func (s *Scene) fair() []string {
	lines := []string{"-# 🔒 " + s.Words.Say("lobby.commitment", "Hash", "`"+s.Commitment+"`")}
	if s.Secret != "" {
		lines = append(lines, "-# "+s.Words.Say("over.secret", "Secret", "`"+s.Secret+"`"))
	}
	return lines
}

// pages says the events that may be told now, cut into pages between turns, and within one only if it fills a page alone.
func (s *Scene) pages(all []games.Event) []string {
	var pages []string
	page := ""
	for _, chapter := range s.chapters(all) {
		if page != "" && utf8.RuneCountInString(page+chapter) > storyPage {
			pages, page = append(pages, page), ""
		}
		for _, line := range strings.SplitAfter(chapter, "\n") {
			if page != "" && utf8.RuneCountInString(page+line) > storyPage {
				pages, page = append(pages, page), ""
			}
			page += line
		}
	}
	if page != "" || len(pages) == 0 {
		pages = append(pages, cmp.Or(page, "-# ⋯"))
	}
	return pages
}

// chapters says the events turn by turn, a line each.
func (s *Scene) chapters(all []games.Event) []string {
	told := slices.DeleteFunc(slices.Clone(all), func(e games.Event) bool { return e.AtEnd && s.Outcome == nil || e.To != 0 })
	chapters := []string{""}
	for _, e := range s.terse(told, false) {
		line := s.Sentence(e)
		switch {
		case s.Game.Chapter(e):
			chapters = append(chapters, "")
			line = "**" + s.Words.Say("table.turn", "N", e.N) + "** · " + s.name(e.Seat)
		case line == "":
			continue
		case e.AtEnd:
			line = "-# 🤫 " + line
		default:
			line = "- " + line
		}
		chapters[len(chapters)-1] += line + "\n"
	}
	return chapters
}

// StoryButton leads to the story of one of several games.
func StoryButton(table string, n int) discord.Component {
	return button(discord.Secondary, "📖", strconv.Itoa(n), ID(VerbStory, table, "0"))
}

// ResultLine tells one finished game among several.
func ResultLine(n int, game string, at time.Time, names []string) string {
	return fmt.Sprintf("%d. **%s** · <t:%d:d> · %s", n, game, at.Unix(), strings.Join(names, ", "))
}
