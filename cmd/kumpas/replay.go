package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"kumpas/bot"
	"kumpas/bot/fair"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/locales"
)

// mostRecord is the size beyond which a file is not even read: Discord takes no greater ones.
const mostRecord = 32 << 20

func replayUsage() string {
	return "FILE is what /table history hands out when a game is over. Exit code 0: everything agrees. 6: something does not.\nKUMPAS_LOCALE says in which language the game is told.\n"
}

// replay steps through an exported game and says whether commitment, shuffles and result agree.
func replay(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("replay", flag.ContinueOnError)
	step := flags.Bool("step", false, "wait for Enter after each move; q goes on to the end")
	if err := parse(flags, args, "FILE"); err != nil {
		return err
	}
	c, err := readConfig()
	if err != nil {
		return err
	}
	bundle, err := locales.Load(nil)
	if err != nil {
		return err
	}
	w := bundle.For(c.Locale)
	data, err := readRecord(flags.Arg(0))
	if err != nil {
		return errors.New(w.Say("replay.unreadable", "File", flags.Arg(0), "Why", cause(err).Error()))
	}
	record, whole, err := fair.Read(data)
	if errors.Is(err, fair.ErrNewer) {
		return errors.New(w.Say("replay.newer"))
	}
	game, known := bot.All.Find(record.Game)
	if err != nil || !known {
		return &exitError{exitUnfair, w.Say("replay.none", "File", flags.Arg(0), "Command", historyName(w))}
	}
	t := telling{words: w, game: game, record: record, played: record.Check(game.Engine, whole), out: os.Stdout}
	if *step {
		t.in = bufio.NewScanner(os.Stdin)
	}
	t.tell(ctx)
	if !t.played.Fair() {
		return &exitError{exitUnfair, w.Say("replay.differs")}
	}
	return nil
}

// historyName is the command that hands the files out, as people write it.
func historyName(w *locales.Words) string {
	return "/" + w.Say("cmd.table.name") + " " + w.Say("cmd.table.history.name")
}

func readRecord(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mostRecord+1))
	if err == nil && len(data) > mostRecord {
		data = nil
	}
	return data, err
}

// telling tells a game that was played again.
type telling struct {
	words  *locales.Words
	game   bot.Entry
	record fair.Record
	played fair.Played
	out    io.Writer
	in     *bufio.Scanner // nil: nobody is waited for

	seating []int // seat -> person, as it is at this moment of the story
}

func (t *telling) tell(ctx context.Context) {
	w := t.words
	fmt.Fprintln(t.out, w.Say("replay.head", "Game", w.Say("game."+t.record.Game+".name"), "Table", present.Printable(t.record.Table),
		"When", t.record.Started.Local().Format(time.DateTime)))
	for n, s := range t.played.Steps {
		if n == 0 {
			fmt.Fprintln(t.out, w.Say("replay.players", "Names", w.List(t.names(s.State))))
		}
		fmt.Fprintf(t.out, "\n%s\n", t.heading(n, s))
		for _, line := range present.Plain(t.scene(s.State), append(slices.Clone(s.Events), t.changes(n, s.State)...)) {
			fmt.Fprintln(t.out, "   "+line)
		}
		if !t.wait(ctx) {
			return
		}
	}
	fmt.Fprintf(t.out, "\n%s\n", w.Say("replay.title"))
	marks := map[fair.Verdict]string{fair.Agrees: "✓", fair.Differs: "✗", fair.Unknown: "?"}
	for _, f := range t.played.Findings {
		text := w.Say("replay.check."+f.Check+"."+string(f.Verdict), "N", f.Step, "Hash", present.Printable(t.record.Commitment), "Command", historyName(w))
		fmt.Fprintf(t.out, "%s %s\n", marks[f.Verdict], text)
	}
}

// heading says who did what.
func (t *telling) heading(n int, s fair.Step) string {
	w := t.words
	if s.Action == nil {
		return w.Say("replay.deal")
	}
	name := ""
	if seating := s.State.Seating(); s.Action.Seat >= 0 && int(s.Action.Seat) < len(seating) {
		name = t.names(s.State)[s.Action.Seat]
	}
	text := w.Say("replay.kind."+string(s.Action.Kind), "Name", name, "What", present.Printable(strings.Join(s.Action.Answer, " ")))
	if s.Action.Computer {
		text += " " + w.Say("replay.computer")
	}
	return fmt.Sprintf("%d. %s · %s", n, s.Action.At.Local().Format(time.TimeOnly), text)
}

// changes are what the table tells after n actions; whoever sits down is named from then on.
func (t *telling) changes(n int, s games.State) (events []games.Event) {
	for _, c := range t.record.Changes {
		if c.After != n {
			continue
		}
		events = append(events, c.Event)
		if len(c.Event.Items) < 2 || c.Event.Seat < 0 || int(c.Event.Seat) >= len(s.Seating()) {
			continue
		}
		if i, err := strconv.Atoi(c.Event.Items[1]); err == nil && i >= 0 && i < len(t.record.People()) {
			t.sits(s)[c.Event.Seat] = i
		}
	}
	return events
}

// sits is who sits where now: seat -> person.
func (t *telling) sits(s games.State) []int {
	if t.seating == nil {
		t.seating = slices.Clone(s.Seating())
	}
	return t.seating
}

// names are the names by seat.
func (t *telling) names(s games.State) []string {
	var out []string
	for _, person := range t.sits(s) {
		out = append(out, present.Printable(present.Escape(t.record.People()[person].Name)))
	}
	return out
}

// scene is what the sentences of a moment are drawn from.
func (t *telling) scene(s games.State) *present.Scene {
	scene := &present.Scene{Info: t.game.Engine.Info(), Game: t.game.Screen, Words: t.words, Viewer: games.Nobody, View: s.View(games.Nobody), Outcome: s.Outcome()}
	for _, p := range t.record.People() {
		scene.People = append(scene.People, present.Seat{Name: present.Escape(p.Name)})
	}
	for _, person := range t.sits(s) {
		scene.Seats = append(scene.Seats, scene.People[person])
	}
	return scene
}

// wait waits for Enter, if somebody wants to step; false if the program is to end.
func (t *telling) wait(ctx context.Context) bool {
	if t.in != nil && (!t.in.Scan() || strings.TrimSpace(t.in.Text()) == "q") {
		t.in = nil
	}
	return ctx.Err() == nil
}
