package soak

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/locales"
)

func TestMain(m *testing.M) {
	if IsChild() {
		if err := Child(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// A moment of the long run: kumpas soak -for 1h.
func TestSoak(t *testing.T) {
	report, err := Run(context.Background(), Config{Tables: 6, For: 12 * time.Second, Seed: 5, Faults: true, Kills: true, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	report.Print(&text)
	t.Log(text.String())
	if !report.OK() {
		t.Error("something was lost, doubled, stuck or refused")
	}
	if len(report.Faults) < 5 || report.Last.Goroutines == 0 {
		t.Error("hardly anything went wrong, or the bot's process says nothing of its memory")
	}
}

// A report with any loss is none to be content with.
func TestOK(t *testing.T) {
	good := Report{Acknowledged: 5, Excused: map[string]int{"late": 3}}
	if !good.OK() {
		t.Error("a good report is refused")
	}
	big := Memory{Heap: 100 << 20}
	if r := (Report{Acknowledged: 5, Restarted: true, First: Memory{Heap: 1 << 20}, Last: big}); !r.OK() {
		t.Error("the memory of a process that was started again counts")
	}
	for _, bad := range []Report{{}, {Acknowledged: 5, First: Memory{Heap: 16 << 20}, Last: big}, {Acknowledged: 5, Lost: []string{"x"}}, {Acknowledged: 5, Doubled: 1}, {Acknowledged: 5, Differ: 1},
		{Acknowledged: 5, Unanswered: []string{"a press"}}, {Acknowledged: 5, Stuck: []string{"x"}}, {Acknowledged: 5, Offences: []string{"x"}}} {
		if bad.OK() {
			t.Errorf("%+v passes", bad)
		}
	}
}

// The first half of an answer opens the panel, which may say that he has answered before: that acknowledges nothing.
func TestHalfAnswer(t *testing.T) {
	t.Parallel()
	words, err := locales.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	say := func(key string) robot.Press {
		m := &sandbox.Message{Flags: sandbox.FlagEphemeral, Content: words.For("tr").Say(key, "What", "Pas")}
		return robot.Press{CustomID: "r:abcdefgh:1:play", Result: sandbox.Result{OK: true, Callback: 4, Message: m}}
	}
	for key, want := range map[string]string{"table.panel.given": "", "table.taken.sealed": ackSealed} {
		if how := acknowledged(say(key)); how != want {
			t.Errorf("%s acknowledges %q, want %q", key, how, want)
		}
	}
}

// A panel says why a press did nothing until its next edit. Somebody who sees that edit alone has not been told that his answer is taken.
func TestEditedAnswer(t *testing.T) {
	t.Parallel()
	press := func(version int, text string) robot.Press {
		m := &sandbox.Message{Flags: sandbox.FlagEphemeral, Content: text, Version: version}
		return robot.Press{CustomID: "r:abcdefgh:1:poker:s3", Result: sandbox.Result{OK: true, Callback: 7, Message: m, Version: 4}}
	}
	for _, c := range []struct {
		version    int
		text, want string
	}{{4, "the hand", ackShown}, {4, "⚠️ too late\nthe hand", ""}, {5, "the hand", ""}} {
		if how := acknowledged(press(c.version, c.text)); how != c.want {
			t.Errorf("version %d, %q acknowledges %q, want %q", c.version, c.text, how, c.want)
		}
	}
}

// A press that fails later than the stand-in's three seconds was made while the machine stood still: nobody could have answered it.
func TestStandstill(t *testing.T) {
	sb, err := sandbox.New(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer sb.Close()
	s := newSoak(Config{}, sb, waiting())
	p := &place{soak: s, unheard: map[string]bool{}}
	u := sb.Guild().NewUser("Ayşe", "tr")
	for _, took := range []time.Duration{3010 * time.Millisecond, 3500 * time.Millisecond} {
		p.heard(robot.Press{User: u, CustomID: "r:abcdefgh:1:pass", Took: took})
	}
	if len(s.report.Unanswered) != 1 || s.report.Excused["standstill"] != 1 {
		t.Errorf("unanswered %d, excused %v", len(s.report.Unanswered), s.report.Excused)
	}
}

// From the first press that nobody answers to the next that somebody does: so long the people of a table wait.
func TestSilences(t *testing.T) {
	t.Parallel()
	p := &place{soak: &soak{}}
	began := time.Now().Add(-time.Minute)
	p.hear(true, began)
	p.hear(false, began.Add(10*time.Second))
	p.hear(false, began.Add(50*time.Second))
	p.hear(true, began.Add(59*time.Second))
	p.hear(true, began.Add(59*time.Second))
	if got := p.report.Silences; len(got) != 1 || got[0].Round(time.Second) != 50*time.Second {
		t.Errorf("silences %v, want one of 50 s", got)
	}
	p.report.Silences = []time.Duration{60 * time.Second, time.Second, 2 * time.Second}
	var text strings.Builder
	p.report.Print(&text)
	if !strings.Contains(text.String(), "without an answer 3 times: half of them up to 2s, 99 in 100 up to 1m0s, the longest 1m0s") {
		t.Errorf("the report does not say so:\n%s", text.String())
	}
}
