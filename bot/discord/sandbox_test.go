package discord_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"kumpas/bot/discord"
	"kumpas/bot/sandbox"
)

// bot is the smallest bot on the sandbox: it does for each interaction what the test says, one after the other.
type bot struct {
	t      *testing.T
	sb     *sandbox.Sandbox
	client *discord.Client
	events chan discord.Event
	done   chan struct{} // after each interaction
	ch     *sandbox.Channel

	mu sync.Mutex
	do func(discord.Interaction) error
}

func startBot(t *testing.T, cfg sandbox.Config, change ...func(*discord.GatewayConfig)) *bot {
	t.Helper()
	b := &bot{t: t, sb: sandbox.Start(t, cfg), events: make(chan discord.Event, 1000), done: make(chan struct{}, 1000)}
	b.ch = b.sb.Guild().Channel("genel")
	client, err := discord.New(discord.Config{Token: b.sb.Token(), Base: b.sb.APIURL(), Backoff: 10 * time.Millisecond, AnswerTimeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	b.client = client
	inbox := make(chan discord.Interaction, 1000)
	gcfg := discord.GatewayConfig{
		OnInteraction: func(i discord.Interaction) { inbox <- i },
		OnEvent:       func(e discord.Event) { b.events <- e },
		BackoffMin:    10 * time.Millisecond,
		OpenTimeout:   time.Second,
	}
	for _, c := range change {
		c(&gcfg)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		if err := discord.NewGateway(client, gcfg).Run(ctx); err != nil {
			t.Errorf("gateway: %v", err)
		}
	})
	running.Go(func() {
		for {
			select {
			case i := <-inbox:
				b.mu.Lock()
				do := b.do
				b.mu.Unlock()
				if err := do(i); err != nil {
					t.Errorf("%d %s%s: %v", i.Kind, i.Command, i.CustomID, err)
				}
				b.done <- struct{}{}
			case <-ctx.Done():
				return
			}
		}
	})
	t.Cleanup(func() {
		cancel()
		running.Wait()
		client.Close()
	})
	b.await(discord.Connected)
	return b
}

// timeless is a sandbox on which a slow machine breaks no rule.
func timeless() sandbox.Config {
	return sandbox.Config{Clock: sandbox.NewFakeClock(), Limits: sandbox.NoLimits()}
}

func (b *bot) on(do func(discord.Interaction) error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.do = do
}

// await waits for an event of a kind.
func (b *bot) await(kind discord.EventKind) discord.Event {
	b.t.Helper()
	limit := time.After(20 * time.Second)
	for {
		select {
		case e := <-b.events:
			if e.Kind == kind {
				return e
			}
		case <-limit:
			b.t.Fatalf("no event %s", kind)
		}
	}
}

// answered returns how an interaction was answered, when the bot is done with it.
func (b *bot) answered(in *sandbox.Interaction, err error) sandbox.Result {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(b.t.Context(), 20*time.Second)
	defer cancel()
	res, err := in.Final(ctx)
	if err != nil || !res.OK {
		b.t.Fatalf("not answered: %+v, %v", res, err)
	}
	b.finished()
	return res
}

// finished waits until the bot is done with an interaction.
func (b *bot) finished() {
	b.t.Helper()
	select {
	case <-b.done:
	case <-time.After(20 * time.Second):
		b.t.Fatal("the bot is not done")
	}
}

// sees waits until a person sees a message.
func (b *bot) sees(u *sandbox.User, ch *sandbox.Channel, ok func(*sandbox.Message) bool) *sandbox.Message {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), 20*time.Second)
	defer cancel()
	m, err := u.Await(ctx, ch, ok)
	if err != nil {
		b.t.Fatal(err)
	}
	return m
}

func said(text string) func(*sandbox.Message) bool {
	return func(m *sandbox.Message) bool { return m.Component("a") != nil && m.Components[0].Content == text }
}

// board is a message with a text and buttons of the given custom ids.
func board(text string, ids ...string) discord.Message {
	row := discord.Component{Type: discord.Row}
	for _, id := range append([]string{"a"}, ids...) {
		row.Components = append(row.Components, discord.Component{Type: discord.Button, Style: discord.Secondary, Label: id, CustomID: id})
	}
	return discord.Message{Components: []discord.Component{{Type: discord.Text, Content: text}, row}}
}

func private(m discord.Message) discord.Message {
	m.Private = true
	return m
}

const commands = `[{"name":"play","description":"Start a table","options":[
	{"type":3,"name":"game","description":"Which game","autocomplete":true}]}]`

