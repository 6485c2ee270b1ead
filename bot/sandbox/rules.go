package sandbox

import (
	"fmt"
	"strconv"
	"strings"
)

// The documented rules of components. Where they may stand:

var (
	topV1       = set(TypeActionRow)
	topV2       = set(TypeActionRow, TypeSection, TypeTextDisplay, TypeMediaGallery, TypeFile, TypeSeparator, TypeContainer)
	inRow       = set(TypeButton, TypeStringSelect, TypeUserSelect, TypeRoleSelect, TypeMentionableSelect, TypeChannelSelect)
	inContainer = set(TypeActionRow, TypeSection, TypeTextDisplay, TypeMediaGallery, TypeFile, TypeSeparator)
	inSection   = set(TypeTextDisplay)
	accessories = set(TypeButton, TypeThumbnail)
	topModal    = set(TypeActionRow, TypeLabel, TypeTextDisplay)
	inModalRow  = set(TypeTextInput)
	inLabel     = set(TypeTextInput, TypeStringSelect, TypeUserSelect, TypeRoleSelect, TypeMentionableSelect, TypeChannelSelect)
)

func set(types ...int) map[int]bool {
	m := map[int]bool{}
	for _, t := range types {
		m[t] = true
	}
	return m
}

// Limits of components.
const (
	maxComponents = 40
	maxText       = 4000
	maxRows       = 5
)

// form checks one tree of components.
type form struct {
	*formErrors
	ids   map[string]string // custom id -> path
	nums  map[int]bool
	total int
	text  int
	modal bool
}

// checkComponents applies the rules to a message's components.
func checkComponents(f *formErrors, path string, list []Component, v2 bool) {
	c := &form{formErrors: f, ids: map[string]string{}, nums: map[int]bool{}}
	allowed, most := topV1, maxRows
	if v2 {
		allowed, most = topV2, maxComponents
	}
	f.count(path, len(list), 0, most)
	c.list(path, list, allowed)
	if c.total > maxComponents && v2 {
		f.add(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "Total number of components exceeds maximum of %d", maxComponents)
	}
	if c.text > maxText {
		f.add(path, "COMPONENT_MAX_TOTAL_TEXT_SIZE_EXCEEDED", "Total text size of components exceeds maximum of %d", maxText)
	}
}

func (f *form) list(path string, list []Component, allowed map[int]bool) {
	for i := range list {
		f.component(path+"."+strconv.Itoa(i), &list[i], allowed)
	}
}

