package entrika

import "kumpas/games"

// combined reports whether the claim window offers to block as well (R11.3).
func (s *state) combined() bool { return s.Rules.Combined && s.Act.Kind.blockable() }

// mayBlock reports whether a seat may block the action (R3.7, R7.2).
func (s *state) mayBlock(seat games.Seat) bool {
	row := &actions[s.Act.Kind]
	switch {
	case seat == s.Active || !s.Alive.Has(seat) || row.blockers[0] == noCharacter:
		return false
	case row.byAll:
		return !s.sameSide(seat, s.Active)
	}
	return seat == s.Act.Target
}

// eligible are all who may block.
func (s *state) eligible() (set games.Seats) {
	for seat := range games.Seat(s.Count) {
		if s.mayBlock(seat) {
			set = set.With(seat)
		}
	}
	return set
}

// What is picked in a window.
const (
	pickPass = iota
	pickChallenge
	pickBlock
)

// readReaction understands pass, challenge, or block with the character if several can.
func readReaction(s *state, seat games.Seat, answer games.Answer) (r reading, refused *games.Refusal) {
	if len(answer) == 0 {
		return r, nil
	}
	r.n, r.full = 1, true
	switch answer[0] {
	case Pass:
		r.pick[0] = pickPass
	case Challenge:
		if s.Phase == phaseBlock {
			return r, s.refuseChallenge()
		}
		r.pick[0] = pickChallenge
	case Block:
		return s.readBlock(seat, answer)
	default:
		switch a := actionOf(answer[0]); {
		case a != noAction && seat == s.Active:
			return r, games.Refuse(WrongPhase, "R3.5")
		case a != noAction:
			return r, games.Refuse(NotYourTurn, "R3.1")
		}
		return r, games.Refuse(games.BadChoice, "R3.5")
	}
	if len(answer) > 1 {
		return r, games.Refuse(games.BadChoice, "R3.5")
	}
	return r, nil
}

func (s *state) readBlock(seat games.Seat, answer games.Answer) (reading, *games.Refusal) {
	r := reading{n: 1, pick: [2]int{pickBlock}, full: true}
	switch {
	case !s.Act.Kind.blockable():
		return r, &games.Refusal{Code: NotBlockable, Rule: "R3.7", Seat: games.Nobody, What: actions[s.Act.Kind].name}
	case s.Phase == phaseBlockClaim, s.Phase == phaseClaim && !s.combined():
		return r, games.Refuse(WrongPhase, "R3.6")
	case !s.mayBlock(seat):
		return r, games.Refuse(NotBlockEligible, "R3.7")
	}
	with, n := s.Rules.blockers(s.Act.Kind)
	if len(answer) == 1 {
		r.pick[1], r.full = int(with[0]), n == 1
		return r, nil
	}
	c := characterOf(answer[1])
	switch {
	case c == noCharacter || len(answer) > 2:
		return r, games.Refuse(games.BadChoice, "R3.7")
	case !s.Rules.inPlay(c):
		return r, &games.Refusal{Code: CharacterNotInGame, Rule: "R4.13", Seat: games.Nobody, What: c.String()}
	case c != with[0] && (n == 1 || c != with[1]):
		return r, &games.Refusal{Code: WrongBlockCharacter, Rule: "R3.7", Seat: games.Nobody, What: c.String()}
	case n == 1:
		return r, games.Refuse(games.BadChoice, "R3.7") // it is not asked
	}
	r.n, r.pick[1], r.full = 2, int(c), true
	return r, nil
}

// The fields of windows never change, so there is one of each kind.
var (
	passChoice      = games.Choice{ID: Pass, Seat: games.Nobody}
	challengeChoice = games.Choice{ID: Challenge, Seat: games.Nobody}
	challengeField  = games.Field{Kind: FieldReaction, Public: true, Min: 1, Max: 1, Choices: []games.Choice{passChoice, challengeChoice}}
	// With and without a challenge, by the only character that can block; noCharacter if several can.
	blockFields, combinedFields = func() (block, both [claimKinds]games.Field) {
		for c := range claimKinds {
			b := games.Choice{ID: Block, Seat: games.Nobody, What: c.String()}
			block[c], both[c] = challengeField, challengeField
			block[c].Choices = []games.Choice{passChoice, b}
			both[c].Choices = []games.Choice{passChoice, challengeChoice, b}
		}
		return block, both
	}()
)

