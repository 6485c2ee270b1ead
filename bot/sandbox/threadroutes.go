package sandbox

import "slices"

func createThread(rq *request) (any, *apiError) {
	var in struct {
		Name        string `json:"name"`
		Type        *int   `json:"type"`
		AutoArchive *int   `json:"auto_archive_duration"`
		Invitable   *bool  `json:"invitable"`
	}
	if e := rq.decode(&in); e != nil {
		return nil, e
	}
	var f formErrors
	f.length("name", in.Name, 1, 100)
	minutes := 1440
	if in.AutoArchive != nil {
		minutes = *in.AutoArchive
	}
	checkArchiveDuration(&f, minutes)
	typ := PrivateThread
	if in.Type != nil {
		typ = *in.Type
	}
	from := rq.r.PathValue("message")
	if from != "" {
		typ = PublicThread
	}
	if typ != PublicThread && typ != PrivateThread {
		f.add("type", "BASE_TYPE_CHOICES", "Value must be one of (11, 12).")
	}
	if e := f.err(); e != nil {
		return nil, e
	}
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	ch, e := rq.find()
	if e != nil {
		return nil, e
	}
	if ch.isThread() {
		return nil, fail(50024)
	}
	need := CreatePublicThreads
	if typ == PrivateThread {
		need = CreatePrivateThreads
	}
	if e := ch.may(need); e != nil {
		return nil, e
	}
	if over(ch.guild.activeThreads(), sb.cfg.Limits.ActiveThreads) {
		return nil, fail(160006)
	}
	id := ""
	if from != "" {
		m, e := rq.message(ch)
		if e != nil {
			return nil, e
		}
		if sb.channels[m.ID] != nil {
			return nil, fail(160004)
		}
		id = m.ID
		marked := *m
		marked.Flags |= FlagHasThread
		sb.keep(&marked)
		sb.emitMessage("MESSAGE_UPDATE", ch, &marked)
		sb.record(Change{Type: "MESSAGE_UPDATE", Channel: ch.id, Message: &marked})
	} else {
		id = sb.newID()
	}
	t := ch.newThread(id, in.Name, typ, minutes, sb.bot.id)
	t.invitable = in.Invitable == nil || *in.Invitable
	o := t.object()
	o["newly_created"] = true
	sb.emit("THREAD_CREATE", intentGuilds, o)
	sb.record(Change{Type: "THREAD_CREATE", Channel: t.id, Data: o})
	o = t.object()
	o["member"] = t.threadMember(sb.bot.id)
	return created{o}, nil
}

func checkArchiveDuration(f *formErrors, minutes int) {
	if !slices.Contains([]int{60, 1440, 4320, 10080}, minutes) {
		f.add("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080).")
	}
}

func editChannel(rq *request) (any, *apiError) {
	var in struct {
		Name        *string `json:"name"`
		Archived    *bool   `json:"archived"`
		Locked      *bool   `json:"locked"`
		AutoArchive *int    `json:"auto_archive_duration"`
		Invitable   *bool   `json:"invitable"`
	}
	if e := rq.decode(&in); e != nil {
		return nil, e
	}
	var f formErrors
	if in.Name != nil {
		f.length("name", *in.Name, 1, 100)
	}
	if in.AutoArchive != nil {
		checkArchiveDuration(&f, *in.AutoArchive)
	}
	if e := f.err(); e != nil {
		return nil, e
	}
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	ch, e := rq.find()
	if e != nil {
		return nil, e
	}
	if !ch.isThread() {
		if e := ch.may(ManageChannels); e != nil {
			return nil, e
		}
		if in.Name != nil {
			ch.name = *in.Name
		}
		sb.emit("CHANNEL_UPDATE", intentGuilds, ch.object())
		sb.record(Change{Type: "CHANNEL_UPDATE", Channel: ch.id, Data: ch.object()})
		return ch.object(), nil
	}
	moderator := ch.may(ManageThreads) == nil
	reopens := in.Archived != nil && !*in.Archived
	if ch.archived && !reopens {
		return nil, fail(50083)
	}
	switch {
	case moderator:
	case in.Locked != nil && *in.Locked != ch.locked, ch.locked:
		return nil, fail(50013)
	case reopens && ch.archived && ch.may(SendMessagesInThreads) == nil:
	case ch.owner != sb.bot.id:
		return nil, fail(50013)
	}
	if reopens && ch.archived && over(ch.guild.activeThreads(), sb.cfg.Limits.ActiveThreads) {
		return nil, fail(160006)
	}
	if in.Name != nil {
		ch.name = *in.Name
	}
	if in.Archived != nil {
		ch.archived, ch.archiveAt = *in.Archived, sb.now()
	}
	if in.Locked != nil {
		ch.locked = *in.Locked
	}
	if in.AutoArchive != nil {
		ch.autoArchive = *in.AutoArchive
	}
	if in.Invitable != nil {
		ch.invitable = *in.Invitable
	}
	ch.updated()
	return ch.object(), nil
}

func addThreadMember(rq *request) (any, *apiError) { return rq.threadMember(true) }

func removeThreadMember(rq *request) (any, *apiError) { return rq.threadMember(false) }

func (rq *request) threadMember(add bool) (any, *apiError) {
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	ch, e := rq.find()
	if e != nil {
		return nil, e
	}
	if !ch.isThread() {
		return nil, fail(50024)
	}
	if ch.archived {
		return nil, fail(50083)
	}
	id := rq.r.PathValue("user")
	if id == "@me" {
		id = sb.bot.id
	}
	u := sb.users[id]
	if u == nil {
		return nil, fail(10013)
	}
	if ch.guild.members[id] == nil {
		return nil, fail(10007)
	}
	if add {
		if e := ch.may(SendMessagesInThreads); e != nil {
			return nil, e
		}
		if ch.guild.permissions(id, ch)&ViewChannel == 0 {
			return nil, fail(50001)
		}
		ch.addMember(u)
		return nil, nil
	}
	if id != sb.bot.id && ch.may(ManageThreads) != nil && !(ch.typ == PrivateThread && ch.owner == sb.bot.id) {
		return nil, fail(50013)
	}
	sb.changingPermissions(func() { delete(ch.joined, id) })
	sb.record(Change{Type: "THREAD_UPDATE", Channel: ch.id, Data: ch.object()})
	sb.record(Change{Type: "WORLD", For: id})
	return nil, nil
}

func listThreadMembers(rq *request) (any, *apiError) {
	rq.sb.mu.Lock()
	defer rq.sb.mu.Unlock()
	ch, e := rq.find()
	if e != nil {
		return nil, e
	}
	if !ch.isThread() {
		return nil, fail(50024)
	}
	list := []object{}
	for id := range ch.joined {
		list = append(list, ch.threadMember(id))
	}
	slices.SortFunc(list, func(a, b object) int { return compareIDs(a["user_id"].(string), b["user_id"].(string)) })
	return list, nil
}
