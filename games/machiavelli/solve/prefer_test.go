package solve

import (
	"math/bits"
	"slices"
	"testing"

	"kumpas/games/machiavelli/card"
)

func TestPreferredTable(t *testing.T) {
	for _, c := range []struct {
		name, position, want string // the melds that must be on the new table
		changed              int
	}{
		{"a new meld touches nothing", "S7 H7 D7 | S4 S5 S6 + C2 C3 C4", "S7 H7 D7 | S4 S5 S6 | C2 C3 C4", 0},
		{"a card is added to one meld", "S7 H7 D7 | S4 S5 S6 + S3", "S7 H7 D7", 1},
		{"M25, in three pieces at least", "S4 S5 S6 S7 S8 S9 S10 + H7 D7", "S4 S5 S6 | S7 H7 D7 | S8 S9 S10", 1},
		{"the card is taken from an end", "S4 S5 S6 S7 S8 | D2 D3 D4 + H8 C8", "D2 D3 D4 | S4 S5 S6 S7 | S8 H8 C8", 1},
		{"the joker stays with its companions", "S7 H7 D7 JK | C4 C5 C6 + C7", "S7 H7 D7 JK | C4 C5 C6 C7", 1},
	} {
		p := parse(t, c.position)
		var a Answer
		New().Check(&Question{Table: p.table, Hand: p.hand}, &a)
		if a.Verdict != Yes || !a.Settled || a.Changed != c.changed {
			t.Errorf("%s: %v changed %d, settled %v", c.name, a.Verdict, a.Changed, a.Settled)
		}
		want := parse(t, c.want).table
		if n := common(want, a.Table); n != len(want) {
			t.Errorf("%s: %v lacks some of %s", c.name, a.Table, c.want)
		}
	}
}

// TestFewestChangedAgainstOracle dissolves the melds of small tables in all ways.
func TestFewestChangedAgainstOracle(t *testing.T) {
	rng := newRand(5)
	s, o := New(), newOracle()
	var worth [card.Kinds]int32
	for c := range worth {
		worth[c] = 1
	}
	compared := 0
	for range scaled(300) {
		p := randomPosition(rng, rng.IntN(5), 5+rng.IntN(20), 1+rng.IntN(4))
		var a Answer
		s.Best(&Question{Table: p.table, Hand: p.hand}, &a)
		if a.Verdict != Yes {
			continue
		}
		if !a.Settled {
			t.Fatalf("%v is not settled", p)
		}
		fewest, hand, known := len(p.table), card.Count(p.hand), true
		for mask := range 1 << len(p.table) {
			if bits.OnesCount(uint(mask)) >= fewest {
				continue
			}
			var open []card.Meld
			for i, m := range p.table {
				if mask>>i&1 == 1 {
					open = append(open, m)
				}
			}
			most, ok := o.most(card.CountTable(open), hand, &worth)
			known = known && ok
			if int(most) == a.Value {
				fewest = bits.OnesCount(uint(mask))
			}
		}
		if known {
			compared++
			if a.Changed != fewest {
				t.Fatalf("%v: %d melds changed, want %d\n%v", p, a.Changed, fewest, a.Table)
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d positions compared", compared)
	}
}

func TestWish(t *testing.T) {
	rng := newRand(6)
	s, o := New(), newOracle()
	var worth [card.Kinds]int32
	for c := range worth {
		worth[c] = 1
	}
	granted := 0
	for range scaled(400) {
		p := randomPosition(rng, rng.IntN(5), rng.IntN(25), 2+rng.IntN(5))
		must, hand := card.CountTable(p.table), card.Count(p.hand)
		all := must
		for c, n := range hand {
			all[c] += n
		}
		wish, ok := randomMeld(rng, &all, card.MaxMeld)
		var a Answer
		s.Best(&Question{Table: p.table, Hand: p.hand}, &a)
		if len(a.Table) > 0 && rng.IntN(2) == 0 {
			wish, ok = a.Table[rng.IntN(len(a.Table))], true
		}
		if !ok {
			continue
		}
		total := int32(len(p.hand))
		for _, c := range wish.Cards() {
			if must[c] > 0 {
				must[c]--
			} else {
				hand[c]--
			}
		}
		want, known := o.most(must, hand, &worth)
		if !known {
			continue
		}
		if want >= 0 { // what the wish itself took from the hand was played too
			want += total - int32(hand.Total())
		}
		s.Best(&Question{Table: p.table, Hand: p.hand, Wish: []card.Meld{wish}}, &a)
		if a.Value != int(max(want, 0)) {
			t.Fatalf("%v with %v: %d, want %d\n%v", p, wish, a.Value, want, a.Table)
		}
		if a.Verdict == Yes {
			granted++
			if !slices.ContainsFunc(a.Table, func(m card.Meld) bool { return m.SameCards(&wish) }) {
				t.Fatalf("%v with %v: %v", p, wish, a.Table)
			}
		}
	}
	if granted < 30 {
		t.Errorf("only %d wishes were granted", granted)
	}
}

func TestWishThatCannotBe(t *testing.T) {
	p, w := parse(t, "S3 S4 S5 + S6"), parse(t, "H7 D7 C7")
	var a Answer
	New().Check(&Question{Table: p.table, Hand: p.hand, Wish: w.table}, &a)
	if a.Verdict != No || !a.Proved {
		t.Errorf("%v", a)
	}
}
