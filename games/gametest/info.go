package gametest

import (
	"reflect"
	"regexp"
	"slices"

	"kumpas/games"
)

var (
	idForm     = regexp.MustCompile(`^[a-z0-9_-]+$`)
	choiceForm = regexp.MustCompile(`^[a-z0-9_]{1,24}$`)
)

// checkInfo asks whether the description of the game makes sense.
func (w *walk) checkInfo() {
	i := w.info
	w.did("info")
	if !reflect.DeepEqual(i, w.g.Info()) {
		w.fail("info", "Info differs from call to call")
	}
	if !idForm.MatchString(i.ID) {
		w.fail("info", "%q is no id", i.ID)
	}
	if i.Min < 1 || i.Max < i.Min || i.Max > games.MaxSeats {
		w.fail("info", "%d to %d players", i.Min, i.Max)
	}
	if i.Bound <= 0 {
		w.fail("info", "Bound is %d", i.Bound)
	}
	w.unique("levels", i.Levels, 1)
	w.unique("revealing kinds", i.Revealing, 0)
	var ids []string
	for _, o := range i.Options {
		ids = append(ids, o.ID)
		w.unique("values of "+o.ID, o.Values, 1)
	}
	w.unique("options", ids, 0)
	ids = nil
	for _, v := range i.Variants {
		ids = append(ids, v.ID)
		if !slices.ContainsFunc(w.counts(), func(n int) bool { return w.g.Check(n, v.Options) == nil }) {
			w.fail("info", "the variant %q can be played with no number of players", v.ID)
		}
	}
	w.unique("variants", ids, 0)
}

func (w *walk) unique(what string, names []string, atLeast int) {
	seen := map[string]bool{}
	for _, n := range names {
		if n == "" || seen[n] {
			w.fail("info", "%s: %q is empty or stands twice", what, n)
		}
		seen[n] = true
	}
	if len(names) < atLeast {
		w.fail("info", "there are no %s", what)
	}
}
