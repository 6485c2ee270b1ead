package bot

import (
	"context"
	"slices"
	"strings"

	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/locales"
)

// answer carries out a complete answer.
func (t *table) answer(ctx context.Context, rep *reply, seat games.Seat, prompt games.PromptID, answer games.Answer) {
	was, _ := games.PromptFor(t.rec.state, seat, prompt)
	before, rev := t.rec.outside(), t.rev
	a := games.Reply(seat, prompt, answer...)
	if err := t.act(ctx, a, &logged{Do: "act", Who: t.rec.who(rep.i.User.ID), Action: &a}, rep.i.ID); err != nil {
		t.failed(rep, err)
		return
	}
	if err := t.settle(ctx); t.rec == nil {
		t.hiccup(rep, err)
		return
	}
	is, open := games.PromptFor(t.rec.state, seat, prompt)
	open = open && is.Mine
	unseen := before.equal(t.rec.outside())
	if unseen {
		t.screen.agree(rev, t.rev)
	} else {
		t.seen[seat] = t.bot.clock.Now()
	}
	w := t.words(rep)
	taken := func() string { return w.Say("table.taken.sealed", "What", t.said(w, seat, prompt, answer)) }
	switch {
	case rep.i.Message.Private, t.moment().game.Screen.Opens(was.Kind):
		t.openPanel(rep, seat)
	case open && was.Sealed && (unseen || was.Class == games.ClassVote):
		t.say(rep, taken())
	default:
		t.show(rep)
		if open && was.Sealed && !slices.Equal(answer, was.Pass) {
			note := present.Note(taken())
			t.bot.spawn(func(ctx context.Context) { t.bot.note(rep.follow(ctx, note), "note") })
		}
		return
	}
	if !unseen {
		t.show(nil)
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
