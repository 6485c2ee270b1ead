package sandbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Errors of what Discord's client would not let a person do.
var (
	ErrGone      = errors.New("sandbox: there is no such message or channel any more")
	ErrNotSeen   = errors.New("sandbox: this person does not see it")
	ErrNoSuch    = errors.New("sandbox: the message as it is now has no such button or menu")
	ErrDisabled  = errors.New("sandbox: it is disabled")
	ErrValues    = errors.New("sandbox: the client does not let these values through")
	ErrClosed    = errors.New("sandbox: it is closed")
	ErrNoCommand = errors.New("sandbox: there is no such command here, or not for this person")
)

// Opt is an option of a command.
func Opt(name string, value any) Option { return Option{Name: name, Value: value} }

// Sub is a sub-command (or group) with its options.
func Sub(name string, options ...Option) Option {
	return Option{Name: name, Type: optSubCommand, Options: options}
}

// Focus is the option that a person is typing, for Autocomplete.
func Focus(name string, typed any) Option { return Option{Name: name, Value: typed, Focused: true} }

// Option is a filled-in option of a command, as people give it.
type Option struct {
	Name    string   `json:"name"`
	Type    int      `json:"type,omitempty"`
	Value   any      `json:"value,omitempty"`
	Options []Option `json:"options,omitempty"`
	Focused bool     `json:"focused,omitempty"`
}

// Command runs a slash command.
func (u *User) Command(ch *Channel, name string, options ...Option) (*Interaction, error) {
	return u.run(ch, name, options, kindCommand)
}

// Complete asks for completions without waiting for them.
func (u *User) Complete(ch *Channel, name string, options ...Option) (*Interaction, error) {
	return u.run(ch, name, options, kindAutocomplete)
}

// Autocomplete asks what could stand for the focused option.
func (u *User) Autocomplete(ctx context.Context, ch *Channel, name string, options ...Option) ([]CommandChoice, error) {
	in, err := u.Complete(ch, name, options...)
	if err != nil {
		return nil, err
	}
	res, err := in.Wait(ctx)
	if err == nil && !res.OK {
		err = errors.New("sandbox: the completion was not answered")
	}
	return res.Choices, err
}

func (u *User) run(ch *Channel, name string, options []Option, kind int) (*Interaction, error) {
	sb := u.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	if ch.gone {
		return nil, ErrGone
	}
	perms := ch.guild.permissions(u.id, ch)
	if !ch.canSee(u.id) {
		return nil, ErrNotSeen
	}
	if perms&UseApplicationCommands == 0 || ch.locked && perms&ManageThreads == 0 {
		return nil, ErrNoCommand
	}
	list := ch.guild.commands()
	i := slices.IndexFunc(list, func(c Command) bool { return c.Name == name && c.Type == 1 })
	if i < 0 || !list[i].allowed(perms) || ch.guild.members[sb.bot.id] == nil {
		return nil, fmt.Errorf("%w: /%s", ErrNoCommand, name)
	}
	c := list[i]
	res := resolver{g: ch.guild, o: object{}}
	filled, err := res.options(c.Options, options, kind == kindAutocomplete)
	if err != nil {
		return nil, fmt.Errorf("/%s: %w", name, err)
	}
	data := object{"id": c.ID, "name": c.Name, "type": 1}
	if len(filled) > 0 {
		data["options"] = filled
	}
	if len(res.o) > 0 {
		data["resolved"] = res.o
	}
	if c.GuildID != "" {
		data["guild_id"] = c.GuildID
	}
	in := &Interaction{kind: kind, user: u, channel: ch, name: name}
	sb.begin(in, data)
	return in, nil
}

// allowed reports whether a member with these permissions is offered the command in a server.
func (c *Command) allowed(p Permission) bool {
	if c.Contexts != nil && !slices.Contains(*c.Contexts, 0) {
		return false
	}
	if c.Permissions == nil {
		return true
	}
	var need uint64
	if _, err := fmt.Sscan(*c.Permissions, &need); err != nil {
		return false
	}
	if need == 0 {
		return p&Administrator != 0
	}
	return p&Permission(need) == Permission(need)
}

// Press presses a button of a message as it is now.
func (u *User) Press(m *Message, customID string) (*Interaction, error) {
	return u.act(m, customID, nil, TypeButton)
}

// Select chooses values in a select menu of a message as it is now: option values, or ids.
func (u *User) Select(m *Message, customID string, values ...string) (*Interaction, error) {
	return u.act(m, customID, values, TypeStringSelect)
}

func (u *User) act(m *Message, customID string, values []string, typ int) (*Interaction, error) {
	if m == nil {
		return nil, ErrGone
	}
	sb := u.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	now := sb.messages[m.ID]
	if now == nil {
		return nil, ErrGone
	}
	ch := sb.channels[now.ChannelID]
	if !sb.reads(u, ch, now) {
		return nil, ErrNotSeen
	}
	c := now.Component(customID)
	if c == nil || (c.Type == TypeButton) != (typ == TypeButton) {
		return nil, fmt.Errorf("%w: %q", ErrNoSuch, customID)
	}
	if c.Disabled {
		return nil, ErrDisabled
	}
	if c.isSelect() {
		if why := c.refuses(values); why != "" {
			return nil, fmt.Errorf("%w: %s", ErrValues, why)
		}
	}
	return sb.press(u, ch, now, c.CustomID, c.Type, c.ID, values)
}

// reads reports whether a person has the message before him.
func (sb *Sandbox) reads(u *User, ch *Channel, m *Message) bool {
	if ch == nil || m.For != "" && m.For != u.id {
		return false
	}
	return ch.canSee(u.id) && !u.hidden[m.ID]
}

