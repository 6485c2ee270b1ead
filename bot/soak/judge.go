package soak

import (
	"context"
	"errors"

	"kumpas/bot"
	"kumpas/store"
)

// judge reads the store that the bot has left.
func (s *soak) judge(ctx context.Context, kept store.Store) error {
	count := map[string]int{}
	for _, id := range s.tables {
		switch err := bot.Audit(ctx, kept, bot.All, store.TableID(id)); {
		case errors.Is(err, bot.ErrReplay):
			s.report.Differ++
		case err != nil:
			return err
		}
		for entry, err := range kept.Log(ctx, store.TableID(id)) {
			if err != nil {
				return err
			}
			if entry.Interaction != "" {
				count[entry.Interaction]++
			}
		}
	}
	for id, text := range s.still { // of a game that is over somebody may have deleted the end
		switch stored, err := kept.Table(ctx, store.TableID(id)); {
		case err != nil:
			return err
		case !stored.Closed:
			s.report.Stuck = append(s.report.Stuck, text)
		}
	}
	for _, n := range count {
		if n > 1 {
			s.report.Doubled++
		}
	}
	s.report.Acknowledged = len(s.acks)
	for id, ack := range s.acks {
		s.report.Told[ack.how]++
		if count[id] == 0 {
			s.report.Lost = append(s.report.Lost, "lost: "+ack.how+" "+ack.told)
		}
	}
	return nil
}
