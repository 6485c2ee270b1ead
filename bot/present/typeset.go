package present

import (
	"regexp"
	"strings"
)

// held is a space at which no line ends. It is the narrow one: a client draws an emoji as a picture, and beside a picture a line
// may break even at the wide one.
const held = "\u202f"

// emoji is a sign that is drawn as a picture. The suits are none of them here: a hand of cards may break between any two.
const emoji = `[\x{2300}-\x{23FF}\x{25A0}-\x{265F}\x{2668}-\x{27BF}\x{1F000}-\x{1FAFF}]\x{FE0F}?`

// What belongs together on a phone's short line: an emoji and what it marks, a number and its unit, a dot and what it follows.
var belongs = []struct {
	find *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`(` + emoji + `)[ \x{A0}]`), "$1" + held},
	{regexp.MustCompile(`(\d\*{0,2})[ \x{A0}](` + emoji + `|\p{Ll})`), "$1" + held + "$2"},
	{regexp.MustCompile(` · `), held + "· "},
	{regexp.MustCompile(`([♠♥♦♣])([0-9AJQK])`), "$1\u2060$2"}, // a suit is a picture, too, and its card has no space in it
}

// typeset keeps together what belongs together. Code is left as it is, to be copied.
func typeset(text string) string {
	parts := strings.Split(text, "`")
	for i := 0; i < len(parts); i += 2 {
		for _, b := range belongs {
			parts[i] = b.find.ReplaceAllString(parts[i], b.with)
		}
	}
	return strings.Join(parts, "`")
}
