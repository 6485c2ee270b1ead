package noir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kumpas/games"
)

// A script is a position and what is done and expected in it, one line each.
//
// The position: seats from A on, divided by "|", of words: "p5" purse (3 unless told), "h:police,still" hand (none unless told),
// "C[2,1*]" a Casino hosting an open 2 and a hidden 1, "C^[]" one before the hideout, "HQ[2]", "~[3]" away, "boss=fox", "t1"
// trophies. Other words: "seats=4", "step=attack", "round=1", "deck=still,police" from the top, "removed=10" coins. A is to move in round 2.
//
// Lines: "A attack B.C 3 1" with gangsters by power ("3*" hidden, "~3" away), "A move 3:C 1:away 2:dismiss", "A open casino
// gangster2:S gangster1", "A relocate C", "A discard police still", "A end", "B react drive_by A.C", "B react turncoat A.3 HQ", "B play
// turncoat A.3 away", "B pass", "* pass", "timeout", "leave B", "void", "dice 6 1" for the next rolls. "!code A end" must be refused
// with that code and change nothing; "= fact" must hold.
type script struct {
	name     string
	options  string // "bosses=on teams=2"
	position string
	lines    []string
}

// run plays the scripts of a table.
func run(t *testing.T, scripts []script) {
	for _, sc := range scripts {
		t.Run(sc.name, func(t *testing.T) {
			t.Parallel()
			tab := newTable(t, sc.options, sc.position)
			for _, line := range sc.lines {
				tab.line(line)
			}
		})
	}
}

// table is a game that is played by a test.
type table struct {
	*testing.T
	s      *state
	events []games.Event // of the last action
	all    []games.Event
}

func optionsOf(text string) games.Options {
	o := games.Options{}
	for _, word := range strings.Fields(text) {
		id, value, _ := strings.Cut(word, "=")
		o[id] = value
	}
	return o
}

var letters = map[string]card{"K": still, "B": bootlegger, "S": speakeasy, "C": casino}

var kindLetters = map[card]string{still: "K", bootlegger: "B", speakeasy: "S", casino: "C"}

// newTable lays out a position.
func newTable(t *testing.T, options, position string) *table {
	t.Helper()
	players := max(3, strings.Count(position, "|")+1)
	words := map[string]string{}
	for _, word := range strings.Fields(position) {
		if k, v, ok := strings.Cut(word, "="); ok {
			words[k] = v
		}
	}
	if n, err := strconv.Atoi(words["seats"]); err == nil {
		players = n
	}
	o := optionsOf(options)
	o[OptBosses] = Off
	first, _, err := Game.New(games.Setup{Players: players, Options: o, Winner: -1})
	if err != nil {
		t.Fatal(err)
	}
	s := *first.(*state)
	s.Rules.Bosses = strings.Contains(position, "boss=")
	left := stack{}
	for c := range cards {
		left[c] = cards[c].copies
	}
	take := func(c card) card {
		if left[c] == 0 {
			t.Fatalf("no %q is left", c)
		}
		left[c]--
		return c
	}
	s.Bank = s.total()
	for i := range s.Seats {
		s.Seats[i] = player{}
		if i < players {
			s.Bank -= startCoins
			s.Seats[i].Purse = startCoins
		}
		if s.Rules.Bosses && i < players {
			s.Seats[i].Boss = boss(bossKinds) - 1 - boss(i)
		}
	}
	taken := map[boss]games.Seat{}
	for i, part := range strings.Split(position, "|") {
		seat := games.Seat(i)
		for _, word := range strings.Fields(part) {
			tableWord(t, &s, seat, word, take)
			if name, ok := strings.CutPrefix(word, "boss="); ok {
				taken[bossOf(name)] = seat
			}
		}
	}
	for b, seat := range taken { // whoever had it by chance takes the other
		for i := range s.Seats {
			if s.Seats[i].Boss == b {
				s.Seats[i].Boss = s.Seats[seat].Boss
			}
		}
		s.Seats[seat].Boss = b
	}
	s.Deck, s.DeckN = [deckSize]card{}, 0
	var top []card
	for name := range strings.SplitSeq(words["deck"], ",") {
		if name != "" {
			top = append(top, take(cardOf(name)))
		}
	}
	deck := left.list()
	slices.Reverse(top)
	s.DeckN = int8(copy(s.Deck[:], append(deck, top...)))
	if n, err := strconv.Atoi(words["removed"]); err == nil {
		s.Rules.Remove = true
		s.RemovedMoney = int16(n)
		s.Bank -= int16(n)
	}
	s.Active, s.Round, s.Turn, s.Step = 0, 2, 1+int32(players), stageMove
	if words["round"] == "1" {
		s.Round, s.Turn, s.Step = 1, 1, stageOpen
	}
	if name := words["step"]; name != "" {
		s.Step = stage(slices.Index(stageNames[:], name))
	}
	s.Awaited = games.SeatsOf(0)
	tab := &table{T: t, s: &s}
	tab.verify()
	return tab
}

