package solve

// memo remembers which questions of the sweep have no answer. It has a fixed
// size: an old entry gives way to a new one, which costs time but no truth.
type memo struct {
	entries []failure
	age     uint16 // entries of other ages are void
}

// failure says that the state has no completion for any of the labels with this
// budget and these jokers, or less of either.
type failure struct {
	key    uint64
	labels labels
	budget int32
	age    uint16
	jokers uint8
}

const (
	memoBits = 14
	memoWays = 4
)

func newMemo() memo { return memo{entries: make([]failure, 1<<memoBits)} }

// forget voids all entries.
func (m *memo) forget() {
	if m.age++; m.age == 0 {
		clear(m.entries)
		m.age = 1
	}
}

func (m *memo) bucket(key uint64) []failure {
	i := key * 0x9e3779b97f4a7c15 >> (64 - memoBits) &^ (memoWays - 1)
	return m.entries[i : i+memoWays]
}

// open is the part of the labels not known to fail.
func (m *memo) open(key uint64, jokers int, budget int32, l labels) labels {
	b := m.bucket(key)
	for i := range b {
		e := &b[i]
		if e.key == key && e.age == m.age && e.budget >= budget && int(e.jokers) >= jokers {
			l = l.without(e.labels)
		}
	}
	return l
}

// fail records that the labels fail.
func (m *memo) fail(key uint64, jokers int, budget int32, l labels) {
	b := m.bucket(key)
	at := -1
	for i := range b {
		e := &b[i]
		switch {
		case e.age != m.age:
			at = i
		case e.key != key || e.budget > budget || int(e.jokers) > jokers:
		case e.budget == budget && int(e.jokers) == jokers:
			e.labels = e.labels.with(l)
			return
		case e.labels.without(l).empty():
			at = i // says less than the new one
		}
	}
	if at < 0 {
		copy(b[1:], b[:memoWays-1]) // the oldest gives way
		at = 0
	}
	b[at] = failure{key, l, budget, m.age, uint8(jokers)}
}
