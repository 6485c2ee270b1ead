package sandbox

import (
	"slices"
	"time"
)

// Channel types that the sandbox knows.
const (
	TextChannel   = 0
	PublicThread  = 11
	PrivateThread = 12
)

// Guild is a server.
type Guild struct {
	sb       *Sandbox
	id       string
	name     string
	owner    string
	locale   string
	joinedAt time.Time
	roles    map[string]*role
	members  map[string]*member
	banned   map[string]bool
	channels []string // without threads, in order
	threads  map[string]*Channel
}

type role struct {
	id, name string
	perms    Permission
	managed  bool
	position int
}

type member struct {
	roles    []string
	nick     *string
	joinedAt time.Time
}

// Channel is a text channel or a thread.
type Channel struct {
	sb         *Sandbox
	guild      *Guild
	id         string
	name       string
	topic      string
	typ        int
	parent     string // of a thread
	position   int
	overwrites map[string]overwrite
	gone       bool
	news       bell

	public  []string            // ids of the messages that all see, oldest first
	private map[string][]string // ids of the ephemeral ones, by person

	// threads only
	owner       string
	archived    bool
	locked      bool
	invitable   bool
	autoArchive int
	archiveAt   time.Time
	createdAt   time.Time
	joined      map[string]time.Time
	total       int // messages ever sent
	stopTimer   func() bool
}

// User is a person (or the bot), as tests hold him.
type User struct {
	sb     *Sandbox
	id     string
	name   string
	locale string
	bot    bool
	color  string
	read   map[string]string // last message read, by channel
	hidden map[string]bool   // ephemeral messages dismissed
}

// ID is the guild's snowflake.
func (g *Guild) ID() string { return g.id }

// ID is the channel's snowflake.
func (ch *Channel) ID() string { return ch.id }

// Name is the channel's name.
func (ch *Channel) Name() string { return ch.name }

// ID is the user's snowflake.
func (u *User) ID() string { return u.id }

// Name is the user's display name.
func (u *User) Name() string { return u.name }

func (ch *Channel) isThread() bool { return ch.typ == PublicThread || ch.typ == PrivateThread }

func (ch *Channel) inThread(userID string) bool {
	_, ok := ch.joined[userID]
	return ok
}

// NewGuild makes a further server, which the bot joins.
func (sb *Sandbox) NewGuild(name string) *Guild {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	return sb.newGuild(name)
}

func (sb *Sandbox) newGuild(name string) *Guild {
	g := &Guild{sb: sb, id: sb.newID(), name: name, locale: "en-US", roles: map[string]*role{},
		members: map[string]*member{}, banned: map[string]bool{}, threads: map[string]*Channel{}}
	g.owner = sb.newID() // somebody who never shows up: nobody is exempt from permissions
	g.roles[g.id] = &role{id: g.id, name: "@everyone", perms: DefaultPermissions}
	sb.guilds[g.id] = g
	sb.guildOrder = append(sb.guildOrder, g.id)
	g.addBot()
	return g
}

// AddBot lets the bot join the server (again); it is told by GUILD_CREATE.
func (g *Guild) AddBot() {
	g.sb.mu.Lock()
	defer g.sb.mu.Unlock()
	g.addBot()
}

func (g *Guild) addBot() {
	r := &role{id: g.sb.newID(), name: g.sb.bot.name, perms: DefaultPermissions, managed: true, position: len(g.roles)}
	g.roles[r.id] = r
	g.joinedAt = g.sb.now()
	g.members[g.sb.bot.id] = &member{roles: []string{r.id}, joinedAt: g.joinedAt}
	g.sb.emit("GUILD_CREATE", intentGuilds, g.create())
}

// RemoveBot throws the bot out of the server; it is told by GUILD_DELETE.
func (g *Guild) RemoveBot() {
	g.sb.mu.Lock()
	defer g.sb.mu.Unlock()
	delete(g.members, g.sb.bot.id)
	g.sb.emit("GUILD_DELETE", intentGuilds, map[string]any{"id": g.id})
}

// Outage tells the bot that Discord cannot serve the server, or that it can again. The bot is still a member.
func (g *Guild) Outage(down bool) {
	g.sb.mu.Lock()
	defer g.sb.mu.Unlock()
	if down {
		g.sb.emit("GUILD_DELETE", intentGuilds, map[string]any{"id": g.id, "unavailable": true})
		return
	}
	g.sb.emit("GUILD_CREATE", intentGuilds, g.create())
}

// NewChannel makes a text channel.
func (g *Guild) NewChannel(name string) *Channel {
	g.sb.mu.Lock()
	defer g.sb.mu.Unlock()
	ch := &Channel{sb: g.sb, guild: g, id: g.sb.newID(), name: name, typ: TextChannel, position: len(g.channels),
		overwrites: map[string]overwrite{}, private: map[string][]string{}, createdAt: g.sb.now(), news: newBell()}
	g.sb.channels[ch.id] = ch
	g.channels = append(g.channels, ch.id)
	g.sb.emit("CHANNEL_CREATE", intentGuilds, ch.object())
	g.sb.record(Change{Type: "CHANNEL_CREATE", Channel: ch.id, Data: ch.object()})
	return ch
}

