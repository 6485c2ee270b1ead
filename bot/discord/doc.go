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
//   - Open may hang for ever: session.go gives it a time limit and abandons it (TestReconnectInPlaceOfReady,
//     TestReconnectInPlaceOfResumed, TestNoHello).
//   - Silence is noticed late: link.go ends a connection that says nothing (TestNoAnswerToHeartbeats).
//   - It closes with 1000, which ends the session: link.go makes another code of it (TestResume).
//   - It retries what cannot be mended, and reconnects as it likes: gateway.go decides (TestFatalCodes, TestOutage).
//   - Asked for a heartbeat while it closes, it ends the program: only its reader closes it (TestHeartbeatAskedForWhileLost,
//     TestFailedWrite).
//   - It answers each "invalid session" with an identify: link.go keeps them apart, and lets none out that is not allowed
//     (TestInvalidSessionLoop, TestIdentifiesOnOneConnection, TestIdentifyIsRefused).
//   - It loses interactions with unknown components: decode.go reads them itself (TestUnknownComponents, TestDecode).
//   - One bucket for all answers, locked during the call, and buckets that are never freed: bucket.go has its own
//     (TestAnswersAreEditedSideBySide, TestBucketsArePruned, TestBucketsAreNeverOverrun).
//   - A global 429 stops nothing else, and a wait obeys no context (TestGlobal429, TestBucketWaitObeysContext).
//   - It repeats what may have been done, and gives up on what was not (TestRetries).
//   - It starts a goroutine per event, in no order: here events come one at a time (TestGatewayKeepsOrder).
//   - It logs tokens: it is silenced, and nothing of the process is set (TestMain, TestNoTokenIsTold).
//   - It races in what is not used here (TestLittleOfDiscordgo).
//
// No error and no log line of this package holds a token or anything a person wrote.
package discord
