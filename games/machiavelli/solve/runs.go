package solve

import "sort"

// A run that is open while the ranks are swept upwards, told apart only as far
// as its future depends on it. A joker takes part in a run of the sweep only
// where the run needs it: in an inner gap, or as the third card of a pair. All
// other jokers are added to finished melds afterwards ("parked"); a finished
// run of real cards alone has room for one.
type run uint8

const (
	single run = iota // one real card
	pair              // two real cards
	long              // three or more, no joker
	mixed             // three or more, a joker inside
	gap               // a joker was just put on top: a real card must follow
	runKinds
)

// maxOpen is how many runs of one suit can be open at once: two that end in a
// real card of the current rank and two gaps, which wait for the next one's.
const maxOpen = 4

// suitState is the open runs of one suit, sorted by kind.
type suitState struct {
	n    int
	runs [maxOpen]run
}

func stateOf(runs []run) (s suitState) {
	s.n = copy(s.runs[:], runs)
	sort.Slice(s.runs[:s.n], func(i, j int) bool { return s.runs[i] < s.runs[j] })
	return s
}

// act is what happens to an open run when the sweep passes a rank.
type act uint8

const (
	extend act = iota
	fill       // a joker takes the rank
	finish
	finishWithJoker
)

// outcome of a kind of run under an act, and whether the act is possible.
var outcome = [runKinds][4]struct {
	ok     bool
	to     run
	jokers uint8
	room   uint8
}{
	single: {extend: {ok: true, to: pair}, fill: {ok: true, to: gap, jokers: 1, room: 1}},
	pair:   {extend: {ok: true, to: long}, fill: {ok: true, to: gap, jokers: 1, room: 1}, finishWithJoker: {ok: true, jokers: 1, room: 1}},
	long:   {extend: {ok: true, to: long}, fill: {ok: true, to: gap, jokers: 1, room: 1}, finish: {ok: true, room: 1}},
	mixed:  {extend: {ok: true, to: mixed}, finish: {ok: true}},
	gap:    {extend: {ok: true, to: mixed}},
}

// moves visits every way to pass a rank of which exactly x cards go into runs.
// The visitor gets the act of each open run and the state that results.
func moves(from suitState, x int, visit func(acts [maxOpen]act, to suitState, jokers, room uint8)) {
	var acts [maxOpen]act
	var step func(i, x int, to []run, jokers, room uint8)
	step = func(i, x int, to []run, jokers, room uint8) {
		if i == from.n {
			gaps := 0
			for _, r := range to {
				if r == gap {
					gaps++
				}
			}
			if gaps > 2 {
				return // a rank has only two cards to follow them
			}
			for range x {
				to = append(to, single)
			}
			visit(acts, stateOf(to), jokers, room)
			return
		}
		for a := extend; a <= finishWithJoker; a++ {
			o := outcome[from.runs[i]][a]
			if !o.ok || a == extend && x == 0 {
				continue
			}
			acts[i] = a
			switch a {
			case extend:
				step(i+1, x-1, append(to, o.to), jokers+o.jokers, room+o.room)
			case fill:
				step(i+1, x, append(to, o.to), jokers+o.jokers, room+o.room)
			default:
				step(i+1, x, to, jokers+o.jokers, room+o.room)
			}
		}
	}
	step(0, x, make([]run, 0, 2*maxOpen), 0, 0)
}

// edge is a move: the state it leads to, the jokers it needs, the most
// it has room for, and what it does to each open run.
type edge struct {
	to     uint8
	jokers uint8
	room   uint8
	acts   [maxOpen]act
}

// runTable is the graph of the states of one suit. State 0 has no open run.
type runTable struct {
	states []suitState
	edges  [][3][]edge // by state and number of cards into runs
	same   []uint8     // the first state that can do exactly what this one can
	end    [][]edge    // by state: the ways to finish all runs
}

// newRunTable builds the graph and drops every move to which another is never
// inferior. Without room that is not counted, and more moves drop out.
func newRunTable(room bool) *runTable {
	t := &runTable{states: []suitState{{}}}
	ids := map[suitState]uint8{{}: 0}
	for i := 0; i < len(t.states); i++ {
		var out [3][]edge
		for x := range out {
			moves(t.states[i], x, func(acts [maxOpen]act, to suitState, jokers, gain uint8) {
				id, known := ids[to]
				if !known {
					id = uint8(len(t.states))
					ids[to] = id
					t.states = append(t.states, to)
				}
				if !room {
					gain = 0
				}
				out[x] = append(out[x], edge{id, jokers, gain, acts})
			})
		}
		t.edges = append(t.edges, out)
	}
	for i := range t.states {
		var ends []edge
		for _, e := range t.edges[i][0] {
			if e.to == 0 {
				ends = append(ends, e)
			}
		}
		t.end = append(t.end, ends)
	}
	t.prune(t.simulation())
	return t
}

// simulation finds the pairs (s, t) such that s can answer every future of t at
// no greater cost: the greatest relation that its own definition supports.
func (t *runTable) simulation() (sim [][]bool) {
	n := len(t.states)
	sim = make([][]bool, n)
	for s := range sim {
		sim[s] = make([]bool, n)
		for o := range sim[s] {
			sim[s][o] = answers(t.end[s], t.end[o], sim, true)
		}
	}
	for changed := true; changed; {
		changed = false
		for s := range sim {
			for o := range sim[s] {
				if !sim[s][o] {
					continue
				}
				for x := range t.edges[s] {
					if !answers(t.edges[s][x], t.edges[o][x], sim, false) {
						sim[s][o], changed = false, true
						break
					}
				}
			}
		}
	}
	return sim
}

// answers says whether for each edge of theirs one of ours is as good.
func answers(ours, theirs []edge, sim [][]bool, final bool) bool {
	for _, b := range theirs {
		found := false
		for _, a := range ours {
			if a.jokers <= b.jokers && a.room >= b.room && (final || sim[a.to][b.to]) {
				found = true
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// prune keeps of each list of edges those that no other one replaces.
func (t *runTable) prune(sim [][]bool) {
	keep := func(list []edge) (kept []edge) {
		for i, b := range list {
			replaced := false
			for j, a := range list {
				better := a.jokers <= b.jokers && a.room >= b.room && sim[a.to][b.to]
				mutual := better && b.jokers <= a.jokers && b.room >= a.room && sim[b.to][a.to]
				if i != j && better && (!mutual || j < i) {
					replaced = true
					break
				}
			}
			if !replaced {
				kept = append(kept, b)
			}
		}
		sort.SliceStable(kept, func(i, j int) bool { return kept[i].jokers < kept[j].jokers })
		return kept
	}
	for s := range t.edges {
		for x := range t.edges[s] {
			t.edges[s][x] = keep(t.edges[s][x])
		}
		t.end[s] = keep(t.end[s])
		t.same = append(t.same, uint8(s))
		for o := range s {
			if sim[s][o] && sim[o][s] {
				t.same[s] = uint8(o)
				break
			}
		}
	}
}
