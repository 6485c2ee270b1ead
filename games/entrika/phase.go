package entrika

import "kumpas/games"

// phase is what the game waits for (R3.5). The numbers are part of the encoded state.
type phase uint8

const (
	phaseOver phase = iota
	phaseStarter
	phaseSide
	phaseDraft
	phaseTurn
	phaseClaim
	phaseBlock
	phaseBlockClaim
	phaseProof
	phaseLose
	phaseExchange
	phaseManipOwn
	phaseManipPick
	phaseManipulate
	phaseKayyum
	phaseKayyumChallenge
	phaseKinds
)

// reading is an answer that has been understood: how many fields it fills, and with what.
type reading struct {
	n    int
	pick [2]int  // the meaning is the phase's own: an action, a seat, the position of a card
	kept [2]int8 // the positions of several cards
	full bool    // nothing is left to ask
}

// phaseRow is how a phase asks and what it does.
type phaseRow struct {
	kind  string
	class games.Class
	pass  games.Answer
	// again: whoever has answered may change it as long as others have not (R11.5).
	again    bool
	sealed   bool
	timeout  games.Default
	timeRule string
	// read understands an answer or the beginning of one. Refusals are those of section 12.
	read func(*state, games.Seat, games.Answer) (reading, *games.Refusal)
	// field asks what follows a reading that is not full.
	field func(*state, games.Seat, reading) games.Field
	// do carries out a full reading.
	do func(*step, games.Seat, reading)
	// expire acts for all who are awaited.
	expire func(*step)
}

var (
	passes   = games.Answer{Pass}
	fixed    = func(what string) games.Default { return games.Default{Kind: games.DefaultFixed, What: what} }
	byChance = games.Default{Kind: games.DefaultRandom}
)

var phases = [phaseKinds]phaseRow{
	phaseStarter: {kind: PromptStarter, class: games.ClassChoice, timeout: byChance, timeRule: "R2.4",
		read: readStarter, field: fieldStarter, do: doStarter, expire: expireStarter},
	phaseSide: {kind: PromptSide, class: games.ClassChoice, timeout: fixed(Liberal), timeRule: "R2.6",
		read: readSide, field: fieldSide, do: doSide, expire: expireSide},
	phaseDraft: {kind: PromptDraft, class: games.ClassChoice, again: true, sealed: true, timeout: byChance, timeRule: "R2.5.6",
		read: readDraft, field: fieldDraft, do: doDraft, expire: expireDraft},
	phaseTurn: {kind: PromptTurn, class: games.ClassTurn, timeout: fixed(Income), timeRule: "R11.6",
		read: readTurn, field: fieldTurn, do: doTurn, expire: expireTurn},
	phaseClaim: {kind: PromptClaimWindow, class: games.ClassWindow, pass: passes, again: true, timeout: fixed(Pass), timeRule: "R11.3",
		read: readReaction, field: fieldReaction, do: doClaim, expire: (*step).closeClaim},
	phaseBlock: {kind: PromptBlockWindow, class: games.ClassWindow, pass: passes, again: true, timeout: fixed(Pass), timeRule: "R11.3",
		read: readReaction, field: fieldReaction, do: doBlock, expire: (*step).takeEffect},
	phaseBlockClaim: {kind: PromptBlockClaim, class: games.ClassWindow, pass: passes, again: true, timeout: fixed(Pass), timeRule: "R11.3",
		read: readReaction, field: fieldReaction, do: doBlockClaim, expire: (*step).blockHolds},
	phaseProof: {kind: PromptProof, class: games.ClassChoice, timeout: fixed(Auto), timeRule: "R5.4",
		read: readProof, field: fieldProof, do: doProof, expire: (*step).settle},
	phaseLose: {kind: PromptLose, class: games.ClassChoice, timeout: byChance, timeRule: "R6.2",
		read: readHand, field: fieldHand, do: doLose, expire: expireLose},
	phaseExchange: {kind: PromptExchange, class: games.ClassChoice, timeout: fixed(Keep), timeRule: "R11.10",
		read: readExchange, field: fieldExchange, do: doExchange, expire: expireExchange},
	phaseManipOwn: {kind: PromptManipOwn, class: games.ClassChoice, timeout: fixed(Keep), timeRule: "R4.11.6",
		read: readHand, field: fieldHand, do: doManipOwn, expire: expireManipOwn},
	phaseManipPick: {kind: PromptManipPick, class: games.ClassChoice, timeout: byChance, timeRule: "R4.11.2",
		read: readHand, field: fieldHand, do: doManipPick, expire: expireManipPick},
	phaseManipulate: {kind: PromptManipulate, class: games.ClassChoice, timeout: fixed(Keep), timeRule: "R4.11.6",
		read: readManipulate, field: fieldManipulate, do: doManipulate, expire: expireManipulate},
	phaseKayyum: {kind: PromptKayyum, class: games.ClassWindow, pass: passes, again: true, sealed: true, timeout: fixed(Pass), timeRule: "R8.3",
		read: readKayyum, field: fieldKayyum, do: doKayyum, expire: (*step).showKayyum},
	phaseKayyumChallenge: {kind: PromptKayyumChallenge, class: games.ClassWindow, pass: passes, again: true, timeout: fixed(Pass), timeRule: "R8.4",
		read: readClaimant, field: fieldClaimant, do: doClaimant, expire: (*step).nextClaim},
}

