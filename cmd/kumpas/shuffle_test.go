package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/store"
)

// world is a bot on a sandbox, for as long as the test takes.
func world(t *testing.T) (context.Context, *robot.World) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	sb := sandbox.Start(t, sandbox.Config{Limits: sandbox.NoLimits()})
	s, err := store.OpenBolt(filepath.Join(t.TempDir(), "kumpas.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	w, err := robot.NewWorld(sb, s, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Start(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Stop() })
	return ctx, w
}

// entrikaTable is a table to be opened in a channel of its own.
func entrikaTable(w *robot.World, names ...string) (*robot.Table, *sandbox.Channel) {
	g := w.Sandbox.Guild()
	x := &robot.Table{Sandbox: w.Sandbox, Rand: rand.New(rand.NewPCG(1, 1))}
	for _, name := range names {
		x.Users = append(x.Users, g.NewUser(name, "tr"))
	}
	return x, g.NewChannel("masa")
}

// The README's "Fair shuffles", done by hand on a game that has been played.
func TestReadmeShuffle(t *testing.T) {
	t.Parallel()
	ctx, w := world(t)
	table, ch := entrikaTable(w, "Ayşe", "Can")
	ayse, can := table.Users[0], table.Users[1]
	hash := regexp.MustCompile(`\b[0-9a-f]{64}\b`)
	promised := ""
	table.Before = func(context.Context) {
		if promised == "" {
			promised = hash.FindString(ayse.Sees(ch)[0].Text()) // the lobby
		}
	}
	if err := table.Open(ctx, robot.Setup{Game: "entrika", Channel: ch, Computers: 1}); err != nil {
		t.Fatal(err)
	}
	if err := table.Play(ctx); err != nil {
		t.Fatal(err)
	}
	told := ""
	for page := 0; ; page++ { // the secret stands on the last page of the story
		in, err := ayse.Forge(sandbox.Forgery{Message: table.Board(), CustomID: present.ID(present.VerbStory, table.ID, strconv.Itoa(page))})
		if err != nil {
			t.Fatal(err)
		}
		res, err := in.Final(ctx)
		if err != nil {
			t.Fatal(err)
		}
		told = res.Message.Text()
		if res.Message.Component(present.ID(present.VerbStory, table.ID, strconv.Itoa(page+1))) == nil {
			break
		}
	}
	found := hash.FindAllString(told, -1)
	secret, err := hex.DecodeString(found[len(found)-1])
	if err != nil || len(secret) != 32 {
		t.Fatalf("the end shows no secret of 32 bytes: %x (%v)", secret, err)
	}
	if sum := sha256.Sum256(secret); hex.EncodeToString(sum[:]) != promised {
		t.Errorf("the lobby promised %q, the secret shown has the hash %x", promised, sum)
	}

	var opened, started string
	var seed []byte
	for entry, err := range w.Config.Store.Log(ctx, store.TableID(table.ID)) {
		if err != nil {
			t.Fatal(err)
		}
		var line struct{ Setup *games.Setup }
		if err := json.Unmarshal(entry.Data, &line); err != nil {
			t.Fatal(err)
		}
		if opened == "" {
			opened = entry.Interaction
		}
		if line.Setup != nil {
			started, seed = entry.Interaction, line.Setup.Seed[:]
		}
	}
	sum := sha256.Sum256([]byte("table " + opened))
	if id := strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5])); id != table.ID {
		t.Errorf("the table's id is %s, by the README it is %s", table.ID, id)
	}
	mac := hmac.New(sha256.New, secret)
	// In order of joining: robots add their computers before the others sit down.
	text := strings.Join([]string{table.ID, ayse.ID(), "computer1", can.ID(), started}, "|")
	io.WriteString(mac, text)
	if want := mac.Sum(nil); !hmac.Equal(want, seed) {
		t.Errorf("the seed is %x, by the README it is %x", seed, want)
	}
}
