package entrika

import (
	"slices"

	"kumpas/games"
)

// worth is what a card is worth in hand.
var worth = map[string]float64{IsAdami: 3, Subay: 2.8, Burokrat: 2.4, Aktivist: 2.5, Avukat: 2.6, Politikaci: 2, Gazeteci: 1.9}

// value of a card beside others; a second copy of it is worth less. No two calls agree entirely, so that nobody can read them.
func (b *brain) value(c string, beside []string) float64 {
	v := worth[c] + 0.5*b.rng.Float64()
	if slices.Contains(beside, c) {
		v -= 1.2
	}
	return v
}

// worst is the position of the card that can best be spared.
func (b *brain) worst(cards []string) int {
	at, least := 0, 100.0
	for i, c := range cards {
		if v := b.value(c, slices.Delete(slices.Clone(cards), i, i+1)); v < least {
			at, least = i, v
		}
	}
	return at
}

// best is the position of the card to have.
func (b *brain) best(cards []string, beside ...string) int {
	at, most := 0, -100.0
	for i, c := range cards {
		if v := b.value(c, beside); v > most {
			at, most = i, v
		}
	}
	return at
}

// keepBest keeps as many cards of an exchange as he has supporters.
func (b *brain) keepBest() games.Answer {
	left := slices.Clone(b.v.Cards)
	var at []int
	var kept []string
	for range b.v.Hand {
		i := b.best(left, kept...)
		kept, at = append(kept, left[i]), append(at, i)
		left[i] = "" // worth nothing now
	}
	slices.Sort(at)
	ids := make([]string, len(at))
	for i, n := range at {
		ids[i] = cardIDs[n]
	}
	return games.Answer{games.Join(ids...)}
}

// place keeps the best of the three cards of a manipulation and gives the target the worse of the others.
func (b *brain) place() games.Answer {
	cards := b.v.Cards
	other := slices.Clone(b.v.Hand)
	if i := slices.Index(other, cards[0]); i >= 0 {
		other = slices.Delete(other, i, i+1)
	}
	mine := b.best(cards, other...)
	rest := slices.DeleteFunc([]int{0, 1, 2}, func(i int) bool { return i == mine })
	if worth[cards[rest[0]]] > worth[cards[rest[1]]] {
		slices.Reverse(rest)
	}
	return games.Answer{cardIDs[mine], cardIDs[rest[0]]}
}

// doubtClaims challenges the claims to an estate that he does not believe.
func (b *brain) doubtClaims(ask games.Ask) (answer games.Answer) {
	for {
		f, more, err := ask(answer)
		if err != nil || !more {
			return answer
		}
		pick := Pass
		for _, c := range f.Choices[1:] {
			if c.Not == "" && b.doubt(c.Seat, Avukat, b.holds(Avukat)) {
				pick = c.ID
				break
			}
		}
		answer = append(answer, pick)
	}
}

// turn picks the action and target that promise most.
func (b *brain) turn(ask games.Ask) games.Answer {
	answer, most := games.Answer(nil), -100.0
	f, _, err := ask(nil)
	for _, c := range f.Choices {
		if err != nil || c.Not != "" {
			continue
		}
		sofar, value := games.Answer{c.ID}, 0.0
		who := games.Nobody
		if target, more, err := ask(sofar); err == nil && more {
			who = b.target(c.ID, target)
			sofar, value = append(sofar, seatIDs[who]), b.threat(who)/4
		}
		value += b.promise(c.ID, who) + 0.6*b.rng.Float64()
		if value > most {
			answer, most = sofar, value
		}
	}
	return answer
}

// threat is how dangerous a rival is.
func (b *brain) threat(s games.Seat) float64 {
	seat := b.seat(s)
	return 1.5*float64(seat.Down) + 0.3*float64(min(seat.Gold, 10))
}

// target is the most dangerous rival who can be picked.
func (b *brain) target(action string, f games.Field) (who games.Seat) {
	most := -100.0
	for _, c := range f.Choices {
		if c.Not != "" {
			continue
		}
		t := b.threat(c.Seat) + 0.5*b.rng.Float64()
		switch action {
		case Steal:
			t += float64(min(2, b.seat(c.Seat).Gold))
		case ConvertOther:
			if b.seat(c.Seat).Side != b.seat(b.me).Side {
				t -= 10 // he can be reached as he is
			}
		}
		if t > most {
			who, most = c.Seat, t
		}
	}
	return who
}

// blocked is how probable a block is: most who have claimed a blocker before will do so again.
func (b *brain) blocked(action string, target games.Seat) float64 {
	with := b.blockers(action)
	if len(with) == 0 {
		return 0
	}
	for i, seat := range b.v.Seats {
		if !seat.Alive || games.Seat(i) == b.me || target != games.Nobody && games.Seat(i) != target {
			continue
		}
		for _, c := range seat.Claims {
			if c.Made > c.Caught && slices.Contains(with, c.What) {
				return 0.85
			}
		}
	}
	return 0.25
}

// promise is what an action is worth in gold, about, less what a caught bluff costs.
func (b *brain) promise(action string, target games.Seat) float64 {
	me := b.seat(b.me)
	gain := map[string]float64{
		Income: 1, ForeignAid: 2, Coup: 6, Tax: 3, Assassinate: 6, Steal: 3, Exchange: 1.5, Manipulate: 1.8,
		Embezzle: float64(b.v.Pool), ConvertSelf: b.hiding(), ConvertOther: -0.5,
	}[action] * (1 - b.blocked(action, target))
	if action == ConvertOther && me.Gold >= 4 && b.sides(me.Side) > 1 {
		gain = 0.4
	}
	if action == Exchange && (len(b.v.Hand) == 2 && b.v.Hand[0] == b.v.Hand[1]) {
		gain++
	}
	claim := actions[actionOf(action)].claim
	switch {
	case claim == noCharacter || b.holds(claim.String()):
		return gain
	case !b.daresToClaim(claim.String(), 0.35):
		return -10
	}
	return gain - 1
}

// sides counts the living players of a side.
func (b *brain) sides(side string) (n int) {
	for _, seat := range b.v.Seats {
		if seat.Alive && seat.Side == side {
			n++
		}
	}
	return n
}

// hiding is what it is worth to change sides: being out of reach of those who can pay for Entrika, as long as they have others
// to turn to.
func (b *brain) hiding() float64 {
	me := b.seat(b.me)
	rich := 0
	for i, seat := range b.v.Seats {
		if games.Seat(i) != b.me && seat.Alive && seat.Gold >= 6 {
			if seat.Side == me.Side {
				rich--
			} else {
				rich++
			}
		}
	}
	if rich > 0 && b.sides(me.Side) > 1 {
		return 2.2
	}
	return -0.5
}
