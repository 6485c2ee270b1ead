package solve

import (
	"testing"

	"kumpas/games/machiavelli/card"
)

func TestSwapOnlyByHand(t *testing.T) {
	for _, c := range []struct {
		name, position string
		want           Verdict
	}{
		{"M30", "H9 JK HJ + H10 C2 C3", Yes},
		{"M33", "H8 H9 H10 JK + C2 C3", No},
		{"the joker keeps its reading in another meld", "H8 H9 H10 JK + CJ DJ", Yes},
		{"a set's joker counts as both missing suits", "S7 H7 JK + C7 C2 C3", Yes},
		{"a joker from the hand is free", "H8 H9 H10 + JK", Yes},
		{"one card does not free two jokers", "S5 JK S7 | S5 JK S7 + S6 C2 C3 D2 D3", No},
		{"two cards free two jokers", "S5 JK S7 | S5 JK S7 + S6 S6 C2 C3 D2 D3", Yes},
	} {
		p := parse(t, c.position)
		q, a := Question{Table: p.table, Hand: p.hand, SwapOnly: true}, Answer{}
		New().Check(&q, &a)
		if a.Verdict != c.want {
			t.Errorf("%s: %s: %v %v", c.name, c.position, a.Verdict, a.Table)
		}
	}
}

// A wished meld whose reading is not stated may be read as the option needs it,
// one whose reading is stated may not.
func TestSwapOnlyWishByHand(t *testing.T) {
	for _, c := range []struct {
		name, position, wish string
		as                   string // the stated reading
		want                 Verdict
	}{
		{"the lower end, where the rules fix the upper", "JK SQ SK SA | CA C2 C3 C4 + HA", "JK SQ SK", "", Yes},
		{"stated as the upper end", "JK SQ SK SA | CA C2 C3 C4 + HA", "JK SQ SK", "SA", No},
		{"stated as the lower end", "JK SQ SK SA | CA C2 C3 C4 + HA", "JK SQ SK", "SJ", Yes},
		{"neither end", "D5 JK D7 + D4 D3 S2 S3", "JK S2 S3", "", No},
		{"among other jokers", "JK SQ SK SA | CA C2 C3 C4 | H7 H8 JK + HA", "JK SQ SK", "", Yes},
	} {
		p, w := parse(t, c.position), parse(t, c.wish)
		q, a := Question{Table: p.table, Hand: p.hand, SwapOnly: true, Wish: w.table}, Answer{}
		if c.as != "" {
			q.Wish[0], _ = q.Wish[0].WithReading(parse(t, "+ "+c.as).hand[0])
			q.Stated = 1
		}
		New().Check(&q, &a)
		if a.Verdict != c.want {
			t.Errorf("%s: %s with %s: %v %v", c.name, c.position, c.wish, a.Verdict, a.Table)
		}
		if _, free := card.Released(p.table, a.Table, &a.Played); a.Verdict == Yes && !free {
			t.Errorf("%s: %v keeps no joker", c.name, a.Table)
		}
	}
}

// A table that keeps the option can be found again when one of its melds is
// wished: with its reading stated, or with any reading where none is.
func TestSwapOnlyWishOfWhatThereIs(t *testing.T) {
	rng := newRand(5)
	s, jokers, reread := New(), 0, 0
	for range scaled(1500) {
		p := randomPosition(rng, 4, 6+rng.IntN(14), 1+rng.IntN(4))
		q, a := Question{Table: p.table, Hand: p.hand, SwapOnly: true}, Answer{}
		s.Best(&q, &a)
		if a.Verdict != Yes {
			continue
		}
		for _, m := range a.Table {
			as, joker := m.Reading()
			if !joker {
				continue
			}
			jokers++
			for c := range card.Card(card.Faces) {
				wish, ok := m.WithReading(c)
				if !ok {
					continue
				}
				q.Wish, q.Stated = []card.Meld{wish}, 0
				if c == as {
					q.Stated = 1
				} else {
					reread++
				}
				again := Answer{}
				s.Best(&q, &again)
				if again.Verdict != Yes || again.Value != a.Value {
					t.Fatalf("%v with %v, stated %d: %d, want %d\n%v", p, wish, q.Stated, again.Value, a.Value, again.Table)
				}
				if _, free := card.Released(p.table, again.Table, &again.Played); !free {
					t.Fatalf("%v with %v: %v keeps no joker", p, wish, again.Table)
				}
			}
		}
	}
	if jokers < 100 || reread < 50 {
		t.Errorf("only %d jokers were wished, %d with another reading", jokers, reread)
	}
}

