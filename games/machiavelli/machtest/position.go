// Package machtest lays out positions of Machiavelli for the tests of those who show and play it.
package machtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"kumpas/games"
	"kumpas/games/machiavelli"
)

// Position is a table with the hands around it. People sit in the order in which they joined, and the first
// one is on turn; all cards that are not named are in the stock.
type Position struct {
	Hands   []string // by seat, "S5 H10 JK"
	Table   string   // the melds in the table's order, with the readings of jokers: "S4 S5 S6|H7 JK=D7 C7"
	Options games.Options
	// Edit changes the stored state further.
	Edit func(state map[string]any)
}

// Lay lays a position out. Errors: a position that cannot be.
func Lay(p Position) (games.State, error) {
	s, _, err := machiavelli.Game.New(games.Setup{Players: len(p.Hands), Options: p.Options, Winner: -1})
	if err != nil {
		return nil, err
	}
	version, body, _ := bytes.Cut(s.Encode(), []byte{' '})
	var fields map[string]any
	if err := json.Unmarshal(body, &fields); err != nil {
		return nil, err
	}
	hands := fields["Hands"].([]any)
	stock := strings.Fields(fields["Stock"].(string))
	for i := range hands {
		stock = append(stock, strings.Fields(hands[i].(string))...)
		if hands[i] = ""; i < len(p.Hands) {
			hands[i] = p.Hands[i]
		}
	}
	for _, c := range slices.Concat(strings.Fields(strings.Join(p.Hands, " ")), strings.Fields(strings.ReplaceAll(p.Table, "|", " "))) {
		c, _, _ = strings.Cut(c, "=")
		at := slices.Index(stock, c)
		if at < 0 {
			return nil, fmt.Errorf("machtest: there is no further %s", c)
		}
		stock = slices.Delete(stock, at, at+1)
	}
	fields["Stock"], fields["Table"], fields["Active"] = strings.Join(stock, " "), p.Table, 0
	for i := range p.Hands {
		fields["Players"].([]any)[i] = i
	}
	if p.Edit != nil {
		p.Edit(fields)
	}
	if body, err = json.Marshal(fields); err != nil {
		return nil, err
	}
	return machiavelli.Game.Decode(append(append(version, ' '), body...))
}

// Game is Machiavelli, but every game begins with the position, whatever the seed.
type Game struct {
	games.Game
	Position
}

// Dealt is the game that begins with a position.
func Dealt(p Position) Game { return Game{machiavelli.Game, p} }

// New begins with the position.
func (g Game) New(games.Setup) (games.State, []games.Event, error) {
	s, err := Lay(g.Position)
	return s, nil, err
}

// Full is the largest table, 36 melds, without the first ones.
func Full(without int) string {
	var melds []string
	for _, suit := range "SHDC" {
		for _, run := range []string{"A 2 3", "4 5 6", "7 8 9", "10 J Q"} {
			var cards []string
			for _, rank := range strings.Fields(run) {
				cards = append(cards, string(suit)+rank)
			}
			melds = append(melds, strings.Join(cards, " "), strings.Join(cards, " "))
		}
	}
	melds = append(melds, "JK=SK DK CK", "JK=SK DK CK", "SK HK JK=DK", "SK HK JK=DK")
	return strings.Join(melds[without:], "|")
}
