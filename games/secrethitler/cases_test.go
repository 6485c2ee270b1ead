package secrethitler

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"kumpas/games"
)

// The worked cases of section 12, by number. Where an option has two readings both stand here.
var workedCases = []script{
	{"S6", "", "LLLLLFFH up=P2", []string{"P2 P3", "ja P1 P2 P3 P4", "= event votes n=4 why=tie", "= event rejected n=1", "= T 1", "= up P3"}},
	{"S7", "", "LLLLFFH", []string{"P1 P3", "ja P1 P2 P3 P4", "= event elected seat=P1 other=P3", "= phase discard", "= wait 1"}},
	{"S8", "", "LLLFH", []string{"P1 P3", "ja P1 P2 P3", "= event elected", "= phase discard"}},
	{"S9", "", "LLLLFFH up=P2 last=P1,P4", []string{
		"= limited P1 last_president", "= limited P4 last_chancellor", "!term_limited P2 P4", "!term_limited P2 P1", "P2 P3"}},
	{"S11", "", "LLLFH up=P2 last=P1,P3", []string{"= free P1", "!term_limited P2 P3", "P2 P1", "= phase vote"}},
	{"S11 living5", "term_limit_exception=living5", "LLLFH up=P2 last=P1,P3", []string{"= free P1", "!term_limited P2 P3", "P2 P1"}},
	{"S12", "", "LLLLFFH up=P2 last=P1,P4", []string{"leave P6", "leave P5", "= alive 12347", "!term_limited P2 P1", "!term_limited P2 P4"}},
	{"S12 living5", "term_limit_exception=living5", "LLLLFFH up=P2 last=P1,P4", []string{
		"!term_limited P2 P1", "leave P6", "leave P5", "= alive 12347", "!term_limited P2 P4", "P2 P1"}},
	{"S14", "", "LLLFH", []string{"!nominate_self P1 P1"}},
	{"S15", "", "LLLFH T2 last=P3,P4 deck=L", []string{
		"reject P2", "= event rejected n=3", "= event chaos what=policy_liberal why=third_failure n=1", "= L 1", "= T 0",
		"= event no_limits why=chaos", "= free P3", "= free P4", "= up P2"}},
	{"S17", "", "LLLFH F4 T2 deck=FFFF", []string{
		"reject P2", "= F 5", "= phase nominate", "= no power", "= event veto_power", "elect P3", "throw F", "= phase enact", "do veto", "= phase veto_question"}},
	{"S18 liberal", "", "LLLFH L4 T2 deck=L", []string{"reject P2", "= over liberal_policies 123"}},
	{"S18 fascist", "", "LLLFH F5 T2 deck=F", []string{"reject P2", "= over fascist_policies 45", "= no reshuffled", "= no no_limits"}},
	{"S19", "", "LLLLFFH T2 last=P7,P4", []string{"!term_limited P1 P4", "reject P3", "= event chaos", "= up P2", "P2 P4"}},
	{"S20", "", "LLLFH F2", []string{"elect P5", "= phase discard", "= no not_hitler"}},
	{"S21", "", "LLLFH F3", []string{"elect P5", "= over hitler_elected 45", "= no drew", "= never drew"}},
	{"S22", "", "LLLFH F3", []string{"elect P4", "= event not_hitler seat=P4", "= phase discard"}},
	{"S24", "", "LLLFH deck=FFL", []string{
		"elect P2", "= hand P1 FFL", "throw L", "= hand P2 FF", "= event got to=2 items=policy_fascist,policy_fascist", "enact F", "= F 1"}},
	{"S25", "", "LLLFH F1 deck=LFLF only", []string{
		"= deck 4", "elect P2", "= deck 1", "throw F", "enact L", "= event reshuffled n=15 why=few_cards", "= deck 15", "= pile 0"}},
	{"S26", "", "LLLFH F2 deck=LFLFFF only", []string{"= deck 6", "elect P2", "throw F", "enact L", "= deck 3", "= no reshuffled"}},
	{"S28", "", "LLLLLFFFH deck=FFF", []string{"elect P2", "throw F", "enact F", "= event power what=investigate n=1", "= phase investigate", "= wait 1"}},
	{"S29", "", "LLLLFFH deck=FFF", []string{"elect P2", "throw F", "enact F", "= event no_power n=1 why=no_power_here", "= up P2"}},
	{"S30", "", "LLHLFFL F1 deck=FFF", []string{
		"elect P2", "throw F", "enact F", "= phase investigate", "P1 P3", "= event party to=1 other=P3 what=party_fascist", "= event investigated seat=P1 other=P3 to=",
		"= party P1 P3 party_fascist", "= party P2 P3", "= up P2"}},
	{"S31", "", "LLLLLFFFH deck=FFFFFF", []string{
		"elect P2", "throw F", "enact F", "P1 P6", "elect P3", "throw F", "enact F", "= phase investigate", "!already_investigated P2 P6", "P2 P7"}},
	{"S32", "", "LLLLLFFH up=P2 F2 deck=FFF", []string{
		"elect P1", "throw F", "enact F", "= phase special_election", "P2 P6", "= event called seat=P2 other=P6", "= up P6", "= event candidate why=called",
		"reject P4", "= T 1", "= up P3", "= event candidate why=order_returns rule=R3.2"}},
	{"S32 elected", "", "LLLLLFFH up=P2 F2 deck=FFFLLL", []string{
		"elect P1", "throw F", "enact F", "P2 P6", "elect P4", "throw L", "enact L", "= up P3"}},
	{"S32 the next one", "", "LLLLLFFH up=P2 F2 deck=FFF", []string{"elect P1", "throw F", "enact F", "P2 P3", "= up P3", "reject P4", "= up P3"}},
	{"S34", "", "LLLLLFFH up=P2 F2 deck=FFF", []string{
		"elect P6", "throw F", "enact F", "= limited P6 last_chancellor", "P2 P6", "= up P6", "!term_limited P6 P2", "P6 P3"}},
	{"S36", "", "LLLFH F3 deck=FFF", []string{
		"elect P2", "throw F", "enact F", "= phase execute", "P1 P5", "= event executed other=P5 what=hitler", "= over hitler_executed 123"}},
	{"S37", "", "LLLLFFH F3 deck=FFF", []string{
		"elect P2", "throw F", "enact F", "P1 P5", "= event executed other=P5 what= why=role_hidden", "= party P1 P5", "= party P5 P1", "= party P5 P6 party_fascist",
		"= alive 123467", "= up P2", "P2 P3", "= wait 123467", "ja P1 P2 P3", "= event rejected", "elect P4", "= event elected"}},
	{"S38", "", "LLLLFFH F3 deck=FFF", []string{"elect P2", "throw F", "enact F", "P1 P5", "P2 P3", "!dead_player P5 ja"}},
	{"S39", "", "LLLFH F4 deck=FFF", []string{"elect P2", "throw F", "!veto_locked P2 veto"}},
	{"S40", "", "LLLFH F5 deck=FFF", []string{
		"elect P2", "throw F", "P2 veto", "= event veto_asked", "P1 agree", "= event veto_agreed n=1 why=veto_counts", "= T 1", "= F 5", "= pile 3", "= up P2"}},
	{"S41", "", "LLLFH F5 deck=FFL", []string{
		"elect P2", "throw F", "P2 veto", "P1 refuse", "= event veto_refused", "= phase enact", "!veto_already_asked P2 veto", "!must_enact P2 discard", "enact L", "= L 1"}},
	{"S42", "tracker_reset=enact_only", "LLLFH F5 T2 deck=FFFL", []string{
		"elect P2", "= T 2", "throw F", "P2 veto", "P1 agree", "= event veto_agreed n=3", "= event chaos what=policy_liberal", "= T 0", "= L 1"}},
	{"S42 elect_or_enact", "", "LLLFH F5 T2 deck=FFFL", []string{
		"elect P2", "= event tracker n=2 why=elected", "= T 0", "throw F", "P2 veto", "P1 agree", "= T 1", "= no chaos"}},
	{"S44", "tracker_reset=enact_only", "LLLFH F5 T2 deck=FFFL", []string{
		"elect P4", "throw F", "P4 veto", "P1 agree", "= event no_limits why=chaos", "= free P1", "= free P4", "P2 P4"}},
	{"S47", "", "LLLFH", []string{"elect P2", "timeout", "= event timed_out seat=P1 what=discard", "= event passed why=absent", "= phase enact", "= pile 1"}},
	{"S48", "", "LLLFH", []string{
		"P1 P2", "P1 ja", "P2 ja", "P3 nein", "P4 ja", "timeout", "= event timed_out seat=P5 n=1 what=vote",
		"= event votes n=3 items=ja,ja,nein,ja,nein", "= event elected"}},
	{"S48 wait", "vote_timeout=wait", "LLLFH", []string{
		"P1 P2", "P1 ja", "P2 ja", "P3 nein", "P4 ja", "timeout", "= no timed_out", "= phase vote", "= wait 5", "P5 nein", "= event elected"}},
	{"S49", "", "LLLFH", []string{"leave P5", "= event left seat=P5 why=hitler_left", "= over void", "= party P1 P5 party_fascist"}},
}

