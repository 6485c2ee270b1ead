package locales

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

var once = sync.OnceValues(func() (*Bundle, error) { return Load(nil) })

// loaded is the embedded texts, read once.
func loaded(t *testing.T) *Bundle {
	t.Helper()
	b, err := once()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// each calls f for every text of every language; text is the form "other".
func each(t *testing.T, f func(lang, key, text string)) {
	t.Helper()
	b := loaded(t)
	for _, lang := range b.Langs() {
		entries := b.For(lang).lexicons[0].entries
		for _, key := range slices.Sorted(maps.Keys(entries)) {
			for _, text := range entries[key].forms {
				f(lang, key, text)
			}
		}
	}
}

func TestLanguagesHaveTheSameKeysAndParameters(t *testing.T) {
	b := loaded(t)
	base := b.For(Default).lexicons[0].entries
	for _, lang := range b.Langs() {
		entries := b.For(lang).lexicons[0].entries
		for key, e := range base {
			other, ok := entries[key]
			if !ok {
				t.Errorf("%s: %q is missing", lang, key)
			} else if !slices.Equal(e.params, other.params) {
				t.Errorf("%q takes %v in %s and %v in %s", key, e.params, Default, other.params, lang)
			}
		}
		for key := range entries {
			if _, ok := base[key]; !ok {
				t.Errorf("%s: %q is missing", Default, key)
			}
		}
	}
}

// English nouns change after a number; Turkish ones do not, so Turkish texts need a form of their own for one only where the rest of the sentence changes.
func TestPluralForms(t *testing.T) {
	counted := regexp.MustCompile(`\{\{\.N\}\} [a-z]+s\b`)
	for key, e := range loaded(t).For("en").lexicons[0].entries {
		if !e.plural && counted.MatchString(e.text) {
			t.Errorf("en: %q counts in one form only: %s", key, e.text)
		}
		if e.plural && e.forms[0] == e.forms[1] {
			t.Errorf("en: the forms of %q are the same", key)
		}
	}
}

// A suffix would have to follow the vowels of a name that nobody knows yet.
func TestNoSuffixOnAParameter(t *testing.T) {
	glued := regexp.MustCompile(`\{\{(\.[A-Z]\w*|end)\}\}['’]?\p{L}`)
	each(t, func(lang, key, text string) {
		if lang == "tr" && glued.MatchString(text) {
			t.Errorf("tr: %q: %s", key, text)
		}
	})
}

var typography = []struct {
	what string
	bad  *regexp.Regexp
}{
	{"two spaces", regexp.MustCompile(`  `)},
	{"a space at an edge", regexp.MustCompile(`\A\s|\s\z|(?m:^ | $)`)},
	{"a space before a stop", regexp.MustCompile(` [,;:!?.]`)},
	{"three dots", regexp.MustCompile(`\.\.`)},
	{"straight quotes", regexp.MustCompile(`["']`)},
	{"a note to oneself", regexp.MustCompile(`TODO|FIXME|XXX|lorem`)},
	{"a sentence without space after it", regexp.MustCompile(`\p{Ll}[.!?;,]\p{Lu}`)},
	{"a person pinged", regexp.MustCompile(`@everyone|@here|<@`)},
}

// flat is a text with all its branches in a row and a word for every parameter.
func flat(text string) string {
	return branch.ReplaceAllString(param.ReplaceAllString(otherwise.ReplaceAllString(text, " / "), "parameter"), "")
}

var (
	param     = regexp.MustCompile(`\{\{\.[A-Za-z]+\}\}`)
	otherwise = regexp.MustCompile(`\{\{else\}\}`)
	branch    = regexp.MustCompile(`\{\{[^}]*\}\}`)
	code      = regexp.MustCompile("`[^`]*`")
)

func TestTypography(t *testing.T) {
	each(t, func(lang, key, text string) {
		if !norm.NFC.IsNormalString(text) {
			t.Errorf("%s: %q is not in NFC", lang, key)
		}
		plain := code.ReplaceAllString(flat(text), "code")
		for _, rule := range typography {
			if rule.bad.MatchString(plain) {
				t.Errorf("%s: %q has %s: %s", lang, key, rule.what, text)
			}
		}
		for _, pair := range []string{"()", "“”"} {
			first, last := utf8.DecodeRuneInString(pair)
			if strings.Count(plain, string(first)) != strings.Count(plain, pair[last:]) {
				t.Errorf("%s: %q has unequal %s: %s", lang, key, pair, text)
			}
		}
		for _, mark := range []string{"**", "~~", "`"} {
			if strings.Count(text, mark)%2 != 0 {
				t.Errorf("%s: %q has an open %s: %s", lang, key, mark, text)
			}
		}
	})
}

// What Discord or a screen takes, in characters; the first row that matches a key counts.
var sizes = []struct {
	key   *regexp.Regexp
	limit int
}{
	{regexp.MustCompile(`^cmd\..*\.name$`), 32},
	{regexp.MustCompile(`^cmd\..*\.desc$`), 100},
	{regexp.MustCompile(`(^|\.)button\.|^vote\.(yes|no)$|^(story|table)\.(back|next)$`), 80},
	{regexp.MustCompile(`^[a-z]+\.(choice|term)\.`), 60}, // labels are joined
	{regexp.MustCompile(`\.(field|pick)\.|^lobby\.options\.(variant|pick|value|pace|lang|kick)$`), 150},
	{regexp.MustCompile(`^[a-z]+\.(help|not|variant)\.|\.option\..*\.(name|value\..*)$|^(lang|pace|game)\.|^lobby\.computer\.`), 100},
	{regexp.MustCompile(`^rules\..*\.title$`), 80},
	{regexp.MustCompile(`^rules\.`), 1500},
	{regexp.MustCompile(`^me\.privacy\.`), 1000},
	{regexp.MustCompile(``), 300},
}

func TestSizes(t *testing.T) {
	each(t, func(lang, key, text string) {
		for _, s := range sizes {
			if s.key.MatchString(key) {
				if n := utf8.RuneCountInString(flat(text)); n > s.limit {
					t.Errorf("%s: %q has %d characters, %d fit", lang, key, n, s.limit)
				}
				return
			}
		}
	})
}

// Discord's rules for the names of commands and options; and ı and İ, which some clients cannot type or fold.
func TestCommandNames(t *testing.T) {
	form := regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)
	taken := map[string]string{}
	b := loaded(t)
	each(t, func(lang, key, text string) {
		base, isName := strings.CutSuffix(key, ".name")
		if !strings.HasPrefix(key, "cmd.") || !isName {
			return
		}
		if !form.MatchString(text) || strings.ContainsAny(text, "ıİ") || strings.IndexFunc(text, unicode.IsUpper) >= 0 {
			t.Errorf("%s: %q is no name for a command: %q", lang, key, text)
		}
		at := fmt.Sprint(lang, base[:strings.LastIndexByte(base, '.')], " ", text)
		if before := taken[at]; before != "" {
			t.Errorf("%s: %q and %q have the same name", lang, before, key)
		}
		taken[at] = key
		if !b.For(lang).Has(base + ".desc") {
			t.Errorf("%s: %q has no description", lang, base)
		}
	})
}

