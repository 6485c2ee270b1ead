package present

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"kumpas/games"
	"kumpas/games/noir"
)

// scoreName is how much of a name the table of scores has room for: a phone shows some 27 characters.
const scoreName = 9

// scores is the end: a table of points with what they are made of, and what everybody held.
func (s noirs) scores() string {
	v := &s.v
	var columns []string
	for _, c := range []string{"trophies", "gangsters", "businesses", "purse", "total"} {
		columns = append(columns, s.Words.Say(s.key("score", c)))
	}
	row := func(name string, numbers ...int) string {
		line := cell(name, scoreName)
		for i, n := range numbers {
			line += fmt.Sprintf(" %*d", utf8.RuneCountInString(columns[i]), n)
		}
		return line
	}
	lines := []string{"```", cell("", scoreName) + " " + strings.Join(columns, " ")}
	order := make([]int, len(v.Seats))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return v.Seats[b].Score.Total - v.Seats[a].Score.Total })
	for _, i := range order {
		seat := &v.Seats[i]
		name := tableName(s.Seats[i].Name)
		if seat.Alive {
			c := seat.Score
			lines = append(lines, row(name, c.Trophies, c.Gangsters, c.Businesses, c.Purse, c.Total))
		} else {
			lines = append(lines, cell(name, scoreName)+" "+s.Words.Say(s.key("score", "out")))
		}
	}
	lines = append(lines, "```", "-# "+s.Words.Say(s.key("score", "legend")))
	if v.Outcome.Points == nil {
		lines = append(lines, "-# "+s.Words.Say(s.key("score", "not_counted")))
	}
	for _, i := range order {
		seat := &v.Seats[i]
		mark := "▫️"
		switch {
		case v.Outcome.Winners.Has(games.Seat(i)):
			mark = "🏆"
		case !seat.Alive:
			mark = "💀"
		}
		line := mark + " " + s.name(games.Seat(i))
		if seat.Team > 0 {
			line += " · " + s.Words.Say(s.key("seat", "team"), "N", seat.Team)
		}
		if seat.Alive {
			line += " · 🎴 " + s.held(seat.Hand)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// held says the cards that were left in a hand.
func (s noirs) held(hand []string) string {
	if len(hand) == 0 {
		return "–"
	}
	return s.counted(hand)
}

// tableName is a name that can stand in a block of code.
func tableName(name string) string {
	return strings.ReplaceAll(plain(name), "`", "'")
}

// cell is a text cut or filled to a width.
func cell(text string, width int) string {
	text = clip(text, width)
	return text + strings.Repeat(" ", width-utf8.RuneCountInString(text))
}

// noirTales are the events that the summary counts for each seat, in this order.
var noirTales = []string{noir.EvTrophy, noir.EvDestroyed, noir.EvKilled, noir.EvPolice, noir.EvBribe, noir.EvDriveBy, noir.EvTurncoat, noir.EvPoker}

// Summary counts for each player what he destroyed, stole, lost and played.
func (Noir) Summary(scene *Scene, all []games.Event) []string {
	s := noirScene(scene)
	counts := make([]map[string]int, len(s.Seats))
	for i := range counts {
		counts[i] = map[string]int{}
	}
	var teams []string
	for _, e := range all {
		kind, n := e.Kind, 1
		switch kind {
		case noir.EvKilled:
			n = e.N
		case noir.EvDestroyed:
			counts[e.Seat]["stolen"] += e.N
		case noir.EvRaid:
			kind = noir.EvPolice
		case noir.EvTeamScore:
			teams = append(teams, "- "+s.Words.Say(s.key("event", noir.EvTeamScore), "What", e.What, "N", e.N, "Items", s.plainly(e.Items)))
		}
		if e.Seat >= 0 && int(e.Seat) < len(counts) {
			counts[e.Seat][kind] += n
		}
	}
	lines := teams
	for i, c := range counts {
		var tales []string
		for _, kind := range noirTales {
			if c[kind] > 0 {
				tales = append(tales, s.Words.Say(s.key("summary", kind), "N", c[kind], "Stolen", c["stolen"]))
			}
		}
		if len(tales) > 0 {
			lines = append(lines, "- "+s.name(games.Seat(i))+": "+strings.Join(tales, " · "))
		}
	}
	return lines
}
