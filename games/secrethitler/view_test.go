package secrethitler

import (
	"slices"
	"strings"
	"testing"

	"kumpas/games"
)

// Who knows what of a session while the game lasts, and that everyone does at the end (section 8).
func TestSessionsAreSeenByTheirMembers(t *testing.T) {
	tab := newTable(t, "", "LLLFH deck=FLL")
	for _, line := range []string{"elect P2", "throw F", "enact L", "claim P1 fll"} {
		tab.line(line)
	}
	see := func(viewer games.Seat) string {
		g := tab.s.View(viewer).(View).Governments[0]
		return lettersOf(g.Drawn) + "-" + lettersOf([]string{g.Thrown}) + "-" + lettersOf(g.Passed)
	}
	for viewer, want := range map[games.Seat]string{0: "FLL-F-LL", 1: "--LL", 2: "--", games.Nobody: "--"} {
		if got := see(viewer); got != want {
			t.Errorf("viewer %d sees %s, want %s", viewer, got, want)
		}
	}
	g := tab.s.View(games.Nobody).(View).Governments[0]
	if g.Round != 1 || g.President != 0 || g.Chancellor != 1 || !g.Elected || g.Result != ResultEnacted || g.Policy != PolicyLiberal ||
		g.Ja.Count() != 5 || g.Voters.Count() != 5 || g.ClaimDrawn != ClaimFLL || g.ClaimGot != "" {
		t.Errorf("everyone sees %+v", g)
	}
	tab.line("void")
	for _, viewer := range []games.Seat{games.Nobody, 3} {
		if got := see(viewer); got != "FLL-F-LL" {
			t.Errorf("at the end viewer %d sees %s", viewer, got)
		}
		for i, w := range tab.s.View(viewer).(View).Seats {
			if w.Role != tab.s.Roles[i].String() || w.Party == "" {
				t.Errorf("at the end viewer %d sees of seat %d %+v", viewer, i, w)
			}
		}
	}
}

// The order of the Chancellor's two is known to him alone (R5.2).
func TestPresidentDoesNotSeeTheOrder(t *testing.T) {
	orders := map[string]bool{}
	for seed := range byte(40) {
		tab := newTable(t, "", "LLLFH deck=FFL")
		tab.s.Stream = games.NewStream([32]byte{seed})
		tab.line("elect P2")
		tab.line("do c0")
		if got := lettersOf(tab.s.View(0).(View).Governments[0].Passed); got != "FL" {
			t.Fatalf("the President sees %s", got)
		}
		hand := tab.s.View(1).(View).Hand
		if !slices.Equal(hand, tab.s.View(1).(View).Governments[0].Passed) {
			t.Fatalf("the Chancellor sees %v otherwise in the list", hand)
		}
		orders[lettersOf(hand)] = true
	}
	if !orders["FL"] || !orders["LF"] {
		t.Errorf("the two always come as %v", orders)
	}
}

// R10.4: a Chancellor with two equal policies is asked as one with different ones, and so is a President with three.
func TestEqualPoliciesAskTheSame(t *testing.T) {
	shape := func(deck string, lines ...string) (fields []games.Field, prompts []games.Prompt) {
		tab := newTable(t, "", "LLLFH deck="+deck)
		for _, line := range append([]string{"elect P2"}, lines...) {
			tab.line(line)
		}
		f, ok, err := tab.s.Ask(tab.s.onlyAwaited(), tab.s.Prompt, nil)
		if !ok || err != nil || f.Public {
			t.Fatalf("asked %+v, %v", f, err)
		}
		for i := range f.Choices {
			f.Choices[i].What = ""
		}
		return []games.Field{f}, tab.s.Prompts(nil, 3)
	}
	for _, lines := range [][]string{nil, {"do c0"}} {
		fields, prompts := shape("FFF", lines...)
		others, same := shape("FLL", lines...)
		if len(fields[0].Choices) != len(others[0].Choices) || !slices.Equal(fields[0].Choices, others[0].Choices) {
			t.Errorf("asked %+v and %+v", fields, others)
		}
		if prompts[0].ID != same[0].ID || prompts[0].Awaited != same[0].Awaited || prompts[0].Kind != same[0].Kind {
			t.Errorf("others see %+v and %+v", prompts, same)
		}
	}
}

