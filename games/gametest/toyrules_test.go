package gametest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kumpas/games"
)

// toyRun carries out one action on a copy of the state.
type toyRun struct {
	s      *toyState
	events []games.Event
}

func (r *toyRun) tell(e games.Event) { r.events = append(r.events, e) }

func (r *toyRun) say(kind string, seat games.Seat, items ...string) {
	r.tell(games.Event{Kind: kind, Seat: seat, Other: games.Nobody, Items: items})
}

func (s *toyState) Apply(a games.Action) (games.State, []games.Event, error) {
	if s.End != nil {
		return nil, nil, games.Refuse(games.GameOver, "")
	}
	r := &toyRun{s: s.clone()}
	var err error
	switch a.Kind {
	case games.ActReply:
		err = r.reply(a)
	case games.ActTimeout:
		err = r.timeout(a)
	case games.ActLeave:
		err = r.leave(a.Seat)
	case games.ActVoid:
		r.finish("void")
	default:
		err = games.Refuse(games.BadChoice, "")
	}
	if err != nil {
		return nil, nil, err
	}
	return r.s, r.events, nil
}

func (r *toyRun) reply(a games.Action) error {
	s := r.s
	_, more, err := s.Ask(a.Seat, a.Prompt, a.Answer)
	if err != nil {
		return err
	}
	if more {
		return games.Refuse(games.BadChoice, "")
	}
	switch a.Prompt {
	case s.SayID:
		s.Said = s.Said.With(a.Seat)
		r.say("boasted", a.Seat, a.Answer[0])
		return nil
	case s.TurnID:
		s.Shut, s.ShutBy = s.TurnID, a.Seat
		r.turn(a.Answer)
		return nil
	}
	phase, id := s.Phase, s.AskID
	s.Wanted = s.Wanted.Without(a.Seat)
	switch phase {
	case "discard":
		var picked []int
		for _, c := range games.Split(a.Answer[0]) {
			picked = append(picked, int(c[1]-'0'))
		}
		r.discard(picked, "")
	case "vote":
		s.Votes[a.Seat] = a.Answer[0]
		r.say("has_voted", a.Seat)
		r.counted()
	case "window":
		if a.Answer[0] == "doubt" {
			r.doubt(a.Seat)
		} else {
			r.unopposed()
		}
	}
	if s.AskID != id || s.Phase != phase {
		s.Shut, s.ShutBy = id, a.Seat
	}
	return nil
}

func (r *toyRun) turn(answer games.Answer) {
	s := r.s
	switch answer[0] {
	case "draw":
		s.Phase = "discard"
		r.tell(games.Event{Kind: "took", Seat: s.Turn, Other: games.Nobody, N: 2})
		r.draw(s.Turn, 2)
		r.ask(games.SeatsOf(s.Turn))
	case "claim":
		s.Phase = "window"
		s.Claim = int(answer[1][1] - '0')
		r.say("claimed", s.Turn, answer[1])
		honest := slices.Contains(s.Hands[s.Turn], s.Claim)
		r.tell(games.Event{Kind: "truth", AtEnd: true, Seat: s.Turn, Other: games.Nobody, What: fmt.Sprint(honest)})
		r.ask(s.living().Without(s.Turn))
	case "trade":
		e, _ := toyDraft{hand: s.Hands[s.Turn]}.Load(answer[1])
		given := e.(toyDraft).out
		r.say("traded", s.Turn, strings.Split(answer[1], ".")...)
		for _, c := range given {
			r.drop(c)
		}
		r.draw(s.Turn, len(given))
		r.endTurn()
	case "skip":
		r.say("skipped", s.Turn)
		r.endTurn()
	}
}

// ask opens a window, a choice or a vote.
func (r *toyRun) ask(seats games.Seats) {
	r.s.Last++
	r.s.AskID, r.s.Wanted = r.s.Last, seats
}

func (r *toyRun) draw(seat games.Seat, n int) {
	s := r.s
	var items []string
	for range n {
		if len(s.Deck) == 0 {
			s.Deck, s.Open = s.Open, nil
			games.Shuffle(&s.Stream, s.Deck)
		}
		c := s.Deck[len(s.Deck)-1]
		s.Deck = s.Deck[:len(s.Deck)-1]
		s.Hands[seat] = append(s.Hands[seat], c)
		items = append(items, fmt.Sprint("v", c))
	}
	slices.Sort(s.Hands[seat])
	r.tell(games.Event{Kind: "drew", To: games.SeatsOf(seat), Seat: seat, Other: games.Nobody, Items: items})
}

