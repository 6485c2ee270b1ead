package present

import (
	"slices"
	"strings"

	"kumpas/bot/discord"
	"kumpas/games"
	"kumpas/games/noir"
)

// Noir draws Noir.
type Noir struct{}

var (
	_ Game     = Noir{}
	_ Cautious = Noir{}
)

// Prefix is the section of the words.
func (Noir) Prefix() string { return "noir" }

// Mark is a saxophone in a smoky bar.
func (Noir) Mark() string { return "🎷" }

// Accent is the grey of rain at night.
func (Noir) Accent() int { return 0x5C6B7A }

// noirMarks give cards, places and actions their emoji; the word always stands beside it, or in the legend below.
var noirMarks = map[string]string{
	noir.Still: "⚗️", noir.Bootlegger: "🚚", noir.Speakeasy: "🍸", noir.Casino: "🎰",
	noir.Gangster1: "👤", noir.Gangster2: "👤", noir.Gangster3: "👤", noir.Gangster4: "👤",
	noir.Poker: "🎲", noir.Police: "🚓", noir.Bribe: "💵", noir.DriveBy: "🔫", noir.Turncoat: "🐀",
	noir.Hideout: "🏠", noir.Guards: "🛡️", noir.Away: "🚶",
	noir.Move: "👣", noir.Attack: "⚔️", noir.Open: "🃏", noir.Relocate: "🚪", noir.Discard: "🗑️", noir.End: "🏁",
}

// noirLooks are those of the choices that are words; all others take the mark of what they stand for.
var noirLooks = map[string]Look{
	noir.Attack:  {Style: discord.Danger, Emoji: "⚔️"},
	noir.Open:    {Style: discord.Primary, Emoji: "🃏"},
	noir.End:     {Style: discord.Success, Emoji: "🏁"},
	noir.Pass:    {Emoji: "👌"},
	noir.Play:    {Style: discord.Primary, Emoji: "🎴"},
	noir.Nothing: {Emoji: "👌"},
	noir.All:     {Style: discord.Primary, Emoji: "👥"},
	noir.Confirm: {Style: discord.Danger, Emoji: "⚔️"},
	noir.Join:    {Style: discord.Primary, Emoji: "🎲"},
	noir.Out:     {Emoji: "🚪"},
	noir.Undo:    {Emoji: "↩️"},
	noir.Reset:   {Emoji: "🧹"},
	noir.Place:   {Emoji: "👣"},
	noir.Dismiss: {Style: discord.Danger, Emoji: "🗑️"},
}

// Look is how a choice looks.
func (Noir) Look(field string, c games.Choice) Look {
	if look, ok := noirLooks[c.ID]; ok {
		return look
	}
	look := Look{Emoji: noirMarks[c.What]}
	switch field {
	case noir.FieldAttackers, noir.FieldMove, noir.FieldGangster: // their words begin with a sign
		look.Emoji = ""
	case noir.FieldReaction:
		look.Style = discord.Primary
	case noir.FieldBoss:
		look.Emoji = "🎩"
	case noir.FieldDraw:
		look.Emoji = "🎴"
	case noir.FieldStake:
		look.Emoji = "🪙"
	}
	return look
}

// noirs is a scene with what its viewer may know.
type noirs struct {
	*Scene
	v noir.View
}

func noirScene(s *Scene) noirs {
	v, _ := s.View.(noir.View)
	return noirs{s, v}
}

// Head is the number of the round.
func (Noir) Head(s *Scene) string {
	if v := noirScene(s).v; v.Round > 0 {
		return s.Words.Say("table.turn", "N", v.Round)
	}
	return s.Words.Say(s.key("board", "draft"))
}

// Opens reports no prompt: hands are looked at when one likes.
func (Noir) Opens(string) bool { return false }

// Chapter is the beginning of a turn.
func (Noir) Chapter(e games.Event) bool { return e.Kind == noir.EvTurn }

// Caution warns of teams of different sizes: two trophies together win, and three hunters find them sooner than two.
func (Noir) Caution(l *Lobby) string {
	n := len(l.Seats)
	teams := map[string]int{noir.Two: 2, noir.Three: 3}[l.Options[noir.OptTeams]]
	if teams == 0 || n%teams == 0 || n < l.Info.Min {
		return ""
	}
	return l.Words.Say(l.Game.Prefix()+".lobby.uneven", "N", n, "Teams", teams)
}

// Topics are the chapters of the rules.
func (Noir) Topics() []string { return slices.Clone(noirTopics) }

var noirTopics = []string{"brief", "turn", "open", "attack", "hideout", "reactions", "windows", "poker", "countdown", "score", "teams", "bosses", "options", "mistakes", "terms", "credits"}

// marked is a term behind its mark.
func (s noirs) marked(code string) string {
	return strings.TrimSpace(noirMarks[code] + " " + s.term(code))
}

// gangsters by power: open ones in white, hidden ones in black circles.
var (
	noirOpen   = [...]string{"", "①", "②", "③", "④"}
	noirHidden = [...]string{"", "❶", "❷", "❸", "❹"}
)

// face is a gangster on the table.
func face(g noir.GangsterView) string {
	if g.Hidden {
		return noirHidden[g.Power]
	}
	return noirOpen[g.Power]
}

func faces(all []noir.GangsterView) string {
	var out strings.Builder
	for _, g := range all {
		out.WriteString(face(g))
	}
	return out.String()
}

// somebody finds a gangster and where he is.
func (s noirs) somebody(id string) (g noir.GangsterView, place string) {
	for i := range s.v.Seats {
		seat := &s.v.Seats[i]
		for _, at := range seat.Structures() {
			for _, g := range at.Gangsters {
				if g.ID == id {
					return g, at.Kind
				}
			}
		}
		for _, g := range seat.Away {
			if g.ID == id {
				return g, noir.Away
			}
		}
	}
	return noir.GangsterView{}, ""
}

// gang draws gangsters by their ids.
func (s noirs) gang(ids []string) string {
	var all []noir.GangsterView
	for _, id := range ids {
		g, _ := s.somebody(id)
		all = append(all, g)
	}
	return faces(all)
}

// structure finds a structure by its id or that of its guards.
func (s noirs) structure(id string) (owner games.Seat, at noir.StructureView) {
	for i := range s.v.Seats {
		for _, at := range s.v.Seats[i].Structures() {
			if at.ID == id || at.Guards == id && id != "" {
				return games.Seat(i), at
			}
		}
	}
	return games.Nobody, noir.StructureView{}
}
