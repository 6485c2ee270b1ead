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
	waitFor(t, func() bool { return w.sb.Connected() == 0 })
	w.clock.Advance(3 * time.Second)
	expect("under way when the connection was dropped", in, "drop_gateway")
	expect("while nobody is connected after that", unanswered(), "drop_gateway")

	c = dial(t, w.sb, "v=10&encoding=json")
	c.ready(w.sb, m{"intents": 0})
	c.ws.Close()
	waitFor(t, func() bool { return w.sb.Connected() == 0 })
	expect("the bot has gone by itself", unanswered(), sandbox.Disconnected)
	w.sb.Forgive(sandbox.OffenceUnanswered)
	c = dial(t, w.sb, "v=10&encoding=json")
	c.ready(w.sb, m{"intents": 0})
	expect("nothing", unanswered())
}

// A connection whose heartbeat nobody acknowledged ends by that, also when its session was taken away and replaced meanwhile.
func TestWhatEndedAConnection(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	w.register()
	c := dial(t, w.sb, "v=10&encoding=json")
	c.ready(w.sb, m{"intents": 0})
	w.sb.Fault("no_ack")
	c.send(1, nil)
	waitFor(t, func() bool { return struck(w.sb, "no_ack") == 1 })
	w.sb.EndFault("no_ack")
	c.send(1, nil) // the one with which the client notices
	c.want(11, "")
	w.sb.Fault("invalid_resumable")
	c.want(9, "")
	c.send(2, identify(w.sb, m{"intents": 0}))
	c.want(0, "READY")
	in := w.command(w.ayse)
	c.ws.Close()
	waitFor(t, func() bool { return w.sb.Connected() == 0 })
	late := w.command(w.ayse)
	w.clock.Advance(3 * time.Second)
	for _, in := range []*sandbox.Interaction{in, late} {
		if got := in.Result().Faults; !slices.Equal(got, []string{"no_ack"}) {
			t.Errorf("hit by %v, want no_ack", got)
		}
	}
	c = dial(t, w.sb, "v=10&encoding=json")
	c.ready(w.sb, m{"intents": 0})
	w.sb.Fault("no_ack")
	c.send(1, nil)
	waitFor(t, func() bool { return struck(w.sb, "no_ack") == 2 })
	w.sb.EndFault("no_ack")
	for range 2 { // it lives on
		c.send(1, nil)
		c.want(11, "")
	}
	c.ws.Close()
	waitFor(t, func() bool { return w.sb.Connected() == 0 })
	in = w.command(w.ayse)
	w.clock.Advance(3 * time.Second)
	if got := in.Result().Faults; !slices.Equal(got, []string{sandbox.Disconnected}) {
		t.Errorf("hit by %v, want %s", got, sandbox.Disconnected)
	}
	w.sb.Forgive(sandbox.OffenceUnanswered)
}

// What happens at once counts what it hits, which may be nothing.
func TestWhatAFaultHits(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	expect := func(what, id string, n int) {
		t.Helper()
		if got := struck(w.sb, id); got != n {
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

// A session is invalidated only where there is one: a connection that has none yet goes on undisturbed.
func TestNoSessionToInvalidate(t *testing.T) {
	w := newWorld(t, sandbox.Config{})
	c := dial(t, w.sb, "v=10&encoding=json")
	c.want(10, "")
	for _, id := range []string{"invalid_session", "invalid_resumable"} {
		if err := w.sb.Fault(id); err != nil {
			t.Fatal(err)
		}
		if n := struck(w.sb, id); n != 0 {
			t.Errorf("%s struck %d times", id, n)
		}
	}
	c.send(2, identify(w.sb, m{"intents": 0}))
	c.want(0, "READY")
}

// struck is how often a fault has struck.
func struck(sb *sandbox.Sandbox, id string) int {
	for _, f := range sb.Faults() {
		if f.ID == id {
			return f.Struck
		}
	}
	return -1
}

// waitFor waits until something holds that the sandbox does not tell.
func waitFor(t *testing.T, holds func() bool) {
	t.Helper()
	for ctx := within(t); !holds(); {
		select {
		case <-ctx.Done():
			t.Fatal("it does not come to hold")
		case <-time.After(time.Millisecond):
		}
	}
}
