package entrika

import "kumpas/games"

var (
	seatIDs = [maxSeats]string{"s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"}
	cardIDs = [5]string{"c0", "c1", "c2", "c3", "c4"}
)

// numbered reads an id that is a letter and a digit, -1 if it is not.
func numbered(id string, letter byte) int {
	if len(id) != 2 || id[0] != letter || id[1] < '0' || id[1] > '9' {
		return -1
	}
	return int(id[1] - '0')
}

// seatOf reads the id of a seat; Nobody if it is none.
func seatOf(id string) games.Seat { return games.Seat(numbered(id, 's')) }

// readOne understands an answer of one element.
func readOne(answer games.Answer, read func(id string) (int, *games.Refusal)) (r reading, refused *games.Refusal) {
	switch len(answer) {
	case 0:
		return r, nil
	case 1:
		r.n, r.full = 1, true
		r.pick[0], refused = read(answer[0])
		return r, refused
	}
	return r, games.Refuse(games.BadChoice, "")
}

// readCard reads the position of one of n cards.
func readCard(id string, n int, rule string) (int, *games.Refusal) {
	at := numbered(id, 'c')
	if at < 0 || at >= n {
		return 0, games.Refuse(CardNotAvailable, rule)
	}
	return at, nil
}

// cardField offers cards, of which many are to be picked. Its number, order and kinds are secret.
func cardField(kind string, cards []character, many int) games.Field {
	f := games.Field{Kind: kind, Min: many, Max: many, Choices: make([]games.Choice, len(cards))}
	for i, c := range cards {
		f.Choices[i] = games.Choice{ID: cardIDs[i], Seat: games.Nobody, What: c.String()}
	}
	return f
}

// readHand and fieldHand are about one of the seat's face-down cards.
func readHand(s *state, seat games.Seat, answer games.Answer) (reading, *games.Refusal) {
	return readOne(answer, func(id string) (int, *games.Refusal) {
		return readCard(id, int(s.Seats[seat].Down), "R6.2")
	})
}

func fieldHand(s *state, seat games.Seat, _ reading) games.Field {
	p := &s.Seats[seat]
	return cardField(FieldCard, p.Cards[:p.Down], 1)
}

// misplaced says why a seat that is not asked cannot give this answer.
func (s *state) misplaced(seat games.Seat, answer games.Answer) *games.Refusal {
	word := ""
	if len(answer) > 0 {
		word = answer[0]
	}
	row := &actions[s.Act.Kind]
	switch {
	case word == Challenge && s.Phase == phaseClaim && seat == s.Active,
		word == Challenge && s.Phase == phaseBlockClaim && seat == s.Act.Blocker:
		return games.Refuse(CannotChallengeSelf, "R5.1")
	case word == Challenge && s.Act.Kind != noAction && !s.estateOpen():
		return s.refuseChallenge()
	case word == Block && s.Act.Kind != noAction && row.blockers[0] == noCharacter:
		return &games.Refusal{Code: NotBlockable, Rule: "R3.7", Seat: games.Nobody, What: row.name}
	case word == Block && (s.Phase == phaseClaim || s.Phase == phaseBlock):
		return games.Refuse(NotBlockEligible, "R3.7")
	case word == Challenge || word == Block:
		return games.Refuse(WrongPhase, "R3.5")
	case s.Phase == phaseTurn, actionOf(word) != noAction && seat != s.Active:
		return games.Refuse(NotYourTurn, "R3.1")
	case actionOf(word) != noAction:
		return games.Refuse(WrongPhase, "R3.5")
	}
	return games.Refuse(games.NotYours, "")
}

// refuseChallenge says why there is nothing to challenge now: the action claims nothing, or its window is past (R5.3).
func (s *state) refuseChallenge() *games.Refusal {
	row := &actions[s.Act.Kind]
	if row.claim == noCharacter && s.Act.Blocker == games.Nobody {
		return &games.Refusal{Code: NotChallengeable, Rule: "R3.7", Seat: games.Nobody, What: row.name}
	}
	return games.Refuse(WrongPhase, "R5.3")
}
