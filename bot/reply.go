package bot

import (
	"context"
	"errors"
	"sync"
	"time"

	"kumpas/bot/discord"
)

// slow is how long an interaction may go unanswered before it is deferred; Discord gives up after 3 seconds.
const slow = 2 * time.Second

// original stands for the message that an interaction's first answer made.
const original = "@original"

// errAnswered is an answer that comes too late to change the pressed message: something else was said first, and the
// token's @original may be a private message by now.
var errAnswered = errors.New("bot: the interaction has been answered otherwise")

// errUnheard is a follow-up that is not possible: Discord did not take the first answer.
var errUnheard = errors.New("bot: the interaction could not be answered")

// answered is what an interaction has been answered with.
type answered int

const (
	notYet          answered = iota
	promisedUpdate           // deferred: the pressed message is @original
	promisedMessage          // deferred: @original is a new message, still to be filled
	finally
	unheard // what was to defer it has failed: its token is good for nothing
)

// reply is the one answer that an interaction gets. Its methods may be called from any goroutine; the first
// answer counts, and what is said after it is a follow-up. If none has come after two seconds the interaction
// is deferred, and the answer becomes an edit.
type reply struct {
	bot *Bot
	i   discord.Interaction
	// public commands are deferred in the open.
	public bool

	mu   sync.Mutex
	with answered
	stop func()
	sent chan struct{} // closed when the first answer is with Discord, or could not be
	err  error         // of the first answer; read it when sent is closed
}

func (b *Bot) newReply(i discord.Interaction, public bool) *reply {
	r := &reply{bot: b, i: i, public: public, sent: make(chan struct{})}
	wait := min(slow, max(0, slow-b.clock.Now().Sub(i.Received))) // also if the clock is set meanwhile
	r.stop = b.clock.AfterFunc(wait, r.hold)
	return r
}

// hold defers the interaction if nothing has answered it.
func (r *reply) hold() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.with != notYet || r.i.Kind == discord.Autocomplete {
		return
	}
	ctx, cancel := r.bot.callContext()
	defer cancel()
	var err error
	if r.onMessage() {
		r.with = promisedUpdate
		err = r.bot.client.DeferUpdate(ctx, r.i)
	} else {
		r.with = promisedMessage
		err = r.bot.client.Defer(ctx, r.i, !r.public)
	}
	r.bot.note(r.first(err), "defer")
}

// onMessage reports whether a message was pressed, which an answer may change.
func (r *reply) onMessage() bool { return r.i.Message.ID != "" }

// take claims the answer and returns what there was before. A caller that gets notYet must report to first what became of its answer.
func (r *reply) take() answered {
	r.mu.Lock()
	defer r.mu.Unlock()
	was := r.with
	if (was == promisedUpdate || was == promisedMessage) && r.err != nil {
		was = unheard
	}
	r.with = finally
	r.stop()
	return was
}

// first notes what became of the first answer, and returns it.
func (r *reply) first(err error) error {
	r.err = err
	close(r.sent)
	return err
}

// say shows msg to the person alone and returns the reference by which that message can be edited with the
// interaction's token: original or a message id.
func (r *reply) say(ctx context.Context, msg discord.Message) (ref string, err error) {
	msg.Private = true
	r.bot.check(msg)
	switch r.take() {
	case notYet:
		return original, r.orNothing(ctx, r.bot.client.Answer(ctx, r.i, msg))
	case promisedMessage:
		if !r.public {
			return original, r.bot.client.EditOriginal(ctx, r.i.Token, msg)
		}
		// What was promised in the open is for one person after all.
		if err := r.bot.client.DeleteOriginal(ctx, r.i.Token); err != nil {
			return "", err
		}
	}
	return r.after(ctx, msg)
}

// follow says something in private after the interaction was answered otherwise.
func (r *reply) follow(ctx context.Context, msg discord.Message) error {
	msg.Private = true
	_, err := r.after(ctx, msg)
	return err
}

// after sends a follow-up. Discord takes none before the first answer, nor where that has failed.
func (r *reply) after(ctx context.Context, msg discord.Message) (ref string, err error) {
	select {
	case <-r.sent:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	if r.err != nil {
		return "", errUnheard
	}
	return r.bot.client.Followup(ctx, r.i.Token, msg)
}

// post answers a command in the open and returns the id of the message.
func (r *reply) post(ctx context.Context, msg discord.Message) (id string, err error) {
	switch r.take() {
	case notYet:
		id, err := r.bot.client.AnswerID(ctx, r.i, msg)
		if err != nil && !errors.As(err, new(*discord.Error)) { // it may stand there all the same
			if there, lost := r.bot.client.Original(ctx, r.i.Token); lost == nil {
				id, err = there, nil
			}
		}
		return id, r.first(err)
	case promisedMessage:
		if err := r.bot.client.EditOriginal(ctx, r.i.Token, msg); err != nil {
			return "", err
		}
		return r.bot.client.Original(ctx, r.i.Token)
	case unheard:
		return "", errUnheard
	default:
		return "", errAnswered
	}
}

// update changes the pressed message. Errors: errAnswered, or Discord's.
func (r *reply) update(ctx context.Context, msg discord.Message) error {
	switch r.take() {
	case notYet:
		return r.orNothing(ctx, r.bot.client.Update(ctx, r.i, msg))
	case promisedUpdate:
		return r.bot.client.EditOriginal(ctx, r.i.Token, msg)
	case unheard:
		return errUnheard
	default:
		return errAnswered
	}
}

// form opens a form over the person's client. Whoever waited too long for it has to press again.
func (r *reply) form(ctx context.Context, form discord.Modal) error {
	if err := form.Check(); err != nil {
		r.bot.log.Error("a form against Discord's limits", "err", err)
	}
	if r.take() != notYet {
		return errAnswered
	}
	return r.orNothing(ctx, r.bot.client.OpenModal(ctx, r.i, form))
}

// orNothing is as first, but acknowledges a press whose answer Discord has refused for what its message or channel is, such as an
// archived thread.
func (r *reply) orNothing(ctx context.Context, err error) error {
	heard := err
	if refused(err) && !errors.Is(err, discord.TokenDead) && !errors.Is(err, discord.AlreadyAnswered) && r.onMessage() {
		heard = r.bot.client.DeferUpdate(ctx, r.i)
		r.bot.note(heard, "acknowledge")
	}
	r.first(heard)
	return err
}

// nothing lets the person know that he was heard, without content, if nothing has answered him yet.
func (r *reply) nothing(ctx context.Context) error {
	if r.take() != notYet {
		return nil
	}
	if !r.onMessage() {
		return r.first(r.bot.client.Defer(ctx, r.i, !r.public))
	}
	return r.first(r.bot.client.DeferUpdate(ctx, r.i))
}
