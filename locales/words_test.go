package locales

import (
	"fmt"
	"sync"
	"testing"
	"testing/fstest"
)

// two languages with one text of each sort, and one text that only one of them has.
func sample(t *testing.T) (*Bundle, *[]Problem) {
	t.Helper()
	source := fstest.MapFS{
		"en/a.toml": {Data: []byte(`
[table]
turn = "Turn: {{.Name}}"
act = "{{.Name}}: {{.What}}{{if eq .Name .Other}} on himself{{else}}{{if .Other}} on {{.Other}}{{end}}{{end}}{{if .N}} for {{.N}}{{end}}"
"turn.private" = "It's your turn."
only = "Only {{.Name}}"
[table.gold]
one = "{{.Name}} takes {{.N}} coin"
other = "{{.Name}} takes {{.N}} coins"
[list]
pair = "{{.A}} and {{.B}}"
more = "{{.A}}, {{.B}}"
last = "{{.A}}, and {{.B}}"
`)},
		"tr/a.toml": {Data: []byte(`
[table]
turn = "Sıra: {{.Name}}"
"turn.private" = "Sıra sende."
gold = "{{.Name}} {{.N}} altın aldı"
`)},
		"tr/b.toml": {Data: []byte(`
[list]
pair = "{{.A}} ve {{.B}}"
more = "{{.A}}, {{.B}}"
last = "{{.A}} ve {{.B}}"
`)},
	}
	problems := new([]Problem)
	var lock sync.Mutex
	b, err := load(source, func(p Problem) {
		lock.Lock()
		defer lock.Unlock()
		*problems = append(*problems, p)
	})
	if err != nil {
		t.Fatal(err)
	}
	return b, problems
}

