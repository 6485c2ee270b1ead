package fair

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kumpas/games"
	"kumpas/games/entrika"
	"kumpas/games/secrethitler"
)

// played plays a random game of at most n actions to its end and returns its record.
func played(t *testing.T, game games.Game, players, n int) Record {
	t.Helper()
	secret := []byte("0123456789abcdef0123456789abcdef")
	opened, start := "1482468360192000001", "1482468360192000777"
	r := Record{
		Table: Table(opened), Opened: opened, Game: game.Info().ID, Options: games.Options{}, Host: 0, Winner: -1, Start: start,
		Started: time.Date(2026, 11, 30, 20, 14, 5, 123e6, time.UTC), Commitment: Commitment(secret), Secret: hex.EncodeToString(secret), Actions: []Action{},
	}
	for i := range players - 1 {
		r.Players = append(r.Players, Player{ID: fmt.Sprintf("14824683601920000%d", 10+i), Name: fmt.Sprintf("Oyuncu <%d>", i)})
	}
	r.Players = append(r.Players, Player{ID: Computer(players - 1), Name: "Poyraz"})
	seed := Seed(secret, r.Table, r.ids(), start)
	r.Seed = hex.EncodeToString(seed[:])
	state, _, err := game.New(games.Setup{Players: players, Options: r.Options, Seed: seed, Winner: -1})
	if err != nil {
		t.Fatal(err)
	}
	r.Seating = state.Seating()
	rng := rand.New(rand.NewPCG(5, 6))
	for at := r.Started; state.Outcome() == nil; at = at.Add(1500 * time.Millisecond) {
		a := games.Void()
		if len(r.Actions) < n {
			a = random(t, state, rng)
		}
		if state, _, err = state.Apply(a); err != nil {
			t.Fatal(err)
		}
		r.Actions = append(r.Actions, ActionOf(a, at, a.Seat == 1))
	}
	r.Result = ResultOf(state.Outcome())
	return r
}

func random(t *testing.T, s games.State, rng games.Rand) games.Action {
	t.Helper()
	for {
		prompts := s.Prompts(nil, games.Nobody)
		p := prompts[rng.IntN(len(prompts))]
		seats := slices.Collect(games.Owing(s, p).All())
		if len(seats) == 0 {
			continue
		}
		seat := seats[rng.IntN(len(seats))]
		answer, err := games.Random(games.AskOf(s, seat, p.ID), rng)
		if err != nil {
			t.Fatal(err)
		}
		return games.Reply(seat, p.ID, answer...)
	}
}

// verdicts are the checks that find something.
func (p Played) differ() (checks []string) {
	for _, f := range p.Findings {
		if f.Verdict != Agrees {
			checks = append(checks, f.Check)
		}
	}
	return checks
}

func TestAgrees(t *testing.T) {
	for _, c := range []struct {
		game       games.Game
		players, n int
	}{{entrika.Base, 3, 1000}, {entrika.Plus, 5, 1000}, {secrethitler.Game, 7, 1000}, {entrika.Base, 2, 0}, {secrethitler.Game, 5, 4}} {
		r := played(t, c.game, c.players, c.n)
		data := r.Encode()
		read, whole, err := Read(data)
		if err != nil || !whole {
			t.Fatalf("%v %v\n%s", whole, err, data)
		}
		p := read.Check(c.game, whole)
		if !p.Fair() || len(p.Steps) != len(r.Actions)+1 || len(p.Findings) != 6 {
			t.Errorf("%s: %d steps, %+v", r.Game, len(p.Steps), p.Findings)
		}
	}
}

// Whichever byte is changed, lost or added, it is found.
func TestEveryByte(t *testing.T) {
	data := played(t, entrika.Base, 2, 3).Encode()
	found := func(what string, damaged []byte) {
		t.Helper()
		if _, whole, err := Read(damaged); whole && err == nil {
			t.Errorf("%s is not found", what)
		}
	}
	for i := range data {
		for _, flip := range []byte{1, 0x20, 0x80} {
			damaged := slices.Clone(data)
			damaged[i] ^= flip
			found(fmt.Sprintf("byte %d: %q instead of %q", i, damaged[i], data[i]), damaged)
		}
		found(fmt.Sprintf("byte %d lost", i), slices.Delete(slices.Clone(data), i, i+1))
		found(fmt.Sprintf("byte %d doubled", i), slices.Insert(slices.Clone(data), i, data[i]))
	}
	found("a cut file", data[:len(data)-1])
	found("something behind the end", append(slices.Clone(data), ' '))
}

