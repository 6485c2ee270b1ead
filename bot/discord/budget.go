package discord

import (
	"sync"
	"time"
)

// budget counts the requests that Discord refused with 401, 403 or 429 in the
// last ten minutes: at 10,000 it bars the address.
type budget struct {
	mu    sync.Mutex
	most  int
	begun time.Time        // steps are counted from here, so that no clock that is set moves them
	steps [budgetSteps]int // refusals per step, a ring
	step  int64            // the step that the ring stands at
	spent bool             // it was, when somebody last asked
}

const (
	budgetSteps = 11 // ten whole minutes and the running one
	budgetStep  = time.Minute
)

// ask reports whether nothing may be sent for now, and whether that has just ended.
func (b *budget) ask() (spent, ended bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn()
	was := b.spent
	b.spent = b.sum() >= b.most
	return b.spent, was && !b.spent
}

// charge counts a refusal and reports whether it was the last one allowed.
func (b *budget) charge() (last bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn()
	b.steps[b.step%budgetSteps]++
	last = !b.spent && b.sum() >= b.most
	b.spent = b.spent || last
	return last
}

func (b *budget) sum() (n int) {
	for _, refusals := range b.steps {
		n += refusals
	}
	return n
}

// turn empties the steps that time has passed over.
func (b *budget) turn() {
	if b.begun.IsZero() {
		b.begun = time.Now()
	}
	now := int64(time.Since(b.begun) / budgetStep)
	if now-b.step >= budgetSteps {
		b.steps = [budgetSteps]int{}
		b.step = now
	}
	for b.step < now {
		b.step++
		b.steps[b.step%budgetSteps] = 0
	}
}

// Refused is how many requests Discord refused in the last ten minutes, and how many suspend all sending.
func (c *Client) Refused() (n, most int) {
	b := c.transport.budget
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn()
	return b.sum(), b.most
}
