package secrethitler

import "testing"

// How rules act on each other, by their numbers.
var interactions = []script{
	// The night.
	{"R3.1 the placard goes round over the dead", "", "LLLLFFH up=P7 F3 deck=FFF", []string{
		"elect P3", "throw F", "enact F", "P7 P1", "= up P2", "reject P4", "= up P3"}},
	{"R3.1 whoever was Chancellor can be the next candidate", "", "LLLFH deck=FFL", []string{"elect P2", "throw F", "enact L", "= up P2"}},

	// Elections.
	{"R3.4 limits come from being elected, not nominated", "", "LLLLFFH last=P6,P7", []string{"reject P3", "= up P2", "= free P1", "= free P3", "= limited P6 last_president", "P2 P3"}},
	{"R3.4 a vetoed government limits too", "", "LLLLFFH F5 deck=FFF", []string{
		"elect P2", "throw F", "P2 veto", "P1 agree", "= limited P1 last_president", "= limited P2 last_chancellor"}},
	{"R3.4 seven of seven need both", "term_limit_exception=living5", "LLLLFFH up=P2 last=P1,P4", []string{"!term_limited P2 P1", "!term_limited P2 P4"}},
	{"R3.5 five of five by either reading", "term_limit_exception=living5", "LLLFH up=P2 last=P1,P4", []string{"P2 P1"}},
	{"R3.7 candidates vote too, a vote may be changed", "", "LLLFH", []string{
		"P1 P3", "= wait 12345", "P1 ja", "= wait 2345", "P1 nein", "= wait 2345", "P2 ja", "P3 ja", "P4 nein", "P1 ja", "P5 nein", "= event votes n=3 items=ja,ja,ja,nein,nein"}},
	{"R3.7 after the reveal a vote is over", "", "LLLFH", []string{"P1 P3", "P1 ja", "P2 ja", "P3 ja", "P4 ja", "P5 ja", "!stale_prompt P5@-1 nein"}},
	{"R3.8 half of six is not enough", "", "LLLLFH", []string{"P1 P2", "ja P1 P2 P3", "= event votes n=3 why=tie", "= event rejected n=1"}},
	{"R3.9 three rejections in a row", "", "LLLFH deck=F", []string{"reject P2", "= T 1", "reject P3", "= T 2", "reject P4", "= event chaos why=third_failure", "= T 0", "= up P4"}},
	{"R3.10 an election resets the tracker", "", "LLLFH T2", []string{"elect P2", "= event tracker n=2 why=elected rule=R3.10", "= T 0"}},
	{"R3.10 or only an enactment does", "tracker_reset=enact_only", "LLLFH T2", []string{
		"elect P2", "= no tracker", "= T 2", "do c0", "do c0", "= event tracker n=2 why=enacted rule=R5.4", "= T 0"}},
	{"R3.11 three in force before the vote", "", "LLLFH F2 deck=FFF", []string{
		"elect P5", "throw F", "enact F", "= F 3", "= event hitler_zone", "= phase peek"}},
	{"R3.11 Hitler as President wins nothing", "", "LLLHF F3", []string{"reject P2", "reject P3", "= up P3", "reject P2", "= up P4", "elect P1", "= event not_hitler seat=P1", "= phase discard"}},

	// Chaos.
	{"R4.2 chaos brings no power", "", "LLLLLFFFH T2 deck=F", []string{"reject P2", "= event chaos n=1", "= no power", "= event no_power what=investigate why=chaos_no_power n=1", "= up P2", "= phase nominate"}},
	{"R4.2 chaos brings no special election", "", "LLLLLFFFH F2 T2 deck=F", []string{"reject P2", "= event no_power what=special_election why=chaos_no_power n=3", "= up P2", "= phase nominate"}},
	{"R4.2 chaos brings no execution", "", "LLLLLFFFH F3 T2 deck=F", []string{"reject P2", "= event no_power what=execute why=chaos_no_power n=4", "= alive 123456789", "= phase nominate"}},
	{"R5.5 the deck is made whole before the power", "", "LLLFH F2 deck=FFF only", []string{"elect P2", "throw F", "enact F", "= event reshuffled why=few_cards", "= phase peek"}},
	{"R10.2 a nomination in time while the limits are ignored", "", "LLLLFFH up=P3 last=P1,P7", []string{
		"leave P4", "leave P5", "leave P6", "leave P3", "= up P7", "timeout", "= event nominated why=absent", "= phase vote"}},
	{"R4.2 nothing is missed where there is no power", "", "LLLFH T2 deck=F", []string{"reject P2", "= event chaos n=1", "= no no_power"}},
	{"R4.2 chaos may open Hitler's zone", "", "LLLFH F2 T2 deck=F", []string{"reject P2", "= event hitler_zone", "elect P5", "= over hitler_elected 45"}},
	{"R4.5 chaos may leave too few", "", "LLLFH F2 T2 deck=LFL only", []string{"= deck 3", "reject P2", "= event reshuffled n=14", "= deck 14", "= pile 0"}},

	// Sessions.
	{"R5.1 a President with no choice must answer all the same", "", "LLLFH deck=FFF", []string{"elect P2", "= phase discard", "= wait 1", "throw F", "= phase enact", "= wait 2"}},
	{"R5.2 the President cannot enact", "", "LLLFH deck=FFL", []string{"elect P2", "throw F", "!not_chancellor P1 c0", "!bad_choice P2 c2", "!bad_choice P2 c9"}},
	{"R5.1 nobody else throws away", "", "LLLFH", []string{"elect P2", "!not_president P2 c0", "!not_president P3 c0", "!bad_choice P1 c3", "!wrong_phase P1 ja"}},
	{"R3.3 nobody else nominates", "", "LLLFH", []string{"!not_president P2 P3", "!wrong_phase P1 veto", "!bad_choice P1 P9", "!bad_choice P1 x"}},
	{"R5.4 two discards and one enacted", "", "LLLFH deck=FFL", []string{"elect P2", "= deck 14", "= pile 0", "throw F", "= pile 1", "enact L", "= pile 2", "= L 1", "= deck 14"}},
	{"R5.7 no reshuffle after the end", "", "LLLFH L4 F1 deck=LFF only", []string{"elect P2", "throw F", "enact L", "= over liberal_policies 123", "= no reshuffled"}},

	// Veto.
	{"R5.8 the fifth policy's own session has none", "", "LLLFH F4 deck=FFF", []string{
		"elect P2", "throw F", "!veto_locked P2 veto", "enact F", "= event veto_power", "= phase execute"}},
	{"R5.8 no veto by the President", "", "LLLFH F5 deck=FFF", []string{"elect P2", "!bad_choice P1 c5", "throw F", "!not_chancellor P1 veto", "!must_enact P2 discard", "P2 veto", "!not_president P2 agree", "!wrong_phase P1 ja"}},
	{"R5.8.2 veto and reshuffle before chaos", "tracker_reset=enact_only", "LLLFH F5 T2 deck=FFF only", []string{
		"elect P2", "throw F", "P2 veto", "= deck 0", "P1 agree", "= event reshuffled n=12", "= event chaos"}},
	{"R10.2 a veto question that is not answered", "", "LLLFH F5 deck=FFL", []string{
		"elect P2", "throw F", "P2 veto", "timeout", "= event timed_out seat=P1 what=veto_question", "= event veto_refused why=absent", "= phase enact", "!veto_already_asked P2 veto"}},
	{"R10.2 a Chancellor who is not there does not veto", "", "LLLFH F5 deck=LLL", []string{
		"elect P2", "throw L", "timeout", "= event enacted what=policy_liberal why=absent", "= no veto_asked"}},

	// Powers.
	{"R6.1 five players: the first two bring nothing", "", "LLLFH F1 deck=FFF", []string{"elect P2", "throw F", "enact F", "= event no_power n=2"}},
	{"R6.1 six players: peek", "", "LLLLFH F2 deck=FFFLFL", []string{
		"elect P2", "throw F", "enact F", "= event power what=peek n=3", "= phase peek", "do look", "= event peeked seat=P1 to=",
		"= event peek_seen to=1 items=policy_liberal,policy_fascist,policy_liberal", "elect P3", "= hand P2 LFL"}},
	{"R6.1 seven players: investigate, then special election", "", "LLLLFFH F1 deck=FFFFFF", []string{
		"elect P2", "throw F", "enact F", "= phase investigate", "P1 P4", "elect P3", "throw F", "enact F", "= phase special_election"}},
	{"R6.1 ten players: investigate twice", "", "LLLLLLFFFH deck=FFFFFF", []string{
		"elect P2", "throw F", "enact F", "P1 P4", "elect P3", "throw F", "enact F", "= phase investigate"}},
	{"R6.1 the size at the start counts", "", "LLLLFFH F1 deck=FFF", []string{"leave P5", "leave P4", "elect P2", "throw F", "enact F", "= phase investigate"}},
	{"R6.2 a liberal policy gives none", "", "LLLLLFFFH deck=FFL", []string{"elect P2", "throw F", "enact L", "= no power", "= no no_power", "= up P2"}},
	{"R6.2 targets", "", "LLLFH F3 deck=FFFFFF", []string{
		"elect P2", "throw F", "enact F", "!target_self P1 P1", "!not_president P3 P1", "P1 P4", "elect P3", "throw F", "enact F", "!target_dead P2 P4", "!bad_choice P2 P8"}},
	{"R6.3 a fascist is fascist, a Liberal is not", "", "LLLLLFFFH deck=FFF", []string{"elect P2", "throw F", "enact F", "P1 P2", "= event party to=1 what=party_liberal", "= event party_told end=true"}},
	{"R6.4 a special candidate may use powers", "", "LLLLLFFH F2 deck=FFFFFF", []string{
		"elect P2", "throw F", "enact F", "P1 P5", "elect P3", "throw F", "enact F", "= phase execute", "P5 P4", "= up P2"}},
	{"R6.6 the dead are out", "", "LLLLFFH F3 deck=FFF", []string{
		"elect P2", "throw F", "enact F", "P1 P3", "= event silent to=3", "= alive 124567", "!target_dead P2 P3", "elect P4", "= event elected"}},
	{"dead_chat_reminder=off", "dead_chat_reminder=off", "LLLLFFH F3 deck=FFF", []string{"elect P2", "throw F", "enact F", "P1 P3", "= no silent"}},
	{"R10.2 the lot picks a legal target", "", "LLLFH F3 deck=FFF", []string{
		"elect P2", "throw F", "enact F", "timeout", "= event timed_out what=execute seat=P1", "= ever lot seat=P1 what=execute", "= ever executed"}},
	{"R10.2 nobody looks at the cards", "", "LLLFH F2 deck=FFF", []string{"elect P2", "throw F", "enact F", "timeout", "= event timed_out what=peek", "= event peek_seen to=1", "= up P2"}},
	{"R10.2 the next eligible in order is nominated", "", "LLLLFFH up=P2 last=P1,P3", []string{
		"timeout", "= event timed_out seat=P2 what=nominate", "= event nominated seat=P2 other=P4 why=absent", "= phase vote"}},

	// The end.
	{"R7.1 the fifth liberal policy", "", "LLLFH L4 deck=FFL", []string{"elect P2", "throw F", "enact L", "= over liberal_policies 123"}},
	{"R7.2 the sixth fascist policy", "", "LLLFH F5 deck=FFL", []string{"elect P2", "throw L", "enact F", "= over fascist_policies 45", "= no power"}},
	{"R7.2 the dead of the winning side win", "", "LLLLFFH F3 L4 deck=FFFFFL", []string{
		"elect P2", "throw F", "enact F", "P1 P4", "elect P3", "throw F", "enact L", "= over liberal_policies 1234"}},
	{"void", "", "LLLFH", []string{"void", "= over void"}},

	// Claims.
	{"show_claims: who may claim", "", "LLLLLFFFH deck=FFL", []string{
		"elect P2", "= closed P1", "throw L", "enact F", "= open P1 claim_drawn", "= open P2 claim_got", "= closed P3", "P1 P6", "= open P1 claim_party",
		"claim P1 fff", "= event claim_drawn seat=P1 what=fff n=1", "= event claim_told why=lie items=ffl end=true", "claim P1 party_liberal",
		"= event claim_party seat=P1 other=P6 what=party_liberal", "= event claim_told why=lie items=party_fascist", "= closed P1",
		"claim P2 ff", "= event claim_told why=true", "= closed P2", "= conflicts 1"}},
	{"show_claims: until the next government is elected", "", "LLLFH deck=FFL", []string{
		"elect P2", "throw F", "enact L", "reject P3", "= open P1 claim_drawn", "= open P2 claim_got", "elect P4", "= closed P1", "= closed P2"}},
	{"show_claims: a vetoed session too", "", "LLLFH F5 deck=FFL", []string{
		"elect P2", "throw F", "P2 veto", "P1 agree", "claim P1 ffl", "claim P2 ff", "= event claim_told why=lie items=fl", "= conflicts 6"}},
	{"show_claims: they contradict", "", "LLLFH deck=FFL", []string{
		"elect P2", "throw L", "enact F", "claim P2 ff", "= no claim_got why=conflict", "claim P1 fll", "= event claim_drawn why=conflict", "= conflicts 1 pair"}},
	{"show_claims: what was enacted contradicts", "", "LLLFH deck=FFL", []string{
		"elect P2", "throw F", "enact L", "claim P2 ff", "= event claim_got why=conflict", "claim P1 fff", "= conflicts 1 president,chancellor"}},
	{"show_claims: the President threw the liberal one", "", "LLLFH deck=FFL", []string{
		"elect P2", "throw L", "enact F", "claim P1 ffl", "claim P2 ff", "= conflicts 1"}},
	{"show_claims: the dead claim nothing", "", "LLLLFFH F3 deck=FFF", []string{
		"elect P2", "throw F", "enact F", "P1 P2", "!dead_player P2 ff", "= no claim_got", "claim P1 fff"}},
	{"show_claims=off", "show_claims=off", "LLLFH deck=FFL", []string{"elect P2", "throw F", "enact L", "= closed P1", "= closed P2"}},
}

func TestInteractions(t *testing.T) { run(t, interactions) }
