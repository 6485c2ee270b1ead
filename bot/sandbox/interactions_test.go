package sandbox_test

import (
	"errors"
	"testing"
	"time"

	"kumpas/bot/sandbox"
)

func TestWhichAnswersAnInteractionTakes(t *testing.T) {
	w := newWorld(t, sandbox.Config{}, sandbox.OffenceInvalid)
	w.register()
	msg := w.post(board("Masa"))
	modal := m{"custom_id": "note", "title": "Not", "components": []any{row(m{"type": 4, "style": 1, "label": "L", "custom_id": "text"})}}
	data := map[int]m{4: {"content": "a"}, 5: {}, 6: {}, 7: board("b"), 8: {"choices": []m{{"name": "n", "value": "v"}}}, 9: modal}
	submit := func(opener *sandbox.Interaction) *sandbox.Interaction {
		w.reply(opener, 9, modal)
		in, err := w.can.Submit(opener.Result().Modal, map[string][]string{"text": {"merhaba"}})
		if err != nil {
			t.Fatal(err)
		}
		return in
	}
	complete := func() *sandbox.Interaction {
		in, err := w.can.Complete(w.ch, "play", sandbox.Focus("game", "e"))
		if err != nil {
			t.Fatal(err)
		}
		return in
	}
	tests := []struct {
		kind  string
		begin func() *sandbox.Interaction
		takes map[int]bool
	}{
		{"command", func() *sandbox.Interaction { return w.command(w.can) }, map[int]bool{4: true, 5: true, 9: true}},
		{"component", func() *sandbox.Interaction { return w.press(w.can, msg, "go") }, map[int]bool{4: true, 5: true, 6: true, 7: true, 9: true}},
		{"autocomplete", complete, map[int]bool{8: true}},
		{"modal of a command", func() *sandbox.Interaction { return submit(w.command(w.can)) }, map[int]bool{4: true, 5: true}},
		{"modal of a component", func() *sandbox.Interaction { return submit(w.press(w.can, msg, "go")) }, map[int]bool{4: true, 5: true, 6: true, 7: true}},
	}
	for _, tt := range tests {
		for typ, d := range data {
			in := tt.begin()
			a := w.do("POST", callback(in), m{"type": typ, "data": d})
			if tt.takes[typ] && a.status != 204 || !tt.takes[typ] && a.code() != 50035 {
				t.Errorf("type %d for a %s: %s", typ, tt.kind, a)
			}
			if r := in.Result(); r.OK != tt.takes[typ] || r.OK && r.Callback != typ {
				t.Errorf("type %d for a %s: %+v", typ, tt.kind, r)
			}
		}
	}
}

func TestThreeSeconds(t *testing.T) {
	w := newWorld(t, sandbox.Config{}, sandbox.OffenceLate)
	w.register()
	in := w.command(w.ayse)
	w.clock.Advance(2999 * time.Millisecond)
	w.reply(in, 4, m{"content": "just in time"})

	in = w.command(w.ayse)
	w.clock.Advance(3 * time.Second)
	if res, err := in.Wait(within(t)); err != nil || res.OK {
		t.Errorf("after 3 s: %+v, %v", res, err)
	}
	w.fails(10062, "POST", callback(in), m{"type": 4, "data": m{"content": "late"}})
	w.sb.Forgive(sandbox.OffenceDeadToken)
	w.fails(10015, "POST", w.hook(in), m{"content": "void"})
	feed := w.ayse.Feed()
	if last := feed[len(feed)-1]; last.State == nil || last.State.State != "failed" {
		t.Errorf("Ayşe was last shown %+v", last)
	}
	if n := w.sb.Stats().Unanswered; n != 1 {
		t.Errorf("%d unanswered", n)
	}
}

func TestSecondAnswer(t *testing.T) {
	w := newWorld(t, sandbox.Config{}, sandbox.OffenceTwice)
	w.register()
	in := w.command(w.ayse)
	w.reply(in, 4, m{"content": "one"})
	w.fails(40060, "POST", callback(in), m{"type": 4, "data": m{"content": "two"}})
	if s := contents(w.can.Sees(w.ch)); s != "one" {
		t.Errorf("Can sees %s", s)
	}
}

func TestFifteenMinutes(t *testing.T) {
	w := newWorld(t, sandbox.Config{}, sandbox.OffenceDeadToken)
	w.register()
	in := w.command(w.ayse)
	w.reply(in, 4, m{"content": "one"})
	w.clock.Advance(15*time.Minute - time.Second)
	w.ok("PATCH", w.hook(in)+"/messages/@original", m{"content": "two"})
	w.clock.Advance(time.Second)
	w.fails(50027, "PATCH", w.hook(in)+"/messages/@original", m{"content": "three"})
	w.command(w.ayse) // purges
	w.fails(50027, "POST", w.hook(in), m{"content": "three"})
	w.fails(10015, "POST", "/webhooks/1234/"+in.Token(), m{"content": "three"})
}

