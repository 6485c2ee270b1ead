package locales

import (
	"fmt"
	"maps"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// blank stands where there is nothing to say; Discord takes no empty texts.
const blank = "…"

// strict refuses missing parameters; go-i18n keeps what it has parsed.
var strict = &template.TextParser{Option: "missingkey=error"}

// Args are the parameters of a text by name.
type Args map[string]any

// Words says things in one language. It never changes and is safe for concurrent use.
type Words struct {
	lang     string
	locales  []string
	lexicons []*lexicon // its own, then the other ones to fall back on
	hook     func(Problem)
}

// Lang is the language, such as "tr".
func (w *Words) Lang() string { return w.lang }

// Locales are Discord's locales for the language, for the localizations of commands.
func (w *Words) Locales() []string { return w.locales }

// Has reports whether the language has a text for key.
func (w *Words) Has(key string) bool {
	_, ok := w.lexicons[0].entries[key]
	return ok
}

// Say returns the text of key. The parameters are given as names and values in turn, or as one Args; those that the text
// does not use are ignored. It always gives something to read: what goes wrong is told to the hook alone.
func (w *Words) Say(key string, args ...any) string {
	data, what := collect(args)
	if what != "" {
		w.hook(Problem{w.lang, key, what})
	}
	for _, lex := range w.lexicons {
		text, what := lex.say(key, data)
		if what != "" {
			w.hook(Problem{lex.lang, key, what})
		}
		if text != "" {
			return text
		}
	}
	return blank
}

// List joins items as one would say them: "a, b and c". It is "" without items.
func (w *Words) List(items []string) string {
	switch n := len(items); n {
	case 0:
		return ""
	case 1:
		return items[0]
	case 2:
		return w.Say("list.pair", "A", items[0], "B", items[1])
	default:
		text := items[0]
		for _, item := range items[1 : n-1] {
			text = w.Say("list.more", "A", text, "B", item)
		}
		return w.Say("list.last", "A", text, "B", items[n-1])
	}
}

// Upper returns s in capitals by the language's own rules (Turkish: i and İ).
func (w *Words) Upper(s string) string { return cases.Upper(language.Make(w.lang)).String(s) }

// Lower returns s in small letters by the language's own rules (Turkish: ı and I).
func (w *Words) Lower(s string) string { return cases.Lower(language.Make(w.lang)).String(s) }

// Title returns s with every word capitalised by the language's own rules.
func (w *Words) Title(s string) string { return cases.Title(language.Make(w.lang)).String(s) }

// say renders a text. With a problem there may still be a text that can be shown.
func (l *lexicon) say(key string, data Args) (text, problem string) {
	e, ok := l.entries[key]
	if !ok {
		return "", "no such key"
	}
	if len(e.params) == 0 {
		return e.text, ""
	}
	data, problem = complete(data, e.params)
	config := i18n.LocalizeConfig{MessageID: key, TemplateData: data, TemplateParser: strict}
	if e.plural {
		n, ok := data["N"].(int)
		if ok {
			config.PluralCount = n
		} else if problem == "" {
			problem = "N is no int"
		}
	}
	text, err := l.localizer.Localize(&config)
	if err != nil {
		return "", err.Error()
	}
	return text, problem
}

// complete puts blanks in the place of parameters that are missing.
func complete(data Args, params []string) (Args, string) {
	problem := ""
	for _, name := range params {
		if _, ok := data[name]; ok {
			continue
		}
		if problem == "" {
			problem = "no parameter " + name
			if data = maps.Clone(data); data == nil {
				data = Args{}
			}
		}
		data[name] = blank
	}
	return data, problem
}

func collect(args []any) (Args, string) {
	if len(args) == 0 {
		return nil, ""
	}
	if all, ok := args[0].(Args); ok && len(args) == 1 {
		return all, ""
	}
	data := make(Args, len(args)/2)
	for i := 0; i+1 < len(args); i += 2 {
		name, ok := args[i].(string)
		if !ok {
			return data, fmt.Sprintf("a parameter's name is a %T", args[i])
		}
		data[name] = args[i+1]
	}
	if len(args)%2 == 1 {
		return data, "a parameter without a value"
	}
	return data, ""
}
