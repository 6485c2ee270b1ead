package machiavelli

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"kumpas/games"
	"kumpas/games/machiavelli/card"
)

// opRow is one operation of the editor.
type opRow struct {
	id string
	// not says why there is nothing to operate on now, "" if there is.
	not func(*editor) games.Code
	// fields are asked one after the other; each sees the answers before it, beginning with the operation.
	fields []func(*editor, games.Answer) games.Field
	// do carries it out.
	do func(*editor, games.Answer) *editor
}

type askers = []func(*editor, games.Answer) games.Field

// ops are the operations, in the order in which they are offered.
var ops = [...]opRow{
	{OpArrange, (*editor).noHelp, askers{(*editor).fieldWholeHand}, (*editor).doArrange},
	{OpHint, (*editor).noHints, askers{(*editor).fieldHint}, (*editor).doHint},
	{OpPut, (*editor).noneInHand, askers{(*editor).fieldHand, (*editor).fieldTo}, (*editor).doPut},
	{OpMove, (*editor).noneToMove, askers{(*editor).fieldFrom, (*editor).fieldCards, (*editor).fieldTo}, (*editor).doMove},
	{OpSplit, (*editor).noneToSplit, askers{(*editor).fieldSplit, (*editor).fieldAfter}, (*editor).doSplit},
	{OpMerge, (*editor).noneToMerge, askers{(*editor).fieldMerge, (*editor).fieldOther}, (*editor).doMerge},
	{OpReading, (*editor).noneToRead, askers{(*editor).fieldRead, (*editor).fieldReading}, (*editor).doReading},
	{OpGiveUp, (*editor).givenUp, nil, (*editor).doGiveUp},
	{OpUndo, (*editor).noPast, nil, (*editor).doUndo},
	{OpReset, (*editor).untouched, nil, (*editor).doReset},
}

// handOps are the operations with which a table is rearranged by hand.
var handOps = ops[2:7]

func opNamed(id string) (*opRow, bool) {
	at := slices.IndexFunc(ops[:], func(o opRow) bool { return o.id == id })
	if at < 0 {
		return nil, false
	}
	return &ops[at], true
}

// Ask asks for the next operation.
func (e *editor) Ask(sofar games.Answer) (games.Field, bool, error) {
	f, ok, refused := follow(sofar, e.field)
	if refused != nil {
		return games.Field{}, false, refused
	}
	return f, ok, nil
}

func (e *editor) field(sofar games.Answer) (games.Field, bool) {
	if len(sofar) == 0 {
		f := games.Field{Kind: FieldOp, Min: 1, Max: 1, Choices: make([]games.Choice, len(ops))}
		for i := range ops {
			f.Choices[i] = choice(ops[i].id, 0, ops[i].not(e))
		}
		return f, true
	}
	o, ok := opNamed(sofar[0])
	if !ok || len(sofar) > len(o.fields) {
		return games.Field{}, false
	}
	return o.fields[len(sofar)-1](e, sofar), true
}

// Do carries out one operation.
func (e *editor) Do(op games.Answer) (games.Editor, error) {
	_, more, err := e.Ask(op)
	if err != nil {
		return nil, err
	}
	if more {
		return nil, games.Refuse(games.BadChoice, "R9.1")
	}
	o, _ := opNamed(op[0])
	return o.do(e, op), nil
}

func unless(there bool) games.Code {
	if there {
		return ""
	}
	return NothingThere
}

func (e *editor) noHelp() games.Code {
	if e.s.Rules.Assist == assistOff {
		return HelpOff
	}
	return ""
}

func (e *editor) noHints() games.Code {
	if e.s.Rules.Assist != assistHints {
		return HelpOff
	}
	return ""
}

func (e *editor) noneInHand() games.Code { h := e.left(); return unless(h.total() > 0) }

func (e *editor) noneToMove() games.Code {
	_, over := e.tally()
	return unless(e.count(anyGroup) > 0 || over.total() > 0)
}

func (e *editor) noneToSplit() games.Code {
	return unless(e.count(e.splits) > 0)
}

func (e *editor) noneToMerge() games.Code {
	return unless(e.count(anyGroup) > 1)
}

