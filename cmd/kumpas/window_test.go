package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	cdplog "github.com/chromedp/cdproto/log"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"kumpas/bot/present"
	"kumpas/bot/sandbox"
)

// chromium starts a browser that ends with the test. Without one the test is skipped, on a build machine it fails.
func chromium(t *testing.T) context.Context {
	t.Helper()
	if racing {
		t.Skip("whole games in a browser are played without the race detector; the tests of bot look for races")
	}
	path := os.Getenv("KUMPAS_CHROMIUM")
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path == "" {
			path, _ = exec.LookPath(name)
		}
	}
	if path == "" && os.Getenv("CI") == "" {
		t.Skip("there is no Chromium in the PATH; KUMPAS_CHROMIUM can name one")
	}
	if path == "" {
		t.Fatal("there is no Chromium, and this is CI")
	}
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.Flag("headless", "new")}
	for _, flag := range []string{"no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "no-default-browser-check", "disable-background-networking",
		"disable-component-update", "disable-sync", "disable-dev-shm-usage", "disable-renderer-backgrounding", "disable-background-timer-throttling"} {
		options = append(options, chromedp.Flag(flag, true))
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(func() {
		chromedp.Cancel(ctx)
		cancel()
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("Chromium does not start: %v", err)
	}
	return ctx
}

// screen is what a person looks at the page with.
type screen struct {
	name          string
	width, height int64
	touch         bool
}

var (
	phone   = screen{"phone", 390, 844, true}
	desktop = screen{"desktop", 1280, 900, false}
)

// window is one person's page. What goes wrong in it fails the test.
type window struct {
	t    *testing.T
	ctx  context.Context
	sb   *sandbox.Sandbox
	user *sandbox.User
	as   screen
	what string // for the names of pictures

	mu     sync.Mutex
	errors []string
}

// lookScript gives the page a function that tells what is on it.
//
//go:embed look_test.js
var lookScript string

// open shows a person's page alone, in a channel.
func open(t *testing.T, browser context.Context, sb *sandbox.Sandbox, user *sandbox.User, in *sandbox.Channel, as screen, what string) *window {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	w := &window{t: t, ctx: ctx, sb: sb, user: user, as: as, what: what}
	w.do(chromedp.Do(ctx))
	w.do(chromedp.Listen(ctx, w.hear))
	_, err := chromedp.Call(ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: lookScript})
	w.do(err)
	options := []chromedp.EmulateViewportOption{chromedp.EmulateScale(1)}
	if as.touch {
		options = []chromedp.EmulateViewportOption{chromedp.EmulateScale(2), chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait}
	}
	w.do(chromedp.Do(ctx, chromedp.EmulateViewport(as.width, as.height, options...),
		chromedp.Navigate(fmt.Sprintf("%s/?as=%s&alone=1&channel=%s", sb.URL(), user.ID(), in.ID()))))
	t.Cleanup(func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, text := range w.errors {
			t.Errorf("the page: %s", text)
		}
		if t.Failed() {
			w.shot("failed")
		}
	})
	w.until("the page", func(s sight) bool { return s.Ready && s.Channel == in.ID() })
	return w
}

// hear keeps what the page complains about.
func (w *window) hear(event any) {
	text := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text = e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil {
			text += " " + x.Description
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError {
			text = "console.error"
			for _, a := range e.Args {
				text += " " + string(a.Value) + a.Description
			}
		}
	case *cdplog.EventEntryAdded:
		if e.Entry.Level == cdplog.EntryLevelError {
			text = e.Entry.Text + " " + e.Entry.URL
		}
	}
	if text != "" {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.errors = append(w.errors, text)
	}
}

