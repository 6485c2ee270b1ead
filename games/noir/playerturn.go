package noir

import (
	"cmp"
	"slices"

	"kumpas/games"
)

// turn goes through the phases: it does the first thing that is worth doing, and ends the turn if nothing is.
func (b *brain) turn() games.Answer {
	can := map[string]bool{}
	for _, c := range b.next() {
		can[c.ID] = true
	}
	rich := b.v.Half > 0 && b.purseAfterDraw() >= b.v.Half // he wins by ending his turn
	if rich {
		return b.end()
	}
	steps := []struct {
		id string
		do func() games.Answer
	}{{Move, b.planMoves}, {Attack, b.attack}, {Open, b.planOpenings}, {Relocate, b.relocate}, {Discard, b.discard}}
	for _, step := range steps {
		if can[step.id] {
			if answer := step.do(); answer != nil {
				return answer
			}
		}
	}
	return b.end()
}

// purseAfterDraw is what the own purse comes to at the end of the turn, if nothing else is spent.
func (b *brain) purseAfterDraw() int {
	if b.v.Rules.ChooseDraw {
		return b.my.Purse
	}
	return b.my.Purse - b.my.DrawPrice
}

// saving reports whether the next tribute wins the game if nothing is spent (R10.2).
func (b *brain) saving() bool {
	return b.v.Half > 0 && !b.lastTurns() && b.purseAfterDraw()+b.my.Due >= b.v.Half+1
}

// end ends the turn; with draw_rule=choose it takes as many cards as it can well pay.
func (b *brain) end() games.Answer {
	if !b.v.Rules.ChooseDraw {
		return games.Answer{End}
	}
	best := "k0"
	for _, c := range b.next(End) {
		spare := b.my.Purse / 3
		if b.saving() || b.lastTurns() || b.v.Half > 0 && b.my.Purse >= b.v.Half {
			spare = 0
		}
		if c.N <= spare {
			best = c.ID
		}
	}
	return games.Answer{End, best}
}

// planMoves brings gangsters in from away, and a guard into a hideout that stands open.
func (b *brain) planMoves() games.Answer {
	f, _, err := b.ask(games.Answer{Move})
	if err != nil || f.Editor == nil {
		return nil
	}
	plan := f.Editor
	do := func(g GangsterView, at StructureView) bool {
		if g.Hidden || at.Capacity-at.Used < g.Power {
			return false
		}
		next, err := plan.Do(games.Answer{g.ID, at.ID})
		if err == nil {
			plan = next
		}
		return err == nil
	}
	mine := func() SeatView { return plan.View().(PlanView).After }
	if h := mine().Hideout; !h.Front && len(h.Gangsters) == 0 {
		inside := slices.Concat(mine().Away, b.hostedInBusinesses(mine()))
		slices.SortStableFunc(inside, strongest)
		for _, g := range inside {
			if do(g, h) {
				break
			}
		}
	}
	out := slices.Clone(mine().Away)
	slices.SortStableFunc(out, strongest)
	for _, g := range out {
		at := slices.Clone(mine().Businesses)
		at = append(at, mine().Hideout)
		slices.SortStableFunc(at, func(x, y StructureView) int {
			return cmp.Compare(y.Capacity-y.Used, x.Capacity-x.Used)
		})
		for _, s := range at {
			if do(g, s) {
				break
			}
		}
	}
	if plan.Draft() == "" {
		return nil
	}
	return games.Answer{Move, plan.Final()}
}

func (b *brain) hostedInBusinesses(s SeatView) (all []GangsterView) {
	for _, at := range s.Businesses {
		all = append(all, at.Gangsters...)
	}
	return all
}

func strongest(x, y GangsterView) int { return cmp.Compare(y.Power, x.Power) }

// ready are the gangsters who can attack, the weakest first.
func (b *brain) ready() (all []GangsterView) {
	for _, g := range append(b.hostedInBusinesses(b.my), b.my.Hideout.Gangsters...) {
		if !g.Hidden {
			all = append(all, g)
		}
	}
	slices.SortStableFunc(all, func(x, y GangsterView) int { return cmp.Compare(x.Power, y.Power) })
	return all
}

// attack makes the attack that pays best, nil if none does.
func (b *brain) attack() games.Answer {
	ready := b.ready()
	var best games.Answer
	most := 0.5
	for _, c := range b.next(Attack) {
		for _, group := range groups(ready, c.N) {
			if value := b.gain(c, group, ready); value > most {
				most = value
				best = append(games.Answer{Attack, c.ID}, append(group, Confirm)...)
			}
		}
	}
	return best
}

// groups are some ways to bring the needed power together: the weakest, the strongest without those who are not needed, the
// single one who just does it, and all.
func groups(ready []GangsterView, need int) [][]string {
	var out [][]string
	take := func(all []GangsterView) {
		var ids []string
		sum := 0
		for _, g := range all {
			if sum < need || need == 0 {
				ids, sum = append(ids, g.ID), sum+g.Power
			}
		}
		out = append(out, ids)
	}
	take(ready)
	back := slices.Clone(ready)
	slices.Reverse(back)
	take(back)
	for _, g := range ready {
		if g.Power >= need {
			out = append(out, []string{g.ID})
			break
		}
	}
	var all []string
	for _, g := range ready {
		all = append(all, g.ID)
	}
	return append(out, all)
}

