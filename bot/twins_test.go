package bot_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"kumpas/bot"
	"kumpas/bot/metrics"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
	"kumpas/games/machiavelli"
)

// twins are two bots on two sandboxes that play the two games of an alike at the same time.
type twins struct {
	*alike
	t        *testing.T
	sides    [2]*side
	steps    int
	looks    int        // presses that change no game
	tinkered bool       // somebody has a draft
	standIn  games.Seat // whose seat a computer plays, Nobody if none
	trail    []string   // what was done, for findings
	guests   int        // how many there are yet who could take a seat over
}

// side is one of them.
type side struct {
	*match
	deal    *fixedDeal
	guests  []*sandbox.User
	log     *book
	secrets *secrets
	watcher *sandbox.User // the viewer, or somebody who has no seat
	manager *sandbox.User // has no seat and may do everything that the server lets its managers do
	from    int64         // what is compared comes after it
	quiet   bool          // nothing public has moved, so the screen is behind: a sealed answer was changed, a hand sorted
}

// newTwins starts both, with a table that has just come to that moment.
func newTwins(t *testing.T, d *alike, screen present.Game, options games.Options) *twins {
	t.Helper()
	w := &twins{alike: d, t: t, standIn: games.Nobody, guests: 2}
	players := d.states[0].Seating()
	for i := range w.sides {
		state := d.states[i]
		deal := &fixedDeal{Game: d.game, past: d.past}
		deal.set(0, func(games.Game, games.State) games.State { return state })
		v := &side{deal: deal, log: &book{}, secrets: &secrets{}}
		s := newScene(t, plan{keep: true, patience: func(bot.Moment) time.Duration { return 3 * time.Second }, entropy: v.secrets.entropy, log: v.log.logger(), metrics: metrics.New(), games: bot.Games{{Engine: deal, Screen: screen}}})
		var users []*sandbox.User
		for n := range len(players) + 1 + w.guests {
			users = append(users, s.g.NewUser(fmt.Sprintf("Oyuncu %d", n+1), []string{"tr", "en-US"}[n%2]))
		}
		v.manager = s.g.NewUser("Yönetici", "tr")
		s.g.Promote(v.manager, "Yönetim", sandbox.ManageChannels|sandbox.ManageGuild)
		v.watcher, v.guests = users[len(players)], users[len(players)+1:]
		if d.viewer != games.Nobody {
			v.watcher = users[players[d.viewer]]
		}
		v.match = s.match(robot.Setup{Game: d.game.Info().ID, Channel: s.g.NewChannel("masa"), Options: options}, slices.Clone(users[:len(players)])...)
		v.settled()
		log := s.sb.Log() // of the lobby some versions may be left out when many join at once, here or there
		v.from = log[len(log)-1].Seq
		w.sides[i] = v
	}
	return w
}

// play has people do what the viewer cannot tell apart, and look and draft meanwhile.
func (w *twins) play(steps int, kinds map[string]int) {
	for w.steps < steps {
		if w.steps == 0 || w.rng.IntN(5) == 0 {
			w.look()
		}
		if w.steps == 0 || w.rng.IntN(5) == 0 {
			w.tinker()
		}
		if (w.rng.IntN(3) == 0 || w.standIn != games.Nobody) && w.around(kinds) {
			continue
		}
		if w.rng.IntN(8) == 0 && w.late() {
			kinds["timeout"]++
			continue
		}
		d, ok := w.next()
		if !ok {
			return
		}
		w.steps++
		kinds[d.prompt.Kind]++
		w.trail = append(w.trail, fmt.Sprint(d.seat, d.prompt.Kind, d.prompt.ID, d.first, d.answer))
		w.tinkered = w.tinkered && d.prompt.Open()                               // it goes with its prompt
		privately := w.rng.IntN(2) == 0 || d.prompt.Sealed && d.seat == w.viewer // else a follow-up comes when it likes
		for i, v := range w.sides {
			if d.first[i] != nil {
				v.does(d.seat, d.prompt.ID, d.first[i], privately)
				if !d.prompt.Quiet {
					v.settled()
				}
			}
			v.does(d.seat, d.prompt.ID, d.answer[i], privately)
			_, state := v.record()
			if !bytes.Equal(state.Encode(), w.states[i].Encode()) {
				w.t.Fatalf("seat %d has not answered prompt %d (%s) by %q after %q", d.seat, d.prompt.ID, d.prompt.Kind, []string(d.answer[i]), w.trail)
			}
			_, stands := games.PromptFor(state, games.Nobody, d.prompt.ID)
			if v.quiet = d.first[i] != nil || d.silent[i] && d.prompt.Open() && privately || d.prompt.Quiet && stands; !v.quiet {
				v.settled()
			}
		}
		w.even()
		w.sameRecords()
	}
}

