package entrika

import (
	"slices"
	"testing"

	"kumpas/games"
)

// begin makes a game with a seed and lays nothing out.
func begin(t *testing.T, preset games.Game, players int, options string, seed byte, host, winner int) *table {
	t.Helper()
	first, events, err := preset.New(games.Setup{Players: players, Options: optionsOf(options), Seed: [32]byte{seed}, Host: host, Winner: winner})
	if err != nil {
		t.Fatal(err)
	}
	tab := &table{T: t, s: first.(*state), events: events, all: events}
	tab.verify()
	return tab
}

func TestR2_2_SeatsAreShuffled(t *testing.T) {
	seen := map[int]bool{}
	for seed := range byte(40) {
		seating := begin(t, Base, 5, "", seed, 0, -1).s.Seating()
		seen[seating[0]] = true
		slices.Sort(seating)
		if !slices.Equal(seating, []int{0, 1, 2, 3, 4}) {
			t.Fatalf("seating %v", seating)
		}
	}
	if len(seen) != 5 {
		t.Errorf("in 40 games only %v sat first", seen)
	}
}

func TestR2_4_Starter(t *testing.T) {
	seatOf := func(tab *table, player int) games.Seat { return games.Seat(slices.Index(tab.s.Seating(), player)) }
	for seed := range byte(10) {
		tab := begin(t, Base, 4, "", seed, 0, 2)
		if tab.s.Starter != seatOf(tab, 2) || !tab.happened(tab.events, []string{EvStarter, "why=winner"}) {
			t.Errorf("seed %d: the winner does not start", seed)
		}
		tab = begin(t, Base, 4, "starter=host_pick", seed, 3, 2)
		host := seatOf(tab, 3)
		if tab.s.Awaited != games.SeatsOf(host) || tab.s.Phase != phaseStarter {
			t.Errorf("seed %d: the host is not asked", seed)
		}
		tab.refused(games.NotYours, games.Reply((host+1)%4, tab.s.Prompt, "s1"))
		tab.refused(games.BadChoice, games.Reply(host, tab.s.Prompt, "s4"))
		tab.apply(games.Reply(host, tab.s.Prompt, "s1"))
		tab.line("= turn B")
		tab.line("= event starter seat=B why=host")
	}
	starters := map[games.Seat]bool{}
	for seed := range byte(40) {
		starters[begin(t, Base, 4, "starter=random", seed, 0, 2).s.Starter] = true
	}
	if len(starters) != 4 {
		t.Errorf("chance chose only %v", starters)
	}
}

func TestR2_4_HostIsAbsentOrLeaves(t *testing.T) {
	for _, line := range []string{"timeout", "leave"} {
		tab := begin(t, Plus, 5, "starter=host_pick", 3, 0, -1)
		if line == "leave" {
			host := tab.s.onlyAwaited()
			tab.apply(games.Leave(host))
			if tab.s.Starter == host || tab.s.Seats[host].Gold != 0 || tab.s.Seats[host].Side != noSide {
				t.Errorf("the host who left is first, or has got gold or a side: %+v", tab.s.Seats[host])
			}
		} else {
			tab.line(line)
			tab.line("= event starter why=absent")
		}
		tab.line("= phase turn")
	}
}

func TestR2_6_StarterChooses(t *testing.T) {
	for _, c := range []struct {
		answer string
		first  side
	}{{"ulusalci", ulusalci}, {"liberal", liberal}, {"", liberal}, {"leave", liberal}} {
		tab := begin(t, Plus, 5, "ideology_deal=starter_chooses", 9, 0, -1)
		starter := tab.s.Starter
		tab.line("= phase side")
		switch c.answer {
		case "":
			tab.line("timeout")
		case "leave":
			tab.apply(games.Leave(starter))
		default:
			tab.refused(games.BadChoice, games.Reply(starter, tab.s.Prompt, "left"))
			tab.apply(games.Reply(starter, tab.s.Prompt, c.answer))
		}
		want := c.first
		for i := range games.Seat(5) {
			seat := (starter + i) % 5
			if !tab.s.Alive.Has(seat) {
				continue
			}
			if tab.s.Seats[seat].Side != want {
				t.Errorf("answer %q: seat %d has side %v", c.answer, seat, tab.s.Seats[seat].Side)
			}
			want = want.other()
		}
		tab.line("= phase turn")
	}
}

