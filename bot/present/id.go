package present

import (
	"strings"

	"kumpas/bot/discord"
)

// A custom id is a verb and its arguments, joined by ':'. Ids come back from outside: nothing in one is
// trusted, it only says what somebody would like to do.
const idSep = ":"

// The verbs. All but the last group have a table's id as their first argument.
const (
	VerbReply  = "r" // prompt, elements...: answers a prompt, or the first fields of it
	VerbBack   = "b" // prompt: takes the last picked element back
	VerbEdit   = "e" // prompt, mark, n, elements...: the first n of the half-picked operation of an editor, and more; see Bench
	VerbWrite  = "w" // prompt: opens the form for a written draft, and takes its text
	VerbSubmit = "k" // prompt, mark: answers with the draft
	VerbPanel  = "p" // opens the private panel, or shows it anew
	VerbPass   = "a" // [what]: "pass for me"
	VerbDown   = "d" // brings the board down
	VerbRecord = "i" // what everybody has claimed and done
	VerbVote   = "v" // number, ballot: a vote of the table (see motions in bot/votes.go)
	VerbAct    = "y" // what, argument...: a confirmed deed such as leaving
	VerbLobby  = "l" // what, argument...
	VerbStory  = "h" // page: the story of a finished or running game
	VerbExport = "f" // the file of a finished game
	VerbAgain  = "x" // a rematch
	VerbSeat   = "j" // [seat]: takes an empty seat

	VerbRules = "u" // game, topic
	VerbMe    = "m"
)

// ID makes a custom id.
func ID(verb string, args ...string) string {
	return strings.Join(append([]string{verb}, args...), idSep)
}

// ParsedID is a custom id taken apart.
type ParsedID []string

// ParseID takes an id apart; ok is false for what ID could not have made.
func ParseID(id string) (p ParsedID, ok bool) {
	if id == "" || len(id) > discord.MaxCustomID {
		return nil, false
	}
	p = strings.Split(id, idSep)
	return p, p[0] != ""
}

// Verb returns the verb.
func (p ParsedID) Verb() string { return p[0] }

// Arg returns the i-th argument, "" if there is none.
func (p ParsedID) Arg(i int) string {
	if i+1 < len(p) {
		return p[i+1]
	}
	return ""
}

// Args returns the arguments from the i-th on.
func (p ParsedID) Args(i int) []string {
	if i+1 >= len(p) {
		return nil
	}
	return p[i+1:]
}
