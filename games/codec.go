package games

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// VersionError is a state written by a newer program.
type VersionError struct{ Have, Want int }

func (e *VersionError) Error() string {
	return fmt.Sprintf("games: the state has version %d, this program reads up to %d", e.Have, e.Want)
}

// Encode writes a state as its version, a space and JSON.
func Encode(version int, state any) []byte {
	body, err := json.Marshal(state)
	if err != nil {
		panic("games: a state that cannot be written: " + err.Error()) // states are plain data
	}
	return append(strconv.AppendInt(nil, int64(version), 10), append([]byte{' '}, body...)...)
}

// Decode reads what Encode wrote. migrate[v] turns the JSON of version v into that of version v+1.
// Errors: *VersionError if it is newer than version, others if it is no state.
func Decode(version int, data []byte, state any, migrate map[int]func([]byte) ([]byte, error)) error {
	head, body, ok := bytes.Cut(data, []byte{' '})
	have, err := strconv.Atoi(string(head))
	if !ok || err != nil || have < 1 {
		return fmt.Errorf("games: not a state")
	}
	if have > version {
		return &VersionError{Have: have, Want: version}
	}
	for ; have < version; have++ {
		step := migrate[have]
		if step == nil {
			return fmt.Errorf("games: no way from version %d", have)
		}
		if body, err = step(body); err != nil {
			return fmt.Errorf("games: version %d: %w", have, err)
		}
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(state); err != nil {
		return fmt.Errorf("games: state: %w", err)
	}
	if dec.More() {
		return fmt.Errorf("games: state: more than one")
	}
	return nil
}