func TestWorkedCases(t *testing.T) { run(t, workedCases) }

// The cases about the set-up.

func TestS1_S2_Roles(t *testing.T) {
	for _, c := range []struct {
		name                       string
		players, liberals, fascist int
	}{{"S1", 5, 3, 1}, {"S2 of six", 6, 4, 1}, {"S2 of seven", 7, 4, 2}, {"S2 of eight", 8, 5, 2}, {"S2 of nine", 9, 5, 3}, {"S2 of ten", 10, 6, 3}} {
		t.Run(c.name, func(t *testing.T) {
			first, _, err := Game.New(games.Setup{Players: c.players, Winner: -1})
			if err != nil {
				t.Fatal(err)
			}
			count := map[role]int{}
			for _, r := range first.(*state).Roles[:c.players] {
				count[r]++
			}
			if count[liberal] != c.liberals || count[fascist] != c.fascist || count[hitler] != 1 {
				t.Errorf("dealt %v", count)
			}
			v := first.View(games.Nobody).(View)
			if v.Rules.Liberals != c.liberals || v.Rules.Fascists != c.fascist || v.Deck != 17 {
				t.Errorf("told %+v and a deck of %d", v.Rules, v.Deck)
			}
		})
	}
}

func TestS3_Refusals(t *testing.T) {
	for _, c := range []struct {
		name    string
		players int
		options string
		code    games.Code
	}{
		{"S3 four", 4, "", games.BadPlayerCount},
		{"S3 eleven", 11, "", games.BadPlayerCount},
		{"section 9", 7, "tracker_reset=never", games.BadOption},
		{"section 9 unknown", 7, "veto=off", games.BadOption},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := Game.New(games.Setup{Players: c.players, Options: optionsOf(c.options), Winner: -1})
			var r, other *games.Refusal
			if !errors.As(err, &r) || r.Code != c.code {
				t.Errorf("%+v", err)
			}
			if !errors.As(Game.Check(c.players, optionsOf(c.options)), &other) || *other != *r {
				t.Errorf("Check gives %v, New %v", other, r)
			}
		})
	}
}

