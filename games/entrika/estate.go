package entrika

import "kumpas/games"

// nextEstate disposes of what the players eliminated in this turn leave, in their order (R8.2), and then passes the turn on.
func (st *step) nextEstate() {
	for st.Estate.At < st.Estate.Count {
		seat := st.heirless()
		if st.Seats[seat].Gold > 0 && st.Rules.Avukat && !st.Left.Has(seat) { // R8.1, R8.8
			e := happened(EvEstate, "R8.1", seat, games.Nobody)
			e.N = int(st.Seats[seat].Gold)
			st.tell(e)
			st.Estate.unchallenged()
			st.enter(phaseKayyum, st.Alive)
			return
		}
		st.toTreasury("R6.3", "")
		st.Estate.At++
	}
	st.startTurn(st.next(st.Active))
}

// unchallenged forgets who has challenged the claims to the estate before.
func (e *estate) unchallenged() {
	for i := range e.Challengers {
		e.Challengers[i] = games.Nobody
	}
}

// heirless is the eliminated player whose gold is disposed of now.
func (s *state) heirless() games.Seat { return s.Estate.Fallen[s.Estate.At] }

// toTreasury gives what is left of the estate to the treasury.
func (st *step) toTreasury(rule, why string) {
	seat := st.heirless()
	gold := st.Seats[seat].Gold
	if gold == 0 {
		return
	}
	st.pay(seat, gold)
	e := happened(EvTreasury, rule, seat, games.Nobody)
	e.N, e.Why = int(gold), why
	st.tell(e)
}

// What is picked when an estate is open.
const (
	pickNoKayyum = iota
	pickKayyum
)

func readKayyum(_ *state, _ games.Seat, answer games.Answer) (reading, *games.Refusal) {
	return readOne(answer, func(id string) (int, *games.Refusal) {
		switch id {
		case Pass:
			return pickNoKayyum, nil
		case Kayyum:
			return pickKayyum, nil
		}
		return 0, games.Refuse(games.BadChoice, "R8.3")
	})
}

var kayyumField = games.Field{Kind: FieldReaction, Public: true, Min: 1, Max: 1, Choices: []games.Choice{
	passChoice, {ID: Kayyum, Seat: games.Nobody, What: Avukat},
}}

func fieldKayyum(*state, games.Seat, reading) games.Field { return kayyumField }

func doKayyum(st *step, seat games.Seat, r reading) {
	what := saidPass
	if r.pick[0] == pickKayyum {
		what = saidMore
	}
	if st.say(seat, what) {
		st.showKayyum()
	}
}

// showKayyum opens the sealed answers; the claims can be challenged now (R8.3, R8.4).
func (st *step) showKayyum() {
	var claims games.Seats
	for seat := range st.Alive.All() {
		if st.Said[seat] == saidMore {
			claims = claims.With(seat)
		}
	}
	e := happened(EvAnswersShown, "R8.3", games.Nobody, games.Nobody)
	e.What, e.N = PromptKayyum, claims.Count()
	st.tell(e)
	for seat := range claims.All() {
		st.tell(happened(EvKayyum, "R8.3", seat, st.heirless()))
		st.claims(seat, avukat, matterKayyum)
	}
	if claims == 0 {
		st.share(WhyNobodyClaimed)
		return
	}
	st.Estate.Claims, st.Estate.Next = claims, 0
	st.Estate.unchallenged()
	st.enter(phaseKayyumChallenge, st.Alive)
	if claims.Count() == 1 {
		st.Awaited &^= claims // his own claim is the only one
	}
}

// challengeable are the claims that a seat can still challenge.
func (s *state) challengeable(seat games.Seat) (claims games.Seats) {
	for claimant := range s.Estate.Claims.Without(seat).All() {
		if s.Estate.Challengers[claimant] == games.Nobody {
			claims = claims.With(claimant)
		}
	}
	return claims
}

// doubters are those who are awaited and can still challenge a claim.
func (s *state) doubters() (set games.Seats) {
	for seat := range s.Awaited.All() {
		if s.challengeable(seat) != 0 {
			set = set.With(seat)
		}
	}
	return set
}

// higher are the others' claims that come after the last one picked; readings of claimants hold a set and its last seat.
func (s *state) higher(seat games.Seat, r reading) games.Seats {
	return s.Estate.Claims.Without(seat) &^ games.FirstSeats(r.pick[1]+1)
}

