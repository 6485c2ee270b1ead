package bot

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"kumpas/games"
	"kumpas/store"
)

// events plays the log of the table again and returns every event of its game, the hidden ones included. They are
// for present.Story and present.Over, which show the hidden ones only when the game is over.
func (m moment) events(ctx context.Context) ([]games.Event, error) {
	_, events, err := replay(ctx, m.bot.store, m.game.Engine, m.id, m.rev)
	return events, err
}

// replay plays a table's log from the deal up to a revision.
func replay(ctx context.Context, s store.Store, engine games.Game, id store.TableID, upTo store.Revision) (games.State, []games.Event, error) {
	var state games.State
	var all []games.Event
	for entry, err := range s.Log(ctx, id) {
		if err != nil {
			return nil, nil, err
		}
		if entry.Revision > upTo {
			break
		}
		var line logged
		if err := unmarshal(entry.Data, &line); err != nil {
			return nil, nil, fmt.Errorf("log of %s: %w", id, err)
		}
		var events []games.Event
		switch {
		case line.Setup != nil:
			state, events, err = engine.New(*line.Setup)
		case line.Action != nil && state != nil:
			state, events, err = state.Apply(*line.Action)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("log of %s at revision %d: %w", id, entry.Revision, err)
		}
		if line.Event != nil {
			events = append(events, *line.Event)
		}
		all = append(all, events...)
	}
	return state, all, nil
}

// ErrReplay is a table whose log does not give its state.
var ErrReplay = errors.New("bot: the log does not give the table's state")

// Audit plays a table's log again from its deal and compares the result with the state that is stored. Errors:
// ErrReplay if they differ, store.ErrNotFound, or the store's.
func Audit(ctx context.Context, s store.Store, list Games, id store.TableID) error {
	stored, err := s.Table(ctx, id)
	if err != nil {
		return err
	}
	rec, err := decodeRecord(stored.Snapshot, list)
	if err != nil {
		return err
	}
	game, ok := list.Find(rec.Game)
	if !ok {
		return fmt.Errorf("bot: a table of an unknown game")
	}
	state, _, err := replay(ctx, s, game.Engine, id, stored.Revision)
	switch {
	case err != nil:
		return err
	case (state == nil) != (rec.state == nil), state != nil && !bytes.Equal(state.Encode(), rec.state.Encode()):
		return ErrReplay
	}
	return nil
}
