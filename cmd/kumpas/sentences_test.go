package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kumpas/bot/discord"
	"kumpas/store"
)

const anyToken = "a.token.for-tests"

// What a person reads who got something wrong, and the exit code.
func TestSentences(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { taken.Close() })
	serving := func(settings ...string) []string { return append([]string{"DISCORD_TOKEN=" + anyToken}, settings...) }
	for _, c := range []struct {
		name     string
		settings []string
		args     string
		code     int
		says     []string
	}{
		{"nothing", nil, "", exitUsage, []string{"usage: kumpas COMMAND", "serve", "demo", "simulate", "replay", "backup", "doctor", "health"}},
		{"unknown command", nil, "play", exitUsage, []string{`there is no command "play"`, "usage: kumpas COMMAND"}},
		{"help", nil, "-h", 0, []string{"usage: kumpas COMMAND"}},
		{"serve help", nil, "serve -h", 0, []string{"usage: kumpas serve\n", "DISCORD_TOKEN", "KUMPAS_DATA_DIR", "(default data)", "KUMPAS_HTTP_ADDR"}},
		{"demo help", nil, "demo -h", 0, []string{"usage: kumpas demo [flags]", "-addr", "127.0.0.1:4000"}},
		{"simulate help", nil, "simulate --help", 0, []string{"-game", "entrika-plus", "-seed"}},
		{"backup help", nil, "backup -h", 0, []string{"usage: kumpas backup FILE", "To restore"}},
		{"health help", nil, "health -h", 0, []string{"usage: kumpas health", "Exit code 0"}},
		{"serve with an argument", nil, "serve now", exitUsage, []string{`unexpected "now"`}},
		{"unknown flag", nil, "demo -fast", exitUsage, []string{"-fast", "usage: kumpas demo"}},

		{"no token", nil, "serve", exitConfig, []string{"DISCORD_TOKEN is not set", "README", "kumpas demo"}},
		{"token set to nothing", []string{"DISCORD_TOKEN="}, "serve", exitConfig, []string{"DISCORD_TOKEN is not set"}},
		{"token with its kind", []string{"DISCORD_TOKEN=Bot " + anyToken}, "serve", exitConfig, []string{"DISCORD_TOKEN holds a space", "without \"Bot \""}},
		{"token with a line break", []string{"DISCORD_TOKEN=" + anyToken + "\n"}, "serve", exitConfig, []string{"line break"}},
		{"no address", serving("DISCORD_API_URL=discord.com/api"), "serve", exitConfig, []string{"DISCORD_API_URL is not the address", "https://discord.com/api/v10"}},
		{"address of another kind", serving("DISCORD_API_URL=ftp://discord.com/api"), "serve", exitConfig, []string{"DISCORD_API_URL"}},
		{"address with a password", serving("DISCORD_API_URL=https://me:" + anyToken + "@discord.com/api"), "serve", exitConfig, []string{"DISCORD_API_URL"}},
		{"level", serving("KUMPAS_LOG_LEVEL=loud"), "serve", exitConfig, []string{"KUMPAS_LOG_LEVEL=loud", "debug, info, warn or error"}},
		{"language", serving("KUMPAS_LOCALE=xx"), "serve", exitConfig, []string{"KUMPAS_LOCALE=xx", "en or tr"}},
		{"health without a port", serving("KUMPAS_HTTP_ADDR=8080"), "serve", exitConfig, []string{"KUMPAS_HTTP_ADDR=8080", "127.0.0.1:8080"}},
		{"health on a taken port", serving("KUMPAS_HTTP_ADDR=" + taken.Addr().String()), "serve", exitConfig, []string{"KUMPAS_HTTP_ADDR", "cannot be listened on", "in use"}},
		{"data folder is a file", serving("KUMPAS_DATA_DIR=" + file), "serve", exitConfig, []string{"the data folder " + file + " cannot be written to", "KUMPAS_DATA_DIR"}},
		{"data folder too deep", serving("KUMPAS_DATA_DIR=" + filepath.Join(filepath.Dir(file), strings.Repeat("d", 120))), "serve", exitConfig, []string{"too long for the socket", "KUMPAS_DATA_DIR"}},

		{"backup without a file", nil, "backup", exitUsage, []string{"FILE is missing"}},
		{"backup to a folder", nil, "backup .", exitUsage, []string{". is a folder"}},
		{"backup of nothing", nil, "backup copy.db", exitConfig, []string{"there is no store in KUMPAS_DATA_DIR="}},
		{"backup to nowhere", nil, "backup no/such/copy.db", exitFailed, []string{"the copy no/such/copy.db cannot be written", "no such file"}},
		{"health of nothing", nil, "health", exitFailed, []string{"no bot is running on KUMPAS_DATA_DIR="}},
		{"demo for everybody", nil, "demo -addr 0.0.0.0:0", exitFailed, []string{"0.0.0.0:0", "loopback"}},

		{"unknown game", nil, "simulate -game chess", exitUsage, []string{`there is no game "chess"`, "entrika-plus"}},
		{"no games", nil, "simulate -games 0", exitUsage, []string{"-games is 0"}},
		{"too many players", nil, "simulate -seats 9", exitUsage, []string{"2 to 6 players", "not 9"}},
		{"unknown option", nil, "simulate -options speed=high", exitUsage, []string{"speed=high", "auto_prove=off|on"}},
		{"unknown value", nil, "simulate -options auto_prove=often", exitUsage, []string{"auto_prove=often"}},
		{"unknown player", nil, "simulate -players genius", exitUsage, []string{`no player "genius"`, "random"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := newProgram(t, c.settings...).run(strings.Fields(c.args)...)
			got.says(t, c.code, c.says...)
			if strings.Contains(got.out+got.err, anyToken) {
				t.Errorf("the token is shown:\n%s", got.err)
			}
		})
	}
}

