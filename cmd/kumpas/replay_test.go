package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kumpas/bot"
	"kumpas/bot/fair"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/entrika"
	"kumpas/locales"
)

// exported is the file of a game that was played on the sandbox, to its end or for some steps.
func exported(t *testing.T, game games.Info, steps int) []byte {
	t.Helper()
	ctx, w := world(t)
	table, ch := entrikaTable(w, "Ayşe\x1b[31m_1", "Can")
	if err := table.Open(ctx, robot.Setup{Game: game.ID, Channel: ch, Computers: max(1, game.Min-2)}); err != nil {
		t.Fatal(err)
	}
	if steps == 0 {
		if err := table.Play(ctx); err != nil {
			t.Fatal(err)
		}
	}
	for range steps {
		if err := table.Step(ctx); err != nil {
			t.Fatal(err)
		}
	}
	g := w.Sandbox.Guild()
	boss := g.NewUser("Yönetici", "tr")
	g.Promote(boss, "Yönetim", sandbox.ManageChannels)
	if steps > 0 {
		id := present.ID(present.VerbAct, table.ID, "end", "")
		in, err := boss.Forge(sandbox.Forgery{Message: table.Board(), CustomID: id})
		if err != nil {
			t.Fatal(err)
		}
		if res, err := in.Final(ctx); err != nil || !res.OK {
			t.Fatalf("it does not end (%v)", err)
		}
	}
	in, err := table.Users[0].Command(ch, "table", sandbox.Sub("history"))
	if err != nil {
		t.Fatal(err)
	}
	res, err := in.Final(ctx)
	if err != nil || !res.OK || len(res.Message.Attachments) != 1 {
		t.Fatalf("no file (%v)", err)
	}
	resp, err := http.Get(res.Message.Attachments[0].URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// kumpas replay tells the game in the owner's language and finds what was changed.
func TestReplay(t *testing.T) {
	t.Parallel()
	data := exported(t, entrika.Base.Info(), 0)
	p := newProgram(t)
	file := func(name string, data []byte) string {
		path := filepath.Join(p.home, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	whole := file("game.json", data)
	tr := p.run("replay", whole)
	tr.says(t, 0, "Entrika · masa ", "Ayşe[31m_1", "Dağıtım", "\n1. ", "🤫", "(bilgisayar seçti)", "\nDenetim\n", "✓ Karıştırma sırdan")
	if strings.Count(tr.out, "✓") != 6 || strings.ContainsAny(tr.out, "✗?\x1b") || strings.Contains(tr.out, "**") || strings.Contains(tr.out, `\_`) {
		t.Errorf("the game is told like this:\n%s", tr.out)
	}
	en := newProgram(t, "KUMPAS_LOCALE=en")
	en.run("replay", whole).says(t, 0, "Entrika · table ", "The deal", "(chosen by the computer)", "The check", "✓ The rules allow every move.")

	// With -step, and only then, it asks for keys.
	const keys = "\n\nq\n"
	for _, c := range []struct {
		args []string
		left string
	}{{[]string{"replay", whole}, keys}, {[]string{"replay", "-step", whole}, ""}} {
		from, to, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(to, keys); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		cmd := en.command(c.args...)
		cmd.Stdin, cmd.Stdout = from, &out
		if code := en.code(cmd.Run()); code != 0 || !strings.Contains(out.String(), "The check") {
			t.Errorf("%v ends with %d:\n%s", c.args, code, &out)
		}
		to.Close()
		if left, err := io.ReadAll(from); err != nil || string(left) != c.left {
			t.Errorf("%v leaves the keys %q (%v)", c.args, left, err)
		}
		from.Close()
	}

	changed := bytes.Replace(data, []byte(`"Can"`), []byte(`"Cam"`), 1)
	for _, c := range []struct {
		args, says []string
		code       int
	}{
		{[]string{file("changed.json", changed)}, []string{"does not agree with itself", "✗"}, exitUnfair},
		{[]string{file("cut.json", data[:len(data)/2])}, []string{"cut.json is not the file of a Kumpas game", "/table history"}, exitUnfair},
		{[]string{file("other.json", bytes.Replace(data, []byte(`"entrika"`), []byte(`"chess"`), 1))}, []string{"is not the file of a Kumpas game"}, exitUnfair},
		{[]string{file("newer.json", bytes.Replace(data, []byte(`"kumpas": 1`), []byte(`"kumpas": 9`), 1))}, []string{"written by a newer Kumpas"}, exitFailed},
		{[]string{"nowhere.json"}, []string{"nowhere.json cannot be read", "no such file"}, exitFailed},
		{nil, []string{"FILE is missing"}, exitUsage},
	} {
		got := en.run(append([]string{"replay"}, c.args...)...)
		if got.code != c.code {
			t.Errorf("%v: exit code %d, want %d", c.args, got.code, c.code)
		}
		for _, part := range c.says {
			if !strings.Contains(got.out+got.err, part) {
				t.Errorf("%v: %q is not in\n%s%s", c.args, part, got.out, got.err)
			}
		}
	}
}

// stepper presses Enter three times and then q, and notes what had been told before each.
type stepper struct {
	out  bytes.Buffer
	told []string
}

func (s *stepper) Read(key []byte) (int, error) {
	s.told = append(s.told, s.out.String())
	if len(s.told) <= 3 {
		return copy(key, "\n"), nil
	}
	return copy(key, "q\n"), nil
}

// Each move waits for Enter; q goes on to the end.
func TestReplaySteps(t *testing.T) {
	t.Parallel()
	words, err := locales.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	record, whole, err := fair.Read(exported(t, entrika.Base.Info(), 6))
	if err != nil {
		t.Fatal(err)
	}
	game, _ := bot.All.Find(record.Game)
	s := &stepper{}
	tell := telling{words: words.For("en"), game: game, record: record, played: record.Check(game.Engine, whole), out: &s.out, in: bufio.NewScanner(s)}
	tell.tell(t.Context())
	if len(s.told) != 4 || len(tell.played.Steps) < 6 {
		t.Fatalf("%d keys were asked for in %d moves", len(s.told), len(tell.played.Steps))
	}
	for n, told := range s.told {
		this, next := fmt.Sprintf("\n%d. ", n), fmt.Sprintf("\n%d. ", n+1)
		if n == 0 {
			this = "\nThe deal\n"
		}
		if !strings.Contains(told, this) || strings.Contains(told, next) {
			t.Errorf("after %d keys this had been told:\n%s", n, told)
		}
	}
	if last := fmt.Sprintf("\n%d. ", len(tell.played.Steps)-1); !strings.Contains(s.out.String(), last) || !strings.Contains(s.out.String(), "\nThe check\n") {
		t.Errorf("q does not go on to the end:\n%s", &s.out)
	}
}

// The file of every game, also of one that was ended early, is told and agrees with itself; with a byte changed, wherever, it does not.
func TestReplayGames(t *testing.T) {
	t.Parallel()
	if racing {
		t.Skip("it looks at files")
	}
	p := newProgram(t, "KUMPAS_LOCALE=en")
	rng := rand.New(rand.NewPCG(6, 1))
	for _, e := range bot.All {
		info := e.Engine.Info()
		data := exported(t, info, 6)
		path := filepath.Join(p.home, info.ID+".json")
		replayed := func(data []byte) ended {
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			return p.run("replay", path)
		}
		got := replayed(data)
		got.says(t, 0, "The check", "✓ The rules allow every move.")
		if strings.Count(got.out, "✓") != 6 {
			t.Errorf("%s:\n%s", info.ID, got.out)
		}
		for range 8 {
			at, bit := rng.IntN(len(data)), byte(1)<<rng.IntN(8)
			changed := bytes.Clone(data)
			changed[at] ^= bit
			if got := replayed(changed); got.code == 0 {
				t.Errorf("%s: byte %d, %q for %q, is not found", info.ID, at, changed[at], data[at])
			}
		}
	}
}
