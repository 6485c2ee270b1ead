package bot_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/secrethitler"
)

// sitting is a whole game of Secret Hitler: what everybody does, in order, and between which states.
type sitting struct {
	first, last games.State
	actions     []games.Action
}

// sat lets the computer players play a deal, claims included.
func sat(t *testing.T, players int, deal byte, rng *rand.Rand) sitting {
	t.Helper()
	game := secrethitler.Game
	first, _, err := game.New(games.Setup{Players: players, Seed: [32]byte{deal, 1}, Winner: -1})
	if err != nil {
		t.Fatal(err)
	}
	g := sitting{first: first, last: first}
	for g.last.Outcome() == nil {
		seat := games.Seat(rng.IntN(players))
		list := g.last.Prompts(nil, seat)
		p := list[rng.IntN(len(list))]
		if !p.Mine || p.Given != nil {
			continue
		}
		a := games.Reply(seat, p.ID, game.Choose("normal", g.last.View(seat), p, games.AskOf(g.last, seat, p.ID), rng)...)
		if g.last, _, err = g.last.Apply(a); err != nil {
			t.Fatal(err)
		}
		g.actions = append(g.actions, a)
	}
	return g
}

// mirrors are two bots on two sandboxes. In the second one hidden facts are exchanged that one viewer must not learn, and everybody
// but him first votes the other way round; nobody's deeds in the open differ.
type mirrors struct {
	t     *testing.T
	deals [2]*fixedDeal
	s     [2]*scene
	users [2][]*sandbox.User
	x     [2]parliament
}

// counting fills secrets the same way in every world.
func counting() func([]byte) {
	var mu sync.Mutex
	n := byte(0)
	return func(b []byte) {
		mu.Lock()
		defer mu.Unlock()
		n++
		for i := range b {
			b[i] = n
		}
	}
}

// Whole games with hidden facts exchanged: one user is sent the same in both, texts, labels, ids and order, to the move that ends the
// game. Full numbers:
//
//	KUMPAS_GAMES=200 go test -run HitlerMirrors -v -timeout 2h ./bot
func TestHitlerMirrors(t *testing.T) {
	if bot.Racing {
		t.Skip("it compares what is shown; whole games look for races")
	}
	t.Parallel()
	info := secrethitler.Game.Info()
	var shares []float64
	roles, policies, votes := 0, 0, 0
	for n := 0; len(shares) < number(t, 2); n++ {
		rng := rand.New(rand.NewPCG(uint64(n), 29))
		players := info.Min + n%(info.Max-info.Min+1)
		g := sat(t, players, byte(n), rng)
		viewer := games.Seat(rng.IntN(players+1) - 1)
		for n%2 == 0 && role(g.first, viewer) != secrethitler.Liberal { // Fascists know every role already
			viewer = games.Seat(rng.IntN(players))
		}
		seats, cards := secrethitler.Exchangeable(g.first, g.last, viewer)
		if len(seats)+len(cards) == 0 {
			continue
		}
		var a, b games.Seat
		var i, j int
		if len(seats) > 0 {
			pair := seats[rng.IntN(len(seats))]
			a, b = pair[0], pair[1]
			roles++
		}
		if len(cards) > 0 {
			pair := cards[rng.IntN(len(cards))]
			i, j = pair[0], pair[1]
			policies++
		}
		t.Run(fmt.Sprintf("game %d, %d players, viewer %d", n, players, viewer), func(t *testing.T) {
			w := newMirrors(t, players)
			w.deals[0].set(byte(n), nil)
			w.deals[1].set(byte(n), func(_ games.Game, s games.State) games.State { return secrethitler.Exchange(s, a, b, i, j) })
			steps, changed := w.play(g, viewer, rng)
			votes += changed
			shares = append(shares, float64(steps)/float64(len(g.actions)))
		})
		if t.Failed() {
			return
		}
	}
	slices.Sort(shares)
	t.Logf("%d games; roles exchanged in %d, policies in %d, %d votes; a pair is dropped at the move that ends its game: the median is %.0f %% of it",
		len(shares), roles, policies, votes, 100*shares[len(shares)/2])
	if roles == 0 || policies == 0 || votes == 0 || shares[len(shares)/2] < 1.0/3 {
		t.Error("hardly anything was compared")
	}
}

