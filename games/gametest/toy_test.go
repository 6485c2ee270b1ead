package gametest

import (
	"fmt"
	"slices"

	"kumpas/games"
)

// The toy is a small correct game that uses everything the contract knows. Cards have the values 1 to 3; hands and deck
// are hidden. In his turn a seat draws two cards and discards two, or claims to hold a value, which the others may doubt,
// or trades cards by an editor, or skips. Everybody may boast once a turn. After each round all vote, sealed, whether
// to end it. The most points win.
type toy struct{}

const (
	toyCopies = 6 // of each value
	toyCoins  = 30
	toyRounds = 4
)

type toyState struct {
	Wait   bool // a vote has no time
	Stream games.Stream
	Seats  []int
	Hands  [][]int
	Deck   []int
	Open   []int // discarded face up
	Points []int
	Bank   int
	Gone   games.Seats
	Round  int
	Turn   games.Seat
	Phase  string // "turn", "window", "discard", "vote"
	Last   games.PromptID
	TurnID games.PromptID
	SayID  games.PromptID // the boasts of this turn
	AskID  games.PromptID // window, discard or vote
	Said   games.Seats
	Wanted games.Seats // who has not answered AskID
	Votes  []string
	Claim  int
	Shut   games.PromptID // the last prompt that an answer closed
	ShutBy games.Seat
	End    *games.Outcome
}

func (toy) Info() games.Info {
	return games.Info{
		ID: "toy", Min: 2, Max: 4,
		Options:   []games.Setting{{ID: "vote", Values: []string{"no", "wait"}}, {ID: "hand", Values: []string{"2", "3"}}},
		Variants:  []games.Variant{{ID: "long", Options: games.Options{"hand": "3"}}},
		Seconds:   map[games.Class]int{games.ClassTurn: 60, games.ClassWindow: 20, games.ClassChoice: 30, games.ClassVote: 30},
		Bound:     200,
		Revealing: []string{"drew", "discarded", "proof", "caught", "voted", "left"},
		Levels:    []string{"plain", "wild"},
	}
}

func (g toy) Check(players int, options games.Options) error {
	if err := g.Info().CheckCount(players, "T1"); err != nil {
		return err
	}
	_, err := g.Info().Resolve(options)
	return err
}

func (g toy) New(setup games.Setup) (games.State, []games.Event, error) {
	if err := g.Check(setup.Players, setup.Options); err != nil {
		return nil, nil, err
	}
	o, _ := g.Info().Resolve(setup.Options)
	n := setup.Players
	s := &toyState{
		Wait: o["vote"] == "wait", Stream: games.NewStream(setup.Seed), Bank: toyCoins,
		Points: make([]int, n), Votes: make([]string, n), Turn: games.Nobody, ShutBy: games.Nobody,
	}
	for i := range 3 * toyCopies {
		s.Deck = append(s.Deck, i%3+1)
	}
	games.Shuffle(&s.Stream, s.Deck)
	for i := range n {
		s.Seats = append(s.Seats, i)
		hand := int(o["hand"][0] - '0')
		s.Hands = append(s.Hands, slices.Sorted(slices.Values(s.Deck[:hand])))
		s.Deck = s.Deck[hand:]
	}
	games.Shuffle(&s.Stream, s.Seats)
	r := toyRun{s: s}
	r.endTurn()
	return s, r.events, nil
}

func (toy) Decode(data []byte) (games.State, error) {
	var s toyState
	if err := games.Decode(1, data, &s, nil); err != nil {
		return nil, err
	}
	if err := s.valid(); err != nil {
		return nil, err
	}
	return &s, nil
}

func (s *toyState) Encode() []byte { return games.Encode(1, s) }

// valid refuses what cannot be a state.
func (s *toyState) valid() error {
	n := len(s.Seats)
	all := games.FirstSeats(n)
	cards := slices.Concat(append(slices.Clone(s.Hands), s.Deck, s.Open)...)
	over := s.End != nil
	bad := n < 2 || n > 4 || len(s.Hands) != n || len(s.Points) != n || len(s.Votes) != n || len(cards) != 3*toyCopies ||
		s.Gone&^all != 0 || s.Wanted&^all != 0 || s.Said&^all != 0 || !all.Has(s.Turn) || s.Gone&s.Wanted != 0 ||
		s.ShutBy < games.Nobody || !all.With(0).Has(max(s.ShutBy, 0)) || s.Claim < 0 || s.Claim > 3 || s.Round < 0 || s.Round > toyRounds ||
		!slices.Contains([]string{"turn", "window", "discard", "vote"}, s.Phase) || !over && s.Gone.Has(s.Turn) && s.Phase != "vote"
	bad = bad || !over && s.Phase == "discard" && len(s.Hands[s.Turn]) < 3
	for _, c := range cards {
		bad = bad || c < 1 || c > 3
	}
	if over {
		bad = bad || len(s.End.Seats) != n
	} else {
		bad = bad || s.Gone == all || s.Phase != "turn" && s.Wanted == 0
	}
	if bad {
		return fmt.Errorf("toy: no state")
	}
	return nil
}

