package sandbox

import (
	"encoding/json"
	"strings"
	"sync"
)

// Message flags that the sandbox knows.
const (
	FlagSuppressEmbeds        = 1 << 2
	FlagHasThread             = 1 << 5
	FlagEphemeral             = 1 << 6
	FlagLoading               = 1 << 7
	FlagSuppressNotifications = 1 << 12
	FlagComponentsV2          = 1 << 15
)

// UserObject is a user as Discord's JSON shows him.
type UserObject struct {
	ID            string  `json:"id"`
	Username      string  `json:"username"`
	Discriminator string  `json:"discriminator"`
	GlobalName    *string `json:"global_name"`
	Avatar        *string `json:"avatar"`
	Bot           bool    `json:"bot,omitempty"`
	PublicFlags   int     `json:"public_flags"`
	Flags         int     `json:"flags"`
	PrimaryGuild  *string `json:"primary_guild"` // always null: nobody wears a server's tag
}

// Message is one version of a message; it never changes.
type Message struct {
	ID              string          `json:"id"`
	Type            int             `json:"type"` // 0 plain, 19 reply, 20 answer to a command
	ChannelID       string          `json:"channel_id"`
	Author          UserObject      `json:"author"`
	Content         string          `json:"content"`
	Timestamp       string          `json:"timestamp"`
	EditedTimestamp *string         `json:"edited_timestamp"`
	TTS             bool            `json:"tts"`
	MentionEveryone bool            `json:"mention_everyone"`
	Mentions        []UserObject    `json:"mentions"`
	MentionRoles    []string        `json:"mention_roles"`
	Attachments     []Attachment    `json:"attachments"`
	Embeds          []Embed         `json:"embeds"`
	Components      []Component     `json:"components"`
	Flags           int             `json:"flags"`
	Pinned          bool            `json:"pinned"`
	Nonce           json.RawMessage `json:"nonce,omitempty"`
	WebhookID       string          `json:"webhook_id,omitempty"`
	ApplicationID   string          `json:"application_id,omitempty"`
	Reference       *Reference      `json:"message_reference,omitempty"`
	Interaction     *Origin         `json:"interaction_metadata,omitempty"`

	// For is the only person who sees an ephemeral message.
	For string `json:"-"`
	// Version counts the edits, from 0.
	Version int `json:"-"`

	text *encoded
}

// encoded keeps a message's JSON: the same version goes out many times.
type encoded struct {
	once sync.Once
	raw  json.RawMessage
}

// json is the message as JSON, made once for each version.
func (m *Message) json() json.RawMessage {
	if m.text == nil { // one that a test has made up
		m = &Message{ID: m.ID, ChannelID: m.ChannelID, Content: m.Content, Components: m.Components, Flags: m.Flags, text: &encoded{}}
	}
	m.text.once.Do(func() {
		raw, err := json.Marshal(m)
		if err != nil {
			raw = json.RawMessage("null") // its fields are plain data: this does not happen
		}
		m.text.raw = raw
	})
	return m.text.raw
}

// Reference points to the message that this one answers.
type Reference struct {
	Type      int    `json:"type"`
	MessageID string `json:"message_id,omitempty"`
	ChannelID string `json:"channel_id,omitempty"`
	GuildID   string `json:"guild_id,omitempty"`
}

// Origin says which interaction a message came from.
type Origin struct {
	ID          string            `json:"id"`
	Type        int               `json:"type"`
	User        UserObject        `json:"user"`
	Owners      map[string]string `json:"authorizing_integration_owners"`
	Name        string            `json:"name,omitempty"`
	CommandType int               `json:"command_type,omitempty"`
	Pressed     string            `json:"interacted_message_id,omitempty"`
	Original    string            `json:"original_response_message_id,omitempty"`
	Triggering  *Origin           `json:"triggering_interaction_metadata,omitempty"`
}

// Attachment is a file of a message; the sandbox keeps and serves its bytes.
type Attachment struct {
	ID          string  `json:"id"`
	Filename    string  `json:"filename"`
	Description *string `json:"description,omitempty"`
	ContentType string  `json:"content_type,omitempty"`
	Size        int     `json:"size"`
	URL         string  `json:"url"`
	ProxyURL    string  `json:"proxy_url"`
	Ephemeral   bool    `json:"ephemeral,omitempty"`
}

