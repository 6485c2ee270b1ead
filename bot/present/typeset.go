package present

import (
	"strings"
	"unicode"
)

// held is a space at which no line ends. (A desktop client draws an emoji as a picture and may break beside it all the same; it has
// long lines. A phone draws text.)
const held = '\u00a0'

// typeset keeps together what belongs together on a phone's short line: an emoji and what it marks, a number and its unit, a dot
// and what it follows. The length stays the same, and code is left as it is, to be copied.
func typeset(text string) string {
	r := []rune(text)
	at := func(i int) rune {
		if i < 0 || i >= len(r) {
			return '\n'
		}
		return r[i]
	}
	code := false
	for i, c := range r {
		switch next := at(i + 1); {
		case c == '`':
			code = !code
		case c != ' ' || code:
		case marks(at, i), counts(at, i) && (isMark(next) || unicode.IsLetter(next)), next == '·' && at(i+2) == ' ' && at(i-1) != '\n':
			r[i] = held
		}
	}
	return string(r)
}

// marks reports whether an emoji stands before a place.
func marks(at func(int) rune, i int) bool {
	if at(i-1) == '\ufe0f' {
		i--
	}
	return isMark(at(i - 1))
}

// counts reports whether a number stands before a place, be it bold.
func counts(at func(int) rune, i int) bool {
	for n := 0; n < 2 && at(i-1) == '*'; n++ {
		i--
	}
	return unicode.IsDigit(at(i - 1))
}

// isMark knows the signs that belong to what follows: emoji, circled numbers, the arrow. The suits are none of them: a long meld may
// break anywhere.
func isMark(r rune) bool {
	return r == '→' || r >= 0x2460 && r <= 0x24ff || r >= 0x1f000 && r <= 0x1faff || r >= 0x2300 && r <= 0x23ff || r >= 0x25a0 && r <= 0x27bf && !strings.ContainsRune("♠♥♦♣", r)
}
