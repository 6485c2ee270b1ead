package sandbox_test

import (
	"strings"
	"testing"

	"kumpas/bot/sandbox"
)

func feed(u *sandbox.User) string {
	var list []string
	for _, c := range u.Feed() {
		switch {
		case c.Message != nil && c.Type != "MESSAGE_DELETE":
			list = append(list, strings.TrimSpace(c.Message.Text()))
		case c.Modal != nil:
			list = append(list, "modal "+c.Modal.Title)
		case c.Choices != nil:
			list = append(list, "choices "+c.Choices[0].Name)
		}
	}
	return strings.Join(list, "|")
}

func TestFeedHoldsEveryVersion(t *testing.T) {
	w := newWorld(t, sandbox.Config{Keep: true})
	w.register()
	msg := w.post(m{"content": "açık 1"})
	w.ok("PATCH", "/channels/"+w.ch.ID()+"/messages/"+msg.ID, m{"content": "açık 2"})
	in := w.command(w.ayse)
	w.reply(in, 4, m{"content": "gizli 1", "flags": 64})
	w.ok("PATCH", w.hook(in)+"/messages/@original", m{"content": "gizli 2"})
	w.reply(w.command(w.can), 9, m{"custom_id": "f", "title": "F", "components": []any{row(m{"type": 4, "style": 1, "label": "L", "custom_id": "t"})}})
	ac, err := w.ayse.Complete(w.ch, "play", sandbox.Focus("game", "e"))
	if err != nil {
		t.Fatal(err)
	}
	w.reply(ac, 8, m{"choices": []m{{"name": "Entrika", "value": "e"}}})
	w.sb.DeleteMessage(msg.ID)
	if a, c := feed(w.ayse), feed(w.can); a != "açık 1|açık 2|gizli 1|gizli 2|choices Entrika" || c != "açık 1|açık 2|modal F" {
		t.Errorf("Ayşe was sent %s; Can was sent %s", a, c)
	}
}

func TestFeedRemembersWhatOneCouldSee(t *testing.T) {
	w := newWorld(t, sandbox.Config{Keep: true})
	w.post(m{"content": "bir"})
	w.ch.Deny(w.can, sandbox.ViewChannel)
	w.post(m{"content": "iki"})
	if a, c := feed(w.ayse), feed(w.can); a != "bir|iki" || c != "bir" {
		t.Errorf("Ayşe was sent %s; Can was sent %s", a, c)
	}
	w.can.Leave()
	if c := feed(w.can); c != "bir" {
		t.Errorf("Can was sent %s", c)
	}
}

func TestWatch(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	other := w.g.NewChannel("başka")
	w.register()
	all, here := make(chan string, 100), make(chan string, 100)
	words := func(to chan string) func(sandbox.Change) {
		return func(c sandbox.Change) {
			if c.Message != nil {
				to <- c.Message.Content
			}
		}
	}
	stop := w.can.Watch(words(all))
	defer w.can.Watch(words(here), w.ch)()
	w.post(m{"content": "bir"})
	w.reply(w.command(w.ayse), 4, m{"content": "gizli", "flags": 64})
	w.ok("POST", "/channels/"+other.ID()+"/messages", m{"content": "başka"})
	w.post(m{"content": "iki"})
	ctx := within(t)
	for _, want := range []string{"bir", "başka", "iki"} {
		if got := recv(t, ctx, all); got != want {
			t.Errorf("Can was shown %s, want %s", got, want)
		}
	}
	for _, want := range []string{"bir", "iki"} {
		if got := recv(t, ctx, here); got != want {
			t.Errorf("in genel Can was shown %s, want %s", got, want)
		}
	}
	stop()
	stop()
	w.post(m{"content": "üç"})
	if got := recv(t, ctx, here); got != "üç" || len(all) != 0 {
		t.Errorf("after stop: %s, %d", got, len(all))
	}
}

func TestHistoryIsBounded(t *testing.T) {
	w := newWorld(t, sandbox.Config{MaxMessages: 20, MaxEphemeral: 30})
	w.register()
	for range 9000 {
		if _, err := w.ayse.Say(w.ch, "x"); err != nil {
			t.Fatal(err)
		}
	}
	for range 60 {
		w.reply(w.command(w.ayse), 4, m{"content": "gizli", "flags": 64})
	}
	if n := len(w.sb.Log()); n > 8192 {
		t.Errorf("%d changes kept", n)
	}
	if n := len(w.ayse.Sees(w.ch)); n != 20+30 {
		t.Errorf("%d messages kept", n)
	}
}

func TestFakeClock(t *testing.T) {
	c := sandbox.NewFakeClock()
	var got []string
	at := func(name string, seconds int) func() bool {
		return c.AfterFunc(sec(seconds), func() { got = append(got, name) })
	}
	at("b", 2)
	at("a", 1)
	at("b2", 2)
	stop := at("never", 2)
	c.AfterFunc(sec(1), func() { at("nested", 1) })
	at("later", 9)
	if !stop() || stop() {
		t.Error("stop reports whether it kept the function from running")
	}
	c.Advance(sec(3))
	if s := strings.Join(got, " "); s != "a b b2 nested" {
		t.Errorf("ran %s", s)
	}
}

// Whoever still looks at a channel that was deleted sees nothing, his own private messages included.
func TestSeesNothingOfADeletedChannel(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	w.register()
	w.post(board("Masa"))
	for range 2 {
		w.reply(w.command(w.ayse), 4, m{"content": "gizli", "flags": 64})
	}
	if n := len(w.ayse.Sees(w.ch)); n != 3 {
		t.Fatalf("%d messages before", n)
	}
	w.ch.Delete()
	if list := w.ayse.Sees(w.ch); len(list) != 0 {
		t.Errorf("she still sees %v", list)
	}
}
