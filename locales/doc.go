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
// A text takes parameters as {{.Name}}; what depends on one being there (not "" and not 0) stands between {{if .Other}},
// {{else}} and {{end}}, and {{if eq .Name .Other}} compares two. If a text has plural forms, the parameter N chooses between them. The names one, two, few, many, zero, other, id, hash and description are
// taken for forms, so no key's last part inside a table may be one of them ("seat.other" in quotes may). Names and terms go in as they are: a Turkish text
// never hangs a suffix on a parameter.
//
// A further game is a file or two in each folder, and its section in families_test.go; a further
// language is a folder and a line in the table spoken.
//
// Both languages have the same keys with the same parameters. The tests hold them to that, to
// Discord's sizes, and to the keys that the program uses.
package locales
