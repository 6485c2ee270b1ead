package bot_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/noir"
)

func noirDeal(n byte) bot.Games {
	return bot.Games{{Engine: &fixedDeal{Game: noir.Game, seed: n}, Screen: present.Noir{}}}
}

// noirRule has everybody do what the computer player would, by presses that the screens offer: all attack together, and opened
// gangsters go where the rules put them.
type noirRule struct{ rng *rand.Rand }

// next is the next action, a reaction out of turn before an awaited answer.
func (r noirRule) next(s games.State) games.Action {
	seats := len(noirView(s, games.Nobody).Seats)
	for _, seat := range r.rng.Perm(seats) {
		for _, p := range s.Prompts(nil, games.Seat(seat)) {
			if p.Kind == noir.PromptReact {
				if a := r.choose(s, games.Seat(seat), p); !slices.Equal(a.Answer, p.Pass) {
					return a
				}
			}
		}
	}
	list := s.Prompts(nil, games.Nobody)
	p := list[len(list)-1]
	for seat := range games.Owing(s, p).All() {
		own, _ := games.PromptFor(s, seat, p.ID)
		return r.choose(s, seat, own)
	}
	return games.Action{}
}

func (r noirRule) choose(s games.State, seat games.Seat, p games.Prompt) games.Action {
	ask := games.AskOf(s, seat, p.ID)
	answer := noir.Game.Choose("normal", s.View(seat), p, ask, r.rng)
	switch {
	case p.Kind != noir.PromptTurn:
	case answer[0] == noir.Attack:
		if f, _, err := ask(games.Answer{noir.Attack, answer[1]}); err == nil && slices.ContainsFunc(f.Choices, func(c games.Choice) bool { return c.ID == noir.All }) {
			answer = games.Answer{noir.Attack, answer[1], noir.All, noir.Confirm}
		}
	case answer[0] == noir.Open:
		f, _, _ := ask(answer[:1])
		steps := strings.Split(answer[1], ".")
		for i := range steps {
			steps[i], _, _ = strings.Cut(steps[i], "-")
		}
		if e, err := f.Editor.Parse(strings.Join(steps, ".")); err == nil {
			answer = games.Answer{noir.Open, e.Final()}
		}
	}
	return games.Reply(seat, p.ID, answer...)
}

// moment is what a kill at this point would be a kill at: the phase of the turn, or the kind of the window.
func (noirRule) moment(s games.State) string {
	v := noirView(s, games.Nobody)
	if v.Phase == noir.PromptTurn {
		return v.Phase + " " + v.Step
	}
	return v.Phase
}

// noirMoments are where a bot must be killed. No turn waits before its discards: they follow the relocation, or are chosen right away.
var noirMoments = []string{noir.PromptBoss, "turn move", "turn attack", "turn open", "turn relocate", "turn end",
	noir.PromptAttack, noir.PromptDriveBy, noir.PromptPolice, noir.PromptPoker}

// reached is which moments a deal comes to, in so many actions.
func reached(deal byte, setup games.Setup, within int) (actions int, all bool) {
	s, _, err := noirDeal(deal)[0].Engine.New(setup)
	rule := noirRule{rand.New(rand.NewPCG(uint64(deal), 47))}
	seen := map[string]bool{}
	for n := 0; err == nil && s.Outcome() == nil && n < within; n++ {
		seen[rule.moment(s)] = true
		if !slices.ContainsFunc(noirMoments, func(m string) bool { return !seen[m] }) {
			return n + 1, true
		}
		s, _, err = s.Apply(rule.next(s))
	}
	return 0, false
}

// SIGKILL in every phase of a turn and in every window, with half of its answers in or half of a plan made, and right after a press
// that rolls a die. After the restart the same people are awaited, see the same table, the same cards and the same plan; in
// the end the game that is kept is the one that was played, die by die.
func TestNoirKill(t *testing.T) {
	if bot.Racing {
		t.Skip("it compares what is on disk; whole games look for races")
	}
	t.Parallel()
	options := games.Options{noir.OptBosses: noir.On, noir.OptPokerJoin: noir.Voluntary}
	setup := games.Setup{Players: 4, Options: options, Winner: -1}
	killed := map[string]int{}
	deal, rounds := byte(0), number(t, 1)
	for ; rounds > 0; deal++ {
		n, ok := reached(deal, setup, 400)
		if ok {
			killGangs(t, deal, setup, n, killed)
			rounds--
		}
		if deal == 255 {
			t.Fatal("no deal comes to all moments")
		}
	}
	t.Logf("killed at %v", killed)
	for _, m := range append(slices.Clone(noirMoments), "roll") {
		if killed[m] == 0 {
			t.Errorf("never killed at %q", m)
		}
	}
}

