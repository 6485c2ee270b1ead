package machiavelli

import (
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
	if openingPoints(hand(card.Count(cards))) < e.s.opening(e.seat) {
		a.Verdict = solve.No
	}
	next := e
	if a.Verdict == solve.Yes {
		next = e.to(e.table(&a), false)
	}
	return next.noting(asked{what: AskArrange, verdict: verdicts[a.Verdict], cards: hand(card.Count(cards))})
}

// bestPlay looks for the play of the most cards. A first play needs points as well: the one of the most cards is taken if it has them, else the one
// of the most points, which is proved to have the most cards only if no play at all has more.
func (e *editor) bestPlay() solve.Answer {
	h := e.s.Hands[e.seat]
	q := e.question(h.list())
	a := best(q)
	least := e.s.opening(e.seat)
	if least == 0 {
		return a
	}
	q.Value = nil
	most := best(q)
	switch {
	case most.Verdict == solve.Yes && openingPoints(hand(most.Played)) >= least:
		return most
	case a.Verdict == solve.Yes && a.Value >= least:
		a.Proved = most.Verdict == solve.Yes && most.Proved && a.Played.Total() == most.Value
	case a.Verdict == solve.Yes && a.Proved:
		a.Verdict = solve.No
	case a.Verdict == solve.Yes:
		a.Verdict = solve.Open
	}
	return a
}

// doHint says whether there is a play, which cards it takes, or shows it (R9.9).
func (e *editor) doHint(op games.Answer) *editor {
	a := e.bestPlay()
	note := asked{what: op[1], verdict: verdicts[a.Verdict]}
	if op[1] == AskExists || note.verdict != Yes {
		return e.noting(note)
	}
	note.cards, note.proved = hand(a.Played), a.Proved
	if op[1] == AskCards {
		return e.noting(note)
	}
	return e.to(e.table(&a), false).noting(note)
}

// Samples are the draft that gives up, some steps by hand, and a play if one is found easily: tests ask for many.
func (e *editor) Samples(rng games.Rand) []string {
	samples := []string{gaveUpText, "", e.byHand(rng)}
	if e.s.Table.n == 0 || rng.IntN(4) > 0 {
		if sk, ok := e.laidOff(rng); ok {
			return append(samples, newEditor(e.s, e.seat).to(sk, false).Draft())
		}
	}
	if sk, ok := e.solved(rng); ok {
		samples = append(samples, newEditor(e.s, e.seat).to(sk, false).Draft())
	}
	return samples
}

// byHand is a draft of random steps.
func (e *editor) byHand(rng games.Rand) string {
	by := newEditor(e.s, e.seat)
	for range 1 + rng.IntN(2) {
		o := &handOps[rng.IntN(len(handOps))]
		if o.not(by) != "" {
			continue
		}
		op := games.Answer{o.id}
		for _, field := range o.fields {
			op = append(op, someOf(field(by, op), rng))
		}
		by = o.do(by, op)
	}
	return by.Draft()
}

// laidOff puts a random card of the hand into a random meld that takes it.
func (e *editor) laidOff(rng games.Rand) (sketch, bool) {
	h := e.s.Hands[e.seat]
	cards := h.list()
	for range 3 * len(cards) {
		if e.s.Table.n == 0 {
			break
		}
		c, at := cards[rng.IntN(len(cards))], rng.IntN(int(e.s.Table.n))
		g := loose(e.s.Table.melds[at].Cards()).with(c)
		if g.judge(nil).err == nil {
			sk := e.blank()
			sk[at] = g
			return sk, true
		}
	}
	return nil, false
}

// sampleNodes bounds the search for a sample, which need not be the best.
const sampleNodes = 500

// solved plays what can be played of a part of the hand: on the whole table now and then, else as new melds.
func (e *editor) solved(rng games.Rand) (sketch, bool) {
	var cards []card.Card
	h := e.s.Hands[e.seat]
	for _, c := range h.list() {
		if rng.IntN(3) > 0 {
			cards = append(cards, c)
		}
	}
	q := e.question(cards)
	q.AnyTable, q.Nodes = true, sampleNodes
	rest := []card.Meld(nil)
	if len(q.Table) > 0 && rng.IntN(4) > 0 {
		q.Table, rest = nil, q.Table
	}
	a := best(q)
	if a.Verdict != solve.Yes {
		return nil, false
	}
	a.Table = append(a.Table, rest...)
	return e.table(&a), true
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
