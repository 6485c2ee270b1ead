package bot

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/store"
)

// keptFile is where tables of a former program are kept: of every game that it knew a lobby, one in the middle of its game with
// unfinished work, one paused, one that votes, and one that is over.
//
// KUMPAS_KEEP=2 go test -run TestKeptTables ./bot writes file 2. A new game or a new format gets a new file beside the old ones; one
// that people have on their disks is not written again, since where today's program no longer reads it, their tables are lost.
func keptFile(name string) string { return "testdata/tables-" + name + ".db" }

// Tables that a former program wrote are read as they were meant: nothing in them is unknown, the log gives the state, unfinished
// work is found again, and every game goes on to its end.
func TestKeptTables(t *testing.T) {
	if name := os.Getenv("KUMPAS_KEEP"); name != "" {
		keepTables(t, keptFile(name))
	}
	files, err := filepath.Glob(keptFile("*"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, file := range files {
		playKept(t, file, found)
	}
	for _, e := range All {
		for _, stage := range []string{"lobby", "playing", "paused", "voting", "over"} {
			if name := e.Engine.Info().ID + " " + stage; !found[name] {
				t.Errorf("no table: %s (for a new game write a new file: KUMPAS_KEEP=%d)", name, len(files)+1)
			}
		}
	}
}

// playKept reads a file of kept tables, notes which it found, and plays on.
func playKept(t *testing.T, file string, found map[string]bool) {
	data, err := os.ReadFile(file)
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
	all := fields{}
	for _, s := range d.tables {
		if err := Audit(t.Context(), d.store, All, s.id); err != nil {
			t.Errorf("%s: %s: %v", file, s.name, err)
			continue
		}
		d.strict(all, s.id)
		found[s.name] = true
	}
	// A field that is new since is in no former file.
	if lacking := all.missing("Event.at_end", "shown.again"); len(lacking) > 0 && file == keptFile(os.Getenv("KUMPAS_KEEP")) {
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
	ctx := context.Background()
	for _, all := range []iter.Seq2[store.Listed, error]{d.store.Tables(ctx), d.store.Closed(ctx)} {
		for listed, err := range all {
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
			for seat := range games.Owing(t.rec.state, p).All() {
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
	return append(slices.Clone(work.SoFar), e.Final()), nil
}
