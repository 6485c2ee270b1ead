package present

import (
	"slices"
	"strings"

	"kumpas/bot/discord"
	"kumpas/games"
	"kumpas/games/secrethitler"
)

// SecretHitler draws Secret Hitler.
type SecretHitler struct{}

var (
	_ Game     = SecretHitler{}
	_ Passless = SecretHitler{}
)

// Prefix is the section of the words.
func (SecretHitler) Prefix() string { return "secrethitler" }

// Mark is somebody who is not what he seems.
func (SecretHitler) Mark() string { return "🕵️" }

// Accent is the orange of old election posters.
func (SecretHitler) Accent() int { return 0xE3652A }

// Passless: nothing in this game can be passed.
func (SecretHitler) Passless() {}

// hitlerMarks give roles, parties and policies their emoji; the word always stands beside it.
var hitlerMarks = map[string]string{
	secrethitler.Liberal: "🔵", secrethitler.Fascist: "🔴", secrethitler.Hitler: "⚫",
	secrethitler.PartyLiberal: "🔵", secrethitler.PartyFascist: "🔴",
	secrethitler.PolicyLiberal: "🟦", secrethitler.PolicyFascist: "🟥",
}

// hitlerLooks are those of the choices that are words.
var hitlerLooks = map[string]Look{
	secrethitler.Ready:  {Style: discord.Primary, Emoji: "👁️"},
	secrethitler.Ja:     {Style: discord.Success, Emoji: "✅"},
	secrethitler.Nein:   {Style: discord.Danger, Emoji: "❌"},
	secrethitler.Veto:   {Emoji: "✋"},
	secrethitler.Agree:  {Style: discord.Primary, Emoji: "🤝"},
	secrethitler.Refuse: {Emoji: "🙅"},
	secrethitler.Look:   {Style: discord.Primary, Emoji: "👁️"},
}

// Look is how a choice looks. Policies are only ever chosen in private.
func (SecretHitler) Look(field string, c games.Choice) Look {
	switch {
	case c.Not != "":
		return Look{Emoji: "🚫"}
	case c.Seat >= 0:
		return Look{Style: discord.Primary, Emoji: "👤"}
	case field == secrethitler.FieldClaim:
		return Look{Emoji: "💬"}
	}
	if look, ok := hitlerLooks[c.ID]; ok {
		return look
	}
	look := Look{Style: discord.Success, Emoji: hitlerMarks[c.What]}
	if field == secrethitler.FieldDiscard {
		look.Style = discord.Danger
	}
	return look
}

// hitler is a scene with what its viewer may know.
type hitler struct {
	*Scene
	v secrethitler.View
}

func hitlerScene(s *Scene) hitler {
	v, _ := s.View.(secrethitler.View)
	return hitler{s, v}
}

// Head is the number of the round.
func (SecretHitler) Head(s *Scene) string {
	if v := hitlerScene(s).v; v.Round > 0 {
		return s.Words.Say("table.turn", "N", v.Round)
	}
	return s.Words.Say(s.key("night", "title"))
}

// Stakes is the question that a vote or a veto puts.
func (SecretHitler) Stakes(s *Scene) string {
	v := hitlerScene(s).v
	switch v.Phase {
	case secrethitler.PromptVote:
		alive := 0
		for _, seat := range v.Seats {
			if seat.Alive {
				alive++
			}
		}
		return "🗳️ " + s.Words.Say(s.key("stakes", "vote"), "Name", s.name(v.President), "Other", s.name(v.Chancellor), "N", alive/2+1, "All", alive)
	case secrethitler.PromptVeto:
		return "✋ " + s.Words.Say(s.key("stakes", "veto"), "Name", s.name(v.Chancellor), "Other", s.name(v.President))
	}
	return ""
}

// Opens reports what one looks at: the own role, somebody's party, the top of the deck.
func (SecretHitler) Opens(prompt string) bool {
	return prompt == secrethitler.PromptNight || prompt == secrethitler.PromptInvestigate || prompt == secrethitler.PromptPeek
}