func (e *editor) noneToRead() games.Code {
	return unless(e.count(e.ambiguous) > 0)
}

func (e *editor) givenUp() games.Code   { return unless(!e.gaveUp) }
func (e *editor) noPast() games.Code    { return unless(len(e.past) > 0) }
func (e *editor) untouched() games.Code { return unless(e.gaveUp || e.changed()) }

func anyGroup(int) bool { return true }

// splits reports whether group i can be split.
func (e *editor) splits(i int) bool { return len(e.now[i].cards) > 1 }

// ambiguous reports whether the joker of group i has several readings.
func (e *editor) ambiguous(i int) bool {
	return e.read[i].err == nil && bits.OnesCount64(uint64(e.read[i].meld.Readings())) > 1
}

// count counts the groups that are fit.
func (e *editor) count(fit func(i int) bool) (n int) {
	for i, g := range e.now {
		if len(g.cards) > 0 && fit(i) {
			n++
		}
	}
	return n
}

// fieldMelds offers the groups that are fit.
func (e *editor) fieldMelds(kind string, fit func(i int) bool) games.Field {
	f := games.Field{Kind: kind, Min: 1, Max: 1}
	for i, g := range e.now {
		if len(g.cards) > 0 && fit(i) {
			f.Choices = append(f.Choices, games.Choice{ID: "m" + strconv.Itoa(i), Seat: games.Nobody, What: TermMeld, N: i + 1})
		}
	}
	return f
}

// meldNamed is the index of a meld by its id, -1 for another choice.
func meldNamed(id string) int {
	if i, err := strconv.Atoi(strings.TrimPrefix(id, "m")); err == nil {
		return i
	}
	return -1
}

// fieldPick offers cards, of which any number can be picked.
func fieldPick(kind string, cards []card.Card) games.Field {
	f := games.Field{Kind: kind, Min: 1, Max: len(cards)}
	var seen card.Counts
	for _, c := range cards {
		id := strings.ToLower(c.String())
		if seen[c]++; seen[c] > 1 {
			id += "_" + strconv.Itoa(int(seen[c]))
		}
		f.Choices = append(f.Choices, games.Choice{ID: id, Seat: games.Nobody, What: c.String()})
	}
	return f
}

// picked are the cards of an element of fieldPick.
func picked(element string) (cards []card.Card) {
	for _, id := range games.Split(element) {
		code, _, _ := strings.Cut(id, "_")
		if c, ok := faceNamed(strings.ToUpper(code)); ok {
			cards = append(cards, c)
		}
	}
	return cards
}

func (e *editor) fieldWholeHand(games.Answer) games.Field {
	return fieldPick(FieldHand, e.s.Hands[e.seat].sorted(e.s.ByRank.Has(e.seat)))
}

func (e *editor) fieldHint(games.Answer) games.Field {
	return games.Field{Kind: FieldHint, Min: 1, Max: 1, Choices: []games.Choice{
		choice(AskExists, 0, ""), choice(AskCards, 0, ""), choice(AskWhole, 0, ""),
	}}
}

func (e *editor) fieldHand(games.Answer) games.Field {
	h := e.left()
	return fieldPick(FieldHand, h.sorted(e.s.ByRank.Has(e.seat)))
}

func (e *editor) fieldFrom(games.Answer) games.Field {
	f := e.fieldMelds(FieldFrom, anyGroup)
	if _, over := e.tally(); over.total() > 0 {
		f.Choices = append(f.Choices, choice(TermLoose, 0, ""))
	}
	return f
}

// source are the cards that a move begins with.
func (e *editor) source(id string) []card.Card {
	if i := meldNamed(id); i >= 0 {
		return e.now[i].cards
	}
	_, over := e.tally()
	return over.list()
}

func (e *editor) fieldCards(op games.Answer) games.Field {
	return fieldPick(FieldCards, e.source(op[1]))
}

