package noir

import (
	"errors"
	"slices"
	"testing"

	"kumpas/games"
)

// N1, R2.3, R2.4: money, purses, hands and deck by the number of players.
func TestSetupByPlayers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ players, total, bank, deck, third, half int }{
		{3, 50, 41, 65, 17, 26}, {4, 60, 48, 59, 20, 31}, {5, 70, 55, 53, 24, 36}, {6, 80, 62, 47, 27, 41},
	} {
		s, _, err := Game.New(games.Setup{Players: tt.players, Winner: -1})
		if err != nil {
			t.Fatal(err)
		}
		v := s.View(0).(View)
		if v.Total != tt.total || v.Bank != tt.bank || v.Deck != tt.deck || v.Third != tt.third || v.Half != tt.half || len(v.Hand) != 6 {
			t.Errorf("N1 with %d players: %+v", tt.players, v)
		}
		for _, seat := range v.Seats {
			if seat.Purse != 3 || seat.Cards != 6 || seat.Hideout.Front || len(seat.Businesses) != 0 {
				t.Errorf("N1 with %d players: the seat %+v", tt.players, seat)
			}
		}
		if v.Phase != PromptTurn || v.Active != 0 || v.Step != Open || v.Round != 1 {
			t.Errorf("with %d players it begins with %s of seat %d", tt.players, v.Phase, v.Active)
		}
	}
}

// N2 and R12.3.1: what cannot be played.
func TestSetupRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		players int
		options string
		want    games.Code
	}{
		{2, "", games.BadPlayerCount}, {7, "", games.BadPlayerCount}, {3, "teams=2", games.BadPlayerCount}, {3, "teams=3", games.BadPlayerCount},
		{4, "teams=3", games.BadOption}, {4, "teams=2", ""}, {5, "teams=3", ""}, {6, "teams=2", ""}, {4, "teams=4", games.BadOption}, {3, "tokens=3", games.BadOption},
	} {
		_, _, err := Game.New(games.Setup{Players: tt.players, Options: optionsOf(tt.options), Winner: -1})
		var r *games.Refusal
		if errors.As(err, &r) != (tt.want != "") || r != nil && r.Code != tt.want {
			t.Errorf("%d players with %q: %v, want %q", tt.players, tt.options, err, tt.want)
		}
	}
}

// R12.3.1: team-mates sit as far apart as possible.
func TestTeams(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		players int
		options string
		want    []string
	}{
		{4, "teams=2", []string{"1", "2", "1", "2"}},
		{5, "teams=2", []string{"1", "2", "1", "2", "1"}},
		{5, "teams=3", []string{"1", "2", "3", "1", "2"}},
		{6, "teams=2", []string{"1", "2", "1", "2", "1", "2"}},
		{6, "teams=3", []string{"1", "2", "3", "1", "2", "3"}},
	} {
		_, events, err := Game.New(games.Setup{Players: tt.players, Options: optionsOf(tt.options), Winner: -1})
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(events, func(e games.Event) bool { return e.Kind == EvTeams })
		if at < 0 || !slices.Equal(events[at].Items, tt.want) {
			t.Errorf("%d players with %s sit as %+v, want %v", tt.players, tt.options, events, tt.want)
		}
	}
}

func TestTeamRules(t *testing.T) {
	t.Parallel()
	run(t, []script{
		{"R12.3.2 no target of a reaction", "teams=2", "h:drive_by,turncoat,police | K[] HQ[] | K[1] | ", []string{
			"!bad_target A react drive_by C.K", "!bad_target A react turncoat C.1 HQ", "!bad_target A react police C.K",
		}},
		{"R12.3.2 not the hideout", "teams=2", "S[3] | | HQ[] |", []string{"!bad_target A attack C.HQ 3", "A attack B.HQ 3"}},
		{"R12.3.4 two trophies together", "teams=2", "S[3] | HQ[] | t1 |", []string{"A attack B.HQ 3", "= over conquest AC"}},
		{"R12.3.4 one is not enough", "teams=2", "S[3] | HQ[] | | t1", []string{"A attack B.HQ 3", "= playing"}},
		{"R12.3.4 money of one", "teams=2", "p31 h:still,still,still,still,still,still | | |", []string{"A end", "= over money AC"}},
		{"R12.3.4 not of two", "teams=2", "p20 | | p20 |", []string{"A end", "= playing"}},
		{"R12.3.4 the eliminated win too", "teams=2", "S[3] t1 | | | HQ[]", []string{"leave C", "A attack D.HQ 3", "= over conquest A"}},
	})
}

