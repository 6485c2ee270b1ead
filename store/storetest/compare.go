package storetest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"kumpas/store"
)

// World names what Dump looks for: what cannot be listed must be asked for by name.
type World struct {
	Tables []store.TableID
	Drafts []string
	Users  []string
	Guilds []string
	Now    time.Time // for the tokens
}

// Dump writes down all that a store answers about a world, a line for each answer.
// Two stores with the same dump cannot be told apart in it.
func Dump(ctx context.Context, s store.Store, w World) []string {
	var lines []string
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	each(say, "open", s.Tables(ctx), listedLine)
	each(say, "closed", s.Closed(ctx), listedLine)
	for _, id := range w.Tables {
		if t, err := s.Table(ctx, id); err != nil {
			say("table %s: %s", id, kind(err))
		} else {
			say("table %s %s: %d %q %q %s closed=%v", id, t.ID, t.Revision, t.Header, t.Snapshot, deadlines(t.Deadlines), t.Closed)
		}
		each(say, "log "+string(id), s.Log(ctx, id), func(e store.Entry) string {
			return fmt.Sprintf("%d %q %s %q", e.Revision, e.Interaction, clock(e.At), e.Data)
		})
		shown, err := s.Shown(ctx, id)
		say("shown %s: %q %s", id, shown, kind(err))
		for _, name := range w.Drafts {
			data, err := s.Draft(ctx, id, name)
			say("draft %s %s: %q %s", id, name, data, kind(err))
		}
		for _, user := range w.Users {
			t, err := s.Token(ctx, id, user, w.Now)
			if err != nil {
				t = store.Token{}
			}
			say("token %s %s: %q %s %s", id, user, t.Data, clock(t.Expires), kind(err))
		}
	}
	for _, of := range []struct {
		kind store.SettingKind
		ids  []string
	}{{store.SettingUser, w.Users}, {store.SettingGuild, w.Guilds}} {
		for _, id := range of.ids {
			data, err := s.Setting(ctx, of.kind, id)
			say("setting %s %s: %q %s", of.kind, id, data, kind(err))
		}
	}
	for _, guild := range w.Guilds {
		each(say, "results "+guild, s.Results(ctx, guild), func(r store.Result) string {
			return fmt.Sprintf("%s %s %s %q %s %q", r.Guild, r.Table, r.Game, r.Users, clock(r.At), r.Data)
		})
	}
	return lines
}

func each[T any](say func(string, ...any), title string, rows iter.Seq2[T, error], line func(T) string) {
	for row, err := range rows {
		if err != nil {
			say("%s: %s", title, kind(err))
		} else {
			say("%s: %s", title, line(row))
		}
	}
}

func listedLine(l store.Listed) string {
	return fmt.Sprintf("%s %d %q %s", l.ID, l.Revision, l.Header, deadlines(l.Deadlines))
}

func deadlines(list []store.Deadline) string {
	s := fmt.Sprintf("%d deadlines", len(list))
	for _, d := range list {
		s += fmt.Sprintf(" %q %s", d.Key, clock(d.At))
	}
	return s
}

// clock shows a time with its zone, which must be UTC.
func clock(t time.Time) string { return t.Format("2006-01-02T15:04:05.999999999 MST") }

// kind reduces an error to the one the contract names.
func kind(err error) string {
	for _, k := range []error{nil, store.ErrNotFound, store.ErrConflict, store.ErrDuplicate, store.ErrClosed, context.Canceled} {
		if errors.Is(err, k) {
			return fmt.Sprint(k)
		}
	}
	return "undocumented: " + err.Error()
}
