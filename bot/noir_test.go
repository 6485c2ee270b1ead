package bot_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/noir"
)

// ahead is Noir that begins in the middle: computer players have played on to a position that fulfils a wish. Reactions are
// played in windows alone.
type ahead struct {
	games.Game
	want func(games.State) bool
}

func (a ahead) New(setup games.Setup) (games.State, []games.Event, error) {
	for try := range 300 {
		setup.Seed = [32]byte{byte(try), byte(try >> 8), 1}
		s, events, err := a.Game.New(setup)
		if err != nil {
			return nil, nil, err
		}
		rng := rand.New(rand.NewPCG(uint64(try), 43))
		for s.Outcome() == nil && !a.want(s) {
			if s, _, err = s.Apply(computed(s, rng)); err != nil {
				return nil, nil, err
			}
		}
		if s.Outcome() != nil {
			continue
		}
		return s, events[:1], nil
	}
	return nil, nil, errors.New("no game comes to such a position")
}

// computed is what a computer player who is awaited does.
func computed(s games.State, rng *rand.Rand) games.Action {
	for _, p := range s.Prompts(nil, games.Nobody) {
		for seat := range games.Owing(s, p).All() {
			own, _ := games.PromptFor(s, seat, p.ID)
			return games.Reply(seat, p.ID, noir.Game.Choose("normal", s.View(seat), own, games.AskOf(s, seat, p.ID), rng)...)
		}
	}
	return games.Void()
}

// gangs is a running game of Noir.
type gangs struct{ *match }

// gangs opens a table in a position that fulfils a wish.
func (s *scene) gangs(players int, setup robot.Setup) gangs {
	s.t.Helper()
	var names []string
	for i := range players {
		names = append(names, fmt.Sprintf("Üye %d", i+1))
	}
	setup.Game = "noir"
	x := gangs{s.match(setup, s.people(names...)...)}
	x.settled()
	return x
}

func noirGames(want func(games.State) bool) bot.Games {
	return bot.Games{{Screen: present.Noir{}, Engine: ahead{Game: noir.Game, want: want}}}
}

func (x gangs) state() games.State {
	_, state := x.record()
	return state
}

// sees is what a seat may know, or everyone.
func (x gangs) sees(seat games.Seat) noir.View { return noirView(x.state(), seat) }

func noirView(s games.State, seat games.Seat) noir.View { return s.View(seat).(noir.View) }

// holds reports whether a seat holds a card.
func holds(s games.State, seat games.Seat, card string) bool {
	return slices.Contains(noirView(s, seat).Hand, card)
}

// prompt is a seat's prompt of a kind.
func (x gangs) prompt(seat games.Seat, kind string) games.Prompt {
	x.t.Helper()
	for _, p := range x.state().Prompts(nil, seat) {
		if p.Kind == kind && p.Mine {
			return p
		}
	}
	x.t.Fatalf("seat %d is not asked %s", seat, kind)
	return games.Prompt{}
}

// reacts opens the panel by the button that everybody has.
func (x gangs) reacts(u *sandbox.User) *sandbox.Message {
	x.t.Helper()
	return x.note(u.Press(x.Board(), present.ID(present.VerbPanel, x.ID, "react")))
}

// picks presses what gives the next element of an answer: a button, or a value of a select.
func (x gangs) picks(u *sandbox.User, from *sandbox.Message, p games.PromptID, path []string, element string) *sandbox.Message {
	x.t.Helper()
	in, err := x.picking(u, from, p, path, element)
	return x.answer(in, err)
}

func (x gangs) picking(u *sandbox.User, from *sandbox.Message, p games.PromptID, path []string, element string) (*sandbox.Interaction, error) {
	args := append([]string{x.ID, fmt.Sprint(p)}, path...)
	if id := present.ID(present.VerbReply, append(slices.Clone(args), element)...); from.Component(id) != nil {
		return u.Press(from, id)
	}
	return u.Select(from, present.ID(present.VerbReply, args...), element)
}

// idle is a turn of the first player after the first round in which others may react.
func idle(s games.State) bool {
	v := noirView(s, games.Nobody)
	return v.Phase == noir.PromptTurn && v.Round >= 2 && v.Step == noir.Move
}

