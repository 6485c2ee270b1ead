package sandbox

// Component types.
const (
	TypeActionRow         = 1
	TypeButton            = 2
	TypeStringSelect      = 3
	TypeTextInput         = 4
	TypeUserSelect        = 5
	TypeRoleSelect        = 6
	TypeMentionableSelect = 7
	TypeChannelSelect     = 8
	TypeSection           = 9
	TypeTextDisplay       = 10
	TypeThumbnail         = 11
	TypeMediaGallery      = 12
	TypeFile              = 13
	TypeSeparator         = 14
	TypeContainer         = 17
	TypeLabel             = 18
)

// Component is any component of a message or modal; its type says which fields count.
type Component struct {
	Type        int         `json:"type"`
	ID          int         `json:"id,omitempty"`
	Components  []Component `json:"components,omitempty"`
	Accessory   *Component  `json:"accessory,omitempty"`
	Component   *Component  `json:"component,omitempty"` // of a Label
	CustomID    string      `json:"custom_id,omitempty"`
	Style       int         `json:"style,omitempty"`
	Label       string      `json:"label,omitempty"`
	Emoji       *Emoji      `json:"emoji,omitempty"`
	URL         string      `json:"url,omitempty"`
	SKUID       string      `json:"sku_id,omitempty"`
	Disabled    bool        `json:"disabled,omitempty"`
	Options     []Choice    `json:"options,omitempty"`
	Placeholder string      `json:"placeholder,omitempty"`
	MinValues   *int        `json:"min_values,omitempty"`
	MaxValues   *int        `json:"max_values,omitempty"`
	MinLength   *int        `json:"min_length,omitempty"`
	MaxLength   *int        `json:"max_length,omitempty"`
	Required    *bool       `json:"required,omitempty"`
	Value       string      `json:"value,omitempty"`
	Content     string      `json:"content,omitempty"`
	Description string      `json:"description,omitempty"`
	Spoiler     bool        `json:"spoiler,omitempty"`
	AccentColor *int        `json:"accent_color,omitempty"`
	Divider     *bool       `json:"divider,omitempty"`
	Spacing     int         `json:"spacing,omitempty"`
	Media       *Media      `json:"media,omitempty"`
	File        *Media      `json:"file,omitempty"`
	Name        string      `json:"name,omitempty"`
	Size        int         `json:"size,omitempty"`
	Items       []Item      `json:"items,omitempty"`

	DefaultValues []DefaultValue `json:"default_values,omitempty"`
	ChannelTypes  []int          `json:"channel_types,omitempty"`
}

// Choice is an option of a string select.
type Choice struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// Emoji of a button or option: a name for unicode, an id for one of the guild's own.
type Emoji struct {
	ID       string `json:"id,omitempty"`
	Name     string `json:"name,omitempty"`
	Animated bool   `json:"animated,omitempty"`
}

// DefaultValue is a preset choice of a user, role, mentionable or channel select.
type DefaultValue struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// Item of a media gallery.
type Item struct {
	Media       Media  `json:"media"`
	Description string `json:"description,omitempty"`
	Spoiler     bool   `json:"spoiler,omitempty"`
}

func (c *Component) isSelect() bool {
	return c.Type == TypeStringSelect || c.Type >= TypeUserSelect && c.Type <= TypeChannelSelect
}

// interactive reports whether people can act on it, so that it needs a custom id.
func (c *Component) interactive() bool {
	return c.isSelect() || c.Type == TypeTextInput || c.Type == TypeButton && c.Style >= 1 && c.Style <= 4
}

// bounds returns how many values a select takes; both are 1 when it does not say.
func (c *Component) bounds() (least, most int) {
	least, most = 1, 1
	if c.MinValues != nil {
		least = *c.MinValues
	}
	if c.MaxValues != nil {
		most = *c.MaxValues
	}
	return least, most
}

// walk visits all components in reading order, nested ones after their parent.
func walk(list []Component, visit func(*Component)) {
	for i := range list {
		c := &list[i]
		visit(c)
		walk(c.Components, visit)
		for _, only := range []*Component{c.Accessory, c.Component} {
			if only != nil {
				walk1(only, visit)
			}
		}
	}
}

func walk1(c *Component, visit func(*Component)) {
	visit(c)
	walk(c.Components, visit)
}

// complete fills in what Discord fills in: numbers for components without an id, and the defaults of selects and separators.
func complete(list []Component) {
	used := map[int]bool{}
	walk(list, func(c *Component) { used[c.ID] = true })
	next := 1
	one, yes := 1, true
	walk(list, func(c *Component) {
		if c.ID == 0 {
			for used[next] {
				next++
			}
			c.ID = next
			used[next] = true
		}
		if c.isSelect() && c.MinValues == nil {
			c.MinValues = &one
		}
		if c.isSelect() && c.MaxValues == nil {
			c.MaxValues = &one
		}
		if c.Type == TypeSeparator && c.Spacing == 0 {
			c.Spacing = 1
		}
		if c.Type == TypeSeparator && c.Divider == nil {
			c.Divider = &yes
		}
	})
}
