package gametest

import (
	"fmt"
	"slices"
	"strings"

	"kumpas/games"
)

// A CheckInfo is one check of the suite. Optional checks are those that a game may give no occasion for.
type CheckInfo struct {
	Name, Asks string
	Optional   bool
}

// Checks are all checks, each the name of a sub-test.
var Checks = []CheckInfo{
	{Name: "info", Asks: "the description of the game is complete and always the same"},
	{Name: "setups", Asks: "New and Check agree, refuse what they must, and every option value can be played"},
	{Name: "ends", Asks: "every playout reaches an outcome within Info.Bound"},
	{Name: "awaits", Asks: "a state that is not over awaits an answer that somebody can give"},
	{Name: "prompts", Asks: "prompts and fields are well formed and show all viewers the same public part"},
	{Name: "ids", Asks: "ids of prompts grow, are never used again, and stay while the decision is the same"},
	{Name: "awaited", Asks: "awaited seats become fewer by answers alone, and an answer counts", Optional: true},
	{Name: "pure", Asks: "nothing changes a state"},
	{Name: "offered", Asks: "everything that can be built is accepted"},
	{Name: "not", Asks: "a choice with Not is refused with that code", Optional: true},
	{Name: "forged", Asks: "what cannot be built is refused by a *games.Refusal"},
	{Name: "too_late", Asks: "an answer to a prompt that another has just closed is TooLate and says whose it was", Optional: true},
	{Name: "editor", Asks: "drafts keep, and are accepted exactly when Check says so, also without what led to them", Optional: true},
	{Name: "sealed", Asks: "a sealed answer shows to nobody but its author", Optional: true},
	{Name: "timeout", Asks: "the time-out of every awaited prompt is accepted and does what it stands for"},
	{Name: "leave", Asks: "every seat can leave at any moment and is waited for no longer"},
	{Name: "void", Asks: "the game can be ended without a winner at any moment"},
	{Name: "over", Asks: "after the outcome there are no prompts and everything is refused with GameOver"},
	{Name: "outcome", Asks: "the outcome names every seat's standing, and agrees with the winners"},
	{Name: "events", Asks: "events name seats that exist and audiences that can be"},
	{Name: "ledger", Asks: "nothing is lost or made"},
	{Name: "encode", Asks: "encoding and decoding change nothing, now or later"},
	{Name: "replay", Asks: "setup and actions give the same bytes and events again"},
	{Name: "damaged", Asks: "damaged bytes give an error that quotes nothing of them, or a state that works"},
	{Name: "choose", Asks: "the computer player's answer applies and depends on view, prompt and its own randomness alone"},
	{Name: "redeal", Asks: "Redeal gives a state of the same game that is not over, and keeps the ledger"},
	{Name: "hidden", Asks: "Redeal changes every item that Hidden names"},
	{Name: "twin_state", Asks: "a viewer cannot tell a state from its redealt twin"},
	{Name: "twin_step", Asks: "the same action shows a viewer the same events in both, until something is revealed"},
	{Name: "twin_public", Asks: "public fields and passes of others do not depend on what a viewer cannot know"},
	{Name: "twin_enough", Asks: "enough steps of twins were compared"},
}

// A Finding is one thing that is wrong, and where.
type Finding struct {
	Check   string
	Seed    uint64 // of the run
	Playout int    // counted from 1; 0 for what belongs to no playout
	Setup   games.Setup
	Step    int           // actions applied before
	Action  *games.Action // the last of them
	Text    string
}

// String tells all that it takes to see the finding again.
func (f Finding) String() string {
	if f.Playout == 0 {
		return fmt.Sprintf("%s: %s", f.Check, f.Text)
	}
	last := "none"
	if f.Action != nil {
		last = describe(*f.Action)
	}
	return fmt.Sprintf("%s: %s\n\tstep %d, last action %s\n\t%d players, options %v, host %d, winner %d, seed %x\n\tagain: KUMPAS_SEED=%d KUMPAS_PLAYOUT=%d",
		f.Check, f.Text, f.Step, last, f.Setup.Players, f.Setup.Options, f.Setup.Host, f.Setup.Winner, f.Setup.Seed, f.Seed, f.Playout)
}

func describe(a games.Action) string {
	text := string(a.Kind)
	switch a.Kind {
	case games.ActReply:
		text += fmt.Sprintf(" of seat %d to prompt %d", a.Seat, a.Prompt)
	case games.ActTimeout:
		text += fmt.Sprintf(" of prompt %d", a.Prompt)
	case games.ActLeave:
		text += fmt.Sprintf(" of seat %d", a.Seat)
	}
	if a.Answer != nil {
		text += fmt.Sprintf(" with %.200q", []string(a.Answer))
	}
	return text
}

// Report is the result of a run.
type Report struct {
	Findings []Finding
	Unsaid   map[string]int // findings beyond the first few, by check
	Done     map[string]int // how often each check was made
	Kinds    map[string]int // how often each kind of event occurred
	Playouts int
	Steps    int
	Twins    TwinCounts
	Notes    []string
}

// TwinCounts says what became of the pairs of twins, most of it in steps of a pair.
type TwinCounts struct {
	Pairs     int // made by Redeal
	Compared  int // looked the same in both
	Own       int // of these, actions of the viewer himself
	Others    int // of these, actions of others
	Spectator int // of these, actions that a spectator watched
	System    int // of these, time-outs and leaving
	Longest   int // the most in a row of one pair
	Revealed  int // ended the pair by an event of a revealing kind
	Illegal   int // ended the pair because the other seat could not do the same in the twin
	Over      int // ended the pair with the game
}

// The most findings of one check that are told.
const mostFindings = 3

func newReport() *Report {
	return &Report{Unsaid: map[string]int{}, Done: map[string]int{}, Kinds: map[string]int{}}
}

func (r *Report) add(f Finding) {
	told := 0
	for _, other := range r.Findings {
		if other.Check == f.Check {
			told++
		}
	}
	if told >= mostFindings {
		r.Unsaid[f.Check]++
		return
	}
	r.Findings = append(r.Findings, f)
}

func (r *Report) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// Has reports whether the check found something.
func (r *Report) Has(check string) bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Check == check })
}

// String gives the figures of the run.
func (r *Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d playouts, %d steps; twins: %+v\nchecks made:", r.Playouts, r.Steps, r.Twins)
	for _, c := range Checks {
		fmt.Fprintf(&b, " %s %d", c.Name, r.Done[c.Name])
	}
	for _, n := range r.Notes {
		b.WriteString("\n" + n)
	}
	return b.String()
}
