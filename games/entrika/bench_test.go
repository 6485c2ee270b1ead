package entrika_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"kumpas/games"
	"kumpas/games/entrika"
)

// BenchmarkRandomPlay measures how many steps a second the engine makes when random seats answer random choices through
// prompts alone, as everything outside the engine does. The yardstick beside it is a JSON round trip of 1 KB.
func BenchmarkRandomPlay(b *testing.B) {
	for _, of := range []struct {
		name    string
		game    games.Game
		players int
	}{{"base2", entrika.Base, 2}, {"base4", entrika.Base, 4}, {"plus8", entrika.Plus, 8}} {
		b.Run(of.name, func(b *testing.B) {
			p := randomPlayer{rng: rand.New(rand.NewPCG(1, 2))}
			var s games.State
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if s == nil || s.Outcome() != nil {
					var err error
					setup := games.Setup{Players: of.players, Winner: -1}
					setup.Seed[0], setup.Seed[1], setup.Seed[2] = byte(i), byte(i>>8), byte(i>>16)
					if s, _, err = of.game.New(setup); err != nil {
						b.Fatal(err)
					}
				}
				s = p.step(b, s)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
			b.ReportMetric(jsonRoundTrips(b), "json-1KB/s")
		})
	}
}

// randomPlayer answers prompts at random without garbage of its own.
type randomPlayer struct {
	rng     *rand.Rand
	prompts []games.Prompt
	answer  games.Answer
}

func (p *randomPlayer) step(tb testing.TB, s games.State) games.State {
	p.prompts = s.Prompts(p.prompts[:0], games.Nobody)
	prompt := p.prompts[0]
	seat := games.Nobody
	n := p.rng.IntN(prompt.Awaited.Count())
	for candidate := range prompt.Awaited.All() {
		if n == 0 {
			seat = candidate
			break
		}
		n--
	}
	p.answer = p.answer[:0]
	for {
		f, ok, err := s.Ask(seat, prompt.ID, p.answer)
		if err != nil {
			tb.Fatal(err)
		}
		if !ok {
			break
		}
		p.answer = append(p.answer, p.pick(f))
	}
	next, _, err := s.Apply(games.Reply(seat, prompt.ID, p.answer...))
	if err != nil {
		tb.Fatal(err)
	}
	return next
}

func (p *randomPlayer) pick(f games.Field) string {
	if f.Max > 1 {
		first := p.rng.IntN(len(f.Choices) - 1)
		return games.Join(f.Choices[first].ID, f.Choices[first+1+p.rng.IntN(len(f.Choices)-first-1)].ID)
	}
	for {
		if c := f.Choices[p.rng.IntN(len(f.Choices))]; c.Not == "" {
			return c.ID
		}
	}
}

// jsonRoundTrips measures the yardstick.
func jsonRoundTrips(b *testing.B) float64 {
	type item struct {
		Name   string `json:"name"`
		Values []int  `json:"values"`
	}
	doc := make([]item, 16)
	for i := range doc {
		doc[i] = item{Name: "a name of some length", Values: []int{i, 10 * i, 100 * i, 1000 * i, 7}}
	}
	size, n := 0, 0
	begin := time.Now()
	for ; time.Since(begin) < 200*time.Millisecond; n++ {
		text, err := json.Marshal(doc)
		if err != nil {
			b.Fatal(err)
		}
		size = len(text)
		var back []item
		if err := json.Unmarshal(text, &back); err != nil {
			b.Fatal(err)
		}
	}
	if size < 900 || size > 1150 {
		b.Fatalf("the yardstick has %d bytes", size)
	}
	return float64(n) / time.Since(begin).Seconds()
}