// killGangs plays so many actions of a deal and kills the bot once at each kind of moment.
func killGangs(t *testing.T, deal byte, setup games.Setup, actions int, killed map[string]int) {
	x := shadow(t, noirDeal(deal)[0], deal, setup)
	rule := noirRule{rand.New(rand.NewPCG(uint64(deal), 47))}
	done := map[string]bool{}
	reborn := func() {
		x.kill()
		x.start()
	}
	for range actions {
		a := rule.next(x.state)
		next, events, err := x.state.Apply(a)
		if err != nil {
			t.Fatal(err)
		}
		moment := rule.moment(x.state)
		list := x.state.Prompts(nil, games.Nobody)
		p := list[len(list)-1]
		if !done[moment] {
			done[moment] = true
			killed[moment]++
			half := a.Prompt == p.ID && x.begin(a)
			before := x.table(p, half)
			reborn()
			if now := x.table(p, half); now != before {
				t.Errorf("at %s there was\n%s\nafter the restart there is\n%s", moment, before, now)
			}
		}
		x.do(a)
		rolls := slices.ContainsFunc(events, func(e games.Event) bool { return e.Kind == noir.EvShot || e.Kind == noir.EvRolled })
		if x.state = next; rolls && !done["roll"] {
			done["roll"] = true
			killed["roll"]++
			reborn()
		}
		x.noirFollows()
	}
	x.kept(noirDeal(deal))
}

// noirFollows waits until the board awaits whom the state awaits, and shows the state's purses.
func (x *shadowed) noirFollows() {
	x.t.Helper()
	v := noirView(x.state, games.Nobody)
	err := x.Sandbox.Until(x.ctx, func() bool {
		board := x.Board()
		if board == nil || x.state.Outcome() != nil {
			return x.state.Outcome() != nil && x.Over()
		}
		list := x.state.Prompts(nil, games.Nobody)
		p := list[len(list)-1]
		awaited := x.Awaited(board)
		for seat := range p.Awaited.All() {
			if !slices.Contains(awaited, x.at(seat)) {
				return false
			}
		}
		for _, c := range replies(board) {
			if id, _ := present.ParseID(c.CustomID); id.Arg(1) != fmt.Sprint(p.ID) {
				return false
			}
		}
		bank := x.words.Say("noir.board.piles", "Bank", v.Bank, "Deck", v.Deck, "Discards", pileOf(v))
		return len(awaited) == p.Awaited.Count() && (v.Phase == noir.PromptBoss || strings.Contains(board.Text(), bank))
	})
	if err != nil {
		x.t.Fatalf("the board does not follow: %v\n%s", err, x.Board().Text())
	}
}

func pileOf(v noir.View) (n int) {
	for _, c := range v.Discards {
		n += c.N
	}
	return n
}

// table is what is to be seen: the board's standing and controls, and the panels of all who are awaited; half says that a plan is under way.
func (x *shadowed) table(p games.Prompt, half bool) string {
	x.t.Helper()
	x.noirFollows()
	var out strings.Builder
	see := func(m *sandbox.Message) {
		for _, line := range strings.Split(m.Text(), "\n") {
			if !strings.Contains(line, "<t:") && !strings.HasPrefix(line, "- ") { // a restart gives more time, and the news begin anew
				out.WriteString(line + "\n")
			}
		}
		for _, c := range slices.Concat(m.Buttons(), m.Selects()) {
			if id, _ := present.ParseID(c.CustomID); id.Verb() == present.VerbReply || half && id.Verb() == present.VerbEdit {
				fmt.Fprintln(&out, c.CustomID, c.Label, c.Disabled, len(c.Options))
			}
		}
	}
	see(x.Board())
	for seat := range p.Awaited.All() {
		see(x.press(x.at(seat), present.ID(present.VerbPanel, x.ID)))
	}
	return out.String()
}

// begin presses the first part of an action that has several: the first pick, or the first step of a plan. It reports whether
// that is kept.
func (x *shadowed) begin(a games.Action) bool {
	if len(a.Answer) < 2 {
		return false
	}
	m := x.pick(x.at(a.Seat), x.Board(), a, 0)
	if a.Answer[0] == noir.Open || a.Answer[0] == noir.Move {
		x.plan(x.at(a.Seat), m, strings.Split(a.Answer[1], ".")[0])
	}
	return true
}

