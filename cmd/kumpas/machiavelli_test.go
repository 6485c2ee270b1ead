package main

import (
	"fmt"
	"strings"
	"testing"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/sandbox"
	"kumpas/games/machiavelli"
	"kumpas/games/machiavelli/machtest"
)

// workbench is a window of somebody who is on turn in Machiavelli.
type workbench struct {
	*window
	p    *play
	lang string
}

// bench opens a table of so many at a position and the panel of its host, who is on turn.
func bench(t *testing.T, pos machtest.Position, as screen, name, lang, what string) workbench {
	browser := chromium(t)
	list := bot.Games{{Engine: machtest.Dealt(pos), Screen: present.Machiavelli{}}}
	p := start(t, sandbox.Config{}, func(st *stage) { st.bot.Games = list })
	w := workbench{open(t, browser, p.sandbox, p.person(name), p.sandbox.Guild().Channel("oyun-masasi"), as, lang+"-machiavelli-"+what), p, lang}
	w.command("play", [2]string{"game", "machiavelli"}, [2]string{"language", lang}, [2]string{"thread", "false"})
	for range len(pos.Hands) - 1 {
		w.button(present.VerbLobby, present.LobbyAdd)
	}
	w.button(present.VerbLobby, present.LobbyStart)
	w.until("the board", func(s sight) bool { return s.Ready && s.Awaited && len(s.with(present.VerbPanel)) > 0 })
	w.toEnd()
	w.shot("1-board")
	w.button(present.VerbPanel)
	w.toEnd()
	w.shot("2-panel")
	return w
}

// pick picks values in the select of the bench with these elements.
func (w workbench) pick(values []string, elements ...string) {
	w.t.Helper()
	w.acts(strings.Join(elements, " "), func() {
		w.tap(w.named(present.VerbEdit, elements...))
		const sheet = "dialog.sheet[open] "
		for _, v := range values {
			w.tap(fmt.Sprintf(`%s.option[data-value="%s"]`, sheet, v))
		}
		if w.count(sheet+"footer") > 0 {
			w.tap(sheet + "footer .btn:enabled")
		}
	})
}

// good waits for what the panel says of a good draft; the cards in it are pictures on the page.
func (w workbench) good(key string) {
	w.t.Helper()
	text := w.p.bot.Words.For(w.lang).Say(key, "Items", "|")
	w.says(text[strings.Index(text, "|")+1:])
}

// marks takes away what a table shows beside its cards: the computer's turn changes it.
var marks = strings.NewReplacer("\ufe0f", "", "+", "")

// confirm confirms the draft and waits until the board says what the play has made of the table.
func (w workbench) confirm(shown string) {
	w.t.Helper()
	w.button(present.VerbSubmit)
	w.until("the play", func(s sight) bool { return strings.Contains(marks.Replace(s.Board), shown) })
	w.toEnd()
	w.shot("9-board")
}

