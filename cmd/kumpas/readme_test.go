package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kumpas/bot/discord"
	"kumpas/locales"
)

const top = "../.." // the repository, from here

func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(top, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The README's tables say what the program does: settings with their defaults, exit codes, commands.
func TestReadmeTables(t *testing.T) {
	readme := document(t, "README.md")
	setting := regexp.MustCompile(`(?m)^  ([A-Z_]+) +.*?(?:\(default (.*)\))?$`)
	found := setting.FindAllStringSubmatch(settingsUsage(), -1)
	if len(found) < 6 {
		t.Errorf("only these settings are found: %q", found)
	}
	for _, s := range found {
		row := regexp.MustCompile("(?m)^\\| `" + s[1] + "` \\| (.*?) ?\\|").FindStringSubmatch(readme)
		switch {
		case row == nil:
			t.Errorf("the README has no row for %s", s[1])
		case s[2] == "" && row[1] != "", !strings.Contains(row[1], s[2]):
			t.Errorf("%s: the README's default is %q, the program's %q", s[1], row[1], s[2])
		}
	}
	for code := 0; code <= exitUnfair; code++ {
		if !strings.Contains(readme, fmt.Sprintf("\n| %d | ", code)) {
			t.Errorf("the README does not tell exit code %d", code)
		}
	}
	for _, c := range subcommands() {
		if !strings.Contains(readme, "kumpas "+c.name) && !strings.Contains(readme, "./cmd/kumpas "+c.name) {
			t.Errorf("the README does not show kumpas %s", c.name)
		}
	}
}

// The tests that guard a promise exist.
func TestReadmePromises(t *testing.T) {
	tests := regexp.MustCompile("`((?:Test|Fuzz)[A-Z]\\w+)`").FindAllStringSubmatch(document(t, "README.md"), -1)
	if len(tests) < 20 {
		t.Errorf("only these are named: %v", tests)
	}
	var all strings.Builder
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range tests {
		if !strings.Contains(all.String(), "\nfunc "+name[1]+"(") {
			t.Errorf("there is no %s", name[1])
		}
	}
}

// The invitation asks for the permissions that its table names, by the names that the bot uses for them.
func TestReadmePermissions(t *testing.T) {
	readme := document(t, "README.md")
	words, err := locales.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	var all discord.Permissions
	for key, p := range map[string]discord.Permissions{
		"view_channel": discord.ViewChannel, "send_messages": discord.SendMessages,
		"create_threads": discord.CreateThreads, "send_in_threads": discord.SendInThreads,
	} {
		all |= p
		if name := words.For("en").Say("perm." + key); !strings.Contains(readme, "\n| "+name+" |") {
			t.Errorf("the README has no row for %s", name)
		}
	}
	if want := fmt.Sprintf("&scope=bot+applications.commands&permissions=%d\n", all); !strings.Contains(readme, want) {
		t.Errorf("the README's address does not end in %s", want)
	}
}

// Links of the pages lead somewhere.
func TestPagesLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)\)|src="([^":]+)"`)
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md"} {
		for _, m := range link.FindAllStringSubmatch(document(t, name), -1) {
			if _, err := os.Stat(filepath.Join(top, m[1]+m[2])); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// The commands of CONTRIBUTING run tests that there are.
func TestContributingCommands(t *testing.T) {
	command := regexp.MustCompile("go test ([^`\n]*?)(\\./[a-z/]+)")
	option := regexp.MustCompile(`-(run|bench|fuzz) ([A-Za-z]+)`)
	named := 0
	for _, c := range command.FindAllStringSubmatch(document(t, "CONTRIBUTING.md"), -1) {
		files, err := filepath.Glob(filepath.Join(top, c[2], "*_test.go"))
		if err != nil || len(files) == 0 {
			t.Errorf("%s: there are no tests", c[0])
			continue
		}
		var source strings.Builder
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			source.Write(text)
		}
		for _, o := range option.FindAllStringSubmatch(c[1], -1) {
			named++
			kind := map[string]string{"run": "Test", "bench": "Benchmark", "fuzz": "Fuzz"}[o[1]]
			if !regexp.MustCompile(`(?m)^func ` + kind + `\w*` + strings.TrimPrefix(o[2], kind)).MatchString(source.String()) {
				t.Errorf("%s: there is no such test", c[0])
			}
		}
	}
	if named < 8 {
		t.Errorf("only %d commands are found", named)
	}
}
