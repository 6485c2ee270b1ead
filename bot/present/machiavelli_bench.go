package present

import (
	"slices"
	"strconv"
	"strings"

	"kumpas/bot/discord"
	"kumpas/games"
	"kumpas/games/machiavelli"
)

// workshop is the bench of a player: his draft, with what he has picked.
type workshop struct {
	tableau
	p Prompt
	d machiavelli.DraftView
}

func (s tableau) workshop(p Prompt) workshop {
	d, _ := p.Bench.Editor.View().(machiavelli.DraftView)
	return workshop{s, p, d}
}

// Hand is the viewer's hand; on his turn what the draft has left of it.
func (Machiavelli) Hand(scene *Scene) string {
	s := tableauOf(scene)
	if s.Viewer == games.Nobody || int(s.Viewer) >= len(s.v.Seats) {
		return s.Words.Say("table.watching")
	}
	hand := s.v.Hand
	for _, p := range s.Prompts {
		if p.Bench != nil {
			hand = s.workshop(p).d.Hand
		}
	}
	head := "**" + s.Words.Say(s.key("hand", "title"), "N", len(hand)) + "**"
	if len(hand) == 0 {
		return head
	}
	return head + "\n" + handText(hand, s.v.Order)
}

// Bench is the table as the draft has it, what is wrong with it, and the next step: cards of the hand, or a meld of the
// table, and then where they go.
func (Machiavelli) Bench(scene *Scene, p Prompt) []discord.Component {
	w := tableauOf(scene).workshop(p)
	parts := []discord.Component{text(strings.Join(w.words(), "\n"))}
	switch op := p.Bench.Op; {
	case len(op) > 1 && op[0] == machiavelli.OpPut:
		parts = append(parts, w.placing()...)
	case len(op) > 1 && op[0] == machiavelli.OpMove:
		parts = append(parts, w.taking()...)
	case len(op) > 1 && op[0] == machiavelli.OpReading:
		parts = append(parts, w.Asked(p)...)
		parts = append(parts, rows([]discord.Component{w.fresh()})...)
	default:
		parts = append(parts, w.choosing()...)
	}
	return append(parts, w.foot()...)
}

// field asks the editor, no matter what is picked.
func (w workshop) field(op ...string) games.Field {
	f, ok, err := w.p.Bench.Editor.Ask(op)
	if err != nil || !ok {
		return games.Field{}
	}
	return f
}

// can reports whether an operation has something to work on and is allowed at this table.
func (w workshop) can(op string) bool {
	return slices.ContainsFunc(w.field().Choices, func(c games.Choice) bool { return c.ID == op && c.Not == "" })
}

// choosing is the bench with nothing picked.
func (w workshop) choosing() []discord.Component {
	var parts []discord.Component
	if w.can(machiavelli.OpPut) {
		parts = append(parts, w.Picks(w.p, 1, w.field(machiavelli.OpPut), machiavelli.OpPut)...)
	}
	if w.can(machiavelli.OpMove) {
		parts = append(parts, w.Menus(w.p, w.field(machiavelli.OpMove), 0, machiavelli.OpMove)...)
	}
	if w.d.Changed && w.can(machiavelli.OpReading) {
		parts = append(parts, w.Menus(w.p, w.field(machiavelli.OpReading), 0, machiavelli.OpReading)...)
	}
	if w.can(machiavelli.OpHint) {
		f := w.field(machiavelli.OpHint)
		var row []discord.Component
		for _, c := range f.Choices {
			row = append(row, w.EditButton(w.p, f.Kind, c, 0, machiavelli.OpHint, c.ID))
		}
		parts = append(parts, rows(row)...)
	}
	return parts
}

