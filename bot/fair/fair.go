// Package fair is how anybody can check that a shuffle was fair.
//
// When a lobby opens, the hash of a secret is published (Commitment). The seed of the game follows from the secret and from what is
// known at the start only (Seed). When the game is over, its record (Record) tells the secret and every action: whoever plays it
// again sees whether commitment, shuffles and result agree (Record.Check). The README tells how to do the same by hand.
package fair

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"io"
	"strconv"
	"strings"
)

// Commitment is what is published of a secret when the lobby opens.
func Commitment(secret []byte) string {
	sum := sha256.Sum256(secret)
	return hex.EncodeToString(sum[:])
}

// Table derives the id of a table from the interaction that opens it, so that the same interaction delivered twice opens one table.
func Table(interaction string) string {
	sum := sha256.Sum256([]byte("table " + interaction))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))
}

// Computer is the id of a computer player: nothing but its place in the order of joining, from 0.
func Computer(place int) string { return "computer" + strconv.Itoa(place) }

// Seed is the seed of a game: nobody can choose it once the people are known, since the secret was committed to when the lobby
// opened, and the id of the interaction that starts the game is Discord's. Players are in order of joining.
func Seed(secret []byte, table string, players []string, start string) (out [32]byte) {
	mac := hmac.New(sha256.New, secret)
	io.WriteString(mac, table)
	for _, p := range players {
		io.WriteString(mac, "|"+p)
	}
	io.WriteString(mac, "|"+start)
	mac.Sum(out[:0])
	return out
}
