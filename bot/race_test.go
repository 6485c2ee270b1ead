package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/entrika"
	"kumpas/store"
)

// Two people answer a window in the same instant: exactly one challenge counts, no pass is lost, whoever came too late is told so
// in private, and the board shows the newest state afterwards, also when callbacks overtake each other.
func TestSameInstant(t *testing.T) {
	for _, c := range []struct {
		name      string
		second    string
		overtaken bool
	}{
		{"challenge and challenge", entrika.Challenge, false},
		{"challenge and pass", entrika.Pass, false},
		{"challenge and challenge, callbacks overtake", entrika.Challenge, true},
		{"challenge and pass, callbacks overtake", entrika.Pass, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w, ctx := world(t, sandbox.Config{Limits: sandbox.NoLimits()})
			if c.overtaken {
				if err := w.Sandbox.Fault("overtake"); err != nil {
					t.Fatal(err)
				}
			}
			d := &duel{t: t, world: w, second: c.second}
			for d.done < number(t, 12) {
				d.game(ctx)
			}
			t.Logf("%d duels, %d late, %d passes before the challenge", d.done, d.late, d.passed)
		})
	}
}

// duel plays games in which, whenever a claim can be challenged, two people press at once.
type duel struct {
	t            *testing.T
	world        *robot.World
	second       string
	games        int
	done         int
	late, passed int
}

func (d *duel) game(ctx context.Context) {
	t, g := d.t, d.world.Sandbox.Guild()
	t.Helper()
	d.games++
	table := &robot.Table{Sandbox: d.world.Sandbox, Rand: rand.New(rand.NewPCG(uint64(d.games), 3))}
	for i := range 6 {
		table.Users = append(table.Users, g.NewUser(fmt.Sprintf("Oyuncu %d", i+1), "tr"))
	}
	if err := table.Open(ctx, robot.Setup{Game: "entrika", Channel: g.NewChannel(fmt.Sprintf("masa-%d", d.games))}); err != nil {
		t.Fatal(err)
	}
	for !table.Over() {
		board := table.Board()
		challenge, second := reply(board, entrika.Challenge), reply(board, d.second)
		awaited := table.Awaited(board)
		if challenge == "" || second == "" || len(awaited) < 2 {
			if err := table.Step(ctx); err != nil {
				t.Fatal(err)
			}
			continue
		}
		d.fight(ctx, table, board, awaited[:2], [2]string{challenge, second})
	}
}

// reply is the custom id of the button of a board that answers its prompt with what, "" if there is none.
func reply(m *sandbox.Message, what string) string {
	if m == nil {
		return ""
	}
	for _, b := range m.Buttons() {
		if id, ok := present.ParseID(b.CustomID); ok && id.Verb() == present.VerbReply && slices.Equal(id.Args(2), []string{what}) {
			return b.CustomID
		}
	}
	return ""
}

func (d *duel) fight(ctx context.Context, table *robot.Table, board *sandbox.Message, who []*sandbox.User, ids [2]string) {
	t := d.t
	var wg sync.WaitGroup
	var res [2]sandbox.Result
	gate := make(chan struct{})
	for n := range who {
		i := (n + d.done) % len(who) // now the one, now the other is scheduled first
		u := who[i]
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-gate
			// Forged: the second press may come when the board has changed already, as a real client's does.
			in, err := u.Forge(sandbox.Forgery{Message: board, CustomID: ids[i]})
			if err != nil {
				t.Error(err)
				return
			}
			if res[i], err = in.Final(ctx); err != nil || !res[i].OK {
				t.Errorf("press %d was not answered: %v", i, err)
			}
		}()
	}
	close(gate)
	wg.Wait()
	if t.Failed() {
		t.FailNow()
	}
	id, _ := present.ParseID(ids[0])
	replies := d.replies(ctx, table.ID, id.Arg(1))
	challenges := 0
	for _, r := range replies {
		if r.Answer[0] == entrika.Challenge {
			challenges++
		}
	}
	if challenges != 1 {
		t.Fatalf("%d challenges counted for prompt %s", challenges, id.Arg(1))
	}
	late := 0
	for _, r := range res {
		if r.Message != nil && r.Message.Ephemeral() {
			late++
			if !strings.Contains(r.Message.Text(), "Geç kaldın") {
				t.Fatalf("whoever came too late was told %q", r.Message.Text())
			}
		}
	}
	if late+len(replies) < 2 {
		t.Fatalf("a press was lost: %d counted, %d told that they were late", len(replies), late)
	}
	d.late += late
	d.passed += len(replies) - 1
	d.done++
	// The board leaves the old prompt behind.
	if err := d.world.Sandbox.Until(ctx, func() bool {
		now := table.Board()
		return now != nil && reply(now, entrika.Challenge) != ids[0]
	}); err != nil {
		t.Fatalf("the board still asks for what was answered:\n%s", table.Board().Text())
	}
}

// replies are the answers to a prompt that count, of the two duellists or others before them.
func (d *duel) replies(ctx context.Context, id, prompt string) []games.Action {
	var out []games.Action
	for entry, err := range d.world.Config.Store.Log(ctx, store.TableID(id)) {
		if err != nil {
			d.t.Fatal(err)
		}
		var line struct{ Action *games.Action }
		if err := json.Unmarshal(entry.Data, &line); err != nil {
			d.t.Fatal(err)
		}
		if a := line.Action; a != nil && a.Kind == games.ActReply && fmt.Sprint(a.Prompt) == prompt && len(a.Answer) > 0 {
			out = append(out, *a)
		}
	}
	return out
}
