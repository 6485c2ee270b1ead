package present

import (
	"slices"

	"kumpas/games"
	"kumpas/games/machiavelli"
)

// words say the draft: the table as it would be, what the bot was asked, and what is wrong or what to do next.
func (w workshop) words() []string {
	lines := w.table()
	if len(w.d.Loose) > 0 {
		lines = append(lines, "📌 "+w.Words.Say(w.key("draft", "loose"), "Items", cardsText(w.d.Loose)))
	}
	lines = append(lines, "")
	if w.d.Asked != nil {
		lines = append(lines, w.answered(w.d.Asked))
	}
	if picked := w.picked(); picked != "" && !w.d.Changed {
		return append(lines, picked)
	} else if picked != "" {
		return append(append(lines, w.verdict()...), picked)
	}
	return append(lines, w.verdict()...)
}

// table is the table in the making.
func (w workshop) table() []string {
	melds := make([]numberedMeld, len(w.d.Melds))
	any := false
	for i, m := range w.d.Melds {
		if len(m.Cards) == 0 {
			continue
		}
		any = true
		melds[i] = numberedMeld{text: meldText(m.Cards, m.Played), kind: kindOf(m.Cards)}
		switch {
		case m.Wrong != "":
			melds[i].mark = "⚠️"
		case m.Changed:
			melds[i].mark = "✨"
		}
		if m.Stated {
			melds[i].text += " (🃏 " + cardText(m.Reading) + ")"
		}
	}
	if !any {
		return []string{"_" + w.Words.Say(w.key("board", "empty")) + "_"}
	}
	return meldLines(melds)
}

// shownWrongs is how many of the things that are wrong are said.
const shownWrongs = 4

// verdict says whether the draft can be confirmed, and what is wrong with it. One that has not been begun is told how to begin.
func (w workshop) verdict() []string {
	switch {
	case w.d.GaveUp:
		return []string{w.Words.Say(w.key("draft", "gave_up"))}
	case !w.d.Changed && len(w.d.Loose) == 0:
		return []string{"👉 " + w.Words.Say(w.key("draft", "begin", w.v.Rules.Assist))}
	case len(w.d.Wrong) == 0:
		return []string{"✅ **" + w.Words.Say(w.key("draft", "good"), "N", len(w.d.Used), "Items", cardsText(w.d.Used)) + "**"}
	}
	var lines []string
	for i, r := range w.d.Wrong {
		if i == shownWrongs {
			lines = append(lines, "-# "+w.Words.Say(w.key("draft", "more"), "N", len(w.d.Wrong)-i))
			break
		}
		lines = append(lines, "⚠️ "+Refusal(w.Words, w.Game, w.Seats, &r))
	}
	return lines
}

// answered is what the bot found.
func (w workshop) answered(a *machiavelli.AskedView) string {
	key := w.key("asked", a.What, a.Verdict)
	proved := 0
	if a.Proved {
		proved = 1
	}
	return "🤖 " + w.Words.Say(key, "Items", cardsText(a.Cards), "N", proved)
}

// picked says what is picked and asks where it goes.
func (w workshop) picked() string {
	op := w.p.Bench.Op
	switch {
	case len(op) > 1 && op[0] == machiavelli.OpPut:
		return "🎴 " + w.Words.Say(w.key("draft", "put"), "Items", cardsText(cardIDs(op[1])))
	case len(op) > 2 && op[0] == machiavelli.OpMove:
		return "🎴 " + w.Words.Say(w.key("draft", "move"), "Items", cardsText(cardIDs(op[2])))
	case len(op) > 1 && op[0] == machiavelli.OpMove:
		return "👆 " + w.Words.Say(w.key("draft", "meld"), "What", w.source(op[1]))
	case len(op) > 1 && op[0] == machiavelli.OpReading:
		return "🃏 " + w.Words.Say(w.key("draft", "reading"), "What", w.source(op[1]))
	}
	return ""
}

// source is the meld that is picked, or the loose cards.
func (w workshop) source(id string) string {
	for _, c := range slices.Concat(w.field(machiavelli.OpMove).Choices, w.field(machiavelli.OpReading).Choices) {
		if c.ID != id {
			continue
		}
		if said := (Machiavelli{}).Label(w.Scene, w.p, machiavelli.FieldFrom, c); said != "" {
			return said
		}
		return w.term(c.What)
	}
	return ""
}

// cardIDs are the cards of an element of an operation: "s5+h10_2".
func cardIDs(element string) []string {
	var out []string
	for _, id := range games.Split(element) {
		out = append(out, cardOfID(id))
	}
	return out
}

// cardOfID is the code of the card behind a choice's id: "s5_2" is "S5".
func cardOfID(id string) string {
	code := []byte(id)
	for i, b := range code {
		if b == '_' {
			return string(code[:i])
		}
		if b >= 'a' && b <= 'z' {
			code[i] = b - 'a' + 'A'
		}
	}
	return string(code)
}
