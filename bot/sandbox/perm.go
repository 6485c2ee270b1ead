package sandbox

// Permission is a set of Discord's permission bits.
type Permission uint64

// The permissions that the sandbox heeds.
const (
	Administrator           Permission = 1 << 3
	ManageChannels          Permission = 1 << 4
	ManageGuild             Permission = 1 << 5
	AddReactions            Permission = 1 << 6
	ViewChannel             Permission = 1 << 10
	SendMessages            Permission = 1 << 11
	ManageMessages          Permission = 1 << 13
	EmbedLinks              Permission = 1 << 14
	AttachFiles             Permission = 1 << 15
	ReadMessageHistory      Permission = 1 << 16
	MentionEveryone         Permission = 1 << 17
	UseExternalEmojis       Permission = 1 << 18
	ManageRoles             Permission = 1 << 28
	UseApplicationCommands  Permission = 1 << 31
	ManageThreads           Permission = 1 << 34
	CreatePublicThreads     Permission = 1 << 35
	CreatePrivateThreads    Permission = 1 << 36
	SendMessagesInThreads   Permission = 1 << 38
	AllPermissions          Permission = 1<<51 - 1
	DefaultPermissions                 = AddReactions | ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory | UseExternalEmojis | UseApplicationCommands | CreatePublicThreads | CreatePrivateThreads | SendMessagesInThreads
	lostPermissionFaultMask            = SendMessages | SendMessagesInThreads | CreatePublicThreads | CreatePrivateThreads
)

type overwrite struct {
	ID    string     `json:"id"`
	Type  int        `json:"type"` // 0 role, 1 member
	Allow Permission `json:"allow,string"`
	Deny  Permission `json:"deny,string"`
}

// permissions of a member in a channel (nil: in the guild); 0 for somebody who is no member.
func (g *Guild) permissions(userID string, ch *Channel) Permission {
	m := g.members[userID]
	if m == nil {
		return 0
	}
	if g.owner == userID {
		return AllPermissions
	}
	p := g.roles[g.id].perms
	for _, r := range m.roles {
		if role := g.roles[r]; role != nil {
			p |= role.perms
		}
	}
	if p&Administrator != 0 {
		return AllPermissions
	}
	if userID == g.sb.bot.id {
		p &^= g.sb.faults.masked()
	}
	if ch == nil {
		return p
	}
	thread := ch.isThread()
	if thread {
		if parent := g.sb.channels[ch.parent]; parent != nil {
			ch = parent
		}
	}
	if o, ok := ch.overwrites[g.id]; ok {
		p = p&^o.Deny | o.Allow
	}
	var allow, deny Permission
	for _, r := range m.roles {
		if o, ok := ch.overwrites[r]; ok {
			allow |= o.Allow
			deny |= o.Deny
		}
	}
	p = p&^deny | allow
	if o, ok := ch.overwrites[userID]; ok {
		p = p&^o.Deny | o.Allow
	}
	if userID == g.sb.bot.id {
		p &^= g.sb.faults.masked()
	}
	if p&ViewChannel == 0 {
		return 0
	}
	if !thread && p&SendMessages == 0 || thread && p&SendMessagesInThreads == 0 {
		p &^= MentionEveryone | AttachFiles | EmbedLinks
	}
	return p
}

// canSee reports whether a user may read the channel; a private thread shows to its members and to moderators of threads.
func (ch *Channel) canSee(userID string) bool {
	p := ch.guild.permissions(userID, ch)
	if p&ViewChannel == 0 {
		return false
	}
	return ch.typ != PrivateThread || p&ManageThreads != 0 || ch.inThread(userID)
}

// sendPermission is the one that a message into the channel needs.
func (ch *Channel) sendPermission() Permission {
	if ch.isThread() {
		return SendMessagesInThreads
	}
	return SendMessages
}

// Deny takes permissions in this channel from a user or a role (by id; a *User, a *Guild for @everyone).
func (ch *Channel) Deny(who any, p Permission) { ch.overwrite(who, 0, p) }

// Allow gives permissions in this channel to a user or a role.
func (ch *Channel) Allow(who any, p Permission) { ch.overwrite(who, p, 0) }

// Reset takes back what Deny and Allow have set for a user or a role.
func (ch *Channel) Reset(who any) { ch.overwrite(who, 0, 0) }

func (ch *Channel) overwrite(who any, allow, deny Permission) {
	o := overwrite{Allow: allow, Deny: deny}
	switch w := who.(type) {
	case *User:
		o.ID, o.Type = w.id, 1
	case *Guild:
		o.ID = w.id
	case string:
		o.ID = w
	}
	ch.sb.mu.Lock()
	defer ch.sb.mu.Unlock()
	ch.sb.changingPermissions(func() {
		if allow|deny == 0 {
			delete(ch.overwrites, o.ID)
			return
		}
		ch.overwrites[o.ID] = o
	})
	ch.sb.emit("CHANNEL_UPDATE", intentGuilds, ch.object())
	ch.sb.record(Change{Type: "CHANNEL_UPDATE", Channel: ch.id, Data: ch.object()})
}

// changingPermissions notes what people could see before a change, for Feed. The lock is held.
func (sb *Sandbox) changingPermissions(change func()) {
	sb.permEpoch++
	if !sb.cfg.Keep {
		change()
		return
	}
	var saw []sight
	for u := range sb.users {
		for id, ch := range sb.channels {
			if ch.canSee(u) {
				saw = append(saw, sight{u, id})
			}
		}
	}
	change()
	for _, p := range saw {
		if !sb.channels[p.channel].canSee(p.user) {
			sb.lost[p] = sb.seq
		}
	}
}

// sight is one person's view of one channel.
type sight struct{ user, channel string }
