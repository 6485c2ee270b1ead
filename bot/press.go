package bot

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/locales"
	"kumpas/store"
)

// verbs are what a press at a table can ask for. Each runs in the table's goroutine with the table loaded.
var verbs = map[string]func(*table, context.Context, *reply, present.ParsedID){
	present.VerbReply:  (*table).pressReply,
	present.VerbBack:   (*table).pressBack,
	present.VerbEdit:   (*table).pressEdit,
	present.VerbWrite:  (*table).pressWrite,
	present.VerbSubmit: (*table).pressSubmit,
	present.VerbPanel:  (*table).pressPanel,
	present.VerbPass:   (*table).pressPass,
	present.VerbDown:   (*table).pressDown,
	present.VerbRecord: (*table).pressRecord,
	present.VerbVote:   (*table).pressVote,
	present.VerbSeat:   (*table).pressSeat,
	present.VerbAct:    (*table).pressAct,
	present.VerbLobby:  (*table).pressLobby,
	present.VerbStory:  (*table).pressStory,
	present.VerbExport: (*table).pressExport,
	present.VerbAgain:  (*table).pressAgain,
}

// words are those of the person who pressed.
func (t *table) words(rep *reply) *locales.Words {
	return t.bot.Words.For(rep.i.Locale, t.rec.Lang, t.bot.Locale)
}

// turn shows the person a private message, replacing the pressed one if that was private.
func (b *Bot) turn(rep *reply, msg discord.Message) {
	if !rep.i.Message.Private {
		b.tell(rep, msg)
		return
	}
	b.spawn(func(ctx context.Context) { b.note(rep.update(ctx, msg), "turn") })
}

// seat returns the seat of the person who pressed, in a running game. Whoever has none, or presses while the table
// stands still, is told so.
func (t *table) seat(rep *reply) (games.Seat, bool) {
	w := t.words(rep)
	switch seat := t.rec.seatOf(rep.i.User.ID); {
	case t.rec.Stage == stageLobby:
		t.say(rep, w.Say("table.not_started"))
	case t.rec.Stage == stageOver:
		t.say(rep, w.Say("refusal.game_over"))
	case seat == games.Nobody && t.rec.owns(rep.i.User.ID) != games.Nobody:
		t.bot.tell(rep, present.NoteWith(w.Say("seat.computer"), present.BackButton(string(t.id), w)))
	case seat == games.Nobody:
		t.say(rep, w.Say("table.watching"))
	default:
		return seat, true
	}
	return games.Nobody, false
}

// pressReply answers a prompt, or its next field.
func (t *table) pressReply(ctx context.Context, rep *reply, id present.ParsedID) {
	seat, ok := t.seat(rep)
	if !ok {
		return
	}
	if t.rec.Paused != nil {
		t.say(rep, t.words(rep).Say("table.paused"))
		return
	}
	prompt, ok := parsePrompt(id.Arg(1))
	if !ok {
		t.refuse(rep, games.Refuse(games.StalePrompt, ""))
		return
	}
	answer := games.Answer(slices.DeleteFunc(slices.Clone(id.Args(2)), present.IsMenu))
	if len(rep.i.Values) > 0 {
		answer = append(answer, pick(games.AskOf(t.rec.state, seat, prompt), answer, rep.i.Values))
	}
	_, more, err := t.rec.state.Ask(seat, prompt, answer)
	switch {
	case t.opened(seat, prompt, err):
		t.openPanel(rep, seat)
	case err != nil:
		t.refuse(rep, err)
	case more:
		t.goOn(ctx, rep, seat, prompt, t.drafts[seat][prompt].at(answer))
	default:
		t.answer(ctx, rep, seat, prompt, answer)
	}
}

// opened reports whether err refuses a second answer to a prompt whose answer opens the panel while it still waits for others: whoever
// presses again only wants to see the panel again.
func (t *table) opened(seat games.Seat, prompt games.PromptID, err error) bool {
	var refused *games.Refusal
	if !errors.As(err, &refused) || refused.Code != games.StalePrompt && refused.Code != games.NotYours {
		return false
	}
	p, ok := games.PromptFor(t.rec.state, seat, prompt)
	return ok && p.Given != nil && t.moment().game.Screen.Opens(p.Kind)
}

func parsePrompt(s string) (games.PromptID, bool) {
	n, err := strconv.ParseUint(s, 10, 32)
	return games.PromptID(n), err == nil
}

// pick joins the values of a select in the order in which the field lists them.
func pick(ask games.Ask, sofar games.Answer, values []string) string {
	f, ok, err := ask(sofar)
	if err != nil || !ok {
		return games.Join(values...)
	}
	place := func(v string) int { return slices.IndexFunc(f.Choices, func(c games.Choice) bool { return c.ID == v }) }
	values = slices.Clone(values)
	slices.SortStableFunc(values, func(a, b string) int { return place(a) - place(b) })
	return games.Join(values...)
}

