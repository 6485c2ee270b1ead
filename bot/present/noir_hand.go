package present

import (
	"slices"
	"strings"

	"kumpas/bot/discord"
	"kumpas/games"
	"kumpas/games/noir"
)

// Hand is the viewer's cards with what they are for, his money, and what he has on the table.
func (Noir) Hand(scene *Scene) string {
	s := noirScene(scene)
	v := &s.v
	if s.Viewer == games.Nobody || int(s.Viewer) >= len(v.Seats) {
		return s.Words.Say("table.watching")
	}
	me := &v.Seats[s.Viewer]
	if !me.Alive {
		return "💀 **" + s.Words.Say(s.key("hand", "out")) + "**"
	}
	lines := s.cards(v.Hand)
	lines = append(lines, "", "**"+s.Words.Say(s.key("hand", "purse"), "N", me.Purse, "Due", me.Due)+"**")
	if me.Boss != "" {
		lines = append(lines, "🎩 **"+s.term(me.Boss)+"** · "+s.Words.Say(s.key("boss", me.Boss)))
	}
	if len(me.Businesses)+len(me.Hideout.Gangsters)+len(me.Away) > 0 {
		lines = append(lines, s.estate(me)...)
	}
	if slices.ContainsFunc(s.Prompts, func(p Prompt) bool { return p.Mine && p.Class == games.ClassWindow }) { // what he is asked about
		lines = append(lines, "", Noir{}.Stakes(scene))
	}
	if why := s.unasked(); why != "" {
		lines = append(lines, "-# "+why)
	}
	return strings.Join(lines, "\n")
}

// unasked says why there is no reaction to be played now, "" if there may be.
func (s noirs) unasked() string {
	mine := false
	for _, p := range s.Prompts {
		mine = mine || p.Mine && (p.Kind == noir.PromptReact || p.Class == games.ClassWindow)
	}
	switch v := &s.v; {
	case mine || v.Outcome != nil || s.Paused:
		return ""
	case v.Round <= 1:
		return s.Words.Say(s.key("hand", "not_yet"))
	case v.Phase != noir.PromptTurn:
		return s.Words.Say(s.key("hand", "answer"))
	default:
		return s.Words.Say(s.key("hand", "own_turn"))
	}
}

// cards lists a hand, each kind once, with what it is for.
func (s noirs) cards(hand []string) []string {
	if len(hand) == 0 {
		return []string{s.Words.Say(s.key("hand", "empty"))}
	}
	counts := map[string]int{}
	for _, c := range hand {
		counts[c]++
	}
	var lines []string
	for i, c := range hand {
		if i == 0 || hand[i-1] != c {
			lines = append(lines, noirMarks[c]+" **"+times(s.term(c), counts[c])+"**", "-# "+s.Words.Say(s.key("card", c)))
		}
	}
	return lines
}

// Record is what is public and not on the board: the cards that are gone, the bosses' powers, the rules in force.
func (Noir) Record(scene *Scene) string {
	s := noirScene(scene)
	v := &s.v
	lines := []string{"🗑️ **" + s.Words.Say(s.key("record", "discards"), "N", cardSum(v.Discards)) + "**", s.pile(v.Discards)}
	if len(v.Removed) > 0 {
		lines = append(lines, "🚫 **"+s.Words.Say(s.key("record", "removed"), "N", v.RemovedMoney)+"**", s.pile(v.Removed))
	}
	for i := range v.Seats {
		if boss := v.Seats[i].Boss; boss != "" {
			lines = append(lines, "🎩 "+s.name(games.Seat(i))+": **"+s.term(boss)+"** · "+s.Words.Say(s.key("boss", boss)))
		}
	}
	lines = append(lines, "🔫 "+s.damages(v.Rules.DriveBy))
	for _, set := range s.Info.Options {
		if value := s.inForce(set.ID); value != "" && value != set.Values[0] {
			lines = append(lines, "-# ⚙️ "+s.Words.Say(s.Game.Prefix()+".option."+set.ID+".name")+": "+s.Words.Say(s.Game.Prefix()+".option."+set.ID+".value."+value))
		}
	}
	text := strings.Join(lines, "\n")
	return clip(text, discord.MaxText)
}

// pile counts the cards of a pile by kind.
func (s noirs) pile(cards []noir.CardCount) string {
	var out []string
	for _, c := range cards {
		out = append(out, times(s.marked(c.Card), c.N))
	}
	if len(out) == 0 {
		return "–"
	}
	return strings.Join(out, " · ")
}

// inForce is the value of an option by what the view tells of the rules, "" where it tells nothing.
func (s noirs) inForce(option string) string {
	if value, ok := noirRules[option]; ok {
		return value(s.v.Rules)
	}
	return ""
}

// noirRules are the values of the options by the rules in force. The Drive-By's table is shown as it is; the coins for late seats have
// been paid long ago.
var noirRules = map[string]func(noir.RulesView) string{
	noir.OptMoneyWin:      func(r noir.RulesView) string { return either(r.MoneyWin, noir.On, noir.Off) },
	noir.OptTokens:        func(r noir.RulesView) string { return either(r.Tokens == 2, noir.Two, noir.Four) },
	noir.OptCountdownUnit: func(r noir.RulesView) string { return either(r.ByTurn, noir.ByTurn, noir.ByRound) },
	noir.OptTeams:         func(r noir.RulesView) string { return [...]string{noir.Off, "", noir.Two, noir.Three}[r.Teams] },
	noir.OptBosses:        func(r noir.RulesView) string { return either(r.Bosses, noir.On, noir.Off) },
	noir.OptHiddenDefend:  func(r noir.RulesView) string { return either(r.HiddenDefend, noir.On, noir.Off) },
	noir.OptAssault:       func(r noir.RulesView) string { return either(r.OneStep, noir.OneStep, noir.TwoStep) },
	noir.OptNeedsWin:      func(r noir.RulesView) string { return either(r.NeedsWin, noir.On, noir.Off) },
	noir.OptStealPartial:  func(r noir.RulesView) string { return either(r.StealPartial, noir.On, noir.Off) },
	noir.OptDrawRule:      func(r noir.RulesView) string { return either(r.ChooseDraw, noir.DrawAny, noir.Fill) },
	noir.OptCasino:        func(r noir.RulesView) string { return r.Casino },
	noir.OptPokerJoin:     func(r noir.RulesView) string { return either(r.VoluntaryPoker, noir.Voluntary, noir.Forced) },
	noir.OptAssets:        func(r noir.RulesView) string { return either(r.Remove, noir.Remove, noir.Recycle) },
	noir.OptTeamScore:     func(r noir.RulesView) string { return either(r.PerSeat, noir.PerSeat, noir.Sum) },
	noir.OptIdle:          func(r noir.RulesView) string { return either(r.IdleReactions, noir.On, noir.Off) },
}

func either(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}
