package bot

import (
	"encoding/json"

	"kumpas/games"
)

// doPass is what a standing order does.
const doPass = "pass"

// logged is a line of a table's log: enough, from the line of the start on, to play the game again.
type logged struct {
	Do string `json:"do"` // what was done: "start", "act", or a deed of the table
	// Who is the person behind it: his place among the people of the table then, from 1; 0 for others and for the table
	// itself. A log is never rewritten, so it names nobody who may one day want to be forgotten.
	Who    int           `json:"who,omitempty"`
	Setup  *games.Setup  `json:"setup,omitempty"`
	Action *games.Action `json:"action,omitempty"`
	// Event is what the table itself has to tell of it in the story: who sits where from now on.
	Event *games.Event `json:"event,omitempty"`
	// Computer says that the program chose the action for the seat.
	Computer bool `json:"computer,omitempty"`
}

func (l *logged) encode() []byte {
	if l == nil {
		l = &logged{Do: "seen"}
	}
	data, err := json.Marshal(l)
	if err != nil {
		panic("bot: a log line that cannot be written: " + err.Error()) // plain data
	}
	return data
}
