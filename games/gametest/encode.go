package gametest

import (
	"encoding/json"

	"kumpas/games"
)

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
