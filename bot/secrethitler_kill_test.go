package bot_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/noir"
	"kumpas/games/secrethitler"
	"kumpas/locales"
	"kumpas/store"
)

// childDeal has a child play one game alone, with the deal of that number: "secret-hitler 3".
const childDeal = "KUMPAS_TEST_CHILD_DEAL"

func childGames() bot.Games {
	game, number, _ := strings.Cut(os.Getenv(childDeal), " ")
	n, err := strconv.ParseUint(number, 10, 8)
	switch {
	case err != nil:
		return bot.All
	case game == noir.Game.Info().ID:
		return noirDeal(byte(n))
	}
	return hitlerDeal(byte(n))
}

func hitlerDeal(n byte) bot.Games {
	return bot.Games{{Engine: &fixedDeal{Game: secrethitler.Game, seed: n}, Screen: present.SecretHitler{}}}
}

// shadowed is a table in a process that gets killed, with the state that it must be in.
type shadowed struct {
	*robot.Table
	*victim
	words *locales.Words
	state games.State
}

// shadow has people start a game with the deal of that number.
func shadow(t *testing.T, game bot.Entry, deal byte, setup games.Setup) *shadowed {
	t.Helper()
	id := game.Engine.Info().ID
	v := newVictim(t, fmt.Sprintf("%s=%s %d", childDeal, id, deal))
	words, err := locales.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	users := make([]*sandbox.User, setup.Players)
	for i := range users {
		users[i] = v.sb.Guild().NewUser(fmt.Sprintf("Üye %d", i+1), "tr")
	}
	x := &shadowed{Table: &robot.Table{Sandbox: v.sb, Users: users, Rand: rand.New(rand.NewPCG(uint64(deal), 31))}, victim: v, words: words.For("tr")}
	if err := x.Open(v.ctx, robot.Setup{Game: id, Channel: v.sb.Guild().NewChannel("masa"), Thread: true, Options: setup.Options}); err != nil {
		t.Fatal(err)
	}
	if x.state, _, err = game.Engine.New(setup); err != nil {
		t.Fatal(err)
	}
	return x
}

// SIGKILL in every phase: in the night, at a nomination, with half the votes cast, with the cards in the President's and in the
// Chancellor's hand, at the veto question and at each power. After the restart the same people are awaited and see the same cards in
// the same order, and in the end nothing was lost or done twice.
func TestHitlerKill(t *testing.T) {
	if bot.Racing {
		t.Skip("it compares what is on disk; whole games look for races")
	}
	t.Parallel()
	rule := fascistRule{veto: true}
	killed := map[string]int{}
	for n := range number(t, 2) {
		players := []int{9, 6}[n%2]
		deal := byte(n)
		for ; ; deal += 2 {
			if state, _, err := hitlerDeal(deal)[0].Engine.New(games.Setup{Players: players, Winner: -1}); err != nil || rule.reaches(secrethitler.PromptVeto)(state) {
				break
			}
		}
		killGovernments(t, players, deal, rule, killed)
	}
	t.Logf("killed at %v", killed)
	for _, kind := range []string{secrethitler.PromptNight, secrethitler.PromptNominate, secrethitler.PromptVote, secrethitler.PromptDiscard, secrethitler.PromptEnact,
		secrethitler.PromptVeto, secrethitler.PromptInvestigate, secrethitler.PromptSpecial, secrethitler.PromptPeek, secrethitler.PromptExecute} {
		if killed[kind] == 0 {
			t.Errorf("never killed at %s", kind)
		}
	}
}

