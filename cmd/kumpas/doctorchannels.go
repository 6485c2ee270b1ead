package main

import (
	"context"

	"kumpas/bot"
	"kumpas/bot/discord"
	"kumpas/bot/present"
)

func printable(name string) string { return present.Printable(present.Escape(name)) }

// overwrite is what a channel gives or takes from a role or a member.
type overwrite struct {
	ID    string              `json:"id"`
	Allow discord.Permissions `json:"allow,string"`
	Deny  discord.Permissions `json:"deny,string"`
}

// channels looks at what the bot may do in each channel of one server.
func (e *exam) channels(ctx context.Context, client *discord.Client, app string) {
	var guild struct {
		Owner string  `json:"owner_id"`
		Roles []named `json:"roles"`
	}
	var me struct {
		Roles []string `json:"roles"`
	}
	var all []struct {
		named
		Type       discord.ChannelType `json:"type"`
		Overwrites []overwrite         `json:"permission_overwrites"`
	}
	_, user, err := client.Me(ctx)
	for _, ask := range []struct {
		out  any
		path []string
	}{{&guild, []string{"guilds", e.server}}, {&me, []string{"guilds", e.server, "members", user}}, {&all, []string{"guilds", e.server, "channels"}}} {
		if err == nil {
			err = client.Get(ctx, ask.out, ask.path...)
		}
	}
	var places []named
	for _, ch := range all {
		if (ch.Type == discord.TextChannel || ch.Type == discord.Announcement) && (e.channel == "" || e.channel == ch.ID) {
			ch.Permissions = allowed(e.server, user, guild.Roles, me.Roles, ch.Overwrites)
			places = append(places, ch.named)
		}
	}
	switch {
	case err != nil:
		e.bad(exitDiscord, "doctor.server.unknown", "Id", printable(e.server), "Link", invitation(app))
	case e.channel != "" && len(places) == 0:
		e.bad(exitDiscord, "doctor.channel.unknown", "Id", printable(e.channel))
	case e.lacking(places, "doctor.channel.lacking") > 0:
	case e.channel != "":
		e.good("doctor.channel.one", "Name", printed(places[0]))
	default:
		e.good("doctor.channel.good", "N", len(places))
	}
}

// allowed is what a member may do in a channel, by Discord's rules.
func allowed(guild, user string, roles []named, mine []string, over []overwrite) discord.Permissions {
	has := map[string]bool{guild: true} // everybody's role has the server's id
	for _, id := range mine {
		has[id] = true
	}
	var p discord.Permissions
	for _, r := range roles {
		if has[r.ID] {
			p |= r.Permissions
		}
	}
	if p&discord.Administrator != 0 {
		return bot.Needed()
	}
	var allow, deny discord.Permissions // of the member's roles together
	for _, o := range over {
		switch {
		case o.ID == guild:
			p = p&^o.Deny | o.Allow
		case has[o.ID]:
			allow, deny = allow|o.Allow, deny|o.Deny
		}
	}
	p = p&^deny | allow
	for _, o := range over {
		if o.ID == user {
			p = p&^o.Deny | o.Allow
		}
	}
	return p
}
