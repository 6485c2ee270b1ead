package solve

import (
	"testing"

	"kumpas/games/machiavelli/card"
)

func TestCheckByHand(t *testing.T) {
	for _, c := range []struct {
		name, position string
		want           Verdict
	}{
		{"M23", "+ S3 S4 S5", Yes},
		{"M24", "S3 S4 S5 + S6", Yes},
		{"M25", "S4 S5 S6 S7 S8 S9 S10 + H7 D7", Yes},
		{"M26", "S4 S5 S6 S7 + H4 D4", Yes},
		{"M28", "S7 H7 D7 C7 + D5 D6", Yes},
		{"M30", "H9 JK HJ + H10 C2 C3", Yes},
		{"M32", "H8 H9 H10 JK + C2 C3", Yes},
		{"M13, the ace does not wrap", "+ CK CA C2", No},
		{"M6, a full set has no room for a joker", "S7 H7 D7 C7 + JK", No},
		{"a joker goes to a set of three", "S7 H7 D7 + JK", Yes},
		{"ace to king has room for a joker only in two runs", "S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ SK + SA JK", Yes},
		{"three jokers in five cards of a run", "S2 S3 S4 S5 S6 + JK JK JK", No},
		{"two jokers in four cards of a run", "S2 S3 S4 S5 + JK JK", Yes},
		{"four jokers, two sets of two ranks", "S7 H7 D7 C7 | S7 H7 D7 C7 + JK JK JK JK", Yes},
		{"three runs of one suit through one rank", "+ S5 S5 S6 S6 S7 S7 JK JK JK", Yes},
		{"four jokers are too many there", "+ S5 S5 S6 S6 S7 S7 JK JK JK JK", No},
		{"an ace for each end", "S2 S3 S4 | SJ SQ SK + SA SA", Yes},
		{"ace to high ace in one suit", "SA S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ SK + SA", Yes},
		{"nothing is no play, R4.2.3", "S3 S4 S5 +", No},
	} {
		p := parse(t, c.position)
		var a Answer
		New().Check(&Question{Table: p.table, Hand: p.hand}, &a)
		if a.Verdict != c.want {
			t.Errorf("%s: %s: %v %v", c.name, c.position, a.Verdict, a.Table)
		}
	}
}

// against holds one position against the oracle, both ways of asking.
func against(t testing.TB, s *Solver, o *oracle, p position, value *[card.Kinds]uint8) (compared bool) {
	t.Helper()
	must, hand := card.CountTable(p.table), card.Count(p.hand)
	var worth [card.Kinds]int32
	for c := range worth {
		worth[c] = 1
		if value != nil {
			worth[c] = int32(value[c])
		}
	}
	want, ok := o.most(must, hand, &worth)
	if !ok {
		return false
	}
	var a Answer
	q := Question{Table: p.table, Hand: p.hand, Value: value}
	s.Best(&q, &a)
	verdict := Yes
	if want <= 0 {
		verdict, want = No, 0
	}
	if a.Verdict != verdict || !a.Proved || a.Value != int(want) {
		t.Fatalf("best of %v: %v %d proved %v, want %v %d\n%v", p, a.Verdict, a.Value, a.Proved, verdict, want, a.Table)
	}
	for c, n := range must {
		must[c] = n + hand[c]
	}
	verdict = No
	if o.covers(must) && len(p.hand) > 0 {
		verdict = Yes
	}
	s.Check(&q, &a)
	if a.Verdict != verdict || a.Verdict == Yes && a.Played != hand {
		t.Fatalf("check of %v: %v, want %v\n%v", p, a.Verdict, verdict, a.Table)
	}
	return true
}

func TestAgainstOracle(t *testing.T) {
	rng := newRand(1)
	s, o := New(), newOracle()
	points := &[card.Kinds]uint8{}
	for c := range card.Card(card.Kinds) {
		points[c] = uint8(c.Points())
	}
	compared := 0
	for i := range scaled(200) {
		p := randomPosition(rng, rng.IntN(5), rng.IntN(40), 1+rng.IntN(7))
		var value *[card.Kinds]uint8
		switch i % 4 {
		case 0:
			value = points
		case 1:
			value = &[card.Kinds]uint8{}
			for c := range value {
				value[c] = uint8(rng.IntN(256))
			}
		}
		if against(t, s, o, p, value) {
			compared++
		}
	}
	if compared < 120 {
		t.Errorf("only %d positions compared", compared)
	}
}

// TestDenseAgainstOracle deals from a few ranks and suits with all the jokers,
// where room is scarce and runs of one suit overlap.
func TestDenseAgainstOracle(t *testing.T) {
	rng := newRand(2)
	s, o := New(), newOracle()
	compared := 0
	for range scaled(1000) {
		var pack []card.Card
		suits, low, span := 1+rng.IntN(3), 1+rng.IntN(13), 2+rng.IntN(6)
		for suit := range suits {
			for r := range span {
				c := card.Of(card.Suit(suit), card.Rank((low+r-1)%13+1))
				pack = append(pack, c, c)
			}
		}
		rng.Shuffle(len(pack), func(i, j int) { pack[i], pack[j] = pack[j], pack[i] })
		pack = pack[:min(len(pack), 3+rng.IntN(12))]
		for range rng.IntN(5) {
			pack = append(pack, card.Joker)
		}
		// Half of the cards become a table, if they can.
		var a Answer
		p := position{hand: pack}
		s.Best(&Question{Hand: pack[len(pack)/2:]}, &a)
		if a.Verdict == Yes {
			p.table = append(p.table, a.Table...)
			left := card.Count(pack)
			p.hand = nil
			for c := range left {
				for range left[c] - a.Played[c] {
					p.hand = append(p.hand, card.Card(c))
				}
			}
		}
		if against(t, s, o, p, nil) {
			compared++
		}
	}
	if compared < 900 {
		t.Errorf("only %d positions compared", compared)
	}
}
