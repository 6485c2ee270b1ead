package present

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"kumpas/games"
	"kumpas/games/machiavelli"
)

// Standing is the table, and everybody with the number of his cards; at the end the hands with what they count.
func (Machiavelli) Standing(scene *Scene) string {
	s := tableauOf(scene)
	var lines []string
	if s.v.Outcome == nil {
		lines = append(s.table(), "")
	}
	for seat := range s.v.Seats {
		lines = append(lines, s.atSeat(games.Seat(seat)))
	}
	return strings.Join(lines, "\n")
}

// numberedMeld is a meld with its number and marks.
type numberedMeld struct {
	mark string // after the number
	text string
	kind string // the suit of a run, "" of a set
}

// kindOf is the suit of a run, "" of what is none.
func kindOf(cards []string) string {
	suit, _ := common(cards)
	return suit
}

func (s tableau) table() []string {
	if len(s.v.Table) == 0 {
		return []string{"_" + s.Words.Say(s.key("board", "empty")) + "_"}
	}
	melds := make([]numberedMeld, len(s.v.Table))
	fresh, played := false, false
	for i, m := range s.v.Table {
		melds[i].kind = kindOf(m.Cards)
		if melds[i].text = meldText(m.Cards, m.Played); m.New {
			melds[i].mark, fresh = "✨", true
		}
		played = played || len(m.Played) > 0
	}
	lines := meldLines(melds)
	if fresh {
		legend := "✨ " + s.Words.Say(s.key("board", "fresh"))
		if played {
			legend += " · **+** " + s.Words.Say(s.key("board", "played"))
		}
		lines = append(lines, "-# "+legend)
	}
	return lines
}

// Few melds have a line each; of many those of a kind that are short share one, as wide as a phone allows.
const (
	fewMelds  = 10
	lineWidth = 32
)

// signs stands for what is as wide as two characters, and for what is not seen.
var signs = strings.NewReplacer("*", "", "♠", "__", "♥", "__", "♦", "__", "♣", "__", jokerSign, "__", "✨", "__", "⚠️", "__")

// meldLines lays melds out, numbered from 1. Those without text are left out.
func meldLines(melds []numberedMeld) []string {
	var lines []string
	width, kind := 0, ""
	for i, m := range melds {
		if m.text == "" {
			continue
		}
		item := fmt.Sprintf("`%d`%s %s", i+1, m.mark, m.text)
		wide := utf8.RuneCountInString(signs.Replace(item))
		if len(melds) > fewMelds && len(lines) > 0 && kind == m.kind && width+3+wide <= lineWidth {
			lines[len(lines)-1] += " \u2002 " + item
			width += 3 + wide
			continue
		}
		lines = append(lines, item)
		width, kind = wide, m.kind
	}
	return lines
}

// atSeat is the line of a seat.
func (s tableau) atSeat(n games.Seat) string {
	v := &s.v
	seat := v.Seats[n]
	mark := "▫️"
	var tags []string
	tag := func(key string, args ...any) { tags = append(tags, s.Words.Say(s.key("seat", key), args...)) }
	tag("cards", "N", seat.Cards)
	switch {
	case v.Outcome != nil && v.Outcome.Winners.Has(n):
		mark = "🏆"
	case seat.Left:
		mark = "🚪"
		tag("left")
	case v.Outcome == nil && n == v.Active:
		mark = "▶️"
	case v.Outcome == nil && v.Passed.Has(n):
		tag("passed")
	}
	if v.Outcome == nil && v.Rules.Opening > 0 && !seat.Left {
		if seat.Opened {
			tag("opened")
		} else {
			tag("closed", "N", v.Rules.Opening)
		}
	}
	if v.Outcome == nil && seat.Cards == 1 && !seat.Left {
		tag("last")
	}
	line := mark + " " + s.name(n) + " · " + strings.Join(tags, " · ")
	if v.Outcome != nil && len(seat.Hand) > 0 {
		line += "\n-# " + s.Words.Say(s.key("seat", "points"), "N", seat.Points) + ": " + strings.ReplaceAll(handText(seat.Hand, machiavelli.OrderSuit), "\n", "  ")
	}
	return line
}

