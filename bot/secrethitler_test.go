package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/secrethitler"
)

// parliament is a running game of Secret Hitler.
type parliament struct{ *match }

// parliamentGames is Secret Hitler with a deal that fulfils a wish.
func parliamentGames(want func(games.State) bool) bot.Games {
	return bot.Games{{Screen: present.SecretHitler{}, Engine: dealt{secrethitler.Game, want}}}
}

func anyDeal(games.State) bool { return true }

func (s *scene) parliament(players int, options map[string]string) parliament {
	s.t.Helper()
	return s.parliamentOf(players, robot.Setup{Options: options})
}

func (s *scene) parliamentOf(players int, setup robot.Setup) parliament {
	s.t.Helper()
	var names []string
	for i := range players {
		names = append(names, fmt.Sprintf("Üye %d", i+1))
	}
	setup.Game = "secret-hitler"
	x := parliament{s.match(setup, s.people(names...)...)}
	x.settled()
	return x
}

func (x parliament) state() games.State {
	_, state := x.record()
	return state
}

// sees is what a seat may know, or everyone.
func (x parliament) sees(seat games.Seat) secrethitler.View {
	return x.state().View(seat).(secrethitler.View)
}

// named is a seat's name as the board shows it.
func (x parliament) named(seat games.Seat) string { return "**" + x.at(seat).Name() + "**" }

// names are several, as the board lists votes.
func (x parliament) names(seats ...games.Seat) string {
	var out []string
	for _, seat := range seats {
		out = append(out, x.named(seat))
	}
	return strings.Join(out, ", ")
}

// role is somebody's role, which only he and the test know.
func role(s games.State, seat games.Seat) string { return s.View(seat).(secrethitler.View).Role }

// line is the first line of a message that holds a text, "" if there is none.
func line(m *sandbox.Message, part string) string {
	for _, l := range strings.Split(m.Text(), "\n") {
		if strings.Contains(l, part) {
			return l
		}
	}
	return ""
}

// standing is the board's line of a seat.
func (x parliament) standing(m *sandbox.Message, seat games.Seat) string {
	for _, l := range strings.Split(m.Text(), "\n") {
		if mark, rest, _ := strings.Cut(l, " "); strings.HasPrefix(strings.Trim(rest, "~"), x.named(seat)) && mark != "-" && mark != "🗳️" {
			return l
		}
	}
	return ""
}

// fascistRule plays as if everybody wanted fascist policies, but no end: no Hitler is nominated or executed.
type fascistRule struct {
	veto bool // propose one whenever possible
	nein int  // so many vote no
}

func (r fascistRule) answer(s games.State, seat games.Seat, p games.Prompt) string {
	f, _, err := s.Ask(seat, p.ID, nil)
	if err != nil {
		return ""
	}
	wanted := map[string]string{secrethitler.PromptDiscard: secrethitler.PolicyLiberal, secrethitler.PromptEnact: secrethitler.PolicyFascist,
		secrethitler.PromptVeto: secrethitler.Refuse, secrethitler.PromptVote: secrethitler.Ja}[p.Kind]
	if p.Kind == secrethitler.PromptVote && int(seat) < r.nein {
		wanted = secrethitler.Nein
	}
	first := ""
	for _, c := range f.Choices {
		switch {
		case c.Not != "" || c.Seat >= 0 && role(s, c.Seat) == secrethitler.Hitler:
			continue
		case c.What == wanted && wanted != "", c.ID == secrethitler.Veto && r.veto:
			first = c.ID
			if c.ID == secrethitler.Veto {
				return first
			}
			wanted = ""
		case first == "":
			first = c.ID
		}
	}
	return first
}

// next is who answers what next under the rule.
func (r fascistRule) next(s games.State) games.Action {
	p := s.Prompts(nil, games.Nobody)[0]
	for seat := range p.Awaited.All() {
		own, _ := games.PromptFor(s, seat, p.ID)
		return games.Reply(seat, p.ID, r.answer(s, seat, own))
	}
	return games.Action{}
}

// reaches reports whether the rule leads from a deal to a prompt.
func (r fascistRule) reaches(kind string) func(games.State) bool {
	return func(s games.State) bool {
		for s.Outcome() == nil {
			if s.Prompts(nil, games.Nobody)[0].Kind == kind {
				return true
			}
			next, _, err := s.Apply(r.next(s))
			if err != nil {
				return false
			}
			s = next
		}
		return false
	}
}