// targets are the businesses of the rivals of a seat.
func targets(v noir.View, but games.Seat) (ids []string) {
	for i, seat := range v.Seats {
		for _, b := range seat.Businesses {
			if games.Seat(i) != but {
				ids = append(ids, b.ID)
			}
		}
	}
	return ids
}

// Everybody has the same button for reactions, in everybody's turn; it opens his own panel with what he may play. A card that is played
// there happens at once, in the open.
func TestNoirReaction(t *testing.T) {
	t.Parallel()
	police := func(s games.State) games.Seat {
		v := noirView(s, games.Nobody)
		for seat := range games.FirstSeats(len(v.Seats)).All() {
			if seat != v.Active && holds(s, seat, noir.Police) && len(v.Seats[v.Active].Businesses) > 0 {
				return seat
			}
		}
		return games.Nobody
	}
	s := newScene(t, plan{games: noirGames(func(s games.State) bool { return idle(s) && police(s) != games.Nobody })})
	x := s.gangs(4, robot.Setup{})
	who := police(x.state())
	v := x.sees(games.Nobody)
	for seat := range games.FirstSeats(4).All() {
		if v.Seats[seat].Alive {
			s.told(x.reacts(x.at(seat)), "noir.prompt.react.private")
		}
	}
	u, p := x.at(who), x.prompt(who, noir.PromptReact)
	panel := x.picks(u, x.reacts(u), p.ID, nil, noir.Police)
	target := v.Seats[v.Active].Businesses[0]
	x.picks(u, panel, p.ID, []string{noir.Police}, target.ID)
	x.until("the raid on the board", func() bool {
		return strings.Contains(x.Board().Text(), "🚓 **"+u.Name()+"** Polis gönderdi: **"+x.at(v.Active).Name()+"**")
	})
	if now := x.sees(who); now.Active != v.Active || now.Phase != noir.PromptTurn || len(now.Hand) != v.Seats[who].Cards-1 {
		t.Errorf("after the raid: %+v", now)
	}
	x.settled()
	s.told(x.panel(x.at(v.Active)), "noir.hand.purse", "N", v.Seats[v.Active].Purse, "Due", v.Seats[v.Active].Due)
}

// In the first round the button is there too, and says from when on it is of use.
func TestNoirFirstRound(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{games: noirGames(func(games.State) bool { return true })})
	x := s.gangs(3, robot.Setup{})
	s.told(x.reacts(x.at(1)), "noir.hand.not_yet")
	s.told(x.Board(), "noir.board.first_turn")
}

// Two reactions in the same instant: the first counts, whoever is second keeps his card and is told who was faster.
func TestNoirSameInstant(t *testing.T) {
	t.Parallel()
	shooters := func(s games.State) (two []games.Seat) {
		v := noirView(s, games.Nobody)
		for seat := range games.FirstSeats(len(v.Seats)).All() {
			if holds(s, seat, noir.DriveBy) && len(targets(v, seat)) > 0 {
				two = append(two, seat)
			}
		}
		return two
	}
	s := newScene(t, plan{games: noirGames(func(s games.State) bool { return idle(s) && len(shooters(s)) >= 2 })})
	first := map[bool]int{}
	for n := range number(t, 4) {
		x := s.gangs(5, robot.Setup{Channel: s.g.NewChannel(fmt.Sprint("masa-", n))})
		before := x.state()
		v := noirView(before, games.Nobody)
		two := shooters(before)[:2]
		var panels [2]*sandbox.Message
		p := x.prompt(two[0], noir.PromptReact)
		for i, seat := range two {
			panels[i] = x.picks(x.at(seat), x.reacts(x.at(seat)), p.ID, nil, noir.DriveBy)
		}
		var got [2]*sandbox.Message
		var wg sync.WaitGroup
		gate := make(chan struct{})
		users := [2]*sandbox.User{x.at(two[0]), x.at(two[1])}
		for k := range two {
			i := (k + n) % 2
			wg.Add(1)
			go func() {
				defer wg.Done()
				<-gate
				in, err := x.picking(users[i], panels[i], p.ID, []string{noir.DriveBy}, targets(v, two[i])[0])
				if err != nil {
					t.Error(err)
					return
				}
				res, err := in.Final(s.ctx)
				if err != nil || !res.OK {
					t.Errorf("not answered: %v", err)
				}
				got[i] = res.Message
			}()
		}
		close(gate)
		wg.Wait()
		x.settled()
		after := x.state()
		shot := noirView(after, games.Nobody).DriveBy
		if t.Failed() || shot == nil {
			t.Fatalf("no Drive-By waits for its answers: %v", t.Failed())
		}
		winner := slices.Index(two, shot.Seat)
		late := 1 - winner
		if winner < 0 || len(noirView(after, two[late]).Hand) != len(noirView(before, two[late]).Hand) || len(noirView(after, two[winner]).Hand) != len(noirView(before, two[winner]).Hand)-1 {
			t.Fatalf("seat %d shoots, the hands are wrong", shot.Seat)
		}
		s.told(got[late], "table.late", "Name", "**"+x.at(two[winner]).Name()+"**")
		first[winner == n%2]++
	}
	t.Logf("in the order of presses or against it: %v", first)
}

