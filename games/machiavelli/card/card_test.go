package card_test

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"kumpas/games/machiavelli/card"
)

// cards reads the notation of R9.2 as far as these tests need it.
func cards(t testing.TB, text string) (out []card.Card) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		found := false
		for c := range card.Card(card.Kinds) {
			if c.String() == word {
				out, found = append(out, c), true
			}
		}
		if !found {
			t.Fatalf("no card %q", word)
		}
	}
	return out
}

func meld(t testing.TB, text string) card.Meld {
	t.Helper()
	m, err := card.Read(cards(t, text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return m
}

func table(t testing.TB, text string) (out []card.Meld) {
	t.Helper()
	if text == "" {
		return nil
	}
	for _, part := range strings.Split(text, "|") {
		out = append(out, meld(t, part))
	}
	return out
}

func code(err error) card.Code {
	var e *card.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, cards, reads string
		code               card.Code
	}{
		{"M3", "S7 H7 D7", "S7 H7 D7", ""},
		{"M4", "S7 H7 D7 C7", "S7 H7 D7 C7", ""},
		{"M5", "S7 S7 H7", "", card.SetSameSuit},
		{"M6", "S7 H7 D7 C7 JK", "", card.SetTooLong},
		{"M7", "S7 H7 JK", "S7 H7 JK=D7", ""},
		{"M8", "S7 JK JK", "", card.TooManyJokers},
		{"M9", "H4 H5 H6", "H4 H5 H6", ""},
		{"M10", "H4 H5 D6", "", card.RunMixedSuits},
		{"M11", "CA C2 C3", "CA C2 C3", ""},
		{"M12", "CQ CK CA", "CQ CK CA", ""},
		{"M13", "CK CA C2", "", card.AceWraps},
		{"M14", "CA C2 C3 C4 C5 C6 C7 C8 C9 C10 CJ CQ CK", "CA C2 C3 C4 C5 C6 C7 C8 C9 C10 CJ CQ CK", ""},
		{"M17", "D5 JK D7", "D5 JK=D6 D7", ""},
		{"M18", "D5 D6 JK", "D5 D6 JK=D7", ""},
		{"M19", "DK DA JK", "JK=DQ DK DA", ""},
		{"M21", "D5 JK D8", "", card.RunGap},
		{"M22", "D5 D6", "", card.MeldTooShort},
		{"M50", "H9 D9 C9 JK", "JK=S9 H9 D9 C9", ""},
		{"order does not matter", "CA CK CQ", "CQ CK CA", ""},
		{"two jokers alone", "JK JK", "", card.MeldTooShort},
		{"three jokers", "JK JK JK", "", card.TooManyJokers},
		{"one suit twice with a joker", "S7 S7 JK", "", card.SetSameSuit},
		{"five of one rank", "S7 H7 D7 C7 S7", "", card.SetTooLong},
		{"run with a copy", "H4 H5 H5 H6", "", card.RunDuplicate},
		{"gap without a joker", "H4 H5 H7", "", card.RunGap},
		{"two gaps", "H4 JK H6 H8", "", card.RunGap},
		{"upper end is the high ace", "SQ SK JK", "SQ SK JK=SA", ""},
		{"lower end below a high ace", "SQ SK SA JK", "JK=SJ SQ SK SA", ""},
		{"nothing stands below a low ace", "SA S2 JK", "SA S2 JK=S3", ""},
		{"gap beside the ace", "SA JK S3", "SA JK=S2 S3", ""},
		{"gap below the high ace", "SQ JK SA", "SQ JK=SK SA", ""},
		{"joker between king and two", "SK JK S2", "", card.AceWraps},
		{"ace low and joker wanted at the top", "SA S2 SK JK", "", card.AceWraps},
		{"ace to king leaves a joker no place", "SA S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ SK JK", "", card.AceWraps},
		{"two to ace leaves a joker no place", "S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ SK JK", "S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ SK JK=SA", ""},
		{"a hole of the long run", "SA S2 S3 S4 S5 S6 JK S8 S9 S10 SJ SQ SK", "SA S2 S3 S4 S5 S6 JK=S7 S8 S9 S10 SJ SQ SK", ""},
		{"ace far away", "SA S5 S6 S7", "", card.RunGap},
	} {
		m, err := card.Read(cards(t, c.cards))
		if code(err) != c.code || err == nil && m.String() != c.reads {
			t.Errorf("%s: %s reads %q, %v; want %q, %q", c.name, c.cards, m, err, c.reads, c.code)
		}
	}
}

func TestReadings(t *testing.T) {
	for _, c := range []struct{ cards, readings string }{
		{"D5 D6 D7", ""},
		{"D5 JK D7", "D6"},
		{"D5 D6 JK", "D4 D7"},
		{"DK DA JK", "DQ"},
		{"DQ DK JK", "DJ DA"},
		{"D2 D3 JK", "DA D4"},
		{"DA D2 JK", "D3"},
		{"S7 H7 JK", "D7 C7"},
		{"S7 D7 C7 JK", "H7"},
		{"S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ SK JK", "SA"},
		{"SA S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ JK", "SK"},
		{"SA S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ JK", "S2 SK"},
		{"SA S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ SK JK", "S2"},
	} {
		m := meld(t, c.cards)
		var want card.FaceSet
		for _, face := range cards(t, c.readings) {
			want |= 1 << face
		}
		if m.Readings() != want {
			t.Errorf("%s: readings %b, want %s", c.cards, m.Readings(), c.readings)
		}
		for face := range card.Card(card.Kinds) {
			o, ok := m.WithReading(face)
			as, _ := o.Reading()
			switch {
			case ok != (face < card.Joker && want.Has(face)):
				t.Errorf("%s as %v: %v", c.cards, face, ok)
			case ok && (as != face || !m.SameCards(&o) || o.Readings() != want):
				t.Errorf("%s as %v became %v", c.cards, face, o)
			}
		}
	}
}

// R3.5, R3.6: the joker of a run stands for every card with which the others are a run, and for no other; two jokers are never a run.
func TestReadingsAgainstDefinition(t *testing.T) {
	valid := 0
	for ranks := range 1 << card.Ranks {
		var run []card.Card
		for r := range card.Rank(card.Ranks) {
			if ranks>>r&1 == 1 {
				run = append(run, card.Of(card.Hearts, r+1))
			}
		}
		if len(run) < 2 {
			continue
		}
		var want card.FaceSet
		for c := card.Of(card.Hearts, card.Ace); c <= card.Of(card.Hearts, card.King); c++ {
			if ranks>>(c.Rank()-1)&1 == 0 && simpleValid(append(run[:len(run):len(run)], c)) {
				want |= 1 << c
			}
		}
		withJoker := append(run[:len(run):len(run)], card.Joker)
		if _, err := card.Read(append(withJoker, card.Joker)); code(err) != card.TooManyJokers {
			t.Errorf("%v and two jokers: %v", run, err)
		}
		m, err := card.Read(withJoker)
		if (err == nil) != (want != 0) {
			t.Errorf("%v and a joker: %v, want the readings %b", run, err, want)
		}
		if err != nil {
			continue
		}
		valid++
		if as, ok := m.Reading(); m.Readings() != want || !ok || !want.Has(as) {
			t.Errorf("%v: readings %b, want %b", m, m.Readings(), want)
		}
		for c := range card.Card(card.Faces) {
			o, ok := m.WithReading(c)
			if ok != want.Has(c) {
				t.Errorf("%v as %v: %v", m, c, ok)
			}
			if !ok {
				continue
			}
			as, _ := o.Reading()
			if as != c || o.Readings() != want || !o.SameCards(&m) || !simpleValid(o.Cards()) {
				t.Errorf("%v as %v became %v", m, c, o)
			}
		}
	}
	if valid < 100 {
		t.Fatalf("only %d runs were tried", valid)
	}
}

// simpleValid is R3 read naively: some assignment of the joker and of the ace
// makes a set or a run.
func simpleValid(in []card.Card) bool {
	if len(in) < 3 {
		return false
	}
	for i, c := range in {
		if c != card.Joker {
			continue
		}
		for as := range card.Card(card.Faces) {
			full := append([]card.Card{}, in...)
			full[i] = as
			if simpleValid(full) {
				return true
			}
		}
		return false
	}
	suits, low, high := 0, uint(0), uint(0)
	for _, c := range in {
		suits |= 1 << c.Suit()
		low |= 1 << c.Rank()
		r := c.Rank()
		if r == card.Ace {
			r = card.HighAce
		}
		high |= 1 << r
	}
	unbroken := func(ranks uint) bool {
		ranks >>= bits.TrailingZeros(ranks)
		return bits.OnesCount(ranks) == len(in) && ranks&(ranks+1) == 0
	}
	set := bits.OnesCount(low) == 1 && bits.OnesCount(uint(suits)) == len(in)
	run := bits.OnesCount(uint(suits)) == 1 && (unbroken(low) || unbroken(high))
	return set || run
}

func TestReadAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	valid := 0
	for range 80_000 {
		var in []card.Card
		n := 3 + rng.IntN(4)
		if rng.IntN(10) == 0 {
			n = 11 + rng.IntN(4)
		}
		suit, rank, jokers := rng.IntN(4), rng.IntN(13), 0
		for len(in) < n {
			c := card.Of(card.Suit(suit), card.Rank(1+(rank+len(in))%13))
			switch rng.IntN(12) {
			case 0:
				c = card.Card(rng.IntN(card.Kinds))
			case 1:
				c = card.Joker
			case 2:
				c = card.Of(card.Suit(rng.IntN(4)), card.Rank(rank+1))
			}
			if c == card.Joker {
				if jokers++; jokers > 1 {
					continue
				}
			}
			in = append(in, c)
		}
		m, err := card.Read(in)
		if (err == nil) != simpleValid(in) {
			t.Fatalf("%v: %v, %v", in, m, err)
		}
		if err == nil {
			valid++
			if card.Count(in) != card.Count(m.Cards()) {
				t.Fatalf("%v became %v", in, m)
			}
		}
	}
	if valid < 3_000 {
		t.Fatalf("only %d valid melds were tried", valid)
	}
}

