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

// The README's "Fair shuffles", done by hand on a game that has been played.
func TestReadmeShuffle(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	sb := sandbox.Start(t, sandbox.Config{Limits: sandbox.NoLimits()})
	s, err := store.OpenBolt(filepath.Join(t.TempDir(), "kumpas.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w, err := robot.NewWorld(sb, s, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Start(ctx); err != nil {
		t.Fatal(err)
	}
	defer w.Stop()
	g := sb.Guild()
	ch := g.NewChannel("masa")
	ayse, can := g.NewUser("Ayşe", "tr"), g.NewUser("Can", "tr")
	table := &robot.Table{Sandbox: sb, Rand: rand.New(rand.NewPCG(1, 1)), Users: []*sandbox.User{ayse, can}}
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
	for entry, err := range s.Log(ctx, store.TableID(table.ID)) {
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
