package solve

// Verdict is the answer to "is there such a table?".
type Verdict uint8

const (
	No   Verdict = iota // proved: there is none
	Yes                 // here it is
	Open                // the bound on nodes came first
)

// meter counts the nodes of a question.
type meter struct{ nodes, limit int }

func (m *meter) stopped() bool { return m.nodes > m.limit }

// finder answers for one pool: sweeps by growing budget, then the layout. Two
// sweeps share the work, one from the low ranks upwards and one from the high
// ranks downwards: what is hard for one is seldom hard for the other.
type finder struct {
	meter    meter
	up, down *sweep
	lay      layout

	pool   pool
	strict bool
	stage  int    // how far the sweeps have been prepared
	turn   *sweep // whose turn it is
	end    int    // and until how many nodes
	quota  int
	least  int32 // no table leaves out less
}

func (f *finder) init() {
	t := newTables()
	f.up, f.down = newSweep(t, &f.meter), newSweep(t, &f.meter)
}

// reset starts a new count of nodes.
func (f *finder) reset(limit int) { f.meter = meter{limit: limit} }

// find looks for a table that leaves out cards worth as little as possible, but
// at least least, which is known to be needed, and at most budget. With Yes the
// melds are in lay.melds and proved says that no table leaves out less than cost.
func (f *finder) find(p pool, least, budget int32) (v Verdict, cost int32, proved bool) {
	lost, ok := p.trim()
	if !ok || lost > budget {
		return No, 0, true
	}
	f.pool = p
	f.start(false, budget-lost)
	for b := max(0, least-lost); lost+b <= budget; b = max(b, f.least) {
		switch f.decide(b) {
		case Open:
			return f.settle(b+1, budget-lost, lost)
		case No:
			b++
		case Yes:
			if f.lay.lay(f.turn) {
				return Yes, lost + b, true
			}
			// The jokers found no room: count it from here on.
			f.start(true, budget-lost)
		}
	}
	return No, 0, true
}

// start prepares the first stage.
func (f *finder) start(strict bool, budget int32) {
	f.strict, f.stage, f.least, f.turn = strict, 0, 0, f.up
	f.up.load(&f.pool, strict, false, budget)
	f.end = f.meter.nodes + noneNodes
}

// decide asks whether a table can leave out as little as the budget.
func (f *finder) decide(budget int32) Verdict {
	for f.least <= budget {
		limit := f.meter.limit
		f.meter.limit = min(limit, f.end)
		found := f.turn.within(budget)
		ended := f.meter.stopped()
		f.meter.limit = limit
		switch {
		case found:
			return Yes
		case !ended:
			return No
		case f.meter.stopped():
			return Open
		}
		f.advance()
	}
	return No
}

// advance goes on to the next stage: the longer it takes, the better a bound is
// worth its price; then the other sweep has a turn, then each with more nodes.
func (f *finder) advance() {
	switch f.stage++; f.stage {
	case 1:
		f.up.bound.rough(f.up)
		f.quota = roughNodes
	case 2:
		f.least = max(f.least, costOf(f.up.bound.tune(f.up)))
		f.quota = tunedNodes
	case 3:
		f.turn = f.down
		f.down.load(&f.pool, f.strict, true, f.up.budget)
		f.down.connect()
		f.least = max(f.least, costOf(f.down.bound.tune(f.down)))
	default:
		if f.turn == f.down {
			f.turn = f.up
		} else {
			f.turn = f.down
		}
		f.quota += f.quota / 2
	}
	f.end = f.meter.nodes + f.quota
}

// The nodes of the first stages.
const (
	noneNodes  = 60
	roughNodes = 340
	tunedNodes = 1000
)

// costOf is the least whole cost that a bound admits.
func costOf(least int32) int32 { return max(0, (least+unit-1)/unit) }

// settle is what is left when the bound on nodes has come: a table that leaves
// out more than might be necessary, if a few more nodes find one.
func (f *finder) settle(least, budget, lost int32) (v Verdict, cost int32, proved bool) {
	limit := f.meter.limit
	defer func() { f.meter.limit = limit }()
	for step := int32(1); least <= budget; step *= 2 {
		f.meter.limit = f.meter.nodes + max(limit/16, 100)
		if f.turn.within(least) && f.lay.lay(f.turn) {
			return Yes, lost + least, false
		}
		if least == budget {
			break
		}
		least = min(least+step, budget)
	}
	return Open, 0, false
}