// drop lays one card of a value from the hand of the seat whose turn it is face up.
func (r *toyRun) drop(value int) {
	s := r.s
	i := slices.Index(s.Hands[s.Turn], value)
	s.Hands[s.Turn] = slices.Delete(s.Hands[s.Turn], i, i+1)
	s.Open = append(s.Open, value)
}

func (r *toyRun) discard(slots []int, why string) {
	var values []int
	var items []string
	for _, i := range slots {
		values = append(values, r.s.Hands[r.s.Turn][i])
	}
	for _, v := range values {
		r.drop(v)
		items = append(items, fmt.Sprint("v", v))
	}
	r.tell(games.Event{Kind: "discarded", Seat: r.s.Turn, Other: games.Nobody, Items: items, Why: why})
	r.endTurn()
}

func (r *toyRun) gain() {
	s := r.s
	if s.Bank > 0 {
		s.Bank--
		s.Points[s.Turn]++
	}
	r.say("gained", s.Turn)
	r.endTurn()
}

func (r *toyRun) unopposed() {
	if r.s.Wanted == 0 {
		r.gain()
	}
}

func (r *toyRun) doubt(by games.Seat) {
	s := r.s
	what := fmt.Sprint("v", s.Claim)
	if !slices.Contains(s.Hands[s.Turn], s.Claim) {
		r.tell(games.Event{Kind: "caught", Seat: s.Turn, Other: by, What: what})
		r.endTurn()
		return
	}
	r.tell(games.Event{Kind: "proof", Seat: s.Turn, Other: by, What: what})
	r.drop(s.Claim)
	r.draw(s.Turn, 1)
	if s.Points[by] > 0 {
		s.Points[by]--
		s.Bank++
	}
	r.gain()
}

func (r *toyRun) counted() {
	s := r.s
	if s.Wanted != 0 {
		return
	}
	yes := 0
	var items []string
	for seat := range s.living().All() {
		items = append(items, s.Votes[seat])
		if s.Votes[seat] == "yes" {
			yes++
		}
	}
	r.say("voted", games.Nobody, items...)
	s.Votes = make([]string, len(s.Votes))
	if s.Round++; 2*yes > s.living().Count() || s.Round >= toyRounds {
		r.finish("points")
		return
	}
	s.Turn = games.Nobody
	r.endTurn()
}

// endTurn goes on to the next living seat, or to the vote after the last.
func (r *toyRun) endTurn() {
	s := r.s
	s.Wanted, s.Claim, s.Said = 0, 0, 0
	for seat := range s.living().All() {
		if seat > s.Turn {
			s.Turn, s.Phase = seat, "turn"
			s.TurnID, s.SayID = s.Last+1, s.Last+2
			s.Last += 2
			return
		}
	}
	s.Phase = "vote"
	r.ask(s.living())
}

func (r *toyRun) timeout(a games.Action) error {
	s := r.s
	for _, p := range s.Prompts(nil, games.Nobody) {
		if p.ID != a.Prompt || p.Held {
			continue
		}
		switch {
		case p.Kind == "turn":
			s.Shut, s.ShutBy = 0, games.Nobody
			r.turn(games.Answer{"skip"})
		case p.Kind == "discard":
			n := len(s.Hands[s.Turn])
			i := s.Stream.N(n)
			r.discard(slices.Sorted(slices.Values([]int{i, (i + 1 + s.Stream.N(n-1)) % n})), "random")
		case p.Kind == "window":
			s.Wanted = 0
			r.unopposed()
		case !s.Wait:
			for seat := range s.Wanted.All() {
				s.Votes[seat] = "no"
			}
			s.Wanted = 0
			r.counted()
		}
		return nil
	}
	return games.Refuse(games.StalePrompt, "")
}

func (r *toyRun) leave(seat games.Seat) error {
	s := r.s
	if !s.living().Has(seat) {
		return games.Refuse("gone", "")
	}
	var items []string
	for _, c := range s.Hands[seat] {
		items = append(items, fmt.Sprint("v", c))
	}
	s.Open = append(s.Open, s.Hands[seat]...)
	s.Bank += s.Points[seat]
	s.Hands[seat], s.Points[seat], s.Votes[seat] = nil, 0, ""
	s.Gone, s.Wanted = s.Gone.With(seat), s.Wanted.Without(seat)
	r.say("left", seat, items...)
	switch {
	case s.living().Count() < 2:
		r.finish("alone")
	case s.Phase == "vote":
		r.counted()
	case seat == s.Turn:
		r.endTurn()
	case s.Phase == "window":
		r.unopposed()
	}
	return nil
}