// R6.1: the tracks by size.
func TestTracks(t *testing.T) {
	want := map[int]string{
		5: ",,peek,execute,execute,", 6: ",,peek,execute,execute,",
		7: ",investigate,special_election,execute,execute,", 8: ",investigate,special_election,execute,execute,",
		9: "investigate,investigate,special_election,execute,execute,", 10: "investigate,investigate,special_election,execute,execute,",
	}
	for players, track := range want {
		s, _, _ := night(t, players)
		if got := strings.Join(slices.Collect(slices.Values(slice(s.View(0).(View).Powers))), ","); got != track {
			t.Errorf("%d players: %s", players, got)
		}
	}
}

func slice(six [6]string) []string { return six[:] }

// R6.5: the one who peeked sees the three, and how many of them still lie on the deck.
func TestPeek(t *testing.T) {
	tab := newTable(t, "", "LLLLFH F2 T2 deck=FFFLFLF")
	for _, line := range []string{"elect P2", "throw F", "enact F", "do look"} {
		tab.line(line)
	}
	peek := func(viewer games.Seat) (string, int) {
		v := tab.s.View(viewer).(View)
		return lettersOf(v.Peek), v.PeekLeft
	}
	if seen, left := peek(0); seen != "LFL" || left != 3 {
		t.Errorf("he sees %s, %d left", seen, left)
	}
	if seen, left := peek(1); seen != "" || left != 0 {
		t.Errorf("another one sees %s, %d left", seen, left)
	}
	for _, line := range []string{"reject P3", "reject P4", "reject P5"} {
		tab.line(line)
	}
	if seen, left := peek(0); seen != "LFL" || left != 2 {
		t.Errorf("after chaos he sees %s, %d left", seen, left)
	}
	tab.line("elect P1")
	if _, left := peek(0); left != 0 || tab.s.now().Peeked != 2 {
		t.Errorf("after a session %d are left, %d of it were known", left, tab.s.now().Peeked)
	}
}

// What the board needs of the round.
func TestRoundView(t *testing.T) {
	tab := newTable(t, "", "LLLLLFFH up=P2 F2 T1 deck=FFF")
	v := func() View { return tab.s.View(games.Nobody).(View) }
	if w := v(); w.President != 1 || w.Chancellor != games.Nobody || w.Next != 2 || w.Tracker != 1 || w.Fascist != 2 || w.Deck != 15 {
		t.Errorf("at the nomination: %+v", w)
	}
	tab.line("P2 P4")
	if w := v(); w.Chancellor != 3 || w.Elected || w.Governments[2].Result != "" || w.Governments[2].Ja != 0 {
		t.Errorf("at the vote: %+v", w)
	}
	tab.line("P1 ja")
	if w := v(); w.Governments[2].Ja != 0 || w.Governments[2].Voters != 0 {
		t.Errorf("a vote shows: %+v", w)
	}
	for _, line := range []string{"ja P1 P2 P3 P4 P5", "throw F"} {
		tab.line(line)
	}
	if w := v(); !w.Elected || w.Discarded != 1 || w.Deck != 12 || w.LastPresident != 1 || w.LastChancellor != 3 || w.Tracker != 0 {
		t.Errorf("in the session: %+v", w)
	}
	tab.line("enact F")
	tab.line("P2 P7")
	if w := v(); w.President != 6 || !w.Special || w.Next != 2 || w.Governments[2].Power != SpecialElection || w.Governments[2].Target != 6 {
		t.Errorf("at the special election: %+v", w)
	}
}
