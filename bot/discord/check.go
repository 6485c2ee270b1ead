package discord

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Limits that only Check needs.
const (
	maxNonce     = 25
	maxFiles     = 10
	maxFileBytes = 10 << 20
	maxMentions  = 100
	maxURL       = 512
	maxTitle     = 45 // of a modal, and the label of its inputs
	maxFields    = 5  // of a modal
	maxInput     = 4000
	maxSection   = 3
	maxGallery   = 10
	maxAltText   = 1024
	maxAnswers   = 25 // of a select
	maxColor     = 0xFFFFFF
)

// inside lists what may stand in what; zero is the message itself.
var inside = map[ComponentType][]ComponentType{
	0:         {Row, Text, Section, MediaGallery, FileShown, Separator, Container},
	Container: {Row, Text, Section, MediaGallery, FileShown, Separator},
	Row:       {Button, StringSelect, UserSelect, ChannelSel},
	Section:   {Text},
}

// inForm lists what may stand in a label of a modal.
var inForm = []ComponentType{TextInput, StringSelect, UserSelect, ChannelSel}

// checker walks a message or a modal and remembers the first limit that is broken.
type checker struct {
	err   error
	count int
	text  int
	ids   map[string]bool
}

// Check returns a *LimitError for the first limit of Discord that m breaks.
func (m Message) Check() error {
	c := &checker{ids: map[string]bool{}}
	c.need(len(m.Components) > 0, "a message without components")
	c.children(0, m.Components)
	c.most("components of a message", c.count, MaxComponents)
	c.most("text of a message", c.text, MaxText)
	c.most("nonce", len(m.Nonce), maxNonce)
	c.most("mentions", len(m.Mentions), maxMentions)
	c.most("files", len(m.Files), maxFiles)
	names := map[string]bool{}
	for _, f := range m.Files {
		c.need(f.Name != "" && !names[f.Name], "file names must be there and differ")
		names[f.Name] = true
		c.most("file size", len(f.Data), maxFileBytes)
	}
	return c.err
}

// Check returns a *LimitError for the first limit of Discord that m breaks.
func (m Modal) Check() error {
	c := &checker{ids: map[string]bool{}}
	c.id(m.CustomID)
	c.size("modal title", m.Title, 1, maxTitle)
	c.need(len(m.Components) > 0, "a modal without fields")
	c.most("fields of a modal", len(m.Components), maxFields)
	for _, field := range m.Components {
		switch field.Type {
		case Text:
			c.size("text display", field.Content, 1, MaxText)
		case Label:
			c.size("field label", field.Label, 1, maxTitle)
			c.size("field description", field.Description, 0, MaxOptionText)
			c.need(field.Component != nil, "a label without a field")
			if in := field.Component; in != nil {
				c.allowed(in.Type, inForm, Label)
				c.need(in.Type != TextInput || in.Label == "", "a text input in a label with a label of its own")
				c.component(*in)
			}
		default:
			c.need(false, fmt.Sprintf("component type %d in a modal", field.Type))
		}
	}
	return c.err
}

func (c *checker) children(parent ComponentType, list []Component) {
	for _, child := range list {
		c.allowed(child.Type, inside[parent], parent)
		c.component(child)
	}
}

func (c *checker) allowed(t ComponentType, in []ComponentType, parent ComponentType) {
	for _, may := range in {
		if t == may {
			return
		}
	}
	c.need(false, fmt.Sprintf("component type %d inside type %d", t, parent))
}

