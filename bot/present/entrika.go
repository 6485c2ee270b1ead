package present

import (
	"fmt"
	"strconv"
	"strings"

	"kumpas/bot/discord"
	"kumpas/games"
	"kumpas/games/entrika"
)

// Entrika draws Entrika and Entrika Plus.
type Entrika struct{}

var _ Game = Entrika{}

// Prefix is the section of the words.
func (Entrika) Prefix() string { return "entrika" }

// Mark is a mask: everybody claims.
func (Entrika) Mark() string { return "🎭" }

// Accent is a dark gold.
func (Entrika) Accent() int { return 0xC9A227 }

// card gives each character its emoji.
var entrikaCards = map[string]string{
	entrika.IsAdami: "💼", entrika.Subay: "🎖️", entrika.Burokrat: "🏛️", entrika.Politikaci: "🎤",
	entrika.Aktivist: "✊", entrika.Avukat: "⚖️", entrika.Gazeteci: "📰",
}

var entrikaSides = map[string]string{entrika.Liberal: "🔵", entrika.Ulusalci: "🔴"}

// entrikaLooks gives actions and reactions their looks: claims are blue, what costs somebody a supporter is red.
var entrikaLooks = map[string]Look{
	entrika.Income:       {Emoji: "🪙"},
	entrika.ForeignAid:   {Emoji: "🌍"},
	entrika.Coup:         {Style: discord.Danger, Emoji: "💥"},
	entrika.ConvertSelf:  {Emoji: "🔄"},
	entrika.ConvertOther: {Emoji: "🔁"},
	entrika.Embezzle:     {Style: discord.Primary, Emoji: "🧳"},
	entrika.Tax:          {Style: discord.Primary, Emoji: "💼"},
	entrika.Assassinate:  {Style: discord.Danger, Emoji: "🎖️"},
	entrika.Steal:        {Style: discord.Primary, Emoji: "🏛️"},
	entrika.Exchange:     {Style: discord.Primary, Emoji: "🎤"},
	entrika.Manipulate:   {Style: discord.Primary, Emoji: "📰"},
	entrika.Challenge:    {Style: discord.Danger, Emoji: "⚔️"},
	entrika.Block:        {Style: discord.Primary, Emoji: "🛡️"},
	entrika.Pass:         {Emoji: "👌"},
	entrika.Show:         {Style: discord.Success, Emoji: "🃏"},
	entrika.Concede:      {Style: discord.Danger, Emoji: "🏳️"},
	entrika.Kayyum:       {Style: discord.Primary, Emoji: "⚖️"},
}

// Look is how a choice looks.
func (Entrika) Look(field string, c games.Choice) Look {
	switch field {
	case entrika.FieldAction, entrika.FieldReaction, entrika.FieldProof:
		return entrikaLooks[c.ID]
	case entrika.FieldBlock:
		return Look{Style: discord.Primary, Emoji: entrikaCards[c.ID]}
	case entrika.FieldSide:
		return Look{Emoji: entrikaSides[c.ID]}
	case entrika.FieldTarget:
		return Look{Style: discord.Primary, Emoji: "🎯"}
	case entrika.FieldClaimant:
		if c.ID == entrika.Pass {
			return entrikaLooks[entrika.Pass]
		}
		return entrikaLooks[entrika.Challenge]
	}
	return Look{Emoji: entrikaCards[c.What]}
}

func entrikaView(s *Scene) *entrika.View {
	switch v := s.View.(type) {
	case *entrika.View:
		return v
	case entrika.View:
		return &v
	}
	return &entrika.View{}
}

// Head is the number of the turn.
func (Entrika) Head(s *Scene) string {
	if v := entrikaView(s); v.Turn > 0 {
		return s.Words.Say("table.turn", "N", v.Turn)
	}
	return ""
}

// Standing is a line for each seat: supporters, gold, side, and the cards that are face up.
func (Entrika) Standing(s *Scene) string {
	v := entrikaView(s)
	var lines []string
	for i, seat := range v.Seats {
		lines = append(lines, entrikaSeat(s, v, games.Seat(i), seat))
	}
	if v.Rules.Ideology { // said once: with eight players the lines have no room for the words
		lines = append(lines, "-# "+entrikaSides[entrika.Liberal]+" "+s.term(entrika.Liberal)+" · "+entrikaSides[entrika.Ulusalci]+" "+s.term(entrika.Ulusalci))
	}
	bank := s.Words.Say(s.key("board", "deck"), "N", v.Deck)
	if v.Rules.Ideology {
		bank += " · " + s.Words.Say(s.key("board", "pool"), "N", v.Pool)
	}
	return strings.Join(append(lines, "-# "+bank), "\n")
}

