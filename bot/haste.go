package bot

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"kumpas/bot/discord"
	"kumpas/bot/present"
)

// usualPresses is the default of Config.Presses: far more than a person's fingers do, far less than would hurt others.
const usualPresses = 60

// haste bounds how much one person does. It is asked before anything else is done for him, so that a flood of one person's
// presses costs nobody else more than its short answers.
type haste struct {
	burst int

	mu     sync.Mutex
	people map[string]*rate.Limiter
	kept   int // how many the last pruning left
}

func newHaste(burst int) *haste { return &haste{burst: burst, people: map[string]*rate.Limiter{}} }

// allows reports whether a person may do one more thing now.
func (h *haste) allows(user string, now time.Time) bool {
	if h.burst < 0 {
		return true
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	l := h.people[user]
	if l == nil {
		h.prune(now)
		l = rate.NewLimiter(rate.Limit(float64(h.burst)/6), h.burst)
		h.people[user] = l
	}
	return l.AllowN(now, 1)
}

// prune forgets those who have rested, when there are twice as many as before.
func (h *haste) prune(now time.Time) {
	const few = 1000
	if len(h.people) < 2*h.kept+few {
		return
	}
	for user, l := range h.people {
		if l.TokensAt(now) >= float64(h.burst) {
			delete(h.people, user)
		}
	}
	h.kept = len(h.people)
}

// hasty reports whether a person presses too fast, and tells him so. What he types is not completed then.
func (b *Bot) hasty(i discord.Interaction) bool {
	if b.haste.allows(i.User.ID, b.clock.Now()) {
		return false
	}
	if i.Kind == discord.Autocomplete {
		b.spawn(func(ctx context.Context) { b.note(b.client.Complete(ctx, i, nil), "completion") })
		return true
	}
	b.tell(b.newReply(i, false), present.Note(b.Words.For(i.Locale, b.Locale).Say("error.haste")))
	return true
}