func fieldReaction(s *state, seat games.Seat, r reading) games.Field {
	if s.Phase == phaseBlockClaim || s.Phase == phaseClaim && (!s.combined() || !s.mayBlock(seat)) {
		return challengeField
	}
	with, n := s.Rules.blockers(s.Act.Kind)
	switch {
	case r.n == 1:
		f := games.Field{Kind: FieldBlock, Public: true, Min: 1, Max: 1}
		for _, c := range with[:n] {
			f.Choices = append(f.Choices, games.Choice{ID: c.String(), Seat: games.Nobody, What: c.String()})
		}
		return f
	case n > 1:
		with[0] = noCharacter
	}
	if s.Phase == phaseClaim {
		return combinedFields[with[0]]
	}
	return blockFields[with[0]]
}

func doClaim(st *step, seat games.Seat, r reading) {
	what := saidPass
	switch r.pick[0] {
	case pickChallenge:
		st.clearIntents()
		st.challenge(matterAction, seat, st.Active)
		return
	case pickBlock:
		what = saidMore + said(r.pick[1])
	}
	if st.say(seat, what) {
		st.closeClaim()
	}
}

// intent is the early block of a combined window. Only targets block claims, so there is at most one.
func (s *state) intent() (seat games.Seat, with character) {
	for i, what := range s.Said {
		if what >= saidMore {
			return games.Seat(i), character(what - saidMore)
		}
	}
	return games.Nobody, noCharacter
}

// clearIntents lets a challenge go first (R11.3).
func (st *step) clearIntents() {
	if seat, with := st.intent(); seat != games.Nobody {
		e := happened(EvIntent, "R11.3", seat, games.Nobody)
		e.To, e.What, e.Why = games.SeatsOf(seat), with.String(), WhyIntentCleared
		st.tell(e)
	}
}

// closeClaim goes on after a window without a challenge.
func (st *step) closeClaim() {
	blocker, with := st.intent()
	if !st.combined() {
		st.openBlock()
		return
	}
	e := happened(EvAnswersShown, "R11.3", games.Nobody, games.Nobody)
	e.What = PromptClaimWindow
	if blocker != games.Nobody {
		e.N = 1
	}
	st.tell(e)
	if blocker != games.Nobody {
		st.block(blocker, with)
	} else {
		st.takeEffect()
	}
}

// openBlock opens the block window, if the action can be blocked and somebody is there to do it (R3.5).
func (st *step) openBlock() {
	awaited := st.eligible()
	switch {
	case awaited != 0:
		st.enter(phaseBlock, awaited)
		return
	case st.Act.Kind.blockable():
		e := happened(EvNoBlock, "R6.5.1", st.Active, st.Act.Target)
		e.What, e.Why = actions[st.Act.Kind].name, WhyTargetGone
		st.tell(e)
	}
	st.takeEffect()
}

func doBlock(st *step, seat games.Seat, r reading) {
	switch {
	case r.pick[0] == pickBlock:
		st.block(seat, character(r.pick[1]))
	case st.say(seat, saidPass):
		st.takeEffect()
	}
}

// block is the first one (R11.4); others may challenge it.
func (st *step) block(seat games.Seat, with character) {
	st.Act.Blocker, st.Act.Block = seat, with
	e := happened(EvBlock, "R6.1", seat, st.Active)
	e.What, e.Items = with.String(), actionItems[st.Act.Kind]
	if st.Act.Tested {
		e.Rule, e.Why = "R6.6", WhyAfterChallenge
	}
	st.tell(e)
	st.claims(seat, with, matterBlock)
	st.enter(phaseBlockClaim, st.Alive.Without(seat))
}

func doBlockClaim(st *step, seat games.Seat, r reading) {
	switch {
	case r.pick[0] == pickChallenge:
		st.challenge(matterBlock, seat, st.Act.Blocker)
	case st.say(seat, saidPass):
		st.blockHolds()
	}
}

// blockHolds cancels the action; what was paid stays paid (R6.1).
func (st *step) blockHolds() {
	e := happened(EvBlocked, "R6.1", st.Act.Blocker, st.Active)
	e.What, e.N = actions[st.Act.Kind].name, int(st.Act.Paid)
	if e.N > 0 {
		e.Why = WhyBurnt
	}
	st.tell(e)
	st.endAction()
}

// blockFails lets the action take effect; there is no second block (R5.7.2).
func (st *step) blockFails(why string) {
	e := happened(EvBlockVoid, "R5.7.2", st.Act.Blocker, st.Active)
	e.What, e.Why = actions[st.Act.Kind].name, why
	st.tell(e)
	st.takeEffect()
}