// killGovernments plays a game, kills the bot once at each kind of decision and counts that.
func killGovernments(t *testing.T, players int, deal byte, rule fascistRule, killed map[string]int) {
	x := shadow(t, hitlerDeal(deal)[0], deal, games.Setup{Players: players, Winner: -1})
	done := map[string]bool{}
	for x.state.Outcome() == nil {
		p := x.state.Prompts(nil, games.Nobody)[0]
		half := p.Kind != secrethitler.PromptNight && p.Kind != secrethitler.PromptVote || p.Awaited.Count() <= players/2
		if half && !done[p.Kind] {
			done[p.Kind] = true
			killed[p.Kind]++
			held := x.hand(p)
			x.kill()
			x.start()
			if now := x.hand(p); !slices.Equal(now, held) {
				t.Errorf("at %s %q was offered, after the restart it is %q", p.Kind, held, now)
			}
		}
		a := rule.next(x.state)
		x.press(x.at(a.Seat), present.ID(present.VerbReply, x.ID, fmt.Sprint(a.Prompt), a.Answer[0]))
		next, _, err := x.state.Apply(a)
		if err != nil {
			t.Fatal(err)
		}
		x.state = next
		x.follows()
	}
	x.kept(hitlerDeal(deal))
}

// kept ends the bot and checks that the game in its store is the one that was played, by its log and by its state.
func (x *shadowed) kept(list bot.Games) {
	x.t.Helper()
	x.kill()
	s, err := store.OpenBolt(x.path)
	if err != nil {
		x.t.Fatal(err)
	}
	defer s.Close()
	if err := bot.Audit(x.ctx, s, list, store.TableID(x.ID)); err != nil {
		x.t.Error(err)
	}
	kept, err := s.Table(x.ctx, store.TableID(x.ID))
	if err != nil {
		x.t.Fatal(err)
	}
	if _, tail, _ := bytes.Cut(kept.Snapshot, []byte{'\n'}); !bytes.Equal(tail, x.state.Encode()) {
		x.t.Error("the game that was played is not the one that is kept")
	}
}

func (x *shadowed) at(seat games.Seat) *sandbox.User { return x.Users[x.state.Seating()[seat]] }

// follows waits until the board asks what the state asks, of the same people.
func (x *shadowed) follows() {
	x.t.Helper()
	err := x.Sandbox.Until(x.ctx, func() bool {
		board := x.Board()
		if x.state.Outcome() != nil {
			return x.Over()
		}
		if board == nil {
			return false
		}
		p := x.state.Prompts(nil, games.Nobody)[0]
		awaited := x.Awaited(board)
		for seat := range p.Awaited.All() {
			if !slices.Contains(awaited, x.at(seat)) {
				return false
			}
		}
		return len(awaited) == p.Awaited.Count() && strings.Contains(board.Text(), x.words.Say("secrethitler.prompt."+p.Kind))
	})
	if err != nil {
		x.t.Fatalf("the board does not follow: %v", err)
	}
}

// hand is what those who are awaited are offered, label by label, once the board asks for it.
func (x *shadowed) hand(p games.Prompt) (out []string) {
	x.t.Helper()
	x.follows()
	for seat := range p.Awaited.All() {
		for _, m := range []*sandbox.Message{x.Board(), x.press(x.at(seat), present.ID(present.VerbPanel, x.ID))} {
			for _, c := range replies(m) {
				out = append(out, fmt.Sprint(seat, " ", c.CustomID, " ", c.Label, " ", c.Disabled))
			}
		}
	}
	return out
}

// press presses what stands on the board, or else in the panel, and returns the answer.
func (x *shadowed) press(u *sandbox.User, id string) *sandbox.Message {
	x.t.Helper()
	from := x.Board()
	if from.Component(id) == nil {
		from = x.press(u, present.ID(present.VerbPanel, x.ID))
	}
	in, err := u.Press(from, id)
	if err != nil {
		x.t.Fatalf("%s cannot press %s: %v\n%s", u.Name(), id, err, from.Text())
	}
	wait, cancel := context.WithTimeout(x.ctx, 30*time.Second)
	defer cancel()
	res, err := in.Final(wait)
	if err != nil || !res.OK {
		x.t.Fatalf("%s is not answered (%v)", id, err)
	}
	return res.Message
}
