package entrika

import "kumpas/games"

// startManipulation asks the actor for his own card, unless he has but one (R4.11.1).
func (st *step) startManipulation() {
	if st.Seats[st.Active].Down > 1 {
		st.enter(phaseManipOwn, games.SeatsOf(st.Active))
		return
	}
	st.giveOwn(0)
}

func doManipOwn(st *step, _ games.Seat, r reading) { st.giveOwn(int8(r.pick[0])) }

// expireManipOwn: without a decision nothing is moved (R4.11.6).
func expireManipOwn(st *step) {
	e := happened(EvManip, "R4.11.6", st.Active, st.Act.Target)
	e.Why = WhyAbsent
	st.tell(e)
	st.endAction()
}

// giveOwn fixes the actor's card; the target's comes next (R4.11.2).
func (st *step) giveOwn(at int8) {
	st.Manip.Own = at
	target := &st.Seats[st.Act.Target]
	switch {
	case target.Down == 1:
		st.takeFrom(0)
	case st.Rules.TargetPicks:
		st.enter(phaseManipPick, games.SeatsOf(st.Act.Target))
	default:
		st.takeFrom(int8(st.Stream.N(int(target.Down))))
	}
}

func doManipPick(st *step, _ games.Seat, r reading) { st.takeFrom(int8(r.pick[0])) }

func expireManipPick(st *step) {
	st.takeFrom(int8(st.Stream.N(int(st.Seats[st.Act.Target].Down))))
}

// takeFrom fixes the target's card and shows the three to the actor. They stay where they are until he decides.
func (st *step) takeFrom(at int8) {
	st.Manip.Taken = at
	three := st.three()
	e := happened(EvManipSeen, "R4.11", st.Active, st.Act.Target)
	e.To, e.Items = games.SeatsOf(st.Active), names(three[:]...)
	st.tell(e)
	st.enter(phaseManipulate, games.SeatsOf(st.Active))
}

// three are the actor's card, the target's and the top of the deck.
func (s *state) three() [3]character {
	return [3]character{
		s.Seats[s.Active].Cards[s.Manip.Own],
		s.Seats[s.Act.Target].Cards[s.Manip.Taken],
		s.Deck[s.DeckN-1],
	}
}

// readManipulate understands [mine] or [mine, theirs]: positions among the three.
func readManipulate(_ *state, _ games.Seat, answer games.Answer) (r reading, refused *games.Refusal) {
	if len(answer) > len(r.pick) {
		return r, games.Refuse(BadDistribution, "R4.11.3")
	}
	for i, id := range answer {
		if r.pick[i], refused = readCard(id, 3, "R4.11.3"); refused != nil {
			return r, refused
		}
		r.n++
	}
	r.full = r.n == len(r.pick)
	if r.full && r.pick[0] == r.pick[1] {
		return r, games.Refuse(BadDistribution, "R4.11.3")
	}
	return r, nil
}

func fieldManipulate(s *state, _ games.Seat, r reading) games.Field {
	three := s.three()
	f := cardField(FieldMine, three[:], 1)
	if r.n == 1 {
		f.Kind = FieldTheirs
		f.Choices = append(f.Choices[:r.pick[0]], f.Choices[r.pick[0]+1:]...)
	}
	return f
}

func doManipulate(st *step, _ games.Seat, r reading) { st.distribute(r.pick[0], r.pick[1], "") }

// expireManipulate puts each card back where it came from (R4.11.6).
func expireManipulate(st *step) { st.distribute(0, 1, WhyAbsent) }

// mixLooked shuffles the deck when a look is cut short: its top card has been seen (R4.11.4).
func (st *step) mixLooked() {
	if st.Phase == phaseManipulate {
		st.shuffle()
	}
}

// distribute puts one of the three cards into each place and shuffles the deck (R4.11.3, R4.11.4).
func (st *step) distribute(mine, theirs int, why string) {
	three, m := st.three(), st.Manip
	rest := 0 + 1 + 2 - mine - theirs
	actor, target := &st.Seats[st.Active], &st.Seats[st.Act.Target]
	if why != WhyAbsent {
		// Nobody but the two can say what these hands hold now.
		actor.Seen, target.Seen[m.Taken] = [2]games.Seats{}, 0
		for i := range target.Down {
			target.Seen[i] &= games.SeatsOf(st.Active)
		}
	}
	target.doubt(three[1], games.SeatsOf(st.Active)) // was it this card that the actor had known?
	actor.Cards[m.Own], target.Cards[m.Taken] = three[mine], three[theirs]
	target.Seen[m.Taken] = target.Seen[m.Taken].With(st.Active)
	st.Deck[st.DeckN-1] = three[rest]
	st.shuffle()
	st.Manip = manip{}

	e := happened(EvManip, "R4.11", st.Active, st.Act.Target)
	e.Why = why
	st.tell(e)
	taken := happened(EvManipTaken, "R4.11.5", st.Act.Target, st.Active)
	taken.To, taken.What, taken.Items = games.SeatsOf(st.Act.Target), three[1].String(), claimItems[three[theirs]]
	st.tell(taken)
	told := happened(EvManipTold, "R4.11.3", st.Active, st.Act.Target)
	told.AtEnd, told.Items = true, names(three[mine], three[theirs], three[rest])
	st.tell(told)
	st.endAction()
}
