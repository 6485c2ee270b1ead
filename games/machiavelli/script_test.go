package machiavelli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kumpas/games"
	"kumpas/games/machiavelli/card"
)

// A script is a position and what is done and expected in it, one line each.
//
// The position: "table S3 S4 S5 | H7 D7 C7; A S6 H2; B C5; top D9 H3": the hands of the seats that play, A to move, and the
// stock from its top. What is not named is in the stock; with "no stock" it is in the hand of one more seat, who has left, and the stock is what "top" names.
//
// Lines: "A play text" has the editor parse the text and submits the draft; "A raw draft" submits a draft as it stands; "A draw"; "A pass"; "timeout"; "timeout text" with a draft;
// "leave B"; "void"; "!code A play text" must be refused with that code, by the editor and by the engine, and change nothing; "= fact" must hold.
type script struct {
	name     string
	options  string // "joker_release=swap_only opening_points=36"
	position string
	lines    []string
}

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

// match is a game that is played by a test.
type match struct {
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

func cardsOf(t testing.TB, text string) []card.Card {
	t.Helper()
	cards, ok := readCards(strings.Join(strings.Fields(text), " "))
	if !ok {
		t.Fatalf("what is %q?", text)
	}
	return cards
}

// newTable lays out a position.
func newTable(t *testing.T, options, position string) *match {
	t.Helper()
	var hands [maxSeats]hand
	var melds []card.Meld
	var top []card.Card
	seats, noStock := 0, false
	for part := range strings.SplitSeq(position, ";") {
		word, rest, _ := strings.Cut(strings.TrimSpace(part), " ")
		switch {
		case word == "table":
			for text := range strings.SplitSeq(rest, "|") {
				g, ok := readGroup(strings.TrimSpace(text))
				r := g.judge(nil)
				if !ok || r.err != nil {
					t.Fatalf("%q is no meld", text)
				}
				melds = append(melds, r.meld)
			}
		case word == "no":
			noStock = true
		case word == "top":
			top = cardsOf(t, rest)
		case seatNamed(word) == games.Seat(seats):
			hands[seats] = hand(card.Count(cardsOf(t, rest)))
			seats++
		default:
			t.Fatalf("what is %q?", part)
		}
	}
	if noStock {
		seats++
	}
	first, _, err := Game.New(games.Setup{Players: seats, Options: optionsOf(options), Winner: -1})
	if err != nil {
		t.Fatal(err)
	}
	s := *first.(*state)
	s.First, s.Active, s.Hands, s.Stock = 0, 0, hands, pile{}
	s.Table.set(melds)
	left := card.Counts{}
	for c := range card.Card(card.Faces) {
		left[c] = card.Copies
	}
	left[card.Joker] = uint8(s.Rules.Jokers)
	take := func(cards []card.Card) {
		for _, c := range cards {
			if left[c] == 0 {
				t.Fatalf("no %v is left", c)
			}
			left[c]--
		}
	}
	for _, m := range melds {
		take(m.Cards())
	}
	for i := range hands {
		take(hands[i].list())
	}
	take(top)
	if noStock {
		s.Hands[seats-1] = hand(left)
		s.Left = games.SeatsOf(games.Seat(seats - 1))
	} else {
		rest := hand(left)
		for _, c := range rest.list() {
			s.Stock.put(c)
		}
	}
	for _, c := range slices.Backward(top) {
		s.Stock.put(c)
	}
	tab := &match{T: t, s: &s}
	tab.verify()
	return tab
}

// verify asks whether the position is one that can be.
func (tab *match) verify() {
	tab.Helper()
	if _, err := Game.Decode(tab.s.Encode()); err != nil {
		tab.Fatalf("%v: %s", err, tab.s.Encode())
	}
}

func seatNamed(word string) games.Seat {
	if len(word) == 1 && word[0] >= 'A' && word[0] <= 'D' {
		return games.Seat(word[0] - 'A')
	}
	return games.Nobody
}

func (tab *match) line(line string) {
	tab.Helper()
	words := strings.Fields(line)
	switch {
	case words[0] == "=":
		tab.fact(words[1:])
	case words[0][0] == '!':
		tab.refused(games.Code(words[0][1:]), words[1:])
	default:
		a, refused := tab.action(words)
		if refused != nil {
			tab.Fatalf("%s: %v %+v", line, refused, refused)
		}
		tab.apply(a)
	}
}

// draft is what the editor makes of a text.
func (tab *match) draft(words []string) (string, *games.Refusal) {
	e, err := newEditor(tab.s, tab.s.Active).Parse(strings.Join(words, " "))
	var r *games.Refusal
	if errors.As(err, &r) {
		return "", r
	}
	return e.Draft(), nil
}

// action reads a line; "A@-1 draw" answers the prompt before.
func (tab *match) action(words []string) (a games.Action, refused *games.Refusal) {
	tab.Helper()
	switch words[0] {
	case "timeout":
		a = games.Timeout(tab.s.turnID())
		if len(words) > 1 {
			draft, refused := tab.draft(words[1:])
			if refused != nil {
				tab.Fatal(refused)
			}
			a.Answer = games.Answer{Play, draft}
		}
		return a, nil
	case "leave":
		return games.Leave(seatNamed(words[1])), nil
	case "void":
		return games.Void(), nil
	}
	who, back, _ := strings.Cut(words[0], "@")
	prompt := tab.s.turnID()
	if n, err := strconv.Atoi(back); err == nil {
		prompt += games.PromptID(n)
	}
	answer := games.Answer(words[1:])
	if words[1] == "raw" {
		answer = games.Answer{Play, strings.Join(words[2:], " ")}
	}
	if words[1] == Play {
		draft, refused := tab.draft(words[2:])
		if refused != nil {
			return a, refused
		}
		answer = games.Answer{Play, draft}
	}
	return games.Reply(seatNamed(who), prompt, answer...), nil
}

func (tab *match) apply(a games.Action) {
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

func (tab *match) refused(code games.Code, words []string) {
	tab.Helper()
	a, refused := tab.action(words)
	if refused != nil {
		if refused.Code != code {
			tab.Errorf("%v: the text is refused as %s, want %s", words, refused.Code, code)
		}
		return
	}
	before := string(tab.s.Encode())
	next, events, err := tab.s.Apply(a)
	r, ok := err.(*games.Refusal)
	if !ok || r.Code != code || next != nil || events != nil || string(tab.s.Encode()) != before {
		tab.Errorf("%+v gives %v, want %s and no change", a, err, code)
	}
}

// fact checks one line of expectations.
func (tab *match) fact(words []string) {
	tab.Helper()
	s := tab.s
	is := func(got, want any) {
		tab.Helper()
		if fmt.Sprint(got) != fmt.Sprint(want) {
			tab.Errorf("%v: it is %v (%s)", words, got, s.Encode())
		}
	}
	text := strings.Join(words[1:], " ")
	switch words[0] {
	case "turn":
		is(s.Outcome() == nil, true)
		is(s.Active, seatNamed(words[1]))
	case "table":
		want := strings.Split(text, " | ")
		got := meldTexts(s.Table.all())
		slices.Sort(want)
		slices.Sort(got)
		is(strings.Join(got, " | "), strings.Join(want, " | "))
	case "hand":
		h := s.Hands[seatNamed(words[1])]
		is(written(h.list()), strings.Join(words[2:], " "))
	case "cards":
		h := s.Hands[seatNamed(words[1])]
		is(h.total(), words[2])
	case "stock":
		is(s.Stock.n, words[1])
	case "over": // "over A out": the winners and why
		o := s.Outcome()
		is(letters(o.Winners)+" "+o.Why, text)
	case "points":
		is(s.Outcome().Points, "["+text+"]")
	case "standing":
		is(s.Outcome().Seats, "["+text+"]")
	case "event", "no":
		is(tab.happened(tab.events, words[1:]), words[0] == "event")
	case "ever":
		is(tab.happened(tab.all, words[1:]), true)
	default:
		tab.Fatalf("what is %v?", words)
	}
}

func letters(s games.Seats) string {
	text := ""
	for seat := range s.All() {
		text += string(rune('A' + seat))
	}
	if text == "" {
		return "-"
	}
	return text
}

// happened looks for an event of a kind, with what else is told: "played seat=A n=3 items=S3,S4,S5 why=absent".
func (tab *match) happened(events []games.Event, words []string) bool {
	return slices.ContainsFunc(events, func(e games.Event) bool {
		if e.Kind != words[0] {
			return false
		}
		for _, word := range words[1:] {
			key, want, _ := strings.Cut(word, "=")
			got := map[string]string{
				"why": e.Why, "n": strconv.Itoa(e.N), "what": e.What, "rule": e.Rule, "to": letters(e.To),
				"seat": letters(games.SeatsOf(e.Seat)), "items": strings.ReplaceAll(strings.Join(e.Items, ","), " ", "_"),
			}[key]
			if got != want {
				return false
			}
		}
		return true
	})
}