// does has a seat answer by what he can see: the board's buttons, or those of his panel. It returns what he was answered.
func (x parliament) does(seat games.Seat, p games.PromptID, answer string) *sandbox.Message {
	x.t.Helper()
	u := x.at(seat)
	from := x.Board()
	id := present.ID(present.VerbReply, x.ID, fmt.Sprint(p), answer)
	if from.Component(id) == nil {
		from = x.panel(u)
	}
	if from.Component(id) == nil {
		x.t.Fatalf("%s cannot press %s:\n%s", u.Name(), id, from.Text())
	}
	m := x.answer(u.Press(from, id))
	x.settled()
	return m
}

// play plays by the rule until a prompt of the kind is awaited.
func (x parliament) play(r fascistRule, kind string) games.Prompt {
	x.t.Helper()
	for {
		s := x.state()
		if s.Outcome() != nil {
			x.t.Fatalf("the game is over before %s", kind)
		}
		if p := s.Prompts(nil, games.Nobody)[0]; p.Kind == kind {
			return p
		}
		a := r.next(s)
		x.does(a.Seat, a.Prompt, a.Answer[0])
	}
}

// once plays by the rule while a prompt lasts.
func (x parliament) once(r fascistRule) {
	x.t.Helper()
	for p := x.prompt(); x.state().Outcome() == nil && x.prompt().ID == p.ID; {
		a := r.next(x.state())
		x.does(a.Seat, a.Prompt, a.Answer[0])
	}
}

func (x parliament) prompt() games.Prompt {
	if list := x.state().Prompts(nil, games.Nobody); len(list) > 0 {
		return list[0]
	}
	return games.Prompt{}
}

// The night: the board tells the story of this size and counts; the button shows everyone his role with all that goes with it, again
// and again; day breaks when all have looked.
func TestHitlerNight(t *testing.T) {
	t.Parallel()
	for _, players := range []int{5, 7} {
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			t.Parallel()
			s := newScene(t, plan{games: parliamentGames(anyDeal)})
			x := s.parliament(players, nil)
			script, other := "secrethitler.night.night_small.2", "secrethitler.night.night_large.2"
			if players == 7 {
				script, other = other, script
			}
			s.told(x.Board(), "secrethitler.night.title")
			s.told(x.Board(), script)
			if strings.Contains(x.Board().Text(), s.words("tr", other)) {
				t.Errorf("the board tells the night of another size:\n%s", x.Board().Text())
			}
			night := x.prompt()
			for seat := range games.Seat(players) {
				s.told(x.Board(), "secrethitler.night.looked", "N", int(seat), "All", players)
				panel := x.does(seat, night.ID, secrethitler.Ready)
				if !panel.Ephemeral() {
					t.Fatal("a role is shown to all")
				}
				x.showsRole(panel, seat)
				if seat == 0 {
					again := s.note(x.at(seat).Press(x.Board(), present.ID(present.VerbReply, x.ID, fmt.Sprint(night.ID), secrethitler.Ready)))
					x.showsRole(again, seat)
				}
			}
			if x.prompt().Kind != secrethitler.PromptNominate {
				t.Errorf("all have looked, and the table asks for %s", x.prompt().Kind)
			}
			x.showsRole(x.panel(x.at(2)), 2)
		})
	}
}

// showsRole checks what a panel says of its owner, and that it names those whom he may know and nobody else.
func (x parliament) showsRole(panel *sandbox.Message, seat games.Seat) {
	x.t.Helper()
	v := x.sees(seat)
	x.told(panel, "secrethitler.goal."+v.Role)
	x.told(panel, "secrethitler.knows."+v.Knows)
	if !strings.Contains(panel.Text(), x.words("tr", "secrethitler.term."+v.Role)) || line(panel, x.words("tr", "secrethitler.term."+v.Party)) == "" {
		x.t.Errorf("the panel of a %s of %s:\n%s", v.Role, v.Party, panel.Text())
	}
	for other, w := range v.Seats {
		named := line(panel, x.named(games.Seat(other))+": ")
		if games.Seat(other) == seat {
			continue
		}
		if known := w.Role != ""; known != (named != "") || known && !strings.Contains(named, x.words("tr", "secrethitler.term."+w.Role)) {
			x.t.Errorf("of a %s the panel of a %s says %q", role(x.state(), games.Seat(other)), v.Role, named)
		}
	}
}

