package bot

import (
	"context"
	"maps"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/store"
)

// message draws what stands in the channel.
func (m moment) message(ctx context.Context) discord.Message {
	msg := m.draw(ctx)
	m.bot.check(msg)
	return msg
}

func (m moment) draw(ctx context.Context) discord.Message {
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

// folded reports whether the table closed before it began: its message says so for good, however old it is.
func (m moment) folded() bool { return m.rec.Stage == stageOver && m.rec.state == nil }

// called are the users whom the board mentions.
func (m moment) called() []string {
	var users []string
	for seat := range m.rec.Calls.All() {
		if p := m.rec.at(seat); !p.Quiet && !p.computer() && !m.rec.Gone.Has(seat) {
			users = append(users, p.User)
		}
	}
	return users
}

// frozen draws what is left of an older message when a new one takes its place.
func (m moment) frozen(old shown) discord.Message {
	if m.rec.Stage == stageLobby {
		return present.Note(m.words().Say("table.moved", "Link", "<#"+m.rec.Channel+">"))
	}
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

// moment is a table at one revision: what screens are drawn from, at leisure and on any goroutine.
type moment struct {
	bot    *Bot
	id     store.TableID
	rec    *record
	rev    store.Revision
	game   Entry
	drafts map[games.Seat]drafts
}

// moment takes a picture of the table as it was last committed.
func (t *table) moment() moment {
	game, _ := t.bot.Games.Find(t.rec.Game)
	return moment{bot: t.bot, id: t.id, rec: t.rec, rev: t.rev, game: game, drafts: maps.Clone(t.drafts)}
}