// The whole language between bot and Discord, over the real gateway library and against a Discord that refuses what Discord refuses.
func TestAgainstSandbox(t *testing.T) {
	t.Parallel()
	b := startBot(t, timeless())
	ctx := t.Context()
	if err := b.client.PutCommands(ctx, json.RawMessage(commands)); err != nil {
		t.Fatal(err)
	}
	guild := b.sb.Guild()
	ayse, can := guild.NewUser("Ayşe", "tr"), guild.NewUser("Can", "en-US")
	var got discord.Interaction

	b.on(func(i discord.Interaction) error {
		got = i
		return b.client.Complete(ctx, i, []discord.AutoChoice{{Name: "Entrika", Value: "entrika"}})
	})
	choices, err := ayse.Autocomplete(ctx, b.ch, "play", sandbox.Focus("game", "en"))
	b.finished()
	if err != nil || len(choices) != 1 || got.Focused != "game" || got.Options["game"] != "en" {
		t.Errorf("autocomplete: %v, %v of %+v", choices, err, got)
	}

	answerID := ""
	b.on(func(i discord.Interaction) (err error) {
		got = i
		m := board("masa", "join", "hand", "slow", "form")
		m.Mentions = []string{ayse.ID()}
		answerID, err = b.client.AnswerID(ctx, i, m)
		return err
	})
	table := b.answered(ayse.Command(b.ch, "play", sandbox.Opt("game", "entrika"))).Message
	if table.ID != answerID {
		t.Errorf("the answer's id is %s, told %s", table.ID, answerID)
	}
	if got.Command != "play" || got.Options["game"] != "entrika" || got.Locale != "tr" || got.User.Name != "Ayşe" ||
		got.Channel != b.ch.ID() || got.Guild != guild.ID() || !got.AppPermissions.Has(discord.SendMessages) {
		t.Errorf("the command arrived as %+v", got)
	}

	b.on(func(i discord.Interaction) error {
		got = i
		return b.client.Update(ctx, i, board("masa: "+i.User.Name, "join", "hand", "slow", "form"))
	})
	table = b.answered(can.Press(table, "join")).Message
	if got.Message != (discord.MessageRef{ID: table.ID, Channel: b.ch.ID()}) || got.CustomID != "join" {
		t.Errorf("the press arrived as %+v", got)
	}
	b.sees(ayse, b.ch, said("masa: Can"))

	// A private panel, changed by a press on it and by its token; nobody else sees it.
	b.on(func(i discord.Interaction) error { return b.client.Answer(ctx, i, private(board("el", "more"))) })
	hand := b.answered(ayse.Press(table, "hand")).Message
	b.on(func(i discord.Interaction) error {
		got = i
		return b.client.Update(ctx, i, private(board("el 2")))
	})
	b.answered(ayse.Press(hand, "more"))
	if !got.Message.Private {
		t.Error("the panel is not known as private")
	}
	if err := b.client.EditOriginal(ctx, got.Token, board("el 3")); err != nil {
		t.Error(err)
	}
	b.sees(ayse, b.ch, said("el 3"))
	for _, m := range can.Sees(b.ch) {
		if m.Ephemeral() {
			t.Errorf("Can sees %s", m.Text())
		}
	}

	// Deferred, then filled; follow-ups; and all taken back.
	b.on(func(i discord.Interaction) error {
		got = i
		if err := b.client.Defer(ctx, i, true); err != nil {
			return err
		}
		return b.client.EditOriginal(ctx, i.Token, board("sonunda"))
	})
	if m := b.answered(can.Press(table, "slow")).Message; !m.Ephemeral() {
		t.Error("the deferred answer is not private")
	}
	b.sees(can, b.ch, said("sonunda"))
	id, err := b.client.Followup(ctx, got.Token, private(board("ek")))
	if err != nil {
		t.Fatal(err)
	}
	if err := b.client.EditFollowup(ctx, got.Token, id, board("ek 2")); err != nil {
		t.Error(err)
	}
	b.sees(can, b.ch, said("ek 2"))
	if err := b.client.DeleteOriginal(ctx, got.Token); err != nil {
		t.Error(err)
	}

	// A form, and a press answered with nothing whose message changes later.
	b.on(func(i discord.Interaction) error {
		return b.client.OpenModal(ctx, i, discord.Modal{CustomID: "m", Title: "Ad", Components: []discord.Component{
			{Type: discord.Label, Label: "Adın", Component: &discord.Component{Type: discord.TextInput, CustomID: "f", Style: discord.Short}}}})
	})
	modal := b.answered(can.Press(table, "form")).Modal
	b.on(func(i discord.Interaction) error {
		got = i
		if err := b.client.DeferUpdate(ctx, i); err != nil {
			return err
		}
		return b.client.EditOriginal(ctx, i.Token, board("adı "+i.Fields["f"]))
	})
	b.answered(can.Submit(modal, map[string][]string{"f": {"Zürafa"}}))
	b.sees(ayse, b.ch, said("adı Zürafa"))
	if id, err := b.client.Original(ctx, got.Token); err != nil || id != table.ID {
		t.Errorf("the original is %q, %v, want the board", id, err)
	}

	// Threads, posts, pictures.
	if err := b.client.StartThreadAt(ctx, b.ch.ID(), table.ID, "masa 1", 24*time.Hour); err != nil {
		t.Fatal(err)
	}
	thread := table.ID
	if name := b.sb.Channel(thread).Name(); name != "masa 1" {
		t.Errorf("the thread is called %q", name)
	}
	post := board("resim")
	post.Nonce = "masa2.1"
	post.Components = append(post.Components, discord.Component{Type: discord.MediaGallery,
		Items: []discord.MediaItem{{Media: discord.MediaURL{URL: "attachment://board.png"}}}})
	post.Files = []discord.File{{Name: "board.png", Data: []byte("\x89PNG\r\n\x1a\n")}}
	first, err := b.client.Post(ctx, thread, post)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := b.client.Post(ctx, thread, post); err != nil || again != first {
		t.Errorf("the same nonce made message %s, %v, want %s", again, err, first)
	}
	if err := b.client.Edit(ctx, thread, first, board("yeni")); err != nil {
		t.Error(err)
	}
	b.sees(can, b.sb.Channel(thread), said("yeni"))
	b.sb.DeleteMessage(first)
	b.sb.Forgive(sandbox.OffenceUnknown)
	if err := b.client.Edit(ctx, thread, first, board("yok")); !errors.Is(err, discord.Gone) {
		t.Errorf("editing a deleted message: %v, want Gone", err)
	}

	// Who goes, and what goes.
	if u, err := b.client.Member(ctx, guild.ID(), can.ID()); err != nil || u.Name != "Can" {
		t.Errorf("Can is %+v, %v", u, err)
	}
	can.Leave()
	if _, err := b.client.Member(ctx, guild.ID(), can.ID()); !errors.Is(err, discord.UnknownMember) {
		t.Errorf("Can after leaving: %v, want UnknownMember", err)
	}
	guild.Ban(ayse)
	if e := b.await(discord.Banned); e.User != ayse.ID() || e.Guild != guild.ID() {
		t.Errorf("banned: %+v", e)
	}
	b.sb.Channel(thread).Delete()
	if e := b.await(discord.ChannelGone); e.Channel != thread {
		t.Errorf("thread gone: %+v", e)
	}
	b.sb.NewGuild("ikinci")
	b.await(discord.GuildJoined)
	b.ch.Deny(b.sb.Bot(), sandbox.SendMessages)
	if _, err := b.client.Post(ctx, b.ch.ID(), board("x")); !errors.Is(err, discord.NoPermission) {
		t.Errorf("posting without permission: %v, want NoPermission", err)
	}
	guild.RemoveBot()
	if e := b.await(discord.GuildGone); e.Guild != guild.ID() {
		t.Errorf("removed from %+v", e)
	}
	stats := b.sb.Stats()
	if stats.Status[429] != 0 || stats.Identifies != 1 {
		t.Errorf("%d requests were limited, %d identifies", stats.Status[429], stats.Identifies)
	}
}

