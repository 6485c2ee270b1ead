package bot

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
)

// control is something that can be pressed, and what may be picked if it is a menu.
type control struct {
	id      string
	options []string
	most    int
	private bool
}

// controlsIn are the controls of a message, disabled ones included: whoever forges presses them as well.
func controlsIn(parts []discord.Component, private bool) (out []control) {
	for _, c := range parts {
		out = append(out, controlsIn(c.Components, private)...)
		if c.CustomID == "" {
			continue
		}
		one := control{id: c.CustomID, most: c.MaxValues, private: private}
		for _, o := range c.Options {
			one.options = append(one.options, o.Value)
		}
		out = append(out, one)
	}
	return out
}

// offered are all controls of a table at this moment: those of its board, and of a person's panel.
func (d *desk) offered(s seated, n int) (out []control) {
	d.t.Helper()
	done := make(chan struct{})
	d.bot.tables.do(s.id, func(t *table, ctx context.Context) {
		defer close(done)
		if t.load(ctx) != nil {
			return
		}
		out = controlsIn(t.moment().draw(ctx).Components, false)
		if seat := t.rec.seatOf(personID(n)); t.rec.Stage == stagePlaying && seat != games.Nobody {
			msg, _ := t.panelFor(seat, "tr")
			out = append(out, controlsIn(msg.Components, true)...)
		}
	})
	<-done
	return out
}

// behind are controls of questions and menus that no board shows: confirmations, orders, empty seats, looking back.
func behind(s seated) (out []control) {
	id := string(s.id)
	for _, deed := range []string{deedLeave, deedRemove, deedEnd, deedPause, deedResume} {
		out = append(out, control{id: present.ID(present.VerbAct, id, deed, personID(2)), private: true})
	}
	for _, what := range []string{present.PassAll, present.PassKind, present.PassPrompt, present.PassNone} {
		out = append(out, control{id: present.ID(present.VerbPass, id, what), private: true})
	}
	for _, seat := range []string{"", "0", "1", "2", "3", "4"} {
		out = append(out, control{id: present.ID(present.VerbSeat, id, seat)})
	}
	for _, what := range slices.Sorted(maps.Keys(lobbyDeeds)) {
		out = append(out, control{id: present.ID(present.VerbLobby, id, what), options: []string{"blitz", "computer", "en", "u" + personID(2)}, most: 1, private: true})
	}
	for _, verb := range []string{present.VerbStory, present.VerbExport, present.VerbAgain} {
		out = append(out, control{id: present.ID(verb, id, "0")})
	}
	return out
}

// given is a command of a script.
func (d *desk) given(s *script, n int) discord.Interaction {
	commands := [][2]string{{"hand"}, {"rules"}, {"table", "show"}, {"table", "leave"}, {"table", "remove"}, {"table", "pause"}, {"table", "resume"}, {"table", "end"},
		{"table", "history"}, {"me", "mentions"}, {"me", "privacy"}, {"settings", "show"}, {"settings", "pace"}}
	i := d.interaction(n, discord.Command)
	c := commands[s.next(len(commands))]
	i.Command, i.Sub, i.Options = c[0], c[1], map[string]string{"player": personID(s.next(persons)), "state": "true", "pace": "blitz", "game": "noir"}
	return i
}

// script reads numbers out of bytes; after the last there are only zeros.
type script []byte

func (s *script) next(below int) int {
	if len(*s) == 0 || below <= 0 {
		return 0
	}
	n := int((*s)[0])
	*s = (*s)[1:]
	return n % below
}

// awaited is somebody whose answer is awaited, n if nobody's is.
func (d *desk) awaited(at seated, n int) int {
	rec, _ := d.record(at.id)
	if rec.state == nil || rec.Stage != stagePlaying {
		return n
	}
	for _, p := range rec.state.Prompts(nil, games.Nobody) {
		for seat := range games.Owing(rec.state, p).All() {
			for n := 1; n <= leaver; n++ {
				if rec.at(seat).User == personID(n) {
					return n
				}
			}
		}
	}
	return n
}

