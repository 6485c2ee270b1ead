package bot

import (
	"time"

	"kumpas/games"
)

// pace is how fast a table plays.
type pace string

const (
	paceBlitz   pace = "blitz"
	paceNormal  pace = "normal"
	paceRelaxed pace = "relaxed"
	paceDay     pace = "day"
)

// paces lists them as the lobby offers them.
var paces = []pace{paceNormal, paceBlitz, paceRelaxed, paceDay}

// factors stretch the seconds of a game's rules; day has its own length for every answer.
var factors = map[pace]float64{paceBlitz: 0.5, paceNormal: 1, paceRelaxed: 3}

// dayLong is the time for each answer at pace day.
const dayLong = 24 * time.Hour

// limit returns how long a decision may take.
func (p pace) limit(info games.Info, c games.Class) time.Duration {
	if p == paceDay {
		return dayLong
	}
	f, ok := factors[p]
	if !ok {
		f = 1
	}
	return time.Duration(f * float64(time.Duration(info.Seconds[c])*time.Second))
}
