package sandbox

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestNothingGrowsForEver looks inside: what a long run leaves behind is bounded by time or number.
func TestNothingGrowsForEver(t *testing.T) {
	clock := NewFakeClock()
	sb := Start(t, Config{Clock: clock, MaxMessages: 50, MaxEphemeral: 5, MaxThreads: 10})
	g := sb.Guild()
	ch, u := g.Channel("genel"), g.NewUser("Ayşe", "tr")
	for i := range 3000 {
		m, err := u.Say(ch, "selam")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := u.Forge(Forgery{Message: m, CustomID: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
		th := ch.NewThread(u, "masa", false)
		if _, err := u.Say(th, "selam"); err != nil {
			t.Fatal(err)
		}
		th.Archive(true, false)
		sb.mu.Lock()
		sb.nonces[fmt.Sprint(i)] = nonce{m.ID, clock.Now().Add(nonceWindow)}
		sb.take(fmt.Sprint("bucket", i), Limit{1, time.Second})
		private := sb.newMessage(ch, sb.bot)
		private.For, private.Attachments = u.id, []Attachment{{ID: sb.newID()}}
		sb.files[private.Attachments[0].ID] = &file{}
		sb.publish(ch, private)
		sb.mu.Unlock()
		clock.Advance(time.Second)
	}
	sb.mu.Lock()
	defer sb.mu.Unlock()
	for name, is := range map[string][2]int{
		"interactions": {len(sb.interactions), 901}, "tokens": {len(sb.byToken), 901}, "messages": {len(sb.messages), 50 + 5 + 21},
		"files": {len(sb.files), 5}, "channels": {len(sb.channels), 1 + 21}, "threads": {len(g.threads), 21},
		"changes": {len(sb.log), 2 * boundedLog}, "nonces": {len(sb.nonces), 320}, "buckets": {len(sb.buckets), 20}, "gone": {len(sb.gone.who), 20000},
	} {
		if is[0] > is[1] {
			t.Errorf("%d %s, want at most %d", is[0], name, is[1])
		}
	}
}

// Who deleted something is remembered for a while only: then nobody is blamed for looking for it. What was never there is another matter.
func TestForgottenDeletions(t *testing.T) {
	g := goneList{who: map[string]string{}}
	g.add("1000", byOthers)
	g.add("1001", byBot)
	if !g.excuses("1000") || g.excuses("1001") || g.excuses("1002") || g.excuses("") {
		t.Errorf("of others %t, of the bot %t, unknown %t, none %t", g.excuses("1000"), g.excuses("1001"), g.excuses("1002"), g.excuses(""))
	}
	for i := range 20000 {
		g.add(fmt.Sprint(2000+i), byBot)
	}
	if !g.excuses("1000") || g.excuses("21999") || g.excuses("50000") {
		t.Errorf("long ago %t, lately by the bot %t, never there %t", g.excuses("1000"), g.excuses("21999"), g.excuses("50000"))
	}
}

// TestCodesAreDiscords guards the table against a code with a status that would count as invalid request, or the other way round.
func TestCodesAreDiscords(t *testing.T) {
	for code, c := range codes {
		unknown := code >= 10000 && code < 20000
		if unknown != (c.status == 404) || c.text == "" || unknown && !strings.HasPrefix(c.text, "Unknown ") {
			t.Errorf("%d: %d %q", code, c.status, c.text)
		}
	}
}
