package sandbox_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"kumpas/bot/sandbox"
)

// toSandbox sends what discordgo means for Discord to the sandbox.
type toSandbox struct {
	base string
	next http.RoundTripper
}

func (t toSandbox) RoundTrip(r *http.Request) (*http.Response, error) {
	to, err := url.Parse(t.base)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = to.Scheme, to.Host, to.Host
	return t.next.RoundTrip(r)
}

// connect opens a real discordgo session, with handlers, and closes it with the test.
func connect(t *testing.T, sb *sandbox.Sandbox, handlers ...any) *discordgo.Session {
	t.Helper()
	s, err := discordgo.New("Bot " + sb.Token())
	if err != nil {
		t.Fatal(err)
	}
	tr := &http.Transport{}
	s.Client = &http.Client{Transport: toSandbox{sb.URL(), tr}}
	s.Identify.Intents = discordgo.IntentsGuilds | discordgo.IntentGuildBans
	s.ShouldReconnectOnError = false // its own reconnecting goes on after Close
	s.StateEnabled = false           // it shares the events' objects with the handlers
	for _, h := range handlers {
		s.AddHandler(h)
	}
	if err := s.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		tr.CloseIdleConnections()
	})
	return s
}

func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

func recv[T any](t *testing.T, ctx context.Context, ch <-chan T) T {
	t.Helper()
	select {
	case v := <-ch:
		return v
	case <-ctx.Done():
		t.Fatal("nothing came")
		panic("unreachable")
	}
}

func TestDiscordgoPlays(t *testing.T) {
	ctx := within(t)
	sb := sandbox.Start(t, sandbox.Config{})
	guilds := make(chan *discordgo.GuildCreate, 4)
	ready := make(chan *discordgo.Ready, 4)
	resumed := make(chan *discordgo.Resumed, 4)
	dropped := make(chan *discordgo.Disconnect, 4)
	handle := func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		row := discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{Label: "Katıl", CustomID: "join", Style: discordgo.PrimaryButton}}}
		data := &discordgo.InteractionResponseData{Content: "Masa", Components: []discordgo.MessageComponent{row}}
		typ := discordgo.InteractionResponseChannelMessageWithSource
		if i.Type == discordgo.InteractionMessageComponent {
			typ, data.Content = discordgo.InteractionResponseUpdateMessage, "Masa: "+i.Member.User.GlobalName
		}
		if err := s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: typ, Data: data}); err != nil {
			t.Error(err)
		}
	}
	s := connect(t, sb, handle,
		func(_ *discordgo.Session, r *discordgo.Ready) { ready <- r },
		func(_ *discordgo.Session, g *discordgo.GuildCreate) { guilds <- g },
		func(_ *discordgo.Session, r *discordgo.Resumed) { resumed <- r },
		func(_ *discordgo.Session, d *discordgo.Disconnect) { dropped <- d })
	if r := recv(t, ctx, ready); r.User.ID != sb.AppID() || len(r.Guilds) != 1 || !r.Guilds[0].Unavailable {
		t.Errorf("READY: %+v", r)
	}
	if g := recv(t, ctx, guilds); g.ID != sb.Guild().ID() || len(g.Channels) != 1 || g.Channels[0].Name != "genel" {
		t.Errorf("GUILD_CREATE: %+v", g.Guild)
	}
	cmds, err := s.ApplicationCommandBulkOverwrite(sb.AppID(), "", []*discordgo.ApplicationCommand{{Name: "play", Description: "Start a table",
		NameLocalizations: &map[discordgo.Locale]string{discordgo.Turkish: "oyna"},
		Options: []*discordgo.ApplicationCommandOption{{Type: discordgo.ApplicationCommandOptionString, Name: "game", Description: "Which",
			Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "Entrika", Value: "entrika"}}}}}})
	if err != nil || len(cmds) != 1 || cmds[0].ID == "" {
		t.Fatalf("commands %v: %v", cmds, err)
	}

	ch := sb.Guild().Channel("genel")
	ayse, can := sb.Guild().NewUser("Ayşe", "tr"), sb.Guild().NewUser("Can", "en-US")
	in, err := ayse.Command(ch, "play", sandbox.Opt("game", "entrika"))
	if err != nil {
		t.Fatal(err)
	}
	res, err := in.Wait(ctx)
	if err != nil || !res.OK || res.Callback != 4 || res.Message.Content != "Masa" {
		t.Fatalf("answer %+v: %v", res, err)
	}
	in, err = can.Press(res.Message, "join")
	if err != nil {
		t.Fatal(err)
	}
	if res, err = in.Wait(ctx); err != nil || res.Callback != 7 || res.Message.Content != "Masa: Can" {
		t.Fatalf("answer %+v: %v", res, err)
	}
	seen := ayse.Sees(ch)
	if len(seen) != 1 || seen[0].Content != "Masa: Can" || seen[0].Version != 1 {
		t.Errorf("Ayşe sees %+v", seen)
	}
	text := "sonra"
	if _, err := s.ChannelMessageEditComplex(&discordgo.MessageEdit{ID: seen[0].ID, Channel: ch.ID(), Content: &text}); err != nil {
		t.Error(err)
	}

	// A drop, a press meanwhile, and the press comes by the resume.
	if err := sb.Fault("drop_gateway"); err != nil {
		t.Fatal(err)
	}
	in, err = ayse.Press(seen[0], "join")
	if err != nil {
		t.Fatal(err)
	}
	recv(t, ctx, dropped)
	if err := s.Open(); err != nil {
		t.Fatal(err)
	}
	recv(t, ctx, resumed)
	if res, err = in.Wait(ctx); err != nil || !res.OK || !strings.HasSuffix(res.Message.Content, "Ayşe") {
		t.Errorf("after the resume: %+v, %v", res, err)
	}
	if st := sb.Stats(); st.Identifies != 1 || st.Resumes != 1 || st.Answers[7] != 2 {
		t.Errorf("stats %+v", st)
	}
}
