package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Decode reads the data of an INTERACTION_CREATE. What it does not know - new
// component types, new fields, fields of another type than expected - does not
// matter, as long as the interaction can be answered.
func Decode(data []byte, now time.Time) (Interaction, error) {
	var raw rawInteraction
	if err := lenient(data, &raw); err != nil {
		return Interaction{}, fmt.Errorf("interaction: %w", err)
	}
	if !isID(raw.ID) || raw.Token == "" {
		return Interaction{}, errors.New("interaction: it has no id or no token")
	}
	i := Interaction{
		ID: raw.ID, Token: raw.Token, Kind: raw.Type, Received: now, App: raw.App,
		Guild: raw.Guild, Channel: raw.ChannelID,
		Locale: raw.Locale, GuildLocale: raw.GuildLocale,
		AppPermissions: permissions(raw.AppPermissions),
	}
	if raw.Channel != nil {
		i.ChannelType, i.Parent = raw.Channel.Type, raw.Channel.parent()
	}
	switch {
	case raw.Member != nil:
		i.User = raw.Member.user()
	case raw.User != nil:
		i.User = rawMember{User: *raw.User}.user()
	}
	if i.User.ID == "" {
		return Interaction{}, errors.New("interaction: nobody did it")
	}
	if m := raw.Message; m != nil {
		i.Message = MessageRef{ID: m.ID, Channel: m.ChannelID, Private: m.Flags&flagPrivate != 0}
		def(&i.Message.Channel, i.Channel)
	}
	switch i.Kind {
	case Command, Autocomplete:
		i.Command = raw.Data.Name
		i.Options = map[string]string{}
		i.options(raw.Data.Options)
	case Press:
		i.CustomID = raw.Data.CustomID
		i.Values = raw.Data.Values
	case ModalSubmit:
		i.CustomID = raw.Data.CustomID
		i.Fields = map[string]string{}
		i.fields(raw.Data.Components)
	default:
		return Interaction{}, fmt.Errorf("interaction: unknown type %d", i.Kind)
	}
	i.Names = raw.Data.Resolved.names()
	return i, nil
}

type rawInteraction struct {
	ID             string      `json:"id"`
	App            string      `json:"application_id"`
	Token          string      `json:"token"`
	Type           Kind        `json:"type"`
	Guild          string      `json:"guild_id"`
	ChannelID      string      `json:"channel_id"`
	Channel        *rawChannel `json:"channel"`
	Member         *rawMember  `json:"member"`
	User           *rawUser    `json:"user"`
	Locale         string      `json:"locale"`
	GuildLocale    string      `json:"guild_locale"`
	AppPermissions string      `json:"app_permissions"`
	Message        *rawMessage `json:"message"`
	Data           rawData     `json:"data"`
}

type rawMessage struct {
	ID        string `json:"id"`
	ChannelID string `json:"channel_id"`
	Flags     int64  `json:"flags"`
}

type rawChannel struct {
	Type     ChannelType `json:"type"`
	ParentID string      `json:"parent_id"`
}

// parent is the channel of a thread; a channel's own parent is a category, which means nothing here.
func (c rawChannel) parent() string {
	if !c.Type.IsThread() {
		return ""
	}
	return c.ParentID
}

type rawUser struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
}

type rawMember struct {
	User        rawUser `json:"user"`
	Nick        string  `json:"nick"`
	Permissions string  `json:"permissions"`
}

func (m rawMember) user() User {
	u := User{ID: m.User.ID, Bot: m.User.Bot, Permissions: permissions(m.Permissions)}
	def(&u.Name, m.Nick)
	def(&u.Name, m.User.GlobalName)
	def(&u.Name, m.User.Username)
	return u
}

// rawData is what the four kinds of interactions carry, in one.
type rawData struct {
	Name       string         `json:"name"`
	Options    []rawOption    `json:"options"`
	CustomID   string         `json:"custom_id"`
	Values     []string       `json:"values"`
	Components []rawComponent `json:"components"`
	Resolved   rawResolved    `json:"resolved"`
}

type rawOption struct {
	Name    string          `json:"name"`
	Type    int             `json:"type"`
	Value   json.RawMessage `json:"value"`
	Focused bool            `json:"focused"`
	Options []rawOption     `json:"options"`
}

type rawComponent struct {
	CustomID   string          `json:"custom_id"`
	Value      json.RawMessage `json:"value"`
	Values     []string        `json:"values"`
	Components []rawComponent  `json:"components"` // of a row
	Component  *rawComponent   `json:"component"`  // of a label
}

type rawResolved struct {
	Users   map[string]rawUser   `json:"users"`
	Members map[string]rawMember `json:"members"` // without their users
}

func (r rawResolved) names() map[string]string {
	if len(r.Users) == 0 {
		return nil
	}
	names := make(map[string]string, len(r.Users))
	for id, u := range r.Users {
		names[id] = rawMember{User: u, Nick: r.Members[id].Nick}.user().Name
	}
	return names
}

func (i *Interaction) options(options []rawOption) {
	const subCommand, group = 1, 2
	for _, o := range options {
		if o.Type == subCommand || o.Type == group {
			i.Sub = strings.TrimSpace(i.Sub + " " + o.Name)
			i.options(o.Options)
			continue
		}
		i.Options[o.Name] = text(o.Value)
		if o.Focused {
			i.Focused = o.Name
		}
	}
}

func (i *Interaction) fields(components []rawComponent) {
	for _, c := range components {
		if c.CustomID != "" {
			value := text(c.Value)
			if c.Values != nil {
				value = strings.Join(c.Values, ",")
			}
			i.Fields[c.CustomID] = value
		}
		i.fields(c.Components)
		if c.Component != nil {
			i.fields([]rawComponent{*c.Component})
		}
	}
}

// text is a JSON string's text, or a number or boolean as it is written.
func text(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

func permissions(decimal string) Permissions {
	n, err := strconv.ParseUint(decimal, 10, 64)
	if err != nil {
		return 0
	}
	return Permissions(n)
}

// lenient unmarshals and leaves out what has another type than expected.
func lenient(data []byte, into any) error {
	err := json.Unmarshal(data, into)
	var other *json.UnmarshalTypeError
	if errors.As(err, &other) {
		return nil
	}
	return err
}
