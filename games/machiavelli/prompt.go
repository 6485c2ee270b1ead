package machiavelli

import (
	"slices"

	"kumpas/games"
)

// Prompts appends the turn and, for a seat, the order of its hand.
func (s *state) Prompts(buf []games.Prompt, viewer games.Seat) []games.Prompt {
	if s.End != playing {
		return buf
	}
	p := games.Prompt{
		ID: s.turnID(), Kind: PromptTurn, Awaited: games.SeatsOf(s.Active), Mine: viewer == s.Active, Class: games.ClassTurn,
		Timeout: games.Default{Kind: games.DefaultFixed, What: Draw, Draft: true},
	}
	if s.Stock.n == 0 {
		p.Timeout.What = Pass
	}
	buf = append(buf, p)
	if s.present().Has(viewer) {
		buf = append(buf, games.Prompt{ID: orderID, Kind: PromptOrder, Mine: true, Given: games.Answer{s.order(viewer)}})
	}
	return buf
}

// order is how seat sorts his hand.
func (s *state) order(seat games.Seat) string {
	if s.ByRank.Has(seat) {
		return OrderRank
	}
	return OrderSuit
}

// find returns the kind of the prompt that seat may answer.
func (s *state) find(seat games.Seat, id games.PromptID) (kind string, refused *games.Refusal) {
	switch {
	case s.End != playing:
		return "", games.Refuse(games.GameOver, "R6.1")
	case !s.present().Has(seat):
		return "", games.Refuse(games.NotYours, "R9.6")
	case id == orderID:
		return PromptOrder, nil
	case id != s.turnID():
		return "", games.Refuse(games.StalePrompt, "R9.7")
	case seat != s.Active:
		return "", games.Refuse(NotYourTurn, "R9.7")
	}
	return PromptTurn, nil
}

// Ask asks what is missing in an answer.
func (s *state) Ask(seat games.Seat, id games.PromptID, sofar games.Answer) (games.Field, bool, error) {
	kind, refused := s.find(seat, id)
	if refused != nil {
		return games.Field{}, false, refused
	}
	f, ok, refused := s.ask(kind, seat, sofar)
	if refused != nil {
		return games.Field{}, false, refused
	}
	return f, ok, nil
}

// ask follows an answer field by field and returns the one after it; ok is false if the answer is complete.
func (s *state) ask(kind string, seat games.Seat, answer games.Answer) (f games.Field, ok bool, refused *games.Refusal) {
	return follow(answer, func(sofar games.Answer) (games.Field, bool) { return s.field(kind, seat, sofar) })
}

// follow asks field after field what answer says to it.
func follow(answer games.Answer, field func(sofar games.Answer) (games.Field, bool)) (f games.Field, ok bool, refused *games.Refusal) {
	for i := range answer {
		if f, ok = field(answer[:i]); !ok {
			return games.Field{}, false, games.Refuse(games.BadChoice, "R4.1")
		}
		if refused := accept(f, answer[i]); refused != nil {
			return games.Field{}, false, refused
		}
	}
	f, ok = field(answer)
	return f, ok, nil
}

// accept says why an element cannot be the answer to a field, nil if it can.
func accept(f games.Field, element string) *games.Refusal {
	if e, open := f.Editor.(*editor); open {
		draft, wrong := e.load(element)
		if wrong == nil {
			wrong = draft.wrong()
		}
		return wrong
	}
	ids := games.Split(element)
	for i, id := range ids {
		at := slices.IndexFunc(f.Choices, func(c games.Choice) bool { return c.ID == id })
		switch {
		case at < 0 || slices.Contains(ids[:i], id):
			return games.Refuse(games.BadChoice, "R4.1")
		case f.Choices[at].Not != "":
			c := f.Choices[at]
			return &games.Refusal{Code: c.Not, Rule: notRules[c.Not], Seat: games.Nobody, N: c.N, What: c.What}
		}
	}
	if len(ids) < f.Min || len(ids) > f.Max {
		return games.Refuse(games.BadChoice, "R4.1")
	}
	return nil
}

// notRules are the rules behind choices that cannot be picked.
var notRules = map[games.Code]string{StockEmpty: "R4.6", CannotPass: "R4.5", NothingThere: "R9.1", HelpOff: "R9.9"}

func (s *state) field(kind string, seat games.Seat, sofar games.Answer) (games.Field, bool) {
	switch {
	case kind == PromptOrder:
		f := games.Field{Kind: FieldOrder, Min: 1, Max: 1, Choices: []games.Choice{choice(OrderSuit, 0, ""), choice(OrderRank, 0, "")}}
		return f, len(sofar) == 0
	case len(sofar) == 0:
		return s.fieldAction(), true
	case sofar[0] == Play && len(sofar) == 1:
		return games.Field{Kind: FieldTable, Editor: newEditor(s, seat)}, true
	}
	return games.Field{}, false
}

// fieldAction asks for one of the three (R4.1). Whether there is a play is not told.
func (s *state) fieldAction() games.Field {
	draw, pass := choice(Draw, 0, ""), choice(Pass, int(s.Stock.n), "")
	if s.Stock.n == 0 {
		draw.Not = StockEmpty
	} else {
		pass.Not = CannotPass
	}
	return games.Field{Kind: FieldAction, Public: true, Min: 1, Max: 1, Choices: []games.Choice{choice(Play, 0, ""), draw, pass}}
}

// choice is a choice that is its own term.
func choice(id string, n int, not games.Code) games.Choice {
	return games.Choice{ID: id, Seat: games.Nobody, What: id, N: n, Not: not}
}
