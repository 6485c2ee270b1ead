package machiavelli

import (
	"slices"
	"strings"
	"unicode"

	"kumpas/games"
	"kumpas/games/machiavelli/card"
)

// What people write (R9.2). Single letters are the English ones; Turkish names and their beginnings have two letters or more. Names are
// compared without case and without the dots and tails of Turkish letters.

const (
	maxText  = 4000 // letters, what a text box takes
	maxPiece = 24   // of a piece that is quoted in a refusal
)

// atom is a part of what is written. Each is one of a suit, a rank, a joker, or a sign.
type atom struct {
	kind  atomKind
	suit  card.Suit
	rank  card.Rank
	piece string // as it was written
}

type atomKind uint8

const (
	noAtom atomKind = iota // the end
	suitAtom
	rankAtom
	jokerAtom
	equalsAtom
	dashAtom
	barAtom // between two melds
	vagueAtom
)

var suitSigns = map[rune]card.Suit{'♠': card.Spades, '♤': card.Spades, '♥': card.Hearts, '♡': card.Hearts, '❤': card.Hearts, '♦': card.Diamonds, '♢': card.Diamonds, '♣': card.Clubs, '♧': card.Clubs}

// suitNames and rankNames: beginnings of the Turkish names will do, the English ones must be written in full.
var (
	suitNames = map[string]card.Suit{"maca": card.Spades, "kupa": card.Hearts, "karo": card.Diamonds, "sinek": card.Clubs}
	rankNames = map[string]card.Rank{"as": card.Ace, "vale": card.Jack, "kiz": card.Queen, "papaz": card.King}
	english   = map[string]atom{
		"s": suited(card.Spades), "spade": suited(card.Spades), "spades": suited(card.Spades),
		"h": suited(card.Hearts), "heart": suited(card.Hearts), "hearts": suited(card.Hearts),
		"d": suited(card.Diamonds), "diamond": suited(card.Diamonds), "diamonds": suited(card.Diamonds),
		"c": suited(card.Clubs), "club": suited(card.Clubs), "clubs": suited(card.Clubs),
		"a": ranked(card.Ace), "ace": ranked(card.Ace), "j": ranked(card.Jack), "jack": ranked(card.Jack),
		"q": ranked(card.Queen), "queen": ranked(card.Queen), "k": ranked(card.King), "king": ranked(card.King),
		"jk": {kind: jokerAtom},
	}
)

func suited(s card.Suit) atom { return atom{kind: suitAtom, suit: s} }
func ranked(r card.Rank) atom { return atom{kind: rankAtom, rank: r} }

// fold takes case, dots and tails off a letter.
func fold(r rune) rune {
	switch r = unicode.ToLower(r); r {
	case 'ı', 'İ':
		return 'i'
	case 'ç':
		return 'c'
	}
	return r
}

// lex takes a text apart.
func lex(text string) (atoms []atom, refused *games.Refusal) {
	runes := []rune(text)
	if len(runes) > maxText {
		return nil, unreadable(CannotParse, text)
	}
	for i := 0; i < len(runes); {
		r, start, before := runes[i], i, len(atoms)
		i++
		switch suit, sign := suitSigns[r]; {
		case sign:
			atoms = append(atoms, atom{kind: suitAtom, suit: suit})
		case r == '🃏' || r == '★':
			atoms = append(atoms, atom{kind: jokerAtom})
		case r == '=':
			atoms = append(atoms, atom{kind: equalsAtom})
		case r == '-' || r == '–':
			atoms = append(atoms, atom{kind: dashAtom})
		case r == '|' || r == '/' || r == ';' || r == '\n':
			atoms = append(atoms, atom{kind: barAtom})
		case unicode.IsSpace(r) || strings.ContainsRune(",.+()[]", r) || r == '\ufe0e' || r == '\ufe0f':
			continue
		case '0' <= r && r <= '9':
			for i < len(runes) && '0' <= runes[i] && runes[i] <= '9' {
				i++
			}
			rank := slices.Index(rankCodes[:], string(runes[start:i]))
			if rank < 0 && string(runes[start:i]) != "1" {
				return nil, unreadable(CannotParse, string(runes[start:i]))
			}
			atoms = append(atoms, ranked(card.Rank(max(rank, 0)+1)))
		case unicode.IsLetter(r):
			for i < len(runes) && (unicode.IsLetter(runes[i]) || runes[i] == '\u0307') { // a dot that lies apart
				i++
			}
			word, ok := readWord(string(runes[start:i]))
			if !ok {
				return nil, unreadable(CannotParse, string(runes[start:i]))
			}
			atoms = append(atoms, word...)
		default:
			return nil, unreadable(CannotParse, string(r))
		}
		for at := range atoms[before:] {
			atoms[before+at].piece = string(runes[start:i])
		}
	}
	return atoms, nil
}

// readWord understands letters: one name, or that of a suit and that of a rank.
func readWord(text string) (atoms []atom, ok bool) {
	var b strings.Builder
	for _, r := range text {
		if r != '\u0307' {
			b.WriteRune(fold(r))
		}
	}
	word := b.String()
	if a, ok := readName(word); ok {
		return []atom{a}, true
	}
	for i := 1; i < len(word); i++ {
		first, ok1 := readName(word[:i])
		second, ok2 := readName(word[i:])
		if ok1 && ok2 && (first.kind == suitAtom && second.kind == rankAtom || first.kind == rankAtom && second.kind == suitAtom) {
			if atoms != nil {
				return []atom{{kind: vagueAtom}}, true
			}
			atoms = []atom{first, second}
		}
	}
	return atoms, atoms != nil
}