// All forms of all texts can be said: with every parameter filled, and with the optional ones empty.
func TestEveryTextCanBeSaid(t *testing.T) {
	b, err := Load(func(p Problem) { t.Errorf("%s: %s: %s", p.Lang, p.Key, p.What) })
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range b.Langs() {
		w := b.For(lang)
		for key, e := range w.lexicons[0].entries {
			for n := range 3 {
				args := Args{}
				for _, name := range e.params {
					args[name] = "x"
				}
				args["N"] = n
				if text := w.Say(key, args); strings.TrimSpace(text) == "" || strings.ContainsAny(text, "{}") || strings.Contains(text, "no value") {
					t.Errorf("%s: %q gives %q", lang, key, text)
				}
			}
		}
	}
}

// The version to be read out before a first game takes two minutes: some 300 words in English, fewer in Turkish, whose words are longer.
func TestTwoMinuteVersions(t *testing.T) {
	limits := map[string][2]int{"en": {200, 320}, "tr": {150, 270}}
	each(t, func(lang, key, text string) {
		if !strings.HasPrefix(key, "rules.") || !strings.HasSuffix(key, ".brief.text") {
			return
		}
		if n, limit := len(strings.Fields(text)), limits[lang]; n < limit[0] || n > limit[1] {
			t.Errorf("%s: %q has %d words, not %d to %d", lang, key, n, limit[0], limit[1])
		}
	})
}
