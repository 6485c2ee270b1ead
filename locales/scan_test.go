package locales

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The scanner finds the keys in the sources of the program. A key stands there in one of four ways:
//
//	w.Say("table.paused")               a whole key; so is every other literal of its shape that begins with a section
//	w.Say("pace." + p + ".name")        a family, named by its literal beginning
//	s.key("event", e.Kind)              a family of each game's section, "<game>.event."
//	l.Game.Prefix() + ".option." + id   the same
//
// Parameters are checked where Say gets them as literal names.

// gameKey stands for the section of any game.
const gameKey = "<game>."

// wordless are the folders below bot that have no words for people.
var wordless = map[string]bool{"sandbox": true, "discord": true}

// use is how the sources use one key, or one family of keys.
type use struct {
	places []string
	names  map[string]bool // parameters that some call of Say gives; nil if no call tells
	open   bool            // some call of Say gives parameters that cannot be read from the source
}

// usage is which keys the sources use.
type usage struct {
	keys, families map[string]*use
	sections       map[string]bool // the first parts of all keys
}

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
	u := newUsage(loaded(t))
	top := root(t)
	for _, dir := range []string{"bot", "cmd"} {
		err := filepath.WalkDir(filepath.Join(top, dir), func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && wordless[d.Name()] {
				return filepath.SkipDir
			}
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			place, err := filepath.Rel(top, path)
			if err != nil {
				return err
			}
			return u.read(place, path, nil)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return u
}

func newUsage(b *Bundle) usage {
	u := usage{map[string]*use{}, map[string]*use{}, map[string]bool{}}
	for key := range b.For(Default).lexicons[0].entries {
		section, _, _ := strings.Cut(key, ".")
		u.sections[section] = true
	}
	return u
}

// read adds a file; source is its text, nil to read path.
func (u usage) read(place, path string, source any) error {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, source, 0)
	if err != nil {
		return err
	}
	seen := map[ast.Node]bool{} // expressions that were looked at as a part of a greater one
	ast.Inspect(file, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		at := place + ":" + strconv.Itoa(set.Position(n.Pos()).Line)
		if call, ok := e.(*ast.CallExpr); ok && called(call) == "Say" && len(call.Args) > 0 {
			if k := u.find(call.Args[0], seen, at); k != nil {
				k.given(call)
			} else if key, whole := keyOf(call.Args[0]); whole { // of no section at all
				u.add(u.keys, key, at)
			}
			return true
		}
		u.find(e, seen, at)
		return true
	})
	return nil
}

// find records the key that an expression stands for, if it stands for one.
func (u usage) find(e ast.Expr, seen map[ast.Node]bool, at string) *use {
	if seen[e] {
		return nil
	}
	for _, part := range summands(e) {
		seen[part] = true
	}
	markSums(e, seen)
	key, whole := keyOf(e)
	section, rest, ok := strings.Cut(key, ".")
	switch {
	case !ok, section+"." != gameKey && !u.sections[section]:
		return nil
	case whole && keyShape.MatchString(key):
		return u.add(u.keys, key, at)
	case !whole && (section+"." != gameKey || rest != ""):
		return u.add(u.families, key, at)
	}
	return nil
}

var keyShape = regexp.MustCompile(`^(<game>|[a-z]+)(\.[a-z0-9_-]+)+$`)

func (u usage) add(to map[string]*use, key, at string) *use {
	k := to[key]
	if k == nil {
		k = &use{}
		to[key] = k
	}
	k.places = append(k.places, at)
	return k
}

// given notes the names of the parameters of a call of Say.
func (k *use) given(call *ast.CallExpr) {
	if k.names == nil {
		k.names = map[string]bool{}
	}
	args := call.Args[1:]
	k.open = k.open || call.Ellipsis.IsValid() || len(args) == 1
	for i := 0; i < len(args); i += 2 {
		if name, ok := literal(args[i]); ok {
			k.names[name] = true
		} else {
			k.open = true
		}
	}
}

// keyOf is the key that an expression stands for, or its literal beginning.
func keyOf(e ast.Expr) (key string, whole bool) {
	if call, ok := e.(*ast.CallExpr); ok && called(call) == "key" {
		key = gameKey
		for i, arg := range call.Args {
			s, ok := literal(arg)
			if !ok {
				return key, false
			}
			if key += s; i < len(call.Args)-1 {
				key += "."
			}
		}
		return key, true
	}
	for i, part := range summands(e) {
		if call, ok := part.(*ast.CallExpr); ok && i == 0 && called(call) == "Prefix" {
			key = strings.TrimSuffix(gameKey, ".")
			continue
		}
		s, ok := literal(part)
		if !ok {
			return key, false
		}
		key += s
	}
	return key, true
}

// called is the name of the method that is called, "" if it is none.
func called(call *ast.CallExpr) string {
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
		return sel.Sel.Name
	}
	return ""
}

func summands(e ast.Expr) []ast.Expr {
	if sum, ok := e.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		return append(summands(sum.X), summands(sum.Y)...)
	}
	return []ast.Expr{e}
}

// markSums marks the sums within a sum.
func markSums(e ast.Expr, seen map[ast.Node]bool) {
	seen[e] = true
	if sum, ok := e.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		markSums(sum.X, seen)
		markSums(sum.Y, seen)
	}
}

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}
