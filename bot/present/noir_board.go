package present

import (
	"fmt"
	"strings"

	"kumpas/games"
	"kumpas/games/noir"
)

// Standing is the bank, the countdown and the way to it, and a block for each player; after the end the scores.
func (Noir) Standing(scene *Scene) string {
	s := noirScene(scene)
	if s.v.Outcome != nil {
		return s.scores()
	}
	draft := s.v.Phase == noir.PromptBoss // nothing is on the table yet
	var lines []string
	if !draft {
		lines = s.piles()
	}
	for seat := range s.v.Seats {
		lines = append(lines, s.block(games.Seat(seat))...)
	}
	if !draft {
		lines = append(lines, s.legend()...)
	}
	return strings.Join(lines, "\n")
}

// piles are what belongs to nobody, the countdown, and how far the fullest purse is from a third and from half of all money.
func (s noirs) piles() []string {
	v := &s.v
	lines := []string{"🏦 " + s.Words.Say(s.key("board", "piles"), "Bank", v.Bank, "Deck", v.Deck, "Discards", cardSum(v.Discards))}
	tokens := bar("🔴", "⚫", v.Tokens, v.Rules.Tokens)
	switch c := v.Countdown; {
	case c == nil:
		lines = append(lines, tokens+" "+s.Words.Say(s.key("board", "no_countdown"), "N", v.Third))
	case c.Marker == games.Nobody:
		lines = append(lines, tokens+" "+s.Words.Say(s.key("board", "by_turn"), "N", v.Tokens))
	default:
		lines = append(lines, tokens+" "+s.Words.Say(s.key("board", "by_round"), "N", v.Tokens, "Name", s.name(c.Marker)))
	}
	if v.Half > 0 {
		lines = append(lines, "🏆 "+s.Words.Say(s.key("board", "half"), "N", v.Half))
	}
	if gap := s.gap(); gap != "" {
		lines = append(lines, "-# "+gap)
	}
	return append(lines, "")
}

// gap says what the fullest purse lacks to the thresholds that are still ahead.
func (s noirs) gap() string {
	v := &s.v
	rich := games.Nobody
	for i := range v.Seats {
		if seat := &v.Seats[i]; seat.Alive && (rich == games.Nobody || seat.Purse > v.Seats[rich].Purse) {
			rich = games.Seat(i)
		}
	}
	if rich == games.Nobody {
		return ""
	}
	third, half := 0, 0
	if v.Countdown == nil {
		third = max(0, v.Third-v.Seats[rich].Purse)
	}
	if v.Half > 0 {
		half = max(0, v.Half-v.Seats[rich].Purse)
	}
	return s.Words.Say(s.key("board", "gap"), "Name", s.name(rich), "N", v.Seats[rich].Purse, "Third", third, "Half", half)
}

func cardSum(all []noir.CardCount) (n int) {
	for _, c := range all {
		n += c.N
	}
	return n
}

// block is a player: purse with what a turn brings, hand, trophies; then his hideout with its front; then his other businesses and
// those who are away.
func (s noirs) block(n games.Seat) []string {
	v := &s.v
	seat := &v.Seats[n]
	if !seat.Alive {
		what := s.Words.Say(s.key("seat", "out"))
		if seat.Left {
			what = s.Words.Say(s.key("seat", "left"))
		}
		return []string{"💀 ~~" + s.name(n) + "~~ · " + what}
	}
	mark := "▫️"
	if n == v.Active {
		mark = "▶️"
	}
	head := fmt.Sprintf("%s %s · 🪙 **%d** (+%d) · 🎴 %d", mark, s.name(n), seat.Purse, seat.Due, seat.Cards)
	if seat.Trophies > 0 {
		head += fmt.Sprintf(" · 🏆 %d", seat.Trophies)
	}
	if seat.Team > 0 {
		head += " · " + s.Words.Say(s.key("seat", "team"), "N", seat.Team)
	}
	if seat.Boss != "" {
		head += " · 🎩 " + s.term(seat.Boss)
	}
	if v.Phase == noir.PromptBoss {
		return []string{head}
	}
	lines := []string{head}
	for _, line := range s.estate(seat) {
		lines = append(lines, "> "+line) // a bar at the side tells one player's things from the next one's
	}
	return lines
}

// estate is what a player has on the table.
func (s noirs) estate(seat *noir.SeatView) []string {
	home := thing(noir.Hideout, inside(seat.Hideout))
	var others []string
	for _, b := range seat.Businesses {
		if item := thing(b.Kind, inside(b)); b.Front {
			home += " · " + s.Words.Say(s.key("board", "front"), "What", item)
		} else {
			others = append(others, item)
		}
	}
	if len(seat.Away) > 0 {
		others = append(others, thing(noir.Away, faces(seat.Away)))
	}
	if len(others) == 0 {
		return []string{home}
	}
	return []string{home, strings.Join(others, " · ")}
}

// thing is a mark and what belongs to it, never torn apart at the end of a line.
func thing(kind, what string) string {
	return strings.ReplaceAll(noirMarks[kind]+" "+what, " ", "\u00a0")
}