// goOn keeps the beginning of an answer and asks for the rest: on the board if that may stand in the open and nobody
// else is asked the same, in the private panel otherwise.
func (t *table) goOn(ctx context.Context, rep *reply, seat games.Seat, prompt games.PromptID, d draft) {
	if !rep.i.Message.Private {
		d.Open = len(d.SoFar)
	}
	if err := t.putDraft(ctx, seat, prompt, d); err != nil {
		t.hiccup(rep, err)
		return
	}
	f, _, _ := t.rec.state.Ask(seat, prompt, d.SoFar)
	p, _ := games.PromptFor(t.rec.state, games.Nobody, prompt)
	switch {
	case f.Public && !shared(p) && p.Awaited.Count() == 1 && !rep.i.Message.Private:
		t.seen[seat] = t.bot.clock.Now()
		t.screen.show(t.moment(), rep)
	default:
		t.openPanel(rep, seat)
	}
}

// pressBack takes the last pick of an unfinished answer back.
func (t *table) pressBack(ctx context.Context, rep *reply, id present.ParsedID) {
	seat, ok := t.seat(rep)
	if !ok {
		return
	}
	prompt, ok := parsePrompt(id.Arg(1))
	d := t.drafts[seat][prompt]
	switch p, open := games.PromptFor(t.rec.state, seat, prompt); {
	case !ok || !open:
		t.refuse(rep, games.Refuse(games.StalePrompt, ""))
		return
	case !p.Mine:
		t.refuse(rep, games.Refuse(games.NotYours, ""))
		return
	}
	sofar := d.SoFar
	if !rep.i.Message.Private { // the board does not show what was picked in private later
		sofar = d.onBoard()
	}
	d = d.at(sofar[:max(0, len(sofar)-1)])
	t.goOn(ctx, rep, seat, prompt, d)
}

// pressPanel opens the private panel, or renews it.
func (t *table) pressPanel(ctx context.Context, rep *reply, _ present.ParsedID) {
	if seat, ok := t.seat(rep); ok {
		t.openPanel(rep, seat)
	}
}

// pressDown posts the board anew, at the bottom of the channel.
func (t *table) pressDown(ctx context.Context, rep *reply, _ present.ParsedID) {
	if seat, ok := t.seat(rep); ok {
		t.seen[seat] = t.bot.clock.Now()
		t.lower(ctx, rep)
	}
}

// lower has the board posted anew, unless it has just been. A press is answered by the board itself, a command by where it is.
func (t *table) lower(ctx context.Context, rep *reply) {
	w := t.words(rep)
	if t.bot.clock.Now().Sub(t.lowered) < atTable {
		t.say(rep, w.Say("table.moved", "Link", t.screen.link(t.rec.Guild)))
		return
	}
	if t.rec.Stage == stagePlaying {
		next := t.rec.clone()
		next.turnBoard(t.rec.Segment, 0)
		if err := t.commit(ctx, next, step{interaction: rep.i.ID, entry: &logged{Do: "down", Who: t.rec.who(rep.i.User.ID)}}); err != nil {
			t.failed(rep, err)
			return
		}
	} else {
		t.screen.renew()
	}
	t.lowered = t.bot.clock.Now()
	if rep.onMessage() {
		t.show(rep)
		return
	}
	t.show(nil)
	t.say(rep, w.Say("table.moved", "Link", "<#"+t.rec.Channel+">"))
}

// pressRecord shows what everybody has claimed.
func (t *table) pressRecord(ctx context.Context, rep *reply, _ present.ParsedID) {
	if t.rec.state == nil {
		t.say(rep, t.words(rep).Say("table.not_started"))
		return
	}
	s := t.moment().scene(games.Nobody, t.words(rep))
	t.say(rep, s.Game.Record(s))
}

// pressStory shows what happened so far; with the hidden half once the game is over.
func (t *table) pressStory(ctx context.Context, rep *reply, id present.ParsedID) {
	page, _ := strconv.Atoi(id.Arg(1))
	t.story(rep, page)
}

func (t *table) story(rep *reply, page int) {
	if t.rec.state == nil {
		t.say(rep, t.words(rep).Say("table.not_started"))
		return
	}
	m, w := t.moment(), t.words(rep)
	t.bot.serve(rep, func(ctx context.Context) {
		all, err := m.events(ctx)
		if errors.Is(err, store.ErrNotFound) { // it has been deleted meanwhile
			t.bot.expired(rep)
			return
		}
		if err != nil {
			t.hiccup(rep, err)
			return
		}
		msg := present.Story(m.scene(games.Nobody, w), all, page)
		t.bot.turn(rep, msg)
	})
}
