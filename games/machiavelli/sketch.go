package machiavelli

import (
	"slices"
	"strings"

	"kumpas/games"
	"kumpas/games/machiavelli/card"
)

// sketch is a table in the making: the groups that the melds of the table have become, in the table's order, and behind them
// new ones. Which of its cards come from the hand follows from the counts (R9.4): what is more than the table has comes from the hand, what
// is less is left over.
//
// Its text names what differs from the table, so that it survives changes elsewhere: "S3 S4 S5>S3 S4 S5 S6|>H7 D7 C7" has changed a meld
// and made a new one. Readings of jokers stand with the melds of the table, and in groups where the player has stated them. A player who gives up writes "!".
type sketch []group

const gaveUpText = "!"

// blank is the table as it is.
func (e *editor) blank() sketch {
	sk := make(sketch, 0, e.s.Table.n+4)
	for _, m := range e.s.Table.all() {
		sk = append(sk, loose(m.Cards()))
	}
	return sk
}

// was is the meld of the table that group i was, nil for a new one.
func (e *editor) was(i int) *card.Meld {
	if i < int(e.s.Table.n) {
		return &e.s.Table.melds[i]
	}
	return nil
}

// lay makes a sketch the present one, in order: cards in their melds' order, no new groups without cards, and of melds that are alike the
// changed ones first.
func (e *editor) lay(sk sketch) {
	e.now, e.read = make(sketch, 0, len(sk)), make([]reading, 0, len(sk))
	for i, g := range sk {
		was := e.was(i)
		if was == nil && len(g.cards) == 0 {
			continue
		}
		g, r := g.tidy(was)
		e.now, e.read = append(e.now, g), append(e.read, r)
		for j := i; was != nil && r.changed && j > 0 && !e.read[j-1].changed && *e.was(j - 1) == *was; j-- { // they lie side by side
			e.now[j-1], e.now[j] = e.now[j], e.now[j-1]
			e.read[j-1], e.read[j] = e.read[j], e.read[j-1]
		}
	}
}

// write writes the sketch.
func (e *editor) write() string {
	if e.gaveUp {
		return gaveUpText
	}
	var b strings.Builder
	for i := range e.now {
		if !e.read[i].changed {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('|')
		}
		if was := e.was(i); was != nil {
			b.WriteString(was.String())
		}
		b.WriteByte('>')
		e.now[i].write(&b)
	}
	return b.String()
}

// sketched takes a sketch's text apart and keeps what makes sense on the present table. lost is the first thing that does not; bad says
// that the text is no sketch at all.
func (e *editor) sketched(text string) (sk sketch, lost *games.Refusal, bad bool) {
	sk = e.blank()
	if text == "" {
		return sk, nil, false
	}
	lose := func(r *games.Refusal) {
		if lost == nil {
			lost = r
		}
	}
	left := card.Counts(e.s.Hands[e.seat])
	taken := make([]bool, len(sk))
	var now []int // the groups to fill
	var fill []group
	for entry := range strings.SplitSeq(text, "|") {
		old, became, ok := strings.Cut(entry, ">")
		was, ok1 := readGroup(old)
		g, ok2 := readGroup(became)
		if !ok || !ok1 || !ok2 || len(was.cards)+len(g.cards) == 0 {
			return nil, nil, true
		}
		at := len(sk)
		for i, m := range e.s.Table.all() {
			if !taken[i] && m.Len() == len(was.cards) && m.String() == old {
				at = i
				break
			}
		}
		switch {
		case at < len(taken):
			taken[at] = true
			for _, c := range was.cards {
				left[c]++
			}
			sk[at] = loose(nil)
		case len(was.cards) > 0:
			lose(&games.Refusal{Code: TableChanged, Rule: "R9.3", Seat: games.Nobody, What: old})
			fallthrough
		default:
			sk = append(sk, loose(nil))
		}
		now, fill = append(now, at), append(fill, g)
	}
	wanted := card.Counts{}
	for _, g := range slices.Concat(sk, fill) {
		for _, c := range g.cards {
			wanted[c]++
		}
	}
	for i, g := range fill {
		at := now[i]
		sk[at].as = g.as
		for _, c := range g.cards {
			if left[c] == 0 {
				lose(e.lacking(c, int(wanted[c]), at+1))
				continue
			}
			left[c]--
			sk[at].cards = append(sk[at].cards, c)
		}
	}
	return sk, lost, false
}

// lacking refuses a card of which the table would need n, more than it and the hand have.
func (e *editor) lacking(c card.Card, n, number int) *games.Refusal {
	r := &games.Refusal{Code: CardNotInHand, Rule: "R4.2.4", Seat: games.Nobody, What: c.String(), N: number}
	if c == card.Joker && n > int(e.s.Rules.Jokers) || c != card.Joker && n > card.Copies {
		r.Code, r.Rule = CardTooMany, "R4.2.2"
	}
	return r
}

