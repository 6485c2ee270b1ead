package robot

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"kumpas/bot/present"
	"kumpas/bot/sandbox"
)

// Table is a table that robots play at.
type Table struct {
	Sandbox *sandbox.Sandbox
	Users   []*sandbox.User
	Rand    *rand.Rand
	// Channel is where the board stands, ID the table's id; both are known once the table is open.
	Channel *sandbox.Channel
	ID      string
	// Presses counts what was pressed, Refused the presses that got a private no.
	Presses, Refused int
	// Volunteered counts presses that nobody waited for.
	Volunteered int
	// Heard, if set, is told of every press and its answer; Before, if set, is called before each.
	Heard  func(Press)
	Before func(context.Context)
	// Text, if set, is what somebody writes as his draft; without it nobody writes. Benches counts what was pressed there: verbs,
	// and the operations that were begun ("e put").
	Text    func(*sandbox.User) string
	Benches map[string]int

	no     string          // the last private no
	passed map[string]bool // what robots have passed in secret: the board goes on asking them
}

// Press is one press and what came of it.
type Press struct {
	User        *sandbox.User
	Interaction string
	CustomID    string
	Result      sandbox.Result
	Took        time.Duration         // from the press to the first answer
	Later       func() sandbox.Result // what has become of it since
}

// ErrFailed is an interaction that was not answered in time.
var ErrFailed = errors.New("robot: this interaction failed")

// Setup is the table to be opened.
type Setup struct {
	Game      string
	Channel   *sandbox.Channel
	Computers int
	Options   map[string]string // chosen in the lobby's panel
	Pace      string            // likewise, if not ""
	Fill      string            // likewise
	Thread    bool
}

// Open opens a table by command, seats everybody, picks the options and starts the game.
func (t *Table) Open(ctx context.Context, s Setup) error {
	host := t.Users[0]
	t.Benches, t.passed = map[string]int{}, map[string]bool{}
	in, err := host.Command(s.Channel, "play", sandbox.Opt("game", s.Game), sandbox.Opt("thread", s.Thread))
	if err != nil {
		return err
	}
	res, err := in.Final(ctx)
	if err == nil && t.Heard != nil {
		t.Heard(Press{User: host, Interaction: in.ID(), Result: res, Later: in.Result})
	}
	if err != nil || !res.OK || res.Message == nil || res.Message.Ephemeral() {
		return fmt.Errorf("robot: no lobby (%w)", errors.Join(err, ErrFailed))
	}
	t.Channel = s.Channel
	lobby := res.Message
	id, ok := present.ParseID(firstID(lobby))
	if !ok {
		return errors.New("robot: a lobby without buttons")
	}
	t.ID = id.Arg(0)
	deed := func(what string, args ...string) string {
		return present.ID(present.VerbLobby, append([]string{t.ID, what}, args...)...)
	}
	for range s.Computers {
		if _, err := t.press(ctx, host, t.message(lobby), deed(present.LobbyAdd)); err != nil {
			return err
		}
	}
	for _, u := range t.Users[1:] {
		if _, err := t.press(ctx, u, t.message(lobby), deed(present.LobbyJoin)); err != nil {
			return err
		}
	}
	if len(s.Options) > 0 || s.Pace != "" || s.Fill != "" {
		if err := t.choose(ctx, host, lobby, deed, s); err != nil {
			return err
		}
	}
	if err := t.until(ctx, func() bool {
		m := t.message(lobby)
		return m != nil && strings.Count(m.Text(), "🪑")+strings.Count(m.Text(), "🤖") >= len(t.Users)+s.Computers
	}); err != nil {
		return fmt.Errorf("robot: the lobby does not fill: %w", err)
	}
	if _, err := t.press(ctx, host, t.message(lobby), deed(present.LobbyStart)); err != nil {
		return err
	}
	return t.until(ctx, func() bool {
		if s.Thread {
			if ch := t.Sandbox.Channel(lobby.ID); ch != nil {
				t.Channel = ch
			}
		}
		return t.Board() != nil
	})
}

