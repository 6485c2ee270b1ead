package sandbox

import (
	"slices"
	"strconv"
)

// find returns the channel of the request, which the bot must be able to see.
func (rq *request) find() (*Channel, *apiError) {
	id := rq.r.PathValue("channel")
	rq.channel = id
	ch := rq.sb.channels[id]
	if ch == nil {
		rq.gone = id
		return nil, fail(10003)
	}
	if !ch.canSee(rq.sb.bot.id) {
		return nil, fail(50001)
	}
	return ch, nil
}

// may checks the bot's permissions in a channel.
func (ch *Channel) may(p Permission) *apiError {
	if ch.guild.permissions(ch.sb.bot.id, ch)&p != p {
		return fail(50013)
	}
	return nil
}

// message finds the public message that the request names.
func (rq *request) message(ch *Channel) (*Message, *apiError) {
	id := rq.r.PathValue("message")
	m := rq.sb.messages[id]
	if m == nil || m.ChannelID != ch.id || m.For != "" {
		rq.gone = id
		return nil, fail(10008)
	}
	return m, nil
}

func (rq *request) payload() (*payload, *apiError) {
	p := &payload{}
	e := rq.decode(p)
	if e == nil {
		e = rq.checkMentions(p)
	}
	return p, e
}

func (rq *request) checkMentions(p *payload) *apiError {
	var f formErrors
	p.AllowedMentions.check(&f, rq.prefix+"allowed_mentions")
	return f.err()
}

// mindFlags records flags that Discord ignores at a place. The lock is held.
func (rq *request) mindFlags(p *payload, at place) {
	if p.Flags != nil && *p.Flags&^settable[at] != 0 {
		rq.sb.offend(OffenceFlags, rq.route.pattern, "flags "+strconv.Itoa(*p.Flags&^settable[at])+" have no effect here", rq.body)
	}
}

// mindMentions records a text that pings people although nothing says whom it may ping. The lock is held.
func (rq *request) mindMentions(d draft, rules *mentionRules) {
	if findMentions(d.spoken(), rules).loose {
		rq.sb.offend(OffenceMentions, rq.route.pattern, "mentions people without allowed_mentions", rq.body)
	}
}