func TestBosses(t *testing.T) {
	t.Parallel()
	run(t, []script{
		{"R12.4 Accountant", "draw_rule=choose", "| boss=accountant p3 K[]", []string{"A end k0", "= B p8"}},
		{"R12.4 Architect", "", "boss=architect p9 h:casino,speakeasy,still", []string{"A open casino", "= A p7", "A open speakeasy", "= A p5"}},
		{"R12.4 Architect not below 0", "", "boss=architect p9 h:bootlegger,still,casino", []string{"A open bootlegger", "= A p9", "A open casino", "= A p6"}},
		{"R12.4 Architect, the first that costs anything", "", "boss=architect p9 h:still,casino", []string{"A open still", "= A p9", "A open casino", "= A p7"}},
		{"R12.4 Architect within one plan", "", "boss=architect p4 h:casino,speakeasy", []string{"A open casino speakeasy", "= A p0"}},
		{"R12.4 Recruiter", "", "boss=recruiter p9 h:gangster4,gangster3,casino", []string{"A open casino", "= A p6", "A open gangster4", "= A p4", "A open gangster3", "= A p2"}},
		{"R12.4 Fox", "draw_rule=choose", "boss=fox p9 h:still", []string{"A end k2", "= A p9"}},
		{"R12.4 Triggerman destroys", "", "boss=triggerman h:drive_by | S[]", []string{"dice 5", "A react drive_by B.S", "= B HQ[]"}},
		{"R12.4 Gambler", "", "boss=gambler p5 h:poker | p5 | p0", []string{"dice 1 4 1 3 4", "A react poker s1", "= B p6", "= ever rolled seat=A n=5 what=total items=1,4,1 why=gambler"}},
		{"R12.4 Gambler's pair", "", "boss=gambler p5 h:poker | p5 | p0", []string{"dice 2 6 2 5 6", "A react poker s1", "= A p6", "= ever rolled seat=A what=pair n=4"}},
		{"R12.4 Gambler with three ones", "", "boss=gambler p5 h:poker | p5 | p0", []string{"dice 1 1 1 2 3", "A react poker s1", "= ever cheat seat=A", "= B p7"}},
		{"R12.4 Warden's walls", "", "S[3] | boss=warden HQ[]", []string{"A attack B.HQ 3", "= alive ABC", "= event battle n=3 items=0,4"}},
		{"R12.4 Warden's room", "", "boss=warden ~[4]", []string{"A move ~4:HQ", "= A HQ[4]"}},
		{"R12.4 Plunderer", "", "boss=plunderer p0 C[4] | p9 B[]", []string{"A attack B.B 4", "= A p3", "= B p6"}},
		{"R12.4 Plunderer of the poor", "", "boss=plunderer p0 C[4] | p2 B[]", []string{"A attack B.B 4", "= A p2"}},
		{"R12.4 Plunderer, all or nothing", "steal_partial=off", "boss=plunderer p0 C[4] | p1 B[]", []string{"A attack B.B 4", "= A p0"}},
		{"R12.4 Inspector's Friend", "", "boss=inspector C[4] h:turncoat | B[] h:police", []string{
			"A attack B.B 4", "B play police", "A play turncoat", "= turn A", "= B HQ[]", "= ever bribe seat=A other=B what=turncoat why=friend",
		}},
		{"R12.4 others cannot", "", "boss=fox C[4] h:turncoat | B[] h:police", []string{"A attack B.B 4", "B play police", "!window_open A play turncoat"}},
	})
}

// R12.4: everybody chooses another boss, the last seat first; the cards are dealt after that.
func TestBossDraft(t *testing.T) {
	t.Parallel()
	first, _, err := Game.New(games.Setup{Players: 4, Options: games.Options{OptBosses: On}, Winner: -1})
	if err != nil {
		t.Fatal(err)
	}
	tab := &table{T: t, s: first.(*state)}
	if v := tab.s.View(3).(View); v.Phase != PromptBoss || len(v.Hand) != 0 || v.Deck != deckSize || len(v.Bosses) != 9 {
		t.Fatalf("it begins with %+v", v)
	}
	for _, line := range []string{
		"= wait D", "!not_your_turn C fox", "!bad_choice D nobody", "D fox", "= wait C", "!bad_choice C fox", "!too_late A@-1 fox",
		"timeout", "= event boss seat=C why=absent", "leave B", "= wait A", "A@0 plunderer", "= turn A", "= A hand 6", "= D hand 6", "= alive ACD",
	} {
		tab.line(line)
	}
	bosses := map[boss]bool{}
	for seat := range tab.s.Alive.All() {
		bosses[tab.s.Seats[seat].Boss] = true
	}
	if len(bosses) != 3 || bosses[noBoss] {
		t.Errorf("the bosses are %v", bosses)
	}
}

// R13: extra coins for late turns.
func TestLateSeatBonus(t *testing.T) {
	t.Parallel()
	for players, want := range map[int][]int{3: {3, 4, 5}, 4: {3, 4, 4, 5}, 5: {3, 3, 3, 3, 3}, 6: {3, 3, 3, 3, 3, 3}} {
		s, _, err := Game.New(games.Setup{Players: players, Options: games.Options{OptLateBonus: On}, Winner: -1})
		if err != nil {
			t.Fatal(err)
		}
		var purses []int
		for _, seat := range s.View(games.Nobody).(View).Seats {
			purses = append(purses, seat.Purse)
		}
		if !slices.Equal(purses, want) {
			t.Errorf("%d players have %v, want %v", players, purses, want)
		}
	}
}

// R4.11: an empty deck is made of the discard pile; if both are empty only cards received are paid for.
func TestEmptyDeck(t *testing.T) {
	t.Parallel()
	tab := newTable(t, "", "p9 h:still")
	toPile := func(n int) {
		for tab.s.DeckN > int8(n) {
			tab.s.Pile[(&step{state: tab.s}).pop()]++
		}
	}
	toPile(1)
	tab.line("A end")
	tab.line("= A hand 6")
	tab.line("= event shuffled n=81")
	tab.line("= A p5")

	tab = newTable(t, "eliminated_assets=remove", "p9 h:still")
	for tab.s.DeckN > 2 {
		tab.s.Removed[(&step{state: tab.s}).pop()]++
	}
	tab.verify()
	tab.line("A end")
	tab.line("= A hand 3")
	tab.line("= A p8")
	tab.line("= event drew seat=A n=2 items=1")
}