// A result says which version of the message was the answer, and the message as it stands now.
func TestAnsweredVersion(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	w.register()
	msg := w.post(board("Masa"))
	for name, c := range map[string]struct {
		typ         int
		data, later m
		is          int
	}{"a message": {4, m{"content": "x", "flags": 64}, m{"content": "y"}, 0}, "an update": {7, board("Masa 2"), board("Masa 3"), 1}} {
		in := w.press(w.ayse, msg, "go")
		w.reply(in, c.typ, c.data)
		if r := in.Result(); r.Version != c.is || r.Message.Version != c.is {
			t.Errorf("%s: version %d, the message stands at %d, want %d", name, r.Version, r.Message.Version, c.is)
		}
		w.ok("PATCH", w.hook(in)+"/messages/@original", c.later)
		if r := in.Result(); r.Version != c.is || r.Message.Version != c.is+1 {
			t.Errorf("%s, edited: version %d, the message stands at %d", name, r.Version, r.Message.Version)
		}
	}
}

func TestWhatOriginalIs(t *testing.T) {
	w := newWorld(t, sandbox.Config{}, sandbox.OffenceUnknown)
	w.register()
	msg := w.post(board("Masa"))
	private := func() *sandbox.Message {
		in := w.press(w.ayse, msg, "go")
		w.reply(in, 4, m{"content": "El", "flags": 64, "components": []any{row(button("again"))}})
		return in.Result().Message
	}
	panel := private()
	modal := m{"custom_id": "note", "title": "Not", "components": []any{row(m{"type": 4, "style": 1, "label": "L", "custom_id": "text"})}}
	tests := []struct {
		name string
		in   *sandbox.Interaction
		typ  int
		data m
		is   string // id, "" for none, "new" for a message of its own
	}{
		{"4 to a press", w.press(w.ayse, msg, "go"), 4, m{"content": "x"}, "new"},
		{"4 ephemeral", w.press(w.ayse, msg, "go"), 4, m{"content": "x", "flags": 64}, "new"},
		{"5", w.press(w.ayse, msg, "go"), 5, m{}, "new"},
		{"6 on the board", w.press(w.ayse, msg, "go"), 6, nil, msg.ID},
		{"7 on the board", w.press(w.ayse, msg, "go"), 7, board("Masa 2"), msg.ID},
		{"6 on a panel", w.press(w.ayse, panel, "again"), 6, nil, panel.ID},
		{"7 on a panel", w.press(w.ayse, panel, "again"), 7, m{"content": "El 2"}, panel.ID},
		{"9", w.press(w.ayse, msg, "go"), 9, modal, ""},
		{"4 to a command", w.command(w.ayse), 4, m{"content": "x"}, "new"},
	}
	for _, tt := range tests {
		a := w.reply(tt.in, tt.typ, tt.data)
		got := w.do("GET", w.hook(tt.in)+"/messages/@original", nil)
		switch {
		case tt.is == "":
			if got.code() != 10008 {
				t.Errorf("%s: %s", tt.name, got)
			}
		case tt.is == "new":
			about := a.body["interaction"].(m)
			if got.id() == "" || got.id() == msg.ID || got.id() != about["response_message_id"] {
				t.Errorf("%s: %s", tt.name, got)
			}
			if ch := w.can.Sees(w.ch); tt.name == "4 ephemeral" && ch[len(ch)-1].ID == got.id() {
				t.Errorf("Can sees Ayşe's %s", got)
			}
		case got.id() != tt.is:
			t.Errorf("%s: @original is %s, want %s", tt.name, got.id(), tt.is)
		}
	}
}

func TestEphemeral(t *testing.T) {
	w := newWorld(t, sandbox.Config{}, sandbox.OffenceUnknown, sandbox.OffenceFlags)
	w.register()
	in := w.command(w.ayse)
	w.reply(in, 4, m{"content": "gizli", "flags": 64})
	id := in.Result().Message.ID
	if a, c := contents(w.ayse.Sees(w.ch)), contents(w.can.Sees(w.ch)); a != "gizli" || c != "" {
		t.Errorf("Ayşe sees %q, Can sees %q", a, c)
	}
	at := "/channels/" + w.ch.ID() + "/messages"
	if a := w.ok("GET", at, nil); string(a.raw) != "[]" {
		t.Errorf("the channel lists %s", a)
	}
	w.fails(10008, "GET", at+"/"+id, nil)
	w.fails(10008, "PATCH", at+"/"+id, m{"content": "x"})
	w.fails(10008, "DELETE", at+"/"+id, nil)
	// Its state is fixed: a public message cannot become ephemeral, and the other way round.
	w.ok("PATCH", w.hook(in)+"/messages/@original", m{"content": "gizli 2", "flags": 0})
	pub := w.command(w.ayse)
	w.reply(pub, 4, m{"content": "açık"})
	w.ok("PATCH", w.hook(pub)+"/messages/@original", m{"content": "açık 2", "flags": 64})
	if a, c := contents(w.ayse.Sees(w.ch)), contents(w.can.Sees(w.ch)); a != "gizli 2|açık 2" || c != "açık 2" {
		t.Errorf("Ayşe sees %q, Can sees %q", a, c)
	}
	w.ayse.Dismiss(w.sb.Message(id))
	if a := contents(w.ayse.Sees(w.ch)); a != "açık 2" {
		t.Errorf("after dismissing Ayşe sees %q", a)
	}
	w.ok("DELETE", w.hook(in)+"/messages/@original", nil)
	for _, c := range w.can.Feed() {
		if c.Message != nil && c.Message.Ephemeral() {
			t.Errorf("Can was sent %+v", c.Message)
		}
	}
}