// do presses an action, pick by pick.
func (x *shadowed) do(a games.Action) {
	x.t.Helper()
	u := x.at(a.Seat)
	from := x.Board()
	if back := present.ID(present.VerbBack, x.ID, fmt.Sprint(a.Prompt)); from.Component(back) != nil { // it has been begun
		x.answered(u.Press(from, back))
		from = x.Board()
	}
	if p, _ := games.PromptFor(x.state, a.Seat, a.Prompt); p.Kind == noir.PromptReact {
		from = x.press(u, present.ID(present.VerbPanel, x.ID, "react"))
	}
	for i, element := range a.Answer {
		if i == 1 && (a.Answer[0] == noir.Open || a.Answer[0] == noir.Move) && len(a.Answer) == 2 {
			x.confirm(u, from, element)
			return
		}
		from = x.pick(u, from, a, i)
	}
}

// pick presses the i-th element of an answer, where it is offered: here, or else in the panel.
func (x *shadowed) pick(u *sandbox.User, from *sandbox.Message, a games.Action, i int) *sandbox.Message {
	x.t.Helper()
	args := append([]string{x.ID, fmt.Sprint(a.Prompt)}, a.Answer[:i+1]...)
	for _, m := range []func() *sandbox.Message{
		func() *sandbox.Message { return x.Sandbox.Message(from.ID) },
		func() *sandbox.Message { return x.Board() },
		func() *sandbox.Message { return x.press(u, present.ID(present.VerbPanel, x.ID)) },
	} {
		m := m()
		if m == nil {
			continue
		}
		if b := m.Component(present.ID(present.VerbReply, args...)); b != nil && b.Type == sandbox.TypeButton {
			return x.answered(u.Press(m, b.CustomID))
		}
		for _, c := range m.Selects() {
			id, _ := present.ParseID(c.CustomID)
			path := slices.DeleteFunc(slices.Clone(id.Args(0)), present.IsMenu)
			if id.Verb() == present.VerbReply && slices.Equal(path, args[:len(args)-1]) && slices.ContainsFunc(c.Options, func(o sandbox.Choice) bool { return o.Value == games.Split(a.Answer[i])[0] }) {
				return x.answered(u.Select(m, c.CustomID, games.Split(a.Answer[i])...))
			}
		}
	}
	x.t.Fatalf("%s is offered no %q after %q in\n%s", u.Name(), a.Answer[i], a.Answer[:i], from.Text())
	return nil
}

func (x *shadowed) answered(in *sandbox.Interaction, err error) *sandbox.Message {
	x.t.Helper()
	if err != nil {
		x.t.Fatal(err)
	}
	wait, cancel := context.WithTimeout(x.ctx, 30*time.Second)
	defer cancel()
	res, err := in.Final(wait)
	if err != nil || !res.OK {
		x.t.Fatalf("not answered (%v)", err)
	}
	return res.Message
}

// plan presses one step of a plan on the bench.
func (x *shadowed) plan(u *sandbox.User, bench *sandbox.Message, step string) *sandbox.Message {
	x.t.Helper()
	what, to, _ := strings.Cut(step, "-")
	bench = x.tool(u, bench, what)
	if strings.HasPrefix(what, "g") && !strings.HasPrefix(what, "gangster") {
		bench = x.tool(u, bench, to)
	}
	return bench
}

// tool presses the control of a bench that adds an element.
func (x *shadowed) tool(u *sandbox.User, bench *sandbox.Message, element string) *sandbox.Message {
	x.t.Helper()
	for _, c := range bench.Buttons() {
		if id, _ := present.ParseID(c.CustomID); id.Verb() == present.VerbEdit && len(id.Args(4)) == 1 && id.Arg(4) == element {
			return x.answered(u.Press(bench, c.CustomID))
		}
	}
	x.t.Fatalf("the bench has no %s:\n%s", element, bench.Text())
	return nil
}

// confirm makes a plan and confirms it. What was planned before is taken back first.
func (x *shadowed) confirm(u *sandbox.User, bench *sandbox.Message, draft string) {
	x.t.Helper()
	for _, c := range bench.Buttons() {
		if id, _ := present.ParseID(c.CustomID); id.Verb() == present.VerbEdit && id.Arg(4) == noir.Reset {
			bench = x.answered(u.Press(bench, c.CustomID))
			break
		}
	}
	for _, step := range strings.Split(draft, ".") {
		if step != "" {
			bench = x.plan(u, bench, step)
		}
	}
	for _, c := range bench.Buttons() {
		if id, _ := present.ParseID(c.CustomID); id.Verb() == present.VerbSubmit {
			x.answered(u.Press(bench, c.CustomID))
			return
		}
	}
	x.t.Fatalf("the bench cannot be confirmed:\n%s", bench.Text())
}
