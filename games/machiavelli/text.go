package machiavelli

import (
	"cmp"
	"slices"
	"strings"

	"kumpas/games"
	"kumpas/games/machiavelli/card"
)

// hand counts the cards of a hand: equal cards have no identity (R9.4).
type hand card.Counts

func (h *hand) counts() *card.Counts { return (*card.Counts)(h) }

func (h *hand) total() int { return h.counts().Total() }

// list is the cards by suit and rank, jokers last.
func (h *hand) list() []card.Card {
	var cards []card.Card
	for c, n := range h {
		for range n {
			cards = append(cards, card.Card(c))
		}
	}
	return cards
}

// sorted is the cards as their owner sorts them (option show_hand_order).
func (h *hand) sorted(byRank bool) []card.Card {
	cards := h.list()
	if byRank {
		slices.SortStableFunc(cards, func(a, b card.Card) int {
			if a == card.Joker || b == card.Joker {
				return cmp.Compare(a, b)
			}
			return cmp.Compare(a.Rank(), b.Rank())
		})
	}
	return cards
}

// points is what the cards count in a blocked game (R6.3).
func (h *hand) points() int {
	sum := 0
	for c, n := range h {
		sum += int(n) * card.Card(c).Points()
	}
	return sum
}

// MarshalText writes the cards, such as "S5 H10 JK".
func (h hand) MarshalText() ([]byte, error) { return []byte(written(h.list())), nil }

// UnmarshalText reads what MarshalText wrote.
func (h *hand) UnmarshalText(text []byte) error {
	cards, ok := readCards(string(text))
	if !ok {
		return games.Damage("a hand")
	}
	*h = hand{}
	for _, c := range cards {
		if h[c] == card.Jokers {
			return games.Damage("a hand with too many of a card")
		}
		h[c]++
	}
	return nil
}

// maxCards is how many cards there are (R1.1).
const maxCards = card.Copies*card.Faces + card.Jokers

// pile is the stock; its top is at the end.
type pile struct {
	cards [maxCards]card.Card
	n     int8
}

func (p *pile) all() []card.Card { return p.cards[:p.n] }

func (p *pile) put(c card.Card) {
	p.cards[p.n] = c
	p.n++
}

func (p *pile) take() card.Card {
	p.n--
	c := p.cards[p.n]
	p.cards[p.n] = 0
	return c
}

// MarshalText writes the cards from the bottom to the top.
func (p pile) MarshalText() ([]byte, error) { return []byte(written(p.all())), nil }

// UnmarshalText reads what MarshalText wrote.
func (p *pile) UnmarshalText(text []byte) error {
	cards, ok := readCards(string(text))
	if !ok || len(cards) > maxCards {
		return games.Damage("the stock")
	}
	*p = pile{}
	for _, c := range cards {
		p.put(c)
	}
	return nil
}

// maxMelds is how many melds the cards can make (R3.1).
const maxMelds = maxCards / 3

// table is the melds on the table, sorted.
type table struct {
	melds [maxMelds]card.Meld
	n     int8
}

func (t *table) all() []card.Meld { return t.melds[:t.n] }

// set puts these melds on the table, in order: runs by suit and rank, then sets by rank.
func (t *table) set(melds []card.Meld) {
	*t = table{}
	t.n = int8(copy(t.melds[:], melds))
	slices.SortFunc(t.all(), order)
}

func order(a, b card.Meld) int {
	if a.IsSet() != b.IsSet() {
		if b.IsSet() {
			return -1
		}
		return 1
	}
	first := func(m *card.Meld) (card.Rank, card.Suit) {
		c := m.Cards()[0]
		if as, ok := m.Reading(); ok && c == card.Joker {
			c = as
		}
		if m.IsSet() {
			return c.Rank(), 0
		}
		return c.Rank(), c.Suit()
	}
	ar, as := first(&a)
	br, bs := first(&b)
	return cmp.Or(cmp.Compare(as, bs), cmp.Compare(ar, br), cmp.Compare(a.Len(), b.Len()), strings.Compare(a.String(), b.String()))
}

// MarshalText writes the melds as R9.2 does, with the readings of jokers.
func (t table) MarshalText() ([]byte, error) {
	return []byte(strings.Join(meldTexts(t.all()), "|")), nil
}

// UnmarshalText reads what MarshalText wrote. Melds that are none, or not in order, are refused.
func (t *table) UnmarshalText(text []byte) error {
	*t = table{}
	if len(text) == 0 {
		return nil
	}
	var melds []card.Meld
	for part := range strings.SplitSeq(string(text), "|") {
		g, ok := readGroup(part)
		m, err := card.Read(g.cards)
		if ok && err == nil && g.as != card.Joker {
			m, ok = m.WithReading(g.as)
		}
		if !ok || err != nil || len(melds) == maxMelds {
			return games.Damage("a meld")
		}
		melds = append(melds, m)
	}
	t.set(melds)
	if back, _ := t.MarshalText(); string(back) != string(text) {
		return games.Damage("a table in disorder")
	}
	return nil
}

func meldTexts(melds []card.Meld) []string {
	texts := make([]string, len(melds))
	for i, m := range melds {
		texts[i] = m.String()
	}
	return texts
}

// names are the codes of cards.
func names(cards []card.Card) []string {
	if len(cards) == 0 {
		return nil
	}
	codes := make([]string, len(cards))
	for i, c := range cards {
		codes[i] = c.String()
	}
	return codes
}

func written(cards []card.Card) string { return strings.Join(names(cards), " ") }

// faceNamed is the card with a code.
func faceNamed(code string) (card.Card, bool) {
	if code == Joker {
		return card.Joker, true
	}
	if len(code) < 2 {
		return 0, false
	}
	suit, rank := strings.IndexByte("SHDC", code[0]), slices.Index(rankCodes[:], code[1:])
	if suit < 0 || rank < 0 {
		return 0, false
	}
	return card.Of(card.Suit(suit), card.Rank(rank+1)), true
}

var rankCodes = [card.Ranks]string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}

// readCards reads what written wrote.
func readCards(text string) (cards []card.Card, ok bool) {
	if text == "" {
		return nil, true
	}
	for code := range strings.SplitSeq(text, " ") {
		c, ok := faceNamed(code)
		if !ok {
			return nil, false
		}
		cards = append(cards, c)
	}
	return cards, true
}
