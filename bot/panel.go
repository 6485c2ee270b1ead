package bot

import (
	"context"
	"encoding/json"
	"errors"
	"hash/maphash"
	"strings"
	"sync"
	"time"

	"kumpas/bot/discord"
	"kumpas/bot/present"
	"kumpas/games"
	"kumpas/store"
)

// tokenLife is how long an interaction token is used: Discord's 15 minutes less a margin.
const tokenLife = 14 * time.Minute

// panel is a person's private message at one table, for as long as the token behind it lives. Only tokens whose message
// IS private get here: after a press answered on the board, @original is the board.
type panel struct {
	bot    *Bot
	again  func() // shows the table again after a while
	token  string
	ref    string // original, or the id of a follow-up
	until  time.Time
	locale string

	sending sync.Mutex // held while something is on its way there

	mu   sync.Mutex
	dead bool   // nothing is to be sent there again
	sum  uint64 // of what it alone shows
	want *discord.Message
	busy bool
}

// storedToken is a panel as the store keeps it.
type storedToken struct {
	Token  string `json:"token"`
	Ref    string `json:"ref"`
	Locale string `json:"locale"`
}

var panelSeed = maphash.MakeSeed()

func sum(msg discord.Message) uint64 {
	data, err := json.Marshal(msg)
	if err != nil {
		return 0
	}
	return maphash.Bytes(panelSeed, data)
}

// panelFor draws the panel of a seat in the words of its person's client. The sum is of what the board does not show: a change
// of the rest is not worth a call.
func (t *table) panelFor(seat games.Seat, locale string, notice ...string) (msg discord.Message, own uint64) {
	m := t.moment()
	s := m.scene(seat, t.bot.Words.For(locale, m.rec.Lang, t.bot.Locale))
	s.Link = channelLink(m.rec.Guild, m.rec.Channel) // not to the board, or every new board would change every panel
	s.Notice = strings.Join(notice, "\n")
	msg = present.Panel(s)
	s.Bare = true
	return msg, sum(present.Panel(s))
}

// openPanel shows a person his panel: in place if it was pressed itself, as a new message otherwise. A notice stands there until
// the next change.
func (t *table) openPanel(rep *reply, seat games.Seat, notice ...string) {
	msg, own := t.panelFor(seat, rep.i.Locale, notice...)
	p := &panel{bot: t.bot, again: t.refreshLater, token: rep.i.Token, ref: original, until: rep.i.Received.Add(tokenLife), locale: rep.i.Locale, sum: own, busy: true}
	user := rep.i.User.ID
	old := t.panels[user]
	t.panels[user] = p
	p.sending.Lock() // before the next press can retire it
	t.bot.spawn(func(ctx context.Context) {
		if old != nil { // it may be the very message
			old.retire()
		}
		err := p.open(ctx, rep, msg)
		t.bot.note(err, "panel")
		if err != nil {
			p.kill() // there is no such panel
			return
		}
		p.keep(t.id, user)
		p.flush(ctx)
	})
}

// open sends the panel for the first time. The caller has locked sending.
func (p *panel) open(ctx context.Context, rep *reply, msg discord.Message) (err error) {
	defer p.sending.Unlock()
	if rep.i.Message.Private {
		return rep.update(ctx, msg)
	}
	p.ref, err = rep.say(ctx, msg)
	return err
}

// retire keeps anything more from being sent to the panel, and waits for what is under way.
func (p *panel) retire() {
	p.kill()
	p.sending.Lock()
	p.sending.Unlock() //lint:ignore SA2001 waiting is the purpose
}

func (p *panel) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dead = true
}

// keep lets the store remember the token, for a restart.
func (p *panel) keep(id store.TableID, user string) {
	data, err := json.Marshal(storedToken{Token: p.token, Ref: p.ref, Locale: p.locale})
	if err == nil {
		p.bot.store.SetToken(id, user, store.Token{Data: data, Expires: p.until})
	}
}

// loadPanels takes up the panels that a former process left.
func (t *table) loadPanels(ctx context.Context) {
	for _, who := range t.rec.People {
		if who.computer() || t.panels[who.User] != nil {
			continue
		}
		stored, err := t.bot.store.Token(ctx, t.id, who.User, t.bot.clock.Now())
		var kept storedToken
		if err != nil || json.Unmarshal(stored.Data, &kept) != nil {
			continue
		}
		t.panels[who.User] = &panel{bot: t.bot, again: t.refreshLater, token: kept.Token, ref: kept.Ref, until: stored.Expires, locale: kept.Locale}
	}
}

// refreshPanels brings what is new to the live panels whose content has changed.
func (t *table) refreshPanels() {
	now := t.bot.clock.Now()
	for user, p := range t.panels {
		seat := t.rec.seatOf(user)
		if !now.Before(p.until) || seat == games.Nobody || t.rec.Stage != stagePlaying {
			delete(t.panels, user)
			continue
		}
		p.show(t.panelFor(seat, p.locale))
	}
}

// refreshLater tries again what could not be brought to a panel, unless that is to be done already. The board stays as it is: an edit of
// it would tell of what is private.
func (t *table) refreshLater() {
	if t.refreshing.Swap(true) {
		return
	}
	t.bot.clock.AfterFunc(retryShow, func() {
		t.refreshing.Store(false)
		t.bot.tables.do(t.id, func(t *table, ctx context.Context) {
			if err := t.load(ctx); err != nil {
				t.bot.log.Error("table", "table", t.id, "err", err)
				return
			}
			t.refreshPanels()
		})
	})
}

// show edits the panel if what it alone shows has changed; one edit at a time, the newest content last.
func (p *panel) show(msg discord.Message, own uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if own != p.sum && !p.dead {
		p.sum = own
		p.want = &msg
		if !p.busy {
			p.busy = true
			p.bot.spawn(p.flush)
		}
	}
}

// flush sends what is wanted until nothing is.
func (p *panel) flush(context.Context) {
	for {
		p.mu.Lock()
		msg := p.want
		p.want = nil
		if msg == nil || p.dead || !p.bot.clock.Now().Before(p.until) {
			p.busy = false
			p.mu.Unlock()
			return
		}
		p.sending.Lock()
		p.mu.Unlock()
		err := p.send(*msg)
		p.sending.Unlock()
		p.bot.note(err, "panel")
		if errors.Is(err, discord.TokenDead) || errors.Is(err, discord.Gone) { // expired or dismissed
			p.kill()
		} else if err != nil && !refused(err) { // it shows what it did
			p.mu.Lock()
			p.sum = 0
			p.mu.Unlock()
			p.again()
		}
	}
}

func (p *panel) send(msg discord.Message) error {
	ctx, cancel := p.bot.callContext()
	defer cancel()
	if p.ref == original {
		return p.bot.client.EditOriginal(ctx, p.token, msg)
	}
	return p.bot.client.EditFollowup(ctx, p.token, p.ref, msg)
}
