package bot

import (
	"context"
	"encoding/json"
	"fmt"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
)

// message draws what stands in the channel.
func (m moment) message(ctx context.Context) discord.Message {
	switch {
	case m.rec.state == nil:
		return m.lobby().Message()
	case m.rec.Stage == stageOver:
		all, err := m.events(ctx)
		if err != nil {
			m.bot.log.Error("story", "table", m.id, "err", err)
		}
		return present.Over(m.scene(games.Nobody, m.words()), all)
	}
	return present.Board(m.scene(games.Nobody, m.words()), m.called())
}

// called are the users whom the board mentions.
func (m moment) called() []string {
	var users []string
	for seat := range m.rec.Calls.All() {
		if p := m.rec.at(seat); !p.Quiet {
			users = append(users, p.User)
		}
	}
	return users
}

// frozen draws what is left of an older message when a new one takes its place.
func (m moment) frozen(old shown) discord.Message {
	if old.Board == 0 {
		where := ""
		if m.rec.Parent != "" {
			where = "<#" + m.rec.Channel + ">"
		}
		return m.lobby().Started(where)
	}
	s := m.scene(games.Nobody, m.words())
	events, cut := m.rec.since(old.Segment)
	if later, _ := m.rec.since(m.rec.Segment); len(later) <= len(events) {
		events = events[:len(events)-len(later)]
	}
	s.Cut, s.Feed = cut, nil
	for _, e := range events {
		if e.For(games.Nobody) {
			s.Feed = append(s.Feed, e)
		}
	}
	return present.Frozen(s)
}

// events plays the log of the table again and returns every event of its game, the hidden ones included. They are
// for present.Story and present.Over, which show the hidden ones only when the game is over.
func (m moment) events(ctx context.Context) ([]games.Event, error) {
	_, events, err := m.bot.replay(ctx, m)
	return events, err
}

// replay plays a table's log from its start. The final state equals the table's.
func (b *Bot) replay(ctx context.Context, m moment) (games.State, []games.Event, error) {
	var state games.State
	var all []games.Event
	for entry, err := range b.store.Log(ctx, m.id) {
		if err != nil {
			return nil, nil, err
		}
		if entry.Revision > m.rev {
			break
		}
		var line logged
		if err := json.Unmarshal(entry.Data, &line); err != nil {
			return nil, nil, fmt.Errorf("log of %s: %w", m.id, err)
		}
		var events []games.Event
		switch {
		case line.Setup != nil:
			state, events, err = m.game.Engine.New(*line.Setup)
		case line.Action != nil && state != nil:
			state, events, err = state.Apply(*line.Action)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("log of %s at revision %d: %w", m.id, entry.Revision, err)
		}
		all = append(all, events...)
	}
	return state, all, nil
}
