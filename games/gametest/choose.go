package gametest

import (
	"slices"

	"kumpas/games"
)

// checkChoose asks the computer player of every level for an answer to every prompt.
func (w *walk) checkChoose() {
	for _, t := range w.look.turns() {
		for _, level := range w.info.Levels {
			w.did("choose")
			seed := w.rng.Uint64()
			answer := w.choose(w.state(), level, t, seed)
			w.mustApply("choose", games.Reply(t.seat, t.prompt.ID, answer...))
			if again := w.choose(w.state(), level, t, seed); !slices.Equal(answer, again) {
				w.fail("choose", "level %s answers prompt %d (%s) of seat %d by %q and, asked the same again, by %q", level, t.prompt.ID, t.prompt.Kind, t.seat, answer, again)
			}
		}
	}
	w.unchanged("choose", "the computer player")
}

func (w *walk) choose(s games.State, level string, t turn, seed uint64) games.Answer {
	return w.g.Choose(level, s.View(t.seat), t.prompt, games.AskOf(s, t.seat, t.prompt.ID), seeded(seed))
}

// chosen is the computer player's reply, of a level that stays the same for a seat.
func (w *walk) chosen(t turn) games.Action {
	w.did("choose")
	level := w.info.Levels[(w.playout+int(t.seat))%len(w.info.Levels)]
	a := games.Reply(t.seat, t.prompt.ID, w.choose(w.state(), level, t, w.rng.Uint64())...)
	if _, _, err := w.state().Apply(a); err != nil {
		w.fail("choose", "level %s: %s gives %v", level, describe(a), err)
	}
	return a
}
