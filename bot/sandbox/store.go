package sandbox

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// Keeping messages. All of these run with the lock held.

// nonce remembers which message a nonce has made.
type nonce struct {
	message string
	until   time.Time
}

// nonceWindow is how long the same nonce returns the old message ("a few minutes").
const nonceWindow = 5 * time.Minute

// gatewayMessage is a message in an event: with its guild.
type gatewayMessage struct {
	*Message
	GuildID string `json:"guild_id"`
	Member  any    `json:"member,omitempty"`
}

// compose fills a message from a draft. It checks that attachments named by components and embeds are there.
func (sb *Sandbox) compose(m *Message, d draft, files []Attachment, rules *mentionRules, prefix string) *apiError {
	var f formErrors
	resolve := func(path string, media *Media) (a Attachment) {
		name, ok := strings.CutPrefix(media.URL, "attachment://")
		if !ok {
			return a
		}
		i := slices.IndexFunc(files, func(a Attachment) bool { return a.Filename == name })
		if i < 0 {
			f.add(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment %q was not found.", name)
			return a
		}
		a = files[i]
		media.ID, media.URL, media.ProxyURL, media.AttachmentID = sb.newID(), a.URL, a.URL, a.ID
		return a
	}
	walk(d.components, func(c *Component) {
		if c.Media != nil {
			resolve(prefix+"components", c.Media)
		}
		if c.File != nil {
			if a := resolve(prefix+"components", c.File); a.ID != "" {
				c.Name, c.Size = a.Filename, a.Size
			}
		}
		for i := range c.Items {
			resolve(prefix+"components", &c.Items[i].Media)
		}
	})
	for i := range d.embeds {
		d.embeds[i].Type = "rich"
		for _, media := range []*Media{d.embeds[i].Image, d.embeds[i].Thumbnail} {
			if media != nil {
				resolve(prefix+"embeds", media)
			}
		}
	}
	if e := f.err(); e != nil {
		return e
	}
	m.Content, m.Embeds, m.Components, m.Flags, m.Attachments = d.content, d.embeds, d.components, d.flags, files
	who := findMentions(d.spoken(), rules)
	m.MentionEveryone = who.everyone
	m.Mentions, m.MentionRoles = []UserObject{}, append([]string{}, who.roles...)
	for _, id := range who.users {
		if u := sb.users[id]; u != nil {
			m.Mentions = append(m.Mentions, u.object())
		}
	}
	return nil
}

// newMessage is a message of an author, still without content.
func (sb *Sandbox) newMessage(ch *Channel, author *User) *Message {
	return &Message{ID: sb.newID(), ChannelID: ch.id, Author: author.object(), Timestamp: stamp(sb.now()),
		Mentions: []UserObject{}, MentionRoles: []string{}, Attachments: []Attachment{}, Embeds: []Embed{}, Components: []Component{}}
}

// keep makes a version the present one.
func (sb *Sandbox) keep(m *Message) {
	m.text = &encoded{}
	sb.messages[m.ID] = m
}

// publish shows a new message.
func (sb *Sandbox) publish(ch *Channel, m *Message) {
	sb.keep(m)
	if m.For != "" {
		list := append(ch.private[m.For], m.ID)
		if len(list) > sb.cfg.MaxEphemeral && !sb.cfg.Keep {
			sb.drop(list[0])
			list = slices.Clone(list[1:])
		}
		ch.private[m.For] = list
		sb.record(Change{Type: "MESSAGE_CREATE", Channel: ch.id, For: m.For, Message: m})
		return
	}
	ch.public = append(ch.public, m.ID)
	ch.total++
	ch.archiveAt = sb.now()
	if len(ch.public) > sb.cfg.MaxMessages {
		sb.drop(ch.public[0])
		ch.public = ch.public[1:]
	}
	if ch.archived {
		ch.archived = false
		ch.updated()
	}
	sb.emitMessage("MESSAGE_CREATE", ch, m)
	sb.record(Change{Type: "MESSAGE_CREATE", Channel: ch.id, Message: m})
}

// emitMessage tells the bot of a message, without its words when it may not read them.
func (sb *Sandbox) emitMessage(typ string, ch *Channel, m *Message) {
	if !ch.canSee(sb.bot.id) {
		return
	}
	if m.Author.ID != sb.bot.id && sb.cfg.Privileged&intentMessageContent == 0 {
		silent := *m
		silent.Content, silent.Embeds, silent.Components, silent.Attachments = "", []Embed{}, []Component{}, []Attachment{}
		m = &silent
	}
	sb.emit(typ, intentGuildMessages, gatewayMessage{Message: m, GuildID: ch.guild.id})
}

// replace shows a new version of a message.
func (sb *Sandbox) replace(ch *Channel, old, m *Message) {
	m.Version = old.Version + 1
	if !old.Loading() {
		t := stamp(sb.now())
		m.EditedTimestamp = &t
	}
	sb.keep(m)
	sb.dropFiles(old.Attachments, m.Attachments)
	if m.For == "" {
		sb.emitMessage("MESSAGE_UPDATE", ch, m)
	}
	sb.record(Change{Type: "MESSAGE_UPDATE", Channel: ch.id, For: m.For, Message: m})
}

// remove takes a message away; who is byBot or byOthers.
func (sb *Sandbox) remove(m *Message, who string) {
	ch := sb.channels[m.ChannelID]
	delete(sb.messages, m.ID)
	sb.gone.add(m.ID, who)
	sb.dropFiles(m.Attachments, nil)
	if ch == nil {
		return
	}
	list := ch.public
	if m.For != "" {
		list = ch.private[m.For]
	}
	if i, found := slices.BinarySearchFunc(list, m.ID, compareIDs); found {
		list = slices.Concat(list[:i], list[i+1:])
	}
	if m.For != "" {
		ch.private[m.For] = list
	} else {
		ch.public = list
		sb.emit("MESSAGE_DELETE", intentGuildMessages, object{"id": m.ID, "channel_id": ch.id, "guild_id": ch.guild.id})
	}
	sb.record(Change{Type: "MESSAGE_DELETE", Channel: ch.id, For: m.For, Message: m})
}

// drop forgets a message that has fallen out of what the sandbox keeps.
func (sb *Sandbox) drop(id string) {
	if m := sb.messages[id]; m != nil {
		sb.dropFiles(m.Attachments, nil)
		delete(sb.messages, id)
		sb.gone.add(id, byOthers)
	}
}

// visible lists what a person sees of a channel, oldest first.
func (sb *Sandbox) visible(ch *Channel, userID string) []*Message {
	var list []*Message
	if ch.canSee(userID) {
		for _, id := range ch.public {
			list = append(list, sb.messages[id])
		}
	}
	own := ch.private[userID]
	u := sb.users[userID]
	for _, id := range own {
		if u == nil || !u.hidden[id] {
			list = append(list, sb.messages[id])
		}
	}
	if len(own) > 0 {
		slices.SortFunc(list, func(a, b *Message) int { return compareIDs(a.ID, b.ID) })
	}
	return list
}

// checkNonce returns the nonce as text, or what is wrong with it.
func checkNonce(raw json.RawMessage) (string, *apiError) {
	if len(raw) == 0 || string(raw) == "null" {
		return "", nil
	}
	s := strings.Trim(string(raw), `"`)
	var f formErrors
	f.length("nonce", s, 0, 25)
	return s, f.err()
}

// DeleteMessage deletes a message as a moderator would: the bot did not do it.
func (sb *Sandbox) DeleteMessage(id string) {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	if m := sb.messages[id]; m != nil {
		sb.remove(m, byOthers)
	}
}

// Delete deletes the channel or thread as a moderator would: the bot did not do it.
func (ch *Channel) Delete() {
	ch.sb.mu.Lock()
	defer ch.sb.mu.Unlock()
	ch.delete(byOthers)
}

func (ch *Channel) delete(who string) {
	sb, g := ch.sb, ch.guild
	if ch.gone {
		return
	}
	for _, t := range g.threadList(func(t *Channel) bool { return t.parent == ch.id }) {
		t.delete(who)
	}
	ch.gone = true
	event, change := ch.object(), "CHANNEL_DELETE"
	if ch.isThread() {
		change = "THREAD_DELETE"
		event = object{"id": ch.id, "guild_id": g.id, "parent_id": ch.parent, "type": ch.typ}
		delete(g.threads, ch.id)
	}
	seen := ch.canSee(sb.bot.id)
	g.channels = slices.DeleteFunc(g.channels, func(id string) bool { return id == ch.id })
	for _, id := range ch.public {
		delete(sb.messages, id)
		sb.gone.add(id, who)
	}
	for _, ids := range ch.private {
		for _, id := range ids {
			delete(sb.messages, id)
			sb.gone.add(id, who)
		}
	}
	ch.public = nil // whoever still looks at the channel sees nothing
	clear(ch.private)
	ch.stopArchiving()
	sb.gone.add(ch.id, who)
	if seen {
		sb.emit(change, intentGuilds, event)
	}
	sb.record(Change{Type: change, Channel: ch.id, Data: event})
	delete(sb.channels, ch.id)
}
