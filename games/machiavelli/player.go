package machiavelli

import (
	"slices"

	"kumpas/games"
	"kumpas/games/machiavelli/card"
	"kumpas/games/machiavelli/solve"
)

// Choose is the computer player. What it looks at behind the editor, its own hand, the table, the size of the stock, the view shows as well.
func (game) Choose(level string, view games.View, p games.Prompt, ask games.Ask, rng games.Rand) games.Answer {
	if p.Kind == PromptOrder {
		return p.Given
	}
	v := view.(View)
	no := games.Answer{Draw}
	if v.Stock == 0 {
		no[0] = Pass
	}
	f, ok, err := ask(games.Answer{Play})
	e, open := f.Editor.(*editor)
	if err != nil || !ok || !open {
		return no
	}
	s := solvers.Get().(*solve.Solver)
	defer solvers.Put(s)
	b := brain{e: e, solver: s}
	sk := b.think(level)
	if sk == nil {
		return no
	}
	draft := e.to(sk, false)
	if draft.wrong() != nil {
		return no
	}
	return games.Answer{Play, draft.Final()}
}

// brain thinks about one turn.
type brain struct {
	e      *editor
	solver *solve.Solver
	answer solve.Answer
}

// think returns the table to play, nil for none.
func (b *brain) think(level string) sketch {
	switch {
	case level == LevelEasy || b.e.s.opening(b.e.seat) > 0:
		return b.fromHand()
	case level == LevelHard:
		return b.holdBack()
	}
	return b.stepwise()
}

// own are the cards of the hand.
func (b *brain) own() hand { return b.e.s.Hands[b.e.seat] }

// playerNodes bounds each question of a computer player, so that his move never takes long.
const playerNodes = 1 << 14

// best asks what of these cards can be played on this table.
func (b *brain) best(table []card.Meld, cards hand) *solve.Answer {
	b.solver.Best(&solve.Question{
		Table: table, Hand: cards.list(), SwapOnly: b.e.s.Rules.SwapOnly, AnyTable: len(table) == 0, Nodes: playerNodes,
	}, &b.answer)
	return &b.answer
}

// can asks whether exactly these cards can be played on the table.
func (b *brain) can(cards hand) bool {
	q := b.e.question(cards.list())
	q.AnyTable, q.Nodes = true, playerNodes
	b.solver.Check(q, &b.answer)
	return b.answer.Verdict == solve.Yes
}

// fromHand lays new melds from the hand alone.
func (b *brain) fromHand() sketch {
	h := b.own()
	q := b.e.question(h.list())
	q.Table, q.AnyTable, q.Nodes = nil, true, playerNodes
	b.solver.Best(q, &b.answer)
	if b.answer.Verdict != solve.Yes || b.answer.Value < b.e.s.opening(b.e.seat) {
		return nil
	}
	return append(b.e.blank(), groupsOf(b.answer.Table)...)
}

// stepwise plays what can be seen step by step, and jokers only to win.
func (b *brain) stepwise() sketch {
	h := b.own()
	sk, left := b.steps(h)
	if left == 0 || h[card.Joker] == 0 {
		return sk
	}
	h[card.Joker] = 0
	sk, _ = b.steps(h)
	return sk
}

// steps plays cards step by step: each lays the most that need no more than one meld of the table changed.
func (b *brain) steps(cards hand) (sk sketch, left int) {
	now := slices.Clone(b.e.s.Table.all())
	moved := false
	for cards.total() > 0 {
		best, at := solve.Answer{}, -1
		for i := -1; i < len(now); i++ {
			if a := b.best(now[max(i, 0):i+1], cards); a.Verdict == solve.Yes && a.Value > best.Value {
				best, at = *a, i
				a.Table = nil // it is best's now
			}
		}
		if best.Value == 0 {
			break
		}
		if at >= 0 {
			now = slices.Delete(now, at, at+1)
		}
		now = append(now, best.Table...)
		for c, n := range best.Played {
			cards[c] -= n
		}
		moved = true
	}
	if !moved {
		return nil, cards.total()
	}
	return b.e.arranged(groupsOf(now)), cards.total()
}

// holdBack gathers cards until it can play all of them at once: what lies on the table helps the others, and a large hand on a full table is
// seldom without a way out. When there is nothing left to draw it plays as few cards as it can, which puts off the end, and no jokers,
// which find the last card its place.
func (b *brain) holdBack() sketch {
	h := b.own()
	if b.can(h) {
		return b.e.table(&b.answer)
	}
	if b.e.s.Stock.n > 0 {
		return nil
	}
	h[card.Joker] = 0
	a := b.best(b.e.s.Table.all(), h)
	if a.Verdict != solve.Yes || !b.can(b.fewest(h, a)) {
		return nil
	}
	return b.e.table(&b.answer)
}

// fewest is a playable part of the cards, of which a is the best play: one card, if any can be played alone; else what the hand gives to one
// meld of that play; else all of it.
func (b *brain) fewest(cards hand, a *solve.Answer) hand {
	all := hand(a.Played)
	var parts []hand
	for i := range a.Table {
		part := hand{}
		for _, c := range a.Table[i].Cards() {
			if part[c] < all[c] {
				part[c]++
			}
		}
		parts = append(parts, part)
	}
	for c, n := range cards {
		if n > 0 {
			one := hand{}
			one[c] = 1
			parts = append(parts, one)
		}
	}
	slices.SortStableFunc(parts, func(a, b hand) int { return a.total() - b.total() })
	for _, part := range parts {
		if part.total() > 0 && b.can(part) {
			return part
		}
	}
	return all
}