// Those who have not looked are mentioned before the time is up, at a fast pace too; then day breaks by itself.
func TestHitlerNightEnds(t *testing.T) {
	t.Parallel()
	for pace, limit := range map[string]time.Duration{"normal": 90 * time.Second, "blitz": 45 * time.Second} {
		t.Run(pace, func(t *testing.T) {
			t.Parallel()
			s := newScene(t, plan{games: parliamentGames(anyDeal)})
			boss := s.people("Yönetici")[0]
			s.g.Promote(boss, "Yönetim", sandbox.ManageGuild)
			s.note(boss.Command(s.g.Channel("genel"), "settings", sandbox.Sub("pace", sandbox.Opt("pace", pace))))
			x := s.parliament(6, nil)
			night := x.prompt()
			x.does(0, night.ID, secrethitler.Ready)
			late, early := x.at(1), x.at(0)
			before := [2]int{s.pings(x.Channel, early), s.pings(x.Channel, late)}
			s.clock.Advance(limit * 3 / 4)
			s.until("the mention of those who have not looked", func() bool { return s.pings(x.Channel, late) > before[1] })
			if s.pings(x.Channel, early) != before[0] {
				t.Error("somebody who has looked is mentioned")
			}
			s.clock.Advance(limit / 4)
			x.news("secrethitler.event.day", "N", 5)
			s.until("the first election", func() bool { return x.prompt().Kind == secrethitler.PromptNominate })
			x.showsRole(x.panel(late), 1)
		})
	}
}

// Votes: acknowledged to the voter alone; the table sees that he has voted, and a change not at all; then all are opened with names.
func TestHitlerVote(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{games: parliamentGames(fascistRule{}.reaches(secrethitler.PromptSpecial))})
	x := s.parliament(7, nil)
	p := x.play(fascistRule{}, secrethitler.PromptVote)
	v := x.sees(games.Nobody)
	s.told(x.Board(), "secrethitler.stakes.vote", "Name", x.named(v.President), "Other", x.named(v.Chancellor), "N", 4, "All", 7)
	voted := s.words("tr", "secrethitler.seat.voted")
	note := x.does(0, p.ID, secrethitler.Ja)
	if !note.Ephemeral() {
		t.Fatal("a vote is acknowledged in public")
	}
	s.told(note, "table.taken.sealed", "What", s.words("tr", "secrethitler.choice.vote.ja"))
	board := x.Board()
	if !strings.Contains(x.standing(board, 0), voted) || slices.Contains(x.Awaited(board), x.at(0)) {
		t.Errorf("the board does not show that the first one has voted:\n%s", board.Text())
	}
	for _, word := range []string{secrethitler.Nein, secrethitler.Ja, secrethitler.Nein} {
		m := s.note(x.at(0).Press(x.Board(), present.ID(present.VerbReply, x.ID, fmt.Sprint(p.ID), word)))
		s.told(m, "table.taken.sealed", "What", s.words("tr", "secrethitler.choice.vote."+word))
	}
	if now := x.Board(); now.ID != board.ID || now.Version != board.Version || fmt.Sprint(now.EditedTimestamp) != fmt.Sprint(board.EditedTimestamp) {
		t.Error("a changed vote moves the board")
	}
	for seat := games.Seat(1); seat < 7; seat++ {
		word := secrethitler.Ja
		if seat > 3 {
			word = secrethitler.Nein
		}
		if strings.Contains(x.Board().Text(), "❌ ") {
			t.Fatalf("votes are shown before the last one:\n%s", x.Board().Text())
		}
		x.does(seat, p.ID, word)
	}
	x.news("secrethitler.board.votes", "What", s.words("tr", "secrethitler.term.ja"), "N", 3, "Items", x.names(1, 2, 3))
	x.news("secrethitler.board.votes", "What", s.words("tr", "secrethitler.term.nein"), "N", 4, "Items", x.names(0, 4, 5, 6))
	x.news("secrethitler.event.rejected", "Name", x.named(v.President), "Other", x.named(v.Chancellor), "N", 1)
	s.told(x.Board(), "secrethitler.board.tracker", "N", 1, "All", 3)
}

