package bot_test

import (
	"context"
	"encoding/hex"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"kumpas/bot"
	"kumpas/bot/fair"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
)

// file fetches the only attachment of a message.
func (s *scene) file(m *sandbox.Message) (name string, data []byte) {
	s.t.Helper()
	if len(m.Attachments) != 1 {
		s.t.Fatalf("%d files hang on\n%s", len(m.Attachments), m.Text())
	}
	resp, err := http.Get(m.Attachments[0].URL)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err = io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		s.t.Fatalf("the file cannot be fetched: %s (%v)", resp.Status, err)
	}
	return m.Attachments[0].Filename, data
}

// checked plays an exported game again.
func (x *match) checked(data []byte) (fair.Record, fair.Played) {
	x.t.Helper()
	record, whole, err := fair.Read(data)
	if err != nil || !whole {
		x.t.Fatalf("the file cannot be read again (%v, %v):\n%s", whole, err, data)
	}
	return record, record.Check(x.game, whole)
}

func (x *match) history(u *sandbox.User) *sandbox.Message {
	x.t.Helper()
	return x.note(u.Command(x.Channel, "table", sandbox.Sub("history")))
}

// /table history hands out the file of a game when it is over, and only then; the file proves the game.
func TestExport(t *testing.T) {
	t.Parallel()
	for i, e := range newScene(t, plan{}).Config.Games {
		if bot.Racing && i > 0 {
			break
		}
		id := e.Engine.Info().ID
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			s := newScene(t, plan{})
			p := s.people("Ayşe", "Can") // and computers, who come to an end
			x := s.match(robot.Setup{Game: id, Computers: max(2, e.Engine.Info().Min-2)}, p...)
			forged := sandbox.Forgery{Message: x.Board(), CustomID: present.ID(present.VerbExport, x.ID)}
			x.Before = func(context.Context) { // at every moment of the game
				if x.Presses%10 != 0 || x.Over() {
					return
				}
				note := x.note(p[1].Forge(forged))
				if got := x.history(p[0]); len(got.Attachments)+len(note.Attachments) > 0 {
					if _, state := x.record(); state.Outcome() == nil { // else a computer has ended it meanwhile
						x.t.Error("a running game is handed out")
					}
				}
			}
			x.note(p[1].Forge(forged))
			if err := x.Play(x.ctx); err != nil {
				t.Fatal(err)
			}
			x.Before = nil
			name, data := s.file(x.history(p[0]))
			record, played := x.checked(data)
			if !played.Fair() || name != id+"-"+x.ID+".json" {
				t.Errorf("%s: %+v\n%s", name, played.Findings, data)
			}
			var names []string
			for _, player := range record.Players {
				names = append(names, player.Name)
			}
			if names[0] != "Ayşe" || !slices.Contains(names, "Can") || record.Players[0].ID != p[0].ID() || record.Players[1].ID != "computer1" {
				t.Errorf("the players are %v", record.Players)
			}
			last := x.note(p[1].Forge(sandbox.Forgery{Message: x.Board(), CustomID: present.ID(present.VerbStory, x.ID, "999")}))
			if !strings.Contains(last.Text(), record.Secret) {
				t.Errorf("another secret is told by\n%s", last.Text())
			}
			// The story's button gives the same.
			story := x.note(p[1].Press(x.Board(), present.ID(present.VerbStory, x.ID, "0")))
			if _, again := s.file(x.note(p[1].Press(story, present.ID(present.VerbExport, x.ID)))); string(again) != string(data) {
				t.Error("the story's file is another one")
			}
			// Who has not played and cannot see the channel gets nothing, though he may guess the button.
			stranger := s.g.NewUser("Yabancı", "tr")
			got := s.note(stranger.Forge(sandbox.Forgery{Message: x.Board(), Channel: s.g.NewChannel("baska"), CustomID: forged.CustomID}))
			if len(got.Attachments) > 0 {
				t.Error("a stranger gets the file")
			}
		})
	}
}

// A game that was ended early is proven too; and what somebody had deleted is no fraud.
func TestExportEarly(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{})
	p := s.people("Ayşe", "Can", "Deniz")
	boss := s.g.NewUser("Yönetici", "tr")
	s.g.Promote(boss, "Boss", sandbox.ManageChannels)
	x := s.match(robot.Setup{}, p...)
	for range 3 {
		if err := x.Step(s.ctx); err != nil {
			t.Fatal(err)
		}
	}
	ask := x.note(boss.Command(x.Channel, "table", sandbox.Sub("end")))
	s.answer(boss.Press(ask, present.ID(present.VerbAct, x.ID, "end", "")))
	s.until("the end", x.Over)
	_, data := s.file(x.history(p[0]))
	record, played := x.checked(data)
	if !played.Fair() || record.Result.Why != "void" || len(record.Actions) < 3 {
		t.Errorf("%+v\n%s", played.Findings, data)
	}
	ask = x.note(p[1].Command(x.Channel, "me", sandbox.Sub("delete")))
	s.answer(p[1].Press(ask, present.ID(present.VerbMe, "delete")))
	s.until("he is forgotten", func() bool {
		name, data := "", []byte(nil)
		m := s.note(p[0].Press(s.note(p[0].Press(x.Board(), present.ID(present.VerbStory, x.ID, "0"))), present.ID(present.VerbExport, x.ID)))
		name, data = s.file(m)
		return name != "" && !strings.Contains(string(data), p[1].ID())
	})
	m := s.note(p[0].Press(s.note(p[0].Press(x.Board(), present.ID(present.VerbStory, x.ID, "0"))), present.ID(present.VerbExport, x.ID)))
	_, data = s.file(m)
	if strings.Contains(string(data), "Can") {
		t.Errorf("his name is still there:\n%s", data)
	}
	_, played = x.checked(data)
	for _, f := range played.Findings {
		want := fair.Agrees
		if f.Check == fair.CheckShuffle {
			want = fair.Unknown
		}
		if f.Verdict != want {
			t.Errorf("%s %s, want it %s", f.Check, f.Verdict, want)
		}
	}
	if _, err := hex.DecodeString(record.Secret); err != nil {
		t.Error(err)
	}
}
