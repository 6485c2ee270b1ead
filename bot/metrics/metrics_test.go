package metrics_test

import (
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kumpas/bot/discord"
	"kumpas/bot/metrics"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/store"
)

// read is what somebody who reads gets: every sample by its name with labels.
func read(t *testing.T, m *metrics.Metrics) (text string, samples map[string]float64) {
	t.Helper()
	server := httptest.NewServer(m.Handler())
	defer server.Close()
	resp, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s (%v)\n%s", resp.Status, err, body)
	}
	samples = map[string]float64{}
	for _, line := range strings.Split(string(body), "\n") {
		if at := strings.LastIndexByte(line, ' '); at > 0 && line[0] != '#' {
			n, err := strconv.ParseFloat(line[at+1:], 64)
			if err != nil {
				t.Errorf("%q is no sample", line)
			}
			samples[line[:at]] = n
		}
	}
	return string(body), samples
}

// allowed is what a label of ours may say: a few words, none of them anybody's.
var allowed = map[string]*regexp.Regexp{
	"kind":   regexp.MustCompile(`^(command|press|autocomplete|modal)$`),
	"answer": regexp.MustCompile(`^(message|deferred|noted|update|choices|form|failed)$`),
	"route":  regexp.MustCompile(`^(GET|POST|PUT|PATCH|DELETE)( |/[a-z@]+|/\{id\}|/\{token\})+$`),
	"status": regexp.MustCompile(`^([1-5][0-9][0-9]|0)$`),
	"game":   regexp.MustCompile(`^(entrika|entrika-plus|secret-hitler|noir|machiavelli)$`),
	"stage":  regexp.MustCompile(`^(lobby|playing|over)$`),
	"le":     regexp.MustCompile(`^[0-9.e+Inf]+$`),
}

// names are all our metrics. A new one is a decision: it says nothing of anybody's hand, and README tells of it.
var names = strings.Fields(`
	kumpas_answer_seconds
	kumpas_gateway_connected
	kumpas_gateway_connects_total
	kumpas_gateway_identifies_total
	kumpas_interactions_total
	kumpas_rest_calls_total
	kumpas_rest_given_up_total
	kumpas_rest_limited_total
	kumpas_rest_refused
	kumpas_rest_refused_limit
	kumpas_rest_wait_seconds
	kumpas_rest_waiting
	kumpas_store_changes_waiting
	kumpas_store_commit_changes
	kumpas_store_commit_seconds
	kumpas_store_failed_total
	kumpas_table_jobs_waiting
	kumpas_tables`)

