package present

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kumpas/games"
	"kumpas/games/secrethitler"
)

// Standing is the night's story, or the tracks, the government, everyone at the table and what was claimed.
func (SecretHitler) Standing(scene *Scene) string {
	s := hitlerScene(scene)
	v := &s.v
	if v.Phase == secrethitler.PromptNight {
		return strings.Join(s.night(), "\n")
	}
	lines := s.tracks()
	if v.Outcome == nil {
		lines = append(lines, s.government()...)
	}
	lines = append(lines, "")
	for seat := range v.Seats {
		lines = append(lines, s.atTable(games.Seat(seat)))
	}
	if v.Outcome == nil {
		lines = append(lines, s.sessions()...)
	}
	return strings.Join(lines, "\n")
}

// nightLines is how many lines the story of a night has.
const nightLines = 4

// night narrates what R2.5 has a game master say, and counts who has looked.
func (s hitler) night() []string {
	v := &s.v
	script := secrethitler.NightSmall
	if len(v.Seats) > 6 {
		script = secrethitler.NightLarge
	}
	lines := []string{"## 🌙 " + s.Words.Say(s.key("night", "title"))}
	for i := range nightLines {
		lines = append(lines, s.Words.Say(s.key("night", script, strconv.Itoa(i+1))))
	}
	lines = append(lines, "", s.Words.Say(s.key("night", "button")))
	for _, p := range s.Prompts {
		if p.Kind == secrethitler.PromptNight {
			lines = append(lines, "👁️ **"+s.Words.Say(s.key("night", "looked"), "N", len(v.Seats)-p.Awaited.Count(), "All", len(v.Seats))+"**")
		}
	}
	return lines
}

// spaces of the tracks (R1.3, R7.1, R7.2), and the failures that bring chaos (R4.1).
const (
	liberalSpaces = 5
	fascistSpaces = 6
	failures      = 3
)

func bar(full, empty string, n, of int) string {
	return strings.Repeat(full, n) + strings.Repeat(empty, max(0, of-n))
}

// tracks are both tracks with what they bring, the tracker and the piles.
func (s hitler) tracks() []string {
	v := &s.v
	lines := []string{
		s.Words.Say(s.key("board", "liberal"), "N", v.Liberal, "All", liberalSpaces) + " " + bar("🟦", "⬜", v.Liberal, liberalSpaces),
		s.Words.Say(s.key("board", "fascist"), "N", v.Fascist, "All", fascistSpaces) + " " + bar("🟥", "⬜", v.Fascist, fascistSpaces),
	}
	if v.Outcome != nil {
		return lines
	}
	lines = append(lines, "-# "+s.powers())
	if v.Fascist >= 3 {
		lines = append(lines, "⚠️ "+s.Words.Say(s.key("board", "zone")))
	}
	if v.VetoPower {
		lines = append(lines, "✋ "+s.Words.Say(s.key("board", "veto")))
	}
	tracker := s.Words.Say(s.key("board", "tracker"), "N", v.Tracker, "All", failures) + " " + bar("●", "○", v.Tracker, failures)
	if v.Tracker == failures-1 {
		tracker += " — " + s.Words.Say(s.key("board", "brink"))
	}
	return append(lines, tracker, "-# "+s.Words.Say(s.key("board", "piles"), "N", v.Deck, "Discarded", v.Discarded))
}

// powers lists what each fascist policy brings at this size (R6.1); the next one stands out.
func (s hitler) powers() string {
	v := &s.v
	out := make([]string, fascistSpaces)
	for i, p := range v.Powers {
		what := s.Words.Say(s.key("board", "no_power"))
		switch {
		case i == fascistSpaces-1:
			what = s.Words.Say(s.key("board", "fascists_win"))
		case p != "":
			what = s.term(p)
		}
		if i == fascistSpaces-2 {
			what += " + " + s.term(secrethitler.Veto)
		}
		out[i] = fmt.Sprintf("%d %s", i+1, what)
		if i == v.Fascist {
			out[i] = "**" + out[i] + " (" + s.Words.Say(s.key("board", "next")) + ")**"
		}
	}
	return s.Words.Say(s.key("board", "powers"), "Items", strings.Join(out, " · "))
}

// government says who governs or stands for it, who was elected last and whose turn comes next.
func (s hitler) government() []string {
	v := &s.v
	var line string
	switch {
	case v.Elected:
		line = s.Words.Say(s.key("board", "government"), "Name", s.name(v.President), "Other", s.name(v.Chancellor))
	case v.Chancellor != games.Nobody:
		line = s.Words.Say(s.key("board", "ticket"), "Name", s.name(v.President), "Other", s.name(v.Chancellor))
	default:
		line = s.Words.Say(s.key("board", "candidate"), "Name", s.name(v.President))
	}
	if v.Special {
		line += " · " + s.term(secrethitler.SpecialElection)
	}
	small := s.Words.Say(s.key("board", "order"), "Name", s.name(v.Next))
	switch {
	case v.LastPresident == games.Nobody:
		small = s.Words.Say(s.key("board", "none_elected")) + " · " + small
	case !v.Elected: // or else it is the government above
		small = s.Words.Say(s.key("board", "elected"), "Name", s.name(v.LastPresident), "Other", s.name(v.LastChancellor)) + " · " + small
	}
	return []string{"🏛️ " + line, "-# " + small}
}