// Whoever is limited stands on the board with the reason, and his button cannot be pressed; three failures bring chaos, which says
// why and forgets the limits.
func TestHitlerLimitsAndChaos(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{games: parliamentGames(func(state games.State) bool {
		return fascistRule{}.reaches(secrethitler.PromptInvestigate)(state) // so that the first policies are fascist
	})})
	x := s.parliament(7, nil)
	x.play(fascistRule{}, secrethitler.PromptEnact)
	x.once(fascistRule{})
	p := x.play(fascistRule{}, secrethitler.PromptNominate)
	v := x.sees(games.Nobody)
	board := x.Board()
	for seat, why := range map[games.Seat]string{v.LastPresident: secrethitler.WhyLastPresident, v.LastChancellor: secrethitler.WhyLastChancellor} {
		if seat == v.President {
			continue
		}
		b := board.Component(present.ID(present.VerbReply, x.ID, fmt.Sprint(p.ID), fmt.Sprintf("s%d", seat)))
		if b == nil || !b.Disabled {
			t.Errorf("the button of seat %d is not disabled", seat)
		}
		want := s.words("tr", "secrethitler.seat.limited", "What", s.words("tr", "secrethitler.term."+why))
		if !strings.Contains(x.standing(board, seat), "🚫 "+want) {
			t.Errorf("the board does not say %q of seat %d:\n%s", want, seat, board.Text())
		}
		m := s.note(x.at(v.President).Forge(sandbox.Forgery{Message: board, CustomID: present.ID(present.VerbReply, x.ID, fmt.Sprint(p.ID), fmt.Sprintf("s%d", seat))}))
		s.told(m, "secrethitler.refusal.term_limited", "Name", x.named(seat), "What", s.words("tr", "secrethitler.term."+why))
	}
	for range 3 {
		x.play(fascistRule{nein: 7}, secrethitler.PromptVote)
		x.once(fascistRule{nein: 7})
	}
	x.news("secrethitler.why.third_failure")
	x.news("secrethitler.event.no_limits")
	if strings.Contains(x.Board().Text(), s.words("tr", "secrethitler.seat.limited", "What", "")) {
		t.Errorf("after chaos somebody is limited:\n%s", x.Board().Text())
	}
}

// The cards of a session are in two panels alone, whose buttons say what becomes of them. Claims are made there by one press, and the
// table marks those that cannot be true together.
func TestHitlerSessionAndClaims(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{games: parliamentGames(fascistRule{}.reaches(secrethitler.PromptSpecial))})
	x := s.parliament(7, nil)
	p := x.play(fascistRule{}, secrethitler.PromptDiscard)
	v := x.sees(games.Nobody)
	president, chancellor := v.President, v.Chancellor
	if firstReply(x.Board()) != "" {
		t.Errorf("policies are offered to all:\n%s", x.Board().Text())
	}
	stranger := x.at((president + 1) % 7)
	if president+1 == chancellor {
		stranger = x.at((president + 2) % 7)
	}
	if firstReply(x.panel(stranger)) != "" {
		t.Error("a stranger's panel offers policies")
	}
	s.told(s.note(stranger.Forge(sandbox.Forgery{Message: x.Board(), CustomID: present.ID(present.VerbReply, x.ID, fmt.Sprint(p.ID), "c0")})), "secrethitler.refusal.not_president")
	offers := func(seat games.Seat, prompt string, p games.PromptID) {
		s.t.Helper()
		panel := x.panel(x.at(seat))
		s.told(panel, "secrethitler.prompt."+prompt+".private")
		for i, policy := range x.sees(seat).Hand {
			b := panel.Component(present.ID(present.VerbReply, x.ID, fmt.Sprint(p), fmt.Sprintf("c%d", i)))
			want := s.words("tr", fmt.Sprintf("secrethitler.choice.%s.c%d", prompt, i), "What", s.words("tr", "secrethitler.term."+policy))
			if b == nil || b.Label != want {
				t.Errorf("choice %d is %v, not %q", i, b, want)
			}
		}
	}
	offers(president, "discard", p.ID)
	x.once(fascistRule{})
	offers(chancellor, "enact", x.prompt().ID)
	x.once(fascistRule{})

	claim := func(seat games.Seat, kind, word string) {
		s.t.Helper()
		for _, p := range x.state().Prompts(nil, seat) {
			if p.Kind == kind {
				x.does(seat, p.ID, word)
				return
			}
		}
		t.Fatalf("seat %d may not claim %s", seat, kind)
	}
	s.told(x.Board(), "secrethitler.board.claim_hint")
	claim(president, secrethitler.PromptClaimDrawn, secrethitler.ClaimFLL)
	x.news("secrethitler.event.claim_drawn", "Name", x.named(president), "N", 1, "What", s.words("tr", "secrethitler.term.fll"))
	claim(chancellor, secrethitler.PromptClaimGot, secrethitler.ClaimFF)
	s.told(x.Board(), "secrethitler.board.claim_got", "What", s.words("tr", "secrethitler.term.ff"))
	s.told(x.Board(), "secrethitler.conflict.pair")
	if strings.Contains(x.Board().Text(), s.words("tr", "secrethitler.board.claim_hint")) {
		t.Error("the board goes on to tell how claims are made")
	}
	record := s.note(stranger.Press(x.Board(), present.ID(present.VerbRecord, x.ID)))
	s.told(record, "secrethitler.conflict.pair")
	s.told(record, "secrethitler.record.legend")
	if firstReply(x.panel(x.at(chancellor))) != "" && x.prompt().Awaited != games.SeatsOf(chancellor) {
		t.Error("a claim can be made twice")
	}
}