// Embed is a rich embed.
type Embed struct {
	Type        string       `json:"type,omitempty"`
	Title       string       `json:"title,omitempty"`
	Description string       `json:"description,omitempty"`
	URL         string       `json:"url,omitempty"`
	Timestamp   string       `json:"timestamp,omitempty"`
	Color       *int         `json:"color,omitempty"`
	Footer      *EmbedFooter `json:"footer,omitempty"`
	Image       *Media       `json:"image,omitempty"`
	Thumbnail   *Media       `json:"thumbnail,omitempty"`
	Author      *EmbedAuthor `json:"author,omitempty"`
	Fields      []EmbedField `json:"fields,omitempty"`
}

// EmbedFooter is the small print of an embed.
type EmbedFooter struct {
	Text    string `json:"text"`
	IconURL string `json:"icon_url,omitempty"`
}

// EmbedAuthor is the head of an embed.
type EmbedAuthor struct {
	Name    string `json:"name"`
	URL     string `json:"url,omitempty"`
	IconURL string `json:"icon_url,omitempty"`
}

// EmbedField is one field of an embed.
type EmbedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline"`
}

// Media is a picture or file, by URL or as attachment://NAME.
type Media struct {
	ID           string `json:"id,omitempty"`
	URL          string `json:"url"`
	ProxyURL     string `json:"proxy_url,omitempty"`
	AttachmentID string `json:"attachment_id,omitempty"`
}

// Text returns all the words of the message: content, embeds, text displays,
// labels and options, a line each. A space at which no line may end reads like any other.
func (m *Message) Text() string {
	var b strings.Builder
	line := func(s string) {
		if s != "" {
			b.WriteString(strings.ReplaceAll(s, "\u00a0", " "))
			b.WriteByte('\n')
		}
	}
	line(m.Content)
	for _, e := range m.Embeds {
		if e.Author != nil {
			line(e.Author.Name)
		}
		line(e.Title)
		line(e.Description)
		for _, f := range e.Fields {
			line(f.Name)
			line(f.Value)
		}
		if e.Footer != nil {
			line(e.Footer.Text)
		}
	}
	walk(m.Components, func(c *Component) {
		line(c.Content)
		line(c.Label)
		line(c.Placeholder)
		for _, o := range c.Options {
			line(o.Label)
			line(o.Description)
		}
	})
	return b.String()
}

// Ephemeral reports whether only one person sees the message.
func (m *Message) Ephemeral() bool { return m.Flags&FlagEphemeral != 0 }

// Loading reports whether the message still waits for its content ("... is thinking").
func (m *Message) Loading() bool { return m.Flags&FlagLoading != 0 }

// Component returns the component of the custom id, or nil.
func (m *Message) Component(customID string) *Component {
	return m.find(func(c *Component) bool { return customID != "" && c.CustomID == customID })
}

// Labelled returns the first button whose label is the given one, or nil.
func (m *Message) Labelled(label string) *Component {
	return m.find(func(c *Component) bool { return c.Type == TypeButton && c.Label == label })
}

// Buttons returns the buttons that can be pressed now: enabled ones with a custom id.
func (m *Message) Buttons() []*Component {
	return m.all(func(c *Component) bool { return c.Type == TypeButton && c.CustomID != "" && !c.Disabled })
}

// Selects returns the enabled select menus.
func (m *Message) Selects() []*Component {
	return m.all(func(c *Component) bool { return c.isSelect() && !c.Disabled })
}

func (m *Message) find(ok func(*Component) bool) *Component {
	if found := m.all(ok); len(found) > 0 {
		return found[0]
	}
	return nil
}

// all are the components for which ok holds; a message that is no more has none.
func (m *Message) all(ok func(*Component) bool) []*Component {
	if m == nil {
		return nil
	}
	var found []*Component
	walk(m.Components, func(c *Component) {
		if ok(c) {
			found = append(found, c)
		}
	})
	return found
}
