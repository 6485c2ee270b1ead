package bot_test

import (
	"slices"
	"strings"

	"kumpas/bot/present"
	"kumpas/bot/sandbox"
)

// lobby is a table that has not begun.
type lobby struct {
	*scene
	host *sandbox.User
	ch   *sandbox.Channel
	id   string
	mid  string // of the message
}

// play opens a table in a channel of its own.
func (s *scene) play(host *sandbox.User, options ...sandbox.Option) *lobby {
	s.t.Helper()
	return s.playIn(host, s.g.NewChannel("masa"), options...)
}

func (s *scene) playIn(host *sandbox.User, ch *sandbox.Channel, options ...sandbox.Option) *lobby {
	s.t.Helper()
	for name, usual := range map[string]any{"game": "entrika", "thread": false} {
		if !slices.ContainsFunc(options, func(o sandbox.Option) bool { return o.Name == name }) {
			options = append(options, sandbox.Opt(name, usual))
		}
	}
	return s.lobbyOf(host, s.answer(host.Command(ch, "play", options...)))
}

func (s *scene) lobbyOf(host *sandbox.User, m *sandbox.Message) *lobby {
	s.t.Helper()
	if m == nil || m.Ephemeral() || len(m.Buttons()) == 0 {
		s.t.Fatalf("this is no lobby: %v", m)
	}
	id, _ := present.ParseID(m.Buttons()[0].CustomID)
	return &lobby{scene: s, host: host, ch: s.sb.Channel(m.ChannelID), id: id.Arg(0), mid: m.ID}
}

func (l *lobby) message() *sandbox.Message { return l.sb.Message(l.mid) }

func (l *lobby) deed(what string, args ...string) string {
	return present.ID(present.VerbLobby, append([]string{l.id, what}, args...)...)
}

func (l *lobby) press(u *sandbox.User, what string) *sandbox.Message {
	l.t.Helper()
	return l.answer(u.Press(l.message(), l.deed(what)))
}

// seats are the names at the table as the lobby shows them.
func (l *lobby) seats() []string {
	var out []string
	for _, line := range strings.Split(l.message().Text(), "\n") {
		for _, mark := range []string{"🪑 ", "🤖 "} {
			if rest, ok := strings.CutPrefix(line, mark); ok {
				name, _, _ := strings.Cut(rest, " · 👑")
				out = append(out, name)
			}
		}
	}
	return out
}

// hosted is who is host as the lobby shows it.
func (l *lobby) hosted() string {
	for _, line := range strings.Split(l.message().Text(), "\n") {
		if name, _, ok := strings.Cut(line, " · 👑"); ok {
			return strings.TrimPrefix(name, "🪑 ")
		}
	}
	return ""
}

// sits waits until the lobby shows these people.
func (l *lobby) sits(names ...string) {
	l.t.Helper()
	l.until("the lobby with "+strings.Join(names, ", "), func() bool { return slices.Equal(l.seats(), names) })
}