// choose sets pace and options through the host's private panel, one select after the other.
func (t *Table) choose(ctx context.Context, host *sandbox.User, lobby *sandbox.Message, deed func(string, ...string) string, s Setup) error {
	panel, err := t.press(ctx, host, t.message(lobby), deed(present.LobbyOptions))
	if err != nil {
		return err
	}
	for _, set := range [][2]string{{present.LobbyPace, s.Pace}, {present.LobbyFill, s.Fill}} {
		if set[1] == "" {
			continue
		}
		if panel, err = t.selects(ctx, host, panel, deed(set[0]), set[1]); err != nil {
			return fmt.Errorf("%s %s: %w", set[0], set[1], err)
		}
	}
	for id, value := range s.Options {
		if panel, err = t.selects(ctx, host, panel, deed(present.LobbyOption), id); err != nil {
			return fmt.Errorf("option %s: %w", id, err)
		}
		if panel, err = t.selects(ctx, host, panel, deed(present.LobbyValue, id), value); err != nil {
			return fmt.Errorf("option %s=%s: %w", id, value, err)
		}
	}
	return nil
}

// message is a message as it is now.
func (t *Table) message(m *sandbox.Message) *sandbox.Message { return t.Sandbox.Message(m.ID) }

func (t *Table) press(ctx context.Context, u *sandbox.User, m *sandbox.Message, id string) (*sandbox.Message, error) {
	return t.send(ctx, u, id, func() (*sandbox.Interaction, error) { return u.Press(m, id) })
}

func (t *Table) selects(ctx context.Context, u *sandbox.User, m *sandbox.Message, id string, values ...string) (*sandbox.Message, error) {
	return t.send(ctx, u, present.ID(id, values...), func() (*sandbox.Interaction, error) { return u.Select(m, id, values...) })
}

// send presses something, waits for the answer and returns the message it made or changed.
func (t *Table) send(ctx context.Context, u *sandbox.User, id string, press func() (*sandbox.Interaction, error)) (*sandbox.Message, error) {
	if t.Before != nil {
		t.Before(ctx)
	}
	start := time.Now()
	in, err := press()
	if err != nil {
		return nil, err
	}
	t.Presses++
	select {
	case <-in.Done():
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	took := time.Since(start)
	res, err := in.Final(ctx)
	if err != nil {
		return nil, err
	}
	if t.Heard != nil {
		t.Heard(Press{u, in.ID(), id, res, took, in.Result})
	}
	if !res.OK {
		return nil, fmt.Errorf("%w: %s", ErrFailed, u.Name())
	}
	if m := res.Message; m != nil && m.Ephemeral() && (Taken(m.Text()) || given(m.Text())) {
		if t.passed == nil {
			t.passed = map[string]bool{}
		}
		t.passed[question(u, id)] = true
	}
	return res.Message, nil
}

func (t *Table) until(ctx context.Context, ok func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	return t.Sandbox.Until(ctx, ok)
}

// here waits for something in the table's channel.
func (t *Table) here(ctx context.Context, ok func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	return t.Channel.Until(ctx, ok)
}

// Board returns the board or the end of the game as it stands, nil if there is none.
func (t *Table) Board() *sandbox.Message {
	return t.Users[0].Last(t.Channel, func(m *sandbox.Message) bool {
		return !m.Ephemeral() && (m.Component(present.ID(present.VerbPanel, t.ID)) != nil || t.over(m))
	})
}

func (t *Table) over(m *sandbox.Message) bool {
	return m.Component(present.ID(present.VerbStory, t.ID, "0")) != nil
}

// Over reports whether the game is over.
func (t *Table) Over() bool {
	b := t.Board()
	return b != nil && t.over(b)
}

// firstID is the custom id of the first button.
func firstID(m *sandbox.Message) string {
	if b := m.Buttons(); len(b) > 0 {
		return b[0].CustomID
	}
	return ""
}
