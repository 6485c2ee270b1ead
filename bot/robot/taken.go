package robot

import (
	"slices"
	"strings"
	"sync"

	"kumpas/locales"
)

// said are the words of a key in every language, up to what differs.
func said(key string) func() []string {
	return sync.OnceValue(func() (all []string) {
		words, err := locales.Load(nil)
		if err != nil {
			panic(err) // the program's own words
		}
		for _, lang := range words.Langs() {
			before, _, _ := strings.Cut(words.For(lang).Say(key, "What", "|"), "|")
			all = append(all, before)
		}
		return all
	})
}

var takenNote, givenPanel = said("table.taken.sealed"), said("table.panel.given")

// Taken reports whether a private note says that a sealed answer has just been taken.
func Taken(note string) bool { return says(note, takenNote()) }

// given reports whether somebody's panel says that he has answered, now or before.
func given(panel string) bool { return says(panel, givenPanel()) }

func says(text string, one []string) bool {
	return slices.ContainsFunc(one, func(words string) bool { return strings.Contains(text, words) })
}