// A table in a hurry: forty edits, answers and posts side by side stay inside Discord's limits.
func TestNeverLimitedBySandbox(t *testing.T) {
	t.Parallel()
	limits := sandbox.DiscordLimits()
	limits.Edit = sandbox.Limit{N: 5, Per: 300 * time.Millisecond}
	limits.Create = limits.Edit
	b := startBot(t, sandbox.Config{Limits: &limits})
	ctx := t.Context()
	id, err := b.client.Post(ctx, b.ch.ID(), board("x"))
	if err != nil {
		t.Fatal(err)
	}
	if err := b.client.Edit(ctx, b.ch.ID(), id, board("0")); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			var err error
			if i%2 == 0 {
				err = b.client.Edit(ctx, b.ch.ID(), id, board(fmt.Sprint(i)))
			} else {
				_, err = b.client.Post(ctx, b.ch.ID(), board(fmt.Sprint(i)))
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := b.sb.Stats().Status[429]; n != 0 {
		t.Errorf("%d requests met a 429", n)
	}
}

// Faults of REST under every kind of call: all of them succeed, and nothing is done twice.
func TestFaultsOfREST(t *testing.T) {
	t.Parallel()
	for _, fault := range []string{"429_route", "429_global", "429_shared", "500", "502", "503", "cut"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			b := startBot(t, timeless())
			ctx := t.Context()
			can := b.sb.Guild().NewUser("Can", "tr")
			posts := 0
			limited := strings.HasPrefix(fault, "429") // each costs a second
			strike := func(route string) {
				if limited && route != "/callback" {
					return
				}
				if err := b.sb.Fault(fault, sandbox.Plan{Times: 1, Route: route}); err != nil {
					t.Fatal(err)
				}
			}
			post := func() string {
				posts++
				m := board(fmt.Sprint(posts))
				m.Nonce = fmt.Sprint("n", posts)
				id, err := b.client.Post(ctx, b.ch.ID(), m)
				if err != nil {
					t.Fatal(err)
				}
				return id
			}
			strike("/messages")
			id := post()
			strike("PATCH")
			if err := b.client.Edit(ctx, b.ch.ID(), id, board("yeni", "b")); err != nil {
				t.Fatal(err)
			}
			b.on(func(i discord.Interaction) error {
				strike("/callback")
				if err := b.client.Update(ctx, i, board("basıldı", "b")); err != nil {
					return err
				}
				strike("/webhooks")
				return b.client.EditOriginal(ctx, i.Token, board("sonra", "b"))
			})
			b.answered(can.Press(b.sb.Message(id), "b"))
			b.sees(can, b.ch, said("sonra"))
			token := ""
			b.on(func(i discord.Interaction) error {
				token = i.Token
				strike("/callback")
				got, err := b.client.AnswerID(ctx, i, board("cevap"))
				if err == nil && b.sb.Message(got) == nil {
					err = fmt.Errorf("no message %q", got)
				}
				return err
			})
			b.answered(can.Press(b.sb.Message(id), "b"))
			b.sb.Forgive(sandbox.OffenceUnknown) // the repeated DELETE finds nothing
			strike("DELETE")
			if err := b.client.DeleteOriginal(ctx, token); err != nil {
				t.Error(err)
			}
			if n := len(can.Sees(b.ch)); n != 1 {
				t.Errorf("%d messages are left, want the one that was pressed alone", n)
			}
		})
	}
}

