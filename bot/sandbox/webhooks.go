package sandbox

// Follow-ups and edits of answers: /webhooks/{application}/{token}.

// byAnswerToken finds the interaction of the token, which must have been answered and be younger than 15 minutes.
func (rq *request) byAnswerToken() (*Interaction, *apiError) {
	sb := rq.sb
	if rq.r.PathValue("application") != sb.appID {
		return nil, fail(10015)
	}
	in := sb.byToken[rq.r.PathValue("token")]
	if in == nil {
		return nil, fail(50027)
	}
	rq.touched = rq.touched || len(in.faults) > 0
	if in.dead() || in.voided {
		return nil, fail(50027)
	}
	if in.callback == 0 {
		return nil, fail(10015)
	}
	return in, nil
}

// answerOf finds a message that this token has made or may edit.
func (rq *request) answerOf(in *Interaction) (*Message, *apiError) {
	id := rq.r.PathValue("message")
	if id == "@original" {
		id = in.original
	} else if id != in.original && !in.follows[id] {
		rq.gone = ""
		return nil, fail(10008)
	}
	m := rq.sb.messages[id]
	if m == nil {
		rq.gone = id
		return nil, fail(10008)
	}
	return m, nil
}

func followUp(rq *request) (any, *apiError) {
	p, e := rq.payload()
	if e != nil {
		return nil, e
	}
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	in, e := rq.byAnswerToken()
	if e != nil {
		return nil, e
	}
	if in.kind == kindAutocomplete {
		return nil, fail(10015)
	}
	if in.waited {
		// The first follow-up after a deferred answer is that answer.
		if old := sb.messages[in.original]; old != nil {
			return asAny(rq.fillLater(in, old, p, inAnswer))
		}
	}
	d, e := p.merge(nil, inAnswer, rq.prefix)
	if e != nil {
		return nil, e
	}
	m, e := rq.sayFor(in, p, d)
	if e != nil {
		return nil, e
	}
	in.follows[m.ID] = true
	return m, nil
}

func getAnswer(rq *request) (any, *apiError) {
	rq.sb.mu.Lock()
	defer rq.sb.mu.Unlock()
	in, e := rq.byAnswerToken()
	if e != nil {
		return nil, e
	}
	return asAny(rq.answerOf(in))
}

func editAnswer(rq *request) (any, *apiError) {
	p, e := rq.payload()
	if e != nil {
		return nil, e
	}
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	in, e := rq.byAnswerToken()
	if e != nil {
		return nil, e
	}
	old, e := rq.answerOf(in)
	if e != nil {
		return nil, e
	}
	if old.Loading() {
		return asAny(rq.fillLater(in, old, p, inEdit))
	}
	m, e := rq.edit(old, p, inEdit)
	if e != nil {
		return nil, e
	}
	rq.mindEphemeral(p, old)
	sb.replace(in.channel, old, m)
	return m, nil
}

// fillLater gives a deferred answer its content.
func (rq *request) fillLater(in *Interaction, old *Message, p *payload, at place) (*Message, *apiError) {
	m, e := rq.edit(old, p, at)
	if e != nil {
		return nil, e
	}
	if m.For == "" {
		rq.mindMentions(draft{content: m.Content, components: m.Components}, p.AllowedMentions)
	}
	rq.mindEphemeral(p, old)
	rq.sb.replace(in.channel, old, m)
	in.fulfil()
	return m, nil
}

// fulfil notes that a deferred answer has come (or was taken back).
func (in *Interaction) fulfil() {
	if in.waited {
		in.waited = false
		in.stop()
		close(in.filled)
	}
}

func deleteAnswer(rq *request) (any, *apiError) {
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	in, e := rq.byAnswerToken()
	if e != nil {
		return nil, e
	}
	m, e := rq.answerOf(in)
	if e != nil {
		return nil, e
	}
	if ch := sb.channels[m.ChannelID]; ch != nil && ch.archived {
		return nil, fail(50083)
	}
	sb.remove(m, byBot)
	if m.ID == in.original {
		in.fulfil()
	}
	return nil, nil
}
