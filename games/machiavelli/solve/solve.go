// Package solve finds rearrangements of a Machiavelli table: can these cards be
// played, and what is the best that can be played?
//
// A Solver answers Questions with Answers. It is deterministic, bounded by nodes
// and never by time, and does not allocate once its buffers and the answer's
// have grown. Every table it returns has been judged by the rules' own validator
// (package card). Use one Solver per goroutine.
package solve

import "kumpas/games/machiavelli/card"

// Question is what a player wants to know.
type Question struct {
	Table []card.Meld
	Hand  []card.Card
	// Value is what playing each card is worth to Best; nil makes every card
	// worth one, so that the most cards are played.
	Value *[card.Kinds]uint8
	// Nodes bounds the search; 0 stands for DefaultNodes.
	Nodes int
}

// DefaultNodes is the bound where a question sets none.
const DefaultNodes = 1 << 20

// Answer is what the Solver found. Its table is reused by the next question it
// is passed to.
type Answer struct {
	// Verdict is Yes if there is a play, No if there is proved to be none.
	Verdict Verdict
	// Proved says that Best's value cannot be exceeded. If it is false the
	// table is the best found.
	Proved bool
	Table  []card.Meld
	Played card.Counts
	Value  int
	Nodes  int
}

// Solver holds the buffers of the search.
type Solver struct {
	find  finder
	worth [card.Kinds]int32
}

// New makes a Solver.
func New() *Solver { return &Solver{find: finder{sweep: newSweep()}} }

// Check asks whether exactly the cards of the hand can be played (R4.2).
func (s *Solver) Check(q *Question, a *Answer) { s.answer(q, a, true) }

// Best asks for the play of the greatest value (R4.2, R4.2.3: at least one card).
func (s *Solver) Best(q *Question, a *Answer) { s.answer(q, a, false) }

func (s *Solver) answer(q *Question, a *Answer, all bool) {
	*a = Answer{Table: a.Table[:0]}
	hand := card.Count(q.Hand)
	for c := range s.worth {
		s.worth[c] = 1
		if q.Value != nil {
			s.worth[c] = int32(q.Value[c])
		}
	}
	p := pool{must: card.CountTable(q.Table), worth: &s.worth}
	total := int32(0)
	for c, n := range hand {
		total += int32(n) * p.worth[c]
		if all {
			p.must[c] += n
		} else {
			p.may[c] = n
		}
	}
	budget := total - 1
	if all {
		budget = min(budget, 0)
	}
	s.find.reset(q.limit())
	v, cost, proved := s.find.find(p, budget)
	a.Verdict, a.Proved, a.Nodes = v, proved, s.find.sweep.nodes
	if v != Yes {
		return
	}
	a.Table = append(a.Table, s.find.lay.melds...)
	played, err := card.CheckPlay(q.Table, a.Table, &hand)
	if err != nil {
		*a = Answer{Verdict: Open, Table: a.Table[:0], Nodes: a.Nodes}
		return
	}
	a.Played = played
	a.Value = int(total - cost)
}

func (q *Question) limit() int {
	if q.Nodes > 0 {
		return q.Nodes
	}
	return DefaultNodes
}
