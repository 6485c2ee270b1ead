package sandbox

import (
	"context"
	"slices"
	"time"
)

// Kinds of interactions.
const (
	kindCommand      = 2
	kindComponent    = 3
	kindAutocomplete = 4
	kindModal        = 5
)

var kindNames = map[int]string{kindCommand: "command", kindComponent: "component", kindAutocomplete: "autocomplete", kindModal: "modal"}

// How long Discord waits.
const (
	answerWithin = 3 * time.Second
	tokenLife    = 15 * time.Minute
)

// Interaction is one press, command, completion or submitted modal.
type Interaction struct {
	sb        *Sandbox
	id, token string
	kind      int
	user      *User
	channel   *Channel
	message   *Message     // the version that was pressed
	opener    *Interaction // of a modal
	name      string       // of the command
	customID  string
	born      time.Time
	stop      func() bool
	conn      *gatewayConn // that it was delivered over
	gap       string       // the fault that had ended the last one, if there was none

	// guarded by sb.mu
	state    string   // pending, done, failed
	callback int      // type of the answer, 0 before
	voided   bool     // a fault: the token has expired
	stolen   bool     // a fault: somebody else has answered
	faults   []string // that hit it or a request about it
	tried    time.Duration
	lost     string // failed, and this ended the connection that was to bring it to the bot
	original string // id of the message that @original is
	version  int    // of it, by the first answer
	follows  map[string]bool
	modal    *Modal
	choices  []CommandChoice
	waited   bool // type 5, not yet filled

	first  chan struct{} // closed with the first answer or the failure
	filled chan struct{} // closed when nothing is deferred any more
}

// Result is what became of an interaction.
type Result struct {
	OK       bool     // answered in time
	Callback int      // type of the answer: 4, 5, 6, 7, 8 or 9; 0 when it failed
	Message  *Message // what @original is now; nil when there is none or it is gone
	Version  int      // of the message by the first answer; it may have been edited since
	Modal    *Modal
	Choices  []CommandChoice
	// Tried is how long after it was sent the bot first tried to answer it, in time or not; 0 if it has not.
	Tried time.Duration
	// Faults are the ids of what hit it or a request about it, once for each hit. If it failed and the connection that brought it
	// to the bot did not last as long, the fault that ended that one is among them, or Disconnected.
	Faults []string
}

// Disconnected stands among the faults of an interaction for a connection that no fault has ended: the bot itself has, or is not there.
const Disconnected = "disconnected"

// ID is the interaction's snowflake.
func (in *Interaction) ID() string { return in.id }

// Token is the secret that answers it, for forging late or double answers.
func (in *Interaction) Token() string { return in.token }

// Done is closed with the first answer, or when the interaction has failed.
func (in *Interaction) Done() <-chan struct{} { return in.first }

// Wait waits for the first answer or the failure after 3 seconds of the sandbox's clock.
func (in *Interaction) Wait(ctx context.Context) (Result, error) { return in.wait(ctx, in.first) }

// Final waits until nothing is deferred any more: a type 5 answer counts once it is
// filled or deleted. A type 6 answer promises nothing and counts at once.
func (in *Interaction) Final(ctx context.Context) (Result, error) { return in.wait(ctx, in.filled) }

func (in *Interaction) wait(ctx context.Context, on <-chan struct{}) (Result, error) {
	select {
	case <-on:
	case <-in.sb.closed:
	case <-ctx.Done():
		return in.Result(), ctx.Err()
	}
	return in.Result(), nil
}

// Result is what has become of it so far.
func (in *Interaction) Result() Result {
	in.sb.mu.Lock()
	defer in.sb.mu.Unlock()
	faults := slices.Clone(in.faults)
	if in.lost != "" {
		faults = append(faults, in.lost)
	}
	return Result{OK: in.state == "done", Callback: in.callback, Message: in.sb.messages[in.original], Version: in.version, Modal: in.modal, Choices: in.choices, Tried: in.tried, Faults: faults}
}

// Pending returns the interactions that wait for their first answer, oldest first.
func (sb *Sandbox) Pending() []*Interaction {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	var list []*Interaction
	for i := len(sb.aging) - 1; i >= 0 && sb.now().Sub(sb.aging[i].born) < answerWithin; i-- {
		if sb.aging[i].state == "pending" {
			list = append(list, sb.aging[i])
		}
	}
	slices.Reverse(list)
	return list
}

// begin makes an interaction and sends it to the bot. The lock is held.
func (sb *Sandbox) begin(in *Interaction, data object) {
	in.sb, in.id, in.born = sb, sb.newID(), sb.now()
	in.token = "aW50ZXJhY3Rpb246" + in.id + "." + secret(64)
	in.state = "pending"
	in.follows = map[string]bool{}
	in.first, in.filled = make(chan struct{}), make(chan struct{})
	sb.purge()
	sb.interactions[in.id] = in
	sb.byToken[in.token] = in
	sb.aging = append(sb.aging, in)
	sb.stats.Interactions[kindNames[in.kind]]++
	if sb.faults.hit("expired_token", "") {
		in.voided, in.faults = true, append(in.faults, "expired_token")
	}
	if sb.faults.hit("used_token", "") {
		in.stolen, in.faults = true, append(in.faults, "used_token")
	}
	in.stop = sb.clock.AfterFunc(answerWithin, in.expire)
	if in.kind != kindAutocomplete {
		sb.record(Change{Type: "INTERACTION", For: in.user.id, State: in.shown()})
	} else {
		sb.wake()
	}
	sb.deliver(in, in.object(data))
}

