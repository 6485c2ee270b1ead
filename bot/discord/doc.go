// Package discord is how Kumpas talks to Discord.
//
// Interaction is a decoded press, command or modal; Message and Component are
// what the bot sends, with Check for Discord's limits. Client sends them over one
// transport that keeps every rate limit; Gateway keeps the connection and brings
// interactions and events.
//
// discordgo holds the gateway's connection and nothing else: its REST side waits
// without looking at contexts, shares one lock among all answers and never frees
// its buckets. Its defects are designed around here and nowhere else:
//
//   - Open may hang for ever: session.go gives it a time limit and abandons it.
//   - Silence is not noticed: link.go ends a connection that says nothing.
//   - It retries what cannot be mended, and reconnects as it likes: gateway.go decides.
//   - It answers each "invalid session" with an identify: link.go keeps them apart.
//   - It loses interactions with unknown components: decode.go reads them itself.
//   - It starts a goroutine per event, in no order: here events come one at a time.
//   - It logs tokens: it is silenced, and nothing of the process is set.
//
// No error and no log line of this package holds a token or anything a person wrote.
package discord
