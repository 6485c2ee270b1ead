package sandbox

import (
	"slices"
	"strconv"
	"time"
)

// How Discord's JSON shows the world. All of these run with the lock held and
// return values that share nothing with it.

type object = map[string]any

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000-07:00") }

func compareIDs(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func (p Permission) String() string { return strconv.FormatUint(uint64(p), 10) }

func (u *User) object() UserObject {
	name := u.name
	return UserObject{ID: u.id, Username: handle(u.name), Discriminator: "0", GlobalName: &name, Bot: u.bot}
}

// handle makes a user name of the letters that Discord allows.
func handle(name string) string {
	var b []rune
	for _, r := range name {
		switch {
		case r >= 'A' && r <= 'Z':
			b = append(b, r+'a'-'A')
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' || r == '.':
			b = append(b, r)
		default:
			if to, ok := plain[r]; ok {
				b = append(b, to)
			}
		}
	}
	if len(b) < 2 {
		b = append(b, '_', '_')
	}
	return string(b)
}

var plain = map[rune]rune{'ş': 's', 'Ş': 's', 'ğ': 'g', 'Ğ': 'g', 'ı': 'i', 'İ': 'i', 'ö': 'o', 'Ö': 'o', 'ü': 'u', 'Ü': 'u', 'ç': 'c', 'Ç': 'c', ' ': '_'}

func (r *role) object() object {
	return object{"id": r.id, "name": r.name, "color": 0, "hoist": false, "icon": nil, "unicode_emoji": nil, "description": nil,
		"colors":   object{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
		"position": r.position, "permissions": r.perms.String(), "managed": r.managed, "mentionable": false, "flags": 0}
}

func (g *Guild) roleObjects() []object {
	list := []object{}
	for _, r := range g.roles {
		list = append(list, r.object())
	}
	slices.SortFunc(list, func(a, b object) int { return compareIDs(a["id"].(string), b["id"].(string)) })
	return list
}

// memberObject shows a member, with further fields laid over it.
func (g *Guild) memberObject(userID string, more object) object {
	m := g.members[userID]
	o := object{"user": g.sb.users[userID].object(), "nick": nil, "avatar": nil, "banner": nil, "roles": []string{},
		"joined_at": nil, "premium_since": nil, "deaf": false, "mute": false, "flags": 0, "pending": false,
		"communication_disabled_until": nil}
	if m != nil {
		o["roles"] = append([]string{}, m.roles...)
		o["joined_at"] = stamp(m.joinedAt)
		if m.nick != nil {
			o["nick"] = *m.nick
		}
	}
	for k, v := range more {
		o[k] = v
	}
	return o
}

func (g *Guild) object() object {
	return object{"id": g.id, "name": g.name, "icon": nil, "icon_hash": nil, "splash": nil, "discovery_splash": nil, "owner_id": g.owner,
		"afk_channel_id": nil, "afk_timeout": 300, "verification_level": 0, "default_message_notifications": 0,
		"explicit_content_filter": 0, "roles": g.roleObjects(), "emojis": []any{}, "features": []string{}, "mfa_level": 0,
		"application_id": nil, "system_channel_id": nil, "system_channel_flags": 0, "rules_channel_id": nil, "home_header": nil,
		"vanity_url_code": nil, "description": nil, "banner": nil, "premium_tier": 0, "premium_subscription_count": 0,
		"preferred_locale": g.locale, "public_updates_channel_id": nil, "nsfw_level": 0, "nsfw": false, "stickers": []any{},
		"premium_progress_bar_enabled": false, "safety_alerts_channel_id": nil, "region": "deprecated", "widget_enabled": false,
		"widget_channel_id": nil, "max_presences": nil, "max_members": 500000, "max_video_channel_users": 25,
		"max_stage_video_channel_users": 50, "incidents_data": nil}
}

// create is the body of GUILD_CREATE.
func (g *Guild) create() object {
	o := g.object()
	channels, threads := []object{}, []object{}
	for _, id := range g.channels {
		channels = append(channels, g.sb.channels[id].object())
	}
	for _, ch := range g.threadList(func(ch *Channel) bool { return !ch.archived && ch.canSee(g.sb.bot.id) }) {
		threads = append(threads, ch.object())
	}
	o["channels"], o["threads"] = channels, threads
	o["members"] = []object{g.memberObject(g.sb.bot.id, nil)}
	o["member_count"] = len(g.members)
	o["joined_at"] = stamp(g.joinedAt)
	o["large"], o["unavailable"] = false, false
	for _, k := range []string{"presences", "voice_states", "stage_instances", "guild_scheduled_events", "soundboard_sounds"} {
		o[k] = []any{}
	}
	return o
}

func (ch *Channel) object() object {
	o := object{"id": ch.id, "type": ch.typ, "guild_id": ch.guild.id, "name": ch.name, "flags": 0, "last_message_id": nil,
		"rate_limit_per_user": 0}
	if n := len(ch.public); n > 0 {
		o["last_message_id"] = ch.public[n-1]
	}
	if !ch.isThread() {
		list := []overwrite{}
		for _, ow := range ch.overwrites {
			list = append(list, ow)
		}
		slices.SortFunc(list, func(a, b overwrite) int { return compareIDs(a.ID, b.ID) })
		o["permission_overwrites"] = list
		o["position"], o["parent_id"], o["topic"], o["nsfw"] = ch.position, nil, nil, false
		if ch.topic != "" {
			o["topic"] = ch.topic
		}
		return o
	}
	o["parent_id"], o["owner_id"] = ch.parent, ch.owner
	o["message_count"], o["total_message_sent"] = len(ch.public), ch.total
	o["member_count"] = len(ch.joined)
	meta := object{"archived": ch.archived, "auto_archive_duration": ch.autoArchive, "archive_timestamp": stamp(ch.archiveAt),
		"locked": ch.locked, "create_timestamp": stamp(ch.createdAt)}
	if ch.typ == PrivateThread {
		meta["invitable"] = ch.invitable
	}
	o["thread_metadata"] = meta
	return o
}

func (ch *Channel) threadMember(userID string) object {
	return object{"id": ch.id, "user_id": userID, "join_timestamp": stamp(ch.joined[userID]), "flags": 0}
}

// partial is the channel inside an interaction: with the invoking user's permissions.
func (ch *Channel) partial(userID string) object {
	o := ch.object()
	o["permissions"] = ch.guild.permissions(userID, ch).String()
	return o
}
