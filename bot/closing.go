package bot

import (
	"context"

	"kumpas/games"
)

// fold ends a table that has not begun.
func (t *table) fold(ctx context.Context, why string) error {
	next := t.rec.clone()
	next.Stage, next.Ended, next.Due = stageOver, why, nil
	return t.commit(ctx, next, step{entry: &logged{Do: why}})
}

// end ends a running game without a winner.
func (t *table) end(ctx context.Context, why, user, interaction string) error {
	a := games.Void()
	next, err := t.rec.play(a, t.moved())
	if err != nil {
		return err
	}
	next.Ended = why
	s := step{interaction: interaction, entry: &logged{Do: "act", Who: t.rec.who(user), Action: &a}}
	s.result = next.result(t.id, t.bot.clock.Now())
	return t.commit(ctx, next, s)
}

// lost is what becomes of a table whose channel is gone.
func (t *table) lost(ctx context.Context, channel string) {
	switch {
	case t.load(ctx) != nil || t.rec.Channel != channel && t.rec.Parent != channel:
	case t.rec.Parent != "" && t.rec.Parent != channel && t.live:
		t.threadGone(ctx)
	default:
		t.homeless(ctx, "channel_gone")
	}
}

// threadGone ends a table whose thread is gone; the channel that the thread belonged to is told.
func (t *table) threadGone(ctx context.Context) {
	t.rec = t.rec.clone() // the next step writes it
	t.rec.Channel, t.rec.Parent = t.rec.Parent, ""
	if err := t.end(ctx, "thread_gone", "", ""); err != nil {
		t.doubt()
		t.bot.log.Error("table", "table", t.id, "err", err)
		return
	}
	t.screen.leave()
	t.show(nil)
}

// thrownOut is what becomes of a table whose server the bot is no longer on.
func (t *table) thrownOut(ctx context.Context) {
	if t.load(ctx) == nil {
		t.homeless(ctx, "server_gone")
	}
}

// homeless ends a table that can no longer be shown; what was played stays readable.
func (t *table) homeless(ctx context.Context, why string) {
	var err error
	switch {
	case !t.live:
	case t.rec.Stage == stagePlaying:
		err = t.end(ctx, why, "", "")
	default:
		err = t.fold(ctx, why)
	}
	if err != nil {
		t.bot.log.Error("table", "table", t.id, "err", err)
		return
	}
	t.screen.giveUp(t.moment())
}

// stayInChannel has a table play in the channel of its lobby because no thread could be opened.
func (t *table) stayInChannel(ctx context.Context) {
	if t.load(ctx) != nil || t.rec.Parent == "" || t.screen.in(t.rec.Channel) {
		return
	}
	next := t.rec.clone()
	next.Channel, next.Parent = next.Parent, ""
	if err := t.commit(ctx, next, step{}); err != nil {
		t.bot.log.Error("table", "table", t.id, "err", err)
		t.screen.retry(retryShow)
		return
	}
	t.show(nil)
}

// showEnd shows how a closed table ended, if the former process did not come to it.
func (t *table) showEnd(ctx context.Context) {
	if err := t.load(ctx); err != nil {
		t.bot.log.Error("table", "table", t.id, "err", err)
		return
	}
	if m := t.moment(); !t.screen.shows(m) {
		t.screen.show(m, nil)
	}
}