// tableWord lays out one word of a seat.
func tableWord(t *testing.T, s *state, seat games.Seat, word string, take func(card) card) {
	t.Helper()
	name, in, bracket := strings.Cut(strings.TrimSuffix(word, "]"), "[")
	p := &s.Seats[seat]
	switch {
	case bracket:
		at := away
		switch kind := letters[strings.TrimSuffix(name, "^")]; {
		case name == "HQ":
			at = hideoutOf(seat)
		case kind != noCard:
			at = s.putBusiness(business{Kind: take(kind), Owner: seat})
			if strings.HasSuffix(name, "^") {
				p.Front = int8(at) + 1
			}
		}
		for g := range strings.SplitSeq(in, ",") {
			if g != "" {
				power := int8(g[0] - '0')
				take(gangsterCard(power))
				s.putGangster(gangster{Power: power, Owner: seat, Host: at, Hidden: strings.HasSuffix(g, "*")})
			}
		}
	case strings.HasPrefix(word, "h:"):
		for c := range strings.SplitSeq(word[2:], ",") {
			p.Hand[take(cardOf(c))]++
		}
	case strings.Contains(word, "="):
	default:
		n, err := strconv.Atoi(word[1:])
		if err != nil {
			t.Fatalf("what is %q?", word)
		}
		if word[0] == 't' {
			p.Trophies = int8(n)
			return
		}
		s.Bank += p.Purse - int16(n)
		p.Purse = int16(n)
	}
}

// verify asks whether the position is one that can be.
func (tab *table) verify() {
	tab.Helper()
	if _, err := Game.Decode(tab.s.Encode()); err != nil {
		tab.Fatalf("%v: %s", err, tab.s.Encode())
	}
}

func seatNamed(word string) games.Seat {
	if len(word) == 1 && word[0] >= 'A' && word[0] <= 'F' {
		return games.Seat(word[0] - 'A')
	}
	return games.Nobody
}

func seatLetters(s games.Seats) string {
	text := ""
	for seat := range s.All() {
		text += string(rune('A' + seat))
	}
	return text
}

func (tab *table) line(line string) {
	tab.Helper()
	words := strings.Fields(line)
	switch {
	case words[0] == "=":
		tab.fact(words[1:])
	case words[0] == "dice":
		tab.dice(words[1:])
	case words[0][0] == '!':
		tab.refused(games.Code(words[0][1:]), tab.action(words[1:]))
	case words[0] == "*":
		for id := tab.s.id(); tab.s.Phase != phaseOver && tab.s.id() == id; {
			tab.apply(games.Reply(tab.s.onlyAwaited(), id, words[1:]...))
		}
	default:
		tab.apply(tab.action(words))
	}
}

// dice finds a stream whose next rolls are the given ones.
func (tab *table) dice(words []string) {
	for n := 0; ; n++ {
		stream := games.NewStream([32]byte{byte(n), byte(n >> 8), byte(n >> 16)})
		found := stream
		if !slices.ContainsFunc(words, func(w string) bool { return strconv.Itoa(stream.N(dieSides)+1) != w }) {
			tab.s.Stream = found
			return
		}
	}
}