// late lets the time of a decision end, unless somebody has drafted something that would then be played.
func (w *twins) late() bool {
	w.t.Helper()
	if w.sides[0].quiet || w.tinkered || w.standIn != games.Nobody {
		return false
	}
	if _, ok := w.expire(); !ok {
		return false
	}
	w.steps++
	for _, v := range w.sides { // the warnings come first
		v.clock.Advance(v.left() - time.Second)
		v.until("the warnings", func() bool { return v.ticks().After(v.clock.Now()) })
		v.settled()
	}
	w.even()
	for i, v := range w.sides {
		v.clock.Advance(time.Second)
		v.until("what the end of the time stands for", func() bool {
			_, state := v.record()
			return bytes.Equal(state.Encode(), w.states[i].Encode())
		})
		v.settled()
	}
	w.even()
	return true
}

// even waits until both viewers have been sent as much: what comes late would be left out when more comes.
func (w *twins) even() {
	w.t.Helper()
	for _, see := range []func(*side) *sandbox.User{func(v *side) *sandbox.User { return v.watcher }, func(v *side) *sandbox.User { return v.manager }} {
		var n [2]int
		w.sides[0].until("as much on both sides", func() bool {
			for i, v := range w.sides {
				n[i] = len(feedOf(see(v), v.match, v.from))
			}
			return n[0] == n[1]
		})
	}
}

// does has a seat answer.
func (v *side) does(seat games.Seat, p games.PromptID, a games.Answer, privately bool) {
	v.t.Helper()
	u, from := v.at(seat), v.Board()
	_, state := v.record()
	for n := range a {
		f, _, err := state.Ask(seat, p, a[:n])
		if err != nil {
			v.t.Fatal(err)
		}
		if f.Editor != nil {
			v.drafts(u, p, a[:n], f.Editor, a[n])
			return
		}
	}
	if privately {
		from = v.panel(u)
	}
	v.answer(u.Forge(v.reply(from, p, a)))
}

// reply is the press that gives an answer; what is too long for an id is picked in a menu.
func (v *side) reply(from *sandbox.Message, p games.PromptID, a games.Answer) sandbox.Forgery {
	id := func(a games.Answer) string {
		return present.ID(present.VerbReply, append([]string{v.ID, fmt.Sprint(p)}, a...)...)
	}
	if last := len(a) - 1; len(id(a)) > 100 {
		return sandbox.Forgery{Message: from, CustomID: id(a[:last]), Type: sandbox.TypeStringSelect, Values: games.Split(a[last])}
	}
	return sandbox.Forgery{Message: from, CustomID: id(a)}
}

// workbench opens somebody's bench behind the beginning of an answer.
func (v *side) workbench(u *sandbox.User, p games.PromptID, path games.Answer) *sandbox.Message {
	v.t.Helper()
	return v.note(u.Forge(v.reply(v.panel(u), p, path)))
}

// drafts has somebody write a draft and submit it.
func (v *side) drafts(u *sandbox.User, p games.PromptID, path games.Answer, blank games.Editor, draft string) {
	v.t.Helper()
	m := v.workbench(u, p, path)
	e, err := blank.Load(draft)
	if err != nil {
		v.t.Fatal(err)
	}
	text := textOf(e)
	if read, err := blank.Parse(text); err == nil && text != "" && reflect.DeepEqual(read.View(), e.View()) {
		m = v.note(u.Forge(sandbox.Forgery{Message: m, CustomID: present.ID(present.VerbWrite, v.ID, fmt.Sprint(p)),
			Type: sandbox.TypeActionRow, Fields: map[string][]string{"text": {text}}}))
	} else {
		id := present.ID(present.VerbEdit, v.ID, fmt.Sprint(p), markOn(m), "0", operationTo(blank, e))
		m = v.note(u.Forge(sandbox.Forgery{Message: m, CustomID: id}))
	}
	if sends(m).CustomID == "" {
		v.t.Fatalf("the draft %q is not taken:\n%s", draft, m.Text())
	}
	v.answer(u.Press(m, sends(m).CustomID))
}

