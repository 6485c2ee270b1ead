package present

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kumpas/bot/discord"
)

func text(lines ...string) discord.Component {
	return discord.Component{Type: discord.Text, Content: typeset(strings.Join(lines, "\n"))}
}

func rule() discord.Component { return discord.Component{Type: discord.Separator} }

func container(accent int, parts ...discord.Component) discord.Component {
	return discord.Component{Type: discord.Container, AccentColor: &accent, Components: parts}
}

func button(style discord.ButtonStyle, emoji, label, id string) discord.Component {
	if style == 0 {
		style = discord.Secondary
	}
	c := discord.Component{Type: discord.Button, Style: style, Label: clip(label, discord.MaxLabel), CustomID: id}
	if emoji != "" {
		c.Emoji = &discord.Emoji{Name: emoji}
	}
	return c
}

func link(emoji, label, url string) discord.Component {
	c := button(discord.Link, emoji, label, "")
	c.URL = url
	return c
}

// rows lays components out in rows of five.
func rows(parts []discord.Component) []discord.Component {
	var out []discord.Component
	for len(parts) > 0 {
		n := min(discord.MaxRow, len(parts))
		out = append(out, discord.Component{Type: discord.Row, Components: parts[:n]})
		parts = parts[n:]
	}
	return out
}

// choose is a select of one to max of the options.
func choose(id, placeholder string, lo, hi int, options []discord.SelectOption) discord.Component {
	return discord.Component{Type: discord.Row, Components: []discord.Component{{
		Type: discord.StringSelect, CustomID: id, Placeholder: clip(placeholder, discord.MaxPlaceholder),
		MinValues: &lo, MaxValues: hi, Options: options,
	}}}
}

// clip shortens a text to at most n characters.
func clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	r := []rune(s)
	return string(r[:n-1]) + "…"
}

// length is how many characters of text the parts hold.
func length(parts []discord.Component) int {
	n := 0
	for _, p := range parts {
		n += utf8.RuneCountInString(p.Content)
	}
	return n
}

// fit keeps the last of the lines that fit into n characters.
func fit(lines []string, n int) (kept []string, cut bool) {
	from := len(lines)
	for from > 0 {
		n -= utf8.RuneCountInString(lines[from-1]) + 1
		if n < 0 {
			break
		}
		from--
	}
	return lines[from:], from > 0
}

var escaper = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, ":", `\:`,
	">", `\>`, "<", `\<`, "[", `\[`, "]", `\]`, "#", `\#`, "@", "@\u200b", "\n", " ", "\r", " ")

// Escape makes a person's name safe to stand in a message.
func Escape(name string) string { return escaper.Replace(Visible(name)) }

// Visible takes out of a name what nobody sees, what turns the text around it and what reaches over other lines, and shortens it;
// "?" if nothing is left.
func Visible(name string) string {
	marks := 0
	name = strings.Map(func(r rune) rune {
		if !unicode.Is(unicode.M, r) {
			marks = 0
		}
		switch {
		case unicode.IsSpace(r), strings.ContainsRune(blanks, r):
			return ' '
		case unicode.IsControl(r), unicode.In(r, unicode.Cf, unicode.Co, unicode.Variation_Selector):
			return -1
		case unicode.Is(unicode.M, r):
			if marks++; marks > maxMarks {
				return -1
			}
		}
		return r
	}, name)
	if name = strings.Join(strings.Fields(name), " "); name == "" {
		return "?"
	}
	return clip(name, maxName)
}

// maxName is how many characters of a name are shown, maxMarks how many marks one letter may carry: no script needs more.
const (
	maxName  = 32
	maxMarks = 3
)

// blanks are letters and symbols without a shape.
const blanks = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"

// plain takes the marks of Escape and of bold text away again, for labels.
func plain(s string) string {
	var out strings.Builder
	esc := false
	for _, r := range s {
		switch {
		case esc:
			out.WriteRune(r)
			esc = false
		case r == '\\':
			esc = true
		case r == '*' || r == '\u200b':
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// Note is a short private message.
func Note(lines ...string) discord.Message {
	return discord.Message{Private: true, Components: []discord.Component{text(lines...)}}
}

// NoteWith is a short private message with buttons below.
func NoteWith(content string, buttons ...discord.Component) discord.Message {
	return discord.Message{Private: true, Components: append([]discord.Component{text(content)}, rows(buttons)...)}
}

// Confirm is the button by which somebody says that he means it.
func Confirm(label, id string) discord.Component { return button(discord.Danger, "", label, id) }
