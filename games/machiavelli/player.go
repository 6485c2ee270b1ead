package machiavelli

import (
	"slices"

	"kumpas/games"
	"kumpas/games/machiavelli/card"
	"kumpas/games/machiavelli/solve"
)

// Choose is the computer player. It knows the view alone, and the draft of a play is a table that it has thought of.
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
	b := brain{v: &v, e: e, solver: s}
	sk := b.think(level)
	if sk == nil {
		return no
	}
	draft := e.to(sk, false)
	if draft.wrong() != nil {
		return no
	}
	return games.Answer{Play, draft.Draft()}
}

// brain thinks about one turn.
type brain struct {
	v      *View
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
	b.solver.Best(&solve.Question{Table: table, Hand: cards.list(), SwapOnly: b.e.s.Rules.SwapOnly, Nodes: playerNodes}, &b.answer)
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
	q.Table = nil
	b.solver.Best(q, &b.answer)
	if b.answer.Verdict != solve.Yes || b.answer.Value < b.e.s.opening(b.e.seat) {
		return nil
	}
	return append(b.e.blank(), groupsOf(b.answer.Table)...)
}

// mostCards plays as many cards as can be played. It is the yardstick of the levels.
func (b *brain) mostCards() sketch {
	if b.best(b.e.s.Table.all(), b.own()).Verdict != solve.Yes {
		return nil
	}
	return b.e.table(&b.answer)
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

// keep is how many cards a hand may lack to the end for holdBack to begin to play.
const keep = 1

// holdBack gathers cards until it can play all of them at once, or nearly: what lies on the table helps the others, and a large hand on
// a full table is seldom without a way out. When little is missing it plays as few cards as it can, which saves it from drawing, and
// no jokers, which find the last card its place.
func (b *brain) holdBack() sketch {
	h, table := b.own(), b.e.s.Table.all()
	a := b.best(table, h)
	switch {
	case a.Verdict != solve.Yes:
		return nil
	case a.Value == h.total():
		return b.e.table(a)
	case b.e.s.Stock.n > 0 && h.total()-a.Value > keep:
		return nil
	}
	bare := h
	bare[card.Joker] = 0
	if a := b.best(table, bare); a.Verdict != solve.Yes {
		if others := b.e.s.present().Without(b.e.seat); b.e.s.Stock.n == 0 && others&^b.e.s.Passed == 0 {
			return b.mostCards() // to pass would end the game
		}
		return nil
	}
	few := b.fewest(bare, hand(b.answer.Played))
	b.can(few)
	return b.e.table(&b.answer)
}

// fewest is a playable part of the cards from which no card could be left out: one card if one can be played, else a part of most, which can.
func (b *brain) fewest(cards, most hand) hand {
	for c, n := range cards {
		one := hand{}
		if one[c] = 1; n > 0 && b.can(one) {
			return one
		}
	}
	for c := range most {
		for most[c] > 0 {
			if most[c]--; !b.can(most) {
				most[c]++
				break
			}
		}
	}
	return most
}
