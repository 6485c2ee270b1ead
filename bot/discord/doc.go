// Package discord is how Kumpas talks to Discord.
//
// discordgo keeps the gateway connection, watched by Gateway. Everything else is
// this package's own: Interaction is a decoded press, command or modal; Message
// and Component are what the bot sends; Client sends it. discordgo's defects are
// designed around here and nowhere else.
package discord