// The powers: announced to all, answered to one; whoever is executed is told once and has nothing to press; a veto is asked and
// answered in the open.
func TestHitlerPowers(t *testing.T) {
	t.Parallel()
	rule := fascistRule{veto: true}
	s := newScene(t, plan{games: parliamentGames(rule.reaches(secrethitler.PromptVeto))})
	x := s.parliament(9, nil)
	p := x.play(rule, secrethitler.PromptInvestigate)
	by := x.sees(games.Nobody).President
	a := rule.next(x.state())
	panel := x.does(by, p.ID, a.Answer[0])
	played := x.sees(games.Nobody).Governments
	target := played[len(played)-2].Target // the last one is the next candidate's
	party := x.sees(by).Seats[target].Party
	if !panel.Ephemeral() || !strings.Contains(line(panel, "🔍"), s.words("tr", "secrethitler.term."+party)) || !strings.Contains(line(panel, "🔍"), x.named(target)) {
		t.Errorf("the investigator is shown:\n%s", panel.Text())
	}
	x.news("secrethitler.event.investigated", "Name", x.named(by), "Other", x.named(target))
	if seen := line(x.panel(x.at(target)), "🔍"); seen != "" {
		t.Errorf("the investigated one is told %q", seen)
	}
	s.told(x.Board(), "secrethitler.seat.investigated", "Name", x.named(by))

	x.play(rule, secrethitler.PromptSpecial)
	caller := x.sees(games.Nobody).President
	x.once(rule)
	called := x.sees(games.Nobody).President
	x.news("secrethitler.event.called", "Name", x.named(caller), "Other", x.named(called))
	s.told(x.Board(), "secrethitler.board.zone")

	x.play(rule, secrethitler.PromptExecute)
	x.once(rule)
	gone := games.Nobody
	for seat, w := range x.sees(games.Nobody).Seats {
		if !w.Alive {
			gone = games.Seat(seat)
		}
	}
	x.news("secrethitler.why.role_hidden")
	dead := x.panel(x.at(gone))
	s.told(dead, "secrethitler.event.silent")
	s.told(dead, "secrethitler.hand.executed")
	x.play(rule, secrethitler.PromptVote)
	if firstReply(x.panel(x.at(gone))) != "" {
		t.Error("a dead player has something to press")
	}
	s.told(s.note(x.at(gone).Press(x.Board(), button(x.Board(), secrethitler.Ja))), "secrethitler.refusal.dead_player")

	p = x.play(rule, secrethitler.PromptVeto)
	v := x.sees(games.Nobody)
	x.news("secrethitler.event.veto_asked", "Name", x.named(v.Chancellor), "Other", x.named(v.President))
	x.does(v.President, p.ID, secrethitler.Refuse)
	x.news("secrethitler.event.veto_refused", "Name", x.named(v.President), "Other", x.named(v.Chancellor))
	if b := x.panel(x.at(v.Chancellor)).Component(present.ID(present.VerbReply, x.ID, fmt.Sprint(x.prompt().ID), secrethitler.Veto)); b == nil || !b.Disabled {
		t.Error("a second veto can be proposed")
	}
	for x.state().Outcome() == nil {
		x.once(fascistRule{})
	}
	x.ends("secrethitler.outcome." + x.state().Outcome().Why)
}

