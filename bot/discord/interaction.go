package discord

import "time"

// Kind is the kind of an interaction.
type Kind int

// The kinds, with Discord's numbers.
const (
	Command      Kind = 2
	Press        Kind = 3 // a button or a select
	Autocomplete Kind = 4
	ModalSubmit  Kind = 5
)

// Interaction is one thing that a person did, decoded.
type Interaction struct {
	ID       string
	Token    string // secret: whoever has it can answer as the bot
	Kind     Kind
	Received time.Time
	App      string // the application's id

	Guild       string
	Channel     string
	ChannelType ChannelType
	Parent      string // the channel of a thread
	User        User
	Locale      string // of the person's client, such as "tr" or "en-US"
	GuildLocale string
	// AppPermissions are what the bot itself may do in the channel.
	AppPermissions Permissions

	// Command and Autocomplete.
	Command string
	Sub     string            // sub-command, "" if none; "group sub" inside a group
	Options map[string]string // values as text
	Names   map[string]string // display names of the users among the options (or the chosen ones of a user select), by user id
	Focused string            // the option being completed

	// Press and ModalSubmit.
	CustomID string
	Values   []string          // of a select
	Fields   map[string]string // of a modal, by custom id of the input; the values of a select joined with commas
	Message  MessageRef        // the message that was pressed; zero if the modal came from a command
}

// User is a person as the interaction shows him.
type User struct {
	ID          string
	Name        string // nickname, else display name, else user name
	Bot         bool
	Permissions Permissions // in the channel
}

// MessageRef says which message was pressed.
type MessageRef struct {
	ID      string
	Channel string
	Private bool // ephemeral
}

// ChannelType is Discord's number for a kind of channel.
type ChannelType int

// The channel types that matter to the bot.
const (
	TextChannel   ChannelType = 0
	Announcement  ChannelType = 5
	NewsThread    ChannelType = 10
	PublicThread  ChannelType = 11
	PrivateThread ChannelType = 12
)

// IsThread reports whether t is a thread.
func (t ChannelType) IsThread() bool { return t >= NewsThread && t <= PrivateThread }

// Permissions is Discord's permission bit set.
type Permissions uint64

// The permissions that the bot asks for or looks at.
const (
	ManageChannels Permissions = 1 << 4
	ManageGuild    Permissions = 1 << 5
	ViewChannel    Permissions = 1 << 10
	SendMessages   Permissions = 1 << 11
	AttachFiles    Permissions = 1 << 15
	CreateThreads  Permissions = 1 << 35 // public threads
	SendInThreads  Permissions = 1 << 38
	Administrator  Permissions = 1 << 3
	ManageThreads  Permissions = 1 << 34
	ReadHistory    Permissions = 1 << 16
	ManageMessages Permissions = 1 << 13
)

// Has reports whether all of want are in p.
func (p Permissions) Has(want Permissions) bool {
	return p&Administrator != 0 || p&want == want
}

// Event is something that happened in Discord and is no interaction.
type Event struct {
	Kind    EventKind
	Guild   string
	Channel string
	User    string
}

// EventKind is the kind of an Event.
type EventKind string

// The kinds of events.
const (
	Connected    EventKind = "connected"    // READY or RESUMED
	Disconnected EventKind = "disconnected" // the gateway is down
	ChannelGone  EventKind = "channel_gone" // a channel or a thread was deleted
	GuildGone    EventKind = "guild_gone"   // the bot was removed from a server
	GuildJoined  EventKind = "guild_joined"
	Banned       EventKind = "banned"
)
