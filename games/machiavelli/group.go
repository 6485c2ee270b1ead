package machiavelli

import (
	"slices"
	"strings"

	"kumpas/games"
	"kumpas/games/machiavelli/card"
)

// group is cards that lie together in a draft: a meld in the making.
type group struct {
	cards []card.Card
	as    card.Card // the reading of its joker that the player states (R3.6), card.Joker if he states none
}

func loose(cards []card.Card) group { return group{cards, card.Joker} }

// reading is what a group is.
type reading struct {
	meld    card.Meld
	changed bool        // not on the table like this
	err     *card.Error // why it is no meld
}

// judge reads the group as a meld. was is the meld of the table that it was, nil for a new one: the same cards are the same meld.
func (g *group) judge(was *card.Meld) reading {
	if was != nil && g.consists(was) {
		m, _ := was.WithReading(g.as)
		return reading{meld: m, changed: m != *was}
	}
	m, failed := card.Read(g.cards)
	if failed != nil {
		return reading{changed: true, err: failed.(*card.Error)}
	}
	m, _ = m.WithReading(g.as)
	return reading{meld: m, changed: true}
}

// consists reports whether the group consists of the cards of the meld.
func (g *group) consists(of *card.Meld) bool {
	return slices.Equal(g.cards, of.Cards()) || len(g.cards) == of.Len() && card.Count(g.cards) == card.Count(of.Cards())
}

// tidy brings the cards of a meld into its order and forgets a reading that says nothing.
func (g group) tidy(was *card.Meld) (group, reading) {
	r := g.judge(was)
	if r.err != nil {
		return loose(g.cards), r
	}
	plain := loose(r.meld.Cards())
	if as, _ := r.meld.Reading(); as == g.as && plain.judge(was).meld != r.meld {
		plain.as = as
	}
	return plain, r
}

// write writes the group in the notation of R9.2.
func (g *group) write(b *strings.Builder) {
	for i, c := range g.cards {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(c.String())
		if c == card.Joker && g.as != card.Joker {
			b.WriteByte('=')
			b.WriteString(g.as.String())
		}
	}
}

func (g *group) String() string {
	var b strings.Builder
	g.write(&b)
	return b.String()
}

// readGroup reads what String wrote; "" are no cards.
func readGroup(text string) (g group, ok bool) {
	g.as = card.Joker
	if text == "" {
		return g, true
	}
	for word := range strings.SplitSeq(text, " ") {
		code, reading, stated := strings.Cut(word, "=")
		c, ok := faceNamed(code)
		if !ok || stated && c != card.Joker {
			return g, false
		}
		if stated {
			if g.as, ok = faceNamed(reading); !ok || g.as == card.Joker {
				return g, false
			}
		}
		g.cards = append(g.cards, c)
	}
	return g, true
}

// without removes cards, as many of each as are given.
func (g group) without(cards []card.Card) group {
	left := slices.Clone(g.cards)
	for _, c := range cards {
		if at := slices.Index(left, c); at >= 0 {
			left = slices.Delete(left, at, at+1)
		}
	}
	return group{left, g.as}
}

// with adds cards.
func (g group) with(cards ...card.Card) group {
	return group{slices.Concat(g.cards, cards), g.as}
}

// meldCodes are the codes of section 10 for cards that are no meld, with their rules.
var meldCodes = map[card.Code]struct {
	code games.Code
	rule string
}{
	card.MeldTooShort:  {MeldTooShort, "R3.1"},
	card.TooManyJokers: {TooManyJokers, "R3.1"},
	card.SetTooLong:    {SetTooLong, "R3.2"},
	card.SetSameSuit:   {SetSameSuit, "R3.2"},
	card.RunMixedSuits: {RunMixedSuits, "R3.3"},
	card.RunDuplicate:  {RunDuplicate, "R3.3"},
	card.RunGap:        {RunGap, "R3.3"},
	card.AceWraps:      {AceWraps, "R3.4"},
}

// marks finds which cards of groups came from the hand: was gives for each group the meld that it was, nil for a new one. Of equal cards those
// are marked that the meld did not have.
func marks(groups [][]card.Card, was []*card.Meld, fromHand hand) [][]int {
	found := make([][]int, len(groups))
	mark := func(evenOld bool) {
		for i, cards := range groups {
			for at, c := range cards {
				old := was[i] != nil && slices.Contains(was[i].Cards(), c)
				if fromHand[c] > 0 && old == evenOld && !slices.Contains(found[i], at) {
					fromHand[c]--
					found[i] = append(found[i], at)
				}
			}
			slices.Sort(found[i])
		}
	}
	mark(false)
	mark(true)
	return found
}

// origins pairs melds of a new table with those of an old one that they have become: equal ones first, then those that share the most cards,
// at least two. It gives for each group the index of the old meld, -1 for none; no old meld serves twice.
func origins(old []card.Meld, groups []group) []int {
	from := make([]int, len(groups))
	used := make([]bool, len(old))
	pair := func(least int) {
		for i := range groups {
			if from[i] >= 0 {
				continue
			}
			have, best, most := card.Count(groups[i].cards), -1, least-1
			for j := range old {
				if used[j] {
					continue
				}
				n := shared(have, old[j].Cards())
				if least > card.MaxMeld { // the same cards and no others
					if n != old[j].Len() || n != len(groups[i].cards) {
						continue
					}
					n = least
				}
				if n > most {
					best, most = j, n
				}
			}
			if best >= 0 {
				from[i], used[best] = best, true
			}
		}
	}
	for i := range from {
		from[i] = -1
	}
	for least := card.MaxMeld + 1; least >= 2; least-- {
		pair(least)
	}
	return from
}

// shared counts the cards that are among those counted.
func shared(have card.Counts, cards []card.Card) (n int) {
	for _, c := range cards {
		if have[c] > 0 {
			have[c]--
			n++
		}
	}
	return n
}
