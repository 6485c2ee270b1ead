package robot

import (
	"strings"
	"sync"

	"kumpas/locales"
)

// takenWords are what tells somebody, alone, that his answer is taken: a note that begins so, or his panel.
var takenWords = sync.OnceValue(func() (all []string) {
	words, err := locales.Load(nil)
	if err != nil {
		panic(err) // the program's own words
	}
	for _, lang := range words.Langs() {
		before, _, _ := strings.Cut(words.For(lang).Say("table.taken.sealed", "What", "|"), "|")
		all = append(all, before, words.For(lang).Say("table.panel.given"))
	}
	return all
})

// Taken reports whether a private message says that a sealed answer is taken.
func Taken(message string) bool {
	for _, words := range takenWords() {
		if strings.Contains(message, words) {
			return true
		}
	}
	return false
}
