package bot

import (
	"context"
	"errors"
	"slices"
	"strings"

	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/locales"
)

// answer carries out a complete answer.
func (t *table) answer(ctx context.Context, rep *reply, seat games.Seat, prompt games.PromptID, answer games.Answer) {
	was, _ := games.PromptFor(t.rec.state, seat, prompt)
	told := t.rec.Told
	a := games.Reply(seat, prompt, answer...)
	if err := t.act(ctx, a, &logged{Do: "act", Who: t.rec.who(rep.i.User.ID), Action: &a}, rep.i.ID); err != nil {
		t.failed(rep, err)
		return
	}
	is, open := games.PromptFor(t.rec.state, seat, prompt)
	open = open && is.Mine
	silent := was.Class == "" && t.rec.Told == told // nothing happened: he sorts his hand
	if err := t.settle(ctx); t.rec == nil {
		t.hiccup(rep, err)
		return
	}
	w := t.words(rep)
	switch {
	case rep.i.Message.Private:
		t.openPanel(rep, seat)
		if !silent && !(open && was.Given != nil && was.Sealed) {
			t.show(nil)
		}
	case t.moment().game.Screen.Opens(was.Kind):
		t.openPanel(rep, seat)
		t.show(nil)
	case open && was.Given != nil && was.Sealed: // a change: nothing public may move
		t.say(rep, w.Say("table.taken.sealed", "What", t.said(w, seat, prompt, answer)))
	case open && was.Sealed && was.Class == games.ClassVote:
		t.say(rep, w.Say("table.taken.sealed", "What", t.said(w, seat, prompt, answer)))
		t.show(nil)
	case open && was.Sealed && !slices.Equal(answer, was.Pass):
		t.show(rep)
		note := present.Note(w.Say("table.taken.sealed", "What", t.said(w, seat, prompt, answer)))
		t.bot.spawn(func(ctx context.Context) { t.bot.note(rep.follow(ctx, note), "note") })
	default:
		t.show(rep)
	}
}

// said puts an answer into words, for its author.
func (t *table) said(w *locales.Words, seat games.Seat, prompt games.PromptID, answer games.Answer) string {
	m := t.moment()
	s := m.scene(seat, w)
	var words []string
	for i, element := range answer {
		f, ok, err := t.rec.state.Ask(seat, prompt, answer[:i])
		if err != nil || !ok {
			break
		}
		for _, c := range f.Choices {
			if slices.Contains(games.Split(element), c.ID) {
				words = append(words, s.Word(f.Kind, c))
			}
		}
	}
	return strings.Join(words, " · ")
}

// act applies an action of the game and commits it. Errors: *games.Refusal, store.ErrDuplicate, or the store's.
func (t *table) act(ctx context.Context, a games.Action, line *logged, interaction string) error {
	m := t.moved()
	m.order = line.Do == doPass
	next, err := t.rec.play(a, m)
	if err != nil {
		return err
	}
	s := step{interaction: interaction, entry: line, drafts: t.draftsLeft(next, a)}
	if next.Stage == stageOver {
		s.result = next.result(t.id, t.bot.clock.Now())
	}
	return t.commit(ctx, next, s)
}

// moved is the present moment for a step.
func (t *table) moved() moved {
	game, _ := t.bot.Games.Find(t.rec.Game)
	return moved{now: t.bot.clock.Now(), info: game.Engine.Info(), opens: game.Screen.Opens, seen: t.seen, wait: t.bot.Patience}
}

// show brings the table to all screens.
func (t *table) show(rep *reply) {
	t.screen.show(t.moment(), rep)
	t.refreshPanels()
}

// settle carries out standing orders to pass, until none applies, and has a table sleep that everybody has left. An order that the rules
// refuse is dropped. One that fails is tried again later; the table goes on from what is on disk, unless that cannot be read: then it has
// no record.
func (t *table) settle(ctx context.Context) error {
	for t.rec.Stage == stagePlaying {
		a, ok := t.rec.standing()
		switch {
		case !ok && t.rec.humans() == 0 && t.rec.Paused == nil:
			return t.sleep(ctx, evDeserted)
		case !ok:
			return nil
		}
		err := t.act(ctx, a, &logged{Do: doPass, Who: t.rec.who(t.rec.at(a.Seat).User), Action: &a}, "")
		if refusal := new(games.Refusal); errors.As(err, &refusal) { // a defect, which must not keep the table's clocks from running
			t.bot.log.Error("a standing order was refused", "table", t.id, "game", t.rec.Game, "code", refusal.Code)
			next := t.rec.clone()
			delete(next.Passing, a.Seat)
			err = t.commit(ctx, next, step{})
		}
		if err != nil {
			err = errors.Join(err, t.load(ctx))
			t.bot.log.Error("a standing order failed", "table", t.id, "err", kind(err))
			t.bot.scheduler.set(t.id, t.bot.clock.Now().Add(retryLoad))
			return err
		}
	}
	return nil
}

// standing returns a pass that somebody has ordered in advance.
func (r *record) standing() (games.Action, bool) {
	if len(r.Passing) == 0 || r.Paused != nil {
		return games.Action{}, false
	}
	for _, p := range r.state.Prompts(nil, games.Nobody) {
		for seat := range p.Awaited.All() {
			if p.Pass != nil && !p.Held && r.Passing[seat].covers(p) {
				return games.Reply(seat, p.ID, p.Pass...), true
			}
		}
	}
	return games.Action{}, false
}
