package noir

import (
	"cmp"
	"slices"

	"kumpas/games"
)

// forces is everything that decides a battle. It is made from a state and from a view alike.
type forces struct {
	attackers, defenders []fighter
	value                int
	guards               bool // the target is the guards, not a structure
	loot                 int  // what is stolen with the structure, 0 for a hideout
	extra                int  // what the attacker's boss steals more
	purse                int  // of the victim
	allOrNothing         bool
}

// fighter is a gangster in a battle.
type fighter struct {
	id    string
	power int
	since int
}

// sum is the power of fighters together.
func sum(of []fighter) (n int) {
	for _, f := range of {
		n += f.power
	}
	return n
}

// casualties assigns damage from the weakest to the strongest, of equals to the one longest on the table first (R5.5).
func casualties(of []fighter, damage int) (dead []string, rest int) {
	of = slices.Clone(of)
	slices.SortFunc(of, func(a, b fighter) int { return cmp.Or(cmp.Compare(a.power, b.power), cmp.Compare(a.since, b.since)) })
	for _, f := range of {
		if f.power > damage {
			break
		}
		damage -= f.power
		dead = append(dead, f.id)
	}
	return dead, damage
}

// stolen is what the attacker takes from the victim (R5.7).
func (f forces) stolen() (n int, short bool) {
	if f.loot == 0 {
		return 0, false
	}
	if f.allOrNothing && f.purse < f.loot {
		return 0, true
	}
	return min(f.loot+f.extra, f.purse), f.purse < f.loot
}

// battle says how it goes (R5.3 to R5.7).
func (f forces) battle() Battle {
	b := Battle{A: sum(f.attackers), D: sum(f.defenders), V: f.value, Result: Stands}
	b.Kills, _ = casualties(f.defenders, b.A)
	b.Losses, _ = casualties(f.attackers, b.D)
	switch {
	case f.guards && len(b.Kills) == len(f.defenders):
		b.Result = Beaten
	case !f.guards && b.A >= b.D+b.V:
		b.Result = Falls
		b.Stolen, b.Short = f.stolen()
	}
	return b
}

func (s *state) fighters(of gang) (all []fighter) {
	for i := range s.Gangsters {
		if g := &s.Gangsters[i]; of.has(i) {
			all = append(all, fighter{gangsterIDs[i], int(g.Power), int(g.Since)})
		}
	}
	return all
}

// forces are those of an attack as things stand.
func (s *state) forces(seat games.Seat, attackers gang, target place) forces {
	owner := s.owner(target)
	f := forces{
		attackers: s.fighters(attackers), defenders: s.fighters(s.defenders(target)), value: int(s.value(target)), guards: target.isGuards(),
		extra: int(s.boss(seat).plunder), purse: int(s.Seats[owner].Purse), allOrNothing: s.Rules.AllOrNothing,
	}
	if target.isBusiness() {
		f.loot = int(s.income(target))
	}
	return f
}

// Fight says how an attack of the active player would go, from what everybody can see. The target and the attackers are ids
// of the view; unknown ones count nothing.
func (v View) Fight(target string, attackers []string) Battle {
	f := forces{allOrNothing: !v.Rules.StealPartial}
	if v.Active >= 0 {
		me := &v.Seats[v.Active]
		f.extra = int(bosses[bossOf(me.Boss)].plunder)
		for _, g := range me.Gangsters() {
			if slices.Contains(attackers, g.ID) {
				f.attackers = append(f.attackers, g.fighter())
			}
		}
	}
	for n := range v.Seats {
		seat := &v.Seats[n]
		for i := range len(seat.Businesses) + 1 {
			at := seat.structure(i)
			if at.ID != target && at.Guards != target || target == "" {
				continue
			}
			f.guards = at.Guards == target
			f.purse = seat.Purse
			if !f.guards {
				f.value = at.Value
			}
			if at.Kind != Hideout {
				f.loot = at.Income
			}
			for _, g := range at.Gangsters {
				if v.defends(g) {
					f.defenders = append(f.defenders, g.fighter())
				}
			}
		}
	}
	return f.battle()
}

// defends reports whether a gangster defends where he is.
func (v View) defends(g GangsterView) bool {
	return !g.Turned && (v.Rules.HiddenDefend || !g.Hidden)
}

func (g GangsterView) fighter() fighter { return fighter{g.ID, g.Power, g.Since} }

// structure is the i-th business of a seat, and after them his hideout.
func (v *SeatView) structure(i int) *StructureView {
	if i < len(v.Businesses) {
		return &v.Businesses[i]
	}
	return &v.Hideout
}

// Structures are the businesses of a seat and then his hideout.
func (v *SeatView) Structures() []StructureView {
	return append(v.Businesses[:len(v.Businesses):len(v.Businesses)], v.Hideout)
}

// Gangsters are all gangsters of a seat on the table.
func (v *SeatView) Gangsters() []GangsterView {
	n := len(v.Away)
	for i := range len(v.Businesses) + 1 {
		n += len(v.structure(i).Gangsters)
	}
	all := make([]GangsterView, 0, n)
	for i := range len(v.Businesses) + 1 {
		all = append(all, v.structure(i).Gangsters...)
	}
	return append(all, v.Away...)
}