// Record is the last turn in full, and the rules of this table.
func (Machiavelli) Record(scene *Scene) string {
	s := tableauOf(scene)
	lines := []string{"**" + s.Words.Say(s.key("record", "title")) + "**"}
	if l := s.v.Last; l == nil {
		lines = append(lines, s.Words.Say(s.key("record", "none")))
	} else {
		lines = append(lines, s.lastTurn(l)...)
	}
	lines = append(lines, "", "**"+s.Words.Say(s.key("record", "rules"))+"**", s.Words.Say(s.key("record", "help", s.v.Rules.Assist)))
	if s.v.Rules.SwapOnly {
		lines = append(lines, s.Words.Say(s.key("record", "swap")))
	}
	if n := s.v.Rules.Opening; n > 0 {
		lines = append(lines, s.Words.Say(s.key("record", "opening"), "N", n))
	}
	if n := s.v.Rules.Penalty; n > 0 {
		lines = append(lines, s.Words.Say(s.key("record", "penalty"), "N", n))
	}
	return strings.Join(lines, "\n")
}

func (s tableau) lastTurn(l *machiavelli.LastView) []string {
	what := l.What
	if what == "" {
		what = "left"
	}
	lines := []string{s.Words.Say(s.key("record", what), "Name", s.name(l.Seat), "N", max(l.Drawn, len(l.Cards)), "Items", cardsText(l.Cards))}
	if l.What != machiavelli.Play {
		return lines
	}
	for _, m := range l.Broken {
		lines = append(lines, "- ~~"+meldText(m, nil)+"~~")
	}
	for i, m := range s.v.Table {
		if m.New {
			lines = append(lines, fmt.Sprintf("- `%d`✨ %s", i+1, meldText(m.Cards, m.Played)))
		}
	}
	return lines
}

// Summary counts for everybody how often he played, how many cards, and the greatest play.
func (Machiavelli) Summary(scene *Scene, all []games.Event) []string {
	s := tableauOf(scene)
	type sum struct{ plays, cards, draws, most, turn int }
	sums := make([]sum, len(s.v.Seats))
	turn := 0
	for _, e := range all {
		if e.Kind == machiavelli.EvTurn {
			turn = e.N
		}
		if e.Seat < 0 || int(e.Seat) >= len(sums) {
			continue
		}
		one := &sums[e.Seat]
		switch e.Kind {
		case machiavelli.EvPlayed:
			one.plays++
			one.cards += len(e.Items)
			if len(e.Items) > one.most {
				one.most, one.turn = len(e.Items), turn
			}
		case machiavelli.EvDrew:
			one.draws += e.N
		}
	}
	var lines []string
	for seat, one := range sums {
		line := s.Words.Say(s.key("summary", "seat"), "Name", s.name(games.Seat(seat)), "Plays", one.plays, "Cards", one.cards, "Draws", one.draws)
		if one.most > 1 {
			line += " · " + s.Words.Say(s.key("summary", "most"), "N", one.most, "Turn", one.turn)
		}
		lines = append(lines, "- "+line)
	}
	lines = append(lines, "", "**"+s.Words.Say(s.key("summary", "table"))+"**")
	return slices.Concat(lines, s.plain())
}

// plain is the table without the marks of the last turn.
func (s tableau) plain() []string {
	if len(s.v.Table) == 0 {
		return []string{"_" + s.Words.Say(s.key("board", "empty")) + "_"}
	}
	melds := make([]numberedMeld, len(s.v.Table))
	for i, m := range s.v.Table {
		melds[i] = numberedMeld{text: meldText(m.Cards, nil), kind: kindOf(m.Cards)}
	}
	return meldLines(melds)
}
