package noir

import (
	"math/rand/v2"
	"testing"

	"kumpas/games"
)

func testRand(seed uint64) games.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// play plays a seeded game: some players, in order of joining, by the computer, the others at random. At each idle point everybody is asked
// once for a reaction. Each state is shown to see with the events that led to it.
func play(t testing.TB, players int, options games.Options, seed uint64, computers games.Seats, see func(*state, []games.Event)) *state {
	rng := testRand(seed)
	setup := games.Setup{Players: players, Options: options, Winner: -1}
	for i := range setup.Seed {
		setup.Seed[i] = byte(rng.Uint32())
	}
	first, events, err := Game.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	s := first.(*state)
	apply := func(a games.Action) {
		next, happened, err := s.Apply(a)
		if err != nil {
			t.Fatalf("%+v in %s: %v", a, s.Encode(), err)
		}
		s, events = next.(*state), happened
		see(s, events)
	}
	see(s, events)
	answer := func(seat games.Seat, id games.PromptID) games.Action {
		p, _ := games.PromptFor(s, seat, id)
		ask := games.AskOf(s, seat, id)
		if computers.Has(games.Seat(s.Players[seat])) {
			return games.Reply(seat, id, Game.Choose("normal", s.View(seat), p, ask, rng)...)
		}
		a, err := games.Random(ask, rng)
		if err != nil {
			t.Fatal(err)
		}
		return games.Reply(seat, id, a...)
	}
	for n := 0; s.Phase != phaseOver; n++ {
		if n > bound {
			t.Fatalf("no end after %d actions", n)
		}
		if s.Phase == phaseTurn && !s.firstRound() {
			id := s.ReactID
			for _, i := range rng.Perm(players) {
				seat := games.Seat(i)
				computer := computers.Has(games.Seat(s.Players[seat]))
				hand := &s.Seats[seat].Hand
				none := hand[poker]+hand[police]+hand[driveBy]+hand[turncoat] == 0
				if !s.idle(seat) || s.ReactID != id || none || !computer && rng.IntN(4) > 0 {
					continue
				}
				if a := answer(seat, id); a.Answer[0] != Nothing {
					apply(a)
				}
			}
		}
		if s.Phase == phaseOver {
			break
		}
		seat := anySeat(s.Awaited, rng)
		apply(answer(seat, s.id()))
	}
	return s
}

func anySeat(of games.Seats, rng games.Rand) games.Seat {
	n := rng.IntN(of.Count())
	for seat := range of.All() {
		if n == 0 {
			return seat
		}
		n--
	}
	return games.Nobody
}