func TestSay(t *testing.T) {
	for _, c := range []struct {
		name, lang, key string
		args            []any
		want            string
		problems        []Problem
	}{
		{"plain", "tr", "table.turn.private", nil, "Sıra sende.", nil},
		{"pairs", "tr", "table.turn", []any{"Name", "Ayşe"}, "Sıra: Ayşe", nil},
		{"args", "en", "table.turn", []any{Args{"Name": "Ayşe", "Other": "Can"}}, "Turn: Ayşe", nil},
		{"one", "en", "table.gold", []any{"Name", "Can", "N", 1}, "Can takes 1 coin", nil},
		{"other", "en", "table.gold", []any{"Name", "Can", "N", 2}, "Can takes 2 coins", nil},
		{"none", "en", "table.gold", []any{"Name", "Can", "N", 0}, "Can takes 0 coins", nil},
		{"whole", "en", "table.act", []any{"Name", "A", "What", "Coup", "Other", "B", "N", 7}, "A: Coup on B for 7", nil},
		{"without the ifs", "en", "table.act", []any{"Name", "A", "What", "Coup", "Other", "", "N", 0}, "A: Coup", nil},
		{"equal", "en", "table.act", []any{"Name", "A", "What", "Turns", "Other", "A", "N", 1}, "A: Turns on himself for 1", nil},
		{"no forms", "tr", "table.gold", []any{"Name", "Can", "N", 1}, "Can 1 altın aldı", nil},
		{"the person's own braces", "en", "table.turn", []any{"Name", "{{.N}} <b>"}, "Turn: {{.N}} <b>", nil},
		{"key of the other language", "tr", "table.only", []any{"Name", "Can"}, "Only Can", []Problem{{"tr", "table.only", "no such key"}}},
		{"key of no language", "tr", "table.none", nil, "…", []Problem{{"tr", "table.none", "no such key"}, {"en", "table.none", "no such key"}}},
		{"no parameter", "en", "table.turn", nil, "Turn: …", []Problem{{"en", "table.turn", "no parameter Name"}}},
		{"no count", "en", "table.gold", []any{"Name", "Can"}, "Can takes … coins", []Problem{{"en", "table.gold", "no parameter N"}}},
		{"no number", "en", "table.gold", []any{"Name", "Can", "N", "two"}, "Can takes two coins", []Problem{{"en", "table.gold", "N is no int"}}},
		{"odd", "en", "table.turn", []any{"Name", "Can", "N"}, "Turn: Can", []Problem{{"en", "table.turn", "a parameter without a value"}}},
		{"no name", "en", "table.turn", []any{1, 2}, "Turn: …", []Problem{{"en", "table.turn", "a parameter's name is a int"}, {"en", "table.turn", "no parameter Name"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, problems := sample(t)
			if got := b.For(c.lang).Say(c.key, c.args...); got != c.want {
				t.Errorf("said %q, want %q", got, c.want)
			}
			if fmt.Sprint(*problems) != fmt.Sprint(c.problems) {
				t.Errorf("problems %v, want %v", *problems, c.problems)
			}
		})
	}
}

func TestSayLeavesArgsAlone(t *testing.T) {
	b, _ := sample(t)
	args := Args{"Other": "Can"}
	b.For("en").Say("table.turn", args)
	if len(args) != 1 {
		t.Errorf("the caller's parameters became %v", args)
	}
}

func TestFor(t *testing.T) {
	b, _ := sample(t)
	for _, c := range []struct {
		wishes []string
		want   string
	}{
		{[]string{"tr"}, "tr"},
		{[]string{"en-US"}, "en"},
		{[]string{"en-GB", "tr"}, "en"},
		{[]string{"", "de", "tr", "en"}, "tr"},
		{[]string{"de"}, Default},
		{nil, Default},
	} {
		if got := b.For(c.wishes...).Lang(); got != c.want {
			t.Errorf("for %q: %s, want %s", c.wishes, got, c.want)
		}
	}
	if b.Speaks("de") || !b.Speaks("en-GB") || !b.Speaks("tr") || b.Speaks("") {
		t.Error("a wrong set of languages is spoken")
	}
	if got := fmt.Sprint(b.Langs()); got != "[en tr]" {
		t.Errorf("languages %s", got)
	}
	if got := fmt.Sprint(b.For("en").Locales(), b.For("tr").Locales()); got != "[en-US en-GB] [tr]" {
		t.Errorf("locales %s", got)
	}
	if !b.For("en").Has("table.only") || b.For("tr").Has("table.only") {
		t.Error("Has looks into another language")
	}
}

func TestList(t *testing.T) {
	b, problems := sample(t)
	for _, c := range []struct {
		items  []string
		tr, en string
	}{
		{nil, "", ""},
		{[]string{"Ayşe"}, "Ayşe", "Ayşe"},
		{[]string{"Ayşe", "Can"}, "Ayşe ve Can", "Ayşe and Can"},
		{[]string{"Ayşe", "Can", "Elif"}, "Ayşe, Can ve Elif", "Ayşe, Can, and Elif"},
		{[]string{"Ayşe", "Can", "Elif", "Ege"}, "Ayşe, Can, Elif ve Ege", "Ayşe, Can, Elif, and Ege"},
	} {
		if tr, en := b.For("tr").List(c.items), b.For("en").List(c.items); tr != c.tr || en != c.en {
			t.Errorf("%q: %q and %q", c.items, tr, en)
		}
	}
	if len(*problems) > 0 {
		t.Error(*problems)
	}
}

func TestCases(t *testing.T) {
	b, _ := sample(t)
	tr, en := b.For("tr"), b.For("en")
	for _, c := range []struct{ got, want string }{
		{tr.Upper("ışık iğne"), "IŞIK İĞNE"},
		{tr.Lower("IŞIK İĞNE"), "ışık iğne"},
		{tr.Title("iki kişilik ısı"), "İki Kişilik Isı"},
		{en.Upper("mini"), "MINI"},
		{en.Lower("MINI"), "mini"},
		{en.Title("initial idea"), "Initial Idea"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"no TOML":           "[table",
		"a function":        `[table]` + "\n" + `x = "{{len .Name}}"`,
		"open braces":       `[table]` + "\n" + `x = "{{.Name"`,
		"a comment":         `[table]` + "\n" + `x = "a{{/* b */}}"`,
		"a deep parameter":  `[table]` + "\n" + `x = "{{.Name.First}}"`,
		"a loop":            `[table]` + "\n" + `x = "{{range .Name}}a{{end}}"`,
		"a pipe":            `[table]` + "\n" + `x = "{{.Name | eq .Other}}"`,
		"a variable":        `[table]` + "\n" + `x = "{{$x := .Name}}"`,
		"a definition":      `[table]` + "\n" + `x = "a{{define \"b\"}}c{{end}}"`,
		"a print of eq":     `[table]` + "\n" + `x = "{{eq .Name .Other}}"`,
		"another function":  `[table]` + "\n" + `x = "{{if gt .N .M}}a{{end}}"`,
		"a small parameter": `[table]` + "\n" + `x = "{{.name}}"`,
		"forms without N":   `[table.x]` + "\n" + `one = "a"` + "\n" + `other = "b"`,
		"a strange form":    `[table.x]` + "\n" + `few = "{{.N}} a"` + "\n" + `other = "{{.N}} b"`,
		"no other form":     `[table.x]` + "\n" + `one = "{{.N}} a"`,
		"a key twice":       `"table.x" = "a"` + "\n[table]\n" + `x = "b"`,
	} {
		source := fstest.MapFS{"en/a.toml": {Data: []byte(text)}}
		if _, err := load(source, nil); err == nil {
			t.Errorf("%s: loaded", name)
		}
	}
}

// Many people read at once; the race detector watches.
func TestSayFromManyGoroutines(t *testing.T) {
	b, problems := sample(t)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 50 {
				for _, lang := range []string{"tr", "en"} {
					if b.For(lang).Say("table.gold", "Name", "Can", "N", 3) == blank {
						t.Error("nothing said")
					}
				}
				b.For("tr").Upper("i")
			}
		})
	}
	group.Wait()
	if len(*problems) > 0 {
		t.Error(*problems)
	}
}

func BenchmarkSay(b *testing.B) {
	bundle, err := load(fstest.MapFS{"en/a.toml": {Data: []byte("[t]\nplain = \"Plain\"\nname = \"{{.Name}} takes {{.N}}\"\n[t.n]\none = \"{{.Name}} takes {{.N}} coin\"\nother = \"{{.Name}} takes {{.N}} coins\"")}}, nil)
	if err != nil {
		b.Fatal(err)
	}
	w := bundle.For("en")
	for _, key := range []string{"t.plain", "t.name", "t.n"} {
		b.Run(key, func(b *testing.B) {
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					w.Say(key, "Name", "Ayşe", "N", 2)
				}
			})
		})
	}
}
