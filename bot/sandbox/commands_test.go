package sandbox_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kumpas/bot/sandbox"
)

func TestCommands(t *testing.T) {
	limits := sandbox.NoLimits()
	limits.CommandCreates = 3
	w := newWorld(t, sandbox.Config{Limits: limits}, sandbox.OffenceInvalid)
	global := "/applications/" + w.sb.AppID() + "/commands"
	guild := "/applications/" + w.sb.AppID() + "/guilds/" + w.g.ID() + "/commands"
	c := func(name string) m {
		return m{"name": name, "description": "d", "name_localizations": m{"tr": "oyna"}, "default_member_permissions": "32"}
	}
	a := w.ok("POST", global, c("play"))
	if a.status != 201 || a.body["default_member_permissions"] != "32" || a.body["type"] != 1.0 {
		t.Errorf("%s", a)
	}
	w.ok("PATCH", global+"/"+a.id(), m{"description": "new"})
	if got := w.ok("GET", global+"/"+a.id(), nil); got.body["description"] != "new" || got.body["name"] != "play" || got.body["version"] == a.body["version"] {
		t.Errorf("%s", got)
	}
	has := func(query, want string, n int) {
		t.Helper()
		raw := string(w.ok("GET", global+query, nil).raw)
		if got := len(raw) > 2 && strings.Contains(raw, want); got != (n > 0) {
			t.Errorf("%s has %s: %v", raw, want, got)
		}
	}
	has("", `"oyna"`, 0)
	has("?with_localizations=true", `"oyna"`, 1)
	w.ok("PUT", global, []m{c("play"), c("hand")})
	if again := w.ok("GET", global, nil); !strings.Contains(string(again.raw), a.id()) {
		t.Error("a command kept by the overwrite has a new id")
	}
	w.ok("PUT", guild, []m{c("own")})
	names := ""
	for _, cmd := range w.g.Commands() {
		names += cmd.Name + " "
	}
	if names != "own play hand " {
		t.Errorf("commands %s", names)
	}
	w.ok("PUT", global, []m{})
	w.ok("POST", global, c("third"))
	if a := w.fails(30034, "POST", global, c("fourth")); a.status != 429 {
		t.Errorf("%s", a)
	}
	w.clock.Advance(24 * time.Hour)
	w.ok("POST", global, c("fourth"))
	w.ok("DELETE", global+"/"+w.ok("POST", global, c("fifth")).id(), nil)
	w.fails(50035, "PUT", global, []m{c("same"), c("same")})
	if _, err := w.ayse.Command(w.ch, "fourth"); err == nil {
		t.Error("a command for people with Manage Server is offered to all")
	}
	w.g.Promote(w.ayse, "boss", sandbox.ManageGuild)
	if _, err := w.ayse.Command(w.ch, "fourth"); err != nil {
		t.Error(err)
	}
}

func TestCommandRules(t *testing.T) {
	cmd := func(more m) m { return with(m{"name": "play", "description": "d"}, more) }
	opt := func(typ int, more m) m { return with(m{"type": typ, "name": "o", "description": "d"}, more) }
	opts := func(list ...any) m { return cmd(m{"options": list}) }
	choice := func(i int) m { return m{"name": fmt.Sprint("c", i), "value": fmt.Sprint(i)} }
	named := func(i int) m { return opt(3, m{"name": fmt.Sprint("o", i)}) }
	tests := []struct {
		name string
		body m
		path string
	}{
		{"fine", cmd(nil), ""},
		{"capital", cmd(m{"name": "Play"}), "name"},
		{"space", cmd(m{"name": "a b"}), "name"},
		{"Turkish", cmd(m{"name": "göster-ç_1"}), ""},
		{"33 letters", cmd(m{"name": rep("a", 33)}), "name"},
		{"no description", cmd(m{"description": ""}), "description"},
		{"description of 101", cmd(m{"description": rep("x", 101)}), "description"},
		{"localized capital", cmd(m{"name_localizations": m{"tr": "Oyna"}}), "name_localizations.tr"},
		{"unknown locale", cmd(m{"name_localizations": m{"tr-TR": "oyna"}}), "name_localizations.tr-TR"},
		{"localized description", cmd(m{"description_localizations": m{"tr": rep("ş", 101)}}), "description_localizations.tr"},
		{"25 options", opts(times(25, named)...), ""},
		{"26 options", opts(times(26, named)...), "options"},
		{"option name twice", opts(named(1), named(1)), "options.1.name"},
		{"localized option name twice", opts(with(named(1), m{"name_localizations": m{"tr": "x"}}), with(named(2), m{"name_localizations": m{"tr": "x"}})), "options.1.name"},
		{"25 choices", opts(opt(3, m{"choices": times(25, choice)})), ""},
		{"26 choices", opts(opt(3, m{"choices": times(26, choice)})), "options.0.choices"},
		{"choice value of 101", opts(opt(3, m{"choices": []m{{"name": "n", "value": rep("x", 101)}}})), "options.0.choices.0.value"},
		{"choice of the wrong type", opts(opt(4, m{"choices": []m{{"name": "n", "value": "x"}}})), "options.0.choices.0.value"},
		{"choices for a user", opts(opt(6, m{"choices": []m{choice(1)}})), "options.0.choices"},
		{"choices and autocomplete", opts(opt(3, m{"choices": []m{choice(1)}, "autocomplete": true})), "options.0.autocomplete"},
		{"required after optional", opts(named(1), with(named(2), m{"required": true})), "options.1.required"},
		{"sub-command beside an option", opts(opt(1, nil), named(1)), "options"},
		{"sub-command in a sub-command", opts(opt(1, m{"options": []m{opt(1, nil)}})), "options.0.options.0.type"},
		{"group", opts(opt(2, m{"options": []m{opt(1, m{"options": []m{opt(3, nil)}})}})), ""},
		{"type 12", opts(opt(12, nil)), "options.0.type"},
	}
	for _, openapi := range []string{"", "-"} {
		w := newWorld(t, sandbox.Config{OpenAPI: openapi}, sandbox.OffenceInvalid)
		at := "/applications/" + w.sb.AppID() + "/commands"
		for _, tt := range tests {
			a := w.do("POST", at, tt.body)
			switch {
			case tt.path == "" && a.status/100 != 2:
				t.Errorf("%s: %s", tt.name, a)
			case tt.path != "" && a.code() != 50035:
				t.Errorf("%s: want 50035, got %s", tt.name, a)
			case tt.path != "" && openapi == "-" && !hasError(a.body["errors"], tt.path):
				t.Errorf("%s: no complaint at %s: %s", tt.name, tt.path, a)
			}
		}
	}
}

func TestCommandSize(t *testing.T) {
	w := newWorld(t, sandbox.Config{}, sandbox.OffenceInvalid)
	at := "/applications/" + w.sb.AppID() + "/commands"
	// 20 options of 3+97 characters and three choices of 50+50 make 20*400 = 8000.
	make := func(description string) m {
		return m{"name": "p", "description": description, "options": times(20, func(i int) m {
			return m{"type": 3, "name": fmt.Sprint("o", i+10), "description": rep("x", 97-boolInt(i == 0)*2), "choices": times(3, func(j int) m {
				return m{"name": fmt.Sprint(j) + rep("n", 49), "value": fmt.Sprint(j) + rep("v", 49)}
			})}
		})}
	}
	w.ok("POST", at, make("d"))
	w.fails(50035, "POST", at, make("dd"))
	w.fails(50035, "POST", at, with(make("d"), m{"description_localizations": m{"tr": "dd"}}))
}

func sec(n int) time.Duration { return time.Duration(n) * time.Second }

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