func (f *form) component(path string, c *Component, allowed map[int]bool) {
	f.total++
	if !allowed[c.Type] {
		f.add(path+".type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of %s.", choices(allowed))
		return
	}
	if c.ID != 0 {
		if f.nums[c.ID] {
			f.add(path+".id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
		}
		f.nums[c.ID] = true
	}
	f.customID(path, c)
	switch c.Type {
	case TypeActionRow:
		f.row(path, c)
	case TypeButton:
		f.button(path, c)
	case TypeStringSelect, TypeUserSelect, TypeRoleSelect, TypeMentionableSelect, TypeChannelSelect:
		f.selection(path, c)
	case TypeTextInput:
		f.input(path, c)
	case TypeSection:
		f.count(path+".components", len(c.Components), 1, 3)
		f.list(path+".components", c.Components, inSection)
		f.only(path+".accessory", c.Accessory, accessories)
	case TypeTextDisplay:
		f.length(path+".content", c.Content, 1, maxText)
		f.text += len([]rune(c.Content))
	case TypeThumbnail:
		f.media(path+".media", c.Media)
		f.length(path+".description", c.Description, 0, 1024)
	case TypeMediaGallery:
		f.count(path+".items", len(c.Items), 1, 10)
		for i := range c.Items {
			at := fmt.Sprintf("%s.items.%d", path, i)
			f.media(at+".media", &c.Items[i].Media)
			f.length(at+".description", c.Items[i].Description, 0, 1024)
		}
	case TypeFile:
		f.media(path+".file", c.File)
		if c.File != nil && !strings.HasPrefix(c.File.URL, "attachment://") {
			f.add(path+".file.url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_REQUIRED", "Only attachment:// references are supported.")
		}
	case TypeSeparator:
		if c.Spacing < 0 || c.Spacing > 2 {
			f.add(path+".spacing", "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
		}
	case TypeContainer:
		f.count(path+".components", len(c.Components), 1, maxComponents)
		if c.AccentColor != nil && (*c.AccentColor < 0 || *c.AccentColor > 0xffffff) {
			f.add(path+".accent_color", "NUMBER_TYPE_MAX", "int value should be less than or equal to 16777215.")
		}
		f.list(path+".components", c.Components, inContainer)
	case TypeLabel:
		f.length(path+".label", c.Label, 1, 45)
		f.length(path+".description", c.Description, 0, 100)
		f.only(path+".component", c.Component, inLabel)
	}
}

func (f *form) only(path string, c *Component, allowed map[int]bool) {
	if c == nil {
		f.required(path)
		return
	}
	f.component(path, c, allowed)
}

func (f *form) customID(path string, c *Component) {
	path += ".custom_id"
	if !c.interactive() {
		if c.CustomID != "" && c.Type == TypeButton {
			f.add(path, "COMPONENT_CUSTOM_ID_FORBIDDEN", "A link or premium button cannot have a custom id")
		}
		return
	}
	f.length(path, c.CustomID, 1, 100)
	if c.CustomID != "" && f.ids[c.CustomID] != "" {
		f.add(path, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	f.ids[c.CustomID] = path
}

func (f *form) row(path string, c *Component) {
	inner, width := inRow, 0
	if f.modal {
		inner = inModalRow
	}
	for i := range c.Components {
		if c.Components[i].Type == TypeButton {
			width++
		} else {
			width += 5
		}
		if f.modal {
			f.length(fmt.Sprintf("%s.components.%d.label", path, i), c.Components[i].Label, 1, 45)
		}
	}
	if width == 0 || width > 5 && len(c.Components) > 5 {
		f.count(path+".components", len(c.Components), 1, 5)
	} else if width > 5 {
		f.add(path+".components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
	}
	f.list(path+".components", c.Components, inner)
}

func (f *form) button(path string, c *Component) {
	if c.Style < 1 || c.Style > 6 {
		f.add(path+".style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6).")
	}
	f.length(path+".label", c.Label, 0, 80)
	if c.Style != 6 && c.Label == "" && c.Emoji == nil {
		f.add(path, "BUTTON_COMPONENT_MUST_HAVE_LABEL_OR_EMOJI", "A button must have either a label or an emoji")
	}
	switch {
	case c.Style == 5 && c.URL == "":
		f.required(path + ".url")
	case c.Style == 5:
		f.length(path+".url", c.URL, 1, 512)
		if !hasScheme(c.URL, "http://", "https://", "discord://") {
			f.add(path+".url", "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https', 'discord').")
		}
	case c.URL != "":
		f.add(path+".url", "COMPONENT_URL_FORBIDDEN", "Only a link button can have a url")
	}
	f.emoji(path, c.Emoji)
}

func (f *form) emoji(path string, e *Emoji) {
	if e != nil && e.ID == "" && !isEmoji(e.Name) {
		f.add(path+".emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
}

// isEmoji is true for a short name of pictures: no letter of a language is among them.
func isEmoji(s string) bool {
	if s == "" || len([]rune(s)) > 16 {
		return false
	}
	for _, r := range s {
		if r > 0x2000 || r == 0xa9 || r == 0xae {
			return true
		}
	}
	return false
}

func (f *form) selection(path string, c *Component) {
	f.length(path+".placeholder", c.Placeholder, 0, 150)
	least, most := c.bounds()
	if least < 0 || least > 25 {
		f.add(path+".min_values", "NUMBER_TYPE_MAX", "int value should be between 0 and 25.")
	}
	if most < 1 || most > 25 || most < least {
		f.add(path+".max_values", "NUMBER_TYPE_MAX", "int value should be between max(1, min_values) and 25.")
	}
	if c.Type != TypeStringSelect {
		if len(c.DefaultValues) > 0 && (len(c.DefaultValues) < least || len(c.DefaultValues) > most) {
			f.count(path+".default_values", len(c.DefaultValues), least, most)
		}
		return
	}
	f.count(path+".options", len(c.Options), 1, 25)
	if most > len(c.Options) || least > len(c.Options) {
		f.add(path+".options", "BASE_TYPE_BAD_LENGTH", "Must be at least as many options as max_values.")
	}
	values, chosen := map[string]bool{}, 0
	for i, o := range c.Options {
		at := fmt.Sprintf("%s.options.%d", path, i)
		f.length(at+".label", o.Label, 1, 100)
		f.length(at+".value", o.Value, 1, 100)
		f.length(at+".description", o.Description, 0, 100)
		f.emoji(at, o.Emoji)
		if values[o.Value] {
			f.add(at+".value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		values[o.Value] = true
		if o.Default {
			chosen++
		}
	}
	if chosen > most {
		f.add(path+".options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Number of defaults exceeds max_values.")
	}
}

func (f *form) media(path string, m *Media) {
	if m == nil || m.URL == "" {
		f.required(path + ".url")
		return
	}
	f.length(path+".url", m.URL, 1, 2048)
	if !hasScheme(m.URL, "http://", "https://", "attachment://") {
		f.add(path+".url", "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https', 'attachment').")
	}
}

func hasScheme(url string, schemes ...string) bool {
	for _, s := range schemes {
		if strings.HasPrefix(url, s) && len(url) > len(s) {
			return true
		}
	}
	return false
}

func choices(allowed map[int]bool) string {
	var list []string
	for t := 1; t <= TypeLabel; t++ {
		if allowed[t] {
			list = append(list, strconv.Itoa(t))
		}
	}
	return "(" + strings.Join(list, ", ") + ",)"
}