// releasable lists every table of the cards and says whether one of them, with
// some readings of its jokers, follows from the old one under R5.3.
func (o *oracle) releasable(old []card.Meld, left, played card.Counts, laid []card.Meld, steps *int) bool {
	if *steps--; *steps < 0 {
		return false
	}
	first := card.Card(0)
	for first < card.Kinds && left[first] == 0 {
		first++
	}
	if first == card.Kinds {
		return readable(old, played, laid, 0)
	}
	for _, cards := range o.melds[first] {
		next, fits := left, true
		for _, c := range cards {
			if next[c] == 0 {
				fits = false
				break
			}
			next[c]--
		}
		if !fits {
			continue
		}
		m, _ := card.Read(cards)
		if o.releasable(old, next, played, append(laid, m), steps) {
			return true
		}
	}
	return false
}

func readable(old []card.Meld, played card.Counts, laid []card.Meld, i int) bool {
	if i == len(laid) {
		_, free := card.Released(old, laid, &played)
		return free
	}
	if _, joker := laid[i].Reading(); !joker {
		return readable(old, played, laid, i+1)
	}
	for c := range card.Card(card.Faces) {
		if m, ok := laid[i].WithReading(c); ok {
			stated := append([]card.Meld(nil), laid...)
			stated[i] = m
			if readable(old, played, stated, i+1) {
				return true
			}
		}
	}
	return false
}

func TestSwapOnlyAgainstOracle(t *testing.T) {
	rng := newRand(4)
	s, o := New(), newOracle()
	compared, refused := 0, 0
	for range scaled(1500) {
		p := randomPosition(rng, 4, 6+rng.IntN(14), 1+rng.IntN(4))
		must, hand := card.CountTable(p.table), card.Count(p.hand)
		steps, best := 20_000, 0
		var choose func(c card.Card, laid, played card.Counts, sum int)
		choose = func(c card.Card, laid, played card.Counts, sum int) {
			if c == card.Kinds {
				if sum > best && o.releasable(p.table, laid, played, nil, &steps) {
					best = sum
				}
				return
			}
			for n := int(hand[c]); n >= 0; n-- {
				next, out := laid, played
				next[c] += uint8(n)
				out[c] = uint8(n)
				choose(c+1, next, out, sum+n)
			}
		}
		choose(0, must, card.Counts{}, 0)
		if steps < 0 {
			continue
		}
		compared++
		q, a := Question{Table: p.table, Hand: p.hand, SwapOnly: true}, Answer{}
		s.Best(&q, &a)
		if a.Value != best || !a.Proved {
			t.Fatalf("%v: %d proved %v, want %d\n%v", p, a.Value, a.Proved, best, a.Table)
		}
		if _, free := card.Released(p.table, a.Table, &a.Played); a.Verdict == Yes && !free {
			t.Fatalf("%v: %v keeps no joker", p, a.Table)
		}
		free := Answer{}
		q.SwapOnly = false
		s.Best(&q, &free)
		if free.Value > best {
			refused++
		}
	}
	t.Logf("%d positions compared, in %d the option costs something", compared, refused)
	if compared < 300 || refused < 20 {
		t.Error("too few positions tell anything")
	}
}