// fieldTo offers where the cards can go: [put, cards] or [move, from, cards].
func (e *editor) fieldTo(op games.Answer) games.Field {
	from := ""
	if op[0] == OpMove {
		from = op[1]
	}
	f := e.fieldMelds(FieldTo, func(i int) bool { return i != meldNamed(from) })
	f.Choices = append(f.Choices, choice(TermNew, 0, ""))
	if meldNamed(from) < 0 {
		return f
	}
	used := e.played()
	own := shared(card.Counts(used), picked(op[2]))
	if own < len(picked(op[2])) {
		f.Choices = append(f.Choices, choice(TermLoose, 0, ""))
	} else {
		f.Choices = append(f.Choices, choice(TermHand, 0, ""))
	}
	return f
}

func (e *editor) doPut(op games.Answer) *editor {
	return e.to(e.placed(slices.Clone(e.now), picked(op[1]), op[2]), false)
}

func (e *editor) doMove(op games.Answer) *editor {
	cards, sk := picked(op[2]), slices.Clone(e.now)
	if i := meldNamed(op[1]); i >= 0 {
		sk[i] = sk[i].without(cards)
	}
	return e.to(e.placed(sk, cards, op[3]), false)
}

// placed puts cards where a choice of FieldTo says. Loose cards and those of the hand are in no group.
func (e *editor) placed(sk sketch, cards []card.Card, to string) sketch {
	switch i := meldNamed(to); {
	case i >= 0:
		sk[i] = sk[i].with(cards...)
	case to == TermNew:
		sk = append(sk, loose(cards))
	}
	return sk
}

func (e *editor) fieldSplit(games.Answer) games.Field {
	return e.fieldMelds(FieldMeld, e.splits)
}

func (e *editor) fieldAfter(op games.Answer) games.Field {
	f := games.Field{Kind: FieldAfter, Min: 1, Max: 1}
	for n := 1; n < len(e.now[meldNamed(op[1])].cards); n++ {
		f.Choices = append(f.Choices, games.Choice{ID: "a" + strconv.Itoa(n), Seat: games.Nobody, What: FieldAfter, N: n})
	}
	return f
}

func (e *editor) doSplit(op games.Answer) *editor {
	i, sk := meldNamed(op[1]), slices.Clone(e.now)
	n, _ := strconv.Atoi(op[2][1:])
	g := sk[i]
	sk[i] = group{g.cards[:n:n], g.as}
	return e.to(append(sk, group{g.cards[n:], g.as}), false)
}

func (e *editor) fieldMerge(games.Answer) games.Field {
	return e.fieldMelds(FieldMeld, anyGroup)
}

func (e *editor) fieldOther(op games.Answer) games.Field {
	return e.fieldMelds(FieldOther, func(i int) bool { return i != meldNamed(op[1]) })
}

func (e *editor) doMerge(op games.Answer) *editor {
	i, j, sk := meldNamed(op[1]), meldNamed(op[2]), slices.Clone(e.now)
	sk[i], sk[j] = sk[i].with(sk[j].cards...), loose(nil)
	return e.to(sk, false)
}

// readings are the faces that the joker of group i could stand for.
func (e *editor) readings(i int) (cards []card.Card) {
	all := e.read[i].meld.Readings()
	for c := range card.Card(card.Faces) {
		if all.Has(c) {
			cards = append(cards, c)
		}
	}
	return cards
}

func (e *editor) fieldRead(games.Answer) games.Field {
	return e.fieldMelds(FieldMeld, e.ambiguous)
}

func (e *editor) fieldReading(op games.Answer) games.Field {
	f := fieldPick(FieldReading, e.readings(meldNamed(op[1])))
	f.Max = 1
	return f
}

func (e *editor) doReading(op games.Answer) *editor {
	i, sk := meldNamed(op[1]), slices.Clone(e.now)
	sk[i].as = picked(op[2])[0]
	return e.to(sk, false)
}

func (e *editor) doGiveUp(games.Answer) *editor { return e.to(e.blank(), true) }

func (e *editor) doReset(games.Answer) *editor { return e.to(e.blank(), false) }

func (e *editor) doUndo(games.Answer) *editor {
	last := len(e.past) - 1
	next := &editor{s: e.s, seat: e.seat, past: e.past[:last:last], gaveUp: e.past[last] == gaveUpText}
	sk := next.blank()
	if !next.gaveUp {
		sk, _, _ = next.sketched(e.past[last])
	}
	next.lay(sk)
	return next
}
