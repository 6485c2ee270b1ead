package locales

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed tr/*.toml en/*.toml
var files embed.FS

// Default is the language spoken when no wish can be met.
const Default = "en"

// spoken lists the languages; Discord's locales for them follow each.
var spoken = []struct {
	lang    string
	locales []string
}{
	{"en", []string{"en-US", "en-GB"}},
	{"tr", []string{"tr"}},
}

// Problem is a text that could not be said as it was asked for. It is for logs and tests; the person got
// the other language, or the text without the missing part.
type Problem struct {
	Lang, Key string
	What      string // such as "no such key" or "no parameter Name"
}

// Bundle is all texts in all languages. It never changes and is safe for concurrent use.
type Bundle struct {
	words map[string]*Words
}

// Load reads the embedded texts. The hook, if not nil, is told of every problem at run time; it may be
// called from many goroutines at once. Errors: a text that cannot be read, a key that stands twice.
func Load(hook func(Problem)) (*Bundle, error) { return load(files, hook) }

func load(source fs.FS, hook func(Problem)) (*Bundle, error) {
	if hook == nil {
		hook = func(Problem) {}
	}
	parsed := i18n.NewBundle(language.Make(Default))
	lexicons := make([]*lexicon, len(spoken))
	for i, s := range spoken {
		lex, err := readLexicon(source, s.lang, parsed)
		if err != nil {
			return nil, err
		}
		lexicons[i] = lex
	}
	b := &Bundle{words: make(map[string]*Words)}
	for i, s := range spoken {
		order := append([]*lexicon{lexicons[i]}, slices.Delete(slices.Clone(lexicons), i, i+1)...)
		b.words[s.lang] = &Words{lang: s.lang, locales: s.locales, lexicons: order, hook: hook}
	}
	return b, nil
}

// For returns the words of the first of the wished languages that is spoken here, of Default if none is. A wish is a language or one
// of Discord's locales, such as "tr" or "en-GB"; "" is no wish.
func (b *Bundle) For(wishes ...string) *Words {
	for _, wish := range wishes {
		if w := b.words[base(wish)]; w != nil {
			return w
		}
	}
	return b.words[Default]
}

// Speaks reports whether a language or locale is spoken here.
func (b *Bundle) Speaks(lang string) bool { return b.words[base(lang)] != nil }

// Langs lists the languages, Default first.
func (b *Bundle) Langs() []string {
	langs := make([]string, len(spoken))
	for i, s := range spoken {
		langs[i] = s.lang
	}
	return langs
}

// base is the language of a locale: "en" of "en-GB".
func base(locale string) string {
	lang, _, _ := strings.Cut(locale, "-")
	return strings.ToLower(lang)
}

// lexicon is the texts of one language.
type lexicon struct {
	lang      string
	localizer *i18n.Localizer
	entries   map[string]entry
}

// entry is what must be known of a text to say it.
type entry struct {
	text   string   // of the form "other"
	forms  []string // all, text last
	params []string
	plural bool // N chooses among forms
}

func readLexicon(source fs.FS, lang string, parsed *i18n.Bundle) (*lexicon, error) {
	paths, err := fs.Glob(source, lang+"/*.toml")
	if err != nil {
		return nil, fmt.Errorf("locales: %w", err)
	}
	lex := &lexicon{lang: lang, localizer: i18n.NewLocalizer(parsed, lang), entries: make(map[string]entry)}
	for _, path := range paths {
		data, err := fs.ReadFile(source, path)
		if err != nil {
			return nil, fmt.Errorf("locales: %w", err)
		}
		messages, err := parsed.ParseMessageBytes(language.Make(lang), data, toml.Unmarshal)
		if err != nil {
			return nil, fmt.Errorf("locales: %s: %w", path, err)
		}
		for _, m := range messages {
			if _, twice := lex.entries[m.ID]; twice {
				return nil, fmt.Errorf("locales: %s: %q stands twice", path, m.ID)
			}
			e, err := newEntry(m)
			if err != nil {
				return nil, fmt.Errorf("locales: %s: %q: %w", path, m.ID, err)
			}
			lex.entries[m.ID] = e
		}
	}
	return lex, nil
}

func newEntry(m *i18n.Message) (entry, error) {
	e := entry{text: m.Other, plural: m.One != ""}
	if m.Other == "" || m.Zero+m.Two+m.Few+m.Many != "" {
		return e, fmt.Errorf(`forms other than "one" and "other"`)
	}
	if e.plural {
		e.forms = append(e.forms, m.One)
	}
	e.forms = append(e.forms, m.Other)
	for _, form := range e.forms {
		params, err := paramsOf(form)
		if err != nil {
			return e, err
		}
		e.params = append(e.params, params...)
	}
	slices.Sort(e.params)
	e.params = slices.Compact(e.params)
	if e.plural && !slices.Contains(e.params, "N") {
		return e, fmt.Errorf("plural forms without the parameter N")
	}
	return e, nil
}