func TestDeferredAndFollowUps(t *testing.T) {
	w := newWorld(t, sandbox.Config{}, sandbox.OffenceUnknown)
	w.register()
	in := w.command(w.ayse)
	w.reply(in, 5, m{"flags": 64})
	if r := in.Result(); !r.OK || !r.Message.Loading() || !r.Message.Ephemeral() {
		t.Fatalf("%+v", r.Message)
	}
	// The first follow-up fills the deferred answer, which stays ephemeral.
	first := w.ok("POST", w.hook(in), m{"content": "bir"})
	res, err := in.Final(within(t))
	if err != nil || res.Message.ID != first.id() || res.Message.Loading() || !res.Message.Ephemeral() || res.Message.EditedTimestamp != nil {
		t.Errorf("%+v, %v", res.Message, err)
	}
	second := w.ok("POST", w.hook(in), m{"content": "iki"})
	w.ok("PATCH", w.hook(in)+"/messages/"+second.id(), m{"content": "iki buçuk"})
	if s := contents(w.can.Sees(w.ch)); s != "iki buçuk" {
		t.Errorf("Can sees %q", s)
	}
	w.ok("DELETE", w.hook(in)+"/messages/"+second.id(), nil)
	w.fails(10008, "GET", w.hook(in)+"/messages/"+second.id(), nil)
	// V2 comes with the edit of a deferred answer, not with the deferral.
	in = w.command(w.ayse)
	w.reply(in, 5, nil)
	w.ok("PATCH", w.hook(in)+"/messages/@original", board("Masa"))
	if msg := in.Result().Message; msg.Flags != sandbox.FlagComponentsV2 || msg.Component("go") == nil {
		t.Errorf("%+v", msg)
	}
	// A token edits its own messages only.
	other := w.command(w.can)
	w.reply(other, 4, m{"content": "başka"})
	w.fails(10008, "PATCH", w.hook(other)+"/messages/"+in.Result().Message.ID, m{"content": "x"})
}

func TestDeferredForEver(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	w.register()
	in := w.command(w.ayse)
	w.reply(in, 5, nil)
	gone := w.command(w.can)
	w.reply(gone, 5, nil)
	w.sb.DeleteMessage(gone.Result().Message.ID)
	w.clock.Advance(15 * time.Minute)
	if res, err := in.Final(within(t)); err != nil || res.OK {
		t.Errorf("%+v, %v", res, err)
	}
	if _, err := gone.Final(within(t)); err != nil {
		t.Error(err)
	}
	if k := w.kinds(); k != "unanswered" {
		t.Errorf("offences %q", k)
	}
}

