package bot_test

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/machiavelli"
	"kumpas/games/machiavelli/machtest"
	"kumpas/store"
)

// cards is a table of Machiavelli at a prepared position.
type cards struct{ *match }

// machOf is the list of games with a Machiavelli that begins with a position.
func machOf(p machtest.Position) bot.Games {
	return bot.Games{{Engine: machtest.Dealt(p), Screen: present.Machiavelli{}}}
}

// cards seats people at a position: the first one is on turn.
func (s *scene) cards(names ...string) cards {
	s.t.Helper()
	return cards{s.match(robot.Setup{Game: "machiavelli"}, s.people(names...)...)}
}

func (c cards) state() games.State {
	c.t.Helper()
	_, s := c.record()
	return s
}

// table is what lies on the table, as all may know it.
func (c cards) table() string {
	c.t.Helper()
	var melds []string
	for _, m := range c.state().View(games.Nobody).(machiavelli.View).Table {
		melds = append(melds, strings.Join(m.Cards, " "))
	}
	return strings.Join(melds, "|")
}

// find is the control of a message whose id ends in these elements, behind the mark of the bench.
func (c cards) find(m *sandbox.Message, verb string, elements ...string) *sandbox.Component {
	for _, k := range slices.Concat(m.Buttons(), m.Selects()) {
		id, ok := present.ParseID(k.CustomID)
		rest := id.Args(3)
		if verb != present.VerbEdit {
			rest = nil
		}
		if ok && id.Verb() == verb && slices.Equal(rest, elements) {
			return k
		}
	}
	return nil
}

// press presses the control of a bench with these elements and gives the panel as it is then.
func (c cards) presses(u *sandbox.User, m *sandbox.Message, verb string, elements ...string) *sandbox.Message {
	c.t.Helper()
	k := c.find(m, verb, elements...)
	if k == nil {
		c.t.Fatalf("there is no %s %q on\n%s", verb, elements, m.Text())
	}
	return c.note(u.Press(m, k.CustomID))
}

// picks picks values in the select of a bench with these elements.
func (c cards) picks(u *sandbox.User, m *sandbox.Message, values []string, elements ...string) *sandbox.Message {
	c.t.Helper()
	k := c.find(m, present.VerbEdit, elements...)
	if k == nil {
		c.t.Fatalf("there is no select %q on\n%s", elements, m.Text())
	}
	return c.note(u.Select(m, k.CustomID, values...))
}

// writes sends a draft in as a text.
func (c cards) writes(u *sandbox.User, m *sandbox.Message, text string) *sandbox.Message {
	c.t.Helper()
	return c.note(u.Submit(c.form(u, m), map[string][]string{"text": {text}}))
}

// form opens the form of a bench.
func (c cards) form(u *sandbox.User, m *sandbox.Message) *sandbox.Modal {
	c.t.Helper()
	in, err := u.Press(m, c.find(m, present.VerbWrite).CustomID)
	if err != nil {
		c.t.Fatal(err)
	}
	res, err := in.Final(c.ctx)
	if err != nil || res.Modal == nil {
		c.t.Fatalf("no form opens (%v)", err)
	}
	return res.Modal
}

// texts are what robots write as drafts, by game: what they could know, but so that something often comes of it.
var texts = map[string]func(s games.State, rng games.Rand) string{"machiavelli": meldText}

// writer writes for whoever is on turn at a table.
func writer(w *robot.World, game games.Game, table *robot.Table) func(*sandbox.User) string {
	write := texts[game.Info().ID]
	if write == nil {
		return nil
	}
	return func(*sandbox.User) string {
		stored, err := w.Config.Store.Table(context.Background(), store.TableID(table.ID))
		if err != nil {
			return "?"
		}
		_, tail, _ := bytes.Cut(stored.Snapshot, []byte{'\n'})
		state, err := game.Decode(tail)
		if err != nil {
			return "?"
		}
		return write(state, table.Rand)
	}
}

// meldText is a draft in the notation of R9.2: the whole table, or the new melds alone.
func meldText(s games.State, rng games.Rand) string {
	for _, p := range s.Prompts(nil, games.Nobody) {
		for seat := range p.Awaited.All() {
			f, _, err := s.Ask(seat, p.ID, games.Answer{machiavelli.Play})
			if err != nil || f.Editor == nil {
				continue
			}
			drafts := f.Editor.Samples(rng)
			e, err := f.Editor.Load(drafts[rng.IntN(len(drafts))])
			if err != nil {
				continue
			}
			whole := rng.IntN(2) == 0
			var melds []string
			for _, m := range e.View().(machiavelli.DraftView).Melds {
				if len(m.Cards) > 0 && (whole || m.Changed) {
					melds = append(melds, strings.Join(m.Cards, " "))
				}
			}
			return strings.ToLower(strings.Join(melds, " | ")) + "  "
		}
	}
	return "?"
}
