package secrethitler

import "kumpas/games"

// New seats the players, deals the roles and shuffles the policies (R2.2, R2.3); the night begins.
func (g *game) New(setup games.Setup) (games.State, []games.Event, error) {
	r, err := g.resolve(setup.Players, setup.Options)
	if err != nil {
		return nil, nil, err
	}
	st := &step{state: state{
		Rules: r, Count: int8(setup.Players), Stream: games.NewStream(setup.Seed), Alive: games.FirstSeats(setup.Players),
		LastPresident: games.Nobody, LastChancellor: games.Nobody, Peek: peeked{Seat: games.Nobody},
	}}
	for i := range st.Count {
		st.Players[i] = i
	}
	games.Shuffle(&st.Stream, st.Players[:st.Count])
	st.dealRoles()
	st.makeDeck([policyKinds]int8{liberalPolicy: int8(copies[liberalPolicy]), fascistPolicy: int8(copies[fascistPolicy])})
	first := st.Stream.N(int(st.Count))
	st.Regular = games.Seat((first + int(st.Count) - 1) % int(st.Count)) // the one before the first
	st.nightfall()
	return &st.state, st.events, nil
}

func (st *step) dealRoles() {
	t, roles := teams[st.Count], st.Roles[:st.Count]
	for i := range roles {
		switch {
		case i < int(t.liberals):
			roles[i] = liberal
		case i < int(t.liberals+t.fascists):
			roles[i] = fascist
		default:
			roles[i] = hitler
		}
	}
	e := happened(EvDealt, "R2.2", games.Nobody, games.Nobody)
	e.N = len(roles)
	for _, r := range roles {
		e.Items = append(e.Items, r.String())
	}
	st.tell(e)
	games.Shuffle(&st.Stream, roles)
}

// nightfall tells everyone who he is and whom he may know (R2.4), and waits until all have looked (R2.5).
func (st *step) nightfall() {
	e := happened(EvNight, "R2.5", games.Nobody, games.Nobody)
	e.N, e.What = int(st.Count), NightSmall
	if st.Count > smallTable {
		e.What = NightLarge
	}
	st.tell(e)
	for seat := range st.seats().All() {
		r := st.Roles[seat]
		e := happened(EvRole, "R2.4", seat, games.Nobody)
		e.To, e.What, e.Items, e.Why = games.SeatsOf(seat), r.String(), []string{r.party()}, st.knows(seat)
		st.tell(e)
		for other := range st.allies(seat).All() {
			e := happened(EvAlly, "R2.4", seat, other)
			e.To, e.What = games.SeatsOf(seat), st.Roles[other].String()
			st.tell(e)
		}
		told := happened(EvRoleTold, "R2.2", seat, games.Nobody)
		told.AtEnd, told.What = true, r.String()
		st.tell(told)
	}
	st.enter(phaseNight, st.Alive)
}

// smallTable is the most players with whom Hitler knows his Fascist (R2.4).
const smallTable = 6

// allies are those whose roles were named to a seat (R2.4).
func (s *state) allies(seat games.Seat) (allies games.Seats) {
	if s.Roles[seat] == liberal || s.Roles[seat] == hitler && s.Count > smallTable {
		return 0
	}
	for other := range s.seats().All() {
		if other != seat && s.Roles[other] != liberal {
			allies = allies.With(other)
		}
	}
	return allies
}

// knows says why a seat knows others or does not.
func (s *state) knows(seat games.Seat) string {
	switch {
	case s.Roles[seat] == liberal:
		return WhyLiberalAlone
	case s.Count <= smallTable:
		return WhySmallTable
	case s.Roles[seat] == hitler:
		return WhyHitlerAlone
	}
	return WhyFascists
}

func doReady(st *step, seat games.Seat, _ games.Choice) {
	if st.say(seat, saidReady) {
		st.dawn("")
	}
}

// dawn ends the night, whoever has looked.
func (st *step) dawn(why string) {
	e := happened(EvDay, "R2.5", games.Nobody, games.Nobody)
	e.N, e.Why = st.Awaited.Count(), why
	st.tell(e)
	st.nextRound()
}