// Whoever changes a field and seals the file anew is found by what can be derived. Names, times and a pass that changed nothing are nobody's to derive.
func TestEveryField(t *testing.T) {
	record := func() Record { return played(t, entrika.Plus, 4, 1000) }
	for name, c := range map[string]struct {
		change func(*Record)
		found  []string // at least one of them
	}{
		"table":          {func(r *Record) { r.Table = Table("1") }, []string{CheckTable, CheckShuffle}},
		"opened":         {func(r *Record) { r.Opened = "1" }, []string{CheckTable}},
		"options":        {func(r *Record) { r.Options = games.Options{"ideology": "off"} }, []string{CheckMoves, CheckResult}},
		"unknown option": {func(r *Record) { r.Options = games.Options{"x": "y"} }, []string{CheckShuffle, CheckMoves, CheckResult}},
		"player's id":    {func(r *Record) { r.Players[1].ID = "7" }, []string{CheckShuffle}},
		"players' order": {func(r *Record) { r.Players[0], r.Players[1] = r.Players[1], r.Players[0] }, []string{CheckShuffle}},
		"fewer players":  {func(r *Record) { r.Players = r.Players[:3] }, []string{CheckShuffle}},
		"two in one":     {func(r *Record) { r.Players[0].ID += "|" + r.Players[1].ID; r.Players = slices.Delete(r.Players, 1, 2) }, []string{CheckShuffle}},
		"player moved to the start": {func(r *Record) {
			last := len(r.Players) - 1
			r.Start = r.Players[last].ID + "|" + r.Start
			r.Players = r.Players[:last]
		}, []string{CheckShuffle}},
		"start":        {func(r *Record) { r.Start = "1482468360192000778" }, []string{CheckShuffle}},
		"commitment":   {func(r *Record) { r.Commitment = Commitment([]byte("x")) }, []string{CheckCommitment}},
		"secret":       {func(r *Record) { r.Secret = strings.Repeat("00", 32) }, []string{CheckCommitment, CheckShuffle}},
		"short secret": {func(r *Record) { r.Secret = ""; r.Commitment = Commitment(nil) }, []string{CheckCommitment, CheckShuffle}},
		"secret with its commitment": {func(r *Record) {
			secret := make([]byte, 32)
			r.Secret, r.Commitment = hex.EncodeToString(secret), Commitment(secret)
		}, []string{CheckShuffle}},
		"seed":             {func(r *Record) { r.Seed = strings.Repeat("00", 32) }, []string{CheckShuffle}},
		"seating":          {func(r *Record) { r.Seating[0], r.Seating[1] = r.Seating[1], r.Seating[0] }, []string{CheckShuffle}},
		"action lost":      {func(r *Record) { r.Actions = slices.Delete(r.Actions, 0, 1) }, []string{CheckMoves, CheckResult}},
		"last action lost": {func(r *Record) { r.Actions = r.Actions[:len(r.Actions)-1] }, []string{CheckResult}},
		"action added":     {func(r *Record) { r.Actions = append(r.Actions, r.Actions[0]) }, []string{CheckMoves}},
		"action's seat":    {func(r *Record) { r.Actions[0].Seat++ }, []string{CheckMoves}},
		"action's seat 99": {func(r *Record) { r.Actions[0].Seat = 99 }, []string{CheckMoves}},
		"action's prompt":  {func(r *Record) { r.Actions[0].Prompt += 100 }, []string{CheckMoves}},
		"action's answer":  {func(r *Record) { r.Actions[0].Answer = games.Answer{"coup", "s9"} }, []string{CheckMoves}},
		"action's kind":    {func(r *Record) { r.Actions[0].Kind = games.ActVoid }, []string{CheckMoves, CheckResult}},
		"unknown kind":     {func(r *Record) { r.Actions[0].Kind = "wish" }, []string{CheckMoves}},
		"why":              {func(r *Record) { r.Result.Why = "void" }, []string{CheckResult}},
		"winners":          {func(r *Record) { r.Result.Winners = []games.Seat{} }, []string{CheckResult}},
		"standings":        {func(r *Record) { r.Result.Seats = slices.Clone(r.Result.Seats); slices.Reverse(r.Result.Seats) }, []string{CheckResult}},
		"points":           {func(r *Record) { r.Result.Points = []int{1} }, []string{CheckResult}},
		"no players":       {func(r *Record) { r.Players = nil }, []string{CheckShuffle}},
	} {
		r := record()
		r.Actions = slices.Clone(r.Actions)
		c.change(&r)
		data := r.Encode()
		read, whole, err := Read(data)
		if err != nil || !whole {
			t.Errorf("%s: it is sealed and cannot be read (%v)", name, err)
			continue
		}
		p := read.Check(entrika.Plus, whole)
		if p.Fair() || !slices.ContainsFunc(p.differ(), func(check string) bool { return slices.Contains(c.found, check) }) {
			t.Errorf("%s is not found: %+v", name, p.Findings)
		}
	}
}

// An id that was deleted leaves the shuffle unproven, not the game unplayed.
func TestForgotten(t *testing.T) {
	r := played(t, entrika.Base, 3, 1000)
	r.Players[0] = Player{Name: "—"}
	p := r.Check(entrika.Base, true)
	if got := p.differ(); !p.Fair() || !slices.Equal(got, []string{CheckShuffle}) {
		t.Errorf("%+v", p.Findings)
	}
	r.Seed = r.Seed[:10]
	if p := r.Check(entrika.Base, true); p.Fair() {
		t.Errorf("%+v", p.Findings)
	}
}

func TestRead(t *testing.T) {
	newer, err := json.Marshal(Record{Version: Version + 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		data string
		err  error
	}{{"", ErrNoRecord}, {"{}", ErrNoRecord}, {"holiday photographs", ErrNoRecord}, {`{"kumpas":-1}`, ErrNoRecord}, {string(newer), ErrNewer}, {`{"kumpas":1}`, nil}} {
		if _, whole, err := Read([]byte(c.data)); !errors.Is(err, c.err) || c.err == nil && (err != nil || whole) {
			t.Errorf("%q: whole %v, %v", c.data, whole, err)
		}
	}
}

// Whatever file comes: no panic, and what is whole is what Encode writes.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"kumpas":1,"players":[{"id":"1"},{"id":"2"}],"actions":[{"kind":"void"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, whole, err := Read(data)
		if err != nil {
			return
		}
		p := r.Check(entrika.Base, whole)
		if whole && string(data) != string(r.Encode()) {
			t.Error("it is no record of ours and counts as whole")
		}
		if len(p.Findings) != 6 {
			t.Errorf("%d findings", len(p.Findings))
		}
	})
}
