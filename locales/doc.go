// Package locales holds every word that a person reads, in Turkish and English.
//
// The texts stand in one folder per language, a file per subject; a game has a file for
// what happens at its table and one for /rules. A key is its table and name joined by dots:
//
//	[table]
//	paused = "..."            # Say("table.paused")
//	"seat.left" = "..."       # Say("table.seat.left", "Name", name)
//	[table.left]
//	one = "{{.N}} card left"  # Say("table.left", "N", n) picks the form by N
//	other = "{{.N}} cards left"
//
// A text takes parameters as {{.Name}}. What depends on one being there (not "" and not 0) stands
// between {{if .Other}}, {{else}} and {{end}}; {{if eq .Name .Other}} compares two. Names and terms go
// in as they are: a Turkish text never hangs a suffix on a parameter. The names of forms (one, two, few,
// many, zero, other) and id, hash and description are no names for texts, but may end a quoted one
// ("seat.other").
//
// Both languages have the same keys with the same parameters. The tests hold them to that, to
// Discord's sizes, and to the keys that the program uses.
//
// A further game is a file or two in each folder, and its section in families_test.go; a further
// language is a folder and a line in the table spoken.
package locales