// window is an attack whose answers are awaited, of at least three people.
func window(s games.State) bool {
	p := s.Prompts(nil, games.Nobody)
	return p[len(p)-1].Kind == noir.PromptAttack && p[len(p)-1].Awaited.Count() >= 3
}

// An attack's window asks all others in the same form; what is certain stands above. Who has passed is nobody's business (section 11):
// nothing moves but for himself, until the last pass closes it at once; the outcome is what was shown.
func TestNoirWindow(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{games: noirGames(window)})
	x := s.gangs(5, robot.Setup{})
	before := x.state()
	list := before.Prompts(nil, games.Nobody)
	p := list[len(list)-1]
	a := x.sees(games.Nobody).Attack
	var asked []*sandbox.User
	for seat := range p.Awaited.All() {
		asked = append(asked, x.at(seat))
	}
	x.awaits(asked...)
	s.told(x.Board(), "noir.stakes.attack", "Name", "**"+x.at(a.Seat).Name()+"**", "Other", "**"+x.at(a.Other).Name()+"**", "What", "")
	s.told(x.Board(), "noir.term."+a.Battle.Result)
	board := x.Board()
	for i, u := range asked {
		if i == 0 { // he looks whether he has something, and passes there
			panel := x.picks(u, x.Board(), p.ID, nil, noir.Play)
			s.told(panel, "noir.prompt.attack_window.private")
			x.awaits(asked...)
			x.picks(u, panel, p.ID, []string{noir.Play}, noir.Pass)
		} else if note := x.picks(u, x.Board(), p.ID, nil, noir.Pass); i < len(asked)-1 {
			s.told(note, "table.taken.sealed", "What", s.words("tr", "noir.choice.window.pass"))
		}
		if i == len(asked)-1 {
			x.settled()
		}
		x.panel(x.at(a.Seat)) // whatever came of it is under way
		if now := x.Board(); i < len(asked)-1 && (now.ID != board.ID || now.Version != board.Version) {
			t.Errorf("%s has passed, and it shows:\n%s", u.Name(), now.Text())
		}
	}
	now := x.sees(games.Nobody)
	if now.Attack != nil {
		t.Fatal("the window is still open")
	}
	if _, standing := structureOf(now, a.Target); standing == (a.Battle.Result == noir.Falls) {
		t.Errorf("%s was foretold, standing: %t", a.Battle.Result, standing)
	}
}

// structureOf finds a structure by id.
func structureOf(v noir.View, id string) (at noir.StructureView, ok bool) {
	for _, seat := range v.Seats {
		for _, at := range seat.Structures() {
			if seat.Alive && (at.ID == id || at.Guards == id) {
				return at, true
			}
		}
	}
	return noir.StructureView{}, false
}

