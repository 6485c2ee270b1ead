package locales

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// everyGame gives the full keys of one that may stand in a game's section.
func everyGame(key string) []string {
	rest, own := strings.CutPrefix(key, gameKey)
	if !own {
		return []string{key}
	}
	return cross(sections, rest)
}

func TestNoKeyIsMissing(t *testing.T) {
	u, w := scan(t), loaded(t).For(Default)
	all := families(t)
	for key, use := range u.keys {
		if !slices.ContainsFunc(everyGame(key), w.Has) {
			t.Errorf("%s: no text %q", strings.Join(use.places, ", "), key)
		}
	}
	for key, use := range u.families {
		if !slices.ContainsFunc(everyGame(key), func(k string) bool { _, ok := all[k]; return ok }) {
			t.Errorf("%s: keys that begin with %q are composed, but families does not know them", strings.Join(use.places, ", "), key)
		}
	}
	for prefix, f := range all {
		for _, rest := range f.must {
			if !w.Has(prefix + rest) {
				t.Errorf("no text %q", prefix+rest)
			}
		}
	}
}

// Whoever says a text gives it all its parameters. Of a family it is enough that one of its calls does.
func TestNoParameterIsMissing(t *testing.T) {
	u, all := scan(t), families(t)
	entries := loaded(t).For(Default).lexicons[0].entries
	check := func(use *use, key string) {
		if use.names == nil || use.open {
			return
		}
		for _, name := range entries[key].params {
			if !use.names[name] {
				t.Errorf("%s: %q is said without the parameter %s", strings.Join(use.places, ", "), key, name)
			}
		}
	}
	for key, use := range u.keys {
		for _, k := range everyGame(key) {
			check(use, k)
		}
	}
	for key, use := range u.families {
		for _, prefix := range everyGame(key) {
			for _, rest := range slices.Concat(all[prefix].must, all[prefix].may) {
				check(use, prefix+rest)
			}
		}
	}
}

func TestNoKeyIsUnused(t *testing.T) {
	u, w := scan(t), loaded(t).For(Default)
	used := map[string]bool{"list.pair": true, "list.more": true, "list.last": true} // Words.List
	for key := range u.keys {
		for _, k := range everyGame(key) {
			used[k] = true
		}
	}
	all := families(t)
	for key := range u.families {
		for _, prefix := range everyGame(key) {
			for _, rest := range slices.Concat(all[prefix].must, all[prefix].may) {
				used[prefix+rest] = true
			}
		}
	}
	early := 0
	for _, key := range slices.Sorted(maps.Keys(w.lexicons[0].entries)) {
		switch {
		case used[key]:
		case slices.ContainsFunc(notYetUsed, func(p string) bool { return strings.HasPrefix(key, p) }):
			early++
			t.Logf("not used yet: %q", key)
		default:
			t.Errorf("nothing uses %q", key)
		}
	}
	t.Logf("%d texts wait for their use", early)
}

// The scanner itself, on a source with one key of each sort.
func TestScan(t *testing.T) {
	b, _ := sample(t)
	u := newUsage(b)
	err := u.read("x.go", "x.go", `package x
func f() {
	w.Say("table.turn", "Name", n)
	w.Say("### " + w.Say("nowhere.at.all"))
	w.Say("table." + x + ".name", "N", 1, "Name", n)
	w.Say(s.key("event", kind), args)
	w.Say(s.key("board", "deck"))
	w.Say(l.Game.Prefix() + ".option." + id)
	done("table.done")
	open("file.toml", "table", "table.Turn", "a" + "b")
	key := "list." + what
}`)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := slices.Sorted(maps.Keys(u.keys)), []string{"<game>.board.deck", "nowhere.at.all", "table.done", "table.turn"}; !slices.Equal(got, want) {
		t.Errorf("keys %q, want %q", got, want)
	}
	if got, want := slices.Sorted(maps.Keys(u.families)), []string{"<game>.event.", "<game>.option.", "list.", "table."}; !slices.Equal(got, want) {
		t.Errorf("families %q, want %q", got, want)
	}
	if got := slices.Sorted(maps.Keys(u.families["table."].names)); !slices.Equal(got, []string{"N", "Name"}) || u.families["table."].open {
		t.Errorf("parameters %q", got)
	}
	if !u.families["<game>.event."].open || u.keys["table.done"].names != nil || u.keys["table.turn"].places[0] != "x.go:3" {
		t.Error("calls are misread")
	}
}
