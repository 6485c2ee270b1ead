package fair

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"kumpas/games"
)

// Verdict is what a check of a record found.
type Verdict string

// The verdicts.
const (
	Agrees  Verdict = "agrees"
	Differs Verdict = "differs"
	// Unknown: a player had his id deleted, without which this cannot be derived again.
	Unknown Verdict = "unknown"
)

// The checks, in their order. Each is a code; locales has the words.
const (
	CheckFile       = "file"       // not a byte was changed since the export
	CheckTable      = "table"      // the table's id follows from the interaction that opened it
	CheckCommitment = "commitment" // the secret is the one that was promised
	CheckShuffle    = "shuffle"    // the seed follows from secret, table, players and start, and the seats from the seed
	CheckMoves      = "moves"      // the rules allow every action
	CheckResult     = "result"     // the actions give the recorded result
)

// Finding is the verdict of one check.
type Finding struct {
	Check   string
	Verdict Verdict
	// Step is the number of the action that the rules refuse, from 1.
	Step int
}

// Step is what one action of a record brought about; the first step is the deal.
type Step struct {
	Action *Action // nil for the deal
	State  games.State
	Events []games.Event
}

// Played is a record that was played again.
type Played struct {
	Steps    []Step
	Findings []Finding
}

// Fair reports whether nothing differs.
func (p Played) Fair() bool {
	return !slices.ContainsFunc(p.Findings, func(f Finding) bool { return f.Verdict == Differs })
}

// Check plays the record again, with whole as Read told it, and compares everything that can be derived with what it says.
func (r Record) Check(game games.Game, whole bool) Played {
	var p Played
	found := func(check string, ok bool) {
		f := Finding{Check: check, Verdict: Differs}
		if ok {
			f.Verdict = Agrees
		}
		p.Findings = append(p.Findings, f)
	}
	secret, err := hex.DecodeString(r.Secret)
	found(CheckFile, whole)
	found(CheckTable, Table(r.Opened) == r.Table)
	found(CheckCommitment, err == nil && len(secret) == 32 && Commitment(secret) == r.Commitment)

	seed := Seed(secret, r.Table, r.ids(), r.Start)
	agrees := hex.EncodeToString(seed[:]) == r.Seed && r.unambiguous()
	forgotten := slices.Contains(r.ids(), "")
	if forgotten { // the deal is that of the seed that the record names
		given, err := hex.DecodeString(r.Seed)
		agrees = err == nil && len(given) == len(seed)
		copy(seed[:], given)
	}
	setup := games.Setup{Players: len(r.Players), Options: r.Options, Seed: seed, Host: r.Host, Winner: r.Winner}
	state, events, err := game.New(setup)
	agrees = agrees && err == nil && slices.Equal(state.Seating(), r.Seating)
	found(CheckShuffle, agrees)
	if last := &p.Findings[len(p.Findings)-1]; forgotten && agrees {
		last.Verdict = Unknown
	}
	if err != nil {
		found(CheckMoves, false)
		found(CheckResult, false)
		return p
	}
	p.Steps = append(p.Steps, Step{State: state, Events: events})
	refused := 0
	for i := range r.Actions {
		next, events, err := state.Apply(r.Actions[i].action())
		if err != nil {
			refused = i + 1
			break
		}
		state = next
		p.Steps = append(p.Steps, Step{Action: &r.Actions[i], State: state, Events: events})
	}
	found(CheckMoves, refused == 0)
	p.Findings[len(p.Findings)-1].Step = refused
	o := state.Outcome()
	found(CheckResult, o != nil && same(ResultOf(o), r.Result))
	return p
}

// same compares two results as they are written.
func same(a, b Result) bool {
	x, errA := json.Marshal(a)
	y, errB := json.Marshal(b)
	return errA == nil && errB == nil && bytes.Equal(x, y)
}

// unambiguous reports whether the text that the seed is made of can be read in one way only: without it players could be
// moved over the marks between them.
func (r Record) unambiguous() bool {
	for place, id := range r.ids() {
		if id != "" && id != Computer(place) && !digits(id) {
			return false
		}
	}
	return digits(r.Start)
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// ids are the players' ids in order of joining.
func (r Record) ids() []string {
	ids := make([]string, len(r.Players))
	for i, p := range r.Players {
		ids[i] = p.ID
	}
	return ids
}
