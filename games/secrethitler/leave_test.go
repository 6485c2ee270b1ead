package secrethitler

import "testing"

// R10.5 in every phase.
var departures = []script{
	{"a candidate before he nominates", "", "LLLLFFH T1", []string{"leave P1", "= event no_round seat=P1 why=candidate_left", "= T 1", "= up P2"}},
	{"a candidate during the vote", "", "LLLLFFH T2", []string{"P1 P3", "P2 ja", "leave P1", "= event no_round seat=P1 other=P3", "= T 2", "= up P2", "= no chaos"}},
	{"a Chancellor candidate during the vote", "", "LLLLFFH", []string{"P1 P3", "leave P3", "= event no_round", "= T 0", "= up P2"}},
	{"another one before the nomination", "", "LLLLFFH", []string{"leave P4", "= phase nominate", "= up P1", "!target_dead P1 P4", "P1 P3"}},
	{"a voter: the majority is of the living", "", "LLLLFFH", []string{
		"P1 P3", "P1 ja", "P2 ja", "P3 ja", "P4 nein", "P5 nein", "P6 nein", "leave P4", "= phase vote", "= wait 7", "P7 ja", "= event votes n=4 items=ja,ja,ja,,nein,nein,ja", "= event elected"}},
	{"the last one who had to vote", "", "LLLLFFH", []string{
		"P1 P3", "P1 ja", "P2 ja", "P3 ja", "P5 nein", "P6 nein", "P7 ja", "leave P4", "= event votes n=4", "= event elected"}},
	{"one who had voted", "", "LLLLFFH", []string{
		"P1 P3", "P1 ja", "P2 ja", "P4 ja", "leave P4", "P3 nein", "P5 nein", "P6 nein", "P7 ja", "= event votes n=3 why=tie", "= event rejected"}},
	{"the President with three policies", "", "LLLLFFH deck=FFF", []string{
		"elect P2", "leave P1", "= event passed why=absent", "= phase enact", "= wait 2", "enact F", "= up P2", "= free P3"}},
	{"the Chancellor while the President chooses", "", "LLLLFFH deck=FFF", []string{
		"elect P2", "leave P2", "= phase discard", "throw F", "= event enacted what=policy_fascist why=absent", "= F 1", "= up P3"}},
	{"the Chancellor with two policies", "", "LLLLFFH deck=LLL", []string{"elect P2", "throw L", "leave P2", "= event enacted what=policy_liberal why=absent", "= L 1", "= up P3"}},
	{"both of them", "", "LLLLFFH deck=FFF", []string{"elect P2", "leave P2", "leave P1", "= event enacted why=absent", "= F 1", "= up P3"}},
	{"the President: his power is dropped", "", "LLLLFFH F1 deck=FFF", []string{
		"elect P2", "throw F", "leave P1", "enact F", "= event no_power what=investigate why=president_left rule=R10.5", "= up P2"}},
	{"the President while he uses his power", "", "LLLLFFH F1 deck=FFF", []string{
		"elect P2", "throw F", "enact F", "leave P1", "= event no_power what=investigate why=president_left", "= up P2"}},
	{"a target while the President uses his power", "", "LLLLFFH F1 deck=FFF", []string{
		"elect P2", "throw F", "enact F", "leave P3", "= phase investigate", "!target_dead P1 P3", "P1 P4"}},
	{"the President before a veto is asked", "", "LLLLFFH F5 deck=FFL", []string{
		"elect P2", "throw F", "leave P1", "P2 veto", "= event veto_refused why=president_left", "= phase enact", "!veto_already_asked P2 veto"}},
	{"the President with a veto question", "", "LLLLFFH F5 deck=FFL", []string{
		"elect P2", "throw F", "P2 veto", "leave P1", "= event veto_refused why=president_left", "= phase enact", "= wait 2"}},
	{"the Chancellor who asked for a veto", "", "LLLLFFH F5 deck=FLL", []string{
		"elect P2", "throw F", "P2 veto", "leave P2", "= phase veto_question", "P1 refuse", "= event enacted what=policy_liberal why=absent"}},
	{"the Chancellor who asked for a veto, and the President agrees", "", "LLLLFFH F5 deck=FLL", []string{
		"elect P2", "throw F", "P2 veto", "leave P2", "P1 agree", "= event veto_agreed", "= L 0", "= T 1", "= up P3"}},
	{"the President with a veto question, after his Chancellor", "", "LLLLFFH F5 deck=FLL", []string{
		"elect P2", "throw F", "P2 veto", "leave P2", "leave P1", "= event veto_refused why=president_left", "= event enacted what=policy_liberal why=absent", "= L 1", "= up P3"}},
	{"the President while he looks at the deck", "", "LLLFH F2 deck=FFF", []string{
		"elect P2", "throw F", "enact F", "= phase peek", "leave P1", "= event no_power what=peek why=president_left", "= up P2"}},
	{"the President while he calls a special election", "", "LLLLFFH F2 deck=FFF", []string{
		"elect P2", "throw F", "enact F", "= phase special_election", "leave P1", "= event no_power what=special_election why=president_left", "= up P2"}},
	{"the President while he executes", "", "LLLLFFH F3 deck=FFF", []string{
		"elect P2", "throw F", "enact F", "= phase execute", "leave P1", "= event no_power what=execute why=president_left", "= up P2", "= alive 234567"}},
	{"a called candidate", "", "LLLLLFFH F2 deck=FFF", []string{
		"elect P2", "throw F", "enact F", "P1 P5", "leave P5", "= event no_round", "= event candidate seat=P2 why=order_returns"}},
	{"the one who called", "", "LLLLLFFH F2 deck=FFF", []string{"elect P2", "throw F", "enact F", "P1 P5", "leave P1", "= phase nominate", "reject P3", "= up P2"}},
	{"R3.6 one is left who is eligible", "", "LLLLFFH up=P2 last=P1,P4", []string{
		"leave P3", "leave P5", "!term_limited P2 P1", "leave P6", "!term_limited P2 P4", "P2 P7"}},
	{"R3.6 while he nominates", "", "LLLLFFH up=P2 last=P1,P7", []string{
		"leave P3", "leave P4", "leave P5", "= no no_limits", "leave P6", "= event no_limits why=nobody_eligible", "= free P1", "P2 P1"}},
	{"R3.6 before he nominates", "", "LLLLFFH up=P3 last=P1,P7", []string{
		"leave P4", "leave P5", "leave P6", "leave P3", "= up P7", "= no no_limits", "!term_limited P7 P1", "P7 P2"}},
	{"Hitler", "", "LLLFH F3", []string{"P1 P2", "leave P5", "= event left why=hitler_left", "= over void"}},
	{"fewer than three", "", "LLLLFFH", []string{
		"leave P1", "leave P2", "leave P3", "leave P4", "= phase nominate", "leave P5", "= event left why=too_few", "= over void"}},
	{"fewer than three by an execution", "", "LLLFH F3 deck=FFFFFF", []string{
		"leave P3", "elect P2", "throw F", "enact F", "P1 P4", "= alive 125", "elect P1", "throw F", "enact F", "P2 P1", "= over void"}},
	{"one who was executed", "", "LLLLFFH F3 deck=FFF", []string{
		"elect P2", "throw F", "enact F", "P1 P4", "leave P4", "= event left seat=P4 why=", "= phase nominate", "!dead_player leave P4"}},
	{"his claims go with him", "", "LLLLFFH deck=FFL", []string{"elect P2", "throw F", "enact L", "= open P1 claim_drawn", "leave P1", "= open P2 claim_got", "!not_yours P1 c0"}},
	{"no such seat", "", "LLLFH", []string{"!not_yours leave P9"}},
	{"twice", "", "LLLLFFH", []string{"leave P4", "!dead_player leave P4"}},
}

func TestDepartures(t *testing.T) { run(t, departures) }
