package solve

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kumpas/games/machiavelli/card"
)

// BenchmarkAgainstCBC answers the same positions with the COIN-OR branch and cut
// solver on the plain formulation, an integer variable for each meld, and prints
// how the times compare. It fails if the optima differ, and skips where no cbc is
// installed (Debian: coinor-cbc).
//
//	go test -run - -bench AgainstCBC -benchtime 1x ./games/machiavelli/solve
func BenchmarkAgainstCBC(b *testing.B) {
	path, err := exec.LookPath("cbc")
	if err != nil {
		b.Skip("no cbc on this machine")
	}
	o := newOracle()
	for _, class := range []class{
		{"selfplay/jokers=4", true, selfplay(3, 4, scaled(1))},
		{"random/table=45/jokers=4", true, random(4, 45, 13, scaled(30))},
		{"random/table=60/jokers=4", true, random(4, 60, 13, scaled(30))},
		{"random/table=75/jokers=0", true, random(0, 75, 13, scaled(30))},
		{"adversarial/packed", true, packed(scaled(30))},
	} {
		b.Run(class.name, func(b *testing.B) {
			for b.Loop() {
				compare(b, o, class, path)
			}
		})
	}
}

func compare(b *testing.B, o *oracle, class class, path string) {
	s := New()
	var a Answer
	var ours, whole, inside []time.Duration
	file := filepath.Join(b.TempDir(), "position.lp")
	class.each(func(p position) {
		start := processor()
		s.Best(&Question{Table: p.table, Hand: p.hand, AnyTable: true}, &a)
		ours = append(ours, processor()-start)

		must := card.CountTable(p.table)
		program, solvable := o.program(must, card.Count(p.hand))
		if !solvable {
			return // no meld at all
		}
		if err := os.WriteFile(file, program, 0o600); err != nil {
			b.Fatal(err)
		}
		command := exec.Command(path, file, "solve", "quit")
		out, err := command.Output()
		if err != nil {
			b.Fatal(err)
		}
		state := command.ProcessState
		whole = append(whole, state.UserTime()+state.SystemTime())
		inside = append(inside, time.Duration(1e9*number(b, out, "Total time (CPU seconds):")))
		if got := int(number(b, out, "Objective value:")+0.5) - must.Total(); got != a.Value || !a.Proved {
			b.Errorf("%v: cbc plays %d, we %d (proved %v)", p, got, a.Value, a.Proved)
		}
	})
	at := func(d []time.Duration, q float64) float64 {
		slices.Sort(d)
		return max(float64(d[int(q*float64(len(d)-1))].Microseconds()), 1) / 1000
	}
	for _, q := range []float64{.5, .99} {
		b.Logf("p%-3v of %d: ours %.3f ms; cbc's process %.1f ms, x%.0f; cbc by its own clock %.1f ms, x%.0f", 100*q, len(whole),
			at(ours, q), at(whole, q), at(whole, q)/at(ours, q), at(inside, q), at(inside, q)/at(ours, q))
	}
	b.ReportMetric(at(whole, .5)/at(ours, .5), "x-at-p50")
	b.ReportMetric(at(whole, .99)/at(ours, .99), "x-at-p99")
	b.ReportMetric(0, "ns/op")
}

// program is the position as an integer program in the LP format.
func (o *oracle) program(must, may card.Counts) (lp []byte, solvable bool) {
	var goal bytes.Buffer
	var rows [card.Kinds]bytes.Buffer
	var general bytes.Buffer
	n := 0
	for _, list := range o.melds {
	next:
		for _, cards := range list {
			need := card.Count(cards)
			for c, k := range need {
				if k > must[c]+may[c] {
					continue next
				}
			}
			fmt.Fprintf(&goal, " + %d x%d\n", len(cards), n)
			fmt.Fprintf(&general, " x%d\n", n)
			for _, c := range cards {
				fmt.Fprintf(&rows[c], " + x%d\n", n)
			}
			n++
		}
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "Maximize\n obj:%sSubject To\n", goal.String())
	for c := range rows {
		if rows[c].Len() > 0 {
			fmt.Fprintf(&out, " l%d:%s >= %d\n u%d:%s <= %d\n", c, rows[c].String(), must[c], c, rows[c].String(), must[c]+may[c])
		}
	}
	fmt.Fprintf(&out, "General\n%sEnd\n", general.String())
	return out.Bytes(), n > 0
}

// number is the figure behind the label in cbc's report.
func number(b *testing.B, out []byte, label string) float64 {
	_, rest, ok := strings.Cut(string(out), label)
	fields := strings.Fields(rest)
	if !ok || len(fields) == 0 {
		b.Fatalf("no %q in\n%s", label, out)
	}
	v, err := strconv.ParseFloat(fields[0], 64)
	if err != nil {
		b.Fatal(err)
	}
	return v
}
