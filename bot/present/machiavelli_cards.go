package present

import (
	"strings"

	"kumpas/games/machiavelli"
)

// suitSigns tell suits by their shape; colour alone tells nothing.
var suitSigns = map[byte]string{'S': "♠", 'H': "♥", 'D': "♦", 'C': "♣"}

const jokerSign = "🃏"

// isCard reports whether a code is that of a card, such as "S5", "H10", "JK", or "JK=S8" for a joker with its reading.
func isCard(code string) bool {
	code, reading, stated := strings.Cut(code, "=")
	if stated && !isCard(reading) {
		return false
	}
	if code == machiavelli.Joker {
		return true
	}
	if len(code) < 2 || suitSigns[code[0]] == "" {
		return false
	}
	switch code[1:] {
	case "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K":
		return true
	}
	return false
}

// cardsOf takes a list of cards apart.
func cardsOf(text string) []string { return strings.Fields(text) }

// areCards reports whether a text is a list of cards.
func areCards(text string) bool {
	cards := cardsOf(text)
	for _, c := range cards {
		if !isCard(c) {
			return false
		}
	}
	return len(cards) > 0
}

func isJoker(code string) bool { return strings.HasPrefix(code, machiavelli.Joker) }

// cardText is a card: "♠5". A joker with a reading shows it.
func cardText(code string) string {
	code, reading, stated := strings.Cut(code, "=")
	switch {
	case code == machiavelli.Joker && stated:
		return jokerSign + "(" + cardText(reading) + ")"
	case code == machiavelli.Joker:
		return jokerSign
	}
	return suitSigns[code[0]] + code[1:]
}

// cardsText is cards one after the other.
func cardsText(codes []string) string {
	out := make([]string, len(codes))
	for i, c := range codes {
		out[i] = cardText(c)
	}
	return strings.Join(out, " ")
}

// meldText is a meld in short, "♠ 3 4 5" or "7 ♠ ♥ ♦"; what has neither one suit nor one rank stands card by card. Cards that come
// from the hand have a plus.
func meldText(cards []string, played []int) string {
	head, each := "", cardText
	switch suit, rank := common(cards); {
	case rank != "":
		head, each = rank+" ", func(c string) string { return suitSigns[c[0]] }
	case suit != "":
		head, each = suit+" ", func(c string) string { return c[1:] }
	}
	out := make([]string, len(cards))
	for i, c := range cards {
		if isJoker(c) {
			out[i] = jokerSign
		} else {
			out[i] = each(c)
		}
	}
	for _, i := range played {
		out[i] = "**+" + out[i] + "**"
	}
	return head + strings.Join(out, " ")
}

// common is the sign of the suit that all cards have, and the rank, "" if they differ or if there are fewer than two.
func common(cards []string) (suit, rank string) {
	n := 0
	for _, c := range cards {
		if isJoker(c) {
			continue
		}
		if n++; n == 1 {
			suit, rank = suitSigns[c[0]], c[1:]
		}
		if suit != suitSigns[c[0]] {
			suit = ""
		}
		if rank != c[1:] {
			rank = ""
		}
	}
	if n < 2 {
		return "", ""
	}
	return suit, rank
}

// handText is a hand in groups: by suit a line each, "♠ 3 5 K", or by rank in one, "♠3 ♥3".
func handText(cards []string, order string) string {
	if order == machiavelli.OrderRank {
		return strings.Join(groups(cards, func(c string) string { return c[1:] }, cardsText), "  ·  ")
	}
	return strings.Join(groups(cards, func(c string) string { return c[:1] }, func(suit []string) string {
		if isJoker(suit[0]) {
			return cardsText(suit)
		}
		ranks := make([]string, len(suit))
		for i, c := range suit {
			ranks[i] = c[1:]
		}
		return suitSigns[suit[0][0]] + " " + strings.Join(ranks, " ")
	}), "\n")
}

// groups says the cards that stand together and have the same key; jokers are a group.
func groups(cards []string, key func(string) string, say func([]string) string) (out []string) {
	for i := 0; i < len(cards); {
		j := i + 1
		for j < len(cards) && isJoker(cards[i]) == isJoker(cards[j]) && (isJoker(cards[i]) || key(cards[i]) == key(cards[j])) {
			j++
		}
		out = append(out, say(cards[i:j]))
		i = j
	}
	return out
}

// Term says cards, and quotes what somebody wrote that is no term.
func (Machiavelli) Term(s *Scene, code string) (string, bool) {
	switch {
	case areCards(code):
		if cards := cardsOf(code); len(cards) > 1 {
			return meldText(cards, nil), true
		}
		return cardText(code), true
	case s.Words.Has(s.key("term", code)):
		return "", false
	}
	return Escape(code), true
}