// action reads a line; "A@turn" names the turn's prompt though a window is open, "A@react" that of reactions.
func (tab *table) action(words []string) games.Action {
	tab.Helper()
	s := tab.s
	switch words[0] {
	case "timeout":
		return games.Timeout(s.id())
	case "leave":
		return games.Leave(seatNamed(words[1]))
	case "void":
		return games.Void()
	}
	who, which, _ := strings.Cut(words[0], "@")
	seat, id := seatNamed(who), s.id()
	switch {
	case which == "turn":
		id = s.TurnID
	case which == "react" || words[1] == "react":
		id = s.ReactID
	case which != "":
		n, _ := strconv.Atoi(which)
		id = s.LastID + games.PromptID(n)
	}
	if words[1] == "react" {
		words = words[1:]
	}
	return games.Reply(seat, id, tab.answer(seat, words[1:])...)
}

// answer turns names into ids.
func (tab *table) answer(seat games.Seat, words []string) (answer games.Answer) {
	s := tab.s
	switch words[0] {
	case Attack:
		answer = games.Answer{Attack, tab.placeID(seat, words[1])}
		var used gang
		for _, word := range words[2:] {
			answer = append(answer, tab.gangsterID(seat, word, &used))
		}
		return append(answer, Confirm)
	case Move, Open:
		var steps []string
		var used gang
		for _, word := range words[1:] {
			head, to, placed := strings.Cut(word, ":")
			if words[0] == Move {
				head = tab.gangsterID(seat, head, &used)
			}
			if placed {
				head += "-" + tab.placeID(seat, to)
			}
			steps = append(steps, head)
		}
		return games.Answer{words[0], strings.Join(steps, ".")}
	case Discard:
		hand := s.Seats[seat].Hand.list()
		var ids []string
		for _, word := range words[1:] {
			for i, c := range hand {
				if c.String() == word && !slices.Contains(ids, handIDs[i]) {
					ids = append(ids, handIDs[i])
					break
				}
			}
		}
		slices.Sort(ids)
		return games.Answer{Discard, games.Join(ids...)}
	}
	for i, word := range words {
		switch {
		case i > 0 && words[i-1] == Turncoat:
			used := gang(0)
			word = tab.gangsterID(seat, word, &used)
		case i > 0:
			word = tab.placeID(seat, word)
		}
		answer = append(answer, word)
	}
	return answer
}

// placeID reads "B.C", "B.guards", or a place of the seat's own; other words stay.
func (tab *table) placeID(seat games.Seat, word string) string {
	if owner, of, ok := strings.Cut(word, "."); ok {
		seat, word = seatNamed(owner), of
	}
	switch word {
	case "HQ":
		return hideoutOf(seat).id()
	case Guards:
		return guardsOf(seat).id()
	}
	for _, p := range tab.s.businesses(seat) {
		if tab.s.Businesses[p].Kind == letters[word] {
			return p.id()
		}
	}
	return word
}

// gangsterID reads "3", "3*", "~3" or one of another seat, "B.3".
func (tab *table) gangsterID(seat games.Seat, word string, used *gang) string {
	if owner, of, ok := strings.Cut(word, "."); ok {
		seat, word = seatNamed(owner), of
	}
	for _, i := range tab.s.byAge(tab.s.owned(seat) &^ *used) {
		g := tab.s.Gangsters[i]
		name := strconv.Itoa(int(g.Power))
		if g.Hidden {
			name += "*"
		}
		if g.Host == away {
			name = "~" + name
		}
		if name == word {
			*used = used.with(i)
			return gangsterIDs[i]
		}
	}
	return word
}

func (tab *table) apply(a games.Action) {
	tab.Helper()
	before := string(tab.s.Encode())
	next, events, err := tab.s.Apply(a)
	if err != nil {
		tab.Fatalf("%+v: %v (%s)", a, err, tab.s.Encode())
	}
	if string(tab.s.Encode()) != before {
		tab.Fatalf("%+v changed the old state", a)
	}
	tab.s, tab.events = next.(*state), events
	tab.all = append(tab.all, events...)
	tab.verify()
}

func (tab *table) refused(code games.Code, a games.Action) {
	tab.Helper()
	before := string(tab.s.Encode())
	next, events, err := tab.s.Apply(a)
	r, ok := err.(*games.Refusal)
	if !ok || r.Code != code || next != nil || events != nil || string(tab.s.Encode()) != before {
		tab.Errorf("%+v gives %v, want %s and no change", a, err, code)
	}
}