// The book of games that were played on the sandbox says what happened, and nothing of anybody.
func TestGame(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	sb := sandbox.Start(t, sandbox.Config{Limits: sandbox.NoLimits()})
	m := metrics.New()
	s, err := store.OpenBolt(filepath.Join(t.TempDir(), "kumpas.db"), store.OnCommit(m.Commit))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w, err := robot.NewWorld(sb, s, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	w.Config.Metrics = m
	if err := w.Start(ctx); err != nil {
		t.Fatal(err)
	}
	defer w.Stop()
	g := sb.Guild()
	secrets := []string{sb.Token(), g.ID()}
	for i, game := range []string{"entrika", "secret-hitler"} {
		ch := g.NewChannel("masa-" + game)
		table := &robot.Table{Sandbox: sb, Rand: rand.New(rand.NewPCG(uint64(i), 1))}
		for _, name := range []string{"Ayşe", "Can", "Deniz", "Efe", "Gül"} {
			u := g.NewUser(name, "tr")
			table.Users = append(table.Users, u)
			secrets = append(secrets, u.ID(), u.Name())
		}
		table.Heard = func(p robot.Press) { secrets = append(secrets, p.Interaction) }
		if err := table.Open(ctx, robot.Setup{Game: game, Channel: ch}); err != nil {
			t.Fatal(err)
		}
		secrets = append(secrets, ch.ID(), table.ID)
		if i == 0 {
			err = table.Play(ctx)
		} else {
			err = table.Step(ctx)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	text, n := read(t, m)
	for _, secret := range secrets {
		if strings.Contains(text, secret) {
			t.Errorf("%q stands in the book", secret)
		}
	}
	var told []string
	for _, found := range regexp.MustCompile(`(?m)^# TYPE (kumpas_\w+) `).FindAllStringSubmatch(text, -1) {
		told = append(told, found[1])
	}
	slices.Sort(told)
	if !slices.Equal(told, names) {
		t.Errorf("the book tells of\n%v\nand not of\n%v", told, names)
	}
	label := regexp.MustCompile(`([a-z]+)="([^"]*)"`)
	for name := range n {
		if !strings.HasPrefix(name, "kumpas_") {
			continue
		}
		for _, l := range label.FindAllStringSubmatch(name, -1) {
			if may := allowed[l[1]]; may == nil || !may.MatchString(l[2]) {
				t.Errorf("%s: the label %s says %q", name, l[1], l[2])
			}
		}
	}
	stats := sb.Stats()
	for name, want := range map[string]float64{
		`kumpas_tables{game="secret-hitler",stage="playing"}`:                           1,
		`kumpas_tables{game="entrika",stage="playing"}`:                                 0, // it is over
		`kumpas_gateway_connected`:                                                      1,
		`kumpas_gateway_connects_total`:                                                 1,
		`kumpas_gateway_identifies_total`:                                               1,
		`kumpas_interactions_total{kind="command"}`:                                     2,
		`kumpas_rest_refused_limit`:                                                     2000,
		`kumpas_rest_limited_total`:                                                     float64(stats.Status[429]),
		`kumpas_store_failed_total`:                                                     0,
		`kumpas_rest_calls_total{route="PUT /applications/{id}/commands",status="200"}`: 1,
	} {
		if n[name] != want {
			t.Errorf("%s is %v, want %v", name, n[name], want)
		}
	}
	for _, name := range []string{`kumpas_interactions_total{kind="press"}`, `kumpas_answer_seconds_count{answer="update",kind="press"}`,
		`kumpas_store_commit_seconds_count`, `kumpas_store_commit_changes_sum`, `kumpas_rest_wait_seconds_count`, `go_goroutines`} {
		if n[name] < 1 {
			t.Errorf("%s is %v\n%s", name, n[name], text)
		}
	}
	if err := sb.Fault("drop_gateway"); err != nil {
		t.Fatal(err)
	}
	for n[`kumpas_gateway_connects_total`] < 2 {
		select {
		case <-ctx.Done():
			t.Fatal("it does not come back")
		case <-time.After(20 * time.Millisecond):
		}
		_, n = read(t, m)
	}
	if n[`kumpas_gateway_connected`] != 1 || n[`kumpas_gateway_identifies_total`] != 1 {
		t.Errorf("connected %v, %v identifies after a reconnect", n[`kumpas_gateway_connected`], n[`kumpas_gateway_identifies_total`])
	}
	if err := w.Stop(); err != nil {
		t.Error(err)
	}
}

// What a game on the sandbox does not bring about.
func TestCounts(t *testing.T) {
	m := metrics.New()
	if _, n := read(t, m); n["kumpas_gateway_connected"] != 0 {
		t.Error("it begins connected")
	}
	m.Event(discord.Event{Kind: discord.Connected})
	m.Event(discord.Event{Kind: discord.Disconnected})
	m.Event(discord.Event{Kind: discord.GuildJoined, Guild: "1"})
	m.Call(discord.Call{Route: "GET /gateway", Status: 429, Waited: time.Second})
	m.Call(discord.Call{Route: "GET /gateway", GaveUp: true, Waited: 2 * time.Second})
	m.Answered(discord.Answered{Kind: discord.Press, With: "update", Took: 2500 * time.Millisecond, Err: discord.TokenDead})
	m.Commit(store.Commit{Changes: 3, Took: time.Millisecond, Failed: true})
	refused := 3
	if m.Suspended() {
		t.Error("suspended before there is a bot")
	}
	m.Watch(metrics.Sources{
		Tables: func() map[metrics.Tables]int {
			return map[metrics.Tables]int{{Game: "entrika", Stage: "lobby"}: 7}
		},
		Waiting:  func() int { return 5 },
		Requests: func() int { return 6 },
		Changes:  func() int { return 8 },
		Refused:  func() (int, int) { return refused, 4 },
	})
	if m.Suspended() {
		t.Error("suspended below the limit")
	}
	if refused = 4; !m.Suspended() {
		t.Error("not suspended at the limit")
	}
	refused = 3
	_, n := read(t, m)
	for name, want := range map[string]float64{
		`kumpas_gateway_connected`:                                          0,
		`kumpas_gateway_connects_total`:                                     1,
		`kumpas_rest_limited_total`:                                         1,
		`kumpas_rest_calls_total{route="GET /gateway",status="429"}`:        1,
		`kumpas_rest_wait_seconds_sum`:                                      3,
		`kumpas_rest_given_up_total`:                                        1,
		`kumpas_rest_calls_total{route="GET /gateway",status="0"}`:          0,
		`kumpas_answer_seconds_bucket{answer="failed",kind="press",le="2"}`: 0,
		`kumpas_answer_seconds_bucket{answer="failed",kind="press",le="3"}`: 1,
		`kumpas_answer_seconds_count{answer="update",kind="press"}`:         0,
		`kumpas_store_failed_total`:                                         1,
		`kumpas_store_commit_changes_sum`:                                   3,
		`kumpas_tables{game="entrika",stage="lobby"}`:                       7,
		`kumpas_table_jobs_waiting`:                                         5,
		`kumpas_rest_waiting`:                                               6,
		`kumpas_store_changes_waiting`:                                      8,
		`kumpas_rest_refused`:                                               3,
		`kumpas_rest_refused_limit`:                                         4,
	} {
		if n[name] != want {
			t.Errorf("%s is %v, want %v", name, n[name], want)
		}
	}
}
