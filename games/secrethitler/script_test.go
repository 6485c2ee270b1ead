package secrethitler

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
// The position begins with the roles by seat ("LLLFH") and goes on with what is not as in a new game: "F3 L2" policies in force, "T2" the
// tracker, "up=P2" the candidate (else P1), "last=P1,P4" the last elected pair, "deck=FFL" the deck from its top, "only" to put
// all cards that deck= does not name into the discard pile instead of under it.
//
// Lines: "P1 P3" and "P2 ja" answer the awaited prompt; "elect P3" and "reject P3" nominate and vote, all alike; "ja P1 P2" lets these vote
// ja and the others nein; "throw F", "enact L" and "do WORD" answer for the one who is awaited; "claim P1 ffl" answers the open prompt;
// "timeout", "leave P2", "void"; "!code LINE" must be refused with that code and change nothing; "= fact" must hold.
type script struct {
	name     string
	options  string // "tracker_reset=enact_only"
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
	events []games.Event // of the last line
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

var policyLetters = map[byte]policy{'F': fascistPolicy, 'L': liberalPolicy}

func policiesOf(letters string) (cards []policy) {
	for i := range letters {
		cards = append(cards, policyLetters[letters[i]])
	}
	return cards
}

func seatNamed(word string) games.Seat {
	if n, err := strconv.Atoi(strings.TrimPrefix(word, "P")); err == nil && strings.HasPrefix(word, "P") {
		return games.Seat(n - 1)
	}
	return games.Nobody
}

// newTable lays out a position after the night.
func newTable(t *testing.T, options, position string) *table {
	t.Helper()
	words := strings.Fields(position)
	first, _, err := Game.New(games.Setup{Players: len(words[0]), Options: optionsOf(options), Winner: -1})
	if err != nil {
		t.Fatal(err)
	}
	st := &step{state: *first.(*state)}
	for i, r := range words[0] {
		st.Roles[i] = map[rune]role{'L': liberal, 'F': fascist, 'H': hitler}[r]
	}
	var deck []policy
	only, up := false, games.Seat(0)
	last := [2]games.Seat{games.Nobody, games.Nobody}
	for _, word := range words[1:] {
		key, value, _ := strings.Cut(word, "=")
		n, _ := strconv.Atoi(word[1:])
		switch {
		case key == "up":
			up = seatNamed(value)
		case key == "last":
			a, b, _ := strings.Cut(value, ",")
			last = [2]games.Seat{seatNamed(a), seatNamed(b)}
		case key == "deck":
			deck = policiesOf(value)
		case key == "only":
			only = true
		case word[0] == 'F' || word[0] == 'L':
			st.layOut(policyLetters[word[0]], n)
		case word[0] == 'T':
			st.Tracker = int8(n)
		default:
			t.Fatalf("what is %q?", word)
		}
	}
	st.layDeck(t, deck, only)
	st.Regular = games.Seat((int(up) + int(st.Count) - 1) % int(st.Count))
	st.nextRound()
	st.LastPresident, st.LastChancellor = last[0], last[1]
	tab := &table{T: t, s: &st.state, all: st.events}
	tab.verify()
	return tab
}

// layOut brings n policies into force as chaos would.
func (st *step) layOut(c policy, n int) {
	for range n {
		g := newGovernment(0, false)
		g.Chancellor, g.Result, g.Chaos = 1, rejected, c
		st.Rounds = append(st.Rounds, g)
		st.InForce[c]++
	}
}

// layDeck puts the cards in order; what is to be discarded was vetoed.
func (st *step) layDeck(t *testing.T, top []policy, only bool) {
	t.Helper()
	var left [policyKinds]int
	for c := range left {
		left[c] = copies[c] - int(st.InForce[c])
	}
	for _, c := range top {
		left[c]--
	}
	var rest []policy
	for c := liberalPolicy; c < policyKinds; c++ {
		if left[c] < 0 {
			t.Fatalf("too many %v", c)
		}
		rest = append(rest, slices.Repeat([]policy{c}, left[c])...)
	}
	if only && len(rest)%3 != 0 {
		t.Fatalf("%d cards cannot have been vetoed", len(rest))
	}
	for ; only && len(rest) > 0; rest = rest[3:] {
		g := newGovernment(0, false)
		g.Chancellor, g.Result, g.Veto = 1, vetoed, vetoAgreed
		g.Drawn, g.Thrown, g.Passed = [3]policy(rest), 1, [2]place{2, 3}
		st.Rounds = append(st.Rounds, g)
	}
	deck := append(slices.Clone(top), rest...)
	slices.Reverse(deck)
	st.Deck = [maxCards]policy{}
	st.DeckN = int8(copy(st.Deck[:], deck))
}

// verify asks whether the position is one that can be.
func (tab *table) verify() {
	tab.Helper()
	if _, err := Game.Decode(tab.s.Encode()); err != nil {
		tab.Fatalf("%v: %s", err, tab.s.Encode())
	}
}

func (tab *table) line(line string) {
	tab.Helper()
	words := strings.Fields(line)
	if words[0] == "=" {
		tab.fact(words[1:])
		return
	}
	tab.events = nil
	president := tab.s.now().President
	switch words[0] {
	case "elect", "reject":
		tab.apply(tab.action([]string{fmt.Sprint("P", president+1), words[1]}))
		tab.vote(tab.s.Alive, map[string]string{"elect": Ja, "reject": Nein}[words[0]])
	case "ja":
		var ja games.Seats
		for _, w := range words[1:] {
			ja = ja.With(seatNamed(w))
		}
		tab.vote(ja&tab.s.Awaited, Ja)
		tab.vote(tab.s.Awaited, Nein)
	default:
		if words[0][0] == '!' {
			tab.refused(games.Code(words[0][1:]), tab.action(words[1:]))
			return
		}
		tab.apply(tab.action(words))
	}
}

func (tab *table) vote(seats games.Seats, what string) {
	tab.Helper()
	for seat := range seats.All() {
		tab.apply(games.Reply(seat, tab.s.Prompt, what))
	}
}

// onlyAwaited is the one seat that is awaited.
func (s *state) onlyAwaited() games.Seat {
	for seat := range s.Awaited.All() {
		return seat
	}
	return games.Nobody
}

// action reads a line that is one action; "P2@-1 ja" names the prompt before.
func (tab *table) action(words []string) games.Action {
	tab.Helper()
	s := tab.s
	switch words[0] {
	case "timeout":
		return games.Timeout(s.Prompt)
	case "leave":
		return games.Leave(seatNamed(words[1]))
	case "void":
		return games.Void()
	case "do":
		return games.Reply(s.onlyAwaited(), s.Prompt, words[1])
	case "throw", "enact":
		seat := s.onlyAwaited()
		at := slices.Index(s.hand(seat), policyLetters[words[1][0]].String())
		if at < 0 {
			tab.Fatalf("%v: the hand is %v", words, s.hand(seat))
		}
		return games.Reply(seat, s.Prompt, cardIDs[at])
	case "claim":
		seat := seatNamed(words[1])
		for k, id := range s.Claims {
			if id != 0 && s.claimant(claimKind(k)) == seat && slices.Contains(claimWords[k], words[2]) {
				return games.Reply(seat, id, words[2])
			}
		}
		tab.Fatalf("%v: no such prompt is open", words)
	}
	who, back, _ := strings.Cut(words[0], "@")
	seat, prompt := seatNamed(who), s.Prompt
	if seat == games.Nobody {
		tab.Fatalf("what is %v?", words)
	}
	if n, err := strconv.Atoi(back); err == nil {
		prompt += games.PromptID(n)
	}
	word := words[1]
	if target := seatNamed(word); target != games.Nobody {
		word = seatIDs[target]
	}
	return games.Reply(seat, prompt, word)
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
	tab.s = next.(*state)
	tab.events = append(tab.events, events...)
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

func numbers(s games.Seats) string {
	text := ""
	for seat := range s.All() {
		text += strconv.Itoa(int(seat) + 1)
	}
	return text
}

func named(seat games.Seat) string {
	if seat == games.Nobody {
		return ""
	}
	return fmt.Sprint("P", seat+1)
}

func lettersOf(codes []string) (text string) {
	for _, c := range codes {
		text += map[string]string{PolicyLiberal: "L", PolicyFascist: "F"}[c]
	}
	return text
}

// fact checks one line of expectations.
func (tab *table) fact(words []string) {
	tab.Helper()
	s := tab.s
	v := s.View(games.Nobody).(View)
	is := func(got, want any) {
		tab.Helper()
		if fmt.Sprint(got) != fmt.Sprint(want) {
			tab.Errorf("%v: it is %v (%s)", words, got, s.Encode())
		}
	}
	if words[0] == "event" || words[0] == "no" {
		is(happenedAs(tab.events, words[1:]), words[0] == "event")
		return
	}
	if words[0] == "ever" || words[0] == "never" {
		is(happenedAs(tab.all, words[1:]), words[0] == "ever")
		return
	}
	word := words[1]
	switch words[0] {
	case "phase":
		is(v.Phase, word)
	case "up":
		is(named(v.President), word)
		is(v.Elected, false)
	case "next":
		is(named(v.Next), word)
	case "wait":
		is(numbers(s.Awaited), word)
	case "alive":
		is(numbers(s.Alive), word)
	case "F":
		is(v.Fascist, word)
	case "L":
		is(v.Liberal, word)
	case "T":
		is(v.Tracker, word)
	case "deck":
		is(v.Deck, word)
	case "pile":
		is(v.Discarded, word)
	case "round":
		is(v.Round, word)
	case "hand": // hand P1 FFL, in any order
		got, want := []byte(lettersOf(s.View(seatNamed(word)).(View).Hand)), []byte(words[2])
		slices.Sort(got)
		slices.Sort(want)
		is(string(got), string(want))
	case "limited": // limited P1 last_president
		is(v.Seats[seatNamed(word)].Limited, words[2])
	case "free":
		is(v.Seats[seatNamed(word)].Limited, "")
	case "party": // party P1 P3 party_fascist: what P1 sees of P3
		is(s.View(seatNamed(word)).(View).Seats[seatNamed(words[2])].Party, strings.Join(words[3:], ""))
	case "open": // open P1 claim_drawn
		is(slices.ContainsFunc(s.Prompts(nil, seatNamed(word)), func(p games.Prompt) bool { return p.Kind == words[2] && p.Mine }), true)
	case "closed": // closed P1: nothing but the awaited prompt is there
		is(len(s.Prompts(nil, seatNamed(word))), 1)
	case "conflicts": // conflicts 1 pair,president: of round 1
		n, _ := strconv.Atoi(word)
		is(strings.Join(v.Governments[n-1].Conflicts, ","), strings.Join(words[2:], ""))
	case "over":
		o := s.Outcome()
		if o == nil {
			tab.Fatalf("%v: it is not over", words)
		}
		is(o.Why, word)
		is(numbers(o.Winners), strings.Join(words[2:], ""))
	default:
		tab.Fatalf("what is %v?", words)
	}
}

// happenedAs looks for an event of a kind with the given fields: "elected seat=P1 other=P2 n=3 why=tie".
func happenedAs(events []games.Event, words []string) bool {
	return slices.ContainsFunc(events, func(e games.Event) bool {
		if e.Kind != words[0] {
			return false
		}
		for _, word := range words[1:] {
			key, want, _ := strings.Cut(word, "=")
			got := map[string]string{
				"why": e.Why, "n": strconv.Itoa(e.N), "what": e.What, "rule": e.Rule, "to": numbers(e.To), "seat": named(e.Seat),
				"other": named(e.Other), "items": strings.Join(e.Items, ","), "end": strconv.FormatBool(e.AtEnd),
			}[key]
			if got != want {
				return false
			}
		}
		return true
	})
}
