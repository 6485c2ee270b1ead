package solve

import (
	"math/bits"

	"kumpas/games/machiavelli/card"
)

// Of all tables with the same worth people recognise best the one in which the
// fewest melds have changed. prefer looks for it by dissolving as few melds of
// the old table as possible: first none, then each, each pair and so on, while
// the rest stays as it lies and drops out of the problem.
type prefer struct {
	find *finder

	base     pool        // without the melds that may stay
	keep     []card.Meld // the melds that may stay
	optional []uint16    // which of their cards were optional, see pool.take
	cost     int32       // what the table may leave out

	open  []int // the melds dissolved at present
	trial []int
	best  []card.Meld // what the dissolved melds and the hand become
	from  []int       // the melds dissolved for it
	score int
	found bool

	refine refiner
	first  []card.Meld // the table found before
}

// effort of a question's preferences: each try costs tryNodes besides the nodes
// of its sweep, and together they cost at most preferNodes.
const (
	preferNodes = 20_000
	tryNodes    = 50
)

// table improves the table found, which leaves out cost. The result is in
// keep, from and best; settled says that no table changes fewer melds.
func (p *prefer) table(from *pool, old []card.Meld, cost int32, found []card.Meld) (settled bool) {
	p.base, p.cost, p.found = *from, cost, false
	p.keep, p.optional, p.from, p.open = p.keep[:0], p.optional[:0], p.from[:0], p.open[:0]
	for i := range old {
		if mask, ok := p.base.take(old[i].Cards()); ok {
			p.keep = append(p.keep, old[i])
			p.optional = append(p.optional, mask)
		}
	}
	s := &p.find.meter
	limit := s.limit
	defer func() { s.limit = limit }()
	s.limit = s.nodes + preferNodes

	most := p.changed(found)
	settled = true
	for k := 0; k <= most && settled; k++ {
		settled = p.level(k, 0)
		if p.found {
			break
		}
		if k == 1 {
			most = p.shrink(most) - 1
		}
	}
	if !p.found {
		// Nothing smaller: what shrink has left, or the table as it was found.
		s.limit = s.nodes + preferNodes
		p.try(p.trial)
	}
	if p.found {
		p.refine.list(p.best)
	}
	return settled && p.found
}

// changed notes in trial the melds that the table found has changed.
func (p *prefer) changed(found []card.Meld) int {
	p.trial = p.trial[:0]
	p.best = append(p.best[:0], found...)
next:
	for i := range p.keep {
		for j := range p.best {
			if p.keep[i].SameCards(&p.best[j]) {
				p.best[j] = p.best[len(p.best)-1]
				p.best = p.best[:len(p.best)-1]
				continue next
			}
		}
		p.trial = append(p.trial, i)
	}
	return len(p.trial)
}

// shrink leaves of the melds in trial as few as it can, the longest first, and
// returns how many those are.
func (p *prefer) shrink(n int) int {
	for longest := card.MaxMeld; longest >= 3; longest-- {
		for i := 0; i < n; i++ {
			t := p.trial[i]
			if p.keep[t].Len() != longest {
				continue
			}
			copy(p.trial[i:], p.trial[i+1:n])
			if p.works(p.trial[:n-1]) == Yes {
				n--
				i--
				continue
			}
			copy(p.trial[i+1:n], p.trial[i:])
			p.trial[i] = t
		}
	}
	p.trial = p.trial[:n]
	return n
}

// level tries all ways to dissolve k more melds, from the given one on. It is
// false if some could not be decided.
func (p *prefer) level(k, next int) (decided bool) {
	if k == 0 {
		return p.try(p.open)
	}
	decided = true
	for i := next; i+k <= len(p.keep) && decided; i++ {
		p.open = append(p.open, i)
		decided = p.level(k-1, i+1)
		p.open = p.open[:len(p.open)-1]
	}
	return decided
}

// works asks for a table in which only these melds are dissolved.
func (p *prefer) works(dissolve []int) Verdict {
	sub := p.base
	for _, i := range dissolve {
		sub.give(p.keep[i].Cards(), p.optional[i])
	}
	s := &p.find.meter
	s.nodes += tryNodes
	if s.stopped() {
		return Open
	}
	v, _, _ := p.find.find(sub, p.cost, p.cost)
	return v
}

// try is works that notes the best table.
func (p *prefer) try(dissolve []int) (decided bool) {
	v := p.works(dissolve)
	if v != Yes {
		return v == No
	}
	if score := p.rate(dissolve, p.find.lay.melds); !p.found || score < p.score {
		p.found, p.score = true, score
		p.from = append(p.from[:0], dissolve...)
		p.best = append(p.best[:0], p.find.lay.melds...)
	}
	return true
}

// consider keeps the melds, another way to lay the same cards, if they are more
// recognisable.
func (p *prefer) consider(melds []card.Meld) {
	if score := p.rate(p.from, melds); score < p.score {
		p.score = score
		p.best = append(p.best[:0], melds...)
	}
}

// rate says how strange the new melds look to who knows the dissolved ones, in
// this order: jokers that left their companions, cards that left the greatest
// part of their meld, melds.
func (p *prefer) rate(dissolved []int, melds []card.Meld) int {
	moved, torn := 0, 0
	for _, i := range dissolved {
		old := &p.keep[i]
		_, joker := old.Reading()
		stays, largest := false, 0
		for j := range melds {
			_, other := melds[j].Reading()
			shared := bits.OnesCount64(uint64(old.RealCards() & melds[j].RealCards()))
			if joker && other {
				stays = stays || shared >= 2
				shared++
			}
			largest = max(largest, shared)
		}
		if joker && !stays {
			moved++
		}
		torn += old.Len() - largest
	}
	return moved<<20 + torn<<10 + len(melds)
}
