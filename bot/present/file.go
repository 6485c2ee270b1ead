package present

import (
	"strings"
	"unicode"

	"kumpas/bot/discord"
	"kumpas/games"
)

// WithFile hangs a file on a message.
func WithFile(msg discord.Message, f discord.File) discord.Message {
	msg.Components = append(msg.Components, discord.Component{Type: discord.FileShown, File: &discord.MediaURL{URL: "attachment://" + f.Name}})
	msg.Files = append(msg.Files, f)
	return msg
}

// Plain says events of a finished game for a terminal, the hidden half included: without Discord's marks and without
// characters that would do something there.
func Plain(s *Scene, events []games.Event) []string {
	var lines []string
	for _, e := range events {
		if e.To != 0 { // what one person was shown; what he held is told at the end
			continue
		}
		text := s.Sentence(e)
		if text == "" {
			continue
		}
		if e.AtEnd {
			text = "🤫 " + text
		}
		for _, line := range strings.Split(text, "\n") {
			lines = append(lines, Printable(line))
		}
	}
	return lines
}

// Printable takes the marks of Escape and of bold text, and all that is not printed, out of a line.
func Printable(line string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) || r == '\u200d' { // joins emojis
			return r
		}
		return -1
	}, plain(line))
}