// readClaimant understands the claims that a seat challenges in ascending order, ended by a pass unless none comes after them (R8.4).
func readClaimant(s *state, seat games.Seat, answer games.Answer) (reading, *games.Refusal) {
	r := reading{pick: [2]int{0, -1}}
	for _, id := range answer {
		claimant := seatOf(id)
		switch {
		case r.full:
			return r, games.Refuse(games.BadChoice, "R8.4")
		case id == Pass:
			r.n, r.full = r.n+1, true
			continue
		case claimant == seat && s.Estate.Claims.Has(seat):
			return r, games.Refuse(CannotChallengeSelf, "R8.4")
		case !s.higher(seat, r).Has(claimant):
			return r, games.Refuse(games.BadChoice, "R8.4")
		case s.Estate.Challengers[claimant] != games.Nobody:
			return r, &games.Refusal{Code: games.TooLate, Rule: "R8.4", Seat: s.Estate.Challengers[claimant]}
		}
		r.n++
		r.pick = [2]int{r.pick[0] | 1<<claimant, int(claimant)}
		r.full = s.higher(seat, r) == 0
	}
	return r, nil
}

func fieldClaimant(s *state, seat games.Seat, r reading) games.Field {
	f := games.Field{Kind: FieldClaimant, Public: true, Min: 1, Max: 1, Choices: []games.Choice{passChoice}}
	for claimant := range s.higher(seat, r).All() {
		c := games.Choice{ID: seatIDs[claimant], Seat: claimant}
		if s.Estate.Challengers[claimant] != games.Nobody {
			c.Not = games.TooLate
		}
		f.Choices = append(f.Choices, c)
	}
	return f
}

// givenClaimants is the answer of a seat that has challenged claims.
func (s *state) givenClaimants(seat games.Seat) games.Answer {
	answer, r := games.Answer(nil), reading{pick: [2]int{0, -1}}
	for claimant := range s.Estate.Claims.All() {
		if s.Estate.Challengers[claimant] == seat {
			answer = append(answer, seatIDs[claimant])
			r.pick[1] = int(claimant)
		}
	}
	if s.higher(seat, r) != 0 {
		answer = append(answer, Pass)
	}
	return answer
}

// doClaimant takes challenges, which stay, or a pass (R8.4).
func doClaimant(st *step, seat games.Seat, r reading) {
	for claimant := range games.Seats(r.pick[0]).All() {
		st.Estate.Challengers[claimant] = seat
		st.tellChallenge(matterKayyum, seat, claimant)
	}
	switch {
	case r.pick[0] != 0:
		st.say(seat, saidMore)
	case st.Said[seat] == saidNothing:
		st.say(seat, saidPass)
	}
	st.waitForDoubters()
}

// waitForDoubters goes on when nobody who is awaited could challenge a claim.
func (st *step) waitForDoubters() {
	if st.doubters() == 0 {
		st.nextClaim()
	}
}

// nextClaim settles the challenges in seat order, beginning left of the active player (R8.5), and then shares.
func (st *step) nextClaim() {
	for st.Estate.Next < st.Count {
		st.Estate.Next++
		claimant := (st.Active + games.Seat(st.Estate.Next)) % games.Seat(st.Count)
		challenger := st.Estate.Challengers[claimant]
		switch {
		case !st.Estate.Claims.Has(claimant) || challenger == games.Nobody:
		case !st.Alive.Has(challenger):
			st.voidChallenge("R8.5", challenger, claimant, avukat)
		default:
			st.challenge(matterKayyum, challenger, claimant)
			return
		}
	}
	st.share(WhyNoneLeft)
}

// voidChallenge: the challenger is no longer there, the claim stands.
func (st *step) voidChallenge(rule string, challenger, claimant games.Seat, claim character) {
	e := happened(EvVoidChal, rule, challenger, claimant)
	e.What, e.Why = claim.String(), WhyChallengerGone
	st.tell(e)
}

// share divides the estate among the claims that are left (R8.6); none says why there may be none.
func (st *step) share(none string) {
	seat, k := st.heirless(), int32(st.Estate.Claims.Count())
	if k == 0 {
		st.toTreasury("R8.6", none)
	} else {
		gold := st.Seats[seat].Gold
		st.Seats[seat].Gold = 0
		for claimant := range st.Estate.Claims.All() {
			st.Seats[claimant].Gold += gold / k
			e := happened(EvShare, "R8.6", claimant, seat)
			e.N = int(gold / k)
			if k > 1 {
				e.Why = WhyShared
			}
			st.tell(e)
		}
		if rest := gold % k; rest > 0 {
			st.Pool += rest
			e := happened(EvRemainder, "R8.6", seat, games.Nobody)
			e.N, e.Why = int(rest), WhyShared
			st.tell(e)
		}
	}
	st.Estate.Claims = 0
	st.Estate.At++
	st.nextEstate()
}
