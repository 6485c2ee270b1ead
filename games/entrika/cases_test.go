package entrika

import (
	"errors"
	"slices"
	"testing"

	"kumpas/games"
)

// The worked cases of section 14, by number. Cards that a case leaves open are chosen so that what it says is true.
var workedCases = []script{
	{"E7", Base, "", "A[x,x], B[x,x], C[x,x]", []string{"A income", "= A g3", "= turn B"}},
	{"E8", Base, "", "A[x,x], B[x,x], C[x,x]", []string{"A foreign_aid", "= phase block_window", "= wait BC", "* pass", "= A g4", "= turn B"}},
	{"E9", Base, "", "A[x,x], B[x,x], C[is_adami,x], D[x,x]", []string{
		"A foreign_aid", "C block", "= event block what=is_adami seat=C", "= phase block_claim_window", "= wait ABD", "* pass", "= A g2", "= turn B"}},
	{"E10", Base, "", "A[subay,aktivist], B[x,x], C[is_adami,burokrat], D[x,x]", []string{
		"A foreign_aid", "C block", "A challenge", "= phase proof", "= wait C", "C show", "= event proved items=is_adami", "= event redrawn to=C",
		"= C down 2", "= deck 7", "= phase lose", "= wait A", "A subay", "= A[aktivist|subay]", "= A g2", "= event blocked", "= turn B"}},
	{"E11", Base, "", "A[x,x], B[x,x], C[subay,burokrat], D[x,x]", []string{
		"A foreign_aid", "C block", "D challenge", "C concede", "C subay", "= C[burokrat|subay]", "= event block_void why=no_second_block", "= A g4", "= turn B"}},
	{"E13", Base, "", "A[x,x] g7, B[subay,aktivist], C[x,x]", []string{
		"A coup B", "= A g0", "= phase lose", "= wait B", "B aktivist", "= B[subay|aktivist]", "= turn B"}},
	{"E14", Base, "", "A[is_adami,x] g10, B[x,x], C[x,x]", []string{"!must_coup A tax", "= turn A", "= A g10"}},
	{"E15", Base, "", "A[x,x] g9, B[x,x], C[x,x]", []string{
		"A income", "= A g10", "B income", "C income", "= turn A", "!must_coup A income", "!must_coup A exchange", "A coup B"}},
	{"E16", Base, "", "A[x,x] g6, B[x,x], C[x,x]", []string{"!not_enough_gold A coup B", "!not_enough_gold A coup"}},
	{"E17", Base, "", "A[x,x], B[x,x], C[x,x]", []string{"!cannot_pass A pass"}},
	{"E18", Base, "", "A[x,x], B[x,x], C[x,x]", []string{"A tax", "= phase claim_window", "* pass", "= A g5", "= turn B"}},
	{"E19", Base, "", "A[subay,burokrat], B[x,x], C[x,x]", []string{
		"A tax", "B challenge", "!card_not_available A show", "A concede", "= wait A", "A burokrat", "= A[subay|burokrat]", "= A g2", "= turn B"}},
	{"E20", Base, "", "A[is_adami,subay], B[aktivist,politikaci], C[x,x]", []string{
		"A tax", "B challenge", "A show", "= event proved items=is_adami n=1", "= event redrawn to=A", "= deck 9", "B aktivist", "= B[politikaci|aktivist]", "= A g5", "= A down 2", "= turn B"}},
	{"E21", Base, "", "A[is_adami,subay], B[x,x], C[x,x]", []string{
		"A tax", "B challenge", "A concede", "= event held end=true", "= no proved", "A subay", "= A[is_adami|subay]", "= A g2", "= turn B"}},
	{"E22", Base, "combined_window=off", "A[subay,x] g3, B[burokrat,politikaci], C[x,x]", []string{
		"A assassinate B", "= A g0", "* pass", "= phase block_window", "= wait B", "B pass", "= phase lose", "B burokrat", "= B[politikaci|burokrat]", "= turn B"}},
	{"E23", Base, "", "A[subay,x] g3, B[aktivist,x], C[x,x]", []string{
		"A assassinate B", "B block", "C pass", "= phase block_claim_window", "* pass", "= event blocked n=3 why=burnt", "= A g0", "= B down 2", "= turn B"}},
	{"E24", Base, "", "A[burokrat,politikaci] g3, B[x,x], C[x,x]", []string{
		"A assassinate B", "C challenge", "A concede", "= event refund n=3 why=refund", "= A g3", "A burokrat", "= B down 2", "= turn B"}},
	{"E25", Base, "", "A[subay,x] g3, B[burokrat,politikaci], C[x,x]", []string{
		"A assassinate B", "B challenge", "A show", "B burokrat", "= phase block_window", "= wait B", "B pass", "= event lost what=politikaci why=second_loss rule=R6.4", "= alive AC", "= A g0", "= turn C"}},
	{"E27", Base, "", "A[subay,x] g3, B[burokrat,politikaci], C[x,x]", []string{
		"A assassinate B", "B block", "C pass", "C challenge", "B concede", "B politikaci", "= event lost what=politikaci", "= event lost what=burokrat why=second_loss", "= alive AC", "= A g0", "= turn C"}},
	{"E28", Base, "", "A[subay,x] g3, B[burokrat|politikaci], C[x,x]", []string{
		"A assassinate B", "B challenge", "A show", "= alive AC", "= event no_block why=target_gone", "= event fizzled n=3 why=target_gone", "= A g0", "= turn C"}},
	{"E30", Base, "", "A[burokrat,x] g1, B[x,x] g5, C[x,x]", []string{"A steal B", "* pass", "= A g3", "= B g3", "= turn B"}},
	{"E31", Base, "", "A[burokrat,x] g1, B[x,x] g1, C[x,x]", []string{"A steal B", "* pass", "= A g2", "= B g0"}},
	{"E32", Base, "", "A[burokrat,x], B[x,x] g0, C[x,x]", []string{"!target_has_no_gold A steal B", "A steal C"}},
	{"E33", Base, "", "A[burokrat,x], B[x,x], C[burokrat,x]", []string{"A steal B", "!not_block_eligible C block burokrat"}},
	{"E34", Base, "", "A[x,x] g1, B[burokrat,subay] g5, C[x,x]", []string{
		"A steal B", "B block politikaci", "C pass", "A challenge", "!card_not_available B show", "B concede", "B subay", "= B[burokrat|subay]", "= A g3", "= B g3"}},
	{"E36", Base, "", "A[politikaci,subay], B[x,x], C[x,x], deck is_adami aktivist", []string{
		"A exchange", "* pass", "= event drawn to=A items=is_adami,aktivist", "= phase exchange", "A is_adami subay", "= A[is_adami,subay]", "= deck 9", "= turn B"}},
	{"E37", Base, "", "A[politikaci|subay], B[x,x], C[x,x], deck is_adami aktivist", []string{
		"A exchange", "* pass", "!wrong_card_count A is_adami aktivist", "A aktivist", "= A[aktivist|subay]", "= deck 9"}},
	{"E38", Base, "", "A[subay,x] g3, B[x,x], C[x,x]", []string{"A assassinate B", "!character_not_in_game B block avukat"}},
	{"E39", Plus, "", "A[x,x] g7 L, B[x,x] U, C[x,x] L", []string{"!target_same_ideology A coup C", "A coup B"}},
	{"E40", Plus, "", "A[x,x] g7 L, B[x,x] L, C[x,x] L", []string{"A coup C", "= wait C"}},
	{"E42", Plus, "", "A[subay,x] L, B[x,x] U, C[x,x] L", []string{"A tax", "C challenge", "= phase proof"}},
	{"E43", Plus, "", "A[x,x] g1 L, B[x,x] U, C[x,x] L", []string{"A convert_self", "= A g0", "= side A ulusalci", "= pool 1", "= turn B"}},
	{"E44", Plus, "", "A[x,x] g2 L, B[x,x] U, C[x,x] L", []string{
		"A convert_other C", "= A g0", "= pool 2", "= side C ulusalci", "B income", "C income", "!not_enough_gold A coup C", "A steal C"}},
	{"E45", Plus, "", "A[x,x], B[x,x], C[x,x]", []string{"!pool_empty A embezzle"}},
	{"E46", Plus, "", "A[subay,aktivist] g0, B[x,x], C[x,x], pool 5", []string{"A embezzle", "* pass", "= A g5", "= pool 0"}},
	{"E48", Plus, "", "A[subay,aktivist] g0, B[burokrat,politikaci], C[x,x], pool 5", []string{
		"A embezzle", "B challenge", "A show", "= event proved items=subay,aktivist n=2", "= event redrawn to=A", "B burokrat", "= A g5", "= pool 0", "= A down 2", "= deck 9"}},
	{"E50", Plus, "defence_type=avukat", "A[avukat,x] g7 L, B[x,x] g0 L, C[x,x] L, D[subay|x] g7 U", []string{
		"A coup D", "= event eliminated n=7", "= phase kayyum", "= wait ABC", "A kayyum", "C pass", "B kayyum", "= phase kayyum_challenge", "= wait ABC", "* pass", "= A g3", "= B g3", "= pool 1", "= event share why=shared n=3", "= turn B"}},
	{"E51", Plus, "defence_type=avukat", "A[avukat,x] g7 L, B[subay,burokrat] g0 L, C[x,x] L, D[subay|x] g7 U", []string{
		"A coup D", "A kayyum", "B kayyum", "C pass", "A pass", "C B", "B pass", "= phase proof", "= wait B", "B concede", "B subay", "= A g7", "= B g0", "= pool 0", "= turn B"}},
	{"E53", Plus, "defence_type=avukat", "A[x,x] g7 L, B[x,x] L, D[subay|x] g0 U, C[x,x] L", []string{"A coup D", "= event eliminated n=0", "= no estate", "= turn B"}},
	{"E54", Plus, "defence_type=avukat", "A[x,x] g7 L, B[subay|x] g6 U, C[|x,x] g0", []string{"A coup B", "= over A", "= no estate", "= event over why=last_alive"}},
	{"E55", Plus, "defence_type=avukat", "A[x,x] g7 L, B[x,x] L, C[x,x] L, D[subay|x] g4 U", []string{
		"A coup D", "* pass", "= event treasury n=4 why=nobody_claimed", "= A g0", "= pool 0", "= bank -4", "= turn B"}},
	{"E57", Plus, "exchange_type=gazeteci", "A[gazeteci,burokrat] L, B[subay|aktivist] U, C[x,x] L, deck is_adami", []string{
		"A manipulate B", "* pass", "= phase manip_own", "A burokrat", "= phase manipulate", "= event manip_seen to=A items=burokrat,subay,is_adami",
		"A subay is_adami", "= A[gazeteci,subay]", "= B[is_adami|aktivist]", "= B down 1", "= event manip_taken to=B what=subay items=is_adami", "= turn B"}},
	{"E58", Plus, "exchange_type=gazeteci", "A[gazeteci,burokrat] L, B[gazeteci,x] U, C[x,x] L", []string{
		"A manipulate B", "B block", "C pass", "* pass", "= event blocked", "= never manip_seen", "= A[gazeteci,burokrat]", "= turn B"}},
	{"E59", Plus, "exchange_type=gazeteci", "A[x,x], B[x,x], C[x,x]", []string{"!character_not_in_game A exchange"}},
	{"E61", Base, "", "A[subay|x], B[is_adami,x], C[x,x]", []string{
		"A foreign_aid", "B block", "A challenge", "B show", "= alive BC", "= event blocked", "= A g0", "= turn B"}},
	{"E63", Base, "", "A[is_adami,x], B[x,x], C[x,x]", []string{
		"A tax", "B challenge", "!too_late C@-1 challenge", "!stale_prompt B@-1 challenge", "A show", "!stale_prompt C@-2 challenge"}},
	{"E63 by time", Base, "", "A[is_adami,x], B[x,x], C[x,x]", []string{"A tax", "timeout", "!stale_prompt C@-1 challenge"}},
}

