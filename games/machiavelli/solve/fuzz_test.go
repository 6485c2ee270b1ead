package solve

import (
	"slices"
	"testing"

	"kumpas/games/machiavelli/card"
)

// FuzzSolve holds positions made of any bytes against the oracle.
//
//	go test -run - -fuzz Solve ./games/machiavelli/solve
func FuzzSolve(f *testing.F) {
	f.Add(uint8(6), []byte{4, 4, 5, 5, 6, 6, 52, 52, 52})                     // 5 5 6 6 7 7 and three jokers
	f.Add(uint8(9), []byte{0, 1, 2, 10, 11, 12, 13, 26, 39, 0, 52})           // aces at both ends
	f.Add(uint8(8), []byte{6, 19, 32, 45, 6, 19, 32, 45, 52, 52, 52, 52})     // two full sets and four jokers
	f.Add(uint8(14), []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 52}) // ace to ace
	f.Add(uint8(12), []byte{52, 3, 4, 52, 17, 18, 52, 31, 32, 52, 45, 46, 5, 7, 19})
	s, o := New(), newOracle()
	f.Fuzz(func(t *testing.T, laid uint8, data []byte) {
		var used card.Counts
		var pack []card.Card
		for _, b := range data[:min(len(data), 24)] {
			c, most := card.Card(b%card.Kinds), uint8(card.Copies)
			if c == card.Joker {
				most = card.Jokers
			}
			if used[c] < most {
				used[c]++
				pack = append(pack, c)
			}
		}
		// As many as can be of the first cards are the table.
		n := min(int(laid), len(pack))
		var a Answer
		s.Best(&Question{Hand: pack[:n], AnyTable: true}, &a)
		p := position{slices.Clone(a.Table), append(without(pack[:n], a.Played), pack[n:]...)}
		p.hand = p.hand[:min(len(p.hand), 8)]
		against(t, s, o, p, nil)

		q := Question{Table: p.table, Hand: p.hand}
		s.Best(&q, &a)
		value := a.Value
		q.SwapOnly = true
		s.Best(&q, &a)
		if _, free := card.Released(p.table, a.Table, &a.Played); a.Value > value || a.Verdict == Yes && !free {
			t.Fatalf("swap only, %v: %d of %d\n%v", p, a.Value, value, a.Table)
		}
	})
}
