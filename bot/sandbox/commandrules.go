package sandbox

import (
	"regexp"
	"strconv"
	"strings"
)

var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// localeNames are the client languages that Discord knows.
var localeNames = strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")

var knownLocale = func() map[string]bool {
	m := map[string]bool{}
	for _, l := range localeNames {
		m[l] = true
	}
	return m
}()

// Types of command options.
const (
	optSubCommand = 1
	optGroup      = 2
	optString     = 3
	optInteger    = 4
	optBoolean    = 5
	optUser       = 6
	optChannel    = 7
	optRole       = 8
	optNumber     = 10
)

// maxCommand is how many characters a command may have in all, the longest localization counting.
const maxCommand = 8000

func indexed(path string, i int) string {
	if path == "" {
		return strconv.Itoa(i)
	}
	return path + "." + strconv.Itoa(i)
}

func joined(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// check applies the documented rules of commands.
func (c *Command) check(f *formErrors, path string) {
	if c.Type < 1 || c.Type > 3 {
		f.add(joined(path, "type"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3).")
		return
	}
	if c.Type != 1 {
		f.length(joined(path, "name"), c.Name, 1, 32)
		if c.Description != "" || len(c.Options) > 0 {
			f.add(joined(path, "description"), "APPLICATION_COMMAND_DESCRIPTION_FORBIDDEN", "Context menu commands have no description and no options")
		}
		return
	}
	checkName(f, path, c.Name, c.NameLocal)
	checkDescription(f, path, c.Description, c.DescLocal)
	checkOptions(f, joined(path, "options"), c.Options, 0)
	if c.Contexts != nil {
		for i, x := range *c.Contexts {
			if x < 0 || x > 2 {
				f.add(indexed(joined(path, "contexts"), i), "BASE_TYPE_CHOICES", "Value must be one of (0, 1, 2).")
			}
		}
	}
	if n := c.size(); n > maxCommand {
		f.add(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d)", maxCommand)
	}
}

func checkName(f *formErrors, path, name string, local map[string]string) {
	one := func(at, name string) {
		if !commandName.MatchString(name) {
			f.add(at, "STRING_TYPE_REGEX", "String value did not match validation regex.")
		} else if strings.ToLower(name) != name {
			f.add(at, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid: it must be lower-case")
		}
	}
	one(joined(path, "name"), name)
	for l, s := range local {
		at := joined(path, "name_localizations."+l)
		checkLocale(f, at, l)
		one(at, s)
	}
}

func checkDescription(f *formErrors, path, text string, local map[string]string) {
	f.length(joined(path, "description"), text, 1, 100)
	for l, s := range local {
		at := joined(path, "description_localizations."+l)
		checkLocale(f, at, l)
		f.length(at, s, 1, 100)
	}
}

func checkLocale(f *formErrors, at, locale string) {
	if !knownLocale[locale] {
		f.add(at, "ENUM_TYPE_COERCE", "Value %q is not a valid locale.", locale)
	}
}

func checkOptions(f *formErrors, path string, list []CommandOption, depth int) {
	f.count(path, len(list), 0, 25)
	names := map[string]bool{}
	optional, subs := false, 0
	for i := range list {
		o := &list[i]
		at := indexed(path, i)
		checkName(f, at, o.Name, o.NameLocal)
		checkDescription(f, at, o.Description, o.DescLocal)
		for _, key := range o.names() {
			if names[key] {
				f.add(joined(at, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
			}
			names[key] = true
		}
		switch o.Type {
		case optSubCommand, optGroup:
			subs++
			if depth > 1 || o.Type == optGroup && depth > 0 {
				f.add(joined(at, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command option type is invalid here")
			}
			if o.Required || len(o.Choices) > 0 || o.Autocomplete {
				f.add(at, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A sub-command has no required, choices or autocomplete")
			}
			checkOptions(f, joined(at, "options"), o.Options, depth+1+boolInt(o.Type == optSubCommand))
			continue
		}
		if o.Required && optional {
			f.add(joined(at, "required"), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
		o.check(f, at)
	}
	if subs > 0 && subs < len(list) {
		f.add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and other options cannot be mixed")
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// names are the option's names in each language, which must be unique among its neighbours.
func (o *CommandOption) names() []string {
	list := []string{":" + o.Name}
	for l, s := range o.NameLocal {
		list = append(list, l+":"+s)
	}
	return list
}

func (o *CommandOption) check(f *formErrors, at string) {
	if o.Type < optString || o.Type > 11 {
		f.add(joined(at, "type"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11).")
		return
	}
	if len(o.Options) > 0 {
		f.add(joined(at, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only sub-commands have options")
	}
	mayChoose := o.Type == optString || o.Type == optInteger || o.Type == optNumber
	if (len(o.Choices) > 0 || o.Autocomplete) && !mayChoose {
		f.add(joined(at, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", "Choices are for strings and numbers only")
	}
	if len(o.Choices) > 0 && o.Autocomplete {
		f.add(joined(at, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", "An option has choices or autocomplete, not both")
	}
	if o.Type != optString && (o.MinLength != nil || o.MaxLength != nil) || o.Type != optInteger && o.Type != optNumber && (o.MinValue != nil || o.MaxValue != nil) {
		f.add(at, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Bounds do not fit the type")
	}
	f.count(joined(at, "choices"), len(o.Choices), 0, 25)
	seen := map[string]bool{}
	for i, c := range o.Choices {
		where := indexed(joined(at, "choices"), i)
		c.check(f, where, o.Type)
		if seen[c.Name] {
			f.add(joined(where, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Option choice name already exists")
		}
		seen[c.Name] = true
	}
}

// check applies the rules of a choice; typ is the option's type, 0 when it does not matter.
func (c *CommandChoice) check(f *formErrors, at string, typ int) {
	f.length(joined(at, "name"), c.Name, 1, 100)
	for l, s := range c.NameLocal {
		checkLocale(f, joined(at, "name_localizations."+l), l)
		f.length(joined(at, "name_localizations."+l), s, 1, 100)
	}
	s, text := c.Value.(string)
	_, number := c.Value.(float64)
	switch {
	case text:
		f.length(joined(at, "value"), s, 1, 100)
	case !number:
		f.required(joined(at, "value"))
	}
	if typ == optString && !text || typ != 0 && typ != optString && !number {
		f.add(joined(at, "value"), "BASE_TYPE_INVALID", "The value does not fit the option's type")
	}
}

// size counts the characters of names, descriptions and values, each by its longest localization.
func (c *Command) size() int {
	return longest(c.Name, c.NameLocal) + longest(c.Description, c.DescLocal) + optionSize(c.Options)
}

func optionSize(list []CommandOption) int {
	n := 0
	for _, o := range list {
		n += longest(o.Name, o.NameLocal) + longest(o.Description, o.DescLocal) + optionSize(o.Options)
		for _, c := range o.Choices {
			n += longest(c.Name, c.NameLocal)
			if s, ok := c.Value.(string); ok {
				n += len([]rune(s))
			}
		}
	}
	return n
}

func longest(s string, local map[string]string) int {
	n := len([]rune(s))
	for _, l := range local {
		n = max(n, len([]rune(l)))
	}
	return n
}
