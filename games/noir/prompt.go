package noir

import (
	"slices"

	"kumpas/games"
)

// phase is what the game waits for (R4.2b). The numbers are part of the encoded state.
type phase uint8

const (
	phaseOver phase = iota
	phaseBoss
	phaseTurn
	phaseAttack
	phaseDriveBy
	phasePolice
	phasePoker
	phaseKinds
	phaseReact = phaseKinds // the open prompt of idle points, beside phaseTurn
)

// promptRow is how a prompt asks and what it does.
type promptRow struct {
	kind     string
	class    games.Class
	pass     games.Answer
	sealed   bool // an answer shows to its author alone as long as the prompt is open, and he may change it
	quiet    bool // and nobody else learns that he has answered, since that can only be a pass (section 11)
	timeout  games.Default
	timeRule string
	// field asks what follows answers that were accepted; ok is false if nothing does.
	field func(s *state, seat games.Seat, sofar games.Answer) (f games.Field, ok bool)
	// do carries out a complete answer.
	do func(st *step, seat games.Seat, answer games.Answer)
	// expire acts for all who are awaited.
	expire func(*step)
}

var (
	passes  = games.Answer{Pass}
	nothing = games.Answer{Nothing}
	passed  = games.Default{Kind: games.DefaultFixed, What: Pass}
)

var rows = [phaseReact + 1]promptRow{
	phaseBoss: {kind: PromptBoss, class: games.ClassChoice, timeout: games.Default{Kind: games.DefaultRandom}, timeRule: "R12.4",
		field: fieldBoss, do: doBoss, expire: expireBoss},
	phaseTurn: {kind: PromptTurn, class: games.ClassTurn, timeout: games.Default{Kind: games.DefaultFixed, What: Skip}, timeRule: "R14.3",
		field: fieldTurn, do: doTurn, expire: expireTurn},
	phaseAttack: {kind: PromptAttack, class: games.ClassWindow, pass: passes, sealed: true, quiet: true, timeout: passed, timeRule: "R7.4",
		field: fieldWindow, do: doWindow, expire: (*step).closeWindow},
	phaseDriveBy: {kind: PromptDriveBy, class: games.ClassWindow, pass: passes, sealed: true, quiet: true, timeout: passed, timeRule: "R7.5",
		field: fieldWindow, do: doWindow, expire: (*step).closeWindow},
	phasePolice: {kind: PromptPolice, class: games.ClassWindow, pass: passes, sealed: true, quiet: true, timeout: passed, timeRule: "R7.5",
		field: fieldWindow, do: doWindow, expire: (*step).closeWindow},
	phasePoker: {kind: PromptPoker, class: games.ClassWindow, pass: games.Answer{Out}, sealed: true, timeout: games.Default{Kind: games.DefaultFixed, What: Out}, timeRule: "R6.5.2",
		field: fieldJoin, do: doJoin, expire: (*step).closeWindow},
	phaseReact: {kind: PromptReact, pass: nothing, field: fieldReact, do: doReact},
}

// idle reports whether seat may play a reaction now (R7.2).
func (s *state) idle(seat games.Seat) bool {
	return s.Phase == phaseTurn && !s.firstRound() && s.Alive.Has(seat) && (!s.Rules.NoIdle || seat == s.Active)
}

// mine reports whether seat may answer the prompt of a phase now.
func (s *state) mine(p phase, seat games.Seat) bool {
	switch {
	case p == phaseReact:
		return s.idle(seat)
	case p != s.Phase:
		return false
	}
	return s.Awaited.Has(seat) || seat >= 0 && rows[p].sealed && s.Said[seat] != saidNothing
}

// id is the id of the prompt that the game waits for.
func (s *state) id() games.PromptID {
	if s.Phase == phaseTurn {
		return s.TurnID
	}
	return s.WindowID
}

