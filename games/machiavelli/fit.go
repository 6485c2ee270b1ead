package machiavelli

import (
	"slices"

	"kumpas/games"
	"kumpas/games/machiavelli/card"
	"kumpas/games/machiavelli/solve"
)

// fit makes a sketch of the melds that a person has written (R9.2): the whole table, or only the new melds. In the second case the melds of
// the table that they are made of are taken apart; what the text does not mention stays as it lies.
func (e *editor) fit(groups []group) (sketch, *games.Refusal) {
	wanted := card.Counts{}
	for i, g := range groups {
		for _, c := range g.cards {
			wanted[c]++
		}
		if refused := badReading(g, i+1); refused != nil {
			return nil, refused
		}
	}
	onTable := card.CountTable(e.s.Table.all())
	for i, g := range groups {
		for _, c := range g.cards {
			if wanted[c] > onTable[c]+e.s.Hands[e.seat][c] {
				return nil, e.lacking(c, int(wanted[c]), i+1)
			}
		}
	}
	held := covers(card.Counts(e.s.Hands[e.seat]), wanted)
	if covers(wanted, onTable) && (wanted != onTable || !held) {
		var apart []int
		for i := range e.s.Table.all() {
			apart = append(apart, i)
		}
		if sk := e.rebuilt(apart, groups); !held || !e.failsToOpen(sk) {
			return sk, nil
		}
	}
	if apart, ok := e.exactly(wanted); ok {
		return e.rebuilt(apart, groups), nil
	}
	if sk, ok := e.completed(groups, wanted); ok {
		return sk, nil
	}
	return e.rebuilt(e.touched(wanted), groups), nil
}

// failsToOpen reports whether a table is good except for the option opening_points.
func (e *editor) failsToOpen(sk sketch) bool {
	r := e.to(sk, false).wrong()
	return r != nil && (r.Code == OpeningTouches || r.Code == OpeningTooLow)
}

// badReading refuses a stated reading that its meld does not have (R3.6).
func badReading(g group, number int) *games.Refusal {
	if g.as == card.Joker {
		return nil
	}
	if m, err := card.Read(g.cards); err == nil {
		if _, ok := m.WithReading(g.as); !ok {
			return &games.Refusal{Code: BadReading, Rule: "R3.6", Seat: games.Nobody, What: g.as.String(), N: number}
		}
	}
	return nil
}

// covers reports whether there are at least as many of each card.
func covers(have, need card.Counts) bool {
	for c := range have {
		if have[c] < need[c] {
			return false
		}
	}
	return true
}

// rebuilt is the table with some of its melds taken apart and the groups laid.
func (e *editor) rebuilt(apart []int, groups []group) sketch {
	sk := e.blank()
	old := make([]card.Meld, len(apart))
	for i, at := range apart {
		old[i], sk[at] = e.s.Table.melds[at], loose(nil)
	}
	for i, at := range origins(old, groups) {
		if at >= 0 {
			sk[apart[at]] = groups[i]
		} else {
			sk = append(sk, groups[i])
		}
	}
	return sk
}

// exactNodes bounds the search of exactly.
const exactNodes = 5000

// exactly looks for melds of the table that the wanted cards use up completely, so that the hand has all the others; the fewer the better.
func (e *editor) exactly(wanted card.Counts) (apart []int, ok bool) {
	nodes := 0
	var cover func(left card.Counts, most int) bool
	cover = func(left card.Counts, most int) bool {
		if nodes++; nodes > exactNodes {
			return false
		}
		c, lacking := e.unheld(left)
		if !lacking {
			return true
		}
		if most == 0 {
			return false
		}
		for i, m := range e.s.Table.all() {
			cards := card.Count(m.Cards())
			if cards[c] == 0 || slices.Contains(apart, i) || !covers(left, cards) {
				continue
			}
			rest := left
			for c := range rest {
				rest[c] -= cards[c]
			}
			apart = append(apart, i)
			if cover(rest, most-1) {
				return true
			}
			apart = apart[:len(apart)-1]
		}
		return false
	}
	for most := range e.s.Table.n + 1 {
		if cover(wanted, int(most)) {
			slices.Sort(apart)
			return apart, true
		}
	}
	return nil, false
}

// unheld is the first card of which the hand has too few.
func (e *editor) unheld(wanted card.Counts) (c card.Card, lacking bool) {
	for c := range card.Card(card.Kinds) {
		if wanted[c] > e.s.Hands[e.seat][c] {
			return c, true
		}
	}
	return 0, false
}

// completed has the solver find the rest of a table with these melds, first with as many cards from the hand as they can take, then
// with no more than they need.
func (e *editor) completed(groups []group, wanted card.Counts) (sketch, bool) {
	if e.noHelp() != "" || e.s.opening(e.seat) > 0 {
		return nil, false
	}
	var stated, wish []card.Meld
	for _, g := range groups {
		g, r := g.tidy(nil)
		switch {
		case r.err != nil:
			return nil, false
		case g.as != card.Joker: // R9.12: what the player has stated stays
			stated = append(stated, r.meld)
		default:
			wish = append(wish, r.meld)
		}
	}
	onTable := card.CountTable(e.s.Table.all())
	var most, least hand
	for c, n := range wanted {
		most[c] = min(n, e.s.Hands[e.seat][c])
		least[c] = max(n, onTable[c]) - onTable[c]
	}
	for _, cards := range []hand{most, least} {
		q := e.question(cards.list())
		q.Wish, q.Stated = slices.Concat(stated, wish), len(stated)
		if a := check(q); a.Verdict == solve.Yes {
			return e.table(&a), true
		}
	}
	return nil, false
}

// touched picks melds of the table to take apart for cards that the hand does not have, those first that have the most of them.
func (e *editor) touched(wanted card.Counts) (apart []int) {
	for {
		if _, lacking := e.unheld(wanted); !lacking {
			slices.Sort(apart)
			return apart
		}
		need := wanted
		for c, n := range e.s.Hands[e.seat] {
			need[c] -= min(need[c], n)
		}
		best, most := -1, 0
		for i, m := range e.s.Table.all() {
			if n := shared(need, m.Cards()); n > most && !slices.Contains(apart, i) {
				best, most = i, n
			}
		}
		if best < 0 {
			slices.Sort(apart)
			return apart
		}
		apart = append(apart, best)
		for _, c := range e.s.Table.melds[best].Cards() {
			wanted[c] -= min(wanted[c], 1)
		}
	}
}