// shown is the interaction as its person sees it.
func (in *Interaction) shown() *InteractionState {
	s := &InteractionState{ID: in.id, State: in.state, CustomID: in.customID, Name: in.name, ChannelID: in.channel.id}
	if in.message != nil {
		s.MessageID = in.message.ID
	}
	return s
}

// deliver sends the event, once, twice or after the next one, as the faults will.
func (sb *Sandbox) deliver(in *Interaction, event object) {
	for _, s := range sb.sessions {
		if s.conn != nil && s.serves(in.channel.guild.id) {
			in.conn = s.conn
		}
	}
	in.gap = sb.lastEnd
	send := func() { sb.emit("INTERACTION_CREATE", anyIntents, event) }
	if sb.faults.hit("disorder", "") {
		in.faults = append(in.faults, "disorder")
		sb.heldEvents = append(sb.heldEvents, send)
		if len(sb.heldEvents) == 1 {
			sb.spawn(sb.releaseLater)
			return
		}
		for i := len(sb.heldEvents) - 1; i >= 0; i-- {
			sb.heldEvents[i]()
		}
		sb.heldEvents = nil
		return
	}
	send()
	if sb.faults.hit("twice", "") {
		in.faults = append(in.faults, "twice")
		send()
	}
}

// releaseLater sends held events that no other has overtaken in time.
func (sb *Sandbox) releaseLater() {
	timer := time.NewTimer(hold)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-sb.closed:
	}
	sb.mu.Lock()
	defer sb.mu.Unlock()
	for _, send := range sb.heldEvents {
		send()
	}
	sb.heldEvents = nil
}

// object is the interaction as the gateway sends it.
func (in *Interaction) object(data object) object {
	sb, g, ch := in.sb, in.channel.guild, in.channel
	o := object{"id": in.id, "application_id": sb.appID, "type": in.kind, "data": data, "token": in.token, "version": 1,
		"guild_id": g.id, "guild": object{"id": g.id, "locale": g.locale, "features": []string{}},
		"channel_id": ch.id, "channel": ch.partial(in.user.id),
		"member":          g.memberObject(in.user.id, object{"permissions": g.permissions(in.user.id, ch).String()}),
		"app_permissions": g.permissions(sb.bot.id, ch).String(),
		"locale":          in.user.locale, "guild_locale": g.locale, "context": 0, "entitlements": []any{}, "entitlement_sku_ids": []any{},
		"authorizing_integration_owners": object{"0": g.id}, "attachment_size_limit": maxFile}
	if in.message != nil {
		o["message"] = in.message.json()
	}
	return o
}

// expire fails the interaction: nobody has answered in time.
func (in *Interaction) expire() {
	sb := in.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	if in.state != "pending" {
		return
	}
	in.state = "failed"
	if in.stolen {
		in.state = "done"
	} else {
		sb.stats.Unanswered++
		if in.conn == nil || in.conn.session == nil || in.conn.session.conn != in.conn {
			in.lost = in.endedBy()
		}
		if in.lost == "" && len(in.faults) == 0 {
			sb.offend(OffenceUnanswered, "interaction", kindNames[in.kind]+" "+in.name+in.customID+" was not answered within 3 seconds", nil)
		}
	}
	in.settle()
	close(in.filled)
}

// abandon fails a deferred answer that has not come while its token lived.
func (in *Interaction) abandon() {
	sb := in.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	if !in.waited {
		return
	}
	if m := sb.messages[in.original]; m != nil && m.Loading() {
		in.state = "failed"
		sb.record(Change{Type: "INTERACTION", For: in.user.id, State: in.shown()})
		if len(in.faults) == 0 {
			sb.offend(OffenceUnanswered, "interaction", kindNames[in.kind]+" "+in.name+in.customID+" was deferred and never filled", nil)
		}
	}
	in.waited = false
	close(in.filled)
}

// settle tells the person that the waiting is over. The lock is held.
func (in *Interaction) settle() {
	if in.message != nil && in.modal == nil { // the version that was pressed is large, and nobody looks at it any more
		in.message = &Message{ID: in.message.ID, ChannelID: in.message.ChannelID}
	}
	if in.kind != kindAutocomplete {
		in.sb.record(Change{Type: "INTERACTION", For: in.user.id, State: in.shown()})
	} else {
		in.sb.wake()
	}
	close(in.first)
}

// dead reports whether the token has lived out its 15 minutes.
func (in *Interaction) dead() bool { return in.sb.now().Sub(in.born) >= tokenLife }

// purge forgets interactions whose tokens are dead.
func (sb *Sandbox) purge() {
	n := 0
	for n < len(sb.aging) && sb.aging[n].dead() {
		in := sb.aging[n]
		delete(sb.interactions, in.id)
		delete(sb.byToken, in.token)
		sb.aging[n] = nil
		n++
	}
	sb.aging = sb.aging[n:]
}

// origin is what a message tells of the interaction that it came from.
func (in *Interaction) origin() *Origin {
	o := &Origin{ID: in.id, Type: in.kind, User: in.user.object(), Owners: map[string]string{"0": in.channel.guild.id}}
	switch in.kind {
	case kindCommand:
		o.Name, o.CommandType = in.name, 1
	case kindComponent:
		o.Pressed = in.message.ID
	case kindModal:
		if in.opener != nil {
			o.Triggering = in.opener.origin()
		}
	}
	return o
}
