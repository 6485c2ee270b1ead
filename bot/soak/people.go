package soak

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"kumpas/bot"
	"kumpas/bot/present"
	"kumpas/bot/robot"
	"kumpas/bot/sandbox"
	"kumpas/games"
)

// stuckAfter is how long a table may stand still while its people press what they see.
const stuckAfter = time.Minute

// place is where one table after the other is played by the same people.
type place struct {
	*soak
	n       int
	rng     *rand.Rand
	guild   *sandbox.Guild
	users   []*sandbox.User
	unheard map[string]bool // questions to somebody whose answer to a press was lost
	game    string          // what is played
	recent  []string        // the last presses and their answers, for the report of a table that is stuck
	silent  time.Time       // since when nobody here was answered
	press   func()          // if set, is called before each
}

// play plays until ctx ends, and then until the table has moved once more.
func (s *soak) play(all, ctx context.Context, n int) {
	p := &place{soak: s, n: n, unheard: map[string]bool{}, rng: rand.New(rand.NewPCG(s.Seed, uint64(n)+10))}
	p.settle()
	for bad := 0; ctx.Err() == nil; {
		table, err := p.open(ctx, bot.All[p.rng.IntN(len(bot.All))], games.MaxSeats)
		if err != nil {
			if bad++; bad%3 == 0 {
				p.settle() // elsewhere: the server may be full of tables that came to nothing
			}
			continue
		}
		bad = 0
		p.sit(all, ctx, table)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hear(true, time.Time{}) // a silence that nothing has ended counts, too
}

// settle finds a server of its own.
func (p *place) settle() {
	p.guild = p.sb.NewGuild(fmt.Sprintf("Sunucu %d", p.n))
	p.guild.AddBot()
	p.guild.NewChannel("genel") // a server's last channel is not deleted
	p.users = nil
	for i := range games.MaxSeats {
		p.users = append(p.users, p.guild.NewUser(fmt.Sprintf("Oyuncu %d", i+1), []string{"tr", "en-US"}[i%2]))
	}
}

// open opens a table of a game, with at most so many seats.
func (p *place) open(ctx context.Context, entry bot.Entry, most int) (*robot.Table, error) {
	info := entry.Engine.Info()
	p.game = info.ID
	seats := info.Min + p.rng.IntN(max(1, min(info.Max, most)-info.Min+1))
	people := 1 + p.rng.IntN(seats)
	setup := robot.Setup{Game: info.ID, Channel: p.guild.NewChannel("masa"), Computers: seats - people, Thread: p.rng.IntN(2) == 0, Options: games.Options{}}
	for range 2 {
		o := info.Options[p.rng.IntN(len(info.Options))]
		setup.Options[o.ID] = o.Values[p.rng.IntN(len(o.Values))]
	}
	if entry.Engine.Check(seats, setup.Options) != nil {
		setup.Options = nil
	}
	t := &robot.Table{Sandbox: p.sb, Rand: p.rng, Users: p.users[:people]}
	t.Before = func(context.Context) {
		if p.press != nil {
			p.press()
		}
		if p.Think > 0 {
			time.Sleep(p.Think/2 + time.Duration(p.rng.Int64N(int64(p.Think))))
		}
	}
	t.Heard = p.heard
	if err := t.Open(ctx, setup); err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tables = append(p.tables, t.ID)
	p.report.Tables++
	return t, nil
}

// heard notes what a person was told.
func (p *place) heard(h robot.Press) {
	pressed := time.Now().Add(-h.Took)
	late := !h.Result.OK
	why := p.excuse(h.Result.Faults)
	if why == "" && h.Took > standstill {
		why = "standstill"
	}
	when := "the bot did not try to answer"
	if late && why == "" {
		time.Sleep(2 * time.Second)
		if h.Later != nil {
			if tried := h.Later().Tried; tried > 0 {
				when = fmt.Sprintf("the bot tried to answer after %v", tried.Round(time.Millisecond))
			}
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	id, _ := present.ParseID(h.CustomID)
	question := h.User.ID() + " " + id.Arg(0) + " " + id.Arg(1)
	p.note(h)
	p.hear(h.Result.OK, pressed)
	if late {
		p.unheard[question] = true // it may count all the same, and then the next press only looks again
	}
	switch {
	case late && why != "":
		p.report.Excused[why]++
	case late:
		p.report.Unanswered = append(p.report.Unanswered, fmt.Sprintf("unanswered: %s %s\n%s\n%s", p.game, p.recent[len(p.recent)-1], when, strings.Join(p.wrong, "\n")))
	case !p.unheard[question]:
		if how := acknowledged(h); how != "" {
			p.acks[h.Interaction] = ack{how, p.game + " " + h.CustomID + "\n" + h.Result.Message.Text()}
		}
	}
}

// hear notes for how long people get no answer. The lock is held.
func (p *place) hear(answered bool, pressed time.Time) {
	switch {
	case !answered && p.silent.IsZero():
		p.silent = pressed
	case answered && !p.silent.IsZero():
		p.report.Silences = append(p.report.Silences, time.Since(p.silent))
		p.silent = time.Time{}
	}
}

// standstill is after how long a press fails that was made while this process, and with it most likely the whole machine, got no time: the
// stand-in gives an answer three seconds.
const standstill = 3200 * time.Millisecond

// remembered is how many presses are told of a table that is stuck.
const remembered = 8

// note remembers a press. The lock is held.
func (p *place) note(h robot.Press) {
	text := ""
	if h.Result.Message != nil {
		text, _, _ = strings.Cut(h.Result.Message.Text(), "\n")
	}
	p.recent = append(p.recent[max(0, len(p.recent)-remembered+1):], fmt.Sprintf("%s %s pressed %q: answered %v after %v (callback %d), hit %v: %s",
		time.Now().Format("15:04:05.000"), h.User.Name(), h.CustomID, h.Result.OK, h.Took.Round(time.Millisecond), h.Result.Callback, h.Result.Faults, text))
}

// ack is an answer to a prompt that its author was told is taken.
type ack struct{ how, told string }

// How an answer is acknowledged.
const (
	ackShown  = "shown"  // by the message that was pressed, which asks for no more of the same answer
	ackBench  = "bench"  // likewise, of a draft that was confirmed
	ackSealed = "sealed" // by a private note
)

// acknowledged says how the author of a press that was a whole answer to a prompt was told that it is taken, "" if he was not.
func acknowledged(h robot.Press) string {
	id, ok := present.ParseID(h.CustomID)
	m := h.Result.Message
	if !ok || m == nil || m.Version != h.Result.Version { // the answer itself was not seen: a panel's next edit takes its notices away
		return ""
	}
	switch verb := id.Verb(); {
	case verb == present.VerbReply && h.Result.Callback == 4 && m.Ephemeral() && robot.Taken(m.Text()):
		return ackSealed
	case verb == present.VerbReply && h.Result.Callback == 7 && shown(id, m):
		return ackShown
	case verb == present.VerbSubmit && h.Result.Callback == 7 && shown(id, m):
		return ackBench
	}
	return ""
}

// shown reports whether the message that was pressed shows that it is taken.
func shown(id present.ParsedID, m *sandbox.Message) bool {
	if strings.Contains(m.Text(), "⚠️") { // a panel brought up to date, which says why the press did nothing
		return false
	}
	for _, c := range m.Buttons() {
		on, _ := present.ParseID(c.CustomID)
		switch on.Verb() {
		case present.VerbBack, present.VerbEdit, present.VerbSubmit:
			if on.Arg(1) == id.Arg(1) {
				return false
			}
		}
	}
	return true
}

// sit plays a table to its end, or until time is over and it has moved once more.
func (p *place) sit(all, ctx context.Context, t *robot.Table) {
	moved := time.Now()
	last := time.Time{} // by when it must have moved when time is over
	for all.Err() == nil {
		if ctx.Err() != nil && last.IsZero() {
			last = time.Now().Add(settling)
			moved = time.Now()
		}
		if p.sb.Channel(t.Channel.ID()) == nil {
			return // deleted: the table is closed
		}
		if t.Over() {
			p.mu.Lock()
			p.report.Games[p.game]++
			p.mu.Unlock()
			return
		}
		if t.Board() == nil {
			p.lookFor(all, t)
		}
		before := t.Board()
		step, cancel := context.WithTimeout(all, stuckAfter)
		err := t.Step(step)
		cancel()
		if err == nil || before != t.Board() && t.Board() != nil {
			if !last.IsZero() {
				return // it lives
			}
			moved = time.Now()
			continue
		}
		if time.Since(moved) > stuckAfter+settling || !last.IsZero() && time.Now().After(last) {
			p.stuck(t, err)
			return
		}
	}
}

// lookFor waits a moment for the board, and asks for it when it does not come: somebody may have deleted it, which nobody tells the bot.
func (p *place) lookFor(ctx context.Context, t *robot.Table) {
	moment, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if t.Channel.Until(moment, func() bool { return t.Board() != nil }) == nil {
		return
	}
	begun := time.Now()
	in, err := t.Users[0].Command(t.Channel, "table", sandbox.Sub("show"))
	if err != nil {
		return
	}
	if res, err := in.Final(ctx); err == nil {
		p.heard(robot.Press{User: t.Users[0], Interaction: in.ID(), Took: time.Since(begun), Result: res, Later: in.Result})
	}
}

func (p *place) stuck(t *robot.Table, err error) {
	text := "no board, but:"
	if b := t.Board(); b != nil {
		text = b.Text()
	} else {
		for _, m := range t.Users[0].Sees(t.Channel) {
			text += "\n---\n" + m.Text()
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.still[t.ID] = fmt.Sprintf("stuck: %s %s: %v\n%s\n%s", p.game, t.ID, strings.SplitN(err.Error(), "\n", 2)[0], strings.Join(p.recent, "\n"), text)
}
