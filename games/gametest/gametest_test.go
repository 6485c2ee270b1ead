package gametest

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"kumpas/games"
)

// It is a short game: of the few playouts under the race detector little could be said.
func TestCorrectGamePasses(t *testing.T) { Run(t, toy{}, Playouts(12)) }

// Each wrong game is found out by the check that is meant for it, and each check finds some game out.
func TestWrongGamesFail(t *testing.T) {
	found := map[string]bool{}
	for _, m := range append(mutants(), moreMutants()...) {
		found[m.want] = true
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			r := Check(m, Config{Playouts: max(m.playouts, 8), until: m.want})
			if !slices.ContainsFunc(r.Findings, func(f Finding) bool {
				return f.Check == m.want && strings.Contains(f.Text, m.says)
			}) {
				t.Errorf("nothing of %s that says %q in %d playouts, but %v", m.want, m.says, r.Playouts, r.Findings)
			}
		})
	}
	for _, c := range Checks {
		if !found[c.Name] {
			t.Errorf("no wrong game shows that %s finds anything", c.Name)
		}
	}
}

// The same seed gives the same run, another one another.
func TestRunsAreReproducible(t *testing.T) {
	a, b, c := Check(toy{}, Config{Seed: 5, Playouts: 9}), Check(toy{}, Config{Seed: 5, Playouts: 9}), Check(toy{}, Config{Seed: 6, Playouts: 9})
	if !reflect.DeepEqual(a, b) {
		t.Errorf("two runs of seed 5 differ:\n%v\n%v", a, b)
	}
	if reflect.DeepEqual(a.Done, c.Done) {
		t.Error("seeds 5 and 6 give the same run")
	}
}

// The playout that a finding names finds it again, alone.
func TestFindingsAreReproducible(t *testing.T) {
	for _, m := range mutants() {
		if m.name != "an event tells by being there" && m.name != "an offered action is refused" {
			continue
		}
		r := Check(m, Config{Seed: 3, until: m.want})
		f := r.Findings[slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Check == m.want })]
		again := Check(m, Config{Seed: f.Seed, Playout: f.Playout})
		if !slices.ContainsFunc(again.Findings, func(g Finding) bool { return g.String() == f.String() }) {
			t.Errorf("%s: %v is not among %v", m.name, f, again.Findings)
		}
		for _, part := range []string{m.want, "step ", "players", "seed ", "KUMPAS_SEED=3 KUMPAS_PLAYOUT="} {
			if !strings.Contains(f.String(), part) {
				t.Errorf("the finding does not tell %q: %v", part, f)
			}
		}
	}
}

func TestReportTellsFewFindingsAndCountsTheRest(t *testing.T) {
	r := newReport()
	for range mostFindings + 2 {
		r.add(Finding{Check: "ids"})
	}
	r.add(Finding{Check: "pure"})
	if len(r.Findings) != mostFindings+1 || r.Unsaid["ids"] != 2 || r.Unsaid["pure"] != 0 || !r.Has("pure") || r.Has("over") {
		t.Errorf("%d findings, unsaid %v", len(r.Findings), r.Unsaid)
	}
}

func TestEnvironment(t *testing.T) {
	c := Config{Playouts: 3, Seed: 4}
	set := map[string]string{"KUMPAS_PLAYOUTS": "500", "KUMPAS_PLAYOUT": "12"}
	if err := c.environment(func(name string) string { return set[name] }); err != nil {
		t.Fatal(err)
	}
	if c.Playouts != 500 || c.Seed != 4 || c.Playout != 12 {
		t.Errorf("%+v", c)
	}
	set["KUMPAS_SEED"] = "many"
	if err := c.environment(func(name string) string { return set[name] }); err == nil {
		t.Error("a seed that is no number was accepted")
	}
}

// Extra setups are played first, and every option value and number of players is played at least once.
func TestSetupsAreCovered(t *testing.T) {
	own := games.Setup{Players: 4, Options: games.Options{"hand": "3", "vote": "wait"}, Host: 1, Winner: -1}
	s := &suite{g: toy{}, info: toy{}.Info(), cfg: Config{Playouts: 1, Setups: []games.Setup{own}}, rep: newReport()}
	setups := s.walk(0, games.Setup{}).drawSetups()
	if len(s.rep.Findings) > 0 || !reflect.DeepEqual(setups[0], own) {
		t.Fatalf("findings %v, first setup %+v", s.rep.Findings, setups[0])
	}
	seen := map[string]bool{}
	players := map[int]bool{}
	for _, setup := range setups {
		full, err := s.info.Resolve(setup.Options)
		if err != nil {
			t.Fatal(err)
		}
		for id, value := range full {
			seen[id+"="+value] = true
		}
		players[setup.Players] = true
	}
	if len(seen) != 4 || len(players) != 3 {
		t.Errorf("played are %v with %v players", seen, players)
	}
}