func entrikaSeat(s *Scene, v *entrika.View, n games.Seat, seat entrika.SeatView) string {
	name := s.name(n)
	if !seat.Alive && v.Outcome == nil {
		return "💀 ~~" + name + "~~ " + entrikaUp(s, seat.Up)
	}
	mark := "▫️"
	switch {
	case v.Outcome != nil && v.Outcome.Winners.Has(n):
		mark = "🏆"
	case !seat.Alive:
		mark = "💀"
	case v.Active == n:
		mark = "▶️"
	}
	parts := []string{mark + " " + name}
	if seat.Down > 0 && v.Outcome == nil {
		parts = append(parts, strings.Repeat("🎴", seat.Down))
	}
	if v.Outcome != nil {
		for _, c := range seat.Hand {
			parts = append(parts, entrikaCard(s, c))
		}
	}
	if seat.Alive {
		parts = append(parts, "🪙 "+strconv.Itoa(seat.Gold))
		if seat.Side != "" {
			parts = append(parts, entrikaSides[seat.Side])
		}
	}
	if len(seat.Up) > 0 {
		parts = append(parts, entrikaUp(s, seat.Up))
	}
	return strings.Join(parts, " · ")
}

func entrikaUp(s *Scene, cards []string) string {
	out := make([]string, len(cards))
	for i, c := range cards {
		out[i] = "~~" + entrikaCards[c] + " " + s.term(c) + "~~"
	}
	return strings.Join(out, " ")
}

func entrikaCard(s *Scene, c string) string { return entrikaCards[c] + " " + s.term(c) }

// Stakes says which claim or action is waiting for its answer.
func (Entrika) Stakes(s *Scene) string {
	v := entrikaView(s)
	a := v.Action
	switch {
	case v.Outcome != nil:
		return ""
	case v.Estate != nil:
		return "⚖️ " + s.Words.Say(s.key("stakes", "estate"), "Name", s.name(v.Estate.Seat), "N", v.Estate.Gold)
	case a == nil || a.Settled:
		return ""
	case a.Block != "":
		return "🛡️ " + s.Words.Say(s.key("stakes", "block"), "Name", s.name(a.Blocker), "Other", s.name(a.Seat), "What", s.term(a.What), "Card", entrikaCard(s, a.Block))
	case a.Target != games.Nobody:
		return entrikaLooks[a.What].Emoji + " " + s.Words.Say(s.key("stakes", "target"), "Name", s.name(a.Seat), "Other", s.name(a.Target), "What", s.term(a.What), "Card", s.claim(a.Claim))
	default:
		return entrikaLooks[a.What].Emoji + " " + s.Words.Say(s.key("stakes", "action"), "Name", s.name(a.Seat), "What", s.term(a.What), "Card", s.claim(a.Claim))
	}
}

// claim says what is claimed; "" for an action that claims nothing.
func (s *Scene) claim(code string) string {
	if code == "" {
		return ""
	}
	return strings.TrimSpace(entrikaCards[code] + " " + s.term(code))
}

// Hand is the viewer's supporters, what he is choosing from, and what he knows of others.
func (Entrika) Hand(s *Scene) string {
	v := entrikaView(s)
	if s.Viewer == games.Nobody || int(s.Viewer) >= len(v.Seats) {
		return s.Words.Say("table.watching")
	}
	me := v.Seats[s.Viewer]
	var lines []string
	for _, c := range v.Hand {
		lines = append(lines, "## "+entrikaCard(s, c), "-# "+s.Words.Say(s.key("card", c)))
	}
	if len(v.Hand) == 0 && len(v.Cards) == 0 {
		lines = append(lines, s.Words.Say(s.key("hand", "out")))
	}
	if len(me.Up) > 0 {
		lines = append(lines, entrikaUp(s, me.Up))
	}
	if len(v.Cards) > 0 {
		cards := make([]string, len(v.Cards))
		for i, c := range v.Cards {
			cards[i] = entrikaCard(s, c)
		}
		lines = append(lines, s.Words.Say(s.key("hand", "cards"), "Items", strings.Join(cards, " · ")))
	}
	for i, seat := range v.Seats {
		if len(seat.Known) > 0 {
			lines = append(lines, s.Words.Say(s.key("hand", "known"), "Name", s.name(games.Seat(i)), "Items", s.Words.List(s.terms(seat.Known))))
		}
	}
	lines = append(lines, fmt.Sprintf("🪙 %d", me.Gold))
	return strings.Join(lines, "\n")
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

// entrikaSilent are the kinds of events that the board shows otherwise.
var entrikaSilent = map[string]bool{
	entrika.EvHand: true, entrika.EvAnswersShown: true, entrika.EvOver: true,
}

// Event handles what has no sentence and what lists sides.
func (Entrika) Event(s *Scene, e games.Event) (string, bool) {
	switch {
	case entrikaSilent[e.Kind]:
		return "", true
	case e.Kind == entrika.EvTurn && e.Why == "":
		return "", true
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

// Opens reports no prompt: hands are looked at when one likes.
func (Entrika) Opens(string) bool { return false }

// Chapter is the beginning of a turn.
func (Entrika) Chapter(e games.Event) bool { return e.Kind == entrika.EvTurn }

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

// Topics are the chapters of the rules.
func (Entrika) Topics() []string {
	return []string{"brief", "plus", "turn", "actions", "characters", "challenge", "block", "ideology", "kayyum", "manipulation", "two", "options", "mistakes", "terms", "credits"}
}