func (s *toyState) Seating() []int      { return s.Seats }
func (s *toyState) Living() games.Seats { return games.FirstSeats(len(s.Seats)) &^ s.Gone }

func (s *toyState) Outcome() *games.Outcome { return s.End }
func (s *toyState) living() games.Seats     { return games.FirstSeats(len(s.Seats)) &^ s.Gone }

func (s *toyState) Prompts(buf []games.Prompt, v games.Seat) []games.Prompt {
	if s.End != nil {
		return buf
	}
	lives := s.living().Has(v)
	if s.Phase == "turn" || s.Phase == "window" {
		p := games.Prompt{ID: s.TurnID, Kind: "turn", Class: games.ClassTurn, Held: s.Phase == "window", Timeout: games.Default{Kind: games.DefaultFixed, What: "skip"}}
		if !p.Held {
			p.Awaited, p.Pass = games.SeatsOf(s.Turn), games.Answer{"skip"}
			p.Mine = v == s.Turn
		}
		buf = append(buf, p)
	}
	if s.Phase != "vote" && lives && !s.Said.Has(v) {
		buf = append(buf, games.Prompt{ID: s.SayID, Kind: "boast", Mine: true})
	}
	p := games.Prompt{ID: s.AskID, Kind: s.Phase, Awaited: s.Wanted}
	switch s.Phase {
	case "turn":
		return buf
	case "window":
		p.Class, p.Pass, p.Timeout = games.ClassWindow, games.Answer{"pass"}, games.Default{Kind: games.DefaultFixed, What: "pass"}
		if p.Mine = lives && v != s.Turn; p.Mine && !s.Wanted.Has(v) {
			p.Given, p.Pass = games.Answer{"pass"}, nil
		}
	case "discard":
		p.Class, p.Timeout = games.ClassChoice, games.Default{Kind: games.DefaultRandom}
		p.Mine = v == s.Turn
	case "vote":
		p.Class, p.Sealed, p.Mine, p.Timeout = games.ClassVote, true, lives, games.Default{Kind: games.DefaultFixed, What: "no"}
		if s.Wait {
			p.Timeout = games.Default{Kind: games.DefaultWait}
		}
		if lives && s.Votes[v] != "" {
			p.Given = games.Answer{s.Votes[v]}
		}
	}
	return append(buf, p)
}

// field is the field that follows the answers so far, all of which are good.
func (s *toyState) field(kind string, seat games.Seat, sofar games.Answer) (f games.Field, more bool) {
	if len(sofar) > 0 && kind != "turn" || len(sofar) > 1 {
		return f, false
	}
	plain := func(kind string, ids ...string) games.Field {
		f := games.Field{Kind: kind, Public: true, Min: 1, Max: 1}
		for _, id := range ids {
			f.Choices = append(f.Choices, games.Choice{ID: id, What: id, Seat: games.Nobody})
		}
		return f
	}
	switch kind {
	case "boast":
		return plain("value", "v1", "v2", "v3"), true
	case "vote":
		return plain("end", "yes", "no"), true
	case "window":
		f = plain("react", "pass", "doubt")
		if !s.Wanted.Has(seat) {
			f.Choices[0].Not = "said"
		}
		return f, true
	case "discard":
		f = games.Field{Kind: "cards", Min: 2, Max: 2}
		for i, c := range s.Hands[seat] {
			f.Choices = append(f.Choices, games.Choice{ID: fmt.Sprintf("c%d", i), What: fmt.Sprintf("v%d", c), Seat: games.Nobody})
		}
		return f, true
	}
	if len(sofar) == 0 {
		f = plain("action", "draw", "claim", "trade", "skip")
		switch {
		case len(s.Hands[seat]) > 2:
			f.Choices[0].Not = "hand_full"
		case len(s.Deck)+len(s.Open) < 2:
			f.Choices[0].Not = "no_cards"
		}
		if len(s.Hands[seat]) == 0 {
			f.Choices[2].Not = "no_hand"
		}
		if s.Bank == 0 {
			f.Choices[1].Not = "no_coins"
		}
		return f, true
	}
	switch sofar[0] {
	case "claim":
		return plain("value", "v1", "v2", "v3"), true
	case "trade":
		return games.Field{Kind: "trade", Editor: toyDraft{hand: s.Hands[seat]}}, true
	}
	return f, false
}

func (s *toyState) Ask(seat games.Seat, id games.PromptID, sofar games.Answer) (games.Field, bool, error) {
	if s.End != nil {
		return games.Field{}, false, games.Refuse(games.GameOver, "")
	}
	var prompt *games.Prompt
	for _, p := range s.Prompts(nil, seat) {
		if p.ID == id {
			prompt = &p
		}
	}
	switch {
	case seat < 0 || int(seat) >= len(s.Seats):
		return games.Field{}, false, games.Refuse(games.NotYours, "")
	case prompt == nil && id == s.Shut && s.ShutBy != games.Nobody:
		return games.Field{}, false, &games.Refusal{Code: games.TooLate, Seat: s.ShutBy}
	case prompt == nil:
		return games.Field{}, false, games.Refuse(games.StalePrompt, "")
	case !prompt.Mine:
		return games.Field{}, false, games.Refuse(games.NotYours, "")
	}
	for i, element := range sofar {
		f, more := s.field(prompt.Kind, seat, sofar[:i])
		if !more {
			return games.Field{}, false, games.Refuse(games.BadChoice, "")
		}
		if err := toyAccepts(f, element); err != nil {
			return games.Field{}, false, err
		}
	}
	f, more := s.field(prompt.Kind, seat, sofar)
	return f, more, nil
}