// Who is told whom at night, and the same in his view.
func TestS4_S5_Messages(t *testing.T) {
	for _, c := range []struct {
		name    string
		players int
		knows   map[string]string // of each role: the roles named to it, and why
	}{
		{"S4 five", 5, map[string]string{Liberal: " liberal_alone", Fascist: "hitler small_table", Hitler: "fascist small_table"}},
		{"S4", 6, map[string]string{Liberal: " liberal_alone", Fascist: "hitler small_table", Hitler: "fascist small_table"}},
		{"S5", 7, map[string]string{Liberal: " liberal_alone", Fascist: "fascist,hitler fascists", Hitler: " hitler_alone"}},
		{"S5 ten", 10, map[string]string{Liberal: " liberal_alone", Fascist: "fascist,fascist,hitler fascists", Hitler: " hitler_alone"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			first, events, err := Game.New(games.Setup{Players: c.players, Winner: -1})
			if err != nil {
				t.Fatal(err)
			}
			s := first.(*state)
			for seat := range s.seats().All() {
				role := s.Roles[seat].String()
				var heard, seen []string
				why := ""
				for _, e := range events {
					switch {
					case !e.For(seat):
					case e.Kind == EvAlly:
						if s.Roles[e.Other].String() != e.What {
							t.Errorf("seat %d is named to %d as %s", e.Other, seat, e.What)
						}
						heard = append(heard, e.What)
					case e.Kind == EvRole:
						if e.What != role || e.Items[0] != s.Roles[seat].party() {
							t.Errorf("a %s is told that he is %s of %v", role, e.What, e.Items)
						}
						why = e.Why
					}
				}
				v := s.View(seat).(View)
				for other, w := range v.Seats {
					if games.Seat(other) != seat && w.Role != "" {
						seen = append(seen, w.Role)
					}
				}
				slices.Sort(heard)
				slices.Sort(seen)
				if got := strings.Join(heard, ",") + " " + why; got != c.knows[role] {
					t.Errorf("a %s hears %q, want %q", role, got, c.knows[role])
				}
				if got := strings.Join(seen, ",") + " " + v.Knows; got != c.knows[role] || v.Role != role {
					t.Errorf("a %s sees %q, want %q", v.Role, got, c.knows[role])
				}
			}
			for _, w := range s.View(games.Nobody).(View).Seats {
				if w.Role+w.Party != "" {
					t.Errorf("a spectator sees %+v", w)
				}
			}
		})
	}
}

// Every case of the rules' table is there.
func TestAllWorkedCasesStand(t *testing.T) {
	var names []string
	for _, c := range workedCases {
		names = append(names, c.name)
	}
	for _, want := range strings.Fields(`S6 S7 S8 S9 S11 S12 S14 S15 S17 S19 S20 S21 S22 S24 S25 S26 S28 S29 S30 S31 S32 S34 S36 S37 S38 S39 S40 S41 S42 S44 S47 S48 S49`) {
		if !slices.Contains(names, want) {
			t.Errorf("%s is missing", want)
		}
	}
}
