package present

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"kumpas/bot/discord"
	"kumpas/games"
	"kumpas/locales"
)

// TableEvent begins the kind of an event that the table tells, not its game. Its words are the same for all games.
const TableEvent = "table."

// tableSentence says such an event. Items are places among the people: who sat there, and who does now.
func (s *Scene) tableSentence(e games.Event) string {
	names := []string{s.name(e.Seat), ""}
	for i, item := range e.Items[:min(len(e.Items), len(names))] {
		if at, err := strconv.Atoi(item); err == nil && at >= 0 && at < len(s.People) {
			names[i] = "**" + s.People[at].Name + "**"
		}
	}
	resume := "`/" + s.Words.Say("cmd.table.name") + " " + s.Words.Say("cmd.table.resume.name") + "`"
	return s.Words.Say("happened."+strings.TrimPrefix(e.Kind, TableEvent), "Name", names[0], "Other", names[1], "Command", resume)
}

// fewNames is how many characters the names of those for whom a computer plays may take at one place of a board.
const fewNames = 130

// vacancies names the seats that a computer plays for somebody, "" if there is none.
func (s *Scene) vacancies() string {
	if len(s.Vacant) == 0 {
		return ""
	}
	names := s.few(s.Vacant)
	key := "seat.held"
	if s.Open {
		key = "seat.open"
	}
	return "-# 🤖 " + s.Words.Say(key, "Names", s.Words.List(names))
}

// few names seats as far as there is room, and the rest of them by an ellipsis.
func (s *Scene) few(seats []games.Seat) []string {
	var names []string
	room := fewNames
	for _, seat := range seats {
		name := s.name(seat)
		if room -= utf8.RuneCountInString(name); room < 0 {
			return append(names, "…")
		}
		names = append(names, name)
	}
	return names
}

// BackButton gives somebody his seat back.
func BackButton(table string, w *locales.Words) discord.Component {
	return button(discord.Success, "🪑", w.Say("seat.button.back"), ID(VerbSeat, table))
}

// SeatButton gives an empty seat to somebody else.
func SeatButton(table string, w *locales.Words, name string, seat games.Seat) discord.Component {
	return button(discord.Danger, "🪑", w.Say("seat.button.take", "Name", plain(name)), ID(VerbSeat, table, strconv.Itoa(int(seat))))
}
