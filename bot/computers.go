package bot

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"kumpas/games"
)

// asked is a computer player's decision.
type asked struct {
	seat games.Seat
	id   games.PromptID
}

// volunteers are the open prompts that computer players have not been asked about yet. Prompt ids grow, so the newest
// one that a seat was asked about is enough to know. One that can be let go by (a reaction at any moment) is asked anew whenever
// something has happened.
func (r *record) volunteers() []asked {
	var all []asked
	for seat := range r.Seating {
		seat := games.Seat(seat)
		if !r.at(seat).computer() {
			continue
		}
		for _, p := range r.state.Prompts(nil, seat) {
			if p.Mine && p.Open() && p.Given == nil && (p.ID > r.Offered[seat] || p.Pass != nil && r.Told > r.Heard) {
				all = append(all, asked{seat, p.ID})
			}
		}
	}
	return all
}

// computers lets every computer player who is awaited now act once, and asks those who may do something without
// being awaited. What their moves open waits for the next tick.
func (t *table) computers(ctx context.Context) error {
	all := t.rec.volunteers()
	for _, p := range t.rec.state.Prompts(nil, games.Nobody) {
		for seat := range games.Owing(t.rec.state, p).All() {
			if t.rec.at(seat).computer() && !p.Held {
				all = append(all, asked{seat, p.ID})
			}
		}
	}
	rng := t.bot.random()
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	next := t.rec.clone()
	next.setDue(dueComputer, time.Time{})
	for _, v := range next.volunteers() {
		if next.Offered == nil {
			next.Offered = map[games.Seat]games.PromptID{}
		}
		next.Offered[v.seat] = max(next.Offered[v.seat], v.id)
	}
	next.Heard = next.Told
	before, old := t.rev, t.rec
	t.rec = next // the next step writes it
	err := t.askComputers(ctx, all, rng)
	if t.rev != before && t.rec != nil {
		return errors.Join(err, t.settle(ctx))
	}
	if t.rec == nil || err == nil { // a commit whose outcome is unknown, or nobody did anything: nothing is to be shown or written
		return err
	}
	t.rec = old
	t.bot.log.Error("computer player", "game", old.Game, "err", kind(err))
	next.setDue(dueComputer, t.bot.clock.Now().Add(retryLoad))
	return t.commit(ctx, next, step{})
}

func (t *table) askComputers(ctx context.Context, all []asked, rng *rand.Rand) error {
	for _, who := range all {
		if t.rec.Stage != stagePlaying {
			return nil
		}
		p, ok := games.PromptFor(t.rec.state, who.seat, who.id)
		if !ok || !p.Mine || !p.Open() && !p.Awaited.Has(who.seat) {
			continue
		}
		if err := t.computer(ctx, who.seat, p, rng); err != nil {
			return err
		}
	}
	return nil
}

// computer makes one move of a computer player; one that the rules refuse is replaced by a random legal one.
func (t *table) computer(ctx context.Context, seat games.Seat, p games.Prompt, rng *rand.Rand) error {
	game, _ := t.bot.Games.Find(t.rec.Game)
	ask := games.AskOf(t.rec.state, seat, p.ID)
	choice := game.Engine.Choose(t.rec.at(seat).Level, t.rec.state.View(seat), p, ask, rng)
	if p.Open() && (choice == nil || slices.Equal(choice, p.Pass)) { // it lets the moment go by, which is nobody's business
		return nil
	}
	a := games.Reply(seat, p.ID, choice...)
	line := &logged{Do: "act", Action: &a, Computer: true}
	err := t.act(ctx, a, line, "")
	var refusal *games.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	t.bot.log.Error("a computer player was refused", "game", t.rec.Game, "code", refusal.Code)
	answer, err := games.Random(ask, rng)
	if err != nil {
		return err
	}
	a = games.Reply(seat, p.ID, answer...)
	return t.act(ctx, a, line, "")
}

// mostPatience is more than any computer player waits.
const mostPatience = time.Minute

// astray reports whether the time of a computer player was written down before the clock was set back: then it acts at once.
func astray(at, now time.Time) bool { return at.After(now.Add(mostPatience)) }

// patience is the default of Config.Patience.
func patience(m Moment) time.Duration {
	switch {
	case m.Window && m.People:
		return 6 * time.Second
	case m.Window:
		return 1500 * time.Millisecond
	default:
		return 2500 * time.Millisecond
	}
}

// random returns randomness for one use by a computer player.
func (b *Bot) random() *rand.Rand {
	b.rngMu.Lock()
	defer b.rngMu.Unlock()
	return rand.New(rand.NewPCG(b.rng.Uint64(), b.rng.Uint64()))
}
