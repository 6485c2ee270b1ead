package entrika

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kumpas/games"
)

// A script is a position and what is done and expected in it, one line each.
//
// The position: "A[subay,aktivist|burokrat] g5 L, B[x,x], pool 3, deck is_adami aktivist". Seats are letters, face-up cards
// stand after the bar, x is any card that is left, gold is 2 unless told, sides alternate unless told; the deck's cards are
// named from its top.
//
// Lines: "A coup B" answers the prompt, with seats and cards by name; "* pass" lets all who are awaited pass; "timeout"; "leave B";
// "!code A tax" must be refused with that code and change nothing; "= fact" must hold.
type script struct {
	name     string
	preset   games.Game
	options  string // "defence_type=avukat auto_prove=on"
	position string
	lines    []string
}

// run plays the scripts of a table.
func run(t *testing.T, scripts []script) {
	for _, sc := range scripts {
		t.Run(sc.name, func(t *testing.T) {
			t.Parallel()
			tab := newTable(t, sc.preset, sc.options, sc.position)
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

var seatForm = regexp.MustCompile(`^([A-H])\[([a-z_,]*)\|?([a-z_,]*)\]( g\d+)?( [LU])?$`)

// newTable lays out a position, A to move.
func newTable(t *testing.T, preset games.Game, options, position string) *table {
	t.Helper()
	var seats [][]string
	pool, top := 0, []string(nil)
	for _, part := range splitPosition(position) {
		if words := strings.Fields(part); words[0] == "pool" {
			pool, _ = strconv.Atoi(words[1])
		} else if words[0] == "deck" {
			top = words[1:]
		} else if m := seatForm.FindStringSubmatch(part); m != nil {
			seats = append(seats, m)
		} else {
			t.Fatalf("what is %q?", part)
		}
	}
	first, _, err := preset.New(games.Setup{Players: max(len(seats), 3), Options: optionsOf(options), Winner: -1})
	if err != nil {
		t.Fatal(err)
	}
	s := *first.(*state)
	left := map[character]int{}
	for _, c := range s.Rules.types() {
		left[c] = copies(int(s.Count))
	}
	take := func(name string) character {
		c := characterOf(name)
		if left[c] == 0 {
			t.Fatalf("no %q is left", name)
		}
		left[c]--
		return c
	}
	if s.Phase != phaseTurn { // a prompt of the set-up comes first
		st := &step{state: &s}
		st.Starter = 0
		st.stake()
	}
	s.Starter, s.Active, s.Awaited = 0, 0, games.SeatsOf(0)
	for i := range s.Count {
		s.Seats[i] = player{}
	}
	var any []*character
	for _, m := range seats {
		p := &s.Seats[m[1][0]-'A']
		p.Gold = 2
		if m[4] != "" {
			gold, _ := strconv.Atoi(m[4][2:])
			p.Gold = int32(gold)
		}
		if s.Rules.Ideology {
			p.Side = liberal + side(m[1][0]-'A')%2
			if m[5] != "" {
				p.Side = map[string]side{" L": liberal, " U": ulusalci}[m[5]]
			}
		}
		down, up := strings.Split(m[2], ","), strings.Split(m[3], ",")
		if m[2] == "" {
			down = nil
			s.Alive = s.Alive.Without(games.Seat(m[1][0] - 'A'))
		}
		if m[3] == "" {
			up = nil
		}
		slices.Reverse(up) // the first one turned up lies last
		p.Down = int8(len(down))
		for i, name := range append(down, up...) {
			if name == "x" {
				any = append(any, &p.Cards[i])
			} else {
				p.Cards[i] = take(name)
			}
		}
	}
	var deck []character
	for _, name := range top {
		deck = append(deck, take(name))
	}
	for _, c := range slices.Backward(s.rulesTypes()) {
		for len(any) > 0 && left[c] > 0 {
			*any[0], any = take(c.String()), any[1:]
		}
	}
	for _, c := range s.rulesTypes() {
		for left[c] > 0 {
			deck = append(deck, take(c.String()))
		}
	}
	slices.Reverse(deck)
	s.Deck = [maxCards]character{}
	s.DeckN = int8(copy(s.Deck[:], deck))
	s.Pool, s.Bank = int32(pool), 0
	for i := range s.Count {
		s.Bank -= s.Seats[i].Gold
	}
	s.Bank -= s.Pool
	s.MustCoup = s.Seats[0].Gold >= 10
	tab := &table{T: t, s: &s}
	tab.verify()
	return tab
}

func (s *state) rulesTypes() []character {
	types := s.Rules.types()
	return types[:]
}

// splitPosition cuts at the commas that are not within brackets.
func splitPosition(position string) (parts []string) {
	depth, start := 0, 0
	for i, r := range position + "," {
		switch {
		case r == '[':
			depth++
		case r == ']':
			depth--
		case r == ',' && depth == 0:
			parts = append(parts, strings.TrimSpace((position + ",")[start:i]))
			start = i + 1
		}
	}
	return parts
}

// verify asks whether the position is one that can be.
func (tab *table) verify() {
	tab.Helper()
	if _, err := gameOf(tab.s).Decode(tab.s.Encode()); err != nil {
		tab.Fatalf("%v: %s", err, tab.s.Encode())
	}
}

func gameOf(s *state) games.Game {
	if s.Rules.Plus {
		return Plus
	}
	return Base
}

func seatNamed(word string) games.Seat {
	if len(word) == 1 && word[0] >= 'A' && word[0] <= 'H' {
		return games.Seat(word[0] - 'A')
	}
	return games.Nobody
}

func (tab *table) line(line string) {
	tab.Helper()
	words := strings.Fields(line)
	switch {
	case words[0] == "=":
		tab.fact(words[1:])
	case words[0][0] == '!':
		tab.refused(games.Code(words[0][1:]), tab.action(words[1:]))
	case words[0] == "*":
		for prompt := tab.s.Prompt; tab.s.Prompt == prompt && tab.s.Phase != phaseOver; {
			tab.apply(games.Reply(tab.s.onlyAwaited(), prompt, words[1:]...))
		}
	default:
		tab.apply(tab.action(words))
	}
}

// action reads "timeout", "leave B" or "A words", where "A@-1 words" names the prompt before.
func (tab *table) action(words []string) games.Action {
	tab.Helper()
	switch words[0] {
	case "timeout":
		return games.Timeout(tab.s.Prompt)
	case "leave":
		return games.Leave(seatNamed(words[1]))
	case "void":
		return games.Void()
	}
	who, back, _ := strings.Cut(words[0], "@")
	seat, prompt := seatNamed(who), tab.s.Prompt
	if n, err := strconv.Atoi(back); err == nil {
		prompt += games.PromptID(n)
	}
	return games.Reply(seat, prompt, tab.answer(seat, words[1:])...)
}

// answer turns seats and cards into ids.
func (tab *table) answer(seat games.Seat, words []string) (answer games.Answer) {
	cards := tab.s.View(seat).(View).Cards
	if tab.s.Phase == phaseLose || tab.s.Phase == phaseManipOwn || tab.s.Phase == phaseManipPick {
		cards = tab.s.View(seat).(View).Hand
	}
	used := map[int]bool{}
	for _, word := range words {
		if s := seatNamed(word); s != games.Nobody {
			word = seatIDs[s]
		}
		for i, c := range cards {
			if c == word && !used[i] {
				used[i] = true
				word = cardIDs[i]
				break
			}
		}
		answer = append(answer, word)
	}
	if tab.s.Phase == phaseExchange {
		slices.Sort(answer)
		answer = games.Answer{games.Join(answer...)}
	}
	return answer
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
	switch words[0] {
	case "turn":
		is(s.Phase, phaseTurn)
		is(s.Active, seatNamed(words[1]))
	case "phase":
		is(s.View(games.Nobody).(View).Phase, words[1])
	case "wait":
		is(letters(s.Awaited), words[1])
	case "alive":
		is(letters(s.Alive), words[1])
	case "deck":
		is(s.DeckN, words[1])
	case "pool":
		is(s.Pool, words[1])
	case "bank":
		is(s.Bank, words[1])
	case "over":
		is(s.Phase, phaseOver)
		is(letters(s.Outcome().Winners), words[1])
	case "side":
		is(s.Seats[seatNamed(words[1])].Side, words[2])
	case "event", "no":
		is(tab.happened(tab.events, words[1:]), words[0] == "event")
	case "ever", "never":
		is(tab.happened(tab.all, words[1:]), words[0] == "ever")
	default:
		tab.seatFact(words, is)
	}
}

func letters(s games.Seats) string {
	text := ""
	for seat := range s.All() {
		text += string(rune('A' + seat))
	}
	return text
}

// happened looks for an event of a kind, a reason, a number and a seat, each if told: "refund why=refund n=3 seat=A what=tax".
func (tab *table) happened(events []games.Event, words []string) bool {
	return slices.ContainsFunc(events, func(e games.Event) bool {
		if e.Kind != words[0] {
			return false
		}
		for _, word := range words[1:] {
			key, want, _ := strings.Cut(word, "=")
			got := map[string]string{
				"why": e.Why, "n": strconv.Itoa(e.N), "what": e.What, "rule": e.Rule, "to": letters(e.To),
				"seat": letters(games.SeatsOf(e.Seat)), "other": letters(games.SeatsOf(e.Other)), "items": strings.Join(e.Items, ","),
				"end": strconv.FormatBool(e.AtEnd),
			}[key]
			if got != want {
				return false
			}
		}
		return true
	})
}

// seatFact checks "A g3", "A down 1" or "A[subay|burokrat]".
func (tab *table) seatFact(words []string, is func(got, want any)) {
	tab.Helper()
	p := &tab.s.Seats[seatNamed(words[0][:1])]
	if m := seatForm.FindStringSubmatch(words[0]); m != nil {
		v := tab.s.View(seatNamed(m[1])).(View)
		down, want := slices.Sorted(slices.Values(v.Hand)), strings.Split(m[2], ",")
		slices.Sort(want)
		is(strings.Join(down, ","), strings.Join(want, ","))
		is(strings.Join(v.Seats[seatNamed(m[1])].Up, ","), m[3])
		return
	}
	switch {
	case words[1] == "down":
		is(p.Down, words[2])
	case words[1][0] == 'g':
		is(p.Gold, words[1][1:])
	default:
		tab.Fatalf("what is %v?", words)
	}
}
