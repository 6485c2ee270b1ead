package solve

import (
	"slices"

	"kumpas/games/machiavelli/card"
)

// option is one way to divide the cards of a rank: into runs, into sets, and
// left in the hand.
type option struct {
	runs, sets   uint8 // vectors
	jokers, room uint8 // of the cover of the sets: needed, and at most
	cover        uint8 // which one
	cost         int32 // of what stays in the hand
}

// divide lists the options of a rank, cheapest first. For one vector of runs
// only those are kept that no other replaces.
func (s *sweep) divide(r card.Rank, list []option) []option {
	p := &s.pool
	var have, may [4]uint8
	var worth [4]int32
	for suit := range have {
		c := card.Of(card.Suit(suit), r)
		have[suit], may[suit] = p.must[c]+p.may[c], p.may[c]
		worth[suit] = p.worth[s.face(c)]
	}
	list = list[:0]
	for _, v := range s.coverable {
		sets := s.digit[v]
		if sets[0] > have[0] || sets[1] > have[1] || sets[2] > have[2] || sets[3] > have[3] {
			continue
		}
		var spare, most [4]uint8
		for suit := range spare {
			spare[suit] = have[suit] - sets[suit]
			most[suit] = min(spare[suit], may[suit])
		}
		base := vector(spare)
		for i := range s.covers[v] {
			c := &s.covers[v][i]
			if int(c.jokers) > s.jokers || !s.strict && i > 0 {
				break
			}
			o := option{sets: v, jokers: c.jokers, room: c.room, cover: uint8(i)}
			if !s.strict {
				o.room = 0
			}
			known := &s.known[o.jokers][o.room]
			for a := range most[0] + 1 {
				for b := range most[1] + 1 {
					for d := range most[2] + 1 {
						for e := range most[3] + 1 {
							o.runs = base - (a + 3*b + 9*d + 27*e)
							o.cost = int32(a)*worth[0] + int32(b)*worth[1] + int32(d)*worth[2] + int32(e)*worth[3]
							switch at := &known[o.runs]; {
							case *at == 0:
								list = append(list, o)
								*at = uint16(len(list))
							case list[*at-1].cost > o.cost:
								list[*at-1] = o
							}
						}
					}
				}
			}
		}
	}
	for _, o := range list {
		s.known[o.jokers][o.room][o.runs] = 0
	}
	return drop(list)
}

// drop sorts the options and removes those that another with the same runs
// replaces at no greater cost.
func drop(list []option) []option {
	slices.SortFunc(list, func(a, b option) int {
		switch {
		case a.cost != b.cost:
			return int(a.cost - b.cost)
		case a.jokers != b.jokers:
			return int(a.jokers) - int(b.jokers)
		case a.room != b.room:
			return int(b.room) - int(a.room)
		default:
			return int(a.runs) - int(b.runs)
		}
	})
	var seen [vectors]struct {
		n    uint8
		best [5]uint8 // jokers*8+room of those kept
	}
	kept := list[:0]
next:
	for _, o := range list {
		k := &seen[o.runs]
		for _, b := range k.best[:k.n] {
			if b>>3 <= o.jokers && b&7 >= o.room {
				continue next
			}
		}
		if int(k.n) < len(k.best) {
			k.best[k.n] = o.jokers<<3 | o.room
			k.n++
		}
		kept = append(kept, o)
	}
	return kept
}
