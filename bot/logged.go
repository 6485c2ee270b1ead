package bot

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"

	"kumpas/games"
	"kumpas/store"
)

// logged is a line of a table's log: enough, from the line of the start on, to play the game again.
type logged struct {
	Do string `json:"do"` // what was done: "start", "act", or a deed of the table
	// Who is the person behind it: his place among the people of the table then, from 1; 0 for others and for the table
	// itself. A log is never rewritten, so it names nobody who may one day want to be forgotten.
	Who    int           `json:"who,omitempty"`
	Setup  *games.Setup  `json:"setup,omitempty"`
	Action *games.Action `json:"action,omitempty"`
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

// seed is the seed of a game: nobody can choose it once the people are known, since the secret was committed to
// when the lobby opened, and the id of the interaction that starts the game is Discord's.
func seed(secret []byte, id store.TableID, players []string, start string) (out [32]byte) {
	mac := hmac.New(sha256.New, secret)
	io.WriteString(mac, string(id))
	for _, p := range players {
		io.WriteString(mac, "|"+p)
	}
	io.WriteString(mac, "|"+start)
	mac.Sum(out[:0])
	return out
}

// commitment is what is published of a secret when the lobby opens.
func commitment(secret []byte) string {
	sum := sha256.Sum256(secret)
	return hex.EncodeToString(sum[:])
}
