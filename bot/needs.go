package bot

import (
	"kumpas/bot/discord"
	"kumpas/locales"
)

// Needed is what the bot needs to be allowed on a server.
func Needed() (all discord.Permissions) {
	for _, n := range needs {
		all |= n.perm
	}
	return all
}

// Lacking returns the keys of the names of those permissions among the needed that are missing.
func Lacking(has discord.Permissions) (keys []string) {
	for _, n := range needs {
		if !has.Has(n.perm) {
			keys = append(keys, n.key)
		}
	}
	return keys
}

// needs are the permissions without which a table cannot be played in a channel, with the keys of their names.
var needs = []struct {
	perm discord.Permissions
	key  string
}{
	{discord.ViewChannel, "perm.view_channel"},
	{discord.SendMessages, "perm.send_messages"},
	{discord.CreateThreads, "perm.create_threads"},
	{discord.SendInThreads, "perm.send_in_threads"},
}

// lacking names the permissions that the bot lacks for a table here; thread says whether it is to open one.
func lacking(i discord.Interaction, thread bool, w *locales.Words) []string {
	var names []string
	inThread := i.ChannelType.IsThread()
	for _, n := range needs {
		switch {
		case n.perm == discord.CreateThreads && (!thread || inThread),
			n.perm == discord.SendInThreads && !thread && !inThread,
			n.perm == discord.SendMessages && inThread:
			continue
		}
		if !i.AppPermissions.Has(n.perm) {
			names = append(names, "**"+w.Say(n.key)+"**")
		}
	}
	return names
}
