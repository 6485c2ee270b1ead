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

// find looks for a table that leaves out cards worth as little as possible, at
// most budget. With Yes the melds are in lay.melds and proved says that no
// table leaves out less than cost.
func (f *finder) find(p pool, budget int32) (v Verdict, cost int32, proved bool) {
	lost, ok := p.trim()
	if !ok || lost > budget {
		return No, 0, true
	}
	strict := false
	f.sweep.load(&p, strict)
	for b := int32(0); lost+b <= budget; {
		switch {
		case f.sweep.within(b):
			if f.lay.lay(f.sweep) {
				return Yes, lost + b, true
			}
			// The jokers found no room: count it from here on.
			strict = true
			f.sweep.load(&p, strict)
		case f.sweep.stopped():
			return Open, 0, false
		default:
			b++
		}
	}
	return No, 0, true
}

// reset starts a new count of nodes.
func (f *finder) reset(limit int) { f.sweep.nodes, f.sweep.limit = 0, limit }