// newMirrors starts both bots, with people for the seats and one who only watches.
func newMirrors(t *testing.T, players int) *mirrors {
	t.Helper()
	w := &mirrors{t: t}
	for i := range w.s {
		w.deals[i] = &fixedDeal{Game: secrethitler.Game}
		w.s[i] = newScene(t, plan{keep: true, entropy: counting(), games: bot.Games{{Engine: w.deals[i], Screen: present.SecretHitler{}}}})
		for n := range players + 1 {
			w.users[i] = append(w.users[i], w.s[i].g.NewUser(fmt.Sprintf("Üye %d", n+1), []string{"tr", "en-US"}[n%2]))
		}
	}
	return w
}

// play plays a game on both sides up to its last move and compares what the viewer was sent.
func (w *mirrors) play(g sitting, viewer games.Seat, rng *rand.Rand) (steps, votes int) {
	var from [2]int64
	for i, s := range w.s {
		w.x[i] = parliament{s.match(robot.Setup{Game: "secret-hitler", Channel: s.g.NewChannel("masa")}, w.users[i][:len(w.users[i])-1]...)}
		w.x[i].settled()
		log := s.sb.Log() // of the lobby some versions may be left out when many join at once, here or there
		from[i] = log[len(log)-1].Seq
	}
	watcher := len(w.users[0]) - 1
	if viewer != games.Nobody {
		watcher = g.first.Seating()[viewer]
	}
	state := g.first
	for _, a := range g.actions[:len(g.actions)-1] {
		if rng.IntN(6) == 0 {
			w.look(watcher, viewer, rng)
		}
		p := state.Prompts(nil, games.Nobody)[0]
		twice := p.Kind == secrethitler.PromptVote && p.ID == a.Prompt && p.Awaited.Count() > 1 && a.Seat != viewer
		for i, x := range w.x {
			answer := a.Answer[0]
			if twice && i == 1 {
				answer = map[string]string{secrethitler.Ja: secrethitler.Nein, secrethitler.Nein: secrethitler.Ja}[answer]
			}
			x.does(a.Seat, a.Prompt, answer)
			if twice {
				w.s[i].note(x.at(a.Seat).Press(x.Board(), present.ID(present.VerbReply, x.ID, fmt.Sprint(a.Prompt), a.Answer[0])))
			}
		}
		if twice {
			votes++
		}
		state, _, _ = state.Apply(a)
		steps++
	}
	var feeds [2][]string
	for i, s := range w.s {
		s.stop() // nothing more comes
		feeds[i] = feedOf(w.users[i][watcher], w.x[i].match, from[i])
		s.start()
	}
	for i := range max(len(feeds[0]), len(feeds[1])) {
		if i >= len(feeds[0]) || i >= len(feeds[1]) {
			w.t.Fatalf("%d and %d messages", len(feeds[0]), len(feeds[1]))
		}
		if feeds[0][i] != feeds[1][i] {
			w.t.Fatalf("the feeds differ:\n%s\n---\n%s", feeds[0][i], feeds[1][i])
		}
	}
	return steps, votes
}

// look has the viewer look at something, on both sides.
func (w *mirrors) look(watcher int, viewer games.Seat, rng *rand.Rand) {
	looks := [][]string{{present.VerbRecord}, {present.VerbStory, "0"}, {present.VerbPanel}}
	if viewer == games.Nobody {
		looks = looks[:2]
	}
	look := looks[rng.IntN(len(looks))]
	for i, x := range w.x {
		id := present.ID(look[0], append([]string{x.ID}, look[1:]...)...)
		w.s[i].note(w.users[i][watcher].Forge(sandbox.Forgery{Message: x.Board(), CustomID: id}))
	}
}
