package discord

// Message is what the bot shows: always of the second component generation, so its text stands in components.
type Message struct {
	Components []Component `json:"components"`
	// Mentions lists the user ids that the message may ping; all other mentions in it stay silent.
	Mentions []string `json:"-"`
	// Private messages are seen by the person who pressed alone (ephemeral).
	Private bool `json:"-"`
	// Nonce, if set, makes Discord return the message posted with it before instead of posting it again; at most 25 bytes.
	Nonce string `json:"-"`
	Files []File `json:"-"`
}

// File is an attachment, shown through a component whose URL is "attachment://" and its name.
type File struct {
	Name string
	Data []byte
}

// Component is any component of Discord; which fields matter depends on Type.
type Component struct {
	Type       ComponentType `json:"type"`
	CustomID   string        `json:"custom_id,omitempty"`
	Content    string        `json:"content,omitempty"`    // text display
	Components []Component   `json:"components,omitempty"` // container, row, section
	Accessory  *Component    `json:"accessory,omitempty"`  // section
	Component  *Component    `json:"component,omitempty"`  // label
	// Container.
	AccentColor *int `json:"accent_color,omitempty"`
	// Separator.
	Divider *bool `json:"divider,omitempty"`
	Spacing int   `json:"spacing,omitempty"`
	// Button.
	Style    ButtonStyle `json:"style,omitempty"`
	Label    string      `json:"label,omitempty"`
	Emoji    *Emoji      `json:"emoji,omitempty"`
	URL      string      `json:"url,omitempty"`
	Disabled bool        `json:"disabled,omitempty"`
	// Select.
	Placeholder string         `json:"placeholder,omitempty"`
	MinValues   *int           `json:"min_values,omitempty"`
	MaxValues   int            `json:"max_values,omitempty"`
	Options     []SelectOption `json:"options,omitempty"`
	// Text input and label of a modal.
	Description string `json:"description,omitempty"`
	Value       string `json:"value,omitempty"`
	Required    *bool  `json:"required,omitempty"`
	MinLength   int    `json:"min_length,omitempty"`
	MaxLength   int    `json:"max_length,omitempty"`
	// Media gallery.
	Items []MediaItem `json:"items,omitempty"`
	// File.
	File *MediaURL `json:"file,omitempty"`
}

// ComponentType is Discord's number for a kind of component.
type ComponentType int

// The component types that the bot uses.
const (
	Row          ComponentType = 1
	Button       ComponentType = 2
	StringSelect ComponentType = 3
	TextInput    ComponentType = 4
	UserSelect   ComponentType = 5
	ChannelSel   ComponentType = 8
	Section      ComponentType = 9
	Text         ComponentType = 10
	MediaGallery ComponentType = 12
	FileShown    ComponentType = 13
	Separator    ComponentType = 14
	Container    ComponentType = 17
	Label        ComponentType = 18
)

// ButtonStyle is the look of a button. For a text input 1 is one line and 2 a paragraph.
type ButtonStyle int

// The button styles.
const (
	Primary   ButtonStyle = 1
	Secondary ButtonStyle = 2
	Success   ButtonStyle = 3
	Danger    ButtonStyle = 4
	Link      ButtonStyle = 5

	Short     ButtonStyle = 1
	Paragraph ButtonStyle = 2
)

// Emoji is a unicode emoji on a button or an option.
type Emoji struct {
	Name string `json:"name"`
}

// SelectOption is one line of a select.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// MediaItem is one picture of a media gallery.
type MediaItem struct {
	Media       MediaURL `json:"media"`
	Description string   `json:"description,omitempty"`
}

// MediaURL is the address of a picture or a file, "attachment://name" for a File of the message.
type MediaURL struct {
	URL string `json:"url"`
}

// Modal is a form that opens over the client.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// AutoChoice is one completion of a command option.
type AutoChoice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// The limits of a message that the bot must keep (characters are Unicode code points).
const (
	MaxComponents  = 40
	MaxText        = 4000
	MaxCustomID    = 100
	MaxLabel       = 80
	MaxOptions     = 25
	MaxOptionText  = 100
	MaxPlaceholder = 150
	MaxRow         = 5
)
