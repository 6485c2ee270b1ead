package entrika

import (
	"math/rand/v2"
	"testing"

	"kumpas/games"
)

func testRand(seed uint64) games.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// play plays a seeded game: some seats by the computer player, the others at random. Each state is shown to see with the
// events that led to it.
func play(t testing.TB, preset games.Game, players int, options games.Options, seed uint64, computers games.Seats, see func(*state, []games.Event)) games.State {
	rng := testRand(seed)
	var bytes [32]byte
	for i := range bytes {
		bytes[i] = byte(rng.UintN(256))
	}
	s, events, err := preset.New(games.Setup{Players: players, Options: options, Seed: bytes, Winner: -1})
	if err != nil {
		t.Fatal(err)
	}
	var buf []games.Prompt
	for {
		see(s.(*state), events)
		if s.Outcome() != nil {
			return s
		}
		buf = s.Prompts(buf[:0], games.Nobody)
		seat := anySeat(buf[0].Awaited, rng)
		p, _ := games.PromptFor(s, seat, buf[0].ID)
		ask := games.AskOf(s, seat, p.ID)
		var answer games.Answer
		if computers.Has(seat) {
			answer = preset.Choose("normal", s.View(seat), p, ask, rng)
		} else if answer, err = games.Random(ask, rng); err != nil {
			t.Fatal(err)
		}
		if s, events, err = s.Apply(games.Reply(seat, p.ID, answer...)); err != nil {
			t.Fatalf("%v answered to %s: %v", answer, p.Kind, err)
		}
	}
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
