package bot

import (
	"context"
	"errors"
	"strings"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/locales"
	"kumpas/store"
)

// How a person is answered in words: say and tell for what there is to say, failed for an action that did not happen, which turns to
// refuse where the rules say no, to missed where the button was old, and to hiccup where the bot itself went wrong.

// words are the words in the person's own language, where there is no table whose language would come before the last resort.
func (r *reply) words() *locales.Words { return r.bot.Words.For(r.i.Locale, r.bot.Locale) }

// say tells the person something in private.
func (t *table) say(rep *reply, lines ...string) { t.bot.tell(rep, present.Note(lines...)) }

// tell shows the person a private message.
func (b *Bot) tell(rep *reply, msg discord.Message) {
	b.spawn(func(ctx context.Context) {
		_, err := rep.say(ctx, msg)
		b.note(err, "note")
	})
}

// failed tells the person why his action did not happen.
func (t *table) failed(rep *reply, err error) {
	var refusal *games.Refusal
	switch {
	case errors.As(err, &refusal):
		t.refuse(rep, err)
	case errors.Is(err, store.ErrDuplicate) && rep.onMessage(): // it has happened: the same interaction came twice
		t.bot.spawn(func(ctx context.Context) { t.bot.note(rep.nothing(ctx), "acknowledge") })
	case errors.Is(err, store.ErrDuplicate): // whoever gave a command waits for words
		t.say(rep, rep.words().Say("table.done"))
	default:
		t.hiccup(rep, err)
	}
}

// refuse says in a friendly sentence why not, and where the live table is if the button was old.
func (t *table) refuse(rep *reply, err error) {
	var r *games.Refusal
	if !errors.As(err, &r) {
		t.hiccup(rep, err)
		return
	}
	w := t.words(rep)
	m := t.moment()
	switch r.Code {
	case games.TooLate:
		if r.Seat >= 0 && int(r.Seat) < len(t.rec.Seating) {
			t.missed(rep, w.Say("table.late", "Name", "**"+m.seats()[r.Seat].Name+"**"))
			return
		}
	case games.StalePrompt:
		t.missed(rep, w.Say("table.stale", "Link", t.screen.link(t.rec.Guild)))
		return
	}
	t.say(rep, present.Refusal(w, m.game.Screen, m.seats(), r))
}

// missed tells somebody that his press came to nothing. A panel that still had the button is brought up to date with it.
func (t *table) missed(rep *reply, what string) {
	if seat := t.rec.seatOf(rep.i.User.ID); rep.i.Message.Private && t.rec.Stage == stagePlaying && seat != games.Nobody {
		t.openPanel(rep, seat, what)
		return
	}
	t.say(rep, what)
}

// hiccup owns up to a mishap of the bot's own. The table reloads itself if it must.
func (t *table) hiccup(rep *reply, err error) {
	t.bot.log.Error("table", "table", t.id, "err", err)
	t.bot.tell(rep, present.Note(rep.words().Say("error.hiccup")))
}

// hiccup owns up to a mishap away from any table.
func (b *Bot) hiccup(rep *reply, err error) {
	b.log.Error("bot", "err", err)
	b.tell(rep, present.Note(rep.words().Say("error.hiccup")))
}

// commandName says how a person writes a command in his client, such as "`/masa kalk`".
func commandName(w *locales.Words, path ...string) string {
	words := make([]string, len(path))
	for i := range path {
		words[i] = w.Say("cmd." + strings.Join(path[:i+1], ".") + ".name")
	}
	return "`/" + strings.Join(words, " ") + "`"
}

// expired tells that a button leads nowhere any more.
func (b *Bot) expired(rep *reply) {
	b.tell(rep, present.Note(rep.words().Say("error.expired", "Command", commandName(rep.words(), "play"))))
}
