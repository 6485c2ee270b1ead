package sandbox

import "time"

// archiving keeps the timers that archive idle threads.
func (ch *Channel) armArchiving() {
	ch.stopArchiving()
	ch.stopTimer = ch.sb.clock.AfterFunc(time.Duration(ch.autoArchive)*time.Minute, ch.archiveIfIdle)
}

func (ch *Channel) stopArchiving() {
	if ch.stopTimer != nil {
		ch.stopTimer()
		ch.stopTimer = nil
	}
}

func (ch *Channel) archiveIfIdle() {
	sb := ch.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	if ch.gone || ch.archived {
		return
	}
	idle := sb.now().Sub(ch.archiveAt)
	limit := time.Duration(ch.autoArchive) * time.Minute
	if idle < limit {
		ch.stopTimer = sb.clock.AfterFunc(limit-idle, ch.archiveIfIdle)
		return
	}
	ch.archived = true
	ch.archiveAt = sb.now()
	ch.updated()
}

// updated tells everybody of a changed thread. The lock is held.
func (ch *Channel) updated() {
	if ch.archived {
		ch.stopArchiving()
	} else {
		ch.armArchiving()
	}
	if ch.canSee(ch.sb.bot.id) {
		ch.sb.emit("THREAD_UPDATE", intentGuilds, ch.object())
	}
	ch.sb.record(Change{Type: "THREAD_UPDATE", Channel: ch.id, Data: ch.object()})
}

// writable reports whether the bot may post: posting into an archived thread
// opens it again unless it is locked.
func (ch *Channel) writable() *apiError {
	if !ch.isThread() || !ch.locked || ch.may(ManageThreads) == nil {
		return nil
	}
	if ch.archived {
		return fail(50083)
	}
	return fail(160005)
}

func (ch *Channel) newThread(id, name string, typ, minutes int, owner string) *Channel {
	sb := ch.sb
	now := sb.now()
	t := &Channel{sb: sb, guild: ch.guild, id: id, name: name, typ: typ, parent: ch.id, owner: owner, autoArchive: minutes,
		archiveAt: now, createdAt: now, joined: map[string]time.Time{owner: now}, private: map[string][]string{}, news: newBell()}
	sb.channels[id] = t
	ch.guild.threads[id] = t
	t.armArchiving()
	ch.guild.forgetThreads()
	return t
}

func (g *Guild) activeThreads() int {
	n := 0
	for _, t := range g.threads {
		if !t.archived {
			n++
		}
	}
	return n
}

// forgetThreads drops the oldest archived threads beyond what is kept.
func (g *Guild) forgetThreads() {
	if len(g.threads) <= 2*g.sb.cfg.MaxThreads {
		return
	}
	old := g.threadList(func(t *Channel) bool { return t.archived })
	for _, t := range old[:max(0, len(old)-g.sb.cfg.MaxThreads)] {
		t.delete(byOthers)
	}
}

// NewThread makes a person start a thread; private ones show to those added.
func (ch *Channel) NewThread(u *User, name string, private bool) *Channel {
	ch.sb.mu.Lock()
	defer ch.sb.mu.Unlock()
	typ := PublicThread
	if private {
		typ = PrivateThread
	}
	t := ch.newThread(ch.sb.newID(), name, typ, 1440, u.id)
	if t.canSee(ch.sb.bot.id) {
		ch.sb.emit("THREAD_CREATE", intentGuilds, t.object())
	}
	ch.sb.record(Change{Type: "THREAD_CREATE", Channel: t.id, Data: t.object()})
	return t
}

// AddMember lets a person see a private thread.
func (ch *Channel) AddMember(u *User) {
	ch.sb.mu.Lock()
	defer ch.sb.mu.Unlock()
	ch.addMember(u)
}

func (ch *Channel) addMember(u *User) {
	if ch.joined == nil || ch.inThread(u.id) {
		return
	}
	ch.joined[u.id] = ch.sb.now()
	ch.sb.record(Change{Type: "THREAD_UPDATE", Channel: ch.id, Data: ch.object()})
}

// Archive archives or reopens a thread, and locks it or not, as a moderator.
func (ch *Channel) Archive(archived, locked bool) {
	ch.sb.mu.Lock()
	defer ch.sb.mu.Unlock()
	ch.archived, ch.locked, ch.archiveAt = archived, locked, ch.sb.now()
	ch.updated()
}

// Archived reports whether the thread is archived.
func (ch *Channel) Archived() bool {
	ch.sb.mu.Lock()
	defer ch.sb.mu.Unlock()
	return ch.archived
}
