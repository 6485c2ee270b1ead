package bot

import (
	"encoding/hex"
	"fmt"
	"slices"

	"kumpas/bot/fair"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/locales"
)

// seats names the seats of the running game.
func (m moment) seats() []present.Seat {
	out := make([]present.Seat, len(m.rec.Seating))
	for seat, player := range m.rec.Seating {
		out[seat] = seatOf(m.rec.People[player])
	}
	return out
}

func seatOf(p person) present.Seat {
	s := present.Seat{Name: present.Escape(p.Name), Computer: p.computer()}
	if !s.Computer {
		s.User = p.User
	}
	return s
}

// scene is the table as viewer may know it, in the given words.
func (m moment) scene(viewer games.Seat, w *locales.Words) *present.Scene {
	r := m.rec
	s := &present.Scene{
		Table: string(m.id), Info: m.game.Engine.Info(), Game: m.game.Screen, Words: w, Viewer: viewer,
		View: r.state.View(viewer), Seats: m.seats(), Outcome: r.state.Outcome(), Paused: r.Paused != nil,
		Commitment: fair.Commitment(r.Secret), Vote: m.vote(), Ended: r.Ended,
	}
	for _, p := range r.People {
		s.People = append(s.People, seatOf(p))
	}
	if s.Outcome == nil {
		s.Vacant, s.Open = r.vacant(), r.Fill == fillOpen
	}
	events, cut := r.since(r.Segment)
	s.Cut = cut
	for _, e := range events {
		if e.For(viewer) {
			s.Feed = append(s.Feed, e)
		}
	}
	if r.Stage == stageOver {
		s.Secret = hex.EncodeToString(r.Secret)
	}
	if viewer == games.Nobody {
		s.Prompts = m.boardPrompts()
	} else {
		s.Prompts = m.panelPrompts(viewer)
		s.Feed = slices.DeleteFunc(slices.Clone(r.Feed), func(e games.Event) bool { return !e.For(viewer) })
	}
	return s
}

// words are the table's own.
func (m moment) words() *locales.Words { return m.bot.Words.For(m.rec.Lang, m.bot.Locale) }

// boardPrompts are the awaited decisions with what may be picked in the open.
func (m moment) boardPrompts() []present.Prompt {
	var out []present.Prompt
	for _, p := range m.rec.state.Prompts(nil, games.Nobody) {
		if p.Held || p.Awaited == 0 {
			continue
		}
		q := present.Prompt{Prompt: p, Due: m.rec.Clocks[p.ID].Due}
		if m.rec.Paused == nil {
			m.open(&q)
		}
		out = append(out, q)
	}
	return out
}

// shared reports whether several people answer a prompt on one board: then nobody's half picks stand there, and what needs
// a second pick stands as one button. It does not change while the prompt is open.
func shared(p games.Prompt) bool { return p.Class == games.ClassWindow || p.Class == games.ClassVote }

// open fills in the public options of a decision. One person's decision goes on from his draft; for several the
// options are those of any of them, also of those who have answered and may still change their minds.
func (m moment) open(q *present.Prompt) {
	single := !shared(q.Prompt) && q.Awaited.Count() == 1
	seats := q.Awaited
	if shared(q.Prompt) {
		seats = games.FirstSeats(len(m.rec.Seating))
	}
	have := map[string]int{}
	for seat := range seats.All() {
		var path games.Answer
		if single {
			path = m.drafts[seat][q.ID].onBoard()
		}
		f, ok, err := m.rec.state.Ask(seat, q.ID, path)
		if len(path) > 0 && (err != nil || !ok || !f.Public) { // it no longer fits, or is for his eyes: whether he drafts is nobody's business
			path = nil
			f, ok, err = m.rec.state.Ask(seat, q.ID, nil)
		}
		if err != nil || !ok || !f.Public {
			continue
		}
		q.Field, q.Path = f, path
		picks := options(m.rec.state, seat, q.ID, f, path, !single)
		if len(picks) > present.MaxButtons { // a select has no room for picks of several fields
			picks = options(m.rec.state, seat, q.ID, f, path, false)
		}
		for _, o := range picks {
			key := games.Join(o.Answer...)
			if at, ok := have[key]; !ok {
				have[key] = len(q.Options)
				q.Options = append(q.Options, o)
			} else if q.Options[at].Not != "" {
				q.Options[at] = o
			}
		}
	}
}

// panelPrompts are the viewer's own decisions, with what may be picked next.
func (m moment) panelPrompts(viewer games.Seat) []present.Prompt {
	var out []present.Prompt
	for _, p := range m.rec.state.Prompts(nil, viewer) {
		if !p.Mine || m.rec.Paused != nil {
			continue
		}
		q := present.Prompt{Prompt: p, Due: m.rec.Clocks[p.ID].Due}
		d := m.begun(viewer, p)
		f, ok, err := m.rec.state.Ask(viewer, p.ID, d.SoFar)
		if err != nil || !ok {
			d = d.at(nil)
			f, ok, err = m.rec.state.Ask(viewer, p.ID, nil)
		}
		if q.Path = d.SoFar; err == nil && ok {
			q.Field = f
			q.Options = options(m.rec.state, viewer, p.ID, f, q.Path, false)
			if f.Editor != nil {
				q.Bench = d.bench(f)
			}
		}
		out = append(out, q)
	}
	return out
}

// options are the picks of a field. Deep ones reach through further public fields, but not into a chain of picks of the same kind.
func options(s games.State, seat games.Seat, p games.PromptID, f games.Field, path games.Answer, deep bool) []present.Option {
	var out []present.Option
	for _, c := range f.Choices {
		o := present.Option{Answer: append(slices.Clone(path), c.ID), Fields: []string{f.Kind}, Steps: []games.Choice{c}, Not: c.Not}
		if deep && c.Not == "" && f.Max == 1 {
			if g, ok, err := s.Ask(seat, p, o.Answer); err == nil && ok && g.Public && g.Max == 1 && g.Kind != f.Kind {
				for _, below := range options(s, seat, p, g, o.Answer, true) {
					below.Fields = append([]string{f.Kind}, below.Fields...)
					below.Steps = append([]games.Choice{c}, below.Steps...)
					out = append(out, below)
				}
				continue
			}
		}
		out = append(out, o)
	}
	return out
}

// link leads to a message.
func link(guild, channel, message string) string {
	return channelLink(guild, channel) + "/" + message
}

// channelLink leads to a channel or thread.
func channelLink(guild, channel string) string {
	return fmt.Sprintf("https://discord.com/channels/%s/%s", guild, channel)
}