// Prompts appends the turn, the window that holds it up, and the viewer's reactions.
func (s *state) Prompts(buf []games.Prompt, viewer games.Seat) []games.Prompt {
	if s.Phase == phaseOver {
		return buf
	}
	if !s.seats().Has(viewer) {
		viewer = games.Nobody
	}
	if s.Phase != phaseTurn && s.TurnID != 0 {
		row := &rows[phaseTurn]
		buf = append(buf, games.Prompt{ID: s.TurnID, Kind: row.kind, Class: row.class, Held: true, Timeout: row.timeout})
	}
	row := &rows[s.Phase]
	p := games.Prompt{ID: s.id(), Kind: row.kind, Awaited: s.awaitedBy(viewer), Class: row.class, Sealed: row.sealed, Quiet: row.quiet,
		Pass: row.pass, Timeout: row.timeout}
	if viewer != games.Nobody {
		p.Mine, p.Given = s.mine(s.Phase, viewer), givens[s.Said[viewer]]
	}
	buf = append(buf, p)
	if viewer != games.Nobody && s.idle(viewer) {
		row := &rows[phaseReact]
		buf = append(buf, games.Prompt{ID: s.ReactID, Kind: row.kind, Mine: true, Pass: row.pass})
	}
	return buf
}

// awaitedBy are the seats that are awaited, as far as a viewer may know.
func (s *state) awaitedBy(viewer games.Seat) games.Seats {
	awaited := s.Awaited
	if rows[s.Phase].quiet {
		for seat := range s.Alive.All() {
			if seat != viewer && s.Said[seat] != saidNothing {
				awaited = awaited.With(seat)
			}
		}
	}
	return awaited
}

// givens are the answers that leave a window open.
var givens = [saidKinds]games.Answer{saidPass: passes, saidPlayPass: {Play, Pass}, saidJoin: {Join}, saidOut: {Out}}

// find says to which phase a reply belongs, or refuses it.
func (s *state) find(seat games.Seat, id games.PromptID, first string) (phase, *games.Refusal) {
	switch {
	case s.Phase == phaseOver:
		return 0, games.Refuse(games.GameOver, "")
	case !s.seats().Has(seat):
		return 0, games.Refuse(games.NotYours, "")
	case !s.Alive.Has(seat):
		return 0, games.Refuse(Eliminated, "R8.3")
	case id == 0:
		return 0, games.Refuse(games.StalePrompt, "R14.1")
	case id == s.id() && s.mine(s.Phase, seat):
		return s.Phase, nil
	case id == s.ReactID && s.idle(seat):
		return phaseReact, nil
	case id == s.ReactID && s.firstRound():
		return 0, games.Refuse(FirstRoundLimit, "R4.1")
	case id == s.ReactID && s.Phase != phaseTurn || id == s.TurnID && s.Phase != phaseTurn:
		return 0, games.Refuse(WindowOpen, "R7.3")
	case id == s.TurnID, id == s.ReactID:
		return 0, games.Refuse(NotYourTurn, "R4.2")
	case id == s.WindowID && s.Phase == phaseBoss:
		return 0, games.Refuse(NotYourTurn, "R12.4")
	case id == s.WindowID && first == Bribe && s.Phase != phasePolice:
		return 0, games.Refuse(NothingToAnswer, "R6.2")
	case id == s.WindowID:
		return 0, games.Refuse(games.NotYours, rows[s.Phase].timeRule)
	}
	if slices.Contains(s.Closed[:], id) && s.ClosedBy != games.Nobody && s.ClosedBy != seat {
		return 0, &games.Refusal{Code: games.TooLate, Rule: "R7.6", Seat: s.ClosedBy}
	}
	return 0, games.Refuse(games.StalePrompt, "R14.1")
}

// Ask asks what is missing in an answer.
func (s *state) Ask(seat games.Seat, id games.PromptID, sofar games.Answer) (games.Field, bool, error) {
	first := ""
	if len(sofar) > 0 {
		first = sofar[0]
	}
	p, refused := s.find(seat, id, first)
	if refused != nil {
		return games.Field{}, false, refused
	}
	f, ok, refused := s.read(p, seat, sofar)
	if refused != nil {
		return games.Field{}, false, refused
	}
	return f, ok, nil
}

// read follows an answer field by field and returns the one after it; ok is false if the answer is complete.
func (s *state) read(p phase, seat games.Seat, answer games.Answer) (f games.Field, ok bool, refused *games.Refusal) {
	for i := range answer {
		if f, ok = rows[p].field(s, seat, answer[:i]); !ok {
			return games.Field{}, false, games.Refuse(games.BadChoice, "")
		}
		if refused := s.accept(f, answer[i]); refused != nil {
			return games.Field{}, false, refused
		}
	}
	f, ok = rows[p].field(s, seat, answer)
	return f, ok, nil
}