// gain is what an attack brings, in points or so.
func (b *brain) gain(c games.Choice, group []string, ready []GangsterView) float64 {
	battle := b.v.Fight(c.ID, group)
	if b.v.Rules.NeedsWin && battle.A < battle.D+battle.V {
		return -1
	}
	owner, at := b.find(c.ID)
	weight := b.weight(owner)
	value := float64(battle.Stolen)
	if b.closeToMoney(owner) {
		value *= 2
	}
	value += weight*0.8*float64(b.powers(battle.Kills)) - float64(b.powers(battle.Losses))
	rest := -b.powers(group) // the power that could go on
	for _, g := range ready {
		rest += g.Power
	}
	guards := 0
	hideout := b.v.Seats[owner].Hideout
	for _, g := range hideout.Gangsters {
		guards += g.Power
	}
	switch {
	case battle.Result == Falls && c.What == Hideout:
		value += 14
		if b.trophies(b.me) >= trophiesToWin-1 || b.alive() == 2 {
			value += 100
		}
	case battle.Result == Falls:
		value += weight * 1.5 * float64(at.Income)
		if at.Front && rest >= guards+hideout.Value {
			value += 10
		}
	case battle.Result == Beaten && rest >= hideout.Value:
		value += 12
	}
	return value
}

// worth is how much it is worth to have a card on the table.
func (b *brain) worth(c games.Choice) float64 {
	value := float64(cards[cardOf(c.What)].value)
	switch {
	case !cardOf(c.What).isBusiness():
		return 1.6 * value
	case b.lastTurns():
		return 1.5 * value
	}
	return 3*value + 1
}

// planOpenings opens what is worth most, as long as there is money, and keeps some for drawing.
func (b *brain) planOpenings() games.Answer {
	if b.saving() {
		return nil
	}
	f, _, err := b.ask(games.Answer{Open})
	if err != nil || f.Editor == nil {
		return nil
	}
	plan := f.Editor
	guarded := b.my.Hideout.Front || len(b.my.Hideout.Gangsters) > 0
	for range handSize {
		op, _, _ := plan.Ask(nil)
		var best games.Choice
		most := 0.0
		for _, c := range free(op) {
			if cardOf(c.What) == noCard {
				continue
			}
			if value := b.worth(c) - float64(c.N); value > most && b.affords(plan, c) {
				best, most = c, value
			}
		}
		if best.ID == "" {
			break
		}
		next, err := plan.Do(games.Answer{best.ID})
		if err != nil {
			break
		}
		// The first gangster who fits guards a hideout that stands open.
		if c := cardOf(best.What); c.isGangster() && !guarded {
			if home, err := plan.Load(joined(plan.Draft(), best.ID+"-"+b.my.Hideout.ID)); err == nil {
				next = home
				guarded = len(next.View().(PlanView).After.Hideout.Gangsters) > 0
			}
		}
		plan = next
	}
	if plan.Draft() == "" {
		return nil
	}
	return games.Answer{Open, plan.Final()}
}

// affords keeps two coins for cards while the hand is small, unless something of value can be had.
func (b *brain) affords(plan games.Editor, c games.Choice) bool {
	v := plan.View().(PlanView)
	left := v.Purse - c.N
	return left >= 2 || c.N == 0 || cardOf(c.What).isBusiness() || v.After.Cards >= 4 || b.lastTurns()
}

// joined adds a step to a draft.
func joined(draft, step string) string {
	if draft == "" {
		return step
	}
	return draft + "." + step
}

// relocate puts the hideout behind the strongest own business.
func (b *brain) relocate() games.Answer {
	strength := func(at StructureView) int { return at.Value + at.Used }
	now, best := 0, StructureView{}
	for _, at := range b.my.Businesses {
		if at.Front {
			now = strength(at)
		}
		if strength(at) > strength(best) {
			best = at
		}
	}
	if best.ID == "" || best.Front || now > 0 && strength(best) < now+2 {
		return nil
	}
	return games.Answer{Relocate, best.ID}
}

// discard throws the worst card of a full hand away, as one new card is free.
func (b *brain) discard() games.Answer {
	if b.my.Cards < handSize || b.lastTurns() {
		return nil
	}
	worst, least := "", 100.0
	for _, c := range b.next(Discard) {
		value := 5.0
		switch k := cardOf(c.What); {
		case k.isGangster():
			value = float64(k.value())
		case k.isBusiness():
			value = 1.5 * float64(k.value())
		case k == poker:
			value = 2
		}
		if value < least {
			worst, least = c.ID, value
		}
	}
	if worst == "" || least > 2 {
		return nil
	}
	return games.Answer{Discard, worst}
}