// inside is how much of a structure's room is used, and by whom. For a business the room is its income.
func inside(at noir.StructureView) string {
	return strings.TrimSpace(fmt.Sprintf("%d/%d %s", at.Used, at.Capacity, faces(at.Gangsters)))
}

// legend explains the signs once.
func (s noirs) legend() []string {
	var kinds []string
	for i, kind := range []string{noir.Still, noir.Bootlegger, noir.Speakeasy, noir.Casino} {
		kinds = append(kinds, fmt.Sprintf("%s %s %d", noirMarks[kind], s.term(kind), i+1))
	}
	return []string{"", "-# " + strings.Join(kinds, " · "), "-# " + s.Words.Say(s.key("board", "legend"))}
}

// Stakes says what the present decision is about: the phases of a turn, an attack with all that is certain of it, the Drive-By's
// table, the stake.
func (Noir) Stakes(scene *Scene) string {
	s := noirScene(scene)
	v := &s.v
	var lines []string
	switch {
	case v.Attack != nil:
		a := v.Attack
		lines = s.forces(a.Target, a.Attackers, a.Battle)
	case v.DriveBy != nil:
		d := v.DriveBy
		_, at := s.structure(d.Target)
		lines = []string{"🔫 " + s.Words.Say(s.key("stakes", "drive_by"), "Name", s.name(d.Seat), "Other", s.name(d.Other),
			"What", s.marked(d.Kind)+" "+inside(at)), "-# 🎲 " + s.damages(d.Table)}
	case v.Poker != nil:
		lines = []string{"🎲 " + s.Words.Say(s.key("stakes", "poker"), "Name", s.name(v.Poker.Seat), "N", v.Poker.Stake)}
	case v.Phase == noir.PromptTurn:
		lines = s.turn()
	}
	if v.Police != nil {
		lines = append(lines, "🚓 "+s.Words.Say(s.key("stakes", "police"), "Name", s.name(v.Police.Seat), "What", s.term(v.Police.What)))
	}
	return strings.Join(lines, "\n")
}

// damages is the Drive-By's table: what each roll does.
func (s noirs) damages(table []int) string {
	var out []string
	for i, n := range table {
		out = append(out, fmt.Sprintf("%d→%d", i+1, n))
	}
	return s.Words.Say(s.key("board", "damage"), "Items", strings.Join(out, " · "))
}

// turn is the phase of the turn, and the attack that is being put together.
func (s noirs) turn() []string {
	v := &s.v
	if v.Round == 1 {
		return []string{"-# " + s.Words.Say(s.key("board", "first_turn"))}
	}
	var phases []string
	done := true
	for _, phase := range []string{noir.Move, noir.Attack, noir.Open, noir.Relocate, noir.Discard, noir.End} {
		what := s.term(phase)
		switch {
		case phase == v.Step:
			done = false
			what = "**▶ " + what + "**"
		case done:
			what = "~~" + what + "~~"
		}
		phases = append(phases, what)
	}
	lines := []string{"-# " + strings.Join(phases, " · ")}
	for _, p := range s.Prompts {
		if p.Kind == noir.PromptTurn && len(p.Path) > 1 && p.Path[0] == noir.Attack {
			ids := s.picked(p.Path[2:])
			lines = append(lines, s.forces(p.Path[1], ids, v.Fight(p.Path[1], ids))...)
		}
	}
	return lines
}

// picked are the attackers chosen so far, one after the other or all.
func (s noirs) picked(path games.Answer) (ids []string) {
	for _, id := range path {
		if id != noir.All {
			ids = append(ids, id)
			continue
		}
		ids = nil
		for _, at := range s.v.Seats[s.v.Active].Structures() {
			for _, g := range at.Gangsters {
				if !g.Hidden {
					ids = append(ids, g.ID)
				}
			}
		}
		break
	}
	return ids
}

// forces is an attack in full: who, on what, and what is certain to come of it.
func (s noirs) forces(target string, attackers []string, b noir.Battle) []string {
	owner, at := s.structure(target)
	what := s.marked(at.Kind)
	if target == at.Guards {
		what = s.marked(noir.Guards)
	}
	lines := []string{
		"⚔️ " + s.Words.Say(s.key("stakes", "attack"), "Name", s.name(s.v.Active), "Other", s.name(owner), "What", strings.TrimSpace(what+" "+inside(at))),
	}
	if len(attackers) == 0 {
		return append(lines, s.Words.Say(s.key("stakes", "need"), "D", b.D, "V", b.V, "N", b.D+b.V))
	}
	lines = append(lines, s.Words.Say(s.key("stakes", "forces"), "Items", s.gang(attackers), "A", b.A, "D", b.D, "V", b.V, "N", b.D+b.V))
	result := "→ **" + s.term(b.Result) + "**"
	if b.Stolen > 0 {
		result += " · " + s.Words.Say(s.key("stakes", "stolen"), "N", b.Stolen)
	}
	if len(b.Kills) > 0 {
		result += " · " + s.Words.Say(s.key("stakes", "kills"), "Items", s.gang(b.Kills))
	}
	if len(b.Losses) > 0 {
		result += " · " + s.Words.Say(s.key("stakes", "losses"), "Items", s.gang(b.Losses))
	}
	return append(lines, result)
}
