package secrethitler

import "kumpas/games"

// role is what a player is (R1.2). The numbers are part of the encoded state.
type role uint8

const (
	noRole role = iota
	liberal
	fascist
	hitler
	roleKinds
)

var roleNames = [roleKinds]string{"", Liberal, Fascist, Hitler}

func (r role) String() string { return roleNames[r] }

// party is the party membership of a role: Hitler's is fascist.
func (r role) party() string {
	switch r {
	case noRole:
		return ""
	case liberal:
		return PartyLiberal
	}
	return PartyFascist
}

// team says how many of each role there are besides Hitler, by the number of players (R2.2).
type team struct{ liberals, fascists int8 }

var teams = [maxSeats + 1]team{5: {3, 1}, 6: {4, 1}, 7: {4, 2}, 8: {5, 2}, 9: {5, 3}, 10: {6, 3}}

// policy is a card (R1.1).
type policy uint8

const (
	noPolicy policy = iota
	liberalPolicy
	fascistPolicy
	policyKinds
)

var policyNames = [policyKinds]string{"", PolicyLiberal, PolicyFascist}

func (p policy) String() string { return policyNames[p] }

// Cards of each kind (R1.1) and how many of them end the game (R7.1, R7.2).
var (
	copies = [policyKinds]int{liberalPolicy: 6, fascistPolicy: 11}
	goals  = [policyKinds]int8{liberalPolicy: 5, fascistPolicy: 6}
)

// names are the codes of policies.
func names(policies ...policy) []string {
	out := make([]string, len(policies))
	for i, p := range policies {
		out[i] = p.String()
	}
	return out
}

// power is an executive action.
type power uint8

const (
	noPower power = iota
	investigate
	specialElection
	peek
	execute
	powerKinds
)

var powerNames = [powerKinds]string{"", Investigate, SpecialElection, Peek, Execute}

func (p power) String() string { return powerNames[p] }

// tracks hold the power that each fascist policy brings, for 5-6, 7-8 and 9-10 players (R6.1).
var tracks = [3][6]power{
	{noPower, noPower, peek, execute, execute, noPower},
	{noPower, investigate, specialElection, execute, execute, noPower},
	{investigate, investigate, specialElection, execute, execute, noPower},
}

// track is the fascist track for a number of players at the start.
func track(players int8) *[6]power { return &tracks[(players-5)/2] }

// Ids of choices.
var (
	seatIDs = [maxSeats]string{"s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9"}
	cardIDs = [3]string{"c0", "c1", "c2"}
)

// seatOf reads the id of a seat; Nobody if it is none.
func seatOf(id string) games.Seat {
	if len(id) != 2 || id[0] != 's' || id[1] < '0' || id[1] > '9' {
		return games.Nobody
	}
	return games.Seat(id[1] - '0')
}
