package bot

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
)

// whatever are arguments for a verb: those of this moment's prompts and choices, and nonsense.
func (d *desk) whatever(s seated) [][]string {
	d.t.Helper()
	out := [][]string{nil, {""}, {"0"}, {"1", "yes"}, {"1", "no"}, {"999999"}, {"-1", "x"}, {present.PassAll}, {present.PassKind}, {present.PassPrompt}, {present.PassNone}}
	for what := range lobbyDeeds {
		out = append(out, []string{what}, []string{what, "x"})
	}
	for _, what := range []string{present.LobbyStart, present.LobbyOptions, present.LobbyOption} {
		out = append(out, []string{what})
	}
	for _, deed := range []string{deedLeave, deedRemove, deedEnd, deedPause, deedResume} {
		out = append(out, []string{deed}, []string{deed, personID(1)}, []string{deed, personID(watcher)})
	}
	rec, _ := d.record(s.id)
	if rec.state == nil {
		return out
	}
	for seat := range rec.Seating {
		for _, p := range rec.state.Prompts(nil, games.Seat(seat)) {
			id := strconv.Itoa(int(p.ID))
			out = append(out, []string{id}, []string{id, ""}, []string{id, "", "0"})
			f, ok, err := rec.state.Ask(games.Seat(seat), p.ID, nil)
			if err != nil || !ok {
				continue
			}
			for _, c := range f.Choices[:min(len(f.Choices), 3)] {
				out = append(out, []string{id, c.ID})
			}
		}
	}
	return out
}

// joins is what somebody outside may press and change something by: sitting down before the game, on a seat that was left, and for a game
// after it.
func joins(s seated, verb string, args []string) bool {
	return s.name == "lobby" && verb == present.VerbLobby && len(args) > 0 && args[0] == present.LobbyJoin ||
		s.name == "left" && verb == present.VerbSeat || s.name == "over" && verb == present.VerbAgain
}

// People outside a table can watch and never act: whatever they press, in whatever stage the table is, nothing of it changes, and
// they are answered in private; whoever manages the server is told what everybody is told. The verbs are those of the router, so that a new one is tried by itself.
func TestOutside(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	defer d.close()
	tried, rounds := 0, 0
	for _, s := range d.tables {
		outside := []int{watcher, foreign, manager}
		if s.name == "left" {
			outside = append(outside, leaver)
		}
		all := d.whatever(s)
		before := d.shot(s.id)
		for verb := range maps.Keys(verbs) {
			for _, args := range all {
				if rounds++; joins(s, verb, args) || Racing && rounds%5 != 0 {
					continue
				}
				var said []any
				for _, n := range outside {
					if n == manager && (verb == present.VerbAct || verb == present.VerbLobby) {
						continue // he may do that
					}
					i := d.press(n, present.ID(verb, append([]string{string(s.id)}, args...)...))
					tried++
					if rounds%3 == 0 {
						i.Values = []string{"x", personID(1)}
					}
					if rounds%7 == 0 {
						i.Kind, i.Fields = discord.ModalSubmit, map[string]string{textField: "1"}
					}
					got := d.do(i)
					if !got.private() {
						t.Errorf("%s: %s is answered to person %d in public or not at all: %+v", s.name, i.CustomID, n, got)
					}
					if n != foreign && n != leaver {
						said = append(said, got.Data.Components)
					}
				}
				if len(said) == 2 && !reflect.DeepEqual(said[0], said[1]) {
					t.Errorf("%s: %s %q tells a manager %+v and others %+v", s.name, verb, args, said[1], said[0])
				}
			}
			if d.shot(s.id) != before {
				t.Fatalf("%s: somebody outside has changed the table by %q", s.name, verb)
			}
		}
	}
	if name := d.spilled(); name != "" {
		t.Errorf("the secret of %s was shown", name)
	}
	t.Logf("%d presses", tried)
}

// The commands are no way in either.
func TestOutsideCommands(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	defer d.close()
	before := d.shots()
	for _, n := range []int{watcher, foreign} {
		for _, c := range [][2]string{{"hand"}, {"rules"}, {"table", "show"}, {"table", "leave"}, {"table", "remove"}, {"table", "pause"}, {"table", "resume"}, {"table", "end"}, {"table", "history"}} {
			i := d.interaction(n, discord.Command)
			i.Command, i.Sub, i.Options = c[0], c[1], map[string]string{"player": personID(1)}
			if got := d.do(i); !got.private() {
				t.Errorf("%v is answered in public: %+v", c, got)
			}
		}
	}
	if !slices.Equal(d.shots(), before) {
		t.Error("somebody outside has changed a table")
	}
}
