package bot

import (
	"context"
	"errors"

	"kumpas/bot/present"
	"kumpas/games"
)

// passing is a standing order to pass.
type passing struct {
	Prompt games.PromptID `json:"prompt,omitempty"` // only this one
	Kind   string         `json:"kind,omitempty"`   // every prompt of this kind
	All    bool           `json:"all,omitempty"`    // everything, until his next turn
}

// pressPass offers and takes standing orders to pass; to everybody alike, whatever he holds.
func (t *table) pressPass(ctx context.Context, rep *reply, id present.ParsedID) {
	seat, ok := t.seat(rep)
	if !ok {
		return
	}
	w := t.words(rep)
	what := id.Arg(1)
	if what != "" {
		next := t.rec.clone()
		given, ok := next.order(seat, what)
		if !ok {
			t.say(rep, w.Say("table.pass.nothing"))
			return
		}
		before, rev := t.rec.outside(), t.rev
		next.back(seat)
		if next.Passing == nil {
			next.Passing = map[games.Seat]passing{}
		}
		next.Passing[seat] = given
		if given == (passing{}) {
			delete(next.Passing, seat)
		}
		if err := t.commit(ctx, next, step{interaction: rep.i.ID, entry: &logged{Do: "order", Who: t.rec.who(rep.i.User.ID)}}); err != nil {
			t.failed(rep, err)
			return
		}
		if err := t.settle(ctx); t.rec == nil {
			t.hiccup(rep, err)
			return
		}
		if before.equal(t.rec.outside()) {
			t.screen.agree(rev, t.rev)
		} else {
			t.show(nil)
		}
	}
	order := t.rec.Passing[seat].name()
	if what != "" { // also if it has done its work at once
		order = what
	}
	msg := present.PassMenu(string(t.id), w, order)
	t.bot.turn(rep, msg)
}

// order makes a standing order of one of PassMenu's choices.
func (r *record) order(seat games.Seat, what string) (passing, bool) {
	switch what {
	case present.PassAll:
		return passing{All: true}, true
	case present.PassNone:
		return passing{}, true
	}
	for _, p := range r.state.Prompts(nil, games.Nobody) {
		if p.Pass == nil || !p.Awaited.Has(seat) {
			continue
		}
		switch what {
		case present.PassKind:
			return passing{Kind: p.Kind}, true
		case present.PassPrompt:
			return passing{Prompt: p.ID}, true
		}
	}
	return passing{}, false
}

// name is the choice of PassMenu that made the order.
func (o passing) name() string {
	switch {
	case o.All:
		return present.PassAll
	case o.Kind != "":
		return present.PassKind
	case o.Prompt != 0:
		return present.PassPrompt
	}
	return present.PassNone
}

// covers reports whether a standing order passes p.
func (o passing) covers(p games.Prompt) bool {
	return o.All || o.Kind != "" && o.Kind == p.Kind || o.Prompt != 0 && o.Prompt == p.ID
}

// endOrders ends the orders to pass of those whose turn has come, and those for a decision that is over.
func (r *record) endOrders() {
	if len(r.Passing) == 0 {
		return
	}
	for seat, o := range r.Passing {
		if _, lives := games.PromptFor(r.state, games.Nobody, o.Prompt); o.Prompt != 0 && !lives {
			delete(r.Passing, seat)
		}
	}
	for _, p := range r.state.Prompts(nil, games.Nobody) {
		for seat := range p.Awaited.All() {
			if p.Class == games.ClassTurn && r.Passing[seat].All {
				delete(r.Passing, seat)
			}
		}
	}
}

// standing returns a pass that somebody has ordered in advance.
func (r *record) standing() (games.Action, bool) {
	if len(r.Passing) == 0 || r.Paused != nil {
		return games.Action{}, false
	}
	for _, p := range r.state.Prompts(nil, games.Nobody) {
		for seat := range games.Owing(r.state, p).All() {
			if p.Pass != nil && !p.Held && r.Passing[seat].covers(p) {
				return games.Reply(seat, p.ID, p.Pass...), true
			}
		}
	}
	return games.Action{}, false
}

// settle carries out standing orders to pass, until none applies, and has a table sleep that everybody has left, be it paused. An order
// that the rules refuse is dropped. One that fails is tried again later; the table goes on from what is on disk, unless that cannot be
// read: then it has no record.
func (t *table) settle(ctx context.Context) error {
	for t.rec.Stage == stagePlaying {
		a, ok := t.rec.standing()
		switch {
		case !ok && t.rec.humans() == 0 && !t.rec.asleep():
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
