package games

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// VersionError is a state written by a newer program.
type VersionError struct{ Have, Want int }

func (e *VersionError) Error() string {
	return fmt.Sprintf("games: the state has version %d, this program reads up to %d", e.Have, e.Want)
}

// Damage is what is wrong with bytes that were kept: the check that failed, and nothing of what they hold, for errors stand in logs.
type Damage string

func (d Damage) Error() string { return string(d) }

// DamageOf is an error of encoding/json without the text, number or name that it quotes.
func DamageOf(err error) Damage {
	var (
		own    Damage
		syntax *json.SyntaxError
		kind   *json.UnmarshalTypeError
	)
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &syntax):
		return Damage(fmt.Sprintf("broken JSON at byte %d", syntax.Offset))
	case errors.As(err, &kind):
		return Damage(fmt.Sprintf("%s has another type", cmp.Or(kind.Field, "all of it")))
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "cut short"
	}
	return "a field that cannot be read"
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
			return fmt.Errorf("games: version %d: %w", have, DamageOf(err))
		}
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(state); err != nil {
		return fmt.Errorf("games: state: %w", DamageOf(err))
	}
	if dec.More() {
		return fmt.Errorf("games: state: more than one")
	}
	return nil
}
