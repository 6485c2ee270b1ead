package secrethitler

import "kumpas/games"

// phase is what the game waits for. The numbers are part of the encoded state.
type phase uint8

const (
	phaseOver phase = iota
	phaseNight
	phaseNominate
	phaseVote
	phaseDiscard
	phaseEnact
	phaseVeto
	phaseInvestigate
	phaseSpecial
	phasePeek
	phaseExecute
	phaseKinds
)

// row is how a prompt asks and what it does. Every prompt of this game asks one field, and one choice of it.
type row struct {
	kind  string
	field string
	rule  string
	class games.Class
	// office is the refusal of one who does not hold the office whose decision it is.
	office games.Code
	// private choices would give cards away.
	private bool
	sealed  bool // and may be changed until the last one has answered
	timeout games.Default
	// choices lists what can be picked, and what cannot with the reason.
	choices func(*state, games.Seat) []games.Choice
	// do carries out a choice that can be picked.
	do func(*step, games.Seat, games.Choice)
	// expire acts for all who are awaited; why is what the events say of it.
	expire func(st *step, why string)
}

var (
	fixed    = func(what string) games.Default { return games.Default{Kind: games.DefaultFixed, What: what} }
	byChance = games.Default{Kind: games.DefaultRandom}
)

var phases = [phaseKinds]row{
	phaseNight: {kind: PromptNight, field: FieldReady, rule: "R2.5", class: games.ClassTurn, timeout: fixed(Ready),
		choices: words(Ready), do: doReady, expire: (*step).dawn},
	phaseNominate: {kind: PromptNominate, field: FieldChancellor, rule: "R3.3", class: games.ClassTurn, office: NotPresident, timeout: fixed(NextSeat),
		choices: nominees, do: doNominate, expire: expireNominate},
	phaseVote: {kind: PromptVote, field: FieldVote, rule: "R3.7", class: games.ClassVote, sealed: true, timeout: fixed(Nein),
		choices: words(Ja, Nein), do: doVote, expire: expireVote},
	phaseDiscard: {kind: PromptDiscard, field: FieldDiscard, rule: "R5.1", class: games.ClassChoice, office: NotPresident, private: true, timeout: byChance,
		choices: drawnCards, do: doDiscard, expire: expireDiscard},
	phaseEnact: {kind: PromptEnact, field: FieldEnact, rule: "R5.2", class: games.ClassChoice, office: NotChancellor, private: true, timeout: byChance,
		choices: passedCards, do: doEnact, expire: expireEnact},
	phaseVeto: {kind: PromptVeto, field: FieldVeto, rule: "R5.8", class: games.ClassChoice, office: NotPresident, timeout: fixed(Refuse),
		choices: words(Agree, Refuse), do: doVeto, expire: (*step).refuseVeto},
	phaseInvestigate: {kind: PromptInvestigate, field: FieldTarget, rule: "R6.3", class: games.ClassTurn, office: NotPresident, timeout: byChance,
		choices: targets, do: doInvestigate, expire: expireInvestigate},
	phaseSpecial: {kind: PromptSpecial, field: FieldTarget, rule: "R6.4", class: games.ClassTurn, office: NotPresident, timeout: byChance,
		choices: targets, do: doSpecial, expire: expireSpecial},
	phasePeek: {kind: PromptPeek, field: FieldPeek, rule: "R6.5", class: games.ClassTurn, office: NotPresident, timeout: fixed(Look),
		choices: words(Look), do: doPeek, expire: expirePeek},
	phaseExecute: {kind: PromptExecute, field: FieldTarget, rule: "R6.6", class: games.ClassTurn, office: NotPresident, timeout: byChance,
		choices: targets, do: doExecute, expire: expireExecute},
}

// words are choices that are always the same.
func words(ids ...string) func(*state, games.Seat) []games.Choice {
	choices := make([]games.Choice, len(ids))
	for i, id := range ids {
		choices[i] = games.Choice{ID: id, Seat: games.Nobody, What: id}
	}
	return func(*state, games.Seat) []games.Choice { return choices }
}

// inPower reports whether the President is using a power.
func (p phase) inPower() bool { return p >= phaseInvestigate }

// inSession reports whether a legislative session is going on.
func (p phase) inSession() bool { return p >= phaseDiscard && p <= phaseVeto }

// mine reports whether seat may answer the awaited prompt now.
func (s *state) mine(seat games.Seat) bool {
	return s.Awaited.Has(seat) || phases[s.Phase].sealed && s.Said[seat] != saidNothing
}

// timeout is what the end of the time of the awaited prompt stands for.
func (s *state) timeout() games.Default {
	if s.Phase == phaseVote && s.Rules.VoteWait {
		return games.Default{Kind: games.DefaultWait}
	}
	return phases[s.Phase].timeout
}

