package noir

import (
	"slices"

	"kumpas/games"
)

// brain is a computer player at one decision. It knows what its view tells and nothing else.
type brain struct {
	v   View
	me  games.Seat
	my  SeatView
	ask games.Ask
	rng games.Rand
	// power is that of each gangster on the table, by id.
	power map[string]int
}

// Choose is the computer player. It builds and guards its hideout, attacks when that pays, keeps Police and Bribe for what
// matters, and watches for the end that is near.
func (g *game) Choose(_ string, view games.View, p games.Prompt, ask games.Ask, rng games.Rand) games.Answer {
	v := view.(View)
	b := &brain{v: v, me: v.Viewer, my: v.Seats[v.Viewer], ask: ask, rng: rng, power: map[string]int{}}
	for i := range v.Seats {
		for _, g := range v.Seats[i].Gangsters() {
			b.power[g.ID] = g.Power
		}
	}
	switch p.Kind {
	case PromptBoss:
		return games.Answer{b.chooseBoss()}
	case PromptTurn:
		return b.turn()
	case PromptReact:
		return b.react()
	case PromptAttack:
		return b.answerAttack()
	case PromptDriveBy:
		return b.answerDriveBy()
	case PromptPolice:
		return b.answerPolice()
	case PromptPoker:
		return b.joinPoker()
	}
	return p.Pass
}

// favourites are bosses, the liked ones first.
var favourites = []string{Accountant, Architect, Fox, Recruiter, Plunderer, Warden, Triggerman, Inspector, Gambler}

// chooseBoss takes the better of two that chance brings up.
func (b *brain) chooseBoss() string {
	pick := func() string { return b.v.Bosses[b.rng.IntN(len(b.v.Bosses))] }
	x, y := pick(), pick()
	if slices.Index(favourites, y) < slices.Index(favourites, x) {
		return y
	}
	return x
}

// mates reports whether two seats are of one team, or one seat.
func (b *brain) mates(x, y games.Seat) bool {
	return x == y || b.v.Rules.Teams > 0 && b.v.Seats[x].Team == b.v.Seats[y].Team
}

// holds counts the cards of a kind in the own hand.
func (b *brain) holds(card string) (n int) {
	for _, c := range b.v.Hand {
		if c == card {
			n++
		}
	}
	return n
}

func (b *brain) chance(p float64) bool { return b.rng.Float64() < p }

// weight is how much it is worth to hurt a seat: the leader most, a team-mate least of all.
func (b *brain) weight(seat games.Seat) float64 {
	if b.mates(b.me, seat) {
		return -1
	}
	most := 1.0
	for i, s := range b.v.Seats {
		if s.Alive && !b.mates(b.me, games.Seat(i)) {
			most = max(most, promise(s))
		}
	}
	weight := 0.4 + 0.6*promise(b.v.Seats[seat])/most
	if b.closeToMoney(seat) {
		weight++
	}
	return weight
}

// closeToMoney reports whether a seat wins by money at the end of his next turn if nobody does anything about it (R10.2).
func (b *brain) closeToMoney(seat games.Seat) bool {
	s := b.v.Seats[seat]
	return b.v.Half > 0 && s.Purse+s.Due >= b.v.Half
}

// promise is what a seat has and can expect.
func promise(s SeatView) float64 { return 1 + float64(s.Score.Total+2*s.Due) }

// trophies are those of a seat and its team together.
func (b *brain) trophies(seat games.Seat) (n int) {
	for i, s := range b.v.Seats {
		if b.mates(seat, games.Seat(i)) {
			n += s.Trophies
		}
	}
	return n
}

// lastTurns reports whether the countdown leaves the player no more than one turn after this one.
func (b *brain) lastTurns() bool {
	c := b.v.Countdown
	switch {
	case c == nil:
		return false
	case b.v.Rules.ByTurn:
		return b.v.Tokens <= b.alive()
	}
	return b.v.Tokens <= 1
}

func (b *brain) alive() (n int) {
	for _, s := range b.v.Seats {
		if s.Alive {
			n++
		}
	}
	return n
}

// find looks up a structure by its id, or by that of its guards.
func (b *brain) find(id string) (owner games.Seat, at StructureView) {
	for i := range b.v.Seats {
		s := &b.v.Seats[i]
		for n := range len(s.Businesses) + 1 {
			if at := s.structure(n); at.ID == id || at.Guards == id {
				return games.Seat(i), *at
			}
		}
	}
	return games.Nobody, StructureView{}
}

// powers sums up what the gangsters with these ids have.
func (b *brain) powers(ids []string) (n int) {
	for _, id := range ids {
		n += b.power[id]
	}
	return n
}

// free lists the choices of a field that can be picked.
func free(f games.Field) (all []games.Choice) {
	for _, c := range f.Choices {
		if c.Not == "" {
			all = append(all, c)
		}
	}
	return all
}

// next asks what follows; nothing that can be picked gives an empty list.
func (b *brain) next(sofar ...string) []games.Choice {
	f, _, err := b.ask(sofar)
	if err != nil {
		return nil
	}
	return free(f)
}