// operationTo is the one operation that makes a draft for which there are no words, such as to begin anew or to give up.
func operationTo(blank, draft games.Editor) string {
	f, _, _ := blank.Ask(nil)
	for _, c := range f.Choices {
		if next, err := blank.Do(games.Answer{c.ID}); err == nil && reflect.DeepEqual(next.View(), draft.View()) {
			return c.ID
		}
	}
	return ""
}

// textOf is a draft as a person writes it.
func textOf(e games.Editor) string {
	d, ok := e.View().(machiavelli.DraftView)
	if !ok {
		return e.Draft()
	}
	var melds []string
	for _, m := range d.Melds {
		if len(m.Cards) > 0 {
			melds = append(melds, strings.Join(m.Cards, " "))
		}
	}
	return strings.Join(melds, " | ")
}

// sends is the button that submits a bench's draft.
func sends(m *sandbox.Message) *sandbox.Component {
	for _, b := range m.Buttons() {
		if id, _ := present.ParseID(b.CustomID); id.Verb() == present.VerbSubmit {
			return b
		}
	}
	return &sandbox.Component{}
}

// markOn is the mark of a bench, which stands in the ids of its controls.
func markOn(m *sandbox.Message) string {
	for _, c := range slices.Concat(m.Buttons(), m.Selects()) {
		if id, _ := present.ParseID(c.CustomID); id.Verb() == present.VerbEdit {
			return id.Arg(2)
		}
	}
	return ""
}

// fiddling is how often somebody presses something at a time.
const fiddling = 6

// tinker has somebody work on a draft without submitting it: the viewer in the same way on both sides, others each in his own.
func (w *twins) tinker() {
	w.t.Helper()
	for _, p := range w.states[0].Prompts(nil, games.Nobody) {
		for seat := range p.Awaited.All() {
			path, ok := toEditor(seat, p.ID, w.states[:]...)
			if !ok {
				continue
			}
			seed := w.rng.Uint64()
			w.looks += fiddling
			w.tinkered = true
			for i, v := range w.sides {
				rng := rand.New(rand.NewPCG(seed, 0))
				if seat != w.viewer {
					rng = rand.New(rand.NewPCG(seed, uint64(i)))
				}
				m := v.workbench(v.at(seat), p.ID, path)
				for range fiddling {
					m = v.fiddles(v.at(seat), m, rng)
				}
			}
			return
		}
	}
}

// toEditor is the beginning of an answer behind which there is an editor in all these games.
func toEditor(seat games.Seat, p games.PromptID, states ...games.State) (games.Answer, bool) {
	paths := []games.Answer{nil}
	for len(paths) > 0 {
		path := paths[0]
		paths = paths[1:]
		there, editor := true, true
		var first games.Field
		for n, s := range states {
			f, ok, err := s.Ask(seat, p, path)
			there, editor = there && ok && err == nil, editor && f.Editor != nil
			if n == 0 {
				first = f
			}
		}
		switch {
		case !there:
			continue
		case editor:
			return path, true
		}
		for _, c := range first.Choices {
			if c.Not == "" && len(path) < 2 {
				paths = append(paths, append(slices.Clone(path), c.ID))
			}
		}
	}
	return nil, false
}

// fiddles presses something on a bench.
func (v *side) fiddles(u *sandbox.User, m *sandbox.Message, rng *rand.Rand) *sandbox.Message {
	v.t.Helper()
	list := slices.DeleteFunc(slices.Concat(m.Buttons(), m.Selects()), func(c *sandbox.Component) bool {
		id, _ := present.ParseID(c.CustomID)
		return c.Disabled || id.Verb() != present.VerbEdit
	})
	if len(list) == 0 {
		return m
	}
	c := list[rng.IntN(len(list))]
	if c.Type == sandbox.TypeButton {
		return v.note(u.Press(m, c.CustomID))
	}
	var values []string
	for _, n := range rng.Perm(len(c.Options))[:max(1, min(*c.MaxValues, len(c.Options), 1+rng.IntN(3)))] {
		values = append(values, c.Options[n].Value)
	}
	return v.note(u.Select(m, c.CustomID, values...))
}

