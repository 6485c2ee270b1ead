package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/store"
)

// Whatever is pressed, by whomever, at whichever table, with whatever values and fields: no panic and no mishap, one answer, no
// secret in it. Of somebody outside nothing is taken; of a player a change stands in the log under his name, and the log gives the state.
func FuzzPress(f *testing.F) {
	d := newDesk(f)
	seeds(f, d)
	f.Fuzz(func(t *testing.T, who, where, kind uint8, custom, value, text string) {
		d.t = t
		s := d.tables[int(where)%len(d.tables)]
		n := 1 + int(who)%persons
		i := d.press(n, strings.ReplaceAll(custom, "TABLE", string(s.id)))
		i.Message.Private = kind&1 != 0
		if kind&2 != 0 {
			i.Kind, i.Fields = discord.ModalSubmit, map[string]string{textField: text}
		}
		if value != "" {
			i.Values = strings.Split(value, ",")
		}
		before, revs := d.shots(), d.revisions()
		got := d.do(i)
		after := d.shots()
		id, _ := present.ParseID(i.CustomID)
		var args []string
		if len(id) > 2 {
			args = id[2:]
		}
		if n > players && n != manager && !slices.Equal(before, after) && !d.admitted(id, args, n) {
			t.Errorf("person %d changes something by %q", n, i.CustomID)
		}
		if n > players && n != manager && !i.Message.Private && !got.private() && !d.admitted(id, args, n) {
			t.Errorf("person %d is answered in public: %q: %+v", n, i.CustomID, got)
		}
		if slices.Equal(before, after) {
			return
		}
		for at, s := range d.tables {
			if before[at] == after[at] {
				continue
			}
			if err := Audit(context.Background(), d.store, All, s.id); err != nil {
				t.Errorf("%s after %q: %v", s.name, i.CustomID, err)
			}
			d.signed(s, revs[at], n, i)
		}
		if name := d.spilled(); name != "" {
			t.Errorf("%q shows the secret of %s", i.CustomID, name)
		}
		d.anew() // every press finds the same tables
	})
}

// admitted reports whether somebody outside may change something by a press: he joins, has a rematch, or is a leaver with a
// seat at the table that he has not left.
func (d *desk) admitted(id present.ParsedID, args []string, n int) bool {
	if len(id) < 2 {
		return false
	}
	for _, s := range d.tables {
		if string(s.id) == id.Arg(0) {
			rec, _ := d.record(s.id)
			return joins(s, id.Verb(), args) || rec.seatOf(personID(n)) != games.Nobody
		}
	}
	return false
}

func (d *desk) revisions() []store.Revision {
	d.t.Helper()
	out := make([]store.Revision, len(d.tables))
	for i, s := range d.tables {
		stored, err := d.store.Table(context.Background(), s.id)
		if err != nil {
			d.t.Fatal(err)
		}
		out[i] = stored.Revision
	}
	return out
}

// signed checks that what a press has changed stands in the log under its interaction and the name of who pressed.
func (d *desk) signed(s seated, since store.Revision, n int, i discord.Interaction) {
	d.t.Helper()
	rec, rev := d.record(s.id)
	if rev == since {
		return // a draft
	}
	found := false
	for entry, err := range d.store.Log(context.Background(), s.id) {
		if err != nil {
			d.t.Fatal(err)
		}
		found = found || entry.Revision > since && entry.Interaction == i.ID
	}
	if !found {
		d.t.Errorf("%s was changed by %q of person %d, and the log does not say so (%s)", s.name, i.CustomID, n, rec.Stage)
	}
}

// seeds are a few presses of each sort: every verb, and answers that are offered at this moment.
func seeds(f *testing.F, d *desk) {
	f.Helper()
	for verb := range verbs {
		f.Add(uint8(1), uint8(0), uint8(0), present.ID(verb, "TABLE", "1"), "", "")
	}
	for verb := range freeVerbs {
		f.Add(uint8(watcher), uint8(0), uint8(0), present.ID(verb, "entrika", "brief"), "", "")
	}
	for where, s := range d.tables {
		rec, _ := d.record(s.id)
		if rec.state == nil {
			f.Add(uint8(0), uint8(where), uint8(1), present.ID(present.VerbLobby, "TABLE", present.LobbyValue, "auto_prove"), "on", "")
			continue
		}
		for _, p := range rec.state.Prompts(nil, games.Nobody) {
			for seat := range games.Owing(rec.state, p).All() {
				field, ok, err := rec.state.Ask(seat, p.ID, nil)
				if err != nil || !ok || len(field.Choices) == 0 {
					continue
				}
				custom := present.ID(present.VerbReply, "TABLE", strconv.Itoa(int(p.ID)))
				f.Add(uint8(rec.Seating[seat]), uint8(where), uint8(0), custom+":"+field.Choices[0].ID, "", "")
				f.Add(uint8(rec.Seating[seat]), uint8(where), uint8(3), present.ID(present.VerbEdit, "TABLE", strconv.Itoa(int(p.ID)), "", "0"), field.Choices[0].ID, "1 2 3")
				break
			}
		}
	}
	f.Add(uint8(manager-1), uint8(0), uint8(0), "y:TABLE:end:", "", "")
	f.Add(uint8(0), uint8(0), uint8(0), strings.Repeat("r:", 50), "a,b,c", "")
	f.Add(uint8(0), uint8(0), uint8(0), "\x00:\xff", "", "")
}

// A damaged record is refused or read, and never ends the program; one that can be read is written as it was.
func FuzzRecord(f *testing.F) {
	d := newDesk(f)
	defer d.close()
	for _, name := range []string{"lobby", "voting", "over"} {
		stored, err := d.store.Table(context.Background(), d.find(name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(stored.Snapshot)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		rec, err := decodeRecord(data, All)
		if err != nil {
			return
		}
		again, err := decodeRecord(rec.encode(), All)
		if err != nil || string(again.encode()) != string(rec.encode()) {
			t.Errorf("it is not read as it was written (%v)", err)
		}
	})
}
