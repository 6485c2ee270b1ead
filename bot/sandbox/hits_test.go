package sandbox_test

import (
	"slices"
	"testing"
	"time"

	"kumpas/bot/sandbox"
)

// An interaction knows what has hit it, and which fault, if any, ended the connection that was to bring it to the bot.
func TestWhatHitAnInteraction(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	w.register()
	expect := func(what string, in *sandbox.Interaction, faults ...string) {
		t.Helper()
		if got := in.Result().Faults; !slices.Equal(got, faults) {
			t.Errorf("%s: %v, want %v", what, got, faults)
		}
	}
	unanswered := func() *sandbox.Interaction {
		t.Helper()
		in := w.command(w.ayse)
		w.clock.Advance(3 * time.Second)
		return in
	}
	gone := func() { // the sandbox has noticed that nobody is connected
		t.Helper()
		for ctx := within(t); w.sb.Connected() > 0; {
			select {
			case <-ctx.Done():
				t.Fatal("the connection does not end")
			case <-time.After(time.Millisecond):
			}
		}
	}
	c := dial(t, w.sb, "v=10&encoding=json")
	c.ready(w.sb, m{"intents": 0})

	in := w.command(w.ayse)
	w.sb.Fault("500", sandbox.Plan{Times: 2})
	w.do("POST", callback(in), m{"type": 4, "data": m{"content": "x"}})
	w.do("POST", callback(in), m{"type": 4, "data": m{"content": "x"}})
	w.reply(in, 4, m{"content": "x"})
	expect("once for each hit", in, "500", "500")

	in = w.command(w.ayse)
	w.sb.Fault("drop_gateway")
	gone()
	w.clock.Advance(3 * time.Second)
	expect("under way when the connection was dropped", in, "drop_gateway")
	expect("while nobody is connected after that", unanswered(), "drop_gateway")

	c = dial(t, w.sb, "v=10&encoding=json")
	c.ready(w.sb, m{"intents": 0})
	c.ws.Close()
	gone()
	expect("the bot has gone by itself", unanswered(), sandbox.Disconnected)
	w.sb.Forgive(sandbox.OffenceUnanswered)
	c = dial(t, w.sb, "v=10&encoding=json")
	c.ready(w.sb, m{"intents": 0})
	expect("nothing", unanswered())
}

// What happens at once counts what it hits, which may be nothing.
func TestWhatAFaultHits(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	struck := func(id string) int {
		for _, f := range w.sb.Faults() {
			if f.ID == id {
				return f.Struck
			}
		}
		return -1
	}
	expect := func(what, id string, n int) {
		t.Helper()
		if got := struck(id); got != n {
			t.Errorf("%s: %s struck %d times, want %d", what, id, got, n)
		}
	}
	for _, id := range []string{"drop_gateway", "reconnect", "ask_heartbeat", "invalid_session", "delete_message", "delete_channel", "lost_permission"} {
		if err := w.sb.Fault(id); err != nil {
			t.Fatal(err)
		}
		expect("nothing is there", id, 0)
	}
	w.fails(50013, "POST", "/channels/"+w.ch.ID()+"/messages", m{"content": "x"})
	expect("a request was refused", "lost_permission", 1)
	w.sb.Heal()
	msg := w.post(m{"content": "x"})
	other := w.sb.Guild().NewChannel("öteki")
	w.sb.Fault("delete_channel")
	expect("a channel that is not the last one", "delete_channel", 1)
	w.fails(10003, "PATCH", "/channels/"+w.ch.ID()+"/messages/"+msg.ID, m{"content": "x"})
	w.ok("POST", "/channels/"+other.ID()+"/messages", m{"content": "x"})
	w.sb.Fault("delete_channel")
	expect("the last channel", "delete_channel", 1)
	w.sb.Fault("delete_message")
	expect("a message", "delete_message", 1)
}