func TestCheckPlay(t *testing.T) {
	for _, c := range []struct {
		name, before, after, hand string
		code                      card.Code
	}{
		{"M23", "", "S3 S4 S5", "S3 S4 S5 D9", ""},
		{"M24", "S3 S4 S5", "S3 S4 S5 S6", "S6", ""},
		{"M25", "S4 S5 S6 S7 S8 S9 S10", "S4 S5 S6|S8 S9 S10|S7 H7 D7", "H7 D7", ""},
		{"M26", "S4 S5 S6 S7", "S5 S6 S7|S4 H4 D4", "H4 D4", ""},
		{"M28", "S7 H7 D7 C7", "S7 H7 C7|D5 D6 D7", "D5 D6", ""},
		{"M29", "S4 S5 S6 S7 S8 S9", "S4 S5 S6|S7 S8 S9", "D2", card.NoCardAdded},
		{"M34", "S4 S5 JK", "S4 S5 S6", "S6", card.TableCardMissing},
		{"M35", "SJ SQ SK|H5 H6 H7", "H5 H6 H7 H8", "H8", card.TableCardMissing},
		{"not in hand", "S3 S4 S5", "S3 S4 S5 S6", "S7", card.CardNotInHand},
		{"third copy", "S3 S4 S5|S3 S4 S5", "S3 S4 S5|S3 S4 S5|S3 H3 D3", "H3 D3", card.CardTooMany},
	} {
		hand := card.Count(cards(t, c.hand))
		_, err := card.CheckPlay(table(t, c.before), table(t, c.after), &hand)
		if code(err) != c.code {
			t.Errorf("%s: %v, want %q", c.name, err, c.code)
		}
	}
	if _, err := card.CheckPlay(nil, make([]card.Meld, 1), &card.Counts{}); code(err) != card.MeldTooShort {
		t.Errorf("the zero meld: %v", err)
	}
}