func TestWorkedCases(t *testing.T) { run(t, workedCases) }

// The cases about the set-up.

func TestE1_E2_E3_Deal(t *testing.T) {
	for _, c := range []struct {
		name    string
		preset  games.Game
		players int
		deck    int
		total   int
	}{{"E1", Base, 4, 7, 15}, {"E2", Base, 6, 3, 15}, {"E3", Plus, 8, 4, 20}} {
		t.Run(c.name, func(t *testing.T) {
			first, _, err := c.preset.New(games.Setup{Players: c.players, Winner: -1})
			if err != nil {
				t.Fatal(err)
			}
			v := first.View(games.Nobody).(View)
			if v.Deck != c.deck || v.Rules.Copies*len(v.Rules.Characters) != c.total {
				t.Errorf("deck %d of %d cards", v.Deck, v.Rules.Copies*len(v.Rules.Characters))
			}
			for i, seat := range v.Seats {
				if seat.Down != 2 || seat.Gold != 2 || !seat.Alive {
					t.Errorf("seat %d: %+v", i, seat)
				}
				want := ""
				if c.preset == Plus {
					want = []string{Liberal, Ulusalci}[(i-int(v.Starter)+c.players)%c.players%2]
				}
				if seat.Side != want {
					t.Errorf("seat %d, %d after the first: side %q, want %q", i, i-int(v.Starter), seat.Side, want)
				}
			}
			if v.Phase != PromptTurn || v.Active != v.Starter {
				t.Errorf("phase %s of seat %d", v.Phase, v.Active)
			}
		})
	}
}