// component checks one component and what stands in it.
func (c *checker) component(k Component) {
	c.count++
	switch k.Type {
	case Text:
		c.size("text display", k.Content, 1, MaxText)
		c.text += utf8.RuneCountInString(k.Content)
	case Container:
		c.need(len(k.Components) > 0, "an empty container")
		c.need(k.AccentColor == nil || *k.AccentColor >= 0 && *k.AccentColor <= maxColor, "accent colour outside 0 to FFFFFF")
		c.children(Container, k.Components)
	case Section:
		c.need(len(k.Components) > 0, "an empty section")
		c.most("texts of a section", len(k.Components), maxSection)
		c.children(Section, k.Components)
		c.need(k.Accessory != nil && k.Accessory.Type == Button, "a section without a button beside it")
		if k.Accessory != nil {
			c.component(*k.Accessory)
		}
	case Row:
		c.need(len(k.Components) > 0, "an empty row")
		c.most("components of a row", len(k.Components), MaxRow)
		for _, child := range k.Components {
			c.need(child.Type == Button || len(k.Components) == 1, "a select shares its row")
		}
		c.children(Row, k.Components)
	case Separator:
		c.need(k.Spacing >= 0 && k.Spacing <= 2, "separator spacing is 1 or 2")
	case MediaGallery:
		c.need(len(k.Items) > 0, "an empty gallery")
		c.most("pictures of a gallery", len(k.Items), maxGallery)
		for _, item := range k.Items {
			c.need(item.Media.URL != "", "a picture without an address")
			c.size("picture description", item.Description, 0, maxAltText)
		}
	case FileShown:
		c.need(k.File != nil && strings.HasPrefix(k.File.URL, "attachment://"), "a file that is not attached")
	case Button:
		c.button(k)
	case StringSelect, UserSelect, ChannelSel:
		c.choice(k)
	case TextInput:
		c.input(k)
	}
}

func (c *checker) button(k Component) {
	c.need(k.Style >= Primary && k.Style <= Link, "unknown button style")
	c.size("button label", k.Label, 0, MaxLabel)
	c.need(strings.TrimSpace(k.Label) != "" || k.Emoji != nil, "a button without label and emoji")
	if k.Style == Link {
		c.size("button address", k.URL, 1, maxURL)
		c.need(k.CustomID == "", "a link button with a custom id")
		return
	}
	c.need(k.URL == "", "a button with an address that is no link")
	c.id(k.CustomID)
}

func (c *checker) choice(k Component) {
	c.id(k.CustomID)
	c.size("placeholder", k.Placeholder, 0, MaxPlaceholder)
	least, most := 1, 1
	if k.MinValues != nil {
		least = *k.MinValues
	}
	if k.MaxValues != 0 {
		most = k.MaxValues
	}
	c.need(least >= 0 && least <= most, "a select that wants at least more values than at most")
	c.most("values of a select", most, maxAnswers)
	if k.Type != StringSelect {
		c.need(len(k.Options) == 0, "options of a select that has its own")
		return
	}
	c.need(len(k.Options) > 0, "a select without options")
	c.most("options of a select", len(k.Options), MaxOptions)
	c.most("values of a select beside its options", most, len(k.Options))
	values, defaults := map[string]bool{}, 0
	for _, o := range k.Options {
		c.size("option label", o.Label, 1, MaxOptionText)
		c.size("option value", o.Value, 1, MaxOptionText)
		c.size("option description", o.Description, 0, MaxOptionText)
		c.need(!values[o.Value], "two options with one value")
		values[o.Value] = true
		if o.Default {
			defaults++
		}
	}
	c.most("preselected options", defaults, most)
}

func (c *checker) input(k Component) {
	c.id(k.CustomID)
	c.need(k.Style == Short || k.Style == Paragraph, "unknown text input style")
	c.size("placeholder of a text input", k.Placeholder, 0, MaxOptionText)
	c.most("text input", k.MaxLength, maxInput)
	c.size("value of a text input", k.Value, 0, maxInput)
	c.need(k.MaxLength == 0 || k.MinLength <= k.MaxLength, "a text input that wants at least more than at most")
}

func (c *checker) id(id string) {
	c.size("custom id", id, 1, MaxCustomID)
	c.need(!c.ids[id], "two components with one custom id")
	c.ids[id] = true
}

// size checks a text's length in code points.
func (c *checker) size(what, text string, least, most int) {
	n := utf8.RuneCountInString(text)
	c.need(n >= least, "empty "+what)
	c.most(what, n, most)
}

func (c *checker) most(what string, got, most int) {
	if got > most && c.err == nil {
		c.err = &LimitError{What: what, Got: got, Max: most}
	}
}

func (c *checker) need(ok bool, what string) {
	if !ok && c.err == nil {
		c.err = &LimitError{What: what}
	}
}