func createMessage(rq *request) (any, *apiError) {
	p, e := rq.payload()
	if e != nil {
		return nil, e
	}
	number, e := checkNonce(p.Nonce)
	if e != nil {
		return nil, e
	}
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	ch, e := rq.find()
	if e != nil {
		return nil, e
	}
	if e := ch.may(ch.sendPermission()); e != nil {
		return nil, e
	}
	if e := ch.writable(); e != nil {
		return nil, e
	}
	d, e := p.merge(nil, inChannel, rq.prefix)
	if e != nil {
		return nil, e
	}
	var need Permission
	if len(d.embeds) > 0 {
		need |= EmbedLinks
	}
	if len(rq.uploads) > 0 {
		need |= AttachFiles
	}
	if e := ch.may(need); e != nil {
		return nil, e
	}
	if p.Reference != nil {
		var f formErrors
		if ref := sb.messages[p.Reference.MessageID]; ref == nil || ref.ChannelID != ch.id {
			f.add("message_reference", "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
			return nil, f.err()
		}
	}
	if number != "" && p.EnforceNonce {
		if n, ok := sb.nonces[number]; ok && sb.now().Before(n.until) && sb.messages[n.message] != nil {
			return sb.messages[n.message], nil
		}
	}
	m := sb.newMessage(ch, sb.bot)
	if e := rq.fill(m, p, d, nil); e != nil {
		return nil, e
	}
	rq.mindFlags(p, inChannel)
	rq.mindMentions(d, p.AllowedMentions)
	if p.Reference != nil {
		m.Type = 19
		m.Reference = &Reference{MessageID: p.Reference.MessageID, ChannelID: ch.id, GuildID: ch.guild.id}
	}
	if number != "" {
		m.Nonce = p.Nonce
		sb.sweep(sb.now())
		sb.nonces[number] = nonce{m.ID, sb.now().Add(nonceWindow)}
	}
	m.TTS = p.TTS
	sb.publish(ch, m)
	return m, nil
}

// fill gives a message its content and files, refusing an empty one.
func (rq *request) fill(m *Message, p *payload, d draft, old []Attachment) *apiError {
	files, e := rq.keepFiles(p, old, m.ChannelID, m.For != "")
	if e != nil {
		return e
	}
	if d.empty() && len(files) == 0 {
		return fail(50006)
	}
	return rq.sb.compose(m, d, files, p.AllowedMentions, rq.prefix)
}

// edit makes the next version of a message from a body.
func (rq *request) edit(old *Message, p *payload, at place) (*Message, *apiError) {
	sb := rq.sb
	if ch := sb.channels[old.ChannelID]; ch != nil && ch.archived {
		return nil, fail(50083)
	}
	d, e := p.merge(old, at, rq.prefix)
	if e != nil {
		return nil, e
	}
	if e := sb.takeOld(old); e != nil {
		return nil, e
	}
	m := *old
	if e := rq.fill(&m, p, d, old.Attachments); e != nil {
		return nil, e
	}
	if p.AllowedMentions == nil && !p.Content.set && !p.Components.set {
		m.Mentions, m.MentionRoles, m.MentionEveryone = old.Mentions, old.MentionRoles, old.MentionEveryone
	}
	return &m, nil
}

func editMessage(rq *request) (any, *apiError) {
	p, e := rq.payload()
	if e != nil {
		return nil, e
	}
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	ch, e := rq.find()
	if e != nil {
		return nil, e
	}
	old, e := rq.message(ch)
	if e != nil {
		return nil, e
	}
	if old.Author.ID != sb.bot.id {
		return nil, fail(50005)
	}
	m, e := rq.edit(old, p, inEdit)
	if e != nil {
		return nil, e
	}
	rq.mindFlags(p, inEdit)
	sb.replace(ch, old, m)
	return m, nil
}

func deleteMessage(rq *request) (any, *apiError) {
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	ch, e := rq.find()
	if e != nil {
		return nil, e
	}
	m, e := rq.message(ch)
	if e != nil {
		return nil, e
	}
	if m.Author.ID != sb.bot.id {
		if e := ch.may(ManageMessages); e != nil {
			return nil, e
		}
	}
	if ch.archived {
		return nil, fail(50083)
	}
	sb.remove(m, byBot)
	return nil, nil
}

func getMessage(rq *request) (any, *apiError) {
	rq.sb.mu.Lock()
	defer rq.sb.mu.Unlock()
	ch, e := rq.find()
	if e != nil {
		return nil, e
	}
	if e := ch.may(ReadMessageHistory); e != nil {
		return nil, e
	}
	return asAny(rq.message(ch))
}

func listMessages(rq *request) (any, *apiError) {
	q := rq.r.URL.Query()
	limit := 50
	if s := q.Get("limit"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > 100 {
			var f formErrors
			f.add("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
			return nil, f.err()
		}
		limit = n
	}
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	ch, e := rq.find()
	if e != nil {
		return nil, e
	}
	list := []*Message{}
	if ch.may(ReadMessageHistory) != nil {
		return list, nil
	}
	ids := ch.public
	if before := q.Get("before"); before != "" {
		i, _ := slices.BinarySearchFunc(ids, before, compareIDs)
		ids = ids[:i]
	}
	after := q.Get("after")
	if after != "" {
		i, found := slices.BinarySearchFunc(ids, after, compareIDs)
		if found {
			i++
		}
		ids = ids[i:]
		ids = ids[:min(limit, len(ids))]
	}
	for i := len(ids) - 1; i >= 0 && len(list) < limit; i-- {
		list = append(list, sb.messages[ids[i]])
	}
	return list, nil
}

func startTyping(rq *request) (any, *apiError) {
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	ch, e := rq.find()
	if e != nil {
		return nil, e
	}
	if e := ch.may(ch.sendPermission()); e != nil {
		return nil, e
	}
	sb.record(Change{Type: "TYPING_START", Channel: ch.id, Data: object{"channel_id": ch.id, "user_id": sb.bot.id}})
	return nil, nil
}

// asAny lets a typed answer stand for any, keeping nil a nil.
func asAny[T any](v T, e *apiError) (any, *apiError) {
	if e != nil {
		return nil, e
	}
	return v, nil
}
