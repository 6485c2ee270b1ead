package solve

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"kumpas/games/machiavelli/card"
)

// position is a table and a hand.
type position struct {
	table []card.Meld
	hand  []card.Card
}

func (p position) String() string {
	var b strings.Builder
	for _, m := range p.table {
		fmt.Fprintf(&b, "%v | ", m)
	}
	return fmt.Sprintf("%s+ %v", b.String(), p.hand)
}

// parse reads "S3 S4 S5 | H7 D7 C7 + S6 JK".
func parse(t testing.TB, text string) (p position) {
	t.Helper()
	table, hand, _ := strings.Cut(text, "+")
	for _, part := range strings.Split(table, "|") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		m, err := card.Read(cards(t, part))
		if err != nil {
			t.Fatalf("%s: %v", part, err)
		}
		p.table = append(p.table, m)
	}
	p.hand = cards(t, hand)
	return p
}

func cards(t testing.TB, text string) (out []card.Card) {
	t.Helper()
next:
	for _, word := range strings.Fields(text) {
		for c := range card.Card(card.Kinds) {
			if c.String() == word {
				out = append(out, c)
				continue next
			}
		}
		t.Fatalf("no card %q", word)
	}
	return out
}

func deck(jokers int) (d []card.Card) {
	for c := range card.Card(card.Faces) {
		d = append(d, c, c)
	}
	for range jokers {
		d = append(d, card.Joker)
	}
	return d
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x6d616368)) }

// randomPosition builds a table of about size cards from random melds, each
// drawn from the cards that are left, and deals a hand of the rest.
func randomPosition(rng *rand.Rand, jokers, size, hand int) (p position) {
	left := card.Count(deck(jokers))
	laid := 0
	for tries := 0; laid < size && tries < 4000; tries++ {
		m, ok := randomMeld(rng, &left, size-laid)
		if !ok {
			continue
		}
		for _, c := range m.Cards() {
			left[c]--
		}
		laid += m.Len()
		p.table = append(p.table, m)
	}
	var rest []card.Card
	for c, n := range left {
		for range n {
			rest = append(rest, card.Card(c))
		}
	}
	rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	p.hand = rest[:min(hand, len(rest))]
	return p
}

func randomMeld(rng *rand.Rand, left *card.Counts, most int) (card.Meld, bool) {
	var in []card.Card
	if rng.IntN(2) == 0 {
		r := card.Rank(1 + rng.IntN(13))
		for _, s := range rng.Perm(4)[:3+rng.IntN(2)] {
			in = append(in, card.Of(card.Suit(s), r))
		}
	} else {
		s, low := card.Suit(rng.IntN(4)), card.Rank(1+rng.IntN(12))
		for n := card.Rank(3 + rng.IntN(1+rng.IntN(6))); n > 0 && low <= card.HighAce; n-- {
			in = append(in, card.Of(s, low))
			low++
		}
	}
	if left[card.Joker] > 0 && rng.IntN(5) == 0 {
		in[rng.IntN(len(in))] = card.Joker
	}
	if len(in) > max(3, most) {
		return card.Meld{}, false
	}
	need := card.Count(in)
	for c := range need {
		if need[c] > left[c] {
			return card.Meld{}, false
		}
	}
	m, err := card.Read(in)
	return m, err == nil
}

// scaled is a number of samples: the tests' own, or, for a long run, that times
// the environment variable SOLVE_SCALE.
func scaled(n int) int {
	if f, err := strconv.Atoi(os.Getenv("SOLVE_SCALE")); err == nil && f > 0 {
		return n * f
	}
	return n
}
