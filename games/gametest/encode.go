package gametest

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"kumpas/games"
)

// checkEncode asks whether the state that was decoded is the same, and goes on with it every other time.
func (w *walk) checkEncode() {
	w.did("encode")
	data := slices.Clone(w.bytes)
	back, err := w.g.Decode(data)
	if err != nil {
		w.fail("encode", "Decode gives %v for what Encode wrote: %.300s", err, w.bytes)
		return
	}
	// What is done with the bytes afterwards is no matter of the state.
	clear(data)
	text := differentBytes(w.bytes, back.Encode())
	if text != "" {
		w.fail("encode", "encoded, decoded and encoded again: %s", text)
	}
	seed := w.rng.Uint64()
	thorough := w.rng.IntN(8) == 0
	one := w.rng.IntN(w.setup.Players+1) - 1
	for _, v := range w.look.viewers() {
		if !thorough && int(v) != one {
			continue
		}
		if text := differ(w.state(), back, v, seed, thorough); text != "" {
			w.fail("encode", "decoded, viewer %d sees %s", v, text)
		}
	}
	if !reflect.DeepEqual(w.state().Outcome(), back.Outcome()) || !slices.Equal(w.state().Seating(), back.Seating()) {
		w.fail("encode", "decoded, outcome or seating is another: %+v and %+v", w.state().Outcome(), back.Outcome())
	}
	if !maps.Equal(w.g.Ledger(w.state()), w.g.Ledger(back)) {
		w.fail("encode", "decoded, the ledger is another")
	}
	if text == "" && w.rng.IntN(2) == 0 {
		w.look = lookAt(back, w.setup.Players)
	}
}

// checkVersion asks whether a state of a newer program is known as one.
func (w *walk) checkVersion() {
	head, body, ok := bytes.Cut(w.bytes, []byte{' '})
	version, err := strconv.Atoi(string(head))
	if !ok || err != nil || version < 1 {
		w.fail("encode", "the bytes do not begin with a version and a space: %.40q", w.bytes)
		return
	}
	newer := slices.Concat(strconv.AppendInt(nil, int64(version)+1, 10), []byte{' '}, body)
	var v *games.VersionError
	if _, err := w.g.Decode(newer); !errors.As(err, &v) || v.Have != version+1 || v.Want != version {
		w.fail("encode", "Decode of version %d gives %v, the present version is %d", version+1, err, version)
	}
}

// replay plays the log again, as it was written and read, from the setup and, action by action, from decoded states.
func (w *walk) replay() {
	w.did("replay")
	state, _, err := w.g.New(w.setup)
	if err != nil {
		w.fail("replay", "New gives %v the second time", err)
		return
	}
	if text := differentBytes(w.first, state.Encode()); text != "" {
		w.fail("replay", "the setup leads to another first state the second time: %s", text)
		return
	}
	for i, e := range w.log {
		line, err := json.Marshal(e.action)
		if err != nil {
			w.fail("replay", "action %d cannot be written: %v", i, err)
			return
		}
		var a games.Action
		if err := json.Unmarshal(line, &a); err != nil {
			w.fail("replay", "action %d cannot be read: %v", i, err)
			return
		}
		next, events, err := state.Apply(a)
		if err != nil {
			w.fail("replay", "action %d, %s, gives %v the second time", i, describe(a), err)
			return
		}
		if text := differentBytes(e.bytes, next.Encode()); text != "" {
			w.fail("replay", "action %d, %s, leads to another state the second time: %s", i, describe(a), text)
			return
		}
		if text := difference("events", e.events, events); text != "" {
			w.fail("replay", "action %d, %s, the second time: %s", i, describe(a), text)
			return
		}
		state = next
		if i%3 == 0 {
			if state, err = w.g.Decode(e.bytes); err != nil {
				w.fail("replay", "after action %d: %v", i, err)
				return
			}
		}
	}
}
