package solve

import (
	"reflect"
	"testing"

	"kumpas/games/machiavelli/card"
)

// TestBoundIsHonest starves the solver: what it still claims must be true.
func TestBoundIsHonest(t *testing.T) {
	rng, s := newRand(10), New()
	short := 0
	for range scaled(300) {
		p := randomPosition(rng, 4, 30+rng.IntN(40), 13)
		q := Question{Table: p.table, Hand: p.hand, AnyTable: true}
		var full, starved Answer
		s.Best(&q, &full)
		q.Nodes = 1 + rng.IntN(300)
		s.Best(&q, &starved)
		if !full.Proved {
			t.Fatalf("%v is not proved", p)
		}
		switch {
		case starved.Proved && (starved.Verdict != full.Verdict || starved.Value != full.Value),
			starved.Value > full.Value,
			starved.Verdict == No && !starved.Proved:
			t.Fatalf("%v: %v %d proved %v with %d nodes, but %d", p, starved.Verdict, starved.Value, starved.Proved, q.Nodes, full.Value)
		case !starved.Proved:
			short++
		}
		if starved.Nodes > 20*q.Nodes+5000 {
			t.Errorf("%d nodes where %d were allowed", starved.Nodes, q.Nodes)
		}
	}
	if short == 0 {
		t.Error("the bound never mattered")
	}
}

// TestDeterministic asks the same questions of two solvers with different pasts.
func TestDeterministic(t *testing.T) {
	rng := newRand(11)
	var list []position
	for range scaled(60) {
		list = append(list, randomPosition(rng, 4, 15+rng.IntN(60), 1+rng.IntN(13)))
	}
	ask := func(s *Solver, p position) (a Answer) {
		s.Best(&Question{Table: p.table, Hand: p.hand}, &a)
		return a
	}
	first, second := New(), New()
	want := map[int]Answer{}
	for i, p := range list {
		want[i] = ask(first, p)
	}
	for i := len(list) - 1; i >= 0; i-- {
		if got := ask(second, list[i]); !reflect.DeepEqual(got, want[i]) {
			t.Fatalf("%v: %v, then %v", list[i], want[i], got)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	rng, s := newRand(12), New()
	var list []position
	for range 20 {
		list = append(list, randomPosition(rng, 4, 15+rng.IntN(75), 1+rng.IntN(13)))
	}
	var a Answer
	for _, swapOnly := range []bool{false, true} {
		ask := func() {
			for _, p := range list {
				q := Question{Table: p.table, Hand: p.hand, SwapOnly: swapOnly, Nodes: 5000}
				s.Best(&q, &a)
				s.Check(&q, &a)
			}
		}
		ask()
		if n := testing.AllocsPerRun(2, ask); n > 0 {
			t.Errorf("swap only %v: %v allocations in %d questions", swapOnly, n, 2*len(list))
		}
	}
}

func TestUnsoundCards(t *testing.T) {
	three := []card.Card{0, 0, 0}
	five := []card.Card{card.Joker, card.Joker, card.Joker, card.Joker, card.Joker}
	for _, hand := range [][]card.Card{three, five} {
		var a Answer
		New().Best(&Question{Hand: hand}, &a)
		if a.Verdict != No {
			t.Errorf("%v: %v", hand, a)
		}
	}
}