func TestE4_E6_Refusals(t *testing.T) {
	for _, c := range []struct {
		name    string
		preset  games.Game
		players int
		options string
		code    games.Code
		what    string
	}{
		{"E4", Base, 7, "", games.BadPlayerCount, ""},
		{"R2.1 one", Base, 1, "", games.BadPlayerCount, ""},
		{"R2.1 nine", Plus, 9, "", games.BadPlayerCount, ""},
		{"E6", Plus, 4, "defence_type=avukat ideology=off", games.BadOption, OptDefenceType},
		{"R1.3 gazeteci", Plus, 4, "exchange_type=gazeteci ideology=off", games.BadOption, OptExchangeType},
		{"R2.7", Base, 4, "ideology=on", games.BadOption, OptIdeology},
		{"unknown value", Plus, 4, "starter=me", games.BadOption, OptStarter},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := c.preset.New(games.Setup{Players: c.players, Options: optionsOf(c.options), Winner: -1})
			var r, other *games.Refusal
			if !errors.As(err, &r) || r.Code != c.code || r.What != c.what {
				t.Errorf("%+v", err)
			}
			if !errors.As(c.preset.Check(c.players, optionsOf(c.options)), &other) || *other != *r {
				t.Errorf("Check gives %v, New %v", other, r)
			}
		})
	}
	for _, g := range []games.Game{Base, Plus} {
		for _, v := range g.Info().Variants {
			if err := g.Check(4, v.Options); err != nil {
				t.Errorf("variant %s: %v", v.ID, err)
			}
		}
	}
}

// Every case of the rules' table is there.
func TestAllWorkedCasesStand(t *testing.T) {
	var names []string
	for _, c := range workedCases {
		names = append(names, c.name)
	}
	for _, want := range []string{
		"E7", "E8", "E9", "E10", "E11", "E13", "E14", "E15", "E16", "E17", "E18", "E19", "E20", "E21", "E22", "E23", "E24", "E25", "E27", "E28",
		"E30", "E31", "E32", "E33", "E34", "E36", "E37", "E38", "E39", "E40", "E42", "E43", "E44", "E45", "E46", "E48", "E50", "E51", "E53", "E54", "E55",
		"E57", "E58", "E59", "E61", "E63",
	} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is missing", want)
		}
	}
}
