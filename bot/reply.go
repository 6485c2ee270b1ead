package bot

import (
	"context"
	"sync"
	"time"

	"kumpas/bot/discord"
)

// slow is how long an interaction may go unanswered before it is deferred; Discord gives up after 3 seconds.
const slow = 2 * time.Second

// original stands for the message that an interaction's first answer made.
const original = "@original"

// reply is the one answer that an interaction gets. Its methods may be called from any goroutine; the first
// answer counts, and what comes after it is shown as a follow-up. If none has come after two seconds the
// interaction is deferred, and the answer becomes an edit.
type reply struct {
	bot *Bot
	i   discord.Interaction
	// public commands are deferred in the open.
	public bool

	mu       sync.Mutex
	answered bool // any callback was sent
	deferred bool // the callback was an empty promise
	stop     func()
}

func (b *Bot) newReply(i discord.Interaction) *reply {
	r := &reply{bot: b, i: i}
	wait := max(0, slow-b.clock.Now().Sub(i.Received))
	r.stop = b.clock.AfterFunc(wait, r.hold)
	return r
}

// hold defers the interaction if nothing has answered it.
func (r *reply) hold() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.answered || r.i.Kind == discord.Autocomplete {
		return
	}
	r.answered, r.deferred = true, true
	ctx, cancel := r.bot.callContext()
	defer cancel()
	var err error
	if r.onMessage() {
		err = r.bot.client.DeferUpdate(ctx, r.i)
	} else {
		err = r.bot.client.Defer(ctx, r.i, !r.public)
	}
	r.bot.note(err, "defer")
}

// onMessage reports whether a message was pressed, which an answer may change.
func (r *reply) onMessage() bool { return r.i.Message.ID != "" }

// take claims the answer. first is false if something was answered before; deferred says that the first answer was only a promise.
func (r *reply) take() (first, deferred bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	first, deferred = !r.answered, r.deferred
	r.answered, r.deferred = true, false
	r.stop()
	return first, deferred
}

// say shows msg to the person alone and returns the reference by which that message can be edited with the
// interaction's token: original or a message id.
func (r *reply) say(ctx context.Context, msg discord.Message) (ref string, err error) {
	msg.Private = true
	first, deferred := r.take()
	switch {
	case first:
		return original, r.bot.client.Answer(ctx, r.i, msg)
	case deferred && !r.onMessage():
		return original, r.bot.client.EditOriginal(ctx, r.i.Token, msg)
	default:
		return r.bot.client.Followup(ctx, r.i.Token, msg)
	}
}

// post answers a command in the open and returns the id of the message.
func (r *reply) post(ctx context.Context, msg discord.Message) (id string, err error) {
	first, deferred := r.take()
	switch {
	case first:
		return r.bot.client.AnswerID(ctx, r.i, msg)
	case deferred && !r.onMessage():
		if err := r.bot.client.EditOriginal(ctx, r.i.Token, msg); err != nil {
			return "", err
		}
		return r.bot.client.Original(ctx, r.i.Token)
	default:
		return r.bot.client.Followup(ctx, r.i.Token, msg)
	}
}

// update changes the pressed message.
func (r *reply) update(ctx context.Context, msg discord.Message) error {
	first, deferred := r.take()
	if first {
		return r.bot.client.Update(ctx, r.i, msg)
	}
	if deferred || r.onMessage() {
		return r.bot.client.EditOriginal(ctx, r.i.Token, msg)
	}
	return nil
}

// nothing lets the person know that he was heard, without content.
func (r *reply) nothing(ctx context.Context) error {
	if first, _ := r.take(); first {
		return r.bot.client.DeferUpdate(ctx, r.i)
	}
	return nil
}

// modal opens a form; it can only be the first answer.
func (r *reply) modal(ctx context.Context, m discord.Modal) error {
	if first, _ := r.take(); first {
		return r.bot.client.OpenModal(ctx, r.i, m)
	}
	return nil
}
