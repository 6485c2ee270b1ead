package locales

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// These tests hold the texts against the keys that the program uses. A key stands in Go code in one of four ways:
//
//	w.Say("table.paused")            a whole key; so is every other literal of its shape that begins with a section
//	w.Say("pace." + p + ".name")     a family: its literal beginning must be in families (families_test.go)
//	s.key("event", e.Kind)           a family of each game's section, "<game>.event."
//	l.Game.Prefix() + ".option." + id   the same
//
// What a family may hold comes from the constants of the game's package, or is listed.

// usage is which keys the sources use.
type usage struct {
	said     map[string][]string // whole keys handed to Say, with the places
	literals map[string][]string // all other string literals that look like keys, with the places
	families map[string][]string // literal beginnings of composed keys, with the places; gameKey stands for a game's prefix
	sections map[string]bool     // the first parts of all keys
}

// wordless are the folders below bot that have no words for people.
var wordless = map[string]bool{"sandbox": true, "discord": true}

// gameKey stands for the section of any game.
const gameKey = "<game>."

// root walks up to the folder with go.mod.
func root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above the test's folder")
		}
		dir = up
	}
}

// scan reads the sources of the program: no tests, not this package, and not the games, which know no words.
func scan(t *testing.T) usage {
	t.Helper()
	u := usage{map[string][]string{}, map[string][]string{}, map[string][]string{}, map[string]bool{gameKey: true}}
	for key := range loaded(t).For(Default).lexicons[0].entries {
		section, _, _ := strings.Cut(key, ".")
		u.sections[section+"."] = true
	}
	top := root(t)
	for _, dir := range []string{"bot", "cmd"} {
		err := filepath.WalkDir(filepath.Join(top, dir), func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && wordless[d.Name()] {
				return filepath.SkipDir
			}
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, nil, 0)
			if err != nil {
				return err
			}
			place, err := filepath.Rel(top, path)
			u.file(file, func(p token.Pos) string { return place + ":" + strconv.Itoa(set.Position(p).Line) })
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return u
}

func (u usage) file(file *ast.File, at func(token.Pos) string) {
	inner := map[ast.Node]bool{} // what was looked at as a part of something greater
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if s, ok := literal(n); ok && !inner[n] && keyShape.MatchString(s) && u.known(s) {
				u.literals[s] = append(u.literals[s], at(n.Pos()))
			}
		case *ast.BinaryExpr:
			if n.Op != token.ADD || inner[n] {
				break
			}
			parts := summands(n)
			for _, p := range parts {
				inner[p] = true
			}
			if key, whole := beginning(parts); !whole && u.known(key) {
				u.families[key] = append(u.families[key], at(n.Pos()))
			}
			ast.Inspect(n, func(in ast.Node) bool { inner[in] = true; return true })
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			if !ok || len(n.Args) == 0 {
				break
			}
			switch sel.Sel.Name {
			case "Say":
				inner[n.Args[0]] = true
				if s, ok := literal(n.Args[0]); ok {
					u.said[s] = append(u.said[s], at(n.Pos()))
				} else if key, _ := beginning(summands(n.Args[0])); key != "" {
					u.families[key] = append(u.families[key], at(n.Pos()))
				}
			case "key":
				u.ownKey(n, at(n.Pos()))
			}
		}
		return true
	})
}

// ownKey takes s.key("event", e.Kind) apart: the parts are joined by dots.
func (u usage) ownKey(call *ast.CallExpr, place string) {
	key := gameKey
	for i, arg := range call.Args {
		s, ok := literal(arg)
		if !ok {
			if key != gameKey {
				u.families[key] = append(u.families[key], place)
			}
			return
		}
		key += s
		if i < len(call.Args)-1 {
			key += "."
		}
	}
	u.said[key] = append(u.said[key], place)
}

var keyShape = regexp.MustCompile(`^[a-z]+(\.[a-z0-9_-]+)+$`)

// known reports whether a literal begins with a section of the words.
func (u usage) known(key string) bool {
	section, rest, ok := strings.Cut(key, ".")
	return ok && u.sections[section+"."] && (section+"." != gameKey || rest != "")
}

// beginning joins the literals with which a sum begins; a call of Prefix before them is a game's section.
func beginning(parts []ast.Expr) (key string, whole bool) {
	for i, p := range parts {
		if call, ok := p.(*ast.CallExpr); ok && i == 0 {
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Prefix" {
				key = strings.TrimSuffix(gameKey, ".")
				continue
			}
		}
		s, ok := literal(p)
		if !ok {
			return key, false
		}
		key += s
	}
	return key, true
}

func summands(e ast.Expr) []ast.Expr {
	if sum, ok := e.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		return append(summands(sum.X), summands(sum.Y)...)
	}
	return []ast.Expr{e}
}

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}

// everyGame gives the full keys of one that may stand in a game's section.
func everyGame(key string) []string {
	rest, own := strings.CutPrefix(key, gameKey)
	if !own {
		return []string{key}
	}
	var keys []string
	for _, g := range sections {
		keys = append(keys, g+"."+rest)
	}
	return keys
}

func TestNoKeyIsMissing(t *testing.T) {
	u, w := scan(t), loaded(t).For(Default)
	for key, places := range u.literals {
		if !w.Has(key) {
			t.Errorf("%s: no text %q", strings.Join(places, ", "), key)
		}
	}
	for key, places := range u.said {
		if !slices.ContainsFunc(everyGame(key), w.Has) {
			t.Errorf("%s: no text %q", strings.Join(places, ", "), key)
		}
	}
	all := families(t)
	for key, places := range u.families {
		if !slices.ContainsFunc(everyGame(key), func(k string) bool { _, ok := all[k]; return ok }) {
			t.Errorf("%s: keys that begin with %q are composed, but families does not know them", strings.Join(places, ", "), key)
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

func TestNoKeyIsUnused(t *testing.T) {
	u, w := scan(t), loaded(t).For(Default)
	used := map[string]bool{"list.pair": true, "list.more": true, "list.last": true} // Words.List
	for key := range u.literals {
		used[key] = true
	}
	for key := range u.said {
		for _, k := range everyGame(key) {
			used[k] = true
		}
	}
	composed := map[string]bool{}
	for key := range u.families {
		for _, k := range everyGame(key) {
			composed[k] = true
		}
	}
	for prefix, f := range families(t) {
		if !composed[prefix] && !f.always {
			continue
		}
		for _, rest := range slices.Concat(f.must, f.may) {
			used[prefix+rest] = true
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
