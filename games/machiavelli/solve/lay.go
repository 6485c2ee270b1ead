package solve

import (
	"math/bits"

	"kumpas/games/machiavelli/card"
)

// strip is a run as the sweep leaves it: the real cards low..high of a suit,
// but for a hole that a joker fills, and perhaps one more joker at an end.
type strip struct {
	suit      card.Suit
	low, high card.Rank
	hole      card.Rank // 0: none
	extra     bool
}

func (t *strip) len() int { return int(t.high-t.low) + 1 }

// bunch is a set as the sweep leaves it.
type bunch struct {
	rank  card.Rank
	suits uint8 // a mask
	joker bool
}

// layout turns the decisions of a sweep into melds. Its buffers are reused.
type layout struct {
	strips  []strip
	bunches []bunch
	melds   []card.Meld
}

// openRun is a run that is not finished yet.
type openRun struct {
	kind run
	low  card.Rank
	hole card.Rank
}

// lay builds the melds of the sweep's path. It is false if the path leaves
// jokers without room, which a strict sweep does not.
func (l *layout) lay(s *sweep) bool {
	l.strips, l.bunches, l.melds = l.strips[:0], l.bunches[:0], l.melds[:0]
	for suit := range card.Suit(card.Suits) {
		l.trace(s, suit)
	}
	for r := card.Ace; r <= card.King; r++ {
		o := &s.path[r].option
		for _, suits := range s.covers[o.sets][o.cover].sets {
			l.bunches = append(l.bunches, bunch{r, suits, bits.OnesCount8(suits) == 2})
		}
	}
	idle := s.left
	if s.strict {
		idle = min(s.jokers, s.room) - (s.jokers - s.left)
	}
	if !l.park(idle) {
		return false
	}
	for i := range l.strips {
		cards, n := l.strips[i].cards()
		l.add(s, cards[:n])
	}
	for i := range l.bunches {
		cards, n := l.bunches[i].cards()
		l.add(s, cards[:n])
	}
	return true
}

// trace follows the runs of one suit along the path.
func (l *layout) trace(s *sweep, suit card.Suit) {
	var open [2 * maxOpen]openRun
	n := 0
	for r := card.Ace; r <= card.HighAce+1; r++ {
		x := 0
		if r <= card.HighAce {
			x = int(s.digit[s.path[r].option.runs][suit])
		}
		e := &s.path[r].edges[suit]
		kept := 0
		for i := range n {
			o := open[i]
			switch e.acts[i] {
			case extend:
				x--
			case fill:
				o.hole = r
			default:
				l.strips = append(l.strips, strip{suit, o.low, r - 1, o.hole, e.acts[i] == finishWithJoker})
				continue
			}
			o.kind = outcome[o.kind][e.acts[i]].to
			open[kept] = o
			kept++
		}
		n = kept
		for ; x > 0; x-- {
			open[n] = openRun{kind: single, low: r}
			n++
		}
		// The state lists open runs by kind.
		for i := 1; i < n; i++ {
			for j := i; j > 0 && open[j].kind < open[j-1].kind; j-- {
				open[j], open[j-1] = open[j-1], open[j]
			}
		}
	}
}

// park adds jokers that no meld needs.
func (l *layout) park(idle int) bool {
	for i := 0; i < len(l.strips); i++ {
		// A run from ace to ace is too long and one from ace to king, or from
		// two to ace, has no room for a joker (R3.4, R3.5).
		if t := &l.strips[i]; t.len() > card.Ranks || t.len() == card.Ranks && t.hole == 0 && idle > 0 {
			l.cut(i, 3)
		}
	}
	for i := range l.bunches {
		if b := &l.bunches[i]; idle > 0 && !b.joker && b.suits != 15 {
			b.joker = true
			idle--
		}
	}
	for i := range l.strips {
		if t := &l.strips[i]; idle > 0 && t.hole == 0 && !t.extra {
			t.extra = true
			idle--
		}
	}
	for i := 0; i < len(l.strips) && idle > 0; i++ {
		if t := &l.strips[i]; t.hole == 0 && t.len() >= 4 {
			l.cut(i, 2)
			l.strips[len(l.strips)-1].extra = true
			idle--
			i-- // perhaps once more
		}
	}
	return idle == 0
}

// cut takes the lowest n cards off a strip, making another of them, or the
// highest if the hole is among the lowest.
func (l *layout) cut(i, n int) {
	t := &l.strips[i]
	part := strip{suit: t.suit}
	if t.hole == 0 || t.hole >= t.low+card.Rank(n) {
		part.low, part.high = t.low, t.low+card.Rank(n)-1
		t.low = part.high + 1
	} else {
		part.low, part.high = t.high-card.Rank(n)+1, t.high
		t.high = part.low - 1
	}
	l.strips = append(l.strips, part)
}

func (t strip) cards() (cards [card.MaxMeld + 1]card.Card, n int) {
	for r := t.low; r <= t.high; r++ {
		cards[n] = card.Of(t.suit, r)
		if r == t.hole {
			cards[n] = card.Joker
		}
		n++
	}
	if t.extra {
		cards[n] = card.Joker
		n++
	}
	return cards, n
}

func (b bunch) cards() (cards [card.MaxMeld + 1]card.Card, n int) {
	for s := range card.Suit(card.Suits) {
		if b.suits>>s&1 == 1 {
			cards[n] = card.Of(s, b.rank)
			n++
		}
	}
	if b.joker {
		cards[n] = card.Joker
		n++
	}
	return cards, n
}

// add reads the cards as a meld. That they are one is the sweep's claim; a claim
// that fails leaves the table short of cards, which the verification finds.
func (l *layout) add(s *sweep, cards []card.Card) {
	for i, c := range cards {
		cards[i] = s.face(c)
	}
	if m, err := card.Read(cards); err == nil {
		l.melds = append(l.melds, m)
	}
}