// placing is the bench with cards of the hand picked: they go into a new meld or into one that lies there, or the bot finds
// where they go.
func (w workshop) placing() []discord.Component {
	parts := w.Picks(w.p, 1, w.field(machiavelli.OpPut), machiavelli.OpPut)
	to := w.field(w.p.Bench.Op...)
	var row []discord.Component
	if w.can(machiavelli.OpArrange) {
		c := games.Choice{ID: machiavelli.OpArrange, Seat: games.Nobody, What: machiavelli.OpArrange}
		row = append(row, w.EditButton(w.p, machiavelli.FieldOp, c, 0, machiavelli.OpArrange, Same(1)))
	}
	row = append(row, w.places(to)...)
	parts = append(parts, rows(append(row, w.fresh()))...)
	return append(parts, w.Menus(w.p, melds(to), 2)...)
}

// taking is the bench with a meld picked, or the loose cards: it can be split or put to another one, or some of its cards go
// elsewhere.
func (w workshop) taking() []discord.Component {
	op := w.p.Bench.Op
	parts := w.Picks(w.p, 2, w.field(op[:2]...))
	if len(op) > 2 {
		to := w.field(op...)
		parts = append(parts, rows(append(w.places(to), w.fresh()))...)
		return append(parts, w.Menus(w.p, melds(to), 3)...)
	}
	for _, whole := range []string{machiavelli.OpSplit, machiavelli.OpMerge} {
		if f := w.field(whole, op[1]); len(f.Choices) > 0 {
			parts = append(parts, w.Menus(w.p, f, 0, whole, op[1])...)
		}
	}
	return append(parts, rows([]discord.Component{w.fresh()})...)
}

// places are the buttons for where cards can go but melds.
func (w workshop) places(to games.Field) []discord.Component {
	var row []discord.Component
	for _, c := range to.Choices {
		if c.What != machiavelli.TermMeld {
			row = append(row, w.EditButton(w.p, to.Kind, c, len(w.p.Bench.Op), c.ID))
		}
	}
	return row
}

// melds is a field without what is no meld.
func melds(f games.Field) games.Field {
	f.Choices = slices.DeleteFunc(slices.Clone(f.Choices), func(c games.Choice) bool { return c.What != machiavelli.TermMeld })
	return f
}

// fresh drops what is picked.
func (w workshop) fresh() discord.Component {
	return button(discord.Secondary, "❌", w.Words.Say(w.key("button", "drop_pick")), w.Edit(w.p, 0))
}

// foot is the last row: confirm, undo, begin anew, write; draw as long as nothing is drafted that would be lost.
func (w workshop) foot() []discord.Component {
	row := []discord.Component{w.Submit(w.p)}
	for _, op := range []string{machiavelli.OpUndo, machiavelli.OpReset} {
		if w.can(op) {
			row = append(row, w.EditButton(w.p, machiavelli.FieldOp, games.Choice{ID: op, Seat: games.Nobody, What: op}, 0, op))
		}
	}
	row = append(row, w.WriteButton(w.p))
	if !w.d.Changed && !w.d.GaveUp {
		what := machiavelli.Draw
		if w.v.Stock == 0 {
			what = machiavelli.Pass
		}
		look := machiavelliLooks[what]
		row = append(row, button(look.Style, look.Emoji, w.term(what), ID(VerbReply, w.Table, promptArg(w.p.ID), what)))
	}
	return rows(row)
}

// Label says what lies in a meld, and what the parts of a split would be.
func (Machiavelli) Label(scene *Scene, p Prompt, field string, c games.Choice) string {
	w := tableauOf(scene).workshop(p)
	n := c.N - 1
	switch {
	case c.What == machiavelli.TermMeld && n >= 0 && n < len(w.d.Melds):
		return strconv.Itoa(c.N) + ": " + meldText(w.d.Melds[n].Cards, nil)
	case field == machiavelli.FieldAfter && len(p.Bench.Op) > 1:
		i, err := strconv.Atoi(strings.TrimPrefix(p.Bench.Op[1], "m"))
		if err != nil || i < 0 || i >= len(w.d.Melds) || c.N >= len(w.d.Melds[i].Cards) {
			return ""
		}
		cards := w.d.Melds[i].Cards
		return meldText(cards[:c.N], nil) + " | " + meldText(cards[c.N:], nil)
	}
	return ""
}
