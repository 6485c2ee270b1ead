package bot_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"

	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/entrika"
	"kumpas/store"
)

// match is a running game.
type match struct {
	*scene
	*robot.Table
	game games.Game
}

// match seats people (the first is host) and computers and starts the game in a channel of its own.
func (s *scene) match(setup robot.Setup, users ...*sandbox.User) *match {
	s.t.Helper()
	if setup.Game == "" {
		setup.Game = "entrika"
	}
	if setup.Channel == nil {
		setup.Channel = s.g.NewChannel("masa")
	}
	x := &match{scene: s, Table: &robot.Table{Sandbox: s.sb, Rand: rand.New(rand.NewPCG(1, 2)), Users: users}}
	for _, e := range s.Config.Games {
		if e.Engine.Info().ID == setup.Game {
			x.game = e.Engine
		}
	}
	if err := x.Open(s.ctx, setup); err != nil {
		s.t.Fatal(err)
	}
	return x
}

// record is the table's record as the store holds it, and the game's state.
func (x *match) record() (head map[string]any, state games.State) {
	x.t.Helper()
	stored, err := x.Config.Store.Table(x.ctx, store.TableID(x.ID))
	if err != nil {
		x.t.Fatal(err)
	}
	line, tail, _ := bytes.Cut(stored.Snapshot, []byte{'\n'})
	if err := json.Unmarshal(line, &head); err != nil {
		x.t.Fatal(err)
	}
	if state, err = x.game.Decode(tail); err != nil {
		x.t.Fatal(err)
	}
	return head, state
}

func (x *match) view(seat games.Seat) *entrika.View {
	x.t.Helper()
	_, state := x.record()
	return viewOf(state, seat)
}

func viewOf(s games.State, seat games.Seat) *entrika.View {
	v := s.View(seat).(entrika.View)
	return &v
}

// seat is where somebody sits.
func (x *match) seat(u *sandbox.User) games.Seat {
	x.t.Helper()
	_, state := x.record()
	for seat, player := range state.Seating() {
		if player == slices.Index(x.Users, u) {
			return games.Seat(seat)
		}
	}
	x.t.Fatalf("%s has no seat", u.Name())
	return games.Nobody
}

// at is who sits at a seat.
func (x *match) at(seat games.Seat) *sandbox.User {
	x.t.Helper()
	_, state := x.record()
	return x.Users[state.Seating()[seat]]
}

// turn is whose turn it is.
func (x *match) turn() *sandbox.User {
	x.t.Helper()
	return x.at(x.view(games.Nobody).Active)
}

// others are the users but the given ones.
func (x *match) others(but ...*sandbox.User) []*sandbox.User {
	var out []*sandbox.User
	for _, u := range x.Users {
		if !slices.Contains(but, u) {
			out = append(out, u)
		}
	}
	return out
}

// button is the custom id of a message's control that gives the answer, "" if there is none.
func button(m *sandbox.Message, answer ...string) string {
	if m == nil {
		return ""
	}
	for _, c := range m.Buttons() {
		if id, _ := present.ParseID(c.CustomID); id.Verb() == present.VerbReply && slices.Equal(id.Args(2), answer) {
			return c.CustomID
		}
	}
	return ""
}

// says has somebody answer by the board's buttons and waits until the board no longer waits for that.
func (x *match) says(u *sandbox.User, answer ...string) *sandbox.Message {
	x.t.Helper()
	board := x.Board()
	id := button(board, answer...)
	if id == "" {
		x.t.Fatalf("the board offers no %v:\n%s", answer, board.Text())
	}
	m := x.answer(u.Press(board, id))
	x.until("the board goes on after "+strings.Join(answer, " "), func() bool {
		now := x.Board()
		return now.ID != board.ID || now.Version != board.Version
	})
	return m
}

// panel opens somebody's private panel.
func (x *match) panel(u *sandbox.User) *sandbox.Message {
	x.t.Helper()
	return x.note(u.Press(x.Board(), present.ID(present.VerbPanel, x.ID)))
}

// waits are the people whose answer the board awaits.
func (x *match) waits() []*sandbox.User { return x.Awaited(x.Board()) }

// awaits waits until the board shows a prompt that awaits exactly these people, in any order.
func (x *match) awaits(users ...*sandbox.User) {
	x.t.Helper()
	x.until("the board awaits them", func() bool {
		got := x.waits()
		return len(got) == len(users) && !slices.ContainsFunc(users, func(u *sandbox.User) bool { return !slices.Contains(got, u) })
	})
}

// Board is the board as it stands; between an old and a new one it waits.
func (x *match) Board() *sandbox.Message {
	x.t.Helper()
	var m *sandbox.Message
	x.until("a board", func() bool {
		m = x.Table.Board()
		return m != nil
	})
	return m
}

// settled waits until the screen shows the newest revision and the bot knows that it does.
func (x *match) settled() {
	x.t.Helper()
	x.until("the screen has come to rest", func() bool {
		stored, err := x.Config.Store.Table(x.ctx, tableID(x))
		if err != nil {
			x.t.Fatal(err)
		}
		var shown struct {
			ID       string         `json:"id"`
			Revision store.Revision `json:"revision"`
		}
		data, err := x.Config.Store.Shown(x.ctx, tableID(x))
		return err == nil && json.Unmarshal(data, &shown) == nil && shown.Revision == stored.Revision && shown.ID == x.Board().ID
	})
}
