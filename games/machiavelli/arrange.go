package machiavelli

import (
	"slices"
	"sync"

	"kumpas/games"
	"kumpas/games/machiavelli/card"
	"kumpas/games/machiavelli/solve"
)

// solvers keeps solvers for reuse: their buffers are large, and an answer depends on the question alone.
var solvers = sync.Pool{New: func() any { return solve.New() }}

// best asks for the play of the greatest value.
func best(q *solve.Question) (a solve.Answer) {
	s := solvers.Get().(*solve.Solver)
	defer solvers.Put(s)
	s.Best(q, &a)
	return a
}

// check asks whether exactly the cards of the question's hand can be played.
func check(q *solve.Question) (a solve.Answer) {
	s := solvers.Get().(*solve.Solver)
	defer solvers.Put(s)
	s.Check(q, &a)
	return a
}

var verdicts = map[solve.Verdict]string{solve.Yes: Yes, solve.No: No, solve.Open: Unknown}

// question is what can be done with cards of the hand. A first play under opening_points may not touch the table: it is not asked about then,
// and points count instead of cards.
func (e *editor) question(cards []card.Card) *solve.Question {
	q := &solve.Question{Hand: cards}
	if e.s.opening(e.seat) == 0 {
		q.Table, q.SwapOnly = e.s.Table.all(), e.s.Rules.SwapOnly
		return q
	}
	q.Value = new([card.Kinds]uint8)
	for c := range card.Card(card.Faces) {
		q.Value[c] = uint8(c.Points())
	}
	return q
}

// table is the sketch of a table that the solver has found for question.
func (e *editor) table(a *solve.Answer) sketch {
	melds := a.Table
	if e.s.opening(e.seat) > 0 {
		melds = append(melds, e.s.Table.all()...)
	}
	return e.arranged(groupsOf(melds))
}

func groupsOf(melds []card.Meld) []group {
	groups := make([]group, len(melds))
	for i := range melds {
		as, _ := melds[i].Reading()
		groups[i] = group{melds[i].Cards(), as}
	}
	return groups
}

// arranged puts the groups of a whole table where the melds lay that they have become.
func (e *editor) arranged(groups []group) sketch {
	sk := e.blank()
	for i := range sk {
		sk[i] = loose(nil)
	}
	for i, at := range origins(e.s.Table.all(), groups) {
		if at >= 0 {
			sk[at] = groups[i]
		} else {
			sk = append(sk, groups[i])
		}
	}
	return sk
}

// doArrange plays the picked cards of the hand, if a rearrangement takes them (R9.9); what was drafted gives way.
func (e *editor) doArrange(op games.Answer) *editor {
	cards := picked(op[1])
	a := check(e.question(cards))
	next := e
	if a.Verdict == solve.Yes {
		next = e.to(e.table(&a), false)
	}
	return next.noting(asked{what: AskArrange, verdict: verdicts[a.Verdict], cards: hand(card.Count(cards))})
}

// doHint says whether there is a play, which cards it takes, or shows it (R9.9).
func (e *editor) doHint(op games.Answer) *editor {
	h := e.s.Hands[e.seat]
	a := best(e.question(h.list()))
	note := asked{what: op[1], verdict: verdicts[a.Verdict]}
	if least := e.s.opening(e.seat); a.Verdict == solve.Yes && a.Value < least {
		if note.verdict = Unknown; a.Proved {
			note.verdict = No
		}
	}
	if op[1] == AskExists || note.verdict != Yes {
		return e.noting(note)
	}
	note.cards, note.proved = hand(a.Played), a.Proved
	if op[1] == AskCards {
		return e.noting(note)
	}
	return e.to(e.table(&a), false).noting(note)
}

// sampleNodes bounds the search for a sample, which need not be the best.
const sampleNodes = 1000

// Samples are the draft that gives up, some steps by hand, and what the solver makes of a part of the hand.
func (e *editor) Samples(rng games.Rand) []string {
	samples := []string{gaveUpText, ""}
	hands := ops()[2:7]
	by := newEditor(e.s, e.seat)
	for range 1 + rng.IntN(3) {
		o := hands[rng.IntN(len(hands))]
		if o.not(by) != "" {
			continue
		}
		op := games.Answer{o.id}
		for _, field := range o.fields {
			f := field(by, op)
			op = append(op, someOf(f, rng))
		}
		by = o.do(by, op)
	}
	samples = append(samples, by.Draft())
	var cards []card.Card
	h := e.s.Hands[e.seat]
	for _, c := range h.list() {
		if rng.IntN(3) > 0 {
			cards = append(cards, c)
		}
	}
	q := e.question(cards)
	q.AnyTable, q.Nodes = true, sampleNodes
	var rest []card.Meld
	if n := len(q.Table); n > 0 && rng.IntN(8) > 0 { // one meld of the table is enough mostly
		at := rng.IntN(n)
		rest = slices.Concat(q.Table[:at], q.Table[at+1:])
		q.Table = q.Table[at : at+1]
	}
	if a := best(q); a.Verdict == solve.Yes {
		a.Table = append(a.Table, rest...)
		samples = append(samples, newEditor(e.s, e.seat).to(e.table(&a), false).Draft())
	}
	return samples
}

// someOf picks from a field, at random.
func someOf(f games.Field, rng games.Rand) string {
	n := f.Min + rng.IntN(f.Max-f.Min+1)
	var ids []string
	for i, c := range f.Choices {
		if rng.IntN(len(f.Choices)-i) < n-len(ids) {
			ids = append(ids, c.ID)
		}
	}
	return games.Join(ids...)
}