func TestR2_5_TwoPlayers(t *testing.T) {
	for _, c := range []struct {
		options string
		gold    [2]int32 // of the first player and of the other
	}{{"", [2]int32{1, 1}}, {"two_player_gold=one_and_two", [2]int32{1, 2}}} {
		tab := begin(t, Base, 2, c.options, 5, 0, -1)
		first := tab.s.Starter
		if tab.s.Seats[first].Gold != c.gold[0] || tab.s.Seats[1-first].Gold != c.gold[1] {
			t.Errorf("%q: gold %d and %d", c.options, tab.s.Seats[first].Gold, tab.s.Seats[1-first].Gold)
		}
		tab.line("= phase draft")
		tab.line("= wait AB")
		if n := tab.s.View(games.Nobody).(View).Rules.OutOfPlay; n != 0 {
			t.Errorf("%d cards out of play before the draft is over", n)
		}
		tab.line("A subay")
		tab.line("= wait B")
		tab.line("A burokrat") // he may change his mind
		tab.line("!card_not_available B c5")
		tab.line("B burokrat")
		tab.line("= deck 3")
		tab.line("= phase turn")
		for seat := range games.Seat(2) {
			v := tab.s.View(seat).(View)
			if v.Hand[0] != Burokrat || len(v.Hand) != 2 || v.Rules.OutOfPlay != 8 {
				t.Errorf("seat %d: hand %v, %d out of play", seat, v.Hand, v.Rules.OutOfPlay)
			}
			if v.Seats[1-seat].Hand != nil || v.Seats[1-seat].Down != 2 {
				t.Errorf("seat %d sees %+v", seat, v.Seats[1-seat])
			}
		}
	}
}

func TestR2_5_6_DraftTimeout(t *testing.T) {
	tab := begin(t, Plus, 2, "", 5, 0, -1)
	tab.line("B aktivist")
	tab.line("timeout")
	tab.line("= event drafted to=A why=absent")
	tab.line("= event drafted to=B what=aktivist why=")
	tab.line("= phase turn")
	if a, b := tab.s.Seats[0].Side, tab.s.Seats[1].Side; a == b {
		t.Errorf("R7.5: both have side %v", a)
	}
	tab = begin(t, Plus, 2, "", 5, 0, -1)
	tab.line("leave A")
	tab.line("= over B")
}

func TestR1_4_SevenAndEightPlayers(t *testing.T) {
	for players := 7; players <= 8; players++ {
		tab := begin(t, Plus, players, "defence_type=avukat exchange_type=gazeteci", 1, 0, -1)
		ledger := Plus.Ledger(tab.s)
		for _, c := range []string{IsAdami, Subay, Burokrat, Avukat, Gazeteci} {
			if ledger[c] != 4 {
				t.Errorf("%d players: %d of %s", players, ledger[c], c)
			}
		}
		if int(tab.s.DeckN) != 20-2*players || len(ledger) != 6 {
			t.Errorf("%d players: deck %d, ledger %v", players, tab.s.DeckN, ledger)
		}
	}
}

// What the two of a manipulation know of each other's hands, and when they stop knowing it (R4.11, section 10).
func TestKnownCards(t *testing.T) {
	known := func(tab *table, viewer, of games.Seat) []string { return tab.s.View(viewer).(View).Seats[of].Known }
	lay := func() *table {
		tab := newTable(t, Plus, "exchange_type=gazeteci", "A[gazeteci,burokrat] L, B[subay|is_adami] U, C[x,x] L, D[x,x] U, deck is_adami")
		for _, line := range []string{"A manipulate B", "* pass", "A burokrat", "A subay is_adami"} {
			tab.line(line)
		}
		return tab
	}
	tab := lay()
	if got := known(tab, 0, 1); !slices.Equal(got, []string{IsAdami}) {
		t.Errorf("the actor knows %v of the target", got)
	}
	for _, viewer := range []games.Seat{2, 3, games.Nobody} {
		if got := known(tab, viewer, 1); got != nil {
			t.Errorf("viewer %d knows %v", viewer, got)
		}
	}
	if got := known(tab, 1, 0); got != nil {
		t.Errorf("the target knows %v of the actor", got)
	}
	// A proof puts the known card away.
	for _, line := range []string{"B tax", "A challenge", "B show", "A@0 c0"} {
		tab.line(line)
	}
	if got := known(tab, 0, 1); got != nil {
		t.Errorf("after the proof the actor knows %v", got)
	}
	// The twin of the actor keeps what he knows, and the twin of the others does not.
	tab = lay()
	rng := testRand(7)
	changed := false
	for range 50 {
		if got := Plus.Redeal(tab.s, 0, rng).(*state).Seats[1].Cards[0]; got != isAdami {
			t.Fatalf("a redeal for the actor gives the target %v", got)
		}
		changed = changed || Plus.Redeal(tab.s, 2, rng).(*state).Seats[1].Cards[0] != isAdami
	}
	if !changed {
		t.Error("a redeal for another player never changes the card")
	}
}