// toyAccepts says why an element cannot be the answer to a field.
func toyAccepts(f games.Field, element string) error {
	if f.Editor != nil {
		e, err := f.Editor.Load(element)
		if err != nil {
			return err
		}
		return e.Check()
	}
	last := -1
	ids := games.Split(element)
	for _, id := range ids {
		at := slices.IndexFunc(f.Choices, func(c games.Choice) bool { return c.ID == id })
		if at <= last {
			return games.Refuse(games.BadChoice, "")
		}
		if not := f.Choices[at].Not; not != "" {
			return games.Refuse(not, "")
		}
		last = at
	}
	if len(ids) < f.Min || len(ids) > f.Max {
		return games.Refuse(games.BadChoice, "")
	}
	return nil
}

type toyView struct {
	Turn         games.Seat
	Phase        string
	Round, Bank  int
	Points, Open []int
	Gone         games.Seats
	Deck, Claim  int
	Sizes        []int
	Hand         []int
	Vote         string
	Hands        [][]int // at the end
}

func (s *toyState) View(v games.Seat) games.View {
	view := &toyView{Turn: s.Turn, Phase: s.Phase, Round: s.Round, Bank: s.Bank, Points: s.Points, Open: s.Open, Gone: s.Gone, Deck: len(s.Deck), Claim: s.Claim}
	for _, h := range s.Hands {
		view.Sizes = append(view.Sizes, len(h))
	}
	if v >= 0 {
		view.Hand, view.Vote = s.Hands[v], s.Votes[v]
	}
	if s.End != nil {
		view.Hands = s.Hands
	}
	return view
}

// Choose doubts what cannot be; otherwise it picks at random.
func (toy) Choose(level string, view games.View, p games.Prompt, ask games.Ask, rng games.Rand) games.Answer {
	v := view.(*toyView)
	if p.Kind == "window" && level == "plain" {
		seen := 0
		for _, c := range slices.Concat(v.Hand, v.Open) {
			if c == v.Claim {
				seen++
			}
		}
		if seen == toyCopies {
			return games.Answer{"doubt"}
		}
	}
	for range 100 {
		answer, err := games.Random(ask, rng)
		if err == nil {
			if _, more, err := ask(answer); err == nil && !more {
				return answer
			}
		}
	}
	return nil
}

func (toy) Redeal(st games.State, v games.Seat, rng games.Rand) games.State {
	s := st.(*toyState).clone()
	pool := slices.Clone(s.Deck)
	for i, h := range s.Hands {
		if games.Seat(i) != v {
			pool = append(pool, h...)
		}
	}
	rng.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	for i, h := range s.Hands {
		if games.Seat(i) != v {
			s.Hands[i] = slices.Sorted(slices.Values(pool[:len(h)]))
			pool = pool[len(h):]
		}
		if games.Seat(i) != v && s.Votes[i] != "" {
			s.Votes[i] = []string{"yes", "no"}[rng.IntN(2)]
		}
	}
	s.Deck = pool
	var seed [32]byte
	for i := range seed {
		seed[i] = byte(rng.Uint32())
	}
	s.Stream = games.NewStream(seed)
	return s
}

func (toy) Hidden(st games.State, v games.Seat) map[string]string {
	s := st.(*toyState)
	items := map[string]string{}
	votes := ""
	for i, h := range s.Hands {
		if games.Seat(i) != v {
			votes += s.Votes[i]
			if len(h) > 0 {
				items[fmt.Sprint("hand of ", i)] = fmt.Sprint(h)
			}
		}
	}
	if votes != "" {
		items["votes"] = votes
	}
	if len(s.Deck) > 1 {
		items["deck"] = fmt.Sprint(s.Deck)
	}
	return items
}

func (toy) Ledger(st games.State) map[string]int {
	s := st.(*toyState)
	l := map[string]int{"coins": s.Bank}
	for _, p := range s.Points {
		l["coins"] += p
	}
	for _, c := range slices.Concat(append(slices.Clone(s.Hands), s.Deck, s.Open)...) {
		l[fmt.Sprint("cards of ", c)]++
	}
	return l
}

func (s *toyState) clone() *toyState {
	n := *s
	n.Hands = slices.Clone(s.Hands)
	for i, h := range s.Hands {
		n.Hands[i] = slices.Clone(h)
	}
	n.Deck, n.Open, n.Points, n.Votes = slices.Clone(s.Deck), slices.Clone(s.Open), slices.Clone(s.Points), slices.Clone(s.Votes)
	return &n
}