// A store that does not open is left as it is.
func TestDamagedStore(t *testing.T) {
	t.Parallel()
	p := newProgram(t, "DISCORD_TOKEN="+anyToken)
	if err := os.MkdirAll(p.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	was := bytes.Repeat([]byte("these are holiday photographs\n"), 10_000)
	if err := os.WriteFile(p.store(), was, 0o600); err != nil {
		t.Fatal(err)
	}
	p.run("serve").says(t, exitStore, p.store(), "is damaged or is not a Kumpas store", "left as it is", "backup")
	p.run("backup", "copy.db").says(t, exitStore, "is damaged or is not a Kumpas store")
	now, err := os.ReadFile(p.store())
	if err != nil || !bytes.Equal(now, was) {
		t.Errorf("the file was changed (%v)", err)
	}
	if left, err := filepath.Glob(filepath.Join(p.home, "copy*")); err != nil || len(left) > 0 {
		t.Errorf("the failed copy left %v (%v)", left, err)
	}
}

// What cannot be brought about from outside: each cause has its exit code and its sentence.
func TestReport(t *testing.T) {
	for _, c := range []struct {
		err  error
		code int
		says string
	}{
		{storeError("x.db", fmt.Errorf("opening: %w", store.ErrNewer)), exitStore, "written by a newer Kumpas"},
		{storeError("x.db", store.ErrLocked), exitStore, "another Kumpas is running on it"},
		{storeError("x.db", os.ErrPermission), exitStore, "the store x.db cannot be opened: permission denied"},
		{discordError(&discord.FatalError{Code: 4004}), exitDiscord, "DISCORD_TOKEN"},
		{discordError(&discord.FatalError{Code: 4014}), exitDiscord, "intents"},
		{discordError(fmt.Errorf("something else")), exitFailed, "something else"},
	} {
		var out, errs bytes.Buffer
		if code := report(c.err, &out, &errs); code != c.code || !strings.Contains(errs.String(), c.says) || out.Len() > 0 {
			t.Errorf("%v: exit code %d and %q %q, want %d and %q", c.err, code, errs.String(), out.String(), c.code, c.says)
		}
	}
	if code := report(discordError(nil), nil, nil); code != 0 {
		t.Errorf("no error has the exit code %d", code)
	}
}
