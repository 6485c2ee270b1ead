package machiavelli

import (
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
	case level == LevelMedium:
		return b.stepwise()
	}
	return b.mostCards()
}

// own are the cards of the hand.
func (b *brain) own() hand { return b.e.s.Hands[b.e.seat] }

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

// mostCards plays as many cards as can be played.
func (b *brain) mostCards() sketch {
	h := b.own()
	b.solver.Best(b.e.question(h.list()), &b.answer)
	if b.answer.Verdict != solve.Yes {
		return nil
	}
	return b.e.table(&b.answer)
}

// stepwise plays what can be seen step by step: each step lays the most cards that need no more than one meld of the table changed.
func (b *brain) stepwise() sketch {
	now := append([]card.Meld(nil), b.e.s.Table.all()...)
	left := b.own()
	moved := false
	for left.total() > 0 {
		best, at := solve.Answer{}, -1
		for i := -1; i < len(now); i++ {
			q := &solve.Question{Hand: left.list()}
			if i >= 0 {
				q.Table = now[i : i+1]
			}
			b.solver.Best(q, &b.answer)
			if b.answer.Verdict == solve.Yes && b.answer.Value > best.Value {
				best, at = b.answer, i
				b.answer.Table = nil // it is best's now
			}
		}
		if best.Value == 0 {
			break
		}
		if at >= 0 {
			now = append(now[:at], now[at+1:]...)
		}
		now = append(now, best.Table...)
		for c, n := range best.Played {
			left[c] -= n
		}
		moved = true
	}
	if !moved {
		return nil
	}
	return b.e.arranged(groupsOf(now))
}
