package solve

// Verdict is the answer to "is there such a table?".
type Verdict uint8

const (
	No   Verdict = iota // proved: there is none
	Yes                 // here it is
	Open                // the bound on nodes came first
)

// finder answers for one pool: sweeps by growing budget, then the layout.
type finder struct {
	sweep *sweep
	lay   layout
}

// find looks for a table that leaves out cards worth as little as possible, but
// at least least, which is known to be needed, and at most budget. With Yes the
// melds are in lay.melds and proved says that no table leaves out less than cost.
func (f *finder) find(p pool, least, budget int32) (v Verdict, cost int32, proved bool) {
	lost, ok := p.trim()
	if !ok || lost > budget {
		return No, 0, true
	}
	f.sweep.load(&p, false)
	f.sweep.bound.reset(budget - lost)
	start := f.sweep.nodes
	for b := max(0, least-lost); lost+b <= budget; {
		// The longer it takes, the better a bound is worth its price.
		limit, stage := f.sweep.limit, min(stageEnd(start, f.sweep), f.sweep.limit)
		f.sweep.limit = stage
		found := f.sweep.within(b)
		f.sweep.limit = limit
		switch {
		case found && f.lay.lay(f.sweep):
			return Yes, lost + b, true
		case found:
			// The jokers found no room: count it from here on.
			f.sweep.load(&p, true)
			f.sweep.bound.reset(budget - lost)
			start = f.sweep.nodes
		case f.sweep.stopped():
			return f.settle(b+1+lost, budget, lost)
		case f.sweep.nodes <= stage:
			b++
		case f.sweep.bound.grade == none:
			f.sweep.bound.rough(f.sweep)
		default:
			b = max(b, costOf(f.sweep.bound.tune(f.sweep)))
		}
	}
	return No, 0, true
}

// settle is what is left when the bound on nodes has come: a table that leaves
// out more than might be necessary, if a few more nodes find one.
func (f *finder) settle(least, budget, lost int32) (v Verdict, cost int32, proved bool) {
	s := f.sweep
	limit := s.limit
	defer func() { s.limit = limit }()
	for step := int32(1); least <= budget; step *= 2 {
		s.limit = s.nodes + max(limit/16, 100)
		if s.within(least-lost) && f.lay.lay(s) {
			return Yes, least, false
		}
		if least == budget {
			break
		}
		least = min(least+step, budget)
	}
	return Open, 0, false
}

// stageEnd is where the present grade of bound has had its share of nodes.
func stageEnd(start int, s *sweep) int {
	switch s.bound.grade {
	case none:
		return start + noneNodes
	case rough:
		return start + roughNodes
	default:
		return s.limit
	}
}

// The nodes that a question has cost when a better bound is worth its price.
const (
	noneNodes  = 60
	roughNodes = 400
)

// costOf is the least whole cost that a bound admits.
func costOf(least int32) int32 { return max(0, (least+unit-1)/unit) }

// reset starts a new count of nodes.
func (f *finder) reset(limit int) { f.sweep.nodes, f.sweep.limit = 0, limit }
