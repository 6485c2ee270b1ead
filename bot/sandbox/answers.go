package sandbox

import (
	"encoding/json"
	"strconv"
)

// Types of callbacks.
const (
	answerPong         = 1
	answerMessage      = 4
	answerDeferred     = 5
	answerDeferUpdate  = 6
	answerUpdate       = 7
	answerAutocomplete = 8
	answerModal        = 9
)

// mayAnswer says which answers a kind of interaction takes. A submitted modal takes
// updates only if it was opened from a component.
var mayAnswer = map[int]map[int]bool{
	kindCommand:      set(answerMessage, answerDeferred, answerModal),
	kindComponent:    set(answerMessage, answerDeferred, answerDeferUpdate, answerUpdate, answerModal),
	kindAutocomplete: set(answerAutocomplete),
	kindModal:        set(answerMessage, answerDeferred, answerDeferUpdate, answerUpdate),
}

// answerInteraction is POST /interactions/{id}/{token}/callback.
func answerInteraction(rq *request) (any, *apiError) {
	rq.prefix = "data."
	var body struct {
		Type int             `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	if e := rq.decode(&body); e != nil {
		return nil, e
	}
	p := &payload{}
	if len(body.Data) > 0 {
		e := jsonError(json.Unmarshal(body.Data, p))
		if e == nil {
			e = rq.checkMentions(p)
		}
		if e != nil {
			return nil, e
		}
	}
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	in := sb.interactions[rq.r.PathValue("interaction")]
	if in != nil {
		rq.touched = rq.touched || len(in.faults) > 0
		if in.tried == 0 {
			in.tried = sb.now().Sub(in.born)
		}
	}
	if in == nil || in.token != rq.r.PathValue("token") || in.voided || in.state == "failed" {
		return nil, fail(10062)
	}
	if in.state == "done" || in.stolen {
		return nil, fail(40060)
	}
	may := mayAnswer[in.kind][body.Type]
	if in.kind == kindModal && in.message == nil && (body.Type == answerDeferUpdate || body.Type == answerUpdate) {
		may = false
	}
	if !may {
		var f formErrors
		f.add("type", "INTERACTION_APPLICATION_COMMAND_INVALID_TYPE", "Callback type %d is no answer to this interaction.", body.Type)
		return nil, f.err()
	}
	var m *Message
	var e *apiError
	switch body.Type {
	case answerMessage:
		m, e = rq.answerWithMessage(in, p)
	case answerDeferred:
		m, e = rq.answerLater(in, p)
	case answerDeferUpdate:
		in.original = in.message.ID
	case answerUpdate:
		m, e = rq.answerWithUpdate(in, p)
	case answerAutocomplete:
		in.choices, e = completion(p.Choices)
		if e == nil {
			sb.record(Change{Type: "AUTOCOMPLETE", Channel: in.channel.id, For: in.user.id, Choices: in.choices})
		}
	case answerModal:
		modal := &Modal{Interaction: in.id, CustomID: p.CustomID, Title: p.Title, Components: p.Components.value}
		var f formErrors
		modal.check(&f, rq.prefix)
		if e = f.err(); e == nil {
			complete(modal.Components)
			in.modal = modal
			sb.record(Change{Type: "MODAL", Channel: in.channel.id, For: in.user.id, Modal: modal})
		}
	}
	if e != nil {
		return nil, e
	}
	if m != nil {
		in.version = m.Version
	}
	in.accept(body.Type)
	if rq.r.URL.Query().Get("with_response") != "true" {
		return nil, nil
	}
	return in.response(body.Type, m), nil
}

// accept notes the one answer that an interaction takes.
func (in *Interaction) accept(callback int) {
	in.stop()
	in.state, in.callback = "done", callback
	in.sb.stats.Answers[callback]++
	if callback != answerDeferred {
		close(in.filled)
	} else {
		in.waited = true
		in.stop = in.sb.clock.AfterFunc(tokenLife-in.sb.now().Sub(in.born), in.abandon)
	}
	in.settle()
}

// response is the body of a callback's answer with ?with_response=true.
func (in *Interaction) response(callback int, m *Message) object {
	about := object{"id": in.id, "type": in.kind}
	o := object{"interaction": about}
	if m != nil {
		about["response_message_id"] = m.ID
		about["response_message_loading"] = m.Loading()
		about["response_message_ephemeral"] = m.Ephemeral()
		if callback != answerDeferred {
			o["resource"] = object{"type": callback, "message": m.json()}
		}
	}
	return o
}

func (rq *request) answerWithMessage(in *Interaction, p *payload) (*Message, *apiError) {
	d, e := p.merge(nil, inAnswer, rq.prefix)
	if e != nil {
		return nil, e
	}
	m, e := rq.sayFor(in, p, d)
	if e != nil {
		return nil, e
	}
	in.original = m.ID
	return m, nil
}

// sayFor publishes a message that comes from an interaction.
func (rq *request) sayFor(in *Interaction, p *payload, d draft) (*Message, *apiError) {
	sb, ch := rq.sb, in.channel
	if ch.gone {
		rq.gone = ch.id
		return nil, fail(10003)
	}
	if ch.locked && ch.archived && ch.may(ManageThreads) != nil {
		return nil, fail(50083)
	}
	m := sb.newMessage(ch, sb.bot)
	m.WebhookID, m.ApplicationID, m.Interaction = sb.appID, sb.appID, in.origin()
	if in.kind == kindCommand {
		m.Type = 20
	}
	ephemeral := p.Flags != nil && *p.Flags&FlagEphemeral != 0
	if ephemeral {
		m.For = in.user.id
	} else {
		rq.mindMentions(d, p.AllowedMentions)
	}
	rq.mindFlags(p, inAnswer)
	if e := rq.fill(m, p, d, nil); e != nil {
		return nil, e
	}
	if ephemeral {
		m.Flags |= FlagEphemeral
	}
	m.TTS = p.TTS
	sb.publish(ch, m)
	return m, nil
}

func (rq *request) answerLater(in *Interaction, p *payload) (*Message, *apiError) {
	sb, ch := rq.sb, in.channel
	if ch.gone {
		rq.gone = ch.id
		return nil, fail(10003)
	}
	if ch.locked && ch.archived && ch.may(ManageThreads) != nil {
		return nil, fail(50083)
	}
	m := sb.newMessage(ch, sb.bot)
	m.WebhookID, m.ApplicationID, m.Interaction = sb.appID, sb.appID, in.origin()
	if in.kind == kindCommand {
		m.Type = 20
	}
	m.Flags = FlagLoading
	if p.Flags != nil && *p.Flags&FlagEphemeral != 0 {
		m.Flags |= FlagEphemeral
		m.For = in.user.id
	}
	rq.mindFlags(p, inDeferring)
	in.original = m.ID
	sb.publish(ch, m)
	return m, nil
}

func (rq *request) answerWithUpdate(in *Interaction, p *payload) (*Message, *apiError) {
	sb := rq.sb
	old := sb.messages[in.message.ID]
	if old == nil {
		rq.gone = in.message.ID
		return nil, fail(10008)
	}
	m, e := rq.edit(old, p, inEdit)
	if e != nil {
		return nil, e
	}
	rq.mindEphemeral(p, old)
	in.original = old.ID
	sb.replace(in.channel, old, m)
	return m, nil
}

// mindEphemeral records an edit that wants to change who sees a message: that is fixed at its creation.
func (rq *request) mindEphemeral(p *payload, m *Message) {
	if p.Flags != nil && *p.Flags&FlagEphemeral != 0 && !m.Ephemeral() {
		rq.sb.offend(OffenceFlags, rq.route.pattern, "a public message cannot become ephemeral: everybody reads this", rq.body)
	}
}

func completion(list *[]CommandChoice) ([]CommandChoice, *apiError) {
	var f formErrors
	if list == nil {
		f.required("data.choices")
		return nil, f.err()
	}
	f.count("data.choices", len(*list), 0, 25)
	for i, c := range *list {
		c.check(&f, "data.choices."+strconv.Itoa(i), 0)
	}
	return *list, f.err()
}
