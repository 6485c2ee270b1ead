package solve

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"syscall"
	"testing"
	"time"

	"kumpas/games/machiavelli/card"
)

// BenchmarkPositions prints for each class of positions how long best and check
// take, with any table and with the preferred one: p50, p99, p99.9 and the worst,
// in milliseconds of this process's own processor time, and how many answers the
// bound left unproved. SOLVE_SCALE
// multiplies the numbers of positions: 1 is a glance, 50 the full measurement.
//
//	go test -run - -bench Positions -benchtime 1x ./games/machiavelli/solve
func BenchmarkPositions(b *testing.B) {
	for _, class := range classes() {
		b.Run(class.name, func(b *testing.B) {
			for b.Loop() {
				measure(b, class)
			}
		})
	}
}

// class is a kind of positions; each calls emit with its positions in turn.
type class struct {
	name string
	any  bool // ask only for any table
	each func(emit func(position))
}

func classes() []class {
	list := []class{
		{"selfplay/players=2/jokers=4", false, selfplay(2, 4, scaled(20))},
		{"selfplay/players=3/jokers=4", false, selfplay(3, 4, scaled(20))},
		{"selfplay/players=4/jokers=4", false, selfplay(4, 4, scaled(20))},
		{"selfplay/players=4/jokers=0", false, selfplay(4, 0, scaled(20))},
	}
	for _, size := range []int{15, 30, 45, 60, 75, 90} {
		list = append(list, class{fmt.Sprintf("random/table=%d/jokers=4", size), false, random(4, size, 13, scaled(200))})
	}
	return append(list,
		class{"random/table=60/jokers=0", false, random(0, 60, 13, scaled(200))},
		class{"random/table=15-95/jokers=0-4", true, anySize(scaled(1000))},
		class{"adversarial/melds", true, split(scaled(1000))},
		class{"adversarial/packed", true, packed(scaled(1000))},
	)
}

// selfplay plays games in which everybody always plays the most he can.
func selfplay(players, jokers, games int) func(emit func(position)) {
	return func(emit func(position)) {
		s := New()
		var a Answer
		for g := range games {
			rng := newRand(uint64(g)<<8 | uint64(players)<<4 | uint64(jokers))
			stock := deck(jokers)
			rng.Shuffle(len(stock), func(i, j int) { stock[i], stock[j] = stock[j], stock[i] })
			hands := make([][]card.Card, players)
			for i := range hands {
				hands[i], stock = slices.Clone(stock[:13]), stock[13:]
			}
			var table []card.Meld
			for turn, passes := 0, 0; passes < players; turn++ {
				hand := hands[turn%players]
				emit(position{slices.Clone(table), slices.Clone(hand)})
				s.Best(&Question{Table: table, Hand: hand, AnyTable: true}, &a)
				if a.Verdict != Yes {
					if len(stock) == 0 {
						passes++
						continue
					}
					hands[turn%players], stock = append(hand, stock[0]), stock[1:]
					continue
				}
				passes = 0
				table = slices.Clone(a.Table)
				hand = without(hand, a.Played)
				if hands[turn%players] = hand; len(hand) == 0 {
					break
				}
			}
		}
	}
}

func without(hand []card.Card, played card.Counts) (kept []card.Card) {
	for _, c := range hand {
		if played[c] > 0 {
			played[c]--
			continue
		}
		kept = append(kept, c)
	}
	return kept
}

func random(jokers, size, hand, n int) func(emit func(position)) {
	return func(emit func(position)) {
		rng := newRand(uint64(size)<<8 | uint64(jokers))
		for range n {
			emit(randomPosition(rng, jokers, size, hand))
		}
	}
}

// anySize are tables of every size from 15 to 95 cards.
func anySize(n int) func(emit func(position)) {
	return func(emit func(position)) {
		rng := newRand(7)
		for i := range n {
			emit(randomPosition(rng, rng.IntN(5), 15+i%81, 1+rng.IntN(15)))
		}
	}
}

// split divides the 108 cards in any proportion into a table of random melds, a
// hand and the rest.
func split(n int) func(emit func(position)) {
	return func(emit func(position)) {
		rng := newRand(8)
		for range n {
			size := rng.IntN(106)
			emit(randomPosition(rng, 4, size, 1+rng.IntN(108-size)))
		}
	}
}

// packed divides the 108 cards likewise, but makes the table as full as the
// cards that fall to it allow.
func packed(n int) func(emit func(position)) {
	return func(emit func(position)) {
		rng, s := newRand(9), New()
		for range n {
			emit(packedPosition(rng, s))
		}
	}
}

func packedPosition(rng *rand.Rand, s *Solver) position {
	pack := deck(4)
	rng.Shuffle(len(pack), func(i, j int) { pack[i], pack[j] = pack[j], pack[i] })
	n := rng.IntN(100)
	var a Answer
	s.Best(&Question{Hand: pack[:n], AnyTable: true}, &a)
	rest := pack[n : n+rng.IntN(len(pack)-n)+1]
	return position{slices.Clone(a.Table), append(without(pack[:n], a.Played), rest...)}
}

// measure prints the figures of one class.
func measure(b *testing.B, class class) {
	s := New()
	rng := newRand(3)
	var a Answer
	asks := []struct {
		name string
		few  bool // ask about a random one to three cards of the hand
		any  bool
		ask  func(*Question, *Answer)
		took []time.Duration
	}{
		{name: "best", any: true, ask: s.Best},
		{name: "check", any: true, few: true, ask: s.Check},
		{name: "best-preferred", ask: s.Best},
		{name: "check-preferred", few: true, ask: s.Check},
	}
	if class.any {
		asks = asks[:2]
	}
	open, unsettled, nodes := 0, 0, 0
	var slowest position
	slow := time.Duration(0)
	class.each(func(p position) {
		few := slices.Clone(p.hand)
		rng.Shuffle(len(few), func(i, j int) { few[i], few[j] = few[j], few[i] })
		few = few[:min(len(few), 1+rng.IntN(3))]
		for i := range asks {
			k := &asks[i]
			q := Question{Table: p.table, Hand: p.hand, AnyTable: k.any}
			if k.few {
				q.Hand = few
			}
			start := processor()
			k.ask(&q, &a)
			took := processor() - start
			k.took = append(k.took, took)
			if k.any && took > slow {
				slow, slowest = took, position{p.table, q.Hand}
			}
			nodes = max(nodes, a.Nodes)
			if a.Verdict == Open || !a.Proved {
				open++
			}
			if !k.any && a.Verdict == Yes && !a.Settled {
				unsettled++
			}
		}
	})
	line := func(what string, d []time.Duration) {
		slices.Sort(d)
		at := func(q float64) float64 { return float64(d[int(q*float64(len(d)-1))].Microseconds()) / 1000 }
		over := len(d) - sort.Search(len(d), func(i int) bool { return d[i] > 10*time.Millisecond })
		b.Logf("%-15s n=%-7d p50 %.3f  p99 %.3f  p99.9 %.3f  max %.3f ms, %d over 10 ms", what, len(d), at(.5), at(.99), at(.999), at(1), over)
		b.ReportMetric(at(.99)*1000, what+"-p99-µs")
		b.ReportMetric(at(1)*1000, what+"-max-µs")
	}
	for _, k := range asks {
		line(k.name, k.took)
	}
	b.Logf("slowest %v", slowest)
	b.Logf("unproved %d, preference unsettled %d, most nodes %d", open, unsettled, nodes)
	b.ReportMetric(float64(open), "unproved")
	b.ReportMetric(0, "ns/op")
}

// processor is the processor time of this process, which a busy machine
// disturbs less than the clock.
func processor() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