// layout writes what lies before a seat, as in a position.
func (tab *table) layout(seat games.Seat) string {
	s := tab.s
	gang := func(of gang) string {
		var names []string
		for _, i := range s.byAge(of) {
			name := strconv.Itoa(int(s.Gangsters[i].Power))
			if s.Gangsters[i].Hidden {
				name += "*"
			}
			names = append(names, name)
		}
		return "[" + strings.Join(names, ",") + "]"
	}
	var parts []string
	for _, p := range s.businesses(seat) {
		name := kindLetters[s.Businesses[p].Kind]
		if s.Seats[seat].Front == int8(p)+1 {
			name += "^"
		}
		parts = append(parts, name+gang(s.hosted(p)))
	}
	parts = append(parts, "HQ"+gang(s.hosted(hideoutOf(seat))))
	if out := s.hosted(away) & s.owned(seat); out != 0 {
		parts = append(parts, "~"+gang(out))
	}
	return strings.Join(parts, " ")
}

// fact checks one line of expectations.
func (tab *table) fact(words []string) {
	tab.Helper()
	s := tab.s
	is := func(got, want any) {
		tab.Helper()
		if fmt.Sprint(got) != fmt.Sprint(want) {
			tab.Errorf("%v: it is %v (%s)", words, got, s.Encode())
		}
	}
	v := s.View(games.Nobody).(View)
	switch words[0] {
	case "turn":
		is(s.Phase, phaseTurn)
		is(s.Active, seatNamed(words[1]))
	case "phase":
		is(v.Phase, words[1])
	case "step":
		is(v.Step, words[1])
	case "wait":
		is(seatLetters(s.Awaited), words[1])
	case "alive":
		is(seatLetters(s.Alive), words[1])
	case "bank":
		is(s.Bank, words[1])
	case "deck":
		is(s.DeckN, words[1])
	case "tokens":
		is(s.Countdown.Tokens, words[1])
	case "marker":
		is(seatLetters(games.SeatsOf(s.Countdown.Marker)), words[1])
	case "cause":
		is(causeNames[s.Countdown.Cause], strings.Join(words[1:], ""))
	case "pile":
		is(s.Pile[cardOf(words[1])], words[2])
	case "over":
		is(s.Phase, phaseOver)
		is(endings[s.End.Why].name, words[1])
		is(seatLetters(s.End.Winners), strings.Join(words[2:], ""))
	case "playing":
		is(s.Phase != phaseOver, true)
	case "event", "no":
		is(happenedIn(tab.events, words[1:]), words[0] == "event")
	case "ever", "never":
		is(happenedIn(tab.all, words[1:]), words[0] == "ever")
	default:
		tab.seatFact(words, is)
	}
}

// seatFact checks "A p5", "A hand 6", "A points 28", "A t1" or "A C[2] HQ[]".
func (tab *table) seatFact(words []string, is func(got, want any)) {
	tab.Helper()
	seat := seatNamed(words[0])
	p := &tab.s.Seats[seat]
	switch word := words[1]; {
	case word == "hand":
		is(p.Hand.total(), words[2])
	case word == "holds":
		is(p.Hand[cardOf(words[2])], words[3])
	case word == "points":
		is(tab.s.points(seat).Total, words[2])
	case strings.Contains(word, "["):
		is(tab.layout(seat), strings.Join(words[1:], " "))
	case word[0] == 'p':
		is(p.Purse, word[1:])
	case word[0] == 't':
		is(p.Trophies, word[1:])
	default:
		tab.Fatalf("what is %v?", words)
	}
}

// happenedIn looks for an event of a kind, and a reason, a number and so on, each if told: "shot why=triggerman n=4 seat=A".
func happenedIn(events []games.Event, words []string) bool {
	return slices.ContainsFunc(events, func(e games.Event) bool {
		if e.Kind != words[0] {
			return false
		}
		for _, word := range words[1:] {
			key, want, _ := strings.Cut(word, "=")
			got := map[string]string{
				"why": e.Why, "n": strconv.Itoa(e.N), "what": e.What, "rule": e.Rule, "to": seatLetters(e.To),
				"seat": seatLetters(games.SeatsOf(e.Seat)), "other": seatLetters(games.SeatsOf(e.Other)), "items": strings.Join(e.Items, ","),
			}[key]
			if got != want {
				return false
			}
		}
		return true
	})
}
