package present

import (
	"strconv"
	"strings"

	"kumpas/bot/discord"
	"kumpas/games"
	"kumpas/games/entrika"
)

// Entrika draws Entrika and Entrika Plus.
type Entrika struct{}

var (
	_ Game  = Entrika{}
	_ Terse = Entrika{}
)

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

// Standing is a line for each seat: supporters, gold, side, and the cards that are face up; in the end all cards.
func (Entrika) Standing(s *Scene) string {
	v := entrikaView(s)
	if v.Outcome != nil {
		return strings.Join(entrikaEnd(s, v), "\n")
	}
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
	if !seat.Alive {
		return "💀 ~~" + name + "~~ " + entrikaUp(s, seat.Up)
	}
	mark := "▫️"
	if v.Active == n {
		mark = "▶️"
	}
	parts := []string{mark + " " + name}
	if seat.Down > 0 { // before the choice of two players nobody has any
		parts = append(parts, strings.Repeat("🎴", seat.Down))
	}
	parts = append(parts, "🪙 "+strconv.Itoa(seat.Gold))
	if seat.Side != "" {
		parts = append(parts, entrikaSides[seat.Side])
	}
	if len(seat.Up) > 0 {
		parts = append(parts, entrikaUp(s, seat.Up))
	}
	return strings.Join(parts, " · ")
}

// entrikaEnd is everybody's cards when the game is over, the winner's first; those that were lost are crossed out.
func entrikaEnd(s *Scene, v *entrika.View) []string {
	var won, others []string
	for i, seat := range v.Seats {
		n, mark := games.Seat(i), "💀 "
		if seat.Alive {
			mark = "▫️ "
		}
		cards := []string{s.name(n)}
		for _, c := range seat.Hand {
			cards = append(cards, entrikaCard(s, c))
		}
		for _, c := range seat.Up {
			cards = append(cards, entrikaUp(s, []string{c}))
		}
		line := strings.Join(cards, " · ")
		if v.Outcome.Winners.Has(n) {
			won = append(won, "🏆 "+line)
		} else {
			others = append(others, mark+line)
		}
	}
	return append(won, others...)
}

func entrikaUp(s *Scene, cards []string) string {
	out := make([]string, len(cards))
	for i, c := range cards {
		out[i] = entrikaCards[c] + " ~~" + s.term(c) + "~~"
	}
	return strings.Join(out, " ")
}

func entrikaCard(s *Scene, c string) string { return entrikaCards[c] + " " + s.term(c) }

// Stakes says which claim or action is waiting for its answer, and who alone may block it if others are asked, too.
func (Entrika) Stakes(s *Scene) string {
	v := entrikaView(s)
	stakes := entrikaStakes(s, v)
	for _, p := range s.Prompts {
		for _, o := range p.Options {
			if p.Kind == entrika.PromptClaimWindow && o.Steps[0].ID == entrika.Block {
				return stakes + "\n🛡️ " + s.Words.Say(s.key("stakes", "blocker"), "Name", s.name(v.Action.Target))
			}
		}
	}
	return stakes
}

func entrikaStakes(s *Scene, v *entrika.View) string {
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
	if me.Alive && s.offers() { // the board shows it at all times; here it belongs to the prices
		lines = append(lines, "🪙 **"+s.Words.Say(s.key("hand", "gold"), "N", me.Gold)+"**")
	}
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
	return strings.Join(lines, "\n")
}

// Opens reports no prompt: hands are looked at when one likes.
func (Entrika) Opens(string) bool { return false }

// Chapter is the beginning of a turn.
func (Entrika) Chapter(e games.Event) bool { return e.Kind == entrika.EvTurn }

// Topics are the chapters of the rules.
func (Entrika) Topics() []string {
	return []string{"brief", "plus", "turn", "actions", "characters", "challenge", "block", "ideology", "kayyum", "manipulation", "two", "options", "mistakes", "terms", "credits"}
}