// atTable is the line of a seat.
func (s hitler) atTable(n games.Seat) string {
	v := &s.v
	seat := v.Seats[n]
	mark, name := "▫️", s.name(n)
	var tags []string
	tag := func(key string, args ...any) { tags = append(tags, s.Words.Say(key, args...)) }
	if v.Outcome != nil {
		tags = append(tags, hitlerMarks[seat.Role]+" "+s.term(seat.Role))
	}
	switch {
	case v.Outcome != nil && v.Outcome.Winners.Has(n):
		mark = "🏆"
	case !seat.Alive:
		mark = "💀"
	case v.Outcome == nil && n == v.President:
		mark = "🎩"
		tags = append(tags, s.office(v.Elected, "president", "president_candidate"))
	case v.Outcome == nil && n == v.Chancellor:
		mark = "🎖️"
		tags = append(tags, s.office(v.Elected, "chancellor", "chancellor_candidate"))
	}
	switch {
	case seat.Left:
		tag(s.key("seat", "left"))
	case !seat.Alive:
		tag(s.key("seat", "executed"))
	case v.Outcome == nil && s.hasVoted(n):
		tag(s.key("seat", "voted"))
	case v.Phase == secrethitler.PromptNominate && n != v.President && seat.Limited != "":
		tags = append(tags, "🚫 "+s.Words.Say(s.key("seat", "limited"), "What", s.term(seat.Limited)))
	}
	if v.Outcome == nil && seat.NotHitler {
		tag(s.key("seat", "not_hitler"))
	}
	if by := seat.InvestigatedBy; by != games.Nobody {
		tag(s.key("seat", "investigated"), "Name", s.name(by))
	}
	if v.Outcome == nil && !seat.Alive {
		name = "~~" + name + "~~"
	}
	return strings.Join(append([]string{mark + " " + name}, tags...), " · ")
}

func (s hitler) office(elected bool, office, candidate string) string {
	if elected {
		return s.term(office)
	}
	return s.term(candidate)
}

// hasVoted reports whether a seat's vote is in; how he voted nobody sees.
func (s hitler) hasVoted(n games.Seat) bool {
	for _, p := range s.Prompts {
		if p.Kind == secrethitler.PromptVote {
			return !p.Awaited.Has(n)
		}
	}
	return false
}

// Of the sessions the board shows the last ones, as far as they fit; all stand in the record.
const (
	boardSessions     = 5
	boardSessionsText = 900
)

// sessions lists what the governments enacted and what was claimed about it.
func (s hitler) sessions() []string {
	v := &s.v
	var lines []string
	for i := range v.Governments {
		if line := s.session(&v.Governments[i]); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return nil
	}
	all := len(lines)
	lines, _ = fit(lines[max(0, all-boardSessions):], boardSessionsText)
	head := "💬 **" + s.Words.Say(s.key("board", "sessions")) + "**"
	if more := all - len(lines); more > 0 {
		head += " · " + s.Words.Say(s.key("board", "earlier"), "N", more)
	}
	if v.Rules.Claims && !slices.ContainsFunc(v.Governments, claimed) {
		lines = append(lines, "-# "+s.Words.Say(s.key("board", "claim_hint")))
	}
	return append([]string{"", head}, lines...)
}

// claimed reports whether anything was claimed about a government. Until the first claim the board tells how it is made.
func claimed(g secrethitler.GovernmentView) bool {
	return g.ClaimDrawn+g.ClaimGot+g.ClaimParty != ""
}

// session is the line of one government; "" if there is nothing to tell but votes.
func (s hitler) session(g *secrethitler.GovernmentView) string {
	if what := s.came(g); what != "" {
		return fmt.Sprintf("**%d** · %s → %s: %s", g.Round, s.name(g.President), s.name(g.Chancellor), what) + s.said(g)
	}
	return ""
}

// policy names a policy with its mark, "" if there is none.
func (s hitler) policy(what string) string {
	if what == "" {
		return ""
	}
	return hitlerMarks[what] + " " + s.term(what)
}

// came is what came of a government, "" if it was only voted on.
func (s hitler) came(g *secrethitler.GovernmentView) string {
	var parts []string
	switch {
	case g.Policy != "":
		parts = append(parts, s.policy(g.Policy))
	case g.Result == secrethitler.ResultVeto:
		parts = append(parts, "✋ "+s.term(secrethitler.Veto))
	case g.Chaos != "":
		parts = append(parts, s.Words.Say(s.key("result", g.Result)))
	default:
		return ""
	}
	if g.Chaos != "" {
		parts = append(parts, s.Words.Say(s.key("board", "chaos"), "What", s.policy(g.Chaos)))
	}
	return strings.Join(parts, " · ")
}

// said is the lines below a government: its claims in small print, and a mark if they contradict each other.
func (s hitler) said(g *secrethitler.GovernmentView) (lines string) {
	if claims := s.claims(g); len(claims) > 0 {
		lines = "\n-# 💬 " + strings.Join(claims, " · ")
	}
	if len(g.Conflicts) == 0 {
		return lines
	}
	why := make([]string, len(g.Conflicts))
	for i, c := range g.Conflicts {
		why[i] = s.Words.Say(s.key("conflict", c))
	}
	return lines + "\n⚠️ **" + s.Words.Say(s.key("board", "conflict")) + "**: " + strings.Join(why, "; ")
}

// claims says the claims of a government.
func (s hitler) claims(g *secrethitler.GovernmentView) []string {
	var out []string
	if g.ClaimDrawn != "" {
		out = append(out, s.Words.Say(s.key("board", "claim_drawn"), "What", s.term(g.ClaimDrawn)))
	}
	if g.ClaimGot != "" {
		out = append(out, s.Words.Say(s.key("board", "claim_got"), "What", s.term(g.ClaimGot)))
	}
	if g.ClaimParty != "" {
		out = append(out, s.Words.Say(s.key("board", "claim_party"), "Name", s.name(g.Target), "What", s.term(g.ClaimParty)))
	}
	return out
}
