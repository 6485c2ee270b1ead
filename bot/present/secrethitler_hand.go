package present

import (
	"cmp"
	"fmt"
	"strings"

	"kumpas/bot/discord"
	"kumpas/games"
	"kumpas/games/secrethitler"
)

// Hand is the viewer's role with all that goes with it, and what he has seen himself.
func (SecretHitler) Hand(scene *Scene) string {
	s := hitlerScene(scene)
	v := &s.v
	if s.Viewer == games.Nobody || int(s.Viewer) >= len(v.Seats) {
		return s.Words.Say("table.watching")
	}
	lines := []string{
		"## " + hitlerMarks[v.Role] + " " + s.term(v.Role),
		s.Words.Say(s.key("hand", "party"), "What", hitlerMarks[v.Party]+" **"+s.term(v.Party)+"**"),
		s.Words.Say(s.key("goal", v.Role)),
	}
	for i, seat := range v.Seats {
		if games.Seat(i) != s.Viewer && seat.Role != "" {
			lines = append(lines, "🤝 "+s.name(games.Seat(i))+": "+hitlerMarks[seat.Role]+" "+s.term(seat.Role))
		}
	}
	lines = append(lines, "-# "+s.Words.Say(s.key("knows", v.Knows)))
	switch me := v.Seats[s.Viewer]; {
	case me.Left:
	case !me.Alive:
		lines = append(lines, "💀 **"+s.Words.Say(s.key("hand", "executed"))+"**")
	case v.Phase == secrethitler.PromptDiscard && len(v.Hand) > 0:
		lines = append(lines, "🔒 "+s.Words.Say(s.key("hand", "drawn"), "Items", s.cards(v.Hand)))
	case len(v.Hand) > 0:
		lines = append(lines, "🔒 "+s.Words.Say(s.key("hand", "got"), "Items", s.cards(v.Hand)))
	}
	return strings.Join(append(lines, s.memory()...), "\n")
}

// cards names policies one by one, in their order.
func (s hitler) cards(policies []string) string {
	out := make([]string, len(policies))
	for i, p := range policies {
		out[i] = s.policy(p)
	}
	return strings.Join(out, ", ")
}

// memoryText is how much of what the viewer has seen himself the panel recalls.
const memoryText = 1200

// memory is what the viewer knows for certain of the sessions: as President, as Chancellor, by his powers.
func (s hitler) memory() []string {
	v := &s.v
	var lines []string
	for i := range v.Governments {
		g := &v.Governments[i]
		what := s.policy(g.Policy)
		switch {
		case g.President == v.Viewer && g.Thrown != "":
			lines = append(lines, s.Words.Say(s.key("memory", "president"), "N", g.Round, "Drawn", s.hand(g.Drawn), "Thrown", s.policy(g.Thrown),
				"Other", s.name(g.Chancellor), "What", what))
		case g.Chancellor == v.Viewer && g.Result != "" && len(g.Passed) > 0:
			lines = append(lines, s.Words.Say(s.key("memory", "chancellor"), "N", g.Round, "Passed", s.hand(g.Passed), "Other", s.name(g.President), "What", what))
		}
		if g.Seen != "" {
			hint := ""
			if g.Seen == secrethitler.PartyFascist {
				hint = " — " + s.Words.Say(s.key("why", secrethitler.WhyHitlerToo))
			}
			lines = append(lines, "🔍 "+s.Words.Say(s.key("memory", "party"), "Name", s.name(g.Target), "What", hitlerMarks[g.Seen]+" **"+s.term(g.Seen)+"**")+hint)
		}
	}
	if len(v.Peek) > 0 {
		lines = append(lines, "👁️ "+s.Words.Say(s.key("memory", "peek"), "Items", s.cards(v.Peek), "N", v.PeekLeft))
	}
	if lines, _ = fit(lines, memoryText); len(lines) == 0 {
		return nil
	}
	return append([]string{"", "**" + s.Words.Say(s.key("memory", "title")) + "**"}, lines...)
}

// Record is every government so far: votes with names, what came of it, and the claims.
func (SecretHitler) Record(scene *Scene) string {
	s := hitlerScene(scene)
	v := &s.v
	var blocks []string
	for i := range v.Governments {
		if g := &v.Governments[i]; g.Result != "" || g.Elected {
			blocks = append(blocks, s.governed(g))
		}
	}
	if len(blocks) == 0 {
		return s.Words.Say(s.key("record", "none"))
	}
	legend := "-# " + s.Words.Say(s.key("record", "legend"))
	kept, cut := fit(blocks, discord.MaxText-100-len([]rune(legend)))
	if cut {
		kept = append([]string{"-# …"}, kept...)
	}
	return strings.Join(append(kept, legend), "\n")
}

// governed is one government in full, as far as the scene's viewer may know it.
func (s hitler) governed(g *secrethitler.GovernmentView) string {
	head := fmt.Sprintf("**%d** · %s", g.Round, s.name(g.President))
	if g.Chancellor != games.Nobody {
		head += " → " + s.name(g.Chancellor)
	}
	var yes, no []string
	for seat := range g.Voters.All() {
		if g.Ja.Has(seat) {
			yes = append(yes, s.name(seat))
		} else {
			no = append(no, s.name(seat))
		}
	}
	if came := s.came(g); came != "" {
		head += " · " + came
	} else if g.Result != "" {
		head += " · " + s.Words.Say(s.key("result", g.Result))
	}
	if g.Power != "" {
		head += " · " + s.term(g.Power)
		if g.Target != games.Nobody {
			head += " → " + s.name(g.Target)
		}
	}
	return head + s.sides(yes, no) + s.said(g)
}

// Summary tells of each government that sat what was drawn, passed and enacted, with the votes, and which claims were true.
func (SecretHitler) Summary(scene *Scene, all []games.Event) []string {
	s := hitlerScene(scene)
	v := &s.v
	truth := map[string]games.Event{} // by round and kind of claim
	id := func(n int, what string) string { return fmt.Sprint(n, what) }
	for _, e := range all {
		if e.Kind == secrethitler.EvClaimTold {
			truth[id(e.N, e.What)] = e
		}
	}
	var lines []string
	for i := range v.Governments {
		g := &v.Governments[i]
		if !g.Elected {
			continue
		}
		line := fmt.Sprintf("**%d** · %s → %s (%d–%d): ", g.Round, s.name(g.President), s.name(g.Chancellor), g.Ja.Count(), g.Voters.Count()-g.Ja.Count())
		if len(g.Passed) == 0 { // it ended the game, or was broken off with it
			lines = append(lines, "- "+line+s.Words.Say(s.key("result", cmp.Or(g.Result, secrethitler.ResultNoRound))))
			continue
		}
		line += s.Words.Say(s.key("summary", "session"), "Drawn", s.hand(g.Drawn), "Passed", s.hand(g.Passed), "What", s.policy(g.Policy))
		var claims []string
		for _, claim := range []struct {
			word  string
			about games.Seat
		}{{g.ClaimDrawn, games.Nobody}, {g.ClaimGot, games.Nobody}, {g.ClaimParty, g.Target}} {
			if claim.word != "" {
				e := truth[id(g.Round, claim.word)]
				claims = append(claims, s.Words.Say(s.key("summary", "claim"), "Name", s.name(e.Seat), "Other", s.name(claim.about),
					"What", s.term(claim.word), "Why", s.Words.Say(s.key("why", e.Why))))
			}
		}
		if len(claims) > 0 {
			line += "\n-# 💬 " + strings.Join(claims, " · ")
		}
		lines = append(lines, "- "+line)
	}
	return lines
}