// tally counts what the sketch takes from the hand, and what it leaves over of the table.
func (e *editor) tally() (used, over hand) {
	is, was := card.Counts{}, card.CountTable(e.s.Table.all())
	for _, g := range e.now {
		for _, c := range g.cards {
			is[c]++
		}
	}
	for c := range is {
		used[c] = max(is[c], was[c]) - was[c]
		over[c] = max(is[c], was[c]) - is[c]
	}
	return used, over
}

// played counts the cards from the hand.
func (e *editor) played() hand {
	used, _ := e.tally()
	return used
}

// changed reports whether something differs from the table as it is.
func (e *editor) changed() bool {
	return slices.ContainsFunc(e.read, func(r reading) bool { return r.changed })
}

// melds is the table that the sketch shows, as far as its groups are melds.
func (e *editor) melds() (melds []card.Meld) {
	for i, g := range e.now {
		if e.read[i].err == nil && len(g.cards) > 0 {
			melds = append(melds, e.read[i].meld)
		}
	}
	return melds
}

// after is the table that a good draft leads to. Under swap_only the jokers read so that as many as possible stay what they were, unless the
// player has stated it otherwise.
func (e *editor) after() []card.Meld {
	melds := e.melds()
	if e.s.Rules.SwapOnly {
		taken := card.Counts(e.played())
		e.restate(melds, &taken, 0)
	}
	return melds
}

// wrong is the first thing that is wrong with the draft, nil if it can be submitted.
func (e *editor) wrong() *games.Refusal {
	if all := e.wrongs(); len(all) > 0 {
		return &all[0]
	}
	return nil
}

// wrongs is all that is wrong with the draft (R4.2, R5.3, opening_points).
func (e *editor) wrongs() (all []games.Refusal) {
	if e.gaveUp {
		return nil
	}
	refuse := func(r games.Refusal) {
		r.Seat = games.Nobody
		all = append(all, r)
	}
	used, over := e.tally()
	if cards := over.list(); len(cards) > 0 {
		refuse(games.Refusal{Code: TableCardMissing, Rule: "R4.2.2", N: len(cards), What: cards[0].String()})
	}
	for i, g := range e.now {
		if err := e.read[i].err; err != nil && len(g.cards) > 0 {
			row := meldCodes[err.Code]
			refuse(games.Refusal{Code: row.code, Rule: row.rule, N: i + 1, What: written(g.cards)})
		}
	}
	if used.total() == 0 {
		refuse(games.Refusal{Code: NoCardAdded, Rule: "R4.2.3"})
	}
	if len(all) > 0 {
		return all
	}
	if r := e.wrongOpening(used); r != nil {
		refuse(*r)
	}
	if e.s.Rules.SwapOnly {
		taken, melds := card.Counts(used), e.melds()
		if !e.restate(melds, &taken, 0) {
			c, _ := card.Released(e.s.Table.all(), e.melds(), &taken)
			refuse(games.Refusal{Code: JokerNotReleased, Rule: "R5.3", What: c.String()})
		}
	}
	return all
}

// wrongOpening judges a first play under option opening_points.
func (e *editor) wrongOpening(used hand) *games.Refusal {
	least := e.s.opening(e.seat)
	if least == 0 {
		return nil
	}
	for i := range e.s.Table.all() {
		if e.read[i].changed {
			return &games.Refusal{Code: OpeningTouches, Rule: "R8"}
		}
	}
	if points := openingPoints(used); points < least {
		return &games.Refusal{Code: OpeningTooLow, Rule: "R8", N: points, Min: least}
	}
	return nil
}

// openingPoints is what cards count in a first play: a joker nothing.
func openingPoints(cards hand) int {
	cards[card.Joker] = 0
	return cards.points()
}

// restate gives the jokers of the melds, from the i-th on, readings by which swap_only is kept (R5.3). A reading that the player has
// stated stays. It is false, and nothing has changed, if there are none.
func (e *editor) restate(melds []card.Meld, taken *card.Counts, i int) bool {
	if _, ok := card.Released(e.s.Table.all(), melds, taken); ok {
		return true
	}
	for ; i < len(melds); i++ {
		m := melds[i]
		as, joker := m.Reading()
		if !joker || m.IsSet() || e.stated(&m) {
			continue
		}
		all := m.Readings()
		for c := range card.Card(card.Faces) {
			if c != as && all.Has(c) {
				melds[i], _ = m.WithReading(c)
				if e.restate(melds, taken, i+1) {
					return true
				}
				melds[i] = m
			}
		}
	}
	return false
}

// stated reports whether the player has stated the reading of the meld.
func (e *editor) stated(m *card.Meld) bool {
	return slices.ContainsFunc(e.now, func(g group) bool {
		as, _ := m.Reading()
		return g.as == as && card.Count(g.cards) == card.Count(m.Cards())
	})
}
