// Package sandbox is a local stand-in for Discord: as much of its REST API and
// gateway as the bot uses, as strict as Discord, on loopback only, with a web
// page to play in and a Go API for tests.
//
// # A world
//
//	sb := sandbox.Start(t, sandbox.Config{})   // any recorded offence fails t at cleanup
//	sb, err := sandbox.New(sandbox.Config{})   // the same without a test; sb.Close() ends it
//	sb.APIURL()            // "http://127.0.0.1:PORT/api/v10": the base of the REST API
//	sb.Token()             // the bot's token, without "Bot "
//	g := sb.Guild()        // the first guild, "Kumpas"; the bot has joined it
//	ch := g.Channel("genel")                   // its first channel
//	g.NewChannel("masa"); g.NewRole("Mod", sandbox.ManageChannels)
//	ayse := g.NewUser("Ayşe", "tr")            // a person with a client language joins
//	g.People()             // who is there, in the demo for instance
//	g.Promote(ayse, "Boss", sandbox.ManageGuild); g.Permit(g.BotRole(), permissions)
//	th := ch.NewThread(ayse, "masa", private); th.AddMember(can); th.Archive(archived, locked)
//	ayse.Leave(); g.Ban(ayse); g.RemoveBot(); ch.Delete(); sb.DeleteMessage(id)
//	ch.Deny(sb.Bot(), sandbox.SendMessages); ch.Allow(...); ch.Reset(...)
//
// # People act
//
//	in, err := ayse.Command(ch, "play", sandbox.Opt("game", "entrika"))
//	in, err := ayse.Command(ch, "table", sandbox.Sub("remove", sandbox.Opt("player", id)))
//	in, err := ayse.Press(message, customID)            // a button, as it is now
//	in, err := ayse.Select(message, customID, values...) // any kind of select
//	in, err := ayse.Submit(modal, map[string][]string{"field": {"text"}})
//	m, err := ayse.Say(ch, "selam")
//	choices, err := ayse.Autocomplete(ctx, ch, "play", sandbox.Focus("game", "en"))
//	in, err := ayse.Forge(sandbox.Forgery{...})          // what an honest client cannot send
//
// An error means that Discord's client would not let this person do it (no such
// button, disabled, not visible to him); nothing was sent then.
//
//	res, err := in.Wait(ctx)    // first answer, or failed; never sleeps
//	res, err := in.Final(ctx)   // the same, but a deferred answer counts once it is filled
//	res.OK, res.Callback, res.Message, res.Modal, res.Choices
//	sb.Pending()                // interactions that nobody has answered yet
//
// # People see
//
//	ayse.Sees(ch)               // messages incl. his ephemeral ones, oldest first
//	ayse.Await(ctx, ch, func(m *sandbox.Message) bool {...})
//	ayse.Feed()                 // everything ever sent to him: every version of every message,
//	                            // modals, autocomplete choices (Config.Keep: unbounded)
//	stop := ayse.Watch(func(c sandbox.Change) {...}, ch...)  // in order, on one goroutine
//	stop := sb.Watch(func(c sandbox.Change) {...})           // everything, all people
//	sb.Until(ctx, func() bool {...})          // re-tried after every change
//	ch.Until(ctx, func() bool {...})          // after every change in one channel: for crowds
//	ayse.PageFeed()                           // with Config.Keep: all that the page was sent for her
//	m.Text(); m.Buttons(); m.Selects(); m.Component(customID); m.Labelled("Katıl"); m.Ephemeral()
//
// Messages are immutable: an edit makes a new *Message.
//
// # Time
//
// Config.Clock takes a *FakeClock; then 3 s, 15 min, rate limits, nonces, the
// one-hour rule and time stamps move only by Advance. Only the gateway's
// heartbeat and the disorder of held requests stay on real time: they belong
// to the connection.
//
// # Strictness
//
// Every request body is checked against Discord's OpenAPI description when it
// is found (Config.OpenAPI, else ../shared/discord/openapi.json in a folder above)
// and against the documented limits always. What Discord would refuse is
// refused with Discord's code and body, and what the bot should have known better
// is recorded: sb.Offences(). sb.Forgive(kinds...) names kinds that a test provokes on purpose.
// Config.Limits holds the rate limits; NoLimits() switches them off, sb.SetLimits changes them on the way.
// sb.Stats() counts REST calls by route, answers by status and interactions.
//
// # Faults
//
// sb.Faults() is the table of them; sb.Fault(id, Plan{Times, Every, Route}) switches one on,
// sb.EndFault(id) off, and sb.Heal() all off. What a fault has touched makes no offences.
//
// # Where the documents are silent
//
// The sandbox takes the stricter reading: an answer of type 7 on a board older than an hour counts
// against 30046; editing in an archived thread is 50083 by whatever route; every edit
// moves the edited time. A body without flags inherits IS_COMPONENTS_V2 from the message.
package sandbox