func (r *toyRun) finish(why string) {
	s := r.s
	o := &games.Outcome{Why: why, Seats: make([]games.Standing, len(s.Seats))}
	most := 0
	for seat := range s.living().All() {
		most = max(most, s.Points[seat])
	}
	for i := range s.Seats {
		seat := games.Seat(i)
		switch {
		case why == "void":
			o.Seats[i] = games.None
		case s.Gone.Has(seat):
			o.Seats[i] = games.Left
		case s.Points[i] == most:
			o.Seats[i], o.Winners = games.Won, o.Winners.With(seat)
		default:
			o.Seats[i] = games.Lost
		}
	}
	s.End, s.Wanted = o, 0
	r.say("over", games.Nobody)
}

// toyDraft is the draft of a trade: one or two values of the hand, in any order.
type toyDraft struct{ hand, out []int }

func (d toyDraft) Draft() string {
	var parts []string
	for _, v := range d.out {
		parts = append(parts, strconv.Itoa(v))
	}
	return strings.Join(parts, ".")
}

func (d toyDraft) Final() string { return d.Draft() }

func (d toyDraft) Load(draft string) (games.Editor, error) { return d.read(draft, ".") }
func (d toyDraft) Parse(text string) (games.Editor, error) { return d.read(text, " ") }

func (d toyDraft) read(text, between string) (games.Editor, error) {
	d.out = nil
	if text == "" {
		return d, nil
	}
	for part := range strings.SplitSeq(text, between) {
		if part != "1" && part != "2" && part != "3" || len(d.out) > 20 {
			return nil, games.Refuse("unreadable", "")
		}
		// A card that has gone since is left out.
		if v := int(part[0] - '0'); d.holds(v) {
			d.out = append(slices.Clip(d.out), v)
		}
	}
	return d, nil
}

// holds reports whether one more card of a value can go.
func (d toyDraft) holds(value int) bool {
	n := 0
	for _, v := range d.hand {
		if v == value {
			n++
		}
	}
	for _, v := range d.out {
		if v == value {
			n--
		}
	}
	return n > 0
}

func (d toyDraft) Ask(sofar games.Answer) (games.Field, bool, error) {
	f := games.Field{Kind: "operation", Min: 1, Max: 1}
	for v := 1; v <= 3; v++ {
		c := games.Choice{ID: fmt.Sprint("add", v), Seat: games.Nobody}
		if !d.holds(v) {
			c.Not = "not_held"
		}
		f.Choices = append(f.Choices, c)
	}
	undo := games.Choice{ID: "undo", Seat: games.Nobody}
	if len(d.out) == 0 {
		undo.Not = "nothing"
	}
	f.Choices = append(f.Choices, undo, games.Choice{ID: "reset", Seat: games.Nobody})
	switch len(sofar) {
	case 0:
		return f, true, nil
	case 1:
		return games.Field{}, false, toyAccepts(f, sofar[0])
	}
	return games.Field{}, false, games.Refuse(games.BadChoice, "")
}

func (d toyDraft) Do(op games.Answer) (games.Editor, error) {
	if _, more, err := d.Ask(op); err != nil || more {
		if err == nil {
			err = games.Refuse(games.BadChoice, "")
		}
		return nil, err
	}
	switch op[0] {
	case "undo":
		d.out = d.out[:len(d.out)-1]
	case "reset":
		d.out = nil
	default:
		d.out = append(slices.Clip(d.out), int(op[0][3]-'0'))
	}
	return d, nil
}

func (d toyDraft) Check() error {
	switch {
	case len(d.out) == 0:
		return games.Refuse("empty", "")
	case len(d.out) > 2:
		return games.Refuse("too_many", "")
	}
	return nil
}

func (d toyDraft) View() games.View { return d.Draft() }

func (d toyDraft) Samples(rng games.Rand) []string {
	samples := []string{"", strconv.Itoa(d.hand[rng.IntN(len(d.hand))])}
	if len(d.hand) > 2 {
		samples = append(samples, fmt.Sprintf("%d.%d", d.hand[0], d.hand[2]), fmt.Sprintf("%d.%d.%d", d.hand[0], d.hand[1], d.hand[2]))
	}
	return samples
}