// look has the viewer or the manager look at something, on both sides: by every verb of the router and by every command.
func (w *twins) look() {
	w.t.Helper()
	args := [][]string{nil, {"react"}, {"0"}}
	for seat := range w.states[0].Seating() {
		for _, p := range w.states[0].Prompts(nil, games.Seat(seat)) {
			id := fmt.Sprint(p.ID)
			args = append(args, []string{id})
			if f, ok, err := w.states[0].Ask(games.Seat(seat), p.ID, nil); err == nil && ok {
				for _, c := range f.Choices {
					args = append(args, []string{id, c.ID})
				}
			}
		}
	}
	manager := w.rng.IntN(2) == 0
	verbs := bot.Verbs
	if !manager && w.viewer != games.Nobody { // he could do something by others
		verbs, args = []string{present.VerbPanel, present.VerbPass, present.VerbRecord, present.VerbStory}, args[:1]
	}
	verb, arg := verbs[w.rng.IntN(len(verbs))], args[w.rng.IntN(len(args))]
	commands := [][]string{{"hand"}, {"rules"}, {"table", "show"}, {"table", "history"}, {"table", "leave"}, {"table", "pause"}, {"table", "resume"}, {"table", "end"},
		{"me", "privacy"}, {"me", "delete"}, {"settings", "show"}} // of what needs a yes only the question comes
	command := commands[w.rng.IntN(len(commands)-1)]
	if manager {
		command = commands[w.rng.IntN(len(commands))]
	}
	typed := w.rng.IntN(3) == 0 && !w.sides[0].quiet
	p, forged := w.refused(manager)
	w.completions()
	w.looks++
	for _, v := range w.sides {
		u := v.manager
		if !manager {
			u = v.watcher
		}
		switch {
		case typed && len(command) == 1:
			v.note(u.Command(v.Channel, command[0]))
		case typed:
			v.note(u.Command(v.Channel, command[0], sandbox.Sub(command[1])))
		case forged != nil:
			v.note(u.Forge(v.reply(v.Board(), p, forged)))
		default:
			v.note(u.Forge(sandbox.Forgery{Message: v.Board(), CustomID: present.ID(verb, append([]string{v.ID}, arg...)...)}))
		}
		if !v.quiet {
			v.settled()
		}
	}
}

// refused is an answer that the viewer may not give, such as that of somebody else, in either game.
func (w *twins) refused(manager bool) (games.PromptID, games.Answer) {
	if manager || w.viewer == games.Nobody || w.absent.Has(w.viewer) || w.rng.IntN(2) == 0 {
		return 0, nil
	}
	for range 10 {
		seat := games.Seat(w.rng.IntN(len(w.states[0].Seating())))
		list := slices.DeleteFunc(w.states[0].Prompts(nil, seat), func(p games.Prompt) bool { return !p.Mine })
		if len(list) == 0 {
			continue
		}
		p := list[w.rng.IntN(len(list))]
		a := w.choose(w.states[w.rng.IntN(2)], seat, p)
		if w.rng.IntN(4) == 0 {
			a = games.Answer{"s0"}
		}
		no := len(a) > 0
		for _, s := range w.states {
			for n := range len(a) + 1 {
				f, _, err := s.Ask(w.viewer, p.ID, a[:n])
				no = no && f.Editor == nil
				if n == len(a) {
					no = no && err != nil
				}
			}
		}
		if no && len(strings.Join(a, ":")) < 70 {
			return p.ID, a
		}
	}
	return 0, nil
}

// completions asks what is offered while somebody types: that depends on nothing at the table.
func (w *twins) completions() {
	w.t.Helper()
	var offered [2][]sandbox.CommandChoice
	for i, v := range w.sides {
		var err error
		if offered[i], err = v.watcher.Autocomplete(v.ctx, v.Channel, "rules", sandbox.Focus("topic", "")); err != nil {
			w.t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(offered[0], offered[1]) {
		w.t.Errorf("while he types the viewer is offered %v and %v", offered[0], offered[1])
	}
}