// With five or six players the President peeks, and is shown the cards at once.
func TestHitlerPeek(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{games: parliamentGames(fascistRule{}.reaches(secrethitler.PromptPeek))})
	x := s.parliament(6, nil)
	p := x.play(fascistRule{}, secrethitler.PromptPeek)
	by := x.sees(games.Nobody).President
	panel := x.does(by, p.ID, secrethitler.Look)
	var cards []string
	for _, c := range x.sees(by).Peek {
		cards = append(cards, map[string]string{secrethitler.PolicyLiberal: "🟦 ", secrethitler.PolicyFascist: "🟥 "}[c]+s.words("tr", "secrethitler.term."+c))
	}
	s.told(panel, "secrethitler.memory.peek", "Items", strings.Join(cards, ", "), "N", 3)
	x.news("secrethitler.event.peeked", "Name", x.named(by))
	if strings.Contains(x.Board().Text(), strings.Join(cards, ", ")) {
		t.Error("all are shown the peek")
	}
}

// ends checks the last board: why it ended, every role, and what each government really drew; the story tells the rest.
func (x parliament) ends(outcome string) {
	x.t.Helper()
	x.until("the end", x.Over)
	board := x.Board()
	x.told(board, outcome)
	v := x.sees(games.Nobody)
	for seat, w := range v.Seats {
		if !strings.Contains(x.standing(board, games.Seat(seat)), x.words("tr", "secrethitler.term."+w.Role)) {
			x.t.Errorf("seat %d is no %s on the last board:\n%s", seat, w.Role, board.Text())
		}
	}
	var story strings.Builder
	page := x.note(x.Users[0].Press(board, present.ID(present.VerbStory, x.ID, "0")))
	for n := 1; ; n++ {
		story.WriteString(page.Text() + "\n")
		next := present.ID(present.VerbStory, x.ID, fmt.Sprint(n))
		if page.Component(next) == nil {
			break
		}
		page = x.note(x.Users[0].Press(page, next))
	}
	count := func(key string) int { // by the words before the first name
		text := x.words("tr", key, "Name", "|", "Other", "|", "Drawn", "|", "Thrown", "|", "Passed", "|", "What", "|", "N", 0, "Items", "|")
		return strings.Count(story.String(), strings.Trim(strings.Split(text, "|")[1], " "))
	}
	sessions, votes := 0, 0
	for _, g := range v.Governments {
		if len(g.Passed) > 0 {
			sessions++
		}
		if g.Ja != 0 {
			votes++
		}
	}
	if told := count("secrethitler.event.session_told"); told != sessions {
		x.t.Errorf("the story tells of %d sessions, there were %d:\n%s", told, sessions, story.String())
	}
	if opened := strings.Count(story.String(), "✅ "+x.words("tr", "secrethitler.term.ja")); opened != votes {
		x.t.Errorf("the story tells of %d votes with a yes, there were %d", opened, votes)
	}
}

// Whoever leaves counts as dead and keeps his secret; if it is Hitler, the game is void and all roles are shown. The question before
// it says so to all alike.
func TestHitlerLeaving(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{games: parliamentGames(anyDeal)})
	x := s.parliamentOf(7, robot.Setup{Fill: "rules"})
	x.play(fascistRule{}, secrethitler.PromptVote)
	state := x.state()
	var liberal, hitler games.Seat
	for seat := range games.Seat(7) {
		switch role(state, seat) {
		case secrethitler.Hitler:
			hitler = seat
		case secrethitler.Liberal:
			liberal = seat
		}
	}
	for _, seat := range []games.Seat{liberal, hitler} {
		s.told(s.note(x.at(seat).Command(x.Channel, "table", sandbox.Sub("leave"))), "secrethitler.leave.ask")
	}
	x.do(x.at(liberal), "leave")
	x.news("secrethitler.event.left", "Name", x.named(liberal))
	x.settled()
	if l := x.standing(x.Board(), liberal); !strings.Contains(l, s.words("tr", "secrethitler.seat.left")) || strings.Contains(l, s.words("tr", "secrethitler.term.liberal")) {
		t.Errorf("the board says of one who has left: %s", l)
	}
	x.do(x.at(hitler), "leave")
	x.news("secrethitler.why.hitler_left")
	x.ends("secrethitler.outcome.void")
}