func (w *window) do(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// sight is what look_test.js tells.
type sight struct {
	Ready    bool
	Channel  string
	Lang     string
	Busy     bool   // something that was pressed is not yet answered
	Failed   string // what the page says of an interaction that failed
	Over     bool   // the newest board is that of the end
	Awaited  bool   // the newest board says that it awaits this person
	Board    string // its text
	Controls []control
}

// control is something on the board or in the newest panel that can be pressed.
type control struct {
	Message, ID, Label string
	Select             bool
	Private            bool
}

func (c control) selector() string {
	return fmt.Sprintf(`li[data-message-id="%s"] [data-custom-id="%s"]`, c.Message, c.ID)
}

// verb is what a press on it asks for; last is the last part of its id.
func (c control) verb() string { id, _ := present.ParseID(c.ID); return id.Verb() }
func (c control) last() string { id, _ := present.ParseID(c.ID); return id[len(id)-1] }

// with returns the controls of a verb.
func (s sight) with(verb string) (list []control) {
	for _, c := range s.Controls {
		if c.verb() == verb {
			list = append(list, c)
		}
	}
	return list
}

func (w *window) look() sight {
	w.t.Helper()
	s, err := chromedp.Run(w.ctx, chromedp.Evaluate[sight](fmt.Sprintf("look(%q)", w.user.Name())))
	w.do(err)
	if s.Failed != "" {
		w.t.Fatalf("an interaction failed: %s", s.Failed)
	}
	return s
}

// patience is how long the page may take to show something.
const patience = 30 * time.Second

// until waits until the page shows something.
func (w *window) until(what string, ok func(sight) bool) sight {
	w.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		s := w.look()
		if ok(s) {
			return s
		}
		if time.Now().After(end) {
			w.t.Fatalf("it does not come: %s; the board is\n%s\nwith %+v", what, s.Board, s.Controls)
		}
	}
}

// spot is where an element is; Why says what keeps a finger from it, Gone that there is none or a dead one.
type spot struct {
	X, Y float64
	Why  string
	Gone bool
}

// tap taps or clicks the last element of a selector, which must come and be there to be hit.
func (w *window) tap(selector string) {
	w.t.Helper()
	if why := w.hit(selector, func(spot) bool { return false }); why != "" {
		w.t.Fatalf("%s cannot be tapped: %s", selector, why)
	}
}

// hit taps or clicks the last element of a selector once it stands still. It gives up, and says why, when over says so or after a long time.
func (w *window) hit(selector string, over func(spot) bool) (why string) {
	w.t.Helper()
	last := spot{Why: "never looked"}
	for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		at, err := chromedp.Run(w.ctx, chromedp.Evaluate[spot](fmt.Sprintf("spot(%q)", selector)))
		w.do(err)
		if at.Why == "" && at == last {
			break
		}
		if last = at; over(at) || time.Now().After(end) {
			return at.Why
		}
	}
	if w.as.touch {
		w.do(chromedp.Do(w.ctx, chromedp.TapXY(last.X, last.Y)))
	} else {
		w.do(chromedp.Do(w.ctx, chromedp.MouseClickXY(last.X, last.Y)))
	}
	return ""
}

// enter goes into the thread of a card. A tap that hits nothing is repeated, as press does.
func (w *window) enter() {
	w.t.Helper()
	const card = ".thread-card"
	for range 5 {
		w.tap(card)
		for end := time.Now().Add(missed); w.count(card) > 0 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		}
		if w.count(card) == 0 {
			return
		}
	}
}

// acts taps something that begins an interaction, and waits for the interaction's end.
func (w *window) acts(what string, taps func()) {
	w.t.Helper()
	before := w.sb.Stats().TotalInteractions()
	taps()
	w.until("the answer to "+what, func(s sight) bool {
		return w.sb.Stats().TotalInteractions() > before && len(w.sb.Pending()) == 0 && !s.Busy
	})
}

// press presses a control, unless the game takes it away first; choose says which of so many options of a select is taken.
// A tap that hits nothing, because the page moved under the finger, is repeated.
func (w *window) press(c control, choose func(n int) int) {
	w.t.Helper()
	before := w.sb.Stats().TotalInteractions()
	begun := func() bool { return w.sb.Stats().TotalInteractions() > before || w.count(c.selector()) == 0 }
	for range 5 {
		if why := w.hit(c.selector(), func(s spot) bool { return s.Gone }); why != "" {
			return
		}
		if c.Select {
			w.pick(choose)
		}
		for end := time.Now().Add(missed); !begun() && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		}
		if begun() {
			break
		}
	}
	w.until("the answer to "+c.ID, func(s sight) bool { return begun() && len(w.sb.Pending()) == 0 && !s.Busy })
}