// pressed is one press of a script: mostly what stands on a board or in somebody's panel, pressed by him or by another, as it is or bent.
func (d *desk) pressed(s *script, at seated, text string) (n int, i discord.Interaction) {
	n = 1 + s.next(persons)
	if s.next(3) > 0 {
		n = d.awaited(at, n)
	}
	if s.next(16) == 15 {
		return n, d.given(s, n)
	}
	whose := n
	if s.next(4) == 3 { // what another one sees
		whose = 1 + s.next(players)
	}
	all := d.offered(at, whose)
	if s.next(4) == 3 || len(all) == 0 {
		all = behind(at)
	}
	c := all[s.next(len(all))]
	args := strings.Split(c.id, ":")
	var values []string
	for _, v := range c.options {
		if len(values) < c.most && s.next(3) > 0 {
			values = append(values, v)
		}
	}
	switch bend := s.next(16); {
	case bend == 15: // another argument
		args[s.next(len(args))] = []string{"", "0", "1", "-1", "99999", "s1", string(at.id), text}[s.next(8)]
	case bend == 14:
		args = append(args, text)
	case bend == 13:
		values = append(values, text)
	case bend == 12:
		args = args[:1+s.next(len(args))]
	}
	i = d.press(n, strings.Join(args, ":"))
	i.Values, i.Message.Private = values, c.private != (s.next(8) == 7)
	if args[0] == "w" && s.next(3) > 0 {
		i.Kind, i.Fields = discord.ModalSubmit, map[string]string{textField: text}
	}
	return n, i
}

// Whatever people press one after the other at a table, drafts, votes, leaving and taking over included: each press has one answer, none
// is a mishap, nobody outside changes anything, no secret is sent, and the log gives the state.
func FuzzTable(f *testing.F) {
	d := newDesk(f)
	for where := range d.tables {
		for seed, text := range []string{"S4 S5 S6 | H9 D9 C9", "1 2 3", "x", "attack", "yes", ""} {
			b := make([]byte, 200)
			rand.NewChaCha8([32]byte{byte(where), byte(seed)}).Read(b)
			f.Add(uint8(where), b, text)
		}
	}
	f.Fuzz(func(t *testing.T, where uint8, moves []byte, text string) {
		if Racing && len(text)%4 != 1 {
			t.Skip("one goroutine at a time: a sample will do for the race detector")
		}
		d.t = t
		at := d.tables[int(where)%len(d.tables)]
		first := d.shots()
		s := script(moves)
		for range 24 {
			if len(s) == 0 {
				break
			}
			n, i := d.pressed(&s, at, text)
			before := ""
			if n > players {
				before = d.shot(at.id)
			}
			id, args := i.CustomID, strings.Split(i.CustomID, ":")
			rec, _ := d.record(at.id)
			mine := rec.seatOf(personID(n)) != games.Nobody || rec.index(personID(n)) >= 0 || n == manager
			got := d.do(i)
			if before == "" || mine || d.shot(at.id) == before {
				continue
			}
			if !joinsNow(rec, args, n) {
				t.Errorf("person %d changes something by %q: %+v", n, id, got)
			}
		}
		changed := false
		for k, now := range d.shots() {
			if now == first[k] {
				continue
			}
			changed = true
			if err := Audit(context.Background(), d.store, All, d.tables[k].id); err != nil {
				t.Errorf("%s: %v", d.tables[k].name, err)
			}
		}
		if name := d.spilled(); name != "" {
			t.Errorf("the secret of %s is shown", name)
		}
		if changed {
			d.anew()
		}
	})
}

// joinsNow reports whether somebody without a part in a table may change it by a press: he joins its lobby, sits down on an empty seat, or has a rematch.
func joinsNow(r *record, args []string, n int) bool {
	if n == foreign {
		return false
	}
	switch {
	case r.Stage == stageLobby:
		return len(args) > 2 && args[0] == "l" && args[2] == "join"
	case r.Stage == stagePlaying:
		return args[0] == "j" && r.Fill == fillOpen && len(r.vacant()) > 0
	}
	return args[0] == "x"
}
