package bot

import "kumpas/bot/discord"

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
