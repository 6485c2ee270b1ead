// Package solve finds rearrangements of a Machiavelli table: can these cards be
// played, and what is the best that can be played?
//
// A Solver answers Questions with Answers. It is deterministic, bounded by nodes
// and never by time, and does not allocate once its buffers and the answer's
// have grown. Every table it returns has been judged by the rules' own validator
// (package card). Use one Solver per goroutine.
//
// How it works: sweep.go (the search), runs.go and sets.go (its tables), bound.go
// (what steers and prunes it), find.go (how the work is shared out), prefer.go
// (the table that people recognise), swap.go (R5.3). The benchmarks measure it;
// SOLVE_SCALE makes them, and the tests' samples, as large as one likes.
package solve

import "kumpas/games/machiavelli/card"

// Question is what a player wants to know.
type Question struct {
	Table []card.Meld
	Hand  []card.Card
	// Value is what playing each card is worth to Best; nil makes every card
	// worth one, so that the most cards are played.
	Value *[card.Kinds]uint8
	// Wish are melds that must be on the new table. The first Stated of them keep
	// their jokers' readings; the others may get those that SwapOnly needs.
	Wish   []card.Meld
	Stated int
	// SwapOnly asks for a table that option joker_release=swap_only admits
	// (R5.3). The fixed readings of jokers are those of Table.
	SwapOnly bool
	// AnyTable takes the first table of the greatest value instead of the one
	// that changes the fewest melds.
	AnyTable bool
	// Nodes bounds the search; 0 stands for DefaultNodes.
	Nodes int
}

// DefaultNodes is the bound where a question sets none.
const DefaultNodes = 1 << 18

// Answer is what the Solver found. Its table's memory serves again when the
// Answer is used for another question.
type Answer struct {
	// Verdict is Yes if there is a play, No if there is proved to be none, Open
	// if the bound on nodes came before either.
	Verdict Verdict
	// Proved says that no play has a greater value. If it is false with Yes,
	// the table is the best found.
	Proved bool
	// Settled says that no table of this value leaves more melds as they were.
	Settled bool
	Table   []card.Meld
	Played  card.Counts
	Value   int // of the cards played
	Changed int // melds of the old table that are not on the new one
	Nodes   int // spent, preferences included
}

// Solver holds the buffers of the search.
type Solver struct {
	find   finder
	prefer prefer
	swap   swap
	worth  [card.Kinds]int32
}

// New makes a Solver.
func New() *Solver {
	s := &Solver{}
	s.find.init()
	s.prefer.find, s.prefer.refine.tell = &s.find, &s.prefer
	s.swap.find = &s.find
	return s
}

// Check asks whether exactly the cards of the hand can be played (R4.2). Playing
// none is no play (R4.2.3).
func (s *Solver) Check(q *Question, a *Answer) { s.answer(q, a, true) }

// Best asks for the play of the greatest value. Only plays worth something count.
func (s *Solver) Best(q *Question, a *Answer) { s.answer(q, a, false) }

func (s *Solver) answer(q *Question, a *Answer, all bool) {
	*a = Answer{Table: a.Table[:0]}
	p, total := s.pool(q, all)
	budget := total - 1
	if all {
		budget = min(budget, 0)
	}
	s.find.reset(q.limit())
	if !p.sound() || !p.wish(q.Wish) {
		a.Proved = true
		return
	}
	v, cost, proved := s.find.find(p, 0, budget)
	a.Verdict, a.Proved = v, proved
	if v == Yes {
		s.table(q, a, &p, cost)
		s.verify(q, a, all, total-cost)
		if q.SwapOnly && a.Verdict == Yes && !restate(q, a.Table, &a.Played, q.Stated) {
			s.swapOnly(q, a, &p, cost, budget, total, all)
		}
	}
	a.Nodes = s.find.meter.nodes
}

// swapOnly answers again after the best table was found to break R5.3. No table
// that keeps it leaves out less.
func (s *Solver) swapOnly(q *Question, a *Answer, p *pool, cost, budget, total int32, all bool) {
	proved := a.Proved
	*a = Answer{Table: a.Table[:0]}
	s.find.meter.limit = s.find.meter.nodes + q.limit()
	w := &s.swap
	v, sure := w.table(q, p, cost, budget)
	if a.Verdict, a.Proved = v, proved && sure; v != Yes {
		return
	}
	a.Table = append(a.Table, w.pins...)
	s.table(q, a, w.force(), w.cost)
	s.verify(q, a, all, total-w.cost)
	a.Settled = false // other pins might leave more melds as they were
	if !restate(q, a.Table, &a.Played, len(w.pins)+q.Stated) {
		*a = Answer{Verdict: Open, Table: a.Table[:0]}
	}
}

// pool is what the question has to lay, and the worth of all that is optional.
func (s *Solver) pool(q *Question, all bool) (p pool, total int32) {
	p = pool{must: card.CountTable(q.Table), worth: &s.worth}
	for c := range s.worth {
		s.worth[c] = 1
		if q.Value != nil {
			s.worth[c] = int32(q.Value[c])
		}
	}
	for _, c := range q.Hand {
		total += s.worth[c]
		if all {
			p.must[c]++
		} else {
			p.may[c]++
		}
	}
	return p, total
}

// table puts the answer's table together.
func (s *Solver) table(q *Question, a *Answer, p *pool, cost int32) {
	a.Table = append(a.Table, q.Wish...)
	if q.AnyTable {
		a.Table = append(a.Table, s.find.lay.melds...)
		return
	}
	w := &s.prefer
	w.first = append(w.first[:0], s.find.lay.melds...)
	a.Settled = w.table(p, q.Table, cost, w.first)
	if !w.found {
		a.Table = append(a.Table, w.first...)
		return
	}
	next := 0
	for i := range w.keep {
		if next < len(w.from) && w.from[next] == i {
			next++
			continue
		}
		a.Table = append(a.Table, w.keep[i])
	}
	a.Table = append(a.Table, w.best...)
}

// verify has the rules judge the answer. A table they refuse is not given out.
func (s *Solver) verify(q *Question, a *Answer, all bool, value int32) {
	hand := card.Count(q.Hand)
	played, err := card.CheckPlay(q.Table, a.Table, &hand)
	if err != nil || all && played != hand {
		*a = Answer{Verdict: Open, Table: a.Table[:0]}
		return
	}
	a.Played = played
	a.Value = int(value)
	a.Changed = len(q.Table) - common(q.Table, a.Table)
}

// common counts the melds that two tables share, however jokers are read.
func common(old, now []card.Meld) (n int) {
	var used [2 * card.Faces]bool // more than there can be melds
	for i := range old {
		for j := range now {
			if !used[j] && old[i].SameCards(&now[j]) {
				used[j] = true
				n++
				break
			}
		}
	}
	return n
}

func (q *Question) limit() int {
	if q.Nodes > 0 {
		return q.Nodes
	}
	return DefaultNodes
}