func (sb *Sandbox) press(u *User, ch *Channel, m *Message, customID string, typ, id int, values []string) (*Interaction, error) {
	data := object{"custom_id": customID, "component_type": typ, "id": id}
	if typ != TypeButton {
		data["values"] = append([]string{}, values...)
		if typ != TypeStringSelect {
			res := resolver{g: ch.guild, o: object{}}
			if err := res.values(typ, values); err != nil {
				return nil, err
			}
			data["resolved"] = res.o
		}
	}
	in := &Interaction{kind: kindComponent, user: u, channel: ch, message: m, customID: customID}
	sb.begin(in, data)
	return in, nil
}

// Submit sends a modal in, with a text or chosen values for each field by custom id.
func (u *User) Submit(modal *Modal, values map[string][]string) (*Interaction, error) {
	sb := u.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	opener := sb.interactions[modal.Interaction]
	if opener == nil || opener.user != u {
		return nil, ErrGone
	}
	for name := range values {
		if modal.Field(name) == nil {
			return nil, fmt.Errorf("%w: field %q", ErrNoSuch, name)
		}
	}
	for _, c := range modal.Fields() {
		if why := c.refuses(values[c.CustomID]); why != "" {
			return nil, fmt.Errorf("%w: %s: %s", ErrValues, c.CustomID, why)
		}
	}
	return sb.submit(u, opener, modal.CustomID, modal.Components, values), nil
}

func (sb *Sandbox) submit(u *User, opener *Interaction, customID string, form []Component, values map[string][]string) *Interaction {
	res := resolver{g: opener.channel.guild, o: object{}}
	data := object{"custom_id": customID, "components": res.form(form, values)}
	if len(res.o) > 0 {
		data["resolved"] = res.o
	}
	in := &Interaction{kind: kindModal, user: u, channel: opener.channel, message: opener.message, opener: opener, customID: customID}
	sb.begin(in, data)
	return in
}

// Forgery is a press or modal that an honest client would not send now: from an
// older version of a message, from somebody who does not see it, with any custom id.
type Forgery struct {
	Message  *Message // sent as it is given, be it old; with Channel it may be nil for a modal
	Channel  *Channel // default: that of the message
	CustomID string
	Type     int // of the component; default button. TypeActionRow sends a modal instead
	Values   []string
	Fields   map[string][]string // of a modal
}

// Forge sends it. The bot must live with whatever comes, so nothing is checked.
func (u *User) Forge(f Forgery) (*Interaction, error) {
	sb := u.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	ch := f.Channel
	if ch == nil && f.Message != nil {
		ch = sb.channels[f.Message.ChannelID]
	}
	if ch == nil || ch.gone {
		return nil, ErrGone
	}
	if f.Type == TypeActionRow {
		opener := &Interaction{user: u, channel: ch, message: f.Message}
		if f.Message != nil {
			opener.kind = kindComponent
		} else {
			opener.kind = kindCommand
		}
		var form []Component
		for _, name := range sortedKeys(f.Fields) {
			form = append(form, Component{Type: TypeActionRow, Components: []Component{{Type: TypeTextInput, CustomID: name}}})
		}
		complete(form)
		return sb.submit(u, opener, f.CustomID, form, f.Fields), nil
	}
	if f.Message == nil {
		return nil, ErrGone
	}
	typ := f.Type
	if typ == 0 {
		typ = TypeButton
	}
	return sb.press(u, ch, f.Message, f.CustomID, typ, 1, f.Values)
}

// Say sends a person's plain message.
func (u *User) Say(ch *Channel, content string) (*Message, error) {
	sb := u.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	p := ch.guild.permissions(u.id, ch)
	if ch.gone {
		return nil, ErrGone
	}
	if !ch.canSee(u.id) || p&ch.sendPermission() == 0 || ch.locked && p&ManageThreads == 0 || strings.TrimSpace(content) == "" {
		return nil, ErrNotSeen
	}
	m := sb.newMessage(ch, u)
	if e := sb.compose(m, draft{content: content, embeds: []Embed{}, components: []Component{}}, []Attachment{}, nil, ""); e != nil {
		return nil, e
	}
	if ch.isThread() {
		ch.addMember(u)
	}
	sb.publish(ch, m)
	return m, nil
}

// Sees returns what this person sees of a channel, oldest first, his ephemeral messages included.
func (u *User) Sees(ch *Channel) []*Message {
	u.sb.mu.Lock()
	defer u.sb.mu.Unlock()
	return u.sb.visible(ch, u.id)
}

// Last returns the newest message that this person sees in a channel and that ok takes, or nil.
func (u *User) Last(ch *Channel, ok func(*Message) bool) *Message {
	list := u.Sees(ch)
	for i := len(list) - 1; i >= 0; i-- {
		if ok(list[i]) {
			return list[i]
		}
	}
	return nil
}

// Await waits until this person sees such a message in a channel, and returns the newest.
func (u *User) Await(ctx context.Context, ch *Channel, ok func(*Message) bool) (*Message, error) {
	var found *Message
	err := ch.Until(ctx, func() bool {
		found = u.Last(ch, ok)
		return found != nil
	})
	return found, err
}

// CanSee reports whether the person may read the channel.
func (u *User) CanSee(ch *Channel) bool {
	u.sb.mu.Lock()
	defer u.sb.mu.Unlock()
	return !ch.gone && ch.canSee(u.id)
}

// Dismiss hides an ephemeral message from its person ("Dismiss message").
func (u *User) Dismiss(m *Message) {
	u.sb.mu.Lock()
	defer u.sb.mu.Unlock()
	if m != nil && m.For == u.id {
		u.hidden[m.ID] = true
		u.sb.record(Change{Type: "MESSAGE_DELETE", Channel: m.ChannelID, For: u.id, Message: m})
	}
}
