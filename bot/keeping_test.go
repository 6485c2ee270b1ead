package bot

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"testing"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/store"
)

// keepTables writes a file of kept tables.
func keepTables(t *testing.T, file string) {
	d := emptyDesk(t)
	d.set()
	set := guildSettings{Lang: "tr", Pace: paceNormal, Channels: []string{deskChannel}, NoThreads: true, Tables: 50}
	if err := errors.Join(d.bot.setSetting(t.Context(), store.SettingGuild, deskGuild, set),
		d.bot.setSetting(t.Context(), store.SettingUser, personID(2), personal{Quiet: true})); err != nil {
		t.Fatal(err)
	}
	for _, e := range All {
		d.furnishKept(e.Engine)
	}
	var whole bytes.Buffer
	if err := d.store.Backup(t.Context(), &whole); err != nil {
		t.Fatal(err)
	}
	d.close()
	if err := os.WriteFile(file, whole.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// furnishKept opens the tables of one game that are to be kept.
func (d *desk) furnishKept(engine games.Game) {
	d.t.Helper()
	game := engine.Info().ID
	rng := rand.New(rand.NewPCG(9, uint64(len(d.tables))))
	d.lobby("lobby", engine)
	d.middle(d.lobby("playing", engine), rng)
	paused, voting := d.table("paused", game, 6), d.table("voting", game, 0)
	d.orders(voting, rng)
	d.late(paused)
	d.act(paused, 2, deedLeave)
	d.act(paused, manager, deedPause)
	if len(d.tables)%2 == 0 {
		d.act(voting, 2, deedEnd)
	} else {
		d.must(d.press(2, present.ID(present.VerbAct, string(voting), deedRemove, personID(1))))
	}
	left := d.lobby("left", engine)
	d.must(d.press(1, present.ID(present.VerbLobby, string(left), present.LobbyStart)))
	d.act(left, 2, deedLeave)
	d.plays(left, rng, func(*table, context.Context) bool { return false })
	over := d.table("over", game, 0)
	d.act(over, 2, deedLeave)
	d.plays(over, rng, func(*table, context.Context) bool { return false })
	d.must(d.press(3, present.ID(present.VerbAgain, string(over))))
	d.act(d.table("ended", game, 3), manager, deedEnd)
}

// lobby opens a table in a thread where the host has set everything and a computer plays along.
func (d *desk) lobby(name string, engine games.Game) store.TableID {
	d.t.Helper()
	info := engine.Info()
	i := d.interaction(1, discord.Command)
	i.Command, i.Options = "play", map[string]string{"game": info.ID, "thread": "true"}
	d.must(i)
	id := tableID(i.ID)
	d.tables = append(d.tables, seated{name, id})
	d.must(d.press(1, present.ID(present.VerbLobby, string(id), present.LobbyAdd)))
	for n := 2; n < players; n++ {
		d.must(d.press(n, present.ID(present.VerbLobby, string(id), present.LobbyJoin)))
	}
	set := func(value string, what ...string) {
		i := d.press(1, present.ID(present.VerbLobby, append([]string{string(id)}, what...)...))
		i.Values = []string{value}
		d.must(i)
	}
	set("relaxed", present.LobbyPace)
	set(fills[len(fills)-1].id(), present.LobbyFill)
	for _, o := range info.Options {
		set(o.Values[len(o.Values)-1], present.LobbyValue, o.ID)
		if rec, _ := d.record(id); engine.Check(len(rec.People), rec.Options) != nil {
			set(o.Values[0], present.LobbyValue, o.ID)
		}
	}
	return id
}

// middle starts a game and has it go on until somebody has unfinished work.
func (d *desk) middle(id store.TableID, rng *rand.Rand) {
	d.t.Helper()
	d.must(d.press(1, present.ID(present.VerbLobby, string(id), present.LobbyStart)))
	steps, working := 0, false
	d.plays(id, rng, func(t *table, ctx context.Context) bool {
		steps++
		working = steps > 10 && (whole[t.rec.Game] || d.begins(t, ctx, rng))
		return working
	})
	if rec, _ := d.record(id); !working || rec.Stage != stagePlaying {
		d.t.Fatalf("%s: nobody has unfinished work: %s after %d steps", rec.Game, rec.Stage, steps)
	}
}

// Of what somebody begins: edited are the games where he edits a draft, whole those whose answers have one part.
var (
	edited = map[string]bool{"noir": true, "machiavelli": true}
	whole  = map[string]bool{"secret-hitler": true}
)

// begins has somebody begin his answer.
func (d *desk) begins(t *table, ctx context.Context, rng *rand.Rand) bool {
	for _, p := range t.rec.state.Prompts(nil, games.Nobody) {
		for seat := range (games.Owing(t.rec.state, p) & t.rec.humans()).All() {
			answer, _ := games.Random(games.AskOf(t.rec.state, seat, p.ID), rng)
			for i := range answer {
				work := draft{SoFar: answer[:i:i], Open: i}
				f, _, err := t.rec.state.Ask(seat, p.ID, answer[:i])
				switch {
				case err != nil:
				case f.Editor != nil:
					work = work.edited(answer[i])
					if op, _, err := f.Editor.Ask(nil); err == nil && len(op.Choices) > 0 {
						work.Op = games.Answer{op.Choices[0].ID}
					}
				case i == 0 || edited[t.rec.Game]:
					continue
				}
				if err := errors.Join(err, t.putDraft(ctx, seat, p.ID, work)); err != nil {
					d.t.Error(err)
				}
				return true
			}
		}
	}
	return false
}

// orders has a game go on to a window, if it has any, where people order to pass.
func (d *desk) orders(id store.TableID, rng *rand.Rand) {
	d.t.Helper()
	var asked []string
	steps := 0
	d.plays(id, rng, func(t *table, _ context.Context) bool {
		for _, p := range t.rec.state.Prompts(nil, games.Nobody) {
			if p.Pass != nil && p.Awaited.Count() > 3 {
				for seat := range games.Owing(t.rec.state, p).All() {
					asked = append(asked, t.rec.at(seat).User)
				}
				return true
			}
		}
		steps++
		return steps > 20
	})
	for i, what := range []string{present.PassKind, present.PassPrompt, present.PassAll} {
		if i < len(asked) {
			d.must(d.press(number(d.t, asked[i]), present.ID(present.VerbPass, string(id), what)))
		}
	}
}

// late has the time of a decision run out.
func (d *desk) late(id store.TableID) {
	d.t.Helper()
	d.in(id, func(t *table, ctx context.Context) {
		a := t.expiry(t.rec.state.Prompts(nil, games.Nobody)[0].ID)
		if err := t.act(ctx, a, &logged{Do: "act", Action: &a}, ""); err != nil {
			d.t.Error(err)
		}
	})
}