// mine reports whether seat may answer the prompt now.
func (s *state) mine(seat games.Seat) bool {
	return s.Awaited.Has(seat) || seat >= 0 && phases[s.Phase].again && s.Said[seat] != saidNothing
}

// sealed reports whether answers to the prompt are secret until it closes.
func (s *state) sealed() bool {
	return phases[s.Phase].sealed || s.Phase == phaseClaim && s.combined()
}

// Prompts appends the one prompt that there is.
func (s *state) Prompts(buf []games.Prompt, viewer games.Seat) []games.Prompt {
	if s.Phase == phaseOver {
		return buf
	}
	row := &phases[s.Phase]
	p := games.Prompt{
		ID: s.Prompt, Kind: row.kind, Awaited: s.Awaited, Class: row.class,
		Sealed: s.sealed(), Pass: row.pass, Timeout: row.timeout,
	}
	if s.Phase == phaseTurn && s.MustCoup {
		p.Timeout.What = Coup
	}
	if s.seats().Has(viewer) {
		p.Mine, p.Given = s.mine(viewer), s.given(viewer)
	}
	return append(buf, p)
}

// given is the answer that seat has given and may still change.
func (s *state) given(seat games.Seat) games.Answer {
	what := s.Said[seat]
	switch {
	case what == saidNothing:
		return nil
	case what == saidPass:
		return passes
	case s.Phase == phaseDraft:
		return games.Answer{cardIDs[what-saidMore]}
	case s.Phase == phaseKayyum:
		return kayyumItems
	case s.Phase == phaseKayyumChallenge:
		return s.givenClaimants(seat)
	}
	if _, n := s.Rules.blockers(s.Act.Kind); n > 1 {
		return games.Answer{Block, character(what - saidMore).String()}
	}
	return games.Answer{Block}
}

// Ask asks what is missing in an answer.
func (s *state) Ask(seat games.Seat, id games.PromptID, sofar games.Answer) (games.Field, bool, error) {
	switch {
	case s.Phase == phaseOver:
		return games.Field{}, false, games.Refuse(games.GameOver, "R6.7")
	case !s.seats().Has(seat):
		return games.Field{}, false, games.Refuse(games.NotYours, "")
	case !s.Alive.Has(seat):
		return games.Field{}, false, games.Refuse(Eliminated, "R6.3")
	case id != s.Prompt:
		return games.Field{}, false, s.late(games.Reply(seat, id))
	case !s.mine(seat):
		return games.Field{}, false, s.misplaced(seat, sofar)
	}
	row := &phases[s.Phase]
	r, refused := row.read(s, seat, sofar)
	switch {
	case refused != nil:
		return games.Field{}, false, refused
	case r.full:
		return games.Field{}, false, nil
	}
	return row.field(s, seat, r), true, nil
}