// readName understands one name.
func readName(word string) (a atom, ok bool) {
	if a, ok := english[word]; ok {
		return a, true
	}
	if len(word) < 2 {
		return atom{}, false
	}
	found := 0
	if strings.HasPrefix("joker", word) {
		a, found = atom{kind: jokerAtom}, 1
	}
	for name, s := range suitNames {
		if strings.HasPrefix(name, word) {
			a, found = suited(s), found+1
		}
	}
	for name, r := range rankNames {
		if strings.HasPrefix(name, word) {
			a, found = ranked(r), found+1
		}
	}
	if found > 1 {
		return atom{kind: vagueAtom}, true
	}
	return a, found == 1
}

func unreadable(code games.Code, piece string) *games.Refusal {
	if runes := []rune(piece); len(runes) > maxPiece {
		piece = string(runes[:maxPiece]) + "…"
	}
	return &games.Refusal{Code: code, Rule: "R9.2", Seat: games.Nobody, What: piece}
}

// melds reads atoms into groups.
type meldReader struct {
	atoms []atom
	group group
	all   []group
}

// parseMelds reads melds; whether they are valid is judged later.
func parseMelds(text string) ([]group, *games.Refusal) {
	text = strings.ToValidUTF8(text, "?")
	atoms, refused := lex(text)
	if refused != nil {
		return nil, refused
	}
	r := &meldReader{atoms: atoms, group: loose(nil)}
	for len(r.atoms) > 0 {
		if refused := r.read(); refused != nil {
			return nil, refused
		}
	}
	r.close()
	if len(r.all) == 0 {
		return nil, unreadable(CannotParse, strings.TrimSpace(text))
	}
	return r.all, nil
}

func (r *meldReader) close() {
	if len(r.group.cards) > 0 {
		r.all = append(r.all, r.group)
	}
	r.group = loose(nil)
}

// next takes the next atom if it is of the kind.
func (r *meldReader) next(kind atomKind) (atom, bool) {
	if len(r.atoms) == 0 || r.atoms[0].kind != kind {
		return atom{}, false
	}
	a := r.atoms[0]
	r.atoms = r.atoms[1:]
	return a, true
}

// stuck refuses the atom that stands where it makes no sense, with the one before it if there is one. A rank letter alone might be
// meant as a Turkish suit: K is Kupa, Karo or Kız.
func (r *meldReader) stuck(before ...atom) *games.Refusal {
	code, piece := CannotParse, ""
	for _, a := range before {
		piece += a.piece
		if a.kind == vagueAtom || strings.EqualFold(a.piece, "k") {
			code = Ambiguous
		}
	}
	if len(r.atoms) > 0 && r.atoms[0].kind != barAtom {
		piece += r.atoms[0].piece
	}
	return unreadable(code, piece)
}

// read reads one thing of a meld: a card, a range, a joker, or its end.
func (r *meldReader) read() *games.Refusal {
	if _, ok := r.next(barAtom); ok {
		r.close()
		return nil
	}
	if _, ok := r.next(jokerAtom); ok {
		r.group.cards = append(r.group.cards, card.Joker)
		if _, ok := r.next(equalsAtom); !ok {
			return nil
		}
		c, refused := r.face()
		if refused == nil {
			r.group.as = c
		}
		return refused
	}
	c, refused := r.face()
	if refused != nil {
		return refused
	}
	r.group.cards = append(r.group.cards, c)
	if dash, ok := r.next(dashAtom); ok {
		return r.upTo(c, dash)
	}
	return nil
}

// face reads a suit and a rank, in either order.
func (r *meldReader) face() (card.Card, *games.Refusal) {
	if s, ok := r.next(suitAtom); ok {
		if rank, ok := r.next(rankAtom); ok {
			return card.Of(s.suit, rank.rank), nil
		}
		return 0, r.stuck(s)
	}
	if rank, ok := r.next(rankAtom); ok {
		if s, ok := r.next(suitAtom); ok {
			return card.Of(s.suit, rank.rank), nil
		}
		if strings.EqualFold(rank.piece, "as") { // no suit is beside it: not the Turkish ace, but A and S
			return card.Of(card.Spades, card.Ace), nil
		}
		return 0, r.stuck(rank)
	}
	if v, ok := r.next(vagueAtom); ok {
		return 0, r.stuck(v)
	}
	return 0, r.stuck()
}

// upTo reads the end of a range: S4-S10, S4-10, SQ-A.
func (r *meldReader) upTo(from card.Card, dash atom) *games.Refusal {
	var last card.Rank
	if rank, ok := r.next(rankAtom); ok {
		last = rank.rank
	} else {
		to, refused := r.face()
		if refused != nil {
			return refused
		}
		if to.Suit() != from.Suit() {
			return unreadable(CannotParse, from.String()+dash.piece+to.String())
		}
		last = to.Rank()
	}
	if last == card.Ace {
		last = card.HighAce
	}
	if last <= from.Rank() {
		return unreadable(CannotParse, from.String()+dash.piece+card.Of(from.Suit(), last).String())
	}
	for rank := from.Rank() + 1; rank <= last; rank++ {
		r.group.cards = append(r.group.cards, card.Of(from.Suit(), rank))
	}
	return nil
}
