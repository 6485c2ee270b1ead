package bot

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/store"
)

// keptFile holds the tables of a former program: of every game a lobby, one in the middle of its game with unfinished work, one
// paused, one that votes, and one that is over. KUMPAS_KEEP=1 go test -run TestKeptTables ./bot writes it anew; but a record that
// today's program no longer reads is one that people have on their disks, so a new format gets a new file beside the old one.
const keptFile = "testdata/tables-1.db"

// Tables that a former program wrote are read as they were meant: nothing in them is unknown, the log gives the state, unfinished
// work is found again, and every game goes on to its end.
func TestKeptTables(t *testing.T) {
	if os.Getenv("KUMPAS_KEEP") != "" {
		keepTables(t)
	}
	data, err := os.ReadFile(keptFile)
	if err != nil {
		t.Fatal(err)
	}
	d := emptyDesk(t)
	if err := os.WriteFile(d.path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	d.n = 100000 // the ids of former interactions are used up
	d.set()
	defer d.close()
	d.list()
	all, found := fields{}, map[string]bool{}
	for _, s := range d.tables {
		if err := Audit(t.Context(), d.store, All, s.id); err != nil {
			t.Errorf("%s: %v", s.name, err)
			continue
		}
		d.strict(all, s.id)
		found[s.name] = true
	}
	for _, e := range All {
		for _, stage := range []string{"lobby", "playing", "paused", "voting", "over"} {
			if name := e.Engine.Info().ID + " " + stage; !found[name] {
				t.Errorf("no table: %s", name)
			}
		}
	}
	// A field that is new since is in no former file.
	if lacking := all.missing("Event.at_end", "shown.again"); len(lacking) > 0 && os.Getenv("KUMPAS_KEEP") != "" {
		t.Errorf("nothing has these: %v", lacking)
	}
	for n, s := range d.tables {
		d.finish(s, rand.New(rand.NewPCG(5, uint64(n))))
	}
}

// A record of a newer format is refused, not read in part; one without a number is of the first.
func TestRecordFormat(t *testing.T) {
	rec := &record{Game: "entrika", Stage: stageLobby, Acted: games.Nobody}
	line := string(rec.encode())
	if !strings.HasPrefix(line, `{"v":1,`) {
		t.Fatalf("no format: %s", line)
	}
	for v, ok := range map[string]bool{`"v":1,`: true, ``: true, `"v":2,`: false} {
		if _, err := decodeRecord([]byte(strings.Replace(line, `"v":1,`, v, 1)), All); (err == nil) != ok {
			t.Errorf("%q: %v", v, err)
		}
	}
}

// list finds the tables of the store, and names each by its game and what goes on there.
func (d *desk) list() {
	d.t.Helper()
	for _, all := range []func(context.Context) func(func(store.Listed, error) bool){
		func(ctx context.Context) func(func(store.Listed, error) bool) { return d.store.Tables(ctx) },
		func(ctx context.Context) func(func(store.Listed, error) bool) { return d.store.Closed(ctx) },
	} {
		for listed, err := range all(context.Background()) {
			if err != nil {
				d.t.Fatal(err)
			}
			rec, _ := d.record(listed.ID)
			what := string(rec.Stage)
			switch {
			case rec.Paused != nil:
				what = "paused"
			case rec.Vote != nil:
				what = "voting"
			}
			d.tables = append(d.tables, seated{rec.Game + " " + what, listed.ID})
		}
	}
}

// strict reads everything that is stored of a table, and its server's settings and results, and refuses what is not known, such as
// a field that has been renamed.
func (d *desk) strict(all fields, id store.TableID) {
	d.t.Helper()
	ctx := context.Background()
	read := func(v any) func([]byte, error) {
		return func(data []byte, err error) {
			switch {
			case err == nil:
				all.read(d.t, data, v)
			case !errors.Is(err, store.ErrNotFound):
				d.t.Error(err)
			}
		}
	}
	stored, err := d.store.Table(ctx, id)
	if err != nil {
		d.t.Fatal(err)
	}
	head, _, _ := bytes.Cut(stored.Snapshot, []byte{'\n'})
	read(&written{record: &record{}})(head, nil)
	read(&header{})(stored.Header, nil)
	for entry, err := range d.store.Log(ctx, id) {
		read(&logged{})(entry.Data, err)
	}
	for seat := range games.MaxSeats {
		read(&drafts{})(d.store.Draft(ctx, id, draftKey(games.Seat(seat))))
	}
	read(&shown{})(d.store.Shown(ctx, id))
	read(&guildSettings{})(d.store.Setting(ctx, store.SettingGuild, deskGuild))
	read(&personal{})(d.store.Setting(ctx, store.SettingUser, personID(2)))
	for result, err := range d.store.Results(ctx, deskGuild) {
		read(&ended{})(result.Data, err)
	}
}

// finish plays a table on to its end, from wherever it is.
func (d *desk) finish(s seated, rng *rand.Rand) {
	d.t.Helper()
	rec, _ := d.record(s.id)
	switch {
	case rec.Stage == stageOver:
		return
	case rec.Stage == stageLobby:
		for n := 1; n <= players && len(rec.People) < players; n++ { // of a rematch
			d.must(d.press(n, present.ID(present.VerbLobby, string(s.id), present.LobbyJoin)))
		}
		d.must(d.press(number(d.t, rec.Host), present.ID(present.VerbLobby, string(s.id), present.LobbyStart)))
	case rec.Paused != nil:
		d.act(s.id, manager, deedResume)
	}
	d.plays(s.id, rng, func(*table, context.Context) bool { return false })
	if rec, _ := d.record(s.id); rec.Stage != stageOver || rec.state == nil || rec.state.Outcome() == nil {
		d.t.Errorf("%s does not come to its end", s.name)
	}
	if err := Audit(context.Background(), d.store, All, s.id); err != nil {
		d.t.Errorf("%s at its end: %v", s.name, err)
	}
}

// plays has a game go on by chance until it is over or as it is wanted. Whoever has unfinished work that he may hand in does so.
func (d *desk) plays(id store.TableID, rng *rand.Rand, enough func(*table, context.Context) bool) {
	d.t.Helper()
	for n := 0; n < 20000; n++ {
		on := false
		d.in(id, func(t *table, ctx context.Context) {
			if err := t.load(ctx); err != nil {
				d.t.Error(err)
				return
			}
			if t.rec.Stage != stagePlaying || enough(t, ctx) {
				return
			}
			prompts := slices.DeleteFunc(t.rec.state.Prompts(nil, games.Nobody), func(p games.Prompt) bool { return p.Awaited == 0 || p.Held })
			p := prompts[rng.IntN(len(prompts))]
			for seat := range p.Awaited.All() {
				answer, err := games.Random(games.AskOf(t.rec.state, seat, p.ID), rng)
				if work := t.drafts[seat][p.ID]; err == nil && len(work.Edits) > 0 {
					answer, err = d.handIn(t, seat, p.ID, work, answer)
				}
				a := games.Reply(seat, p.ID, answer...)
				switch {
				case err != nil:
				case t.rec.at(seat).computer():
					err = t.computers(ctx)
				default:
					err = t.act(ctx, a, &logged{Do: "act", Who: t.rec.who(t.rec.at(seat).User), Action: &a}, "")
				}
				if err == nil {
					err = t.settle(ctx)
				}
				if err != nil {
					d.t.Errorf("%s: %v", t.rec.Game, err)
					return
				}
				on = true
				return
			}
		})
		if !on {
			return
		}
	}
	d.t.Errorf("%s: no end", id)
}

// handIn is the answer with somebody's unfinished work if that can be handed in, else the other one.
func (d *desk) handIn(t *table, seat games.Seat, prompt games.PromptID, work draft, other games.Answer) (games.Answer, error) {
	f, more, err := t.rec.state.Ask(seat, prompt, work.SoFar)
	if err != nil || !more || f.Editor == nil {
		return other, err
	}
	e, err := work.editor(f)
	if err != nil || e.Check() != nil {
		return other, err
	}
	return append(slices.Clone(work.SoFar), e.Draft()), nil
}

// keepTables writes keptFile.
func keepTables(t *testing.T) {
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
	if err := os.MkdirAll(filepath.Dir(keptFile), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(keptFile, whole.Bytes(), 0o644); err != nil {
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
		for seat := range (p.Awaited & t.rec.humans()).All() {
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
				for seat := range p.Awaited.All() {
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
