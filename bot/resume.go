package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"kumpas/store"
)

// resume takes up all tables of the store: their headers and deadlines, without reading the tables themselves.
// Tables whose time ran out while the program was down get some more; those whose screen is behind are shown again.
func (b *Bot) resume(ctx context.Context) error {
	now := b.clock.Now()
	for listed, err := range b.store.Tables(ctx) {
		if err != nil {
			return err
		}
		h, err := readHeader(listed.Header)
		if err != nil { // one table that cannot be read keeps no other from being played
			b.log.Error("table", "table", listed.ID, "err", fmt.Errorf("%w: header: %w", errUnreadable, err))
			continue
		}
		b.tables.list(listed.ID, h, true)
		first := earliest(listed.Deadlines)
		if slices.ContainsFunc(listed.Deadlines, func(d store.Deadline) bool { return d.Key == dueComputer && astray(d.At, now) }) {
			first = now
		}
		if missed(listed.Deadlines, now) {
			b.tables.excuse(listed.ID)
		}
		if !first.IsZero() {
			b.scheduler.set(listed.ID, first)
		}
		if b.behind(ctx, listed) {
			b.tables.do(listed.ID, (*table).showAgain)
		}
	}
	if err := b.resumeEnds(ctx); err != nil {
		return err
	}
	return b.store.PurgeTokens(ctx, now)
}

// missed reports whether the time of a person has passed: a computer player and a warning miss nothing.
func missed(all []store.Deadline, now time.Time) bool {
	return slices.ContainsFunc(all, func(d store.Deadline) bool {
		return d.At.Before(now) && d.Key != dueComputer && !strings.HasPrefix(d.Key, dueWarning)
	})
}

// lately is how many of the tables closed last are looked at when the program starts.
const lately = 200

// resumeEnds shows the ends that the former process had no time to show.
func (b *Bot) resumeEnds(ctx context.Context) error {
	n := 0
	for listed, err := range b.store.Closed(ctx) {
		if err != nil {
			return err
		}
		if n++; n > lately {
			return nil
		}
		if b.behind(ctx, listed) {
			b.tables.do(listed.ID, (*table).showEnd)
		}
	}
	return nil
}

// behind reports whether Discord may show an older revision of a table than the store holds.
func (b *Bot) behind(ctx context.Context, listed store.Listed) bool {
	var s shown
	data, err := b.store.Shown(ctx, listed.ID)
	return err != nil || json.Unmarshal(data, &s) != nil || s.Revision < listed.Revision
}
