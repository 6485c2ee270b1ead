package solve

import "testing"

// TestSets counts what can be laid as sets: of the 81 vectors of a rank, 21
// without jokers.
func TestSets(t *testing.T) {
	without := 0
	for v, covers := range newCovers() {
		if len(covers) > 0 && covers[0].jokers == 0 {
			without++
		}
		for _, c := range covers {
			var n [4]uint8
			pairs, room := uint8(0), uint8(0)
			for _, set := range c.sets {
				size := 0
				for s := range n {
					n[s] += set >> s & 1
					size += int(set >> s & 1)
				}
				if size == 2 {
					pairs++
				}
				if size < 4 {
					room++
				}
			}
			if vector(n) != uint8(v) || pairs != c.jokers || room != c.room {
				t.Errorf("%v: %v lays %v", digits(uint8(v)), c, n)
			}
		}
	}
	if without != 21 {
		t.Errorf("%d vectors need no joker", without)
	}
}

// TestRunStates counts the states of one suit: ten multisets of two lengths
// without jokers, and all of them fit the bound's tables.
func TestRunStates(t *testing.T) {
	for _, room := range []bool{false, true} {
		table := newRunTable(room)
		plain := 0
		for _, s := range table.states {
			jokers := false
			for _, r := range s.runs[:s.n] {
				jokers = jokers || r == mixed || r == gap
			}
			if !jokers {
				plain++
			}
		}
		if plain != 10 || len(table.states) != maxStates {
			t.Errorf("room %v: %d states, %d of them without jokers", room, len(table.states), plain)
		}
	}
}

// TestHardPositions keeps positions that were once slow.
func TestHardPositions(t *testing.T) {
	for _, c := range []struct {
		position string
		value    int
		nodes    int
	}{
		{"H4 H5 H6 H7 + D2 S6 S4 DQ HK S10 D10 C8 H9 D2 S7 S3 DA CK H9 H2 H3 CJ SA C4 C2 D8 SJ S2 SQ S5 S6 H8 JK S9 HA CJ D4 S10 HJ " +
			"D6 DK JK D9 C5 S8 C9 C8 H6 D4 D3 C9 H7 H8 C5 C7 C3 DQ D7 D10 C7 C10 SA S5 C6 CQ S4 DK CK C10 D5 C3 S7 S8 D9 S3 H10 HJ S2 DJ H2 SJ HA", 78, 10_000},
		{"S3 S4 S5 S6 | S5 S6 S7 S8 S9 | HA H2 H3 H4 | H3 H4 H5 | H8 H9 H10 | JK HK HA | D4 JK D6 D7 | CA C2 C3 C4 C5 | " +
			"C5 C6 C7 C8 C9 C10 | C10 JK CQ CK CA | S2 D2 C2 | S3 D3 C3 | S8 H8 D8 | SJ HJ CJ | SQ HQ DQ + D7 S2 S9 D10 C9 HQ D2 D6 HK C7 D9", 9, 100_000},
	} {
		p := parse(t, c.position)
		var a Answer
		New().Best(&Question{Table: p.table, Hand: p.hand, AnyTable: true}, &a)
		if !a.Proved || a.Value != c.value || a.Nodes > c.nodes {
			t.Errorf("%v: %d proved %v in %d nodes", p, a.Value, a.Proved, a.Nodes)
		}
	}
}