// Chapter is a new candidate.
func (SecretHitler) Chapter(e games.Event) bool { return e.Kind == secrethitler.EvCandidate }

// hitlerSilent are the kinds of events that the board or the panel shows otherwise.
var hitlerSilent = map[string]bool{
	secrethitler.EvNight: true, secrethitler.EvRole: true, secrethitler.EvAlly: true, secrethitler.EvDrew: true,
	secrethitler.EvGot: true, secrethitler.EvParty: true, secrethitler.EvPeekSeen: true, secrethitler.EvOver: true,
}

// Event handles what has no sentence and what lists votes, roles or policies.
func (SecretHitler) Event(scene *Scene, e games.Event) (string, bool) {
	s := hitlerScene(scene)
	switch {
	case hitlerSilent[e.Kind]:
		return "", true
	case e.Kind == secrethitler.EvDealt:
		return s.Words.Say(s.key("event", e.Kind), "N", e.N, "Items", s.Words.List(s.roleCounts(e.Items))), true
	case e.Kind == secrethitler.EvVotes:
		return s.votes(e), true
	case e.Kind == secrethitler.EvSessionTold && len(e.Items) >= 5:
		what := ""
		if e.N == 1 {
			what = s.policy(e.Items[5])
		}
		return s.Words.Say(s.key("event", e.Kind), "Name", s.name(e.Seat), "Other", s.name(e.Other),
			"Drawn", s.hand(e.Items[:3]), "Thrown", s.policy(e.What), "Passed", s.hand(e.Items[3:5]), "What", what), true
	}
	return "", false
}

// roleCounts says how many there are of each role.
func (s hitler) roleCounts(roles []string) []string {
	var out []string
	for _, role := range []string{secrethitler.Liberal, secrethitler.Fascist, secrethitler.Hitler} {
		n := 0
		for _, r := range roles {
			if r == role {
				n++
			}
		}
		out = append(out, s.Words.Say(s.key("board", "role"), "N", n, "What", s.term(role)))
	}
	return out
}

// votes opens the votes: one line for each side, with names.
func (s hitler) votes(e games.Event) string {
	var yes, no []string
	for seat, vote := range e.Items {
		switch vote {
		case secrethitler.Ja:
			yes = append(yes, s.name(games.Seat(seat)))
		case secrethitler.Nein:
			no = append(no, s.name(games.Seat(seat)))
		}
	}
	return s.Words.Say(s.key("event", e.Kind), "Name", s.name(e.Seat), "Other", s.name(e.Other)) + s.sides(yes, no)
}

// sides are the lines of those who voted yes and of those who voted no.
func (s hitler) sides(yes, no []string) string {
	var out strings.Builder
	for _, side := range []struct {
		emoji, vote string
		names       []string
	}{{"✅", secrethitler.Ja, yes}, {"❌", secrethitler.Nein, no}} {
		if len(side.names) > 0 {
			out.WriteString("\n  " + side.emoji + " " + s.Words.Say(s.key("board", "votes"), "What", s.term(side.vote), "N", len(side.names), "Items", strings.Join(side.names, ", ")))
		}
	}
	return out.String()
}

// hand says policies by their numbers, as claims do: "2 fascist, 1 liberal".
func (s hitler) hand(policies []string) string {
	letters := ""
	for _, what := range []struct{ policy, letter string }{{secrethitler.PolicyFascist, "f"}, {secrethitler.PolicyLiberal, "l"}} {
		for _, p := range policies {
			if p == what.policy {
				letters += what.letter
			}
		}
	}
	return s.term(letters)
}

// Topics are the chapters of the rules.
func (SecretHitler) Topics() []string {
	return slices.Clone(hitlerTopics)
}

var hitlerTopics = []string{"brief", "roles", "election", "limits", "session", "chaos", "powers", "veto", "end", "talk", "options", "mistakes", "terms", "credits"}
