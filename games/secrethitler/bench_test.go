package secrethitler

import (
	"testing"

	"kumpas/games"
)

// BenchmarkRandomPlay measures how many steps a second the engine makes when random seats answer random choices through
// prompts alone.
func BenchmarkRandomPlay(b *testing.B) {
	for _, players := range []int{5, 10} {
		b.Run(map[int]string{5: "5", 10: "10"}[players], func(b *testing.B) {
			rng := testRand(1)
			var s games.State
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				var err error
				if s == nil || s.Outcome() != nil {
					setup := games.Setup{Players: players, Winner: -1}
					setup.Seed[0], setup.Seed[1], setup.Seed[2] = byte(i), byte(i>>8), byte(i>>16)
					if s, _, err = Game.New(setup); err != nil {
						b.Fatal(err)
					}
				}
				p := s.Prompts(nil, games.Nobody)[0]
				seat := games.Nobody
				for n := rng.IntN(p.Awaited.Count()); n >= 0; n-- {
					seat++
					for !p.Awaited.Has(seat) {
						seat++
					}
				}
				answer, err := games.Random(games.AskOf(s, seat, p.ID), rng)
				if err != nil {
					b.Fatal(err)
				}
				if s, _, err = s.Apply(games.Reply(seat, p.ID, answer...)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
		})
	}
}

// BenchmarkChoose measures a vote of a computer player late in a game of ten, view included.
func BenchmarkChoose(b *testing.B) {
	rng := testRand(2)
	tab := &table{}
	playout(b, 10, nil, 1, func(s *state) {
		if s.Phase == phaseVote && s.Awaited.Has(0) && len(s.Rounds) > 6 {
			tab.s = s
		}
	})
	if tab.s == nil {
		b.Skip("no such vote in this game")
	}
	p := tab.s.Prompts(nil, 0)[0]
	b.ReportAllocs()
	for b.Loop() {
		Game.Choose("normal", tab.s.View(0), p, games.AskOf(tab.s, 0, p.ID), rng)
	}
}
