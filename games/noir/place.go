package noir

import (
	"strings"

	"kumpas/games"
)

// place is where a gangster can be, and what an attack can be aimed at: a business by its slot, a hideout, the guards of a
// hideout (a target only), or away. The numbers are part of the encoded state.
type place int8

const (
	away         place = -1
	firstHideout place = businessSlots
	firstGuards  place = firstHideout + maxSeats
	places       place = firstGuards + maxSeats
	noPlace      place = -2
)

func hideoutOf(seat games.Seat) place { return firstHideout + place(seat) }
func guardsOf(seat games.Seat) place  { return firstGuards + place(seat) }

func (p place) isBusiness() bool  { return p >= 0 && p < firstHideout }
func (p place) isHideout() bool   { return p >= firstHideout && p < firstGuards }
func (p place) isGuards() bool    { return p >= firstGuards && p < places }
func (p place) isStructure() bool { return p >= 0 && p < firstGuards }

// home is the hideout that guards keep, and any other place itself.
func (p place) home() place {
	if p.isGuards() {
		return p - maxSeats
	}
	return p
}

const digits = "0123456789abcdefghijklmnopqrstuvwxyz"

var gangsterIDs, placeIDs = func() (gangsters [gangsterSlots]string, all [places]string) {
	for i := range gangsters {
		gangsters[i] = "g" + digits[i:i+1]
	}
	for p := range places {
		switch {
		case p.isBusiness():
			all[p] = "b" + digits[p:p+1]
		case p.isHideout():
			all[p] = "h" + digits[p-firstHideout:p-firstHideout+1]
		default:
			all[p] = "d" + digits[p-firstGuards:p-firstGuards+1]
		}
	}
	return gangsters, all
}()

// id is the place as a choice.
func (p place) id() string {
	if p == away {
		return Away
	}
	return placeIDs[p]
}

// slotOf reads one digit after a letter, -1 if the id is another.
func slotOf(id string, letter byte, most int) int {
	if len(id) != 2 || id[0] != letter {
		return -1
	}
	if i := strings.IndexByte(digits, id[1]); i < most {
		return i
	}
	return -1
}

func gangsterOf(id string) int { return slotOf(id, 'g', gangsterSlots) }

// placeOf reads the id of a place, noPlace if it is none.
func placeOf(id string) place {
	if id == Away {
		return away
	}
	if i := slotOf(id, 'b', businessSlots); i >= 0 {
		return place(i)
	}
	if i := slotOf(id, 'h', maxSeats); i >= 0 {
		return hideoutOf(games.Seat(i))
	}
	if i := slotOf(id, 'd', maxSeats); i >= 0 {
		return guardsOf(games.Seat(i))
	}
	return noPlace
}