// A plan that was never confirmed is lost with the turn, and stands in no log (R14.3, R14.5).
func TestNoirPlanExpires(t *testing.T) {
	t.Parallel()
	planned := func(s games.State) string {
		v := noirView(s, games.Nobody)
		f, _, err := s.Ask(v.Active, s.Prompts(nil, games.Nobody)[0].ID, games.Answer{noir.Open})
		if err != nil || f.Editor == nil {
			return ""
		}
		return slices.Max(f.Editor.Samples(rand.New(rand.NewPCG(1, 1))))
	}
	s := newScene(t, plan{games: noirGames(func(s games.State) bool { return idle(s) && planned(s) != "" })})
	x := s.gangs(3, robot.Setup{})
	seat := x.sees(games.Nobody).Active
	u, p := x.at(seat), x.prompt(seat, noir.PromptTurn)
	panel := x.picks(u, x.Board(), p.ID, nil, noir.Open)
	x.note(u.Forge(sandbox.Forgery{Message: panel, CustomID: present.ID(present.VerbWrite, x.ID, fmt.Sprint(p.ID)),
		Type: sandbox.TypeActionRow, Fields: map[string][]string{"text": {planned(x.state())}}}))
	x.settled()
	s.clock.Advance(4 * time.Minute)
	s.until("the turn is over", func() bool { return x.sees(games.Nobody).Active != seat })
	want := games.Timeout(p.ID)
	if a := x.actions(); len(a) == 0 || !reflect.DeepEqual(a[0], want) {
		t.Errorf("in the log stands %+v, not %+v", a, want)
	}
}

// Computer players are asked for reactions at every new state, and letting it go by leaves no trace: the board is not touched.
func TestNoirComputersLetGoBy(t *testing.T) {
	t.Parallel()
	hosts := func(s games.State) bool {
		v := noirView(s, games.Nobody)
		return idle(s) && s.Seating()[v.Active] == 0 && !slices.ContainsFunc(v.Seats, func(seat noir.SeatView) bool { return !seat.Alive })
	}
	asked := make(chan games.Seat, 1000)
	engine := bot.Games{{Screen: present.Noir{}, Engine: listening{ahead{Game: noir.Game, want: hosts}, asked}}}
	s := newScene(t, plan{games: engine, patience: func(bot.Moment) time.Duration { return 3 * time.Second }})
	x := s.gangs(1, robot.Setup{Computers: 3})
	for range 2 {
		board, calls := x.Board(), s.sb.Stats().TotalCalls()
		s.clock.Advance(3 * time.Second)
		for seats := map[games.Seat]bool{}; len(seats) < 3; {
			select {
			case seat := <-asked:
				seats[seat] = true
			case <-time.After(patience):
				t.Fatalf("only %v of the computer players are asked", seats)
			}
		}
		s.clock.Advance(10 * time.Second) // they are not asked again while nothing happens
		if now := x.Board(); now.Version != board.Version || now.ID != board.ID || s.sb.Stats().TotalCalls() != calls {
			t.Error("somebody let a moment go by, and it shows")
		}
		if len(asked) > 0 {
			t.Error("they are asked again and again")
		}
		u, p := x.at(x.sees(games.Nobody).Active), x.prompt(x.sees(games.Nobody).Active, noir.PromptTurn)
		if f, ok, err := x.state().Ask(x.sees(games.Nobody).Active, p.ID, games.Answer{noir.Relocate}); err == nil && ok {
			form := x.picks(u, x.Board(), p.ID, nil, noir.Relocate)
			x.picks(u, form, p.ID, []string{noir.Relocate}, f.Choices[0].ID)
			x.settled()
			continue
		}
		break
	}
}

// listening tells who is asked for a reaction, and has nobody play one.
type listening struct {
	games.Game
	asked chan games.Seat
}

func (l listening) Choose(level string, v games.View, p games.Prompt, ask games.Ask, rng games.Rand) games.Answer {
	if p.Kind == noir.PromptReact {
		l.asked <- v.(noir.View).Viewer
		return p.Pass
	}
	return l.Game.Choose(level, v, p, ask, rng)
}

// Teams of different sizes are warned of in the lobby; equal ones are not.
func TestNoirUnevenTeams(t *testing.T) {
	t.Parallel()
	s := newScene(t, plan{games: bot.Games{{Screen: present.Noir{}, Engine: noir.Game}}})
	host := s.people("Ayşe")[0]
	l := s.play(host, sandbox.Opt("game", "noir"))
	for range 4 {
		l.press(host, present.LobbyAdd)
	}
	panel := l.press(host, present.LobbyOptions)
	warned := func() bool {
		return strings.Contains(l.message().Text(), s.words("tr", "noir.lobby.uneven", "N", 5, "Teams", 2))
	}
	if warned() {
		t.Error("a warning without teams")
	}
	s.answer(host.Select(panel, l.deed(present.LobbyVariant), noir.VariantTeams2))
	s.until("the warning", warned)
	l.press(host, present.LobbyAdd)
	s.until("no warning", func() bool { return !warned() })
}