// missed is how long a tap may do nothing before it counts as one that missed.
const missed = patience / 3

// pick picks as many options of the open list as it wants.
func (w *window) pick(choose func(n int) int) {
	w.t.Helper()
	const sheet = "dialog.sheet[open] "
	for {
		w.exists(sheet + ".option")
		if w.count(sheet+"footer .btn:enabled") > 0 {
			w.tap(sheet + "footer .btn:enabled")
			return
		}
		free := sheet + ".option[aria-selected=false]"
		w.tap(fmt.Sprintf(":nth-child(%d of %s)", 1+choose(w.count(free)), free))
		if w.count(sheet+"footer") == 0 {
			return
		}
	}
}

// button presses the last button or select on the page whose custom id has the verb, and the arguments after the table's id.
func (w *window) button(verb string, args ...string) {
	w.t.Helper()
	w.acts(verb, func() { w.tap(w.named(verb, args...)) })
}

// named is the selector of what button presses.
func (w *window) named(verb string, args ...string) string {
	if len(args) == 0 {
		return fmt.Sprintf(`[data-custom-id^="%s:"]`, verb)
	}
	return fmt.Sprintf(`[data-custom-id^="%s:"][data-custom-id$=":%s"]`, verb, strings.Join(args, ":"))
}

func (w *window) count(selector string) int {
	w.t.Helper()
	n, err := chromedp.Run(w.ctx, chromedp.Evaluate[int](fmt.Sprintf("document.querySelectorAll(%q).length", selector)))
	w.do(err)
	return n
}

// exists waits for an element.
func (w *window) exists(selector string) {
	w.t.Helper()
	w.until(selector, func(sight) bool { return w.count(selector) > 0 })
}

// is checks what the page says of an expression.
func (w *window) is(expression string) {
	w.t.Helper()
	if !w.holds(expression) {
		w.t.Errorf("the page denies %s", expression)
	}
}

func (w *window) holds(expression string) bool {
	w.t.Helper()
	ok, err := chromedp.Run(w.ctx, chromedp.Evaluate[bool](expression))
	w.do(err)
	return ok
}

// says waits until the page shows a text.
func (w *window) says(text string) {
	w.t.Helper()
	w.until(text, func(sight) bool {
		return w.holds(fmt.Sprintf("read(document.body).includes(%q)", text))
	})
}

// types types into what has the focus.
func (w *window) types(text string) {
	w.t.Helper()
	w.do(chromedp.Do(w.ctx, chromedp.KeyEvent(text)))
}

// command types a slash command into the entry and fills in its options, picking each from the list above the entry.
func (w *window) command(name string, options ...[2]string) {
	w.t.Helper()
	suggested := func(value string) string { return fmt.Sprintf(`#suggest [data-value="%s"]`, value) }
	w.acts("/"+name, func() {
		w.tap("#text")
		w.types("/" + name)
		w.tap(suggested(name))
		for _, o := range options {
			if w.count(fmt.Sprintf(`[data-option="%s"]`, o[0])) == 0 { // required ones are there already
				w.tap(suggested(o[0]))
			}
			w.tap(suggested(o[1]))
		}
		w.tap("#send")
	})
}

// dismiss takes the newest private message away.
func (w *window) dismiss() {
	w.t.Helper()
	const link = `[data-ephemeral] [data-do="dismiss"]`
	n := w.count(link)
	w.tap(link)
	w.until("its end", func(sight) bool { return w.count(link) == n-1 })
}

// toEnd has the page show what is newest, if it shows something older.
func (w *window) toEnd() {
	w.t.Helper()
	const button = "#to-end:not([hidden])"
	if w.count(button) > 0 {
		w.hit(button, func(s spot) bool { return s.Gone })
		w.until("the newest", func(sight) bool { return w.count(button) == 0 })
	}
}

// shot saves a picture of the page in the folder KUMPAS_SHOTS, if it is set.
func (w *window) shot(name string) {
	dir := os.Getenv("KUMPAS_SHOTS")
	if dir == "" {
		return
	}
	picture, err := chromedp.Run(w.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%s-%s.png", w.as.name, w.what, name)), picture, 0o644)
	}
	if err != nil {
		w.t.Errorf("no picture: %v", err)
	}
}