// Faults of the gateway, with the real discordgo: soon after each a press is answered again.
func TestFaultsOfGateway(t *testing.T) {
	t.Parallel()
	for _, faults := range [][]string{
		{"drop_gateway"}, {"reconnect"}, {"invalid_session"}, {"invalid_resumable"}, {"ask_heartbeat"}, {"twice"},
		{"reconnect_at_ready", "drop_gateway"}, {"no_ack"}, {"no_hello", "drop_gateway"},
	} {
		t.Run(fmt.Sprint(faults), func(t *testing.T) {
			t.Parallel()
			cfg := timeless()
			cfg.HeartbeatInterval = 100 * time.Millisecond
			b := startBot(t, cfg, func(g *discord.GatewayConfig) { g.Idle = 300 * time.Millisecond })
			ctx := t.Context()
			can := b.sb.Guild().NewUser("Can", "tr")
			id, err := b.client.Post(ctx, b.ch.ID(), board("0"))
			if err != nil {
				t.Fatal(err)
			}
			var seen sync.Map
			b.on(func(i discord.Interaction) error {
				if _, again := seen.LoadOrStore(i.ID, true); again {
					return nil
				}
				return b.client.Update(ctx, i, board("1"))
			})
			for _, fault := range faults {
				if err := b.sb.Fault(fault); err != nil {
					t.Fatal(err)
				}
			}
			switch faults[0] {
			case "no_hello", "no_ack":
				b.await(discord.Disconnected)
				b.sb.Heal()
				b.await(discord.Connected)
			case "invalid_session", "reconnect_at_ready": // what is pressed meanwhile is lost with the session
				b.await(discord.Connected)
			}
			b.answered(can.Press(b.sb.Message(id), "a"))
			b.sees(can, b.ch, said("1"))
		})
	}
}
