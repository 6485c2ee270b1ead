package present

import (
	"fmt"
	"slices"
	"strings"

	"kumpas/games"
	"kumpas/games/entrika"
)

// How Entrika tells what has happened.

// entrikaSilent are the kinds of events that the board shows otherwise, or that another event tells.
var entrikaSilent = map[string]bool{
	entrika.EvHand: true, entrika.EvAnswersShown: true, entrika.EvOver: true,
	entrika.EvStruck: true, // the loss says what it came from
	entrika.EvEstate: true, // who is out leaves it
}

// Event handles what has no sentence and what lists sides.
func (Entrika) Event(s *Scene, e games.Event) (string, bool) {
	switch {
	case entrikaSilent[e.Kind]:
		return "", true
	case e.Kind == entrika.EvTurn && e.Why == "", e.Kind == entrika.EvTruth && e.Why == entrika.WhyTrue:
		return "", true
	case e.Kind == entrika.EvConverted && e.Seat == e.Other:
		e.Other = games.Nobody
		return s.plainSentence(e), true
	case e.Kind == entrika.EvSides:
		var sides []string
		for i, side := range e.Items {
			if side != "" {
				sides = append(sides, s.name(games.Seat(i))+" "+entrikaSides[side])
			}
		}
		return s.Words.Say(s.key("event", e.Kind), "Name", s.name(e.Seat), "Items", strings.Join(sides, " · ")), true
	}
	return "", false
}

// Terse tells an action that nobody stopped and the gold that it brought at once, a conversion by its effect alone, and leaves to a
// board what it says of itself: the stakes, and the sides.
func (Entrika) Terse(s *Scene, events []games.Event, asked bool) []games.Event {
	var out []games.Event
	at, untouched := -1, false // where the action or the block of the turn stands, and whether nothing has come of it yet
	for _, e := range events {
		switch e.Kind {
		case entrika.EvAction, entrika.EvBlock:
			at, untouched = len(out), e.Kind == entrika.EvAction
		case entrika.EvGold, entrika.EvConverted:
			if untouched {
				e.Items, e.Why, untouched = out[at].Items, out[at].Why, false
				out[at] = e
				continue
			}
		case entrika.EvChallenge:
			untouched = false
		case entrika.EvTurn:
			at, untouched = -1, false
		case entrika.EvSides:
			if asked {
				continue
			}
		}
		out = append(out, e)
	}
	if v := entrikaView(s); asked && at >= 0 && out[at].Why == "" && v.Estate == nil && entrikaStakes(s, v) != "" {
		out = slices.Delete(out, at, at+1)
	}
	return out
}

// Record is what everybody has claimed, and which claims were proved or caught.
func (Entrika) Record(s *Scene) string {
	v := entrikaView(s)
	var lines []string
	for i, seat := range v.Seats {
		var claims []string
		for _, c := range seat.Claims {
			claim := fmt.Sprintf("%s ×%d", s.claim(c.What), c.Made)
			if c.Proved > 0 {
				claim += fmt.Sprintf(" ✅%d", c.Proved)
			}
			if c.Caught > 0 {
				claim += fmt.Sprintf(" ❌%d", c.Caught)
			}
			claims = append(claims, claim)
		}
		if len(claims) == 0 {
			claims = []string{s.Words.Say(s.key("record", "none"))}
		}
		lines = append(lines, s.name(games.Seat(i))+": "+strings.Join(claims, " · "))
	}
	return strings.Join(append(lines, "-# "+s.Words.Say(s.key("record", "legend"))), "\n")
}

// Summary counts for each seat its claims, its bluffs and whom it caught.
func (Entrika) Summary(s *Scene, all []games.Event) []string {
	type count struct{ claims, bluffs, caught, catches int }
	counts := make([]count, len(s.Seats))
	for _, e := range all {
		switch e.Kind {
		case entrika.EvTruth:
			counts[e.Seat].claims++
			if e.Why == entrika.WhyBluff {
				counts[e.Seat].bluffs++
			}
		case entrika.EvConceded:
			counts[e.Seat].caught++
			counts[e.Other].catches++
		}
	}
	var lines []string
	for i, c := range counts {
		lines = append(lines, "- "+s.Words.Say(s.key("summary", "seat"), "Name", s.name(games.Seat(i)),
			"Claims", c.claims, "Bluffs", c.bluffs, "Caught", c.caught, "Catches", c.catches))
	}
	return lines
}