func TestWhatPeopleCanPress(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	w.register()
	disabled := button("off")
	disabled["disabled"] = true
	sel := m{"type": 3, "custom_id": "pick", "min_values": 1, "max_values": 2, "options": []m{{"label": "A", "value": "a"}, {"label": "B", "value": "b"}, {"label": "C", "value": "c"}}}
	msg := w.post(m{"content": "x", "components": []any{row(button("on"), disabled), row(sel), row(m{"type": 5, "custom_id": "who"})}})
	in := w.command(w.ayse)
	w.reply(in, 4, m{"content": "gizli", "flags": 64, "components": []any{row(button("mine"))}})
	mine := in.Result().Message
	outsider := w.sb.NewUser("Dışarıdan", "tr")
	tests := []struct {
		name string
		do   func() (*sandbox.Interaction, error)
		want error
	}{
		{"a button", func() (*sandbox.Interaction, error) { return w.can.Press(msg, "on") }, nil},
		{"no such button", func() (*sandbox.Interaction, error) { return w.can.Press(msg, "nope") }, sandbox.ErrNoSuch},
		{"a menu pressed", func() (*sandbox.Interaction, error) { return w.can.Press(msg, "pick") }, sandbox.ErrNoSuch},
		{"disabled", func() (*sandbox.Interaction, error) { return w.can.Press(msg, "off") }, sandbox.ErrDisabled},
		{"another's panel", func() (*sandbox.Interaction, error) { return w.can.Press(mine, "mine") }, sandbox.ErrNotSeen},
		{"his own panel", func() (*sandbox.Interaction, error) { return w.ayse.Press(mine, "mine") }, nil},
		{"no member", func() (*sandbox.Interaction, error) { return outsider.Press(msg, "on") }, sandbox.ErrNotSeen},
		{"two values", func() (*sandbox.Interaction, error) { return w.can.Select(msg, "pick", "a", "c") }, nil},
		{"too many values", func() (*sandbox.Interaction, error) { return w.can.Select(msg, "pick", "a", "b", "c") }, sandbox.ErrValues},
		{"too few values", func() (*sandbox.Interaction, error) { return w.can.Select(msg, "pick") }, sandbox.ErrValues},
		{"a value twice", func() (*sandbox.Interaction, error) { return w.can.Select(msg, "pick", "a", "a") }, sandbox.ErrValues},
		{"no such value", func() (*sandbox.Interaction, error) { return w.can.Select(msg, "pick", "z") }, sandbox.ErrValues},
		{"a user", func() (*sandbox.Interaction, error) { return w.can.Select(msg, "who", w.ayse.ID()) }, nil},
		{"no such user", func() (*sandbox.Interaction, error) { return w.can.Select(msg, "who", "1") }, sandbox.ErrValues},
		{"no such command", func() (*sandbox.Interaction, error) { return w.can.Command(w.ch, "nope") }, sandbox.ErrNoCommand},
		{"sub-command", func() (*sandbox.Interaction, error) { return w.can.Command(w.ch, "table", sandbox.Sub("leave")) }, nil},
		{"no sub-command", func() (*sandbox.Interaction, error) { return w.can.Command(w.ch, "table") }, sandbox.ErrNoCommand},
		{"missing option", func() (*sandbox.Interaction, error) { return w.can.Command(w.ch, "table", sandbox.Sub("remove")) }, sandbox.ErrValues},
		{"all options", func() (*sandbox.Interaction, error) {
			return w.can.Command(w.ch, "table", sandbox.Sub("remove", sandbox.Opt("player", w.ayse.ID())))
		}, nil},
	}
	for _, tt := range tests {
		if _, err := tt.do(); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
	w.ok("PATCH", "/channels/"+w.ch.ID()+"/messages/"+msg.ID, m{"components": []any{}})
	if _, err := w.can.Press(msg, "on"); !errors.Is(err, sandbox.ErrNoSuch) {
		t.Errorf("a button that is gone: %v", err)
	}
	if _, err := w.can.Forge(sandbox.Forgery{Message: msg, CustomID: "on"}); err != nil {
		t.Errorf("a stale press: %v", err)
	}
	w.sb.DeleteMessage(msg.ID)
	if _, err := w.can.Press(msg, "on"); !errors.Is(err, sandbox.ErrGone) {
		t.Errorf("a message that is gone: %v", err)
	}
}

func TestModalFields(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	w.register()
	in := w.command(w.ayse)
	w.reply(in, 9, m{"custom_id": "form", "title": "Form", "components": []any{
		row(m{"type": 4, "style": 1, "label": "Ad", "custom_id": "name", "min_length": 2, "max_length": 5}),
		m{"type": 18, "label": "Oyun", "component": m{"type": 3, "custom_id": "game", "required": false, "options": []m{{"label": "E", "value": "e"}}}}}})
	modal := in.Result().Modal
	if len(modal.Fields()) != 2 || modal.Field("game").Type != sandbox.TypeStringSelect {
		t.Fatalf("%+v", modal)
	}
	tests := []struct {
		name   string
		values map[string][]string
		want   error
	}{
		{"required", nil, sandbox.ErrValues},
		{"short", map[string][]string{"name": {"a"}}, sandbox.ErrValues},
		{"long", map[string][]string{"name": {"abcdef"}}, sandbox.ErrValues},
		{"no such choice", map[string][]string{"name": {"abc"}, "game": {"x"}}, sandbox.ErrValues},
		{"no such field", map[string][]string{"name": {"abc"}, "x": {"x"}}, sandbox.ErrNoSuch},
		{"fine", map[string][]string{"name": {"abc"}, "game": {"e"}}, nil},
	}
	for _, tt := range tests {
		if _, err := w.ayse.Submit(modal, tt.values); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
	if _, err := w.can.Submit(modal, map[string][]string{"name": {"abc"}}); !errors.Is(err, sandbox.ErrGone) {
		t.Errorf("another's modal: %v", err)
	}
}