// accept says why an element cannot be the answer to a field, nil if it can.
func (s *state) accept(f games.Field, element string) *games.Refusal {
	if e, open := f.Editor.(planner); open {
		return e.submit(element)
	}
	last, picked := -1, 0
	for _, id := range games.Split(element) {
		at := slices.IndexFunc(f.Choices, func(c games.Choice) bool { return c.ID == id })
		switch {
		case at < 0:
			return s.stray(f.Kind, id)
		case f.Choices[at].Not != "":
			return refuseChoice(f, f.Choices[at], s.Step)
		case at <= last:
			return games.Refuse(games.BadChoice, "")
		}
		last = at
		picked++
	}
	switch {
	case picked > f.Max && f.Kind == FieldCards:
		return &games.Refusal{Code: TooManyDiscards, Rule: "R4.9", Seat: games.Nobody, N: picked, Max: maxDiscards}
	case picked < f.Min || picked > f.Max:
		return games.Refuse(games.BadChoice, "")
	}
	return nil
}

// refuseChoice refuses a choice for the reason that it shows.
func refuseChoice(f games.Field, c games.Choice, at stage) *games.Refusal {
	r := &games.Refusal{Code: c.Not, Rule: codeRules[c.Not], Seat: c.Seat, N: c.N, What: c.What}
	switch c.Not {
	case WrongPhase:
		r.What = stageNames[at]
	case TooManyDiscards:
		r.Max = maxDiscards
	}
	return r
}

// codeRules are the rules behind the refusals.
var codeRules = map[games.Code]string{
	NotYourTurn: "R4.2", WrongPhase: "R4.2", FirstRoundLimit: "R4.1", NotEnoughMoney: "R4.6", NoRoom: "R3.2", GangsterHidden: "R3.4",
	GangsterAway: "R3.3", NotYourCard: "R6", NoAttackers: "R4.5", BadTarget: "R5.1", HideoutCovered: "R5.1", HideoutGuarded: "R5.1",
	AttackTooWeak: "R5.3", HideoutProtected: "R8.1", WindowOpen: "R7.3", NothingToAnswer: "R6.2", HandFull: "R4.10",
	AlreadyRelocated: "R4.8", PokerNotPossible: "R6.5.1", NothingPlanned: "R14.5", NothingToRelocate: "R4.8", NothingToMove: "R4.4",
	TooManyDiscards: "R4.9",
}

// stray refuses what a field does not list, with the code that fits best.
func (s *state) stray(field, id string) *games.Refusal {
	code := games.BadChoice
	switch p := placeOf(id); field {
	case FieldTarget:
		if p != noPlace {
			code = BadTarget
		}
	case FieldBusiness:
		if p.home().isHideout() {
			code = HideoutProtected
		} else if p != noPlace {
			code = BadTarget
		}
	case FieldGangster, FieldAttackers:
		if gangsterOf(id) >= 0 {
			code = BadTarget
		}
	case FieldCards:
		if len(id) == 2 && id[0] == 'c' {
			code = NotYourCard
		}
	case FieldReaction:
		switch c := cardOf(id); {
		case c == bribe:
			code = NothingToAnswer
		case c.isReaction():
			code = WindowOpen
		}
	case FieldPlace, FieldFront:
		if p != noPlace {
			code = BadTarget
		}
	}
	return games.Refuse(code, codeRules[code])
}

// choice is one that is no player.
func choice(id, what string, n int, not games.Code) games.Choice {
	return games.Choice{ID: id, Seat: games.Nobody, What: what, N: n, Not: not}
}

// ofSeat is a choice of something that belongs to a player.
func ofSeat(seat games.Seat, id, what string, n int, not games.Code) games.Choice {
	return games.Choice{ID: id, Seat: seat, What: what, N: n, Not: not}
}

// one is a field of which one choice is picked.
func one(kind string, public bool, choices ...games.Choice) games.Field {
	return games.Field{Kind: kind, Public: public, Choices: choices, Min: 1, Max: 1}
}
