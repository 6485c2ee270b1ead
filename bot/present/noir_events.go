package present

import (
	"strconv"
	"strings"

	"kumpas/games"
	"kumpas/games/noir"
)

// noirSilent are the kinds of events that the board or the panel shows otherwise.
var noirSilent = map[string]bool{noir.EvTurn: true, noir.EvHand: true, noir.EvScore: true, noir.EvTeamScore: true, noir.EvOver: true}

// Event handles what has no sentence, and what lists pairs, numbers or dice.
func (Noir) Event(scene *Scene, e games.Event) (string, bool) {
	s := noirScene(scene)
	if noirSilent[e.Kind] {
		return "", true
	}
	items, ok := noirItems[e.Kind]
	if !ok {
		return "", false
	}
	return s.Words.Say(s.key("event", e.Kind), "Name", s.name(e.Seat), "Other", s.name(e.Other), "N", e.N, "What", s.term(e.What), "Items", items(s, e.Items)), true
}

// noirItems say the items of those events where they are no plain list of terms.
var noirItems = map[string]func(noirs, []string) string{
	noir.EvTeams:     noirs.teams,
	noir.EvMoved:     noirs.moves,
	noir.EvOpened:    noirs.moves,
	noir.EvDrew:      noirs.price,
	noir.EvBattle:    noirs.sum,
	noir.EvShot:      noirs.plainly,
	noir.EvRolled:    noirs.dice,
	noir.EvJoined:    noirs.joined,
	noir.EvAttack:    noirs.counted,
	noir.EvKilled:    noirs.counted,
	noir.EvDismissed: noirs.counted,
	noir.EvDiscarded: noirs.counted,
	noir.EvOut:       noirs.counted,
	noir.EvDrawn:     noirs.counted,
}

// price is a number that is not said if it is nothing.
func (s noirs) price(items []string) string {
	return strings.TrimPrefix(s.plainly(items), "0")
}

func (s noirs) plainly(items []string) string { return strings.Join(items, ", ") }

func (s noirs) sum(items []string) string { return strings.Join(items, " + ") }

// dice is "⚄ ⚂".
func (s noirs) dice(items []string) string {
	var out []string
	for _, d := range items {
		if len(d) == 1 && d[0] >= '1' && d[0] <= '6' {
			out = append(out, string('⚀'+rune(d[0]-'1'))+d)
		}
	}
	return strings.Join(out, " ")
}

// counted says cards with how many there are of each.
func (s noirs) counted(cards []string) string {
	counts := map[string]int{}
	var order []string
	for _, c := range cards {
		if counts[c]++; counts[c] == 1 {
			order = append(order, c)
		}
	}
	for i, c := range order {
		order[i] = times(s.term(c), counts[c])
	}
	return s.Words.List(order)
}

// times is "Police ×2".
func times(what string, n int) string {
	if n > 1 {
		return what + " ×" + strconv.Itoa(n)
	}
	return what
}

// moves says pairs of a card and its place; a business has none.
func (s noirs) moves(items []string) string {
	var out []string
	for i := 0; i+1 < len(items); i += 2 {
		what := s.marked(items[i])
		if items[i+1] != "" {
			what = s.Words.Say(s.key("board", "move"), "What", s.term(items[i]), "Place", s.term(items[i+1]))
		}
		out = append(out, what)
	}
	return strings.Join(out, ", ")
}

// teams lists who plays with whom.
func (s noirs) teams(items []string) string {
	names := map[string][]string{}
	var order []string
	for seat, team := range items {
		if len(names[team]) == 0 {
			order = append(order, team)
		}
		names[team] = append(names[team], s.name(games.Seat(seat)))
	}
	for i, team := range order {
		order[i] = s.Words.Say(s.key("board", "team"), "N", team, "Items", s.Words.List(names[team]))
	}
	return strings.Join(order, " · ")
}

// joined says who joins a Poker Night and who stays out.
func (s noirs) joined(items []string) string {
	var out []string
	for seat, said := range items {
		if said != "" {
			out = append(out, s.name(games.Seat(seat))+": "+s.term(said))
		}
	}
	return strings.Join(out, ", ")
}
