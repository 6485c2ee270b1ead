package present

import (
	"slices"
	"strconv"
	"strings"

	"kumpas/bot/discord"
	"kumpas/games"
	"kumpas/games/noir"
)

var (
	_ Worder = Noir{}
	_ Layout = Noir{}
)

// Choice says the choices that stand for something on the table, or for a card with its price.
func (Noir) Choice(scene *Scene, field string, c games.Choice) (label, help string, ok bool) {
	if _, word := noirLooks[c.ID]; word {
		return "", "", false
	}
	say, known := noirChoices[field]
	if !known {
		return "", "", false
	}
	s := noirScene(scene)
	label, help = say(s, c)
	if c.Seat >= 0 {
		label = plain(s.name(c.Seat)) + " · " + label
	}
	return label, help, true
}

// noirChoices say a choice of each field and what it means.
var noirChoices = map[string]func(noirs, games.Choice) (label, help string){
	noir.FieldTarget: func(s noirs, c games.Choice) (string, string) {
		key := "need"
		if c.What == noir.Guards {
			key = "beat"
		}
		return s.there(c), s.Words.Say(s.key("help", key), "N", c.N)
	},
	noir.FieldBusiness: func(s noirs, c games.Choice) (string, string) { return s.there(c), "" },
	noir.FieldFront:    func(s noirs, c games.Choice) (string, string) { return s.there(c), "" },
	noir.FieldPlace: func(s noirs, c games.Choice) (string, string) {
		if c.ID == noir.Away {
			return s.Words.Say(s.key("choice", "place", "away")), ""
		}
		return s.there(c) + " · " + s.Words.Say(s.key("help", "room"), "N", c.N), ""
	},
	noir.FieldGangster:  func(s noirs, c games.Choice) (string, string) { return s.who(c), "" },
	noir.FieldAttackers: func(s noirs, c games.Choice) (string, string) { return s.who(c), "" },
	noir.FieldMove:      func(s noirs, c games.Choice) (string, string) { return s.who(c), "" },
	noir.FieldOpen: func(s noirs, c games.Choice) (string, string) {
		if c.N == 0 {
			return s.term(c.What) + " · " + s.Words.Say(s.key("help", "free")), ""
		}
		return s.term(c.What) + " · " + strconv.Itoa(c.N) + " 🪙", ""
	},
	noir.FieldReaction: func(s noirs, c games.Choice) (string, string) {
		return times(s.term(c.What), c.N), s.Words.Say(s.key("card", c.What))
	},
	noir.FieldBoss: func(s noirs, c games.Choice) (string, string) {
		return s.term(c.What), s.Words.Say(s.key("boss", c.What))
	},
}

// there is a structure with those who are in it.
func (s noirs) there(c games.Choice) string {
	_, at := s.structure(c.ID)
	said := strings.TrimSpace(s.term(c.What) + " " + faces(at.Gangsters))
	if at.Front && at.Kind != noir.Hideout {
		said += " (" + s.Words.Say(s.key("board", "guarding")) + ")"
	}
	return said
}

// who is a gangster with the place where he is.
func (s noirs) who(c games.Choice) string {
	g, place := s.somebody(c.ID)
	return face(g) + " " + s.term(place)
}

// noirMenus are the fields whose choices are too long for buttons.
var noirMenus = []string{noir.FieldTarget, noir.FieldBusiness, noir.FieldGangster, noir.FieldBoss}

// Controls lays out the choices of things on the table in selects, and the attackers above the buttons that go on.
func (Noir) Controls(scene *Scene, p Prompt) ([]discord.Component, bool) {
	s := noirScene(scene)
	switch {
	case slices.Contains(noirMenus, p.Field.Kind):
		parts := s.menus(p)
		return parts, len(parts) > 0
	case p.Field.Kind == noir.FieldAttackers:
		return s.attackers(p), true
	case p.Field.Kind == noir.FieldAction: // what can be done now: on a phone there is no room for what cannot
		p.Options = slices.DeleteFunc(slices.Clone(p.Options), func(o Option) bool { return o.Not != "" })
		return rows(s.buttons(p)), true
	case p.Field.Kind == noir.FieldReaction:
		return s.reactions(p), true
	}
	return nil, false
}

// reactions are the cards that can be played now, and why others that he holds cannot. To play none at an idle point one need not
// press anything.
func (s noirs) reactions(p Prompt) []discord.Component {
	var can []Option
	var lines []string
	for _, o := range p.Options {
		switch c := o.Steps[0]; {
		case o.Not == "" && c.ID != noir.Nothing:
			can = append(can, o)
		case c.N > 0:
			lines = append(lines, "-# "+s.term(c.What)+": "+s.Words.Say(s.key("not", string(o.Not))))
		}
	}
	if len(lines) == 0 && (len(can) == 0 || len(can) == 1 && can[0].Steps[0].ID == noir.Pass) {
		lines = []string{"-# " + s.Words.Say(s.key("hand", "no_reaction"))}
	}
	p.Options = can
	buttons := rows(s.buttons(p))
	if len(lines) == 0 {
		return buttons
	}
	return append([]discord.Component{text(lines...)}, buttons...)
}

// attackerButtons is how many attackers stand as buttons; more become selects.
const attackerButtons = 10

// attackers offers each sort of gangster once (of two alike in one place either will do), then all of them, and the attack itself.
func (s noirs) attackers(p Prompt) []discord.Component {
	gang, rest := p, p
	gang.Options, rest.Options = nil, nil
	seen := map[string]bool{}
	for _, o := range p.Options {
		c := o.Steps[len(o.Steps)-1]
		if c.ID == noir.All || c.ID == noir.Confirm {
			rest.Options = append(rest.Options, o)
		} else if who := s.who(c); o.Not == "" && !seen[who] {
			seen[who] = true
			gang.Options = append(gang.Options, o)
		}
	}
	var parts, preview []discord.Component
	if s.Viewer != games.Nobody { // on the board it stands above
		ids := s.picked(p.Path[2:])
		preview = []discord.Component{text(s.forces(p.Path[1], ids, s.v.Fight(p.Path[1], ids))...)}
	}
	switch {
	case len(p.Path) > mostPicks: // an id has no room for more
	case len(gang.Options) > attackerButtons:
		parts = s.menus(gang)
	default:
		parts = rows(s.buttons(gang))
	}
	return slices.Concat(preview, parts, rows(s.buttons(rest)))
}

// mostPicks is how many elements of an attack still fit into an id.
const mostPicks = 18
