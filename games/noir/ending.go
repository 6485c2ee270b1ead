package noir

import (
	"cmp"
	"slices"

	"kumpas/games"
)

// How a game ends (R10).

// crew are those who win together with a seat: his team as far as it has not left, or himself (R12.3.4).
func (s *state) crew(seat games.Seat) games.Seats {
	if s.Rules.Teams == 0 {
		return games.SeatsOf(seat)
	}
	var set games.Seats
	for other := range (s.seats() &^ s.Left).All() {
		if s.team(other) == s.team(seat) {
			set = set.With(other)
		}
	}
	return set
}

// testVictory tests conquest (R10.1) and then whether one player or team is left (R10.4).
func (st *step) testVictory(by games.Seat) {
	if by != games.Nobody {
		trophies := int8(0)
		for seat := range (st.crew(by) & st.Alive).All() {
			trophies += st.Seats[seat].Trophies
		}
		if trophies >= trophiesToWin {
			st.finish(byConquest, st.crew(by))
			return
		}
	}
	if last := st.next(0); st.Alive&^st.crew(last) == 0 {
		st.finish(byLast, st.crew(last))
	}
}

// points are what a seat would score (R10.3).
func (s *state) points(seat games.Seat) (v ScoreView) {
	if !s.Alive.Has(seat) {
		return v
	}
	v = ScoreView{Trophies: trophyPoints * int(s.Seats[seat].Trophies), Gangsters: int(s.power(s.owned(seat))), Purse: int(s.Seats[seat].Purse)}
	for _, p := range s.businesses(seat) {
		v.Businesses += int(s.income(p))
	}
	v.Total = v.Trophies + v.Gangsters + v.Businesses + v.Purse
	return v
}

// tally is the result of a player or a team: points over seats, then what breaks ties.
type tally struct {
	crew                        games.Seats
	points, seats               int
	trophies, gangsters, purses int
}

// tallies are those of all living players or teams.
func (s *state) tallies() (all []tally) {
	for rest := s.Alive; rest != 0; {
		first := games.Nobody
		for seat := range rest.All() {
			first = seat
			break
		}
		t := tally{crew: s.crew(first), seats: 1}
		if s.Rules.PerSeat && s.Rules.Teams > 0 {
			t.seats = s.teamSize(first)
		}
		for seat := range (t.crew & s.Alive).All() {
			p := &s.Seats[seat]
			t.points += s.points(seat).Total
			t.trophies += int(p.Trophies)
			t.gangsters += s.owned(seat).count()
			t.purses += int(p.Purse)
		}
		all = append(all, t)
		rest &^= t.crew
	}
	return all
}

// teamSize is the number of seats of a team at the start.
func (s *state) teamSize(seat games.Seat) (n int) {
	for other := range s.seats().All() {
		if s.team(other) == s.team(seat) {
			n++
		}
	}
	return n
}

func compareTallies(a, b tally) int {
	return cmp.Or(
		cmp.Compare(a.points*b.seats, b.points*a.seats),
		cmp.Compare(a.trophies, b.trophies),
		cmp.Compare(a.gangsters, b.gangsters),
		cmp.Compare(a.purses, b.purses),
	)
}

// score ends the game after the last token (R9.4, R10.3).
func (st *step) score() {
	for seat := range st.Alive.All() {
		v := st.points(seat)
		e := happened(EvScore, "R10.3", seat, games.Nobody)
		e.N, e.Items = v.Total, []string{number(v.Trophies), number(v.Gangsters), number(v.Businesses), number(v.Purse)}
		st.tell(e)
	}
	all := st.tallies()
	best := slices.MaxFunc(all, compareTallies)
	var winners games.Seats
	for _, t := range all {
		if st.Rules.Teams > 0 {
			st.tellTeam(t)
		}
		if compareTallies(t, best) == 0 {
			winners |= t.crew
		}
	}
	st.finish(byCountdown, winners)
}

func (st *step) tellTeam(t tally) {
	for seat := range t.crew.All() {
		e := happened(EvTeamScore, "R12.3.5", seat, games.Nobody)
		e.N, e.What = t.points, number(int(st.team(seat)))
		if st.Rules.PerSeat {
			e.Why, e.Items = WhyPerSeat, []string{number(t.seats)}
		}
		st.tell(e)
		return
	}
}

// finish ends the game; all that is pending is dropped.
func (st *step) finish(by why, winners games.Seats) {
	st.clearWindow()
	st.Phase, st.Awaited = phaseOver, 0
	st.TurnID, st.ReactID = 0, 0
	st.End = ending{Why: by, Winners: winners}
	e := happened(EvOver, endings[by].rule, games.Nobody, games.Nobody)
	e.Why, e.N = endings[by].name, winners.Count()
	if e.N == 1 {
		for seat := range winners.All() {
			e.Seat = seat
		}
	}
	st.tell(e)
}

// Living returns the seats that are still in the game.
func (s *state) Living() games.Seats { return s.Alive }

// Outcome is how the game ended; points are counted only after a countdown.
func (s *state) Outcome() *games.Outcome {
	if s.Phase != phaseOver {
		return nil
	}
	row := endings[s.End.Why]
	o := &games.Outcome{Why: row.name, Rule: row.rule, Winners: s.End.Winners, Seats: make([]games.Standing, s.Count)}
	for i := range o.Seats {
		seat := games.Seat(i)
		switch {
		case s.End.Why == byVoid:
			o.Seats[i] = games.None
		case s.End.Winners.Has(seat):
			o.Seats[i] = games.Won
		case s.Left.Has(seat):
			o.Seats[i] = games.Left
		default:
			o.Seats[i] = games.Lost
		}
	}
	if s.End.Why == byCountdown {
		o.Points = make([]int, s.Count)
		for i := range o.Points {
			o.Points[i] = s.points(games.Seat(i)).Total
		}
	}
	return o
}
