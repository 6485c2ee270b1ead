package solve

// tables are the parts of the search that depend on the rules alone.
type tables struct {
	free, strict *runTable // without and with room counted
	covers       [vectors][]cover
	coverable    []uint8 // the vectors that have a cover
	digit        [vectors][4]uint8
	aces         [4][3]labels // the labels with so many high aces of a suit
}

func newTables() *tables {
	t := &tables{free: newRunTable(false), strict: newRunTable(true), covers: newCovers()}
	for v := range uint8(vectors) {
		t.digit[v] = digits(v)
		if len(t.covers[v]) > 0 {
			t.coverable = append(t.coverable, v)
		}
		for s, n := range t.digit[v] {
			t.aces[s][n].add(v)
		}
	}
	return t
}

// labels is a set of vectors. The sweep uses it for the aces that have been
// promised to the top of the runs, before the king is reached.
type labels [2]uint64

func (l *labels) add(v uint8)            { l[v>>6] |= 1 << (v & 63) }
func (l labels) has(v uint8) bool        { return l[v>>6]>>(v&63)&1 == 1 }
func (l labels) empty() bool             { return l[0]|l[1] == 0 }
func (l labels) without(o labels) labels { return labels{l[0] &^ o[0], l[1] &^ o[1]} }
func (l labels) with(o labels) labels    { return labels{l[0] | o[0], l[1] | o[1]} }
