package noir

import (
	"slices"

	"kumpas/games"
)

// react plays a card at an idle point, mostly in the own turn before attacking.
func (b *brain) react() games.Answer {
	can := map[string]bool{}
	for _, c := range b.next() {
		can[c.ID] = true
	}
	own := b.v.Active == b.me
	plays := []struct {
		wanted bool
		play   func() games.Answer
	}{
		{own && can[Turncoat], func() games.Answer { return b.turnSomebody(Turncoat) }},
		{own && can[DriveBy], b.shoot},
		{can[Poker] && b.wantsPoker(own), b.hostPoker},
		{!own && can[Police], b.raid},
	}
	for _, p := range plays {
		if !p.wanted {
			continue
		}
		if answer := p.play(); answer != nil {
			return answer
		}
	}
	return nothing
}

// turnSomebody turns the strongest gangster there is, if he is worth it; sofar leads to the field.
func (b *brain) turnSomebody(sofar ...string) games.Answer {
	var best games.Choice
	most := 2.0
	for _, c := range b.next(sofar...) {
		if value := float64(c.N) * (0.7 + b.weight(c.Seat)); value > most && (c.N >= 3 || b.lastTurns()) {
			best, most = c, value
		}
	}
	if best.ID == "" {
		return nil
	}
	return b.placed(best, sofar)
}

// placed completes a Turncoat by the place with the most room.
func (b *brain) placed(who games.Choice, sofar games.Answer) games.Answer {
	answer := append(slices.Clone(sofar), who.ID)
	to, room := Away, -1
	for _, c := range b.next(answer...) {
		if c.ID != Away && c.N > room {
			to, room = c.ID, c.N
		}
	}
	return append(answer, to)
}

// shoot plays Drive-By where it can be expected to do most.
func (b *brain) shoot() games.Answer {
	table := slices.Clone(b.v.Rules.DriveBy)
	for roll := 1; roll < len(table); roll++ {
		table[roll] += int(bosses[bossOf(b.my.Boss)].shot)
	}
	best, most := "", 1.2
	for _, c := range b.next(DriveBy) {
		_, at := b.find(c.ID)
		if value := b.weight(c.Seat) * expected(at, table); value > most {
			best, most = c.ID, value
		}
	}
	if best == "" {
		return nil
	}
	return games.Answer{DriveBy, best}
}

// expected is what a Drive-By does to a business on average.
func expected(at StructureView, table []int) (value float64) {
	var there []fighter
	for _, g := range at.Gangsters {
		there = append(there, g.fighter())
	}
	for _, damage := range table {
		dead, rest := casualties(there, damage)
		for _, f := range there {
			if slices.Contains(dead, f.id) {
				value += float64(f.power)
			}
		}
		if len(dead) == len(there) && rest >= at.Value {
			value += 2 * float64(at.Income)
		}
	}
	return value / float64(len(table))
}

// wantsPoker: the host has the better odds, so it is played when there is money to lose; out of turn it is played to bring a
// rival down who would win at the end of his turn.
func (b *brain) wantsPoker(own bool) bool {
	if own {
		return b.my.Purse >= maxStake && (b.v.Half == 0 || b.my.Purse < b.v.Half-maxStake)
	}
	rival := b.v.Seats[b.v.Active]
	return !b.mates(b.me, b.v.Active) && b.v.Half > 0 && rival.Purse >= b.v.Half && rival.Purse-maxStake < b.v.Half
}

func (b *brain) hostPoker() games.Answer {
	stakes := b.next(Poker)
	return games.Answer{Poker, stakes[len(stakes)-1].ID}
}

// joinPoker joins if it does not cost the game.
func (b *brain) joinPoker() games.Answer {
	if b.v.Half > 0 && b.my.Purse+b.my.Due >= b.v.Half || b.chance(0.3) {
		return games.Answer{Out}
	}
	return games.Answer{Join}
}

// raid uses a spare Police on somebody who could take the own hideout or is about to attack with many.
func (b *brain) raid() games.Answer {
	if b.v.Step != Move && b.v.Step != Attack || b.holds(Police) < 2 {
		return nil
	}
	best, most := "", 3
	for _, c := range b.next(Police) {
		if c.Seat != b.v.Active {
			continue
		}
		_, at := b.find(c.ID)
		open := 0
		for _, g := range at.Gangsters {
			if !g.Hidden {
				open += g.Power
			}
		}
		if open > most {
			best, most = c.ID, open
		}
	}
	if best == "" {
		return nil
	}
	return games.Answer{Police, best}
}

// harm is how bad it is for the player that an attack goes through.
func (b *brain) harm(a *AttackView) float64 {
	battle := a.Battle
	_, at := b.find(a.Target)
	value := float64(battle.Stolen) + float64(b.powers(battle.Kills)) - 0.5*float64(b.powers(battle.Losses))
	switch {
	case battle.Result == Falls && a.Kind == Hideout:
		value += 50
	case battle.Result == Falls:
		value += 1.5 * float64(at.Income)
		if at.Front {
			value += 4
		}
	case battle.Result == Beaten:
		value += 6
	}
	if battle.Result == Falls && a.Kind == Hideout && b.trophies(a.Seat) >= trophiesToWin-1 && !b.mates(b.me, a.Seat) {
		return 100 // it would be the end
	}
	if !b.mates(b.me, a.Other) {
		return 0
	}
	return value
}

// answerAttack stops what hurts: by Turncoat if that is enough, else by Police.
func (b *brain) answerAttack() games.Answer {
	a := b.v.Attack
	harm := b.harm(a)
	if harm < 4 {
		return passes
	}
	var best games.Choice
	for _, c := range b.next(Play, Turncoat) {
		i := slices.Index(a.Attackers, c.ID)
		if i < 0 {
			continue
		}
		without := b.v.Fight(a.Target, slices.Delete(slices.Clone(a.Attackers), i, i+1))
		if without.Result == Stands && c.N > best.N {
			best = c
		}
	}
	if best.ID != "" {
		return b.placed(best, games.Answer{Play, Turncoat})
	}
	if b.holds(Police) > 0 {
		return games.Answer{Play, Police}
	}
	return passes
}

// answerDriveBy saves a business that matters.
func (b *brain) answerDriveBy() games.Answer {
	owner, at := b.find(b.v.DriveBy.Target)
	if owner == b.me && b.holds(Police) > 0 && expected(at, b.v.DriveBy.Table) >= 2 && (at.Front || at.Income >= 3 || b.holds(Police) > 1) {
		return games.Answer{Play, Police}
	}
	return passes
}

// answerPolice buys an own attack through that matters.
func (b *brain) answerPolice() games.Answer {
	value := 0.0
	switch a, d := b.v.Attack, b.v.DriveBy; {
	case a != nil && b.mates(b.me, a.Seat):
		value = float64(a.Battle.Stolen + a.Battle.V)
		if a.Battle.Result == Falls && a.Kind == Hideout {
			value = 20
		}
	case d != nil && b.mates(b.me, d.Seat):
		value = 2
	}
	if value < 3 {
		return passes
	}
	for _, c := range b.next(Play) {
		if c.ID == Bribe || c.ID != Pass && value >= 10 {
			return games.Answer{Play, c.ID}
		}
	}
	return passes
}