// Prompts appends the awaited prompt and the claims that viewer may make.
func (s *state) Prompts(buf []games.Prompt, viewer games.Seat) []games.Prompt {
	if s.Phase == phaseOver {
		return buf
	}
	row := &phases[s.Phase]
	p := games.Prompt{ID: s.Prompt, Kind: row.kind, Awaited: s.Awaited, Class: row.class, Sealed: row.sealed, Timeout: s.timeout()}
	if s.seats().Has(viewer) {
		p.Mine, p.Given = s.mine(viewer), givens[s.Said[viewer]]
	}
	buf = append(buf, p)
	for k, id := range s.Claims {
		if id != 0 && viewer == s.claimant(claimKind(k)) {
			buf = append(buf, games.Prompt{ID: id, Kind: claimRows[k].kind, Mine: true})
		}
	}
	return buf
}

var givens = [saidKinds]games.Answer{saidNein: {Nein}, saidJa: {Ja}, saidReady: {Ready}}

// Ask asks the one field of a prompt.
func (s *state) Ask(seat games.Seat, id games.PromptID, sofar games.Answer) (games.Field, bool, error) {
	if s.Phase == phaseOver {
		return games.Field{}, false, games.Refuse(games.GameOver, "R7.3")
	}
	row, refused := s.open(seat, id)
	switch {
	case refused != nil:
		return games.Field{}, false, refused
	case len(sofar) == 0:
		return games.Field{Kind: row.field, Public: !row.private, Choices: row.choices(s, seat), Min: 1, Max: 1}, true, nil
	case len(sofar) > 1:
		return games.Field{}, false, games.Refuse(games.BadChoice, row.rule)
	}
	if _, refused := s.read(row, seat, sofar[0]); refused != nil {
		return games.Field{}, false, refused
	}
	return games.Field{}, false, nil
}

// open finds the prompt that seat may answer by its id.
func (s *state) open(seat games.Seat, id games.PromptID) (*row, *games.Refusal) {
	switch {
	case !s.seats().Has(seat) || s.Left.Has(seat):
		return nil, games.Refuse(games.NotYours, "")
	case !s.Alive.Has(seat):
		return nil, games.Refuse(DeadPlayer, "R6.6")
	case id == s.Prompt && s.mine(seat):
		return &phases[s.Phase], nil
	case id == s.Prompt && phases[s.Phase].office != "":
		return nil, games.Refuse(phases[s.Phase].office, phases[s.Phase].rule)
	case id == s.Prompt:
		return nil, games.Refuse(games.NotYours, phases[s.Phase].rule)
	}
	for k, open := range s.Claims {
		if id == open && open != 0 {
			if seat != s.claimant(claimKind(k)) {
				return nil, games.Refuse(games.NotYours, claimRows[k].rule)
			}
			return &claimRows[k], nil
		}
	}
	return nil, games.Refuse(games.StalePrompt, "R10.1")
}

// read finds the choice that a word stands for, or says why it cannot be picked.
func (s *state) read(r *row, seat games.Seat, word string) (games.Choice, *games.Refusal) {
	for _, c := range r.choices(s, seat) {
		switch {
		case c.ID != word:
		case c.Not == TermLimited:
			return c, &games.Refusal{Code: c.Not, Rule: "R3.4", Seat: c.Seat, What: s.limited(c.Seat)}
		case c.Not != "":
			return c, &games.Refusal{Code: c.Not, Rule: r.rule, Seat: c.Seat}
		default:
			return c, nil
		}
	}
	if target := seatOf(word); s.seats().Has(target) {
		switch {
		case r.field == FieldChancellor && target == seat:
			return games.Choice{}, games.Refuse(NominateSelf, "R3.3")
		case r.field == FieldTarget && target == seat:
			return games.Choice{}, games.Refuse(TargetSelf, "R6.2")
		case r.field == FieldChancellor || r.field == FieldTarget:
			return games.Choice{}, &games.Refusal{Code: TargetDead, Rule: r.rule, Seat: target}
		}
	}
	code, known := elsewhere[word]
	switch {
	case known && r.field == FieldEnact:
		return games.Choice{}, games.Refuse(code, r.rule)
	case known:
		return games.Choice{}, games.Refuse(WrongPhase, r.rule)
	}
	return games.Choice{}, games.Refuse(games.BadChoice, r.rule)
}

// elsewhere are words that other prompts take, with what a Chancellor is told who uses them instead of enacting.
var elsewhere = map[string]games.Code{
	Ready: WrongPhase, Ja: WrongPhase, Nein: WrongPhase, Agree: WrongPhase, Refuse: WrongPhase, Look: WrongPhase,
	Veto: VetoLocked, FieldDiscard: MustEnact,
}