func TestReleased(t *testing.T) {
	for _, c := range []struct {
		name, before, after, hand string
		free                      bool
	}{
		{"M30", "H9 JK HJ", "H9 H10 HJ|C2 C3 JK", "H10 C2 C3", true},
		{"M33", "H8 H9 H10 JK", "H8 H9 H10|C2 C3 JK", "C2 C3", false},
		{"same reading elsewhere", "H9 JK HJ", "H9 H10 HJ|D10 S10 JK", "D10 S10 H10", true},
		{"any missing suit of a set", "S7 H7 JK", "S7 H7 C7|D2 D3 JK", "C7 D2 D3", true},
		{"a set keeps a missing suit", "S7 H7 JK", "S7 H7 D7 JK", "D7", true},
		{"a set loses its joker", "S7 H7 JK|D7 D8 D9 D10", "S7 H7 D7|D8 D9 D10|D2 D3 JK", "D2 D3", false},
		{"one card frees one joker", "S5 JK S7|S5 JK S7", "S5 S6 S7|S5 D5 H5|S7 D7 H7|C2 C3 JK|D2 D3 JK", "S6 D5 H5 D7 H7", false},
		{"two cards free two jokers", "S5 JK S7|S5 JK S7", "S5 S6 S7|S5 S6 S7|C2 C3 JK|D2 D3 JK", "S6 S6", true},
		{"the pairing is looked for", "S7 H7 JK|D5 D6 JK", "S7 H7 C7|D5 D6 JK|D2 D3 JK", "C7 D2 D3", true},
		{"a joker from the hand is free", "", "S5 JK S7", "JK S5 S7", true},
	} {
		played := card.Count(cards(t, c.hand))
		if face, free := card.Released(table(t, c.before), table(t, c.after), &played); free != c.free {
			t.Errorf("%s: %v (%s)", c.name, free, face)
		}
	}
}

func TestPoints(t *testing.T) { // R6.3 and M44
	for text, want := range map[string]int{"SA D5": 16, "HK H3": 13, "JK": 25, "S10 SJ SQ SK": 40, "C2 C9": 11} {
		sum := 0
		for _, c := range cards(t, text) {
			sum += c.Points()
		}
		if sum != want {
			t.Errorf("%s: %d, want %d", text, sum, want)
		}
	}
}