// A turn with a rearrangement on a phone: by taps alone, by having the bot arrange, and by writing.
func TestBrowserBench(t *testing.T) {
	pos := machtest.Position{Hands: []string{"H2 H7 D7 CK", "SA S2 S9 C4"}, Table: "S4 S5 S6 S7 S8 S9 S10|H4 H5 H6"}
	const split = "7 ♠ ♥ ♦"
	t.Run("by hand", func(t *testing.T) {
		w := bench(t, pos, phone, "Ayşe", "tr", "hand")
		w.pick([]string{"h7", "d7"}, machiavelli.OpPut, present.Part(0))
		w.shot("3-picked")
		w.button(present.VerbEdit, machiavelli.TermNew)
		w.shot("4-trouble")
		w.pick([]string{"m0"}, machiavelli.OpMove, present.Menu(0))
		w.shot("5-meld")
		w.pick([]string{"s7"}, "2", present.Part(0))
		w.pick([]string{"m2"}, "3", present.Menu(0))
		w.pick([]string{"m0"}, machiavelli.OpMove, present.Menu(0))
		w.pick([]string{"a3"}, machiavelli.OpSplit, "m0", present.Menu(0))
		w.good("machiavelli.draft.good")
		w.toEnd()
		w.shot("6-good")
		w.confirm(split)
	})
	t.Run("play these", func(t *testing.T) {
		w := bench(t, pos, phone, "Jonas", "en", "arrange")
		w.pick([]string{"h7", "d7"}, machiavelli.OpPut, present.Part(0))
		w.button(present.VerbEdit, machiavelli.OpArrange, present.Same(1))
		w.good("machiavelli.asked.arrange.yes")
		w.shot("6-good")
		w.confirm(split)
	})
	t.Run("written", func(t *testing.T) {
		w := bench(t, pos, desktop, "Ayşe", "tr", "written")
		w.tap(w.named(present.VerbWrite))
		w.exists("textarea")
		w.tap("textarea")
		w.types("s7 h7 d7")
		w.shot("3-form")
		w.acts("the form", func() { w.tap(`dialog[open] button[type="submit"]`) })
		w.good("machiavelli.draft.good")
		w.confirm(split)
	})
}

// midgame is a table as it is in the middle of a game, with a play that is not easy to see.
var midgame = machtest.Position{
	Hands: []string{"D2 D7 H7 C5 SJ JK", "SA S4 C5 H4 DK D6 D8", "HA HJ C10 CJ C7", "S2 S6 S8 S9 S10 CQ"},
	Table: "SA S2 S3|S4 S5 S6 S7 S8 S9 S10|HA H2 H3|H5 H6 H7 H8|H10 HJ HQ|D3 D4 D5|D9 D10 JK=DJ DQ|C2 C3 C4|C6 C7 C8 C9|S3 H3 D3 C3|H9 D9 C9|SQ HQ DQ CQ|SK HK CK",
}

// TestBrowserTable looks at the fullest table, and at a large table with a large hand.
func TestBrowserTable(t *testing.T) {
	last := func(f map[string]any) {
		f["Turn"] = 31
		last := f["Last"].(map[string]any)
		last["Turn"], last["Seat"], last["What"], last["New"] = 30, 1, 1, 1<<2|1<<20|1<<30
		last["Played"] = "S7 D10"
	}
	full := machtest.Position{Hands: []string{"SA", "S2", "S3"}, Table: machtest.Full(1), Edit: last}
	large := machtest.Position{Hands: []string{"", "SA S4", "S2"}, Table: machtest.Full(9), Edit: func(f map[string]any) {
		hands, stock := f["Hands"].([]any), strings.Fields(f["Stock"].(string))
		hands[0], f["Stock"] = strings.Join(stock[:16], " "), strings.Join(stock[16:], " ")
	}}
	for _, c := range []struct {
		what       string
		pos        machtest.Position
		as         screen
		name, lang string
	}{
		{"full", full, screen{"phone-long", 390, 1700, true}, "Ayşe", "tr"},
		{"full", full, screen{"desktop-long", 1280, 1400, false}, "Jonas", "en"},
		{"midgame", midgame, screen{"phone-long", 390, 1230, true}, "Jonas", "en"},
		{"midgame", midgame, screen{"desktop", 1000, 1250, false}, "Ayşe", "tr"},
		{"large", large, screen{"phone-long", 390, 2300, true}, "Jonas", "en"},
	} {
		t.Run(c.what+" "+c.as.name, func(t *testing.T) {
			w := bench(t, c.pos, c.as, c.name, c.lang, c.what)
			if c.what == "midgame" {
				w.pick([]string{"h7", "d7"}, machiavelli.OpPut, present.Part(0))
				w.button(present.VerbEdit, machiavelli.OpArrange, present.Same(1))
				w.good("machiavelli.asked.arrange.yes")
				w.toEnd()
				w.shot("3-found")
				return
			}
			w.pick([]string{"m3"}, machiavelli.OpMove, present.Menu(0))
			w.toEnd()
			w.shot("3-meld")
		})
	}
}
