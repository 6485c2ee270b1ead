package entrika

import "kumpas/games"

// takeEffect carries the action out (R3.5 EFFECT).
func (st *step) takeEffect() {
	row := &actions[st.Act.Kind]
	if row.target && !st.Alive.Has(st.Act.Target) && st.Act.Kind != steal {
		st.fizzle()
		return
	}
	switch st.Act.Kind {
	case exchange:
		st.startExchange()
		return
	case manipulate:
		st.startManipulation()
		return
	}
	st.Act.Done = true
	switch st.Act.Kind {
	case income:
		st.take(1)
	case foreignAid:
		st.take(2)
	case tax:
		st.take(3)
	case embezzle:
		gold := st.Pool
		st.Pool = 0
		st.Bank += gold
		st.take(gold)
	case convertSelf:
		st.convert(st.Active)
	case convertOther:
		st.convert(st.Act.Target)
	case steal:
		st.steal()
	case coup:
		st.strike(causeCoup)
		return
	case assassinate:
		st.strike(causeAssassinate)
		return
	}
	st.endAction()
}

// fizzle: the target is out before the effect (R6.5).
func (st *step) fizzle() {
	e := happened(EvFizzled, "R6.5", st.Active, st.Act.Target)
	e.What, e.N, e.Why = actions[st.Act.Kind].name, int(st.Act.Paid), WhyTargetGone
	st.tell(e)
	st.mixLooked()
	st.endAction()
}

func (st *step) take(gold int32) {
	st.pay(st.Active, -gold)
	row := &actions[st.Act.Kind]
	e := happened(EvGold, row.rule, st.Active, games.Nobody)
	e.N, e.What = int(gold), row.name
	st.tell(e)
}

func (st *step) convert(seat games.Seat) {
	p := &st.Seats[seat]
	p.Side = p.Side.other()
	e := happened(EvConverted, actions[st.Act.Kind].rule, st.Active, seat)
	e.N, e.What = int(st.Act.Paid), p.Side.String()
	st.tell(e)
}

// steal takes up to 2 gold, also from what an eliminated target leaves (R6.5.3).
func (st *step) steal() {
	gold := min(2, st.Seats[st.Act.Target].Gold)
	st.pay(st.Act.Target, gold)
	st.pay(st.Active, -gold)
	e := happened(EvStolen, "R4.9", st.Active, st.Act.Target)
	e.N = int(gold)
	if !st.Alive.Has(st.Act.Target) {
		e.Rule = "R6.5.3"
	}
	st.tell(e)
}

func (st *step) strike(c cause) {
	row := &actions[st.Act.Kind]
	e := happened(EvStruck, row.rule, st.Active, st.Act.Target)
	e.What = row.name
	st.tell(e)
	st.lose(loss{Seat: st.Act.Target, By: st.Active, Cause: c, Then: thenEndAction})
}

// endAction comes when nothing is left of the action: the estates are next (R8.2).
func (st *step) endAction() {
	st.Act.Done = true
	st.nextEstate()
}