// Channel returns the channel or active thread of the name, or nil.
func (g *Guild) Channel(name string) *Channel {
	g.sb.mu.Lock()
	defer g.sb.mu.Unlock()
	for _, id := range g.channels {
		if ch := g.sb.channels[id]; ch.name == name {
			return ch
		}
	}
	for _, ch := range g.threads {
		if ch.name == name && !ch.archived {
			return ch
		}
	}
	return nil
}

// Threads returns the server's threads, oldest first.
func (g *Guild) Threads() []*Channel {
	g.sb.mu.Lock()
	defer g.sb.mu.Unlock()
	return g.threadList(func(*Channel) bool { return true })
}

func (g *Guild) threadList(ok func(*Channel) bool) []*Channel {
	var list []*Channel
	for _, ch := range g.threads {
		if ok(ch) {
			list = append(list, ch)
		}
	}
	slices.SortFunc(list, func(a, b *Channel) int { return compareIDs(a.id, b.id) })
	return list
}

// NewRole makes a role and returns its id.
func (g *Guild) NewRole(name string, p Permission) string {
	g.sb.mu.Lock()
	defer g.sb.mu.Unlock()
	r := &role{id: g.sb.newID(), name: name, perms: p, position: len(g.roles)}
	g.roles[r.id] = r
	g.sb.emit("GUILD_ROLE_CREATE", intentGuilds, map[string]any{"guild_id": g.id, "role": r.object()})
	return r.id
}

// Permit sets what a role may do everywhere; the guild's own id names @everyone.
func (g *Guild) Permit(roleID string, p Permission) {
	g.sb.mu.Lock()
	defer g.sb.mu.Unlock()
	r := g.roles[roleID]
	if r == nil {
		return
	}
	g.sb.changingPermissions(func() { r.perms = p })
	g.sb.emit("GUILD_ROLE_UPDATE", intentGuilds, map[string]any{"guild_id": g.id, "role": r.object()})
}

// BotRole returns the id of the bot's own role.
func (g *Guild) BotRole() string {
	g.sb.mu.Lock()
	defer g.sb.mu.Unlock()
	if m := g.members[g.sb.bot.id]; m != nil {
		return m.roles[0]
	}
	return ""
}

// NewUser makes a person with a client language, who joins the server with the given roles.
func (g *Guild) NewUser(name, locale string, roles ...string) *User {
	u := g.sb.NewUser(name, locale)
	g.Join(u, roles...)
	return u
}

// People are the members who are no bots, in the order in which they were made.
func (g *Guild) People() []*User {
	g.sb.mu.Lock()
	defer g.sb.mu.Unlock()
	var list []*User
	for _, id := range g.sb.userOrder {
		if u := g.sb.users[id]; !u.bot && g.members[id] != nil {
			list = append(list, u)
		}
	}
	return list
}

// Promote gives a member a new role of his own.
func (g *Guild) Promote(u *User, title string, p Permission) {
	id := g.NewRole(title, p)
	g.sb.mu.Lock()
	defer g.sb.mu.Unlock()
	if m := g.members[u.id]; m != nil {
		g.sb.changingPermissions(func() { m.roles = append(m.roles[:len(m.roles):len(m.roles)], id) })
		g.sb.record(Change{Type: "WORLD", For: u.id})
	}
}

// Join lets a person join the server.
func (g *Guild) Join(u *User, roles ...string) {
	g.sb.mu.Lock()
	defer g.sb.mu.Unlock()
	g.members[u.id] = &member{roles: roles, joinedAt: g.sb.now()}
	g.sb.emit("GUILD_MEMBER_ADD", intentGuildMembers, g.memberObject(u.id, map[string]any{"guild_id": g.id}))
	g.sb.record(Change{Type: "WORLD"})
}

// Part lets a person leave the server. A bot without the intent for members is not told.
func (g *Guild) Part(u *User) {
	g.sb.mu.Lock()
	defer g.sb.mu.Unlock()
	g.remove(u)
}

// Ban throws a person out for good; the bot is told by GUILD_BAN_ADD.
func (g *Guild) Ban(u *User) {
	g.sb.mu.Lock()
	defer g.sb.mu.Unlock()
	g.banned[u.id] = true
	g.remove(u)
	g.sb.emit("GUILD_BAN_ADD", intentGuildModeration, map[string]any{"guild_id": g.id, "user": u.object()})
}

func (g *Guild) remove(u *User) {
	g.sb.changingPermissions(func() { delete(g.members, u.id) })
	for _, ch := range g.threads {
		delete(ch.joined, u.id)
	}
	g.sb.emit("GUILD_MEMBER_REMOVE", intentGuildMembers, map[string]any{"guild_id": g.id, "user": u.object()})
	g.sb.record(Change{Type: "WORLD"})
}
